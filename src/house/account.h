/* Accounts: guests with a token, registered names with a password. */
#ifndef TENKA_ACCOUNT_H
#define TENKA_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

struct clause;
struct hall;
struct job;
struct out;
struct session;

/* Handle a request. They return NULL if it is answered or will be, else why it is refused. */
const struct clause *account_hello(struct session *s);
const struct clause *account_name(struct session *s);
const struct clause *account_keep(struct session *s);
const struct clause *account_login(struct session *s);
const struct clause *account_logout(struct session *s);
const struct clause *account_sessions(struct session *s);
const struct clause *account_end(struct session *s);

/* Something about the player has changed: looks up what their sessions know of it. */
void account_check(struct hall *h, int64_t player);

/* The session's player does something: the store is told once a day that they are here. */
void account_act(struct session *s);

/* Takes the players whom the session's player has muted. */
void account_take_muted(struct session *s, struct job *j);

/* Writes news about the session's own player; false if there are none. */
bool account_next(struct session *s, struct out *o);

/* Another node has changed tokens or names; NULL: any of them. */
void account_hear(struct hall *h, const char *news);

/* Checks the sessions again for which the store has failed. Called every second. */
void account_tick(struct hall *h);

/* The session ends. */
void account_leave(struct session *s);

#endif
