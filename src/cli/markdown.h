/* Markdown for a terminal. */
#ifndef TENKA_MARKDOWN_H
#define TENKA_MARKDOWN_H

#include "core/scan.h"

/* Prints Markdown for a terminal, through a pager if it is long. */
void print_markdown(struct slice text);

/* Prints a row of a table, with one line for each column. */
void print_table_row(struct slice heading, struct slice row);

/* Removes the next cell from the front of a table row and returns it. */
struct slice table_cell(struct slice *row);

#endif
