/* What each job does in the database, in SQL that both SQLite and PostgreSQL understand. */
#include "server/store_jobs.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utf8proc.h>

#include "match/grow.h"
#include "match/secret.h"
#include "server/log.h"
#include "server/name.h"
#include "server/store_bouts.h"
#include "server/store_people.h"
#include "server/store_tidy.h"

enum { STATEMENT_BYTES = 512 };

/* ---- Values ---- */

struct hex {
    char text[2 * SECRET_BYTES + 1];
};

static struct hex hex_of(const uint8_t bytes[SECRET_BYTES])
{
    struct hex hex;
    struct out o;
    out_init(&o, hex.text, sizeof hex.text);
    secret_print(bytes, &o);
    return hex;
}

static struct hex token_hash(const char *token)
{
    uint8_t hash[SECRET_BYTES];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)token, strlen(token), NULL, 0);
    return hex_of(hash);
}

/* ---- The schema ---- */

/* The statements that lead from each version of the schema to the next one. '%s' is replaced by
 * what the driver adds to clustered tables. */
static const char *const migrations[][12] = {
    {
        "CREATE TABLE players (id BIGINT PRIMARY KEY, name TEXT NOT NULL, folded TEXT UNIQUE, "
        "password TEXT, "
        "created BIGINT NOT NULL)",
        "CREATE TABLE tokens (hash TEXT PRIMARY KEY, player BIGINT NOT NULL) %s",
        "CREATE TABLE tables (id TEXT PRIMARY KEY, settings TEXT NOT NULL, secret TEXT NOT NULL, "
        "host BIGINT NOT NULL, "
        "opened BIGINT NOT NULL, over BIGINT) %s",
        "CREATE TABLE events (id TEXT NOT NULL, seq INTEGER NOT NULL, type TEXT NOT NULL, seat "
        "INTEGER NOT NULL, "
        "number INTEGER NOT NULL, player BIGINT NOT NULL, time BIGINT NOT NULL, text TEXT NOT "
        "NULL, "
        "PRIMARY KEY (id, seq)) %s",
        "CREATE TABLE places (id TEXT NOT NULL, seat INTEGER NOT NULL, player BIGINT NOT NULL, "
        "name TEXT NOT NULL, "
        "ranking INTEGER NOT NULL, points INTEGER NOT NULL, PRIMARY KEY (id, seat)) %s",
        "CREATE TABLE ratings (player BIGINT NOT NULL, game TEXT NOT NULL, players INTEGER NOT "
        "NULL, "
        "value DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE "
        "PRECISION NOT NULL, "
        "games INTEGER NOT NULL, day BIGINT NOT NULL, PRIMARY KEY (player, game, players)) %s",
        "CREATE INDEX tables_over ON tables (over)",
        "CREATE INDEX places_player ON places (player)",
    },
    {
        "UPDATE players SET folded = NULL", /* make_keys fills them again */
    },
    {
        /* NULL: the table is not over; else a value of enum ending */
        "ALTER TABLE tables ADD COLUMN ending INTEGER",
        "UPDATE tables SET ending = 2 WHERE over IS NOT NULL",
        "UPDATE tables SET ending = 1 WHERE over IS NOT NULL AND settings LIKE '%%listed=no%%'",
        "UPDATE tables SET ending = 0 WHERE over IS NOT NULL AND id NOT IN (SELECT id FROM places)",
        "DROP INDEX tables_over",
        "CREATE INDEX tables_ending ON tables (ending, over)",
        "CREATE INDEX tables_host ON tables (host) WHERE ending IS NULL",
        "CREATE INDEX events_sit ON events (player) WHERE type = 'sit'",
        /* the day of the last use */
        "ALTER TABLE tokens ADD COLUMN used BIGINT NOT NULL DEFAULT 0",
        "CREATE INDEX tokens_used ON tokens (used)",
        "CREATE INDEX tokens_player ON tokens (player)",
    },
    {
        /* see store_bouts.c */
        "CREATE TABLE bouts (day BIGINT NOT NULL, one BIGINT NOT NULL, other BIGINT NOT NULL, "
        "matches INTEGER NOT NULL, PRIMARY KEY (day, one, other)) %s",
        "CREATE TABLE origins (player BIGINT NOT NULL, origin BIGINT NOT NULL, day BIGINT NOT "
        "NULL, PRIMARY KEY (player, origin)) %s",
        "CREATE INDEX origins_day ON origins (day)",
        /* where the table was opened, until it is over */
        "ALTER TABLE tables ADD COLUMN origin BIGINT NOT NULL DEFAULT 0",
    },
    {
        "ALTER TABLE tokens ADD COLUMN created BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE tokens ADD COLUMN device TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE looks (look BIGINT PRIMARY KEY, player BIGINT NOT NULL)", /* see keep_looks */
        "CREATE INDEX looks_player ON looks (player)",
    },
    {
        "CREATE TABLE mutes (player BIGINT NOT NULL, muted BIGINT NOT NULL, "
        "PRIMARY KEY (player, muted)) %s",
        "CREATE INDEX mutes_muted ON mutes (muted)",
        /* `place` is a table; `done`: when an operator has dealt with it */
        "CREATE TABLE reports (id BIGINT PRIMARY KEY, time BIGINT NOT NULL, reporter BIGINT NOT "
        "NULL, player BIGINT NOT NULL, place TEXT NOT NULL, ply INTEGER NOT NULL, said TEXT NOT "
        "NULL, text TEXT NOT NULL, done BIGINT)",
        "CREATE INDEX reports_reporter ON reports (reporter, time)",
        "CREATE INDEX reports_player ON reports (player)",
        /* see store_people.c; a player, or 0 for addresses */
        "CREATE TABLE bans (who TEXT PRIMARY KEY, player BIGINT NOT NULL, until BIGINT NOT NULL, "
        "since BIGINT NOT NULL, reason TEXT NOT NULL) %s",
        "CREATE INDEX events_chat ON events (player) WHERE type = 'chat'",
    },
};

