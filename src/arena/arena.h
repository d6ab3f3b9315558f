/* The arena plays many games between bots: each deal several times, with the seats rotated. For the
 * same seed everything except the times is the same, with any number of threads. */
#ifndef TENKA_ARENA_H
#define TENKA_ARENA_H

#include "bots/bot.h"

enum {
    ARENA_BOTS = 8,
    GROUPS = 53,        /* deals are divided into groups, from which the intervals are computed */
    POINTS_LEAST = -64, /* points outside the range are counted in the first or last cell */
    POINTS_CELLS = 512,
    LENGTH_CELLS = 512,
    LENGTH_STEP = 4,  /* plies in a cell */
    WIN = 60,         /* the win of a game, which all seats with rank 1 share */
    TIME_CELLS = 128, /* four cells for each doubling, starting at a microsecond */
    TROUBLE_BYTES = 256,
};

/* What to play. */
struct contest {
    const struct game *game;
    struct config config;
    struct bot bot[ARENA_BOTS];
    int bots;
    uint64_t seed;
    int64_t deals; /* every line-up plays each deal, with the seats rotated */
    int threads;
    bool sprt;
    double elo0, elo1; /* with sprt: is bot 0 better than bot 1 by elo1, or only by elo0? */
};

/* The sums of one bot. */
struct standing {
    int64_t games, wins, ranks, points, squares; /* a win counts WIN */
    int64_t moves, nanoseconds;                  /* only decisions with more than one legal move */
    int64_t times[TIME_CELLS]; /* how many decisions took how long, see count_time */
    int64_t troubles;          /* decisions that 'greedy' made because a program failed */
    int64_t seat_games[SEATS_MAX], seat_wins[SEATS_MAX];
    int64_t spread[POINTS_CELLS];
};

/* A card over all bots: how many seats held it, how many played it, and the wins of those seats. */
struct card_tally {
    int64_t held, played, held_wins, played_wins;
};

/* The results: only sums of whole numbers, so that the order of the games does not matter. */
struct tally {
    int64_t deals, games, plies;
    struct standing bot[ARENA_BOTS];
    /* By group: how often bot a was ranked before bot b, in halves: 2 for each time, and 1 for each
     * bot if their ranks are equal. */
    int64_t pair[GROUPS][ARENA_BOTS][ARENA_BOTS];
    int64_t pair_squares; /* for two bots: the squares of the first one's halves in each deal,
                             summed over all deals */
    int64_t length[LENGTH_CELLS];
    struct card_tally card[KINDS_MAX];
    char trouble[ARENA_BOTS][TROUBLE_BYTES]; /* the first failure of each bot */
};

/* The number of games of each deal: every line-up in every rotation. With more bots than seats,
 * every combination of bots is a line-up; with fewer, the last bot takes the remaining seats. */
int contest_games_per_deal(const struct contest *c);

/* Plays the deals from number tally->deals on and adds them to the tally. `told` is called from
 * time to time from the caller's thread. When it returns false, the contest stops; the tally then
 * has all deals up to some point, without gaps. */
void contest_run(const struct contest *c, struct tally *tally, bool (*told)(const struct tally *));

#endif
