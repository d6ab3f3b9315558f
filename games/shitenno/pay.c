/* Shitenno: payments.
 * A payment is a number of items of each kind: cards, Exchange and +1 tiles, and the use of the
 * Hatamoto. Whether it covers a price depends only on a few sums over all items: the symbols of
 * each troop, the Koku cards and their value, and so on. Each item adds its share to every sum, so
 * a payment is stored as one word of small sums, and adding or removing an item is one addition. A
 * payment is legal if it covers the price, in Troops or in Koku, and if no item can be left out so
 * that the rest still covers it (S8). More items never cover less. So no legal payment is part of
 * another, and a payment is complete as soon as it covers the price. Its items are named in the
 * order of kinds. A step is legal if at least one legal payment begins with it; a search finds this
 * out. It goes through the items in their order and turns back where the remaining items cannot
 * cover the price, or where a paid card would be useless. payments_test.c compares all this with a
 * slow enumeration. */
#include "shitenno.h"

/* ---- Sums ---- */

typedef uint64_t sums;

enum sum {
    SUM_TROOPS,                        /* symbols of each of the four troops */
    SUM_SYMBOLS = SUM_TROOPS + TROOPS, /* all symbols */
    SUM_CARDS,                         /* Troop cards */
    SUM_KOKU,                          /* Koku cards */
    SUM_VALUE,                         /* their value */
    SUM_EXCHANGE,
    SUM_PLUS,
    SUM_HATAMOTO,
    SUM_BITS = 6, /* 34 Troop cards with 44 symbols, 24 Koku cards worth 40 */
};

#define ONE(sum) ((sums)1 << SUM_BITS * (sum))
#define SUM_TROOP(troop) ((int)SUM_TROOPS - SAMURAI + (troop))
#define SYMBOL(troop) (ONE(SUM_TROOP(troop)) + ONE(SUM_SYMBOLS))
#define SINGLE(troop) (ONE(SUM_CARDS) + SYMBOL(troop))
#define DOUBLE(troop, second) (SINGLE(troop) + SYMBOL(second))
#define KOKU(value) (ONE(SUM_KOKU) + ONE(SUM_VALUE) * (value))

/* What one item of each kind adds to the sums. */
static const sums shares[TILES] = {
    [HATAMOTO] = ONE(SUM_HATAMOTO),
    [EXCHANGE] = ONE(SUM_EXCHANGE),
    [PLUS] = ONE(SUM_PLUS),
    [SAMURAI] = SINGLE(SAMURAI),
    [BUSHI] = SINGLE(BUSHI),
    [SOHEI] = SINGLE(SOHEI),
    [SHINOBI] = SINGLE(SHINOBI),
    [DOUBLES] = DOUBLE(SAMURAI, SAMURAI),
    DOUBLE(SAMURAI, BUSHI),
    DOUBLE(SAMURAI, SOHEI),
    DOUBLE(SAMURAI, SHINOBI),
    DOUBLE(BUSHI, BUSHI),
    DOUBLE(BUSHI, SOHEI),
    DOUBLE(BUSHI, SHINOBI),
    DOUBLE(SOHEI, SOHEI),
    DOUBLE(SOHEI, SHINOBI),
    DOUBLE(SHINOBI, SHINOBI),
    [KOKU1] = KOKU(1),
    [KOKU2] = KOKU(2),
    [KOKU3] = KOKU(3),
};

static inline int sum_get(sums all, int which)
{
    return (int)(all >> SUM_BITS * which & ((1u << SUM_BITS) - 1));
}

static inline int troop_symbols(sums all, int troop)
{
    return sum_get(all, SUM_TROOP(troop));
}

static inline int other_symbols(struct price price, sums all)
{
    return troop_symbols(all, price.other) & -price.others;
}

static inline int least(int a, int b)
{
    return a < b ? a : b;
}

/* S10, S11: Exchanges come first and work on symbols that the price does not need; then come +1,
 * which need a symbol of their troop to add to. The price asks for the other troop only once, so a
 * +1 never helps there: if it is missing, the Hatamoto or an Exchange must provide it, and provides
 * one symbol less of the main troop. The code has no branches because the processor could not
 * predict them. */
