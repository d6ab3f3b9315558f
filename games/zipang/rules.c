/* Zipang Portable, a game of campaigns, coins and honour by Ko Sasahara for 2-6 players.
 * Its rules, clause by clause: rules.md. */
#include "zipang.h"

#include <assert.h>

#include "core/catalog.h"
#include "game/game.h"

/* ---- The cards ---- */

const struct character zipang_characters[KINDS] = {
    [EMPEROR] = {0, 5, 0, AIM_NONE},   [PEASANT] = {1, 0, IKKI_ATTACK, AIM_NONE},
    [BANDIT] = {2, 1, 0, AIM_COIN},    [MERCHANT] = {1, 0, 0, AIM_NONE},
    [PRINCESS] = {0, 3, 0, AIM_NONE},  [CAPTAIN] = {3, 1, 3, AIM_RIVAL},
    [MONK] = {1, 2, 0, AIM_NONE},      [MAIDEN] = {0, 4, 0, AIM_NONE},
    [COMMANDER] = {4, 2, 4, AIM_PAIR}, [NINJA] = {2, 0, 0, AIM_DISCARD_HAND},
    [TEA] = {1, 3, 0, AIM_HAND},       [CRAZY] = {2, 3, 0, AIM_NONE},
    [NOBLEMAN] = {1, 4, 0, AIM_HAND},  [WARLORD] = {5, 3, 5, AIM_RIVAL},
};

const struct kind zipang_kinds[KINDS] = {
    {"?", SAY("a card")},
    [EMPEROR] = {"emperor", SAY("Emperor")},
    [PEASANT] = {"peasant", SAY("Peasant")},
    [BANDIT] = {"bandit", SAY("Bandit")},
    [MERCHANT] = {"merchant", SAY("Merchant")},
    [PRINCESS] = {"princess", SAY("Princess")},
    [CAPTAIN] = {"captain", SAY("Captain")},
    [MONK] = {"monk", SAY("Monk")},
    [MAIDEN] = {"maiden", SAY("Shrine Maiden")},
    [COMMANDER] = {"commander", SAY("Commander")},
    [NINJA] = {"ninja", SAY("Ninja")},
    [TEA] = {"tea", SAY("Tea Master")},
    [CRAZY] = {"crazy", SAY("Crazy One")},
    [NOBLEMAN] = {"nobleman", SAY("Nobleman")},
    [WARLORD] = {"warlord", SAY("Warlord")},
};

/*                                           Em Pe Ba Me Pr Ca Mo SM Co Ni TM CO No Wa */
static const uint8_t deck_small[KINDS] = {0, 1, 2, 1, 2, 1, 3, 2, 1, 0, 1, 1, 1, 1, 1};
static const uint8_t deck_middle[KINDS] = {0, 1, 5, 2, 2, 1, 4, 2, 1, 2, 1, 1, 1, 1, 1};
static const uint8_t deck_full[KINDS] = {0, 1, 6, 3, 2, 1, 5, 3, 1, 3, 1, 1, 1, 1, 1};

static const uint8_t *census(const void *state, int pool)
{
    const struct head *h = state;
    (void)pool;
    return h->players <= 3 ? deck_small : h->players <= 5 ? deck_middle : deck_full;
}

static const char *const phase_names[PHASES] = {"play", "taken", "defend", "window", "steal",
                                                "pick", "deal",  "tie",    "over"};

static const struct verb verbs[VERBS] = {
    [PLAY] = {.name = "", .parts = "KS", .plays = true},
    [IKKI] = {.name = "ikki", .parts = ""},
    [BLOCK] = {.name = "block", .parts = ""},
    [PAY] = {.name = "pay", .parts = ""},
    [FALL] = {.name = "fall", .parts = ""},
    [ACCEPT] = {.name = "accept", .parts = ""},
    [TAKE] = {.name = "take", .parts = "K"},
    [DEAL] = {.name = "deal", .parts = "", .pause = true},
    [DRAW] = {.name = "draw", .parts = "", .pause = true},
};

