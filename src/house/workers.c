/* Queues by address and player. The world gets only as many tasks as it has threads; the rest waits
 * here, where the next one can be chosen fairly. */
#include "house/workers.h"

#include <stdlib.h>

#include "house/hall_private.h"
#include "match/grow.h"

/* A task that the world runs in place of another one. */
struct errand {
    struct task task; /* first: a task is cast to its errand */
    struct task *work;
    struct hall *hall;          /* NULL: it has ended */
    int64_t begun;              /* when the world was given the task */
    int breaks;                 /* hall.breaks at that time */
    STAILQ_ENTRY(errand) next;  /* of its player, while it waits */
    LIST_ENTRY(errand) at_work; /* while the world has it */
};

/* A player whose tasks wait. */
struct payer {
    int64_t player;
    STAILQ_HEAD(, errand) errands;
    TAILQ_ENTRY(payer) next;
};

/* An address with the players there whose tasks wait. */
struct owner {
    int64_t origin;
    TAILQ_HEAD(, payer) payers;
    TAILQ_ENTRY(owner) next;
};

static struct owner *owner_of(struct hall *h, int64_t origin)
{
    struct owner *o;
    TAILQ_FOREACH(o, &h->owners, next)
        if (o->origin == origin)
            return o;
    o = allocate(sizeof *o);
    o->origin = origin;
    TAILQ_INIT(&o->payers);
    TAILQ_INSERT_TAIL(&h->owners, o, next);
    return o;
}

static struct payer *payer_of(struct owner *o, int64_t player)
{
    struct payer *p;
    TAILQ_FOREACH(p, &o->payers, next)
        if (p->player == player)
            return p;
    p = allocate(sizeof *p);
    p->player = player;
    STAILQ_INIT(&p->errands);
    TAILQ_INSERT_TAIL(&o->payers, p, next);
    return p;
}

/* Takes a task of the first player, who then comes last. */
static struct errand *errand_of(struct owner *o)
{
    struct payer *p = TAILQ_FIRST(&o->payers);
    struct errand *e = STAILQ_FIRST(&p->errands);
    STAILQ_REMOVE_HEAD(&p->errands, next);
    TAILQ_REMOVE(&o->payers, p, next);
    if (STAILQ_EMPTY(&p->errands))
        free(p);
    else
        TAILQ_INSERT_TAIL(&o->payers, p, next);
    return e;
}

/* Takes a task of the first address, which then comes last. */
static struct errand *errand_take(struct hall *h)
{
    struct owner *o = TAILQ_FIRST(&h->owners);
    struct errand *e = errand_of(o);
    TAILQ_REMOVE(&h->owners, o, next);
    if (TAILQ_EMPTY(&o->payers))
        free(o);
    else
        TAILQ_INSERT_TAIL(&h->owners, o, next);
    return e;
}

static void errand_end(struct errand *e)
{
    struct task *work = e->work;
    free(e);
    work->done(work);
}

/* Gives tasks to the world while it can take them. */
static void workers_go_on(struct hall *h)
{
    while (h->working < h->rules.workers && !TAILQ_EMPTY(&h->owners)) {
        struct errand *e = errand_take(h);
        if (e->work->dropped) {
            errand_end(e);
            continue;
        }
        h->working++;
        e->begun = h->now;
        e->breaks = h->breaks;
        LIST_INSERT_HEAD(&h->at_work, e, at_work);
        h->world->think(h->world->context, &e->task);
    }
}

static void errand_run(struct task *task)
{
    struct errand *e = (struct errand *)task;
    e->work->run(e->work);
}

static void errand_done(struct task *task)
{
    struct errand *e = (struct errand *)task;
    struct hall *h = e->hall;
    if (h) {
        LIST_REMOVE(e, at_work);
        h->working--;
        e->work->took = e->breaks == h->breaks ? h->now - e->begun : 0;
    }
    errand_end(e);
    if (h)
        workers_go_on(h);
}

void workers_ask(struct hall *h, struct task *t, int64_t origin, int64_t player)
{
    struct owner *o = owner_of(h, origin ? origin : player); /* an origin is negative */
    struct errand *e = allocate(sizeof *e);
    *e = (struct errand){.task = {.run = errand_run, .done = errand_done}, .work = t, .hall = h};
    STAILQ_INSERT_TAIL(&payer_of(o, player)->errands, e, next);
    workers_go_on(h);
}

void workers_clear(struct hall *h)
{
    struct errand *e;
    LIST_FOREACH(e, &h->at_work, at_work)
        e->hall = NULL;
    while (!TAILQ_EMPTY(&h->owners))
        errand_end(errand_take(h));
}
