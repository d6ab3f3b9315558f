/* For tests of the house: a world whose time the test sets, with random numbers from a seed, and
 * connections that nobody listens to. */
#ifndef TENKA_WORLD_OF_TESTS_H
#define TENKA_WORLD_OF_TESTS_H

#include "core/rng.h"
#include "house/world.h"

static int64_t now;
static struct rng rng;

static inline int64_t world_now(void *context)
{
    (void)context;
    return now;
}

static inline void world_random(void *context, void *bytes, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)rng_word(&rng);
}

static inline void world_nothing(void *link)
{
    (void)link;
}

/* Without a store, and without what `complain` does. */
static inline struct world world_of_tests(void)
{
    return (struct world){.now = world_now,
                          .date = world_now,
                          .random = world_random,
                          .ready = world_nothing,
                          .resume = world_nothing,
                          .hang_up = world_nothing};
}

#endif
