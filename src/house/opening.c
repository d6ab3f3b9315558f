/* Opening tables: new ones, the next match with the same players, and matches that continue an old
 * one. */
#include "house/opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/catalog.h"
#include "house/follow.h"
#include "house/live.h"
#include "house/session.h"
#include "match/secret.h"

enum {
    OPENINGS = 3,          /* times the open tables of a player may be opened at once */
    OPENINGS_MS = 2000,    /* after this time one more */
    PLIES_OF_OPENING = 50, /* of a match that is continued cost as much as a table */
};

static const struct clause clause_tables = {
    "tables", SAY("You have too many open tables. Finish or close one first.")};
static const struct clause clause_openings = {
    "openings", SAY("You have opened many tables in a short time. Try again in a minute.")};
static const struct clause clause_decided = {
    "decided", SAY("Nothing is left to decide after this position. Choose an earlier one.")};

/* ---- How many ---- */

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

/* ---- New tables ---- */

/* The answer will name the new table, which the session follows from then on. */
static void name_new(struct session *s, const struct live *l)
{
    memcpy(s->created, l->id, sizeof s->created);
    s->opened = true;
}

const struct clause *session_create(struct session *s)
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
    name_new(s, live_open(s, &o, s));
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
const struct clause *session_branch(struct session *s, struct live *l, int own)
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
    name_new(s, live_open(s, &o, s));
    return NULL;
}

/* ---- The next match ---- */

/* The next table is stored: names it at this one. If another player was faster, it is closed. */
static const struct clause *name_next(struct session *s, struct live *l)
{
    struct event e = {.type = EV_NEXT, .seat = SEAT_NONE},
                 close = {.type = EV_CLOSE, .seat = SEAT_NONE, .player = s->player.id};
    if (!l->table->next[0]) {
        snprintf(e.text, sizeof e.text, "%s", s->created);
        return session_attempt(s, l, &e);
    }
    struct live *opened = live_known(s->hall, s->created);
    if (opened && !live_occupied(opened) && !table_judge(opened->table, &close))
        live_commit(opened, &close, NULL);
    memcpy(s->created, l->table->next, sizeof s->created);
    s->opened = false;
    session_settle(s, NULL);
    return NULL;
}

/* Opens a table for the next match. This takes two steps, so that no table names one that does not
 * exist: when the new table is stored, the request is performed again (session_goes_on). */
const struct clause *session_again(struct session *s, struct live *l, int own)
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
        name_new(s, open_next(s, t, own));
    return against;
}

bool session_goes_on(const struct session *s, const char *table)
{
    return s->request.type == REQ_AGAIN && strcmp(s->created, table) == 0;
}
