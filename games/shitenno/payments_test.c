/* Compares the payments of Shitenno with a slow enumeration that follows the clauses literally:
 * every legal payment can be reached in exactly one way, and no other payment can be reached. */
#include <stdlib.h>
#include <string.h>

#include "game/game.h"
#include "shitenno.h"
#include "test.h"

/* ---- The slow way: S8 to S11 and S16 as they are written ---- */

enum { OBJECTS_MAX = 16, KOKU_SYMBOL = 0 };

/* The objects of a payment: symbols of troops, and Koku cards with their value. */
struct object {
    int troop; /* KOKU_SYMBOL: Koku */
    int value;
    bool koku_card;
};

struct table {
    struct object object[OBJECTS_MAX];
    int objects;
};

static void put(struct table *t, int troop, int value, bool koku_card)
{
    assert_true(t->objects < OBJECTS_MAX);
    t->object[t->objects++] = (struct object){troop, value, koku_card};
}

/* The troops on a card, from its name: 'sohei', 'bushi+sohei', 'koku2'. */
static void put_card(struct table *t, int kind)
{
    const char *name = shitenno_kinds[kind].id, *second = strchr(name, '+');
    const char *halves[] = {name, second ? second + 1 : NULL};
    if (strncmp(name, "koku", 4) == 0)
        put(t, KOKU_SYMBOL, name[4] - '0', true);
    for (int troop = SAMURAI; troop <= SHINOBI; troop++)
        for (int i = 0; i < 2 && halves[i]; i++)
            if (strncmp(halves[i], shitenno_kinds[troop].id, strlen(shitenno_kinds[troop].id)) == 0)
                put(t, troop, 1, false);
}

/* Each +1 adds one symbol of a troop that is there, or a Koku if there is one. */
static bool pays_with_plus(struct price price, const int troops[KINDS], int koku, int plus)
{
    if (koku >= price.koku)
        return true;
    if (troops[price.troop] >= price.number &&
        (!price.others || troops[price.other] >= price.others))
        return true;
    if (plus == 0)
        return false;
    if (koku > 0 && pays_with_plus(price, troops, koku + 1, plus - 1))
        return true;
    for (int troop = SAMURAI; troop <= SHINOBI; troop++) {
        int more[KINDS];
        memcpy(more, troops, sizeof more);
        more[troop]++;
        if (troops[troop] > 0 && pays_with_plus(price, more, koku, plus - 1))
            return true;
    }
    return false;
}

static bool pays_exchanged(struct price price, const struct table *t, int plus)
{
    int troops[KINDS] = {0}, koku = 0;
    for (int i = 0; i < t->objects; i++) {
        if (t->object[i].troop == KOKU_SYMBOL)
            koku += t->object[i].value;
        else
            troops[t->object[i].troop]++;
    }
    return pays_with_plus(price, troops, koku, plus);
}

/* Each object from here on stays as it is, or is exchanged: a symbol for any troop or one Koku, a
 * Koku card for any troop. */
static bool pays(struct price price, const struct table *t, int from, int exchanges, int plus)
{
    if (from == t->objects)
        return pays_exchanged(price, t, plus);
    if (pays(price, t, from + 1, exchanges, plus))
        return true;
    struct table other = *t;
    for (int troop = SAMURAI; exchanges > 0 && troop <= SHINOBI; troop++) {
        other.object[from] = (struct object){troop, 1, false};
        if (pays(price, &other, from + 1, exchanges - 1, plus))
            return true;
    }
    other.object[from] = (struct object){KOKU_SYMBOL, 1, false};
    return exchanges > 0 && !t->object[from].koku_card &&
           pays(price, &other, from + 1, exchanges - 1, plus);
}

static bool slow_covers(struct price price, const uint8_t items[TILES])
{
    struct table t = {.objects = 0};
    for (int kind = SAMURAI; kind < TILES; kind++)
        for (int i = 0; i < items[kind]; i++)
            put_card(&t, kind);
    if (!items[HATAMOTO])
        return pays(price, &t, 0, items[EXCHANGE], items[PLUS]);
    put(&t, SAMURAI, 1, false); /* one troop, of any type */
    for (int troop = SAMURAI; troop <= SHINOBI; troop++) {
        t.object[t.objects - 1].troop = troop;
        if (pays(price, &t, 0, items[EXCHANGE], items[PLUS]))
            return true;
    }
    return false;
}

