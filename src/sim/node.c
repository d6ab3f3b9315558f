/* Nodes, their store, and their connections.
 *
 * Whatever calls into a node later (an answer of the store, a finished task, a message) may find
 * that the node has died meanwhile, or is frozen. So it is wrapped into a `call`, which knows the
 * node's life: a call to an earlier life is dropped, and a frozen node is called when it thaws.
 *
 * The store commits what changes it in groups, as the real ones do (src/server/store.c): a job that
 * arrives joins the group of its node, and after a moment the whole group is performed, durable and
 * answered. Jobs of a group see each other in their order. Nothing else sees them before the
 * commit, so they are held back until then, and taking them back is forgetting them. A group is
 * lost as a whole if its node dies, or is cut off, or if the store loses power; or it was just
 * committed, but nobody hears of that. Jobs that only read do not wait for a group, and may
 * overtake it.
 *
 * Not simulated: what a loss of power leaves of files (tests/power_test.c does that with SQLite),
 * locks of one group that another one waits for, and stores that acknowledge what they have not
 * synced, like a PostgreSQL that has failed over to a copy without the last commits. */
#include "sim/node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/grow.h"
#include "sim/client.h"
#include "sim/laws.h"
#include "sim/laws_sent.h"
#include "sim/laws_time.h"
#include "sim/queue.h"

enum {
    ADDRESSES = 5,            /* from which clients come */
    STORE_MS = 4,             /* a job takes about so long */
    COMMIT_MS = 3,            /* a group is committed after about so long */
    SLOW = 300,               /* times as long while the store is slow */
    LATE = 8 * SECOND,        /* an answer or news that are late take at most so long */
    TIMEOUT = 5 * SECOND,     /* of a job, if the store does not answer */
    AGAIN = 200,              /* it is tried again after */
    WIRE_MS = 60,             /* a message takes about so long */
    SILENCE = 60 * SECOND,    /* until both ends drop a connection that is cut */
    THINK_MS = 300,           /* a task takes about so long */
    CLOSE_MS = 5 * SECOND,    /* for a node that was told to stop */
    START_AGAIN = 2 * SECOND, /* if the store cannot be reached */
};

static const struct hall_rules rules = {
    .bot_ms = 700,
    .grace_ms = 3000,
    .waiting_hours = 1,
    .tables_max = 20,
    .guests_max = 12,
    .lines_max = 30,
    .workers = 2,
    .idle_minutes = 10,
    .keep = {.guest_days = 90, .token_days = 365, .closed_days = 1},
};

/* ---- Calls into a node ---- */

struct call {
    struct node *node;
    int life;
    void (*run)(struct node *n, void *what);
    void (*drop)(void *what);
    void *what;
};

/* The node does what is due, and says when it wants to be called next. */
static void node_tick(struct sim *s, void *what);

static void plan_tick(struct node *n)
{
    struct sim *s = n->sim;
    if (!n->up)
        return;
    int64_t next = hall_tick(n->hall) - n->skew;
    if (next <= s->now)
        next = s->now + 1;
    if (n->tick > s->now && n->tick <= next)
        return;
    n->tick = next;
    later(s, next - s->now, node_tick, n);
}

static void node_tick(struct sim *s, void *what)
{
    struct node *n = what;
    if (s->now < n->tick || !n->up)
        return;
    if (s->now < n->frozen) {
        n->tick = n->frozen;
        later(s, n->frozen - s->now, node_tick, n);
        return;
    }
    n->tick = 0;
    plan_tick(n);
}

static void call_now(struct sim *s, void *what)
{
    struct call *c = what;
    struct node *n = c->node;
    if (n->up && n->life == c->life && s->now < n->frozen) {
        later(s, n->frozen - s->now, call_now, c);
        return;
    }
    if (n->up && n->life == c->life) {
        hall_tick(n->hall); /* first, what was due before */
        c->run(n, c->what);
        plan_tick(n);
    } else {
        c->drop(c->what);
    }
    free(c);
}

