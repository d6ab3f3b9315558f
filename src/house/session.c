/* Sessions: what connected clients ask for, and what they are sent.
 *
 * A session handles one request at a time; the next one is read when it is answered. A function for
 * a request returns the clause that refuses it, or NULL if it is answered or will be. Until then it
 * waits in exactly one place: in the queue of a table (`queued`), at the store as the request of a
 * table (`asker`), as the session's own job or hint, or until time goes on (`halted`). Each of
 * these knows the session, so session_free must cut all of these ties.
 *
 * What a session follows (tables, the lobby) is not queued as messages. A watch remembers what the
 * client has, and session_next writes what is missing when the connection can take it: the present
 * state, and the log and chat since then. So a slow connection costs no memory.
 *
 * All answers are written into one static buffer, so each must be queued (reply) before the next
 * one begins. */
#include "house/session.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/advisor.h"
#include "core/catalog.h"
#include "core/json_out.h"
#include "game/languages.h"
#include "game/why.h"
#include "house/account.h"
#include "house/hall_private.h"
#include "house/live.h"
#include "house/people.h"
#include "house/seal.h"
#include "house/workers.h"
#include "match/grow.h"
#include "match/record.h"
#include "match/secret.h"

enum {
    LOBBY_MAX = 200, /* tables in a message */
    SPECTATORS_MAX = 100,
    OPENINGS = 3,          /* times the open tables of a player may be opened at once */
    OPENINGS_MS = 2000,    /* after this time one more */
    PLIES_OF_OPENING = 50, /* of a match that is continued cost as much as a table */
    LINES_MS = 3000,       /* after this time one more line of chat */
};

static const double HINT_BUDGET = 0.125; /* of the advisor's usual work for a move */

static_assert(WATCHES_MAX == 16, "clause_watches names this number");

static const struct clause clause_hello = {"hello", SAY("Say hello first.")};
static const struct clause clause_watches = {
    "watches", SAY("You already follow 16 tables. Leave one of them first.")};
static const struct clause clause_tables = {
    "tables", SAY("You have too many open tables. Finish or close one first.")};
static const struct clause clause_openings = {
    "openings", SAY("You have opened many tables in a short time. Try again in a minute.")};
static const struct clause clause_chatty = {
    "chatty", SAY("You have written many lines in a short time. Try again in a few seconds.")};
static const struct clause clause_large = {"large", SAY("This record is too long to send.")};
const struct clause clause_follow = {"follow", SAY("Follow the table first, with watch.")};
static const struct clause clause_full = {"full", SAY("No seat is free.")};
static const struct clause clause_stale = {
    "stale", SAY("The match has moved on. Here is the current position.")};
static const struct clause clause_not_yours = {"yours", SAY("You have no seat at this table.")};
static const struct clause clause_no_ply = {
    "ply", SAY("This position does not exist, or you are not allowed to see it.")};
static const struct clause clause_decided = {
    "decided", SAY("Nothing is left to decide after this position. Choose an earlier one.")};
const struct clause clause_player = {"player", SAY("There is no such player.")};
static const struct clause clause_thing = {"thing", SAY("There is no such thing in this game.")};
static const struct clause clause_closing = {
    "closing", SAY("The server is about to stop. Come back in a moment.")};

/* ---- Replies ---- */

static char buffer[OUT_BYTES]; /* only one thread runs the loop */

/* Queues a copy of the message. */
static void queue_reply(struct session *s, const struct out *o)
{
    struct reply *r = allocate(sizeof *r + o->used + 1);
    r->length = o->used;
    memcpy(r->text, o->text, o->used + 1);
    STAILQ_INSERT_TAIL(&s->replies, r, next);
    s->owed += r->length;
    s->hall->world->ready(s->link);
}

/* The request has been answered; the next one can come. */
static void release(struct session *s)
{
    if (!s->busy)
        return;
    s->busy = false;
    explicit_bzero(s->request.secret, sizeof s->request.secret);
    explicit_bzero(s->request.digits, sizeof s->request.digits);
    if (s->owed < OWED_MAX)
        s->hall->world->resume(s->link);
}

/* Queues a copy of the message as the answer to the request. */
static void reply(struct session *s, const struct out *o)
{
    queue_reply(s, o);
    release(s);
}

/* A reply may hold a token. */
static void reply_free(struct reply *r)
{
    explicit_bzero(r->text, r->length);
    free(r);
}

/* Has the message written in the session's language. */
static void session_speak(const struct session *s, struct out *o)
{
    o->catalog = s->catalog;
    o->marks = s->marks;
}

void session_listen(struct session *s)
{
    s->catalog = language_find(s->request.language);
    s->marks = s->request.marks;
}

struct out session_answer(const struct session *s, const char *type)
{
    struct out o;
    out_init(&o, buffer, sizeof buffer);
    session_speak(s, &o);
    wire_begin(&o, type, s->request.ref);
    return o;
}

void session_answered(struct session *s, struct out *o)
{
    json_object_end(o);
    reply(s, o);
}

