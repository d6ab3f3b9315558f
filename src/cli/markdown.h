/* Markdown for a terminal. */
#ifndef TENKA_MARKDOWN_H
#define TENKA_MARKDOWN_H

#include "core/scan.h"

/* Prints Markdown for a terminal, through a pager if it is long. */
void print_markdown(struct word text);

/* Prints a row of a table, a line for each column. */
void print_table_row(struct word heading, struct word row);

/* Cuts the next cell off a table's row. */
struct word table_cell(struct word *row);

#endif
