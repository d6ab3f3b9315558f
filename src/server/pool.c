/* The pool: one list of waiting tasks, and one of finished tasks. */
#include "server/pool.h"
#include "match/grow.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

STAILQ_HEAD(tasks, task);

struct pool {
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

static void *pool_thread(void *context)
{
    struct pool *p = context;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (STAILQ_EMPTY(&p->waiting) && !p->closing)
            pthread_cond_wait(&p->some, &p->lock);
        if (p->closing)
            break;
        struct task *t = tasks_take(&p->waiting);
        pthread_mutex_unlock(&p->lock);
        t->run(t);
        pthread_mutex_lock(&p->lock);
        STAILQ_INSERT_TAIL(&p->done, t, next);
        p->wake(p->context);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

struct pool *pool_new(int threads, void (*wake)(void *), void *context)
{
    struct pool *p = allocate(sizeof *p + (size_t)threads * sizeof p->thread[0]);
    STAILQ_INIT(&p->waiting);
    STAILQ_INIT(&p->done);
    p->wake = wake;
    p->context = context;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->some, NULL);
    for (; p->threads < threads; p->threads++)
        if (pthread_create(&p->thread[p->threads], NULL, pool_thread, p) != 0)
            abort();
    return p;
}

void pool_free(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_cond_broadcast(&p->some);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->threads; i++)
        pthread_join(p->thread[i], NULL);
    while (!STAILQ_EMPTY(&p->done) || !STAILQ_EMPTY(&p->waiting)) { /* `done` may submit more */
        STAILQ_CONCAT(&p->done, &p->waiting);
        pool_deliver(p);
    }
    pthread_cond_destroy(&p->some);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

void pool_submit(struct pool *p, struct task *t)
{
    pthread_mutex_lock(&p->lock);
    STAILQ_INSERT_TAIL(&p->waiting, t, next);
    pthread_cond_signal(&p->some);
    pthread_mutex_unlock(&p->lock);
}

void pool_deliver(struct pool *p)
{
    struct tasks done = STAILQ_HEAD_INITIALIZER(done);
    pthread_mutex_lock(&p->lock);
    STAILQ_CONCAT(&done, &p->done);
    pthread_mutex_unlock(&p->lock);
    while (!STAILQ_EMPTY(&done)) {
        struct task *t = tasks_take(&done);
        t->done(t);
    }
}