enum { VERSION = sizeof migrations / sizeof *migrations };

static bool jobs_run(struct store_jobs *b, const char *statement,
                     const struct sql_value arguments[], int count)
{
    return b->driver->run(b->db, statement, arguments, count);
}

static bool next(struct store_jobs *b)
{
    return b->driver->next(b->db);
}

static int64_t integer(struct store_jobs *b, int column)
{
    return b->driver->integer(b->db, column);
}

static const char *text(struct store_jobs *b, int column)
{
    return b->driver->text(b->db, column);
}

/* Copies a column as text of at most `size` bytes; "" for NULL. */
static void copy_text(struct store_jobs *b, int column, char *to, size_t size)
{
    const char *from = text(b, column);
    snprintf(to, size, "%s", from ? from : "");
}

bool store_jobs_execute(struct store_jobs *b, const char *statement)
{
    return b->driver->execute(b->db, statement);
}

const char *store_jobs_failure(struct store_jobs *b)
{
    static _Thread_local char kept[SQL_FAILURE_BYTES];
    char *failure = b->driver->failure(b->db);
    if (!failure[0])
        return NULL;
    memcpy(kept, failure, sizeof kept);
    failure[0] = '\0';
    return kept;
}

/* The number in the first column of the first row; -1 if there is none. */
static int64_t first_number(struct store_jobs *b)
{
    int64_t number = next(b) ? integer(b, 0) : -1;
    while (next(b))
        continue;
    return number;
}

/* A player with a registered name. */
struct keeper {
    int64_t id;
    char name[PLAYER_NAME_BYTES];
};

/* Calls `each` with all players who have registered names, the oldest one first. */
static bool for_keepers(struct store_jobs *b,
                        bool (*each)(struct store_jobs *b, const struct keeper *))
{
    static const char select[] =
        "SELECT id, name FROM players WHERE password IS NOT NULL ORDER BY created, id";
    struct keeper *keepers = NULL;
    int count = 0, room = 0;
    bool good = jobs_run(b, select, NULL, 0);
    while (good && next(b)) {
        keepers = grow(keepers, count, &room, sizeof *keepers);
        keepers[count].id = integer(b, 0);
        copy_text(b, 1, keepers[count].name, sizeof keepers[count].name);
        count++;
    }
    for (int i = 0; good && i < count; i++)
        good = each(b, &keepers[i]);
    free(keepers);
    return good;
}

static bool make_key(struct store_jobs *b, const struct keeper *k)
{
    static const char update[] = "UPDATE players SET folded = $1 WHERE id = $2 AND NOT EXISTS "
                                 "(SELECT 1 FROM players WHERE folded = $1)";
    const struct name_key key = name_key(k->name);
    return jobs_run(b, update, SQL(sql_text(key.text), sql_int(k->id)));
}

/* Fills the keys of all registered names. If two names have the same key, the older player gets it;
 * the other one can still use their token, and register another name. */
static bool make_keys(struct store_jobs *b)
{
    return for_keepers(b, make_key);
}

/* Notes what a registered name looks like, so that no other name can look like it. Names that were
 * registered before this was checked may look alike; then the older player has the look. Both can
 * still log in. */
static bool keep_looks(struct store_jobs *b, const struct keeper *k)
{
    static const char insert[] =
        "INSERT INTO looks (look, player) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    int64_t looks[LOOKS_MAX];
    bool good = true;
    name_looks(k->name, looks);
    for (int i = 0; good && i < LOOKS_MAX; i++)
        good = !looks[i] || jobs_run(b, insert, SQL(sql_int(looks[i]), sql_int(k->id)));
    return good;
}

/* Finds out again what all registered names look like, if the tables of characters have changed. */
static bool renew_looks(struct store_jobs *b)
{
    static const char set[] = "INSERT INTO meta VALUES ('looks', $1) ON CONFLICT (key) "
                              "DO UPDATE SET value = excluded.value";
    int release = name_looks_release();
    if (!jobs_run(b, "SELECT value FROM meta WHERE key = 'looks'", NULL, 0))
        return false;
    return first_number(b) == release ||
           (store_jobs_execute(b, "DELETE FROM looks") && for_keepers(b, keep_looks) &&
            jobs_run(b, set, SQL(sql_int(release))));
}

/* All tokens count as used today. */
static bool use_tokens(struct store_jobs *b)
{
    static const char update[] = "UPDATE tokens SET used = $1";
    return jobs_run(b, update, SQL(sql_int(time(NULL) / (DAY_MS / 1000))));
}

/* What a migration does in C, after its statements. */
static bool (*const conversions[VERSION])(struct store_jobs *b) = {
    [1] = make_keys, [2] = use_tokens};

static bool migrate(struct store_jobs *b, int version)
{
    static const char set_version[] = "UPDATE meta SET value = $1 WHERE key = 'version'";
    for (int i = 0; migrations[version][i]; i++) {
        char statement[STATEMENT_BYTES];
        snprintf(statement, sizeof statement, migrations[version][i], b->driver->clustered);
        if (!store_jobs_execute(b, statement))
            return false;
    }
    if (conversions[version] && !conversions[version](b))
        return false;
    return jobs_run(b, set_version, SQL(sql_int(version + 1)));
}

/* Locks out other nodes that call this, until the end of the transaction. */
static bool exclude(struct store_jobs *b)
{
    return !b->driver->exclusive || store_jobs_execute(b, b->driver->exclusive);
}

static const struct sql_driver *driver_of(const char *address, const char **rest)
{
    *rest = address;
    if (strncmp(address, "postgres://", 11) == 0 || strncmp(address, "postgresql://", 13) == 0)
        return &sql_postgres;
    if (strncmp(address, "sqlite:", 7) != 0 || !address[7])
        return NULL;
    *rest = address + 7;
    return &sql_sqlite;
}

