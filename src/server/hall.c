/* The hall's tables: reading, changing and storing them; what is due when; bots; the lobby.
 *
 * A table in memory (struct live) is a copy of its events in the store. Every change is an event:
 * live_commit applies it to the copy at once and submits it to the store. Until the store has
 * answered, the table is `busy`: nothing of it is sent, and requests wait in its queue. So no
 * client ever sees a change that a crash could undo.
 *
 * Several nodes may share one store. The events of a table are numbered, and the store takes each
 * number only once. If two nodes act at the same time, the second one gets JOB_TAKEN: its copy is
 * `astray`, since it has an event that the store refused. The node reads the table again from its
 * first event and tries the request again. If another node stores an event, news() marks the copy
 * as `stale`, and the new events are read before the copy is used again.
 *
 * The node that stored the last event does what is due next (`mine`). Other nodes wait longer, by
 * the grace time, and act only if that node does not.
 *
 * Some things happen without a request: bots move, clocks run out, unused tables close or leave
 * memory. The tables for which such a time is set are in a heap, and hall_tick handles those whose
 * time has come. live_settle decides what a table does next; call it after every change. */
#include "server/hall.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bot.h"
#include "bots/mind.h"
#include "core/catalog.h"
#include "match/grow.h"
#include "match/secret.h"
#include "server/hall_private.h"
#include "server/log.h"
#include "server/session.h"

enum { KEEP_MS = 60000, SAVE_MS = 1000, HOUR_MS = 3600000, STALE_MS = 10000, RETRY_MS = 500 };

static const struct clause clause_table = {"table", SAY("There is no such table.")};
const struct clause clause_store = {"store",
                                    SAY("The server could not read or save its data. Try again.")};

int64_t hall_time(const struct hall *h)
{
    return h->now + h->offset;
}

int64_t world_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *allocate(size_t size)
{
    void *p = calloc(1, size);
    if (!p)
        abort();
    return p;
}

/* ---- What is due: a heap of tables, the earliest on top ---- */

static void heap_put(struct hall *h, int place, struct live *l)
{
    h->heap[place - 1] = l;
    l->place = place;
}

static void heap_up(struct hall *h, struct live *l)
{
    int place = l->place;
    for (; place > 1 && h->heap[place / 2 - 1]->due > l->due; place /= 2)
        heap_put(h, place, h->heap[place / 2 - 1]);
    heap_put(h, place, l);
}

static void heap_down(struct hall *h, struct live *l)
{
    int place = l->place;
    for (int child; (child = 2 * place) <= h->heap_count; place = child) {
        if (child < h->heap_count && h->heap[child]->due < h->heap[child - 1]->due)
            child++;
        if (h->heap[child - 1]->due >= l->due)
            break;
        heap_put(h, place, h->heap[child - 1]);
    }
    heap_put(h, place, l);
}

static void heap_remove(struct hall *h, struct live *l)
{
    if (!l->place)
        return;
    struct live *last = h->heap[--h->heap_count];
    int place = l->place;
    l->place = 0;
    if (last == l)
        return;
    heap_put(h, place, last);
    heap_up(h, last);
    heap_down(h, last);
}

/* Changes when the table is due, and its place in the heap. INT64_MAX takes it out of the heap. */
static void set_due(struct live *l, int64_t due)
{
    struct hall *h = l->hall;
    l->due = due;
    if (due == INT64_MAX) {
        heap_remove(h, l);
        return;
    }
    if (!l->place) {
        h->heap = grow(h->heap, h->heap_count, &h->heap_room, sizeof *h->heap);
        heap_put(h, ++h->heap_count, l);
    }
    heap_up(h, l);
    heap_down(h, l);
}

/* ---- Tables in memory ---- */

uint32_t text_hash(const char *text)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 16777619u;
    return hash;
}

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

/* ---- Stakes: which players have something to do at which tables ---- */

static void stakes_clear(struct live *l)
{
    for (; l->stakes; l->stakes--)
        LIST_REMOVE(&l->stake[l->stakes - 1], bucket);
}

