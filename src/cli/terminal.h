/* Text that fits the terminal. */
#ifndef TENKA_TERMINAL_H
#define TENKA_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Prints text, its long lines wrapped at the terminal's width, if standard output is one; NO_BREAK
 * is a blank at which they are not. */
void print_fitted(const char *text);

/* The bytes of the character that the text begins with, and the columns that it takes: two for most
 * of Japanese, none for an accent of its own. What is not UTF-8 is taken byte by byte. */
struct glyph {
    size_t bytes;
    int columns;
};
struct glyph glyph_at(const char *text, size_t length);

/* The terminal's size; 0 columns and 24 lines where there is none. */
int terminal_columns(void);
int terminal_lines(void);

/* Standard output in colour? */
bool use_colour(void);

#endif
