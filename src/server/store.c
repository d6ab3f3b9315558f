/* The store's threads, and the lists of jobs between them and the loop.
 *
 * There are two desks, each with a thread and a connection to the database of its own: one for jobs
 * that may write, one for jobs that only read much, so that no read delays a write. The loop puts a
 * job into `waiting` of its desk and wakes the thread. The thread takes all jobs that wait, does
 * them in one transaction, puts them into `done` and wakes the loop. The lock protects only these
 * lists and the news of other nodes; while a thread runs, only this thread uses its connection.
 *
 * A read that is asked for after a write was answered finds what was written: the write was
 * committed before it was answered, and the read begins its transaction later. */
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
    READS_MAX = 16,  /* jobs that read, in a batch: each may hold a whole table */
    BUSY = 4,        /* a batch with at least this many jobs means load */
    APART_US = 3000, /* under load, the least time from one transaction to the next */
    RETRY_MS = 500,
    HEAR_MS = 1000 /* how often to look for changes that nobody tells */
};

STAILQ_HEAD(jobs, job);

struct desk {
    struct store *store;
    struct store_jobs base;
    bool reads; /* only */
    pthread_t thread;
    int woken; /* an eventfd: there are jobs */
    struct jobs waiting;
    int64_t begun; /* when the last transaction began, in microseconds */
    int batch;     /* jobs in it */
};

enum { WRITING, READING, DESKS };

struct store {
    struct desk desk[DESKS];
    bool started;
    pthread_mutex_t lock;
    struct jobs done;
    char (*news)[NEWS_BYTES]; /* what other nodes have changed; "": anything */
    int news_count, news_room;
    bool closing;
    void (*wake)(void *);
    void *context;
};

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

/* A job, and when it came. */
struct ticket {
    struct job *job;
    int at;
};

static int compare_tickets(const void *a, const void *b)
{
    const struct ticket *left = a, *right = b;
    int order = store_jobs_order(left->job, right->job);
    return order ? order : left->at - right->at;
}

/* Takes a batch of the waiting jobs. */
static void take_batch(struct desk *d, struct jobs *batch)
{
    struct ticket all[BATCH_MAX];
    int most = d->reads ? READS_MAX : BATCH_MAX;
    pthread_mutex_lock(&d->store->lock);
    for (d->batch = 0; d->batch < most && !STAILQ_EMPTY(&d->waiting); d->batch++)
        all[d->batch] = (struct ticket){jobs_take(&d->waiting), d->batch};
    pthread_mutex_unlock(&d->store->lock);
    qsort(all, (size_t)d->batch, sizeof *all, compare_tickets);
    STAILQ_INIT(batch);
    for (int i = 0; i < d->batch; i++)
        STAILQ_INSERT_TAIL(batch, all[i].job, next);
}

/* Does all jobs in one transaction. Returns NULL, or why it failed. Then nothing has changed,
 * unless the connection was lost during the COMMIT. A failure to read looks like the end of the
 * rows, so this asks for failures before it commits. */
