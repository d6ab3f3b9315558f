/* Markdown for a terminal. */
#ifndef TENKA_MARKDOWN_H
#define TENKA_MARKDOWN_H

#include "core/scan.h"

/* Prints Markdown for a terminal, through a pager if it is long. */
void print_markdown(struct slice text);

/* Prints a row of a table, a line for each column. */
void print_table_row(struct slice heading, struct slice row);

/* Cuts the next cell off a table's row. */
struct slice table_cell(struct slice *row);

#endif
