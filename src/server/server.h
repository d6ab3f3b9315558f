/* The table server: HTTP and WebSocket on libwebsockets, one thread for all connections. */
#ifndef TENKA_SERVER_H
#define TENKA_SERVER_H

#include <stdbool.h>

#include "core/file.h"
#include "core/out.h"

struct server_options {
    const char *listen;            /* ADDRESS:PORT */
    const char *store;             /* 'sqlite:FILE' or 'postgres://...' */
    const char *certificate, *key; /* PEM files for TLS; NULL: none */
    const char *origins;           /* of pages that may connect besides its own, parted by blanks */
    bool proxied;                  /* addresses are told by a proxy in X-Forwarded-For */
    bool debug;
    int threads;       /* of the pool */
    int bot_ms;        /* a bot's answer takes so long */
    int grace_ms;      /* before a node does what another one should have done */
    int waiting_hours; /* before a table closes to which nobody comes */
    int tables_max;    /* that one player may have open */
    int rate;          /* messages a second of a connection, in the long run; 0: any number */
    int silent_ms;     /* before a silent connection is asked; twice that, and it is dead */
    int per_address;   /* connections of an address; 0: any number */
};

/* The client: 'x.gz' is 'x' compressed; ends with a NULL name. */
extern const struct file web_files[];

/* As many connections as the system lets us have. */
void server_raise_limits(void);

/* Serves until SIGTERM or SIGINT; then 0. 1, with the reason in one sentence, if it cannot start.
 */
int server_run(const struct server_options *options, struct out *error);

#endif