static const struct field fields[] = {
    FIELDS_OF_HEAD,
    {FIELD_ONE(struct zipang, drain), .type = FIELD_NUMBER},
    {FIELD_ONE(struct zipang, campaign), .type = FIELD_NUMBER},
    {FIELD_ONE(struct zipang, phase), .type = FIELD_NAME, .names = phase_names, .number = PHASES},
    {FIELD_ONE(struct zipang, starter), .type = FIELD_SEAT},
    {FIELD_ONE(struct zipang, turn), .type = FIELD_SEAT},
    {FIELD_ONE(struct zipang, card), .type = FIELD_KIND},
    {FIELD_ONE(struct zipang, pending), .type = FIELD_SEATS},
    {FIELD_ONE(struct zipang, struck), .type = FIELD_SEATS},
    {FIELD_ONE(struct zipang, in), .type = FIELD_SEATS},
    {FIELD_ONE(struct zipang, fresh), .type = FIELD_SEATS},
    {FIELD_ONE(struct zipang, winner), .type = FIELD_SEATS},
    {FIELD_ONE(struct zipang, leaders), .type = FIELD_SEATS},
    {FIELD_ONE(struct zipang, pot), .type = FIELD_NUMBER},
    {FIELD_ONE(struct zipang, drained), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct zipang, coins), .type = FIELD_NUMBER},
    {FIELD_ONE(struct zipang, discard), .type = FIELD_PILE},
    {FIELD_BY_SEAT(struct zipang, hand), .type = FIELD_ZONE, .watch = WATCH_OWNER,
     .looked_at = true},
    {FIELD_ONE(struct zipang, taken), .type = FIELD_ZONE, .watch = WATCH_ALL},
    {FIELD_ONE(struct zipang, buried), .type = FIELD_ZONE, .watch = WATCH_NONE},
    {FIELD_ONE(struct zipang, supply), .type = FIELD_ZONE, .watch = WATCH_NONE, .ordered = true},
};

/* The Nobleman's player sees the hand while choosing a card from it (Z46). */
static unsigned lookers(const void *state, int element)
{
    const struct zipang *s = state;
    bool looking = s->phase == PH_STEAL && (s->struck & SEAT_BIT(element));
    return looking ? SEAT_BIT(s->turn) : 0;
}

static const struct schema schema = {
    .size = sizeof(struct zipang),
    .players_min = 2,
    .players_max = 6,
    .fields = sizeof fields / sizeof fields[0],
    .kinds = KINDS,
    .verbs = VERBS,
    .pools = 1,
    .field = fields,
    .kind = zipang_kinds,
    .verb = verbs,
    .lookers = lookers,
    .census = census,
};

/* ---- Helpers ---- */

/* For each aim, the seats that a card may be aimed at. */
struct targets {
    unsigned seats[AIMS];
};

static struct targets targets(const struct zipang *s)
{
    unsigned others = rivals(s), with_card = seats_with_card(s);
    return (struct targets){{
        [AIM_COIN] = seats_with_coin(s) & ~SEAT_BIT(s->turn),               /* Z39 */
        [AIM_RIVAL] = others,                                               /* Z19 */
        [AIM_DISCARD_HAND] = s->supply.count ? others : others & with_card, /* Z43 */
        [AIM_HAND] = others & with_card,                                    /* Z44, Z45 */
    }};
}

/* ---- Rules: campaigns and turns ---- */

static void draw(struct zipang *s, int seat)
{
    zone_draw(&s->head, ZONE_OF(s->supply), ZONE_OF(s->hand[seat]), SEAT_BIT(seat));
}

/* Z9, Z14-Z18 */
static void refill(struct zipang *s, int seat)
{
    while (s->hand[seat].count < HAND && s->supply.count > 0)
        draw(s, seat);
}

static void discard_hand(struct zipang *s, int seat)
{
    while (s->hand[seat].count > 0)
        pile_put(&s->head, s->discard, zone_pop(ZONE_OF(s->hand[seat])));
}

