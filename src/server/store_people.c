/* Muting, reporting, bans and deleted players, in SQL.
 *
 * Who is banned has a text: '#7' is player 7, and anything else addresses, as address_range prints
 * them. */
#include "server/store_people.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "match/grow.h"

static bool run(struct store_jobs *b, const char *statement, const struct sql_value arguments[],
                int count)
{
    return b->driver->run(b->db, statement, arguments, count);
}

/* The number in the first column of the only row; -1 after a failure. */
static int64_t number_of(struct store_jobs *b, const char *statement,
                         const struct sql_value arguments[], int count)
{
    int64_t number = -1;
    if (run(b, statement, arguments, count))
        while (b->driver->next(b->db))
            number = b->driver->integer(b->db, 0);
    return number;
}

bool store_tell_of_player(struct store_jobs *b, int64_t player)
{
    char news[NEWS_BYTES];
    news_of_player(player, news);
    return b->driver->tell(b->db, news);
}

static bool copy_text(struct store_jobs *b, int column, char *to, size_t size)
{
    const char *text = b->driver->text(b->db, column);
    snprintf(to, size, "%s", text ? text : "");
    return text;
}

/* ---- Muting ---- */

/* Reads the players into the job. */
static bool read_muted(struct store_jobs *b, struct job *j)
{
    static const char select[] = "SELECT id, name, password FROM mutes JOIN players ON id = muted "
                                 "WHERE player = $1 ORDER BY name, id LIMIT $2";
    free(j->people); /* the job may be tried a second time */
    j->people = NULL;
    if (!run(b, select, SQL(sql_int(j->player.id), sql_int(MUTES_MAX))))
        return false;
    while (b->driver->next(b->db)) {
        if (!j->people)
            j->people = people_new(MUTES_MAX);
        struct player *p = &j->people->player[j->people->count++];
        *p = (struct player){.id = b->driver->integer(b->db, 0)};
        copy_text(b, 1, p->name, sizeof p->name);
        p->kept = b->driver->text(b->db, 2);
    }
    return true;
}

static enum job_result mute_on(struct store_jobs *b, const struct job *j)
{
    static const char exists[] = "SELECT count(*) FROM players WHERE id = $1";
    static const char count[] = "SELECT count(*) FROM mutes WHERE player = $1 AND muted <> $2";
    static const char insert[] =
        "INSERT INTO mutes (player, muted) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    int64_t there = number_of(b, exists, SQL(sql_int(j->other)));
    if (there != 1)
        return there ? JOB_FAILED : JOB_NONE;
    int64_t muted = number_of(b, count, SQL(sql_int(j->player.id), sql_int(j->other)));
    if (muted < 0 || muted >= MUTES_MAX)
        return muted < 0 ? JOB_FAILED : JOB_BAD;
    return run(b, insert, SQL(sql_int(j->player.id), sql_int(j->other))) ? JOB_DONE : JOB_FAILED;
}

static enum job_result mute_off(struct store_jobs *b, const struct job *j)
{
    static const char delete[] = "DELETE FROM mutes WHERE player = $1 AND muted = $2";
    return run(b, delete, SQL(sql_int(j->player.id), sql_int(j->other))) ? JOB_DONE : JOB_FAILED;
}

enum job_result store_mute(struct store_jobs *b, struct job *j)
{
    enum job_result result = j->own ? mute_on(b, j) : mute_off(b, j);
    if (result != JOB_DONE)
        return result;
    return store_tell_of_player(b, j->player.id) ? store_mutes(b, j) : JOB_FAILED;
}

enum job_result store_mutes(struct store_jobs *b, struct job *j)
{
    return read_muted(b, j) ? JOB_DONE : JOB_FAILED;
}

/* ---- Reporting ---- */

enum job_result store_report(struct store_jobs *b, struct job *j)
{
    static const char count[] = "SELECT count(*) FROM reports WHERE reporter = $1 AND time > $2";
    static const char insert[] =
        "INSERT INTO reports (id, time, reporter, player, place, ply, said, text) "
        "SELECT coalesce(max(id), 0) + 1, CAST($1 AS BIGINT), CAST($2 AS BIGINT), "
        "CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS INTEGER), CAST($6 AS TEXT), "
        "CAST($7 AS TEXT) FROM reports";
    const struct report *r = j->report;
    if (b->driver->exclusive && !store_jobs_execute(b, b->driver->exclusive))
        return JOB_FAILED;
    int64_t before = number_of(b, count, SQL(sql_int(j->player.id), sql_int(j->time - DAY_MS)));
    if (before < 0 || before >= REPORTS_MAX)
        return before < 0 ? JOB_FAILED : JOB_BAD;
    return run(b, insert,
               SQL(sql_int(j->time), sql_int(j->player.id), sql_int(j->other), sql_text(j->table),
                   sql_int(r->ply), sql_text(r->said), sql_text(r->text)))
               ? JOB_DONE
               : JOB_FAILED;
}

