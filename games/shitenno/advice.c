/* Shitenno: hints that tell bots how good a move looks, an estimate of who will win, and how bots
 * search.
 * All weights are tenths of a point. They come from two linear regressions of the final margin on
 * what each of two players has: over 20,000 games of beginner bots, and over some hundred games of
 * a weak search. The two agree on cards and tiles; on titles they do not, and the weights lie
 * between them. In both, Troops are worth about as much separately as together, so a hand is worth
 * the sum of its cards. */
#include "shitenno.h"

#include <string.h>

enum {
    EAGER = 20,  /* added to a takeover: there are few Kamons and years */
    SPARING = 8, /* added to the cost of a tile: it is better to keep it */
    STAGES = 5,
    STANDINGS = 6,
};

/* What things are worth in a stage of the game, by the Kamons that are left; most are worth less
 * towards the end. */
struct stage {
    uint8_t cost[TILES];   /* of items to pay with: the Hatamoto, tiles (with SPARING), cards */
    uint8_t taking;        /* a Card taking tile */
    uint8_t title[TITLES]; /* for a seat whose turn in the odd year is still to come */
    uint8_t tairo;         /* for a seat that chooses instead of forming lots */
    uint8_t doubt;         /* the margin that makes a seat e times as likely to win */
};

/* The costs of all items, from the worth of a Troop, a Koku, an Exchange and a +1. */
#define COSTS(a, k, e, p) \
    0, 1, (e) + SPARING, (p) + SPARING, a, a, a, a, 2 * (a), 2 * (a), 2 * (a), 2 * (a), 2 * (a), \
        2 * (a), 2 * (a), 2 * (a), 2 * (a), 2 * (a), k, 2 * (k), 3 * (k)

static const struct stage stages[STAGES] = {
    {{COSTS(11, 10, 20, 19)}, 0, {0, 28, 24, 85, 42}, 0, 50},
    {{COSTS(22, 19, 24, 30)}, 12, {0, 18, 20, 60, 36}, 8, 68},
    {{COSTS(26, 23, 20, 34)}, 22, {0, 14, 18, 44, 44}, 16, 76},
    {{COSTS(30, 25, 22, 38)}, 34, {0, 14, 20, 38, 46}, 25, 84},
    {{COSTS(28, 25, 15, 36)}, 32, {0, 12, 22, 32, 46}, 25, 92},
};

/* Counts all Kamons on the board, eight positions at a time: adding 0x7f sets the highest bit of
 * each byte that is not 0 (and below 129). */
static int kamons_on_board(const struct shitenno *s)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t eight[PROVINCES * POSITIONS / 8], placed = 0;
    memcpy(eight, s->kamon, sizeof eight);
    for (int i = 0; i < PROVINCES * POSITIONS / 8; i++)
        placed += (eight[i] + 0x7f * ones) >> 7 & ones;
    return (int)(placed * ones >> 56);
}

/* The stage, by the Kamons that a player has left on average, or could still place. */
static const struct stage *stage_of(const struct shitenno *s)
{
    static const uint8_t stage[] = {0, 0, 1, 1, 2, 2, 3, 3, 3};
    int players = s->head.players, years = KOKU_CARDS / players - s->year;
    int left = kamons_at_first(s) - kamons_on_board(s) / players;
    left = left < TAKEOVERS * years ? left : TAKEOVERS * years;
    return &stages[left < 0 ? 0 : left < (int)sizeof stage ? stage[left] : STAGES - 1];
}

/* ---- Lots ---- */

/* The worth of the pile's cards from this kind on. */
static int worth_cards(const struct stage *w, const uint8_t pile[KINDS], int from)
{
    int worth = 0;
    for (uint64_t kinds = pile_kinds(pile, TILES) >> from << from; kinds; kinds &= kinds - 1) {
        int kind = __builtin_ctzll(kinds);
        worth += pile[kind] * w->cost[kind];
    }
    return worth;
}

/* The average worth of the titles that are left. */
static int worth_title(const struct stage *w, const struct shitenno *s)
{
    int worth = 0, number = 0;
    for (int title = DAIMYO; title < TITLES; title++)
        if (title_free(s, title)) {
            worth += w->title[title];
            number++;
        }
    return worth / number;
}

