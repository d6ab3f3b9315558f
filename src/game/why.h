/* Why not? Finds the clause that best explains why a player cannot use a thing on the table. */
#ifndef TENKA_WHY_H
#define TENKA_WHY_H

#include "game/game.h"

/* A thing on the table, described by the parts of moves that name it. Parts that do not matter are
 * 0 (kind, place) or -1 (verb, seat, number). */
struct thing {
    int verb; /* what the player wants to do with it; -1: anything */
    int kind, place;
    int seat, number; /* -1: none */
};

/* Reads words of the notation, like 'captain', 'bridge B 2' or 'buy silver'. False if a word does
 * not exist in this game. */
bool thing_parse(const struct schema *c, const struct head *h, struct slice text,
                 struct thing *thing);

/* Of the clauses that forbid the seat's moves with the thing, the one that says most about the
 * current decision. Never NULL: if there is a legal move with the thing, a clause with the id
 * 'fits', which tells what else to choose. `view` is the view of the seat. */
const struct clause *game_why(const struct game *g, const void *view, int seat,
                              const struct thing *thing);

extern const struct clause clause_fits, clause_nothing;

#endif