static bool slow_legal(struct price price, const uint8_t items[TILES])
{
    if (!slow_covers(price, items))
        return false;
    for (int kind = HATAMOTO; kind < TILES; kind++) {
        uint8_t fewer[TILES];
        memcpy(fewer, items, TILES);
        if (!items[kind])
            continue;
        fewer[kind]--;
        if (slow_covers(price, fewer))
            return false;
    }
    return true;
}

/* ---- Lists of payments ---- */

enum { PAYMENTS_MAX = 4096 };

struct list {
    int count;
    uint8_t payment[PAYMENTS_MAX][TILES];
};

static void list_add(struct list *list, const uint8_t items[TILES])
{
    assert_true(list->count < PAYMENTS_MAX);
    memcpy(list->payment[list->count++], items, TILES);
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, TILES);
}

/* All numbers of all kinds from here on. */
static void list_slow(struct price price, const uint8_t purse[TILES], int kind,
                      uint8_t items[TILES], struct list *list)
{
    if (kind == TILES) {
        if (slow_legal(price, items))
            list_add(list, items);
        return;
    }
    for (int number = 0; number <= purse[kind]; number++) {
        items[kind] = (uint8_t)number;
        list_slow(price, purse, kind + 1, items, list);
    }
    items[kind] = 0;
}

/* All payments that the moves lead to. */
static void list_moves(const struct shitenno *s, struct list *list)
{
    struct move moves[MOVES_MAX];
    int count = shitenno_pays(s, moves);
    for (int i = 0; i < count; i++) {
        struct shitenno next = *s;
        uint8_t items[TILES] = {0};
        shitenno_lay(&next, moves[i].kind, moves[i].number[0]);
        if (!shitenno_paid_up(&next)) {
            int before = list->count;
            list_moves(&next, list);
            assert_true(list->count > before); /* every step leads to a payment */
            continue;
        }
        for (int kind = HATAMOTO; kind < TILES; kind++)
            items[kind] = (uint8_t)shitenno_paid(&next, kind);
        list_add(list, items);
    }
}

/* ---- Random takeovers ---- */

static void deal_price(struct shitenno *s, struct rng *rng)
{
    int province = (int)rng_below(rng, PROVINCES), position = (int)rng_below(rng, POSITIONS);
    memset(s, 0, sizeof *s);
    s->head = (struct head){.players = 2, .viewer = VIEW_ALL};
    s->phase = PH_PAY;
    s->target = (uint8_t)(province + 1);
    s->title[0] = rng_below(rng, 3) == 0 ? TITLE_HATAMOTO : DAIMYO;
    for (int i = 0; i < position; i++)
        s->kamon[province][i] = 2;
    for (int i = position; i < STACK; i++)
        zone_push(ZONE_OF(s->tiles[province]),
                  (struct card){(uint8_t)(TILES + rng_below(rng, TROOPS * BONUSES)), 0});
}

/* Random cards with at most this number of symbols and Koku cards in all. */
static void deal_items(struct shitenno *s, int objects, struct rng *rng)
{
    s->exchange[0] = (uint8_t)rng_below(rng, 4);
    s->plus[0] = (uint8_t)rng_below(rng, 4);
    while (objects > 0) {
        int kind = SAMURAI + (int)rng_below(rng, TILES - SAMURAI);
        bool doubled = kind >= DOUBLES && kind < KOKU1;
        if ((doubled && s->hand[0][kind].number) || doubled + 1 > objects)
            kind = SAMURAI + (int)rng_below(rng, TROOPS), doubled = false;
        s->hand[0][kind].number++;
        objects -= 1 + doubled;
    }
}

static void purse_of(const struct shitenno *s, uint8_t purse[TILES])
{
    memset(purse, 0, TILES);
    for (int kind = HATAMOTO; kind < TILES; kind++)
        purse[kind] = (uint8_t)shitenno_held(s, kind);
}

static void every_payment_is_reached(void **context)
{
    static struct list slow, fast;
    struct rng rng;
    int payments = 0;
    (void)context;
    rng_fast(&rng, 31);
    for (int i = 0; i < 6000; i++) {
        struct shitenno s;
        uint8_t purse[TILES], items[TILES] = {0};
        deal_price(&s, &rng);
        deal_items(&s, 1 + (int)rng_below(&rng, 7), &rng);
        purse_of(&s, purse);
        slow.count = fast.count = 0;
        list_slow(shitenno_price(&s, s.target - 1), purse, HATAMOTO, items, &slow);
        list_moves(&s, &fast);
        assert_int_equal(fast.count, slow.count);
        qsort(slow.payment, (size_t)slow.count, TILES, compare);
        qsort(fast.payment, (size_t)fast.count, TILES, compare);
        assert_memory_equal(fast.payment, slow.payment, (size_t)slow.count * TILES);
        payments += slow.count;
        bool can = shitenno_affordable(&s) >> (s.target - 1) & 1;
        assert_int_equal(can, slow.count > 0);
    }
    assert_true(payments > 6000);
}

