/* Backups. Both directions are the same: copy all rows of all tables from one database to another,
 * inside one transaction of each. The transaction of the source is a snapshot: it sees everything
 * that was acknowledged before it began, and delays no writer. Which tables and columns there are
 * is read from the SQLite file, so nothing can be forgotten here when the schema changes. An old
 * backup is copied into the old schema, which is brought up to date afterwards. */
#include "server/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "match/grow.h"
#include "server/store_jobs.h"

enum { COPIED_MAX = 16, NAME_BYTES = 40, SQL_BYTES = 600, BACKUP_PATH_BYTES = 4096 };

/* A table to copy. */
struct copied {
    char name[NAME_BYTES];
    int columns;
    int type[SQL_ARGUMENTS_MAX]; /* of struct sql_value */
    char select[SQL_BYTES], insert[SQL_BYTES];
};

struct copying {
    struct store_jobs from, to;
    struct copied table[COPIED_MAX];
    int tables;
    int64_t rows;
};

static bool refuse(struct out *error, const char *what, const char *why)
{
    out_format(error, "%s: %s", what, why);
    return false;
}

/* Says what has failed on either side. */
static bool refuse_failure(struct copying *c, struct out *error, const char *otherwise)
{
    const char *failure = store_jobs_failure(&c->from);
    if (!failure)
        failure = store_jobs_failure(&c->to);
    out_text(error, failure ? failure : otherwise);
    return false;
}

/* ---- Tables and columns ---- */

static int type_of(const char *declared)
{
    return strcmp(declared, "TEXT") == 0               ? SQL_TEXT
           : strcmp(declared, "DOUBLE PRECISION") == 0 ? SQL_REAL
                                                       : SQL_INT;
}

/* The table of this name, which is the last one or a new one. */
static struct copied *copied_of(struct copying *c, const char *name)
{
    struct copied *t = &c->table[c->tables];
    if (c->tables && strcmp(t[-1].name, name) == 0)
        return t - 1;
    if (c->tables++ == COPIED_MAX)
        abort();
    snprintf(t->name, sizeof t->name, "%s", name);
    snprintf(t->select, sizeof t->select, "SELECT ");
    snprintf(t->insert, sizeof t->insert, "INSERT INTO %s (", name);
    return t;
}

static void append(char text[SQL_BYTES], const char *more)
{
    size_t used = strlen(text);
    if (used + strlen(more) >= SQL_BYTES)
        abort();
    memcpy(text + used, more, strlen(more) + 1);
}

static void add_column(struct copied *t, const char *name, const char *declared)
{
    if (t->columns == SQL_ARGUMENTS_MAX)
        abort();
    append(t->select, t->columns ? ", " : "");
    append(t->select, name);
    append(t->insert, t->columns ? ", " : "");
    append(t->insert, name);
    t->type[t->columns++] = type_of(declared);
}

static void end_statements(struct copied *t)
{
    append(t->select, " FROM ");
    append(t->select, t->name);
    append(t->insert, ") VALUES (");
    for (int i = 0; i < t->columns; i++) {
        char argument[16];
        snprintf(argument, sizeof argument, "%s$%d", i ? ", " : "", i + 1);
        append(t->insert, argument);
    }
    append(t->insert, ")");
}

/* Finds what to copy. The schema is the same on both sides; `file` is the SQLite side. */
static bool find_tables(struct copying *c, struct store_jobs *file)
{
    static const char select[] =
        "SELECT t.name, c.name, c.type FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c "
        "WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite|_%' ESCAPE '|' ORDER BY t.name, c.cid";
    const struct sql_driver *d = file->driver;
    if (!d->run(file->db, select, NULL, 0))
        return false;
    while (d->next(file->db))
        add_column(copied_of(c, d->text(file->db, 0)), d->text(file->db, 1), d->text(file->db, 2));
    for (int i = 0; i < c->tables; i++)
        end_statements(&c->table[i]);
    return c->tables > 0;
}

/* ---- Rows ---- */

static struct sql_value value_of(struct store_jobs *b, int column, int type)
{
    const char *text = b->driver->text(b->db, column);
    if (!text || type == SQL_TEXT)
        return sql_text(text);
    return type == SQL_REAL ? sql_real(b->driver->real(b->db, column))
                            : sql_int(b->driver->integer(b->db, column));
}