static void stake_add(struct live *l, int64_t player, bool host)
{
    struct stake *s = &l->stake[l->stakes++];
    *s = (struct stake){.player = player, .host = host, .live = l};
    LIST_INSERT_HEAD(&l->hall->stakes[player_bucket(player)], s, bucket);
}

static void stakes_set(struct live *l)
{
    const struct table *t = l->table;
    stakes_clear(l);
    if (table_over(t))
        return;
    stake_add(l, t->host, true);
    for (int seat = 0; seat < t->settings.config.players; seat++)
        if (t->seat[seat].type == SEAT_PERSON)
            stake_add(l, t->seat[seat].player, false);
}

static void unlist(struct live *l)
{
    if (!l->listed)
        return;
    LIST_REMOVE(l, lobby);
    l->listed = 0;
}

/* A bot's choice of a move, computed in the pool from a view and random numbers, nothing else. */
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
};

/* The result is not needed any more. A task that still runs is freed when it is done. */
static void drop_thought(struct live *l)
{
    if (l->thought && l->thought->ready)
        free(l->thought);
    else if (l->thought)
        l->thought->live = NULL;
    l->thought = NULL;
}

static void live_free(struct live *l)
{
    struct hall *h = l->hall;
    LIST_REMOVE(l, bucket);
    if (l->listed > h->forgotten)
        h->forgotten = l->listed;
    unlist(l);
    stakes_clear(l);
    heap_remove(h, l);
    drop_thought(l);
    table_free(l->table);
    h->counts.tables--;
    free(l);
}

void live_wait(struct live *l, struct session *s)
{
    s->queued = l;
    TAILQ_INSERT_TAIL(&l->queue, s, queue);
}

bool live_occupied(const struct live *l)
{
    return l->busy || l->stale || l->astray || !l->table;
}

/* ---- The lobby ---- */

/* The seats have changed, or the table is over: updates the stakes, gives the table a new number in
 * the lobby, and tells the sessions that follow the lobby. A table that is over stays in the lobby
 * until it leaves memory, so that they learn of its end. */
static void list(struct live *l)
{
    struct hall *h = l->hall;
    bool was = l->listed;
    stakes_set(l);
    unlist(l);
    if (!l->table->settings.listed || (!was && table_over(l->table)))
        return;
    l->listed = ++h->listed;
    LIST_INSERT_HEAD(&h->lobby, l, lobby);
    struct session *s;
    LIST_FOREACH(s, &h->lobby_lookers, lobby_lookers)
        h->carrier->ready(s->link);
}

/* Whether the event may change what the lobby shows. */
static bool is_news(const struct event *e)
{
    return e->type != EV_MOVE && e->type != EV_CHAT;
}

/* ---- What comes next at a table ---- */

static void think(struct live *l);

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
    if (!t->match)
        return t->time + rules->waiting_hours * (int64_t)HOUR_MS + grace;
    if (table_bot(t))
        return t->since + (1 + l->late) * (int64_t)rules->bot_ms + grace;
    return table_due(t) + grace;
}

/* Takes the first session out of the queue. */
static struct session *queue_take(struct live *l)
{
    struct session *s = TAILQ_FIRST(&l->queue);
    TAILQ_REMOVE(&l->queue, s, queue);
    s->queued = NULL;
    return s;
}

/* Tries the requests of the queue until one of them makes the table busy again. */
static void serve_waiting(struct live *l)
{
    l->serving = true; /* a request may call live_settle, which then does nothing */
    while (!TAILQ_EMPTY(&l->queue) && (l->missing || l->hall->closing || !live_occupied(l))) {
        struct session *s = queue_take(l);
        if (l->missing)
            session_settle(s, l->missing);
        else
            session_perform(s); /* it refuses the request if the hall is closing */
    }
    l->serving = false;
}

static void refresh(struct live *l);

/* In this order: reads the table if it must, serves the queue, frees a missing table when nobody
 * needs it any more, sets when the table is due, has a bot think. */
