/* Shitenno, a game of sharing and taking provinces by Cedric Lefebvre for 2-4 players.
 * Its rules, clause by clause: rules.md. */
#include "shitenno.h"

#include <assert.h>

#include "core/catalog.h"
#include "game/game.h"

/* ---- Cards, tiles, provinces ---- */

const struct kind shitenno_kinds[KINDS] = {
    {"?", SAY("a card")},
    [HATAMOTO] = {"hatamoto", SAY("Hatamoto")},
    [EXCHANGE] = {"exchange", SAY("Exchange")},
    [PLUS] = {"plus", "+1"},
    [SAMURAI] = {"samurai", SAY("Samurai")},
    [BUSHI] = {"bushi", SAY("Bushi")},
    [SOHEI] = {"sohei", SAY("Sohei")},
    [SHINOBI] = {"shinobi", SAY("Shinobi")},
    [DOUBLES] = {"samurai+samurai", SAY("Samurai+Samurai")},
    {"samurai+bushi", SAY("Samurai+Bushi")},
    {"samurai+sohei", SAY("Samurai+Sohei")},
    {"samurai+shinobi", SAY("Samurai+Shinobi")},
    {"bushi+bushi", SAY("Bushi+Bushi")},
    {"bushi+sohei", SAY("Bushi+Sohei")},
    {"bushi+shinobi", SAY("Bushi+Shinobi")},
    {"sohei+sohei", SAY("Sohei+Sohei")},
    {"sohei+shinobi", SAY("Sohei+Shinobi")},
    {"shinobi+shinobi", SAY("Shinobi+Shinobi")},
    [KOKU1] = {"koku1", SAY("single Koku")},
    [KOKU2] = {"koku2", SAY("double Koku")},
    [KOKU3] = {"koku3", SAY("triple Koku")},
    [TILES] = {"samurai-exchange", SAY("Samurai/Exchange")},
    {"samurai-plus", SAY("Samurai/+1")},
    {"samurai-taking", SAY("Samurai/Card taking")},
    {"bushi-exchange", SAY("Bushi/Exchange")},
    {"bushi-plus", SAY("Bushi/+1")},
    {"bushi-taking", SAY("Bushi/Card taking")},
    {"sohei-exchange", SAY("Sohei/Exchange")},
    {"sohei-plus", SAY("Sohei/+1")},
    {"sohei-taking", SAY("Sohei/Card taking")},
    {"shinobi-exchange", SAY("Shinobi/Exchange")},
    {"shinobi-plus", SAY("Shinobi/+1")},
    {"shinobi-taking", SAY("Shinobi/Card taking")},
};

const struct shitenno_province shitenno_provinces[PROVINCES] = {
    {SAY("Chugoku"), {3, 4, 6, 9}, SAMURAI, 2}, {SAY("Chubu"), {3, 4, 6, 9}, SHINOBI, 2},
    {SAY("Hokkaido"), {3, 4, 6, 9}, SOHEI, 2},  {SAY("Kyushu"), {3, 4, 6, 9}, BUSHI, 2},
    {SAY("Kanto"), {5, 6, 8, 11}, SAMURAI, 3},  {SAY("Kansai"), {5, 6, 8, 11}, SHINOBI, 3},
    {SAY("Shikoku"), {5, 6, 8, 11}, SOHEI, 3},  {SAY("Tohoku"), {5, 6, 8, 11}, BUSHI, 3},
};

const char *const shitenno_titles[TITLES] = {"nobody", SAY("Daimyo"), SAY("Shomyo"), SAY("Sensei"),
                                             SAY("Hatamoto")};

#define KOKU_COPIES [KOKU1] = 12, [KOKU2] = 8, [KOKU3] = 4

static const uint8_t pool_cards[KINDS] = {
    [SAMURAI] = 6,     [BUSHI] = 6,       [SOHEI] = 6,       [SHINOBI] = 6,     [DOUBLES] = 1,
    [DOUBLES + 1] = 1, [DOUBLES + 2] = 1, [DOUBLES + 3] = 1, [DOUBLES + 4] = 1, [DOUBLES + 5] = 1,
    [DOUBLES + 6] = 1, [DOUBLES + 7] = 1, [DOUBLES + 8] = 1, [DOUBLES + 9] = 1, KOKU_COPIES,
};

