/* Cards with knowledge, and zones of them.
 *
 * A card stores its kind and who knows it: one bit for each seat and one for the public. The
 * public bit means common knowledge: spectators know the card, and everybody knows that everybody
 * knows it. Cards are moved only by the functions of this file. Only these functions change `seen`
 * and record who learned something.
 *
 * An unordered zone (a hand) is always sorted by kind, so the order of its cards reveals nothing.
 * Copies of one kind are interchangeable: all that matters is how many of them each seat knows.
 * The copies are stored nested, which is one canonical form of these numbers: whoever knows a copy
 * also knows every copy above it. Taking the topmost copy therefore lowers the number of each seat
 * that knows any copy by exactly one. */
#ifndef TENKA_CARD_H
#define TENKA_CARD_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/rng.h"

enum {
    SEATS_MAX = 6,
    SEAT_NONE = 7,
    VIEW_PUBLIC = 6, /* a viewer: the spectator */
    VIEW_ALL = 7,    /* a viewer: sees the complete state */
    KIND_NONE = 0,   /* an unknown card, or none */
    KINDS_MAX = 64,
};

#define SEAT_BIT(seat) ((uint8_t)(1u << (seat)))
#define PUBLIC_BIT SEAT_BIT(VIEW_PUBLIC)

/* Every game's state starts with this. */
struct head {
    uint8_t players;
    uint8_t viewer;  /* a seat, VIEW_PUBLIC or VIEW_ALL */
    uint8_t learned; /* seats (and the public) that learned something in the last ply */
};

struct card {
    uint8_t kind;
    uint8_t seen;
};

/* A zone of any capacity. Games declare zones as struct zone_N with ZONE(N) and pass them as
 * ZONE_OF(x). */
struct __attribute__((may_alias)) zone {
    uint8_t count;
    struct card card[];
};

#define ZONE(capacity) \
    { \
        uint8_t count; \
        struct card card[capacity]; \
    }
#define ZONE_OF(x) ((struct zone *)&(x))
#define ZONE_IN(x) ((const struct zone *)&(x))

static inline unsigned all_seats(const struct head *h)
{
    return (1u << h->players) - 1;
}

/* The set of knowers (seats and the public) of a card that everybody knows. */
static inline uint8_t everybody(const struct head *h)
{
    return (uint8_t)all_seats(h) | PUBLIC_BIT;
}

static inline bool single(unsigned seats)
{
    return (seats & (seats - 1)) == 0 && seats != 0;
}

/* The neighbours. Play goes clockwise: the left neighbour comes next. */
static inline int left_of(const struct head *h, int seat)
{
    return seat + 1 == h->players ? 0 : seat + 1;
}

static inline int right_of(const struct head *h, int seat)
{
    return (seat ? seat : h->players) - 1;
}

/* The first seat of the set after `seat`, clockwise; the set is not empty. */
static inline int seat_after(unsigned seats, int seat)
{
    unsigned above = seats >> (seat + 1) << (seat + 1);
    return __builtin_ctz(above ? above : seats);
}

/* Records that these knowers learned something other than a card. */
static inline void learn(struct head *h, unsigned who)
{
    h->learned |= (uint8_t)who;
}

/* Shows the card to these knowers. */
static inline void card_show(struct head *h, struct card *c, unsigned who)
{
    h->learned |= (uint8_t)(who & ~c->seen);
    c->seen |= (uint8_t)who;
}

/* Shows every card of the zone to these knowers. */
void zone_show(struct head *h, struct zone *z, unsigned who);

/* Inserts the card into an unordered zone, in sorted order. */
void zone_insert(struct zone *z, struct card c);

/* Takes a card of this kind out of an unordered zone, in full view of everybody. The zone must
 * contain one. */
struct card zone_take(struct zone *z, int kind);

/* The same, but only `who` see which card leaves. Everybody else can no longer be sure of any card
 * in the zone, so they lose what they knew of it. */
struct card zone_take_hidden(struct zone *z, int kind, unsigned who);

/* zone_push puts the card on top of an ordered zone; zone_pop takes the top card (the zone must not
 * be empty). */
static inline void zone_push(struct zone *z, struct card c)
{
    z->card[z->count++] = c;
}

static inline struct card zone_pop(struct zone *z)
{
    assert(z->count > 0);
    struct card c = z->card[--z->count];
    z->card[z->count] = (struct card){0, 0};
    return c;
}

/* Takes the card at a place of an ordered zone (0 is the bottom), in full view of everybody. The
 * cards above move down. */
struct card zone_take_at(struct zone *z, int place);

/* Replaces the card at this place and returns the old one. */
static inline struct card zone_replace(struct zone *z, int place, struct card c)
{
    assert(place >= 0 && place < z->count);
    struct card old = z->card[place];
    z->card[place] = c;
    return old;
}

/* Puts a card of this kind face up on an ordered zone that everybody sees. */
static inline void zone_lay(const struct head *h, struct zone *z, int kind)
{
    zone_push(z, (struct card){(uint8_t)kind, everybody(h)});
}

