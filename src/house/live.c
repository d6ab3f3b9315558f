/* Tables in memory: reading, changing and storing them; what they do without a request; bots.
 *
 * A table in memory (struct live) is a copy of its events in the store. It is always in one of six
 * states:
 *
 *               +----------> GONE           there is no such table
 *               |
 *   (new) --> READING <----> RESTING        the store has failed: ask again after a pause
 *              |  ^            ^
 *              v  |            |
 *             FREE --------> STORING        an event was applied and waits for the store
 *              |  ^ <----------+
 *              v  |
 *            SERVING                        FREE, while waiting requests are tried
 *
 * Every change is an event: live_commit applies it to the copy at once and submits it to the store.
 * Until the store has answered, nothing of the table is sent, and requests wait in its queue. So no
 * client ever sees a change that a crash could undo. From STORING it goes back to
 *
 *   FREE     the events are durable. The session that asked is answered, and all who follow the
 *            table are told.
 *   READING  an event with the same number was stored before (JOB_TAKEN). The copy is dropped and
 *            read again. If that event is another node's, the request is tried again. If it is this
 *            one, because the store was asked twice after its first answer was lost, the request is
 *            answered.
 *   RESTING  the store has failed, and nobody knows whether the events are stored. The copy is
 *            dropped, the session is told, and after a pause the table is read again.
 *
 * Several nodes may share one store. When another node stores an event, live_news marks the copy as
 * `stale`, in whatever state it is; a stale copy is not used before the new events are read. If
 * nobody follows the table, that may take a while. The node that stored the last event does what is
 * due next (`mine`). Other nodes wait longer, by the grace time, and act only if that node does
 * not.
 *
 * live_settle decides what a table does next; call it after every change. */
#include "house/live.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/mind.h"
#include "core/catalog.h"
#include "house/follow.h"
#include "house/hall_private.h"
#include "house/lobby.h"
#include "house/opening.h"
#include "house/seal.h"
#include "house/session.h"
#include "house/workers.h"
#include "match/grow.h"

enum {
    KEEP_MS = 60000,
    HOUR_MS = 3600000,
    STALE_MS = 10000,
    RETRY_MS = 500,
    RESUME_MS = 5000, /* see hall.c */
    AHEAD_MS = 24 * HOUR_MS
};

static const struct clause clause_table = {"table", SAY("There is no such table.")};
const struct clause clause_store = {"store",
                                    SAY("The server could not read or save its data. Try again.")};

/* ---- Tables in memory ---- */

static struct lives *hall_bucket_of(struct hall *h, const char *id)
{
    return &h->bucket[text_hash(id) % BUCKETS];
}

struct live *live_known(struct hall *h, const char *id)
{
    struct live *l;
    LIST_FOREACH(l, hall_bucket_of(h, id), bucket)
        if (strcmp(l->id, id) == 0)
            break;
    return l;
}

static struct live *live_new(struct hall *h, const char *id)
{
    struct live *l = allocate(sizeof *l);
    l->hall = h;
    snprintf(l->id, sizeof l->id, "%s", id);
    l->due = INT64_MAX;
    TAILQ_INIT(&l->queue);
    LIST_INSERT_HEAD(hall_bucket_of(h, id), l, bucket);
    h->counts.tables++;
    return l;
}

/* A bot's choice of a move, computed from a view and random numbers, nothing else. */
struct thought {
    struct task task;
    struct live *live; /* NULL: the result is not needed any more */
    const struct game *game;
    int turn;
    char name[BOT_ID_BYTES];
    union state view;
    struct rng rng;
    struct move move;
    bool ready;
    int64_t begun; /* in the service's time */
};

/* The result is not needed any more. A task that still runs is freed when it is done. */
static void drop_thought(struct live *l)
{
    if (l->thought && l->thought->ready)
        free(l->thought);
    else if (l->thought) {
        l->thought->live = NULL;
        l->thought->task.dropped = true;
    }
    l->thought = NULL;
}