static const uint8_t pool_tiles[KINDS] = {
    [TILES] = 2,     [TILES + 1] = 2, [TILES + 2] = 2,  [TILES + 3] = 2,
    [TILES + 4] = 2, [TILES + 5] = 2, [TILES + 6] = 2,  [TILES + 7] = 2,
    [TILES + 8] = 2, [TILES + 9] = 2, [TILES + 10] = 2, [TILES + 11] = 2,
};

static const uint8_t *census(const void *state, int pool)
{
    (void)state;
    return pool == POOL_CARDS ? pool_cards : pool_tiles;
}

static const char *const phase_names[PHASES] = {
    "form", "offer", "divide", "choose", "turn", "pay", "gild", "over",
};
static const char *const title_names[TITLES] = {"-", "daimyo", "shomyo", "sensei", "hatamoto"};
const char *const shitenno_places[PLACES] = {
    "-",       "chugoku", "chubu",  "hokkaido", "kyushu", "kanto",    "kansai",
    "shikoku", "tohoku",  "daimyo", "shomyo",   "sensei", "hatamoto",
};
static const char *const kamon_names[2 * PLAYERS_MAX + 1] = {
    "-", "A", "B", "C", "D", "A+", "B+", "C+", "D+",
};

static const struct verb verbs[VERBS] = {
    [ADD] = {.name = "add", .parts = "K"},
    [OFFER] = {.name = "offer", .parts = "P"},
    [ACCEPT] = {.name = "accept", .parts = ""},
    [REFUSE] = {.name = "refuse", .parts = ""},
    [DIVIDE] = {.name = "divide", .parts = "PP"},
    [CHOOSE] = {.name = "choose", .parts = "N"},
    [TAKE] = {.name = "take", .parts = "P"},
    [PAY] = {.name = "pay", .parts = "KN", .plays = true},
    [WITHDRAW] = {.name = "withdraw", .parts = ""},
    [DRAW] = {.name = "draw", .parts = ""},
    [GILD] = {.name = "gild", .parts = "PN"},
    [DECLINE] = {.name = "decline", .parts = ""},
    [DONE] = {.name = "done", .parts = ""},
};

/* The Kamons and the tiles of a province have the province's name. */
#define KAMONS(province, place) \
    .name = province, .offset = offsetof(struct shitenno, kamon[place]), .size = 1, \
    .count = POSITIONS, .type = FIELD_NAME, .names = kamon_names, \
    .number = sizeof kamon_names / sizeof kamon_names[0]
#define STACKED(province, place) \
    .name = province "-tiles", .offset = offsetof(struct shitenno, tiles[place]), \
    .size = sizeof(struct shitenno_stack), .count = 1, .type = FIELD_ZONE, .ordered = true, \
    .pool = POOL_TILES

/* The Koku deck has only Koku cards. */
static uint64_t koku_cards(const void *state, int element)
{
    (void)state, (void)element;
    return UINT64_C(7) << KOKU1;
}

