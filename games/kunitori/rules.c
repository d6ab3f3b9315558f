/* Kunitori!, a game of building decks and taking provinces by Arclight for 2-6 players.
 * Its rules, clause by clause: rules.md. */
#include "kunitori.h"

#include <assert.h>

#include "game/game.h"

/* ---- The cards ---- */

#define CARD_NAMES(kind, id, title, ...) [kind] = {id, title},
const struct kind kunitori_kinds[KINDS] = {[UNKNOWN] = {"?", SAY("a card")},
                                           TREASURE_CARDS(CARD_NAMES) VICTORY_CARDS(CARD_NAMES)
                                               ACTION_CARDS(CARD_NAMES)};

#define CARD_NUMBERS(kind, id, title, ...) [kind] = {__VA_ARGS__},
const struct kunitori_card kunitori_cards[KINDS] = {
    TREASURE_CARDS(CARD_NUMBERS) VICTORY_CARDS(CARD_NUMBERS) ACTION_CARDS(CARD_NUMBERS)};

/* The cards that each player starts with. */
static const uint8_t start_holding[KINDS] = {[COPPER] = 6, [VILLAGE] = 2};

/* All cards of a game by number of players; victory cards are those in the supply and in the
 * players' decks. */
#define CARD_COPIES(kind, id, title, category, cost, points, cards, money, actions, buys, attack, \
                    defence, deployable, copies, ...) \
    [kind] = copies,
#define GAME_CARDS(players, villages, towns, lands) \
    TREASURE_CARDS(CARD_COPIES) \
    ACTION_CARDS(CARD_COPIES) \
    [VILLAGE] = (villages) + 2 * (players), [TOWN] = (towns), [LAND] = (lands)
static const uint8_t game_cards[PLAYERS_MAX - 1][KINDS] = {
    {GAME_CARDS(2, 8, 8, 8)},    {GAME_CARDS(3, 10, 10, 10)}, {GAME_CARDS(4, 12, 12, 12)},
    {GAME_CARDS(5, 13, 12, 12)}, {GAME_CARDS(6, 14, 12, 12)},
};

int kunitori_supply(int players, int kind)
{
    return game_cards[players - 2][kind] - players * start_holding[kind];
}

/* A seat's pool is what it owns; the table's pool is all cards of seats, supply and trash. */
static const uint8_t *census(const void *state, int pool)
{
    const struct kunitori *s = state;
    return pool == POOL_TABLE ? game_cards[s->head.players - 2] : s->holding[pool];
}

static const char *const phase_names[PHASES] = {
    "action", "trash", "gain", "battle", "attack", "follow",
    "defend", "prize", "top",  "buy",    "keep",   "over",
};

static const struct verb verbs[VERBS] = {
    [PLAY] = {.name = "play", .parts = "K", .plays = true},
    [TRASH] = {.name = "trash", .parts = "K"},
    [GAIN] = {.name = "gain", .parts = "K"},
    [MONEY] = {.name = "money", .parts = ""},
    [DECLINE] = {.name = "decline", .parts = ""},
    [ATTACK] = {.name = "attack", .parts = "KS"},
    [FOLLOW] = {.name = "follow", .parts = "KSN"},
    [REVEAL] = {.name = "reveal", .parts = "K"},
    [REINFORCE] = {.name = "reinforce", .parts = ""},
    [FIGHT] = {.name = "fight", .parts = ""},
    [TOP] = {.name = "top", .parts = "K"},
    [TREASURES] = {.name = "treasures", .parts = ""},
    [BUY] = {.name = "buy", .parts = "K"},
    [KEEP] = {.name = "keep", .parts = "KN"},
    [DONE] = {.name = "done", .parts = ""},
};

