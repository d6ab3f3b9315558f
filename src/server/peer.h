/* Connections of any kind, from the first byte to the last: what the limits and deadlines are for
 * that do not depend on what a connection is used for. */
#ifndef TENKA_PEER_H
#define TENKA_PEER_H

#include "server/server_private.h"

/* A connection begins. Returns false if its address has too many. */
bool peer_begin(struct server *s, struct lws *wsi);
void peer_end(struct server *s, struct lws *wsi);

/* A request has come: behind a proxy, the address is now that of its client. Returns false if this
 * address has too many connections, or cannot be read. */
bool peer_ask(struct server *s, struct lws *wsi);

/* The next step begins: a request, an answer, a farewell. It has a deadline (--http-ms). */
void peer_step(struct server *s, struct lws *wsi);

/* No deadline from now on. */
void peer_rest(struct server *s, struct lws *wsi);

/* Answers a request from a banned address with 403; false if it is not banned. */
bool peer_refuse(struct server *s, struct lws *wsi);

/* The address that counts the connection. */
struct address *peer_address(struct lws *wsi);

/* Where the client is, see session_new. */
int64_t peer_origin(const struct server *s, struct lws *wsi);

/* Ends the connection, soon. */
void peer_drop(struct server *s, struct lws *wsi);

/* Drops the connections whose deadline is over. Returns when the next deadline is over. */
int64_t peers_sweep(struct server *s);

#endif
