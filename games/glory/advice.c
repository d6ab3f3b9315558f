/* Call to Glory: advice to the bots. A round is long and depends much on luck, and a single move
 * changes little, so its effect would be lost in the noise of whole playouts. Therefore the search
 * looks only a few turns ahead and then asks `value`. `hint` plays like a beginner who thinks only
 * of their own cards; the search itself finds out what a discard gives to the others. The weights
 * of draws, sets and missing cards were compared in the arena; those of strikes, tasks and replaced
 * sets are guesses. */
#include "glory.h"

#include <assert.h>

/* ---- Hints, in tenths of points ---- */

enum {
    HINT_DRAW = 30,
    HINT_LAY = 2000,
    HINT_DISCARD = 1000,
    HINT_REPLACE = -500,
    HINT_END = 10000
};

/* What the seat's cards of a kind are worth in the hand: the points of the set, or a part of them
 * if cards are missing for it. If it would beat another player's set, the points count twice. */
static int worth_held(const struct glory *s, int kind, int held)
{
    static const uint8_t percent[] = {100, 50, 25, 12, 5, 2};
    int owner = set_owner(s, kind), need = needed(s, kind), missing = need > held ? need - held : 0;
    bool beatable = need <= glory_values[kind] - set_size(s, kind);
    if (owner == glory_actor(s) || !beatable || missing >= (int)sizeof percent)
        return 0;
    return glory_values[kind] * (owner == SEAT_NONE ? 10 : 20) * percent[missing] / 100;
}

static int worth_card(const struct glory *s, int kind, int held)
{
    return worth_held(s, kind, held) - worth_held(s, kind, held - 1);
}

static int worth_take(const struct glory *s, struct move move)
{
    if (move.verb == DRAW)
        return HINT_DRAW;
    const struct glory_discard *z = &s->discard[move.number[0] - 1];
    int kind = z->card[z->count - 1].kind;
    return worth_card(s, kind, s->hand[s->turn][kind].number + 1);
}

/* The seat's points, and its types, if the turn's player lays this kind and the round ends. */
static int points_after(const struct glory *s, int seat, int laid, int *types)
{
    int points = wide_get(s->score[seat]);
    *types = 0;
    for (int kind = 1; kind < KINDS; kind++)
        if (kind == laid ? seat == s->turn : s->set[seat][kind] > 0) {
            points += glory_values[kind];
            ++*types;
        }
    return points;
}

/* What it is worth to end the last round by laying this kind: that wins the game or loses it. */
static int worth_end(const struct glory *s, int kind)
{
    int types, all, mine = points_after(s, s->turn, kind, &types), best = 0;
    bool ends = types >= types_to_end(s);
    all = types;
    for (int seat = 0; seat < s->head.players; seat++)
        if (seat != s->turn) {
            int points = points_after(s, seat, kind, &types);
            best = points > best ? points : best;
            all += types;
        }
    if (!ends && all < KINDS - 1)
        return 0;
    return mine > best ? HINT_END : -HINT_END;
}

/* Prefers valuable sets, most of all those that beat another player's, and as few cards as
 * possible. */
static int worth_lay(const struct glory *s, int kind, int number)
{
    int owner = set_owner(s, kind), value = glory_values[kind];
    if (owner == s->turn)
        return HINT_REPLACE + number;
    return HINT_LAY + (owner == SEAT_NONE ? 10 : 20) * value - 10 * number +
           (s->round == rounds(s) ? worth_end(s, kind) : 0);
}

static int worth_strike(const struct glory *s, int kind)
{
    int size = set_size(s, kind), held = s->hand[s->turn][kind].number;
    bool breaks = size == 1, opens = held == size && size >= least(s, kind);
    if (breaks || opens)
        return 2 * HINT_LAY + 10 * glory_values[kind];
    return s->phase == PH_AFTER ? 0 : HINT_DRAW / 2;
}

