/* The bot that plays the move its game's hint likes best; equals by lot. */
#include <assert.h>

#include "bots/bot.h"

static struct move choose(const struct game *g, const void *view, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    int best = 0, equals = 1;
    assert(g->actor(view) == ((const struct head *)view)->viewer);
    int count = g->legal(view, moves);
    int most = g->hint(view, moves[0]);
    for (int i = 1; i < count; i++) {
        int weight = g->hint(view, moves[i]);
        if (weight < most)
            continue;
        equals = weight > most ? 1 : equals + 1;
        most = weight;
        if (rng_below(rng, (uint32_t)equals) == 0)
            best = i;
    }
    return moves[best];
}

const struct bot greedy_bot = {.id = "greedy", .about = "a sensible beginner", .choose = choose};
