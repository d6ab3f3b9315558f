/* The JSON of a benchmark. It is printed piece by piece, so that each row can be read as soon as it
 * is measured. */
#ifndef TENKA_SHEET_H
#define TENKA_SHEET_H

#include "core/out.h"

struct sheet {
    struct out o;
    size_t shown;
    char text[1 << 16];
};

void sheet_init(struct sheet *s);

/* Prints what was written since the last time. */
void sheet_show(struct sheet *s);

#endif