/* Prefers a task that pays its player and not the others. */
static int worth_reveal(const struct glory *s, struct move move)
{
    int owner = set_owner(s, move.kind), points = 10 * move.number[0] * set_size(s, move.kind);
    return owner == s->turn ? 2 * points : -points;
}

int glory_hint(const void *view, struct move move)
{
    const struct glory *s = view;
    switch ((enum verb_id)move.verb) {
    case DRAW:
    case PICK:
        return worth_take(s, move);
    case LAY:
        return worth_lay(s, move.kind, move.number[0]);
    case DISCARD:
        return HINT_DISCARD - worth_card(s, move.kind, s->hand[s->turn][move.kind].number);
    case STRIKE:
        return worth_strike(s, move.kind);
    case REVEAL:
        return worth_reveal(s, move);
    case PUT:
    case END:
    case DEAL:
    case VERBS:
        break;
    }
    return 1;
}

/* ---- Value ---- */

/* The stage of the round: how near its end is, by draw piles and by types. */
enum stage { LAST_CARDS, LAST_TYPE, TWO_TYPES, EARLY, STAGES };

/* Kinds by the number of their cards: up to the Shogun, up to the Ninja, up to the Farmer. */
enum rarity { RARE, MIDDLING, COMMON, RARITIES };

enum {
    MISSING_MAX = 6, /* more cards missing for a set count like this */
    MISSING_OPEN = 2,
    RESERVES = 5, /* cards of a set's kind in its owner's hand: 0 to 4 */
    TEMPO = 200,  /* what having the turn is worth, in hundredths of points */
};

/* How much more of a set's points its owner can expect than a challenger, in hundredths, by the
 * cards that the challenger misses and by the owner's reserve. Like the next table it is a linear
 * fit to the results of rounds with two players, in 120,000 games of a greedy bot that made 6 slips
 * in 100 moves and also considered what its discards gave away. It is 0 for cases that never
 * occurred. */
static const int8_t keeps[STAGES][RARITIES][MISSING_MAX + 1][RESERVES] = {
    {
        {{29, -11, -23, 27, -39},
         {84, 66, 33, 33, -9},
         {90, 79, 45, 29, 21},
         {84, 68, 34, -4, -24},
         {68, 59, 18, 17, 3},
         {47, 39, 11, 0, 0},
         {0, 0, 0, 0, 0}},
        {{0, -9, 1, -4, -12},
         {72, 63, 39, 32, 32},
         {97, 98, 73, 70, 50},
         {96, 83, 76, 57, 27},
         {75, 69, 67, 46, 15},
         {72, 70, 42, 45, 39},
         {79, 67, -1, 0, 0}},
        {{1, -8, 1, -14, 38},
         {62, 58, 45, 33, 35},
         {96, 89, 81, 67, 51},
         {99, 91, 78, 75, 65},
         {89, 85, 71, 56, 64},
         {82, 79, 71, 60, 45},
         {78, 70, 60, 42, 29}},
    },
    {
        {{-100, -98, -69, 14, 9},
         {10, -18, -3, 6, 23},
         {69, 54, 51, 48, 66},
         {86, 85, 62, 47, 48},
         {91, 91, 67, 44, 8},
         {46, 43, 51, 0, 0},
         {0, 0, 0, 0, 0}},
        {{-100, -95, -47, 28, 51},
         {-28, -38, -23, 5, 8},
         {34, 21, 18, 26, 24},
         {61, 54, 43, 40, 37},
         {76, 73, 63, 50, 46},
         {63, 61, 76, 60, 41},
         {63, 37, 30, 0, 0}},
        {{-100, -77, -34, 27, 68},
         {-43, -42, -29, -9, -3},
         {13, 6, 8, 11, 10},
         {43, 32, 27, 26, 28},
         {58, 55, 50, 49, 59},
         {59, 58, 55, 55, 63},
         {59, 59, 57, 48, 50}},
    },
    {
        {{-100, -100, -43, -3, 17},
         {33, -4, 1, 44, 42},
         {100, 81, 62, 48, -15},
         {100, 100, 100, 85, 47},
         {100, 100, 99, 17, 0},
         {87, 45, -2, 0, 0},
         {0, 0, 0, 0, 0}},
        {{-100, -78, -20, 59, 93},
         {-21, -26, 3, 36, 49},
         {47, 33, 34, 52, 57},
         {90, 84, 70, 82, 57},
         {100, 100, 100, 69, 77},
         {100, 100, 88, 58, -13},
         {66, 12, 2, 0, 0}},
        {{-83, -58, -3, 61, 94},
         {-30, -18, 9, 39, 47},
         {24, 24, 31, 38, 33},
         {58, 49, 44, 43, 29},
         {90, 89, 83, 83, 84},
         {96, 97, 95, 82, 97},
         {100, 100, 77, 71, -23}},
    },
    {
        {{-100, -89, -33, -16, 0},
         {10, -48, -34, -98, 2},
         {91, 95, 17, -28, -2},
         {100, 100, 100, 54, 2},
         {100, 100, 11, 0, 0},
         {34, 15, 0, 0, 0},
         {0, 0, 0, 0, 0}},
        {{-100, -97, -17, 34, 58},
         {-50, -46, -2, 53, 54},
         {18, 15, 33, 49, 75},
         {71, 77, 75, 79, 25},
         {100, 100, 100, 62, 34},
         {88, 100, 60, 3, 0},
         {-23, -25, 0, 0, 0}},
        {{-84, -47, 13, 67, 100},
         {-42, -18, 17, 48, 53},
         {1, 13, 29, 40, 34},
         {33, 37, 41, 38, 38},
         {76, 80, 82, 83, 43},
         {91, 100, 92, 78, 52},
         {100, 100, 88, -6, -14}},
    }};