const char *store_shown(const char *address)
{
    return strncmp(address, "postgres", 8) == 0 ? "postgres://..." : address;
}

bool store_jobs_open(struct store_jobs *b, const char *address, enum sql_role role,
                     struct out *error)
{
    const char *rest;
    b->driver = driver_of(address, &rest);
    b->db = b->driver ? b->driver->open(rest, role, error) : NULL;
    if (!b->driver)
        out_text(error, "expected 'sqlite:FILE' or 'postgres://...'");
    return b->db;
}

void store_jobs_close(struct store_jobs *b)
{
    if (b->db)
        b->driver->close(b->db);
    b->db = NULL;
}

int store_jobs_version(struct store_jobs *b)
{
    static const char select[] = "SELECT value FROM meta WHERE key = 'version'";
    int64_t version = jobs_run(b, select, NULL, 0) ? first_number(b) : 0;
    return version > 0 && version < INT32_MAX ? (int)version : 0;
}

int store_jobs_newest(void)
{
    return VERSION;
}

bool store_jobs_migrate(struct store_jobs *b, int to, struct out *error)
{
    bool good = exclude(b) &&
                store_jobs_execute(
                    b, "CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value BIGINT)") &&
                store_jobs_execute(
                    b,
                    "INSERT INTO meta VALUES ('version', 0), ('time', 0) ON CONFLICT DO NOTHING") &&
                jobs_run(b, "SELECT value FROM meta WHERE key = 'version'", NULL, 0);
    int64_t version = good ? first_number(b) : -1, newest = version > to ? version : to;
    good = version >= 0;
    if (good && newest > VERSION) {
        out_format(error,
                   "its schema has version %d, but this program knows only version %d; nothing "
                   "was changed",
                   (int)newest, VERSION);
        return false;
    }
    for (; good && version < (to ? to : VERSION); version++)
        good = migrate(b, (int)version);
    good = good && (version < VERSION || renew_looks(b));
    if (good)
        return true;
    const char *failure = store_jobs_failure(b);
    out_text(error, failure ? failure : "its schema has no version; nothing was changed");
    return false;
}

bool store_jobs_prepare(struct store_jobs *b, struct out *error)
{
    bool begun = store_jobs_execute(b, b->driver->begin);
    if (begun && !store_jobs_migrate(b, 0, error)) {
        store_jobs_execute(b, "ROLLBACK");
        return false;
    }
    if (begun && store_jobs_execute(b, "COMMIT") && (!b->driver->adopt || b->driver->adopt(b->db)))
        return true;
    const char *failure = store_jobs_failure(b);
    out_text(error, failure ? failure : "it cannot be prepared");
    store_jobs_execute(b, "ROLLBACK");
    return false;
}

/* ---- Jobs ---- */

static enum job_result inserted(struct store_jobs *b, bool good)
{
    return !good ? JOB_FAILED : b->driver->changed(b->db) == 1 ? JOB_DONE : JOB_TAKEN;
}

static enum job_result jobs_updated(struct store_jobs *b, bool good)
{
    return !good ? JOB_FAILED : b->driver->changed(b->db) == 1 ? JOB_DONE : JOB_NONE;
}

static bool insert_event(struct store_jobs *b, const struct job *j, int i)
{
    static const char insert[] =
        "INSERT INTO events (id, seq, type, seat, number, player, time, text) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
    const struct event *e = &j->events[i];
    return jobs_run(b, insert,
                    SQL(sql_text(j->table), sql_int(j->seq + i), sql_text(event_name(e->type)),
                        sql_int(e->seat), sql_int(e->number), sql_int(e->player), sql_int(e->time),
                        sql_text(e->text)));
}

/* ---- Finished matches ---- */

static struct rating read_rating(struct store_jobs *b, int64_t player,
                                 const struct settings *settings)
{
    static const char select[] = "SELECT value, deviation, volatility, games, day FROM ratings "
                                 "WHERE player = $1 AND game = $2 AND players = $3";
    struct rating r = rating_new();
    if (!jobs_run(
            b, select,
            SQL(sql_int(player), sql_text(settings->game->id), sql_int(settings->config.players))))
        return r;
    while (next(b))
        r = (struct rating){b->driver->real(b->db, 0), b->driver->real(b->db, 1),
                            b->driver->real(b->db, 2), (int)integer(b, 3), integer(b, 4)};
    return r;
}

static bool write_rating(struct store_jobs *b, int64_t player, const struct settings *settings,
                         const struct rating *r)
{
    static const char upsert[] =
        "INSERT INTO ratings (player, game, players, value, deviation, volatility, games, day) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (player, game, players) DO UPDATE SET "
        "value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility, "
        "games = excluded.games, day = excluded.day";
    return jobs_run(b, upsert,
                    SQL(sql_int(player), sql_text(settings->game->id),
                        sql_int(settings->config.players), sql_real(r->value),
                        sql_real(r->deviation), sql_real(r->volatility), sql_int(r->games),
                        sql_int(r->day)));
}

/* Updates the ratings, in the transaction of the event that ends the match, so that the match
 * counts exactly once. */
static bool rate(struct store_jobs *b, const struct finish *f, int64_t day)
{
    struct rating ratings[SEATS_MAX];
    struct rated_match m = {.players = f->settings.config.players, .day = day};
    bool good = exclude(b);
    for (int seat = 0; good && seat < m.players; seat++) {
        ratings[seat] = read_rating(b, f->place[seat].player, &f->settings);
        m.ranks[seat] = f->place[seat].rank;
        for (int other = 0; other < seat; other++) {
            int before = store_count_bout(b, f->place[seat].player, f->place[other].player, day);
            good &= before >= 0;
            m.before[seat][other] = m.before[other][seat] = before;
        }
    }
    if (!good)
        return false;
    ratings_update(ratings, &m);
    for (int seat = 0; good && seat < m.players; seat++)
        good = write_rating(b, f->place[seat].player, &f->settings, &ratings[seat]);
    return good;
}