void live_free(struct live *l)
{
    LIST_REMOVE(l, bucket);
    lobby_forget(l);
    hall_schedule(l, INT64_MAX);
    drop_thought(l);
    table_free(l->table);
    if (l->taken)
        job_free(l->taken);
    l->hall->counts.tables--;
    free(l);
}

void live_wait(struct live *l, struct session *s)
{
    s->queued = l;
    TAILQ_INSERT_TAIL(&l->queue, s, queue);
}

bool live_occupied(const struct live *l)
{
    return l->stale || (l->state != LIVE_FREE && l->state != LIVE_SERVING);
}

/* Whether the event may change what the lobby shows. */
static bool is_news(const struct event *e)
{
    return e->type != EV_MOVE && e->type != EV_CHAT && e->type != EV_REMOVE;
}

/* ---- What comes next at a table ---- */

static void think(struct live *l);
static void live_read(struct live *l);

/* How long bots of a kind take for a move: so many times `bot_ms`. It depends on how long all of
 * them have thought before, and not on whether this bot has much to think about now: else the time
 * would tell others about its cards. It grows when a bot has thought for longer, and falls to what
 * was needed most in a window of answers. What a bot waits because others think is added (`late`).
 */
struct tempo {
    LIST_ENTRY(tempo) next;
    const struct game *game;
    char bot[BOT_ID_BYTES];
    int times;
    int most, count; /* what was needed most in this window of answers, and how many there were */
};

enum { TIMES_MAX = 64, WINDOW = 100 };

static struct tempo *tempo_of(const struct live *l)
{
    struct hall *h = l->hall;
    const struct game *game = l->table->settings.game;
    const char *bot = table_bot(l->table);
    struct tempo *t;
    LIST_FOREACH(t, &h->tempos, next)
        if (t->game == game && strcmp(t->bot, bot) == 0)
            return t;
    t = allocate(sizeof *t);
    *t = (struct tempo){.game = game, .times = 1};
    snprintf(t->bot, sizeof t->bot, "%s", bot);
    LIST_INSERT_HEAD(&h->tempos, t, next);
    return t;
}

void live_forget_tempos(struct hall *h)
{
    for (struct tempo *t; (t = LIST_FIRST(&h->tempos));) {
        LIST_REMOVE(t, next);
        free(t);
    }
}

/* A bot of this kind has chosen, after so many milliseconds. */
static void tempo_learn(struct tempo *t, int64_t took, int bot_ms)
{
    int64_t needed = bot_ms ? took / bot_ms + 1 : 1;
    int times = needed < TIMES_MAX ? (int)needed : TIMES_MAX;
    if (times > t->most)
        t->most = times;
    if (times > t->times)
        t->times = times;
    if (++t->count < WINDOW)
        return;
    t->times = t->most;
    t->most = t->count = 0;
}

/* Whether a bot moves for somebody who is away, while another person plays: otherwise, if nobody
 * followed the table, the one who is away could think without a clock. */
static bool is_substitute(const struct table *t)
{
    int actor = match_actor(t->match);
    for (int seat = 0; seat < t->settings.config.players; seat++)
        if (seat != actor && table_present(t, seat))
            return t->seat[actor].type == SEAT_PERSON;
    return false;
}

/* Whether the table's bots go on: somebody follows it, or waits for a substitute. A match that
 * nobody has followed for long is brought to its end. */
static bool is_running(const struct live *l)
{
    int64_t idle = l->hall->rules.idle_minutes * (int64_t)60000;
    return !LIST_EMPTY(&l->watches) || is_substitute(l->table) ||
           hall_time(l->hall) >= l->table->visited + idle;
}

/* When the bot that must move answers. */
static int64_t bot_due_of(const struct live *l)
{
    const struct hall_rules *rules = &l->hall->rules;
    if (!is_running(l))
        return l->table->visited + rules->idle_minutes * (int64_t)60000;
    int64_t times = rules->bot_ms ? tempo_of(l)->times + l->late : 0;
    return (l->thought ? l->thought->begun : l->table->since) + times * rules->bot_ms;
}

/* When time is up for a player, or for those who have not revealed their shares of the deal: not at
 * once after time has stood still. */
