/* The laws of time: when it passes, and what clocks may show. */
#include <string.h>

#include "house/hall_private.h"
#include "match/grow.h"
#include "sim/laws.h"
#include "sim/laws_private.h"
#include "sim/queue.h"

enum {
    SLACK = 3 * SECOND,         /* between two events, if all went well */
    SLACK_TROUBLE = 6 * SECOND, /* for each thing that went wrong, because time stood still */
    SLACK_STOP = 3 * SECOND,    /* for each time when nothing worked any more */
};

/* ---- How long the service has worked ---- */

static bool reaches_store(const struct sim *s, const struct node *n)
{
    return n->up && s->now >= n->frozen && s->now >= n->cut && s->now >= s->store_down &&
           s->now >= s->store_full;
}

void laws_count_time(struct sim *s)
{
    int working = 0;
    for (int i = 0; i < NODES; i++)
        working += reaches_store(s, &s->node[i]);
    int64_t passed = s->now - s->counted;
    s->stops += s->working && !working;
    s->working = working > 0;
    s->most += working > 0 ? passed : 0;
    s->least += working == NODES && s->now >= s->store_slow ? passed : 0;
    s->counted = s->now;
}

struct stamp laws_stamp(const struct sim *s)
{
    int64_t troubles = s->counts.incidents + s->counts.failures;
    return (struct stamp){.least = s->least,
                          .most = s->most,
                          .troubles = troubles,
                          .settled = troubles - (s->last_trouble > s->now),
                          .stops = s->stops};
}

void time_check(struct sim *s, const struct truth *t, const struct event *e, const struct stamp *at)
{
    int64_t passed = e->time - t->table->time, troubles = at->troubles - t->last.settled;
    int64_t slack = SLACK + troubles * SLACK_TROUBLE, stops = at->stops - t->last.stops;
    if (passed > at->most - t->last.most + SLACK + stops * SLACK_STOP)
        breach(s, "table %s: %lld ms have passed before event %d, but the service worked %lld ms",
               t->table->id, (long long)passed, t->table->seq + 1,
               (long long)(at->most - t->last.most));
    if (passed < at->least - t->last.least - slack)
        breach(s,
               "table %s: only %lld ms have passed before event %d, but all was well for %lld ms",
               t->table->id, (long long)passed, t->table->seq + 1,
               (long long)(at->least - t->last.least));
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
