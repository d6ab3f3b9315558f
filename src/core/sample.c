/* Worlds: random deals of the cards that a viewer does not know.
 *
 * The unknown cards of each pool go into a bag, and every place whose card is unknown draws one at
 * random. If any card of the pool may be anywhere, that is all: every deal is equally likely.
 *
 * Some places can hide only some kinds (schema.h: `may_hide`). If any two of these sets of kinds
 * are nested (one contains the other) or disjoint, places with smaller sets draw first, and that is
 * still exact. Whatever a place draws, every place that draws later with a larger set loses exactly
 * one card of its choice, and one with a disjoint set loses none. So the number of choices at each
 * draw does not depend on the draws before it, and all deals are equally likely.
 *
 * Sets can also overlap in another way: one hand has no hearts, another no spades. Then drawing one
 * after the other could get stuck, and it would prefer some deals. Instead:
 *
 *   1. chain_give finds some deal. A place takes a card that fits: a free one, or one whose owner
 *      can take another card instead, and so on along a chain (an augmenting path of a bipartite
 *      matching).
 *   2. chain_mix makes many small random changes. Each picks two, three or four places at random
 *      and passes their cards around in a circle, if every place may have the card that it
 *      would get.
 *
 * Swapping two cards is not enough for step 2: with no hearts in one hand, no spades in another and
 * no clubs in a third, some deals can only be left by passing three cards around. Circles of five
 * or more places are not tried. A change is as likely as its reverse, so the mixing moves towards
 * equal probabilities, but after a fixed number of changes they are only approximately equal. */
#include "core/sample.h"

#include <assert.h>
#include <string.h>

#include "core/state.h"

/* The kinds of the cards that are not dealt yet, in any order. */
enum { BAG_MAX = 384 };

struct bag {
    struct rng *rng;
    int size;
    uint8_t kind[BAG_MAX + 8];
};

/* Most kinds have few copies, so eight are written at a time without a branch. The next kind
 * overwrites the surplus. */
static void bag_put(struct bag *bag, int kind, int copies)
{
    assert(bag->size + copies <= BAG_MAX);
    memset(bag->kind + bag->size, kind, 8);
    for (int done = 8; done < copies; done += 8)
        memset(bag->kind + bag->size + done, kind, 8);
    bag->size += copies;
}

static inline uint8_t bag_take(struct bag *bag, uint32_t i)
{
    uint8_t kind = bag->kind[i];
    bag->kind[i] = bag->kind[--bag->size];
    return kind;
}

/* A random card whose kind is in the set. */
static uint8_t bag_draw_of(struct bag *bag, uint64_t kinds)
{
    uint32_t fitting = 0, i = 0;
    for (int k = 0; k < bag->size; k++)
        fitting += kinds >> bag->kind[k] & 1;
    assert(fitting > 0);
    uint32_t skip = rng_below(bag->rng, fitting);
    while (!(kinds >> bag->kind[i] & 1) || skip-- > 0)
        i++;
    return bag_take(bag, i);
}

/* The same, and fast if the set is that of all kinds. */
static inline uint8_t bag_draw(struct bag *bag, uint64_t kinds)
{
    return kinds == ALL_KINDS ? bag_take(bag, rng_below(bag->rng, (uint32_t)bag->size))
                              : bag_draw_of(bag, kinds);
}

/* In an unordered zone the unknown cards are at the end. They are removed, and the drawn cards are
 * inserted in sorted order. */
static void zone_fill(struct zone *z, bool ordered, uint64_t kinds, struct bag *bag)
{
    int count = z->count;
    if (ordered) {
        for (int i = 0; i < count; i++)
            if (z->card[i].kind == KIND_NONE)
                z->card[i].kind = bag_draw(bag, kinds);
        return;
    }
    while (z->count > 0 && z->card[z->count - 1].kind == KIND_NONE)
        z->count--;
    while (z->count < count)
        zone_insert(z, (struct card){bag_draw(bag, kinds), z->card[z->count].seen});
}

static void hand_fill(struct held hand[], uint64_t kinds, struct bag *bag)
{
    for (; hand[KIND_NONE].number > 0; hand[KIND_NONE].number--)
        hand[bag_draw(bag, kinds)].number++;
}

static inline void element_fill(const struct field *f, uint8_t *at, uint64_t kinds, struct bag *bag)
{
    if (f->type == FIELD_HAND)
        hand_fill((struct held *)at, kinds, bag);
    else
        zone_fill((struct zone *)at, f->ordered, kinds, bag);
}

/* How many cards of an element (of a field that hides cards) are unknown. */
static int count_unknown_in(const struct field *f, const uint8_t *at)
{
    if (f->type == FIELD_HAND)
        return ((const struct held *)at)[KIND_NONE].number;
    const struct zone *z = (const struct zone *)at;
    int unknown = 0;
    for (int i = 0; i < z->count; i++)
        unknown += z->card[i].kind == KIND_NONE;
    return unknown;
}

/* ---- Places where only some kinds can be hidden ---- */

enum { ELEMENTS_MAX = 96 };

