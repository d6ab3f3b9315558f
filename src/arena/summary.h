/* What a contest has shown so far: computed once, and shown in the terminal, in the result's JSON
 * and on the report's page. */
#ifndef TENKA_SUMMARY_H
#define TENKA_SUMMARY_H

#include "arena/estimate.h"

struct summary {
    struct summary_bot {
        struct estimate wins; /* a share, from 0 to 1 */
        struct estimate elo;  /* over the last bot; 0 for that itself */
        double mean_rank, mean_score;
        double ms_per_move, ms_p99;
    } bot[ARENA_BOTS];
    int order[ARENA_BOTS]; /* the bots, that with the largest share of wins first */
    bool clear;            /* the first can be told from the next one */
    double plies;          /* a game */
    double llr;            /* of the sequential test */
    int verdict;           /* -1: no, 1: yes, 0: not decided yet */
};

/* The contest has played a game at least. */
struct summary contest_summary(const struct contest *c, const struct tally *t);

#endif
