/* What happens when: a queue by virtual time. */
#ifndef TENKA_SIM_QUEUE_H
#define TENKA_SIM_QUEUE_H

#include "sim/sim.h"

/* Plans a call of `run` after so many milliseconds. */
void later(struct sim *s, int64_t milliseconds, void (*run)(struct sim *s, void *what), void *what);

/* Takes the next happening, if it comes before `end`. */
bool queue_take(struct queue *q, int64_t end, struct happening *next);

void queue_free(struct queue *q);

/* ---- Chance ---- */

int64_t below(struct sim *s, int64_t n);      /* from 0 to n - 1 */
bool chance(struct sim *s, int hits, int of); /* true in `hits` of `of` cases */
int64_t about(struct sim *s, int64_t mean);   /* random, with this mean, up to 8 times it */
/* A law was broken. Only the first one counts. */
void breach(struct sim *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
