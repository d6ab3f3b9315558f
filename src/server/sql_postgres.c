/* PostgreSQL: one database for several nodes. They tell each other of changes with NOTIFY. */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/sql.h"

enum { STATEMENTS_MAX = 64, NUMBER_BYTES = 32, TOLD_BYTES = 64 };

struct sql {
    PGconn *link;
    const char *statement[STATEMENTS_MAX]; /* prepared; named by their index */
    int statements;
    PGresult *result;
    int row;     /* of the result; -1 before the first */
    bool missed; /* the connection was lost, so notifications may have been missed */
    char failure[SQL_FAILURE_BYTES];
    char told[TOLD_BYTES];
};

/* Remembers the first line of the library's message; returns false. */
static bool postgres_fail(struct sql *db)
{
    const char *message = db->result ? PQresultErrorMessage(db->result) : PQerrorMessage(db->link);
    if (!db->failure[0])
        snprintf(db->failure, sizeof db->failure, "%.*s", (int)strcspn(message, "\n"), message);
    return false;
}

static void postgres_finish(struct sql *db)
{
    PQclear(db->result);
    db->result = NULL;
    db->row = -1;
}

static bool good(struct sql *db)
{
    ExecStatusType status = PQresultStatus(db->result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || postgres_fail(db);
}

static bool postgres_execute(struct sql *db, const char *text)
{
    postgres_finish(db);
    db->result = PQexec(db->link, text);
    return good(db);
}

static bool listen_to_others(struct sql *db)
{
    db->statements = 0;
    return postgres_execute(db, "LISTEN tenka");
}

/* Drops notices, like 'relation exists, skipping'. */
static void ignore(void *context, const char *message)
{
    (void)context, (void)message;
}

static void postgres_close(struct sql *db)
{
    postgres_finish(db);
    PQfinish(db->link);
    free(db);
}

static struct sql *postgres_open(const char *address, struct out *error)
{
    struct sql *db = calloc(1, sizeof *db);
    if (!db)
        abort();
    db->link = PQconnectdb(address);
    PQsetNoticeProcessor(db->link, ignore, NULL);
    if (PQstatus(db->link) == CONNECTION_OK ? listen_to_others(db) : postgres_fail(db))
        return db;
    out_text(error, db->failure);
    postgres_close(db);
    return NULL;
}

static bool postgres_revive(struct sql *db)
{
    if (PQstatus(db->link) == CONNECTION_OK)
        return true;
    postgres_finish(db);
    PQreset(db->link);
    db->missed = PQstatus(db->link) == CONNECTION_OK && listen_to_others(db);
    return db->missed;
}

/* Statements are string constants, so their address identifies them. */
static bool postgres_prepared(struct sql *db, const char *text, char name[NUMBER_BYTES])
{
    int index = 0;
    while (index < db->statements && db->statement[index] != text)
        index++;
    snprintf(name, NUMBER_BYTES, "s%d", index);
    if (index < db->statements)
        return true;
    if (index == STATEMENTS_MAX)
        abort();
    db->result = PQprepare(db->link, name, text, 0, NULL);
    if (!good(db))
        return false;
    postgres_finish(db);
    db->statement[db->statements++] = text;
    return true;
}

static const char *value_text(const struct sql_value *v, char buffer[NUMBER_BYTES])
{
    switch (v->type) {
    case SQL_INT:
        snprintf(buffer, NUMBER_BYTES, "%lld", (long long)v->number);
        return buffer;
    case SQL_REAL:
        snprintf(buffer, NUMBER_BYTES, "%.17g", v->real);
        return buffer;
    case SQL_TEXT:
        return v->text;
    case SQL_NULL:
        break;
    }
    return NULL;
}

static bool postgres_run(struct sql *db, const char *text, const struct sql_value arguments[],
                         int count)
{
    char name[NUMBER_BYTES], buffer[SQL_ARGUMENTS_MAX][NUMBER_BYTES];
    const char *values[SQL_ARGUMENTS_MAX];
    postgres_finish(db);
    if (!postgres_prepared(db, text, name))
        return false;
    for (int i = 0; i < count; i++)
        values[i] = value_text(&arguments[i], buffer[i]);
    db->result = PQexecPrepared(db->link, name, count, values, NULL, NULL, 0);
    return good(db);
}

static bool postgres_next(struct sql *db)
{
    if (db->result && ++db->row < PQntuples(db->result))
        return true;
    postgres_finish(db);
    return false;
}

static int postgres_changed(struct sql *db)
{
    return db->result ? (int)strtol(PQcmdTuples(db->result), NULL, 10) : 0;
}

static const char *postgres_text(struct sql *db, int column)
{
    return PQgetisnull(db->result, db->row, column) ? NULL
                                                    : PQgetvalue(db->result, db->row, column);
}

static int64_t postgres_integer(struct sql *db, int column)
{
    return strtoll(PQgetvalue(db->result, db->row, column), NULL, 10);
}

static double postgres_real(struct sql *db, int column)
{
    return strtod(PQgetvalue(db->result, db->row, column), NULL);
}

static char *postgres_failure(struct sql *db)
{
    return db->failure;
}

static bool postgres_tell(struct sql *db, const char *text)
{
    static const char notify[] = "SELECT pg_notify('tenka', $1)";
    return postgres_run(db, notify, SQL(sql_text(text)));
}

/* Skips the notifications that this node has sent itself. */
static const char *postgres_told(struct sql *db)
{
    PGnotify *n;
    bool own = true;
    if (db->missed) {
        db->missed = false;
        return "";
    }
    PQconsumeInput(db->link);
    while (own && (n = PQnotifies(db->link))) {
        own = n->be_pid == PQbackendPID(db->link);
        snprintf(db->told, sizeof db->told, "%s", n->extra);
        PQfreemem(n);
    }
    return own ? NULL : db->told;
}

static int postgres_descriptor(struct sql *db)
{
    return PQsocket(db->link);
}

const struct sql_driver sql_postgres = {
    .open = postgres_open,
    .close = postgres_close,
    .execute = postgres_execute,
    .run = postgres_run,
    .next = postgres_next,
    .changed = postgres_changed,
    .integer = postgres_integer,
    .real = postgres_real,
    .text = postgres_text,
    .failure = postgres_failure,
    .tell = postgres_tell,
    .told = postgres_told,
    .descriptor = postgres_descriptor,
    .revive = postgres_revive,
    .clustered = "",
    .exclusive = "SELECT pg_advisory_xact_lock(7464)",
};
