/* The laws of lists, and of other answers that are not about one table. */
#ifndef TENKA_SIM_LAWS_LIST_H
#define TENKA_SIM_LAWS_LIST_H

#include "sim/sim.h"

/* Lists of tables and players, and other answers: they name only what the client may know. The
 * message is about the table of this truth; NULL: none that the store has. */
void list_check(struct sim *s, const struct link *l, const struct truth *t, const struct message *m,
                const char *type);

#endif
