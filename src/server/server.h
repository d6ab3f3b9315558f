/* The table server: HTTP and WebSocket on libwebsockets, one thread for all connections. */
#ifndef TENKA_SERVER_H
#define TENKA_SERVER_H

#include <stdbool.h>

#include "core/file.h"
#include "core/out.h"
#include "house/job.h"

struct server_options {
    const char *listen;            /* ADDRESS:PORT */
    const char *store;             /* 'sqlite:FILE' or 'postgres://...' */
    const char *certificate, *key; /* PEM files for TLS; NULL: none */
    const char *origins;           /* other sites whose pages may connect, separated by spaces */
    bool proxied;                  /* a proxy tells client addresses in X-Forwarded-For */
    bool debug;
    int threads;       /* of the pool */
    int bot_ms;        /* how long a bot takes to answer */
    int grace_ms;      /* how long to wait before doing what another node should have done */
    int waiting_hours; /* after these hours a table closes if its match has not begun */
    int idle_minutes;  /* if nobody follows a match for so long, bots go on in it */
    int tables_max;    /* open tables that one player may host */
    int rate;          /* messages per second of a connection, on average; 0: no limit */
    int silent_ms;     /* after this silence a client is pinged; after twice that, dropped */
    int http_ms;       /* for a request of HTTP, its answer, and until the next one */
    int per_address;   /* connections of an address; 0: no limit */
    struct keep keep;  /* for how long what nobody uses is kept */
};

/* The files of the browser client: 'x.gz' is 'x' compressed. Ends with a NULL name. */
extern const struct file web_files[];

/* Raises the limit of open files, and so of connections, as far as the system allows. */
void server_raise_limits(void);

/* Serves until SIGTERM or SIGINT, then returns 0. Returns 1, with the reason in one sentence, if
 * the server cannot start. */
int server_run(const struct server_options *options, struct out *error);

#endif
