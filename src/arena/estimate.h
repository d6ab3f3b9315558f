/* Statistics of a contest: Elo, intervals, and the sequential test. */
#ifndef TENKA_ESTIMATE_H
#define TENKA_ESTIMATE_H

#include "arena/arena.h"

/* A number with its 95 % interval. */
struct estimate {
    double value, low, high;
};

/* How much stronger bot a is than bot b, in Elo. */
struct estimate tally_elo(const struct contest *c, const struct tally *t, int a, int b);

/* The share of won games, with Wilson's interval, which assumes that games are independent. */
struct estimate share_of(double won, double n);

/* The share of wins of a bot, from 0 to 1. */
struct estimate tally_wins(const struct tally *t, int bot);

/* The milliseconds within which 99 of 100 decisions were made. */
double standing_p99(const struct standing *s);

/* ln(0.95 / 0.05): the sequential test is decided beyond this log-likelihood ratio. */
#define LLR_BOUND 2.9444389791664403

/* With sprt: the log-likelihood ratio, and the verdict: -1 or 1 when elo0 or elo1 is accepted at
 * the 5 % level, else 0. */
double tally_llr(const struct contest *c, const struct tally *t);
int tally_verdict(const struct contest *c, const struct tally *t);

#endif