static const struct field fields[] = {
    FIELDS_OF_HEAD,
    {FIELD_ONE(struct kunitori, phase), .type = FIELD_NAME, .names = phase_names, .number = PHASES},
    {FIELD_ONE(struct kunitori, starter), .type = FIELD_SEAT},
    {FIELD_ONE(struct kunitori, turn), .type = FIELD_SEAT},
    {FIELD_ONE(struct kunitori, round), .type = FIELD_NUMBER},
    {FIELD_ONE(struct kunitori, ending), .type = FIELD_SEATS},
    {FIELD_ONE(struct kunitori, actions), .type = FIELD_NUMBER},
    {FIELD_ONE(struct kunitori, buys), .type = FIELD_NUMBER},
    {FIELD_ONE(struct kunitori, money), .type = FIELD_NUMBER},
    {FIELD_ONE(struct kunitori, subject), .type = FIELD_KIND},
    {FIELD_ONE(struct kunitori, limit), .type = FIELD_NUMBER},
    {FIELD_BY_PLACE(struct kunitori, plan), .type = FIELD_SEATS},
    {FIELD_ONE(struct kunitori, front), .type = FIELD_SEATS},
    {FIELD_ONE(struct kunitori, left), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct kunitori, force), .type = FIELD_NUMBER},
    {FIELD_ONE(struct kunitori, attacked), .type = FIELD_SEATS},
    {FIELD_ONE(struct kunitori, supply), .type = FIELD_PILE, .pool = POOL_TABLE},
    {FIELD_ONE(struct kunitori, trash), .type = FIELD_PILE, .pool = POOL_TABLE},
    {FIELD_BY_SEAT(struct kunitori, holding), .type = FIELD_PILE, .pool = POOL_TABLE},
    {FIELD_BY_SEAT(struct kunitori, discard), .type = FIELD_PILE, .pools = POOL_BY_SEAT},
    {FIELD_BY_SEAT(struct kunitori, territory), .type = FIELD_PILE, .pools = POOL_BY_SEAT},
    {FIELD_BY_SEAT(struct kunitori, hand), .type = FIELD_HAND, .pools = POOL_BY_SEAT},
    {FIELD_BY_SEAT(struct kunitori, deck), .type = FIELD_HAND, .pools = POOL_BY_SEAT},
    {FIELD_BY_SEAT(struct kunitori, top), .type = FIELD_ZONE, .watch = WATCH_ALL, .ordered = true,
     .pools = POOL_BY_SEAT},
    {FIELD_BY_SEAT(struct kunitori, shown), .type = FIELD_ZONE, .watch = WATCH_ALL,
     .pools = POOL_BY_SEAT},
};

static const struct schema schema = {
    .size = sizeof(struct kunitori),
    .players_min = 2,
    .players_max = PLAYERS_MAX,
    .fields = sizeof fields / sizeof fields[0],
    .kinds = KINDS,
    .verbs = VERBS,
    .pools = POOLS,
    .field = fields,
    .kind = kunitori_kinds,
    .verb = verbs,
    .census = census,
};

/* ---- Rules: cards and where they go ---- */

/* U13. While a deck is empty, everybody can work out what its owner has in hand (U21). */
static void reshuffle(struct kunitori *s, int seat)
{
    hand_show(&s->head, s->hand[seat], KINDS, seat);
    for (int kind = 1; kind < KINDS; kind++)
        s->deck[seat][kind].number = s->discard[seat][kind];
    memset(s->discard[seat], 0, sizeof s->discard[seat]);
}

/* The next card of the seat's deck, or a card without a kind if deck and discards are empty (U13).
 * `left` is the number of unseen cards in the deck. */
static struct card next_card(struct kunitori *s, int seat, int *left, struct rng *rng)
{
    if (s->top[seat].count)
        return zone_pop(ZONE_OF(s->top[seat]));
    if (*left == 0) {
        reshuffle(s, seat);
        *left = hand_size(s->deck[seat], KINDS);
        if (*left == 0)
            return (struct card){KIND_NONE, 0};
    }
    return hand_pick(s->deck[seat], (*left)--, rng);
}

static void draw(struct kunitori *s, int seat, int number, struct rng *rng)
{
    if (number == 0)
        return;
    int left = hand_size(s->deck[seat], KINDS);
    for (; number > 0; number--) {
        struct card card = next_card(s, seat, &left, rng);
        if (card.kind == KIND_NONE)
            break;
        hand_put(&s->head, s->hand[seat], card, seat);
    }
    if (left == 0)
        hand_show(&s->head, s->hand[seat], KINDS, seat); /* U21 */
}