static int64_t deadline_of(const struct live *l)
{
    const struct table *t = l->table;
    int64_t due = seal_asked(t) ? seal_due(t) : table_due(t), first = l->hall->resumed + RESUME_MS;
    return due > first ? due : first;
}

/* When the table must act without a request. */
static int64_t due_of(const struct live *l)
{
    const struct table *t = l->table;
    const struct hall_rules *rules = &l->hall->rules;
    int64_t grace = l->mine ? 0 : rules->grace_ms;
    if (l->stale)
        return hall_time(l->hall) + STALE_MS;
    if (table_over(t))
        return !LIST_EMPTY(&l->watches) ? INT64_MAX : hall_time(l->hall) + KEEP_MS;
    if (!t->match && !seal_asked(t))
        return t->time + rules->waiting_hours * (int64_t)HOUR_MS + grace;
    return (t->match && table_bot(t) ? bot_due_of(l) : deadline_of(l)) + grace;
}

/* Takes the first session out of the queue. */
static struct session *queue_take(struct live *l)
{
    struct session *s = TAILQ_FIRST(&l->queue);
    TAILQ_REMOVE(&l->queue, s, queue);
    s->queued = NULL;
    return s;
}

static void refuse_waiting(struct live *l, const struct clause *clause)
{
    while (!TAILQ_EMPTY(&l->queue))
        session_settle(queue_take(l), clause);
}

/* Tries the requests of the queue until one of them changes the table. */
static void serve_waiting(struct live *l)
{
    l->state = LIVE_SERVING; /* a request may call live_settle, which then does nothing */
    while (!TAILQ_EMPTY(&l->queue) && !live_occupied(l))
        session_perform(queue_take(l));
    if (l->state == LIVE_SERVING)
        l->state = LIVE_FREE;
}

/* Frees a table that does not exist when nobody needs it any more. */
static void live_vanish(struct live *l)
{
    refuse_waiting(l, l->gone);
    for (struct watch *w; (w = LIST_FIRST(&l->watches));)
        watch_end(w);
    live_free(l);
}

/* A stale copy is read if anybody needs it; before the match, because the lobby shows it. */
static bool must_read(const struct live *l)
{
    return l->stale && (!LIST_EMPTY(&l->watches) || !TAILQ_EMPTY(&l->queue) || !l->table->match);
}

/* Serves the queue, sets when the table is due, and has a bot think. */
static void live_go_on(struct live *l)
{
    serve_waiting(l);
    if (l->state != LIVE_FREE)
        return;
    if (l->mine && !l->stale && table_bot(l->table) && is_running(l))
        think(l);
    hall_schedule(l, due_of(l));
}

void live_settle(struct live *l)
{
    if (l->hall->closing && l->state != LIVE_SERVING)
        while (!TAILQ_EMPTY(&l->queue))
            session_perform(queue_take(l)); /* it refuses the request */
    else if (l->state == LIVE_GONE)
        live_vanish(l);
    else if (l->state == LIVE_FREE && must_read(l))
        live_read(l);
    else if (l->state == LIVE_FREE)
        live_go_on(l);
}

static void notice_all(struct live *l)
{
    struct watch *w;
    LIST_FOREACH(w, &l->watches, table)
        watch_notice(w);
}

/* ---- Reading ---- */

/* The table of the job, without its events; NULL if its settings cannot be read. */
static struct table *table_of(const struct job *j)
{
    char buffer[256];
    struct out error;
    struct settings settings;
    out_init(&error, buffer, sizeof buffer);
    if (!table_id_good(j->table) || !settings_parse(slice_of(j->settings), &settings, &error))
        return NULL;
    return table_new(j->table, &settings, j->host, j->secret);
}

