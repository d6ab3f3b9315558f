/* What a strong search makes of a person's decisions: a hint before one, a review after the match.
 * Both see what the person saw, and say the same each time. */
#ifndef TENKA_REVIEW_H
#define TENKA_REVIEW_H

#include <signal.h>

#include "match/match.h"

/* Writes what level 6 would do in place of the viewer, who decides, and the chance to win. */
void hint_print(const struct game *g, const void *view, struct out *o);

/* Prints the decisions that cost the seat most in a match that is over, and how to look at them in
 * the record. `stop` may become true meanwhile, then nothing more is looked at; NULL if nothing
 * can. */
void review_show(struct match *m, int seat, const char *record, const volatile sig_atomic_t *stop);

#endif
