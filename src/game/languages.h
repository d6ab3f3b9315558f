/* Languages other than English. */
#ifndef TENKA_LANGUAGES_H
#define TENKA_LANGUAGES_H

#include "core/catalog.h"
#include "game/game.h"

/* An array of catalogs: first the words common to all games, then those of each game. It ends with
 * an empty catalog. */
extern const struct catalog *const catalog_ja;

/* The common words of the language with this name ('ja'). NULL for English and for unknown
 * languages. */
const struct catalog *language_find(const char *name);

/* The same language for this game: its own words first, then the common ones. */
const struct catalog *language_of_game(const struct catalog *w, const struct game *g);

#endif
