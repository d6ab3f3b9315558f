/* The laws of what is acknowledged. */
#ifndef TENKA_SIM_LAWS_DONE_H
#define TENKA_SIM_LAWS_DONE_H

#include "sim/sim.h"

/* A client sends a request. */
void laws_asked(const struct sim *s, struct pending *p);

/* The client's request with this reference; NULL if it waits for none. */
const struct pending *pending_find(const struct client *c, int64_t ref);

/* What is acknowledged is in the store. */
void done_check(struct sim *s, const struct link *l, const struct pending *p);

#endif
