/* How a strong search judges a player's decisions: a hint before a decision, and a review after the
 * match. Both know only what the player knew, and always give the same answer. */
#ifndef TENKA_REVIEW_H
#define TENKA_REVIEW_H

#include <signal.h>

#include "match/match.h"

/* Writes what level 6 would do in place of the viewer, who must be the actor, and the chance to
 * win. */
void hint_print(const struct game *g, const void *view, struct out *o);

/* Prints the decisions that cost the seat most in a finished match, and the commands that show them
 * in the record. When `*stop` becomes true, the review ends early; `stop` may be NULL. */
void review_show(struct match *m, int seat, const char *record, const volatile sig_atomic_t *stop);

#endif