/* Moves the top card of `from` into the unordered `to`; `who` sees it. */
void zone_draw(struct head *h, struct zone *from, struct zone *to, unsigned who);

/* Puts a card face up on a pile. A pile is stored as a number of cards for each kind. */
static inline void pile_put(struct head *h, uint8_t pile[], struct card c)
{
    card_show(h, &c, everybody(h));
    pile[c.kind]++;
}

/* Takes a card of this kind off such a pile, which must contain one. Everybody knows the card. */
static inline struct card pile_take(const struct head *h, uint8_t pile[], int kind)
{
    assert(pile[kind] > 0);
    pile[kind]--;
    return (struct card){(uint8_t)kind, everybody(h)};
}

static inline int pile_size(const uint8_t pile[], int kinds)
{
    int size = 0;
    for (int kind = 1; kind < kinds; kind++)
        size += pile[kind];
    return size;
}

/* A hand stored as numbers for each kind, for hands that can grow large and that only their owner
 * sees: how many cards of the kind the owner has, and how many of these everybody knows. In a view,
 * the `number` of KIND_NONE is how many cards the viewer does not know. */
struct held {
    uint8_t number, known;
};

/* Puts a card into the seat's hand; the seat sees it. */
static inline void hand_put(struct head *h, struct held hand[], struct card c, int seat)
{
    card_show(h, &c, SEAT_BIT(seat));
    hand[c.kind].number++;
    hand[c.kind].known = (uint8_t)(hand[c.kind].known + (c.seen >> VIEW_PUBLIC & 1));
}

/* Takes cards of one kind out of the seat's hand, in full view of everybody. The hand must hold
 * that many. Publicly known cards leave first; if more leave than were known, all other seats and
 * the public learn something. */
static inline void hand_take(struct head *h, struct held hand[], int kind, int number, int seat)
{
    struct held *held = &hand[kind];
    assert(held->number >= number);
    if (held->known < number)
        learn(h, everybody(h) & ~(unsigned)SEAT_BIT(seat));
    held->number = (uint8_t)(held->number - number);
    held->known = (uint8_t)(held->known > number ? held->known - number : 0);
}

/* Which of the eight bytes at this address are not zero, as a bit set: bit 0 is the first byte. */
static inline unsigned bytes_set(const void *at)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7f, gather = 0x0102040810204080;
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    word = (((word & low) + low) | word) >> 7 & 0x0101010101010101;
    return (unsigned)(word * gather >> 56);
}

/* The kinds of which a pile or a hand has at least one card, as a bit set. A branch for each kind
 * would be mispredicted often, so this works without branches, on eight kinds of a pile or four of
 * a hand at a time. */
static inline uint64_t pile_kinds(const uint8_t pile[], int kinds)
{
    uint64_t set = 0;
    int kind = 0;
    for (; kind + 8 <= kinds; kind += 8)
        set |= (uint64_t)bytes_set(pile + kind) << kind;
    for (; kind < kinds; kind++)
        set |= (uint64_t)(pile[kind] > 0) << kind;
    return set;
}

static inline uint64_t hand_kinds(const struct held hand[], int kinds)
{
    uint64_t set = 0;
    int kind = 0;
    for (; kind + 4 <= kinds; kind += 4) {
        unsigned bytes = bytes_set(hand + kind) & 0x55; /* only the bytes `number`, not `known` */
        bytes = (bytes | bytes >> 1) & 0x33;
        set |= (uint64_t)((bytes | bytes >> 2) & 0xf) << kind;
    }
    for (; kind < kinds; kind++)
        set |= (uint64_t)(hand[kind].number > 0) << kind;
    return set;
}

/* hand_size: how many cards are in the hand, including unknown ones. hand_public: whether everybody
 * knows all of them. */
static inline int hand_size(const struct held hand[], int kinds)
{
    int size = 0;
    for (int kind = 0; kind < kinds; kind++)
        size += hand[kind].number;
    return size;
}

static inline bool hand_public(const struct held hand[], int kinds)
{
    int secret = 0;
    for (int kind = 0; kind < kinds; kind++)
        secret |= hand[kind].number ^ hand[kind].known;
    return !secret;
}

/* Shows the seat's whole hand to everybody. */
void hand_show(struct head *h, struct held hand[], int kinds, int seat);

/* Takes a random card, unseen; `size` is the number of all cards in the hand. A deck can be stored
 * in this form, too: the order of its cards is then decided at each draw, which no player can tell
 * from shuffling it in advance. */
struct card hand_pick(struct held hand[], int size, struct rng *rng);

/* Fills an ordered zone with census[kind] cards of each kind, shuffled and known to nobody. */
void zone_deck(struct zone *z, const uint8_t census[], int kinds, struct rng *rng);

void zone_clear(struct zone *z);
int zone_number(const struct zone *z, int kind);

/* How many cards of each kind are in the zone. pile[KIND_NONE] is how many are unknown. */
void zone_pile(const struct zone *z, uint8_t pile[KINDS_MAX]);

/* The same for a hand with this many kinds. */
void hand_pile(const struct held hand[], int kinds, uint8_t pile[KINDS_MAX]);

#endif
