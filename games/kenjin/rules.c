/* Kenjin, a game of hidden armies between neighbours by Nicolas Sato for 2-4 players.
 * Its rules, clause by clause: rules.md. */
#include "kenjin.h"

#include "core/catalog.h"
#include "game/game.h"

/* ---- The cards and tiles ---- */

/* Only those of the Lord and the Peasant are known; the others are assumed (see rules.md). */
const uint8_t kenjin_strengths[KINDS] = {
    [SCOUT] = 1, [SHUGENJA] = 1, [GENERAL] = 1, [ASSASSIN] = 1, [ASHIGARU] = 2,
    [LORD] = 2,  [ARCHER] = 1,   [SAMURAI] = 2, [BRUTE] = 3,    [PEASANT] = 0,
};

const struct kind kenjin_kinds[KINDS] = {
    {"?", SAY("a card")},
    [SCOUT] = {"scout", SAY("Scout")},
    [SHUGENJA] = {"shugenja", SAY("Shugenja")},
    [GENERAL] = {"general", SAY("General")},
    [ASSASSIN] = {"assassin", SAY("Assassin")},
    [ASHIGARU] = {"ashigaru", SAY("Ashigaru")},
    [LORD] = {"lord", SAY("Lord")},
    [ARCHER] = {"archer", SAY("Archer")},
    [SAMURAI] = {"samurai", SAY("Samurai")},
    [BRUTE] = {"brute", SAY("Brute")},
    [PEASANT] = {"peasant", SAY("Peasant")},
};

const char *const kenjin_places[TILES] = {
    "-",      "port",      "rice",   "village", "camp",     "torii",
    "bridge", "sanctuary", "palace", "temple",  "fortress",
};

/* ---- The battlefields ---- */

const uint8_t kenjin_slots[PLAYERS_MAX + 1][PLAYERS_MAX][STACKS] = {
    [2] = {{0, 1, 2, 3}, {0, 1, 2, 3}},
    [3] = {{0, 1, 4, 5}, {2, 3, 0, 1}, {4, 5, 2, 3}},
    [4] = {{0, 1, 6, 7}, {2, 3, 0, 1}, {4, 5, 2, 3}, {6, 7, 4, 5}},
};

/* The left neighbour fights on the third and fourth stack. */
const struct side kenjin_sides[PLAYERS_MAX + 1][SLOTS_MAX][2] = {
    [2] = {{{0, 0}, {1, 0}}, {{0, 1}, {1, 1}}, {{0, 2}, {1, 2}}, {{0, 3}, {1, 3}}},
    [3] = {{{0, 0}, {1, 2}},
           {{0, 1}, {1, 3}},
           {{1, 0}, {2, 2}},
           {{1, 1}, {2, 3}},
           {{2, 0}, {0, 2}},
           {{2, 1}, {0, 3}}},
    [4] = {{{0, 0}, {1, 2}},
           {{0, 1}, {1, 3}},
           {{1, 0}, {2, 2}},
           {{1, 1}, {2, 3}},
           {{2, 0}, {3, 2}},
           {{2, 1}, {3, 3}},
           {{3, 0}, {0, 2}},
           {{3, 1}, {0, 3}}},
};

/* A clan's cards with n Assassins: they can change sides. */
#define CLAN(n) \
    [SCOUT] = 1, [SHUGENJA] = 1, [GENERAL] = 1, [ASSASSIN] = n, [ASHIGARU] = 1, [LORD] = 1, \
    [ARCHER] = 1, [SAMURAI] = 1, [BRUTE] = 1, [PEASANT] = 4
static const uint8_t clans[PLAYERS_MAX + 1][KINDS] = {
    {CLAN(0)}, {CLAN(1)}, {CLAN(2)}, {CLAN(3)}, {CLAN(4)}};

static const uint8_t *census(const void *state, int pool)
{
    static const uint8_t none[KINDS] = {0};
    const struct kenjin *s = state;
    int assassins = s->assassins[pool];
    return pool < s->head.players && assassins <= PLAYERS_MAX ? clans[assassins] : none;
}

static const char *const phase_names[PHASES] = {"draft",     "deploy", "kill",   "expose",
                                                "look",      "move",   "reveal", "fight",
                                                "sacrifice", "supply", "over"};

