/* Kenjin: declarations shared by its rules (rules.c), combats (combat.c), refusals (judge.c), texts
 * (text.c) and advice to bots (advice.c). */
#ifndef TENKA_KENJIN_H
#define TENKA_KENJIN_H

#include "game/game.h"

enum {
    PLAYERS_MAX = 4,
    CARDS = 13,    /* of a clan */
    STACKS = 4,    /* every player fights on four battlefields */
    SLOTS_MAX = 8, /* battlefields with four players */
    TILES_EACH = 5,
    BRIDGE_MAX = 3,
    LOSSES_MAX = PLAYERS_MAX - 1, /* cards of a clan that Assassins can remove */
    SUPPLIES = 2,
    COWARDICE = 5,
};

enum kind_id {
    SCOUT = 1,
    SHUGENJA,
    GENERAL,
    ASSASSIN,
    ASHIGARU,
    LORD,
    ARCHER,
    SAMURAI,
    BRUTE,
    PEASANT,
    KINDS
};

/* The 4-point tiles, then the 6-point ones. */
enum tile_id {
    TILE_NONE,
    PORT,
    RICE,
    VILLAGE,
    CAMP,
    TORII,
    BRIDGE,
    SANCTUARY,
    PALACE,
    TEMPLE,
    FORTRESS,
    TILES
};

enum verb_id {
    DEPLOY,
    SEND,
    KILL,
    EXPOSE,
    LOOK,
    MOVE,
    CHOOSE,
    REVEAL,
    FIGHT,
    SACRIFICE,
    SUPPLY,
    VERBS
};

enum phase {
    PH_DRAFT,
    PH_DEPLOY,
    PH_KILL,      /* the Assassin's target; she is still in the hand */
    PH_EXPOSE,    /* the Scout's */
    PH_LOOK,      /* the Shugenja's */
    PH_MOVE,      /* the General's */
    PH_REVEAL,    /* the next battlefield will be turned up */
    PH_FIGHT,     /* its cards lie open */
    PH_SACRIFICE, /* at the Sanctuary, where the choice matters */
    PH_SUPPLY,    /* the Supply Camp's conqueror chooses */
    PH_OVER,
    PHASES
};

enum option_id { OPT_TEAMS, OPT_SETUP };

struct kenjin_stack ZONE(CARDS);
struct kenjin_removed ZONE(LOSSES_MAX);

struct kenjin {
    struct head head;
    uint8_t teams, draft; /* the options */
    uint8_t phase;
    uint8_t starter, turn;
    uint8_t at;              /* the battlefield of the Scout or General whose ability is used */
    uint8_t tile[SLOTS_MAX]; /* by battlefield, two for each pair of neighbours */
    uint8_t offer[TILES_EACH];
    uint8_t fought;            /* battlefields resolved so far */
    uint8_t holder[SLOTS_MAX]; /* the conqueror of each, as a set with one seat or none */
    uint8_t supplied[SUPPLIES];
    uint8_t faceup[PLAYERS_MAX]; /* cards that lay face up on the Port before it was revealed */
    uint8_t pending;             /* seats with a card to choose at the Sanctuary */
    uint8_t last[PLAYERS_MAX]; /* where the thirteenth card lies, if it was played face down: on top
                                  of a stack from 1, or, from STACKS + 1, among the removed ones */
    uint8_t coward;            /* seats whose thirteenth card turned out to be the Lord */
    uint8_t assassins[PLAYERS_MAX]; /* among the cards of each seat: one can change sides */
    struct kenjin_stack stack[PLAYERS_MAX][STACKS];
    struct kenjin_removed removed[PLAYERS_MAX]; /* by Assassins, in this order */
    struct kenjin_stack hand[PLAYERS_MAX];
    uint8_t fallen[PLAYERS_MAX][KINDS];
};

extern const struct kind kenjin_kinds[KINDS];
extern const uint8_t kenjin_strengths[KINDS];  /* as printed */
extern const char *const kenjin_places[TILES]; /* the tiles in notation */

