/* Zipang Portable: advice to the bots. `hint` rates a single move, as a beginner would. `value`
 * rates a position: it estimates who will win the pot of this campaign, and from that and the coins
 * how likely each seat is to win the game. */
#include "zipang.h"

/* ---- Hints ---- */

/* What playing a card brings its player, roughly in tenths of a coin. */
static int worth_card(const struct zipang *s, int kind)
{
    static const int8_t fixed[KINDS] = {
        [PEASANT] = 0, [BANDIT] = 14,  [MERCHANT] = 8,   [MONK] = -6,
        [MAIDEN] = 2,  [CAPTAIN] = 12, [COMMANDER] = 20, [NINJA] = 4,
        [TEA] = 8,     [CRAZY] = 8,    [NOBLEMAN] = 14,  [WARLORD] = 18,
    };
    return kind == PRINCESS ? 10 * (s->pot / 2) : fixed[kind];
}

/* How well the rest of the hand would do if the Emperor ended the campaign now. */
static int worth_emperor(const struct zipang *s)
{
    int rest = zipang_honour(s, s->turn);
    if (holds(s, s->turn, EMPEROR))
        rest -= zipang_characters[EMPEROR].honour;
    return 12 * rest - 20 * __builtin_popcount(s->in) - 10;
}

/* Whether the turn's player knows that the hand can block the attack. A search asks for hints in
 * worlds in which hidden cards have been guessed, so only cards that the player has seen count. */
static bool known_to_block(const struct zipang *s, int seat, int attack)
{
    int sum = 0;
    for (int i = 0; i < s->hand[seat].count; i++) {
        struct card card = s->hand[seat].card[i];
        if (card.seen & (SEAT_BIT(s->turn) | PUBLIC_BIT))
            sum += zipang_characters[card.kind].battle;
    }
    return sum >= attack;
}

/* It is better to aim at rich players, and not at those who will block. */
static int worth_target(const struct zipang *s, int attack, unsigned seats)
{
    int sum = 0;
    for (; seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        sum += s->coins[seat] - (attack && known_to_block(s, seat, attack) ? 15 : 0);
    }
    return sum;
}

static int worth_play(const struct zipang *s, struct move move)
{
    const struct character *c = &zipang_characters[move.kind];
    if (move.verb == IKKI)
        return 12 + 4 * __builtin_popcount(s->in) + worth_target(s, IKKI_ATTACK, rivals(s));
    if (move.kind == EMPEROR)
        return worth_emperor(s);
    return worth_card(s, move.kind) + worth_target(s, c->attack, move.seats) - 2 * c->honour -
           c->battle;
}

static int worth_answer(const struct zipang *s, struct move move)
{
    switch (move.verb) {
    case BLOCK:
        return 30;
    case PLAY:
        return s->phase == PH_DEFEND ? 20 : s->card == TEA || s->card == NOBLEMAN ? 12 : 8;
    case PAY:
        return s->coins[zipang_actor(s)] > 1 ? 25 : 15;
    case ACCEPT:
        return 10;
    }
    return 0;
}

int zipang_hint(const void *view, struct move move)
{
    const struct zipang *s = view;
    if (s->pending)
        return worth_answer(s, move);
    if (move.verb == TAKE)
        return move.kind == EMPEROR ? worth_emperor(s) : worth_card(s, move.kind);
    return worth_play(s, move);
}

/* ---- Chances ---- */

/* What a card in the hand is worth for the rest of the campaign. The numbers were fitted to games
 * between two searching bots (those of the Commander: between four greedy ones). */
static const struct {
    int8_t late;  /* for the odds of winning with an empty supply, in eighths of a doubling */
    int8_t early; /* what a supply of SUPPLY cards adds to that */
    int8_t coins; /* what it will take from the other players, in hundredths of a coin */
} strength[KINDS] = {
    [EMPEROR] = {5, -6, -3},  [PEASANT] = {-3, -3, -5},  [BANDIT] = {-8, 4, 30},
    [MERCHANT] = {-6, 0, 4},  [PRINCESS] = {-4, -1, 21}, [CAPTAIN] = {1, -2, -6},
    [MONK] = {13, -9, 18},    [MAIDEN] = {2, -5, -2},    [COMMANDER] = {8, -7, -3},
    [NINJA] = {0, -6, -7},    [TEA] = {3, -6, -5},       [CRAZY] = {6, -7, 5},
    [NOBLEMAN] = {7, -5, -3}, [WARLORD] = {12, -5, -1},
};

