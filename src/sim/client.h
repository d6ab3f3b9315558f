/* Clients: people who play, leave, come back, click twice, watch, or lie. They know nothing but the
 * messages that they get. */
#ifndef TENKA_SIM_CLIENT_H
#define TENKA_SIM_CLIENT_H

#include "sim/sim.h"

/* Begins the client's life. */
void client_begin(struct client *c);

/* A message has arrived. */
void client_hear(struct client *c, struct link *l, const struct message *m);

/* The connection is closed. */
void client_lost(struct client *c, struct link *l);

#endif
