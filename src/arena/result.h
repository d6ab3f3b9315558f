/* A contest and its tally as JSON, for programs, and to resume the contest later.
 *
 * "sums" has the whole numbers of the tally (a win counts "win"), "spreads" and "lengths" are lists
 * of [points, games] and [plies, games] without the empty cells, and "cards" has the sums of each
 * kind of card. Everything else follows from these numbers and is not read back: "standings"
 * (except "first_trouble"), "pairs", and "sprt" (except "elo0" and "elo1"). For the same seed
 * everything except "timing" is the same. */
#ifndef TENKA_RESULT_H
#define TENKA_RESULT_H

#include "arena/arena.h"

enum {
    RESULT_FORMAT = 1,
    RESULT_BYTES = 1 << 19, /* enough for any result */
};

void result_print(const struct contest *c, const struct tally *t, struct out *o);

/* If the text is not a result of this format: false, and nothing has changed; the error names the
 * part that is wrong and what was expected there. The contest gets one thread. */
bool result_parse(struct slice text, struct contest *c, struct tally *t, struct out *error);

/* Whether the contest `asked` can continue with the tally of the contest `found`; false with what
 * differs. The number of deals and the bounds of the sequential test may differ. If more deals were
 * played than are asked for, nothing remains to be played. */
bool result_fits(const struct contest *asked, const struct contest *found, struct out *error);

#endif
