/* The structs of a simulation; only for the sources of this part. */
#ifndef TENKA_SIM_H
#define TENKA_SIM_H

#include "core/rng.h"
#include "house/hall.h"
#include "house/memory.h"
#include "house/session.h"
#include "sim/message.h"
#include "sim/simulation.h"

enum {
    NODES = 2,
    CLIENTS_MAX = 40,
    SLOTS = 3,        /* tables that a client follows at a time */
    PENDING = 8,      /* requests of a client without an answer */
    MUTED = 100,      /* players whom a client mutes or unmutes */
    PLIES_MAX = 1000, /* of a log that is checked */
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
};

/* ---- What happens when ---- */

struct happening {
    int64_t time;
    uint64_t order; /* what was planned first happens first */
    void (*run)(struct sim *s, void *what);
    void *what;
};

struct queue {
    struct happening *heap;
    int count, room;
    uint64_t order;
};

/* ---- Nodes and their connections ---- */

struct node {
    struct sim *sim;
    int index;
    bool up;
    bool dying;         /* its sessions are being ended: what it still asks for is dropped */
    bool closing;       /* was told to stop */
    int life;           /* how many times it was started: calls to an earlier life are dropped */
    int64_t frozen;     /* it does nothing before this time */
    int64_t cut;        /* it does not reach the store before this time */
    int64_t skew;       /* its clock is ahead of the simulation by this much */
    int64_t date;       /* its date is wrong by this much */
    int64_t tick;       /* when hall_tick is planned next */
    struct world world; /* its context is this node */
    struct hall *hall;
    struct group *group; /* its jobs at the store that are not committed yet; NULL: none */
};

/* A client's message on its way. */
struct parcel {
    STAILQ_ENTRY(parcel) next;
    struct link *link;
    int length;
    char text[];
};

/* A node's message on its way. It is read once: for the laws, and for the client. */
struct delivery {
    struct link *link;
    struct message message;
    char text[];
};

/* A connection between a client and a life of a node. It is freed at the end of the simulation. */
struct link {
    LIST_ENTRY(link) all;
    struct sim *sim;
    struct client *client;
    struct node *node;
    int life;
    int64_t player;          /* as whom the node has welcomed the client */
    int64_t asked;           /* when the client had asked to be welcomed */
    struct session *session; /* the node's end; NULL: the node knows that it is closed */
    bool open;               /* the client's end */
    bool resting;            /* the session takes no message now */
    bool attending;          /* the node is about to send what there is */
    bool hanging_up;
    bool silent;                 /* the wire is cut, and neither end knows it yet */
    int64_t to_node, to_client;  /* when the last message that way arrives: none overtakes it */
    STAILQ_HEAD(, parcel) inbox; /* of the node */
};

/* ---- Clients ---- */

enum manner { PLAYER, SPECTATOR, LIAR, MANNERS };

/* What a client has of a table's log and chat. */
struct seen {
    bool sound; /* it has all that it says it knows: it asked from the first event on */
    bool any;   /* something was sent to it */
    int plies;
    uint32_t ply[PLIES_MAX]; /* hashes of the plies, from 1 */
    int lines;
    int line[LINES_MAX]; /* the numbers of the lines */
};

/* A table that a client follows. */
struct slot {
    char table[TABLE_ID_BYTES]; /* "": none */
    int told;                   /* the last event that it knows completely */
    int seat;                   /* -1: none */
    int view;                   /* the id of the last view */
    int turn;                   /* the id of the last view that asks for a move; 0: none */
    int64_t since;              /* when its request to follow the table was acknowledged */
    bool waiting, over, away, asked;
    bool ended; /* it has the last view, or there is none */
    int ply;
    char move[64]; /* what it will answer */
    struct seen seen;
};

struct pending {
    int64_t ref; /* 0: free */
    int64_t sent;
    enum request_type type;
    char table[TABLE_ID_BYTES];
    int id;
    int stored;    /* events of the table then */
    char text[64]; /* the move, the words; else the request's other members */
};

/* Whether the client has muted another player. It is known only if all of its requests about them
 * were acknowledged: one that was not may be done at any time. */
