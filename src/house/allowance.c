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
static int64_t filling(struct allowance a, int cost)
{
    return (int64_t)(cost < a.most ? cost : a.most) * a.refill_ms;
}

bool allowance_take(struct hall *h, struct allowance a, int64_t key, int cost)
{
    if (!a.most)
        return true;
    int64_t *full = allowance_slot(h, a.kind, key), now = hall_time(h);
    if (*full < now)
        *full = now;
    if (*full - now + filling(a, cost) > (int64_t)a.most * a.refill_ms)
        return false;
    *full += filling(a, cost);
    return true;
}

static void give_back(struct hall *h, struct allowance a, int64_t key, int cost)
{
    if (a.most)
        *allowance_slot(h, a.kind, key) -= filling(a, cost);
}

static struct allowance of_origin(struct allowance a)
{
    return (struct allowance){a.kind, ORIGIN_SHARE * a.most, a.refill_ms / ORIGIN_SHARE};
}

bool allowance_charge(const struct session *s, struct allowance a, int64_t key, int cost)
{
    if (!allowance_take(s->hall, a, key, cost))
        return false;
    if (!s->origin || allowance_take(s->hall, of_origin(a), s->origin, cost))
        return true;
    give_back(s->hall, a, key, cost);
    return false;
}

void allowance_refund(const struct session *s, struct allowance a, int64_t key, int cost)
{
    give_back(s->hall, a, key, cost);
    if (s->origin)
        give_back(s->hall, of_origin(a), s->origin, cost);
}