/* Names a table that cannot be read, once. */
static void complain(const struct live *l, int event)
{
    struct hall *h = l->hall;
    char buffer[64];
    struct out text;
    for (int i = 0; i < h->unreadable_count; i++)
        if (strcmp(h->unreadable[i], l->id) == 0)
            return;
    h->unreadable = grow(h->unreadable, h->unreadable_count, &h->unreadable_room,
                         sizeof *h->unreadable);
    memcpy(h->unreadable[h->unreadable_count++], l->id, sizeof l->id);
    out_init(&text, buffer, sizeof buffer);
    out_format(&text, "table=%s event=%d", l->id, event);
    h->world->complain(h->world->context, "table-unreadable", buffer);
}

/* Whether the event may be the next one. Its time cannot be earlier than that of the event before,
 * nor much later than the service's time. */
static bool is_next(const struct table *t, struct event *e, int64_t latest)
{
    return e->time >= t->time && e->time <= latest && !table_judge(t, e);
}

/* Applies events from the store. If one cannot be read or breaks the rules, the rules have changed
 * or somebody has changed the database: then the table is given up, and treated as if it did not
 * exist. */
static bool take_events(struct live *l, const struct job *j)
{
    const int64_t latest = hall_time(l->hall) + AHEAD_MS;
    bool sat = false;
    for (int i = 0; i < j->count; i++) {
        struct event *e = &j->events[i];
        if (!is_next(l->table, e, latest)) {
            complain(l, l->table->seq + 1);
            return false;
        }
        table_apply(l->table, e);
        sat |= is_news(e);
    }
    if (j->broken) {
        complain(l, j->broken);
        return false;
    }
    hall_advance(l->hall, l->table->time); /* another node may be ahead */
    if (sat || table_over(l->table))
        lobby_update(l);
    return true;
}

/* After a failure of the store: refuses the requests of the queue, and reads the table again after
 * a pause. */
static void live_rest(struct live *l)
{
    l->state = LIVE_RESTING;
    refuse_waiting(l, &clause_store);
    hall_schedule(l, hall_time(l->hall) + RETRY_MS);
}

static void live_lose(struct live *l, const struct clause *why)
{
    l->state = LIVE_GONE;
    l->gone = why;
}

/* Events were read: all of them, or those that the copy did not have. */
static void take_read(struct live *l, const struct job *j)
{
    bool whole = !l->table;
    l->state = LIVE_FREE;
    if (whole) {
        l->table = table_of(j);
        l->origin = j->origin;
    } else if (j->count) {
        l->mine = false;
    }
    if (!l->table)
        complain(l, 0);
    if (!l->table || !take_events(l, j))
        live_lose(l, &clause_table);
    else
        notice_all(l);
}

/* Answers the asker. If another node was faster, the request waits and is tried again. */
static void answer(struct live *l, enum job_result result)
{
    struct session *s = l->asker;
    l->asker = NULL;
    if (!s)
        return;
    s->queued = NULL;
    if (result == JOB_DONE && session_goes_on(s, l->id))
        session_perform(s);
    else if (result == JOB_DONE)
        session_settle(s, NULL);
    else if (result == JOB_TAKEN)
        live_wait(l, s);
    else
        session_settle(s, &clause_store);
}

/* Whether the store has what this node has submitted itself. */
static bool is_stored(const struct job *own, const struct job *read)
{
    int at = own->seq - read->seq;
    if (read->result != JOB_DONE)
        return false;
    if (own->type == JOB_OPEN)
        return memcmp(own->secret, read->secret, sizeof own->secret) == 0;
    return at < read->count && event_same(&own->events[0], &read->events[at]);
}

/* The table is read after new events were taken: answers the asker, or has the request tried again.
 */
static void settle_taken(struct live *l, const struct job *read)
{
    if (!l->taken)
        return;
    bool stored = l->state != LIVE_GONE && is_stored(l->taken, read);
    job_free(l->taken);
    l->taken = NULL;
    l->mine = stored || !l->hall->world->shared;
    answer(l, stored ? JOB_DONE : JOB_TAKEN);
}

