/* Call to Glory, a game of collecting and outbidding by Michael Schacht for 2-4 players.
 * Its rules, clause by clause: rules.md. */
#include "glory.h"

#include <assert.h>

#include "core/catalog.h"
#include "game/game.h"

/* ---- The cards ---- */

/* A character's number is both its value and how many cards of it there are. */
const uint8_t glory_values[KINDS] = {
    [EMPEROR] = 6, [EMPRESS] = 7, [DAIMYO] = 8, [SHOGUN] = 9,  [SAMURAI] = 12,
    [NINJA] = 14,  [ENVOY] = 16,  [MONK] = 18,  [FARMER] = 20,
};

const struct kind glory_kinds[KINDS] = {
    {"?", SAY("a card")},
    [EMPEROR] = {"emperor", SAY("Emperor")},
    [EMPRESS] = {"empress", SAY("Empress")},
    [DAIMYO] = {"daimyo", SAY("Daimyo")},
    [SHOGUN] = {"shogun", SAY("Shogun")},
    [SAMURAI] = {"samurai", SAY("Samurai")},
    [NINJA] = {"ninja", SAY("Ninja")},
    [ENVOY] = {"envoy", SAY("Envoy")},
    [MONK] = {"monk", SAY("Monk")},
    [FARMER] = {"farmer", SAY("Farmer")},
};

/* The characters on the task cards of each deck. They are assumed: the source for them is lost,
 * except that the Empress is in deck A. */
static const uint8_t deck_tasks[DECKS][KINDS] = {
    {[EMPEROR] = 1, [EMPRESS] = 1, [DAIMYO] = 1, [SHOGUN] = 1},
    {[SHOGUN] = 1, [SAMURAI] = 1, [NINJA] = 1, [ENVOY] = 1},
    {[NINJA] = 1, [ENVOY] = 1, [MONK] = 1, [FARMER] = 1},
};

static const uint8_t *census(const void *state, int pool)
{
    static const uint8_t none[KINDS] = {0};
    const struct glory *s = state;
    if (pool == POOL_CHARACTERS)
        return glory_values;
    return s->tasks ? deck_tasks[pool - POOL_TASKS] : none;
}

static const char *const phase_names[PHASES] = {"draw", "play", "after", "reveal", "deal", "over"};
static const char *const slot_names[SLOTS] = {"-", "draw1", "draw2", "discard1", "discard2"};

static const struct verb verbs[VERBS] = {
    [DRAW] = {.name = "draw", .parts = "N"},
    [PICK] = {.name = "pick", .parts = "N"},
    [LAY] = {.name = "lay", .parts = "KN", .plays = true},
    [DISCARD] = {.name = "discard", .parts = "KN"},
    [PUT] = {.name = "put", .parts = "N"},
    [STRIKE] = {.name = "strike", .parts = "K"},
    [END] = {.name = "end", .parts = ""},
    [REVEAL] = {.name = "reveal", .parts = "KN"},
    [DEAL] = {.name = "deal", .parts = "", .pause = true},
};

static const struct field fields[] = {
    FIELDS_OF_HEAD,
    {FIELD_ONE(struct glory, tasks), .type = FIELD_NUMBER},
    {FIELD_ONE(struct glory, ninja), .type = FIELD_NUMBER},
    {FIELD_ONE(struct glory, round), .type = FIELD_NUMBER},
    {FIELD_ONE(struct glory, phase), .type = FIELD_NAME, .names = phase_names, .number = PHASES},
    {FIELD_ONE(struct glory, starter), .type = FIELD_SEAT},
    {FIELD_ONE(struct glory, turn), .type = FIELD_SEAT},
    {FIELD_ONE(struct glory, first), .type = FIELD_NAME, .names = slot_names, .number = SLOTS},
    {FIELD_ONE(struct glory, chooser), .type = FIELD_SEATS},
    {FIELD_ONE(struct glory, turns), .type = FIELD_NUMBER},
    {FIELD_ONE(struct glory, gained), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct glory, figures), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct glory, score), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct glory, gain), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct glory, best), .type = FIELD_NUMBER},
    {FIELD_ONE(struct glory, loose), .type = FIELD_PILE},
    {FIELD_BY_SEAT(struct glory, set), .type = FIELD_PILE},
    {FIELD_BY_SEAT(struct glory, hand), .type = FIELD_HAND},
    {FIELD_BY_SEAT_AND_PLACE(struct glory, task), .type = FIELD_ZONE, .watch = WATCH_OWNER,
     .pools = POOL_BY_PLACE, .pool = POOL_TASKS},
    {FIELD_BY_PLACE(struct glory, undealt), .type = FIELD_ZONE, .watch = WATCH_NONE,
     .pools = POOL_BY_PLACE, .pool = POOL_TASKS},
    {FIELD_BY_PLACE(struct glory, draw), .type = FIELD_ZONE, .watch = WATCH_NONE, .ordered = true},
    {FIELD_BY_PLACE(struct glory, discard), .type = FIELD_ZONE, .watch = WATCH_ALL,
     .ordered = true},
};