/* The same for a kind that is not on the table, by the cards that each of two seats misses. */
static const int8_t claims[STAGES][RARITIES][MISSING_OPEN + 1][MISSING_OPEN + 1] = {
    {
        {{0, -61, -83}, {61, 0, -22}, {83, 22, 0}},
        {{0, 11, 0}, {-11, 0, 0}, {0, 0, 0}},
        {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
    },
    {
        {{0, 38, 80}, {-38, 0, 46}, {-80, -46, 0}},
        {{0, 66, 100}, {-66, 0, 45}, {-100, -45, 0}},
        {{0, 59, 86}, {-59, 0, 38}, {-86, -38, 0}},
    },
    {
        {{0, 99, 100}, {-99, 0, 50}, {-100, -50, 0}},
        {{0, 59, 81}, {-59, 0, 40}, {-81, -40, 0}},
        {{0, 37, 58}, {-37, 0, 31}, {-58, -31, 0}},
    },
    {
        {{0, 100, 100}, {-100, 0, 66}, {-100, -66, 0}},
        {{0, 36, 79}, {-36, 0, 40}, {-79, -40, 0}},
        {{0, 19, 41}, {-19, 0, 23}, {-41, -23, 0}},
    }};

/* The lead in points that makes a seat e times as likely to win, by the number of rounds after this
 * one and by its stage. */
static const uint8_t leads[4][STAGES] = {
    {8, 18, 20, 23},
    {25, 29, 31, 32},
    {34, 37, 38, 40},
    {41, 43, 45, 46},
};

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

static enum rarity rarity(int kind)
{
    return kind <= SHOGUN ? RARE : kind <= NINJA ? MIDDLING : COMMON;
}

static enum stage stage(const struct glory *s)
{
    int most = 0, all = 0;
    if (s->draw[0].count < 4 || s->draw[1].count < 4)
        return LAST_CARDS;
    for (int seat = 0; seat < s->head.players; seat++) {
        int types = set_types(s, seat);
        all += types;
        most = types > most ? types : most;
    }
    int left = least_of(types_to_end(s) - most, KINDS - 1 - all);
    return left <= 1 ? LAST_TYPE : left == 2 ? TWO_TYPES : EARLY;
}

static int missing(const struct glory *s, int seat, int kind, int most)
{
    int missing = needed(s, kind) - s->hand[seat][kind].number;
    return missing < 0 ? 0 : least_of(missing, most);
}

/* What tasks can be expected to pay in this round for each card of the kind, in hundredths. */
static int tasks_pay(const struct glory *s, int kind)
{
    int pays = 0;
    for (int seat = 0; s->tasks && seat < s->head.players; seat++)
        for (int deck = 0; deck < DECKS; deck++)
            if (s->task[seat][deck].card[0].kind == kind && !task_revealed(s, seat, deck))
                pays += deck_pays(deck);
    return 100 * pays / (rounds(s) - s->round + 1);
}

/* Adds what each seat can expect from a set on the table, in hundredths of points. */
static void expect_owned(const struct glory *s, int kind, enum stage stage, int expected[])
{
    int owner = set_owner(s, kind), size = s->set[owner][kind], claim[PLAYERS_MAX], all = 0;
    int points = 100 * glory_values[kind] + size * tasks_pay(s, kind), left = points;
    int reserve = least_of(s->hand[owner][kind].number, RESERVES - 1);
    bool beatable = needed(s, kind) <= glory_values[kind] - size;
    for (int seat = 0; seat < s->head.players; seat++) {
        int lack = missing(s, seat, kind, MISSING_MAX);
        claim[seat] = seat != owner && beatable ? 100 - keeps[stage][rarity(kind)][lack][reserve]
                                                : 0;
        left = left * (200 - claim[seat]) / 200;
        all += claim[seat];
    }
    expected[owner] += left;
    for (int seat = 0; seat < s->head.players; seat++)
        if (claim[seat])
            expected[seat] += (points - left) * claim[seat] / all;
}

/* The same for a kind that is not on the table: each pair of seats is compared in how near they are
 * to a set. */
static void expect_open(const struct glory *s, int kind, enum stage stage, int expected[])
{
    int lack[PLAYERS_MAX], players = s->head.players;
    assert(players > 1);
    for (int seat = 0; seat < players; seat++)
        lack[seat] = missing(s, seat, kind, MISSING_OPEN);
    for (int seat = 0; seat < players; seat++) {
        int share = -100;
        for (int other = 0; other < players; other++)
            share += 100 + claims[stage][rarity(kind)][lack[seat]][lack[other]];
        expected[seat] += glory_values[kind] * share / (players * (players - 1));
    }
}

static void expect_round(const struct glory *s, enum stage stage, int expected[])
{
    expected[s->turn] += TEMPO;
    for (int kind = 1; kind < KINDS; kind++)
        if (set_owner(s, kind) == SEAT_NONE)
            expect_open(s, kind, stage, expected);
        else
            expect_owned(s, kind, stage, expected);
}

void glory_value(const void *state, int shares[])
{
    const struct glory *s = state;
    enum stage now = running(s) ? stage(s) : LAST_CARDS;
    int expected[PLAYERS_MAX] = {0};
    if (running(s))
        expect_round(s, now, expected);
    for (int seat = 0; seat < s->head.players; seat++) {
        expected[seat] += 100 * wide_get(s->score[seat]);
        if (s->phase == PH_REVEAL)
            expected[seat] += 100 * wide_get(s->gain[seat]);
    }
    chances_by_points(s->head.players, expected, 100 * leads[rounds(s) - s->round][now], shares);
}

const struct tuning glory_tuning = {
    .plies = 6,
    .spread = 20,
    .greed = 90,
    .explore = 60,
    .level = {{0, 100}, {0, 45}, {0, 0}, {220, 4}, {1000, 0}, {30000, 0}},
};