static void table_read(struct job *j)
{
    struct live *l = j->owner;
    bool needed = l->table || !LIST_EMPTY(&l->watches) || l->stakes;
    hall_answered(l->hall, j);
    if (j->result == JOB_DONE)
        take_read(l, j);
    settle_taken(l, j);
    if (j->result == JOB_NONE)
        live_lose(l, &clause_table);
    else if (j->result == JOB_FAILED && needed)
        live_rest(l);
    else if (j->result == JOB_FAILED)
        live_lose(l, &clause_store);
    if (l->state == LIVE_GONE && j->result == JOB_FAILED)
        l->hall->missing = l->hall->world->shared; /* it was in the news */
    job_free(j);
    live_settle(l);
}

/* Reads the events that the store has and the copy does not. */
static void live_read(struct live *l)
{
    struct job *j = job_new(JOB_TABLE, table_read, l);
    memcpy(j->table, l->id, sizeof l->id);
    j->seq = l->table ? l->table->seq + 1 : 1;
    l->state = LIVE_READING;
    l->stale = false;
    drop_thought(l);
    hall_ask(l->hall, j);
}

struct live *live_find(struct hall *h, const char *id)
{
    struct live *l = live_known(h, id);
    if (l)
        return l;
    l = live_new(h, id);
    l->mine = !h->world->shared;
    live_read(l);
    return l;
}

void live_refresh(struct live *l)
{
    if (l->state == LIVE_RESTING || (l->state == LIVE_FREE && l->stale))
        live_read(l);
}

void live_news(struct live *l)
{
    if (l->state == LIVE_GONE)
        return;
    l->stale = true;
    live_settle(l);
}

void live_add(struct hall *h, const struct job *j)
{
    struct live *l = live_new(h, j->table);
    l->mine = !h->world->shared;
    l->state = LIVE_FREE;
    l->table = table_of(j);
    l->origin = j->origin;
    if (!l->table)
        complain(l, 0);
    if (l->table && take_events(l, j))
        hall_schedule(l, due_of(l));
    else
        live_free(l);
}

/* ---- Writing ---- */

static struct finish *finish_of(const struct table *t)
{
    struct finish *f = allocate(sizeof *f);
    int points[SEATS_MAX], ranks[SEATS_MAX];
    f->settings = t->settings;
    if (!t->match || t->closed || table_aborted(t))
        return f;
    f->hasty = table_hasty(t);
    f->rated = table_rated(t);
    match_scores(t->match, points, ranks);
    for (int seat = 0; seat < t->settings.config.players; seat++) {
        struct place *p = &f->place[seat];
        *p = (struct place){
            .player = t->seat[seat].player, .rank = ranks[seat], .points = points[seat]};
        memcpy(p->name, t->seat[seat].name, sizeof t->seat[seat].name);
    }
    return f;
}

/* Adds an event to the job and applies it. */
static void add_event(struct live *l, struct job *j, const struct event *e, int *room)
{
    j->events = grow(j->events, j->count, room, sizeof *j->events);
    struct event *added = &j->events[j->count++];
    *added = *e;
    added->time = hall_time(l->hall);
    if (added->time < l->table->time)
        added->time = l->table->time;
    table_apply(l->table, added);
}

/* Adds the event, and all events that follow from it. */
static void add_events(struct live *l, struct job *j, const struct event *first, int room)
{
    struct event e;
    bool was_over = table_over(l->table);
    add_event(l, j, first, &room);
    while (!event_aside(first->type) && table_next(l->table, &e))
        add_event(l, j, &e, &room);
    if (!was_over && table_over(l->table))
        j->finish = finish_of(l->table);
}

/* Drops a copy with events that are not in the store. */
static void drop_copy(struct live *l)
{
    table_free(l->table);
    l->table = NULL;
}

/* New events are stored. */
static void take_stored(struct live *l, const struct job *j)
{
    l->state = LIVE_FREE;
    l->mine = true;
    l->hall->counts.events += j->count;
    if (l->changing)
        lobby_update(l);
    answer(l, JOB_DONE);
    notice_all(l);
}

