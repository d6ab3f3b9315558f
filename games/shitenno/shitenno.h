/* Shitenno: declarations shared by its rules (rules.c), payments (pay.c), refusals (judge.c), texts
 * (text.c) and advice to bots (advice.c). */
#ifndef TENKA_SHITENNO_H
#define TENKA_SHITENNO_H

#include "game/game.h"

enum {
    PLAYERS_MAX = 4,
    TROOPS = 4,
    KOKU_CARDS = 24,
    TROOP_CARDS = 34,
    PROVINCES = 8,
    POSITIONS = 4,
    STACK = 3, /* Bonus tiles of a province */
    BONUSES = 3,
    TAKEOVERS = 2, /* in a year */
    MAJORITY = 6,  /* points for the most Kamons in a province */
};

/* The Hatamoto, Exchange and +1 come first, because payments name their items in the order of
 * kinds; then come Troop cards, Koku cards, and the Bonus tiles by their two faces. */
enum kind_id {
    UNKNOWN,
    HATAMOTO,
    EXCHANGE,
    PLUS,
    SAMURAI,
    BUSHI,
    SOHEI,
    SHINOBI,
    DOUBLES, /* ten pairs */
    KOKU1 = DOUBLES + 10,
    KOKU2,
    KOKU3,
    TILES, /* four troops by three bonuses */
    KINDS = TILES + TROOPS * BONUSES,
};

enum title { TITLE_NONE, DAIMYO, SHOMYO, SENSEI, TITLE_HATAMOTO, TITLES };

enum bonus { BONUS_EXCHANGE, BONUS_PLUS, BONUS_TAKING };

/* The places that moves name: provinces, then titles. */
enum place {
    PLACE_PROVINCE = 1,
    PLACE_TITLE = PLACE_PROVINCE + PROVINCES,
    PLACES = PLACE_TITLE + TITLES - 1
};

enum verb_id {
    ADD,
    OFFER,
    ACCEPT,
    REFUSE,
    DIVIDE,
    CHOOSE,
    TAKE,
    PAY,
    WITHDRAW,
    DRAW,
    GILD,
    DECLINE,
    DONE,
    VERBS
};

enum phase {
    PH_FORM,   /* the Tairo forms a lot */
    PH_OFFER,  /* it is offered */
    PH_DIVIDE, /* the Tairo forms two lots of all cards that are left */
    PH_CHOOSE, /* the other player chooses a lot */
    PH_TURN,   /* takeovers and Card taking */
    PH_PAY,    /* the payment of a takeover */
    PH_GILD,   /* the Sensei's gold */
    PH_OVER,
    PHASES
};

enum pool { POOL_CARDS, POOL_TILES, POOLS };

struct shitenno_koku ZONE(KOKU_CARDS);
struct shitenno_deck ZONE(TROOP_CARDS);
struct shitenno_stack ZONE(STACK);

struct shitenno {
    struct head head;
    uint8_t phase, year, turn;
    uint8_t title[PLAYERS_MAX]; /* while lots are formed, still the old ones (S2) */
    uint8_t next[PLAYERS_MAX];  /* the title in the lot that a seat has taken */
    uint8_t lot_title;          /* the title of the lot on offer, or of lot 1 */
    uint8_t offer_title;        /* the title of lot 2, which is all other cards */
    uint8_t placed;             /* Kamons placed in this turn */
    uint8_t used;               /* whether the Hatamoto has been used this year */
    uint8_t target;             /* the province that is being paid for, from 1 */
    uint8_t pay_hatamoto, pay_exchange, pay_plus;
    uint8_t exchange[PLAYERS_MAX], plus[PLAYERS_MAX], taking[PLAYERS_MAX];
    uint8_t score[PLAYERS_MAX];
    uint8_t kamon[PROVINCES][POSITIONS]; /* 0, or the seat + 1; PLAYERS_MAX more if golden */
    struct shitenno_koku koku;
    struct shitenno_stack tiles[PROVINCES];
    struct shitenno_deck deck;
    uint8_t offer[KINDS], lot[KINDS], paid[KINDS], discard[KINDS];
    uint8_t taken[KINDS]; /* Bonus tiles off the board */
    struct held hand[PLAYERS_MAX][KINDS];
};

struct shitenno_province {
    const char *title;
    uint8_t points[POSITIONS]; /* also the prices in Koku */
    uint8_t troop, number;
};

/* The price of a takeover: a number of one troop and one or none of another, or Koku. */
struct price {
    int troop, number;
    int other, others;
    int koku;
};

extern const struct shitenno_province shitenno_provinces[PROVINCES];
extern const struct kind shitenno_kinds[KINDS];
extern const char *const shitenno_titles[TITLES];
extern const char *const shitenno_places[PLACES]; /* in notation */

/* ---- Helpers ---- */

static inline bool is_troop(int kind)
{
    return kind >= SAMURAI && kind < KOKU1;
}

static inline bool is_koku(int kind)
{
    return kind >= KOKU1 && kind <= KOKU3;
}

static inline int koku_value(int kind)
{
    return kind - KOKU1 + 1;
}

static inline int tile_troop(int tile)
{
    return SAMURAI + (tile - TILES) / BONUSES;
}

static inline int tile_bonus(int tile)
{
    return (tile - TILES) % BONUSES;
}

static inline int kamons_at_first(const struct shitenno *s)
{
    return 16 - 2 * s->head.players;
}

/* The owner of a Kamon, which must not be 0. */
static inline int kamon_seat(int kamon)
{
    return (kamon - 1) % PLAYERS_MAX;
}

static inline bool kamon_golden(int kamon)
{
    return kamon > PLAYERS_MAX;
}

