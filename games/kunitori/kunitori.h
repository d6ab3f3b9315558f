/* Kunitori!: declarations shared by its rules (rules.c), battles (battle.c), refusals (judge.c),
 * texts (text.c) and advice to bots (advice.c). */
#ifndef TENKA_KUNITORI_H
#define TENKA_KUNITORI_H

#include "cards.h"
#include "game/game.h"

enum {
    PLAYERS_MAX = 6,
    HAND = 4,
    REINFORCEMENTS = 2,
    ROUNDS_MAX = 300,         /* U22 */
    POOL_TABLE = PLAYERS_MAX, /* the pool of all cards; those before it are the seats' holdings */
    POOLS,
};

#define CARD_KIND(kind, ...) kind,
enum kind_id {
    UNKNOWN,
    TREASURE_CARDS(CARD_KIND) VICTORY_CARDS(CARD_KIND) ACTION_CARDS(CARD_KIND) KINDS
};
#undef CARD_KIND

enum category { TREASURE, VICTORY, TROOP, POLITICS, GENERAL };

enum text {
    TEXT_NONE,
    TEXT_LEADER,
    TEXT_GAIN_TO_HAND,        /* of this kind */
    TEXT_MAY_TRASH_SELF,      /* to gain an action card that costs at most the number */
    TEXT_MAY_TRASH_HAND,      /* to gain an action card that costs at most the number more */
    TEXT_MONEY_OR_TRASH_SELF, /* 1 money, or as TEXT_MAY_TRASH_SELF */
};

enum verb_id {
    PLAY,
    TRASH,
    GAIN,
    MONEY,
    DECLINE,
    ATTACK,
    FOLLOW,
    REVEAL,
    REINFORCE,
    FIGHT,
    TOP,
    TREASURES,
    BUY,
    KEEP,
    DONE,
    VERBS
};

enum phase {
    PH_ACTION,
    PH_TRASH,  /* the subject's text: a card of the hand may be trashed */
    PH_GAIN,   /* the subject's text: an action card is gained */
    PH_BATTLE, /* the first leader attacks, or nobody does */
    PH_ATTACK, /* the other leaders choose their targets */
    PH_FOLLOW, /* troops are assigned to leaders */
    PH_DEFEND, /* the first attacked player chooses a defence */
    PH_PRIZE,  /* that player has won, and may gain the subject */
    PH_TOP,    /* that player's reinforcements go back on the deck */
    PH_BUY,
    PH_KEEP, /* how many cards of the subject's kind stay deployed */
    PH_OVER,
    PHASES
};

/* The number of cards that are leaders. */
#define CARD_LEADERS(kind, id, title, category, cost, points, cards, money, actions, buys, attack, \
                     defence, deployable, copies, text, number) \
    +((text) == TEXT_LEADER ? (copies) : 0)
enum { LEADERS_MAX = 0 ACTION_CARDS(CARD_LEADERS) };
#undef CARD_LEADERS

struct kunitori_top ZONE(REINFORCEMENTS);
struct kunitori_shown ZONE(HAND);

struct kunitori {
    struct head head;
    uint8_t phase, starter, turn;
    uint8_t round[2];
    uint8_t ending; /* whose turn it was when the first victory pile ran out, as a set (U16) */
    uint8_t actions, buys, money;
    uint8_t subject;           /* the kind that the question is about */
    uint8_t limit;             /* the most that the gained card may cost */
    uint8_t plan[LEADERS_MAX]; /* the targets of each leader that has chosen */
    uint8_t front,
        left; /* in PH_FOLLOW: the set of targets asked about, and the troops not assigned yet */
    uint8_t force[PLAYERS_MAX]; /* the total attack on each seat */
    uint8_t attacked;           /* the seats whose battle is not over */
    uint8_t supply[KINDS], trash[KINDS];
    uint8_t holding[PLAYERS_MAX][KINDS]; /* all cards that a seat owns, wherever they are */
    uint8_t discard[PLAYERS_MAX][KINDS], territory[PLAYERS_MAX][KINDS];
    struct held hand[PLAYERS_MAX][KINDS];
    struct held deck[PLAYERS_MAX][KINDS];     /* without an order: cards are drawn at random */
    struct kunitori_top top[PLAYERS_MAX];     /* the cards that lie face up on the deck */
    struct kunitori_shown shown[PLAYERS_MAX]; /* what a defender has revealed */
};