static const struct schema schema = {
    .size = sizeof(struct glory),
    .players_min = 2,
    .players_max = PLAYERS_MAX,
    .fields = sizeof fields / sizeof fields[0],
    .kinds = KINDS,
    .verbs = VERBS,
    .pools = POOLS,
    .field = fields,
    .kind = glory_kinds,
    .verb = verbs,
    .census = census,
};

/* ---- Rules: the deal ---- */

static void begin_turn(struct glory *s, int seat)
{
    s->turn = (uint8_t)seat;
    s->phase = PH_DRAW;
    s->first = SLOT_NONE;
    s->gained = 0;
}

/* Each seat gets one task of each deck; the rest is out of the game (C33, C38). */
static void deal_tasks(struct glory *s, struct rng *rng)
{
    for (int deck = 0; deck < DECKS; deck++) {
        struct glory_tasks ZONE(DECK_TASKS) tasks = {0};
        struct zone *z = ZONE_OF(tasks);
        zone_deck(z, deck_tasks[deck], KINDS, rng);
        for (int seat = 0; seat < s->head.players; seat++)
            zone_draw(&s->head, z, ZONE_OF(s->task[seat][deck]), SEAT_BIT(seat));
        while (z->count > 0)
            zone_insert(ZONE_OF(s->undealt[deck]), zone_pop(z));
    }
}

/* Makes a draw pile of these cards; the last one is on top. */
static void make_draw_pile(struct glory_draw *draw, const struct card *cards, int count)
{
    memset(draw, 0, sizeof *draw);
    memcpy(draw->card, cards, (size_t)count * sizeof *cards);
    draw->count = (uint8_t)count;
}

/* C2, C3 */
static void deal_cards(struct glory *s, struct rng *rng)
{
    struct glory_discard deck = {0};
    zone_deck(ZONE_OF(deck), glory_values, KINDS, rng);
    memset(s->hand, 0, sizeof s->hand);
    for (int seat = 0; seat < s->head.players; seat++)
        for (int i = 0; i < HAND; i++)
            hand_put(&s->head, s->hand[seat], zone_pop(ZONE_OF(deck)), seat);
    int half = deck.count / 2;
    make_draw_pile(&s->draw[0], deck.card + half, deck.count - half);
    make_draw_pile(&s->draw[1], deck.card, half);
}

/* All cards and figures come back (C3, C50), and the starter begins. */
static void deal(struct glory *s, struct rng *rng)
{
    memset(s->set, 0, sizeof s->set);
    memset(s->figures, 0, sizeof s->figures);
    memset(s->gain, 0, sizeof s->gain);
    for (int pile = 0; pile < PILES; pile++)
        zone_clear(ZONE_OF(s->discard[pile]));
    deal_cards(s, rng);
    s->round++;
    wide_set(s->turns, 0);
    begin_turn(s, s->starter);
}

static void setup(void *state, const struct config *config, struct rng *rng)
{
    struct glory *s = state;
    memset(s, 0, sizeof *s);
    s->head = (struct head){.players = config->players, .viewer = VIEW_ALL};
    s->tasks = config->option[OPT_TASKS];
    s->ninja = config->option[OPT_NINJA];
    s->starter = (uint8_t)rng_below(rng, config->players); /* C1 */
    learn(&s->head, everybody(&s->head));
    if (s->tasks)
        deal_tasks(s, rng);
    deal(s, rng);
}