void live_settle(struct live *l)
{
    if (l->busy || l->serving)
        return;
    if (l->hall->closing) {
        serve_waiting(l);
        return;
    }
    if (l->tired)
        return;
    bool wanted = !LIST_EMPTY(&l->watches) || !TAILQ_EMPTY(&l->queue);
    if (!l->missing && (l->astray || !l->table || (l->stale && (wanted || !l->table->match)))) {
        refresh(l);
        return;
    }
    serve_waiting(l);
    if (l->busy)
        return;
    if (l->missing) { /* session_unfollow settles the table again, until nobody follows it */
        if (!LIST_EMPTY(&l->watches))
            session_unfollow(LIST_FIRST(&l->watches)->session, l);
        else if (TAILQ_EMPTY(&l->queue))
            live_free(l);
        return;
    }
    set_due(l, due_of(l));
    if (l->mine && !l->stale && table_bot(l->table))
        think(l);
}

static void notice_all(struct live *l)
{
    struct watch *w;
    LIST_FOREACH(w, &l->watches, table)
        watch_notice(w);
}

/* ---- Reading ---- */

static void loaded(struct job *j);

/* After a failure of the store: refuses the requests of the queue, and reads the table again after
 * a pause. */
static void hall_rest(struct live *l)
{
    while (!TAILQ_EMPTY(&l->queue))
        session_settle(queue_take(l), &clause_store);
    l->stale = l->tired = true;
    set_due(l, hall_time(l->hall) + RETRY_MS);
}

/* Reads the events that the store has and the copy does not, or all of them. */
static void refresh(struct live *l)
{
    struct job *j = job_new(JOB_TABLE, loaded, l);
    memcpy(j->table, l->id, sizeof l->id);
    j->seq = l->table && !l->astray ? l->table->seq + 1 : 1;
    l->busy = true;
    l->stale = false;
    drop_thought(l);
    l->hall->on_their_way++;
    store_submit(l->hall->store, j);
}

/* The table of the job, without its events; NULL if its settings cannot be read. */
static struct table *table_of(const struct job *j)
{
    char buffer[256];
    struct out error;
    struct settings settings;
    out_init(&error, buffer, sizeof buffer);
    if (!settings_parse(slice_of(j->settings), &settings, &error))
        return NULL;
    return table_new(j->table, &settings, j->host, j->secret);
}

/* Applies events from the store. If one breaks the rules, the rules have changed or somebody has
 * changed the database: then the table is given up, and treated as if it did not exist. */
static void take_events(struct live *l, const struct job *j)
{
    bool sat = false;
    for (int i = 0; i < j->count; i++) {
        const struct event *e = &j->events[i];
        if (e->time > hall_time(l->hall)) /* the clock of another node may be ahead */
            l->hall->offset += e->time - hall_time(l->hall);
        if (table_judge(l->table, e)) {
            log_line(LOG_ERROR, "table-unreadable", "table=%s event=%d", l->id, l->table->seq + 1);
            table_free(l->table);
            l->table = NULL;
            l->missing = &clause_table;
            return;
        }
        table_apply(l->table, e);
        sat |= is_news(e);
    }
    if (sat || table_over(l->table))
        list(l);
}

/* A table was read, wholly or from its first missing event on. */
static void loaded(struct job *j)
{
    struct live *l = j->owner;
    bool whole = !l->table || l->astray;
    l->hall->on_their_way--;
    l->busy = false;
    if (j->result == JOB_DONE && whole) {
        table_free(l->table);
        l->table = table_of(j);
        l->astray = false;
    }
    l->missing = j->result == JOB_NONE || (j->result == JOB_DONE && !l->table) ? &clause_table
                                                                               : NULL;
    if (j->result == JOB_DONE && l->table) {
        if (j->count)
            l->mine = l->mine && whole;
        take_events(l, j);
        notice_all(l);
    } else if (j->result == JOB_FAILED) {
        l->hall->counts.failures++;
        l->missing = l->table ? NULL : &clause_store;
        if (l->table)
            hall_rest(l);
    }
    job_free(j);
    live_settle(l);
}

struct live *live_find(struct hall *h, const char *id)
{
    struct live *l = live_known(h, id);
    if (l)
        return l;
    l = live_new(h, id);
    l->mine = !store_shared(h->store);
    refresh(l);
    return l;
}

