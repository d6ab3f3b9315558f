/* What each job does in the database, in SQL that both SQLite and PostgreSQL understand. */
#include "server/store_jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/grow.h"
#include "match/secret.h"
#include "server/name.h"

enum { STATEMENT_BYTES = 512 };

/* ---- Values ---- */

struct hex {
    char text[2 * HASH_BYTES + 1];
};

static struct hex hex_of(const uint8_t bytes[HASH_BYTES])
{
    struct hex hex;
    struct out o;
    out_init(&o, hex.text, sizeof hex.text);
    secret_print(bytes, &o);
    return hex;
}

/* ---- The schema ---- */

/* The statements that lead from each version of the schema to the next one. '%s' is replaced by
 * what the driver adds to clustered tables. */
static const char *const migrations[][10] = {
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

/* Fills the keys of all registered names. If two names have the same key, the older player gets it;
 * the other one can still use their token, and register another name. */
static bool make_keys(struct store_jobs *b)
{
    static const char select[] =
        "SELECT id, name FROM players WHERE password IS NOT NULL ORDER BY created, id";
    static const char update[] = "UPDATE players SET folded = $1 WHERE id = $2 AND NOT EXISTS "
                                 "(SELECT 1 FROM players WHERE folded = $1)";
    struct keeper *keepers = NULL;
    int count = 0, room = 0;
    bool good = jobs_run(b, select, NULL, 0);
    while (good && next(b)) {
        keepers = grow(keepers, count, &room, sizeof *keepers);
        keepers[count].id = integer(b, 0);
        copy_text(b, 1, keepers[count].name, sizeof keepers[count].name);
        count++;
    }
    for (int i = 0; good && i < count; i++) {
        const struct name_key key = name_key(keepers[i].name);
        good = jobs_run(b, update, SQL(sql_text(key.text), sql_int(keepers[i].id)));
    }
    free(keepers);
    return good;
}

/* What a migration does in C, after its statements. */
static bool (*const conversions[VERSION])(struct store_jobs *b) = {[1] = make_keys};

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

bool store_jobs_prepare(struct store_jobs *b, struct out *error)
{
    bool good = store_jobs_execute(b, "BEGIN") && exclude(b) &&
                store_jobs_execute(
                    b, "CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value BIGINT)") &&
                store_jobs_execute(
                    b,
                    "INSERT INTO meta VALUES ('version', 0), ('time', 0) ON CONFLICT DO NOTHING") &&
                jobs_run(b, "SELECT value FROM meta WHERE key = 'version'", NULL, 0);
    int64_t version = good ? first_number(b) : -1;
    if (version > VERSION) {
        out_format(error,
                   "its schema has version %d, but this program knows only version %d; nothing "
                   "was changed",
                   (int)version, VERSION);
        store_jobs_execute(b, "ROLLBACK");
        return false;
    }
    good = version >= 0;
    for (; good && version < VERSION; version++)
        good = migrate(b, (int)version);
    good = good && store_jobs_execute(b, "COMMIT");
    if (good && (!b->driver->adopt || b->driver->adopt(b->db)))
        return true;
    const char *failure = store_jobs_failure(b);
    out_text(error, failure ? failure : "its schema has no version; nothing was changed");
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
    int ranks[SEATS_MAX], players = f->settings.config.players;
    bool good = exclude(b);
    for (int seat = 0; seat < players; seat++) {
        ratings[seat] = read_rating(b, f->place[seat].player, &f->settings);
        ranks[seat] = f->place[seat].rank;
    }
    ratings_update(ratings, ranks, players, day);
    for (int seat = 0; good && seat < players; seat++)
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
static bool finish_table(struct store_jobs *b, const struct job *j)
{
    static const char over[] = "UPDATE tables SET over = $1 WHERE id = $2";
    const struct finish *f = j->finish;
    bool good = jobs_run(b, over, SQL(sql_int(j->time), sql_text(j->table)));
    for (int seat = 0; good && seat < f->settings.config.players && f->place[seat].rank; seat++)
        good = insert_place(b, j->table, seat, &f->place[seat]);
    return good && (!f->rated || rate(b, f, j->time / 86400000));
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

static enum job_result jobs_open_table(struct store_jobs *b, struct job *j)
{
    static const char insert[] = "INSERT INTO tables (id, settings, secret, host, opened) "
                                 "VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    const struct hex secret = hex_of(j->secret);
    enum job_result result = inserted(
        b, jobs_run(b, insert,
                    SQL(sql_text(j->table), sql_text(j->settings), sql_text(secret.text),
                        sql_int(j->host), sql_int(j->time))));
    return result == JOB_DONE ? append(b, j) : result;
}

/* Reads the event whose columns begin there. */
static bool read_event(struct store_jobs *b, int column, struct event *e)
{
    *e = (struct event){
        .seat = (int)integer(b, column + 1),
        .number = (int)integer(b, column + 2),
        .player = integer(b, column + 3),
        .time = integer(b, column + 4),
    };
    copy_text(b, column + 5, e->text, sizeof e->text);
    return event_type_parse(text(b, column), &e->type);
}

/* Reads the table; its columns are the first ones. */
static bool read_head(struct store_jobs *b, struct job *j)
{
    const char *secret = text(b, 2);
    copy_text(b, 0, j->table, sizeof j->table);
    copy_text(b, 1, j->settings, sizeof j->settings);
    j->host = integer(b, 3);
    j->time = integer(b, 4);
    j->count = 0;
    return secret_parse(slice_of(secret), j->secret);
}

#define TABLE_COLUMNS \
    "tables.id, settings, secret, host, opened, type, seat, number, player, time, text "

static enum job_result jobs_read_table(struct store_jobs *b, struct job *j)
{
    static const char select[] = "SELECT " TABLE_COLUMNS
                                 "FROM tables JOIN events ON events.id = tables.id WHERE tables.id "
                                 "= $1 AND seq >= $2 ORDER BY seq";
    int room = j->count = 0; /* the job may be tried a second time */
    bool good = jobs_run(b, select, SQL(sql_text(j->table), sql_int(j->seq)));
    while (good && next(b)) {
        good = j->count || read_head(b, j);
        j->events = grow(j->events, j->count, &room, sizeof *j->events);
        good = good && read_event(b, 5, &j->events[j->count++]);
    }
    return !good ? JOB_FAILED : j->count || j->seq > 1 ? JOB_DONE : JOB_NONE;
}

bool store_jobs_restore(struct store_jobs *b, void (*found)(const struct job *table, void *context),
                        void *context)
{
    static const char select[] = "SELECT " TABLE_COLUMNS
                                 "FROM tables JOIN events ON events.id = tables.id "
                                 "WHERE over IS NULL ORDER BY tables.id, seq";
    struct job j = {.table = "", .seq = 1};
    int room = 0;
    bool good = jobs_run(b, select, NULL, 0);
    while (good && next(b)) {
        if (strcmp(j.table, text(b, 0)) != 0) {
            if (j.count)
                found(&j, context);
            good = read_head(b, &j);
        }
        j.events = grow(j.events, j.count, &room, sizeof *j.events);
        good = good && read_event(b, 5, &j.events[j.count++]);
    }
    if (good && j.count)
        found(&j, context);
    free(j.events);
    return good;
}

/* ---- Players ---- */

static enum job_result jobs_add_token(struct store_jobs *b, struct job *j)
{
    static const char insert[] =
        "INSERT INTO tokens (hash, player) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    const struct hex hash = hex_of(j->token);
    return inserted(b, jobs_run(b, insert, SQL(sql_text(hash.text), sql_int(j->player.id))));
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
        copy_text(b, 2, j->player.password, sizeof j->player.password);
        result = JOB_DONE;
    }
    return result;
}

static enum job_result jobs_enter(struct store_jobs *b, struct job *j)
{
    static const char select[] =
        "SELECT id, name, password FROM players JOIN tokens ON player = id WHERE hash = $1";
    const struct hex hash = hex_of(j->token);
    return read_player(b, j, select, hash.text);
}

static enum job_result find_name(struct store_jobs *b, struct job *j)
{
    static const char select[] = "SELECT id, name, password FROM players WHERE folded = $1";
    const struct name_key key = name_key(j->player.name);
    return read_player(b, j, select, key.text);
}

/* JOB_TAKEN if another player has registered the name, else JOB_DONE. */
static enum job_result judge_name(struct store_jobs *b, const struct job *j)
{
    static const char select[] = "SELECT count(*) FROM players WHERE folded = $1 AND id <> $2";
    const struct name_key key = name_key(j->player.name);
    if (!jobs_run(b, select, SQL(sql_text(key.text), sql_int(j->player.id))))
        return JOB_FAILED;
    return first_number(b) == 0 ? JOB_DONE : JOB_TAKEN;
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
    return result == JOB_DONE ? jobs_add_token(b, j) : result;
}

static enum job_result keep_name(struct store_jobs *b, struct job *j)
{
    static const char update[] =
        "UPDATE players SET name = $1, folded = $2, password = $3 WHERE id = $4";
    const struct name_key key = name_key(j->player.name);
    enum job_result result = judge_name(b, j);
    if (result != JOB_DONE)
        return result;
    return jobs_updated(b, jobs_run(b, update,
                                    SQL(sql_text(j->player.name), sql_text(key.text),
                                        sql_text(j->player.password), sql_int(j->player.id))));
}

static enum job_result call_guest(struct store_jobs *b, struct job *j)
{
    static const char update[] = "UPDATE players SET name = $1 WHERE id = $2 AND password IS NULL";
    enum job_result result = judge_name(b, j);
    if (result != JOB_DONE)
        return result;
    return jobs_updated(b,
                        jobs_run(b, update, SQL(sql_text(j->player.name), sql_int(j->player.id))));
}

static enum job_result forget(struct store_jobs *b, struct job *j)
{
    static const char delete[] = "DELETE FROM tokens WHERE hash = $1";
    const struct hex hash = hex_of(j->token);
    return jobs_run(b, delete, SQL(sql_text(hash.text))) ? JOB_DONE : JOB_FAILED;
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
    *p = (struct place){
        .player = integer(b, 3), .rank = (int)integer(b, 5), .points = (int)integer(b, 6)};
    copy_text(b, 4, p->name, sizeof p->name);
}

/* Both conditions for `which` can use an index. To scan all finished matches would delay moves. */
#define FINISHED(which, most) \
    "SELECT t.id, settings, over, player, name, ranking, points FROM " \
    "(SELECT id, settings, over FROM tables WHERE over < $1 AND " which \
    " ORDER BY over DESC LIMIT " most ") AS t JOIN places ON places.id = t.id " \
    "ORDER BY over DESC, t.id, seat"

static bool select_finished(struct store_jobs *b, const struct job *j)
{
    static const char all[] = FINISHED("settings LIKE '%listed=yes%' AND "
                                       "EXISTS (SELECT 1 FROM places WHERE places.id = tables.id)",
                                       "$2");
    static const char theirs[] = FINISHED(
        "id IN (SELECT id FROM places WHERE player = $2) AND "
        "(CAST($3 AS BIGINT) = 1 OR settings LIKE '%listed=yes%')",
        "$4");
    if (!j->player.id)
        return jobs_run(b, all, SQL(sql_int(j->time), sql_int(ROWS_MAX)));
    return jobs_run(
        b, theirs,
        SQL(sql_int(j->time), sql_int(j->player.id), sql_int(j->own), sql_int(ROWS_MAX)));
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

static enum job_result jobs_keep_time(struct store_jobs *b, struct job *j)
{
    static const char update[] = "UPDATE meta SET value = $1 WHERE key = 'time' AND value < $1";
    if (!jobs_run(b, update, SQL(sql_int(j->time))) ||
        !jobs_run(b, "SELECT value FROM meta WHERE key = 'time'", NULL, 0))
        return JOB_FAILED;
    j->time = first_number(b);
    return JOB_DONE;
}

enum job_result store_jobs_perform(struct store_jobs *b, struct job *j)
{
    static enum job_result (*const how[JOB_TYPES])(struct store_jobs *, struct job *) = {
        [JOB_OPEN] = jobs_open_table, [JOB_APPEND] = append,        [JOB_TABLE] = jobs_read_table,
        [JOB_GUEST] = add_guest,      [JOB_TOKEN] = jobs_add_token, [JOB_ENTER] = jobs_enter,
        [JOB_NAME] = find_name,       [JOB_KEEP] = keep_name,       [JOB_CALL] = call_guest,
        [JOB_FORGET] = forget,        [JOB_RATINGS] = read_ratings, [JOB_FINISHED] = read_finished,
        [JOB_TIME] = jobs_keep_time,
    };
    return how[j->type](b, j);
}
