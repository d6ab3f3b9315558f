/* A slow and obvious reference for an unordered zone, for tests: it counts the copies of each kind
 * and how many of them each knower knows. */
#ifndef TENKA_BOOK_H
#define TENKA_BOOK_H

#include <string.h>

#include "core/card.h"

enum { TEST_KINDS = 5, TEST_SEATS = 4, TEST_CARDS = 12 };

struct book {
    int copies[TEST_KINDS];
    int known[TEST_KINDS][8];
};

static inline void book_insert(struct book *b, struct card c)
{
    b->copies[c.kind]++;
    for (int i = 0; i < 8; i++)
        b->known[c.kind][i] += c.seen >> i & 1;
}

static inline void book_take(struct book *b, int kind)
{
    b->copies[kind]--;
    for (int i = 0; i < 8; i++)
        b->known[kind][i] -= b->known[kind][i] > 0;
}

/* Everybody except `who` forgets what they knew. */
static inline void book_forget(struct book *b, unsigned who)
{
    for (int kind = 1; kind < TEST_KINDS; kind++)
        for (int i = 0; i < 8; i++)
            if (!(who >> i & 1))
                b->known[kind][i] = 0;
}

static inline void book_show(struct book *b, unsigned who)
{
    for (int kind = 1; kind < TEST_KINDS; kind++)
        for (int i = 0; i < 8; i++)
            if (who >> i & 1)
                b->known[kind][i] = b->copies[kind];
}

/* The zone holds what the book says, sorted, and its copies are nested. */
static inline bool book_agrees(const struct book *b, const struct zone *z)
{
    struct book found = {0};
    for (int i = 0; i < z->count; i++) {
        book_insert(&found, z->card[i]);
        if (i == 0)
            continue;
        struct card below = z->card[i - 1], above = z->card[i];
        if (below.kind > above.kind || (below.kind == above.kind && (below.seen & ~above.seen)))
            return false;
    }
    return memcmp(b, &found, sizeof found) == 0;
}

#endif
