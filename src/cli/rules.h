/* The rules pages. */
#ifndef TENKA_RULES_H
#define TENKA_RULES_H

#include <stdbool.h>

#include "core/file.h"

/* The rules pages by their games' ids; ends with a NULL name. And that of a game; NULL if there is
 * none. */
extern const struct file rules_files[];
const char *rules_page(const char *id);

/* Prints what the page says about a clause, a card or a word; false if nothing. */
bool print_rules_about(const char *page, const char *what);

#endif
