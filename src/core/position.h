/* Positions: states and views as text, in both directions. See docs/NOTATION.md. */
#ifndef TENKA_POSITION_H
#define TENKA_POSITION_H

#include <stdbool.h>

#include "core/out.h"
#include "core/scan.h"
#include "core/schema.h"

/* The state or view as text, a line for each field that is not empty. */
void state_print(const struct schema *c, const void *state, struct out *o);

/* Reads that text back. A line for a field replaces an earlier one; fields without a line are
 * empty. The word 'rest' stands for all cards of its place's pool that lie nowhere else, once for
 * each pool. */
struct position {
    const struct schema *schema;
    void *state;
    struct rest {
        const struct field *field; /* with the word 'rest', or NULL */
        int element;
    } rest[POOLS_MAX];
};

void position_init(struct position *p, const struct schema *c, void *state);

/* Reads the line that the scan is in. False, with an error, if it is not a line of a position. */
bool position_line(struct position *p, struct scan *s);

/* Whether the word 'rest' stands anywhere. */
bool position_rests(const struct position *p);

/* Deals the rest and checks the whole. */
bool position_end(struct position *p, struct scan *s);

#endif
