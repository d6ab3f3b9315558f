/* The laws of messages. */
#ifndef TENKA_SIM_LAWS_SENT_H
#define TENKA_SIM_LAWS_SENT_H

#include "sim/sim.h"

/* A node sends a message; its members are missing if it could not be read. */
void laws_sent(struct sim *s, struct link *l, const struct message *m);

#endif
