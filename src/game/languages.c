/* The languages besides English. */
#include "game/languages.h"

#include <string.h>

const struct words *language_find(const char *name)
{
    return strcmp(name, words_ja->language) == 0 ? words_ja : NULL;
}

const struct words *language_of_game(const struct words *w, const struct game *g)
{
    if (w && w->common)
        w = w->common;
    for (const struct words *own = w; own && own->language; own++)
        if (strcmp(own->game, g->id) == 0)
            return own;
    return w;
}
