/* SHA-256 (FIPS 180-4). It is written here because Debian does not package libsodium for
 * WebAssembly; the tests compare it with the standard's examples and with libsodium. */
#ifndef TENKA_SHA256_H
#define TENKA_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32 };

void sha256(const void *bytes, size_t count, uint8_t digest[SHA256_BYTES]);

#endif
