/* The summary of a contest so far. It is computed once, and shown in the terminal, in the JSON
 * result and in the HTML report. */
#ifndef TENKA_SUMMARY_H
#define TENKA_SUMMARY_H

#include "arena/estimate.h"

struct summary {
    struct summary_bot {
        struct estimate wins; /* a share, from 0 to 1 */
        struct estimate elo;  /* relative to the last bot; 0 for the last bot itself */
        double mean_rank, mean_score;
        double ms_per_move, ms_p99;
    } bot[ARENA_BOTS];
    int order[ARENA_BOTS]; /* the bots by their share of wins, the largest first */
    bool clear;            /* whether the intervals of the first two do not overlap */
    double plies;          /* per game */
    double llr;            /* of the sequential test */
    int verdict;           /* -1: no, 1: yes, 0: not decided yet */
};

/* If no game has been played, shares and means are NAN. */
struct summary contest_summary(const struct contest *c, const struct tally *t);

#endif
