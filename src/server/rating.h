/* Ratings: Glicko-2, for matches of two or more players. */
#ifndef TENKA_RATING_H
#define TENKA_RATING_H

#include <stdint.h>

struct rating {
    double value;      /* 1500 for a new player */
    double deviation;  /* how uncertain the value is: 350 for a new player */
    double volatility; /* how much the strength seems to change */
    int games;
    int64_t day; /* of the last match */
};

struct rating rating_new(void);

/* Updates all ratings after a match that ended on this day with these ranks. Each pair of players
 * counts as 2 / players of a game for two, so all pairs together count as players - 1 games. */
void ratings_update(struct rating ratings[], const int ranks[], int players, int64_t day);

#endif