/* Reinforcements (U8, U13). */
void kunitori_reveal_top(struct kunitori *s, int seat, struct rng *rng)
{
    int left = hand_size(s->deck[seat], KINDS);
    for (int i = 0; i < REINFORCEMENTS; i++) {
        struct card card = next_card(s, seat, &left, rng);
        if (card.kind == KIND_NONE)
            break;
        card_show(&s->head, &card, everybody(&s->head));
        zone_insert(ZONE_OF(s->shown[seat]), card);
    }
    if (left == 0)
        hand_show(&s->head, s->hand[seat], KINDS, seat); /* U21 */
}

/* The seat gets a card of the supply; the caller puts it somewhere. The first victory pile that
 * runs out starts the ending (U16). */
static struct card own(struct kunitori *s, int seat, int kind)
{
    struct card card = pile_take(&s->head, s->supply, kind);
    s->holding[seat][kind]++;
    if (card_of(kind)->category == VICTORY && s->supply[kind] == 0 && !s->ending)
        s->ending = SEAT_BIT(s->turn);
    return card;
}

/* U9, U15 */
void kunitori_gain(struct kunitori *s, int seat, int kind)
{
    if (s->supply[kind])
        pile_put(&s->head, s->discard[seat], own(s, seat, kind));
}

/* The caller has already removed the card from its place. */
static void trash(struct kunitori *s, int kind)
{
    s->holding[s->turn][kind]--;
    s->trash[kind]++;
}

static void discard_from_hand(struct kunitori *s, int kind)
{
    int number = s->hand[s->turn][kind].number;
    hand_take(&s->head, s->hand[s->turn], kind, number, s->turn);
    s->discard[s->turn][kind] = (uint8_t)(s->discard[s->turn][kind] + number);
}

static void discard_from_territory(struct kunitori *s, int kind, int number)
{
    s->territory[s->turn][kind] = (uint8_t)(s->territory[s->turn][kind] - number);
    s->discard[s->turn][kind] = (uint8_t)(s->discard[s->turn][kind] + number);
}

static void from_hand_to_territory(struct kunitori *s, int kind, int number)
{
    hand_take(&s->head, s->hand[s->turn], kind, number, s->turn);
    s->territory[s->turn][kind] = (uint8_t)(s->territory[s->turn][kind] + number);
}

int kunitori_cheapest(const struct kunitori *s)
{
    int least = UINT8_MAX;
    for (int kind = LAND + 1; kind < KINDS; kind++)
        if (s->supply[kind] && card_of(kind)->cost < least)
            least = card_of(kind)->cost;
    return least;
}

/* ---- Rules: the beginning ---- */

/* U12 */
static void take_icons(struct kunitori *s, int kind, struct rng *rng)
{
    const struct kunitori_card *card = card_of(kind);
    draw(s, s->turn, card->cards, rng);
    s->money = (uint8_t)(s->money + card->money);
    s->actions = (uint8_t)(s->actions + card->actions);
    s->buys = (uint8_t)(s->buys + card->buys);
}

/* Deployed cards are played first, for one action each, as long as there are actions (U10). */
static void begin_turn(struct kunitori *s, int seat, struct rng *rng)
{
    s->turn = (uint8_t)seat;
    s->actions = 1;
    s->buys = s->money = 0;
    s->phase = PH_ACTION;
    for (uint64_t kinds = pile_kinds(s->territory[seat], KINDS); kinds; kinds &= kinds - 1) {
        int kind = __builtin_ctzll(kinds);
        for (int i = 0; i < s->territory[seat][kind] && s->actions > 0; i++) {
            s->actions--;
            take_icons(s, kind, rng);
        }
    }
}

static void setup(void *state, const struct config *config, struct rng *rng)
{
    struct kunitori *s = state;
    int players = config->players;
    memset(s, 0, sizeof *s);
    s->head = (struct head){.players = config->players, .viewer = VIEW_ALL};
    s->starter = (uint8_t)rng_below(rng, config->players);
    learn(&s->head, everybody(&s->head));
    for (int kind = 1; kind < KINDS; kind++)
        s->supply[kind] = (uint8_t)kunitori_supply(players, kind);
    for (int seat = 0; seat < players; seat++) {
        for (int kind = 1; kind < KINDS; kind++)
            s->holding[seat][kind] = s->deck[seat][kind].number = start_holding[kind];
        draw(s, seat, HAND, rng);
    }
    wide_set(s->round, 1);
    begin_turn(s, s->starter, rng);
}

