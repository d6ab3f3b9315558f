/* The small notations that positions and moves are made of: seats, kinds, the value of a field. See
 * docs/NOTATION.md. */
#ifndef TENKA_NOTATION_H
#define TENKA_NOTATION_H

#include <stdbool.h>

#include "core/out.h"
#include "core/scan.h"
#include "core/schema.h"

/* Seats and sets of knowers as letters: A to F, '*' for the public, '-' for none. */
void seats_print(unsigned seats, struct out *o);
bool seats_parse(struct slice w, const struct head *h, unsigned *seats);
void viewer_print(int viewer, struct out *o);
bool viewer_parse(struct slice w, const struct head *h, int *viewer);

/* The kind with this id; KIND_NONE if there is none. */
int kind_find(const struct schema *c, struct slice w);

/* One element of a field in the notation of positions, without the name of the field. */
void field_print(const struct schema *c, const struct field *f, const void *state, int element,
                 struct out *o);

/* The label of the element, which follows the name of the field: ' A', ' A2', ' 2' or nothing. */
void field_print_label(const struct field *f, int element, struct out *o);

/* Reads the start of a line of a position ('hand A:', 'pot:'): returns the field and sets its
 * element. NULL, with an error, if there is no such field or element. */
const struct field *field_parse_name(const struct schema *c, const struct head *h, struct scan *s,
                                     int *element);

#endif
