/* A store in memory, for tables inside a page, for simulations and for tests. It does jobs at once,
 * with the same results as a database. Passwords are kept as they are, so it is not for servers. */
#ifndef TENKA_MEMORY_H
#define TENKA_MEMORY_H

#include "house/job.h"

struct memory;

struct memory *memory_new(void);
void memory_free(struct memory *m);

/* Does the job and sets its result. It does not call `done`. */
void memory_perform(struct memory *m, struct job *job);

/* Calls `found` with each table that is not over, as JOB_TABLE would return it; in the order of
 * their ids. */
void memory_restore(const struct memory *m, void (*found)(const struct job *table, void *context),
                    void *context);

/* The service's time when it was last saved. */
int64_t memory_time(const struct memory *m);

#endif
