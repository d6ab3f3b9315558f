/* Cards with knowledge, and zones of them. */
#include "core/card.h"

#include <assert.h>
#include <string.h>

void zone_show(struct head *h, struct zone *z, unsigned who)
{
    for (int i = 0; i < z->count; i++)
        card_show(h, &z->card[i], who);
}

/* Walks down from the top and makes room for the card. To keep copies of one kind nested (card.h),
 * each copy on the way moves up and gets the knowers of both, and the new card goes on with the
 * knowers that both have in common. */
void zone_insert(struct zone *z, struct card c)
{
    int i = z->count++;
    for (; i > 0 && z->card[i - 1].kind >= c.kind; i--) {
        struct card below = z->card[i - 1];
        if (below.kind == c.kind) {
            z->card[i] = (struct card){c.kind, below.seen | c.seen};
            c.seen &= below.seen;
        } else {
            z->card[i] = below;
        }
    }
    z->card[i] = c;
}

/* Takes the topmost copy. The loop looks at all cards instead of stopping early: a branch on where
 * the copy is would be mispredicted often. */
struct card zone_take(struct zone *z, int kind)
{
    int place = -1;
    for (int i = 0; i < z->count; i++)
        place = z->card[i].kind == kind ? i : place;
    return zone_take_at(z, place);
}

struct card zone_take_at(struct zone *z, int place)
{
    assert(place >= 0 && place < z->count);
    struct card c = z->card[place];
    z->count--;
    for (; place < z->count; place++)
        z->card[place] = z->card[place + 1];
    z->card[place] = (struct card){0, 0};
    return c;
}

void zone_draw(struct head *h, struct zone *from, struct zone *to, unsigned who)
{
    struct card c = zone_pop(from);
    card_show(h, &c, who);
    zone_insert(to, c);
}

struct card zone_take_hidden(struct zone *z, int kind, unsigned who)
{
    struct card c = zone_take(z, kind);
    for (int i = 0; i < z->count; i++)
        z->card[i].seen &= (uint8_t)who;
    c.seen &= (uint8_t)who;
    return c;
}

void hand_show(struct head *h, struct held hand[], int kinds, int seat)
{
    if (hand_public(hand, kinds))
        return;
    learn(h, everybody(h) & ~(unsigned)SEAT_BIT(seat));
    for (int kind = 1; kind < kinds; kind++)
        hand[kind].known = hand[kind].number;
}

struct card hand_pick(struct held hand[], int size, struct rng *rng)
{
    int lot = (int)rng_below(rng, (uint32_t)size), kind = KIND_NONE;
    do
        lot -= hand[++kind].number;
    while (lot >= 0);
    hand[kind].number--;
    return (struct card){(uint8_t)kind, 0};
}

/* Fisher-Yates while filling: each new card goes to a random place among those so far, and the card
 * that was there moves to the top. */
void zone_deck(struct zone *z, const uint8_t census[], int kinds, struct rng *rng)
{
    int count = 0;
    zone_clear(z);
    for (int kind = 1; kind < kinds; kind++)
        for (int copies = census[kind]; copies > 0; copies--, count++) {
            uint32_t place = rng_below(rng, (uint32_t)count + 1);
            z->card[count] = z->card[place];
            z->card[place] = (struct card){(uint8_t)kind, 0};
        }
    z->count = (uint8_t)count;
}

void zone_clear(struct zone *z)
{
    memset(z->card, 0, z->count * sizeof z->card[0]);
    z->count = 0;
}

int zone_number(const struct zone *z, int kind)
{
    int number = 0;
    for (int i = 0; i < z->count; i++)
        number += z->card[i].kind == kind;
    return number;
}

void zone_pile(const struct zone *z, uint8_t pile[KINDS_MAX])
{
    memset(pile, 0, KINDS_MAX);
    for (int i = 0; i < z->count; i++)
        pile[z->card[i].kind]++;
}

void hand_pile(const struct held hand[], int kinds, uint8_t pile[KINDS_MAX])
{
    memset(pile, 0, KINDS_MAX);
    for (int kind = 0; kind < kinds; kind++)
        pile[kind] = hand[kind].number;
}
