/* The database behind the store: its schema, and what each job does in it. */
#ifndef TENKA_STORE_JOBS_H
#define TENKA_STORE_JOBS_H

#include "server/sql.h"
#include "server/store.h"

struct store_jobs {
    const struct sql_driver *driver;
    struct sql *db;
};

/* Creates the schema, or brings it up to date. Returns false, with the reason, if the schema is
 * newer than this program or the database fails; then nothing has changed. */
bool store_jobs_prepare(struct store_jobs *b, struct out *error);

/* Runs one statement without arguments. Its rows, if any, are dropped. */
bool store_jobs_execute(struct store_jobs *b, const char *statement);

/* The first failure since the last call; NULL if there was none. The text is valid until the next
 * call. */
const char *store_jobs_failure(struct store_jobs *b);

/* Does the job. The caller begins and ends the transaction. */
enum job_result store_jobs_perform(struct store_jobs *b, struct job *j);

/* Calls `found` with each table that is not over, as JOB_TABLE would return it. */
bool store_jobs_restore(struct store_jobs *b, void (*found)(const struct job *table, void *context),
                        void *context);

#endif
