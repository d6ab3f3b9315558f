/* The languages besides English. */
#ifndef TENKA_LANGUAGES_H
#define TENKA_LANGUAGES_H

#include "core/catalog.h"
#include "game/game.h"

/* The words that are common to all games, then those of each game, up to an empty one. */
extern const struct catalog *const catalog_ja;

/* The language of that name, 'ja', in its common words; NULL for English, and for one that there is
 * not. */
const struct catalog *language_find(const char *name);

/* The same language as the game speaks it: its own words go before the common ones. */
const struct catalog *language_of_game(const struct catalog *w, const struct game *g);

#endif
