/* Facts about the games in JSON: 'tenka games --json' and the server's games.json. Any client or
 * script that must know the games reads this instead of having its own list. */
#ifndef TENKA_FACTS_H
#define TENKA_FACTS_H

#include "core/out.h"

struct game;

/* Writes the games of the list, which ends with NULL: a list of objects on one line
 * (docs/PROTOCOL.md). */
void facts_of_games(const struct game *const list[], struct out *o);

#endif