/* How far the lot would be from a fair one: it should not have too much, and the cards that can
 * still follow should not be too few. */
static int worth_add(const struct stage *w, const struct shitenno *s, int kind)
{
    int lot = worth_cards(w, s->lot, SAMURAI);
    int fair = (lot + worth_cards(w, s->offer, SAMURAI)) / lotless_number(s);
    int over = lot + w->cost[kind] - fair - 15;
    int under = fair - 15 - lot - worth_cards(w, s->offer, kind);
    return -15 - (over > 0 ? over : 0) - (under > 0 ? under : 0);
}

/* How much better the lot is than the expected one. */
static int worth_lot(const struct stage *w, const struct shitenno *s, int title)
{
    int lot = worth_cards(w, s->lot, SAMURAI), left = worth_cards(w, s->offer, SAMURAI);
    return lot + w->title[title] - (lot + left) / lotless_number(s) - worth_title(w, s);
}

/* How much better the first of two lots is. */
static int worth_first(const struct stage *w, const struct shitenno *s, int first, int second)
{
    return worth_cards(w, s->lot, SAMURAI) + w->title[first] - worth_cards(w, s->offer, SAMURAI) -
           w->title[second];
}

static int minus_off(int off)
{
    return off < 0 ? off : -off;
}

/* ---- The odd year ---- */

/* The standing of a seat in a province with `more` Kamons added: twice its lead over the next seat,
 * plus or minus 1 for who wins a tie by the leftmost Kamon. */
static int standing(const struct shitenno *s, int province, int seat, int more)
{
    const uint8_t *row = s->kamon[province];
    int kamons[PLAYERS_MAX] = {0}, best = 0;
    for (int i = 0; i < POSITIONS && row[i]; i++)
        kamons[kamon_seat(row[i])] += kamon_golden(row[i]) ? 2 : 1;
    kamons[seat] += more;
    for (int other = 0; other < PLAYERS_MAX; other++)
        if (other != seat && kamons[other] > best)
            best = kamons[other];
    for (int i = 0; i < POSITIONS && row[i]; i++)
        if (kamon_seat(row[i]) == seat)
            return 2 * (kamons[seat] - best) + 1;
        else if (kamons[kamon_seat(row[i])] == best)
            break;
    return 2 * (kamons[seat] - best) - 1 + 2 * (best == 0);
}

/* The worth of a standing, with this number of free positions. */
static int worth_standing(int stands, int free)
{
    static const uint8_t worth[POSITIONS][STANDINGS] = {
        {0, 0, 0, 60, 60, 60},
        {4, 8, 24, 36, 52, 56},
        {4, 10, 20, 40, 50, 56},
        {4, 8, 30, 30, 52, 56},
    };
    int place = stands < -3 ? 0 : stands > 3 ? STANDINGS - 1 : (stands + 5) / 2;
    return worth[free][place];
}

/* What one more Kamon there is worth, including what the others lose. */
static int worth_lead(const struct shitenno *s, int province, int free)
{
    int before = s->kamon[province][0] ? worth_standing(standing(s, province, s->turn, 0), free)
                                       : 60 / s->head.players;
    int after = worth_standing(standing(s, province, s->turn, 1), free);
    return (after - before) * s->head.players / (s->head.players - 1);
}

static int worth_tile(const struct stage *w, int bonus)
{
    return bonus == BONUS_TAKING ? w->taking : w->cost[EXCHANGE + bonus] - SPARING;
}

static int worth_take(const struct stage *w, const struct shitenno *s, int province)
{
    const struct shitenno_stack *tiles = &s->tiles[province];
    int position = free_position(s, province);
    int points = shitenno_provinces[province].points[position] + title_points(s->title[s->turn]);
    int tile = tiles->count ? worth_tile(w, tile_bonus(tiles->card[tiles->count - 1].kind)) : 0;
    return 10 * points + worth_lead(s, province, POSITIONS - 1 - position) + tile;
}