static bool insert_place(struct store_jobs *b, const char *table, int seat, const struct place *p)
{
    static const char insert[] = "INSERT INTO places (id, seat, player, name, ranking, points) "
                                 "VALUES ($1, $2, $3, $4, $5, $6)";
    return jobs_run(b, insert,
                    SQL(sql_text(table), sql_int(seat), sql_int(p->player), sql_text(p->name),
                        sql_int(p->rank), sql_int(p->points)));
}

/* A table that was closed before its match began has no places. */
static enum ending ending_of(const struct finish *f)
{
    return !f->place[0].rank     ? ENDED_CLOSED
           : !f->settings.listed ? ENDED_UNLISTED
           : f->hasty            ? ENDED_HASTY
                                 : ENDED_LISTED;
}

static bool finish_table(struct store_jobs *b, const struct job *j)
{
    static const char over[] = "UPDATE tables SET over = $1, ending = $2, origin = 0 WHERE id = $3";
    const struct finish *f = j->finish;
    bool good = jobs_run(b, over, SQL(sql_int(j->time), sql_int(ending_of(f)), sql_text(j->table)));
    for (int seat = 0; good && seat < f->settings.config.players && f->place[seat].rank; seat++)
        good = insert_place(b, j->table, seat, &f->place[seat]);
    return good && (!f->rated || rate(b, f, j->time / DAY_MS));
}

/* ---- Tables ---- */

static enum job_result append(struct store_jobs *b, struct job *j)
{
    for (int i = 0; i < j->count; i++) {
        enum job_result result = inserted(b, insert_event(b, j, i));
        if (result != JOB_DONE)
            return i ? JOB_FAILED : result;
    }
    return (!j->finish || finish_table(b, j)) && b->driver->tell(b->db, j->table) ? JOB_DONE
                                                                                  : JOB_FAILED;
}

/* Whether the events may come after the end of the table, which JOB_TIDY may have deleted. */
static bool is_late(const struct job *j)
{
    return j->count == 1 && event_aside(j->events[0].type);
}

/* To a deleted table nothing is added: the hall reads it again, and learns that it is gone. */
static enum job_result jobs_append(struct store_jobs *b, struct job *j)
{
    static const char select[] = "SELECT count(*) FROM tables WHERE id = $1";
    if (is_late(j)) {
        if (!jobs_run(b, select, SQL(sql_text(j->table))))
            return JOB_FAILED;
        if (first_number(b) == 0)
            return JOB_TAKEN;
    }
    return append(b, j);
}

static enum job_result jobs_open_table(struct store_jobs *b, struct job *j)
{
    static const char insert[] = "INSERT INTO tables (id, settings, secret, host, opened, origin) "
                                 "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
    const struct hex secret = hex_of(j->secret);
    enum job_result result = inserted(
        b, jobs_run(b, insert,
                    SQL(sql_text(j->table), sql_text(j->settings), sql_text(secret.text),
                        sql_int(j->host), sql_int(j->time), sql_int(j->origin))));
    return result == JOB_DONE ? append(b, j) : result;
}

/* Whether the text is UTF-8 and fits. */
static bool is_sound(const char *text)
{
    size_t length = text ? strlen(text) : EVENT_TEXT_BYTES;
    if (length >= EVENT_TEXT_BYTES)
        return false;
    for (utf8proc_ssize_t taken; length > 0; text += taken, length -= (size_t)taken) {
        utf8proc_int32_t character;
        taken = utf8proc_iterate((const uint8_t *)text, (utf8proc_ssize_t)length, &character);
        if (taken < 0)
            return false;
    }
    return true;
}

/* Reads a number that must fit into an int. */
static bool read_int(struct store_jobs *b, int column, int *number)
{
    int64_t n = integer(b, column);
    *number = (int)n;
    return n == *number;
}

/* Reads the event whose columns begin there; false if it cannot be read. */
static bool read_event(struct store_jobs *b, int column, struct event *e)
{
    const char *type = text(b, column);
    bool good = type && event_type_parse(type, &e->type) && read_int(b, column + 1, &e->seat) &&
                read_int(b, column + 2, &e->number) && is_sound(text(b, column + 5));
    e->player = integer(b, column + 3);
    e->time = integer(b, column + 4);
    copy_text(b, column + 5, e->text, sizeof e->text);
    return good;
}

/* Whether it can be a date in milliseconds. */
static bool is_date(int64_t time)
{
    return time >= 0 && time <= SERVICE_TIME_MAX;
}

/* Reads the table; its columns are the first ones. Settings that cannot be read are empty. */
static void read_head(struct store_jobs *b, struct job *j)
{
    const char *secret = text(b, 2);
    copy_text(b, 1, j->settings, sizeof j->settings);
    j->host = integer(b, 3);
    j->time = is_date(integer(b, 4)) ? integer(b, 4) : 0;
    j->origin = integer(b, 5);
    if (!secret || !secret_parse(slice_of(secret), j->secret))
        j->settings[0] = '\0';
}

#define TABLE_COLUMNS \
    "tables.id, settings, secret, host, opened, origin, seq, type, seat, number, player, time, " \
    "text "

/* Adds the row's event to the table. The first one that is missing or cannot be read ends it. */
static void read_row(struct store_jobs *b, struct job *j, int *room)
{
    struct event e = {0};
    int number = (j->seq > 1 ? j->seq : 1) + j->count;
    if (j->broken)
        return;
    if (!j->count)
        read_head(b, j);
    if (integer(b, 6) != number || !read_event(b, 7, &e)) {
        j->broken = number;
        return;
    }
    j->events = grow(j->events, j->count, room, sizeof *j->events);
    j->events[j->count++] = e;
}