/* The session's language, with the words of the game at the table that the request names. */
static const struct catalog *catalog_here(const struct session *s)
{
    const struct live *l = live_known(s->hall, s->request.table);
    return l && l->table ? language_of_game(s->catalog, l->table->settings.game) : s->catalog;
}

static void session_refuse(struct session *s, const char *clause, const char *sentence)
{
    const struct request *r = &s->request;
    struct out o = session_answer(s, "refused");
    s->hall->counts.refusals++;
    if (r->type != REQ_TYPES)
        json_member_text(&o, "request", request_name(r->type));
    if (r->table[0])
        json_member_text(&o, "table", r->table);
    json_member_text(&o, "clause", clause);
    json_member_text(&o, "text", catalog_find(catalog_here(s), sentence));
    session_answered(s, &o);
}

void session_settle(struct session *s, const struct clause *clause)
{
    bool created = s->created[0];
    struct out o = session_answer(s, created ? "created" : "done");
    if (created)
        json_member_text(&o, "table", s->created);
    s->created[0] = '\0';
    if (clause)
        session_refuse(s, clause->id, clause->sentence);
    else if (created || s->request.ref >= 0)
        session_answered(s, &o);
    else
        release(s);
}

/* ---- Following tables ---- */

static struct watch *watch_of(const struct session *s, const struct live *l)
{
    for (int i = 0; i < s->watches; i++)
        if (s->watch[i]->live == l)
            return s->watch[i];
    return NULL;
}

bool session_follows(const struct session *s, const struct live *l)
{
    return watch_of(s, l);
}

/* A client that knows all events up to `since` has only the chat that it could read then. It has
 * nothing of what it may not read, and will need all of it: those who sit down at a table without
 * spectators, what players have said; and players, after the match, what spectators have said.
 * Whether they have sat down since, or the match was over, is known only if nothing has changed. */
static void watch_chat(struct watch *w, const struct table *t, int since)
{
    bool seated = t && table_seat(t, w->session->player.id) != SEAT_NONE;
    bool same = t && since >= t->changed;
    w->chatted = !t || t->settings.watched || (seated && same) ? since : 0;
    w->overheard = !seated || (table_over(t) && same) ? since : 0;
}

static void session_follow(struct session *s, struct live *l, int since, int seat)
{
    struct watch *w = watch_of(s, l);
    if (!w) {
        w = allocate(sizeof *w);
        w->session = s;
        w->live = l;
        LIST_INSERT_HEAD(&l->watches, w, table);
        s->watch[s->watches++] = w;
    }
    w->seat = seat;
    w->known = w->told = since;
    watch_chat(w, l->table, since);
    w->ply = l->table ? table_since(l->table, since) : 0;
    w->table_due = w->view_due = true;
    s->hall->world->ready(s->link);
    live_settle(l); /* bots play only while somebody follows */
}

static void drop_watch(struct session *s, struct watch *w)
{
    LIST_REMOVE(w, table);
    for (int i = 0; i < s->watches; i++)
        if (s->watch[i] == w)
            s->watch[i] = s->watch[--s->watches];
    free(w);
}

void watch_end(struct watch *w)
{
    struct session *s = w->session;
    struct out o;
    out_init(&o, buffer, sizeof buffer);
    session_speak(s, &o);
    wire_removed(w->live->id, w->live->gone, &o);
    queue_reply(s, &o);
    drop_watch(s, w);
}

/* This may free the table. */
void session_unfollow(struct session *s, struct live *l)
{
    struct watch *w = watch_of(s, l);
    if (!w)
        return;
    drop_watch(s, w);
    live_settle(l);
}

void watch_notice(struct watch *w)
{
    const struct table *t = w->live->table;
    if (t && w->told >= t->seq && !w->table_due && !w->view_due)
        return;
    w->session->hall->world->ready(w->session->link);
}

/* As whom the session sees the table: its own seat; else the seat that it wishes to watch, if the
 * seat shows its cards; else the public. */
static struct onlooker onlooker_of(const struct session *s, const struct table *t, int wish)
{
    int seat = table_seat(t, s->player.id);
    struct onlooker who = {.viewer = VIEW_PUBLIC,
                           .seated = seat != SEAT_NONE,
                           .notation = s->notation,
                           .muted = s->muted};
    if (who.seated)
        who.viewer = seat;
    else if (wish >= 0 && wish < t->settings.config.players && t->seat[wish].shown)
        who.viewer = wish;
    return who;
}

/* Marks what the events since the last call have changed as due. If moves were taken back, the log
 * is due from the earliest of them. */
static void catch_up(struct watch *w)
{
    const struct table *t = w->live->table;
    if (w->known >= t->seq)
        return;
    w->table_due |= t->changed > w->known;
    w->view_due |= t->shown > w->known || t->changed > w->known;
    int since = table_since(t, w->known);
    if (since < w->ply)
        w->ply = since;
    w->known = t->seq;
}