static void restored(const struct job *j, void *context)
{
    struct hall *h = context;
    struct live *l = live_new(h, j->table);
    l->mine = !store_shared(h->store);
    l->table = table_of(j);
    if (l->table)
        take_events(l, j);
    if (!l->table)
        live_free(l);
}

bool hall_restore(struct hall *h, int64_t now, struct out *error)
{
    h->now = h->saved = now;
    h->offset = store_time(h->store) - now;
    if (!store_restore(h->store, restored, h, error))
        return false;
    struct live *l;
    for (int i = 0; i < BUCKETS; i++)
        LIST_FOREACH(l, &h->bucket[i], bucket)
            set_due(l, due_of(l));
    return true;
}

/* ---- Writing ---- */

static struct finish *finish_of(const struct table *t)
{
    struct finish *f = allocate(sizeof *f);
    int points[SEATS_MAX], ranks[SEATS_MAX];
    f->settings = t->settings;
    f->rated = table_rated(t);
    if (!t->match)
        return f;
    match_scores(t->match, points, ranks);
    for (int seat = 0; seat < t->settings.config.players; seat++) {
        struct place *p = &f->place[seat];
        *p = (struct place){
            .player = t->seat[seat].player, .rank = ranks[seat], .points = points[seat]};
        memcpy(p->name, t->seat[seat].name, sizeof p->name);
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

/* The event that the server adds by itself, if any: a forced move, if everybody knows that it is
 * forced; or the end of a table whose match has not begun and where no person sits. */
static bool next_event(const struct table *t, struct event *e)
{
    struct move move;
    struct out text;
    *e = (struct event){.type = EV_MOVE};
    if (!t->match) {
        e->type = EV_CLOSE;
        e->seat = SEAT_NONE;
        for (int seat = 0; seat < t->settings.config.players; seat++)
            if (t->seat[seat].type == SEAT_PERSON)
                return false;
        return !t->closed;
    }
    if (match_over(t->match) || !match_forced(t->match, &move))
        return false;
    e->seat = match_actor(t->match);
    out_init(&text, e->text, sizeof e->text);
    move_print(t->settings.game->schema, move, &text);
    return true;
}

/* Adds the event, and all events that follow from it. */
static void add_events(struct live *l, struct job *j, const struct event *first, int room)
{
    struct event e;
    bool was_over = table_over(l->table);
    add_event(l, j, first, &room);
    while (first->type != EV_CHAT && first->type != EV_NEXT && next_event(l->table, &e))
        add_event(l, j, &e, &room);
    if (!was_over && table_over(l->table))
        j->finish = finish_of(l->table);
}

/* Answers the asker. If another node was faster, the request waits and is tried again when the
 * table has been read. */
static void answer(struct live *l, enum job_result result)
{
    struct session *s = l->asker;
    l->asker = NULL;
    if (!s)
        return;
    s->queued = NULL;
    if (result == JOB_DONE)
        session_settle(s, NULL);
    else if (result == JOB_TAKEN)
        live_wait(l, s);
    else
        session_settle(s, &clause_store);
}

/* The store has answered to new events: they are durable, or the copy is astray. */
static void appended(struct job *j)
{
    struct live *l = j->owner;
    struct hall *h = l->hall;
    h->on_their_way--;
    l->busy = false;
    if (j->result == JOB_DONE) {
        h->counts.events += j->count;
        l->mine = true;
        if (is_news(&j->events[0]) || j->finish)
            list(l);
    } else {
        *(j->result == JOB_TAKEN ? &h->counts.conflicts : &h->counts.failures) += 1;
        l->astray = true;
    }
    answer(l, j->result);
    if (j->result == JOB_DONE)
        notice_all(l);
    else if (j->result == JOB_FAILED)
        hall_rest(l);
    job_free(j);
    live_settle(l);
}

/* Submits new events, which are already applied. A thought about an earlier turn is dropped. */
static void submit(struct live *l, struct job *j, struct session *asker)
{
    j->time = world_time();
    memcpy(j->table, l->id, sizeof l->id);
    l->busy = true;
    l->asker = asker;
    if (asker)
        asker->queued = l;
    if (!l->thought || l->thought->turn != l->table->turn || !table_bot(l->table)) {
        l->late = 0;
        drop_thought(l);
    }
    l->hall->on_their_way++;
    store_submit(l->hall->store, j);
}

void live_commit(struct live *l, const struct event *e, struct session *asker)
{
    struct job *j = job_new(JOB_APPEND, appended, l);
    j->seq = l->table->seq + 1;
    add_events(l, j, e, 0);
    submit(l, j, asker);
}

static void new_id(char id[TABLE_ID_BYTES])
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz023456789";
    uint8_t bytes[TABLE_ID_BYTES];
    randombytes_buf(bytes, sizeof bytes);
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
        struct event e = {.type = you ? EV_SIT : EV_BOT,
                          .seat = seat,
                          .number = you && o->settings->rated,
                          .player = s->player.id};
        if (strcmp(o->sitters[seat], "free") == 0)
            continue;
        snprintf(e.text, sizeof e.text, "%s", you ? s->player.name : o->sitters[seat]);
        add_event(l, j, &e, room);
    }
}

