/* The database behind the store: its schema, and what each job does in it. */
#ifndef TENKA_STORE_JOBS_H
#define TENKA_STORE_JOBS_H

#include "server/sql.h"
#include "server/store.h"

/* How a table ended: the column `ending`, which is NULL before. */
enum ending {
    ENDED_CLOSED, /* before its match began */
    ENDED_UNLISTED,
    ENDED_LISTED,
    ENDED_HASTY /* the list of all does not have it, because somebody gave up very early */
};

struct store_jobs {
    const struct sql_driver *driver;
    struct sql *db;
};

/* Opens the database 'sqlite:FILE' or 'postgres://...'. Returns false, with the reason, if it
 * cannot be used. */
bool store_jobs_open(struct store_jobs *b, const char *address, enum sql_role role,
                     struct out *error);

/* The address for messages and logs. That of a database server may contain a password, so it is not
 * shown. */
const char *store_shown(const char *address);

/* Closes it; nothing happens if it is not open. */
void store_jobs_close(struct store_jobs *b);

/* Creates the schema, or brings it up to date. Returns false, with the reason, if the schema is
 * newer than this program or the database fails; then nothing has changed. */
bool store_jobs_prepare(struct store_jobs *b, struct out *error);

/* The version of the schema; 0 if there is none, or after a failure. */
int store_jobs_version(struct store_jobs *b);

/* The version of the schema that this program makes. */
int store_jobs_newest(void);

/* Creates the schema of this version, or brings it up to it, in the transaction of the caller. 0
 * means the newest version. Returns false, with the reason, as above. */
bool store_jobs_migrate(struct store_jobs *b, int to, struct out *error);

/* Runs one statement without arguments. Its rows, if any, are dropped. */
bool store_jobs_execute(struct store_jobs *b, const char *statement);

/* The first failure since the last call; NULL if there was none. The text is valid until the next
 * call. */
const char *store_jobs_failure(struct store_jobs *b);

/* Does the job. The caller begins and ends the transaction. */
enum job_result store_jobs_perform(struct store_jobs *b, struct job *j);

/* Less than 0 if `a` should come before `b` in a transaction, 0 if it does not matter: nodes that
 * write to the same rows in the same order do not wait for each other in a circle. */
int store_jobs_order(const struct job *a, const struct job *b);

/* The service's time when it was last saved. If that cannot be read or is 0, the time of the last
 * event. */
int64_t store_jobs_time(struct store_jobs *b);

/* A random number of this store, which is drawn once. */
int64_t store_jobs_salt(struct store_jobs *b);

/* The statements that must not read a whole table, one after the other; NULL after the last. For
 * tests. */
const char *store_jobs_statement(int index);

/* Calls `found` with each table that is not over, as JOB_TABLE would return it. */
bool store_jobs_restore(struct store_jobs *b, void (*found)(const struct job *table, void *context),
                        void *context);

#endif