/* Writes the view, or first a part of the log if it is too long for one message. */
static bool view_next(struct watch *w, const struct onlooker *who, struct out *o)
{
    struct table *t = w->live->table;
    w->view_due = false;
    int last = match_ply(t->match);
    if (w->ply > last)
        w->ply = last;
    if (last - w->ply > LOG_MAX) {
        wire_past(t, who, w->ply, w->ply + LOG_MAX, o);
        w->ply += LOG_MAX;
        w->view_due = true;
        return true;
    }
    wire_view(t, who, w->ply, hall_time(w->live->hall), o);
    w->ply = last;
    return true;
}

/* Writes the next message about the table: first the table, then the chat, last the view. The `id`
 * of a message counts an event only if nothing about it is still to be sent. So a client that is
 * cut off between two messages asks for the second one again when it comes back. */
static bool watch_next(struct watch *w, struct out *o)
{
    struct live *l = w->live;
    if (live_occupied(l))
        return false;
    struct table *t = l->table;
    struct onlooker who = onlooker_of(w->session, t, w->seat);
    if (table_removed(t, w->session->player.id)) {
        wire_removed(t->id, &clause_removed, o);
        session_unfollow(w->session, l);
        return true;
    }
    catch_up(w);
    bool shut = table_shut(t, who.seated); /* possible if they came before the match began */
    bool chat = table_heard(t, who.seated) && wire_has_chat(t, &who, w->chatted, w->overheard),
         view = !shut && w->view_due && t->match;
    if (!chat && !view && !shut)
        w->told = t->seq;
    if (w->table_due) {
        w->table_due = false;
        wire_table(t, &who, w->told, o);
        return true;
    }
    if (chat) {
        w->told = view ? w->told : t->seq;
        wire_chat(t, &who, w->chatted, w->overheard, w->told, o);
        w->chatted = t->seq;
        if (wire_overhears(t, &who))
            w->overheard = t->seq;
        return true;
    }
    return view && view_next(w, &who, o);
}

/* ---- The lobby ---- */

/* Writes the tables in the lobby that have changed, the last change first: as many as fit into a
 * message, and the rest into the next ones. At first all have changed. If a listed table has left
 * memory since the last change that was sent, its own cannot be written, so all are sent again. */
static void lobby_next(struct session *s, struct out *o)
{
    struct hall *h = s->hall;
    bool whole = !s->lobby_at && s->lobby_seen <= h->forgotten;
    int count = 0;
    if (whole)
        s->lobby_seen = 0;
    if (!s->lobby_at) {
        s->lobby_at = INT64_MAX;
        s->lobby_to = h->listed;
    }
    wire_begin(o, "lobby", -1);
    json_member_flag(o, "whole", whole);
    json_member_list(o, "tables");
    struct live *l;
    LIST_FOREACH(l, &h->lobby, lobby) {
        if (l->listed <= s->lobby_seen || count == LOBBY_MAX)
            break;
        if (l->listed >= s->lobby_at)
            continue;
        s->lobby_at = l->listed;
        if (!l->table || (l->state == LIVE_STORING && l->changing) ||
            (!s->lobby_seen && table_over(l->table)))
            continue;
        wire_summary(l->table, o);
        count++;
    }
    json_list_end(o);
    json_object_end(o);
    if (count == LOBBY_MAX)
        return;
    s->lobby_seen = s->lobby_to;
    s->lobby_at = 0;
}

static bool lobby_due(const struct session *s)
{
    return s->lobby && (s->lobby_at || !s->lobby_seen || s->lobby_seen < s->hall->listed);
}

bool session_next(struct session *s, struct out *o)
{
    struct reply *r = STAILQ_FIRST(&s->replies);
    session_speak(s, o);
    if (r) {
        STAILQ_REMOVE_HEAD(&s->replies, next);
        out_text(o, r->text);
        s->owed -= r->length;
        if (!s->busy && s->owed < OWED_MAX)
            s->hall->world->resume(s->link);
        reply_free(r);
        return true;
    }
    if (s->hall->closing && !s->said_closing) {
        s->said_closing = true;
        wire_begin(o, "closing", -1);
        json_object_end(o);
        return true;
    }
    if (account_next(s, o))
        return true;
    for (int i = 0; i < s->watches; i++) {
        s->turn = (s->turn + 1) % s->watches;
        if (watch_next(s->watch[s->turn], o))
            return true;
    }
    if (!lobby_due(s))
        return false;
    lobby_next(s, o);
    return true;
}

/* ---- Jobs of a session ---- */

void session_submit(struct session *s, struct job *j)
{
    j->context = s->hall;
    s->job = j;
    hall_ask(s->hall, j);
}

struct session *session_of(struct job *j)
{
    struct session *s = j->owner;
    hall_answered(j->context, j);
    if (s)
        s->job = NULL;
    if (s && j->result != JOB_FAILED)
        return s;
    if (s)
        session_settle(s, &clause_store);
    job_free(j);
    return NULL;
}

