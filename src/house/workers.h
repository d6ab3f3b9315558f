/* The slow work of a hall: bots that think, and hints. Addresses take turns, and so do the players
 * at an address. So somebody with many strong bots delays only themselves. */
#ifndef TENKA_WORKERS_H
#define TENKA_WORKERS_H

#include "house/hall.h"

/* Has the world run the task when it is the turn of the player who causes it, and calls its `done`
 * as world->think does. If the task is `dropped` before that, it is not run. The origin is that of
 * session_new. */
void workers_ask(struct hall *h, struct task *t, int64_t origin, int64_t player);

/* The hall ends. Calls `done` of all tasks that were not given to the world yet; the world may
 * still call that of the others. */
void workers_clear(struct hall *h);

#endif