static const struct verb verbs[VERBS] = {
    [DEPLOY] = {.name = "", .parts = "KP", .plays = true},
    [SEND] = {.name = "send", .parts = "K", .plays = true},
    [KILL] = {.name = "kill", .parts = "PSN"},
    [EXPOSE] = {.name = "expose", .parts = "N"},
    [LOOK] = {.name = "look", .parts = "PSN"},
    [MOVE] = {.name = "move", .parts = "NP"},
    [CHOOSE] = {.name = "choose", .parts = "P"},
    [REVEAL] = {.name = "reveal", .parts = "", .pause = true},
    [FIGHT] = {.name = "fight", .parts = "", .pause = true},
    [SACRIFICE] = {.name = "sacrifice", .parts = "N"},
    [SUPPLY] = {.name = "supply", .parts = "PP"},
};

/* Only secret units lie face down. */
static uint64_t secret_units(const void *state, int element)
{
    (void)state, (void)element;
    return (UINT64_C(1) << KINDS) - (UINT64_C(1) << LORD); /* as secret_unit() has it */
}

static const struct field fields[] = {
    FIELDS_OF_HEAD,
    {FIELD_ONE(struct kenjin, teams), .type = FIELD_NUMBER},
    {FIELD_ONE(struct kenjin, draft), .type = FIELD_NUMBER},
    {FIELD_ONE(struct kenjin, phase), .type = FIELD_NAME, .names = phase_names, .number = PHASES},
    {FIELD_ONE(struct kenjin, starter), .type = FIELD_SEAT},
    {FIELD_ONE(struct kenjin, turn), .type = FIELD_SEAT},
    {FIELD_ONE(struct kenjin, at), .type = FIELD_NAME, .names = kenjin_places, .number = TILES},
    {FIELD_BY_PLACE(struct kenjin, tile), .type = FIELD_NAME, .names = kenjin_places,
     .number = TILES},
    {FIELD_BY_PLACE(struct kenjin, offer), .type = FIELD_NAME, .names = kenjin_places,
     .number = TILES},
    {FIELD_ONE(struct kenjin, fought), .type = FIELD_NUMBER},
    {FIELD_BY_PLACE(struct kenjin, holder), .type = FIELD_SEATS},
    {FIELD_BY_PLACE(struct kenjin, supplied), .type = FIELD_NAME, .names = kenjin_places,
     .number = TILES},
    {FIELD_BY_SEAT(struct kenjin, faceup), .type = FIELD_NUMBER},
    {FIELD_ONE(struct kenjin, pending), .type = FIELD_SEATS},
    {FIELD_BY_SEAT(struct kenjin, last), .type = FIELD_NUMBER},
    {FIELD_ONE(struct kenjin, coward), .type = FIELD_SEATS},
    {FIELD_BY_SEAT(struct kenjin, assassins), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT_AND_PLACE(struct kenjin, stack), .type = FIELD_ZONE, .watch = WATCH_OWNER,
     .ordered = true, .open_marks = true, .pools = POOL_BY_SEAT, .may_hide = secret_units},
    {FIELD_BY_SEAT(struct kenjin, removed), .type = FIELD_ZONE, .watch = WATCH_OWNER,
     .ordered = true, .open_marks = true, .pools = POOL_BY_SEAT, .may_hide = secret_units},
    {FIELD_BY_SEAT(struct kenjin, hand), .type = FIELD_ZONE, .watch = WATCH_OWNER,
     .pools = POOL_BY_SEAT},
    {FIELD_BY_SEAT(struct kenjin, fallen), .type = FIELD_PILE, .pools = POOL_BY_SEAT},
};

static const struct schema schema = {
    .size = sizeof(struct kenjin),
    .players_min = 2,
    .players_max = PLAYERS_MAX,
    .fields = sizeof fields / sizeof fields[0],
    .kinds = KINDS,
    .verbs = VERBS,
    .pools = PLAYERS_MAX,
    .places = TILES,
    .field = fields,
    .kind = kenjin_kinds,
    .verb = verbs,
    .place = kenjin_places,
    .census = census,
};

/* ---- Rules: set-up and draft ---- */

