/* The pool: one list of tasks to do, one of tasks done. */
#include "server/work.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct tasks {
    struct task *first, **last;
};

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

static void tasks_add(struct tasks *l, struct task *t)
{
    t->next = NULL;
    *l->last = t;
    l->last = &t->next;
}

static struct task *tasks_take(struct tasks *l)
{
    struct task *t = l->first;
    l->first = t->next;
    if (!l->first)
        l->last = &l->first;
    return t;
}

static void *toil(void *context)
{
    struct work *w = context;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->waiting.first && !w->closing)
            pthread_cond_wait(&w->some, &w->lock);
        if (w->closing)
            break;
        struct task *t = tasks_take(&w->waiting);
        pthread_mutex_unlock(&w->lock);
        t->run(t);
        pthread_mutex_lock(&w->lock);
        tasks_add(&w->done, t);
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
    w->waiting.last = &w->waiting.first;
    w->done.last = &w->done.first;
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
    while (w->waiting.first)
        tasks_add(&w->done, tasks_take(&w->waiting));
    work_deliver(w);
    pthread_cond_destroy(&w->some);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

void work_submit(struct work *w, struct task *t)
{
    pthread_mutex_lock(&w->lock);
    tasks_add(&w->waiting, t);
    pthread_cond_signal(&w->some);
    pthread_mutex_unlock(&w->lock);
}

void work_deliver(struct work *w)
{
    pthread_mutex_lock(&w->lock);
    struct task *done = w->done.first;
    w->done.first = NULL;
    w->done.last = &w->done.first;
    pthread_mutex_unlock(&w->lock);
    while (done) {
        struct task *t = done;
        done = t->next;
        t->done(t);
    }
}
