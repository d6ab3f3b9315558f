/* Allowances. Each is one number in a table of fixed size: the time when it will be full. Keys
 * share a slot by chance, which nobody can predict. */
#include "house/allowance.h"

#include "house/hall_private.h"

/* The slot of the key. */
static int64_t *allowance_slot(struct hall *h, enum allowance_kind kind, int64_t key)
{
    if (!h->salt)
        h->world->random(h->world->context, &h->salt, sizeof h->salt);
    h->salt |= 1;
    uint64_t mixed = (uint64_t)(key ^ h->salt) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 32)) * (uint64_t)h->salt;
    return &h->allowance[kind][(mixed >> 40) % ALLOW_SLOTS];
}

/* The time in which so much fills up. */
static int64_t filling(struct allowance b, int cost)
{
    return (int64_t)(cost < b.most ? cost : b.most) * b.refill_ms;
}

bool allowance_take(struct hall *h, struct allowance b, int64_t key, int cost)
{
    if (!b.most)
        return true;
    int64_t *full = allowance_slot(h, b.kind, key), now = hall_time(h);
    if (*full < now)
        *full = now;
    if (*full - now + filling(b, cost) > (int64_t)b.most * b.refill_ms)
        return false;
    *full += filling(b, cost);
    return true;
}

void allowance_give_back(struct hall *h, struct allowance b, int64_t key, int cost)
{
    if (b.most)
        *allowance_slot(h, b.kind, key) -= filling(b, cost);
}
