/* Call to Glory: what its rules (rules.c), refusals (judge.c), texts (text.c) and its advice to
 * bots (advice.c) share.
 *
 * In a turn two cards are drawn (PH_DRAW; `first` is the pile of the first), then a set is laid or
 * a card discarded (PH_PLAY). Cards that leave a set, beaten or struck, wait in `loose` until their
 * owner, the `chooser`, has put them on a discard pile; nothing else can happen before that. With
 * Ninja figures a turn can go on after that (PH_AFTER). */
#ifndef TENKA_GLORY_H
#define TENKA_GLORY_H

#include "game/game.h"

enum {
    PLAYERS_MAX = 4,
    HAND = 3,
    CARDS = 110,
    DRAW_MAX = 52, /* cards in a draw pile after the deal with two players (C2) */
    FIGURES = 4,
    TURNS_MAX = 1000, /* of a round with Ninja figures (C32) */
    DECKS = 3,        /* of tasks */
    DECK_TASKS = 4,
    PILES = 2,
};

enum kind_id { EMPEROR = 1, EMPRESS, DAIMYO, SHOGUN, SAMURAI, NINJA, ENVOY, MONK, FARMER, KINDS };

enum verb_id { DRAW, PICK, LAY, DISCARD, PUT, STRIKE, END, REVEAL, DEAL, VERBS };

enum phase {
    PH_DRAW,   /* the turn's player draws the first or the second card */
    PH_PLAY,   /* the turn's player lays a set or discards a card */
    PH_AFTER,  /* that is done, and the turn's player may use figures */
    PH_REVEAL, /* the round is over, tasks are revealed in turn */
    PH_DEAL,   /* the round is scored, the next one can be dealt */
    PH_OVER,
    PHASES
};

/* The values of `first`: none, two draw piles, two discard piles. */
enum slot { SLOT_NONE, SLOT_DRAW, SLOT_DISCARD = SLOT_DRAW + PILES, SLOTS = SLOT_DISCARD + PILES };

/* The pools of cards: the characters, then the decks of tasks. */
enum pool { POOL_CHARACTERS, POOL_TASKS, POOLS = POOL_TASKS + DECKS };

enum option_id { OPT_TASKS, OPT_NINJA };

struct glory_task ZONE(1);
struct glory_undealt ZONE(2);
struct glory_draw ZONE(DRAW_MAX);
struct glory_discard ZONE(CARDS);

struct glory {
    struct head head;
    uint8_t tasks, ninja; /* the options */
    uint8_t round, phase;
    uint8_t starter, turn;
    uint8_t first;    /* enum slot: where the first card of this turn's two came from */
    uint8_t chooser;  /* the owner of the loose cards, as a set of one seat or none */
    uint8_t turns[2]; /* how many turns have ended in this round (counted with figures only) */
    uint8_t gained;   /* figures that the turn's player took in this turn (C40) */
    uint8_t figures[PLAYERS_MAX];
    uint8_t score[PLAYERS_MAX][2], gain[PLAYERS_MAX][2], best[PLAYERS_MAX][2];
    uint8_t loose[KINDS]; /* beaten cards that must still be put on a pile */
    uint8_t set[PLAYERS_MAX][KINDS];
    struct held hand[PLAYERS_MAX][KINDS];
    struct glory_task task[PLAYERS_MAX][DECKS]; /* face up once revealed */
    struct glory_undealt undealt[DECKS];
    struct glory_draw draw[PILES];
    struct glory_discard discard[PILES];
};

extern const uint8_t glory_values[KINDS];
extern const struct kind glory_kinds[KINDS];

/* ---- Helpers ---- */

static inline bool running(const struct glory *s)
{
    return s->phase <= PH_AFTER;
}

static inline int rounds(const struct glory *s)
{
    return s->tasks ? 3 : 4;
}

/* The smallest set of a kind that may be laid if none is on the table (C16). */
static inline int least(const struct glory *s, int kind)
{
    bool dotted = kind == SAMURAI || kind == NINJA || kind == ENVOY;
    return dotted && s->head.players > 2 ? 3 : 2;
}

/* How many types in front of one player end the round (C26). */
static inline int types_to_end(const struct glory *s)
{
    return 8 - s->head.players;
}

/* The seat that has a set of this kind on the table, or SEAT_NONE. */
static inline int set_owner(const struct glory *s, int kind)
{
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->set[seat][kind])
            return seat;
    return SEAT_NONE;
}

static inline int set_size(const struct glory *s, int kind)
{
    int owner = set_owner(s, kind);
    return owner == SEAT_NONE ? 0 : s->set[owner][kind];
}

/* The smallest set of a kind that may be laid now (C14, C16, C17). */
static inline int needed(const struct glory *s, int kind)
{
    int more = set_size(s, kind) + 1;
    return more > least(s, kind) ? more : least(s, kind);
}

static inline int set_types(const struct glory *s, int seat)
{
    int types = 0;
    for (int kind = 1; kind < KINDS; kind++)
        types += s->set[seat][kind] > 0;
    return types;
}

static inline int cards_in_hand(const struct glory *s, int seat)
{
    return hand_size(s->hand[seat], KINDS);
}

/* Whether the turn's player could use a figure (C40-C42). */
static inline bool can_strike(const struct glory *s)
{
    if (s->figures[s->turn] <= s->gained)
        return false;
    for (int seat = 0; seat < s->head.players; seat++)
        if (seat != s->turn && set_types(s, seat) > 0)
            return true;
    return false;
}

static inline int figures_stock(const struct glory *s)
{
    int stock = FIGURES;
    for (int seat = 0; seat < s->head.players; seat++)
        stock -= s->figures[seat];
    return stock;
}

/* The bonus points that a task of this deck pays for each card; and the reverse. */
static inline int deck_pays(int deck)
{
    return 5 - deck;
}

static inline int deck_of_pay(int pays)
{
    return 5 - pays;
}

static inline bool task_revealed(const struct glory *s, int seat, int deck)
{
    return s->task[seat][deck].card[0].seen & PUBLIC_BIT;
}

/* ---- Parts of the game in other files ---- */

int glory_actor(const void *view);
const struct clause *glory_judge(const void *view, struct move move);
const char *glory_check(const void *state);
void glory_scores(const void *state, int points[], int ranks[]);

void glory_prompt(const void *view, struct out *o);
void glory_describe(const void *view, struct move move, struct out *o);
void glory_narrate(const void *before, struct move move, const void *after, struct out *o);
void glory_board(const void *view, struct out *o);
int glory_hint(const void *view, struct move move);
void glory_value(const void *state, int shares[]);
extern const struct tuning glory_tuning;

extern const struct game glory_game;

#endif
