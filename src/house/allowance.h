/* Allowances: how often somebody may do what costs the server something. So much at once; then it
 * fills up again with time. */
#ifndef TENKA_ALLOWANCE_H
#define TENKA_ALLOWANCE_H

#include "house/hall.h"

struct allowance {
    enum allowance_kind {
        ALLOW_GUESSES, /* of passwords */
        ALLOW_GUESTS,  /* new guests */
        ALLOW_NAMES,   /* names that are registered */
        ALLOW_LOGINS,
        ALLOW_OPENINGS, /* new tables */
        ALLOW_LINES,    /* lines of chat */
        ALLOW_REPORTS,
        ALLOW_KINDS
    } kind;
    int most;      /* at once; 0: no limit */
    int refill_ms; /* after this time there is one more */
};

/* Takes so much from the allowance that belongs to the key; false if there is not enough. What
 * costs more than the whole allowance needs all of it. */
bool allowance_take(struct hall *h, struct allowance a, int64_t key, int cost);

/* The same from the allowance of the session's address, too, which is ORIGIN_SHARE times as large:
 * from both or from none. */
bool allowance_charge(const struct session *s, struct allowance a, int64_t key, int cost);
void allowance_refund(const struct session *s, struct allowance a, int64_t key, int cost);

#endif