static void covering_agrees_with_the_slow_way(void **context)
{
    struct rng rng;
    int covered = 0;
    (void)context;
    rng_fast(&rng, 37);
    for (int i = 0; i < 20000; i++) {
        struct shitenno s;
        uint8_t purse[TILES];
        deal_price(&s, &rng);
        deal_items(&s, (int)rng_below(&rng, 9), &rng);
        purse_of(&s, purse);
        struct price price = shitenno_price(&s, s.target - 1);
        bool covers = slow_covers(price, purse);
        for (int kind = HATAMOTO; kind < TILES; kind++)
            if (purse[kind])
                shitenno_lay(&s, kind, purse[kind]);
        assert_int_equal(shitenno_paid_up(&s), covers);
        covered += covers;
    }
    assert_in_range(covered, 2000, 18000);
}

/* A hand with all kinds of cards has very many payments, but the list of each decision still fits.
 */
static void rich_hands_fit(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 41);
    for (int i = 0; i < 40; i++) {
        struct shitenno s;
        struct move moves[MOVES_MAX];
        deal_price(&s, &rng);
        s.exchange[0] = s.plus[0] = 8;
        for (int kind = SAMURAI; kind < TILES; kind++)
            s.hand[0][kind].number = kind < DOUBLES ? 6 : kind < KOKU1 ? 1 : kind == KOKU1 ? 12 : 4;
        while (!shitenno_paid_up(&s)) {
            int count = shitenno_pays(&s, moves);
            assert_in_range(count, 1, 100);
            struct move move = moves[rng_below(&rng, (uint32_t)count)];
            shitenno_lay(&s, move.kind, move.number[0]);
        }
    }
}

/* The cost of the cheapest payment that begins with the step, found by trying all of them. */
static int slow_cost(const struct shitenno *s, struct move step, const uint8_t cost[TILES])
{
    struct shitenno t = *s;
    struct move moves[MOVES_MAX];
    int paid = step.number[0] * cost[step.kind], least = COST_MAX;
    shitenno_lay(&t, step.kind, step.number[0]);
    if (shitenno_paid_up(&t))
        return paid;
    for (int i = shitenno_pays(&t, moves) - 1; i >= 0; i--) {
        int rest = slow_cost(&t, moves[i], cost);
        least = rest < least ? rest : least;
    }
    return paid + least;
}

/* The cost of a step that is not part of the cheapest payment may be underestimated. */
static void the_cheapest_payment_is_found(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 43);
    for (int i = 0; i < 20000; i++) {
        struct shitenno s;
        struct move moves[MOVES_MAX];
        uint8_t cost[TILES];
        int fast = COST_MAX, slow = COST_MAX;
        deal_price(&s, &rng);
        deal_items(&s, 10, &rng);
        for (int kind = 0; kind < TILES; kind++)
            cost[kind] = (uint8_t)(kind < SAMURAI   ? 1 + (int)rng_below(&rng, 40)
                                   : kind < DOUBLES ? 20
                                   : kind < KOKU1   ? 40
                                                    : 15 * koku_value(kind));
        for (int k = shitenno_pays(&s, moves) - 1; k >= 0; k--) {
            int one = shitenno_cost(&s, moves[k], cost), other = slow_cost(&s, moves[k], cost);
            assert_true(one <= other);
            fast = one < fast ? one : fast;
            slow = other < slow ? other : slow;
        }
        assert_int_equal(fast, slow);
        if (slow < COST_MAX) {
            struct move take = move_make(TAKE, KIND_NONE, 0, s.target);
            assert_int_equal(shitenno_cost(&s, take, cost), slow);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_payment_is_reached),
        cmocka_unit_test(covering_agrees_with_the_slow_way),
        cmocka_unit_test(rich_hands_fit),
        cmocka_unit_test(the_cheapest_payment_is_found),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("payments", tests, NULL, NULL);
}