/* The owner of loose cards chooses a pile before anything else (C18, C43). */
int glory_actor(const void *view)
{
    const struct glory *s = view;
    if (s->phase == PH_OVER)
        return SEAT_NONE;
    return s->chooser ? __builtin_ctz(s->chooser) : s->turn;
}

/* ---- Rules: the legal moves ---- */

static struct move with_pile(enum verb_id verb, int pile)
{
    return move_make(verb, KIND_NONE, 0, (uint32_t)pile + 1);
}

static struct move with_kind(enum verb_id verb, int kind, int number)
{
    return move_make(verb, kind, 0, (uint32_t)number);
}

/* The piles to which a card may be discarded, as bits. An empty one comes first (C22-C24). */
static unsigned discard_piles(const struct glory *s)
{
    if (s->discard[0].count == 0)
        return 1;
    return s->discard[1].count == 0 ? 2 : 3;
}

static int legal_puts(const struct glory *s, struct move moves[])
{
    int count = 0;
    for (unsigned piles = discard_piles(s); piles; piles &= piles - 1)
        moves[count++] = with_pile(PUT, __builtin_ctz(piles));
    return count;
}

/* C4, C5, C20 */
static int legal_draws(const struct glory *s, struct move moves[])
{
    int count = 0;
    for (int pile = 0; pile < PILES; pile++)
        if (s->draw[pile].count && s->first != SLOT_DRAW + pile)
            moves[count++] = with_pile(DRAW, pile);
    for (int pile = 0; pile < PILES; pile++)
        if (s->discard[pile].count && s->first != SLOT_DISCARD + pile)
            moves[count++] = with_pile(PICK, pile);
    assert(count > 0); /* C6 */
    return count;
}

/* C12, C13 */
static int legal_plays(const struct glory *s, struct move moves[])
{
    const struct held *hand = s->hand[s->turn];
    unsigned piles = discard_piles(s);
    int count = 0;
    for (int kind = 1; kind < KINDS; kind++)
        if (hand[kind].number >= 2) /* no set is smaller; checked first for speed */
            for (int number = needed(s, kind); number <= hand[kind].number; number++)
                moves[count++] = with_kind(LAY, kind, number);
    for (int kind = 1; kind < KINDS; kind++)
        for (unsigned left = hand[kind].number ? piles : 0; left; left &= left - 1)
            moves[count++] = with_kind(DISCARD, kind, __builtin_ctz(left) + 1);
    return count;
}

/* C41, C42 */
static int legal_strikes(const struct glory *s, struct move moves[])
{
    int count = 0;
    for (int kind = 1; can_strike(s) && kind < KINDS; kind++) {
        int owner = set_owner(s, kind);
        if (owner != SEAT_NONE && owner != s->turn)
            moves[count++] = with_kind(STRIKE, kind, 0);
    }
    return count;
}

static int legal_reveals(const struct glory *s, struct move moves[])
{
    int count = 0;
    for (int deck = 0; deck < DECKS; deck++)
        if (!task_revealed(s, s->turn, deck))
            moves[count++] = with_kind(REVEAL, s->task[s->turn][deck].card[0].kind,
                                       deck_pays(deck));
    return count;
}

/* The moves fit into MOVES_MAX: lays and discards to one pile are together at most as many as the
 * cards in hand, strikes at most as many as the cards on the table, and the second pile adds at
 * most nine discards. With 110 cards that is less than 120. */
static int legal(const void *view, struct move moves[MOVES_MAX])
{
    const struct glory *s = view;
    int count = 0;
    if (s->chooser)
        return legal_puts(s, moves);
    switch ((enum phase)s->phase) {
    case PH_DRAW:
        count = legal_draws(s, moves);
        return count + legal_strikes(s, moves + count);
    case PH_PLAY:
        count = legal_plays(s, moves);
        return count + legal_strikes(s, moves + count);
    case PH_AFTER:
        count = legal_strikes(s, moves);
        moves[count++] = move_bare(END);
        return count;
    case PH_REVEAL:
        return legal_reveals(s, moves);
    case PH_DEAL:
        moves[count++] = move_bare(DEAL);
        return count;
    case PH_OVER:
    case PHASES:
        break;
    }
    return 0;
}

