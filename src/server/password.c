/* Passwords. To register a name: hash the password, then store it. To log in: find the hash in the
 * store, compare it with the password, then store a new token, unless the password has been changed
 * in the meantime. The house limits how many jobs are here at a time. */
#include "server/password.h"
#include "match/grow.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* A job with a password, on its way between the store and the thread. */
struct password {
    struct task task; /* first: a task is cast to its password */
    struct passwords *all;
    struct job *job;
    char text[SECRET_TEXT_BYTES], hash[PASSWORD_BYTES];
    bool good;
    LIST_ENTRY(password) next;
};

struct passwords {
    struct store *store;
    struct pool *pool; /* one thread */
    LIST_HEAD(, password) list;
    bool stopped;
};

static void password_hash(struct task *task)
{
    struct password *p = (struct password *)task;
    p->good = crypto_pwhash_str(p->hash, p->text, strlen(p->text),
                                crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* Without a hash it takes the same time, so that the time does not tell whether a name is
 * registered. */
static void password_compare(struct task *task)
{
    struct password *p = (struct password *)task;
    if (p->hash[0]) {
        p->good = crypto_pwhash_str_verify(p->hash, p->text, strlen(p->text)) == 0;
        return;
    }
    password_hash(task);
    p->good = false;
}

/* Takes the job out of the password, which is freed. */
static struct job *password_end(struct password *p)
{
    struct job *j = p->job;
    LIST_REMOVE(p, next);
    sodium_memzero(p, sizeof *p);
    free(p);
    return j;
}

static void answer(struct password *p, enum job_result result)
{
    struct job *j = password_end(p);
    j->result = result;
    j->done(j);
}

static void hashed(struct task *task)
{
    struct password *p = (struct password *)task;
    if (p->all->stopped)
        return;
    if (!p->good) {
        answer(p, JOB_FAILED);
        return;
    }
    memcpy(p->job->hash, p->hash, sizeof p->hash);
    struct store *store = p->all->store;
    store_submit(store, password_end(p));
}

static void token_added(struct job *inner)
{
    enum job_result result = inner->result;
    struct password *p = inner->owner;
    p->job->people = inner->people;
    inner->people = NULL;
    job_free(inner);
    answer(p, result == JOB_TAKEN ? JOB_FAILED : result);
}

static void compared(struct task *task)
{
    struct password *p = (struct password *)task;
    if (p->all->stopped)
        return;
    if (!p->good) {
        answer(p, JOB_NONE);
        return;
    }
    struct job *inner = job_new(JOB_TOKEN, token_added, p);
    inner->player = p->job->player;
    inner->time = p->job->time;
    memcpy(inner->device, p->job->device, sizeof inner->device);
    inner->origin = p->job->origin;
    memcpy(inner->hash, p->hash, sizeof inner->hash);
    memcpy(inner->token, p->job->token, sizeof inner->token);
    store_submit(p->all->store, inner);
}

static void think(struct password *p, void (*run)(struct task *), void (*done)(struct task *))
{
    p->task = (struct task){.run = run, .done = done};
    pool_submit(p->all->pool, &p->task);
}

static void found_name(struct job *inner)
{
    struct password *p = inner->owner;
    enum job_result result = inner->result;
    if (result == JOB_DONE) {
        p->job->player = inner->player;
        memcpy(p->hash, inner->hash, sizeof p->hash);
    }
    job_free(inner);
    if (result == JOB_FAILED)
        answer(p, JOB_FAILED);
    else
        think(p, password_compare, compared);
}

void passwords_submit(struct passwords *all, struct job *job)
{
    struct password *p = allocate(sizeof *p);
    p->all = all;
    p->job = job;
    memcpy(p->text, job->password, sizeof p->text);
    LIST_INSERT_HEAD(&all->list, p, next);
    if (job->type == JOB_KEEP) {
        think(p, password_hash, hashed);
        return;
    }
    struct job *inner = job_new(JOB_NAME, found_name, p);
    inner->player = job->player;
    store_submit(all->store, inner);
}

void passwords_deliver(struct passwords *p)
{
    pool_deliver(p->pool);
}

struct passwords *passwords_new(struct store *store, void (*wake)(void *), void *context)
{
    struct passwords *p = allocate(sizeof *p);
    p->store = store;
    p->pool = pool_new(1, wake, context);
    return p;
}

void passwords_stop(struct passwords *p)
{
    p->stopped = true;
    pool_free(p->pool);
}

void passwords_free(struct passwords *p)
{
    while (!LIST_EMPTY(&p->list))
        /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): it takes the password out of the list */
        job_free(password_end(LIST_FIRST(&p->list)));
    free(p);
}
