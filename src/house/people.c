/* Muting and reporting.
 *
 * The server does not send a player the lines of those whom they have muted. Each session has the
 * list of its player: it comes with hello and login, and when it changes, all sessions of the
 * player are checked (account.c), on all nodes, and get it again. Nothing tells the muted player.
 */
#include "house/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/catalog.h"
#include "house/account.h"
#include "house/follow.h"
#include "house/hall_private.h"
#include "house/session.h"
#include "match/grow.h"

static_assert(MUTES_MAX == 200, "clause_mutes names this number");

static const struct clause clause_mutes = {
    "mutes", SAY("You have muted 200 players. Take one of them off the list first.")};
static const struct clause clause_reports = {
    "reports", SAY("You, or others at your address, have reported too often. Try again tomorrow.")};
static const struct clause clause_line = {"line", SAY("There is no such line of chat.")};

/* ---- Muting ---- */

/* The session knows at once whom the player has muted; other sessions of the player are told. */
static void muted(struct job *j)
{
    struct hall *h = j->context;
    int64_t player = j->player.id;
    struct session *s = session_of(j);
    if (s && j->result == JOB_DONE)
        account_take_muted(s, j);
    if (s) {
        session_settle(s, j->result == JOB_DONE  ? NULL
                          : j->result == JOB_BAD ? &clause_mutes
                                                 : &clause_player);
        job_free(j);
    }
    account_check(h, player);
}

const struct clause *people_mute(struct session *s)
{
    if (s->request.player == s->player.id)
        return &clause_self;
    struct job *j = job_new(JOB_MUTE, muted, s);
    j->player = s->player;
    j->other = s->request.player;
    j->own = s->request.yes;
    session_submit(s, j);
    return NULL;
}

static void mutes_listed(struct job *j)
{
    struct session *s = session_of(j);
    if (!s)
        return;
    struct out o = session_answer(s, "mutes");
    wire_people(j->people, &o);
    session_answered(s, &o);
    account_take_muted(s, j); /* another node may have changed it a moment ago */
    job_free(j);
}

const struct clause *people_mutes(struct session *s)
{
    struct job *j = job_new(JOB_MUTES, mutes_listed, s);
    j->player = s->player;
    session_submit(s, j);
    return NULL;
}

/* ---- Reporting ---- */

static void reported(struct job *j)
{
    struct session *s = session_of(j);
    if (!s)
        return;
    session_settle(s, j->result == JOB_BAD ? &clause_reports : NULL);
    job_free(j);
}

/* Whether the player may read the line. */
static bool may_read(const struct session *s, const struct table *t, int own, const struct line *l)
{
    const struct onlooker who = {.seated = own != SEAT_NONE, .muted = s->muted};
    return l && table_heard(t, who.seated) && (l->seat != SEAT_NONE || wire_overhears(t, &who)) &&
           !(s->muted && people_find(s->muted, l->player));
}

/* Finds whom the request is about: the player of a line of chat, or of a seat. */
static const struct clause *find_reported(struct session *s, const struct table *t, int own,
                                          struct job *j)
{
    const struct request *r = &s->request;
    const struct line *line = r->number >= 0 ? table_line(t, r->number) : NULL;
    if (r->number >= 0 && !may_read(s, t, own, line))
        return &clause_line;
    if (line) {
        j->other = line->player;
        const char *tab = strchr(line->text, '\t');
        snprintf(j->report->said, sizeof j->report->said, "%s", tab ? tab + 1 : line->text);
        return NULL;
    }
    if (r->seat < 0 || r->seat >= t->settings.config.players ||
        t->seat[r->seat].type != SEAT_PERSON)
        return &clause_seat;
    j->other = t->seat[r->seat].player;
    return NULL;
}

/* The store counts a player's own reports within a day, too. */
static const struct allowance reports = {ALLOW_REPORTS, REPORTS_MAX, DAY_MS / REPORTS_MAX};

const struct clause *people_report(struct session *s, struct live *l, int own)
{
    const struct table *t = l->table;
    if (own == SEAT_NONE && !watch_of(s, l))
        return &clause_follow;
    if (!s->request.text[strspn(s->request.text, " ")])
        return &clause_long;
    struct job *j = job_new(JOB_REPORT, reported, s);
    j->report = allocate(sizeof *j->report);
    const struct clause *against = find_reported(s, t, own, j);
    if (!against && j->other == s->player.id)
        against = &clause_self;
    if (!against && !allowance_charge(s, reports, s->player.id, 1))
        against = &clause_reports;
    if (against) {
        job_free(j);
        return against;
    }
    j->player = s->player;
    j->time = hall_date(s->hall);
    memcpy(j->table, l->id, sizeof j->table);
    j->report->ply = t->match ? match_ply(t->match) : -1;
    memcpy(j->report->text, s->request.text, sizeof s->request.text);
    session_submit(s, j);
    return NULL;
}