int kunitori_actor(const void *view)
{
    const struct kunitori *s = view;
    if (s->phase == PH_OVER)
        return SEAT_NONE;
    return s->phase >= PH_DEFEND && s->phase <= PH_TOP ? defender(s) : s->turn;
}

/* ---- Rules: legal moves ---- */

#define ACTION_KINDS (~UINT64_C(0) << (LAND + 1))

static struct move with_number(enum verb_id verb, int kind, unsigned seats, int number)
{
    return move_make(verb, kind, seats, (uint32_t)number);
}

#define CARD_WITHIN(kind, id, title, category, cost, ...) | (uint64_t)((cost) <= money) << kind

/* The kinds that cost no more than `money`, as bits. This is one comparison for each different
 * cost, because the compiler combines the kinds of equal cost. */
static uint64_t kinds_within(int money)
{
    return 0 TREASURE_CARDS(CARD_WITHIN) VICTORY_CARDS(CARD_WITHIN) ACTION_CARDS(CARD_WITHIN);
}

/* A move for each kind of the set. */
static int list_kinds(struct move moves[], enum verb_id verb, uint64_t kinds)
{
    int count = 0;
    for (; kinds; kinds &= kinds - 1)
        moves[count++] = move_kind(verb, __builtin_ctzll(kinds));
    return count;
}

static int legal_plays(const struct kunitori *s, struct move moves[])
{
    int count = list_kinds(moves, PLAY, hand_kinds(s->hand[s->turn], KINDS) & ACTION_KINDS);
    moves[count++] = move_bare(DONE);
    return count;
}

static int legal_trashes(const struct kunitori *s, struct move moves[])
{
    int least = kunitori_cheapest(s) - card_of(s->subject)->number;
    uint64_t kinds = hand_kinds(s->hand[s->turn], KINDS) & ~kinds_within(least - 1);
    int count = list_kinds(moves, TRASH, kinds);
    moves[count++] = move_bare(DECLINE);
    return count;
}

static int legal_gains(const struct kunitori *s, struct move moves[])
{
    int text = card_of(s->subject)->text, count = 0;
    if (text != TEXT_MAY_TRASH_HAND)
        moves[count++] = move_bare(text == TEXT_MAY_TRASH_SELF ? DECLINE : MONEY);
    return count + list_kinds(moves + count, GAIN,
                              pile_kinds(s->supply, KINDS) & kinds_within(s->limit) & ACTION_KINDS);
}

/* Copies of one leader choose their targets in ascending order, so that there is only one way to
 * make a plan. */
static int legal_attacks(const struct kunitori *s, struct move moves[])
{
    int leader = kunitori_next_leader(s), count = 0;
    unsigned others = all_seats(&s->head) & ~(unsigned)SEAT_BIT(s->turn), least = 1;
    for (int i = 0; leader == YOUNG_GENERAL && i < LEADERS_MAX && s->plan[i]; i++)
        least = s->plan[i];
    for (unsigned targets = least; targets <= others; targets++)
        if (!(targets & ~others))
            moves[count++] = with_number(ATTACK, leader, targets, 0);
    if (s->phase == PH_BATTLE)
        moves[count++] = move_bare(DONE);
    return count;
}

static int legal_follows(const struct kunitori *s, struct move moves[])
{
    int count = 0;
    for (int number = s->left; number >= 0; number--)
        moves[count++] = with_number(FOLLOW, s->subject, s->front, number);
    return count;
}

/* U6: cards are revealed in an ambush one by one, in the order of kinds. */
static int legal_defences(const struct kunitori *s, struct move moves[])
{
    int seat = defender(s), count = 0, shown = s->shown[seat].count;
    int least = shown ? s->shown[seat].card[shown - 1].kind : LAND + 1;
    uint64_t kinds = hand_kinds(s->hand[seat], KINDS) >> least << least;
    for (; kinds; kinds &= kinds - 1)
        if (defending(__builtin_ctzll(kinds), false))
            moves[count++] = move_kind(REVEAL, __builtin_ctzll(kinds));
    moves[count++] = move_bare(FIGHT);
    if (!shown)
        moves[count++] = move_bare(REINFORCE);
    return count;
}

static int legal_prizes(const struct kunitori *s, struct move moves[])
{
    moves[0] = move_kind(GAIN, s->subject);
    moves[1] = move_bare(DECLINE);
    return 2;
}

