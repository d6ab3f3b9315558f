/* Where the server listens. */
#ifndef TENKA_LISTEN_H
#define TENKA_LISTEN_H

#include "server/server_private.h"

/* Makes the context and listens. Returns false, with the reason, if that is not possible. */
bool listen_begin(struct server *s, const struct lws_protocols *protocols, struct out *error);

#endif
