/* Why not: the clause that stands against doing anything with a thing on the table. */
#ifndef TENKA_WHY_H
#define TENKA_WHY_H

#include "game/game.h"

/* A thing by the parts of moves that name it; what does not name it is 0, or -1. */
struct thing {
    int verb; /* what is to be done with it; -1: anything */
    int kind, place;
    int seat, number; /* -1: none */
};

/* Reads words of the notation, like 'captain', 'bridge B 2' or 'buy silver'. False if one of them
 * is nothing in this game. */
bool thing_parse(const struct schema *c, const struct head *h, struct slice text,
                 struct thing *thing);

/* The clause against all moves of the seat that have to do with the thing: that which says most
 * about the present choice. Never NULL: `fits`, with what is to be chosen besides, if there is a
 * legal one. The view is the seat's. */
const struct clause *game_why(const struct game *g, const void *view, int seat,
                              const struct thing *thing);

extern const struct clause clause_fits, clause_nothing;

#endif
