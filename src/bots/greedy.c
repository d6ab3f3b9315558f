/* The simple ways to choose: a random move, or the one that the game's hint likes best. */
#include "bots/greedy.h"

int random_choose(int count, struct rng *rng)
{
    return (int)rng_below(rng, (uint32_t)count);
}

/* The weight of the hint, raised or lowered by the temper if the move names other players. */
static int tempered(const struct game *g, const void *view, struct move move, int temper)
{
    int weight = g->hint(view, move);
    if (temper && move.seats)
        weight += temper * (weight < 0 ? -weight : weight) / 2;
    return weight;
}

int greedy_choose(const struct game *g, const void *view, const struct move moves[], int count,
                  int temper, struct rng *rng)
{
    int best = 0, equals = 1, most = tempered(g, view, moves[0], temper);
    for (int i = 1; i < count; i++) {
        int weight = tempered(g, view, moves[i], temper);
        if (weight < most)
            continue;
        equals = weight > most ? 1 : equals + 1;
        most = weight;
        if (rng_below(rng, (uint32_t)equals) == 0)
            best = i;
    }
    return best;
}
