/* The laws of what the store takes, of the copies of it in memory, and of the end. The truth about
 * a table is made from its events in the store, by the same rules. */

#include "sim/laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house/hall_private.h"
#include "house/live.h"
#include "match/grow.h"
#include "sim/laws_time.h"
#include "sim/queue.h"

enum {
    FRESH_MS = 5 * SECOND,  /* until a copy that somebody follows has a new event */
    NEWS_MS = 10 * SECOND,  /* until all nodes know a new table */
    MEMORY_MS = 2 * MINUTE, /* a table that nobody needs leaves memory within this time */
    TOLD_MS = 2 * MINUTE,   /* until a client knows that a table is over */
};

/* ---- Truth ---- */

struct truth *truth_find(const struct sim *s, const char *id)
{
    struct truth *t;
    LIST_FOREACH(t, &s->truths, next)
        if (strcmp(t->table->id, id) == 0)
            return t;
    return NULL;
}

static struct truth *truth_new(struct sim *s, const struct job *j)
{
    char reason[256];
    struct out error;
    struct settings settings;
    out_init(&error, reason, sizeof reason);
    if (!settings_parse(slice_of(j->settings), &settings, &error)) {
        breach(s, "table %s has settings that cannot be read: %s", j->table, reason);
        return NULL;
    }
    struct truth *t = allocate(sizeof *t);
    t->table = table_new(j->table, &settings, j->host, j->secret);
    LIST_INSERT_HEAD(&s->truths, t, next);
    s->counts.tables++;
    return t;
}

/* The server moves only for a bot, for a player whom a bot stands in for, or if the move is forced.
 * So a bot that acts twice is found: its second move would be the next player's. A table that
 * continues a match opens with moves of the server. */
static bool may_move(const struct table *t, const struct event *e)
{
    struct move forced;
    return e->type != EV_MOVE || e->player || table_bot(t) || match_forced(t->match, &forced);
}

static struct deed deed_of(const struct event *e)
{
    const char *words = e->type == EV_CHAT ? strchr(e->text, '\t') : NULL;
    return (struct deed){.type = e->type,
                         .number = e->number,
                         .player = e->player,
                         .text = text_hash(words ? words + 1 : e->text)};
}

/* Whether the line of chat is stored already. No client says a line twice. */
static bool is_repeated(const struct truth *t, const struct deed *line)
{
    for (int i = 0; i < t->table->seq; i++)
        if (t->deeds[i].type == EV_CHAT && t->deeds[i].player == line->player &&
            t->deeds[i].text == line->text)
            return true;
    return false;
}

static void truth_take(struct sim *s, struct truth *t, const struct event *stored, bool opening)
{
    struct event e = *stored;
    if (e.time < t->table->time) {
        breach(s, "table %s: the time of event %d goes back", t->table->id, t->table->seq + 1);
        return;
    }
    const struct clause *against = table_judge(t->table, &e);
    if (against) {
        breach(s, "table %s: event %d (%s '%s' of seat %d by player %lld) is against the rule '%s'",
               t->table->id, t->table->seq + 1, event_name(e.type), e.text, e.seat,
               (long long)e.player, against->id);
        return;
    }
    if (!opening && !may_move(t->table, &e)) {
        breach(s, "table %s: event %d is a move of the server, but seat %d decides", t->table->id,
               t->table->seq + 1, e.seat);
        return;
    }
    t->deeds = grow(t->deeds, t->table->seq, &t->deed_room, sizeof *t->deeds);
    t->deeds[t->table->seq] = deed_of(&e);
    if (e.type == EV_CHAT && is_repeated(t, &t->deeds[t->table->seq]))
        breach(s, "table %s: event %d is a line of chat that is stored already", t->table->id,
               t->table->seq + 1);
    truth_apply(s, t, &e);
    s->counts.moves += e.type == EV_MOVE;
    s->counts.shares += e.type == EV_REVEAL;
    s->counts.missing += e.type == EV_DEAL;
}

void laws_stored(struct sim *s, const struct job *j, const struct stamp *at)
{
    struct truth *t = truth_find(s, j->table);
    if (j->type == JOB_OPEN && !t)
        t = truth_new(s, j);
    else if (j->type == JOB_OPEN || !t)
        breach(s, "table %s was opened twice, or not at all", j->table);
    if (s->failed || !t)
        return;
    if (j->seq != t->table->seq + 1) {
        breach(s, "table %s: event %d was stored after event %d", j->table, j->seq, t->table->seq);
        return;
    }
    bool was_over = table_over(t->table);
    time_check(s, t, j, at);
    time_check_end(s, t, &j->events[0], at);
    for (int i = 0; i < j->count && !s->failed; i++)
        truth_take(s, t, &j->events[i], j->type == JOB_OPEN);
    t->last = *at;
    t->stored = s->now;
    bool over = table_over(t->table);
    if (over && !was_over)
        t->over = s->now;
    s->counts.matches += over && !was_over && t->table->match;
    s->counts.rated += over && !was_over && table_rated(t->table) && !table_aborted(t->table);
    if ((over && !was_over) != (j->finish != NULL))
        breach(s, "table %s: its end was not stored with its last event", j->table);
}

