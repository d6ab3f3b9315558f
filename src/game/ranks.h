/* What follows from points, for games whose ranks do. */
#ifndef TENKA_RANKS_H
#define TENKA_RANKS_H

#include <stdbool.h>
#include <stdint.h>

enum { SHARE = 1000, HOPELESS = INT32_MIN };

/* Ranks from 1, more points before fewer; of equal points those with more of the second number, if
 * there is one, and what is equal still shares a rank. */
void rank_by_points(int players, const int points[], const int seconds[], int ranks[]);

/* Chances to win in parts of SHARE: who is ahead by `lead` is e times as likely to win; a seat that
 * is at HOPELESS has no chance. */
void chances_by_points(int players, const int points[], int lead, int shares[]);

/* Whether two seats have equal points. */
bool any_equal(int players, const int points[]);

#endif