/* The pot goes to the winner, if there is one (Z58); then the game may be over (Z59, Z60, Z63). */
static void end_campaign(struct zipang *s, unsigned winner)
{
    s->card = s->pending = s->struck = s->fresh = 0;
    s->winner = (uint8_t)winner;
    if (winner) {
        s->starter = (uint8_t)__builtin_ctz(winner); /* Z6 */
        s->coins[s->starter] = (uint8_t)(s->coins[s->starter] + s->pot);
        s->pot = 0;
    }
    if (seats_with_coin(s) == all_seats(&s->head) && s->campaign < CAMPAIGNS_MAX) {
        s->phase = PH_DEAL;
        return;
    }
    s->leaders = (uint8_t)richest(s);
    s->phase = single(s->leaders) ? PH_OVER : PH_TIE;
}

/* The seats of the set whose hands hold the most honour (Z56). */
static unsigned most_honour(const struct zipang *s, unsigned seats)
{
    unsigned best_seats = 0;
    int best = -1;
    for (; seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats), sum = zipang_honour(s, seat);
        if (sum > best)
            best_seats = 0, best = sum;
        if (sum == best)
            best_seats |= SEAT_BIT(seat);
    }
    return best_seats;
}

static void compare_honour(struct zipang *s)
{
    for (int seat = 0; seat < s->head.players; seat++)
        zone_show(&s->head, ZONE_OF(s->hand[seat]), everybody(&s->head)); /* Z10 */
    unsigned best = most_honour(s, s->in);
    end_campaign(s, single(best) ? best : 0); /* Z57 */
}

static void begin_turn(struct zipang *s, int seat)
{
    s->turn = (uint8_t)seat;
    s->card = s->struck = 0;
    s->phase = PH_PLAY;
    if (s->supply.count == 0) { /* Z8 */
        compare_honour(s);
        return;
    }
    s->fresh &= (uint8_t)~SEAT_BIT(seat); /* Z25 */
    draw(s, seat);
}

static void end_turn(struct zipang *s)
{
    begin_turn(s, seat_after(s->in, s->turn));
}

static void collect(struct zipang *s, unsigned payers, uint8_t *purse)
{
    for (; payers; payers &= payers - 1) {
        s->coins[__builtin_ctz(payers)]--;
        ++*purse;
    }
}

/* Every card goes back to the supply, shuffled (Z2). */
static void gather(struct zipang *s, struct rng *rng)
{
    for (int seat = 0; seat < s->head.players; seat++)
        zone_clear(ZONE_OF(s->hand[seat]));
    memset(s->discard, 0, sizeof s->discard);
    zone_clear(ZONE_OF(s->buried));
    zone_deck(ZONE_OF(s->supply), census(s, 0), KINDS, rng);
}

/* Z1 */
static void deal(struct zipang *s, struct rng *rng)
{
    gather(s, rng);
    s->campaign++;
    s->in = s->fresh = (uint8_t)all_seats(&s->head);
    s->winner = 0;
    for (int seat = 0; seat < s->head.players; seat++)
        refill(s, seat);
    assert(seats_with_coin(s) == all_seats(&s->head)); /* Z7 */
    collect(s, all_seats(&s->head), &s->pot);
    zone_push(ZONE_OF(s->buried), zone_pop(ZONE_OF(s->supply))); /* Z4 */
    s->pot = (uint8_t)(s->pot - s->drain);
    s->drained = (uint8_t)(s->drained + s->drain);
    begin_turn(s, s->starter);
}

static void setup(void *state, const struct config *config, struct rng *rng)
{
    struct zipang *s = state;
    memset(s, 0, sizeof *s);
    s->head = (struct head){.players = config->players, .viewer = VIEW_ALL};
    s->drain = config->option[OPT_COIN_DRAIN];
    s->starter = (uint8_t)rng_below(rng, config->players); /* Z6 */
    learn(&s->head, everybody(&s->head));
    memset(s->coins, coins_each(config->players), config->players);
    deal(s, rng);
}

