/* Lists of moves. */
#ifndef TENKA_MENU_H
#define TENKA_MENU_H

#include "game/game.h"

/* Prints a numbered list of the moves with their descriptions, for the player whose view it is. */
void menu_print(const struct game *g, const void *view, const struct move moves[], int count,
                struct out *o);

#endif