static const struct field fields[] = {
    FIELDS_OF_HEAD,
    {FIELD_ONE(struct shitenno, phase), .type = FIELD_NAME, .names = phase_names, .number = PHASES},
    {FIELD_ONE(struct shitenno, year), .type = FIELD_NUMBER},
    {FIELD_ONE(struct shitenno, turn), .type = FIELD_SEAT},
    {FIELD_BY_SEAT(struct shitenno, title), .type = FIELD_NAME, .names = title_names,
     .number = TITLES},
    {FIELD_BY_SEAT(struct shitenno, next), .type = FIELD_NAME, .names = title_names,
     .number = TITLES},
    {FIELD_ONE(struct shitenno, lot_title), .type = FIELD_NAME, .names = title_names,
     .number = TITLES},
    {FIELD_ONE(struct shitenno, offer_title), .type = FIELD_NAME, .names = title_names,
     .number = TITLES},
    {FIELD_ONE(struct shitenno, placed), .type = FIELD_NUMBER},
    {FIELD_ONE(struct shitenno, used), .type = FIELD_NUMBER},
    {FIELD_ONE(struct shitenno, target), .type = FIELD_NAME, .names = shitenno_places,
     .number = PLACE_TITLE},
    {FIELD_ONE(struct shitenno, pay_hatamoto), .type = FIELD_NUMBER},
    {FIELD_ONE(struct shitenno, pay_exchange), .type = FIELD_NUMBER},
    {FIELD_ONE(struct shitenno, pay_plus), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct shitenno, exchange), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct shitenno, plus), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct shitenno, taking), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct shitenno, score), .type = FIELD_NUMBER},
    {KAMONS("chugoku", 0)},
    {KAMONS("chubu", 1)},
    {KAMONS("hokkaido", 2)},
    {KAMONS("kyushu", 3)},
    {KAMONS("kanto", 4)},
    {KAMONS("kansai", 5)},
    {KAMONS("shikoku", 6)},
    {KAMONS("tohoku", 7)},
    {FIELD_ONE(struct shitenno, koku), .type = FIELD_ZONE, .ordered = true, .may_hide = koku_cards},
    {STACKED("chugoku", 0)},
    {STACKED("chubu", 1)},
    {STACKED("hokkaido", 2)},
    {STACKED("kyushu", 3)},
    {STACKED("kanto", 4)},
    {STACKED("kansai", 5)},
    {STACKED("shikoku", 6)},
    {STACKED("tohoku", 7)},
    {FIELD_ONE(struct shitenno, deck), .type = FIELD_ZONE, .ordered = true},
    {FIELD_ONE(struct shitenno, offer), .type = FIELD_PILE},
    {FIELD_ONE(struct shitenno, lot), .type = FIELD_PILE},
    {FIELD_ONE(struct shitenno, paid), .type = FIELD_PILE},
    {FIELD_ONE(struct shitenno, discard), .type = FIELD_PILE},
    {FIELD_ONE(struct shitenno, taken), .type = FIELD_PILE, .pool = POOL_TILES},
    {FIELD_BY_SEAT(struct shitenno, hand), .type = FIELD_HAND},
};

static const struct schema schema = {
    .size = sizeof(struct shitenno),
    .players_min = 2,
    .players_max = PLAYERS_MAX,
    .fields = sizeof fields / sizeof fields[0],
    .kinds = KINDS,
    .verbs = VERBS,
    .pools = POOLS,
    .places = PLACES,
    .field = fields,
    .kind = shitenno_kinds,
    .verb = verbs,
    .place = shitenno_places,
    .census = census,
};

/* ---- Rules: the deal ---- */

/* Makes a new Troop deck of the current Troop discards (S6). All unknown Troops are in hands at
 * this moment, so if only one hand has any, everybody can work it out. */
static void reshuffle(struct shitenno *s, struct rng *rng)
{
    int secret = 0, last = 0;
    for (int seat = 0; seat < s->head.players; seat++)
        if (!hand_public(s->hand[seat], KINDS)) {
            secret++;
            last = seat;
        }
    if (secret == 1)
        hand_show(&s->head, s->hand[last], KINDS, last);
    zone_deck(ZONE_OF(s->deck), s->discard, KOKU1, rng);
    memset(s->discard, 0, KOKU1);
}

static bool has_troop_card(struct shitenno *s, struct rng *rng)
{
    if (s->deck.count == 0)
        reshuffle(s, rng);
    return s->deck.count > 0;
}

/* The seat with the highest title without a lot forms the next lot, or the last two (S3, S4). */
static void begin_lot(struct shitenno *s)
{
    s->phase = lotless_number(s) > 2 ? PH_FORM : PH_DIVIDE;
    s->turn = (uint8_t)tairo(s);
}

static void begin_even_year(struct shitenno *s, struct rng *rng)
{
    int players = s->head.players;
    s->year++;
    s->used = 0;
    for (int i = 0; i < 2 * players && has_troop_card(s, rng); i++)
        pile_put(&s->head, s->offer, zone_pop(ZONE_OF(s->deck)));
    for (int i = 0; i < players && s->koku.count > 0; i++)
        pile_put(&s->head, s->offer, zone_pop(ZONE_OF(s->koku)));
    begin_lot(s);
}