/* Draws `count` different tiles at random from the TILES_EACH tiles that begin with `first`. */
static void draw_tiles(uint8_t drawn[], int count, int first, struct rng *rng)
{
    uint8_t tiles[TILES_EACH];
    for (int i = 0; i < TILES_EACH; i++)
        tiles[i] = (uint8_t)(first + i);
    for (int i = 0; i < count; i++) {
        uint32_t k = (uint32_t)i + rng_below(rng, (uint32_t)(TILES_EACH - i));
        drawn[i] = tiles[k];
        tiles[k] = tiles[i];
    }
}

static void place_tiles(struct kenjin *s, struct rng *rng)
{
    uint8_t drawn[TILES_EACH];
    for (int points = 0; points < 2; points++) {
        draw_tiles(drawn, slots(s) / 2, points ? BRIDGE : PORT, rng);
        for (int i = 0; i < slots(s) / 2; i++)
            s->tile[2 * i + points] = drawn[i];
    }
}

/* One tile more than there are players, in the order of the tiles (K23). */
static void offer_tiles(struct kenjin *s, int first, struct rng *rng)
{
    uint8_t drawn[TILES_EACH];
    unsigned set = 0;
    draw_tiles(drawn, s->head.players + 1, first, rng);
    for (int i = 0; i <= s->head.players; i++)
        set |= 1u << drawn[i];
    for (int i = 0; set; set &= set - 1)
        s->offer[i++] = (uint8_t)__builtin_ctz(set);
    learn(&s->head, everybody(&s->head));
}

static void deal_clan(struct kenjin *s, int seat)
{
    s->assassins[seat] = 1;
    for (int kind = 1; kind < KINDS; kind++)
        for (int copies = clans[1][kind]; copies > 0; copies--)
            zone_push(ZONE_OF(s->hand[seat]), (struct card){(uint8_t)kind, SEAT_BIT(seat)});
}

static void setup(void *state, const struct config *config, struct rng *rng)
{
    struct kenjin *s = state;
    memset(s, 0, sizeof *s);
    s->head = (struct head){.players = config->players, .viewer = VIEW_ALL};
    s->teams = config->option[OPT_TEAMS];
    s->draft = config->option[OPT_SETUP];
    s->starter = s->turn = (uint8_t)rng_below(rng, config->players);
    learn(&s->head, everybody(&s->head));
    for (int seat = 0; seat < config->players; seat++)
        deal_clan(s, seat);
    s->phase = s->draft ? PH_DRAFT : PH_DEPLOY;
    if (s->draft)
        offer_tiles(s, PORT, rng);
    else
        place_tiles(s, rng);
}

/* In the first round everybody chooses a 4-point tile for their left side, clockwise; in the second
 * a 6-point tile for their right side, counter-clockwise. So the last seat of the first round is
 * the first of the second. */
static void choose(struct kenjin *s, int tile, struct rng *rng)
{
    bool back = tile >= BRIDGE;
    int next = back ? right_of(&s->head, s->turn) : left_of(&s->head, s->turn), i = 0;
    s->tile[back ? 2 * right_of(&s->head, s->turn) + 1 : 2 * s->turn] = (uint8_t)tile;
    while (s->offer[i] != tile)
        i++;
    for (; i < TILES_EACH; i++)
        s->offer[i] = i + 1 < TILES_EACH ? s->offer[i + 1] : TILE_NONE;
    if (s->offer[1] != TILE_NONE) { /* one tile is left over */
        s->turn = (uint8_t)next;
        return;
    }
    memset(s->offer, 0, sizeof s->offer);
    if (!back) {
        offer_tiles(s, BRIDGE, rng);
        return;
    }
    s->turn = s->starter;
    s->phase = PH_DEPLOY;
}

/* Seats that must choose a card at the Sanctuary do so in turn order (K12). */
int kenjin_actor(const void *view)
{
    const struct kenjin *s = view;
    switch ((enum phase)s->phase) {
    case PH_SACRIFICE:
        return seat_after(s->pending, right_of(&s->head, s->starter));
    case PH_SUPPLY:
        return __builtin_ctz(s->holder[kenjin_slot(s, 0)]);
    case PH_OVER:
    case PHASES:
        return SEAT_NONE;
    case PH_DRAFT:
    case PH_DEPLOY:
    case PH_KILL:
    case PH_EXPOSE:
    case PH_LOOK:
    case PH_MOVE:
    case PH_REVEAL:
    case PH_FIGHT:
        break;
    }
    return s->turn;
}

/* ---- Rules: the moves there are ---- */

