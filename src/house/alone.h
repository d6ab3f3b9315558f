/* A world without other threads and without a disk: for tables inside a page, and for tests. Jobs
 * and tasks wait in lists until alone_work does them. */
#ifndef TENKA_ALONE_H
#define TENKA_ALONE_H

#include "house/memory.h"
#include "house/world.h"

struct alone {
    struct world world; /* its context is this struct */
    struct memory *memory;
    STAILQ_HEAD(, job) jobs;
    STAILQ_HEAD(, task) tasks;
};

/* Sets `store` and `think`. The caller has set the other functions of the world before. */
void alone_begin(struct alone *a);

/* Does the next job, or runs the next task, and calls its `done`. Returns false if there is none.
 */
bool alone_work(struct alone *a);

/* Frees the memory and what waits. Call it before hall_free. */
void alone_end(struct alone *a);

#endif
