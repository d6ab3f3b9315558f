/* Five Banners: a tiny game to copy when a new one is added (docs/ADDING-A-GAME.md). It is always
 * built and tested. Its rules: rules.md. */
#include <assert.h>

#include "core/catalog.h"
#include "game/game.h"
#include "game/tell.h"

/* ---- Constants ---- */

enum { PLAYERS_MAX = 4, ROUNDS = 5, COINS = 6, STAKE_MAX = 2 };
enum kind_id { ONE = 1, FIVE = 5, KINDS };
enum verb_id { LAY, REVEAL, VERBS };
enum phase { PH_LAY, PH_REVEAL, PH_OVER, PHASES };
enum option_id { OPT_TIES };

struct hand ZONE(5);
struct slot ZONE(1);

struct banners {
    struct head head;
    uint8_t split; /* the option `ties` */
    uint8_t phase, round;
    uint8_t starter, laid_count;
    uint8_t pot;
    uint8_t coins[PLAYERS_MAX];
    uint8_t played[PLAYERS_MAX][KINDS];
    struct hand hand[PLAYERS_MAX];
    struct slot laid[PLAYERS_MAX];
};

static const char *const phase_names[] = {"lay", "reveal", "over"};

static const struct kind kinds[] = {
    {"?", SAY("a card")},    {"one", SAY("One")},   {"two", SAY("Two")},
    {"three", SAY("Three")}, {"four", SAY("Four")}, {"five", SAY("Five")},
};

static const struct verb verbs[] = {
    [LAY] = {.name = "", .parts = "KN"}, [REVEAL] = {.name = "reveal", .parts = "", .pause = true}};

static const struct field fields[] = {
    FIELDS_OF_HEAD,
    {FIELD_ONE(struct banners, split), .type = FIELD_NUMBER},
    {FIELD_ONE(struct banners, phase), .type = FIELD_NAME, .names = phase_names, .number = PHASES},
    {FIELD_ONE(struct banners, round), .type = FIELD_NUMBER},
    {FIELD_ONE(struct banners, starter), .type = FIELD_SEAT},
    {FIELD_ONE(struct banners, laid_count), .type = FIELD_NUMBER},
    {FIELD_ONE(struct banners, pot), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct banners, coins), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct banners, played), .type = FIELD_PILE, .pools = POOL_BY_SEAT},
    {FIELD_BY_SEAT(struct banners, hand), .type = FIELD_ZONE, .watch = WATCH_OWNER,
     .pools = POOL_BY_SEAT},
    {FIELD_BY_SEAT(struct banners, laid), .type = FIELD_ZONE, .watch = WATCH_OWNER,
     .pools = POOL_BY_SEAT},
};

/* Each seat has a pool of its own: one banner of each kind. */
static const uint8_t *census(const void *state, int pool)
{
    static const uint8_t one_each[KINDS] = {0, 1, 1, 1, 1, 1}, none[KINDS] = {0};
    return pool < ((const struct head *)state)->players ? one_each : none;
}

static const struct schema schema = {
    .size = sizeof(struct banners),
    .players_min = 2,
    .players_max = PLAYERS_MAX,
    .fields = sizeof fields / sizeof fields[0],
    .kinds = KINDS,
    .verbs = VERBS,
    .pools = PLAYERS_MAX,
    .field = fields,
    .kind = kinds,
    .verb = verbs,
    .census = census,
};

/* ---- Rules ---- */

static void setup(void *state, const struct config *config, struct rng *rng)
{
    struct banners *s = state;
    *s = (struct banners){.head = {.players = config->players, .viewer = VIEW_ALL}, .round = 1};
    s->split = config->option[OPT_TIES];
    s->starter = (uint8_t)rng_below(rng, config->players);
    learn(&s->head, everybody(&s->head));
    for (int seat = 0; seat < s->head.players; seat++) {
        s->coins[seat] = COINS;
        for (int kind = ONE; kind <= FIVE; kind++)
            zone_insert(ZONE_OF(s->hand[seat]), (struct card){(uint8_t)kind, SEAT_BIT(seat)});
    }
}

static int actor(const void *view)
{
    const struct banners *s = view;
    return s->phase == PH_OVER ? SEAT_NONE : (s->starter + s->laid_count) % s->head.players;
}

static int stake_max(const struct banners *s, int seat)
{
    return s->coins[seat] < STAKE_MAX ? s->coins[seat] : STAKE_MAX;
}