static struct move with_number(enum verb_id verb, int number)
{
    return move_make(verb, KIND_NONE, 0, (uint32_t)number);
}

static uint32_t two_numbers(int first, int second)
{
    return (uint32_t)first | (uint32_t)second << 8;
}

static struct move deploy_card(int kind, int tile)
{
    return move_make(DEPLOY, kind, 0, (uint32_t)tile);
}

/* A face-down card of another seat. */
static struct move aim_at(enum verb_id verb, int seat, int tile, int place)
{
    return move_make(verb, KIND_NONE, SEAT_BIT(seat), two_numbers(tile, place + 1));
}

/* Writes a move for every card and keeps it if the card lies face down, which is faster than
 * checking first. There are at most 3 * 13 cards. */
static int legal_aims(const struct kenjin *s, enum verb_id verb, int seat, struct move moves[])
{
    int count = 0;
    for (int stack = 0; stack < STACKS; stack++) {
        const struct kenjin_stack *z = &s->stack[seat][stack];
        int tile = tile_of(s, seat, stack);
        for (int place = 0; place < z->count; place++) {
            moves[count] = aim_at(verb, seat, tile, place);
            count += face_down(z->card[place]);
        }
    }
    return count;
}

static unsigned others(const struct kenjin *s)
{
    return all_seats(&s->head) & ~(unsigned)SEAT_BIT(s->turn);
}

/* The seats whose cards the Assassin may remove (K4). */
static unsigned enemies(const struct kenjin *s)
{
    return all_seats(&s->head) & ~team_of(s, s->turn);
}

/* Every face-down card of these seats. */
static int legal_targets(const struct kenjin *s, enum verb_id verb, unsigned seats,
                         struct move moves[])
{
    int count = 0;
    for (; seats; seats &= seats - 1)
        count += legal_aims(s, verb, __builtin_ctz(seats), moves + count);
    return count;
}

static int legal_exposures(const struct kenjin *s, struct move moves[])
{
    struct side other = scouted(s);
    const struct kenjin_stack *z = &s->stack[other.seat][other.stack];
    int count = 0;
    for (int place = 0; place < z->count; place++)
        if (face_down(z->card[place]))
            moves[count++] = with_number(EXPOSE, place + 1);
    return count;
}

/* K3 */
static int legal_shifts(const struct kenjin *s, struct move moves[])
{
    int from = stack_at(s, s->turn, s->at), count = 0;
    const struct kenjin_stack *z = &s->stack[s->turn][from];
    for (int place = 0; place < z->count; place++)
        for (int to = 0; to < STACKS; to++)
            if (to != from && face_down(z->card[place]) && !full(s, s->turn, to))
                moves[count++] = move_make(MOVE, KIND_NONE, 0,
                                           two_numbers(place + 1, tile_of(s, s->turn, to)));
    return count;
}

static int legal_deployments(const struct kenjin *s, struct move moves[])
{
    unsigned kinds = kinds_in(&s->hand[s->turn]);
    uint8_t tiles[STACKS] = {0};
    int room = 0, count = 0;
    if ((kinds & 1u << ASSASSIN) && some_hide(s, enemies(s))) {
        moves[count++] = move_make(SEND, ASSASSIN, 0, 0);
        kinds &= ~(1u << ASSASSIN);
    }
    for (int stack = 0; stack < STACKS; stack++) {
        tiles[room] = (uint8_t)tile_of(s, s->turn, stack);
        room += !full(s, s->turn, stack); /* K5 */
    }
    for (; kinds; kinds &= kinds - 1) {
        for (int i = 0; i < STACKS;
             i++) /* writes all four, which is faster, and keeps `room` of them */
            moves[count + i] = deploy_card(__builtin_ctz(kinds), tiles[i]);
        count += room;
    }
    return count;
}

static int legal_sacrifices(const struct kenjin *s, struct move moves[])
{
    int count = 0;
    unsigned places = kenjin_weakest(s, altar(s));
    for (; places; places &= places - 1)
        moves[count++] = with_number(SACRIFICE, __builtin_ctz(places) + 1);
    return count;
}

