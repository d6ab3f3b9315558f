/* A pool of threads for what takes long: bots that think, passwords that are hashed. */
#ifndef TENKA_POOL_H
#define TENKA_POOL_H

#include <sys/queue.h>

/* The first member of whatever is to be done. */
struct task {
    void (*run)(struct task *t);  /* in a thread of the pool: touches nothing but the task */
    void (*done)(struct task *t); /* in the loop; frees the task */
    STAILQ_ENTRY(task) next;
};

struct pool;

/* `wake` is called from any thread when tasks are done. */
struct pool *pool_new(int threads, void (*wake)(void *), void *context);

/* Waits for the tasks that run; `done` is called for all. */
void pool_free(struct pool *p);

void pool_submit(struct pool *p, struct task *t);

/* Calls `done` of the tasks that are. */
void pool_deliver(struct pool *p);

#endif
