/* Sentences with holes, in the reader's language. For sentences without holes, see `say` of
 * core/catalog.h. */
#ifndef TENKA_TELL_H
#define TENKA_TELL_H

#include "core/catalog.h"
#include "core/schema.h"

enum { PIECE_BYTES = 1024 }; /* room for a list or another part of a sentence */

/* What goes into a hole. */
struct fill {
    enum { FILL_NUMBER, FILL_SEAT, FILL_SEATS, FILL_TERM, FILL_TEXT } type;
    int number; /* the number, the seat, or the seat after which a list of seats begins */
    unsigned seats;
    const char *id; /* the notation of a term */
    const char *text;
};
#define NUMBER(n) ((struct fill){.type = FILL_NUMBER, .number = (n)})
#define WHO(seat) ((struct fill){.type = FILL_SEAT, .number = (seat)})
#define THOSE(set, from) ((struct fill){.type = FILL_SEATS, .seats = (set), .number = (from)})
/* A term of the game, such as a place: its notation, and its title, which is translated. */
#define TERM(notation, title) ((struct fill){.type = FILL_TERM, .id = (notation), .text = (title)})
#define CARD(kind) TERM((kind).id, (kind).title)
/* MESSAGE: a text that is translated. PIECE: a text that is already written (out_init_piece). */
#define MESSAGE(english) ((struct fill){.type = FILL_TERM, .text = (english)})
#define PIECE(written) ((struct fill){.type = FILL_TEXT, .text = (written)})

/* Writes the translated message with its holes filled. {1} stands for the first fill, {2} for the
 * second and so on:
 *   {1}      a number; a title; 'you' or 'B'; 'B, C and you'
 *   {1^}     at the start of a sentence: 'You' or 'B'
 *   {1's}    'your' or "B's"; {1^'s} 'Your' or "B's"
 *   {1|a|b}  a if it is the viewer or the number 1, otherwise b
 *   {1|a|b|c}  the same, but c if it is several seats
 * Examples: "{1^} play{1||s} {2}." and "{1} coin{1||s}". With `marks` (out.h) a seat is written as
 * [B:you] and a term as [captain:Captain]. */
#define tell(o, view, message, ...) \
    tell_filled(o, view, message, (const struct fill[]){__VA_ARGS__}, \
                (int)(sizeof((const struct fill[]){__VA_ARGS__}) / sizeof(struct fill)))
void tell_filled(struct out *o, const void *view, const char *message, const struct fill fill[],
                 int count);

/* tell_copies: '2 Copper' or 'Village'. tell_pile: a pile in this form, separated by commas; false
 * if there is nothing to list. */
void tell_copies(struct out *o, int number, const struct kind *kind);
bool tell_pile(struct out *o, const struct schema *c, const uint8_t pile[]);

/* The line 'You win the game.' or 'B and C win the game together.': those with rank 1. */
void tell_winners(struct out *o, const void *view, const int ranks[]);

/* Write what separates an item of a list from the item before it, if there is one. tell_comma: ',
 * '. tell_and: ', ', or ' and ' before the last item, for lists inside a sentence. */
void tell_comma(struct out *o, bool *first);
void tell_and(struct out *o, bool *first, bool last);

#endif
