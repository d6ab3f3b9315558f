/* Every game there is, for the registry. */
#ifndef TENKA_GAMES_H
#define TENKA_GAMES_H

#include "games/game.h"

extern const struct game template_game;
extern const struct game zipang_game;
extern const struct game glory_game;
extern const struct game kenjin_game;
extern const struct game kunitori_game;
extern const struct game shitenno_game;

#endif
