/* Advice: what the strongest level makes of a decision, by what its seat knows. It is the same each
 * time, on every machine: the search is counted, not timed, and its chance has a seed. */
#ifndef TENKA_ADVISOR_H
#define TENKA_ADVISOR_H

#include "bots/bot.h"

enum { ADVISOR_LEVEL = LEVELS };

/* Its move, and what it found out about each legal one, the best first: 0 where there was nothing
 * to search. */
struct advice {
    struct move move;
    int count;
    struct finding finding[MOVES_MAX];
};

struct advisor;

/* With a budget of 1 it thinks as long as the level does for a move, with 0.5 half as long. Freed
 * by the caller; NULL if there is no memory. */
struct advisor *advisor_new(const struct game *g, double budget);
void advisor_free(struct advisor *a);

/* What it would do in place of the viewer, who is the actor. It remembers nothing of what it was
 * asked before. */
void advisor_ask(struct advisor *a, const void *view, uint64_t seed, struct advice *advice);

/* A chance of 1000, for people. */
static inline int chance_percent(int chance)
{
    return (chance + 5) / 10;
}

#endif