static const char read_table[] = "SELECT " TABLE_COLUMNS
                                 "FROM tables JOIN events ON events.id = tables.id WHERE tables.id "
                                 "= $1 AND seq >= $2 ORDER BY seq";

static enum job_result jobs_read_table(struct store_jobs *b, struct job *j)
{
    int room = j->count = j->broken = 0; /* the job may be tried a second time */
    if (!jobs_run(b, read_table, SQL(sql_text(j->table), sql_int(j->seq))))
        return JOB_FAILED;
    while (next(b))
        read_row(b, j, &room);
    return j->count || j->broken || j->seq > 1 ? JOB_DONE : JOB_NONE;
}

bool store_jobs_restore(struct store_jobs *b, void (*found)(const struct job *table, void *context),
                        void *context)
{
    static const char select[] = "SELECT " TABLE_COLUMNS
                                 "FROM tables JOIN events ON events.id = tables.id "
                                 "WHERE ending IS NULL ORDER BY tables.id, seq";
    struct job j = {.table = "", .seq = 1};
    int room = 0;
    bool good = jobs_run(b, select, NULL, 0);
    while (good && next(b)) {
        char id[TABLE_ID_BYTES];
        copy_text(b, 0, id, sizeof id);
        if (strcmp(j.table, id) != 0) {
            if (j.table[0])
                found(&j, context);
            memcpy(j.table, id, sizeof id);
            j.count = j.broken = 0;
        }
        read_row(b, &j, &room);
    }
    if (good && j.table[0])
        found(&j, context);
    free(j.events);
    return good;
}

/* ---- Players ---- */

/* A player keeps the tokens that were used last. */
static bool trim_tokens(struct store_jobs *b, int64_t player)
{
    static const char delete[] =
        "DELETE FROM tokens WHERE player = $1 AND hash NOT IN (SELECT hash FROM tokens "
        "WHERE player = $1 ORDER BY used DESC, created DESC, hash LIMIT $2)";
    return jobs_run(b, delete, SQL(sql_int(player), sql_int(DEVICES_MAX))) &&
           (b->driver->changed(b->db) == 0 || store_tell_of_player(b, player));
}

static int64_t day_of(const struct job *j)
{
    return j->time > 0 ? j->time / DAY_MS : time(NULL) / (DAY_MS / 1000);
}

static enum job_result insert_token(struct store_jobs *b, struct job *j)
{
    static const char insert[] =
        "INSERT INTO tokens (hash, player, created, used, device) VALUES ($1, $2, $3, $4, $5) "
        "ON CONFLICT DO NOTHING";
    const struct hex hash = token_hash(j->token);
    if (!store_note_origin(b, j, day_of(j)))
        return JOB_FAILED;
    return inserted(b, jobs_run(b, insert,
                                SQL(sql_text(hash.text), sql_int(j->player.id), sql_int(j->time),
                                    sql_int(day_of(j)), sql_text(j->device))));
}

/* The password may have been changed since it was compared: then all tokens were deleted, and this
 * one must not come after that. */
static enum job_result jobs_add_token(struct store_jobs *b, struct job *j)
{
    static const char select[] = "SELECT count(*) FROM players WHERE id = $1 AND password = $2";
    if (!exclude(b) || !jobs_run(b, select, SQL(sql_int(j->player.id), sql_text(j->hash))))
        return JOB_FAILED;
    if (first_number(b) != 1)
        return JOB_NONE;
    enum job_result result = store_admit(b, j);
    if (result == JOB_DONE)
        result = insert_token(b, j);
    return result != JOB_DONE || trim_tokens(b, j->player.id) ? result : JOB_FAILED;
}

static enum job_result read_player(struct store_jobs *b, struct job *j, const char *select,
                                   const char *key)
{
    enum job_result result = JOB_NONE;
    if (!jobs_run(b, select, SQL(sql_text(key))))
        return JOB_FAILED;
    while (next(b)) {
        j->player = (struct player){.id = integer(b, 0), .kept = text(b, 2)};
        copy_text(b, 1, j->player.name, sizeof j->player.name);
        copy_text(b, 2, j->hash, sizeof j->hash);
        name_looks(j->player.name, j->player.looks);
        result = JOB_DONE;
    }
    return result;
}

/* Whether the name looks like one that another player has registered. Players may keep their own
 * registered names even if these look like others, see keep_looks. */
static bool look_taken(struct store_jobs *b, const struct player *p, bool *taken)
{
    static const char select[] = "SELECT count(*) FROM looks WHERE look IN ($1, $2, $3) AND "
                                 "player <> $4 AND NOT EXISTS "
                                 "(SELECT 1 FROM players WHERE id = $4 AND folded = $5)";
    const struct name_key key = name_key(p->name);
    static_assert(LOOKS_MAX == 3, "the statement lists the looks");
    if (!jobs_run(b, select,
                  SQL(sql_int(p->looks[0]), sql_int(p->looks[1]), sql_int(p->looks[2]),
                      sql_int(p->id), sql_text(key.text))))
        return false;
    *taken = first_number(b) != 0;
    return true;
}

static void set_name(struct player *p, const char *name)
{
    snprintf(p->name, sizeof p->name, "%s", name);
    name_looks(p->name, p->looks);
}

/* If somebody has registered the guest's name in the meantime, the guest gets another one. */
static bool yield_name(struct store_jobs *b, struct player *p)
{
    static const char update[] = "UPDATE players SET name = $1 WHERE id = $2 AND password IS NULL";
    bool taken, changed = false;
    for (int i = 0; i < GUEST_NAMES; i++) {
        char name[PLAYER_NAME_BYTES];
        if (!look_taken(b, p, &taken))
            return false;
        if (!taken)
            break;
        guest_name(p->id, i, name);
        set_name(p, name);
        changed = true;
    }
    return !changed || jobs_run(b, update, SQL(sql_text(p->name), sql_int(p->id)));
}

