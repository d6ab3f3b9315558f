/* The structs of the hall: only for the sources of the house that work on its tables and sessions.
 */
#ifndef TENKA_HALL_PRIVATE_H
#define TENKA_HALL_PRIVATE_H

#include <sys/queue.h>

#include "house/allowance.h"
#include "house/request.h"
#include "house/wire.h"

enum {
    SESSIONS_MAX = 16,  /* of a player */
    WATCHES_MAX = 16,   /* of a session */
    OWED_MAX = 1 << 16, /* bytes of replies */
    BUCKETS = 1 << 14,
    ALLOW_SLOTS = 1 << 14,
    PASSWORDS_MAX = 32, /* passwords that are hashed or wait for it: a few seconds of work */
    ORIGIN_SHARE = 5    /* times what a player may have, for an address */
};

LIST_HEAD(stakes, stake);
LIST_HEAD(lives, live);
LIST_HEAD(watches, watch);
LIST_HEAD(sessions, session);

/* A player's stake in a table that is not over: they have a seat, or are its host. The address from
 * which a table was opened has a stake like a host; it counts as a player with a negative id. */
struct stake {
    int64_t player;
    bool host;
    struct live *live;
    LIST_ENTRY(stake) bucket; /* by player */
};

enum live_state {
    LIVE_READING, /* its events, or the last of them, are being read */
    LIVE_FREE,    /* the copy can be used */
    LIVE_SERVING, /* the same, while the requests of the queue are tried */
    LIVE_STORING, /* the copy has events that are not stored yet */
    LIVE_RESTING, /* the store has failed: it is asked again when the table is due */
    LIVE_GONE,    /* there is no such table, or it cannot be read */
};

/* A table in this node's memory; see live.c. */
struct live {
    struct hall *hall;
    char id[TABLE_ID_BYTES];
    enum live_state state;
    struct table *table;       /* the copy; NULL if it must be read from the first event on */
    bool stale;                /* another node may have stored more events */
    bool changing;             /* what is being stored changes what the lobby shows */
    bool mine;                 /* this node stored the last event: it acts without the grace time */
    const struct clause *gone; /* why the table is gone */
    LIST_ENTRY(live) bucket;
    struct watches watches;
    TAILQ_HEAD(, session) queue; /* sessions whose requests wait until the table is free */
    struct session *asker;       /* the session whose request is being stored */
    struct job *taken;           /* what was submitted, while it is read whether it is stored */
    int64_t due;                 /* in the service's time; INT64_MAX: never */
    int place;                   /* index in the heap of due tables, from 1; 0: not in it */
    int late;                    /* how many times the bot was not ready in time */
    struct thought *thought;
    int64_t origin; /* of the session that opened it; 0: not known */
    int64_t listed; /* the lobby's number of its last change; 0: not in the lobby */
    LIST_ENTRY(live) lobby;
    struct stake stake[SEATS_MAX + 2];
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
    int64_t origin;       /* see session_new */
    struct player player; /* id 0 before hello */
    char token[SECRET_TEXT_BYTES];
    char device[DEVICE_BYTES];     /* what the client calls itself */
    int64_t day;                   /* when the store was last told that the player is here */
    char created[TABLE_ID_BYTES];  /* the table that the answer names; "": none */
    bool opened;                   /* ... is new: it is followed with the answer */
    bool notation, marks;          /* what it wants in views and texts */
    const struct catalog *catalog; /* the player's language */
    struct request request;
    bool busy;                  /* `request` has no answer yet */
    bool halted;                /* waits until the service's time goes on */
    bool lobby;                 /* follows the lobby */
    bool check_again, unsure;   /* another check is due: after this one, or a little later */
    bool you_due;               /* the client must be told its new name */
    bool said_closing;          /* the client was told that the server stops */
    TAILQ_ENTRY(session) queue; /* of a table, or of the hall */
    struct live *queued;        /* the table whose queue it is in, or whose asker it is */
    struct job *job;            /* the session's own job at the store */
    struct hint *hint;          /* its task */
    struct people *muted;       /* whose chat the player does not want; NULL: nobody */
    struct job *check;          /* asks whether the token is still valid, see account.c */
    int64_t news;               /* hall.account_news when its hello or login was submitted */
    int64_t guess;              /* the name from whose allowance its login has taken; 0: none */
    int failures;               /* failed logins */
    int watches, turn;          /* `turn`: the watch that was asked last for a message */
    STAILQ_HEAD(, reply) replies;
    size_t owed; /* bytes of all replies; from OWED_MAX on no request is read */
    struct watch *watch[WATCHES_MAX];
    int64_t lobby_seen; /* the lobby's changes were sent up to this number; 0: none */
    int64_t lobby_at;   /* those up to lobby_to are being sent: what is left is below; 0: none */
    int64_t lobby_to;
    LIST_ENTRY(session) lobby_lookers;
    LIST_ENTRY(session) all;
    LIST_ENTRY(session) bucket; /* by player */
};

