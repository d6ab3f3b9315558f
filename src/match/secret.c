/* Secrets: making, printing and parsing them. */
#include "match/secret.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

void secret_commit(const uint8_t secret[SECRET_BYTES], uint8_t commitment[SECRET_BYTES])
{
    static_assert(SECRET_BYTES == crypto_hash_sha256_BYTES, "a commitment is as long as a secret");
    crypto_hash_sha256(commitment, secret, SECRET_BYTES);
}

void secret_from_seed(const char *seed, uint8_t secret[SECRET_BYTES])
{
    crypto_hash_sha256(secret, (const uint8_t *)seed, strlen(seed));
}

void secret_random(uint8_t secret[SECRET_BYTES])
{
    if (sodium_init() < 0)
        abort();
    randombytes_buf(secret, SECRET_BYTES);
}

void secret_print(const uint8_t secret[SECRET_BYTES], struct out *o)
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < SECRET_BYTES; i++) {
        out_char(o, digits[secret[i] >> 4]);
        out_char(o, digits[secret[i] & 15]);
    }
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool secret_parse(struct slice w, uint8_t secret[SECRET_BYTES])
{
    if (w.length != 2 * SECRET_BYTES)
        return false;
    for (int i = 0; i < SECRET_BYTES; i++) {
        int high = hex_digit(w.at[2 * i]), low = hex_digit(w.at[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        secret[i] = (uint8_t)(16 * high + low);
    }
    return true;
}