/* ---- Lists ---- */

static void listed(struct job *j)
{
    struct session *s = session_of(j);
    if (!s)
        return;
    struct out o;
    out_init(&o, buffer, sizeof buffer);
    if (j->result == JOB_NONE) {
        session_settle(s, &clause_player);
    } else {
        (j->type == JOB_RATINGS ? wire_ratings : wire_finished)(j, s->request.ref, &o);
        reply(s, &o);
    }
    job_free(j);
}

static const struct clause *list_of(struct session *s)
{
    const struct request *r = &s->request;
    struct job *j = job_new(r->type == REQ_PLAYER ? JOB_RATINGS : JOB_FINISHED, listed, s);
    j->player.id = r->player;
    j->own = r->player == s->player.id;
    j->time = r->before ? r->before : INT64_MAX;
    session_submit(s, j);
    return NULL;
}

void session_leave_lobby(struct session *s)
{
    if (!s->lobby)
        return;
    LIST_REMOVE(s, lobby_lookers);
    s->lobby = false;
}

static const struct clause *lobby(struct session *s)
{
    struct hall *h = s->hall;
    session_leave_lobby(s);
    if (s->request.yes) {
        s->lobby = true;
        s->lobby_seen = s->lobby_at = 0;
        LIST_INSERT_HEAD(&h->lobby_lookers, s, lobby_lookers);
        h->world->ready(s->link);
    }
    session_settle(s, NULL);
    return NULL;
}

static const struct clause *ping(struct session *s)
{
    struct out o = session_answer(s, "pong");
    session_answered(s, &o);
    return NULL;
}

/* ---- Tables ---- */

/* How many open tables the player has opened, or all players at an address. */
static int tables_of(const struct hall *h, int64_t player)
{
    int count = 0;
    const struct stake *k;
    LIST_FOREACH(k, &h->stakes[player_bucket(player)], bucket)
        count += k->player == player && k->host;
    return count;
}

/* Whether they may open one more. If there are fewer tables than that, nobody counts theirs: an
 * address may have very many. */
static bool has_room(const struct hall *h, int64_t player, int64_t most)
{
    return h->counts.tables < most || tables_of(h, player) < most;
}

/* Takes the cost of a new table that begins with so many plies. */
static bool pay_opening(const struct session *s, int plies)
{
    const struct allowance openings = {ALLOW_OPENINGS, OPENINGS * s->hall->rules.tables_max,
                                       OPENINGS_MS};
    return allowance_charge(s, openings, s->player.id, 1 + plies / PLIES_OF_OPENING);
}

/* Whether the player may open a table that begins with so many plies. Call it last: it uses up some
 * of an allowance. */
static const struct clause *may_open(const struct session *s, int plies)
{
    const struct hall *h = s->hall;
    int64_t most = h->rules.tables_max;
    if (s->watches == WATCHES_MAX)
        return &clause_watches;
    if (!has_room(h, s->player.id, most) ||
        (s->origin && !has_room(h, s->origin, ORIGIN_SHARE * most)))
        return &clause_tables;
    return pay_opening(s, plies) ? NULL : &clause_openings;
}

/* Follows the new table; its id will be in the answer when the request is settled. */
static void follow_new(struct session *s, struct live *l)
{
    memcpy(s->created, l->id, sizeof s->created);
    session_follow(s, l, 0, -1);
}

static const struct clause *create(struct session *s)
{
    struct request *r = &s->request;
    uint8_t secret[SECRET_BYTES];
    struct opening o = {.settings = &r->settings, .sitters = r->sitters, .seal = r->digits};
    const struct clause *against = r->settings.rated && !s->player.kept ? &clause_guest
                                                                        : may_open(s, 0);
    if (against)
        return against;
    if (r->seed[0]) {
        secret_from_seed(r->seed, secret);
        o.secret = secret;
    }
    follow_new(s, live_open(s, &o, s));
    return NULL;
}

/* Opens a table for the next match: with the same settings and bots, and everybody one seat
 * further. */
static struct live *open_next(struct session *s, const struct table *t, int own)
{
    int players = t->settings.config.players;
    char sitters[SEATS_MAX][BOT_ID_BYTES];
    for (int seat = 0; seat < players; seat++) {
        const struct seat *old = &t->seat[seat];
        snprintf(sitters[(seat + 1) % players], BOT_ID_BYTES, "%.*s", BOT_ID_BYTES - 1,
                 seat == own             ? "you"
                 : old->type == SEAT_BOT ? old->name
                                         : "free");
    }
    const struct opening o = {
        .settings = &t->settings, .sitters = sitters, .seal = s->request.digits};
    return live_open(s, &o, s);
}

/* Whether a player has a choice at this ply or later, so that the match can be continued there. */
static bool is_open_at(const struct match *m, int ply)
{
    struct move move;
    struct match *rest = match_branch(m, ply);
    if (!rest)
        abort();
    while (match_forced(rest, &move))
        match_play(rest, match_actor(rest), move);
    bool open = !match_over(rest);
    match_free(rest);
    return open;
}

