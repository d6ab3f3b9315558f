/* Positions: states and views as text, in both directions. See docs/NOTATION.md. */
#ifndef TENKA_POSITION_H
#define TENKA_POSITION_H

#include <stdbool.h>

#include "core/out.h"
#include "core/scan.h"
#include "core/schema.h"

/* The state or view as text: a line for each field, except for empty piles, hands and zones. */
void state_print(const struct schema *c, const void *state, struct out *o);

/* Reads such a text, line by line: position_init, position_line for each line, position_end. A line
 * for a field replaces an earlier line for it; fields without a line are empty. The word 'rest'
 * stands for all cards of the pool that are nowhere else. It may be used once for each pool. */
struct position {
    const struct schema *schema;
    void *state;
    struct rest {
        const struct field *field; /* the field whose line has 'rest'; NULL: none */
        int element;
    } rest[POOLS_MAX];
};

void position_init(struct position *p, const struct schema *c, void *state);

/* Reads the current line of the scan. False, with an error, if it is not a line of a position. */
bool position_line(struct position *p, struct scan *s);

/* Whether any line so far uses the word 'rest'. */
bool position_rests(const struct position *p);

/* Puts the cards of each 'rest' into place and checks the whole position. False, with an error, if
 * it is not possible. */
bool position_end(struct position *p, struct scan *s);

#endif
