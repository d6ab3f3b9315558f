/* A pool of threads for what takes long: bots that think, passwords that are hashed. */
#ifndef TENKA_WORK_H
#define TENKA_WORK_H

#include <sys/queue.h>

/* The first member of whatever is to be done. */
struct task {
    void (*run)(struct task *t);  /* in a thread of the pool: touches nothing but the task */
    void (*done)(struct task *t); /* in the loop; frees the task */
    STAILQ_ENTRY(task) next;
};

struct work;

/* `wake` is called from any thread when tasks are done. */
struct work *work_new(int threads, void (*wake)(void *), void *context);

/* Waits for the tasks that run; `done` is called for all. */
void work_free(struct work *w);

void work_submit(struct work *w, struct task *t);

/* Calls `done` of the tasks that are. */
void work_deliver(struct work *w);

#endif