/* Plays the first plies of the line that the new match continues, and then all forced moves. */
static void add_plies(struct live *l, struct job *j, const struct opening *o, int *room)
{
    struct event e;
    struct out text;
    struct table *t = l->table;
    while (o->line && match_ply(t->match) < o->plies) {
        e = (struct event){.type = EV_MOVE};
        struct move move = match_move(o->line, match_ply(t->match) + 1, VIEW_ALL, &e.seat);
        out_init(&text, e.text, sizeof e.text);
        move_print(t->settings.game->schema, move, &text);
        add_event(l, j, &e, room);
    }
    while (next_event(t, &e))
        add_event(l, j, &e, room);
    if (table_over(t))
        j->finish = finish_of(t);
}

struct live *live_open(struct session *s, const struct opening *o, struct session *asker)
{
    char id[TABLE_ID_BYTES];
    struct out text;
    struct job *j = job_new(JOB_OPEN, appended, NULL);
    int room = 0;
    new_id(id);
    struct live *l = live_new(s->hall, id);
    j->owner = l;
    j->seq = 1;
    j->host = s->player.id;
    if (o->secret)
        memcpy(j->secret, o->secret, sizeof j->secret);
    else
        secret_random(j->secret);
    out_init(&text, j->settings, sizeof j->settings);
    settings_print(o->settings, &text);
    l->table = table_new(id, o->settings, s->player.id, j->secret);
    if (!l->table)
        abort();
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
    if (!l)
        free(t);
    else if (!l->hall->rules.bot_ms)
        set_due(l, 0);
}

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
    };
    snprintf(t->name, sizeof t->name, "%s", table_bot(l->table));
    match_view(l->table->match, match_actor(l->table->match), &t->view);
    match_bot_rng(l->table->match, &t->rng);
    l->thought = t;
    pool_submit(l->hall->pool, &t->task);
}

/* A bot answers after a fixed time, or after a multiple of it if it thinks longer. So the time it
 * takes tells nothing about its cards. */
static void bot_due(struct live *l)
{
    struct table *t = l->table;
    if (!l->thought || !l->thought->ready) {
        l->late += l->thought != NULL;
        think(l);
        set_due(l, due_of(l) > hall_time(l->hall) ? due_of(l) : hall_time(l->hall) + 1);
        return;
    }
    struct event e = {.type = EV_MOVE, .seat = match_actor(t->match)};
    struct out text;
    out_init(&text, e.text, sizeof e.text);
    move_print(t->settings.game->schema, l->thought->move, &text);
    assert(!table_judge(t, &e));
    l->hall->counts.bot_moves++;
    live_commit(l, &e, NULL);
}

static void clock_due(struct live *l)
{
    const struct table *t = l->table;
    struct event e = {.type = t->settings.strict ? EV_RESIGN : EV_AWAY,
                      .seat = match_actor(t->match)};
    e.time = hall_time(l->hall);
    if (table_judge(t, &e))
        return;
    l->hall->counts.timeouts++;
    live_commit(l, &e, NULL);
}