static int legal(const void *view, struct move moves[MOVES_MAX])
{
    const struct banners *s = view;
    int count = 0, seat = actor(s);
    if (s->phase == PH_REVEAL)
        moves[count++] = move_bare(REVEAL);
    if (s->phase != PH_LAY)
        return count;
    for (int i = 0; i < s->hand[seat].count; i++)
        for (int stake = 0; stake <= stake_max(s, seat); stake++)
            moves[count++] = move_make(LAY, s->hand[seat].card[i].kind, 0, (uint32_t)stake);
    return count;
}

static const struct clause
    clause_lay = {"T1",
                  SAY("Lay a banner now: they are revealed only when everybody has laid one.")},
    clause_held = {"T2", SAY("You no longer have that banner: choose another one.")},
    clause_stake = {"T3", SAY("You can stake at most two coins, and not more than you have.")},
    clause_reveal = {"T4", SAY("Everybody has laid a banner: reveal them.")};

static const struct clause *judge(const void *view, struct move move)
{
    const struct banners *s = view;
    int seat = actor(s);
    if (s->phase == PH_REVEAL)
        return move.verb == REVEAL ? NULL : &clause_reveal;
    if (move.verb != LAY)
        return &clause_lay;
    if (zone_number(ZONE_IN(s->hand[seat]), move.kind) == 0)
        return &clause_held;
    if (move.number[0] > STAKE_MAX || move.number[0] > s->coins[seat])
        return &clause_stake;
    return NULL;
}

/* T1-T3 */
static void lay(struct banners *s, struct move move)
{
    int seat = actor(s);
    struct card card = zone_take_hidden(ZONE_OF(s->hand[seat]), move.kind, SEAT_BIT(seat));
    zone_push(ZONE_OF(s->laid[seat]), card);
    s->coins[seat] = (uint8_t)(s->coins[seat] - move.number[0]);
    s->pot = (uint8_t)(s->pot + move.number[0]);
    if (++s->laid_count == s->head.players)
        s->phase = PH_REVEAL;
}

/* The seats whose face-up banner is the highest. */
static unsigned highest(const struct banners *s)
{
    unsigned seats = 0;
    int best = 0;
    for (int seat = 0; seat < s->head.players; seat++) {
        int kind = s->laid[seat].card[0].kind;
        if (kind > best)
            seats = 0, best = kind;
        if (kind == best)
            seats |= SEAT_BIT(seat);
    }
    return seats;
}

/* T5: a single highest banner takes the pot. After a tie the pot stays, or it is shared equally and
 * only the rest stays. */
static void pay_out(struct banners *s, unsigned seats)
{
    int sharers = __builtin_popcount(seats);
    if (sharers > 1 && !s->split)
        return;
    int share = s->pot / sharers;
    for (; seats; seats &= seats - 1) {
        uint8_t *coins = &s->coins[__builtin_ctz(seats)];
        *coins = (uint8_t)(*coins + share);
        s->pot = (uint8_t)(s->pot - share);
    }
}

static void reveal(struct banners *s)
{
    assert(s->head.players > 0);
    pay_out(s, highest(s));
    for (int seat = 0; seat < s->head.players; seat++)
        pile_put(&s->head, s->played[seat], zone_pop(ZONE_OF(s->laid[seat])));
    s->starter = (uint8_t)((s->starter + 1) % s->head.players);
    s->laid_count = 0;
    s->phase = s->round == ROUNDS ? PH_OVER : PH_LAY; /* T6 */
    if (s->round < ROUNDS)
        s->round++;
}

static void apply(void *state, struct move move, struct rng *rng)
{
    struct banners *s = state;
    (void)rng;
    switch ((enum verb_id)move.verb) {
    case LAY:
        lay(s, move);
        break;
    case REVEAL:
        reveal(s);
        break;
    case VERBS:
        break;
    }
}

static void scores(const void *state, int points[], int ranks[])
{
    const struct banners *s = state;
    for (int seat = 0; seat < s->head.players; seat++)
        points[seat] = s->coins[seat];
    rank_by_points(s->head.players, points, NULL, ranks);
}

