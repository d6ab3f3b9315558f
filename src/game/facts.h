/* What the program tells of its games: 'tenka games --json' and the server's games.json. Whatever
 * must know the games asks for this instead of listing them. */
#ifndef TENKA_FACTS_H
#define TENKA_FACTS_H

#include "core/out.h"

/* All games that are offered: a list of objects, on one line (docs/PROTOCOL.md). */
void facts_of_games(struct out *o);

#endif