static inline bool covers_in_troops(struct price price, sums all)
{
    int troop = troop_symbols(all, price.troop), other = other_symbols(price, all);
    int spare = sum_get(all, SUM_SYMBOLS) - troop - other + sum_get(all, SUM_KOKU);
    int hatamoto = sum_get(all, SUM_HATAMOTO), exchanges = sum_get(all, SUM_EXCHANGE);
    int surplus = other - price.others, missing = surplus < 0;
    int have = troop + hatamoto + least(exchanges, spare + (missing ? 0 : surplus)) - missing;
    int wanted = price.number - sum_get(all, SUM_PLUS);
    return (have >= (wanted > 1 ? wanted : 1)) & (!missing | (hatamoto + exchanges > 0));
}

static inline bool covers_in_koku(struct price price, sums all)
{
    int symbols = sum_get(all, SUM_SYMBOLS) + sum_get(all, SUM_HATAMOTO);
    int exchanged = least(sum_get(all, SUM_EXCHANGE), symbols);
    int plus = sum_get(all, SUM_KOKU) + exchanged > 0 ? sum_get(all, SUM_PLUS) : 0;
    return sum_get(all, SUM_VALUE) + exchanged + plus >= price.koku;
}

static inline bool covers(struct price price, sums all)
{
    bool koku = covers_in_koku(price, all), troops = covers_in_troops(price, all);
    return koku || troops;
}

/* ---- Prices and items ---- */

struct price shitenno_price(const struct shitenno *s, int province)
{
    const struct shitenno_province *p = &shitenno_provinces[province];
    const struct shitenno_stack *tiles = &s->tiles[province];
    int more = tiles->count ? tile_troop(tiles->card[tiles->count - 1].kind) : p->troop;
    int others = more != p->troop;
    return (struct price){
        .troop = p->troop,
        .number = p->number + !others,
        .other = more,
        .others = others,
        .koku = p->points[tiles->count ? STACK - tiles->count : POSITIONS - 1],
    };
}

int shitenno_held(const struct shitenno *s, int kind)
{
    int seat = s->turn;
    if (kind == HATAMOTO) /* S16 */
        return s->title[seat] == TITLE_HATAMOTO && !s->used && !s->pay_hatamoto;
    return kind == EXCHANGE ? s->exchange[seat]
           : kind == PLUS   ? s->plus[seat]
                            : s->hand[seat][kind].number;
}

int shitenno_paid(const struct shitenno *s, int kind)
{
    return kind == HATAMOTO   ? s->pay_hatamoto
           : kind == EXCHANGE ? s->pay_exchange
           : kind == PLUS     ? s->pay_plus
                              : s->paid[kind];
}

void shitenno_lay(struct shitenno *s, int kind, int number)
{
    if (kind == HATAMOTO) {
        s->pay_hatamoto = 1;
    } else if (kind == EXCHANGE) {
        s->exchange[s->turn] = (uint8_t)(s->exchange[s->turn] - number);
        s->pay_exchange = (uint8_t)number;
    } else if (kind == PLUS) {
        s->plus[s->turn] = (uint8_t)(s->plus[s->turn] - number);
        s->pay_plus = (uint8_t)number;
    } else {
        hand_take(&s->head, s->hand[s->turn], kind, number, s->turn);
        s->paid[kind] = (uint8_t)number;
    }
}

/* The kinds of items that the active player has, and those that are paid, as bits. */
static uint32_t kinds_held(const struct shitenno *s)
{
    return (uint32_t)hand_kinds(s->hand[s->turn], TILES) |
           (uint32_t)(shitenno_held(s, HATAMOTO) > 0) << HATAMOTO |
           (uint32_t)(s->exchange[s->turn] > 0) << EXCHANGE |
           (uint32_t)(s->plus[s->turn] > 0) << PLUS;
}

static uint32_t kinds_paid(const struct shitenno *s)
{
    return (uint32_t)pile_kinds(s->paid, TILES) | (uint32_t)s->pay_hatamoto << HATAMOTO |
           (uint32_t)(s->pay_exchange > 0) << EXCHANGE | (uint32_t)(s->pay_plus > 0) << PLUS;
}

