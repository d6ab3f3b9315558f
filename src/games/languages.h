/* The languages besides English. */
#ifndef TENKA_LANGUAGES_H
#define TENKA_LANGUAGES_H

#include "core/words.h"

extern const struct words words_ja;

/* The language of that name, 'ja'; NULL for English, and for one that there is not. */
const struct words *language_find(const char *name);

#endif
