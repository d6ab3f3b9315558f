/* A database as far as the store needs one. SQLite and PostgreSQL are the same behind it:
 * statements are written so that both understand them, with $1, $2 and so on in the order of their
 * arguments. */
#ifndef TENKA_SQL_H
#define TENKA_SQL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/out.h"

enum { SQL_ARGUMENTS_MAX = 12, SQL_FAILURE_BYTES = 512 };

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

struct sql_driver {
    /* NULL, with the reason, if there is no such database or it cannot be used. */
    struct sql *(*open)(const char *address, struct out *error);
    /* The schema is right, so the database may be changed as needed; NULL: it needs no change. */
    bool (*adopt)(struct sql *db);
    void (*close)(struct sql *db);
    /* Runs one statement without arguments whose rows, if any, nobody wants. */
    bool (*execute)(struct sql *db, const char *statement);
    /* Begins to run one statement that is kept prepared; its text must outlive the database. */
    bool (*run)(struct sql *db, const char *statement, const struct sql_value arguments[],
                int count);
    /* Steps to the next row of the result; false when there is none, or after a failure. */
    bool (*next)(struct sql *db);
    /* How many rows the last statement has changed. */
    int (*changed)(struct sql *db);
    /* Columns of the row, from 0. Texts live until the next step. */
    int64_t (*integer)(struct sql *db, int column);
    double (*real)(struct sql *db, int column);
    const char *(*text)(struct sql *db, int column); /* NULL: no value */
    /* What went wrong first since it was set to "". */
    char *(*failure)(struct sql *db);
    /* Tells other nodes, at the end of the transaction; and what they have told, NULL if nothing,
     * "" if something may have been missed. */
    bool (*tell)(struct sql *db, const char *text);
    const char *(*told)(struct sql *db);
    int (*descriptor)(struct sql *db); /* readable when somebody tells something; -1: never */
    /* Whether it answers; it is connected again if need be. */
    bool (*revive)(struct sql *db);
    const char *clustered; /* behind a table that has no other key than its primary one */
    const char *exclusive; /* a statement that keeps other nodes out; NULL: there are none */
};

extern const struct sql_driver sql_sqlite, sql_postgres;

#endif
