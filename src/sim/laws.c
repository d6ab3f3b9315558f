/* The laws. The truth about a table is made from its events in the store, by the same rules. */
#include "sim/laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/json_out.h"
#include "core/position.h"
#include "game/message.h"
#include "house/hall_private.h"
#include "house/live.h"
#include "match/grow.h"
#include "match/record.h"
#include "match/secret.h"
#include "sim/message.h"
#include "sim/queue.h"

enum {
    SLACK = 3 * SECOND,         /* between two events, if all went well */
    SLACK_TROUBLE = 6 * SECOND, /* for each thing that went wrong, because time stood still */
    SLACK_STOP = 3 * SECOND,    /* for each time when nothing worked any more */
    NEWS_MS = 10 * SECOND,      /* until all nodes know a new table */
    MEMORY_MS = 2 * MINUTE,     /* a table that nobody needs leaves memory within this time */
    TOLD_MS = 2 * MINUTE,       /* until a client knows that a table is over */
};

/* ---- Time ---- */

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

/* ---- Truth ---- */

static struct truth *truth_find(const struct sim *s, const char *id)
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
    struct truth *t = calloc(1, sizeof *t);
    if (!t)
        abort();
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

/* Applies the event. */
static void truth_apply(struct sim *s, struct truth *t, const struct event *e)
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
    t->deeds[t->table->seq] = (struct deed){e.type, e.player, text_hash(e.text)};
    truth_apply(s, t, &e);
    if (e.type == EV_SHOW && e.number)
        t->shown |= SEAT_BIT(e.seat);
    s->counts.moves += e.type == EV_MOVE;
    s->counts.shares += e.type == EV_REVEAL;
    s->counts.missing += e.type == EV_DEAL;
}

/* The time between two events is the time during which the service has worked. Each time when it
 * stops, time may pass for a little longer; but not because a save fails. */
static void check_time(struct sim *s, const struct truth *t, const struct event *e,
                       const struct stamp *at)
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
    if (j->type == JOB_APPEND)
        check_time(s, t, &j->events[0], at);
    for (int i = 0; i < j->count && !s->failed; i++)
        truth_take(s, t, &j->events[i], j->type == JOB_OPEN);
    t->last = *at;
    bool over = table_over(t->table);
    if (over && !was_over)
        t->over = s->now;
    s->counts.matches += over && !was_over && t->table->match;
    s->counts.rated += over && !was_over && table_rated(t->table) && !table_aborted(t->table);
    if ((over && !was_over) != (j->finish != NULL))
        breach(s, "table %s: its end was not stored with its last event", j->table);
}

/* The table as it was after so many events. The caller frees it. */
static struct table *truth_at(struct sim *s, const struct truth *t, int seq)
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

static void compare_copy(struct sim *s, const struct node *n, const struct live *l, bool message)
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

/* ---- Messages ---- */

/* The view of the table in JSON. */
static void print_view(const struct table *t, int viewer, struct out *o)
{
    union state view;
    match_view(t->match, viewer, &view);
    state_json(t->settings.game->schema, &view, o);
}

static void print_log(const struct table *t, int viewer, int since, int last, struct out *o)
{
    struct onlooker who = {.viewer = viewer};
    wire_past(t, &who, since, last, o);
}

static bool same(const struct json_value *v, const struct out *o)
{
    return v->at && slice_is(json_raw(v), o->text);
}

/* The log of the message must be the true one. Both are compared as lists of plies. */
static bool same_log(const struct message *message, const struct table *t, int viewer)
{
    static char text[OUT_BYTES];
    struct json_value log = message_find(message, "log"), first = json_first(&log);
    int count = json_count(&log);
    if (!first.at)
        return true;
    int since = (int)part_number(&first, "ply", 0) - 1;
    struct out o;
    struct message wire;
    if (since < 0 || since + count > match_ply(t->match))
        return false;
    out_init(&o, text, sizeof text);
    print_log(t, viewer, since, since + count, &o);
    if (!message_read(&wire, (struct slice){text, (int)o.used}))
        return false;
    struct json_value expected = message_find(&wire, "log");
    struct slice a = json_raw(&log), b = json_raw(&expected);
    return a.length == b.length && memcmp(a.at, b.at, (size_t)a.length) == 0;
}

/* Whether the client may see the match as this viewer: as the seat that it has or that shows its
 * cards, or as a spectator, if there may be any; after the match as anybody. */
static bool may_see(const struct truth *t, const struct link *l, int viewer)
{
    int seat = table_seat(t->table, l->player);
    if (table_look(t->table, seat != SEAT_NONE))
        return false;
    return match_over(t->table->match) || viewer == VIEW_PUBLIC || viewer == seat ||
           (viewer >= 0 && viewer < SEATS_MAX && t->shown & SEAT_BIT(viewer));
}

