/* The secret of a match: its deal and all its random events follow from it. */
#ifndef TENKA_SECRET_H
#define TENKA_SECRET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/out.h"
#include "core/rng.h"
#include "core/scan.h"

/* SHA-256 of the secret. It is published before the deal; after the end, when the secret is
 * published, too, everybody can verify the deal. */
void secret_commit(const uint8_t secret[SECRET_BYTES], uint8_t commitment[SECRET_BYTES]);

/* A secret that follows from a seed (a text), and one from the random numbers of the system. */
void secret_from_seed(const char *seed, uint8_t secret[SECRET_BYTES]);
void secret_random(uint8_t secret[SECRET_BYTES]);

/* A secret as 64 hexadecimal digits. */
void secret_print(const uint8_t secret[SECRET_BYTES], struct out *o);
bool secret_parse(struct slice w, uint8_t secret[SECRET_BYTES]);

#endif
