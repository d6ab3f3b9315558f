/* The part of a database that the store needs, with drivers for SQLite and PostgreSQL. Statements
 * are written so that both understand them, with $1, $2 and so on for their arguments. */
#ifndef TENKA_SQL_H
#define TENKA_SQL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/out.h"

enum {
    SQL_ARGUMENTS_MAX = 12,
    SQL_FAILURE_BYTES = 512,
    SQL_PATIENT_MS = 3600000, /* the patience after opening, for long work without a server */
    SQL_BRISK_MS = 5000,      /* that of a server */
};

struct sql_value {
    enum { SQL_NULL, SQL_INT, SQL_REAL, SQL_TEXT } type;
    int64_t number;
    double real;
    const char *text;
};

/* Arguments of a statement. */
#define SQL(...) \
    ((const struct sql_value[]){__VA_ARGS__}), \
        (int)(sizeof((const struct sql_value[]){__VA_ARGS__}) / sizeof(struct sql_value))

static inline struct sql_value sql_int(int64_t number)
{
    return (struct sql_value){.type = SQL_INT, .number = number};
}

static inline struct sql_value sql_real(double real)
{
    return (struct sql_value){.type = SQL_REAL, .real = real};
}

/* NULL: no value. */
static inline struct sql_value sql_text(const char *text)
{
    return (struct sql_value){.type = text ? SQL_TEXT : SQL_NULL, .text = text};
}

struct sql;

/* Why a database is opened. */
enum sql_role {
    SQL_SERVE,  /* to serve from it: it is created if it is missing; other servers are locked out if
                   they cannot share it */
    SQL_BESIDE, /* to use it while a server may be running; it must be ours */
    SQL_FILL,   /* an empty file becomes ours, and nobody else uses it */
};

struct sql_driver {
    /* Returns NULL, with the reason, if there is no such database or it cannot be used. */
    struct sql *(*open)(const char *address, enum sql_role role, struct out *error);
    /* Changes settings of the database file. Called only after the schema was found to be ours.
     * NULL: there is nothing to change. */
    bool (*adopt)(struct sql *db);
    void (*close)(struct sql *db);
    /* Runs one statement without arguments. Its rows, if any, are dropped. */
    bool (*execute)(struct sql *db, const char *statement);
    /* Runs one statement, and keeps it prepared; its text must outlive the database. */
    bool (*run)(struct sql *db, const char *statement, const struct sql_value arguments[],
                int count);
    /* The same without arguments, for a result of any size: rows are fetched one by one, and no
     * other statement can be run until `next` has returned false. */
    bool (*stream)(struct sql *db, const char *statement);
    /* Steps to the next row of the result; false when there is none, or after a failure. */
    bool (*next)(struct sql *db);
    /* How many rows the last statement has changed. */
    int (*changed)(struct sql *db);
    /* Columns of the row, from 0. Texts are valid until the next step. */
    int64_t (*integer)(struct sql *db, int column);
    double (*real)(struct sql *db, int column);
    const char *(*text)(struct sql *db, int column); /* NULL: no value */
    /* The first failure since the caller set this text to "". */
    char *(*failure)(struct sql *db);
    /* Sends a text to all other nodes when the transaction is committed; "" means that anything may
     * have changed. */
    bool (*tell)(struct sql *db, const char *text);
    /* The next text that another node has sent; NULL if there is none, "" if some may have been
     * missed, or if another process has changed the database. */
    const char *(*told)(struct sql *db);
    int (*descriptor)(struct sql *db); /* readable when a text has come; -1: never */
    /* Connects again if the connection was lost. Returns whether there is a connection. */
    bool (*revive)(struct sql *db);
    /* A statement fails if the database has not answered after this time. */
    void (*patience)(struct sql *db, int milliseconds);
    const char *begin;     /* begins a transaction that may write */
    const char *snapshot;  /* begins a transaction that only reads, and sees no later changes */
    const char *clustered; /* put behind CREATE TABLE for a table with only a primary key */
    const char *exclusive; /* a statement that locks out other nodes; NULL: there are none */
};

extern const struct sql_driver sql_sqlite, sql_postgres;

#endif
