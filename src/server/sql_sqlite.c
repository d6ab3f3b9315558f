/* SQLite: an embedded database in one file. Other processes may read and change the file beside a
 * server, but there is only one server: it locks a file of its own, FILE-lock, as long as it runs.
 * (A lock on the database itself would be lost: closing any descriptor of a file drops the locks
 * that SQLite has on it.) */
#include <fcntl.h>
#include <libgen.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bots/clock.h"
#include "match/grow.h"
#include "server/sql.h"

enum {
    STATEMENTS_MAX = 128,
    LOCK_PATH_BYTES = 4096,
    HEAR_MS = 1000,           /* the time from one look for changes by others to the next */
    APPLICATION = 1952804459, /* marks a file as ours: the bytes of 'tenk' */
};

static const char in_use[] = "another process uses it (only PostgreSQL can be shared by servers)";

struct sql {
    sqlite3 *file;
    int lock;        /* the descriptor of the lock; -1: none */
    char *lock_path; /* to delete it in the end; NULL: it is not ours */
    int64_t version; /* changes when another connection has changed the database */
    int64_t heard;   /* when the version was asked for last */
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
                 used && !db->statements ? in_use : sqlite3_errmsg(db->file));
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

/* Whether the file has not been deleted since it was opened, by the server that had the lock. */
static bool is_file_of(int file, const char *path)
{
    struct stat opened, found;
    return fstat(file, &opened) == 0 && stat(path, &found) == 0 && opened.st_dev == found.st_dev &&
           opened.st_ino == found.st_ino;
}

/* A file that root makes gets the owner and the group of its directory: a service that is not root
 * must be able to open what was restored for it. */
static void give_away(int file, const char *path)
{
    char directory[LOCK_PATH_BYTES];
    struct stat found;
    snprintf(directory, sizeof directory, "%s", path);
    if (geteuid() == 0 && stat(dirname(directory), &found) == 0 &&
        fchown(file, found.st_uid, found.st_gid) < 0)
        return; /* root may not do everything: then the file stays root's */
}

/* Makes a file and returns its descriptor; -1 if there is one already, whoever has made that. The
 * store contains secrets, so nobody else may read a new file. SQLite gives its log the same owner
 * and permissions. */
static int make_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        give_away(file, path);
    return file;
}

/* Locks out other servers until the process ends or the database is closed. */
static bool lock(struct sql *db, const char *path)
{
    char name[LOCK_PATH_BYTES];
    snprintf(name, sizeof name, "%s-lock", path);
    db->lock = make_file(name);
    if (db->lock < 0)
        db->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool locked = db->lock >= 0 && flock(db->lock, LOCK_EX | LOCK_NB) == 0 &&
                  is_file_of(db->lock, name);
    if (db->lock < 0)
        snprintf(db->failure, sizeof db->failure, "its lock %s-lock cannot be opened", path);
    else if (!locked)
        snprintf(db->failure, sizeof db->failure, "%s", in_use);
    if (locked && !(db->lock_path = strdup(name)))
        abort();
    return locked;
}

/* Deletes the lock first, as long as it is ours. */
static void unlock(struct sql *db)
{
    if (db->lock_path)
        unlink(db->lock_path);
    free(db->lock_path);
    if (db->lock >= 0)
        close(db->lock);
}

static void sqlite_close(struct sql *db)
{
    for (int i = 0; i < db->statements; i++)
        sqlite3_finalize(db->statement[i].prepared);
    sqlite3_close(db->file);
    unlock(db);
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

/* Whether the file is ours. If it may be filled, an empty one becomes ours. Changes nothing if the
 * file belongs to another program. */
static bool claim(struct sql *db, bool fill)
{
    int owner = sqlite_ask(db, "PRAGMA application_id"),
        pages = sqlite_ask(db, "PRAGMA page_count");
    char mark[64];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d", APPLICATION);
    if (pages == 0 && fill)
        return sqlite_execute(db, mark);
    if (pages >= 0 && owner != APPLICATION)
        snprintf(db->failure, sizeof db->failure,
                 pages ? "it is a database of another program" : "it is empty");
    return pages > 0 && owner == APPLICATION;
}

static bool sqlite_begin(struct sql *db, const char *path, enum sql_role role)
{
    sqlite3_busy_timeout(db->file, SQL_BRISK_MS);
    if (role == SQL_BESIDE)
        return claim(db, false);
    int pages = sqlite_ask(db, "PRAGMA page_count");
    if (pages < 0 || (pages > 0 && !claim(db, false))) /* then no lock is put beside the file */
        return false;
    return (role == SQL_FILL || lock(db, path)) && claim(db, true) &&
           sqlite_execute(db, "BEGIN IMMEDIATE") && sqlite_execute(db, "COMMIT");
}

static struct sql *sqlite_open(const char *address, enum sql_role role, struct out *error)
{
    struct sql *db = allocate(sizeof *db);
    db->lock = -1;
    int made = role == SQL_SERVE ? make_file(address) : -1;
    if (made >= 0)
        close(made);
    int result = sqlite3_open_v2(address, &db->file,
                                 SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                                     (role == SQL_SERVE ? SQLITE_OPEN_CREATE : 0),
                                 NULL);
    if (result == SQLITE_OK && sqlite_begin(db, address, role)) {
        db->version = sqlite_ask(db, "PRAGMA data_version");
        return db;
    }
    out_text(error, db->failure[0] ? db->failure : sqlite3_errmsg(db->file));
    sqlite_close(db);
    return NULL;
}

/* A change is durable when it is committed. The write-ahead log is long (64 MB), so that a page
 * that changes often is copied back only once. The cache holds what busy tables change; the system
 * has the rest in its own cache. */
static bool sqlite_adopt(struct sql *db)
{
    return sqlite_execute(db, "PRAGMA journal_mode = WAL") &&
           sqlite_execute(db, "PRAGMA synchronous = FULL") &&
           sqlite_execute(db, "PRAGMA wal_autocheckpoint = 16000") &&
           sqlite_execute(db, "PRAGMA cache_size = -4096");
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

static bool sqlite_stream(struct sql *db, const char *text)
{
    return sqlite_run(db, text, NULL, 0);
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
    bool none = sqlite3_column_type(db->running, column) == SQLITE_NULL;
    const char *text = (const char *)sqlite3_column_text(db->running, column);
    if (!text && !none) /* no memory */
        abort();
    return text;
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

/* Another process may have changed anything. */
static const char *sqlite_told(struct sql *db)
{
    int64_t now = clock_ms(), before = db->version;
    if (now - db->heard < HEAR_MS)
        return NULL;
    db->heard = now;
    db->version = sqlite_ask(db, "PRAGMA data_version");
    return db->version == before ? NULL : "";
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

static void sqlite_patience(struct sql *db, int milliseconds)
{
    sqlite3_busy_timeout(db->file, milliseconds);
}

const struct sql_driver sql_sqlite = {
    .open = sqlite_open,
    .adopt = sqlite_adopt,
    .close = sqlite_close,
    .execute = sqlite_execute,
    .run = sqlite_run,
    .stream = sqlite_stream,
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
    .patience = sqlite_patience,
    .begin = "BEGIN IMMEDIATE",
    .snapshot = "BEGIN",
    .clustered = "WITHOUT ROWID",
};
