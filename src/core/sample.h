/* Worlds: what a viewer cannot know, dealt anew. */
#ifndef TENKA_SAMPLE_H
#define TENKA_SAMPLE_H

#include "core/rng.h"
#include "core/schema.h"

/* A world that the viewer cannot tell from the true one. True if each way to deal the unknown cards
 * was as likely; false where that was only nearly so, because the sets of kinds that may hide in
 * different places (schema.h) overlap without one being part of the other. */
bool state_sample(const struct schema *c, const void *view, struct rng *rng, void *world);

#endif
