/* PostgreSQL: one database for several nodes. They tell each other of changes with NOTIFY.
 *
 * The network or the database may fall silent at any moment, without an error. So nothing here
 * calls a function of the library that waits: whatever must be waited for is waited for with poll,
 * until a deadline. Then the connection counts as lost, and every statement fails until `revive`
 * has made a new one. */
#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/clock.h"
#include "match/grow.h"
#include "server/sql.h"

enum {
    STATEMENTS_MAX = 128,
    NUMBER_BYTES = 32,
    TOLD_BYTES = 64,
    SET_BYTES = 256,
    CONNECT_MS = 4000
};

struct sql {
    PGconn *link;
    bool lost;      /* a deadline has passed: the connection cannot be used any more */
    int patience;   /* for the answer to a statement, in milliseconds */
    bool listens;   /* hears of the changes of other nodes */
    bool streaming; /* rows come one by one */
    const char *statement[STATEMENTS_MAX]; /* prepared; named by their index */
    int statements;
    PGresult *result;
    int row;     /* of the result; -1 before the first */
    bool missed; /* the connection was lost, so notifications may have been missed */
    char failure[SQL_FAILURE_BYTES];
    char told[TOLD_BYTES];
};

/* Remembers the first line of a message; returns false. */
static bool postgres_note(struct sql *db, const char *message)
{
    if (!db->failure[0])
        snprintf(db->failure, sizeof db->failure, "%.*s", (int)strcspn(message, "\n"), message);
    return false;
}

/* The same for what the library says. */
static bool postgres_fail(struct sql *db)
{
    if (db->lost)
        return postgres_note(db, "the database does not answer");
    return postgres_note(db,
                         db->result ? PQresultErrorMessage(db->result) : PQerrorMessage(db->link));
}

static bool is_connected(const struct sql *db)
{
    return !db->lost && PQstatus(db->link) == CONNECTION_OK;
}

/* ---- Waiting ---- */

/* Waits until the connection can be read or written. After the deadline it is lost. */
static bool wait_for(struct sql *db, short events, int64_t deadline)
{
    struct pollfd fd = {.fd = PQsocket(db->link), .events = events};
    int64_t left = deadline - clock_ms();
    int ready = left > 0 && fd.fd >= 0 ? poll(&fd, 1, (int)left) : 0;
    if (ready < 0 && errno == EINTR)
        return true;
    db->lost = ready <= 0;
    return !db->lost;
}

/* Sends what the library still holds back, and reads, until a result has come. */
static bool wait_for_result(struct sql *db)
{
    int64_t deadline = clock_ms() + db->patience;
    for (int unsent = 1; unsent || PQisBusy(db->link);) {
        unsent = PQflush(db->link);
        if (unsent < 0) {
            db->lost = true;
            return false;
        }
        if (!unsent && !PQisBusy(db->link))
            return true;
        if (!wait_for(db, (short)(POLLIN | (unsent ? POLLOUT : 0)), deadline) ||
            !PQconsumeInput(db->link))
            return false;
    }
    return true;
}

/* Drops the result, and those that may follow it. */
static void postgres_finish(struct sql *db)
{
    PQclear(db->result);
    db->result = NULL;
    db->row = -1;
    while (db->streaming && is_connected(db) && wait_for_result(db) &&
           (db->result = PQgetResult(db->link)))
        PQclear(db->result);
    db->result = NULL;
    db->streaming = false;
}

static bool good(struct sql *db)
{
    ExecStatusType status = db->result ? PQresultStatus(db->result) : PGRES_FATAL_ERROR;
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
           status == PGRES_SINGLE_TUPLE || postgres_fail(db);
}

/* Waits for the last result of what was sent. */
static bool postgres_answered(struct sql *db, int sent)
{
    if (!sent)
        return postgres_fail(db);
    for (PGresult *r; wait_for_result(db) && (r = PQgetResult(db->link));) {
        PQclear(db->result);
        db->result = r;
    }
    if (is_connected(db))
        return good(db);
    PQclear(db->result);
    db->result = NULL;
    return postgres_fail(db);
}

/* ---- Connecting ---- */

static bool postgres_execute(struct sql *db, const char *text)
{
    postgres_finish(db);
    return is_connected(db) ? postgres_answered(db, PQsendQuery(db->link, text))
                            : postgres_fail(db);
}

