/* A world without other threads. */
#include "house/alone.h"

static void alone_store(void *context, struct job *job)
{
    struct alone *a = context;
    STAILQ_INSERT_TAIL(&a->jobs, job, next);
}

static void alone_think(void *context, struct task *task)
{
    struct alone *a = context;
    STAILQ_INSERT_TAIL(&a->tasks, task, next);
}

void alone_begin(struct alone *a)
{
    a->world.context = a;
    a->world.store = alone_store;
    a->world.think = alone_think;
    a->memory = memory_new();
    STAILQ_INIT(&a->jobs);
    STAILQ_INIT(&a->tasks);
}

bool alone_work(struct alone *a)
{
    struct job *j = STAILQ_FIRST(&a->jobs);
    struct task *t = STAILQ_FIRST(&a->tasks);
    if (j) {
        STAILQ_REMOVE_HEAD(&a->jobs, next);
        memory_perform(a->memory, j);
        j->done(j);
    } else if (t) {
        STAILQ_REMOVE_HEAD(&a->tasks, next);
        t->run(t);
        t->done(t);
    }
    return j || t;
}

void alone_end(struct alone *a)
{
    for (struct job *j; (j = STAILQ_FIRST(&a->jobs));) {
        STAILQ_REMOVE_HEAD(&a->jobs, next);
        job_free(j);
    }
    for (struct task *t; (t = STAILQ_FIRST(&a->tasks));) {
        STAILQ_REMOVE_HEAD(&a->tasks, next);
        t->done(t);
    }
    memory_free(a->memory);
}
