/* Kunitori!: hints that tell bots how good a move looks, an estimate of each seat's chances, and
 * how bots use both. */
#include "kunitori.h"

/* ---- What a card is worth ---- */

enum { CALM = 8, LAST = 10000 };

/* The worth of the first copy of a card: money and castles before troops, troops before the rest.
 * Castles stay on the table and give a card and a buy each turn, so they are worth most. */
static const int16_t price[KINDS] = {
    [COPPER] = 10,         [SILVER] = 500,   [GOLD] = 800,    [VILLAGE] = 80,   [TOWN] = 450,
    [LAND] = 2000,         [SPEAR] = 320,    [ARCHERS] = 340, [CAVALRY] = 480,  [GUNNERS] = 600,
    [YOUNG_GENERAL] = 420, [FORTRESS] = 140, [FARMERS] = 160, [TECH] = 120,     [SURVEY] = 360,
    [TAX] = 100,           [ROAD] = 300,     [FLOOD] = 380,   [MARKET] = 340,   [TEA] = 240,
    [HARBOUR] = 520,       [MINE] = 580,     [CASTLE] = 900,  [NOBUNAGA] = 660, [HIDEYOSHI] = 640,
    [IEYASU] = 660,        [SHINGEN] = 620,  [KENSHIN] = 600, [MASAMUNE] = 620, [MOTONARI] = 680,
    [YOSHIHIRO] = 640,
};

enum {
    OWNED = 60,      /* less for each copy that is owned already */
    LATE_POINT = 40, /* more for a point, for each card below CALM in the smallest victory pile */
    NO_BUY = 90,
    TEA_MONEY = 400,
    NO_TRASH = 150,
};

/* How near the end is, from 0 to CALM, by the smallest victory pile. */
static int lateness(const struct kunitori *s)
{
    int left = CALM;
    for (int kind = VILLAGE; kind <= LAND; kind++)
        left = s->supply[kind] < left ? s->supply[kind] : left;
    return CALM - left;
}

/* After the ending has begun everybody is in their last turn: then only points count. */
static int worth_card(const struct kunitori *s, int seat, int kind)
{
    int points = card_of(kind)->points;
    if (s->ending)
        return LAST * points;
    if (card_of(kind)->category == VICTORY)
        return price[kind] + LATE_POINT * points * lateness(s);
    return price[kind] - OWNED * s->holding[seat][kind];
}

/* Cards that give actions first, then cards that draw, then the rest. */
static int worth_play(int kind)
{
    const struct kunitori_card *card = card_of(kind);
    return 100 + (card->actions ? 2000 : 0) + 30 * card->cards + 20 * card->money +
           10 * card->buys + 8 * card->attack;
}

/* ---- Battles ---- */

/* What `number` cards from the seat's hand and deck add to its defence on average, in tenths. */
static int expected_help(const struct kunitori *s, int seat, int number, bool ambush)
{
    int help = 0, cards = 0;
    for (int kind = 1; kind < KINDS; kind++) {
        int there = s->holding[seat][kind] - s->territory[seat][kind] - s->discard[seat][kind];
        cards += there;
        help += there * defending(kind, ambush);
    }
    return cards ? 10 * help * number / cards : 0;
}

/* Tenths by which an attack must be stronger than the expected defence: losing a battle is
 * expensive. */
enum { CAUTION = 15 };

static int worth_attack(const struct kunitori *s, struct move move)
{
    int attack = 10 * kunitori_force(s), worth = 0;
    for (unsigned left = move.seats; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        int defence = 10 * kunitori_defence(s, seat, false) +
                      expected_help(s, seat, cards_in_hand(s, seat), true);
        worth += attack - defence - CAUTION;
    }
    return 10 * worth;
}

/* An ambush with all cards, or reinforcements if these are expected to add more. */
static int worth_defence(const struct kunitori *s, struct move move)
{
    int seat = defender(s), ambush = 0;
    if (move.verb == REVEAL)
        return 100;
    if (move.verb == FIGHT)
        return 50;
    for (int kind = SPEAR; kind < KINDS; kind++)
        ambush += s->hand[seat][kind].number * defending(kind, true);
    return expected_help(s, seat, REINFORCEMENTS, false) > 10 * ambush ? 150 : 0;
}

/* ---- Moves ---- */

/* The worth of the best action card that can be gained for the trashed one, minus what is lost. */
static int worth_trash(const struct kunitori *s, int trashed)
{
    int most = 0, limit = card_of(trashed)->cost + card_of(s->subject)->number;
    for (int kind = LAND + 1; kind < KINDS; kind++)
        if (s->supply[kind] && card_of(kind)->cost <= limit) {
            int worth = worth_card(s, s->turn, kind);
            most = worth > most ? worth : most;
        }
    return most - worth_card(s, s->turn, trashed) - (trashed == COPPER ? 0 : 100);
}

