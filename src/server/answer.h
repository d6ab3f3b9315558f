/* Sends answers over HTTP. */
#ifndef TENKA_ANSWER_H
#define TENKA_ANSWER_H

#include "server/server_private.h"

/* The callbacks of the library for a request: it has come, data can be sent, it has ended. */
int answer_begin(struct server *s, struct link *l, struct lws *wsi);
int answer_write(struct link *l);
void answer_end(struct link *l);

/* Answers the requests whose tables have been read. */
void answers_retry(struct server *s);

#endif
