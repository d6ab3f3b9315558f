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

struct watch;

/* Tries the session's request, for the first time or again. It answers the request, or arranges
 * that something else will. */
void session_perform(struct session *s);

/* The session's request has stored something at this table: whether a second step follows, for
 * which session_perform must be called again. */
bool session_goes_on(const struct session *s, const char *table);

/* Answers the request: it was done (clause NULL), or refused. The next request can come. */
void session_settle(struct session *s, const struct clause *clause);

/* Takes the language and the marks that the request asks for. */
void session_listen(struct session *s);

/* Begins an answer to the session's request, in the only buffer of the loop. */
struct out session_answer(const struct session *s, const char *type);

/* Ends the answer and queues it. The next request can come. */
void session_answered(struct session *s, struct out *o);

/* Submits a job of the session itself to the store. */
void session_submit(struct session *s, struct job *j);

/* When such a job is done: the session to answer. NULL if nothing is left to do, because the
 * session has ended or the store has failed and the session was told; then the job is freed. */
struct session *session_of(struct job *j);

bool session_follows(const struct session *s, const struct live *l);
void session_unfollow(struct session *s, struct live *l);
void session_leave_lobby(struct session *s);

/* The table is gone: tells the client, and frees the watch. */
void watch_end(struct watch *w);

extern const struct clause clause_follow, clause_player;

/* The table has new events, and they are stored: the session will send what they changed. */
void watch_notice(struct watch *w);

#endif