int kunitori_hint(const void *view, struct move move)
{
    const struct kunitori *s = view;
    switch ((enum verb_id)move.verb) {
    case PLAY:
        return is_treasure(move.kind) ? 4000 : worth_play(move.kind);
    case TREASURES:
        return 20000;
    case TRASH:
        return worth_trash(s, move.kind);
    case GAIN:
        return worth_card(s, kunitori_actor(s), move.kind);
    case ATTACK:
        return worth_attack(s, move);
    case FOLLOW:
        return move.number[0] == s->left / 2;
    case REVEAL:
    case REINFORCE:
    case FIGHT:
        return worth_defence(s, move);
    case TOP:
    case BUY:
        return worth_card(s, kunitori_actor(s), move.kind);
    case KEEP:
        return 100 * move.number[0];
    case MONEY:
        return TEA_MONEY;
    case DECLINE:
        return s->phase == PH_PRIZE ? 0 : NO_TRASH;
    case DONE:
        return s->phase == PH_BUY ? NO_BUY : 0;
    case VERBS:
        break;
    }
    return 0;
}

/* ---- Chances ---- */

/* What a card adds to the chance to win, in 32nds of a doubling of the odds: early in the game, and
 * when a victory pile is almost empty. Fitted by logistic regression to the winners of 250,000
 * games of two players, played by a stronger greedy bot that made some random moves at the
 * beginning. Coppers and poor cards get in the way of good ones, and leaders that give no action
 * back are rarely worth it. */
static const int16_t stock_early[KINDS] = {
    [COPPER] = -18,        [SILVER] = 11,    [GOLD] = 27,     [VILLAGE] = -44,  [TOWN] = -27,
    [LAND] = 13,           [SPEAR] = -15,    [ARCHERS] = 4,   [CAVALRY] = 3,    [GUNNERS] = 4,
    [YOUNG_GENERAL] = -10, [FORTRESS] = -13, [FARMERS] = -5,  [TECH] = -32,     [SURVEY] = -7,
    [TAX] = -21,           [ROAD] = 2,       [FLOOD] = -8,    [MARKET] = -51,   [TEA] = 3,
    [HARBOUR] = -2,        [MINE] = 16,      [CASTLE] = 70,   [NOBUNAGA] = -3,  [HIDEYOSHI] = 26,
    [IEYASU] = -3,         [SHINGEN] = -42,  [KENSHIN] = -64, [MASAMUNE] = -39, [MOTONARI] = 23,
    [YOSHIHIRO] = -13};
static const int16_t stock_late[KINDS] = {
    [COPPER] = -7,        [SILVER] = -6,   [GOLD] = -5,     [VILLAGE] = 1,   [TOWN] = 3,
    [LAND] = 36,          [SPEAR] = -13,   [ARCHERS] = -10, [CAVALRY] = -2,  [GUNNERS] = -4,
    [YOUNG_GENERAL] = -7, [FORTRESS] = -9, [FARMERS] = -4,  [TECH] = -12,    [SURVEY] = 23,
    [TAX] = -70,          [ROAD] = -8,     [FLOOD] = 5,     [MARKET] = -19,  [TEA] = -45,
    [HARBOUR] = -4,       [MINE] = -6,     [CASTLE] = -6,   [NOBUNAGA] = 3,  [HIDEYOSHI] = 3,
    [IEYASU] = 1,         [SHINGEN] = -19, [KENSHIN] = -19, [MASAMUNE] = -3, [MOTONARI] = -1,
    [YOSHIHIRO] = -4};
enum {
    POINT_EARLY = 8,
    POINT_LATE = 25,
    POINT_LAST = 32,
    FORCE = 1,
    CASTLE_EARLY = 35,
    CASTLE_LATE = 20,
    TURN_EARLY = 7,
    TURN_LAST = 35,
    ORDER_LAST = 23,
    CASH = 2,
    LEAD = 46, /* the difference that makes a seat e times as likely to win */
};

static int standing_last(const struct kunitori *s, int seat)
{
    int order = seat - s->starter + (seat < s->starter ? s->head.players : 0);
    return POINT_LAST * kunitori_points(s, seat) + ORDER_LAST * order +
           (s->turn == seat ? TURN_LAST : 0);
}

static int standing(const struct kunitori *s, int seat)
{
    int late = lateness(s), early = CALM - late, points = kunitori_points(s, seat);
    int stock[2] = {POINT_EARLY * points, 0}, force = 0;
    if (s->ending)
        return standing_last(s, seat);
    for (int kind = 1; kind < KINDS; kind++) {
        stock[0] += stock_early[kind] * s->holding[seat][kind];
        stock[1] += stock_late[kind] * s->holding[seat][kind];
        force += card_of(kind)->attack * s->territory[seat][kind];
    }
    stock[0] += CASTLE_EARLY * s->territory[seat][CASTLE];
    stock[1] += CASTLE_LATE * s->territory[seat][CASTLE];
    int sum = (stock[0] * early + stock[1] * late + POINT_LATE * points * late * late / CALM) /
              CALM;
    return sum + FORCE * force +
           (s->turn == seat ? TURN_EARLY * early / CALM + CASH * s->money : 0);
}

void kunitori_value(const void *state, int shares[])
{
    const struct kunitori *s = state;
    int points[PLAYERS_MAX];
    for (int seat = 0; seat < s->head.players; seat++)
        points[seat] = standing(s, seat);
    chances_by_points(s->head.players, points, LEAD, shares);
}

/* ---- How bots use it ---- */

/* Playouts to the end take long and say little: the estimated chances after a few turns say more in
 * a fraction of the time. */
const struct tuning kunitori_tuning = {
    .plies = 15,
    .spread = 150,
    .greed = 95,
    .explore = 100,
    .level = {{0, 100}, {0, 50}, {0, 12}, {0, 0}, {160, 1}, {40000, 0}},
};