static const char *check(const void *state)
{
    const struct banners *s = state;
    int coins = s->pot;
    if (s->round < 1 || s->round > ROUNDS || s->starter >= s->head.players || s->split > 1)
        return "there is no such round, starter or option";
    if (s->laid_count > s->head.players ||
        (s->phase == PH_REVEAL) != (s->laid_count == s->head.players))
        return "the banners must be revealed when all have laid one, and only then";
    for (int seat = 0; seat < s->head.players; seat++) {
        int turn = (seat - s->starter + s->head.players) % s->head.players;
        int held = ROUNDS - s->round + (s->phase != PH_OVER) - s->laid[seat].count;
        coins += s->coins[seat];
        if (s->laid[seat].count != (turn < s->laid_count) || s->hand[seat].count != held)
            return "a player has too many or too few banners";
    }
    return coins == COINS * s->head.players ? NULL : "the number of all coins is wrong";
}

static bool open(const void *view)
{
    const struct banners *s = view;
    return s->phase != PH_LAY || s->hand[actor(s)].count == 1;
}

/* Which banner is laid is its player's secret; the stake is not. */
static struct move veil(struct move move)
{
    move.kind = KIND_NONE;
    return move;
}

/* ---- Text ---- */

static void prompt(const void *view, struct out *o)
{
    const struct banners *s = view;
    say(o, s->phase == PH_LAY ? "Lay a banner face down and stake 0 to 2 coins."
                              : "Reveal the banners.");
}

static void describe(const void *view, struct move move, struct out *o)
{
    (void)view;
    say(o, move.verb == LAY ? "lay it with this stake" : "turn the banners face up");
}

static void narrate(const void *before, struct move move, const void *after, struct out *o)
{
    const struct banners *s = before, *t = after;
    if (move.verb == LAY) {
        int seat = actor(s);
        tell(o, t,
             move.kind ? "{1^} lay{1||s} the {3} and stake{1||s} {2} coin{2||s}.\n"
                       : "{1^} lay{1||s} a banner and stake{1||s} {2} coin{2||s}.\n",
             WHO(seat), NUMBER(move.number[0]), CARD(kinds[move.kind]));
        return;
    }
    for (int seat = 0; seat < s->head.players; seat++)
        for (int kind = ONE; kind <= FIVE; kind++)
            if (t->played[seat][kind] > s->played[seat][kind])
                tell(o, t, "{1^} show{1||s} the {2}.\n", WHO(seat), CARD(kinds[kind]));
    if (t->phase == PH_OVER) {
        int points[PLAYERS_MAX], ranks[PLAYERS_MAX];
        scores(t, points, ranks);
        tell_winners(o, t, ranks);
    }
}

static void board(const void *view, struct out *o)
{
    const struct banners *s = view;
    out_format(o, "Round %d of %d, pot %d\n", s->round, ROUNDS, s->pot);
    for (int seat = 0; seat < s->head.players; seat++) {
        uint8_t pile[KINDS_MAX];
        zone_pile(ZONE_IN(s->hand[seat]), pile);
        out_board_seat(o, s, seat, actor(s) == seat);
        out_format(o, "%2d coins, in hand: ", s->coins[seat]);
        out_kinds(o, &schema, pile);
        out_text(o, s->laid[seat].count ? "  (has laid)\n" : "\n");
    }
}

/* Prefers high banners when much is at stake. */
static int hint(const void *view, struct move move)
{
    const struct banners *s = view;
    return move.kind * (2 * s->pot + move.number[0]) - 4 * move.kind;
}

static const char *const ties_values[] = {"stay", "split", NULL};
static const struct option options[] = {
    [OPT_TIES] = {.name = "ties",
                  .about = SAY("after a tie the pot stays on the table, or is split"),
                  .values = ties_values},
};

static const struct tuning tuning = {
    .spread = 10,
    .greed = 50,
    .explore = 100,
    .level = {{0, 100}, {0, 40}, {0, 0}, {200, 0}, {1000, 0}, {5000, 0}},
};

const struct game template_game = {
    .id = "template",
    .title = SAY("Five Banners"),
    .about = SAY("Lay banners face down; the highest takes the pot."),
    .aim = SAY(
        "Each round everybody lays a banner face down with a stake. The highest banner takes the "
        "pot. After five rounds the player with the most coins wins."),
    .unit = SAY("coins"),
    .minutes_min = 5,
    .minutes_max = 10,
    .weight = 1,
    .players = 3,
    .version = 1,
    .options = options,
    .options_count = sizeof options / sizeof options[0],
    .schema = &schema,
    .setup = setup,
    .actor = actor,
    .legal = legal,
    .judge = judge,
    .apply = apply,
    .scores = scores,
    .check = check,
    .open = open,
    .veil = veil,
    .prompt = prompt,
    .describe = describe,
    .narrate = narrate,
    .board = board,
    .hint = hint,
    .tuning = &tuning,
};
