/* Which game an input is for: its first word is the id of the game, so that seeds stay valid when
 * games are added. */
#ifndef TENKA_PICK_H
#define TENKA_PICK_H

#include "game/game.h"

/* Removes the word and the byte after its space from the input; NULL if the word is not a game. */
static inline const struct game *pick_game(const uint8_t **bytes, size_t *size, uint8_t *byte)
{
    const uint8_t *space = memchr(*bytes, ' ', *size);
    if (!space || *size - (size_t)(space - *bytes) < 2)
        return NULL;
    const struct game *g = game_find((struct slice){(const char *)*bytes, (int)(space - *bytes)});
    *byte = space[1];
    *size -= (size_t)(space + 2 - *bytes);
    *bytes = space + 2;
    return g;
}

#endif