static bool copy_table(struct copying *c, const struct copied *t)
{
    struct store_jobs *from = &c->from, *to = &c->to;
    bool good = from->driver->stream(from->db, t->select);
    while (good && from->driver->next(from->db)) {
        struct sql_value values[SQL_ARGUMENTS_MAX];
        for (int i = 0; i < t->columns; i++)
            values[i] = value_of(from, i, t->type[i]);
        good = to->driver->run(to->db, t->insert, values, t->columns);
        c->rows++;
    }
    return good && !from->driver->failure(from->db)[0];
}

/* Copies all rows into a schema without rows. */
static bool copy_rows(struct copying *c, struct out *error)
{
    bool good = store_jobs_execute(&c->to, "DELETE FROM meta");
    for (int i = 0; good && i < c->tables; i++)
        good = copy_table(c, &c->table[i]);
    return good || refuse_failure(c, error, "not all rows could be copied");
}

static void close_both(struct copying *c)
{
    store_jobs_close(&c->from);
    store_jobs_close(&c->to);
}

/* The address of a file as a store. */
static bool file_store(const char *path, char store[BACKUP_PATH_BYTES], struct out *error)
{
    if (snprintf(store, BACKUP_PATH_BYTES, "sqlite:%s", path) < BACKUP_PATH_BYTES)
        return true;
    return refuse(error, "the file", "its name is too long");
}

/* ---- Backup ---- */

/* A backup never replaces a store that is in use. */
static bool may_replace(const char *store, const char *path, struct out *error)
{
    struct stat file, source;
    char log[BACKUP_PATH_BYTES];
    snprintf(log, sizeof log, "%s-wal", path);
    bool is_file = strncmp(store, "sqlite:", 7) == 0 && stat(store + 7, &source) == 0;
    if (access(log, F_OK) == 0)
        return refuse(error, path, "a server uses this file, or did not stop cleanly");
    if (stat(path, &file) < 0)
        return true;
    if (!S_ISREG(file.st_mode))
        return refuse(error, path, "this is not a regular file");
    if (is_file && file.st_dev == source.st_dev && file.st_ino == source.st_ino)
        return refuse(error, path, "this is the store itself; expected another file");
    return true;
}

static bool sync_path(const char *path, int flags)
{
    int file = open(path, flags | O_CLOEXEC);
    bool good = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return good;
}

/* Makes the file durable and gives it its name. */
static bool put_in_place(const char *made, const char *path, struct out *error)
{
    char directory[BACKUP_PATH_BYTES];
    snprintf(directory, sizeof directory, "%s", path);
    char *slash = strrchr(directory, '/');
    snprintf(slash ? slash + 1 : directory, 2, slash ? "" : ".");
    if (sync_path(made, O_RDWR) && rename(made, path) == 0 &&
        sync_path(directory, O_RDONLY | O_DIRECTORY))
        return true;
    return refuse(error, path, strerror(errno));
}

/* The file is only a copy until it is complete: it needs no protection against a crash. */
static bool copy_out(struct copying *c, struct out *error)
{
    int version;
    if (!store_jobs_execute(&c->to, "PRAGMA journal_mode = OFF") ||
        !store_jobs_execute(&c->to, "PRAGMA synchronous = OFF") ||
        !store_jobs_execute(&c->from, c->from.driver->snapshot) ||
        !(version = store_jobs_version(&c->from)) ||
        !store_jobs_execute(&c->to, c->to.driver->begin))
        return refuse_failure(c, error, "it has no tables");
    if (!store_jobs_migrate(&c->to, version, error))
        return false;
    if (!find_tables(c, &c->to))
        return refuse_failure(c, error, "its tables cannot be read");
    if (!copy_rows(c, error))
        return false;
    return store_jobs_execute(&c->to, "COMMIT") ||
           refuse_failure(c, error, "the file cannot be written");
}

static bool write_to(struct copying *c, const char *store, const char *made, struct out *error)
{
    char file[BACKUP_PATH_BYTES];
    bool good = file_store(made, file, error) &&
                store_jobs_open(&c->from, store, SQL_BESIDE, error) &&
                store_jobs_open(&c->to, file, SQL_FILL, error) && copy_out(c, error);
    close_both(c);
    return good;
}