/* Opens a match for the player alone that continues a finished one from any ply: with the same
 * cards, from the seat of their choice, against bots. */
static const struct clause *branch(struct session *s, struct live *l, int own)
{
    const struct table *t = l->table;
    const struct request *r = &s->request;
    int players = t->settings.config.players;
    char sitters[SEATS_MAX][BOT_ID_BYTES];
    const struct clause *against = table_look(l->table, own != SEAT_NONE);
    if (!against && !match_over(t->match))
        against = &clause_running;
    if (!against && (r->seat < 0 || r->seat >= players))
        against = &clause_seat;
    if (!against && r->number > match_ply(t->match))
        against = &clause_no_ply;
    if (!against && !is_open_at(t->match, r->number))
        against = &clause_decided;
    if (!against)
        against = may_open(s, r->number);
    if (against)
        return against;
    struct settings settings = t->settings;
    settings.listed = settings.rated = settings.strict = false;
    settings.pace = (struct pace){0};
    for (int seat = 0; seat < players; seat++)
        snprintf(sitters[seat], BOT_ID_BYTES, "%.*s", BOT_ID_BYTES - 1,
                 seat == r->seat                  ? "you"
                 : t->seat[seat].type == SEAT_BOT ? t->seat[seat].name
                                                  : substitute_bot);
    struct opening o = {.settings = &settings,
                        .sitters = sitters,
                        .secret = match_key(t->match),
                        .line = t->match,
                        .plies = r->number};
    follow_new(s, live_open(s, &o, s));
    return NULL;
}

/* Stores the event if it is allowed. */
static const struct clause *attempt(struct session *s, struct live *l, struct event *e)
{
    e->player = s->player.id;
    e->time = hall_time(s->hall);
    const struct clause *against = table_judge(l->table, e);
    if (!against)
        against = table_bound(l->table, e);
    if (against)
        return against;
    account_act(s);
    live_commit(l, e, s);
    return NULL;
}

/* The next table is stored: names it at this one. If another player was faster, it is closed. */
static const struct clause *name_next(struct session *s, struct live *l)
{
    struct event e = {.type = EV_NEXT, .seat = SEAT_NONE},
                 close = {.type = EV_CLOSE, .seat = SEAT_NONE, .player = s->player.id};
    if (!l->table->next[0]) {
        snprintf(e.text, sizeof e.text, "%s", s->created);
        return attempt(s, l, &e);
    }
    struct live *opened = live_known(s->hall, s->created);
    if (opened && !live_occupied(opened) && !table_judge(opened->table, &close))
        live_commit(opened, &close, NULL);
    memcpy(s->created, l->table->next, sizeof s->created);
    session_settle(s, NULL);
    return NULL;
}

/* Opens a table for the next match. This takes two steps, so that no table names one that does not
 * exist: when the new table is stored, the request is performed again (session_goes_on). */
static const struct clause *again(struct session *s, struct live *l, int own)
{
    const struct table *t = l->table;
    struct event e = {.type = EV_NEXT, .seat = SEAT_NONE, .player = s->player.id, .text = "next"};
    if (own == SEAT_NONE)
        return &clause_not_yours;
    if (s->created[0])
        return name_next(s, l);
    if (t->next[0]) {
        memcpy(s->created, t->next, sizeof s->created);
        session_settle(s, NULL);
        return NULL;
    }
    const struct clause *against = table_judge(t, &e);
    if (!against)
        against = may_open(s, 0);
    if (!against)
        follow_new(s, open_next(s, t, own));
    return against;
}

bool session_goes_on(const struct session *s, const char *table)
{
    return s->request.type == REQ_AGAIN && strcmp(s->created, table) == 0;
}

static const struct clause *session_watch(struct session *s, struct live *l, int own)
{
    const struct table *t = l->table;
    if (!watch_of(s, l) && s->watches == WATCHES_MAX)
        return &clause_watches;
    if (table_removed(t, s->player.id))
        return &clause_removed;
    if (table_shut(t, own != SEAT_NONE))
        return &clause_private;
    int since = s->request.number > 0 && s->request.number <= t->seq ? s->request.number : 0;
    session_follow(s, l, since, s->request.seat);
    session_settle(s, NULL);
    return NULL;
}

static const struct clause *session_join(struct session *s, struct live *l, int own)
{
    const struct table *t = l->table;
    bool agrees = s->request.yes && t->settings.rated;
    struct event e = {
        .type = EV_SIT, .seat = s->request.seat, .number = sit_number(agrees, s->player.kept)};
    if (!watch_of(s, l) && s->watches == WATCHES_MAX)
        return &clause_watches;
    if (e.seat < 0)
        e.seat = table_free_seat(t);
    if (e.seat == SEAT_NONE)
        return own == SEAT_NONE ? &clause_full : &clause_twice;
    seal_write(&e, s->player.name, s->request.digits);
    const struct clause *against = attempt(s, l, &e);
    if (!against && !watch_of(s, l))
        session_follow(s, l, 0, -1);
    return against;
}