static const char *transact(struct desk *d, struct jobs *batch)
{
    struct store_jobs *b = &d->base;
    store_jobs_failure(b); /* drops a failure of the last transaction */
    bool good = store_jobs_execute(b, d->reads ? b->driver->snapshot : b->driver->begin);
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
static void process(struct desk *d, struct jobs *batch)
{
    const char *failure = transact(d, batch);
    if (!failure)
        return;
    log_line(LOG_ERROR, "store-failed", "reason=\"%s\"", failure);
    struct jobs failed = STAILQ_HEAD_INITIALIZER(failed);
    STAILQ_CONCAT(&failed, batch);
    while (!STAILQ_EMPTY(&failed)) {
        struct jobs alone = STAILQ_HEAD_INITIALIZER(alone);
        jobs_move(&failed, &alone);
        transact(d, &alone);
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
static void wait_for_work(struct desk *d)
{
    bool alive = d->base.driver->revive(d->base.db);
    int descriptor = alive ? d->base.driver->descriptor(d->base.db) : -1;
    struct pollfd fds[2] = {
        {.fd = d->woken, .events = POLLIN},
        {.fd = descriptor, .events = POLLIN},
    };
    uint64_t count;
    int patience = !alive ? RETRY_MS : d->reads || descriptor >= 0 ? -1 : HEAR_MS;
    if (poll(fds, 2, patience) > 0 && fds[0].revents && read(d->woken, &count, sizeof count) < 0)
        abort();
}

/* Takes the news of other nodes. The desk that reads hears none, but learns of a lost connection.
 */
static void hear(struct desk *d)
{
    struct store *s = d->store;
    const char *news = d->base.driver->told(d->base.db);
    if (!news || d->reads)
        return;
    pthread_mutex_lock(&s->lock);
    for (; news; news = d->base.driver->told(d->base.db)) {
        s->news = grow(s->news, s->news_count, &s->news_room, sizeof *s->news);
        snprintf(s->news[s->news_count++], NEWS_BYTES, "%s", news);
    }
    pthread_mutex_unlock(&s->lock);
    s->wake(s->context);
}

/* Under load, waits a little before the next transaction, so that more jobs share it. */
static void keep_apart(struct desk *d)
{
    int64_t now = clock_ns() / 1000, next = d->begun + APART_US;
    bool wait = d->batch >= BUSY && now < next;
    if (wait)
        usleep((useconds_t)(next - now));
    d->begun = wait ? next : now;
}

static void *store_keep(void *context)
{
    struct desk *d = context;
    struct store *s = d->store;
    for (bool waiting, closing;;) {
        pthread_mutex_lock(&s->lock);
        waiting = !STAILQ_EMPTY(&d->waiting);
        closing = s->closing;
        pthread_mutex_unlock(&s->lock);
        if (waiting) {
            keep_apart(d);
            struct jobs batch;
            take_batch(d, &batch);
            process(d, &batch);
            give_back(s, &batch);
        } else if (closing) {
            return NULL;
        } else {
            wait_for_work(d);
        }
        hear(d);
    }
}

static void nudge(struct desk *d)
{
    uint64_t one = 1;
    if (write(d->woken, &one, sizeof one) != sizeof one)
        abort();
}

/* ---- What the loop calls ---- */

static void open_desk(struct store *s, struct desk *d, const struct store_jobs *base)
{
    d->store = s;
    d->base = *base;
    d->reads = d == &s->desk[READING];
    d->woken = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    STAILQ_INIT(&d->waiting);
    if (d->woken < 0)
        abort();
}

static struct store *store_new(const struct store_jobs base[DESKS])
{
    struct store *s = allocate(sizeof *s);
    for (int i = 0; i < DESKS; i++)
        open_desk(s, &s->desk[i], &base[i]);
    STAILQ_INIT(&s->done);
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

struct store *store_open(const char *address, struct out *error)
{
    struct store_jobs base[DESKS] = {0};
    bool good = store_jobs_open(&base[WRITING], address, SQL_SERVE, error) &&
                store_jobs_prepare(&base[WRITING], error) &&
                store_jobs_open(&base[READING], address, SQL_BESIDE, error);
    if (good)
        return store_new(base);
    store_jobs_close(&base[WRITING]);
    return NULL;
}

bool store_restore(struct store *s, void (*found)(const struct job *table, void *context),
                   void *context, struct out *error)
{
    struct store_jobs *b = &s->desk[WRITING].base;
    bool good = store_jobs_restore(b, found, context);
    const char *failure = store_jobs_failure(b);
    if (good && !failure)
        return true;
    out_text(error, failure ? failure : "its tables cannot be read");
    return false;
}

int64_t store_time(struct store *s)
{
    return store_jobs_time(&s->desk[WRITING].base);
}

int64_t store_salt(struct store *s)
{
    return store_jobs_salt(&s->desk[WRITING].base);
}

void store_start(struct store *s, void (*wake)(void *), void *context)
{
    s->wake = wake;
    s->context = context;
    s->started = true;
    for (struct desk *d = s->desk; d < s->desk + DESKS; d++) {
        d->base.driver->patience(d->base.db, SQL_BRISK_MS);
        if (pthread_create(&d->thread, NULL, store_keep, d) != 0)
            abort();
    }
}

void store_stop(struct store *s)
{
    if (!s->started)
        return;
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < DESKS; i++)
        nudge(&s->desk[i]);
    for (int i = 0; i < DESKS; i++)
        pthread_join(s->desk[i].thread, NULL);
    s->started = false;
}

void store_close(struct store *s)
{
    store_stop(s);
    while (!STAILQ_EMPTY(&s->done)) /* not delivered */
        job_free(jobs_take(&s->done));
    for (int i = DESKS - 1; i >= 0; i--) {
        store_jobs_close(&s->desk[i].base);
        close(s->desk[i].woken);
    }
    pthread_mutex_destroy(&s->lock);
    free(s->news);
    free(s);
}

/* Jobs that only read, and may read much. */
static bool is_read(const struct job *j)
{
    return j->type == JOB_TABLE || j->type == JOB_RATINGS || j->type == JOB_FINISHED ||
           j->type == JOB_DEVICES || j->type == JOB_BANS || j->type == JOB_OPEN_TABLES;
}

void store_submit(struct store *s, struct job *job)
{
    struct desk *d = &s->desk[is_read(job) ? READING : WRITING];
    pthread_mutex_lock(&s->lock);
    bool idle = STAILQ_EMPTY(&d->waiting);
    STAILQ_INSERT_TAIL(&d->waiting, job, next);
    pthread_mutex_unlock(&s->lock);
    if (idle)
        nudge(d);
}

bool store_deliver(struct store *s, void (*news)(const char *text, void *context), void *context)
{
    struct jobs done = STAILQ_HEAD_INITIALIZER(done);
    pthread_mutex_lock(&s->lock);
    STAILQ_CONCAT(&done, &s->done);
    char(*texts)[NEWS_BYTES] = s->news;
    int count = s->news_count;
    s->news = NULL;
    s->news_count = s->news_room = 0;
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < count; i++)
        news(texts[i][0] ? texts[i] : NULL, context);
    free(texts);
    bool any = !STAILQ_EMPTY(&done);
    while (!STAILQ_EMPTY(&done)) {
        struct job *j = jobs_take(&done);
        j->done(j);
    }
    return any;
}

bool store_shared(const struct store *s)
{
    return s->desk[WRITING].base.driver == &sql_postgres;
}