/* In a running campaign: the next seat that must answer, clockwise from the turn's player (Z27,
 * Z28), or the turn's player if nobody must. */
int zipang_actor(const void *view)
{
    const struct zipang *s = view;
    if (s->phase >= PH_DEAL)
        return s->phase == PH_DEAL  ? s->starter
               : s->phase == PH_TIE ? __builtin_ctz(s->leaders)
                                    : SEAT_NONE;
    return seat_after(s->pending | (unsigned)!s->pending << s->turn, s->turn);
}

/* ---- Rules: the legal moves ---- */

static struct move play_card(int kind, unsigned seats)
{
    return move_make(PLAY, kind, seats, 0);
}

/* Z20 */
static int pairs(const struct zipang *s, struct move *moves)
{
    unsigned seats = rivals(s);
    int count = 0;
    if (single(seats))
        moves[count++] = play_card(COMMANDER, seats);
    for (unsigned first = seats; first; first &= first - 1)
        for (unsigned second = first & (first - 1); second; second &= second - 1)
            moves[count++] = play_card(COMMANDER, (first & -first) | (second & -second));
    return count;
}

/* The ways to play a card of this kind. If it has no possible target, it is played without one and
 * has no effect (Z11). */
static int plays(const struct zipang *s, const struct targets *t, int kind, struct move *moves)
{
    int aim = zipang_characters[kind].aim, count = 0;
    if (aim == AIM_PAIR)
        return pairs(s, moves);
    unsigned seats = t->seats[aim];
    do {
        moves[count++] = play_card(kind, seats & -seats);
        seats &= seats - 1;
    } while (seats);
    return count;
}

static int legal_plays(const struct zipang *s, struct move *moves)
{
    const struct zipang_hand *hand = &s->hand[s->turn];
    const struct targets t = targets(s);
    int count = 0;
    for (int i = 0; i < hand->count; i++) {
        int kind = hand->card[i].kind;
        if (i == 0 || kind != hand->card[i - 1].kind)
            count += plays(s, &t, kind, moves + count);
        else if (kind == PEASANT && (i == 1 || hand->card[i - 2].kind != PEASANT))
            moves[count++] = move_bare(IKKI); /* Z13 */
    }
    return count;
}

static int legal_taken(const struct zipang *s, struct move *moves)
{
    const struct targets t = targets(s);
    int count = plays(s, &t, s->taken.card[0].kind, moves);
    if (s->taken.card[0].kind == PEASANT && holds(s, s->turn, PEASANT))
        moves[count++] = move_bare(IKKI); /* Z49, Z50 */
    return count;
}

/* Z21, Z22 */
static int legal_defence(const struct zipang *s, int seat, struct move *moves)
{
    bool blocks = zipang_battle(s, seat) >= zipang_attack(s);
    int count = 0;
    if (blocks)
        moves[count++] = move_bare(BLOCK);
    if (holds(s, seat, MONK))
        moves[count++] = play_card(MONK, 0);
    if ((s->fresh & SEAT_BIT(seat)) && s->coins[seat] > 0)
        moves[count++] = move_bare(PAY); /* Z25, Z26 */
    if (!blocks)
        moves[count++] = move_bare(FALL);
    return count;
}

/* Z29 */
static int legal_window(const struct zipang *s, int seat, struct move *moves)
{
    int count = 0;
    moves[count++] = move_bare(ACCEPT);
    if (holds(s, seat, MONK))
        moves[count++] = play_card(MONK, 0);
    return count;
}

static int legal_steal(const struct zipang *s, struct move *moves)
{
    const struct zipang_hand *hand = &s->hand[__builtin_ctz(s->struck)];
    int count = 0;
    for (int i = 0; i < hand->count; i++)
        if (i == 0 || hand->card[i].kind != hand->card[i - 1].kind)
            moves[count++] = move_make(TAKE, hand->card[i].kind, 0, 0);
    return count;
}