static const struct clause *session_reveal(struct session *s, struct live *l, int own)
{
    struct event e = {.type = EV_REVEAL, .seat = own};
    snprintf(e.text, sizeof e.text, "%s", s->request.digits);
    return own == SEAT_NONE ? &clause_not_yours : attempt(s, l, &e);
}

static const struct clause *session_seat_bot(struct session *s, struct live *l, int own)
{
    (void)own;
    const struct request *r = &s->request;
    struct event e = {.type = r->text[0] ? EV_BOT : EV_STAND, .seat = r->seat};
    snprintf(e.text, sizeof e.text, "%s", r->text);
    return attempt(s, l, &e);
}

/* Leaves a seat. Before the match the seat is free again; during the match a bot plays on, or at a
 * strict table the seat gives up. Anybody else just stops following the table. */
static const struct clause *leave(struct session *s, struct live *l, int own)
{
    const struct table *t = l->table;
    struct event e = {.type = EV_STAND, .seat = own};
    if (own == SEAT_NONE || table_over(t) || (t->match && t->seat[own].away)) {
        session_settle(s, NULL);
        session_unfollow(s, l);
        return NULL;
    }
    if (t->match)
        e.type = table_strict(t) ? EV_RESIGN : EV_AWAY;
    return attempt(s, l, &e);
}

/* A move names the view it answers. If the match has moved on since, it is refused, and the view is
 * sent again. */
static const struct clause *move(struct session *s, struct live *l, int own)
{
    struct event e = {.type = EV_MOVE, .seat = own};
    if (own != SEAT_NONE && l->table->match && s->request.number != l->table->turn) {
        if (watch_of(s, l))
            watch_of(s, l)->view_due = true;
        return &clause_stale;
    }
    snprintf(e.text, sizeof e.text, "%s", s->request.text);
    return own == SEAT_NONE ? &clause_not_yours : attempt(s, l, &e);
}

static const struct clause *session_chat(struct session *s, struct live *l, int own)
{
    const struct allowance lines = {ALLOW_LINES, s->hall->rules.lines_max, LINES_MS};
    struct event e = {.type = EV_CHAT, .seat = own, .number = s->player.kept};
    if (own == SEAT_NONE && !watch_of(s, l) && table_heard(l->table, false))
        return &clause_follow;
    if (s->request.text[strspn(s->request.text, " ")])
        snprintf(e.text, sizeof e.text, "%s\t%s", s->player.name, s->request.text);
    if (!allowance_charge(s, lines, s->player.id, 1))
        return &clause_chatty;
    const struct clause *against = attempt(s, l, &e);
    if (against)
        allowance_refund(s, lines, s->player.id, 1);
    return against;
}

static const struct clause *session_remove(struct session *s, struct live *l, int own)
{
    (void)own;
    struct event e = {.type = EV_REMOVE, .seat = SEAT_NONE};
    if (l->table->host == s->player.id && table_removed(l->table, s->request.player)) {
        session_settle(s, NULL); /* it is done already, and not stored again and again */
        return NULL;
    }
    snprintf(e.text, sizeof e.text, "%" PRId64, s->request.player);
    return attempt(s, l, &e);
}

/* Whether the player sits at the table, or another session before this watch belongs to them. */
static bool is_repeated(const struct watch *w)
{
    const struct watch *v;
    LIST_FOREACH(v, &w->live->watches, table) {
        if (v == w)
            break;
        if (v->session->player.id == w->session->player.id)
            return true;
    }
    return table_seat(w->live->table, w->session->player.id) != SEAT_NONE;
}

/* Tells the host who watches; the host alone, because spectators have not agreed to be seen. */
static const struct clause *send_spectators(struct session *s, struct live *l, int own)
{
    (void)own;
    const struct watch *w;
    int count = 0;
    if (l->table->host != s->player.id)
        return &clause_host;
    struct out o = session_answer(s, "spectators");
    json_member_text(&o, "table", l->id);
    json_member_list(&o, "players");
    LIST_FOREACH(w, &l->watches, table)
        if (count < SPECTATORS_MAX && w->session != s && !is_repeated(w)) {
            wire_person(&w->session->player, &o);
            count++;
        }
    json_list_end(&o);
    session_answered(s, &o);
    return NULL;
}

static const struct clause *send_record(struct session *s, struct live *l, int own)
{
    static char text[OUT_BYTES / 4];
    struct out record, o;
    const struct clause *against = table_look(l->table, own != SEAT_NONE);
    if (against)
        return against;
    out_init(&record, text, sizeof text);
    record_write(l->table->match, &record);
    if (record.overflow)
        return &clause_large;
    o = session_answer(s, "record");
    json_member_text(&o, "table", l->id);
    json_member_text(&o, "record", text);
    session_answered(s, &o);
    return NULL;
}