static int legal_tops(const struct kunitori *s, struct move moves[])
{
    const struct kunitori_shown *shown = &s->shown[defender(s)];
    int first = shown->card[0].kind, second = shown->card[1].kind;
    moves[first > second] = move_kind(TOP, first);
    moves[first < second] = move_kind(TOP, second);
    return 2;
}

static int legal_buys(const struct kunitori *s, struct move moves[])
{
    uint64_t treasures = hand_kinds(s->hand[s->turn], GOLD + 1);
    int count = 0;
    if (treasures)
        moves[count++] = move_bare(TREASURES);
    count += list_kinds(moves + count, PLAY, treasures);
    count += list_kinds(moves + count, BUY, pile_kinds(s->supply, KINDS) & kinds_within(s->money));
    moves[count++] = move_bare(DONE);
    return count;
}

static int legal_keeps(const struct kunitori *s, struct move moves[])
{
    int count = 0;
    for (int number = s->territory[s->turn][s->subject]; number >= 0; number--)
        moves[count++] = with_number(KEEP, s->subject, 0, number);
    return count;
}

/* At most a move for each kind, for each of 31 sets of targets, or for each of 12 copies, and a few
 * more: fewer than MOVES_MAX. */
static int legal(const void *view, struct move moves[MOVES_MAX])
{
    const struct kunitori *s = view;
    switch ((enum phase)s->phase) {
    case PH_ACTION:
        return legal_plays(s, moves);
    case PH_TRASH:
        return legal_trashes(s, moves);
    case PH_GAIN:
        return legal_gains(s, moves);
    case PH_BATTLE:
    case PH_ATTACK:
        return legal_attacks(s, moves);
    case PH_FOLLOW:
        return legal_follows(s, moves);
    case PH_DEFEND:
        return legal_defences(s, moves);
    case PH_PRIZE:
        return legal_prizes(s, moves);
    case PH_TOP:
        return legal_tops(s, moves);
    case PH_BUY:
        return legal_buys(s, moves);
    case PH_KEEP:
        return legal_keeps(s, moves);
    case PH_OVER:
    case PHASES:
        break;
    }
    return 0;
}

/* ---- Rules: the action phase ---- */

void kunitori_ask(struct kunitori *s, enum phase phase, int subject, int limit)
{
    s->phase = (uint8_t)phase;
    s->subject = (uint8_t)subject;
    s->limit = (uint8_t)limit;
}

/* Follows the text of a card, after its icons (U9, U12, U19). */
static void take_text(struct kunitori *s, int kind)
{
    int number = card_of(kind)->number;
    switch ((enum text)card_of(kind)->text) {
    case TEXT_NONE:
    case TEXT_LEADER:
        break;
    case TEXT_GAIN_TO_HAND:
        if (s->supply[number])
            hand_put(&s->head, s->hand[s->turn], own(s, s->turn, number), s->turn);
        break;
    case TEXT_MAY_TRASH_HAND:
        if (cards_in_hand(s, s->turn) > 0 && kunitori_cheapest(s) < UINT8_MAX)
            kunitori_ask(s, PH_TRASH, kind, 0);
        break;
    case TEXT_MAY_TRASH_SELF:
        if (kunitori_cheapest(s) <= number)
            kunitori_ask(s, PH_GAIN, kind, number);
        break;
    case TEXT_MONEY_OR_TRASH_SELF:
        if (kunitori_cheapest(s) <= number)
            kunitori_ask(s, PH_GAIN, kind, number);
        else
            s->money++;
        break;
    }
}

void kunitori_begin_buy(struct kunitori *s)
{
    s->actions = 0;
    s->buys++; /* U15 */
    s->phase = PH_BUY;
}

/* U4, U5: leaders cannot stay deployed, so leaders in the territory were played this turn. */
static void begin_battle(struct kunitori *s)
{
    s->actions = 0;
    s->phase = PH_BATTLE;
    if (kunitori_next_leader(s) == KIND_NONE)
        kunitori_begin_buy(s);
}

/* The action phase ends by itself if everybody can see that nothing can be played. */
static void after_action(struct kunitori *s)
{
    if (s->phase == PH_ACTION && (s->actions == 0 || cards_in_hand(s, s->turn) == 0))
        begin_battle(s);
}

