/* Kenjin: how a battlefield is fought for, and how many points it gives. Each step is a separate
 * function: the rules call one after the other, and the narration can tell what each of them did.
 */
#include "kenjin.h"

int kenjin_slot(const struct kenjin *s, int fought)
{
    int count = slots(s), first = s->head.players == 2 ? 0 : 2 * s->starter, camp = SLOTS_MAX;
    for (int slot = 0; slot < SLOTS_MAX; slot++)
        camp = s->tile[slot] == CAMP ? slot : camp;
    if (camp < SLOTS_MAX) {
        int skipped = (camp - first + count) % count;
        if (fought == 0)
            return camp;
        fought -= fought <= skipped;
    }
    return (first + fought) % count;
}

int kenjin_strength(int tile, const struct kenjin_stack *stack, int place)
{
    int kind = stack->card[place].kind, printed = kenjin_strengths[kind];
    if (kind == LORD)
        return printed + stack->count - 1 - place; /* K10 */
    if (tile == RICE && kind == PEASANT)
        return 1;
    return tile == VILLAGE && printed == 1 ? 2 : printed; /* K11 */
}

void kenjin_eliminate(struct kenjin *s, struct side side, int place)
{
    struct card card = zone_take_at(ZONE_OF(s->stack[side.seat][side.stack]), place);
    pile_put(&s->head, s->fallen[side.seat], card);
}

/* Eliminates all cards of these kinds. */
static void eliminate_kinds(struct kenjin *s, struct side side, unsigned kinds)
{
    const struct kenjin_stack *stack = &s->stack[side.seat][side.stack];
    for (int place = stack->count - 1; place >= 0; place--)
        if (kinds >> stack->card[place].kind & 1)
            kenjin_eliminate(s, side, place);
}

/* Every army that has this unit eliminates cards of these kinds on the other side, all at once. */
static void strike(struct kenjin *s, int slot, int unit, unsigned kinds)
{
    struct side side[2] = {side_of(s, slot, 0), side_of(s, slot, 1)};
    unsigned there[2];
    for (int i = 0; i < 2; i++)
        there[i] = kinds_in(&s->stack[side[i].seat][side[i].stack]);
    for (int i = 0; i < 2; i++)
        if ((there[i] >> unit & 1) && (there[!i] & kinds))
            eliminate_kinds(s, side[!i], kinds);
}

void kenjin_archers(struct kenjin *s, int slot)
{
    strike(s, slot, ARCHER, 1u << SAMURAI);
}

void kenjin_samurai(struct kenjin *s, int slot)
{
    strike(s, slot, SAMURAI, 1u << PEASANT | 1u << BRUTE | 1u << ASHIGARU);
}

unsigned kenjin_weakest(const struct kenjin *s, struct side side)
{
    const struct kenjin_stack *stack = &s->stack[side.seat][side.stack];
    unsigned places = 0;
    int weakest = CARDS + 1;
    for (int place = 0; place < stack->count; place++) {
        int strength = kenjin_strength(SANCTUARY, stack, place);
        if (strength < weakest)
            places = 0, weakest = strength;
        if (strength == weakest)
            places |= 1u << place;
    }
    return places;
}

/* What is left of the Lord after the card is destroyed: 0 if he is gone, otherwise 1 more than the
 * cards above him. Only this can depend on which of the weakest cards is chosen. (If the army has a
 * Peasant, all its weakest cards are Peasants.) */
static int loss(const struct kenjin_stack *stack, int destroyed)
{
    int lord = 0;
    for (int place = 0; place < stack->count; place++)
        if (place != destroyed && stack->card[place].kind == LORD)
            lord = stack->count - place - (destroyed > place);
    return lord;
}

static bool choice_matters(const struct kenjin_stack *stack, unsigned places)
{
    int first = places ? loss(stack, __builtin_ctz(places)) : 0;
    for (; places; places &= places - 1)
        if (loss(stack, __builtin_ctz(places)) != first)
            return true;
    return false;
}