/* The store has answered to new events. */
static void stored(struct job *j)
{
    struct live *l = j->owner;
    hall_answered(l->hall, j);
    if (j->result == JOB_DONE) {
        take_stored(l, j);
    } else if (j->result == JOB_TAKEN) {
        l->hall->counts.conflicts++;
        drop_copy(l);
        l->taken = j;
        live_read(l);
        return;
    } else {
        drop_copy(l);
        answer(l, JOB_FAILED);
        live_rest(l);
    }
    job_free(j);
    live_settle(l);
}

/* Submits new events, which are already applied. A thought about an earlier turn is dropped. */
static void submit(struct live *l, struct job *j, struct session *asker)
{
    j->time = hall_date(l->hall);
    memcpy(j->table, l->id, sizeof l->id);
    l->state = LIVE_STORING;
    l->changing = is_news(&j->events[0]) || j->finish;
    l->asker = asker;
    if (asker)
        asker->queued = l;
    if (!l->thought || l->thought->turn != l->table->turn || !table_bot(l->table)) {
        l->late = 0;
        drop_thought(l);
    }
    hall_ask(l->hall, j);
}

void live_commit(struct live *l, const struct event *e, struct session *asker)
{
    struct job *j = job_new(JOB_APPEND, stored, l);
    j->seq = l->table->seq + 1;
    add_events(l, j, e, 0);
    submit(l, j, asker);
}

static void new_id(struct hall *h, char id[TABLE_ID_BYTES])
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz023456789";
    uint8_t bytes[TABLE_ID_BYTES];
    h->world->random(h->world->context, bytes, sizeof bytes);
    for (int i = 0; i < TABLE_ID_BYTES - 1; i++)
        id[i] = letters[bytes[i] % 32];
    id[TABLE_ID_BYTES - 1] = '\0';
}

/* Adds the events of those who sit at the table from the beginning. */
static void add_sitters(struct session *s, struct live *l, struct job *j, const struct opening *o,
                        int *room)
{
    for (int seat = 0; seat < o->settings->config.players; seat++) {
        bool you = strcmp(o->sitters[seat], "you") == 0;
        struct event e = {
            .type = you ? EV_SIT : EV_BOT,
            .seat = seat,
            .number = you ? sit_number(o->settings->rated && s->player.kept, s->player.kept) : 0,
            .player = s->player.id};
        if (strcmp(o->sitters[seat], "free") == 0)
            continue;
        if (you)
            seal_write(&e, s->player.name, o->seal);
        else
            snprintf(e.text, sizeof e.text, "%s", o->sitters[seat]);
        add_event(l, j, &e, room);
    }
}

/* Plays the first plies of the line that the new match continues, and then all forced moves. */
static void add_plies(struct live *l, struct job *j, const struct opening *o, int *room)
{
    struct event e;
    struct table *t = l->table;
    int seat;
    while (o->line && match_ply(t->match) < o->plies) {
        e = table_moving(t, match_move(o->line, match_ply(t->match) + 1, VIEW_ALL, &seat));
        add_event(l, j, &e, room);
    }
    while (table_next(t, &e))
        add_event(l, j, &e, room);
    if (table_over(t))
        j->finish = finish_of(t);
}

struct live *live_open(struct session *s, const struct opening *o, struct session *asker)
{
    char id[TABLE_ID_BYTES];
    struct out text;
    struct job *j = job_new(JOB_OPEN, stored, NULL);
    int room = 0;
    new_id(s->hall, id);
    struct live *l = live_new(s->hall, id);
    l->origin = s->origin;
    j->owner = l;
    j->seq = 1;
    j->host = s->player.id;
    j->origin = s->origin;
    if (o->secret)
        memcpy(j->secret, o->secret, sizeof j->secret);
    else
        s->hall->world->random(s->hall->world->context, j->secret, sizeof j->secret);
    out_init(&text, j->settings, sizeof j->settings);
    settings_print(o->settings, &text);
    l->table = table_new(id, o->settings, s->player.id, j->secret);
    add_sitters(s, l, j, o, &room);
    if (l->table->match)
        add_plies(l, j, o, &room);
    submit(l, j, asker);
    return l;
}

/* ---- Bots ---- */