bool shitenno_paid_up(const struct shitenno *s)
{
    sums all = 0;
    for (uint32_t kinds = kinds_paid(s); kinds; kinds &= kinds - 1) {
        int kind = __builtin_ctz(kinds);
        all += (sums)shitenno_paid(s, kind) * shares[kind];
    }
    return covers(shitenno_price(s, s->target - 1), all);
}

unsigned shitenno_affordable(const struct shitenno *s)
{
    sums all = 0;
    unsigned provinces = 0;
    for (uint32_t kinds = kinds_held(s); kinds; kinds &= kinds - 1) {
        int kind = __builtin_ctz(kinds);
        all += (sums)shitenno_held(s, kind) * shares[kind];
    }
    for (int province = 0; province < PROVINCES; province++) {
        bool room = !s->kamon[province][POSITIONS - 1];
        provinces |= (unsigned)(room & covers(shitenno_price(s, province), all)) << province;
    }
    return provinces;
}

/* ---- The search ---- */

struct item {
    uint8_t kind, number;
    sums rest; /* the sums of this item and of all later ones */
};

struct search {
    struct price price;
    int items;
    struct item item[TILES];
    int used; /* the number of kinds in the payment so far, whose shares follow */
    sums share[TILES];
    const uint8_t *cost; /* of one item of each kind, for the cheapest payment */
};

/* Whether a payment that does not cover the price yet might still become a legal one in Troops or
 * in Koku. In Troops, each card, the Hatamoto and each +1 adds at least one needed symbol, and a
 * card without one needs an Exchange. In Koku, each Troop card needs an Exchange. */
static bool troops_possible(struct price price, sums all)
{
    int cards = sum_get(all, SUM_CARDS), koku = sum_get(all, SUM_KOKU);
    int useful = troop_symbols(all, price.troop) + other_symbols(price, all);
    int items = cards + koku + sum_get(all, SUM_HATAMOTO) + sum_get(all, SUM_PLUS);
    return (items < price.number + price.others) &
           (cards - least(cards, useful) + koku <= sum_get(all, SUM_EXCHANGE));
}

static bool koku_possible(sums all)
{
    return sum_get(all, SUM_CARDS) <= sum_get(all, SUM_EXCHANGE);
}

/* Whether every item is needed: without one of any kind the payment would not cover the price. The
 * last kind need not be tried, because the payment did not cover before it was added. */
static bool nothing_left_out(const struct search *q, sums all)
{
    bool left_out = false;
    for (int i = 0; i < q->used - 1; i++)
        left_out |= covers(q->price, all - q->share[i]);
    return !left_out;
}

/* Continues the payment with the items from `from` on. Lists the steps after which a legal payment
 * can be completed and returns their number; without a list it stops at the first and returns 1. */
static int complete(struct search *q, int from, sums all, struct move moves[])
{
    int count = 0;
    bool troops = troops_possible(q->price, all), koku = koku_possible(all);
    for (int i = from; i < q->items && (troops || koku); i++) {
        const struct item *item = &q->item[i];
        if (!(troops && covers_in_troops(q->price, all + item->rest)) &&
            !(koku && covers_in_koku(q->price, all + item->rest)))
            break;
        bool covered = false;
        sums more = all;
        sums share = q->share[q->used++] = shares[item->kind];
        for (int number = 1; number <= item->number && !covered; number++) {
            more += share;
            covered = covers(q->price, more);
            if (!(covered ? nothing_left_out(q, more)
                          : i + 1 < q->items && complete(q, i + 1, more, NULL)))
                continue;
            if (moves)
                moves[count] = move_make(PAY, item->kind, 0, (uint32_t)number);
            count++;
            covered |= !moves;
        }
        q->used--;
        if (count && !moves)
            break;
    }
    return count;
}

/* The kinds that can be useful, as bits: without an Exchange, a Troop card with neither troop of
 * the price is useless. */
static uint32_t useful_kinds(struct price price, bool exchanges)
{
    static const uint32_t with_troop[TROOPS] = {
        1u << SAMURAI | 0xfu << DOUBLES,
        1u << BUSHI | 0x72u << DOUBLES,
        1u << SOHEI | 0x1a4u << DOUBLES,
        1u << SHINOBI | 0x348u << DOUBLES,
    };
    uint32_t all = (1u << TILES) - 1, troops = (1u << KOKU1) - (1u << SAMURAI);
    return exchanges ? all
                     : (all & ~troops) | with_troop[price.troop - SAMURAI] |
                           with_troop[price.other - SAMURAI];
}