/* The elements of one pool that have unknown cards, sorted by the size of their sets of kinds, the
 * smallest first. */
struct element {
    const struct field *field;
    int number;
    uint64_t kinds;
    int unknown;
};

struct elements {
    int count;
    struct element one[ELEMENTS_MAX];
};

/* Sets of equal size stay in the order of the table of fields. */
static void elements_add(struct elements *all, struct element e)
{
    int i = all->count++;
    assert(all->count <= ELEMENTS_MAX);
    int size = __builtin_popcountll(e.kinds);
    for (; i > 0 && __builtin_popcountll(all->one[i - 1].kinds) > size; i--)
        all->one[i] = all->one[i - 1];
    all->one[i] = e;
}

static void elements_of(const struct schema *c, int pool, const void *state, struct elements *all)
{
    all->count = 0;
    for (const struct field *f = c->field; f < c->field + c->fields; f++)
        for (int i = 0, n = field_elements(f, state); field_hides(f) && i < n; i++) {
            struct element e = {.field = f, .number = i};
            e.unknown = field_pool(f, i) == pool ? count_unknown_in(f, field_in(f, state, i)) : 0;
            if (!e.unknown)
                continue;
            e.kinds = field_may_hide(f, state, i);
            elements_add(all, e);
        }
}

/* Whether any two sets are nested or disjoint. The elements are sorted, so only the smaller of two
 * sets can be the inner one. */
static bool nested(const struct elements *all)
{
    for (int i = 0; i < all->count; i++)
        for (int k = i + 1; k < all->count; k++) {
            uint64_t both = all->one[i].kinds & all->one[k].kinds;
            if (both && both != all->one[i].kinds)
                return false;
        }
    return true;
}

/* ---- Sets that overlap ---- */

/* The unknown places (one for each unknown card) and the card that each of them gets, as an index
 * into the bag. All places get a card, so there are as many cards as places. */
struct chain {
    const struct bag *bag;
    int places;
    uint64_t kinds[BAG_MAX];
    int card[BAG_MAX];
    int16_t owner[BAG_MAX]; /* the place that has each card of the bag; -1: none */
    bool tried[BAG_MAX];    /* the cards that the search for one place has looked at */
};

static bool sample_fits(const struct chain *c, int place, int card)
{
    return c->kinds[place] >> c->bag->kind[card] & 1;
}

/* Gives the place a card: a free one, or the card of a place that can take another one instead. The
 * search begins at a random card (`from`). */
static bool chain_give(struct chain *c, int place, uint32_t from)
{
    for (int k = 0; k < c->places; k++) {
        int card = (int)((from + (uint32_t)k) % (uint32_t)c->places);
        if (c->tried[card] || !sample_fits(c, place, card))
            continue;
        c->tried[card] = true;
        if (c->owner[card] < 0 || chain_give(c, c->owner[card], from)) {
            c->owner[card] = (int16_t)place;
            c->card[place] = card;
            return true;
        }
    }
    return false;
}

/* Passes the cards of two to four random places around in a circle, if each place may have the card
 * that it would get. */
static void chain_turn(struct chain *c)
{
    enum { PLACES_MAX = 4 };
    int place[PLACES_MAX], card[PLACES_MAX];
    int places = 2 + (int)rng_below(c->bag->rng, PLACES_MAX - 1);
    for (int i = 0; i < places; i++) {
        place[i] = (int)rng_below(c->bag->rng, (uint32_t)c->places);
        card[i] = c->card[place[i]];
        for (int k = 0; k < i; k++)
            if (place[k] == place[i])
                return;
    }
    for (int i = 0; i < places; i++)
        if (!sample_fits(c, place[i], card[(i + 1) % places]))
            return;
    for (int i = 0; i < places; i++)
        c->card[place[i]] = card[(i + 1) % places];
}

static void chain_mix(struct chain *c)
{
    for (int i = 0; i < 16 * c->places; i++)
        chain_turn(c);
}

/* Fills the elements one after the other with the cards that their places got. */
static void chain_fill(const struct chain *c, const struct elements *all, void *world)
{
    int place = 0;
    for (int i = 0; i < all->count; i++) {
        const struct element *e = &all->one[i];
        struct bag own = {.rng = c->bag->rng};
        for (int k = 0; k < e->unknown; k++)
            bag_put(&own, c->bag->kind[c->card[place++]], 1);
        element_fill(e->field, field_at(e->field, world, e->number), ALL_KINDS, &own);
    }
}

/* Finds a deal of the bag; false if there is none. `rng` decides which one; NULL: any will do. */
static bool chain_find(struct chain *c, const struct elements *all, const struct bag *bag,
                       struct rng *rng)
{
    c->bag = bag;
    c->places = 0;
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->one[i].unknown; k++)
            c->kinds[c->places++] = all->one[i].kinds;
    memset(c->owner, -1, sizeof c->owner);
    for (int place = 0; place < c->places; place++) {
        memset(c->tried, 0, sizeof c->tried);
        if (!chain_give(c, place, rng ? rng_below(rng, (uint32_t)c->places) : 0))
            return false;
    }
    return true;
}

