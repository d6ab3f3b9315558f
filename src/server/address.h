/* Client addresses, and how often something may be done. */
#ifndef TENKA_ADDRESS_H
#define TENKA_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

enum {
    ADDRESS_BYTES = 48,
    ADDRESSES = 4096, /* buckets */
};

/* How often something may be done: a token bucket that grows with time, for a few seconds. */
struct budget {
    double left;
    int64_t counted; /* when, in microseconds */
};

/* Takes one from the budget, which grows by `rate` per second. Returns false if none is left. Rate
 * 0 means no limit. */
bool budget_take(struct budget *b, double rate);

/* The name of an address, as it is counted: IPv4 also if it is mapped into IPv6, and the first 64
 * bits of IPv6, because a client may have all addresses that begin with them. Any other text is its
 * own name. */
void address_name(const char *text, char name[ADDRESS_BYTES]);

/* Addresses with the same first bits; those of IPv4 are mapped into IPv6. */
struct address_range {
    uint8_t bytes[16];
    int bits;
};

/* Reads '192.0.2.7', '192.0.2.0/24' or '2001:db8::/32'. Of IPv6 there are at least all addresses
 * with the same first 64 bits. Returns false if the text is not an address, or if it would be a
 * large part of all addresses: less than 8 bits of IPv4, or 16 of IPv6. */
bool address_range_parse(const char *text, struct address_range *r);
void address_range_print(const struct address_range *r, char text[ADDRESS_BYTES]);

/* Whether an address, as address_name writes it, is in the range. */
bool address_in(const struct address_range *r, const char *name);

/* All connections from one address. */
struct address {
    LIST_ENTRY(address) bucket;
    char name[ADDRESS_BYTES];
    int connections;
    struct budget messages, connects, complaints;
};

LIST_HEAD(address_bucket, address);
struct addresses {
    struct address_bucket bucket[ADDRESSES];
};

/* The address, which is added if it is new. It is remembered for a while after its last connection
 * has ended, so that coming back does not refill the budgets. */
struct address *address_find(struct addresses *all, const char *name);

/* Forgets those that are not used any more. */
void addresses_sweep(struct addresses *all);
void addresses_clear(struct addresses *all);

#endif
