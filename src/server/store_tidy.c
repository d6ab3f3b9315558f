/* Retention, in SQL. The rules are those of struct keep in house/job.h. One job looks at a few rows
 * only, found by an index, so that no other job waits for it; the hall asks again until all were
 * looked at.
 *
 * Guests are looked at in the order of their ids, a few in each job; the job carries the last id.
 * Whether one has a seat is asked of the events with which people sat down, which have an index of
 * their own. */
#include "server/store_tidy.h"

#include <stdio.h>
#include <string.h>

enum { TABLES_MAX = 20, GUESTS_MAX = 200, TOKENS_MAX = 200, REPORT_DAYS = 365 };

static const char old_tables[] =
    "SELECT id FROM tables WHERE ending = $1 AND over < $2 ORDER BY over LIMIT $3";
static const char old_tokens[] =
    "DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE used < $1 LIMIT $2)";
static const char old_origins[] = "DELETE FROM origins WHERE day < $1";
static const char players[] =
    "SELECT id, password, created FROM players WHERE id > $1 ORDER BY id LIMIT $2";
static const char needed[] =
    "SELECT (SELECT count(*) FROM tokens WHERE player = $1 AND used >= $2) + "
    "(SELECT count(*) FROM places WHERE player = $1) + "
    "(SELECT count(*) FROM tables WHERE host = $1 AND ending IS NULL) + "
    "(SELECT count(*) FROM events JOIN tables ON tables.id = events.id "
    "WHERE events.player = $1 AND type = 'sit' AND ending IS NULL)";

const char *store_tidy_statement(int index)
{
    static const char *const all[] = {old_tables, old_tokens, old_origins, players, needed};
    return index < (int)(sizeof all / sizeof *all) ? all[index] : NULL;
}

static bool run(struct store_jobs *b, const char *statement, struct sql_value argument)
{
    return b->driver->run(b->db, statement, &argument, 1);
}

/* ---- Tables ---- */

static bool delete_table(struct store_jobs *b, const char *id)
{
    return run(b, "DELETE FROM events WHERE id = $1", sql_text(id)) &&
           run(b, "DELETE FROM places WHERE id = $1", sql_text(id)) &&
           run(b, "DELETE FROM tables WHERE id = $1", sql_text(id));
}

/* Deletes the oldest tables that ended in this way, if they are older than so many days. */
static bool tidy_tables(struct store_jobs *b, struct job *j, enum ending ending, int days)
{
    char ids[TABLES_MAX][TABLE_ID_BYTES];
    int count = 0;
    if (!days)
        return true;
    bool good = b->driver->run(
        b->db, old_tables,
        SQL(sql_int(ending), sql_int(j->time - days * (int64_t)DAY_MS), sql_int(TABLES_MAX)));
    while (good && b->driver->next(b->db)) {
        const char *id = b->driver->text(b->db, 0);
        if (count < TABLES_MAX && id)
            snprintf(ids[count++], TABLE_ID_BYTES, "%s", id);
    }
    for (int i = 0; good && i < count; i++)
        good = delete_table(b, ids[i]);
    j->count += count;
    return good;
}

/* ---- Tokens and guests ---- */

static bool tidy_tokens(struct store_jobs *b, struct job *j)
{
    int64_t day = j->time / DAY_MS - j->keep.token_days;
    if (!j->keep.token_days)
        return true;
    if (!b->driver->run(b->db, old_tokens, SQL(sql_int(day), sql_int(TOKENS_MAX))))
        return false;
    j->count += b->driver->changed(b->db);
    return true;
}

/* Whether anything keeps the guest; also if that cannot be read. */
static bool is_needed(struct store_jobs *b, int64_t guest, int64_t day)
{
    int64_t reasons = 1;
    if (b->driver->run(b->db, needed, SQL(sql_int(guest), sql_int(day))))
        while (b->driver->next(b->db))
            reasons = b->driver->integer(b->db, 0);
    return reasons != 0;
}

static bool delete_guest(struct store_jobs *b, int64_t guest)
{
    return run(b, "DELETE FROM tokens WHERE player = $1", sql_int(guest)) &&
           run(b, "DELETE FROM origins WHERE player = $1", sql_int(guest)) &&
           run(b, "DELETE FROM ratings WHERE player = $1", sql_int(guest)) &&
           run(b, "DELETE FROM mutes WHERE player = $1", sql_int(guest)) &&
           run(b, "DELETE FROM mutes WHERE muted = $1", sql_int(guest)) &&
           run(b, "DELETE FROM players WHERE id = $1", sql_int(guest));
}

static bool tidy_guests(struct store_jobs *b, struct job *j)
{
    int64_t guests[GUESTS_MAX], before = j->time - j->keep.guest_days * (int64_t)DAY_MS;
    int count = 0, seen = 0;
    if (!j->keep.guest_days)
        return true;
    bool good = b->driver->run(b->db, players, SQL(sql_int(j->player.id), sql_int(GUESTS_MAX)));
    for (; good && b->driver->next(b->db) && seen < GUESTS_MAX; seen++) {
        j->player.id = b->driver->integer(b->db, 0);
        if (!b->driver->text(b->db, 1) && b->driver->integer(b->db, 2) < before)
            guests[count++] = j->player.id;
    }
    for (int i = 0; good && i < count; i++)
        good = is_needed(b, guests[i], before / DAY_MS) || delete_guest(b, guests[i]);
    if (seen < GUESTS_MAX)
        j->player.id = 0;
    j->count += seen == GUESTS_MAX;
    return good;
}

static bool tidy_bouts(struct store_jobs *b, const struct job *j)
{
    int64_t day = j->time / DAY_MS;
    return run(b, "DELETE FROM bouts WHERE day < $1", sql_int(day - 1)) &&
           run(b, old_origins, sql_int(day - ORIGIN_DAYS));
}

/* Reports are kept for a year. */
static bool tidy_reports(struct store_jobs *b, const struct job *j)
{
    return run(b, "DELETE FROM reports WHERE time < $1",
               sql_int(j->time - REPORT_DAYS * (int64_t)DAY_MS));
}

static bool tidy_bans(struct store_jobs *b, const struct job *j)
{
    return run(b, "DELETE FROM bans WHERE until < $1", sql_int(j->time));
}

enum job_result store_tidy(struct store_jobs *b, struct job *j)
{
    int64_t since = j->player.id; /* the job may be tried a second time */
    j->count = 0;
    bool good = tidy_tables(b, j, ENDED_CLOSED, j->keep.closed_days) &&
                tidy_tables(b, j, ENDED_UNLISTED, j->keep.unlisted_days) &&
                tidy_tables(b, j, ENDED_LISTED, j->keep.listed_days) &&
                tidy_tables(b, j, ENDED_HASTY, j->keep.listed_days) && tidy_tokens(b, j) &&
                tidy_guests(b, j) && tidy_bouts(b, j) && tidy_reports(b, j) && tidy_bans(b, j);
    if (!good)
        j->player.id = since;
    return good ? JOB_DONE : JOB_FAILED;
}
