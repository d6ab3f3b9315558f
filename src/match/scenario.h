/* Scenarios: positions, moves and expectations as text. See docs/NOTATION.md. */
#ifndef TENKA_SCENARIO_H
#define TENKA_SCENARIO_H

#include "games/game.h"

/* Runs all scenarios of the text. What fails is written to `report`, a line each with its place. */
void scenario_run(const char *file, struct word text, struct out *report, int *passed, int *failed);

#endif