static void deal_tiles(struct shitenno *s, struct rng *rng)
{
    struct shitenno_all ZONE(PROVINCES * STACK) all = {0};
    zone_deck(ZONE_OF(all), pool_tiles, KINDS, rng);
    for (int province = 0; province < PROVINCES; province++) {
        struct zone *tiles = ZONE_OF(s->tiles[province]);
        while (tiles->count < STACK)
            zone_push(tiles, zone_pop(ZONE_OF(all)));
        card_show(&s->head, &tiles->card[STACK - 1], everybody(&s->head));
    }
}

/* S1 */
static void deal_titles(struct shitenno *s, struct rng *rng)
{
    uint8_t titles[] = {DAIMYO, SHOMYO, SENSEI, TITLE_HATAMOTO};
    for (uint32_t seat = 0; seat < s->head.players; seat++) {
        uint32_t lot = seat + rng_below(rng, PLAYERS_MAX - seat);
        s->title[seat] = titles[lot];
        titles[lot] = titles[seat];
    }
    learn(&s->head, everybody(&s->head));
}

static void setup(void *state, const struct config *config, struct rng *rng)
{
    struct shitenno *s = state;
    memset(s, 0, sizeof *s);
    s->head = (struct head){.players = config->players, .viewer = VIEW_ALL};
    deal_tiles(s, rng);
    deal_titles(s, rng);
    zone_deck(ZONE_OF(s->deck), pool_cards, KOKU1, rng);
    zone_deck(ZONE_OF(s->koku), (const uint8_t[TILES]){KOKU_COPIES}, TILES, rng);
    for (int seat = 0; seat < s->head.players; seat++)
        for (int i = 0; i < 2; i++)
            hand_put(&s->head, s->hand[seat], zone_pop(ZONE_OF(s->deck)), seat);
    begin_even_year(s, rng);
}

int shitenno_actor(const void *view)
{
    const struct shitenno *s = view;
    return s->phase == PH_OVER ? SEAT_NONE : s->turn;
}

/* ---- Rules: legal moves ---- */

static struct move with_places(enum verb_id verb, int place, int second)
{
    return move_make(verb, KIND_NONE, 0, (uint32_t)(place | second << 8));
}

/* Cards go into a lot in the order of kinds, so that there is only one way to form a lot. */
static int legal_adds(const struct shitenno *s, struct move moves[])
{
    uint64_t lot = pile_kinds(s->lot, TILES), kinds = pile_kinds(s->offer, TILES);
    int last = lot ? 63 - __builtin_clzll(lot) : 0, count = 0;
    for (kinds = kinds >> last << last; kinds; kinds &= kinds - 1)
        moves[count++] = move_kind(ADD, __builtin_ctzll(kinds));
    return count;
}

static int legal_forms(const struct shitenno *s, struct move moves[])
{
    int count = legal_adds(s, moves);
    for (int title = DAIMYO; title < TITLES; title++)
        if (title_free(s, title))
            moves[count++] = with_places(OFFER, place_of(title), 0);
    return count;
}

/* The first lot has the higher title, so that there is only one way to make a division. */
static int legal_divisions(const struct shitenno *s, struct move moves[])
{
    int count = legal_adds(s, moves);
    for (int first = DAIMYO; first < TITLES; first++)
        for (int second = first + 1; second < TITLES && title_free(s, first); second++)
            if (title_free(s, second))
                moves[count++] = with_places(DIVIDE, place_of(first), place_of(second));
    return count;
}

static int legal_turn(const struct shitenno *s, struct move moves[])
{
    int count = 0;
    for (unsigned left = can_place(s) ? shitenno_affordable(s) : 0; left; left &= left - 1)
        moves[count++] = with_places(TAKE, PLACE_PROVINCE + __builtin_ctz(left), 0);
    if (can_draw(s))
        moves[count++] = move_bare(DRAW);
    moves[count++] = move_bare(DONE);
    return count;
}

static int legal_pays(const struct shitenno *s, struct move moves[])
{
    int count = shitenno_pays(s, moves);
    if (count == 0)
        moves[count++] = move_bare(WITHDRAW);
    return count;
}

