/* Sessions: what connected clients ask for, and what they are sent.
 *
 * A session handles one request at a time; the next one is read when it is answered. A function for
 * a request returns the clause that refuses it, or NULL if it is answered or will be. Until then it
 * waits in exactly one place: in the queue of a table (`queued`), at the store as the request of a
 * table (`asker`), as the session's own job or hint, or until time goes on (`halted`). Each of
 * these knows the session, so session_free must cut all of these ties.
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
#include "house/follow.h"
#include "house/hall_private.h"
#include "house/live.h"
#include "house/opening.h"
#include "house/people.h"
#include "house/seal.h"
#include "house/workers.h"
#include "match/grow.h"
#include "match/record.h"
#include "match/secret.h"

enum {
    SPECTATORS_MAX = 100,
    LINES_MS = 3000, /* after this time one more line of chat */
};

static const double HINT_BUDGET = 0.125; /* of the advisor's usual work for a move */

static const struct clause clause_hello = {"hello", SAY("Say hello first.")};
static const struct clause clause_chatty = {
    "chatty", SAY("You have written many lines in a short time. Try again in a few seconds.")};
static const struct clause clause_large = {"large", SAY("This record is too long to send.")};
const struct clause clause_follow = {"follow", SAY("Follow the table first, with watch.")};
static const struct clause clause_full = {"full", SAY("No seat is free.")};
static const struct clause clause_stale = {
    "stale", SAY("The match has moved on. Here is the current position.")};
const struct clause clause_not_yours = {"yours", SAY("You have no seat at this table.")};
const struct clause clause_no_ply = {
    "ply", SAY("This position does not exist, or you are not allowed to see it.")};
const struct clause clause_player = {"player", SAY("There is no such player.")};
static const struct clause clause_thing = {"thing", SAY("There is no such thing in this game.")};
static const struct clause clause_closing = {
    "closing", SAY("The server is about to stop. Come back in a moment.")};

/* ---- Replies ---- */

static char buffer[OUT_BYTES]; /* only one thread runs the loop */

/* Queues a copy of the message. */
void session_queue(struct session *s, const struct out *o)
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
    session_queue(s, o);
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

struct out session_message(const struct session *s)
{
    struct out o;
    out_init(&o, buffer, sizeof buffer);
    session_speak(s, &o);
    return o;
}

struct out session_answer(const struct session *s, const char *type)
{
    struct out o = session_message(s);
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

/* Answers that the request is done, or names the table that it has opened. */
static void session_confirm(struct session *s)
{
    struct out o = session_answer(s, s->created[0] ? "created" : "done");
    if (s->created[0])
        json_member_text(&o, "table", s->created);
    session_answered(s, &o);
}

void session_settle(struct session *s, const struct clause *clause)
{
    bool created = s->created[0];
    struct live *opened = s->opened && s->player.id && !clause ? live_known(s->hall, s->created)
                                                               : NULL;
    if (clause)
        session_refuse(s, clause->id, clause->sentence);
    else if (created || s->request.ref >= 0)
        session_confirm(s);
    else
        release(s);
    s->created[0] = '\0';
    s->opened = false;
    if (opened)
        session_follow(s, opened, 0, -1);
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
    return account_next(s, o) || follow_next(s, o);
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
    struct out o = session_message(s);
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

static const struct clause *ping(struct session *s)
{
    struct out o = session_answer(s, "pong");
    session_answered(s, &o);
    return NULL;
}

/* Stores the event if it is allowed. */
const struct clause *session_attempt(struct session *s, struct live *l, struct event *e)
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
    const struct clause *against = session_attempt(s, l, &e);
    if (!against && !watch_of(s, l))
        session_follow(s, l, 0, -1);
    return against;
}

static const struct clause *session_reveal(struct session *s, struct live *l, int own)
{
    struct event e = {.type = EV_REVEAL, .seat = own};
    snprintf(e.text, sizeof e.text, "%s", s->request.digits);
    return own == SEAT_NONE ? &clause_not_yours : session_attempt(s, l, &e);
}

static const struct clause *session_seat_bot(struct session *s, struct live *l, int own)
{
    (void)own;
    const struct request *r = &s->request;
    struct event e = {.type = r->text[0] ? EV_BOT : EV_STAND, .seat = r->seat};
    snprintf(e.text, sizeof e.text, "%s", r->text);
    return session_attempt(s, l, &e);
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
    return session_attempt(s, l, &e);
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
    return own == SEAT_NONE ? &clause_not_yours : session_attempt(s, l, &e);
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
    const struct clause *against = session_attempt(s, l, &e);
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
    return session_attempt(s, l, &e);
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
    struct onlooker who = session_onlooker(s, l->table, r->seat);
    bool over = match_over(l->table->match), other = r->seat >= 0 && r->seat != who.viewer;
    bool known = r->seat == VIEW_PUBLIC || r->seat == VIEW_ALL ||
                 r->seat < l->table->settings.config.players;
    if ((other && r->seat != VIEW_PUBLIC && !over) || !known ||
        r->number > match_ply(l->table->match))
        return &clause_no_ply;
    if (other)
        who.viewer = r->seat;
    struct out o = session_message(s);
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
    return own == SEAT_NONE ? &clause_not_yours : session_attempt(s, l, &e);
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
    [REQ_AGAIN] = session_again,
    [REQ_RECORD] = send_record,
    [REQ_REPLAY] = send_replay,
    [REQ_WHY] = send_why,
    [REQ_HINT] = send_hint,
    [REQ_BRANCH] = session_branch,
};

static const struct clause *(*const without_table[REQ_TYPES])(struct session *s) = {
    [REQ_HELLO] = account_hello,       [REQ_NAME] = account_name,     [REQ_KEEP] = account_keep,
    [REQ_LOGIN] = account_login,       [REQ_LOGOUT] = account_logout, [REQ_LOBBY] = session_lobby,
    [REQ_SESSIONS] = account_sessions, [REQ_END] = account_end,       [REQ_CREATE] = session_create,
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