/* As whom the message shows the match; SEAT_NONE, and a breach, if the client may not see it. */
static int check_viewer(struct sim *s, const struct link *l, const struct truth *t,
                        const struct message *message)
{
    char letter[16];
    const struct head any = {.players = SEATS_MAX};
    int viewer = SEAT_NONE;
    if (message_text(message, "seat", letter, sizeof letter) &&
        viewer_parse(slice_of(letter), &any, &viewer) && may_see(t, l, viewer))
        return viewer;
    breach(s, "table %s: client %d is shown the view of '%s'", t->table->id, l->client->index,
           letter);
    return SEAT_NONE;
}

/* A view is that of the viewer, after events that are all stored. */
static void check_view(struct sim *s, const struct link *l, const struct truth *t,
                       const struct message *message)
{
    static char text[OUT_BYTES];
    int viewer = check_viewer(s, l, t, message), id = (int)message_number(message, "id", -1);
    struct out o;
    s->counts.views++;
    if (s->failed)
        return;
    struct table *then = id == t->table->turn ? NULL : truth_at(s, t, id);
    const struct table *now = then ? then : t->table;
    struct json_value view = message_find(message, "view"), moves = message_find(message, "moves");
    out_init(&o, text, sizeof text);
    if (now->match && id <= t->table->seq)
        print_view(now, viewer, &o);
    int seat = table_seat(t->table, l->player), actor = now->match ? match_actor(now->match) : 0;
    if (actor == SEAT_NONE) /* somebody has given up since, and the node does not know it yet */
        actor = seat;
    if (!now->match || now->turn != id || !same(&view, &o) || !same_log(message, now, viewer))
        breach(s, "table %s: client %d is sent a view of event %d that is not the true one",
               t->table->id, l->client->index, id);
    else if (moves.at && (seat == SEAT_NONE || seat != viewer || actor != seat))
        breach(s, "table %s: client %d is asked for a move of another seat", t->table->id,
               l->client->index);
    table_free(then);
}

/* ---- Messages that show a match, but do not say after which event ---- */

/* Whether the message fits the table, for this viewer. */
typedef bool fits_fn(const struct message *message, const struct table *t, int viewer);

/* Whether it has fitted the table at any moment from event `since` on. */
static bool has_fitted(struct sim *s, const struct truth *t, int since, fits_fn *fits,
                       const struct message *message, int viewer)
{
    bool found = fits(message, t->table, viewer);
    for (int seq = t->table->seq - 1; seq >= since && seq > 0 && !found; seq--) {
        struct table *then = truth_at(s, t, seq);
        found = fits(message, then, viewer);
        table_free(then);
    }
    return found;
}

static bool fits_replay(const struct message *message, const struct table *t, int viewer)
{
    static char text[OUT_BYTES];
    union state view;
    struct out o;
    struct json_value sent = message_find(message, "view");
    int ply = (int)message_number(message, "ply", -1);
    out_init(&o, text, sizeof text);
    if (!t->match || !match_view_at(t->match, ply, viewer, &view))
        return false;
    state_json(t->settings.game->schema, &view, &o);
    return same(&sent, &o) && same_log(message, t, viewer);
}

static bool fits_log(const struct message *message, const struct table *t, int viewer)
{
    return t->match && same_log(message, t, viewer);
}

static bool fits_record(const struct message *message, const struct table *t, int viewer)
{
    static char text[OUT_BYTES], quoted[OUT_BYTES];
    struct out record, o;
    struct json_value sent = message_find(message, "record");
    (void)viewer;
    out_init(&record, text, sizeof text);
    out_init(&o, quoted, sizeof quoted);
    if (t->match)
        record_write(t->match, &record);
    json_text(&o, text);
    return same(&sent, &o);
}

static void check_replay(struct sim *s, const struct link *l, const struct truth *t,
                         const struct message *message, int since)
{
    int viewer = check_viewer(s, l, t, message);
    s->counts.views++;
    if (!s->failed && !has_fitted(s, t, since, fits_replay, message, viewer))
        breach(s, "table %s: client %d is sent a replay that is not the true one", t->table->id,
               l->client->index);
}

static void check_record(struct sim *s, const struct link *l, const struct truth *t,
                         const struct message *message, int since)
{
    if (!may_see(t, l, VIEW_PUBLIC) || !has_fitted(s, t, since, fits_record, message, VIEW_PUBLIC))
        breach(s, "table %s: client %d is sent a record that is not the true one", t->table->id,
               l->client->index);
}

/* The message does not say whose log it is: it must be that of a viewer whom the client may be. A
 * client with a seat is no other viewer. */