unsigned kenjin_sanctuary(struct kenjin *s, int slot)
{
    unsigned choosers = 0;
    for (int i = 0; i < 2; i++) {
        struct side side = side_of(s, slot, i);
        unsigned places = kenjin_weakest(s, side);
        if (choice_matters(&s->stack[side.seat][side.stack], places))
            choosers |= SEAT_BIT(side.seat);
        else if (places)
            kenjin_eliminate(s, side, 31 - __builtin_clz(places));
    }
    return choosers;
}

/* ---- Totals ---- */

bool kenjin_supplied(const struct kenjin *s, int tile, int seat)
{
    bool chosen = s->supplied[0] == tile || s->supplied[1] == tile;
    return chosen && (s->holder[kenjin_slot(s, 0)] & team_of(s, seat));
}

static struct army army_of(const struct kenjin *s, int slot, int i)
{
    struct side side = side_of(s, slot, i), other = side_of(s, slot, !i);
    const struct kenjin_stack *stack = &s->stack[side.seat][side.stack];
    struct army army = {.seat = side.seat, .cards = stack->count};
    int tile = s->tile[slot];
    for (int place = 0; place < stack->count; place++)
        army.strength += kenjin_strength(tile, stack, place);
    if (army.cards == 0) /* K14 */
        return army;
    if (tile == PORT)
        army.tile = s->faceup[side.seat];
    if (tile == PALACE && army.cards > s->stack[other.seat][other.stack].count)
        army.tile = -2; /* K15 */
    army.camp = kenjin_supplied(s, tile, side.seat);
    return army;
}

/* The index of the stronger army, or 2 if they are equal (K13, K14). */
static int stronger(const struct army army[2])
{
    int lead = army_total(&army[0]) - army_total(&army[1]), more = army[0].cards - army[1].cards;
    if (army[0].cards == 0 || army[1].cards == 0 || lead == 0)
        lead = more;
    return lead > 0 ? 0 : lead < 0 ? 1 : 2;
}

struct outcome kenjin_outcome(const struct kenjin *s, int slot)
{
    struct outcome o = {.army = {army_of(s, slot, 0), army_of(s, slot, 1)}};
    int winner = stronger(o.army), tile = s->tile[slot];
    if (tile == TEMPLE) /* K16 */
        o.razed = winner == 2 || army_total(&o.army[winner]) - army_total(&o.army[!winner]) < 4;
    if (tile == FORTRESS && winner < 2) /* K17 */
        o.razed = o.army[winner].cards < 3;
    if (winner < 2 && !o.razed)
        o.holder = SEAT_BIT(o.army[winner].seat);
    return o;
}

/* ---- Points ---- */

static int conquests(const struct kenjin *s, int seat)
{
    int count = 0;
    for (int slot = 0; slot < slots(s); slot++)
        count += s->holder[slot] == SEAT_BIT(seat);
    return count;
}

struct reckoning kenjin_reckon(const struct kenjin *s, int seat)
{
    struct reckoning r = {.conquests = conquests(s, seat)};
    r.cowardice = s->coward & SEAT_BIT(seat) ? -COWARDICE : 0; /* K7 */
    for (int stack = 0; stack < STACKS; stack++) {
        int slot = slot_of(s, seat, stack);
        unsigned kinds = kinds_in(&s->stack[seat][stack]);
        if (s->holder[slot] != SEAT_BIT(seat))
            continue;
        r.tiles += tile_points(s->tile[slot]);
        r.peasants += kinds >> PEASANT & 1;
        r.lord += kinds >> LORD & 1 ? 3 : 0;
        r.torii += s->tile[slot] == TORII ? r.conquests - 1 : 0; /* K19 */
    }
    return r;
}

int kenjin_points(const struct kenjin *s, int seat)
{
    struct reckoning r = kenjin_reckon(s, seat);
    return r.tiles + r.peasants + r.lord + r.torii + r.cowardice;
}