struct hall {
    const struct world *world;
    struct hall_rules rules;
    struct lives bucket[BUCKETS];
    struct stakes stakes[BUCKETS]; /* by player */
    struct live **heap;
    int heap_count, heap_room;
    int64_t now, offset; /* the machine's time; now + offset is the service's time */
    int64_t save_at;     /* when saving the service's time begins next, in the machine's time */
    int64_t asked;       /* when it began last */
    int64_t kept;        /* when one began that has succeeded */
    int64_t lease;       /* until then the service's time may pass, in the machine's time */
    int breaks;    /* how often the process was stopped for a while, or the store has failed */
    int64_t dated; /* the date less the service's time, as the store knows it; 0: unknown */
    bool saving, closing;
    bool undated;                 /* the store does not know it either */
    bool doubting;                /* the operator was told that the date is doubtful */
    bool standing;                /* the service's time stands still */
    int64_t resumed;              /* the service's time when it went on last */
    TAILQ_HEAD(, session) halted; /* sessions whose requests wait until it goes on */
    bool missing;                 /* there may be open tables that this node does not know */
    bool listing;                 /* the store is asked which */
    bool tidying;
    int64_t tidy_at;               /* when the store is asked to tidy up, in the machine's time */
    int64_t tidied;                /* the last player that it has looked at */
    int64_t listed;                /* the lobby's number of the last change of any table */
    int64_t forgotten;             /* the highest number of a table that is no longer in memory */
    struct lives lobby;            /* listed tables, the last change first */
    struct sessions lobby_lookers; /* sessions that follow the lobby */
    struct sessions sessions;
    struct sessions players[BUCKETS]; /* by player */
    struct hall_counts counts;
    TAILQ_HEAD(, owner) owners;                  /* whose tasks wait; see workers.c */
    LIST_HEAD(, errand) at_work;                 /* tasks that the world was given */
    int working;                                 /* so many */
    LIST_HEAD(, tempo) tempos;                   /* see live.c */
    int64_t account_news;                        /* how often tokens or names have changed */
    bool unsure;                                 /* some session is */
    int passwords;                               /* jobs that must hash a password */
    int64_t hashing[PASSWORDS_MAX];              /* from where they come */
    int64_t salt;                                /* of the slots of allowances; 0: not drawn yet */
    int64_t allowance[ALLOW_KINDS][ALLOW_SLOTS]; /* when it will be full again */
    char (*unreadable)[TABLE_ID_BYTES];          /* tables that the operator was told of */
    int unreadable_count, unreadable_room;
    int on_their_way; /* jobs at the store; tasks do not count */
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
    const char *seal;              /* of 'you', as text; NULL or "": none */
    const struct match *line;      /* a match whose first `plies` are played at once, or NULL */
    int plies;
};

#endif
