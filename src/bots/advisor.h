/* Advice: how the strongest level judges a decision, based on what its seat knows. The advice is
 * the same each time and on every machine: the search is limited by iterations, not by time, and
 * its randomness has a seed. */
#ifndef TENKA_ADVISOR_H
#define TENKA_ADVISOR_H

#include "bots/mind.h"

enum { ADVISOR_LEVEL = LEVELS };

/* The best move, and what the search found about each legal move, the best first. `count` is 0 if
 * there was nothing to search. */
struct advice {
    struct move move;
    int count;
    struct finding finding[MOVES_MAX];
};

/* A mind that gives advice. With a budget of 1 it thinks as long as the level does for a move, with
 * 0.5 half as long. The caller frees it; NULL if there is not enough memory. */
struct mind *advisor_new(const struct game *g, double budget);

/* What it would do in place of the viewer, who must be the actor. It does not remember earlier
 * questions. */
void advisor_ask(struct mind *advisor, const void *view, uint64_t seed, struct advice *advice);

/* A chance in thousandths as a percentage. */
static inline int chance_percent(int chance)
{
    return (chance + 5) / 10;
}

#endif
