/* The two generators. ChaCha20 follows RFC 8439; its last four input words are the 32-bit block
 * counter, then ply, purpose and zero as the nonce. The fast generator is SplitMix64. */
#include "core/rng.h"

#include <string.h>

static uint32_t rotate(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

static void quarter_round(uint32_t x[16], const uint8_t lane[4])
{
    uint32_t a = x[lane[0]], b = x[lane[1]], c = x[lane[2]], d = x[lane[3]];
    a += b, d = rotate(d ^ a, 16);
    c += d, b = rotate(b ^ c, 12);
    a += b, d = rotate(d ^ a, 8);
    c += d, b = rotate(b ^ c, 7);
    x[lane[0]] = a, x[lane[1]] = b, x[lane[2]] = c, x[lane[3]] = d;
}

static void chacha_refill(struct rng *r)
{
    static const uint8_t lanes[8][4] = {
        {0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15}, /* columns */
        {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14},  /* diagonals */
    };
    uint32_t x[16];
    memcpy(x, r->source.chacha, sizeof x);
    for (int round = 0; round < 20; round += 2)
        for (int i = 0; i < 8; i++)
            quarter_round(x, lanes[i]);
    for (int i = 0; i < 16; i++)
        r->word[i] = x[i] + r->source.chacha[i];
    r->source.chacha[12]++;
}

void rng_chacha(struct rng *r, const uint8_t secret[SECRET_BYTES], uint32_t ply,
                enum rng_purpose purpose)
{
    uint32_t *input = r->source.chacha;
    input[0] = 0x61707865, input[1] = 0x3320646e, input[2] = 0x79622d32, input[3] = 0x6b206574;
    for (int i = 0; i < 8; i++)
        input[4 + i] = (uint32_t)secret[4 * i] | (uint32_t)secret[4 * i + 1] << 8 |
                       (uint32_t)secret[4 * i + 2] << 16 | (uint32_t)secret[4 * i + 3] << 24;
    input[12] = 0, input[13] = ply, input[14] = (uint32_t)purpose, input[15] = 0;
    r->refill = chacha_refill;
    r->used = RNG_WORDS;
}

static void fast_refill(struct rng *r)
{
    for (int i = 0; i < RNG_WORDS; i += 2) {
        uint64_t z = r->source.fast += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        z ^= z >> 31;
        r->word[i] = (uint32_t)z;
        r->word[i + 1] = (uint32_t)(z >> 32);
    }
}

void rng_fast(struct rng *r, uint64_t seed)
{
    r->source.fast = seed;
    r->refill = fast_refill;
    r->used = RNG_WORDS;
}
