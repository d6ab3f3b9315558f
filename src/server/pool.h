/* A pool of threads for slow work: choosing the moves of bots, hashing passwords. */
#ifndef TENKA_POOL_H
#define TENKA_POOL_H

#include "house/task.h"

struct pool;

/* `wake` is called from any thread when tasks are done. */
struct pool *pool_new(int threads, void (*wake)(void *), void *context);

/* Waits for the tasks that run, and calls `done` of all tasks, also of those that did not run. */
void pool_free(struct pool *p);

void pool_submit(struct pool *p, struct task *t);

/* Calls `done` of the finished tasks. */
void pool_deliver(struct pool *p);

#endif