static int legal_pick(const struct zipang *s, struct move *moves)
{
    int count = 0;
    for (int kind = 1; kind < KINDS; kind++)
        if (s->discard[kind] && kind != CRAZY)
            moves[count++] = move_make(TAKE, kind, 0, 0);
    return count;
}

static int legal(const void *view, struct move moves[MOVES_MAX])
{
    const struct zipang *s = view;
    switch ((enum phase)s->phase) {
    case PH_PLAY:
        return legal_plays(s, moves);
    case PH_TAKEN:
        return legal_taken(s, moves);
    case PH_DEFEND:
        return legal_defence(s, zipang_actor(s), moves);
    case PH_WINDOW:
        return legal_window(s, zipang_actor(s), moves);
    case PH_STEAL:
        return legal_steal(s, moves);
    case PH_PICK:
        return legal_pick(s, moves);
    case PH_DEAL:
        moves[0] = move_bare(DEAL);
        return 1;
    case PH_TIE:
        moves[0] = move_bare(DRAW);
        return 1;
    case PH_OVER:
    case PHASES:
        break;
    }
    return 0;
}

/* ---- Rules: carrying out a move ---- */

static void take_from(struct zipang *s, int victim, int kind)
{
    struct card card = zone_take(ZONE_OF(s->hand[victim]), kind);
    card_show(&s->head, &card, everybody(&s->head));
    zone_push(ZONE_OF(s->taken), card);
    s->struck = 0;
    s->phase = PH_TAKEN;
    refill(s, victim); /* Z16 */
}

/* All have answered: the effect strikes everybody who has not cancelled it. */
static void strike(struct zipang *s, struct rng *rng)
{
    int seat = s->struck ? __builtin_ctz(s->struck) : SEAT_NONE;
    if (seat == SEAT_NONE) { /* Z36 */
        end_turn(s);
        return;
    }
    switch (s->card) {
    case BANDIT: /* Z39 */
        collect(s, s->struck, &s->coins[s->turn]);
        break;
    case MERCHANT: /* Z40 */
        collect(s, s->struck, &s->pot);
        break;
    case MAIDEN: /* Z42 */
        for (unsigned seats = s->struck; seats; seats &= seats - 1)
            zone_show(&s->head, ZONE_OF(s->hand[__builtin_ctz(seats)]), everybody(&s->head));
        break;
    case NINJA: /* Z43 */
        discard_hand(s, seat);
        refill(s, seat);
        break;
    case TEA: /* Z47 */
        take_from(s, seat, s->hand[seat].card[rng_below(rng, s->hand[seat].count)].kind);
        learn(&s->head, everybody(&s->head)); /* which card it is, even if all knew the hand */
        return;
    case NOBLEMAN: /* Z46 */
        zone_show(&s->head, ZONE_OF(s->hand[seat]), SEAT_BIT(s->turn));
        s->phase = PH_STEAL;
        return;
    }
    end_turn(s);
}

/* Asks everybody who will be struck and holds a card (Z27, Z29, Z34, Z35). */
static void open_windows(struct zipang *s, unsigned struck, struct rng *rng)
{
    s->struck = (uint8_t)struck;
    s->pending = (uint8_t)(struck & s->in & seats_with_card(s));
    s->phase = PH_WINDOW;
    if (!s->pending)
        strike(s, rng);
}

static void begin_attack(struct zipang *s, int kind, unsigned defenders)
{
    s->card = (uint8_t)kind;
    s->pending = (uint8_t)defenders;
    s->phase = PH_DEFEND;
}

static void take_princess_share(struct zipang *s)
{
    int half = s->pot / 2; /* Z41 */
    s->coins[s->turn] = (uint8_t)(s->coins[s->turn] + half);
    s->pot = (uint8_t)(s->pot - half);
}

