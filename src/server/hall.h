/* The hall: all tables in memory, and the sessions of all connected clients. It does no I/O
 * itself: the caller passes messages in, fetches messages, and passes the time; the store and the
 * pool do the slow work. Only one thread may call it. */
#ifndef TENKA_HALL_H
#define TENKA_HALL_H

#include "server/pool.h"
#include "server/store.h"

enum { PROTOCOL_VERSION = 1, OUT_BYTES = 1 << 20 /* room for any message */ };

struct hall_rules {
    int bot_ms;        /* a bot answers after this time, or after a multiple of it */
    int grace_ms;      /* how long to wait before doing what another node should have done */
    int waiting_hours; /* after these hours a table closes if its match has not begun */
    int tables_max;    /* open tables that one player may host */
};

/* What carries the messages of sessions: calls from the hall to the connections. */
struct carrier {
    void (*ready)(void *link);   /* session_next may have a message */
    void (*resume)(void *link);  /* the session can take messages again */
    void (*hang_up)(void *link); /* close the connection when everything is sent */
};

struct hall;

struct hall *hall_new(struct store *store, struct pool *pool, const struct hall_rules *rules,
                      const struct carrier *carrier);
void hall_free(struct hall *h); /* all sessions must be freed before */

/* Reads all unfinished tables. Call it before store_start. Returns false, with the reason, if the
 * store fails. */
bool hall_restore(struct hall *h, int64_t now, struct out *error);

/* Takes the results of the store and the pool. Call it after they have called `wake`. */
void hall_deliver(struct hall *h);

/* Sets the time and does what is due. `now` is in milliseconds since any fixed moment. Returns the
 * time of the next call, at the latest. */
int64_t hall_tick(struct hall *h, int64_t now);

/* Begins to close: from now on the hall refuses requests, and tells all sessions. */
void hall_close(struct hall *h);

/* Whether no job of the hall is at the store any more. */
bool hall_quiet(const struct hall *h);

/* Finds the match of a table if anybody may see its record, else sets NULL. Returns false if the
 * table must be read first: ask again after hall_deliver. If the table is not in memory, it is
 * only read if `read` is set. */
bool hall_match(struct hall *h, const char *table, bool read, struct match **match);

/* A hash for tables of buckets. */
uint32_t text_hash(const char *text);

/* Counters for metrics. */
struct hall_counts {
    int64_t tables, sessions, requests, refusals, events, conflicts, failures, bot_moves, timeouts;
};
const struct hall_counts *hall_counts(const struct hall *h);

/* ---- For sessions ---- */

struct live; /* a table in this node's memory */
struct opening;
struct session;

int64_t hall_time(const struct hall *h); /* the service's time; it stands still with no server */
int64_t world_time(void);                /* milliseconds since 1970, for dates */

/* The table with this id if it is in memory, else NULL. */
struct live *live_known(struct hall *h, const char *id);

/* The table with this id; never NULL. If it is not in memory, reading it begins. */
struct live *live_find(struct hall *h, const char *id);

/* Puts the session's request into the table's queue, until the table is free. */
void live_wait(struct live *l, struct session *s);

/* Whether the table is not free: a request must wait, and nothing of the table may be sent. */
bool live_occupied(const struct live *l);

/* Applies an event that table_judge allows, and all events that follow from it, and stores them.
 * The asker, if any, is answered when they are stored. */
void live_commit(struct live *l, const struct event *e, struct session *asker);

/* Opens a new table with the session's player as its host, and stores it. The asker, if any, is
 * answered when it is stored. */
struct live *live_open(struct session *s, const struct opening *o, struct session *asker);

/* Call it after anything has changed about the table or who follows it. It may free the table. */
void live_settle(struct live *l);

extern const struct clause clause_store;

#endif
