/* The laws of time: how fast it passes, and what it does to clocks. */
#ifndef TENKA_SIM_LAWS_TIME_H
#define TENKA_SIM_LAWS_TIME_H

#include "sim/sim.h"

/* Counts how long the service has worked, up to now, and compares its time with that. Call it
 * before anything changes. */
void laws_count_time(struct sim *s);

struct stamp laws_stamp(const struct node *n);

/* Applies an event that the rules allow, and checks what it does to the clocks. */
void truth_apply(struct sim *s, struct truth *t, const struct event *e);

/* The new events happen at the service's time when they were submitted, or if the table has a later
 * event of another node, then. */
void time_check(struct sim *s, const struct truth *t, const struct job *j, const struct stamp *at);

/* A request of the client is refused because the store has failed. */
void time_refused(struct sim *s, const struct link *l, struct truth *t, const struct pending *p);

/* Whoever was refused in time gets some seconds to make the move again. */
void time_check_end(struct sim *s, const struct truth *t, const struct event *e,
                    const struct stamp *at);

#endif
