/* The hall: all tables that are in memory, and the sessions of those who are connected. It does no
 * I/O of its own: it is handed messages and asked for them, uses the store and the pool, and is
 * told the time. One thread calls it. */
#ifndef TENKA_HALL_H
#define TENKA_HALL_H

#include "server/pool.h"
#include "server/store.h"

enum { PROTOCOL_VERSION = 1, OUT_BYTES = 1 << 20 /* room for any message */ };

struct hall_rules {
    int bot_ms;        /* after which a bot answers, or after a multiple of it */
    int grace_ms;      /* before a node does what another one should have done */
    int waiting_hours; /* before a table closes to which nobody comes */
    int tables_max;    /* that one player may have open */
};

/* Whoever carries the messages of sessions. */
struct carrier {
    void (*ready)(void *link);   /* session_next has something */
    void (*resume)(void *link);  /* the session can take messages again */
    void (*hang_up)(void *link); /* after what is to be sent */
};

struct hall;

struct hall *hall_new(struct store *store, struct pool *pool, const struct hall_rules *rules,
                      const struct carrier *carrier);
void hall_free(struct hall *h); /* after all sessions */

/* Reads all unfinished tables; before store_start. False, with the reason, if that failed. */
bool hall_restore(struct hall *h, int64_t now, struct out *error);

/* Something was done by the store or the pool. */
void hall_deliver(struct hall *h);

/* Time passes: `now` is in milliseconds since whenever. Returns when to call again at the latest.
 */
int64_t hall_tick(struct hall *h, int64_t now);

/* From now on requests are refused and everybody is told; then until nothing is on its way. */
void hall_close(struct hall *h);
bool hall_quiet(const struct hall *h);

/* The match of a table whose record anybody may see; NULL if there is none, or it is not for all.
 * False: it is not in memory and is being read, if need be `read` now. */
bool hall_match(struct hall *h, const char *table, bool read, struct match **match);

/* Spreads names over buckets. */
uint32_t text_hash(const char *text);

/* What a metric may tell. */
struct hall_counts {
    int64_t tables, sessions, requests, refusals, events, conflicts, failures, bot_moves, timeouts;
};
const struct hall_counts *hall_counts(const struct hall *h);

/* ---- For sessions ---- */

struct live; /* a table in this node's memory */
struct opening;
struct session;

int64_t hall_time(const struct hall *h); /* of the service */
int64_t world_time(void);                /* milliseconds since 1970, for dates */

/* The table with this id if it is in memory, else NULL; in memory or to be read, never NULL. */
struct live *live_known(struct hall *h, const char *id);
struct live *live_find(struct hall *h, const char *id);

/* Has the session's request wait until the table is free. */
void live_wait(struct live *l, struct session *s);

/* Whether a request must wait. */
bool live_occupied(const struct live *l);

/* Applies an event that nothing stands against, and what follows from it, and stores it. */
void live_commit(struct live *l, const struct event *e, struct session *asker);

/* Opens a new table with the session's player as its host. */
struct live *live_open(struct session *s, const struct opening *o, struct session *asker);

/* After anything has changed about the table or who follows it. It may be gone then. */
void live_settle(struct live *l);

extern const struct clause clause_store;

#endif
