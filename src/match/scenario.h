/* Scenarios: positions, moves and expectations as text. See docs/NOTATION.md. */
#ifndef TENKA_SCENARIO_H
#define TENKA_SCENARIO_H

#include "game/game.h"

/* Counts of scenarios, and functions that are called while they run. */
struct scenarios {
    int passed, failed;
    /* Called for every position: the one that was set up, and the one after each move. May be
     * NULL. */
    void (*see)(void *context, const struct game *g, const union state *state);
    /* Called at the end of each scenario, with its line and whether it passed. May be NULL. */
    void (*end)(void *context, struct slice line, bool good);
    void *context;
};

/* Whether the word (or the word with a colon) starts a line of a scenario other than a line of a
 * position. No field may have such a name. */
bool scenario_reads(const char *word);

/* Runs all scenarios of the text. For each one that fails, writes a line with the place and the
 * reason to `report`. */
void scenario_run(struct scenarios *all, const char *file, struct slice text, struct out *report);

#endif