static void check_log(struct sim *s, const struct link *l, const struct truth *t,
                      const struct message *message)
{
    const struct live *copy = live_known(l->node->hall, t->table->id);
    int since = copy && copy->table ? copy->table->seq : 0, seat = table_seat(t->table, l->player);
    bool found = false;
    for (int viewer = 0; viewer <= VIEW_PUBLIC && !found; viewer++)
        found = (seat == SEAT_NONE || seat == viewer) && may_see(t, l, viewer) &&
                has_fitted(s, t, since, fits_log, message, viewer);
    if (!found)
        breach(s, "table %s: client %d is sent a log that is not the true one", t->table->id,
               l->client->index);
}

/* ---- Chat ---- */

static struct mute *mute_of(struct client *c, int64_t other)
{
    for (int i = 0; i < c->mutes; i++)
        if (c->mute[i].other == other)
            return &c->mute[i];
    return NULL;
}

void laws_muting(struct client *c, int64_t other)
{
    struct mute *m = mute_of(c, other);
    if (!m && c->mutes < MUTED) {
        m = &c->mute[c->mutes++];
        m->other = other;
    }
    if (m)
        m->open++;
}

static void take_muted(struct sim *s, const struct link *l, const struct pending *p)
{
    struct mute *m = mute_of(l->client, strtoll(p->text, NULL, 10));
    if (!m)
        return;
    m->open--;
    m->on = p->id;
    m->player = l->player;
    m->since = s->now;
    m->link = l;
}

/* Whether the connection certainly knows that its player has muted the other one: this was
 * acknowledged on it, or before it was welcomed. */
static bool has_muted(const struct link *l, int64_t other)
{
    const struct mute *m = mute_of(l->client, other);
    return m && m->on && !m->open && m->player == l->player &&
           (m->link == l || l->asked > m->since);
}

static bool same_line(const struct json_value *sent, const struct line *line)
{
    char seat[4], name[PLAYER_NAME_BYTES], words[WORDS_BYTES], text[EVENT_TEXT_BYTES];
    const char letter[2] = {line->seat == SEAT_NONE ? '\0' : (char)('A' + line->seat), '\0'};
    part_text(sent, "seat", seat, sizeof seat);
    part_text(sent, "name", name, sizeof name);
    part_text(sent, "text", words, sizeof words);
    snprintf(text, sizeof text, "%s\t%s", name, words);
    return strcmp(seat, letter) == 0 && strcmp(text, line->text) == 0 &&
           part_number(sent, "player", 0) == line->player && part_flag(sent, "kept") == line->kept;
}

/* Spectators' lines reach players only after the match. */
static bool may_read(const struct link *l, const struct table *t, const struct line *line)
{
    bool seated = table_seat(t, l->player) != SEAT_NONE;
    return table_heard(t, seated) && (line->seat != SEAT_NONE || !seated || table_over(t)) &&
           !has_muted(l, line->player);
}

/* Each line is stored, and for this client. */
static void check_chat(struct sim *s, const struct link *l, const struct truth *t,
                       const struct message *message)
{
    const struct live *copy = live_known(l->node->hall, t->table->id);
    int seq = copy && copy->table ? copy->table->seq : 0;
    struct table *then = seq == t->table->seq ? NULL : truth_at(s, t, seq);
    const struct table *now = then ? then : t->table;
    struct json_value lines = message_find(message, "lines");
    for (struct json_value v = json_first(&lines); v.at; json_next(&v)) {
        int id = (int)part_number(&v, "id", 0);
        const struct line *line = table_line(now, id);
        s->counts.lines++;
        if (!line || !same_line(&v, line) || !may_read(l, now, line))
            breach(s, "table %s: client %d is sent line %d of the chat, which is not for it",
                   t->table->id, l->client->index, id);
    }
    table_free(then);
}

/* ---- Answers ---- */

static const struct pending *pending_of(const struct client *c, int64_t ref)
{
    for (int i = 0; i < PENDING; i++)
        if (ref && c->pending[i].ref == ref)
            return &c->pending[i];
    return NULL;
}

/* What is acknowledged is in the store. */
static void check_done(struct sim *s, const struct link *l, const struct pending *p)
{
    static const enum event_type deeds[REQ_TYPES] = {[REQ_MOVE] = EV_MOVE,
                                                     [REQ_CHAT] = EV_CHAT,
                                                     [REQ_JOIN] = EV_SIT,
                                                     [REQ_REVEAL] = EV_REVEAL,
                                                     [REQ_RESIGN] = EV_RESIGN};
    const struct truth *t = truth_find(s, p->table);
    bool found = false;
    if (p->type != REQ_MOVE && p->type != REQ_CHAT && p->type != REQ_JOIN &&
        p->type != REQ_REVEAL && p->type != REQ_RESIGN)
        return;
    s->counts.acknowledged++;
    for (int i = p->id > 0 ? p->id : 0; t && i < t->table->seq && !found; i++) {
        const struct deed *d = &t->deeds[i];
        found = d->type == deeds[p->type] && d->player == l->player &&
                (p->type != REQ_MOVE || d->text == text_hash(p->text));
    }
    if (!found)
        breach(s, "table %s: %s '%s' of client %d is acknowledged, but not stored", p->table,
               request_name(p->type), p->text, l->client->index);
}