/* ---- Battlefields ----
 * They come in pairs: 2p and 2p + 1 lie between seat p and its left neighbour; the stacks of a seat
 * are numbered with those towards its left neighbour first. Two players share all four. */

static inline int slots(const struct kenjin *s)
{
    return s->head.players == 2 ? STACKS : 2 * s->head.players;
}

struct side {
    uint8_t seat, stack;
};

/* The battlefield of a seat's stack, and the two sides of a battlefield, for 2, 3 and 4 players. */
extern const uint8_t kenjin_slots[PLAYERS_MAX + 1][PLAYERS_MAX][STACKS];
extern const struct side kenjin_sides[PLAYERS_MAX + 1][SLOTS_MAX][2];

static inline int slot_of(const struct kenjin *s, int seat, int stack)
{
    return kenjin_slots[s->head.players][seat][stack];
}

static inline struct side side_of(const struct kenjin *s, int slot, int side)
{
    return kenjin_sides[s->head.players][slot][side];
}

static inline struct side side_at(int seat, int stack)
{
    return (struct side){(uint8_t)seat, (uint8_t)stack};
}

/* The army that faces a seat's stack. */
static inline struct side opposite(const struct kenjin *s, int seat, int stack)
{
    int slot = slot_of(s, seat, stack);
    struct side first = side_of(s, slot, 0);
    return first.seat == seat ? side_of(s, slot, 1) : first;
}

static inline int tile_of(const struct kenjin *s, int seat, int stack)
{
    return s->tile[slot_of(s, seat, stack)];
}

/* The seat's stack at the tile, or STACKS if it does not fight there. */
static inline int stack_at(const struct kenjin *s, int seat, int tile)
{
    int found = STACKS;
    for (int stack = 0; stack < STACKS; stack++)
        found = tile_of(s, seat, stack) == tile ? stack : found;
    return found;
}

static inline int tile_points(int tile)
{
    return tile >= BRIDGE ? 6 : 4;
}

/* The battlefield that is fought for after `fought` others (K8). */
int kenjin_slot(const struct kenjin *s, int fought);

/* The battlefield that is being fought for, or else the next one. */
static inline int battle(const struct kenjin *s)
{
    return kenjin_slot(s, s->fought);
}

/* The army that faces the Scout whose target is being chosen. */
static inline struct side scouted(const struct kenjin *s)
{
    return opposite(s, s->turn, stack_at(s, s->turn, s->at));
}

/* ---- Cards ---- */

static inline bool secret_unit(int kind)
{
    return kind >= LORD;
}

/* A set of the kinds in a stack or hand; empty slots have none. */
static inline unsigned kinds_in(const struct kenjin_stack *z)
{
    unsigned kinds = 0;
    for (int i = 0; i < CARDS; i++)
        kinds |= 1u << z->card[i].kind;
    return kinds & ~(1u << KIND_NONE);
}

static inline bool face_down(struct card card)
{
    return !(card.seen & PUBLIC_BIT);
}

static inline bool all_face_up(const struct zone *z)
{
    for (int i = 0; i < z->count; i++)
        if (face_down(z->card[i]))
            return false;
    return true;
}

/* Whether no card may be added to the stack (K5). */
static inline bool full(const struct kenjin *s, int seat, int stack)
{
    return tile_of(s, seat, stack) == BRIDGE && s->stack[seat][stack].count >= BRIDGE_MAX;
}

static inline bool holds(const struct kenjin *s, int seat, int kind)
{
    return kinds_in(&s->hand[seat]) >> kind & 1;
}

/* ---- Players ---- */

/* The seat, and in a team game its partner. */
static inline unsigned team_of(const struct kenjin *s, int seat)
{
    return SEAT_BIT(seat) | (s->teams ? SEAT_BIT((seat + 2) % PLAYERS_MAX) : 0u);
}