struct table *truth_at(struct sim *s, const struct truth *t, int seq)
{
    struct job *j = job_new(JOB_TABLE, NULL, NULL);
    memcpy(j->table, t->table->id, sizeof j->table);
    j->seq = 1;
    memory_perform(s->memory, j);
    struct table *then = table_new(j->table, &t->table->settings, j->host, j->secret);
    for (int i = 0; i < seq && i < j->count; i++)
        if (!table_judge(then, &j->events[i]))
            table_apply(then, &j->events[i]);
    job_free(j);
    return then;
}

/* ---- Copies ---- */

/* What everybody is told of the table: who sits where, who is away, what is asked, the result. */
static bool same_message(const struct table *a, const struct table *b)
{
    static char text[2][OUT_BYTES];
    const struct onlooker who = {.viewer = VIEW_PUBLIC};
    struct out o, p;
    out_init(&o, text[0], sizeof text[0]);
    out_init(&p, text[1], sizeof text[1]);
    wire_table(a, &who, 0, &o);
    wire_table(b, &who, 0, &p);
    return strcmp(text[0], text[1]) == 0;
}

static bool same_seats(const struct table *a, const struct table *b)
{
    for (int i = 0; i < a->settings.config.players; i++) {
        const struct seat *x = &a->seat[i], *y = &b->seat[i];
        if (x->player != y->player || x->late != y->late || x->lapses != y->lapses ||
            x->shown != y->shown)
            return false;
    }
    return true;
}

static bool same_table(const struct table *a, const struct table *b)
{
    if (a->turn != b->turn || a->time != b->time || a->closed != b->closed ||
        a->asked != b->asked || a->lost != b->lost || a->back_to != b->back_to ||
        a->consent != b->consent || a->lines != b->lines || a->stops != b->stops ||
        a->removals != b->removals || !same_seats(a, b) || !a->match != !b->match)
        return false;
    if (!a->match)
        return true;
    union state x, y;
    match_view(a->match, VIEW_PUBLIC, &x);
    match_view(b->match, VIEW_PUBLIC, &y);
    return match_ply(a->match) == match_ply(b->match) &&
           memcmp(match_key(a->match), match_key(b->match), SECRET_BYTES) == 0 &&
           a->clocks.running == b->clocks.running && a->clocks.since == b->clocks.since &&
           memcmp(a->clocks.left, b->clocks.left, sizeof a->clocks.left) == 0 &&
           memcmp(&x, &y, a->settings.game->schema->size) == 0;
}

void copy_compare(struct sim *s, const struct node *n, const struct live *l, bool message)
{
    if (!l || l->state != LIVE_FREE)
        return;
    const struct truth *t = truth_find(s, l->id);
    if (!t || l->table->seq > t->table->seq)
        breach(s, "node %d has events of table %s that are not stored", n->index, l->id);
    else if (l->table->seq == t->table->seq &&
             (!same_table(l->table, t->table) || (message && !same_message(l->table, t->table))))
        breach(s, "node %d has another copy of table %s than the store", n->index, l->id);
}

/* ---- Memory ---- */

/* What a session holds has a bound, whatever its client does: it takes no request if it owes so
 * much, so only the last reply can exceed that. */
static void check_session(struct sim *s, const struct node *n, const struct session *session)
{
    size_t bytes = 0, last = 0;
    const struct reply *r;
    STAILQ_FOREACH(r, &session->replies, next) {
        last = r->length;
        bytes += last;
    }
    if (bytes != session->owed || bytes - last >= OWED_MAX)
        breach(s, "node %d has replies of %zu bytes for one client, and has counted %zu", n->index,
               bytes, session->owed);
}

/* A table stays in memory only while somebody follows it, or it has something to do. A node that
 * closes does not care any more. */
static void check_live(struct sim *s, const struct node *n, const struct live *l)
{
    if (!n->closing && l->state == LIVE_FREE && TAILQ_EMPTY(&l->queue) && LIST_EMPTY(&l->watches) &&
        l->due > hall_time(n->hall) + MEMORY_MS && (table_over(l->table) || l->due == INT64_MAX))
        breach(s, "node %d keeps table %s in memory, but nobody needs it", n->index, l->id);
}

/* Whoever follows a table is not left behind: they wait for news. */
static void check_fresh(struct sim *s, const struct node *n, const struct live *l)
{
    const struct truth *t = truth_find(s, l->id);
    bool calm = s->now > s->calm + MINUTE, well = s->now > s->last_trouble;
    bool known = calm ? l->state != LIVE_GONE : l->state == LIVE_FREE;
    if (!t || !well || !known || LIST_EMPTY(&l->watches))
        return;
    if ((!l->table || l->table->seq < t->table->seq) && s->now - t->stored > FRESH_MS)
        breach(s, "node %d does not read event %d of table %s, which somebody follows", n->index,
               t->table->seq, l->id);
}