/* Two battlefields of the conqueror or the partner, in the order of their combats (K18). */
static int legal_supplies(const struct kenjin *s, struct move moves[])
{
    int seat = kenjin_actor(s), fitting = 0, count = 0;
    uint8_t tiles[SLOTS_MAX];
    for (int i = 1; i < slots(s); i++) {
        int tile = s->tile[kenjin_slot(s, i)];
        if (team_fights(s, seat, tile))
            tiles[fitting++] = (uint8_t)tile;
    }
    for (int i = 0; i < fitting; i++)
        for (int k = i + 1; k < fitting; k++)
            moves[count++] = move_make(SUPPLY, KIND_NONE, 0, two_numbers(tiles[i], tiles[k]));
    return count;
}

static int legal_choices(const struct kenjin *s, struct move moves[])
{
    int count = 0;
    for (; count < TILES_EACH && s->offer[count] != TILE_NONE; count++)
        moves[count] = with_number(CHOOSE, s->offer[count]);
    return count;
}

static int legal(const void *view, struct move moves[MOVES_MAX])
{
    const struct kenjin *s = view;
    switch ((enum phase)s->phase) {
    case PH_DRAFT:
        return legal_choices(s, moves);
    case PH_DEPLOY:
        return legal_deployments(s, moves);
    case PH_KILL:
        return legal_targets(s, KILL, enemies(s), moves);
    case PH_EXPOSE:
        return legal_exposures(s, moves);
    case PH_LOOK:
        return legal_targets(s, LOOK, others(s), moves);
    case PH_MOVE:
        return legal_shifts(s, moves);
    case PH_REVEAL:
        moves[0] = move_bare(REVEAL);
        return 1;
    case PH_FIGHT:
        moves[0] = move_bare(FIGHT);
        return 1;
    case PH_SACRIFICE:
        return legal_sacrifices(s, moves);
    case PH_SUPPLY:
        return legal_supplies(s, moves);
    case PH_OVER:
    case PHASES:
        break;
    }
    return 0;
}

/* ---- Rules: deployment ---- */

/* A turn is two cards, and a single one in the last round. Hands begin with 13 cards, so a turn
 * ends when the number of cards left is odd or 0. */
static void card_done(struct kenjin *s)
{
    s->phase = PH_DEPLOY;
    s->at = TILE_NONE;
    if (s->hand[s->turn].count % 2 == 0 && s->hand[s->turn].count > 0)
        return;
    s->turn = (uint8_t)left_of(&s->head, s->turn);
    if (s->hand[s->turn].count == 0)
        s->phase = PH_REVEAL;
}

static void deploy_open(struct kenjin *s, int kind, int tile)
{
    int stack = stack_at(s, s->turn, tile);
    struct card card = zone_take(ZONE_OF(s->hand[s->turn]), kind);
    card_show(&s->head, &card, everybody(&s->head));
    zone_push(ZONE_OF(s->stack[s->turn][stack]), card);
    if (!has_target(s, kind, stack)) {
        card_done(s);
        return;
    }
    s->phase = kind == SCOUT ? PH_EXPOSE : kind == GENERAL ? PH_MOVE : PH_LOOK;
    s->at = kind == SHUGENJA ? TILE_NONE : (uint8_t)tile;
}

/* Nobody else has seen a card of the hand, so no marks of who has seen it must be cleared. */
static void deploy_secret(struct kenjin *s, int kind, int tile)
{
    int stack = stack_at(s, s->turn, tile);
    struct zone *hand = ZONE_OF(s->hand[s->turn]);
    zone_push(ZONE_OF(s->stack[s->turn][stack]), zone_take(hand, kind));
    if (hand->count == 0)
        s->last[s->turn] = (uint8_t)(stack + 1); /* K7 */
    card_done(s);
}

/* The Assassin takes the place of the card that she removes, in the other's army (K4). */
static void assassinate(struct kenjin *s, int victim, int tile, int place)
{
    int seat = s->turn, stack = stack_at(s, victim, tile);
    struct zone *z = ZONE_OF(s->stack[victim][stack]);
    struct card assassin = zone_take(ZONE_OF(s->hand[seat]), ASSASSIN);
    card_show(&s->head, &assassin, everybody(&s->head));
    struct card removed = zone_replace(z, place, assassin);
    card_show(&s->head, &removed, SEAT_BIT(seat));
    zone_push(ZONE_OF(s->removed[victim]), removed);
    s->assassins[seat]--;
    s->assassins[victim]++;
    if (s->last[victim] == stack + 1 && place == z->count - 1)
        s->last[victim] = (uint8_t)(STACKS + s->removed[victim].count);
    card_done(s);
}

