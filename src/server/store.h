/* The store: all that must outlive a crash. A thread of its own talks to the database; the loop
 * hands it jobs and gets them back when what they did is durable. Jobs that wait at the same time
 * share a transaction, so that many moves cost one write to the disk. */
#ifndef TENKA_STORE_H
#define TENKA_STORE_H

#include <sys/queue.h>

#include "server/rating.h"
#include "server/table.h"

enum { HASH_BYTES = 32, PASSWORD_BYTES = 128, ROWS_MAX = 50 };

enum job_type {
    JOB_OPEN,     /* a new table with its first events */
    JOB_APPEND,   /* events of a table, the first of them number `seq` */
    JOB_TABLE,    /* a table by its id, with its events from number `seq` on */
    JOB_GUEST,    /* a new player with a token */
    JOB_TOKEN,    /* another token of a player */
    JOB_ENTER,    /* the player of a token */
    JOB_NAME,     /* a player by his kept name, with his password's hash */
    JOB_KEEP,     /* a name and a password for a player */
    JOB_CALL,     /* another name for a guest */
    JOB_FORGET,   /* a token is void */
    JOB_RATINGS,  /* of a player: `ratings` */
    JOB_FINISHED, /* matches that ended before `time`, of `player` or of all: `matches`; those that
                     were not listed only if it is his `own` list */
    JOB_TIME,     /* keeps the service's time, and finds out that of other nodes */
    JOB_TYPES
};

enum job_result {
    JOB_DONE,
    JOB_TAKEN,  /* the seq, the id or the name is taken */
    JOB_NONE,   /* there is no such thing */
    JOB_FAILED, /* the database failed; what happened is not known */
};

struct player {
    int64_t id;
    bool kept; /* the name has a password */
    char name[PLAYER_NAME_BYTES];
    char password[PASSWORD_BYTES]; /* its hash */
};

/* A seat's place in the result of a match. */
struct place {
    int64_t player; /* 0: a bot */
    char name[NAME_MAX_BYTES];
    int rank, points;
};

/* What is kept of a match that is over. */
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
    int64_t time; /* of the world for what is dated, of the service for JOB_TIME; milliseconds */
    int seq;
    bool own;             /* the player himself asks */
    struct event *events; /* freed with the job */
    int count;
    struct finish *finish; /* if the last event ends the match; freed with the job */
    struct player player;
    uint8_t token[HASH_BYTES];      /* its hash */
    char fresh[2 * HASH_BYTES + 1]; /* itself, if it is new; never stored */
    struct rated *ratings;          /* freed with the job; `count` of them */
    struct ended *matches;
};

/* Zeroed; running out of memory is fatal. */
struct job *job_new(enum job_type type, void (*done)(struct job *), void *owner);
void job_free(struct job *j);

struct store;

/* Opens or makes the store 'sqlite:FILE' or 'postgres://...'; NULL, with the reason, if it cannot
 * be used. */
struct store *store_open(const char *address, struct out *error);

/* Calls `found` with each table that is not over, as of JOB_TABLE; before the thread starts. False,
 * with the reason, if the database failed. */
bool store_restore(struct store *s, void (*found)(const struct job *table, void *context),
                   void *context, struct out *error);

/* The service's time when it was kept last; before the thread starts. */
int64_t store_time(struct store *s);

/* Starts the thread. `wake` is called from it when jobs are done or other nodes have news. */
void store_start(struct store *s, void (*wake)(void *), void *context);

/* Waits for the jobs that were submitted, and ends its thread. */
void store_stop(struct store *s);

/* Stops it, and frees it with the jobs that were not delivered: after all that knows of them. */
void store_close(struct store *s);

void store_submit(struct store *s, struct job *job);

/* Calls `done` of the jobs that are; and `news` with each table that other nodes have changed, NULL
 * for any. */
void store_deliver(struct store *s, void (*news)(const char *table, void *context), void *context);

/* Whether other nodes may use the same store. */
bool store_shared(const struct store *s);

#endif