struct kunitori_card {
    uint8_t category, cost;
    int8_t points;
    uint8_t cards, money, actions, buys;
    uint8_t attack, defence;
    uint8_t deployable, copies;
    uint8_t text, number;
};

extern const struct kunitori_card kunitori_cards[KINDS];
extern const struct kind kunitori_kinds[KINDS];

/* How many cards of the kind are in the supply at the start. */
int kunitori_supply(int players, int kind);

/* ---- Helpers ---- */

static inline const struct kunitori_card *card_of(int kind)
{
    return &kunitori_cards[kind];
}

static inline bool is_treasure(int kind)
{
    return kind <= GOLD;
}

/* A troop that goes with a leader. */
static inline bool is_follower(int kind)
{
    return kind >= SPEAR && kind <= GUNNERS;
}

/* The value of a card for a defender; an ambush adds 1 to each number that is not zero (U3, U7). */
static inline int defending(int kind, bool ambush)
{
    int attack = card_of(kind)->attack, defence = card_of(kind)->defence;
    return attack + defence + (ambush ? (attack > 0) + (defence > 0) : 0);
}

static inline int cards_in_hand(const struct kunitori *s, int seat)
{
    return hand_size(s->hand[seat], KINDS);
}

static inline int cards_in_deck(const struct kunitori *s, int seat)
{
    return hand_size(s->deck[seat], KINDS) + s->top[seat].count;
}

/* The seat that defends now: the first of the attacked seats, clockwise from the active player's
 * left (U4). */
static inline int defender(const struct kunitori *s)
{
    return seat_after(s->attacked, s->turn);
}

/* The next leader that chooses targets, or KIND_NONE. */
int kunitori_next_leader(const struct kunitori *s);

/* The smallest set of targets in the plan that is larger than this one, or 0. */
unsigned kunitori_next_front(const struct kunitori *s, unsigned front);

/* The lowest cost of an action card in the supply; 255 if there is none. */
int kunitori_cheapest(const struct kunitori *s);

/* The attack of all cards in the active player's territory. */
int kunitori_force(const struct kunitori *s);

/* The defence of the seat: its territory and the cards that it has revealed. */
int kunitori_defence(const struct kunitori *s, int seat, bool ambush);

/* The prize for a battle; the margin is the attack minus the defence. */
int kunitori_prize(int margin);

int kunitori_points(const struct kunitori *s, int seat);

/* ---- Parts of the game in other files ---- */

/* rules.c: the seat reveals the top cards of its deck; it gains a card, if the supply has one; sets
 * the next question; begins the buy phase. */
void kunitori_reveal_top(struct kunitori *s, int seat, struct rng *rng);
void kunitori_gain(struct kunitori *s, int seat, int kind);
void kunitori_ask(struct kunitori *s, enum phase phase, int subject, int limit);
void kunitori_begin_buy(struct kunitori *s);

/* battle.c: one function for each kind of move. */
void kunitori_attack(struct kunitori *s, int kind, unsigned targets);
void kunitori_follow(struct kunitori *s, int number);
void kunitori_reveal(struct kunitori *s, int kind);
void kunitori_fight(struct kunitori *s);
void kunitori_reinforce(struct kunitori *s, struct rng *rng);
void kunitori_return_reinforcements(struct kunitori *s);
void kunitori_put_on_top(struct kunitori *s, int kind);

int kunitori_actor(const void *view);
extern const struct clause *const kunitori_absent[];
const struct clause *kunitori_judge(const void *view, struct move move);
const char *kunitori_check(const void *state);
void kunitori_scores(const void *state, int points[], int ranks[]);

void kunitori_prompt(const void *view, struct out *o);
void kunitori_describe(const void *view, struct move move, struct out *o);
void kunitori_narrate(const void *before, struct move move, const void *after, struct out *o);
void kunitori_board(const void *view, struct out *o);

/* advice.c */
int kunitori_hint(const void *view, struct move move);
void kunitori_value(const void *state, int shares[]);
extern const struct tuning kunitori_tuning;

extern const struct game kunitori_game;

#endif
