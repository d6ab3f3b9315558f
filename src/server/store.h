/* The store: everything that must survive a crash. Two threads talk to the database, one to write
 * and one to read. The loop submits jobs to them and gets them back when their changes are durable.
 * Jobs that wait at the same time share a transaction, so that many moves cost one write to the
 * disk. */
#ifndef TENKA_STORE_H
#define TENKA_STORE_H

#include "house/job.h"

struct store;

/* Opens or creates the store 'sqlite:FILE' or 'postgres://...'. Returns NULL, with the reason, if
 * it cannot be used. */
struct store *store_open(const char *address, struct out *error);

/* Calls `found` with each table that is not over, as JOB_TABLE would return it; see `broken` there
 * about those that cannot be read. Call it before store_start. Returns false, with the reason, if
 * the database failed. */
bool store_restore(struct store *s, void (*found)(const struct job *table, void *context),
                   void *context, struct out *error);

/* The service's time when it was last saved. If that cannot be read, the time of the last event.
 * Call it before store_start. */
int64_t store_time(struct store *s);

/* A random number of this store, which is drawn once. Call it before store_start. */
int64_t store_salt(struct store *s);

/* Starts the threads. `wake` is called from them when jobs are done or other nodes have news. */
void store_start(struct store *s, void (*wake)(void *), void *context);

/* Waits for the jobs that were submitted, and ends the threads. */
void store_stop(struct store *s);

/* Stops the store and frees it, with all jobs that were not delivered. Call it after everything
 * that may point to these jobs is gone. */
void store_close(struct store *s);

void store_submit(struct store *s, struct job *job);

/* Calls `done` of all finished jobs, and `news` with what another node has changed (see hall_news);
 * with NULL if anything may have changed. Returns whether any job was finished. */
bool store_deliver(struct store *s, void (*news)(const char *text, void *context), void *context);

/* Whether other nodes may use the same store. */
bool store_shared(const struct store *s);

#endif
