/* Moves: small values that name kinds, seats and numbers, never positions in a hand. */
#ifndef TENKA_MOVE_H
#define TENKA_MOVE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/notation.h"
#include "core/out.h"
#include "core/scan.h"
#include "core/schema.h"

enum { MOVES_MAX = 128 };

/* Parts that a verb does not have are zero. */
struct move {
    uint8_t verb;
    uint8_t kind;
    uint8_t seats;
    uint8_t number[5];
};

/* Makes a move. `numbers` has the first number in its lowest byte. The move is assembled as one
 * 64-bit word: if a struct is written member by member, compilers store single bytes, and reading
 * these back as one word stalls the processor. That is measurable when dozens of moves are
 * listed. */
static inline struct move move_make(int verb, int kind, unsigned seats, uint32_t numbers)
{
    uint64_t word = (uint64_t)verb | (uint64_t)kind << 8 | (uint64_t)seats << 16 |
                    (uint64_t)numbers << 24;
    struct move m;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(&m, &word, sizeof m);
    return m;
}

/* A move of a verb and a kind. */
static inline struct move move_kind(int verb, int kind)
{
    return move_make(verb, kind, 0, 0);
}

/* A move without parts. */
static inline struct move move_bare(int verb)
{
    return move_make(verb, KIND_NONE, 0, 0);
}

static inline bool move_equal(struct move a, struct move b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Whether the parts that the verb does not have are zero, and those that it has exist in this
 * game. */
bool move_well_formed(const struct schema *c, struct move m);

/* The move in notation. It must be well formed, except that its kind may be veiled, which is
 * printed as '?'. */
void move_print(const struct schema *c, struct move m, struct out *o);

/* Reads the rest of the line as a move. False, with an error, if it is not a move of this game. The
 * move may still be illegal in the current position. */
bool move_parse(const struct schema *c, const struct head *h, struct scan *s, struct move *m);

#endif
