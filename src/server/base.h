/* The database behind the store: its schema, and what each job does in it. */
#ifndef TENKA_BASE_H
#define TENKA_BASE_H

#include "server/sql.h"
#include "server/store.h"

struct base {
    const struct sql_driver *driver;
    struct sql *db;
};

/* Makes the schema, or brings it up to date. False, with the reason and nothing changed, if it is a
 * newer one or the database fails. */
bool base_prepare(struct base *b, struct out *error);

/* One statement without arguments whose rows, if any, nobody wants. */
bool base_execute(struct base *b, const char *statement);

/* What went wrong since the last call, until the next one; NULL if nothing did. */
const char *base_failure(struct base *b);

/* Does the job, within a transaction. */
enum job_result base_perform(struct base *b, struct job *j);

/* Calls `found` with each table that is not over, as of JOB_TABLE. */
bool base_restore(struct base *b, void (*found)(const struct job *table, void *context),
                  void *context);

#endif
