/* Randomness is always passed as a parameter: a struct with a buffer of words and one of two
 * generators that refill it. */
#ifndef TENKA_RNG_H
#define TENKA_RNG_H

#include <stdint.h>

enum { RNG_WORDS = 16, SECRET_BYTES = 32 };

/* What a stream is used for, so that two uses of the same secret never get the same random
 * numbers. */
enum rng_purpose { RNG_RULES, RNG_BOT };

struct rng {
    uint32_t word[RNG_WORDS];
    uint32_t used; /* words of the buffer already given out */
    void (*refill)(struct rng *);
    union {
        uint32_t chacha[16]; /* the ChaCha input block */
        uint64_t fast;       /* the counter of the fast generator */
    } source;
};

/* For matches: ChaCha20 with the secret as key and (ply, purpose) as nonce. */
void rng_chacha(struct rng *r, const uint8_t secret[SECRET_BYTES], uint32_t ply,
                enum rng_purpose purpose);

/* For search and simulation: a fast generator without cryptographic strength. */
void rng_fast(struct rng *r, uint64_t seed);

static inline uint32_t rng_word(struct rng *r)
{
    if (r->used == RNG_WORDS) {
        r->refill(r);
        r->used = 0;
    }
    return r->word[r->used++];
}

/* A number from 0 to n-1, all exactly equally likely (Lemire's method); n > 0. */
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
    uint64_t product = (uint64_t)rng_word(r) * n;
    if ((uint32_t)product < n) {
        uint32_t floor = -n % n;
        while ((uint32_t)product < floor)
            product = (uint64_t)rng_word(r) * n;
    }
    return (uint32_t)(product >> 32);
}

#endif
