/* Sessions: who is connected. One request at a time, and what is due to be sent. */
#ifndef TENKA_SESSION_H
#define TENKA_SESSION_H

#include "server/hall.h"

struct session;

struct session *session_new(struct hall *h, void *link);
void session_free(struct session *s);

/* Takes a message. False: no more until the carrier is told to resume. */
bool session_receive(struct session *s, struct slice text);

/* Whether it owes the answer to a message. */
bool session_busy(const struct session *s);

/* Writes the next message; false if there is none. */
bool session_next(struct session *s, struct out *o);

/* ---- For the hall and accounts ---- */

struct watch;

/* Tries the session's request (again). */
void session_perform(struct session *s);

/* The request was granted (clause NULL) or not; the next one can come. */
void session_settle(struct session *s, const struct clause *clause);

/* Speaks to the session as its request wants it. */
void session_listen(struct session *s);

/* Begins an answer to the session's request, in the loop's one buffer; and sends it: the next
 * request can come. */
struct out session_answer(const struct session *s, const char *type);
void session_answered(struct session *s, struct out *o);

/* Has the store do a job of the session's own. When it is done: the session, or NULL if it has
 * ended, or after telling it that the store failed; then the job is freed. */
void session_submit(struct session *s, struct job *j);
struct session *session_of(struct job *j);

void session_follow(struct session *s, struct live *l, int since, int seat);
void session_unfollow(struct session *s, struct live *l);

/* The events of the table are durable: whoever follows it is sent what they changed. */
void watch_notice(struct watch *w);

#endif
