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

#endif