struct mute {
    int64_t other;
    int open;                /* requests that were not acknowledged */
    bool on;                 /* what was acknowledged last, ... */
    int64_t player, since;   /* ... as this player, at this time, ... */
    const struct link *link; /* ... on this connection */
};

struct client {
    struct sim *sim;
    int index;
    enum manner manner;
    struct link *link; /* NULL: not connected */
    bool greeted;
    int64_t away; /* it stays offline until then */
    int64_t deaf; /* its connection takes no message before this time */
    int64_t pace; /* milliseconds that it thinks about a move */
    int64_t player;
    char token[SECRET_TEXT_BYTES];
    bool named;   /* it has registered a name */
    bool out;     /* it has logged out, and will log in again */
    bool looking; /* at the lobby */
    int64_t ref;
    struct slot slot[SLOTS];
    struct pending pending[PENDING];
    struct mute mute[MUTED];
    int mutes;
    char heard[8][TABLE_ID_BYTES]; /* tables in the lobby with a free seat */
    int heards;
};

/* ---- The truth: what the store has, played through by the rules ---- */

/* An event, as far as an answer can be compared with it. */
struct deed {
    enum event_type type;
    int number;
    int64_t player;
    uint32_t text; /* of chat: the words */
};

/* How long the seat's clock has run for the decision at a ply; SEAT_NONE: it has not. */
struct decision {
    int seat;
    int64_t spent;
};

/* When something was submitted: the service's time at its node, and how long it may have passed. */
struct stamp {
    int64_t time, most;
    const struct node *node;
    int life; /* of the node */
};

/* A move was refused in time because the store had failed: of which turn, and when, for each node
 * whose time stood still. */
struct refusal {
    int turn;
    int64_t time[NODES]; /* -1: it did not stand still */
    int life[NODES];
};

/* The service's time is the latest of what any node has, or the store. */
struct passing {
    int64_t counted;   /* in the simulation's time: up to here */
    int64_t time;      /* the service's time then, ... */
    int64_t most;      /* ... and how much of it there may be */
    int64_t idle;      /* how long nothing has worked */
    int64_t ahead;     /* how far the time was ahead of what there may be, at least */
    int64_t lost;      /* how far it fell back when a node died */
    int64_t highest;   /* the highest time so far */
    int64_t failures;  /* of jobs, up to here */
    int64_t well;      /* since when nothing has gone wrong; -1: something does */
    int64_t well_time; /* the service's time then */
};

struct truth {
    LIST_ENTRY(truth) next;
    struct table *table;
    struct deed *deeds; /* by event, from 0 */
    int deed_room;
    struct decision *decisions; /* by ply, from 0 */
    int decision_count, decision_room;
    int asker;               /* the seat that has asked last to take moves back */
    int64_t owed[SEATS_MAX]; /* what a seat has spent on decisions that were taken back */
    struct refusal refused;  /* the last one */
    struct stamp last;       /* when the last event was submitted */
    int64_t stored;          /* when the last event was */
    int64_t over;            /* when its end was stored; 0: not yet */
};

struct sim {
    struct simulation_options options;
    struct rng rng;
    struct queue queue;
    int64_t now, end, calm; /* from `calm` on nothing goes wrong any more */
    struct memory *memory;
    int64_t store_down; /* until then the store does not answer */
    int64_t store_full; /* until then it cannot save, but reads */
    int64_t store_slow;
    int64_t store_lost; /* when it has lost power last */
    int64_t mean;       /* milliseconds from one incident to the next */
    unsigned kinds;     /* of incidents that this run has */
    int lost_answers;   /* of 10,000 jobs: done, but the answer says that they failed */
    int slow_answers;   /* of 10,000 answers and news: they take up to a second */
    int late_answers;   /* of 10,000 answers and news: they take seconds */
    int broken_links;   /* of 10,000 messages: the connection breaks */
    struct passing passing;
    int64_t last_trouble; /* when the last incident ended or will end */
    struct node node[NODES];
    struct client client[CLIENTS_MAX];
    int clients;
    const char *bots; /* how all bots choose */
    LIST_HEAD(, link) links;
    LIST_HEAD(, truth) truths;
    struct simulation_counts counts;
    bool ending; /* nothing new is begun, and what was planned is only freed */
    bool failed;
    char failure[1024];
};

#endif