/* Notes the day, where it was, and what the device calls itself now. */
static bool note_use(struct store_jobs *b, const struct job *j, const char *hash)
{
    static const char update[] =
        "UPDATE tokens SET used = $1, device = $2 WHERE hash = $3 AND (used < $1 OR device <> $2)";
    return !j->time ||
           (store_note_origin(b, j, day_of(j)) &&
            jobs_run(b, update, SQL(sql_int(day_of(j)), sql_text(j->device), sql_text(hash))));
}

static enum job_result jobs_enter(struct store_jobs *b, struct job *j)
{
    static const char select[] =
        "SELECT id, name, password FROM players JOIN tokens ON player = id WHERE hash = $1";
    const struct hex hash = token_hash(j->token);
    enum job_result result = read_player(b, j, select, hash.text);
    if (result == JOB_DONE)
        result = store_admit(b, j);
    if (result != JOB_DONE)
        return result;
    return note_use(b, j, hash.text) && (j->player.kept || yield_name(b, &j->player)) ? JOB_DONE
                                                                                      : JOB_FAILED;
}

static enum job_result find_name(struct store_jobs *b, struct job *j)
{
    static const char select[] = "SELECT id, name, password FROM players WHERE folded = $1";
    const struct name_key key = name_key(j->player.name);
    return read_player(b, j, select, key.text);
}

static enum job_result find_looks(struct store_jobs *b, struct job *j)
{
    (void)b;
    name_looks(j->player.name, j->player.looks);
    return JOB_DONE;
}

/* Brings the name into the form in which it is stored. JOB_BAD if it is not allowed, JOB_TAKEN if
 * another player has registered one that looks like it, else JOB_DONE. */
static enum job_result judge_name(struct store_jobs *b, struct job *j)
{
    char name[PLAYER_NAME_BYTES];
    bool taken;
    if (!name_parse(j->player.name, name))
        return JOB_BAD;
    set_name(&j->player, name);
    if (!look_taken(b, &j->player, &taken))
        return JOB_FAILED;
    return taken ? JOB_TAKEN : JOB_DONE;
}

static enum job_result add_guest(struct store_jobs *b, struct job *j)
{
    static const char insert[] =
        "INSERT INTO players (id, name, created) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    enum job_result result = judge_name(b, j);
    if (result == JOB_DONE)
        result = inserted(
            b, jobs_run(b, insert,
                        SQL(sql_int(j->player.id), sql_text(j->player.name), sql_int(j->time))));
    return result == JOB_DONE ? insert_token(b, j) : result;
}

/* Whether the player has the token of the job. */
static enum job_result find_token(struct store_jobs *b, const struct job *j)
{
    static const char select[] = "SELECT count(*) FROM tokens WHERE hash = $1 AND player = $2";
    const struct hex hash = token_hash(j->token);
    if (!jobs_run(b, select, SQL(sql_text(hash.text), sql_int(j->player.id))))
        return JOB_FAILED;
    return first_number(b) == 1 ? JOB_DONE : JOB_NONE;
}

/* The new looks of a name that is registered, and the news of it. */
static bool note_looks(struct store_jobs *b, const struct player *p)
{
    static const char forget[] = "DELETE FROM looks WHERE player = $1";
    struct keeper keeper = {.id = p->id};
    char news[NEWS_BYTES];
    memcpy(keeper.name, p->name, sizeof keeper.name);
    bool good = jobs_run(b, forget, SQL(sql_int(p->id))) && keep_looks(b, &keeper);
    for (int i = 0; good && i < LOOKS_MAX; i++) {
        news_of_look(p->looks[i], news);
        good = b->driver->tell(b->db, news);
    }
    return good;
}

/* The name has been stored: notes its looks, deletes all other tokens, and tells other nodes. */
static bool secure_name(struct store_jobs *b, const struct job *j)
{
    static const char delete[] = "DELETE FROM tokens WHERE player = $1 AND hash <> $2";
    const struct hex hash = token_hash(j->token);
    return note_looks(b, &j->player) &&
           jobs_run(b, delete, SQL(sql_int(j->player.id), sql_text(hash.text))) &&
           store_tell_of_player(b, j->player.id);
}

/* A session whose token has been deleted while the password was hashed changes nothing. */
static enum job_result keep_name(struct store_jobs *b, struct job *j)
{
    static const char update[] =
        "UPDATE players SET name = $1, folded = $2, password = $3 WHERE id = $4";
    enum job_result result = exclude(b) ? find_token(b, j) : JOB_FAILED;
    if (result == JOB_DONE)
        result = judge_name(b, j);
    if (result != JOB_DONE)
        return result;
    const struct name_key key = name_key(j->player.name);
    result = jobs_updated(b, jobs_run(b, update,
                                      SQL(sql_text(j->player.name), sql_text(key.text),
                                          sql_text(j->hash), sql_int(j->player.id))));
    return result != JOB_DONE || secure_name(b, j) ? result : JOB_FAILED;
}

static enum job_result call_guest(struct store_jobs *b, struct job *j)
{
    static const char update[] = "UPDATE players SET name = $1 WHERE id = $2 AND password IS NULL";
    enum job_result result = judge_name(b, j);
    if (result != JOB_DONE)
        return result;
    result = jobs_updated(
        b, jobs_run(b, update, SQL(sql_text(j->player.name), sql_int(j->player.id))));
    return result != JOB_DONE || store_tell_of_player(b, j->player.id) ? result : JOB_FAILED;
}

/* Finds out whether the player has registered a name; JOB_NONE if there is no such player. */
static enum job_result find_kept(struct store_jobs *b, struct player *p)
{
    static const char select[] =
        "SELECT CASE WHEN password IS NULL THEN 0 ELSE 1 END FROM players WHERE id = $1";
    int64_t kept = jobs_run(b, select, SQL(sql_int(p->id))) ? first_number(b) : -2;
    p->kept = kept == 1;
    return kept == -2 ? JOB_FAILED : kept < 0 ? JOB_NONE : JOB_DONE;
}

