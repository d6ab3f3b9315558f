/* Worlds: complete states that a viewer cannot tell from the true one. */
#ifndef TENKA_SAMPLE_H
#define TENKA_SAMPLE_H

#include "core/rng.h"
#include "core/schema.h"

/* Makes a random world from the view: deals the unknown cards to the places where the viewer does
 * not know the card. True if every possible deal is exactly equally likely. False if that is only
 * approximately so, because the sets of kinds that may be hidden in different places (schema.h:
 * `may_hide`) overlap without one containing the other. */
bool state_sample(const struct schema *c, const void *view, struct rng *rng, void *world);

/* The kinds that can be in an element of a field with cards, as far as the viewer can tell: those
 * that the viewer knows there, and those that an unknown card there can be. */
uint64_t element_could_hold(const struct schema *c, const struct field *f, const void *view,
                            int element);

/* Whether the unknown cards of the pool fit into the places where the viewer does not know the
 * card. `left` is what pool_left found: as many cards as there are such places. */
bool pool_can_deal(const struct schema *c, const void *state, int pool,
                   const int16_t left[KINDS_MAX]);

#endif