static void call_later(struct node *n, int64_t milliseconds, void (*run)(struct node *, void *),
                       void (*drop)(void *), void *what)
{
    struct call *c = allocate(sizeof *c);
    *c = (struct call){n, n->life, run, drop, what};
    later(n->sim, milliseconds, call_now, c);
}

/* ---- The store ---- */

struct errand {                /* a job on its way */
    STAILQ_ENTRY(errand) next; /* of its group */
    struct node *node;
    int life;
    struct job *job;
    int64_t since;
    struct stamp stamp;
};

struct group { /* jobs that are committed together */
    STAILQ_HEAD(, errand) errands;
    struct node *node;
    int life;
};

static void job_answer(struct node *n, void *what)
{
    struct job *j = what;
    (void)n;
    j->done(j);
}

static void job_drop(void *what)
{
    job_free(what);
}

/* How long a job takes to the store. */
static int64_t to_store(struct sim *s)
{
    return about(s, STORE_MS) * (s->now < s->store_slow ? SLOW : 1);
}

/* How long an answer or news take from the store. They are slow on their own: a node may hear of an
 * event and act long before the one that stored it has its answer. That is no failure, so it also
 * happens when nothing goes wrong any more; but in the end every node must have all news. */
static int64_t from_store(struct sim *s)
{
    if (s->now >= s->end - HOUR / 2)
        return to_store(s);
    if (chance(s, s->slow_answers, 10000))
        return to_store(s) + below(s, SECOND);
    if (!chance(s, s->late_answers, 10000))
        return to_store(s);
    int64_t length = below(s, LATE);
    simulation_trouble(s, length);
    return length;
}

static void answer(struct sim *s, struct errand *e)
{
    if (e->job->result == JOB_FAILED)
        s->counts.failures++;
    if (e->job->result == JOB_TAKEN)
        s->counts.conflicts++;
    if (e->node->life == e->life)
        call_later(e->node, from_store(s), job_answer, job_drop, e->job);
    else
        job_free(e->job);
    free(e);
}

static void node_news(struct node *n, void *what)
{
    hall_news(n->hall, what);
    free(what);
}

static bool is_writing(const struct job *j)
{
    return j->type == JOB_OPEN || j->type == JOB_APPEND;
}

/* Tells the other nodes. One that is cut off will be told that anything may have changed. */
static void tell_others(struct sim *s, const struct node *from, const char *news)
{
    for (int i = 0; i < NODES; i++) {
        struct node *n = &s->node[i];
        if (n == from || !n->up || s->now < n->cut)
            continue;
        char *copy = allocate(NEWS_BYTES);
        snprintf(copy, NEWS_BYTES, "%s", news);
        call_later(n, from_store(s), node_news, free, copy);
    }
}

/* Tells the other nodes that tokens or names have changed. */
static void tell_of_player(struct sim *s, const struct errand *e)
{
    const struct player *p = &e->job->player;
    char news[NEWS_BYTES];
    news_of_player(p->id, news);
    tell_others(s, e->node, news);
    for (int i = 0; e->job->type == JOB_KEEP && i < LOOKS_MAX && p->looks[i]; i++) {
        news_of_look(p->looks[i], news);
        tell_others(s, e->node, news);
    }
}

static bool is_about_player(const struct job *j)
{
    return j->type == JOB_KEEP || j->type == JOB_CALL || j->type == JOB_FORGET ||
           j->type == JOB_END || j->type == JOB_MUTE;
}

/* Whether the store needs room on its disk for the job. A token that was used today already is not
 * written again. */
static bool needs_room(struct sim *s, const struct job *j)
{
    static const bool reads[JOB_TYPES] = {
        [JOB_TABLE] = true,   [JOB_RATINGS] = true, [JOB_FINISHED] = true,   [JOB_LOOKS] = true,
        [JOB_DEVICES] = true, [JOB_MUTES] = true,   [JOB_OPEN_TABLES] = true};
    return j->type == JOB_ENTER ? j->time && chance(s, 1, 4) : !reads[j->type];
}

