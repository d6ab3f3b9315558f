/* Addresses in a hash table, and token buckets. */
#include "server/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/clock.h"
#include "house/hall.h"
#include "match/grow.h"

enum { BURST_SECONDS = 10 };

bool budget_take(struct budget *b, double rate)
{
    int64_t now = clock_ns() / 1000;
    if (rate == 0)
        return true;
    b->left += (double)(now - b->counted) * rate / 1e6;
    if (b->left > BURST_SECONDS * rate)
        b->left = BURST_SECONDS * rate;
    b->counted = now;
    if (b->left < 1)
        return false;
    b->left--;
    return true;
}

void address_name(const char *text, char name[ADDRESS_BYTES])
{
    struct in6_addr six;
    snprintf(name, ADDRESS_BYTES, "%s", text);
    if (inet_pton(AF_INET6, text, &six) != 1)
        return;
    if (IN6_IS_ADDR_V4MAPPED(&six)) {
        inet_ntop(AF_INET, six.s6_addr + 12, name, ADDRESS_BYTES);
        return;
    }
    memset(six.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &six, name, ADDRESS_BYTES);
}

enum { BITS_OF_FOUR = 96, BITS_LEAST = 16, BITS_LEAST_OF_FOUR = 8, BITS_MOST = 64 };

/* Reads one address, as 16 bytes. */
static bool read_bytes(const char *text, uint8_t bytes[16])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    memcpy(bytes, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, bytes + sizeof mapped) == 1 ||
           inet_pton(AF_INET6, text, bytes) == 1;
}

static bool is_four(const uint8_t bytes[16])
{
    struct in6_addr six;
    memcpy(six.s6_addr, bytes, 16);
    return IN6_IS_ADDR_V4MAPPED(&six);
}

/* Keeps only the first bits. */
static void clear_rest(uint8_t bytes[16], int bits)
{
    for (int bit = bits; bit < 128; bit++)
        bytes[bit / 8] &= (uint8_t)(0xff7f >> bit % 8);
}

bool address_range_parse(const char *text, struct address_range *r)
{
    char address[ADDRESS_BYTES], *end = NULL;
    size_t length = strcspn(text, "/");
    if (length >= sizeof address)
        return false;
    snprintf(address, sizeof address, "%.*s", (int)length, text);
    if (!read_bytes(address, r->bytes))
        return false;
    bool four = is_four(r->bytes);
    long bits = four ? 32 : 128;
    if (text[length])
        bits = text[length + 1] >= '0' && text[length + 1] <= '9'
                   ? strtol(text + length + 1, &end, 10)
                   : -1;
    if ((end && *end) || bits < (four ? BITS_LEAST_OF_FOUR : BITS_LEAST) ||
        bits > (four ? 32 : 128))
        return false;
    r->bits = four ? BITS_OF_FOUR + (int)bits : bits < BITS_MOST ? (int)bits : BITS_MOST;
    clear_rest(r->bytes, r->bits);
    return true;
}

void address_range_print(const struct address_range *r, char text[ADDRESS_BYTES])
{
    bool four = is_four(r->bytes);
    char address[INET6_ADDRSTRLEN];
    inet_ntop(four ? AF_INET : AF_INET6, r->bytes + (four ? 12 : 0), address, sizeof address);
    int bits = four ? r->bits - BITS_OF_FOUR : r->bits;
    if (four && bits == 32)
        snprintf(text, ADDRESS_BYTES, "%.39s", address);
    else
        snprintf(text, ADDRESS_BYTES, "%.39s/%d", address, bits);
}

bool address_in(const struct address_range *r, const char *name)
{
    uint8_t bytes[16];
    if (!read_bytes(name, bytes) || is_four(bytes) != is_four(r->bytes))
        return false;
    clear_rest(bytes, r->bits);
    return memcmp(bytes, r->bytes, sizeof bytes) == 0;
}

static struct address_bucket *bucket_of(struct addresses *all, const char *name)
{
    return &all->bucket[text_hash(name) % ADDRESSES];
}

struct address *address_find(struct addresses *all, const char *name)
{
    struct address *a;
    LIST_FOREACH(a, bucket_of(all, name), bucket)
        if (strcmp(a->name, name) == 0)
            return a;
    a = allocate(sizeof *a);
    snprintf(a->name, sizeof a->name, "%s", name);
    LIST_INSERT_HEAD(bucket_of(all, name), a, bucket);
    return a;
}

void addresses_sweep(struct addresses *all)
{
    int64_t since = clock_ns() / 1000 - BURST_SECONDS * 1000000;
    for (int i = 0; i < ADDRESSES; i++)
        for (struct address *a = LIST_FIRST(&all->bucket[i]), *next; a; a = next) {
            next = LIST_NEXT(a, bucket);
            if (a->connections || a->connects.counted > since || a->messages.counted > since)
                continue;
            LIST_REMOVE(a, bucket);
            free(a);
        }
}

void addresses_clear(struct addresses *all)
{
    for (int i = 0; i < ADDRESSES; i++)
        for (struct address *a; (a = LIST_FIRST(&all->bucket[i]));) {
            LIST_REMOVE(a, bucket);
            free(a);
        }
}