enum { SUPPLY = 13, STEPS_DOOMED = -48, LEAD = 12 /* steps to be e times as likely to win */ };

static bool can_pay(const struct zipang *s, int seat)
{
    return (s->fresh & SEAT_BIT(seat)) && s->coins[seat] > 0;
}

/* Whether the seat cannot survive the attack. */
static bool doomed(const struct zipang *s, int seat)
{
    return s->phase == PH_DEFEND && (s->pending & SEAT_BIT(seat)) && !can_pay(s, seat) &&
           zipang_battle(s, seat) < zipang_attack(s) && !holds(s, seat, MONK);
}

/* What having the turn is worth: more with a card that was just taken, or with two Peasants. */
static int turn_steps(const struct zipang *s)
{
    if (s->phase == PH_TAKEN)
        return 16;
    return s->phase == PH_PLAY && zone_number(ZONE_IN(s->hand[s->turn]), PEASANT) > 1 ? 17 : 3;
}

static int prospects(const struct zipang *s, int seat)
{
    int steps = 0, battle = zipang_battle(s, seat);
    if (doomed(s, seat))
        return STEPS_DOOMED;
    for (int i = 0; i < s->hand[seat].count; i++) {
        int kind = s->hand[seat].card[i].kind;
        steps += SUPPLY * strength[kind].late + s->supply.count * strength[kind].early;
    }
    return steps / SUPPLY + (s->turn == seat ? turn_steps(s) : 0) + (can_pay(s, seat) ? 3 : 0) +
           (battle >= 3 ? 2 : 0) + (battle >= 5 ? 2 : 0);
}

/* The seat's coins in hundredths, with those that the cards in hand can be expected to bring. */
static int purse(const struct zipang *s, int seat)
{
    int sum = 100 * s->coins[seat];
    if (s->phase >= PH_DEAL || !(s->in & SEAT_BIT(seat)))
        return sum;
    for (int i = 0; i < s->hand[seat].count; i++)
        sum += strength[s->hand[seat].card[i].kind].coins;
    return sum > 0 ? sum : 0;
}

/* Adds `part` of the chances for the case that `winner` takes the pot. If everybody still has a
 * coin then, the game goes on, and the chance of each seat is its share of all coins, as in a fair
 * gamble. Otherwise the game is over, and the richest win. */
static void add_shares(const struct zipang *s, int winner, int part, int shares[])
{
    int sum = 0, most = 0, richest = 0, poor = 0, coins[SEATS_MAX], own[SEATS_MAX];
    for (int i = 0; i < s->head.players; i++) {
        coins[i] = s->coins[i] + (i == winner ? s->pot : 0);
        own[i] = purse(s, i) + (i == winner ? 100 * s->pot : 0);
        sum += own[i];
        poor += coins[i] == 0;
        richest = coins[i] == most ? richest + 1 : coins[i] > most ? 1 : richest;
        most = coins[i] > most ? coins[i] : most;
    }
    for (int i = 0; i < s->head.players; i++)
        shares[i] += !poor ? part * own[i] / sum : coins[i] == most ? part / richest : 0;
}

/* How good the seat's chances are to win the pot. */
static int standing(const struct zipang *s, int seat)
{
    if (s->phase < PH_DEAL)
        return s->in & SEAT_BIT(seat) ? prospects(s, seat) : HOPELESS;
    return s->phase == PH_DEAL || s->leaders & SEAT_BIT(seat) ? 0 : HOPELESS;
}

/* Weighs what follows from each possible winner of the pot. */
void zipang_value(const void *state, int shares[])
{
    const struct zipang *s = state;
    int points[SEATS_MAX] = {0}, chances[SEATS_MAX], players = s->head.players;
    for (int i = 0; i < players; i++) {
        points[i] = standing(s, i);
        shares[i] = 0;
    }
    chances_by_points(players, points, LEAD, chances);
    for (int i = 0; i < players; i++)
        if (chances[i])
            add_shares(s, i, chances[i], shares);
}

/* ---- The bots ---- */

/* In the arena 6,000 iterations are no stronger than 500, so levels 4 and 5 are held back by slips
 * (random mistakes) rather than by fewer iterations. */
const struct tuning zipang_tuning = {
    .plies = 2,
    .spread = 100,
    .greed = 0,
    .explore = 100,
    .level = {{0, 100}, {0, 63}, {0, 31}, {100, 35}, {200, 18}, {50000, 0}},
};
