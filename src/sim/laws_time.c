/* The laws of time: when it passes, and what clocks may show. */
#include "sim/laws_time.h"

#include <string.h>

#include "house/hall_private.h"
#include "house/memory.h"
#include "match/grow.h"
#include "sim/queue.h"

enum {
    LEASE = 2600,          /* time may pass for so long after the store was reached last */
    SLACK = 2500,          /* a node takes the time once a second, and answers are slow */
    APART = 3 * SECOND,    /* how far nodes are apart at most when all is well */
    LOST = 5 * SECOND,     /* of the time of a node that dies: what it has not saved */
    RESUME = 5 * SECOND,   /* no clock runs out so soon after time has gone on */
    SETTLED = 10 * SECOND, /* until all is well again after a job has failed */
};

/* ---- How long the service has worked ---- */

static bool reaches_store(const struct sim *s, const struct node *n)
{
    return n->up && s->now >= n->frozen && s->now >= n->cut && s->now >= s->store_down &&
           s->now >= s->store_full;
}

/* Time may pass while any node works, and a little longer. */
static void count_most(struct sim *s)
{
    struct passing *p = &s->passing;
    int64_t passed = s->now - p->counted, rest = LEASE - p->idle;
    bool working = false;
    for (int i = 0; i < NODES; i++)
        working |= reaches_store(s, &s->node[i]);
    p->idle = working ? 0 : p->idle + passed;
    if (!working && passed > rest)
        passed = rest > 0 ? rest : 0;
    p->most += passed;
}

static int64_t service_time(const struct sim *s)
{
    int64_t time = memory_time(s->memory);
    for (int i = 0; i < NODES; i++)
        if (s->node[i].up && hall_time(s->node[i].hall) > time)
            time = hall_time(s->node[i].hall);
    return time;
}

/* Whether nothing goes wrong now, or has a moment ago. */
static bool is_well(struct sim *s)
{
    struct passing *p = &s->passing;
    bool well = s->now >= s->last_trouble && s->now >= s->store_slow &&
                p->failures == s->counts.failures;
    for (int i = 0; i < NODES; i++)
        well &= reaches_store(s, &s->node[i]);
    p->failures = s->counts.failures;
    return well;
}

/* While all is well, time passes, and all nodes have the same. */
static void check_well(struct sim *s, int64_t time)
{
    struct passing *p = &s->passing;
    if (!is_well(s)) {
        p->well = -1;
        return;
    }
    if (p->well < 0) {
        p->well = s->now + SETTLED;
        return;
    }
    int64_t passed = s->now - p->well;
    if (passed <= 0)
        p->well_time = time;
    else if (time - p->well_time < passed - SLACK)
        breach(s, "all was well for %lld ms, but only %lld ms of the service's time have passed",
               (long long)passed, (long long)(time - p->well_time));
    for (int i = 0; i < NODES && passed > 0; i++)
        if (time - hall_time(s->node[i].hall) > APART)
            breach(s, "node %d is %lld ms behind the service's time", i,
                   (long long)(time - hall_time(s->node[i].hall)));
}

/* Whether the time is ahead of what it may have. When a node dies, the time falls back to what was
 * saved; but the node's last job may still be on its way to the store. */
static void check_ahead(struct sim *s, int64_t time)
{
    struct passing *p = &s->passing;
    int64_t ahead = time - p->most, excess = ahead - p->ahead - SLACK;
    if (time < p->time)
        p->lost = p->time - time;
    if (excess > p->lost)
        breach(s, "%lld ms of the service's time have passed in which nothing worked",
               (long long)(ahead - p->ahead));
    if (excess > 0)
        p->lost -= excess;
    if (excess > 0 || ahead < p->ahead)
        p->ahead = excess > 0 ? ahead - SLACK : ahead;
    p->time = time;
}

void laws_count_time(struct sim *s)
{
    struct passing *p = &s->passing;
    int64_t time = service_time(s);
    check_ahead(s, time);
    count_most(s);
    p->counted = s->now;
    p->highest = time > p->highest ? time : p->highest;
    if (time < p->highest - LOST)
        breach(s, "the service's time has gone back by %lld ms", (long long)(p->highest - time));
    check_well(s, time);
}

struct stamp laws_stamp(const struct node *n)
{
    return (struct stamp){
        .time = hall_time(n->hall), .most = n->sim->passing.most, .node = n, .life = n->life};
}

void time_check(struct sim *s, const struct truth *t, const struct job *j, const struct stamp *at)
{
    int64_t expected = at->time > t->table->time ? at->time : t->table->time;
    for (int i = 0; i < j->count; i++)
        if (j->events[i].time != expected)
            breach(s, "table %s: event %d is %lld ms later than the service's time", t->table->id,
                   j->seq + i, (long long)(j->events[i].time - expected));
}

/* ---- Moves that could not be stored in time ---- */

static bool stands_still(const struct sim *s, const struct node *n)
{
    return n->up && !reaches_store(s, n) && n->hall->now >= n->hall->lease;
}