/* ---- Rules: the end of a round ---- */

/* C26-C28, C32 */
static bool round_ends(const struct glory *s)
{
    int all = 0;
    for (int seat = 0; seat < s->head.players; seat++) {
        int types = set_types(s, seat);
        if (types >= types_to_end(s))
            return true;
        all += types;
    }
    return all == KINDS - 1 || s->draw[0].count == 0 || s->draw[1].count == 0 ||
           (s->ninja && wide_get(s->turns) >= TURNS_MAX);
}

/* Whether `seat` comes before `other` as the next starter (C29). */
static bool begins_before(const struct glory *s, int seat, int other)
{
    int score = wide_get(s->score[seat]) - wide_get(s->score[other]);
    return score ? score < 0 : wide_get(s->gain[seat]) < wide_get(s->gain[other]);
}

/* Ties go to the first seat clockwise from the last starter's left (C30). */
static int next_starter(const struct glory *s)
{
    int best = left_of(&s->head, s->starter);
    for (int seat = best, i = 0; i < s->head.players; i++) {
        if (begins_before(s, seat, best))
            best = seat;
        seat = left_of(&s->head, seat);
    }
    return best;
}

static void finish_round(struct glory *s)
{
    for (int seat = 0; seat < s->head.players; seat++) {
        int gain = wide_get(s->gain[seat]);
        wide_add(s->score[seat], gain);
        if (gain > wide_get(s->best[seat]))
            wide_set(s->best[seat], gain);
    }
    if (s->round == rounds(s)) {
        s->phase = PH_OVER;
        return;
    }
    s->starter = s->turn = (uint8_t)next_starter(s);
    s->phase = PH_DEAL;
}

/* Scores the round. Every type counts once, however many cards it has. */
static void end_round(struct glory *s)
{
    s->gained = 0;
    for (int seat = 0; seat < s->head.players; seat++)
        for (int kind = 1; kind < KINDS; kind++)
            if (s->set[seat][kind])
                wide_add(s->gain[seat], glory_values[kind]);
    if (s->tasks) {
        s->turn = s->starter; /* C34 */
        s->phase = PH_REVEAL;
    } else {
        finish_round(s);
    }
}

static void end_turn(struct glory *s)
{
    wide_add(s->turns, s->ninja);
    if (round_ends(s))
        end_round(s);
    else
        begin_turn(s, left_of(&s->head, s->turn));
}

/* After action 2. Beaten cards must be put on a pile first. Then the player is asked only if a
 * figure could be used; otherwise the turn ends (C41, C49). */
static void after_action(struct glory *s)
{
    s->phase = PH_AFTER;
    if (!s->chooser && !can_strike(s))
        end_turn(s);
}

/* ---- Rules: carrying out a move ---- */

static void take(struct glory *s, struct zone *pile, int slot)
{
    hand_put(&s->head, s->hand[s->turn], zone_pop(pile), s->turn); /* C11 */
    if (s->first == SLOT_NONE) {
        s->first = (uint8_t)slot;
        return;
    }
    s->first = SLOT_NONE;
    s->phase = PH_PLAY;
}

/* Takes cards from a set; their owner must choose a pile for them (C18, C43). */
static void loosen(struct glory *s, int owner, int kind, int number)
{
    s->set[owner][kind] = (uint8_t)(s->set[owner][kind] - number);
    s->loose[kind] = (uint8_t)number;
    s->chooser = SEAT_BIT(owner);
}

/* C15, C39 */
static void lay(struct glory *s, int kind, int number)
{
    int beaten = set_owner(s, kind);
    if (beaten != SEAT_NONE)
        loosen(s, beaten, kind, s->set[beaten][kind]);
    hand_take(&s->head, s->hand[s->turn], kind, number, s->turn);
    s->set[s->turn][kind] = (uint8_t)number;
    if (s->ninja && kind == NINJA && figures_stock(s) > 0) {
        s->figures[s->turn]++;
        s->gained = 1;
    }
    after_action(s);
}