/* A face-up Lord in the place of the thirteenth card was played last (K7). */
static void note_coward(struct kenjin *s, struct side side)
{
    const struct kenjin_stack *z = &s->stack[side.seat][side.stack];
    if (s->last[side.seat] != side.stack + 1)
        return;
    struct card top = z->card[z->count - 1];
    if (top.kind == LORD && !face_down(top))
        s->coward |= SEAT_BIT(side.seat);
}

static void expose(struct kenjin *s, int place)
{
    struct side other = scouted(s);
    card_show(&s->head, &s->stack[other.seat][other.stack].card[place], everybody(&s->head));
    note_coward(s, other);
    card_done(s);
}

static void look(struct kenjin *s, int seat, int tile, int place)
{
    card_show(&s->head, &s->stack[seat][stack_at(s, seat, tile)].card[place], SEAT_BIT(s->turn));
    card_done(s);
}

static void shift(struct kenjin *s, int place, int tile)
{
    struct kenjin_stack *stacks = s->stack[s->turn];
    struct card card = zone_take_at(ZONE_OF(stacks[stack_at(s, s->turn, s->at)]), place);
    zone_push(ZONE_OF(stacks[stack_at(s, s->turn, tile)]), card);
    card_done(s);
}

/* ---- Rules: combat ---- */

static int count_face_up(const struct kenjin_stack *z)
{
    int count = 0;
    for (int place = 0; place < z->count; place++)
        count += !face_down(z->card[place]);
    return count;
}

static void reveal(struct kenjin *s)
{
    int slot = battle(s);
    for (int i = 0; i < 2; i++) {
        struct side side = side_of(s, slot, i);
        struct kenjin_stack *z = &s->stack[side.seat][side.stack];
        if (s->tile[slot] == PORT)
            s->faceup[side.seat] = (uint8_t)count_face_up(z); /* K9 */
        zone_show(&s->head, ZONE_OF(*z), everybody(&s->head));
        note_coward(s, side);
    }
    s->phase = PH_FIGHT;
}

static void withdraw(struct kenjin *s, struct side side)
{
    while (s->stack[side.seat][side.stack].count > 0)
        kenjin_eliminate(s, side, s->stack[side.seat][side.stack].count - 1);
}

/* Removed cards are shown at the end (K24); one may be a Lord who was played last (K7). */
static void end_game(struct kenjin *s)
{
    s->phase = PH_OVER;
    for (int seat = 0; seat < s->head.players; seat++) {
        int removed = s->last[seat] - STACKS - 1;
        zone_show(&s->head, ZONE_OF(s->removed[seat]), everybody(&s->head));
        if (removed >= 0 && s->removed[seat].card[removed].kind == LORD)
            s->coward |= SEAT_BIT(seat);
    }
}

static void next_battle(struct kenjin *s)
{
    s->phase = PH_REVEAL;
    if (s->fought == slots(s))
        end_game(s);
}

/* K13-K18 */
static void conclude(struct kenjin *s, int slot)
{
    struct outcome o = kenjin_outcome(s, slot);
    for (int i = 0; i < 2; i++) {
        struct side side = side_of(s, slot, i);
        s->faceup[side.seat] = 0;
        if (o.razed || (o.holder && o.holder != SEAT_BIT(side.seat)))
            withdraw(s, side);
    }
    s->holder[slot] = (uint8_t)o.holder;
    s->fought++;
    if (s->tile[slot] == CAMP && o.holder)
        s->phase = PH_SUPPLY;
    else
        next_battle(s);
}

static void fight(struct kenjin *s)
{
    int slot = battle(s);
    kenjin_archers(s, slot);
    kenjin_samurai(s, slot);
    if (s->tile[slot] == SANCTUARY)
        s->pending = (uint8_t)kenjin_sanctuary(s, slot);
    if (s->pending)
        s->phase = PH_SACRIFICE;
    else
        conclude(s, slot);
}

static void sacrifice(struct kenjin *s, int place)
{
    struct side side = altar(s);
    kenjin_eliminate(s, side, place);
    s->pending &= (uint8_t)~SEAT_BIT(side.seat);
    if (!s->pending)
        conclude(s, battle(s));
}

