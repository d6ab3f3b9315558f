/* What the sums of a contest say: Elo, intervals, the sequential test. */
#ifndef TENKA_ESTIMATE_H
#define TENKA_ESTIMATE_H

#include "arena/arena.h"

/* A number with its 95 % interval. */
struct estimate {
    double value, low, high;
};

/* How much stronger bot a is than bot b, in Elo. */
struct estimate tally_elo(const struct contest *c, const struct tally *t, int a, int b);

/* Of n games so many were won, with Wilson's interval, which takes games for independent. */
struct estimate share_of(double won, double n);

/* The share of wins of a bot, from 0 to 1. */
struct estimate tally_wins(const struct tally *t, int bot);

/* Within how many milliseconds 99 of 100 decisions were made. */
double standing_p99(const struct standing *s);

/* ln(0.95 / 0.05): where the sequential test is decided. */
#define LLR_BOUND 2.9444389791664403

/* With sprt: the log-likelihood ratio; -1 or 1 once elo0 or elo1 is accepted at 5 %, else 0. */
double tally_llr(const struct contest *c, const struct tally *t);
int tally_verdict(const struct contest *c, const struct tally *t);

#endif