/* Lists the items after the last one paid; returns the sums of the payment so far. */
static sums search_init(struct search *q, const struct shitenno *s, int province)
{
    uint32_t paid = kinds_paid(s), held = kinds_held(s), past = 0;
    sums all = 0, rest = 0;
    q->price = shitenno_price(s, province);
    q->items = q->used = 0;
    held &= useful_kinds(q->price, s->exchange[s->turn] + s->pay_exchange > 0);
    for (; paid; paid &= paid - 1) {
        int kind = __builtin_ctz(paid);
        q->share[q->used++] = shares[kind];
        all += (sums)shitenno_paid(s, kind) * shares[kind];
        past = (2u << kind) - 1;
    }
    for (uint32_t kinds = held & ~past; kinds; kinds &= kinds - 1) {
        int kind = __builtin_ctz(kinds);
        q->item[q->items++] = (struct item){(uint8_t)kind, (uint8_t)shitenno_held(s, kind), 0};
    }
    for (int i = q->items - 1; i >= 0; i--)
        q->item[i].rest = rest += q->item[i].number * shares[q->item[i].kind];
    return all;
}

/* Steps have at most eleven items of a kind, because no price is higher. */
int shitenno_pays(const struct shitenno *s, struct move moves[MOVES_MAX])
{
    struct search q;
    sums all = search_init(&q, s, s->target - 1);
    return complete(&q, 0, all, moves);
}

/* ---- The cheapest payment ---- */

/* A lower bound for the cost of what is missing: each missing Troop or Koku costs at least as much
 * as the cheapest item that can provide it. The Hatamoto comes first, so it is already paid if it
 * is used. */
static int cost_bound(const struct search *q, sums all)
{
    int tiles = sum_get(all, SUM_EXCHANGE) + sum_get(all, SUM_PLUS) + sum_get(all, SUM_HATAMOTO);
    int useful = troop_symbols(all, q->price.troop) + other_symbols(q->price, all);
    int troops = q->price.number + q->price.others - useful - tiles;
    int koku = q->price.koku - sum_get(all, SUM_VALUE) - tiles;
    int tile = least(q->cost[EXCHANGE], q->cost[PLUS]);
    return least(troops * least(q->cost[SAMURAI], tile), koku * least(q->cost[KOKU1], tile));
}

/* The lowest cost of completing the payment with the items from `from` on, or the limit if it is
 * not lower. The cheapest payment has no idle item, so S8 need not be checked. Payments without
 * tiles are tried first: most of them are cheaper and lower the limit. */
static int least_cost(const struct search *q, int from, sums all, int limit)
{
    bool troops = troops_possible(q->price, all), koku = koku_possible(all);
    for (int i = q->items - 1; i >= from && (troops || koku); i--) {
        const struct item *item = &q->item[i];
        if (!(troops && covers_in_troops(q->price, all + item->rest)) &&
            !(koku && covers_in_koku(q->price, all + item->rest)))
            continue;
        bool covered = false;
        sums more = all;
        int cost = q->cost[item->kind], spent = cost;
        for (int number = 1; number <= item->number && spent < limit && !covered; number++) {
            more += shares[item->kind];
            covered = covers(q->price, more);
            if (covered)
                limit = spent;
            else if (spent + cost_bound(q, more) < limit)
                limit = spent + least_cost(q, i + 1, more, limit - spent);
            spent += cost;
        }
    }
    return limit;
}

int shitenno_cost(const struct shitenno *s, struct move move, const uint8_t cost[TILES])
{
    struct search q;
    sums all = search_init(&q, s, (move.verb == TAKE ? move.number[0] : s->target) - 1);
    int from = 0, paid = 0;
    q.cost = cost;
    if (move.verb == PAY) {
        while (q.item[from++].kind != move.kind)
            ;
        all += move.number[0] * shares[move.kind];
        paid = move.number[0] * cost[move.kind];
    }
    return covers(q.price, all) ? paid : paid + least_cost(&q, from, all, COST_MAX);
}
