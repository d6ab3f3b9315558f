/* Secrets: making, printing and parsing them. */
#include "match/secret.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "core/sha256.h"

static_assert((int)SECRET_BYTES == SHA256_BYTES, "a commitment is as long as a secret");

void secret_commit(const uint8_t secret[SECRET_BYTES], uint8_t commitment[SECRET_BYTES])
{
    sha256(secret, SECRET_BYTES, commitment);
}

void secret_from_seed(const char *seed, uint8_t secret[SECRET_BYTES])
{
    sha256(seed, strlen(seed), secret);
}

void secret_random(uint8_t secret[SECRET_BYTES])
{
    if (getentropy(secret, SECRET_BYTES) != 0)
        abort();
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
