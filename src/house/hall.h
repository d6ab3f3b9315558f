/* The hall: all tables in memory, and the sessions of all connected clients. */
#ifndef TENKA_HALL_H
#define TENKA_HALL_H

#include "house/world.h"

enum { PROTOCOL_VERSION = 1, OUT_BYTES = 1 << 20 /* room for any message */ };

struct hall_rules {
    int bot_ms;        /* a bot answers after this time, or after a multiple of it */
    int grace_ms;      /* how long to wait before doing what another node should have done */
    int waiting_hours; /* after these hours a table closes if its match has not begun */
    int tables_max;    /* open tables that one player may host; they may open three times as many at
                          once, if others have ended */
    int guests_max;    /* new guests from an address at once; 0: no limit */
    int lines_max;     /* lines of chat of a player at once; 0: no limit */
    int workers;       /* how many bots may think at the same time */
    int idle_minutes;  /* if nobody follows a match for so long, bots go on in it */
    struct keep keep;  /* for how long the store keeps what nobody uses */
    const char *bots;  /* how all bots choose, for quick simulations; NULL: each by itself */
};

struct hall;

struct hall *hall_new(const struct world *world, const struct hall_rules *rules);
void hall_free(struct hall *h); /* all sessions must be freed before */

/* Begins with the service's time as it was last saved. Call hall_add next with each table that is
 * not over, as JOB_TABLE would return it. */
void hall_begin(struct hall *h, int64_t time);
void hall_add(struct hall *h, const struct job *j);

/* Another node has changed a table (its id), or players (see news_of_player); NULL: anything may
 * have changed. */
void hall_news(struct hall *h, const char *news);

/* Does what is due. Returns the time of the next call, at the latest. */
int64_t hall_tick(struct hall *h);

/* Begins to close: from now on the hall refuses requests, and tells all sessions. */
void hall_close(struct hall *h);

/* Whether no job of the hall is at the store any more. */
bool hall_quiet(const struct hall *h);

/* Finds the match of a table if anybody may see its record, else sets NULL. Returns false if the
 * table must be read first: ask again after the next job is done. If the table is not in memory, it
 * is only read if `read` is set. */
bool hall_match(struct hall *h, const char *table, bool read, struct match **match);

/* A hash for tables of buckets. */
uint32_t text_hash(const char *text);

/* Whether people can play: the hall is not closing, and the store saves. */
bool hall_healthy(const struct hall *h);

/* Whether clients should go to another node, because this one does not reach the store. The hall
 * hangs up on those that are connected; new ones should not be let in. */
bool hall_stranded(const struct hall *h);

/* Counters for metrics. */
struct hall_counts {
    int64_t tables, sessions, requests, refusals, events, conflicts, failures, bot_moves, timeouts;
};
const struct hall_counts *hall_counts(const struct hall *h);

/* ---- For the house itself ---- */

struct live; /* a table in this node's memory */
struct session;

int64_t hall_time(const struct hall *h); /* the service's time; see hall.c for when it passes */
int64_t hall_date(const struct hall *h); /* in milliseconds since 1970, to be stored */

/* The store has this time: moves the service's time forward if it is later. */
void hall_advance(struct hall *h, int64_t time);

/* Submits a job to the store. Its `done` must begin with hall_answered. */
void hall_ask(struct hall *h, struct job *j);

/* Counts a job that is done. */
void hall_answered(struct hall *h, const struct job *j);

/* While the service's time stands still: has the session's request wait until it goes on, when it
 * is tried again. False if it has stood still for too long. */
bool hall_halt(struct hall *h, struct session *s);

/* Sets when live_due is called for the table; INT64_MAX: never. */
void hall_schedule(struct live *l, int64_t due);

#endif
