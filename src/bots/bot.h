/* Bots: they choose a move from what their seat knows, and nothing else. */
#ifndef TENKA_BOT_H
#define TENKA_BOT_H

#include "games/game.h"

struct bot {
    const char *id, *about;
    /* A legal move for the viewer of `view`, who is the actor. */
    struct move (*choose)(const struct game *g, const void *view, struct rng *rng);
};

extern const struct bot random_bot, greedy_bot;

/* All bots, ending with NULL. */
extern const struct bot *const bots[];
const struct bot *bot_find(const char *id);

#endif