static const struct clause *send_replay(struct session *s, struct live *l, int own)
{
    const struct request *r = &s->request;
    const struct clause *against = table_look(l->table, own != SEAT_NONE);
    if (against)
        return against;
    struct onlooker who = onlooker_of(s, l->table, r->seat);
    bool over = match_over(l->table->match), other = r->seat >= 0 && r->seat != who.viewer;
    bool known = r->seat == VIEW_PUBLIC || r->seat == VIEW_ALL ||
                 r->seat < l->table->settings.config.players;
    if ((other && r->seat != VIEW_PUBLIC && !over) || !known ||
        r->number > match_ply(l->table->match))
        return &clause_no_ply;
    if (other)
        who.viewer = r->seat;
    struct out o;
    out_init(&o, buffer, sizeof buffer);
    session_speak(s, &o);
    wire_replay(l->table, &who, r, &o);
    reply(s, &o);
    return NULL;
}

/* Checks a question about a view, and makes this view: it must be the present one of the session's
 * seat. */
static const struct clause *ask_about(struct session *s, struct live *l, int own, void *view)
{
    const struct table *t = l->table;
    if (own == SEAT_NONE)
        return &clause_not_yours;
    if (!t->match)
        return &clause_early;
    if (s->request.number != t->turn)
        return &clause_stale;
    match_view(t->match, own, view);
    return NULL;
}

/* Answers why nothing can be done with a card, pile or seat at present. */
static const struct clause *send_why(struct session *s, struct live *l, int own)
{
    const struct request *r = &s->request;
    const struct game *g = l->table->settings.game;
    union state view;
    struct thing thing;
    const struct clause *against = ask_about(s, l, own, &view);
    if (against)
        return against;
    if (!thing_parse(g->schema, &view.head, slice_of(r->text), &thing))
        return &clause_thing;
    const struct clause *why = game_why(g, &view, own, &thing);
    struct out o = session_answer(s, "why");
    json_member_text(&o, "table", l->id);
    json_member_text(&o, "clause", why->id);
    json_member_text(&o, "text", catalog_find(catalog_here(s), why->sentence));
    session_answered(s, &o);
    return NULL;
}

/* A hint, computed from a view. It uses the same random numbers each time, so the same
 * question has the same answer. */
struct hint {
    struct task task;
    struct session *session; /* NULL: it has ended */
    const struct game *game;
    union state view;
    struct advice advice;
};

static void hint_run(struct task *task)
{
    struct hint *h = (struct hint *)task;
    struct mind *advisor = advisor_new(h->game, HINT_BUDGET);
    if (!advisor)
        abort();
    advisor_ask(advisor, &h->view, 0, &h->advice);
    mind_free(advisor);
}

static void hint_done(struct task *task)
{
    struct hint *h = (struct hint *)task;
    struct session *s = h->session;
    char notation[64];
    struct out text;
    if (s) {
        s->hint = NULL;
        out_init(&text, notation, sizeof notation);
        move_print(h->game->schema, h->advice.move, &text);
        struct out o = session_answer(s, "hint");
        json_member_text(&o, "table", s->request.table);
        json_member_text(&o, "move", notation);
        if (h->advice.count > 0)
            json_member_number(&o, "chance", chance_percent(h->advice.finding[0].chance));
        session_answered(s, &o);
    }
    free(h);
}

/* Answers what a strong player would do. Only for a player who plays alone against bots. */
static const struct clause *send_hint(struct session *s, struct live *l, int own)
{
    const struct table *t = l->table;
    const struct game *g = t->settings.game;
    union state view;
    const struct clause *against = ask_about(s, l, own, &view);
    if (against)
        return against;
    against = table_hint(t, own);
    if (against)
        return against;
    struct hint *h = allocate(sizeof *h);
    *h = (struct hint){
        .task = {.run = hint_run, .done = hint_done}, .session = s, .game = g, .view = view};
    s->hint = h;
    workers_ask(s->hall, &h->task, s->origin, s->player.id);
    return NULL;
}

/* ---- Requests ---- */

static const struct clause *unwatch(struct session *s, struct live *l, int own)
{
    (void)own;
    session_settle(s, NULL);
    session_unfollow(s, l);
    return NULL;
}

/* Requests of a seat's player that are one event without a text. */
static const struct clause *act(struct session *s, struct live *l, int own)
{
    static const enum event_type types[REQ_TYPES] = {
        [REQ_UNDO] = EV_ASK, [REQ_BACK] = EV_BACK, [REQ_SHOW] = EV_SHOW, [REQ_RESIGN] = EV_RESIGN};
    const struct request *r = &s->request;
    struct event e = {.type = types[r->type], .seat = own, .number = r->yes};
    if (r->type == REQ_CONSENT)
        e.type = r->yes ? EV_YES : EV_NO;
    if (r->type == REQ_UNDO)
        e.number = r->number >= 0 || !l->table->match || own == SEAT_NONE
                       ? r->number
                       : match_decision(l->table->match, own) - 1;
    if (e.type == EV_ASK)
        table_asking(l->table, &e);
    return own == SEAT_NONE ? &clause_not_yours : attempt(s, l, &e);
}

