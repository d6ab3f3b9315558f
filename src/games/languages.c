/* The languages besides English. */
#include "games/languages.h"

#include <string.h>

const struct words *language_find(const char *name)
{
    return strcmp(name, words_ja.language) == 0 ? &words_ja : NULL;
}