/* Whether one of the team fights there. */
static inline bool team_fights(const struct kenjin *s, int seat, int tile)
{
    for (unsigned seats = team_of(s, seat); seats; seats &= seats - 1)
        if (stack_at(s, __builtin_ctz(seats), tile) < STACKS)
            return true;
    return false;
}

/* Whether any of the seats has a face-down card. */
static inline bool some_hide(const struct kenjin *s, unsigned seats)
{
    for (; seats; seats &= seats - 1)
        for (int stack = 0; stack < STACKS; stack++)
            if (!all_face_up(ZONE_IN(s->stack[__builtin_ctz(seats)][stack])))
                return true;
    return false;
}

/* Whether the ability of a unit that is deployed there has a target (K1-K3). A General always finds
 * another battlefield. */
static inline bool has_target(const struct kenjin *s, int kind, int stack)
{
    struct side other = opposite(s, s->turn, stack);
    if (kind == SCOUT)
        return !all_face_up(ZONE_IN(s->stack[other.seat][other.stack]));
    if (kind == GENERAL)
        return !all_face_up(ZONE_IN(s->stack[s->turn][stack]));
    return kind == SHUGENJA && some_hide(s, all_seats(&s->head) & ~(unsigned)SEAT_BIT(s->turn));
}

/* ---- Combats: combat.c ---- */

/* An army on a battlefield, and the parts of its total. */
struct army {
    int seat, cards;
    int strength;   /* of its cards */
    int tile, camp; /* what the tile and the Supply Camp add */
};

static inline int army_total(const struct army *a)
{
    return a->strength + a->tile + a->camp;
}

struct outcome {
    struct army army[2];
    unsigned holder; /* the conqueror, as a set with one seat or none */
    bool razed;      /* both armies are eliminated (K16, K17) */
};

/* The strength of the card at a place of a stack on this tile (K9-K11). */
int kenjin_strength(int tile, const struct kenjin_stack *stack, int place);

/* Eliminates the card at a place. */
void kenjin_eliminate(struct kenjin *s, struct side side, int place);

/* The steps of a combat, in this order; the cards lie open. */
void kenjin_archers(struct kenjin *s, int slot);
void kenjin_samurai(struct kenjin *s, int slot);
/* Destroys the weakest card of each side whose choice does not matter; returns the seats that must
 * choose (K12). */
unsigned kenjin_sanctuary(struct kenjin *s, int slot);
struct outcome kenjin_outcome(const struct kenjin *s, int slot);

/* The places of the seat's weakest cards at the Sanctuary, as bits. */
unsigned kenjin_weakest(const struct kenjin *s, struct side side);

/* Whether the Supply Camp helps the seat on this tile (K18). */
bool kenjin_supplied(const struct kenjin *s, int tile, int seat);

/* What a seat has won without its partner on the battlefields fought for so far (K19, K20). */
struct reckoning {
    int conquests;
    int tiles, peasants, lord, torii, cowardice; /* points */
};

struct reckoning kenjin_reckon(const struct kenjin *s, int seat);
int kenjin_points(const struct kenjin *s, int seat);

/* ---- Parts of the game in other files ---- */

int kenjin_actor(const void *view);

/* The army from which the actor must destroy a card. */
static inline struct side altar(const struct kenjin *s)
{
    int seat = kenjin_actor(s);
    return side_at(seat, stack_at(s, seat, SANCTUARY));
}

extern const struct clause *const kenjin_absent[];
const struct clause *kenjin_judge(const void *view, struct move move);
const char *kenjin_check(const void *state);
void kenjin_scores(const void *state, int points[], int ranks[]);

void kenjin_prompt(const void *view, struct out *o);
void kenjin_describe(const void *view, struct move move, struct out *o);
void kenjin_narrate(const void *before, struct move move, const void *after, struct out *o);
void kenjin_board(const void *view, struct out *o);
int kenjin_hint(const void *view, struct move move);
extern const struct tuning kenjin_tuning;

extern const struct game kenjin_game;

#endif
