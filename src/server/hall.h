/* The hall: all tables that are in memory, and the sessions of those who are connected. It does no
 * I/O of its own: it is handed messages and asked for them, uses the store and the pool, and is
 * told the time. One thread calls it. */
#ifndef TENKA_HALL_H
#define TENKA_HALL_H

#include "server/store.h"
#include "server/work.h"

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

struct hall *hall_new(struct store *store, struct work *work, const struct hall_rules *rules,
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

struct session;

struct session *session_new(struct hall *h, void *link);
void session_free(struct session *s);

/* Takes a message. False: no more until the carrier is told to resume. */
bool session_receive(struct session *s, struct word text);

/* Whether it owes the answer to a message. */
bool session_busy(const struct session *s);

/* Writes the next message; false if there is none. */
bool session_next(struct session *s, struct out *o);

#endif
