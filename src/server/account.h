/* Accounts: guests with a token, registered names with a password. */
#ifndef TENKA_ACCOUNT_H
#define TENKA_ACCOUNT_H

struct clause;
struct session;

/* Handle a request. They return NULL if it is answered or will be, else why it is refused. */
const struct clause *account_hello(struct session *s);
const struct clause *account_name(struct session *s);
const struct clause *account_keep(struct session *s);
const struct clause *account_login(struct session *s);
const struct clause *account_logout(struct session *s);

/* The session ends. */
void account_leave(struct session *s);

#endif