static inline int kamons_placed(const struct shitenno *s, int seat)
{
    const uint8_t *kamon = (const uint8_t *)s->kamon;
    int placed = 0;
    for (int i = 0; i < PROVINCES * POSITIONS; i++)
        placed += kamon[i] == seat + 1 || kamon[i] == seat + 1 + PLAYERS_MAX;
    return placed;
}

static inline int kamons_left(const struct shitenno *s, int seat)
{
    return kamons_at_first(s) - kamons_placed(s, seat);
}

/* The first free position, POSITIONS if there is none. */
static inline int free_position(const struct shitenno *s, int province)
{
    int position = 0;
    while (position < POSITIONS && s->kamon[province][position])
        position++;
    return position;
}

/* The seat with this title, or SEAT_NONE. */
static inline int seat_titled(const struct shitenno *s, int title)
{
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->title[seat] == title)
            return seat;
    return SEAT_NONE;
}

/* The first seat after this title, in the order of titles, that has no lot yet; SEAT_NONE if there
 * is none. In odd years no seat has a lot, so it is the seat with the next title. */
static inline int lotless_after(const struct shitenno *s, int title)
{
    for (title++; title < TITLES; title++) {
        int seat = seat_titled(s, title);
        if (seat != SEAT_NONE && !s->next[seat])
            return seat;
    }
    return SEAT_NONE;
}

/* The seat that forms the lots: the highest title without a lot (S3). */
static inline int tairo(const struct shitenno *s)
{
    return lotless_after(s, TITLE_NONE);
}

static inline int lotless_number(const struct shitenno *s)
{
    int number = 0;
    for (int seat = 0; seat < s->head.players; seat++)
        number += s->next[seat] == TITLE_NONE;
    return number;
}

/* Whether the Hierarchy tile is not in the lot of a seat yet. */
static inline bool title_free(const struct shitenno *s, int title)
{
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->next[seat] == title)
            return false;
    return true;
}

static inline int troops_in(const uint8_t pile[KINDS])
{
    int troops = 0;
    for (int kind = SAMURAI; kind < KOKU1; kind++)
        troops += pile[kind];
    return troops;
}

/* Card taking needs a tile and a card to draw (S12). */
static inline bool can_draw(const struct shitenno *s)
{
    return s->taking[s->turn] > 0 && (s->deck.count > 0 || troops_in(s->discard) > 0);
}

static inline bool can_place(const struct shitenno *s)
{
    return s->placed < TAKEOVERS && kamons_left(s, s->turn) > 0;
}

/* S17. It is checked after an odd year; before that, the board uses it to announce the last year.
 */
static inline bool game_ends(const struct shitenno *s)
{
    bool ends = s->koku.count == 0;
    for (int seat = 0; seat < s->head.players; seat++)
        ends |= kamons_left(s, seat) == 0;
    return ends;
}

/* Titles as places in moves. */
static inline int title_of(int place)
{
    return place - PLACE_TITLE + DAIMYO;
}

static inline int place_of(int title)
{
    return title - DAIMYO + PLACE_TITLE;
}

static inline bool has_plain_kamon(const struct shitenno *s, int seat)
{
    const uint8_t *kamon = (const uint8_t *)s->kamon;
    for (int i = 0; i < PROVINCES * POSITIONS; i++)
        if (kamon[i] == seat + 1)
            return true;
    return false;
}

/* Points that a title adds to each takeover (S13). */
static inline int title_points(int title)
{
    return title == DAIMYO ? 2 : title == SHOMYO;
}

/* ---- Payments (pay.c) ---- */

/* The price of the first free position; the province must have one. */
struct price shitenno_price(const struct shitenno *s, int province);

/* How many items of a kind, HATAMOTO to KOKU3, the active player still has to pay with, and has
 * paid. */
int shitenno_held(const struct shitenno *s, int kind);
int shitenno_paid(const struct shitenno *s, int kind);

/* The active player pays this number of items of a kind. */
void shitenno_lay(struct shitenno *s, int kind, int number);

/* Whether the payment covers the price, in Troops or in Koku. */
bool shitenno_paid_up(const struct shitenno *s);

/* The provinces with a free position that the active player could pay for, as bits. */
unsigned shitenno_affordable(const struct shitenno *s);

/* The next steps of a payment: all (kind, number) after which it can be completed so that it covers
 * the price and no item can be left out (S8). */
int shitenno_pays(const struct shitenno *s, struct move moves[MOVES_MAX]);

/* The lowest cost of completing the payment when it goes on with the legal move, TAKE or PAY;
 * `cost` is the cost of one item of each kind. */
enum { COST_MAX = 10000 };
int shitenno_cost(const struct shitenno *s, struct move move, const uint8_t cost[TILES]);

/* ---- Parts of the game in other files ---- */

/* The points of the final count: Koku and tiles, and majorities (S18, S19). */
int shitenno_count(const struct shitenno *s, int seat);
int shitenno_majorities(const struct shitenno *s, int seat);

/* The seat with the majority in the province, or SEAT_NONE. */
int shitenno_majority(const struct shitenno *s, int province);

int shitenno_actor(const void *view);
const struct clause *shitenno_judge(const void *view, struct move move);
const char *shitenno_check(const void *state);
void shitenno_scores(const void *state, int points[], int ranks[]);

void shitenno_prompt(const void *view, struct out *o);
void shitenno_describe(const void *view, struct move move, struct out *o);
void shitenno_narrate(const void *before, struct move move, const void *after, struct out *o);
void shitenno_board(const void *view, struct out *o);
int shitenno_hint(const void *view, struct move move);
void shitenno_value(const void *state, int chances[]);
extern const struct tuning shitenno_tuning;

extern const struct game shitenno_game;

#endif
