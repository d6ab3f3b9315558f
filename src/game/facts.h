/* Facts about the games in JSON: 'tenka games --json' and the server's games.json. Any client or
 * script that must know the games reads this instead of having its own list. */
#ifndef TENKA_FACTS_H
#define TENKA_FACTS_H

#include "core/out.h"

/* Writes all games that are offered: a list of objects on one line (docs/PROTOCOL.md). */
void facts_of_games(struct out *o);

#endif