/* C19 */
static void put(struct glory *s, int pile)
{
    for (int kind = 1; kind < KINDS; kind++)
        for (; s->loose[kind] > 0; s->loose[kind]--)
            zone_lay(&s->head, ZONE_OF(s->discard[pile]), kind);
    s->chooser = 0;
    if (s->phase == PH_AFTER)
        after_action(s);
}

/* C35-C37 */
static void reveal(struct glory *s, int kind, int pays)
{
    struct glory_task *task = &s->task[s->turn][deck_of_pay(pays)];
    card_show(&s->head, &task->card[0], everybody(&s->head));
    for (int seat = 0; seat < s->head.players; seat++)
        wide_add(s->gain[seat], pays * s->set[seat][kind]);
    s->turn = (uint8_t)left_of(&s->head, s->turn);
    if (s->turn == s->starter)
        finish_round(s);
}

static void apply(void *state, struct move move, struct rng *rng)
{
    struct glory *s = state;
    int number = move.number[0], pile = number - 1;
    switch ((enum verb_id)move.verb) {
    case DRAW:
        take(s, ZONE_OF(s->draw[pile]), SLOT_DRAW + pile);
        break;
    case PICK:
        take(s, ZONE_OF(s->discard[pile]), SLOT_DISCARD + pile);
        break;
    case LAY:
        lay(s, move.kind, number);
        break;
    case DISCARD:
        hand_take(&s->head, s->hand[s->turn], move.kind, 1, s->turn);
        zone_lay(&s->head, ZONE_OF(s->discard[pile]), move.kind);
        after_action(s);
        break;
    case PUT:
        put(s, pile);
        break;
    case STRIKE:
        s->figures[s->turn]--;
        loosen(s, set_owner(s, move.kind), move.kind, 1);
        break;
    case END:
        end_turn(s);
        break;
    case REVEAL:
        reveal(s, move.kind, number);
        break;
    case DEAL:
        deal(s, rng);
        break;
    case VERBS:
        break;
    }
}

/* C31 */
void glory_scores(const void *state, int points[], int ranks[])
{
    const struct glory *s = state;
    int best[PLAYERS_MAX];
    for (int seat = 0; seat < s->head.players; seat++) {
        points[seat] = wide_get(s->score[seat]);
        best[seat] = wide_get(s->best[seat]);
    }
    rank_by_points(s->head.players, points, best, ranks);
}

/* ---- Knowledge ---- */

/* Only two choices depend on secret cards: what to lay or discard, and which task to reveal. */
static bool open(const void *view)
{
    const struct glory *s = view;
    if (s->phase == PH_PLAY && !s->chooser)
        return hand_public(s->hand[s->turn], KINDS);
    return s->phase != PH_REVEAL;
}

/* ---- The game ---- */

static const struct option options[] = {
    [OPT_TASKS] = {.name = "tasks",
                   .about = SAY(
                       "each player has three secret tasks and reveals one after every round; it "
                       "pays everybody; three rounds"),
                   .values = option_off_on},
    [OPT_NINJA] = {.name = "ninja",
                   .about = SAY(
                       "a set of Ninjas brings a figure, which can remove a card of another "
                       "player's set in a later turn"),
                   .values = option_off_on},
};

const struct game glory_game = {
    .id = "glory",
    .title = SAY("Call to Glory"),
    .about = SAY("Collect sets of cards and beat the sets of others with larger ones."),
    .aim = SAY("Each turn you draw two cards from different piles, then lay a set of one type or "
               "discard a card. A larger set of the same type beats the smaller one, which is "
               "discarded. At the end of a round every type in front of you scores its number "
               "once. After four rounds (three with tasks) the player with the most points wins."),
    .unit = SAY("points"),
    .minutes_min = 20,
    .minutes_max = 30,
    .weight = 1,
    .players = 3,
    .version = 1,
    .options = options,
    .options_count = sizeof options / sizeof options[0],
    .schema = &schema,
    .setup = setup,
    .actor = glory_actor,
    .legal = legal,
    .judge = glory_judge,
    .apply = apply,
    .scores = glory_scores,
    .check = glory_check,
    .open = open,
    .prompt = glory_prompt,
    .describe = glory_describe,
    .narrate = glory_narrate,
    .board = glory_board,
    .hint = glory_hint,
    .value = glory_value,
    .tuning = &glory_tuning,
};
