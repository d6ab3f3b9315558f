/* Ranks and chances from points. */
#include "game/ranks.h"

void rank_by_points(int players, const int points[], const int seconds[], int ranks[])
{
    for (int seat = 0; seat < players; seat++) {
        ranks[seat] = 1;
        for (int other = 0; other < players; other++)
            ranks[seat] += points[other] != points[seat]
                               ? points[other] > points[seat]
                               : seconds && seconds[other] > seconds[seat];
    }
}

/* exp(-behind / lead) in parts of 4096: a table in steps of 1/8, with linear interpolation. */
static int fall(int64_t behind, int lead)
{
    enum { CELLS = 64, PER_E = 8, PARTS = 256 };
    static const uint16_t cell[CELLS + 1] = {
        4096, 3615, 3190, 2815, 2484, 2192, 1935, 1707, 1507, 1330, 1174, 1036, 914,
        807,  712,  628,  554,  489,  432,  381,  336,  297,  262,  231,  204,  180,
        159,  140,  124,  109,  96,   85,   75,   66,   58,   52,   46,   40,   35,
        31,   28,   24,   21,   19,   17,   15,   13,   12,   10,   9,    8,    7,
        6,    5,    5,    4,    4,    3,    3,    3,    2,    2,    2,    2,    1};
    int64_t x = behind * PER_E * PARTS / lead;
    if (x >= CELLS * PARTS)
        return 0;
    const uint16_t *at = &cell[x / PARTS];
    return at[0] - (at[0] - at[1]) * (int)(x % PARTS) / PARTS;
}

void chances_by_points(int players, const int points[], int lead, int shares[])
{
    int most = HOPELESS, sum = 0;
    for (int seat = 0; seat < players; seat++)
        most = points[seat] > most ? points[seat] : most;
    for (int seat = 0; seat < players; seat++)
        sum += shares[seat] = fall((int64_t)most - points[seat], lead);
    for (int seat = 0; seat < players; seat++)
        shares[seat] = shares[seat] * SHARE / sum;
}

bool any_equal(int players, const int points[])
{
    for (int seat = 0; seat < players; seat++)
        for (int other = 0; other < seat; other++)
            if (points[seat] == points[other])
                return true;
    return false;
}
