/* From what a match is dealt: the secret of its server, and the shares that players add to it. The
 * essay in dealing.c says why both are needed. */
#ifndef TENKA_DEALING_H
#define TENKA_DEALING_H

#include <stdbool.h>

#include "core/card.h"
#include "match/secret.h"

/* What a seat adds: 32 random bytes, which it keeps to itself until all seats are taken. */
struct seat_share {
    bool sealed, revealed;
    uint8_t seal[SECRET_BYTES]; /* SHA-256 of the share; known before */
    uint8_t share[SECRET_BYTES];
};

struct dealing {
    uint8_t secret[SECRET_BYTES]; /* of the server; its commitment is known before */
    struct seat_share seat[SEATS_MAX];
};

/* Whether any seat gave a seal. */
bool dealing_sealed(const struct dealing *d);

/* Whether a seat that gave a seal has not revealed its share. */
bool dealing_waits(const struct dealing *d);

/* Whether the share fits the seal. */
bool seal_fits(const uint8_t seal[SECRET_BYTES], const uint8_t share[SECRET_BYTES]);

/* Writes the line of a seat that gave a seal, 'share A: ...', as in records; else nothing. */
void share_print(const struct seat_share *s, int seat, struct out *o);

/* The key from which everything is dealt. Without seals it is the secret itself. */
void dealing_key(const struct dealing *d, uint8_t key[SECRET_BYTES]);

#endif
