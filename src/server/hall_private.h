/* The structs of the hall: for hall.c, session.c and account.c alone. */
#ifndef TENKA_HALL_PRIVATE_H
#define TENKA_HALL_PRIVATE_H

#include <sys/queue.h>

#include "server/hall.h"
#include "server/request.h"
#include "server/wire.h"

enum {
    SESSIONS_MAX = 16 /* of a player */,
    WATCHES_MAX = 16,
    OWED_MAX = 1 << 16,
    BUCKETS = 1 << 14
};

LIST_HEAD(stakes, stake);
LIST_HEAD(lives, live);
LIST_HEAD(watches, watch);
LIST_HEAD(sessions, session);

/* Where a player has something to do: at a table that is not over, with a seat or as its host. */
struct stake {
    int64_t player;
    bool host;
    struct live *live;
    LIST_ENTRY(stake) bucket; /* of players */
};

/* A table in this node's memory. */
struct live {
    struct hall *hall;
    char id[TABLE_ID_BYTES];
    struct table *table; /* NULL until it is read */
    LIST_ENTRY(live) bucket;
    struct watches watches;
    TAILQ_HEAD(, session) queue;  /* whose requests wait until it is free */
    struct session *asker;        /* whose request is on its way to the store */
    bool serving;                 /* the requests that waited are being tried */
    bool busy;                    /* something is on its way to or from the store */
    bool stale;                   /* the store may know more */
    bool tired;                   /* the store has failed: it is asked again in a moment */
    bool astray;                  /* it holds what the store does not: it must be read anew */
    bool mine;                    /* this node does what is due, others wait a little */
    const struct clause *missing; /* why there is no such table */
    int64_t due;
    int place; /* in the heap of what is due, from 1; 0: not there */
    int late;  /* how often the bot was waited for */
    struct thought *thought;
    int64_t listed; /* the lobby's number of its last change; 0: none */
    LIST_ENTRY(live) lobby;
    struct stake stake[SEATS_MAX + 1];
    int stakes;
};

/* A session that follows a table. */
struct watch {
    struct session *session;
    struct live *live;
    LIST_ENTRY(watch) table; /* of all who follow it */
    int seat;                /* that a spectator wants to look over the shoulder of; -1: none */
    int known;               /* events whose consequences were sent, or are due */
    int told;                /* events of which nothing is due any more: what he may say he knows */
    int chatted;             /* events up to which the chat was sent */
    int overheard;           /* events up to which what spectators said was sent */
    int ply;                 /* up to which the log was sent */
    bool table_due, view_due;
};

struct reply {
    STAILQ_ENTRY(reply) next;
    size_t length;
    char text[];
};

struct session {
    struct hall *hall;
    void *link;
    struct player player;      /* id 0 before hello */
    uint8_t token[HASH_BYTES]; /* its hash */
    bool notation, said_closing;
    bool marks;                    /* wants marks in texts */
    const struct catalog *catalog; /* his language */
    bool busy;                     /* with `request` */
    struct request request;
    char created[TABLE_ID_BYTES]; /* what it asked for, for the answer */
    TAILQ_ENTRY(session) queue;   /* of a table */
    struct live *queued;          /* where, or whose asker it is */
    struct job *job;              /* its own, at the store */
    struct password *password;    /* at the pool */
    struct hint *hint;            /* there, too */
    int failures;                 /* to log in */
    STAILQ_HEAD(, reply) replies;
    size_t owed; /* bytes of these; from OWED_MAX on it is not listened to */
    struct watch *watch[WATCHES_MAX];
    int watches, turn; /* whose turn it is to be sent something */
    bool lobby;        /* looks at it */
    int64_t lobby_seen;
    LIST_ENTRY(session) lobby_lookers;
    LIST_ENTRY(session) all;
    LIST_ENTRY(session) bucket; /* of players */
};

struct hall {
    struct store *store;
    struct pool *pool;
    struct hall_rules rules;
    const struct carrier *carrier;
    struct lives bucket[BUCKETS];
    struct stakes stakes[BUCKETS]; /* by player */
    struct live **heap;
    int heap_count, heap_room;
    int64_t now, offset; /* of the machine; what makes the service's time of it */
    int64_t saved;       /* when the service's time was kept */
    bool saving, closing;
    int64_t listed, forgotten; /* the lobby's numbers: the last one; the last one that is gone */
    struct lives lobby;        /* what is listed, the newest first */
    struct sessions lobby_lookers; /* who look at it */
    struct sessions sessions;
    struct sessions players[BUCKETS]; /* by player */
    struct hall_counts counts;
    int on_their_way; /* jobs; what the pool does for a session is that session's business */
};

/* The bucket in which all stakes and all sessions of the player are. */
static inline int player_bucket(int64_t player)
{
    return (int)((uint64_t)player % BUCKETS);
}

/* How a new table begins. */
struct opening {
    const struct settings *settings;
    char (*sitters)[BOT_ID_BYTES]; /* 'you', 'free' or a bot's name, by seat */
    const uint8_t *secret;         /* NULL: by lot */
    const struct match *line;      /* a match whose first plies are played at once, or NULL */
    int plies;
};

#endif
