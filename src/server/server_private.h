/* The structs of the server: only for its sources that work on connections. */
#ifndef TENKA_SERVER_PRIVATE_H
#define TENKA_SERVER_PRIVATE_H

#include <ev.h>
#include <libwebsockets.h>
#include <sys/queue.h>

#include "house/hall.h"
#include "house/request.h"
#include "house/session.h"
#include "house/world.h"
#include "server/address.h"
#include "server/http.h"
#include "server/password.h"
#include "server/pool.h"
#include "server/server.h"
#include "server/store.h"

enum {
    PATH_BYTES = 256,    /* of a request */
    RECORD_BYTES = 32,   /* the path of a record */
    CHUNK_BYTES = 16384, /* of a body */
    ADDRESS_SHARE = 10,  /* an address may send this many times the messages of a connection */
};

/* A connection. */
struct link {
    struct lws *wsi;
    struct server *server;
    struct session *session; /* of a WebSocket */
    char *received;          /* the first frames of a message, or a message that waits */
    size_t length;
    struct budget messages;
    TAILQ_ENTRY(link) pause; /* in server.pausing */
    int64_t pauses;          /* until this time */
    int64_t taken;           /* bytes of messages, and what they cost on the way */
    int64_t noise;           /* other bytes at the last sweep */
    int64_t heard;           /* when something came from the client last */
    int64_t swept;           /* when links_sweep looked at it last */
    TAILQ_ENTRY(link) sweep; /* in server.links */
    LIST_ENTRY(link) asking; /* in server.askers, for HTTP */
    LIST_ENTRY(link) due;    /* in server.due */
    bool open;               /* is in server.links */
    bool resting;            /* the session takes no message now */
    bool waiting;            /* a whole message is in `received` and waits for the session */
    bool pausing, ping_due;
    int goodbye;             /* the code with which it is about to be closed; 0: none */
    bool listed;             /* is in server.due */
    struct answer_body body; /* of HTTP */
    size_t sent;
    char path[RECORD_BYTES]; /* of a record that must be read first; "": none */
    bool head;               /* the answer has no body */
    bool unsent;             /* the headers were not sent yet */
};

struct server {
    const struct server_options *options;
    struct ev_loop *loop;
    struct lws_context *context;
    struct lws_vhost *vhost;
    int64_t salt; /* of origins: without it they tell nothing about addresses */
    struct store *store;
    struct pool *pool; /* for bots */
    struct passwords *passwords;
    struct world world;
    struct hall *hall;
    struct addresses addresses;
    struct {
        struct banned_range *list;
        int count;
        bool reading, again, failed;
        int64_t tried;          /* when it was read again after a failure */
    } bans;                     /* see ban.c */
    TAILQ_HEAD(, link) links;   /* all WebSockets, in the order in which they are swept */
    LIST_HEAD(, link) due;      /* those to attend to at the end of the round */
    TAILQ_HEAD(, peer) peers;   /* connections whose step has a deadline, the first due first */
    LIST_HEAD(, link) askers;   /* HTTP requests for a record that must be read first */
    TAILQ_HEAD(, link) pausing; /* clients that sent too much, the first to go on first */
    ev_timer timer;             /* ends the wait of the loop when something is due */
    int64_t watched;            /* when systemd was told last that all is well */
    bool answered;              /* the store has answered since then */
    int64_t swept;              /* when links_sweep last ran */
    bool closing;
};

#endif
