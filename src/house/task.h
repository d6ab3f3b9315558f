/* Tasks: slow work that other threads may do, like choosing the move of a bot. */
#ifndef TENKA_TASK_H
#define TENKA_TASK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

/* A task; it is the first member of a larger struct with the data of the work. */
struct task {
    void (*run)(struct task *t);  /* in a thread of the pool; may use only the task itself */
    void (*done)(struct task *t); /* in the loop; frees the task */
    bool dropped;                 /* nobody needs the result: the task need not run */
    int64_t took; /* how long it took to run, in milliseconds, 0 if that is not known; set by
                     workers.c */
    STAILQ_ENTRY(task) next;
};

#endif