static int legal_gilds(const struct shitenno *s, struct move moves[])
{
    int count = 0;
    for (int province = 0; province < PROVINCES; province++)
        for (int position = 0; position < POSITIONS; position++)
            if (s->kamon[province][position] == s->turn + 1)
                moves[count++] = with_places(GILD, PLACE_PROVINCE + province, position + 1);
    moves[count++] = move_bare(DECLINE);
    return count;
}

static int legal(const void *view, struct move moves[MOVES_MAX])
{
    const struct shitenno *s = view;
    switch ((enum phase)s->phase) {
    case PH_FORM:
        return legal_forms(s, moves);
    case PH_OFFER:
        moves[0] = move_bare(ACCEPT);
        moves[1] = move_bare(REFUSE);
        return 2;
    case PH_DIVIDE:
        return legal_divisions(s, moves);
    case PH_CHOOSE:
        moves[0] = with_places(CHOOSE, 1, 0);
        moves[1] = with_places(CHOOSE, 2, 0);
        return 2;
    case PH_TURN:
        return legal_turn(s, moves);
    case PH_PAY:
        return legal_pays(s, moves);
    case PH_GILD:
        return legal_gilds(s, moves);
    case PH_OVER:
    case PHASES:
        break;
    }
    return 0;
}

/* ---- Rules: the even year ---- */

static void add(struct shitenno *s, int kind)
{
    s->offer[kind]--;
    s->lot[kind]++;
}

/* Cards that everybody has seen go into a hand (S5). */
static void give(struct shitenno *s, int seat, uint8_t cards[KINDS])
{
    for (uint64_t kinds = pile_kinds(cards, TILES); kinds; kinds &= kinds - 1)
        for (int kind = __builtin_ctzll(kinds); cards[kind] > 0;)
            hand_put(&s->head, s->hand[seat], pile_take(&s->head, cards, kind), seat);
}

static void give_lot(struct shitenno *s, int seat, uint8_t cards[KINDS], int title)
{
    give(s, seat, cards);
    s->next[seat] = (uint8_t)title;
}

static void offer_lot(struct shitenno *s, int title)
{
    s->lot_title = (uint8_t)title;
    s->phase = PH_OFFER;
    s->turn = (uint8_t)lotless_after(s, s->title[s->turn]);
}

/* The Tairo keeps a lot that all players have refused. */
static void answer(struct shitenno *s, bool accepts)
{
    int after = lotless_after(s, s->title[s->turn]);
    if (!accepts && after != SEAT_NONE) {
        s->turn = (uint8_t)after;
        return;
    }
    give_lot(s, accepts ? s->turn : tairo(s), s->lot, s->lot_title);
    s->lot_title = TITLE_NONE;
    begin_lot(s);
}

static void divide(struct shitenno *s, int first, int second)
{
    s->lot_title = (uint8_t)first;
    s->offer_title = (uint8_t)second;
    s->phase = PH_CHOOSE;
    s->turn = (uint8_t)lotless_after(s, s->title[s->turn]);
}

/* ---- Rules: the odd year ---- */

static void next_turn(struct shitenno *s, int after, struct rng *rng);

static void finish_turn(struct shitenno *s, struct rng *rng)
{
    next_turn(s, s->title[s->turn], rng);
}

/* The Sensei may turn a Kamon (S15). */
static void end_turn(struct shitenno *s, struct rng *rng)
{
    s->phase = PH_GILD;
    if (s->title[s->turn] != SENSEI || !has_plain_kamon(s, s->turn))
        finish_turn(s, rng);
}

/* A turn ends by itself if everybody can see that nothing more can be done. */
static void go_on(struct shitenno *s, struct rng *rng)
{
    s->phase = PH_TURN;
    if (!can_place(s) && !can_draw(s))
        end_turn(s, rng);
}

/* Begins the turn of the next lower title, or the next year (S7). */
static void next_turn(struct shitenno *s, int after, struct rng *rng)
{
    int seat = lotless_after(s, after);
    s->placed = 0;
    if (seat != SEAT_NONE) {
        s->turn = (uint8_t)seat;
        go_on(s, rng);
    } else if (game_ends(s)) {
        s->used = 0;
        s->phase = PH_OVER;
        for (int i = 0; i < s->head.players;
             i++) /* all hands are shown for the final count (S18) */
            hand_show(&s->head, s->hand[i], KINDS, i);
    } else {
        begin_even_year(s, rng);
    }
}

