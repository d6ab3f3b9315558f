/* Clocks: how long a seat may think. Times are in milliseconds of the service's time, which stands
 * still while no server runs. */
#ifndef TENKA_PACE_H
#define TENKA_PACE_H

#include "core/scan.h"
#include "core/state.h"

/* What was agreed on, in seconds: a fixed time for each decision, or a bank of time for the whole
 * match with a bonus for each decision. All zero: no clock. */
struct pace {
    int each, bank, bonus;
};

enum { PACE_SECONDS_MAX = 30 * 24 * 3600 };

/* As text: 'none'; '90s' or '3d' for each decision; '10m+5s' for a bank and its bonus; '10m+0s' for
 * a bank without a bonus. The numbers are whole; the units are s, m, h and d. */
bool pace_parse(struct slice text, struct pace *pace, struct out *error);
void pace_print(const struct pace *pace, struct out *o);

/* The clocks of a match. */
struct clocks {
    int64_t left[SEATS_MAX];
    int64_t since; /* when the running one was started */
    int running;   /* a seat, or SEAT_NONE */
};

void clocks_begin(struct clocks *c, const struct pace *pace, int players);

/* Stops the running clock. Returns its seat, or SEAT_NONE if no clock was running. */
int clocks_stop(struct clocks *c, int64_t now);

/* Starts the clock of the seat for a new decision. With SEAT_NONE no clock runs. */
void clocks_start(struct clocks *c, const struct pace *pace, int seat, int64_t now);

/* The time that the seat has left now; never less than 0. */
int64_t clocks_left(const struct clocks *c, int seat, int64_t now);

/* When the running clock runs out; INT64_MAX if no clock runs. */
int64_t clocks_due(const struct clocks *c);

#endif
