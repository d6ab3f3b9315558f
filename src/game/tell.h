/* Sentences with holes, in the reader's language. `say` of core/catalog.h is for those without. */
#ifndef TENKA_TELL_H
#define TENKA_TELL_H

#include "core/catalog.h"
#include "core/schema.h"

enum { PIECE_BYTES = 1024 }; /* of a list, or of another part of a sentence */

/* What goes into a hole. */
struct fill {
    enum { FILL_NUMBER, FILL_SEAT, FILL_SEATS, FILL_TERM, FILL_TEXT } type;
    int number; /* or the seat, or that after which a list of seats begins */
    unsigned seats;
    const char *id; /* of a term, in notation */
    const char *text;
};
#define NUMBER(n) ((struct fill){.type = FILL_NUMBER, .number = (n)})
#define WHO(seat) ((struct fill){.type = FILL_SEAT, .number = (seat)})
#define THOSE(set, from) ((struct fill){.type = FILL_SEATS, .seats = (set), .number = (from)})
/* A term of the game, such as a place, by its notation and its title, which is a message. */
#define TERM(notation, title) ((struct fill){.type = FILL_TERM, .id = (notation), .text = (title)})
#define CARD(kind) TERM((kind).id, (kind).title)
/* A message, and a text that has been made before (out_init_piece). */
#define MESSAGE(english) ((struct fill){.type = FILL_TERM, .text = (english)})
#define PIECE(written) ((struct fill){.type = FILL_TEXT, .text = (written)})

/* Says the message, in which stand for the first of the fills (and {2} for the second...):
 *   {1}      a number; a title; 'you' or 'B'; 'B, C and you'
 *   {1^}     at the start of a sentence: 'You' or 'B'
 *   {1's}    'your' or "B's"; {1^'s} 'Your' or "B's"
 *   {1|a|b}  a if it is the viewer, or the number 1; else b. {1|a|b|c}: c if it is several seats.
 * 'Play': "{1^} play{1||s} {2}."; "{1} coin{1||s}". Where the text is marked a seat is written
 * [B:you] and a term [captain:Captain]. */
#define tell(o, view, message, ...) \
    tell_filled(o, view, message, (const struct fill[]){__VA_ARGS__}, \
                (int)(sizeof((const struct fill[]){__VA_ARGS__}) / sizeof(struct fill)))
void tell_filled(struct out *o, const void *view, const char *message, const struct fill fill[],
                 int count);

/* '2 Copper', 'Village'; a pile so, parted by commas; and what the viewer knows of a hand. False if
 * there is nothing to list. */
void tell_copies(struct out *o, int number, const struct kind *kind);
bool tell_pile(struct out *o, const struct schema *c, const uint8_t pile[]);
bool tell_hand(struct out *o, const struct schema *c, const struct held hand[]);

/* The lines 'You win the game.' or 'The game is won by B and C together.', for whose rank is 1. */
void tell_winners(struct out *o, const void *view, const int ranks[]);

/* ', ' before all things of a list but the first. */
void tell_comma(struct out *o, bool *first);

#endif
