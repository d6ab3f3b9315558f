/* The report of a contest: its results as an HTML page. */
#ifndef TENKA_REPORT_H
#define TENKA_REPORT_H

#include <stdio.h>

#include "arena/arena.h"

/* Writes one HTML file that needs no other files and no scripts; it is also well-formed XML. False
 * if the file could not be written. */
bool report_html(const struct contest *c, const struct tally *t, FILE *file);

#endif
