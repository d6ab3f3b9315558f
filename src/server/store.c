/* The store's thread, and the lists of jobs between it and the loop.
 *
 * The loop puts jobs into `waiting` and wakes the thread. The thread takes all of them, does them
 * in one transaction, puts them into `done` and wakes the loop. The lock protects only these lists
 * and the news of other nodes; while the thread runs, only the thread uses the database. */
#include "server/store.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "bots/clock.h"
#include "match/grow.h"
#include "server/log.h"
#include "server/store_jobs.h"

enum {
    BATCH_MAX = 512,
    BUSY = 4,        /* a batch with at least this many jobs means load */
    APART_US = 3000, /* under load, the least time from one transaction to the next */
    RETRY_MS = 500
};

STAILQ_HEAD(jobs, job);

struct store {
    struct store_jobs base;
    pthread_t thread;
    bool started;
    pthread_mutex_t lock;
    int woken; /* an eventfd: there are jobs */
    struct jobs waiting, done;
    char (*news)[TABLE_ID_BYTES]; /* tables that other nodes have changed; "": any table */
    int news_count, news_room;
    int64_t begun; /* when the last transaction began, in microseconds */
    int batch;     /* jobs in it */
    bool closing;
    void (*wake)(void *);
    void *context;
};

struct job *job_new(enum job_type type, void (*done)(struct job *), void *owner)
{
    struct job *j = calloc(1, sizeof *j);
    if (!j)
        abort();
    j->type = type;
    j->done = done;
    j->owner = owner;
    return j;
}

void job_free(struct job *j)
{
    free(j->events);
    free(j->finish);
    free(j->ratings);
    free(j->matches);
    explicit_bzero(j, sizeof *j);
    free(j);
}

/* ---- Transactions ---- */

static struct job *jobs_take(struct jobs *l)
{
    struct job *j = STAILQ_FIRST(l);
    STAILQ_REMOVE_HEAD(l, next);
    return j;
}

/* Moves the first job of a list to the end of another. */
static void jobs_move(struct jobs *from, struct jobs *to)
{
    struct job *j = jobs_take(from);
    STAILQ_INSERT_TAIL(to, j, next);
}

/* Takes a batch of the waiting jobs. */
static void take_batch(struct store *s, struct jobs *batch)
{
    STAILQ_INIT(batch);
    pthread_mutex_lock(&s->lock);
    for (s->batch = 0; s->batch < BATCH_MAX && !STAILQ_EMPTY(&s->waiting); s->batch++)
        jobs_move(&s->waiting, batch);
    pthread_mutex_unlock(&s->lock);
}

/* Does all jobs in one transaction. Returns NULL, or why it failed. Then nothing has changed,
 * unless the connection was lost during the COMMIT. A failure to read looks like the end of the
 * rows, so this asks for failures before it commits. */
static const char *transact(struct store_jobs *b, struct jobs *batch)
{
    store_jobs_failure(b); /* drops a failure of the last transaction */
    bool good = store_jobs_execute(b, "BEGIN");
    struct job *j;
    for (j = STAILQ_FIRST(batch); good && j; j = STAILQ_NEXT(j, next)) {
        j->result = store_jobs_perform(b, j);
        good = j->result != JOB_FAILED;
    }
    const char *failure = store_jobs_failure(b);
    good = good && !failure && store_jobs_execute(b, "COMMIT");
    if (good)
        return NULL;
    if (!failure)
        failure = store_jobs_failure(b);
    store_jobs_execute(b, "ROLLBACK");
    STAILQ_FOREACH(j, batch, next)
        j->result = JOB_FAILED;
    return failure ? failure : "it contains something that cannot be read";
}

/* If the batch fails, each job is tried once more in a separate transaction. */
static void process(struct store_jobs *b, struct jobs *batch)
{
    const char *failure = transact(b, batch);
    if (!failure)
        return;
    log_line(LOG_ERROR, "store-failed", "reason=\"%s\"", failure);
    struct jobs failed = STAILQ_HEAD_INITIALIZER(failed);
    STAILQ_CONCAT(&failed, batch);
    while (!STAILQ_EMPTY(&failed)) {
        struct jobs alone = STAILQ_HEAD_INITIALIZER(alone);
        jobs_move(&failed, &alone);
        transact(b, &alone);
        STAILQ_CONCAT(batch, &alone);
    }
}

static void give_back(struct store *s, struct jobs *batch)
{
    pthread_mutex_lock(&s->lock);
    STAILQ_CONCAT(&s->done, batch);
    pthread_mutex_unlock(&s->lock);
    s->wake(s->context);
}

/* ---- The thread ---- */

/* Waits for a job or for news of other nodes. While there is no connection to the database, it
 * tries to connect again and again. */
static void wait_for_work(struct store *s)
{
    bool alive = s->base.driver->revive(s->base.db);
    struct pollfd fds[2] = {
        {.fd = s->woken, .events = POLLIN},
        {.fd = alive ? s->base.driver->descriptor(s->base.db) : -1, .events = POLLIN},
    };
    uint64_t count;
    if (poll(fds, 2, alive ? -1 : RETRY_MS) > 0 && fds[0].revents &&
        read(s->woken, &count, sizeof count) < 0)
        abort();
}

