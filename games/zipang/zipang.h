/* Zipang Portable: what its rules (rules.c), refusals (judge.c), texts (text.c) and its advice to
 * bots (advice.c) share.
 *
 * A turn is one play: the turn's player draws, plays a card (PH_PLAY), and then everybody whom the
 * card affects answers, one after the other. `card` is the card whose effect is being carried out,
 * `pending` are the seats that must still answer. An attack (PH_DEFEND) is settled seat by seat;
 * any other effect waits for all answers (PH_WINDOW) and then strikes the seats that are left in
 * `struck`. A card that was taken lies in `taken` and is played like one of the hand (PH_TAKEN). A
 * campaign ends in PH_DEAL if another follows, else in PH_TIE or PH_OVER. */
#ifndef TENKA_ZIPANG_H
#define TENKA_ZIPANG_H

#include "game/game.h"

enum { HAND = 2, HAND_MAX = 3, DECK_MAX = 30, IKKI_ATTACK = 5, CAMPAIGNS_MAX = 200 };

enum kind_id {
    EMPEROR = 1,
    PEASANT,
    BANDIT,
    MERCHANT,
    PRINCESS,
    CAPTAIN,
    MONK,
    MAIDEN,
    COMMANDER,
    NINJA,
    TEA,
    CRAZY,
    NOBLEMAN,
    WARLORD,
    KINDS
};

/* PLAY is written as the card alone, both on one's turn and when a Monk is the answer; all other
 * moves begin with a word. */
enum verb_id { PLAY, IKKI, BLOCK, PAY, FALL, ACCEPT, TAKE, DEAL, DRAW, VERBS };

enum phase {
    PH_PLAY,   /* the turn's player plays one of three cards */
    PH_TAKEN,  /* the turn's player plays the card just taken */
    PH_DEFEND, /* attacked players answer */
    PH_WINDOW, /* players whom an effect will strike may answer with a Monk */
    PH_STEAL,  /* the Nobleman's player sees a hand and takes a card from it */
    PH_PICK,   /* the Crazy One's player takes a card from the discards */
    PH_DEAL,   /* the campaign is over, the next one can be dealt */
    PH_TIE,    /* the game is over, and those tied for the win draw cards */
    PH_OVER,
    PHASES
};

enum option_id { OPT_COIN_DRAIN };

struct zipang_hand ZONE(HAND_MAX);
struct zipang_slot ZONE(1);
struct zipang_deck ZONE(DECK_MAX);

struct zipang {
    struct head head;
    uint8_t drain; /* the option `coin-drain` */
    uint8_t campaign, phase;
    uint8_t starter, turn;
    uint8_t card;    /* the kind whose effect is being carried out; a Peasant stands for an ikki */
    uint8_t pending; /* seats that must still answer */
    uint8_t struck;  /* seats that the effect will strike unless they cancel it */
    uint8_t in;      /* seats still in the campaign */
    uint8_t fresh;   /* seats that have not begun their first turn of the campaign (Z25) */
    uint8_t winner;  /* of the campaign that is over; empty after a draw */
    uint8_t leaders; /* of the game that is over: those tied for the win, in the end the winner */
    uint8_t pot, drained;
    uint8_t coins[SEATS_MAX];
    uint8_t discard[KINDS];
    struct zipang_hand hand[SEATS_MAX];
    struct zipang_slot taken, buried;
    struct zipang_deck supply;
};

/* The players that a card can be aimed at. */
enum aim { AIM_NONE, AIM_COIN, AIM_RIVAL, AIM_PAIR, AIM_DISCARD_HAND, AIM_HAND, AIMS };

struct character {
    uint8_t battle, honour;
    uint8_t attack;
    uint8_t aim;
};

extern const struct character zipang_characters[KINDS];
extern const struct kind zipang_kinds[KINDS];

/* ---- Helpers ---- */

static inline unsigned rivals(const struct zipang *s)
{
    return s->in & ~SEAT_BIT(s->turn);
}

static inline int coins_each(int players)
{
    return players == 2 ? 4 : 5;
}

static inline int zipang_battle(const struct zipang *s, int seat)
{
    int sum = 0;
    for (int i = 0; i < s->hand[seat].count; i++)
        sum += zipang_characters[s->hand[seat].card[i].kind].battle; /* Z24 */
    return sum;
}

static inline int zipang_honour(const struct zipang *s, int seat)
{
    int sum = 0;
    for (int i = 0; i < s->hand[seat].count; i++)
        sum += zipang_characters[s->hand[seat].card[i].kind].honour;
    return sum;
}

static inline int zipang_attack(const struct zipang *s)
{
    return zipang_characters[s->card].attack;
}

static inline bool holds(const struct zipang *s, int seat, int kind)
{
    return zone_number(ZONE_IN(s->hand[seat]), kind) > 0;
}

static inline unsigned seats_with_coin(const struct zipang *s)
{
    unsigned seats = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        seats |= (unsigned)(s->coins[seat] > 0) << seat;
    return seats;
}

static inline unsigned seats_with_card(const struct zipang *s)
{
    unsigned seats = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        seats |= (unsigned)(s->hand[seat].count > 0) << seat;
    return seats;
}

/* Whether the discards hold a card that the Crazy One may take (Z51, Z52). */
static inline bool can_pick(const struct zipang *s)
{
    for (int kind = 1; kind < KINDS; kind++)
        if (s->discard[kind] && kind != CRAZY)
            return true;
    return false;
}

static inline unsigned richest(const struct zipang *s)
{
    unsigned seats = 0;
    int best = 0;
    for (int seat = 0; seat < s->head.players; seat++) {
        if (s->coins[seat] > best)
            seats = 0, best = s->coins[seat];
        if (s->coins[seat] == best)
            seats |= SEAT_BIT(seat);
    }
    return seats;
}

/* ---- Parts of the game in other files ---- */

int zipang_actor(const void *view);
const struct clause *zipang_judge(const void *view, struct move move);
const char *zipang_check(const void *state);

void zipang_prompt(const void *view, struct out *o);
void zipang_describe(const void *view, struct move move, struct out *o);
void zipang_narrate(const void *before, struct move move, const void *after, struct out *o);
void zipang_board(const void *view, struct out *o);

int zipang_hint(const void *view, struct move move);
void zipang_value(const void *state, int shares[]);
extern const struct tuning zipang_tuning;

extern const struct game zipang_game;

#endif