static void play(struct kunitori *s, int kind, struct rng *rng)
{
    from_hand_to_territory(s, kind, 1);
    if (is_treasure(kind)) { /* U14 */
        s->money = (uint8_t)(s->money + card_of(kind)->money);
        return;
    }
    s->actions--;
    take_icons(s, kind, rng);
    take_text(s, kind);
    after_action(s);
}

/* The text has been followed or declined. */
static void end_text(struct kunitori *s)
{
    kunitori_ask(s, PH_ACTION, KIND_NONE, 0);
    after_action(s);
}

/* Trashes a card from the hand for Market; the gained card may cost at most its cost plus the
 * number of the text (U19). */
static void trash_from_hand(struct kunitori *s, int kind)
{
    hand_take(&s->head, s->hand[s->turn], kind, 1, s->turn);
    trash(s, kind);
    kunitori_ask(s, PH_GAIN, s->subject, card_of(kind)->cost + card_of(s->subject)->number);
}

static void gain_by_text(struct kunitori *s, int kind)
{
    if (card_of(s->subject)->text != TEXT_MAY_TRASH_HAND) {
        s->territory[s->turn][s->subject]--;
        trash(s, s->subject);
    }
    kunitori_gain(s, s->turn, kind);
    end_text(s);
}

/* ---- Rules: the buy phase and the end of a turn ---- */

/* This also shows that no treasure is left in the hand. */
static void play_treasures(struct kunitori *s)
{
    if (!hand_public(s->hand[s->turn], KINDS))
        learn(&s->head, everybody(&s->head) & ~(unsigned)SEAT_BIT(s->turn));
    for (int kind = COPPER; is_treasure(kind); kind++) {
        int number = s->hand[s->turn][kind].number;
        from_hand_to_territory(s, kind, number);
        s->money = (uint8_t)(s->money + number * card_of(kind)->money);
    }
}

/* U16, U22 */
static bool game_ends(const struct kunitori *s, int next)
{
    return s->ending == SEAT_BIT(next) || (next == s->starter && wide_get(s->round) == ROUNDS_MAX);
}

static void end_turn(struct kunitori *s, struct rng *rng)
{
    int next = left_of(&s->head, s->turn);
    hand_show(&s->head, s->hand[s->turn], KINDS, s->turn);
    for (uint64_t kinds = pile_kinds(s->territory[s->turn], KINDS); kinds; kinds &= kinds - 1) {
        int kind = __builtin_ctzll(kinds);
        if (!card_of(kind)->deployable)
            discard_from_territory(s, kind, s->territory[s->turn][kind]);
    }
    for (uint64_t kinds = hand_kinds(s->hand[s->turn], KINDS); kinds; kinds &= kinds - 1)
        discard_from_hand(s, __builtin_ctzll(kinds));
    draw(s, s->turn, HAND, rng);
    s->subject = KIND_NONE;
    s->buys = s->money = 0;
    if (game_ends(s, next)) {
        s->phase = PH_OVER;
        return;
    }
    wide_add(s->round, next == s->starter);
    begin_turn(s, next, rng);
    after_action(s);
}

#define CARD_DEPLOYABLE(kind, id, title, category, cost, points, cards, money, actions, buys, \
                        attack, defence, deployable, ...) \
    | (uint64_t)(deployable) << kind
static const uint64_t DEPLOYABLE_KINDS = 0 ACTION_CARDS(CARD_DEPLOYABLE);

/* Asks how many cards of the next deployable kind in the territory stay (U11). */
static void next_keep(struct kunitori *s, struct rng *rng)
{
    int from = s->phase == PH_KEEP ? s->subject + 1 : LAND + 1;
    uint64_t kinds = pile_kinds(s->territory[s->turn], KINDS) & DEPLOYABLE_KINDS;
    kinds = kinds >> from << from;
    if (kinds)
        kunitori_ask(s, PH_KEEP, __builtin_ctzll(kinds), 0);
    else
        end_turn(s, rng);
}

static void buy(struct kunitori *s, int kind, struct rng *rng)
{
    s->buys--;
    s->money = (uint8_t)(s->money - card_of(kind)->cost);
    kunitori_gain(s, s->turn, kind);
    if (s->buys == 0)
        next_keep(s, rng);
}

