/* The names that players may take, and which of them are the same. */
#ifndef TENKA_NAME_H
#define TENKA_NAME_H

#include <stdbool.h>

#include "server/table.h"

enum { NAME_KEY_BYTES = 11 * PLAYER_NAME_BYTES }; /* no character becomes longer */

/* Reads a name, in the form in which it is kept: composed (NFC). False if nobody may take it: 2 to
 * 63 bytes that can stand in a record and in a line of text, and be told from others. */
bool name_parse(const char *text, char name[PLAYER_NAME_BYTES]);

/* What names have in common that are the same to people: capitals, full-width forms, accents as
 * characters of their own, and what cannot be seen do not count. Empty if it is not UTF-8. */
struct name_key {
    char text[NAME_KEY_BYTES];
};
struct name_key name_key(const char *name);

#endif
