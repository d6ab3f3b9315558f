/* Sessions: one for each connected client. A session handles one request at a time, and knows what
 * must still be sent to the client. */
#ifndef TENKA_SESSION_H
#define TENKA_SESSION_H

#include "house/hall.h"

struct session;

/* `origin` says where the client is: a negative number that is the same for all clients of an
 * address, as far as anybody can tell; 0: not known. */
struct session *session_new(struct hall *h, void *link, int64_t origin);
void session_free(struct session *s);

/* Takes a message. Returns false if the session takes no more until it calls world->resume. */
bool session_receive(struct session *s, struct slice text);

/* Whether a request has no answer yet. */
bool session_busy(const struct session *s);

/* Writes the next message; false if there is none. */
bool session_next(struct session *s, struct out *o);

/* ---- For the hall and accounts ---- */

struct event;
struct live;

/* Tries the session's request, for the first time or again. It answers the request, or arranges
 * that something else will. */
void session_perform(struct session *s);

/* Answers the request: it was done (clause NULL), or refused. The next request can come. */
void session_settle(struct session *s, const struct clause *clause);

/* Takes the language and the marks that the request asks for. */
void session_listen(struct session *s);

/* An empty message in the session's language, in the only buffer of the loop. */
struct out session_message(const struct session *s);

/* Queues a copy of a message that is not an answer. */
void session_queue(struct session *s, const struct out *o);

/* Begins an answer to the session's request, in the only buffer of the loop. */
struct out session_answer(const struct session *s, const char *type);

/* Ends the answer and queues it. The next request can come. */
void session_answered(struct session *s, struct out *o);

/* Submits a job of the session itself to the store. */
void session_submit(struct session *s, struct job *j);

/* When such a job is done: the session to answer. NULL if nothing is left to do, because the
 * session has ended or the store has failed and the session was told; then the job is freed. */
struct session *session_of(struct job *j);

/* Stores an event of the session's player if it is allowed. */
const struct clause *session_attempt(struct session *s, struct live *l, struct event *e);

extern const struct clause clause_follow, clause_player, clause_no_ply, clause_not_yours;

#endif