/* Makes the database give up when this side does: it would block others for a connection that
 * nobody uses any more. */
static void postgres_patience(struct sql *db, int milliseconds)
{
    char set[SET_BYTES];
    db->patience = milliseconds;
    snprintf(set, sizeof set,
             "SET statement_timeout = %d; SET lock_timeout = %d; "
             "SET idle_in_transaction_session_timeout = %d",
             milliseconds, milliseconds, milliseconds);
    postgres_execute(db, set);
}

/* Drives the library's `step` until the connection stands. */
static bool postgres_connect(struct sql *db, PostgresPollingStatusType (*step)(PGconn *))
{
    int64_t deadline = clock_ms() + CONNECT_MS;
    PostgresPollingStatusType wanted = PGRES_POLLING_WRITING;
    db->lost = false;
    while (PQstatus(db->link) != CONNECTION_BAD && wanted != PGRES_POLLING_OK) {
        if (!wait_for(db, wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline))
            return postgres_fail(db);
        wanted = step(db->link);
        if (wanted == PGRES_POLLING_FAILED)
            return postgres_fail(db);
    }
    if (!is_connected(db))
        return postgres_fail(db);
    PQsetnonblocking(db->link, 1);
    db->statements = 0;
    postgres_patience(db, db->patience);
    return is_connected(db) && (!db->listens || postgres_execute(db, "LISTEN tenka"));
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

/* What the address does not say: a silent network is noticed after half a minute even if nothing
 * is sent. */
static PGconn *postgres_start(const char *address)
{
    static const char *const names[] = {"keepalives_idle",  "keepalives_interval",
                                        "keepalives_count", "tcp_user_timeout",
                                        "dbname",           NULL};
    const char *values[] = {"10", "5", "3", "10000", address, NULL};
    return PQconnectStartParams(names, values, 1);
}

static struct sql *postgres_open(const char *address, enum sql_role role, struct out *error)
{
    struct sql *db = allocate(sizeof *db);
    db->row = -1;
    db->patience = SQL_PATIENT_MS;
    db->listens = role == SQL_SERVE;
    db->link = postgres_start(address);
    if (!db->link)
        abort();
    PQsetNoticeProcessor(db->link, ignore, NULL);
    if (postgres_connect(db, PQconnectPoll))
        return db;
    out_text(error, db->failure);
    postgres_close(db);
    return NULL;
}

static bool postgres_revive(struct sql *db)
{
    if (is_connected(db))
        return true;
    postgres_finish(db);
    db->missed = PQresetStart(db->link) && postgres_connect(db, PQresetPoll);
    db->lost = !db->missed;
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
    if (!postgres_answered(db, PQsendPrepare(db->link, name, text, 0, NULL)))
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
    if (!is_connected(db))
        return postgres_fail(db);
    if (!postgres_prepared(db, text, name))
        return false;
    for (int i = 0; i < count; i++)
        values[i] = value_text(&arguments[i], buffer[i]);
    return postgres_answered(db, PQsendQueryPrepared(db->link, name, count, values, NULL, NULL, 0));
}

/* Takes the next result of a stream: a row, or the end. */
static bool next_result(struct sql *db)
{
    PQclear(db->result);
    db->row = -1;
    db->result = is_connected(db) && wait_for_result(db) ? PQgetResult(db->link) : NULL;
    return good(db);
}

static bool postgres_stream(struct sql *db, const char *text)
{
    postgres_finish(db);
    if (!is_connected(db) || !PQsendQuery(db->link, text) || !PQsetSingleRowMode(db->link))
        return postgres_fail(db);
    db->streaming = true;
    return next_result(db);
}

static bool postgres_next(struct sql *db)
{
    if (db->result && ++db->row < PQntuples(db->result))
        return true;
    if (db->streaming && db->result && PQresultStatus(db->result) == PGRES_SINGLE_TUPLE &&
        next_result(db) && ++db->row < PQntuples(db->result))
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
    if (is_connected(db))
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
    .stream = postgres_stream,
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
    .patience = postgres_patience,
    .begin = "BEGIN",
    .snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    .clustered = "",
    .exclusive = "SELECT pg_advisory_xact_lock(7464)",
};
