/* A contest's results as a page for people. */
#ifndef TENKA_REPORT_H
#define TENKA_REPORT_H

#include <stdio.h>

#include "arena/arena.h"

/* Writes one HTML file that needs nothing else, scripts neither; it is well-formed XML too. False
 * if the file could not be written. */
bool report_html(const struct contest *c, const struct tally *t, FILE *file);

#endif
