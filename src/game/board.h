/* The words that boards in a terminal are made of, in English. What is told in sentences goes
 * through tell.h. */
#ifndef TENKA_BOARD_H
#define TENKA_BOARD_H

#include <stdbool.h>

#include "core/out.h"
#include "core/schema.h"

/* 'Your' or "B's"; seats in the order in which they come after `from`: 'B, C and you'; '1 coin',
 * '2 coins'; 'you B' in a column; how the seat's line starts. */
void out_owner(struct out *o, const void *view, int seat);
void out_seats(struct out *o, const void *view, unsigned seats, int from);
void out_number(struct out *o, int number, const char *noun);
void out_you(struct out *o, const void *view, int seat);
void out_board_seat(struct out *o, const void *view, int seat, bool acts);

/* Cards, kinds together: '2 Copper, Village and 3 unknown'; 'none' if there are none. For a zone or
 * a hand there are zone_pile and hand_pile. */
void out_kinds(struct out *o, const struct schema *c, const uint8_t pile[]);

/* The same in a line below the seat's own, with a name; nothing if there are none. */
void out_board_kinds(struct out *o, const struct schema *c, const char *name, const uint8_t pile[]);

/* 'Your hand: ...' in a line, if the viewer is a seat. */
void out_board_own(struct out *o, const struct schema *c, const void *view, const uint8_t pile[]);

#endif
