/* Words and lines that the boards in a terminal share. They are in English only; sentences are
 * written with tell.h, which translates them. */
#ifndef TENKA_BOARD_H
#define TENKA_BOARD_H

#include <stdbool.h>

#include "core/out.h"
#include "core/schema.h"

/* out_owner: 'Your' or "B's". out_seats: the seats in the order in which they come after `from`, as
 * in 'B, C and you'. out_number: '1 coin', '2 coins'. out_you: 'you B', or spaces instead of 'you',
 * for a column. out_board_seat: the start of the seat's line, with a mark if the seat acts. */
void out_owner(struct out *o, const void *view, int seat);
void out_seats(struct out *o, const void *view, unsigned seats, int from);
void out_number(struct out *o, int number, const char *noun);
void out_you(struct out *o, const void *view, int seat);
void out_board_seat(struct out *o, const void *view, int seat, bool acts);

/* Cards by kind: '2 Copper, Village and 3 unknown'; 'none' if there are none. For a zone or a hand,
 * make the pile with zone_pile or hand_pile. */
void out_kinds(struct out *o, const struct schema *c, const uint8_t pile[]);

/* The same in a line below the seat's line, after a name. Writes nothing if there are no cards. */
void out_board_kinds(struct out *o, const struct schema *c, const char *name, const uint8_t pile[]);

/* The line 'Your hand: ...', if the viewer is a seat. */
void out_board_own(struct out *o, const struct schema *c, const void *view, const uint8_t pile[]);

#endif
