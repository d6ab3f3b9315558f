/* Ranks and chances to win, for games in which both follow from points. */
#ifndef TENKA_RANKS_H
#define TENKA_RANKS_H

#include <stdbool.h>
#include <stdint.h>

enum { SHARE = 1000, HOPELESS = INT32_MIN };

/* Ranks from 1: more points rank higher. Ties are broken by `seconds` (more is better), unless it
 * is NULL. Seats that are still equal share a rank. */
void rank_by_points(int players, const int points[], const int seconds[], int ranks[]);

/* Chances to win in parts of SHARE: a seat that is ahead of another by `lead` points is e times as
 * likely to win. A seat with HOPELESS points has no chance. */
void chances_by_points(int players, const int points[], int lead, int shares[]);

/* Whether two seats have equal points. */
bool any_equal(int players, const int points[]);

#endif