static void apply(void *state, struct move move, struct rng *rng)
{
    struct kenjin *s = state;
    int first = move.number[0], second = move.number[1];
    int seat = move.seats ? __builtin_ctz(move.seats) : SEAT_NONE;
    switch ((enum verb_id)move.verb) {
    case DEPLOY:
        if (secret_unit(move.kind))
            deploy_secret(s, move.kind, first);
        else
            deploy_open(s, move.kind, first);
        break;
    case SEND:
        s->phase = PH_KILL;
        break;
    case KILL:
        assassinate(s, seat, first, second - 1);
        break;
    case EXPOSE:
        expose(s, first - 1);
        break;
    case LOOK:
        look(s, seat, first, second - 1);
        break;
    case MOVE:
        shift(s, first - 1, second);
        break;
    case CHOOSE:
        choose(s, first, rng);
        break;
    case REVEAL:
        reveal(s);
        break;
    case FIGHT:
        fight(s);
        break;
    case SACRIFICE:
        sacrifice(s, first - 1);
        break;
    case SUPPLY:
        s->supplied[0] = (uint8_t)first;
        s->supplied[1] = (uint8_t)second;
        next_battle(s);
        break;
    case VERBS:
        break;
    }
}

/* K21, K22 */
void kenjin_scores(const void *state, int points[], int ranks[])
{
    const struct kenjin *s = state;
    int conquests[PLAYERS_MAX];
    for (int seat = 0; seat < s->head.players; seat++) {
        points[seat] = conquests[seat] = 0;
        for (unsigned team = team_of(s, seat); team; team &= team - 1) {
            points[seat] += kenjin_points(s, __builtin_ctz(team));
            conquests[seat] += kenjin_reckon(s, __builtin_ctz(team)).conquests;
        }
    }
    rank_by_points(s->head.players, points, conquests, ranks);
}

/* ---- Knowledge ---- */

/* A hand is the clan's cards without those that were played, so it is public until one of these
 * lies face down. */
static bool open(const void *view)
{
    const struct kenjin *s = view;
    if (s->phase != PH_DEPLOY)
        return true;
    for (int stack = 0; stack < STACKS; stack++)
        if (!all_face_up(ZONE_IN(s->stack[s->turn][stack])))
            return false;
    return all_face_up(ZONE_IN(s->removed[s->turn]));
}

/* The player of a face-down unit keeps secret which one it is. */
static struct move veil(struct move move)
{
    if (move.verb == DEPLOY && secret_unit(move.kind))
        move.kind = KIND_NONE;
    return move;
}

/* ---- The game ---- */

static const char *const setups[] = {"random", "draft", NULL};
static const struct option options[] = {
    [OPT_TEAMS] = {.name = "teams",
                   .about = SAY(
                       "two teams: partners sit opposite each other and add up their points"),
                   .values = option_off_on,
                   .players_min = 4,
                   .players_max = 4},
    [OPT_SETUP] =
        {.name = "setup",
         .about = SAY(
             "battlefields drawn at random, or chosen by the players before the deployment"),
         .values = setups,
         .players_min = 3,
         .players_max = 4},
};

const struct game kenjin_game = {
    .id = "kenjin",
    .title = SAY("Kenjin"),
    .about = SAY("Lay armies face down on four battlefields, then see who was bluffing."),
    .aim = SAY("You have thirteen units and fight against your neighbours on four battlefields. "
               "Each turn you deploy two units; secret units, the strongest among them, lie face "
               "down. Then the battlefields are turned up and fought for one after another. Each "
               "is worth 4 or 6 points to the stronger army, and more if Peasants or the Lord "
               "survive there. The player with the most points wins."),
    .unit = SAY("points"),
    .minutes_min = 20,
    .minutes_max = 30,
    .weight = 2,
    .players = 2,
    .version = 1,
    .options = options,
    .options_count = sizeof options / sizeof options[0],
    .schema = &schema,
    .setup = setup,
    .actor = kenjin_actor,
    .legal = legal,
    .judge = kenjin_judge,
    .absent = kenjin_absent,
    .apply = apply,
    .scores = kenjin_scores,
    .check = kenjin_check,
    .open = open,
    .veil = veil,
    .prompt = kenjin_prompt,
    .describe = kenjin_describe,
    .narrate = kenjin_narrate,
    .board = kenjin_board,
    .hint = kenjin_hint,
    .tuning = &kenjin_tuning,
};