/* The new titles count from now on (S2). */
static void choose(struct shitenno *s, int number, struct rng *rng)
{
    int first = tairo(s), second = s->turn;
    give_lot(s, number == 1 ? second : first, s->lot, s->lot_title);
    give_lot(s, number == 1 ? first : second, s->offer, s->offer_title);
    memcpy(s->title, s->next, sizeof s->title);
    memset(s->next, 0, sizeof s->next);
    s->lot_title = s->offer_title = TITLE_NONE;
    next_turn(s, TITLE_NONE, rng);
}

/* S12 */
static void take_card(struct shitenno *s, struct rng *rng)
{
    s->taking[s->turn]--;
    if (has_troop_card(s, rng))
        hand_put(&s->head, s->hand[s->turn], zone_pop(ZONE_OF(s->deck)), s->turn);
    go_on(s, rng);
}

/* The player gets the top Bonus tile, and everybody sees the one below (S14). */
static void win_tile(struct shitenno *s, int province)
{
    uint8_t *const owned[BONUSES] = {s->exchange, s->plus, s->taking};
    struct zone *tiles = ZONE_OF(s->tiles[province]);
    if (tiles->count == 0)
        return;
    struct card tile = zone_pop(tiles);
    owned[tile_bonus(tile.kind)][s->turn]++;
    pile_put(&s->head, s->taken, tile);
    if (tiles->count > 0)
        card_show(&s->head, &tiles->card[tiles->count - 1], everybody(&s->head));
}

static void take_province(struct shitenno *s, int province, struct rng *rng)
{
    int position = free_position(s, province);
    int points = shitenno_provinces[province].points[position] + title_points(s->title[s->turn]);
    s->score[s->turn] = (uint8_t)(s->score[s->turn] + points);
    s->kamon[province][position] = (uint8_t)(s->turn + 1);
    s->placed++;
    win_tile(s, province);
    for (int kind = SAMURAI; kind < TILES; kind++) {
        s->discard[kind] = (uint8_t)(s->discard[kind] + s->paid[kind]);
        s->paid[kind] = 0;
    }
    s->used |= s->pay_hatamoto;
    s->pay_hatamoto = s->pay_exchange = s->pay_plus = 0;
    s->target = 0;
    go_on(s, rng);
}

/* The others learn that a player with a secret hand can pay. */
static void begin_takeover(struct shitenno *s, int place)
{
    if (!hand_public(s->hand[s->turn], KINDS))
        learn(&s->head, everybody(&s->head) & ~(unsigned)SEAT_BIT(s->turn));
    s->target = (uint8_t)place;
    s->phase = PH_PAY;
}

static void pay(struct shitenno *s, int kind, int number, struct rng *rng)
{
    shitenno_lay(s, kind, number);
    if (shitenno_paid_up(s))
        take_province(s, s->target - 1, rng);
}

/* Nobody begins a takeover that they cannot pay. But in a world of a search the hand is guessed and
 * may not be enough: then the player takes the payment back, and the turn is over. */
static void withdraw(struct shitenno *s, struct rng *rng)
{
    give(s, s->turn, s->paid);
    s->exchange[s->turn] = (uint8_t)(s->exchange[s->turn] + s->pay_exchange);
    s->plus[s->turn] = (uint8_t)(s->plus[s->turn] + s->pay_plus);
    s->pay_hatamoto = s->pay_exchange = s->pay_plus = 0;
    s->target = 0;
    end_turn(s, rng);
}

static void gild(struct shitenno *s, int province, int position, struct rng *rng)
{
    uint8_t *kamon = &s->kamon[province][position];
    *kamon = (uint8_t)(*kamon + PLAYERS_MAX);
    finish_turn(s, rng);
}

/* ---- Rules: all moves, and the points ---- */