int64_t backup_write(const char *store, const char *path, struct out *error)
{
    struct copying *c = allocate(sizeof *c);
    char made[BACKUP_PATH_BYTES];
    snprintf(made, sizeof made, "%s.XXXXXX", path);
    bool good = may_replace(store, path, error);
    int file = good ? mkstemp(made) : -1; /* only for the owner: it contains secrets */
    if (good && file < 0)
        refuse(error, path, strerror(errno));
    good = file >= 0 && close(file) == 0 && write_to(c, store, made, error) &&
           put_in_place(made, path, error);
    if (file >= 0 && !good)
        unlink(made);
    int64_t rows = good ? c->rows : -1;
    free(c);
    return rows;
}

/* ---- Restore ---- */

/* Whether the file is a whole backup that this program knows. */
static bool check_file(struct copying *c, const char *path, int *version, struct out *error)
{
    struct store_jobs *b = &c->from;
    char found[200] = "";
    if (b->driver->run(b->db, "PRAGMA integrity_check(1)", NULL, 0))
        while (b->driver->next(b->db))
            snprintf(found, sizeof found, "%s", b->driver->text(b->db, 0));
    if (strcmp(found, "ok") != 0) {
        const char *failure = store_jobs_failure(b);
        out_format(error, "%s is damaged: %s", path, failure ? failure : found);
        return false;
    }
    *version = store_jobs_version(b);
    return *version > 0 || refuse(error, path, "it has no tables");
}

static bool is_empty(struct copying *c, struct out *error)
{
    struct store_jobs *b = &c->to;
    for (int i = 0; i < c->tables; i++) {
        static char count[COPIED_MAX][SQL_BYTES]; /* it stays prepared */
        int64_t rows = -1;
        snprintf(count[i], SQL_BYTES, "SELECT count(*) FROM %s", c->table[i].name);
        if (strcmp(c->table[i].name, "meta") == 0)
            continue;
        if (b->driver->run(b->db, count[i], NULL, 0))
            while (b->driver->next(b->db))
                rows = b->driver->integer(b->db, 0);
        if (rows < 0)
            return refuse_failure(c, error, "the store cannot be read");
        if (rows > 0)
            return refuse(error, "the store",
                          "it is not empty; a backup is restored only into an empty one");
    }
    return true;
}

static bool copy_in(struct copying *c, int version, struct out *error)
{
    if (!find_tables(c, &c->from) || !store_jobs_execute(&c->to, c->to.driver->begin))
        return refuse_failure(c, error, "the tables of the backup cannot be read");
    if (!store_jobs_migrate(&c->to, version, error))
        return false;
    int there = store_jobs_version(&c->to);
    if (!is_empty(c, error))
        return false;
    if (there != version) {
        out_format(error,
                   "the store has a schema of version %d, but the backup of version %d; expected a "
                   "store that does not exist yet",
                   there, version);
        return false;
    }
    if (!copy_rows(c, error) || !store_jobs_migrate(&c->to, 0, error))
        return false;
    return store_jobs_execute(&c->to, "COMMIT") ||
           refuse_failure(c, error, "the store cannot be written");
}

static bool open_backup(struct copying *c, const char *path, struct out *error)
{
    char file[BACKUP_PATH_BYTES], reason[SQL_FAILURE_BYTES];
    struct out inner;
    out_init(&inner, reason, sizeof reason);
    if (!file_store(path, file, error))
        return false;
    if (access(path, R_OK) < 0)
        return refuse(error, path, strerror(errno));
    return store_jobs_open(&c->from, file, SQL_BESIDE, &inner) || refuse(error, path, reason);
}

int64_t backup_restore(const char *path, const char *store, struct out *error)
{
    struct copying *c = allocate(sizeof *c);
    int version = 0;
    bool good = open_backup(c, path, error) && check_file(c, path, &version, error) &&
                store_jobs_open(&c->to, store, SQL_SERVE, error) && copy_in(c, version, error);
    close_both(c);
    int64_t rows = good ? c->rows : -1;
    free(c);
    return rows;
}
