/* Ratings: Glicko-2, for matches of two or more players. */
#ifndef TENKA_RATING_H
#define TENKA_RATING_H

#include <stdint.h>

#include "core/card.h"

struct rating {
    double value;      /* 1500 for a new player */
    double deviation;  /* how uncertain the value is: 350 for a new player */
    double volatility; /* how much the strength seems to change */
    int games;
    int64_t day; /* of the last match */
};

struct rating rating_new(void);

struct rated_match {
    int players, ranks[SEATS_MAX];
    int64_t day;                      /* on which it ended */
    int before[SEATS_MAX][SEATS_MAX]; /* how many rated matches this pair has ended that day */
};

/* Updates the ratings of all players after a match. Each pair of players counts as 2 / players of a
 * game for two, so all pairs together count as players - 1 games; but the second match of a pair
 * within a day counts half as much, the third one a third, and so on. */
void ratings_update(struct rating ratings[], const struct rated_match *m);

#endif
