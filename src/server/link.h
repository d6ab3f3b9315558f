/* Connections of WebSocket. */
#ifndef TENKA_LINK_H
#define TENKA_LINK_H

#include "server/server_private.h"

bool link_may_connect(struct server *s, struct lws *wsi);
bool link_may_upgrade(struct server *s, struct lws *wsi);

void link_begin(struct server *s, struct link *l, struct lws *wsi);
void link_end(struct link *l);
int link_receive(struct link *l, const char *bytes, size_t length);
void link_pong(struct link *l, size_t length);

/* The library calls this when the connection can take data: if it could not before, with TLS, and
 * to close it. */
int link_writable(struct link *l);

/* What the hall calls. A connection that is ready is served at the end of the round. */
void link_ready(void *context);
void link_resume(void *context);
void link_hang_up(void *context);

/* Reads again from clients whose pause is over. Returns when the next pause is over. */
int64_t links_resume(struct server *s);

/* Pings clients that have been silent. Drops those that do not answer, and those that send much
 * that is not part of a message. */
void links_sweep(struct server *s);

/* Serves all connections that are ready, at the end of a round. */
void links_attend(struct server *s);

#endif
