/* What follows from a game's table of fields, for every game alike. A state, a view and a world are
 * the same struct: `viewer` in its head tells them apart. */
#ifndef TENKA_STATE_H
#define TENKA_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/out.h"
#include "core/rng.h"
#include "core/schema.h"

/* Room for any state. */
union state {
    struct head head;
    uint64_t words[STATE_MAX / 8];
};

static inline void state_copy(const struct schema *c, const void *from, void *to)
{
    memcpy(to, from, c->size);
}

static inline bool state_equal(const struct schema *c, const void *a, const void *b)
{
    return memcmp(a, b, c->size) == 0;
}

uint64_t state_hash(const struct schema *c, const void *state);

/* What the viewer (a seat, VIEW_PUBLIC or VIEW_ALL) knows: unknown kinds are erased, and of who
 * else knows a card only what the viewer himself can know is left. */
void state_view(const struct schema *c, const void *state, int viewer, void *view);

/* The numbers of each kind of the pool that are not known to lie anywhere (below 0: more lie about
 * than there are); returns the number of unknown cards. */
int pool_left(const struct schema *c, const void *state, int pool, int16_t left[KINDS_MAX]);

/* NULL, or what is wrong: a card lost or doubled, slack that is not zero, a zone out of order, a
 * number out of its range, knowledge that cannot be. */
const char *state_check(const struct schema *c, const void *state);

#endif
