/* Nodes: the house, with a world of virtual time and a store that fails; and the connections of
 * clients to them. */
#ifndef TENKA_SIM_NODE_H
#define TENKA_SIM_NODE_H

#include "sim/sim.h"

/* Starts the node; if it cannot reach the store, it tries again later. */
void node_start(struct node *n);

/* The process ends at once, with everything it has in memory. */
void node_die(struct node *n);

/* The process is told to stop: it ends when it is quiet, or after some seconds. */
void node_close(struct node *n);

/* The store loses power: all that it has not committed is lost. */
void store_lose(struct sim *s);

/* ---- Connections ---- */

/* Connects the client to the node; NULL if the node is not up. */
struct link *link_open(struct client *c, struct node *n);

/* The client closes the connection. If it is cut, the node learns of it only later. */
void link_close(struct link *l, bool cut);

/* Sends a message from the client to the node. */
void link_send(struct link *l, const struct out *o);

void links_free(struct sim *s);

#endif
