/* Languages other than English. */
#include "game/languages.h"

#include <string.h>

const struct catalog *language_find(const char *name)
{
    return strcmp(name, catalog_ja->language) == 0 ? catalog_ja : NULL;
}

const struct catalog *language_of_game(const struct catalog *w, const struct game *g)
{
    if (w && w->common)
        w = w->common;
    for (const struct catalog *own = w; own && own->language; own++)
        if (strcmp(own->game, g->id) == 0)
            return own;
    return w;
}