/* The operator changes the name of a player. If it is registered, so is the new one. */
static enum job_result jobs_rename(struct store_jobs *b, struct job *j)
{
    static const char update[] = "UPDATE players SET name = $1, folded = $2 WHERE id = $3";
    enum job_result result = exclude(b) ? find_kept(b, &j->player) : JOB_FAILED;
    if (result == JOB_DONE)
        result = judge_name(b, j);
    if (result != JOB_DONE)
        return result;
    const struct player *p = &j->player;
    const struct name_key key = name_key(p->name);
    bool good = jobs_run(
        b, update, SQL(sql_text(p->name), sql_text(p->kept ? key.text : NULL), sql_int(p->id)));
    good = good && (!p->kept || note_looks(b, p)) && store_tell_of_player(b, p->id);
    return good ? JOB_DONE : JOB_FAILED;
}

static bool delete_token(struct store_jobs *b, const char *hash, int64_t player)
{
    static const char delete[] = "DELETE FROM tokens WHERE hash = $1";
    return jobs_run(b, delete, SQL(sql_text(hash))) && store_tell_of_player(b, player);
}

static enum job_result forget(struct store_jobs *b, struct job *j)
{
    const struct hex hash = token_hash(j->token);
    return delete_token(b, hash.text, j->player.id) ? JOB_DONE : JOB_FAILED;
}

static enum job_result read_devices(struct store_jobs *b, struct job *j)
{
    static const char select[] = "SELECT hash, device, created, used FROM tokens "
                                 "WHERE player = $1 ORDER BY used DESC, created DESC, hash";
    const struct hex own = token_hash(j->token);
    int room = j->count = 0;
    if (!jobs_run(b, select, SQL(sql_int(j->player.id))))
        return JOB_FAILED;
    while (next(b)) {
        j->devices = grow(j->devices, j->count, &room, sizeof *j->devices);
        struct device *d = &j->devices[j->count++];
        *d = (struct device){.created = integer(b, 2),
                             .used = day_ms(integer(b, 3)),
                             .own = strcmp(text(b, 0), own.text) == 0};
        device_id_of(text(b, 0), d->id);
        copy_text(b, 1, d->name, sizeof d->name);
    }
    return JOB_DONE;
}

static enum job_result read_open_tables(struct store_jobs *b, struct job *j)
{
    int room = j->count = 0;
    if (!jobs_run(b, "SELECT id FROM tables WHERE ending IS NULL", NULL, 0))
        return JOB_FAILED;
    while (next(b)) {
        j->tables = grow(j->tables, j->count, &room, sizeof *j->tables);
        copy_text(b, 0, j->tables[j->count++], TABLE_ID_BYTES);
    }
    return JOB_DONE;
}

static enum job_result end_device(struct store_jobs *b, struct job *j)
{
    static const char select[] = "SELECT hash FROM tokens WHERE player = $1";
    struct hex found = {""};
    if (!jobs_run(b, select, SQL(sql_int(j->player.id))))
        return JOB_FAILED;
    while (next(b)) {
        char id[DEVICE_ID_BYTES];
        device_id_of(text(b, 0), id);
        if (strcmp(id, j->device_id) == 0)
            copy_text(b, 0, found.text, sizeof found.text);
    }
    if (!found.text[0])
        return JOB_NONE;
    return delete_token(b, found.text, j->player.id) ? JOB_DONE : JOB_FAILED;
}

/* ---- Lists ---- */

static enum job_result read_ratings(struct store_jobs *b, struct job *j)
{
    static const char select[] =
        "SELECT game, players, value, deviation, volatility, games, day, name, password "
        "FROM players LEFT JOIN ratings ON player = id WHERE id = $1 ORDER BY game, players";
    int room = j->count = 0;
    enum job_result result = JOB_NONE;
    if (!jobs_run(b, select, SQL(sql_int(j->player.id))))
        return JOB_FAILED;
    while (next(b)) {
        result = JOB_DONE;
        copy_text(b, 7, j->player.name, sizeof j->player.name);
        j->player.kept = text(b, 8);
        if (!text(b, 0))
            continue;
        j->ratings = grow(j->ratings, j->count, &room, sizeof *j->ratings);
        struct rated *r = &j->ratings[j->count++];
        *r = (struct rated){.players = (int)integer(b, 1)};
        copy_text(b, 0, r->game, sizeof r->game);
        r->rating = (struct rating){b->driver->real(b->db, 2), b->driver->real(b->db, 3),
                                    b->driver->real(b->db, 4), (int)integer(b, 5), integer(b, 6)};
    }
    return result;
}

static void read_place(struct store_jobs *b, struct ended *e)
{
    if (e->places == SEATS_MAX)
        return;
    struct place *p = &e->place[e->places++];
    *p = (struct place){.player = integer(b, 3),
                        .rank = (int)integer(b, 5),
                        .points = (int)integer(b, 6),
                        .kept = integer(b, 7)};
    copy_text(b, 4, p->name, sizeof p->name);
}

/* The inner SELECT takes its rows from an index, so the number of all tables does not matter. (In
 * SQLite arguments are numbered as they appear, so $1 must come first.) */
#define FINISHED(from, which, most) \
    "SELECT t.id, settings, over, places.player, places.name, ranking, points, " \
    "CASE WHEN players.name = places.name AND password IS NOT NULL THEN 1 ELSE 0 END FROM " \
    "(SELECT tables.id, settings, over FROM " from " WHERE over < $1 AND " which \
    " ORDER BY over DESC LIMIT " most ") AS t JOIN places ON places.id = t.id " \
    "LEFT JOIN players ON players.id = places.player " \
    "ORDER BY over DESC, t.id, seat"

static const char finished_of_all[] = FINISHED("tables", "ending = 2", "$2");
static const char finished_of_player[] = FINISHED(
    "places AS p CROSS JOIN tables",
    "p.player = $2 AND tables.id = p.id AND ending >= CAST($3 AS BIGINT)", "$4");

