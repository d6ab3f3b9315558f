/* Requests that open tables. */
#ifndef TENKA_OPENING_H
#define TENKA_OPENING_H

#include "house/hall_private.h"

/* They return NULL if the request is answered or will be, else why it is refused. */
const struct clause *session_create(struct session *s);
const struct clause *session_branch(struct session *s, struct live *l, int own);
const struct clause *session_again(struct session *s, struct live *l, int own);

/* The session's request has stored something at this table: whether a second step follows, for
 * which session_perform must be called again. */
bool session_goes_on(const struct session *s, const char *table);

#endif
