/* Text that fits the terminal. */
#ifndef TENKA_TERMINAL_H
#define TENKA_TERMINAL_H

#include <stdbool.h>

/* Prints text, its long lines wrapped at the terminal's width, if standard output is one; NO_BREAK
 * is a blank at which they are not. */
void print_fitted(const char *text);

/* The terminal's size; 0 columns and 24 lines where there is none. */
int terminal_columns(void);
int terminal_lines(void);

/* Standard output in colour? */
bool use_colour(void);

#endif