static bool tells(struct slice message, const uint8_t bytes[SECRET_BYTES])
{
    char hex[2 * SECRET_BYTES + 1];
    struct out o;
    out_init(&o, hex, sizeof hex);
    secret_print(bytes, &o);
    return memmem(message.at, (size_t)message.length, hex, o.used);
}

/* The secret, the shares that were added to it, and the key from which everything is dealt are told
 * only after the match. */
static void check_secret(struct sim *s, const struct truth *t, struct slice message)
{
    const struct table *table = t->table;
    if (table->match && match_over(table->match))
        return;
    bool told = tells(message, table->secret) ||
                (table->match && tells(message, match_key(table->match)));
    for (int seat = 0; seat < SEATS_MAX; seat++)
        told |= table->seat[seat].share.revealed && tells(message, table->seat[seat].share.share);
    if (told)
        breach(s, "table %s: its secret is sent before the end", table->id);
}

/* The message may show something of the match. */
static void check_shown(struct sim *s, const struct link *l, const struct truth *t,
                        const struct message *m, const char *type)
{
    const struct pending *p = pending_of(l->client, message_number(m, "ref", 0));
    int asked = p ? p->id : 0;
    if (strcmp(type, "view") == 0)
        check_view(s, l, t, m);
    else if (strcmp(type, "chat") == 0)
        check_chat(s, l, t, m);
    else if (strcmp(type, "log") == 0)
        check_log(s, l, t, m);
    else if (strcmp(type, "replay") == 0)
        check_replay(s, l, t, m, asked);
    else if (strcmp(type, "record") == 0)
        check_record(s, l, t, m, asked);
}

void laws_sent(struct sim *s, struct link *l, const struct message *m)
{
    char type[16], id[TABLE_ID_BYTES];
    s->counts.messages++;
    if (!message_text(m, "type", type, sizeof type)) {
        breach(s, "a message is not JSON, or has no type: %.*s", SLICE(m->text));
        return;
    }
    const struct pending *p = pending_of(l->client, message_number(m, "ref", 0));
    if (strcmp(type, "welcome") == 0) {
        struct json_value player = message_find(m, "player");
        l->player = part_number(&player, "id", 0);
        l->asked = p ? p->sent : 0;
    }
    if (p && strcmp(type, "done") == 0 && p->type == REQ_MUTE)
        take_muted(s, l, p);
    else if (p && strcmp(type, "done") == 0)
        check_done(s, l, p);
    struct truth *t = message_text(m, "table", id, sizeof id) ? truth_find(s, id) : NULL;
    if (!t && strcmp(type, "created") == 0)
        breach(s, "client %d is told of the new table %s, which is not stored", l->client->index,
               id);
    if (!t)
        return;
    check_secret(s, t, m->text);
    compare_copy(s, l->node, live_known(l->node->hall, id), strcmp(type, "table") == 0);
    if (!s->failed)
        check_shown(s, l, t, m, type);
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
            if (!table_over(t->table) && s->most - t->last.most > NEWS_MS && s->node[i].up &&
                !s->node[i].closing && !live_known(s->node[i].hall, t->table->id))
                breach(s, "node %d does not know the open table %s", i, t->table->id);
}

/* Nor does any node keep an old copy of a table that somebody follows there: they wait for news. */
static void check_fresh(struct sim *s)
{
    const struct truth *t;
    LIST_FOREACH(t, &s->truths, next)
        for (int i = 0; i < NODES && s->most - t->last.most > NEWS_MS; i++) {
            const struct live *l = s->node[i].up ? live_known(s->node[i].hall, t->table->id) : NULL;
            if (l && l->state == LIVE_FREE && !LIST_EMPTY(&l->watches) &&
                l->table->seq < t->table->seq)
                breach(s, "node %d does not know the last event of table %s", i, t->table->id);
        }
}

void laws_compare(struct sim *s)
{
    if (s->now > s->last_trouble + MINUTE)
        check_known(s);
    if (s->now > s->last_trouble)
        check_fresh(s);
    for (int i = 0; i < NODES; i++) {
        const struct live *l;
        const struct node *n = &s->node[i];
        if (!n->up)
            continue;
        check_memory(s, n);
        for (int bucket = 0; bucket < BUCKETS; bucket++)
            LIST_FOREACH(l, &n->hall->bucket[bucket], bucket) {
                compare_copy(s, n, l, true);
                check_live(s, n, l);
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
                   t->table->id, (long long)((s->most - t->last.most) / SECOND));
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