static void check_memory(struct sim *s, const struct node *n)
{
    const struct hall *h = n->hall;
    const struct session *session;
    const struct link *link;
    int64_t sessions = 0, links = 0;
    LIST_FOREACH(session, &h->sessions, all) {
        sessions++;
        check_session(s, n, session);
    }
    LIST_FOREACH(link, &s->links, all)
        links += link->node == n && link->session;
    if (sessions != links || sessions != h->counts.sessions)
        breach(s, "node %d has %lld sessions, but %lld connections", n->index, (long long)sessions,
               (long long)links);
    if (h->heap_count > h->counts.tables)
        breach(s, "node %d has more tables that are due than tables", n->index);
}

/* When nothing has gone wrong for a while, every node knows every open table. */
static void check_known(struct sim *s)
{
    const struct truth *t;
    LIST_FOREACH(t, &s->truths, next)
        for (int i = 0; i < NODES; i++)
            if (!table_over(t->table) && s->passing.most - t->last.most > NEWS_MS &&
                s->node[i].up && !s->node[i].closing && !live_known(s->node[i].hall, t->table->id))
                breach(s, "node %d does not know the open table %s", i, t->table->id);
}

void laws_compare(struct sim *s)
{
    if (s->now > s->last_trouble + MINUTE)
        check_known(s);
    for (int i = 0; i < NODES; i++) {
        const struct live *l;
        const struct node *n = &s->node[i];
        if (!n->up)
            continue;
        check_memory(s, n);
        for (int bucket = 0; bucket < BUCKETS; bucket++)
            LIST_FOREACH(l, &n->hall->bucket[bucket], bucket) {
                copy_compare(s, n, l, true);
                check_live(s, n, l);
                check_fresh(s, n, l);
            }
    }
}

/* Whether the store may delete the table: it was closed before its match, or the match does not
 * count. */
static bool may_go(const struct table *t)
{
    return t->closed || table_aborted(t);
}

void laws_refused(struct sim *s, const struct client *c, const char *table)
{
    const struct truth *t = truth_find(s, table);
    if (t && !may_go(t->table))
        breach(s, "client %d is told that there is no table %s, but the store has it", c->index,
               table);
}

void laws_tidied(struct sim *s)
{
    const struct truth *t;
    LIST_FOREACH(t, &s->truths, next) {
        struct job *j = job_new(JOB_TABLE, NULL, NULL);
        memcpy(j->table, t->table->id, sizeof j->table);
        j->seq = t->table->seq;
        memory_perform(s->memory, j);
        if (!may_go(t->table) && (j->result != JOB_DONE || j->count != 1))
            breach(s, "table %s was deleted", t->table->id);
        job_free(j);
    }
}

static int64_t latest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

void laws_told(struct sim *s, const struct client *c)
{
    for (int i = 0; i < SLOTS && c->link && c->greeted; i++) {
        const struct slot *slot = &c->slot[i];
        const struct truth *t = slot->since ? truth_find(s, slot->table) : NULL;
        if (!t || !t->over || (slot->over && slot->ended))
            continue;
        int64_t from = latest(s->calm + TOLD_MS, latest(slot->since, t->over));
        if (s->now - from > TOLD_MS)
            breach(s, "client %d was not %s table %s, which is over", c->index,
                   slot->over ? "sent the last view of" : "told the end of", slot->table);
    }
}

/* ---- The end ---- */

static void check_node(struct sim *s, const struct node *n)
{
    if (!n->up)
        return;
    const struct hall_counts *c = hall_counts(n->hall);
    if (n->hall->on_their_way > n->hall->saving)
        breach(s, "node %d still waits for the store", n->index);
    const struct live *l = NULL;
    for (int i = 0; i < BUCKETS && !l; i++)
        l = LIST_FIRST(&n->hall->bucket[i]);
    if (l)
        breach(s,
               "node %d still has %lld tables in memory, one of them %s: state %d, event %d, "
               "stale %d, watched %d, due in %lld s",
               n->index, (long long)c->tables, l->id, l->state, l->table ? l->table->seq : 0,
               l->stale, !LIST_EMPTY(&l->watches),
               (long long)(l->due == INT64_MAX ? -1 : (l->due - hall_time(n->hall)) / SECOND));
}

void laws_end(struct sim *s)
{
    const struct truth *t;
    LIST_FOREACH(t, &s->truths, next)
        if (!table_over(t->table))
            breach(s, "table %s has not come to its end; its last event was %lld s ago",
                   t->table->id, (long long)((s->passing.most - t->last.most) / SECOND));
    for (int i = 0; i < s->clients; i++)
        for (int k = 0; k < PENDING; k++)
            if (s->client[i].pending[k].ref)
                breach(s, "a request of client %d ('%s') was not answered", i,
                       request_name(s->client[i].pending[k].type));
    for (int i = 0; i < NODES; i++)
        check_node(s, &s->node[i]);
}

void laws_free(struct sim *s)
{
    for (struct truth *t; (t = LIST_FIRST(&s->truths));) {
        LIST_REMOVE(t, next);
        table_free(t->table);
        free(t->deeds);
        free(t->decisions);
        free(t);
    }
}
