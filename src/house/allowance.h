/* Allowances: how often somebody may do what costs the server something. So much at once; then it
 * fills up again with time. */
#ifndef TENKA_ALLOWANCE_H
#define TENKA_ALLOWANCE_H

#include "house/hall.h"

struct allowance {
    enum allowance_kind {
        ALLOW_GUESSES,  /* of passwords, for a name */
        ALLOW_ORIGIN,   /* of passwords, for an address */
        ALLOW_GUESTS,   /* new guests */
        ALLOW_NAMES,    /* names that are registered */
        ALLOW_OPENINGS, /* new tables */
        ALLOW_KINDS
    } kind;
    int most;      /* at once; 0: no limit */
    int refill_ms; /* after this time there is one more */
};

/* Takes so much from the allowance that belongs to the key; false if there is not enough. What
 * costs more than the whole allowance needs all of it. */
bool allowance_take(struct hall *h, struct allowance b, int64_t key, int cost);

void allowance_give_back(struct hall *h, struct allowance b, int64_t key, int cost);

#endif