/* Does the job, which is durable then. */
static void perform(struct sim *s, const struct errand *e)
{
    struct job *j = e->job;
    if (s->now < s->store_full && needs_room(s, j)) {
        j->result = JOB_FAILED;
        return;
    }
    memory_perform(s->memory, j);
    if (is_writing(j) && j->result == JOB_DONE) {
        laws_stored(s, j, &e->stamp);
        tell_others(s, e->node, j->table);
    }
    if (is_about_player(j) && j->result == JOB_DONE)
        tell_of_player(s, e);
    if (j->type == JOB_TIDY && j->result == JOB_DONE)
        laws_tidied(s);
}

static void job_finish(struct sim *s, struct errand *e)
{
    struct job *j = e->job;
    perform(s, e);
    if (chance(s, s->lost_answers, 10000)) /* it is done, but the node does not learn that */
        j->result = is_writing(j) && chance(s, 1, 2) ? JOB_TAKEN : JOB_FAILED;
    answer(s, e);
}

static void job_fail(struct sim *s, struct errand *e)
{
    e->job->result = JOB_FAILED;
    answer(s, e);
}

/* ---- Groups ---- */

static struct errand *group_take(struct group *g)
{
    struct errand *e = STAILQ_FIRST(&g->errands);
    if (e)
        STAILQ_REMOVE_HEAD(&g->errands, next);
    return e;
}

/* The group was not committed, or it was, but nobody hears of that. */
static void group_lose(struct sim *s, struct group *g)
{
    bool committed = chance(s, 1, 2);
    for (struct errand *e; (e = group_take(g));) {
        if (committed)
            perform(s, e);
        job_fail(s, e);
    }
}

static bool is_reached(const struct sim *s, const struct node *n)
{
    return s->now >= s->store_down && s->now >= n->cut;
}

static void group_commit(struct sim *s, void *what)
{
    struct group *g = what;
    struct node *n = g->node;
    if (n->group == g)
        n->group = NULL;
    if (n->life != g->life || !is_reached(s, n))
        group_lose(s, g);
    for (struct errand *e; (e = group_take(g));)
        job_finish(s, e);
    free(g);
}

static void group_join(struct sim *s, struct errand *e)
{
    struct node *n = e->node;
    if (!n->group || n->group->life != e->life) {
        n->group = allocate(sizeof *n->group);
        n->group->node = n;
        n->group->life = e->life;
        STAILQ_INIT(&n->group->errands);
        later(s, about(s, COMMIT_MS) * (s->now < s->store_slow ? SLOW : 1), group_commit, n->group);
    }
    STAILQ_INSERT_TAIL(&n->group->errands, e, next);
}

void store_lose(struct sim *s)
{
    s->store_lost = s->now;
    for (int i = 0; i < NODES; i++)
        if (s->node[i].group)
            group_lose(s, s->node[i].group);
}

/* Jobs that the real stores do beside those that write. */
static bool is_beside(const struct job *j)
{
    return j->type == JOB_TABLE || j->type == JOB_RATINGS || j->type == JOB_FINISHED ||
           j->type == JOB_DEVICES || j->type == JOB_OPEN_TABLES;
}

/* Whether a job of a node that has died since does not arrive: it was not sent before, or the store
 * has lost power, too. */
static bool is_lost(struct sim *s, const struct errand *e)
{
    return e->node->life != e->life && (e->since <= s->store_lost || chance(s, 1, 2));
}

static void arrive(struct sim *s, void *what)
{
    struct errand *e = what;
    struct node *n = e->node;
    bool reached = is_reached(s, n);
    if (is_lost(s, e)) {
        job_free(e->job);
        free(e);
        return;
    }
    if (!reached && s->now - e->since < TIMEOUT && n->life == e->life) {
        later(s, AGAIN, arrive, e);
        return;
    }
    s->counts.jobs++;
    if (!reached)
        job_fail(s, e);
    else if (is_beside(e->job))
        job_finish(s, e);
    else
        group_join(s, e);
}

