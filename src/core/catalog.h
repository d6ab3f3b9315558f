/* Languages. A message is known by its English text, which stands where it is used; a table has
 * what it is in another language. The tables are made of words/ja and of the games' words by
 * tools/catalog.c. */
#ifndef TENKA_CATALOG_H
#define TENKA_CATALOG_H

#include "core/out.h"

struct phrase {
    const char *english, *other;
};

struct catalog {
    const char *language; /* 'ja' */
    const char *game;     /* whose words they are; '' for those that are common to all */
    int count;
    const struct phrase *phrase;  /* in the order of the bytes of the English */
    const struct catalog *common; /* where to look for what is not here; NULL: nowhere */
};

/* Marks a message that is not said where it stands, so that the tests can find it. */
#define SAY(text) text

/* The message in the language; the English itself if it has none or there is no language. A newline
 * at the end is not part of a message: it is not in the tables, and not in what they give. */
const char *catalog_find(const struct catalog *w, const char *english);

/* The message in the language of the text. */
void say(struct out *o, const char *english);

#endif
