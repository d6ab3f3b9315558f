/* What players do about each other: muting and reporting. */
#ifndef TENKA_PEOPLE_H
#define TENKA_PEOPLE_H

#include "house/hall.h"

struct live;
struct session;

/* Requests; see session.c. */
const struct clause *people_mute(struct session *s);
const struct clause *people_mutes(struct session *s);
const struct clause *people_report(struct session *s, struct live *l, int own);

#endif
