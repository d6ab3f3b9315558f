/* The pool: one list of tasks to do, one of tasks done. */
#include "server/work.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

STAILQ_HEAD(tasks, task);

struct work {
    pthread_mutex_t lock;
    pthread_cond_t some;
    struct tasks waiting, done;
    bool closing;
    void (*wake)(void *);
    void *context;
    int threads;
    pthread_t thread[];
};

static struct task *tasks_take(struct tasks *l)
{
    struct task *t = STAILQ_FIRST(l);
    STAILQ_REMOVE_HEAD(l, next);
    return t;
}

static void *toil(void *context)
{
    struct work *w = context;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (STAILQ_EMPTY(&w->waiting) && !w->closing)
            pthread_cond_wait(&w->some, &w->lock);
        if (w->closing)
            break;
        struct task *t = tasks_take(&w->waiting);
        pthread_mutex_unlock(&w->lock);
        t->run(t);
        pthread_mutex_lock(&w->lock);
        STAILQ_INSERT_TAIL(&w->done, t, next);
        w->wake(w->context);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct work *work_new(int threads, void (*wake)(void *), void *context)
{
    struct work *w = calloc(1, sizeof *w + (size_t)threads * sizeof w->thread[0]);
    if (!w)
        abort();
    STAILQ_INIT(&w->waiting);
    STAILQ_INIT(&w->done);
    w->wake = wake;
    w->context = context;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->some, NULL);
    for (; w->threads < threads; w->threads++)
        if (pthread_create(&w->thread[w->threads], NULL, toil, w) != 0)
            abort();
    return w;
}

void work_free(struct work *w)
{
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    pthread_cond_broadcast(&w->some);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->threads; i++)
        pthread_join(w->thread[i], NULL);
    STAILQ_CONCAT(&w->done, &w->waiting);
    work_deliver(w);
    pthread_cond_destroy(&w->some);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

void work_submit(struct work *w, struct task *t)
{
    pthread_mutex_lock(&w->lock);
    STAILQ_INSERT_TAIL(&w->waiting, t, next);
    pthread_cond_signal(&w->some);
    pthread_mutex_unlock(&w->lock);
}

void work_deliver(struct work *w)
{
    struct tasks done = STAILQ_HEAD_INITIALIZER(done);
    pthread_mutex_lock(&w->lock);
    STAILQ_CONCAT(&done, &w->done);
    pthread_mutex_unlock(&w->lock);
    while (!STAILQ_EMPTY(&done)) {
        struct task *t = tasks_take(&done);
        t->done(t);
    }
}
