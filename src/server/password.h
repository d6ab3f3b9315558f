/* Passwords: the jobs that hash or compare one. Hashing is slow on purpose, so it has a thread of
 * its own: bots that think do not delay those who log in. */
#ifndef TENKA_PASSWORD_H
#define TENKA_PASSWORD_H

#include "server/pool.h"
#include "server/store.h"

struct passwords;

/* `wake` is called from any thread when a password is hashed. */
struct passwords *passwords_new(struct store *store, void (*wake)(void *), void *context);

/* Ends the thread. Jobs whose password is not hashed yet are freed with passwords_free. */
void passwords_stop(struct passwords *p);
void passwords_free(struct passwords *p);

/* Does JOB_KEEP or JOB_LOGIN, and calls its `done`. */
void passwords_submit(struct passwords *all, struct job *job);

/* Goes on with the jobs whose password is hashed. */
void passwords_deliver(struct passwords *p);

#endif
