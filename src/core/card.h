/* Cards with knowledge, and zones of them.
 *
 * A card says what it is and who knows that: a bit for each seat and one for the public
 * (spectators, and what everybody knows that everybody knows). Every movement of cards goes through
 * the functions of this file; they alone touch `seen` and record who learned something.
 *
 * An unordered zone (a hand) is kept sorted by kind, so that order never tells anything. Copies of
 * one kind are interchangeable, so all that can be known about them is how many of them each seat
 * knows; they are kept nested (the knowers of a copy include the knowers of every copy below it),
 * which is one canonical form for those numbers. Taking the topmost copy then lowers each seat's
 * number by exactly one. */
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
    VIEW_PUBLIC = 6, /* as a viewer: a spectator */
    VIEW_ALL = 7,    /* as a viewer: the truth itself */
    KIND_NONE = 0,   /* an unknown card, or none */
    KINDS_MAX = 64,
};

#define SEAT_BIT(seat) ((uint8_t)(1u << (seat)))
#define PUBLIC_BIT SEAT_BIT(VIEW_PUBLIC)

/* The start of every game's state. */
struct head {
    uint8_t players;
    uint8_t viewer;  /* a seat, VIEW_PUBLIC or VIEW_ALL */
    uint8_t learned; /* the knowers (seats and the public) that learned something in the last ply */
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

/* The knowers when everybody knows. */
static inline uint8_t everybody(const struct head *h)
{
    return (uint8_t)all_seats(h) | PUBLIC_BIT;
}

static inline bool single(unsigned seats)
{
    return (seats & (seats - 1)) == 0 && seats != 0;
}

/* The neighbours: the left one comes next, clockwise. */
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

/* Notes that these knowers learned something that is not a card. */
static inline void learn(struct head *h, unsigned who)
{
    h->learned |= (uint8_t)who;
}

/* The card is shown to these knowers. */
static inline void card_show(struct head *h, struct card *c, unsigned who)
{
    h->learned |= (uint8_t)(who & ~c->seen);
    c->seen |= (uint8_t)who;
}

/* Every card of the zone is shown to these knowers. */
void zone_show(struct head *h, struct zone *z, unsigned who);

/* Puts the card into an unordered zone, in its place. */
void zone_insert(struct zone *z, struct card c);

/* Takes a card of this kind, which must be there, out of an unordered zone in full sight. */
struct card zone_take(struct zone *z, int kind);

/* The same, but only `who` see which card it is: all others forget what they knew in the zone. */
struct card zone_take_hidden(struct zone *z, int kind, unsigned who);

/* Puts the card on top of an ordered zone; takes the top card, which must be there. */
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

/* Takes the card at a place of an ordered zone, counted from the bottom, in full sight: those above
 * move down. */
struct card zone_take_at(struct zone *z, int place);

/* Puts the card in the place of another, which is returned. */
static inline struct card zone_replace(struct zone *z, int place, struct card c)
{
    assert(place >= 0 && place < z->count);
    struct card old = z->card[place];
    z->card[place] = c;
    return old;
}

/* Lays a card of this kind face up on an ordered zone that everybody watches. */
static inline void zone_lay(const struct head *h, struct zone *z, int kind)
{
    zone_push(z, (struct card){(uint8_t)kind, everybody(h)});
}

/* Moves the top card of `from` into the unordered `to`; `who` sees it. */
void zone_draw(struct head *h, struct zone *from, struct zone *to, unsigned who);

/* Turns a card up onto a pile that is kept as a number for each kind. */
static inline void pile_put(struct head *h, uint8_t pile[], struct card c)
{
    card_show(h, &c, everybody(h));
    pile[c.kind]++;
}

/* Takes a card of this kind, which must be there, off such a pile; everybody knows it. */
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

/* A hand as numbers for each kind, for hands that can grow large and into which nobody looks but
 * the owner: how many he holds, and how many of these everybody knows. In a view number[KIND_NONE]
 * is how many the viewer does not know. */
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

/* Takes cards of one kind, which must be there, out of the seat's hand in full sight. What leaves
 * may be what everybody knew; if it is more, it is news to all others. */
static inline void hand_take(struct head *h, struct held hand[], int kind, int number, int seat)
{
    struct held *held = &hand[kind];
    assert(held->number >= number);
    if (held->known < number)
        learn(h, everybody(h) & ~(unsigned)SEAT_BIT(seat));
    held->number = (uint8_t)(held->number - number);
    held->known = (uint8_t)(held->known > number ? held->known - number : 0);
}

/* Which of eight bytes are not zero, as bits, the first the lowest. */
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

/* The kinds of which a pile or a hand has a card, as bits. Which they are cannot be foretold, so
 * this is done without a branch, eight kinds of a pile or four of a hand at a time. */
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
        unsigned bytes = bytes_set(hand + kind) & 0x55; /* the numbers, not what is known */
        bytes = (bytes | bytes >> 1) & 0x33;
        set |= (uint64_t)((bytes | bytes >> 2) & 0xf) << kind;
    }
    for (; kind < kinds; kind++)
        set |= (uint64_t)(hand[kind].number > 0) << kind;
    return set;
}

/* How many cards are in the hand, unknown ones included; whether everybody knows all of them. */
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

/* Everybody comes to know the seat's whole hand. */
void hand_show(struct head *h, struct held hand[], int kinds, int seat);

/* Takes one of `size` cards, which is all there are, by lot and unseen. A deck can be kept as such
 * numbers: which card lies where is then decided when it is drawn, which nobody can tell from a
 * shuffle before. */
struct card hand_pick(struct held hand[], int size, struct rng *rng);

/* Makes an ordered zone of these numbers of each kind, shuffled, known to nobody. */
void zone_deck(struct zone *z, const uint8_t census[], int kinds, struct rng *rng);

void zone_clear(struct zone *z);
int zone_number(const struct zone *z, int kind);

/* How many cards of each kind lie in the zone; pile[KIND_NONE] is how many are not known. */
void zone_pile(const struct zone *z, uint8_t pile[KINDS_MAX]);

/* The same of a hand of so many kinds. */
void hand_pile(const struct held hand[], int kinds, uint8_t pile[KINDS_MAX]);

#endif
