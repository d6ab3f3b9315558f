/* The names that players may take, and which names count as equal. */
#ifndef TENKA_NAME_H
#define TENKA_NAME_H

#include <stdbool.h>

#include "house/table.h"

enum { NAME_KEY_BYTES = 11 * PLAYER_NAME_BYTES }; /* no character grows by a larger factor */

/* Reads a name and brings it into the form in which it is stored: composed (NFC), with plain spaces
 * or the wide ones of Japanese. Returns false if it is not allowed: a name has 2 to 63 bytes, must
 * fit into a record and a line of text, and must not deceive: no invisible characters or marks, no
 * mixed alphabets. */
bool name_parse(const char *text, char name[PLAYER_NAME_BYTES]);

/* Names that are spelled the same way have the same key: it ignores capitals, full-width forms,
 * separate accents, kinds of spaces and invisible characters. Empty if the name is not UTF-8. */
struct name_key {
    char text[NAME_KEY_BYTES];
};
struct name_key name_key(const char *name);

/* Fills what the name looks like to people. Two names can be taken for each other if they have a
 * number in common, whatever the capitals and alphabets of their letters, and whatever spaces are
 * between them. All 0 if the name is not UTF-8. */
void name_looks(const char *name, int64_t looks[LOOKS_MAX]);

/* The release of name_looks and of the tables with which it works: another one may find other
 * numbers. */
int name_looks_release(void);

#endif
