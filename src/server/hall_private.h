/* The structs of the hall: only for hall.c, session.c and account.c. */
#ifndef TENKA_HALL_PRIVATE_H
#define TENKA_HALL_PRIVATE_H

#include <sys/queue.h>

#include "server/hall.h"
#include "server/request.h"
#include "server/wire.h"

enum {
    SESSIONS_MAX = 16 /* of a player */,
    WATCHES_MAX = 16 /* of a session */,
    OWED_MAX = 1 << 16 /* bytes of replies */,
    BUCKETS = 1 << 14
};

LIST_HEAD(stakes, stake);
LIST_HEAD(lives, live);
LIST_HEAD(watches, watch);
LIST_HEAD(sessions, session);

/* A player's stake in a table that is not over: they have a seat, or are its host. */
struct stake {
    int64_t player;
    bool host;
    struct live *live;
    LIST_ENTRY(stake) bucket; /* by player */
};

/* A table in this node's memory. The flags are explained at the top of hall.c. */
struct live {
    struct hall *hall;
    char id[TABLE_ID_BYTES];
    struct table *table; /* NULL until it is read */
    LIST_ENTRY(live) bucket;
    struct watches watches;
    TAILQ_HEAD(, session) queue;  /* sessions whose requests wait until the table is free */
    struct session *asker;        /* the session whose request is being stored */
    bool serving;                 /* the requests of the queue are being tried */
    bool busy;                    /* a job of this table is at the store */
    bool stale;                   /* the store may have more events */
    bool tired;                   /* the store has failed: do not ask it before `due` */
    bool astray;                  /* it has events that the store refused: read it again */
    bool mine;                    /* this node acts without the grace time */
    const struct clause *missing; /* why the table cannot be used; NULL: it can */
    int64_t due;                  /* in the service's time; INT64_MAX: never */
    int place;                    /* index in the heap of due tables, from 1; 0: not in it */
    int late;                     /* how many times the bot was not ready in time */
    struct thought *thought;
    int64_t listed; /* the lobby's number of its last change; 0: not in the lobby */
    LIST_ENTRY(live) lobby;
    struct stake stake[SEATS_MAX + 1];
    int stakes;
};

/* A session that follows a table. */
struct watch {
    struct session *session;
    struct live *live;
    LIST_ENTRY(watch) table;  /* all watches of this table */
    int seat;                 /* the seat whose cards a spectator wants to see; -1: none */
    int known;                /* the last event that was sent, or is marked as due */
    int told;                 /* the last event of which all was sent: the client may say it
                                 knows the events up to here */
    int chatted;              /* the players' chat was sent up to this event */
    int overheard;            /* the spectators' chat was sent up to this event */
    int ply;                  /* the log was sent up to this ply */
    bool table_due, view_due; /* messages to send */
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
    uint8_t token[HASH_BYTES]; /* the token's hash */
    bool notation, said_closing;
    bool marks;                    /* wants marks in texts */
    const struct catalog *catalog; /* the player's language */
    bool busy;                     /* `request` has no answer yet */
    struct request request;
    char created[TABLE_ID_BYTES]; /* the table that the answer names; "": none */
    TAILQ_ENTRY(session) queue;   /* of a table */
    struct live *queued;          /* the table whose queue it is in, or whose asker it is */
    struct job *job;              /* the session's own job at the store */
    struct password *password;    /* its task in the pool */
    struct hint *hint;            /* its task in the pool */
    int failures;                 /* failed logins */
    STAILQ_HEAD(, reply) replies;
    size_t owed; /* bytes of all replies; from OWED_MAX on no request is read */
    struct watch *watch[WATCHES_MAX];
    int watches, turn;  /* `turn`: the watch that was asked last for a message */
    bool lobby;         /* follows the lobby */
    int64_t lobby_seen; /* the lobby's number that was sent last; 0: none */
    LIST_ENTRY(session) lobby_lookers;
    LIST_ENTRY(session) all;
    LIST_ENTRY(session) bucket; /* by player */
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
    int64_t now, offset; /* the machine's time; now + offset is the service's time */
    int64_t saved;       /* when the service's time was last saved, in the machine's time */
    bool saving, closing;
    int64_t listed;                /* the lobby's number of the last change of any table */
    int64_t forgotten;             /* the highest number of a table that is no longer in memory */
    struct lives lobby;            /* listed tables, the last change first */
    struct sessions lobby_lookers; /* sessions that follow the lobby */
    struct sessions sessions;
    struct sessions players[BUCKETS]; /* by player */
    struct hall_counts counts;
    int on_their_way; /* jobs at the store; tasks in the pool do not count */
};

/* The bucket of all stakes and all sessions of the player. */
static inline int player_bucket(int64_t player)
{
    return (int)((uint64_t)player % BUCKETS);
}

/* How a new table begins. */
struct opening {
    const struct settings *settings;
    char (*sitters)[BOT_ID_BYTES]; /* 'you', 'free' or a bot's name, by seat */
    const uint8_t *secret;         /* NULL: random */
    const struct match *line;      /* a match whose first `plies` are played at once, or NULL */
    int plies;
};

#endif
