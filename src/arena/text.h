/* Numbers and commands as text, in the same form for results and reports, in any locale. */
#ifndef TENKA_ARENA_TEXT_H
#define TENKA_ARENA_TEXT_H

#include <stdint.h>

struct contest;
struct out;

struct number {
    char text[32];
};

/* With this many decimal places, at most 6; an empty text if x is not finite or too large. */
struct number decimal(double x, int places);

/* part / whole; NAN if the whole is 0. */
double ratio(int64_t part, int64_t whole);

/* In groups of three digits: '12,480'. */
struct number grouped(int64_t x);

/* The command that plays the contest again, its words quoted for a shell. */
void contest_command(const struct contest *c, struct out *o);

#endif