static void deal_overlapping(const struct elements *all, const struct bag *bag, void *world)
{
    struct chain c;
    bool found = chain_find(&c, all, bag, bag->rng);
    assert(found); /* state_check has made sure that a deal exists */
    (void)found;
    chain_mix(&c);
    chain_fill(&c, all, world);
}

static bool deal_some(const struct schema *c, int pool, struct bag *bag, void *world)
{
    struct elements all;
    elements_of(c, pool, world, &all);
    if (!nested(&all)) {
        deal_overlapping(&all, bag, world);
        return false;
    }
    for (int i = 0; i < all.count; i++) {
        const struct element *e = &all.one[i];
        element_fill(e->field, field_at(e->field, world, e->number), e->kinds, bag);
    }
    return true;
}

/* ---- Pools ---- */

static void bag_fill(struct bag *bag, const struct schema *c, const int16_t left[KINDS_MAX])
{
    bag->size = 0;
    for (int kind = 1; kind < c->kinds; kind++)
        bag_put(bag, kind, left[kind]);
}

/* Of nested and disjoint sets each must be large enough for the places inside it, and that is
 * enough (Hall's theorem: a union of disjoint sets is too small only if one of them is). */
static bool sets_suffice(const struct schema *c, const struct elements *all,
                         const int16_t left[KINDS_MAX])
{
    for (int i = 0; i < all->count; i++) {
        int room = 0;
        for (int kind = 1; kind < c->kinds; kind++)
            room += all->one[i].kinds >> kind & 1 ? left[kind] : 0;
        for (int k = 0; k < all->count; k++)
            room -= all->one[k].kinds & ~all->one[i].kinds ? 0 : all->one[k].unknown;
        if (room < 0)
            return false;
    }
    return true;
}

bool pool_can_deal(const struct schema *c, const void *state, int pool,
                   const int16_t left[KINDS_MAX])
{
    struct elements all;
    struct bag bag;
    struct chain chain;
    elements_of(c, pool, state, &all);
    if (nested(&all))
        return sets_suffice(c, &all, left);
    bag_fill(&bag, c, left);
    return chain_find(&chain, &all, &bag, NULL);
}

static void deal_any(const struct schema *c, int pool, struct bag *bag, void *world)
{
    for (const struct field *f = c->field; f < c->field + c->fields && bag->size > 0; f++)
        for (int i = 0, n = field_elements(f, world); field_hides(f) && i < n; i++)
            if (field_pool(f, i) == pool)
                element_fill(f, field_at(f, world, i), ALL_KINDS, bag);
}

/* Counts the unknown cards of each pool. Returns whether any field has a `may_hide`. */
static bool count_unknown(const struct schema *c, const void *world, int unknown[POOLS_MAX])
{
    bool some = false;
    for (const struct field *f = c->field; f < c->field + c->fields; f++) {
        if (!field_hides(f))
            continue;
        some |= f->may_hide != NULL;
        for (int i = 0, n = field_elements(f, world); i < n; i++)
            unknown[field_pool(f, i)] += count_unknown_in(f, field_in(f, world, i));
    }
    return some;
}

bool state_sample(const struct schema *c, const void *view, struct rng *rng, void *world)
{
    int unknown[POOLS_MAX] = {0};
    int16_t left[KINDS_MAX];
    struct bag bag;
    bool exact = true;
    memcpy(world, view, c->size);
    struct head *h = world;
    h->viewer = VIEW_ALL;
    bag.rng = rng;
    bool some = count_unknown(c, world, unknown);
    for (int pool = 0; pool < c->pools; pool++) {
        if (!unknown[pool])
            continue;
        pool_left(c, world, pool, left);
        bag_fill(&bag, c, left);
        assert(bag.size == unknown[pool]);
        if (some)
            exact &= deal_some(c, pool, &bag, world);
        else
            deal_any(c, pool, &bag, world);
    }
    return exact;
}

static uint64_t known_kinds(const struct schema *c, const struct field *f, const uint8_t *at)
{
    const struct zone *z = (const struct zone *)at;
    uint64_t kinds = 0;
    if (f->type == FIELD_ZONE)
        for (int i = 0; i < z->count; i++)
            kinds |= UINT64_C(1) << z->card[i].kind;
    else
        for (int kind = 0; kind < c->kinds; kind++)
            kinds |= (uint64_t)(f->type == FIELD_PILE ? at[kind] > 0
                                                      : ((const struct held *)at)[kind].number > 0)
                     << kind;
    return kinds & ~(UINT64_C(1) << KIND_NONE);
}

uint64_t element_could_hold(const struct schema *c, const struct field *f, const void *view,
                            int element)
{
    int16_t left[KINDS_MAX];
    const uint8_t *at = field_in(f, view, element);
    uint64_t kinds = known_kinds(c, f, at);
    if (!field_hides(f) || !count_unknown_in(f, at))
        return kinds;
    pool_left(c, view, field_pool(f, element), left);
    for (int kind = 1; kind < c->kinds; kind++)
        kinds |= (uint64_t)(left[kind] > 0) << kind & field_may_hide(f, view, element);
    return kinds;
}