void time_refused(struct sim *s, const struct link *l, struct truth *t, const struct pending *p)
{
    const struct table *table = t->table;
    int seat = table_seat(table, l->player);
    int64_t now = hall_time(l->node->hall);
    if (p->type != REQ_MOVE || p->id != table->turn || seat == SEAT_NONE || !table->match ||
        !table_decides(table, seat) || clocks_left(&table->clocks, seat, now) == 0)
        return;
    t->refused.turn = table->turn;
    for (int i = 0; i < NODES; i++) {
        const struct node *n = &s->node[i];
        t->refused.life[i] = n->life;
        t->refused.time[i] = stands_still(s, n) ? hall_time(n->hall) : -1;
    }
}

void time_check_end(struct sim *s, const struct truth *t, const struct event *e,
                    const struct stamp *at)
{
    const struct refusal *r = &t->refused;
    int i = at->node->index;
    if (e->player || (e->type != EV_RESIGN && e->type != EV_AWAY) || r->turn != t->table->turn)
        return;
    if (r->life[i] == at->life && r->time[i] >= 0 && e->time < r->time[i] + RESUME)
        breach(s,
               "table %s: event %d takes the decision from seat %c, whose move was refused in time "
               "%lld ms before",
               t->table->id, t->table->seq + 1, 'A' + e->seat, (long long)(e->time - r->time[i]));
}

/* ---- Clocks with a time for each decision ---- */

/* The decision at this ply. */
static struct decision *decision_at(struct truth *t, int ply)
{
    while (t->decision_count <= ply) {
        t->decisions = grow(t->decisions, t->decision_count, &t->decision_room,
                            sizeof *t->decisions);
        t->decisions[t->decision_count++] = (struct decision){SEAT_NONE, 0};
    }
    return &t->decisions[ply];
}

/* The time until the event was spent on the decision that is not made yet. */
static void spend(struct truth *t, const struct event *e)
{
    const struct clocks *c = &t->table->clocks;
    if (!t->table->match || c->running == SEAT_NONE)
        return;
    struct decision *d = decision_at(t, match_ply(t->table->match));
    d->seat = c->running;
    d->spent += e->time - t->table->time;
}

/* The event has changed the ply, so a new decision begins. If moves were taken back, what the seat
 * that has asked for it has spent since then stays spent: on its next decision. */
static void decide_anew(struct truth *t, int before)
{
    int ply = match_ply(t->table->match), seat = t->table->clocks.running;
    const int64_t whole = SECOND * (int64_t)t->table->settings.pace.each;
    for (int i = before; i >= ply; i--)
        if (decision_at(t, i)->seat == t->asker)
            t->owed[t->asker] += decision_at(t, i)->spent < whole ? decision_at(t, i)->spent
                                                                  : whole;
    *decision_at(t, ply) = (struct decision){seat, seat == SEAT_NONE ? 0 : t->owed[seat]};
    if (seat != SEAT_NONE)
        t->owed[seat] = 0;
}

static int64_t remaining(struct truth *t)
{
    int64_t left = SECOND * (int64_t)t->table->settings.pace.each -
                   decision_at(t, match_ply(t->table->match))->spent;
    return left > 0 ? left : 0;
}

/* ---- What the clocks may show after an event, at most ---- */

/* How much time the event may give to the seat: the bonus of a move, or what a player gets who
 * comes back after their time has run out. */
static int64_t gift(const struct table *t, const struct event *e, int seat, int64_t left)
{
    const struct pace *pace = &t->settings.pace;
    if (e->seat != seat || !e->player)
        return 0;
    if (e->type == EV_MOVE)
        return SECOND * (int64_t)pace->bonus;
    int64_t lapse = SECOND * (int64_t)pace->bank / 10;
    return e->type == EV_BACK && t->seat[seat].late && left < lapse ? lapse - left : 0;
}

static void limit_clocks(const struct table *t, const struct event *e, int64_t most[SEATS_MAX])
{
    for (int seat = 0; seat < t->settings.config.players; seat++) {
        int64_t left = clocks_left(&t->clocks, seat, e->time);
        most[seat] = left + gift(t, e, seat, left);
    }
}

/* With a time for each decision, only the running clock says something. */
static void limit_decision(struct truth *t, int64_t most[SEATS_MAX])
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        most[seat] = seat == t->table->clocks.running ? remaining(t) : INT64_MAX;
}

static void check_clocks(struct sim *s, const struct table *t, const struct event *e,
                         const int64_t most[SEATS_MAX])
{
    for (int seat = 0; seat < t->settings.config.players; seat++)
        if (clocks_left(&t->clocks, seat, e->time) > most[seat])
            breach(s, "table %s: event %d ('%s') gives seat %c %lld ms on the clock", t->id, t->seq,
                   event_name(e->type), 'A' + seat,
                   (long long)(clocks_left(&t->clocks, seat, e->time) - most[seat]));
}

void truth_apply(struct sim *s, struct truth *t, const struct event *e)
{
    struct table *table = t->table;
    int64_t most[SEATS_MAX] = {0};
    bool clocks = table->match;
    int before = clocks ? match_ply(table->match) : -1;
    if (clocks)
        limit_clocks(table, e, most);
    spend(t, e);
    if (e->type == EV_ASK)
        t->asker = e->seat;
    table_apply(table, e);
    if (table->match && match_ply(table->match) != before)
        decide_anew(t, before);
    if (clocks && table->settings.pace.each)
        limit_decision(t, most);
    if (clocks)
        check_clocks(s, table, e, most);
}
