/* Text that fits the terminal. */
#ifndef TENKA_TERMINAL_H
#define TENKA_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Prints text. If standard output is a terminal, long lines are wrapped at its width. NO_BREAK is a
 * space at which lines are not wrapped. */
void print_fitted(const char *text);

/* The first character of the text: its number of bytes, and the columns that it takes (two for most
 * Japanese characters, none for a combining accent). Text that is not UTF-8 is read byte by byte.
 */
struct glyph {
    size_t bytes;
    int columns;
};
struct glyph glyph_at(const char *text, size_t length);

/* The terminal's size; 0 columns and 24 lines if standard output is not a terminal. */
int terminal_columns(void);
int terminal_lines(void);

/* Whether to print colours to standard output. */
bool use_colour(void);

#endif
