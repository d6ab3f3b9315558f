/* Scenarios: positions, moves and expectations as text. See docs/NOTATION.md. */
#ifndef TENKA_SCENARIO_H
#define TENKA_SCENARIO_H

#include "game/game.h"

/* What running scenarios adds to, and who looks on. */
struct scenarios {
    int passed, failed;
    /* Told of every position: that which was set up, and that after each move. NULL: nobody. */
    void (*see)(void *context, const struct game *g, const union state *state);
    /* Told how each scenario ended, and its line. NULL: nobody. */
    void (*end)(void *context, struct slice line, bool good);
    void *context;
};

/* Whether a line that begins with the word, or with the word and a colon, is not one of a position:
 * then no field can have that name. */
bool scenario_reads(const char *word);

/* Runs all scenarios of the text. What fails is written to `report`, a line each with its place. */
void scenario_run(struct scenarios *all, const char *file, struct slice text, struct out *report);

#endif
