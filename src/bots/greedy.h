/* The simple ways to choose: any move, or the one that the hint likes best. */
#ifndef TENKA_GREEDY_H
#define TENKA_GREEDY_H

#include "game/game.h"

/* Any move. */
int random_choose(int count, struct rng *rng);

/* The index of the move that the hint likes best; equals by lot. The temper adds to moves that go
 * against others. */
int greedy_choose(const struct game *g, const void *view, const struct move moves[], int count,
                  int temper, struct rng *rng);

#endif