static bool select_finished(struct store_jobs *b, const struct job *j)
{
    if (!j->player.id)
        return jobs_run(b, finished_of_all, SQL(sql_int(j->time), sql_int(ROWS_MAX)));
    return jobs_run(b, finished_of_player,
                    SQL(sql_int(j->time), sql_int(j->player.id),
                        sql_int(j->own ? ENDED_UNLISTED : ENDED_LISTED), sql_int(ROWS_MAX)));
}

/* One row for each place; the last matches first. */
static enum job_result read_finished(struct store_jobs *b, struct job *j)
{
    int room = j->count = 0;
    if (!select_finished(b, j))
        return JOB_FAILED;
    while (next(b)) {
        if (!j->count || strcmp(j->matches[j->count - 1].table, text(b, 0)) != 0) {
            j->matches = grow(j->matches, j->count, &room, sizeof *j->matches);
            struct ended *e = &j->matches[j->count++];
            *e = (struct ended){.time = integer(b, 2)};
            copy_text(b, 0, e->table, sizeof e->table);
            copy_text(b, 1, e->settings, sizeof e->settings);
        }
        read_place(b, &j->matches[j->count - 1]);
    }
    return JOB_DONE;
}

static bool is_time(int64_t time)
{
    return time >= 0 && time <= SERVICE_TIME_MAX;
}

static bool keep_dated(struct store_jobs *b, struct job *j)
{
    static const char set[] = "INSERT INTO meta VALUES ('dated', $1) ON CONFLICT (key) "
                              "DO UPDATE SET value = excluded.value WHERE meta.value = $2";
    if (j->dated && !jobs_run(b, set, SQL(sql_int(j->dated), sql_int(j->dated_before))))
        return false;
    if (!jobs_run(b, "SELECT value FROM meta WHERE key = 'dated'", NULL, 0))
        return false;
    j->dated = first_number(b);
    if (j->dated < 0) /* there is none */
        j->dated = 0;
    return true;
}

/* A stored time that cannot be right is replaced. */
static enum job_result jobs_keep_time(struct store_jobs *b, struct job *j)
{
    static const char update[] =
        "UPDATE meta SET value = $1 WHERE key = 'time' AND (value < $1 OR value > $2)";
    if (!jobs_run(b, update, SQL(sql_int(j->time), sql_int(SERVICE_TIME_MAX))) ||
        !jobs_run(b, "SELECT value FROM meta WHERE key = 'time'", NULL, 0))
        return JOB_FAILED;
    j->time = first_number(b);
    return keep_dated(b, j) ? JOB_DONE : JOB_FAILED;
}

/* What locks more than the rows of a table comes last. */
static int order_of(const struct job *j)
{
    return j->type == JOB_TIME ? 2 : j->finish && j->finish->rated;
}

int store_jobs_order(const struct job *a, const struct job *b)
{
    int later = order_of(a) - order_of(b);
    return later ? later : strcmp(a->table, b->table);
}

int64_t store_jobs_time(struct store_jobs *b)
{
    static const char saved[] = "SELECT value FROM meta WHERE key = 'time'";
    static const char last[] = "SELECT max(time) FROM events WHERE time >= 0 AND time <= $1";
    int64_t time = jobs_run(b, saved, NULL, 0) ? first_number(b) : -1;
    if (is_time(time) && time > 0)
        return time;
    if (!is_time(time))
        log_line(LOG_ERROR, "time-unreadable", "time=%lld", (long long)time);
    time = jobs_run(b, last, SQL(sql_int(SERVICE_TIME_MAX))) ? first_number(b) : -1;
    return is_time(time) ? time : 0;
}

int64_t store_jobs_salt(struct store_jobs *b)
{
    static const char insert[] = "INSERT INTO meta VALUES ('salt', $1) ON CONFLICT DO NOTHING";
    int64_t salt;
    randombytes_buf(&salt, sizeof salt);
    if (jobs_run(b, insert, SQL(sql_int(salt))) &&
        jobs_run(b, "SELECT value FROM meta WHERE key = 'salt'", NULL, 0))
        salt = first_number(b);
    return salt;
}

const char *store_jobs_statement(int index)
{
    static const char *const all[] = {read_table, finished_of_all, finished_of_player};
    int count = sizeof all / sizeof *all;
    return index < count ? all[index] : store_tidy_statement(index - count);
}

enum job_result store_jobs_perform(struct store_jobs *b, struct job *j)
{
    static enum job_result (*const how[JOB_TYPES])(struct store_jobs *, struct job *) = {
        [JOB_OPEN] = jobs_open_table,
        [JOB_APPEND] = jobs_append,
        [JOB_TABLE] = jobs_read_table,
        [JOB_GUEST] = add_guest,
        [JOB_TOKEN] = jobs_add_token,
        [JOB_ENTER] = jobs_enter,
        [JOB_NAME] = find_name,
        [JOB_KEEP] = keep_name,
        [JOB_CALL] = call_guest,
        [JOB_FORGET] = forget,
        [JOB_DEVICES] = read_devices,
        [JOB_END] = end_device,
        [JOB_LOOKS] = find_looks,
        [JOB_RATINGS] = read_ratings,
        [JOB_FINISHED] = read_finished,
        [JOB_TIME] = jobs_keep_time,
        [JOB_TIDY] = store_tidy,
        [JOB_MUTE] = store_mute,
        [JOB_MUTES] = store_mutes,
        [JOB_REPORT] = store_report,
        [JOB_BAN] = store_ban,
        [JOB_BANS] = store_bans,
        [JOB_RENAME] = jobs_rename,
        [JOB_DELETE] = store_delete,
        [JOB_OPEN_TABLES] = read_open_tables,
    };
    assert(how[j->type]); /* a login consists of other jobs, see password.c */
    return how[j->type](b, j);
}
