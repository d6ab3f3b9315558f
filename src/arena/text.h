/* Numbers and words as results and reports write them, whatever the locale. */
#ifndef TENKA_ARENA_TEXT_H
#define TENKA_ARENA_TEXT_H

#include <stdint.h>

struct contest;
struct out;

struct number {
    char text[32];
};

/* With so many places, at most 6, behind the point; an empty text if it is no number or too large
 * for that. */
struct number decimal(double x, int places);

/* A part of the whole; not a number if there is no whole. */
double ratio(int64_t part, int64_t whole);

/* In groups of three digits: '12,480'. */
struct number grouped(int64_t x);

/* The command that plays the contest again, its words quoted for a shell. */
void contest_command(const struct contest *c, struct out *o);

#endif
