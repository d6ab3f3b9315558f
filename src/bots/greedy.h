/* The simple ways to choose: a random move, or the one that the game's hint likes best. */
#ifndef TENKA_GREEDY_H
#define TENKA_GREEDY_H

#include "game/game.h"

/* The index of a random move. */
int random_choose(int count, struct rng *rng);

/* The index of the move that the hint likes best; among equal moves a random one. A positive temper
 * prefers moves against other players, a negative one avoids them. */
int greedy_choose(const struct game *g, const void *view, const struct move moves[], int count,
                  int temper, struct rng *rng);

#endif