static void apply(void *state, struct move move, struct rng *rng)
{
    struct shitenno *s = state;
    int number = move.number[0], second = move.number[1];
    switch ((enum verb_id)move.verb) {
    case ADD:
        add(s, move.kind);
        break;
    case OFFER:
        offer_lot(s, title_of(number));
        break;
    case ACCEPT:
        answer(s, true);
        break;
    case REFUSE:
        answer(s, false);
        break;
    case DIVIDE:
        divide(s, title_of(number), title_of(second));
        break;
    case CHOOSE:
        choose(s, number, rng);
        break;
    case TAKE:
        begin_takeover(s, number);
        break;
    case PAY:
        pay(s, move.kind, number, rng);
        break;
    case WITHDRAW:
        withdraw(s, rng);
        break;
    case DRAW:
        take_card(s, rng);
        break;
    case GILD:
        gild(s, number - PLACE_PROVINCE, second - 1, rng);
        break;
    case DECLINE:
        finish_turn(s, rng);
        break;
    case DONE:
        end_turn(s, rng);
        break;
    case VERBS:
        break;
    }
}

/* S18 */
int shitenno_count(const struct shitenno *s, int seat)
{
    int koku = 0, symbols = 0;
    for (int kind = SAMURAI; kind < KOKU1; kind++)
        symbols += s->hand[seat][kind].number * (kind < DOUBLES ? 1 : 2);
    for (int kind = KOKU1; kind <= KOKU3; kind++)
        koku += s->hand[seat][kind].number * koku_value(kind);
    return koku + (s->exchange[seat] < symbols ? s->exchange[seat] : symbols) + s->plus[seat];
}

/* S19: seats are compared in the order of their leftmost Kamons, so a later seat must have more. */
int shitenno_majority(const struct shitenno *s, int province)
{
    int kamons[PLAYERS_MAX] = {0}, best = SEAT_NONE;
    for (int i = 0; i < POSITIONS && s->kamon[province][i]; i++)
        kamons[kamon_seat(s->kamon[province][i])] += kamon_golden(s->kamon[province][i]) ? 2 : 1;
    for (int i = 0; i < POSITIONS && s->kamon[province][i]; i++) {
        int seat = kamon_seat(s->kamon[province][i]);
        if (best == SEAT_NONE || kamons[seat] > kamons[best])
            best = seat;
    }
    return best;
}

int shitenno_majorities(const struct shitenno *s, int seat)
{
    int points = 0;
    for (int province = 0; province < PROVINCES; province++)
        points += shitenno_majority(s, province) == seat ? MAJORITY : 0;
    return points;
}

/* S20 */
void shitenno_scores(const void *state, int points[], int ranks[])
{
    const struct shitenno *s = state;
    int titles[PLAYERS_MAX];
    for (int seat = 0; seat < s->head.players; seat++) {
        points[seat] = s->score[seat] + shitenno_count(s, seat) + shitenno_majorities(s, seat);
        titles[seat] = -s->title[seat];
    }
    rank_by_points(s->head.players, points, titles, ranks);
}

/* ---- Knowledge ---- */

/* The sharing is public, but what a player can pay depends on the hand. */
static bool open(const void *view)
{
    const struct shitenno *s = view;
    bool pays = s->phase == PH_PAY || (s->phase == PH_TURN && can_place(s));
    return !pays || hand_public(s->hand[s->turn], KINDS);
}

/* ---- The game ---- */

const struct game shitenno_game = {
    .id = "shitenno",
    .title = SAY("Shitenno"),
    .about = SAY("Share out soldiers and titles, then take the provinces of Japan."),
    .aim = SAY(
        "In every even year the cards on the table are divided into lots, each with a title, and "
        "offered to the players. In every odd year you place up to two Kamons on provinces. You "
        "pay for each with Troop cards or with Koku, and get points and a Bonus tile. At the end, "
        "the player with the most Kamons in a province gets six more points for it."),
    .unit = SAY("points"),
    .minutes_min = 45,
    .minutes_max = 60,
    .weight = 3,
    .players = 4,
    .version = 1,
    .schema = &schema,
    .setup = setup,
    .actor = shitenno_actor,
    .legal = legal,
    .judge = shitenno_judge,
    .apply = apply,
    .scores = shitenno_scores,
    .check = shitenno_check,
    .open = open,
    .prompt = shitenno_prompt,
    .describe = shitenno_describe,
    .narrate = shitenno_narrate,
    .board = shitenno_board,
    .hint = shitenno_hint,
    .value = shitenno_value,
    .tuning = &shitenno_tuning,
};
