/* Operations that work for every game, because they follow the game's table of fields. A state, a
 * view and a world are the same struct; `viewer` in its head tells a view from a complete state. */
#ifndef TENKA_STATE_H
#define TENKA_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/out.h"
#include "core/rng.h"
#include "core/schema.h"

/* Large enough for any game's state. */
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

/* What the viewer (a seat, VIEW_PUBLIC or VIEW_ALL) knows: kinds that the viewer does not know are
 * erased, and so is who else knows a card, unless the viewer can know that. */
void state_view(const struct schema *c, const void *state, int viewer, void *view);

/* Counts the cards of the pool, by kind, that are not known to be anywhere (negative: there are
 * more on the table than the pool has). Returns the number of unknown cards. */
int pool_left(const struct schema *c, const void *state, int pool, int16_t left[KINDS_MAX]);

/* NULL, or what is wrong: a card that is lost or duplicated, unused bytes that are not zero, a zone
 * that is not sorted, a value out of range, impossible knowledge. */
const char *state_check(const struct schema *c, const void *state);

#endif