/* The end of a phase. */
static void finish(struct kunitori *s, struct rng *rng)
{
    if (s->phase == PH_ACTION)
        begin_battle(s);
    else if (s->phase == PH_BATTLE)
        kunitori_begin_buy(s);
    else
        next_keep(s, rng);
}

/* ---- Rules: all moves, and the points ---- */

static void apply(void *state, struct move move, struct rng *rng)
{
    struct kunitori *s = state;
    switch ((enum verb_id)move.verb) {
    case PLAY:
        play(s, move.kind, rng);
        break;
    case TRASH:
        trash_from_hand(s, move.kind);
        break;
    case GAIN:
        if (s->phase == PH_PRIZE) {
            kunitori_gain(s, defender(s), move.kind);
            kunitori_return_reinforcements(s);
        } else {
            gain_by_text(s, move.kind);
        }
        break;
    case MONEY:
        s->money++;
        end_text(s);
        break;
    case DECLINE:
        if (s->phase == PH_PRIZE)
            kunitori_return_reinforcements(s);
        else
            end_text(s);
        break;
    case ATTACK:
        kunitori_attack(s, move.kind, move.seats);
        break;
    case FOLLOW:
        kunitori_follow(s, move.number[0]);
        break;
    case REVEAL:
        kunitori_reveal(s, move.kind);
        break;
    case REINFORCE:
        kunitori_reinforce(s, rng);
        break;
    case FIGHT:
        kunitori_fight(s);
        break;
    case TOP:
        kunitori_put_on_top(s, move.kind);
        break;
    case TREASURES:
        play_treasures(s);
        break;
    case BUY:
        buy(s, move.kind, rng);
        break;
    case KEEP:
        discard_from_territory(s, move.kind, s->territory[s->turn][move.kind] - move.number[0]);
        next_keep(s, rng);
        break;
    case DONE:
        finish(s, rng);
        break;
    case VERBS:
        break;
    }
}

int kunitori_points(const struct kunitori *s, int seat)
{
    int points = 0;
    for (int kind = 1; kind < KINDS; kind++)
        points += s->holding[seat][kind] * card_of(kind)->points;
    return points;
}

/* U17, U18 */
void kunitori_scores(const void *state, int points[], int ranks[])
{
    const struct kunitori *s = state;
    int players = s->head.players, order[PLAYERS_MAX];
    for (int seat = 0; seat < players; seat++) {
        points[seat] = kunitori_points(s, seat);
        order[seat] = (seat - s->starter + players) % players;
    }
    rank_by_points(players, points, order, ranks);
}

/* ---- Knowledge ---- */

static bool open(const void *view)
{
    const struct kunitori *s = view;
    switch ((enum phase)s->phase) {
    case PH_ACTION:
    case PH_TRASH:
    case PH_BUY:
        return hand_public(s->hand[s->turn], KINDS);
    case PH_DEFEND:
        return hand_public(s->hand[defender(s)], KINDS);
    case PH_GAIN:
    case PH_BATTLE:
    case PH_ATTACK:
    case PH_FOLLOW:
    case PH_PRIZE:
    case PH_TOP:
    case PH_KEEP:
    case PH_OVER:
    case PHASES:
        break;
    }
    return true;
}

/* ---- The game ---- */

const struct game kunitori_game = {
    .id = "kunitori",
    .title = SAY("Kunitori!"),
    .about = SAY("Build a deck, deploy troops and march on your neighbours' land."),
    .aim = SAY(
        "Each turn you play action cards, you may lead your troops against other players, and then "
        "you buy cards for your deck and draw a new hand of four. Villages, Towns and Lands are "
        "worth points; you buy them or win them in battle. When one of their piles is empty, every "
        "other player has one more turn. Then the player with the most points wins."),
    .unit = SAY("points"),
    .minutes_min = 40,
    .minutes_max = 60,
    .weight = 3,
    .players = 3,
    .version = 1,
    .schema = &schema,
    .setup = setup,
    .actor = kunitori_actor,
    .legal = legal,
    .judge = kunitori_judge,
    .absent = kunitori_absent,
    .apply = apply,
    .scores = kunitori_scores,
    .check = kunitori_check,
    .open = open,
    .prompt = kunitori_prompt,
    .describe = kunitori_describe,
    .narrate = kunitori_narrate,
    .board = kunitori_board,
    .hint = kunitori_hint,
    .value = kunitori_value,
    .tuning = &kunitori_tuning,
};
