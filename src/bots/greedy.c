/* The bot that plays the move its game's hint likes best; equals by lot. */
#include <assert.h>

#include "bots/bot.h"

static struct move choose(const struct game *g, const void *view, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    int weights[MOVES_MAX], best = 0, equals = 1;
    assert(g->actor(view) == ((const struct head *)view)->viewer);
    int count = g->legal(view, moves);
    g->hint(view, moves, count, weights);
    for (int i = 1; i < count; i++) {
        if (weights[i] < weights[best])
            continue;
        equals = weights[i] > weights[best] ? 1 : equals + 1;
        if (rng_below(rng, (uint32_t)equals) == 0)
            best = i;
    }
    return moves[best];
}

const struct bot greedy_bot = {.id = "greedy", .about = "a sensible beginner", .choose = choose};