/* ---- Time ---- */

/* Does what is due at the table. If another node should have done it, its grace time is over. */
static void handle_due(struct live *l)
{
    struct table *t = l->table;
    struct event close = {.type = EV_CLOSE, .seat = SEAT_NONE};
    set_due(l, INT64_MAX);
    if (l->busy)
        return;
    l->mine = true;
    l->tired = false;
    if (l->stale)
        refresh(l);
    else if (table_over(t) && !LIST_EMPTY(&l->watches)) /* somebody follows it again */
        return;
    else if (table_over(t))
        live_free(l);
    else if (!t->match)
        live_commit(l, &close, NULL);
    else if (table_bot(t))
        bot_due(l);
    else
        clock_due(l);
}

static void time_kept(struct job *j)
{
    struct hall *h = j->owner;
    h->saving = false;
    h->on_their_way--;
    if (j->result == JOB_DONE && j->time > hall_time(h))
        h->offset += j->time - hall_time(h);
    job_free(j);
}

static void hall_keep_time(struct hall *h)
{
    struct job *j = job_new(JOB_TIME, time_kept, h);
    j->time = hall_time(h);
    h->saving = true;
    h->saved = h->now;
    h->on_their_way++;
    store_submit(h->store, j);
}

int64_t hall_tick(struct hall *h, int64_t now)
{
    h->now = now;
    if (!h->saving && now - h->saved >= SAVE_MS)
        hall_keep_time(h);
    while (!h->closing && h->heap_count && h->heap[0]->due <= hall_time(h))
        handle_due(h->heap[0]);
    int64_t next = h->saved + SAVE_MS;
    if (h->heap_count && h->heap[0]->due - h->offset < next)
        next = h->heap[0]->due - h->offset;
    return next;
}

/* ---- The hall ---- */

/* Another node has changed the table; NULL: any table may have changed. A table that is not in
 * memory yet is read, since it may belong into the lobby. */
static void news(const char *id, void *context)
{
    struct hall *h = context;
    struct live *l = id ? live_known(h, id) : NULL;
    if (l && !l->missing) {
        l->stale = true;
        l->mine = false;
        live_settle(l);
    } else if (id) {
        live_find(h, id);
    }
    for (int i = 0; !id && i < BUCKETS; i++)
        for (struct live *next, *each = LIST_FIRST(&h->bucket[i]); each; each = next) {
            next = LIST_NEXT(each, bucket);
            each->stale = !each->missing;
            live_settle(each);
        }
}

void hall_deliver(struct hall *h)
{
    store_deliver(h->store, news, h);
    pool_deliver(h->pool);
}

struct hall *hall_new(struct store *store, struct pool *pool, const struct hall_rules *rules,
                      const struct carrier *carrier)
{
    struct hall *h = allocate(sizeof *h);
    h->store = store;
    h->pool = pool;
    h->rules = *rules;
    h->carrier = carrier;
    h->listed = 1;
    return h;
}

void hall_free(struct hall *h)
{
    for (int i = 0; i < BUCKETS; i++)
        while (!LIST_EMPTY(&h->bucket[i]))
            /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): live_free takes it out of the list */
            live_free(LIST_FIRST(&h->bucket[i]));
    free(h->heap);
    free(h);
}

void hall_close(struct hall *h)
{
    h->closing = true;
    hall_keep_time(h);
    struct session *s;
    LIST_FOREACH(s, &h->sessions, all)
        h->carrier->ready(s->link);
}

bool hall_quiet(const struct hall *h)
{
    return h->on_their_way == 0;
}

bool hall_match(struct hall *h, const char *table, bool read, struct match **match)
{
    struct live *l = live_known(h, table);
    *match = NULL;
    if (!l && read && table_id_good(table))
        l = live_find(h, table);
    if (!l || l->missing)
        return true;
    if (live_occupied(l))
        return false;
    if (l->table->match && (l->table->settings.watched || match_over(l->table->match)))
        *match = l->table->match;
    return true;
}

const struct hall_counts *hall_counts(const struct hall *h)
{
    return &h->counts;
}
