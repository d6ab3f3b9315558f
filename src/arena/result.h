/* A contest and its tally as a JSON text, for programs, and for going on with it later.
 *
 * "sums" holds the tally's whole numbers as they are (wins in parts of "win"), "spreads" and
 * "lengths" lists of [points, games] and [plies, games] without the empty ones, "cards" a card's
 * sums by its kind. "standings" (but for "first_trouble"), "pairs" and the "sprt" besides its
 * two numbers only say what follows from them, and are not read. All but "timing" is the same for
 * the same seed. */
#ifndef TENKA_RESULT_H
#define TENKA_RESULT_H

#include "arena/arena.h"

enum {
    RESULT_FORMAT = 1,
    RESULT_BYTES = 1 << 19, /* enough for any result */
};

void result_print(const struct contest *c, const struct tally *t, struct out *o);

/* False, and nothing has changed, if the text is not a result of this format: the error names the
 * part that is wrong and what was expected there. The contest has one thread. */
bool result_parse(struct slice text, struct contest *c, struct tally *t, struct out *error);

/* Whether the tally of the contest that was found is a beginning of the one that is asked for;
 * false with what differs. How many deals are asked for and the bounds of a test may differ; if
 * more deals were played than are asked for, nothing remains to be played. */
bool result_fits(const struct contest *asked, const struct contest *found, struct out *error);

#endif
