/* What a session follows: tables and the lobby. It is not queued as messages. A watch remembers
 * what the client has, and follow_next writes what is missing when the connection can take it: the
 * present state, and the log and chat since then. So a slow connection costs no memory. */
#include "house/follow.h"

#include "core/catalog.h"
#include "core/json_out.h"
#include "house/live.h"
#include "house/seal.h"
#include "house/session.h"
#include "match/grow.h"

enum { LOBBY_MAX = 200 /* tables in a message */ };

static_assert(WATCHES_MAX == 16, "clause_watches names this number");

const struct clause clause_watches = {
    "watches", SAY("You already follow 16 tables. Leave one of them first.")};

/* ---- Tables ---- */

struct watch *watch_of(const struct session *s, const struct live *l)
{
    for (int i = 0; i < s->watches; i++)
        if (s->watch[i]->live == l)
            return s->watch[i];
    return NULL;
}

/* A client that knows all events up to `since` has only the chat that it could read then. It has
 * nothing of what it may not read, and will need all of it: those who sit down at a table without
 * spectators, what players have said; players, after the match, what spectators have said; and so
 * those who have stood up. Whether they have sat down or stood up since, or the match was over, is
 * known only if nothing has changed. */
static void watch_chat(struct watch *w, const struct table *t, int since)
{
    bool seated = t && table_seat(t, w->session->player.id) != SEAT_NONE;
    bool same = t && since >= t->changed;
    w->chatted = !t || t->settings.watched || (seated && same) ? since : 0;
    w->overheard = same && (!seated || table_over(t)) ? since : 0;
}

void session_follow(struct session *s, struct live *l, int since, int seat)
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
    struct out o = session_message(s);
    wire_removed(w->live->id, w->live->gone, &o);
    session_queue(s, &o);
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
struct onlooker session_onlooker(const struct session *s, const struct table *t, int wish)
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
    struct onlooker who = session_onlooker(w->session, t, w->seat);
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

void session_leave_lobby(struct session *s)
{
    if (!s->lobby)
        return;
    LIST_REMOVE(s, lobby_lookers);
    s->lobby = false;
}

const struct clause *session_lobby(struct session *s)
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

bool follow_next(struct session *s, struct out *o)
{
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