static void node_store(void *context, struct job *j)
{
    struct node *n = context;
    struct sim *s = n->sim;
    if (n->dying) {
        job_free(j);
        return;
    }
    struct errand *e = allocate(sizeof *e);
    *e = (struct errand){
        .node = n, .life = n->life, .job = j, .since = s->now, .stamp = laws_stamp(n)};
    later(s, to_store(s), arrive, e);
}

/* ---- Tasks ---- */

static void task_answer(struct node *n, void *what)
{
    struct task *t = what;
    (void)n;
    t->done(t);
}

/* A task of a node that has died knows that its session or table is gone. */
static void task_drop(void *what)
{
    struct task *t = what;
    t->done(t);
}

static void node_think(void *context, struct task *t)
{
    struct node *n = context;
    t->run(t);
    if (n->dying)
        t->done(t);
    else
        call_later(n, about(n->sim, THINK_MS), task_answer, task_drop, t);
}

/* ---- Connections ---- */

static void parcel_run(struct sim *s, void *what);

static void parcel_free(void *what)
{
    free(what);
}

/* The node's end is closed. */
static void link_end(struct link *l)
{
    if (!l->session)
        return;
    struct session *session = l->session;
    l->session = NULL;
    session_free(session);
    for (struct parcel *p; (p = STAILQ_FIRST(&l->inbox));) {
        STAILQ_REMOVE_HEAD(&l->inbox, next);
        free(p);
    }
}

static void nothing(void *what)
{
    (void)what;
}

static void close_session(struct node *n, void *what)
{
    (void)n;
    link_end(what);
}

static void link_lost(struct sim *s, void *what)
{
    struct link *l = what;
    if (!l->open)
        return;
    l->open = false;
    client_lost(l->client, l);
    if (l->session) /* it was opened while the node ended all connections */
        call_later(l->node, about(s, WIRE_MS), close_session, nothing, l);
}

/* The client learns that the connection is closed. */
static void lose_later(struct link *l)
{
    later(l->sim, l->silent ? SILENCE : about(l->sim, WIRE_MS), link_lost, l);
}

/* Ends all connections of the node. What it does with one on its way is decided when that arrives.
 */
static void links_end(struct node *n)
{
    struct link *l;
    LIST_FOREACH(l, &n->sim->links, all)
        if (l->node == n && l->life == n->life && l->session) {
            link_end(l);
            lose_later(l);
        }
}

static void deliver(struct sim *s, void *what)
{
    struct delivery *d = what;
    (void)s;
    if (d->link->open)
        client_hear(d->link->client, d->link, &d->message);
    free(d);
}

static struct delivery *delivery_new(struct link *l, const struct out *o)
{
    struct delivery *d = allocate(sizeof *d + o->used + 1);
    d->link = l;
    memcpy(d->text, o->text, o->used + 1);
    message_read(&d->message, (struct slice){d->text, (int)o->used});
    return d;
}

static struct parcel *parcel_new(struct link *l, const struct out *o)
{
    struct parcel *p = allocate(sizeof *p + o->used + 1);
    p->link = l;
    p->length = (int)o->used;
    memcpy(p->text, o->text, o->used + 1);
    return p;
}

/* When a message that is sent now arrives: after the one before it. */
static int64_t arrival(struct link *l, int64_t *last)
{
    int64_t when = l->sim->now + about(l->sim, WIRE_MS);
    if (when < *last)
        when = *last;
    *last = when;
    return when - l->sim->now;
}

/* Whether the wire is cut, or breaks now. Both ends learn of it only after a while. */
static bool link_breaks(struct link *l)
{
    struct sim *s = l->sim;
    if (l->silent || s->now >= s->calm || !chance(s, s->broken_links, 10000))
        return l->silent;
    l->silent = true;
    lose_later(l);
    if (l->life == l->node->life)
        call_later(l->node, SILENCE, close_session, nothing, l);
    return true;
}

