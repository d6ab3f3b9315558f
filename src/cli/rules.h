/* The rules pages. */
#ifndef TENKA_RULES_H
#define TENKA_RULES_H

#include <stdbool.h>

#include "core/file.h"

/* The rules pages, named by the ids of their games; the list ends with a NULL name. rules_page
 * returns the page of a game, or NULL if there is none. */
extern const struct file rules_files[];
const char *rules_page(const char *id);

/* Prints what the page says about a clause, a card or a word; false if nothing. */
bool print_rules_about(const char *page, const char *what);

#endif