/* Takes the news of other nodes. */
static void hear(struct store *s)
{
    const char *table = s->base.driver->told(s->base.db);
    if (!table)
        return;
    pthread_mutex_lock(&s->lock);
    for (; table; table = s->base.driver->told(s->base.db)) {
        s->news = grow(s->news, s->news_count, &s->news_room, sizeof *s->news);
        snprintf(s->news[s->news_count++], TABLE_ID_BYTES, "%s", table);
    }
    pthread_mutex_unlock(&s->lock);
    s->wake(s->context);
}

/* Under load, waits a little before the next transaction, so that more jobs share it. */
static void keep_apart(struct store *s)
{
    int64_t now = clock_ns() / 1000, next = s->begun + APART_US;
    bool wait = s->batch >= BUSY && now < next;
    if (wait)
        usleep((useconds_t)(next - now));
    s->begun = wait ? next : now;
}

static void *store_keep(void *context)
{
    struct store *s = context;
    for (bool waiting, closing;;) {
        pthread_mutex_lock(&s->lock);
        waiting = !STAILQ_EMPTY(&s->waiting);
        closing = s->closing;
        pthread_mutex_unlock(&s->lock);
        if (waiting) {
            keep_apart(s);
            struct jobs batch;
            take_batch(s, &batch);
            process(&s->base, &batch);
            give_back(s, &batch);
        } else if (closing) {
            return NULL;
        } else {
            wait_for_work(s);
        }
        hear(s);
    }
}

static void nudge(struct store *s)
{
    uint64_t one = 1;
    if (write(s->woken, &one, sizeof one) != sizeof one)
        abort();
}

/* ---- What the loop calls ---- */

static const struct sql_driver *driver_of(const char *address, const char **rest)
{
    *rest = address;
    if (strncmp(address, "postgres://", 11) == 0 || strncmp(address, "postgresql://", 13) == 0)
        return &sql_postgres;
    if (strncmp(address, "sqlite:", 7) != 0 || !address[7])
        return NULL;
    *rest = address + 7;
    return &sql_sqlite;
}

struct store *store_open(const char *address, struct out *error)
{
    const char *rest;
    const struct sql_driver *driver = driver_of(address, &rest);
    if (!driver) {
        out_text(error, "expected 'sqlite:FILE' or 'postgres://...'");
        return NULL;
    }
    struct sql *db = driver->open(rest, error);
    if (!db)
        return NULL;
    struct store *s = calloc(1, sizeof *s);
    if (!s || (s->woken = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) < 0)
        abort();
    s->base = (struct store_jobs){driver, db};
    STAILQ_INIT(&s->waiting);
    STAILQ_INIT(&s->done);
    pthread_mutex_init(&s->lock, NULL);
    if (store_jobs_prepare(&s->base, error))
        return s;
    store_close(s);
    return NULL;
}

bool store_restore(struct store *s, void (*found)(const struct job *table, void *context),
                   void *context, struct out *error)
{
    bool good = store_jobs_restore(&s->base, found, context);
    const char *failure = store_jobs_failure(&s->base);
    if (good && !failure)
        return true;
    out_text(error, failure ? failure : "it contains a table that cannot be read");
    return false;
}

int64_t store_time(struct store *s)
{
    struct job j = {.type = JOB_TIME};
    return store_jobs_perform(&s->base, &j) == JOB_DONE ? j.time : 0;
}

void store_start(struct store *s, void (*wake)(void *), void *context)
{
    s->wake = wake;
    s->context = context;
    s->started = pthread_create(&s->thread, NULL, store_keep, s) == 0;
    if (!s->started)
        abort();
}

void store_stop(struct store *s)
{
    if (!s->started)
        return;
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_mutex_unlock(&s->lock);
    nudge(s);
    pthread_join(s->thread, NULL);
    s->started = false;
}

void store_close(struct store *s)
{
    store_stop(s);
    while (!STAILQ_EMPTY(&s->done)) /* not delivered */
        job_free(jobs_take(&s->done));
    s->base.driver->close(s->base.db);
    pthread_mutex_destroy(&s->lock);
    close(s->woken);
    free(s->news);
    free(s);
}

void store_submit(struct store *s, struct job *job)
{
    pthread_mutex_lock(&s->lock);
    bool idle = STAILQ_EMPTY(&s->waiting);
    STAILQ_INSERT_TAIL(&s->waiting, job, next);
    pthread_mutex_unlock(&s->lock);
    if (idle)
        nudge(s);
}

void store_deliver(struct store *s, void (*news)(const char *table, void *context), void *context)
{
    struct jobs done = STAILQ_HEAD_INITIALIZER(done);
    pthread_mutex_lock(&s->lock);
    STAILQ_CONCAT(&done, &s->done);
    char(*tables)[TABLE_ID_BYTES] = s->news;
    int count = s->news_count;
    s->news = NULL;
    s->news_count = s->news_room = 0;
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < count; i++)
        news(tables[i][0] ? tables[i] : NULL, context);
    free(tables);
    while (!STAILQ_EMPTY(&done)) {
        struct job *j = jobs_take(&done);
        j->done(j);
    }
}

bool store_shared(const struct store *s)
{
    return s->base.driver == &sql_postgres;
}