static void node_send(struct link *l, const struct out *o)
{
    struct sim *s = l->sim;
    if (o->overflow)
        breach(s, "a message is too long");
    if (s->options.trace)
        fprintf(stderr, "%lld node %d -> client %d: %.200s\n", (long long)s->now, l->node->index,
                l->client->index, o->text);
    struct delivery *d = delivery_new(l, o);
    laws_sent(s, l, &d->message);
    if (link_breaks(l))
        free(d);
    else
        later(s, arrival(l, &l->to_client), deliver, d);
}

static void hang_up_now(struct node *n, void *what)
{
    struct link *l = what;
    (void)n;
    link_end(l);
    lose_later(l);
}

/* Sends what there is. A slow connection takes only a part of it at a time. */
static void attend(struct node *n, void *what)
{
    static char text[OUT_BYTES];
    struct link *l = what;
    struct out o;
    bool slow = chance(n->sim, 1, 20);
    if (n->sim->now < l->client->deaf) {
        call_later(n, l->client->deaf - n->sim->now, attend, nothing, l);
        return;
    }
    l->attending = false;
    out_init(&o, text, sizeof text);
    for (; l->session && session_next(l->session, &o); out_clear(&o)) {
        node_send(l, &o);
        if (!slow)
            continue;
        l->attending = true;
        call_later(n, about(n->sim, SECOND), attend, nothing, l);
        return;
    }
    if (l->hanging_up && l->session)
        call_later(n, 0, hang_up_now, nothing, l);
}

static void link_ready(void *context)
{
    struct link *l = context;
    if (l->attending || !l->session)
        return;
    l->attending = true;
    call_later(l->node, 0, attend, nothing, l);
}

/* The session takes the messages of the inbox, one after the other. */
static void take_inbox(struct node *n, void *what)
{
    struct link *l = what;
    (void)n;
    while (l->session && !l->resting && !STAILQ_EMPTY(&l->inbox)) {
        struct parcel *p = STAILQ_FIRST(&l->inbox);
        STAILQ_REMOVE_HEAD(&l->inbox, next);
        l->resting = true;
        if (session_receive(l->session, (struct slice){p->text, p->length}))
            l->resting = false;
        free(p);
    }
}

static void link_resume(void *context)
{
    struct link *l = context;
    l->resting = false;
    if (!STAILQ_EMPTY(&l->inbox))
        call_later(l->node, 0, take_inbox, nothing, l);
}

static void link_hang_up(void *context)
{
    struct link *l = context;
    l->hanging_up = true;
    link_ready(l);
}

static void receive(struct node *n, void *what)
{
    struct parcel *p = what;
    struct link *l = p->link;
    if (!l->session) {
        free(p);
        return;
    }
    STAILQ_INSERT_TAIL(&l->inbox, p, next);
    take_inbox(n, l);
}

static void parcel_run(struct sim *s, void *what)
{
    struct parcel *p = what;
    (void)s;
    if (p->link->life != p->link->node->life) {
        free(p);
        return;
    }
    call_later(p->link->node, 0, receive, parcel_free, p);
}

void link_send(struct link *l, const struct out *o)
{
    struct sim *s = l->sim;
    if (s->options.trace)
        fprintf(stderr, "%lld client %d -> node %d: %.200s\n", (long long)s->now, l->client->index,
                l->node->index, o->text);
    if (!link_breaks(l))
        later(s, arrival(l, &l->to_node), parcel_run, parcel_new(l, o));
}

static void open_session(struct node *n, void *what)
{
    struct link *l = what;
    if (!n->closing && l->open && !hall_stranded(n->hall))
        l->session = session_new(n->hall, l, -1 - l->client->index % ADDRESSES);
    else
        lose_later(l);
}

static void open_nowhere(void *what)
{
    lose_later(what);
}

