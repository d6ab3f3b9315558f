/* The bot that plays any legal move. */
#include <assert.h>

#include "bots/bot.h"

static struct move choose(const struct game *g, const void *view, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    assert(g->actor(view) == ((const struct head *)view)->viewer);
    int count = g->legal(view, moves);
    return moves[rng_below(rng, (uint32_t)count)];
}

const struct bot random_bot = {.id = "random", .about = "plays any legal move", .choose = choose};