static const struct clause *(*const at_table[REQ_TYPES])(struct session *s, struct live *l,
                                                         int own) = {
    [REQ_WATCH] = session_watch,
    [REQ_UNWATCH] = unwatch,
    [REQ_JOIN] = session_join,
    [REQ_REVEAL] = session_reveal,
    [REQ_BOT] = session_seat_bot,
    [REQ_LEAVE] = leave,
    [REQ_BACK] = act,
    [REQ_MOVE] = move,
    [REQ_UNDO] = act,
    [REQ_CONSENT] = act,
    [REQ_RESIGN] = act,
    [REQ_SHOW] = act,
    [REQ_CHAT] = session_chat,
    [REQ_REMOVE] = session_remove,
    [REQ_SPECTATORS] = send_spectators,
    [REQ_REPORT] = people_report,
    [REQ_AGAIN] = again,
    [REQ_RECORD] = send_record,
    [REQ_REPLAY] = send_replay,
    [REQ_WHY] = send_why,
    [REQ_HINT] = send_hint,
    [REQ_BRANCH] = branch,
};

static const struct clause *(*const without_table[REQ_TYPES])(struct session *s) = {
    [REQ_HELLO] = account_hello,       [REQ_NAME] = account_name,     [REQ_KEEP] = account_keep,
    [REQ_LOGIN] = account_login,       [REQ_LOGOUT] = account_logout, [REQ_LOBBY] = lobby,
    [REQ_SESSIONS] = account_sessions, [REQ_END] = account_end,       [REQ_CREATE] = create,
    [REQ_FINISHED] = list_of,          [REQ_PLAYER] = list_of,        [REQ_PING] = ping,
    [REQ_MUTE] = people_mute,          [REQ_MUTES] = people_mutes,
};

/* Returns NULL if the request is answered or will be. */
static const struct clause *perform(struct session *s)
{
    enum request_type type = s->request.type;
    if ((type == REQ_HELLO || type == REQ_LOGIN) && !s->player.id)
        session_listen(s);
    if (s->hall->closing)
        return &clause_closing;
    if (type != REQ_PING && s->hall->standing)
        return hall_halt(s->hall, s) ? NULL : &clause_store;
    if (type != REQ_HELLO && type != REQ_LOGIN && type != REQ_PING && !s->player.id)
        return &clause_hello;
    if (without_table[type])
        return without_table[type](s);
    struct live *l = live_find(s->hall, s->request.table);
    if (l->gone)
        return l->gone;
    assert(at_table[type]);
    if (!live_occupied(l))
        return at_table[type](s, l, table_seat(l->table, s->player.id));
    live_wait(l, s);
    live_refresh(l);
    return NULL;
}

void session_perform(struct session *s)
{
    const struct clause *against = perform(s);
    if (against)
        session_settle(s, against);
}

bool session_busy(const struct session *s)
{
    return s->busy;
}

bool session_receive(struct session *s, struct slice text)
{
    char reason[512];
    struct out error;
    out_init(&error, reason, sizeof reason);
    s->hall->counts.requests++;
    s->busy = true;
    if (request_parse(text, &s->request, &error))
        session_perform(s);
    else
        session_refuse(s, "message", reason);
    return !s->busy && s->owed < OWED_MAX;
}

/* ---- Sessions ---- */

struct session *session_new(struct hall *h, void *link, int64_t origin)
{
    struct session *s = allocate(sizeof *s);
    s->hall = h;
    s->link = link;
    s->origin = origin;
    STAILQ_INIT(&s->replies);
    LIST_INSERT_HEAD(&h->sessions, s, all);
    h->counts.sessions++;
    return s;
}

/* Cuts the ties to the table or the hall where the request waits. */
static void leave_queue(struct session *s)
{
    struct live *l = s->queued;
    if (s->halted)
        TAILQ_REMOVE(&s->hall->halted, s, queue);
    if (!l)
        return;
    if (l->asker == s)
        l->asker = NULL;
    else
        TAILQ_REMOVE(&l->queue, s, queue);
}

void session_free(struct session *s)
{
    struct hall *h = s->hall;
    leave_queue(s);
    session_leave_lobby(s);
    account_leave(s);
    if (s->job)
        s->job->owner = NULL;
    if (s->check)
        s->check->owner = NULL;
    if (s->hint) {
        s->hint->session = NULL;
        s->hint->task.dropped = true;
    }
    while (s->watches)
        session_unfollow(s, s->watch[0]->live);
    for (struct reply *r; (r = STAILQ_FIRST(&s->replies));) {
        STAILQ_REMOVE_HEAD(&s->replies, next);
        reply_free(r);
    }
    free(s->muted);
    LIST_REMOVE(s, all);
    h->counts.sessions--;
    explicit_bzero(s, sizeof *s);
    free(s);
}