struct link *link_open(struct client *c, struct node *n)
{
    struct link *l = allocate(sizeof *l);
    l->sim = c->sim;
    l->client = c;
    l->node = n;
    l->life = n->life;
    l->open = true;
    STAILQ_INIT(&l->inbox);
    LIST_INSERT_HEAD(&c->sim->links, l, all);
    c->sim->counts.connections++;
    l->to_node = c->sim->now + arrival(l, &l->to_node);
    call_later(n, l->to_node - c->sim->now, open_session, open_nowhere, l);
    return l;
}

void link_close(struct link *l, bool cut)
{
    l->open = false;
    l->silent |= cut;
    if (l->sim->ending)
        return;
    if (l->life == l->node->life)
        call_later(l->node, l->silent ? SILENCE : arrival(l, &l->to_node), close_session, nothing,
                   l);
}

void links_free(struct sim *s)
{
    for (struct link *l; (l = LIST_FIRST(&s->links));) {
        LIST_REMOVE(l, all);
        free(l);
    }
}

/* ---- Nodes ---- */

static int64_t node_now(void *context)
{
    const struct node *n = context;
    return n->sim->now + n->skew;
}

static int64_t node_date(void *context)
{
    const struct node *n = context;
    return INT64_C(1800000000000) + n->sim->now + n->date;
}

static void node_random(void *context, void *bytes, size_t count)
{
    struct node *n = context;
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)rng_word(&n->sim->rng);
}

static void node_complain(void *context, const char *what, const char *text)
{
    struct node *n = context;
    if (strcmp(what, "date-doubtful") != 0)
        breach(n->sim, "node %d complains: %s %s", n->index, what, text);
}

static void restored(const struct job *table, void *context)
{
    struct node *n = context;
    hall_add(n->hall, table);
}

static void try_start(struct sim *s, void *what)
{
    (void)s;
    node_start(what);
}

void node_start(struct node *n)
{
    struct sim *s = n->sim;
    if (n->up || s->ending)
        return;
    if (s->now < s->store_down || s->now < n->cut) {
        later(s, START_AGAIN, try_start, n);
        return;
    }
    n->up = true;
    n->closing = false;
    n->life++;
    n->skew = below(s, 1000000);
    n->frozen = n->tick = 0;
    n->world = (struct world){.context = n,
                              .now = node_now,
                              .date = node_date,
                              .random = node_random,
                              .store = node_store,
                              .think = node_think,
                              .ready = link_ready,
                              .resume = link_resume,
                              .hang_up = link_hang_up,
                              .complain = node_complain,
                              .shared = true};
    struct hall_rules own = rules;
    own.bots = s->bots;
    n->hall = hall_new(&n->world, &own);
    hall_begin(n->hall, memory_time(s->memory));
    memory_restore(s->memory, restored, n);
    s->counts.restarts++;
    if (s->options.trace)
        fprintf(stderr, "%lld node %d starts\n", (long long)s->now, n->index);
    plan_tick(n);
}

void node_die(struct node *n)
{
    struct sim *s = n->sim;
    if (!n->up)
        return;
    if (s->options.trace)
        fprintf(stderr, "%lld node %d dies\n", (long long)s->now, n->index);
    n->dying = true;
    links_end(n);
    hall_free(n->hall);
    n->hall = NULL;
    n->up = n->dying = false;
    n->life++; /* what is on its way to the old life is dropped */
}

static void close_now(struct node *n, void *what)
{
    int64_t *deadline = what;
    if (hall_quiet(n->hall) || n->sim->now > *deadline) {
        free(deadline);
        node_die(n);
    } else {
        call_later(n, 100, close_now, free, deadline);
    }
}

void node_close(struct node *n)
{
    if (!n->up || n->closing)
        return;
    n->closing = true;
    hall_close(n->hall);
    int64_t *deadline = allocate(sizeof *deadline);
    *deadline = n->sim->now + CLOSE_MS;
    call_later(n, 100, close_now, free, deadline);
}
