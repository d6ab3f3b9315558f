/* SQLite: an embedded database in one file. Only one server can use the file at a time. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/sql.h"

enum {
    STATEMENTS_MAX = 64,
    APPLICATION = 1952804459, /* marks a file as ours: the bytes of 'tenk' */
};

struct sql {
    sqlite3 *file;
    struct {
        const char *text;
        sqlite3_stmt *prepared;
    } statement[STATEMENTS_MAX];
    int statements;
    sqlite3_stmt *running;
    bool row; /* `run` has fetched the first row, and `next` has not returned it yet */
    char failure[SQL_FAILURE_BYTES];
};

static bool sqlite_fail(struct sql *db)
{
    bool used = sqlite3_errcode(db->file) == SQLITE_BUSY;
    if (!db->failure[0])
        snprintf(db->failure, sizeof db->failure, "%s",
                 used ? "another process uses it (only PostgreSQL can be shared by servers)"
                      : sqlite3_errmsg(db->file));
    return false;
}

static void sqlite_finish(struct sql *db)
{
    if (db->running)
        sqlite3_reset(db->running);
    db->running = NULL;
    db->row = false;
}

static bool sqlite_execute(struct sql *db, const char *text)
{
    sqlite_finish(db);
    return sqlite3_exec(db->file, text, NULL, NULL, NULL) == SQLITE_OK || sqlite_fail(db);
}

static void sqlite_close(struct sql *db)
{
    for (int i = 0; i < db->statements; i++)
        sqlite3_finalize(db->statement[i].prepared);
    sqlite3_close(db->file);
    free(db);
}

/* The number that a pragma returns; -1 after a failure. */
static int sqlite_ask(struct sql *db, const char *pragma)
{
    sqlite3_stmt *s = NULL;
    int number = -1;
    if (sqlite3_prepare_v2(db->file, pragma, -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW)
        number = sqlite3_column_int(s, 0);
    else
        sqlite_fail(db);
    sqlite3_finalize(s);
    return number;
}

/* Marks a new file as ours. Fails, and changes nothing, if the file belongs to another program. */
static bool claim(struct sql *db)
{
    int owner = sqlite_ask(db, "PRAGMA application_id"),
        pages = sqlite_ask(db, "PRAGMA page_count");
    char mark[64];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d", APPLICATION);
    if (pages == 0)
        return sqlite_execute(db, mark);
    if (pages > 0 && owner != APPLICATION)
        snprintf(db->failure, sizeof db->failure, "it is a database of another program");
    return pages > 0 && owner == APPLICATION;
}

static struct sql *sqlite_open(const char *address, struct out *error)
{
    struct sql *db = calloc(1, sizeof *db);
    if (!db)
        abort();
    int result = sqlite3_open_v2(
        address, &db->file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (result == SQLITE_OK && sqlite_execute(db, "PRAGMA locking_mode = EXCLUSIVE") && claim(db) &&
        sqlite_execute(db, "BEGIN IMMEDIATE") &&
        sqlite_execute(db, "COMMIT")) /* one server at a time */
        return db;
    out_text(error, db->failure[0] ? db->failure : sqlite3_errmsg(db->file));
    sqlite_close(db);
    return NULL;
}

/* A change is durable when it is committed. The write-ahead log is long (64 MB), so that a page
 * that changes often is copied back only once; the cache is large, so that most pages stay in
 * memory. */
static bool sqlite_adopt(struct sql *db)
{
    return sqlite_execute(db, "PRAGMA journal_mode = WAL") &&
           sqlite_execute(db, "PRAGMA synchronous = FULL") &&
           sqlite_execute(db, "PRAGMA wal_autocheckpoint = 16000") &&
           sqlite_execute(db, "PRAGMA cache_size = -65536");
}

/* Statements are string constants, so their address identifies them. */
static sqlite3_stmt *sqlite_prepared(struct sql *db, const char *text)
{
    for (int i = 0; i < db->statements; i++)
        if (db->statement[i].text == text)
            return db->statement[i].prepared;
    sqlite3_stmt *s = NULL;
    if (db->statements == STATEMENTS_MAX)
        abort();
    if (sqlite3_prepare_v3(db->file, text, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL) != SQLITE_OK)
        return NULL;
    db->statement[db->statements].text = text;
    db->statement[db->statements++].prepared = s;
    return s;
}

static int bind(sqlite3_stmt *s, int index, const struct sql_value *v)
{
    switch (v->type) {
    case SQL_INT:
        return sqlite3_bind_int64(s, index, v->number);
    case SQL_REAL:
        return sqlite3_bind_double(s, index, v->real);
    case SQL_TEXT:
        return sqlite3_bind_text(s, index, v->text, -1, SQLITE_STATIC);
    case SQL_NULL:
        break;
    }
    return sqlite3_bind_null(s, index);
}

static bool sqlite_run(struct sql *db, const char *text, const struct sql_value arguments[],
                       int count)
{
    sqlite_finish(db);
    sqlite3_stmt *s = sqlite_prepared(db, text);
    if (!s)
        return sqlite_fail(db);
    for (int i = 0; i < count; i++)
        if (bind(s, i + 1, &arguments[i]) != SQLITE_OK)
            return sqlite_fail(db);
    int result = sqlite3_step(s);
    db->running = s;
    db->row = result == SQLITE_ROW;
    if (result == SQLITE_ROW)
        return true;
    if (result != SQLITE_DONE)
        sqlite_fail(db);
    sqlite_finish(db);
    return result == SQLITE_DONE;
}

static bool sqlite_next(struct sql *db)
{
    if (!db->running)
        return false;
    if (db->row) {
        db->row = false;
        return true;
    }
    int result = sqlite3_step(db->running);
    if (result == SQLITE_ROW)
        return true;
    if (result != SQLITE_DONE)
        sqlite_fail(db);
    sqlite_finish(db);
    return false;
}

static int sqlite_changed(struct sql *db)
{
    return sqlite3_changes(db->file);
}

static int64_t sqlite_integer(struct sql *db, int column)
{
    return sqlite3_column_int64(db->running, column);
}

static double sqlite_real(struct sql *db, int column)
{
    return sqlite3_column_double(db->running, column);
}

static const char *sqlite_text(struct sql *db, int column)
{
    return (const char *)sqlite3_column_text(db->running, column);
}

static char *sqlite_failure(struct sql *db)
{
    return db->failure;
}

/* There are no other nodes. */
static bool sqlite_tell(struct sql *db, const char *text)
{
    (void)db, (void)text;
    return true;
}

static const char *sqlite_told(struct sql *db)
{
    (void)db;
    return NULL;
}

static int sqlite_descriptor(struct sql *db)
{
    (void)db;
    return -1;
}

static bool sqlite_revive(struct sql *db)
{
    (void)db;
    return true;
}

const struct sql_driver sql_sqlite = {
    .open = sqlite_open,
    .adopt = sqlite_adopt,
    .close = sqlite_close,
    .execute = sqlite_execute,
    .run = sqlite_run,
    .next = sqlite_next,
    .changed = sqlite_changed,
    .integer = sqlite_integer,
    .real = sqlite_real,
    .text = sqlite_text,
    .failure = sqlite_failure,
    .tell = sqlite_tell,
    .told = sqlite_told,
    .descriptor = sqlite_descriptor,
    .revive = sqlite_revive,
    .clustered = "WITHOUT ROWID",
};
