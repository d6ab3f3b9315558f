/* The store: everything that must survive a crash. A separate thread talks to the database. The
 * loop submits jobs to it and gets them back when their changes are durable. Jobs that wait at the
 * same time share a transaction, so that many moves cost one write to the disk. */
#ifndef TENKA_STORE_H
#define TENKA_STORE_H

#include <sys/queue.h>

#include "server/rating.h"
#include "server/table.h"

enum { HASH_BYTES = 32, PASSWORD_BYTES = 128, ROWS_MAX = 50 };

enum job_type {
    JOB_OPEN,     /* a new table with its first events */
    JOB_APPEND,   /* adds events to a table; the first of them has number `seq` */
    JOB_TABLE,    /* reads a table by its id, with its events from number `seq` on */
    JOB_GUEST,    /* adds a new player with a token */
    JOB_TOKEN,    /* adds another token of a player */
    JOB_ENTER,    /* finds the player of a token */
    JOB_NAME,     /* finds a player by their registered name, with their password's hash */
    JOB_KEEP,     /* registers a name with a password for a player */
    JOB_CALL,     /* changes the name of a guest */
    JOB_FORGET,   /* deletes a token */
    JOB_RATINGS,  /* reads the `ratings` of a player */
    JOB_FINISHED, /* reads the `matches` that ended before `time`, of `player` or of all players;
                     those of unlisted tables only if the player asks for their `own` list */
    JOB_TIME,     /* saves the service's time; sets `time` to the latest one of any node */
    JOB_TYPES
};

enum job_result {
    JOB_DONE,
    JOB_TAKEN,  /* the seq, the id or the name is taken */
    JOB_NONE,   /* there is no such table, player or token */
    JOB_FAILED, /* the database failed; it is not known whether the job was done */
};

struct player {
    int64_t id;
    bool kept; /* the name is registered with a password */
    char name[PLAYER_NAME_BYTES];
    char password[PASSWORD_BYTES]; /* the password's hash */
};

/* A seat's place in the result of a match. */
struct place {
    int64_t player; /* 0: a bot */
    char name[NAME_MAX_BYTES];
    int rank, points;
};

/* What is stored about a match that is over. */
struct finish {
    struct settings settings;
    bool rated;
    struct place place[SEATS_MAX];
};

struct rated {
    char game[16];
    int players;
    struct rating rating;
};

struct ended {
    char table[TABLE_ID_BYTES];
    char settings[SETTINGS_BYTES];
    int64_t time;
    int places;
    struct place place[SEATS_MAX];
};

struct job {
    enum job_type type;
    enum job_result result;
    void (*done)(struct job *job); /* in the loop */
    void *owner, *context;         /* for `done` */
    STAILQ_ENTRY(job) next;
    char table[TABLE_ID_BYTES];
    char settings[SETTINGS_BYTES];
    uint8_t secret[SECRET_BYTES];
    int64_t host;
    int64_t time; /* in milliseconds since 1970; for JOB_TIME the service's time */
    int seq;
    bool own;             /* the player asks about themselves */
    struct event *events; /* freed with the job */
    int count;
    struct finish *finish; /* if the last event ends the match; freed with the job */
    struct player player;
    uint8_t token[HASH_BYTES];      /* the token's hash */
    char fresh[2 * HASH_BYTES + 1]; /* a new token itself; never stored */
    struct rated *ratings;          /* freed with the job; `count` of them */
    struct ended *matches;
};

/* A new job, zeroed. Aborts if there is no memory. */
struct job *job_new(enum job_type type, void (*done)(struct job *), void *owner);
void job_free(struct job *j);

struct store;

/* Opens or creates the store 'sqlite:FILE' or 'postgres://...'. Returns NULL, with the reason, if
 * it cannot be used. */
struct store *store_open(const char *address, struct out *error);

/* Calls `found` with each table that is not over, as JOB_TABLE would return it. Call it before
 * store_start. Returns false, with the reason, if the database failed. */
bool store_restore(struct store *s, void (*found)(const struct job *table, void *context),
                   void *context, struct out *error);

/* The service's time when it was last saved. Call it before store_start. */
int64_t store_time(struct store *s);

/* Starts the thread. `wake` is called from it when jobs are done or other nodes have news. */
void store_start(struct store *s, void (*wake)(void *), void *context);

/* Waits for the jobs that were submitted, and ends the thread. */
void store_stop(struct store *s);

/* Stops the store and frees it, with all jobs that were not delivered. Call it after everything
 * that may point to these jobs is gone. */
void store_close(struct store *s);

void store_submit(struct store *s, struct job *job);

/* Calls `done` of all finished jobs, and `news` with each table that another node has changed;
 * with NULL if any table may have changed. */
void store_deliver(struct store *s, void (*news)(const char *table, void *context), void *context);

/* Whether other nodes may use the same store. */
bool store_shared(const struct store *s);

#endif
