/* Clocks: how long a seat may think. Times are milliseconds of the service's own time, which stands
 * still while no server runs. */
#ifndef TENKA_PACE_H
#define TENKA_PACE_H

#include "core/scan.h"
#include "core/state.h"

/* What was agreed on: so long for each decision, or a bank with a bonus for each decision; in
 * seconds. All zero: no clock. */
struct pace {
    int each, bank, bonus;
};

enum { PACE_SECONDS_MAX = 30 * 24 * 3600 };

/* 'none', '90s', '3d' for each decision, '10m+5s' for a bank and its bonus, '10m+0s' without. The
 * numbers are whole; the units are s, m, h and d. */
bool pace_parse(struct slice text, struct pace *pace, struct out *error);
void pace_print(const struct pace *pace, struct out *o);

/* The clocks of a match. */
struct clocks {
    int64_t left[SEATS_MAX];
    int64_t since; /* when the running one was started */
    int running;   /* a seat, or SEAT_NONE */
};

void clocks_begin(struct clocks *c, const struct pace *pace, int players);

/* Stops the running clock; returns whose it was, or SEAT_NONE. */
int clocks_stop(struct clocks *c, int64_t now);

/* Starts that of the seat, or none, for a new decision. */
void clocks_start(struct clocks *c, const struct pace *pace, int seat, int64_t now);

/* What the seat has left now; never less than 0. */
int64_t clocks_left(const struct clocks *c, int seat, int64_t now);

/* When the running clock runs out; INT64_MAX if none does. */
int64_t clocks_due(const struct clocks *c);

#endif
