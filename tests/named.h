/* For tests that need a certain game: finds it by its id, so that tests need no list of games. */
#ifndef TENKA_NAMED_H
#define TENKA_NAMED_H

#include "game/game.h"
#include "test.h"

static inline const struct game *game_of(const char *id)
{
    const struct game *g = game_find(slice_of(id));
    if (!g)
        fail_msg("there is no game '%s'", id);
    return g;
}

#endif
