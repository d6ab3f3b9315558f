/* Languages. The English text of a message is its key and is written in the source where it is
 * used; a table has its translation. tools/catalog.c makes the tables from words/ja and from the
 * words.ja.json of the games. */
#ifndef TENKA_CATALOG_H
#define TENKA_CATALOG_H

#include "core/out.h"

struct phrase {
    const char *english, *other;
};

struct catalog {
    const char *language; /* 'ja' */
    const char *game;     /* the game whose words these are; '' if they are common to all games */
    int count;
    const struct phrase *phrase;  /* sorted by the bytes of the English text */
    const struct catalog *common; /* where to look for messages that are not here; NULL: nowhere */
};

/* Marks a message that is defined here but said elsewhere, so that tests/words.py finds it. */
#define SAY(text) text

/* The translation of the message; the English text itself if there is none or if `w` is NULL. A
 * final newline is not part of a message: the tables do not contain it, and a translation comes
 * without it. */
const char *catalog_find(const struct catalog *w, const char *english);

/* Writes the message in the language of the writer. */
void say(struct out *o, const char *english);

#endif
