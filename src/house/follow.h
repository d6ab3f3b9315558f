/* What a session follows: tables and the lobby. */
#ifndef TENKA_FOLLOW_H
#define TENKA_FOLLOW_H

#include "house/hall_private.h"

/* The session's watch of the table; NULL if it does not follow it. */
struct watch *watch_of(const struct session *s, const struct live *l);

/* Follows the table from now on. The client knows its events up to `since`, and as a spectator
 * wants to see the cards of the `seat`; -1: of none. */
void session_follow(struct session *s, struct live *l, int since, int seat);

/* This may free the table. */
void session_unfollow(struct session *s, struct live *l);

/* The table has new events, and they are stored: the session will send what they changed. */
void watch_notice(struct watch *w);

/* The table is gone: tells the client, and frees the watch. */
void watch_end(struct watch *w);

/* As whom the session sees the table: its own seat; else the seat that it wishes to watch, if the
 * seat shows its cards; else the public. */
struct onlooker session_onlooker(const struct session *s, const struct table *t, int wish);

/* Handles the request to follow the lobby, or not to follow it any more. */
const struct clause *session_lobby(struct session *s);
void session_leave_lobby(struct session *s);

/* Writes the next message about what the session follows; false if there is none. */
bool follow_next(struct session *s, struct out *o);

extern const struct clause clause_watches;

#endif
