/* The names that players may take, and which names count as equal. */
#ifndef TENKA_NAME_H
#define TENKA_NAME_H

#include <stdbool.h>

#include "server/table.h"

enum { NAME_KEY_BYTES = 11 * PLAYER_NAME_BYTES }; /* no character grows by a larger factor */

/* Reads a name and composes it (NFC), the form in which it is stored. Returns false if it is not
 * allowed: a name has 2 to 63 bytes, must fit into a record and a line of text, and must not look
 * like another one. */
bool name_parse(const char *text, char name[PLAYER_NAME_BYTES]);

/* Names that look the same to people have the same key: it ignores capitals, full-width forms,
 * separate accents and invisible characters. Empty if the name is not UTF-8. */
struct name_key {
    char text[NAME_KEY_BYTES];
};
struct name_key name_key(const char *name);

#endif