static void begin_effect(struct zipang *s, int kind, unsigned seats, struct rng *rng)
{
    s->card = (uint8_t)kind;
    switch ((enum kind_id)kind) {
    case EMPEROR: /* Z55 */
        compare_honour(s);
        return;
    case PRINCESS:
        take_princess_share(s);
        break;
    case CRAZY:
        s->phase = PH_PICK;
        if (can_pick(s))
            return;
        break; /* Z52 */
    case CAPTAIN:
    case COMMANDER:
    case WARLORD:
        begin_attack(s, kind, seats);
        return;
    case MERCHANT:
        open_windows(s, seats_with_coin(s) & ~SEAT_BIT(s->turn), rng);
        return;
    case MAIDEN:
        open_windows(s, rivals(s) & seats_with_card(s), rng);
        return;
    case BANDIT:
    case NINJA:
    case TEA:
    case NOBLEMAN:
        open_windows(s, seats, rng);
        return;
    case PEASANT: /* Z13 */
    case MONK:    /* Z37 */
    case KINDS:
        break;
    }
    end_turn(s);
}

static struct card take_own(struct zipang *s, int kind)
{
    if (s->phase == PH_TAKEN && s->taken.count)
        return zone_pop(ZONE_OF(s->taken));
    return zone_take(ZONE_OF(s->hand[s->turn]), kind);
}

static void play(struct zipang *s, struct move move, struct rng *rng)
{
    pile_put(&s->head, s->discard, take_own(s, move.kind));
    begin_effect(s, move.kind, move.seats, rng);
}

static void ikki(struct zipang *s)
{
    pile_put(&s->head, s->discard, take_own(s, PEASANT));
    pile_put(&s->head, s->discard, take_own(s, PEASANT));
    refill(s, s->turn); /* Z14 */
    begin_attack(s, PEASANT, rivals(s));
}

/* The seat has answered: the next one is asked, or the effect or the turn comes to its end. */
static void answered(struct zipang *s, int seat, struct rng *rng)
{
    s->pending &= (uint8_t)~SEAT_BIT(seat);
    if (s->pending)
        return;
    if (s->phase == PH_WINDOW)
        strike(s, rng);
    else
        end_turn(s);
}

static void answer_monk(struct zipang *s, int seat, struct rng *rng)
{
    pile_put(&s->head, s->discard, zone_take(ZONE_OF(s->hand[seat]), MONK));
    refill(s, seat); /* Z15 */
    s->struck &= (uint8_t)~SEAT_BIT(seat);
    answered(s, seat, rng);
}

static void fall(struct zipang *s, int seat, struct rng *rng)
{
    discard_hand(s, seat); /* Z30 */
    s->in &= (uint8_t)~SEAT_BIT(seat);
    s->fresh &= (uint8_t)~SEAT_BIT(seat);
    if (single(s->in))
        end_campaign(s, s->in); /* Z31 */
    else
        answered(s, seat, rng);
}

static void take(struct zipang *s, int kind)
{
    if (s->phase == PH_STEAL) {
        take_from(s, __builtin_ctz(s->struck), kind);
        return;
    }
    zone_push(ZONE_OF(s->taken), pile_take(&s->head, s->discard, kind));
    s->phase = PH_TAKEN;
}

/* Z61: each leader draws a card from the whole deck. */
static void draw_for_win(struct zipang *s, struct rng *rng)
{
    gather(s, rng);
    for (unsigned seats = s->leaders; seats; seats &= seats - 1)
        zone_draw(&s->head, ZONE_OF(s->supply), ZONE_OF(s->hand[__builtin_ctz(seats)]),
                  everybody(&s->head));
    s->leaders = (uint8_t)most_honour(s, s->leaders);
    s->phase = single(s->leaders) ? PH_OVER : PH_TIE;
}

