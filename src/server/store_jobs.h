/* The database behind the store: its schema, and what each job does in it. */
#ifndef TENKA_STORE_JOBS_H
#define TENKA_STORE_JOBS_H

#include "server/sql.h"
#include "server/store.h"

struct store_jobs {
    const struct sql_driver *driver;
    struct sql *db;
};

/* Makes the schema, or brings it up to date. False, with the reason and nothing changed, if it is a
 * newer one or the database fails. */
bool store_jobs_prepare(struct store_jobs *b, struct out *error);

/* One statement without arguments whose rows, if any, nobody wants. */
bool store_jobs_execute(struct store_jobs *b, const char *statement);

/* What went wrong since the last call, until the next one; NULL if nothing did. */
const char *store_jobs_failure(struct store_jobs *b);

/* Does the job, within a transaction. */
enum job_result store_jobs_perform(struct store_jobs *b, struct job *j);

/* Calls `found` with each table that is not over, as of JOB_TABLE. */
bool store_jobs_restore(struct store_jobs *b, void (*found)(const struct job *table, void *context),
                        void *context);

#endif
