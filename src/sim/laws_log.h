/* The laws of logs: the plies that clients are sent. */
#ifndef TENKA_SIM_LAWS_LOG_H
#define TENKA_SIM_LAWS_LOG_H

#include "sim/sim.h"

/* Whether the plies in the message are those of the table, as the viewer may know them. */
bool log_fits(const struct message *m, const struct table *t, int viewer);

/* A client has got a message about a table that it follows. */
void laws_heard(struct client *c, struct slot *slot, const struct message *m, const char *type);

#endif
