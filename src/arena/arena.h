/* The arena: many games between bots, the same deals with the seats rotated, and what follows from
 * them. Everything but the times is the same for the same seed, whatever the number of threads. */
#ifndef TENKA_ARENA_H
#define TENKA_ARENA_H

#include "bots/bot.h"

enum {
    ARENA_BOTS = 8,
    GROUPS = 53,        /* deals are dealt out to these, for the intervals */
    POINTS_LEAST = -64, /* what lies outside of a spread is counted in its first or last cell */
    POINTS_CELLS = 512,
    LENGTH_CELLS = 512,
    LENGTH_STEP = 4,  /* plies in a cell */
    WIN = 60,         /* a game's win, shared by all who have rank 1 */
    TIME_CELLS = 128, /* four for each doubling, from a microsecond on */
    TROUBLE_BYTES = 256,
};

/* What is asked for. */
struct contest {
    const struct game *game;
    struct config config;
    struct bot bot[ARENA_BOTS];
    int bots;
    uint64_t seed;
    int64_t deals; /* each is played by every line-up with the seats rotated */
    int threads;
    bool sprt;
    double elo0, elo1; /* with sprt: is the first bot this much better than the second? */
};

/* How one bot did. */
struct standing {
    int64_t games, wins, ranks, points, squares; /* wins in parts of WIN; ranks and points summed */
    int64_t moves, nanoseconds;                  /* its decisions with more than one legal move */
    int64_t times[TIME_CELLS];                   /* how long these took, see count_time */
    int64_t troubles;                            /* choices made by default */
    int64_t seat_games[SEATS_MAX], seat_wins[SEATS_MAX];
    int64_t spread[POINTS_CELLS];
};

/* A card over all bots: in how many hands of how many seats it was, played, and the wins then. */
struct card_tally {
    int64_t held, played, held_wins, played_wins;
};

/* The results; sums of whole numbers only, so that the order of games does not matter. */
struct tally {
    int64_t deals, games, plies;
    struct standing bot[ARENA_BOTS];
    /* By group: how often bot a came before bot b in one game, in halves (2, or 1 each if equal).
     */
    int64_t pair[GROUPS][ARENA_BOTS][ARENA_BOTS];
    int64_t pair_squares; /* two bots: the sum over deals of the square of the first one's halves */
    int64_t length[LENGTH_CELLS];
    struct card_tally card[KINDS_MAX];
    char trouble[ARENA_BOTS][TROUBLE_BYTES]; /* of each bot, the first */
};

/* How many games a deal makes: every line-up in every rotation. With more bots than seats each
 * choice of them is a line-up; with fewer the last bot takes the seats that are left. */
int contest_games_per_deal(const struct contest *c);

/* Plays the deals from tally->deals on, and adds them up. `told` is called now and then from the
 * caller's thread; when it returns false the contest stops, and the tally holds all deals that came
 * before. */
void contest_run(const struct contest *c, struct tally *tally, bool (*told)(const struct tally *));

#endif