/* ---- Bans ---- */

/* Writes who is banned: the player of the job, or its addresses. */
static void who_of(const struct job *j, char who[BANNED_BYTES])
{
    if (j->other)
        snprintf(who, BANNED_BYTES, "#%" PRId64, j->other);
    else
        memcpy(who, j->banned, BANNED_BYTES);
}

static bool tell_of_ban(struct store_jobs *b, const struct job *j)
{
    return j->other ? store_tell_of_player(b, j->other) : b->driver->tell(b->db, NEWS_OF_BANS);
}

/* JOB_NONE: there was no ban that could end. */
enum job_result store_ban(struct store_jobs *b, struct job *j)
{
    static const char delete[] = "DELETE FROM bans WHERE who = $1";
    static const char insert[] =
        "INSERT INTO bans (who, player, until, since, reason) VALUES ($1, $2, $3, $4, $5)";
    char who[BANNED_BYTES];
    who_of(j, who);
    bool good = run(b, delete, SQL(sql_text(who)));
    int ended = good ? b->driver->changed(b->db) : 0;
    if (good && j->time)
        good = run(b, insert,
                   SQL(sql_text(who), sql_int(j->other), sql_int(j->time),
                       sql_int((int64_t)time(NULL) * 1000), sql_text(j->reason)));
    if (!good || !tell_of_ban(b, j))
        return JOB_FAILED;
    return j->time || ended ? JOB_DONE : JOB_NONE;
}

/* All banned addresses. */
enum job_result store_bans(struct store_jobs *b, struct job *j)
{
    static const char select[] = "SELECT who, until FROM bans WHERE player = 0 ORDER BY who";
    int room = j->count = 0;
    if (!run(b, select, NULL, 0))
        return JOB_FAILED;
    while (b->driver->next(b->db)) {
        j->bans = grow(j->bans, j->count, &room, sizeof *j->bans);
        struct ban *ban = &j->bans[j->count++];
        copy_text(b, 0, ban->who, sizeof ban->who);
        ban->until = b->driver->integer(b->db, 1);
    }
    return JOB_DONE;
}

static int64_t banned_until(struct store_jobs *b, int64_t player)
{
    static const char select[] = "SELECT coalesce(max(until), 0) FROM bans WHERE who = $1";
    const struct job j = {.other = player};
    char who[BANNED_BYTES];
    who_of(&j, who);
    return number_of(b, select, SQL(sql_text(who)));
}

enum job_result store_admit(struct store_jobs *b, struct job *j)
{
    int64_t now = j->time > 0 ? j->time : (int64_t)time(NULL) * 1000;
    int64_t until = banned_until(b, j->player.id);
    if (until < 0)
        return JOB_FAILED;
    return until > now ? JOB_BANNED : store_mutes(b, j);
}

/* ---- Deleting ---- */

static_assert(SIT_AGREES == 1, "a statement keeps this bit");

/* Events stay, because a table is the sum of them, but the names and words in them go. */
static const char *const deletions[] = {
    "UPDATE events SET text = '" DELETED_NAME "' || CASE WHEN text LIKE '%\t%' THEN "
    "substr(text, length(text) - 64) ELSE '' END, number = number & 1 WHERE player = $1 AND type = "
    "'sit'",
    "UPDATE events SET text = '" DELETED_NAME "\t-', number = 0 "
    "WHERE player = $1 AND type = 'chat'",
    "UPDATE places SET name = '" DELETED_NAME "' WHERE player = $1",
    "UPDATE players SET name = '" DELETED_NAME "', folded = NULL, password = NULL WHERE id = $1",
    "DELETE FROM tokens WHERE player = $1",
    "DELETE FROM looks WHERE player = $1",
    "DELETE FROM origins WHERE player = $1",
    "DELETE FROM bouts WHERE one = $1",
    "DELETE FROM bouts WHERE other = $1",
    "DELETE FROM ratings WHERE player = $1",
    "DELETE FROM mutes WHERE player = $1",
    "DELETE FROM mutes WHERE muted = $1",
    "DELETE FROM reports WHERE reporter = $1",
    "DELETE FROM reports WHERE player = $1",
    "DELETE FROM bans WHERE player = $1",
};

enum job_result store_delete(struct store_jobs *b, struct job *j)
{
    static const char exists[] = "SELECT count(*) FROM players WHERE id = $1";
    int64_t there = number_of(b, exists, SQL(sql_int(j->player.id)));
    bool good = there >= 0;
    for (size_t i = 0; good && there && i < sizeof deletions / sizeof *deletions; i++)
        good = run(b, deletions[i], SQL(sql_int(j->player.id)));
    if (!good || !store_tell_of_player(b, j->player.id))
        return JOB_FAILED;
    return there ? JOB_DONE : JOB_NONE;
}