static void thought_run(struct task *task)
{
    struct thought *t = (struct thought *)task;
    char buffer[256];
    struct out error;
    struct bot bot;
    out_init(&error, buffer, sizeof buffer);
    if (!bot_parse(t->game, t->name, &bot, &error))
        abort();
    struct mind *mind = mind_new(&bot, t->game);
    if (!mind)
        abort();
    t->move = mind_choose(mind, &t->view, &t->rng);
    mind_free(mind);
}

static void thought_done(struct task *task)
{
    struct thought *t = (struct thought *)task;
    struct live *l = t->live;
    t->ready = true;
    if (!l) {
        free(t);
        return;
    }
    if (!l->hall->rules.bot_ms)
        hall_schedule(l, 0);
}

/* Who plays on where nobody follows: a quick bot. */
static const char unwatched_bot[] = "greedy";

static void think(struct live *l)
{
    if (l->thought)
        return;
    struct thought *t = allocate(sizeof *t);
    *t = (struct thought){
        .task = {.run = thought_run, .done = thought_done},
        .live = l,
        .game = l->table->settings.game,
        .turn = l->table->turn,
        .begun = hall_time(l->hall),
    };
    bool looked_at = !LIST_EMPTY(&l->watches) || is_substitute(l->table);
    const char *bots = looked_at ? l->hall->rules.bots : unwatched_bot;
    snprintf(t->name, sizeof t->name, "%s", bots ? bots : table_bot(l->table));
    match_view(l->table->match, match_actor(l->table->match), &t->view);
    match_bot_rng(l->table->match, &t->rng);
    l->thought = t;
    workers_ask(l->hall, &t->task, l->origin, l->table->host);
}

/* If the bot has not chosen in time, it answers one `bot_ms` later. */
static void bot_due(struct live *l)
{
    struct table *t = l->table;
    const struct thought *chosen = l->thought;
    if (!chosen || !chosen->ready) {
        l->late += chosen != NULL;
        think(l);
        hall_schedule(l, due_of(l) > hall_time(l->hall) ? due_of(l) : hall_time(l->hall) + 1);
        return;
    }
    if (strcmp(chosen->name, table_bot(t)) == 0)
        tempo_learn(tempo_of(l), chosen->task.took, l->hall->rules.bot_ms);
    struct event e = table_moving(t, chosen->move);
    assert(!match_judge(t->match, e.seat, e.move));
    l->hall->counts.bot_moves++;
    live_commit(l, &e, NULL);
}

static void clock_due(struct live *l)
{
    const struct table *t = l->table;
    struct event e = table_timeout(t);
    e.time = hall_time(l->hall);
    assert(!table_judge(t, &e));
    l->hall->counts.timeouts++;
    live_commit(l, &e, NULL);
}

/* ---- Time ---- */

/* Whether a player has some time more: when this was planned, nobody knew that time would stand
 * still meanwhile. */
static bool is_early(const struct live *l)
{
    const struct table *t = l->table;
    bool waits = seal_asked(t) || (t->match && !table_over(t) && !table_bot(t));
    return waits && due_of(l) > hall_time(l->hall);
}

/* What a free table does when it is due. If another node should have done it, its grace time is
 * over. */
static void act(struct live *l)
{
    const struct table *t = l->table;
    const struct event waited = {.type = seal_asked(t) ? EV_DEAL : EV_CLOSE, .seat = SEAT_NONE};
    if (l->stale) {
        live_read(l);
        return;
    }
    if (is_early(l)) {
        hall_schedule(l, due_of(l));
        return;
    }
    l->mine = true;
    if (table_over(t) && LIST_EMPTY(&l->watches)) /* else somebody follows it again */
        live_free(l);
    else if (!table_over(t) && !t->match)
        live_commit(l, &waited, NULL);
    else if (!table_over(t) && table_bot(t))
        bot_due(l);
    else if (!table_over(t))
        clock_due(l);
}

void live_due(struct live *l)
{
    hall_schedule(l, INT64_MAX);
    if (l->state == LIVE_RESTING)
        live_read(l);
    else if (l->state == LIVE_FREE)
        act(l);
}
