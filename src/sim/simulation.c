/* Simulations: what goes wrong, and when. */
#include "sim/simulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/grow.h"
#include "sim/client.h"
#include "sim/laws.h"
#include "sim/laws_time.h"
#include "sim/node.h"
#include "sim/queue.h"

enum {
    CALM = HOUR,
    COMPARE = 10 * SECOND,
    STEPS_MAX = 10000000,  /* within an hour; there are about a hundred thousand */
    YEARS = 10 * 365 * 24, /* hours by which a date may be wrong */
    AFTER = 10 * SECOND,   /* so long what went wrong has consequences */
};

enum incident {
    STORE_DOWN, /* the store does not answer */
    STORE_FULL, /* it cannot save, but still reads */
    STORE_SLOW,
    STORE_LOST, /* its machine loses power */
    NODE_CUT,   /* a node does not reach the store */
    NODE_KILLED,
    NODE_CLOSED, /* it is told to stop, and started again */
    NODE_FROZEN, /* it does nothing for a while, like a machine that swaps */
    POWER_LOST,  /* the store and all nodes do */
    DATE_JUMPS,
    LINKS_CUT,
    INCIDENTS
};

static void start_again(struct sim *s, void *what)
{
    (void)s;
    node_start(what);
}

static void reached_again(struct sim *s, void *what)
{
    struct node *n = what;
    if (n->up && s->now >= n->cut)
        hall_news(n->hall, NULL); /* what the others have done meanwhile */
}

static void cut_off(struct sim *s, struct node *n, int64_t length)
{
    n->cut = s->now + length;
    later(s, length + 1, reached_again, n);
}

static void cut_links(struct sim *s)
{
    struct link *l;
    LIST_FOREACH(l, &s->links, all)
        if (l->open && chance(s, 1, 2)) {
            l->open = false;
            client_lost(l->client, l);
            link_close(l, true);
        }
}

static void happen(struct sim *s, enum incident what, struct node *n, int64_t length)
{
    switch (what) {
    case STORE_DOWN:
        s->store_down = s->now + length;
        break;
    case STORE_FULL:
        s->store_full = s->now + length;
        break;
    case STORE_SLOW:
        s->store_slow = s->now + length;
        break;
    case STORE_LOST:
        for (int i = 0; i < NODES; i++)
            cut_off(s, &s->node[i], length);
        store_lose(s);
        break;
    case NODE_CUT:
        cut_off(s, n, length);
        break;
    case NODE_KILLED:
        node_die(n);
        later(s, length, start_again, n);
        break;
    case NODE_CLOSED:
        node_close(n);
        later(s, length + 6 * SECOND, start_again, n);
        break;
    case NODE_FROZEN:
        n->frozen = s->now + length;
        break;
    case POWER_LOST:
        for (int i = 0; i < NODES; i++) {
            node_die(&s->node[i]);
            later(s, length, start_again, &s->node[i]);
        }
        store_lose(s);
        break;
    case DATE_JUMPS:
        n->date = (below(s, 2 * YEARS) - YEARS) * HOUR;
        break;
    case LINKS_CUT:
        cut_links(s);
        break;
    case INCIDENTS:
        break;
    }
}

void simulation_trouble(struct sim *s, int64_t length)
{
    s->counts.incidents++;
    if (s->last_trouble < s->now + length + AFTER)
        s->last_trouble = s->now + length + AFTER;
}

static void incident(struct sim *s, void *context)
{
    static const char *const names[INCIDENTS] = {
        "the store is down", "the store is full", "the store is slow",  "the store loses power",
        "a node is cut off", "a node is killed",  "a node is closed",   "a node is frozen",
        "power is lost",     "a date jumps",      "connections are cut"};
    (void)context;
    if (s->now >= s->calm || s->ending)
        return;
    enum incident what = (enum incident)below(s, INCIDENTS);
    int64_t length = SECOND + about(s, 12 * SECOND);
    struct node *n = &s->node[below(s, NODES)];
    later(s, about(s, s->mean), incident, NULL);
    if (!(s->kinds & 1u << what))
        return;
    if (s->options.trace)
        fprintf(stderr, "%lld incident: %s for %lld ms (node %d)\n", (long long)s->now, names[what],
                (long long)length, n->index);
    simulation_trouble(s, length);
    happen(s, what, n, length);
}

static void compare(struct sim *s, void *context)
{
    (void)context;
    if (s->ending)
        return;
    laws_compare(s);
    later(s, COMPARE, compare, NULL);
}

/* Each run has its own sort of trouble: some kinds of incidents, often or rarely. */
static void begin(struct sim *s)
{
    static const char *const bots[] = {"greedy", "greedy", "random", "1"};
    rng_fast(&s->rng, s->options.seed);
    s->end = (int64_t)(s->options.hours * HOUR);
    if (s->end < 2 * CALM) /* in less time not every match would come to its end */
        s->end = 2 * CALM;
    s->calm = s->end - CALM;
    s->memory = memory_new();
    s->kinds = rng_word(&s->rng);
    s->kinds |= rng_word(&s->rng);
    s->mean = SECOND * (20 + about(s, 600));
    s->lost_answers = chance(s, 1, 2) ? 0 : (int)below(s, 100);
    s->slow_answers = chance(s, 1, 2) ? 0 : (int)below(s, 1000);
    s->late_answers = chance(s, 1, 2) ? 0 : (int)below(s, 30);
    s->broken_links = chance(s, 1, 2) ? 0 : (int)below(s, 50);
    s->bots = bots[below(s, sizeof bots / sizeof *bots)];
    s->clients = CLIENTS_MAX / 2 + (int)below(s, CLIENTS_MAX / 2 + 1);
    for (int i = 0; i < NODES; i++) {
        s->node[i] = (struct node){.sim = s, .index = i};
        node_start(&s->node[i]);
    }
    for (int i = 0; i < s->clients; i++) {
        int64_t kind = below(s, 10);
        s->client[i] = (struct client){.sim = s,
                                       .index = i,
                                       .manner = kind < 7   ? PLAYER
                                                 : kind < 9 ? SPECTATOR
                                                            : LIAR};
        client_begin(&s->client[i]);
    }
    later(s, about(s, s->mean), incident, NULL);
    later(s, COMPARE, compare, NULL);
}

static void end(struct sim *s)
{
    struct happening next;
    for (int i = 0; i < NODES; i++)
        node_die(&s->node[i]);
    s->options.trace = false;
    s->ending = s->failed = true;
    while (queue_take(&s->queue, INT64_MAX, &next))
        next.run(s, next.what);
    queue_free(&s->queue);
    links_free(s);
    laws_free(s);
    memory_free(s->memory);
}

bool simulation_run(const struct simulation_options *options, struct simulation_counts *counts,
                    struct out *error)
{
    struct sim *s = allocate(sizeof *s);
    struct happening next;
    s->options = *options;
    begin(s);
    while (!s->failed && queue_take(&s->queue, s->end, &next)) {
        s->now = next.time;
        s->counts.steps++;
        laws_count_time(s);
        next.run(s, next.what);
        if (s->counts.steps > STEPS_MAX * (1 + s->now / HOUR))
            breach(s, "too much happens: something goes on for ever");
    }
    if (!s->failed)
        laws_end(s);
    bool good = !s->failed;
    out_text(error, s->failure);
    end(s);
    *counts = s->counts;
    free(s);
    return good;
}