static void apply(void *state, struct move move, struct rng *rng)
{
    struct zipang *s = state;
    int seat = zipang_actor(s);
    switch ((enum verb_id)move.verb) {
    case PLAY:
        if (s->pending)
            answer_monk(s, seat, rng);
        else
            play(s, move, rng);
        break;
    case IKKI:
        ikki(s);
        break;
    case BLOCK: /* Z23 */
        zone_show(&s->head, ZONE_OF(s->hand[seat]), SEAT_BIT(s->turn));
        answered(s, seat, rng);
        break;
    case PAY:
        collect(s, SEAT_BIT(seat), &s->pot);
        answered(s, seat, rng);
        break;
    case FALL:
        fall(s, seat, rng);
        break;
    case ACCEPT:
        answered(s, seat, rng);
        break;
    case TAKE:
        take(s, move.kind);
        break;
    case DEAL:
        deal(s, rng);
        break;
    case DRAW:
        draw_for_win(s, rng);
        break;
    case VERBS:
        break;
    }
}

/* Z62; among those tied at the top, the winner of the draw comes first (Z61). */
static void scores(const void *state, int points[], int ranks[])
{
    const struct zipang *s = state;
    int leads[SEATS_MAX];
    for (int seat = 0; seat < s->head.players; seat++) {
        points[seat] = s->coins[seat];
        leads[seat] = (s->leaders & SEAT_BIT(seat)) != 0;
    }
    rank_by_points(s->head.players, points, leads, ranks);
}

/* ---- Knowledge ---- */

static bool hand_open(const struct zipang *s, int seat)
{
    for (int i = 0; i < s->hand[seat].count; i++)
        if (!(s->hand[seat].card[i].seen & PUBLIC_BIT))
            return false;
    return true;
}

/* Whether everybody knows where all Monks are, so that no hidden card can be one. */
static bool monks_public(const struct zipang *s)
{
    int seen = s->discard[MONK];
    for (int seat = 0; seat < s->head.players; seat++)
        for (int i = 0; i < s->hand[seat].count; i++) {
            struct card card = s->hand[seat].card[i];
            seen += card.kind == MONK && (card.seen & PUBLIC_BIT);
        }
    return seen == census(s, 0)[MONK];
}

static bool open(const void *view)
{
    const struct zipang *s = view;
    switch ((enum phase)s->phase) {
    case PH_PLAY:
    case PH_DEFEND:
        return hand_open(s, zipang_actor(s));
    case PH_WINDOW:
        return hand_open(s, zipang_actor(s)) || monks_public(s);
    case PH_TAKEN:
        return s->taken.card[0].kind != PEASANT || hand_open(s, s->turn);
    case PH_STEAL:
        return hand_open(s, __builtin_ctz(s->struck));
    case PH_PICK:
    case PH_DEAL:
    case PH_TIE:
    case PH_OVER:
    case PHASES:
        break;
    }
    return true;
}

/* ---- The game ---- */

static const struct option options[] = {
    [OPT_COIN_DRAIN] = {.name = "coin-drain",
                        .about = SAY("after each ante one coin of the pot leaves the game"),
                        .values = option_off_on},
};

const struct game zipang_game = {
    .id = "zipang",
    .title = SAY("Zipang Portable"),
    .about = SAY("Bluff, attack and rob each other for the pot, two cards in hand."),
    .aim = SAY(
        "In each campaign everybody puts a coin into the pot. The pot goes to the last player "
        "standing, or, when the Emperor is played or the cards run out, to the hand with the most "
        "honour. When a player has no coins left after a campaign, the game is over and the "
        "richest player wins. The numbers on a card are its battle and honour points: "
        "[Captain 3/1]."),
    .unit = SAY("coins"),
    .minutes_min = 10,
    .minutes_max = 20,
    .weight = 1,
    .players = 4,
    .version = 1,
    .options = options,
    .options_count = sizeof options / sizeof options[0],
    .schema = &schema,
    .setup = setup,
    .actor = zipang_actor,
    .legal = legal,
    .judge = zipang_judge,
    .apply = apply,
    .scores = scores,
    .check = zipang_check,
    .open = open,
    .prompt = zipang_prompt,
    .describe = zipang_describe,
    .narrate = zipang_narrate,
    .board = zipang_board,
    .hint = zipang_hint,
    .value = zipang_value,
    .tuning = &zipang_tuning,
};