int shitenno_hint(const void *view, struct move move)
{
    const struct shitenno *s = view;
    const struct stage *w = stage_of(s);
    int place = move.number[0], second = move.number[1], province = place - PLACE_PROVINCE;
    switch ((enum verb_id)move.verb) {
    case ADD:
        return worth_add(w, s, move.kind);
    case OFFER:
        return minus_off(worth_lot(w, s, title_of(place)));
    case DIVIDE:
        return minus_off(worth_first(w, s, title_of(place), title_of(second)));
    case ACCEPT:
        return worth_lot(w, s, s->lot_title);
    case CHOOSE:
        return place == 1 ? worth_first(w, s, s->lot_title, s->offer_title) : 0;
    case TAKE:
        return EAGER + worth_take(w, s, province) - shitenno_cost(s, move, w->cost);
    case PAY:
        return -shitenno_cost(s, move, w->cost);
    case DRAW:
        return 200;
    case GILD:
        return 5 + worth_lead(s, province, POSITIONS - free_position(s, province));
    case REFUSE:
    case WITHDRAW:
    case DECLINE:
    case DONE:
    case VERBS:
        break;
    }
    return 0;
}

/* ---- The value ---- */

/* Cards and tiles; the items of a payment that is not complete still belong to the seat. */
static int worth_hand(const struct stage *w, const struct shitenno *s, int seat)
{
    bool pays = s->phase == PH_PAY && seat == s->turn;
    int worth = pays ? worth_cards(w, s->paid, SAMURAI) : 0;
    for (int kind = SAMURAI; kind < TILES; kind++)
        worth += s->hand[seat][kind].number * w->cost[kind];
    return worth +
           (s->exchange[seat] + (pays ? s->pay_exchange : 0)) * worth_tile(w, BONUS_EXCHANGE) +
           (s->plus[seat] + (pays ? s->pay_plus : 0)) * worth_tile(w, BONUS_PLUS) +
           s->taking[seat] * worth_tile(w, BONUS_TAKING);
}

/* The title that a seat has taken (the cards are in its hand), or the lot that it can expect. */
static int worth_sharing(const struct stage *w, const struct shitenno *s, int seat)
{
    if (s->next[seat])
        return w->title[s->next[seat]];
    int cards = worth_cards(w, s->lot, SAMURAI) + worth_cards(w, s->offer, SAMURAI);
    return cards / lotless_number(s) + worth_title(w, s) + (seat == tairo(s) ? 0 : w->tairo);
}

/* What a seat has, apart from its points and its provinces. */
static int worth_seat(const struct stage *w, const struct shitenno *s, int seat)
{
    if (s->phase < PH_TURN)
        return worth_hand(w, s, seat) + worth_sharing(w, s, seat);
    if (s->title[seat] >= s->title[s->turn])
        return worth_hand(w, s, seat) + w->title[s->title[seat]];
    return game_ends(s) ? 10 * shitenno_count(s, seat) : worth_hand(w, s, seat);
}

/* The worth of the current standings in all provinces. */
static int worth_provinces(const struct shitenno *s, int seat)
{
    int worth = 0;
    for (int province = 0; province < PROVINCES; province++)
        if (s->kamon[province][0])
            worth += worth_standing(standing(s, province, seat, 0),
                                    POSITIONS - free_position(s, province));
        else
            worth += 60 / s->head.players;
    return worth;
}

/* It is assumed that the better of the two lots will be chosen. */
static void add_lots(const struct stage *w, const struct shitenno *s, int worth[])
{
    int more = worth_first(w, s, s->lot_title, s->offer_title) / 2;
    worth[s->turn] -= minus_off(more);
    worth[tairo(s)] += minus_off(more);
}

void shitenno_value(const void *state, int chances[])
{
    const struct shitenno *s = state;
    const struct stage *w = stage_of(s);
    int worth[PLAYERS_MAX], players = s->head.players;
    for (int seat = 0; seat < players; seat++)
        worth[seat] = 10 * s->score[seat] + worth_seat(w, s, seat) + worth_provinces(s, seat);
    if (s->phase == PH_CHOOSE)
        add_lots(w, s, worth);
    chances_by_points(players, worth, w->doubt, chances);
}

/* A playout goes on for a while, because the value does not see what can be taken next. It always
 * follows the hints, because a takeover that is missed or paid too expensively would spoil it. */
const struct tuning shitenno_tuning = {
    .plies = 12,
    .spread = 20,
    .greed = 100,
    .explore = 60,
    .level = {{0, 100}, {0, 35}, {0, 0}, {60, 4}, {400, 0}, {12000, 0}},
};
