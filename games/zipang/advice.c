/* Zipang Portable: what bots make of it. */
#include "zipang.h"

/* ---- Hints ---- */

/* What a card does for its player when it is played, in tenths of a coin or so. */
static int worth_card(const struct zipang *s, int kind)
{
    static const int8_t fixed[KINDS] = {
        [PEASANT] = 0, [BANDIT] = 14,  [MERCHANT] = 8,   [MONK] = -6,
        [MAIDEN] = 2,  [CAPTAIN] = 12, [COMMANDER] = 20, [NINJA] = 4,
        [TEA] = 8,     [CRAZY] = 8,    [NOBLEMAN] = 14,  [WARLORD] = 18,
    };
    return kind == PRINCESS ? 10 * (s->pot / 2) : fixed[kind];
}

/* How the rest of the hand would fare if the Emperor ended the campaign. */
static int worth_emperor(const struct zipang *s)
{
    int rest = zipang_honour(s, s->turn);
    if (holds(s, s->turn, EMPEROR))
        rest -= zipang_characters[EMPEROR].honour;
    return 12 * rest - 20 * __builtin_popcount(s->in) - 10;
}

/* Whether the turn's player knows that the hand stands up to the attack. A search hints in worlds,
 * where it must not lean on what one world makes of a hidden card. */
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

/* Aiming at the rich, and not at those who will block. */
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

/* What a card in the hand does for the rest of the campaign, fitted to games of two searches (the
 * Commander: of four greedy ones): for the odds to win it, in eighths of a doubling, when the
 * supply is used up, and what a supply of SUPPLY cards adds; and what it gains of the others'
 * coins, in hundredths. */
static const struct {
    int8_t late, early, coins;
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

/* Whether the seat has no answer to the attack. */
static bool doomed(const struct zipang *s, int seat)
{
    return s->phase == PH_DEFEND && (s->pending & SEAT_BIT(seat)) && !can_pay(s, seat) &&
           zipang_battle(s, seat) < zipang_attack(s) && !holds(s, seat, MONK);
}

/* What the turn is worth: more with a card that was just taken, or with two Peasants. */
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

/* Coins in hundredths, with those that the hand will bring. */
static int purse(const struct zipang *s, int seat)
{
    int sum = 100 * s->coins[seat];
    if (s->phase >= PH_DEAL || !(s->in & SEAT_BIT(seat)))
        return sum;
    for (int i = 0; i < s->hand[seat].count; i++)
        sum += strength[s->hand[seat].card[i].kind].coins;
    return sum > 0 ? sum : 0;
}

/* Adds `part` of the chances if the campaign's winner takes the pot. A coin is as good as the next
 * one, as in any fair gamble, unless somebody has none: then the richest win. */
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

/* How near the seat is to the pot. */
static int standing(const struct zipang *s, int seat)
{
    if (s->phase < PH_DEAL)
        return s->in & SEAT_BIT(seat) ? prospects(s, seat) : HOPELESS;
    return s->phase == PH_DEAL || s->leaders & SEAT_BIT(seat) ? 0 : HOPELESS;
}

/* Whose the pot may be, and what follows from it. */
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

/* From 500 iterations to 6,000 the arena shows no gain of strength, so it is slips that hold levels
 * 4 and 5 back. */
const struct tuning zipang_tuning = {
    .plies = 2,
    .spread = 100,
    .greed = 0,
    .explore = 100,
    .level = {{0, 100}, {0, 63}, {0, 31}, {100, 35}, {200, 18}, {50000, 0}},
};
