/* How a game describes its state: one table of fields, on which everything in state.h is based. */
#ifndef TENKA_SCHEMA_H
#define TENKA_SCHEMA_H

#include <stddef.h>
#include <stdint.h>

#include "core/card.h"

enum {
    STATE_MAX = 2048, /* bytes of the largest state */
    POOLS_MAX = 8,
};

enum field_type {
    FIELD_NUMBER,  /* a plain number that everybody knows */
    FIELD_NAME,    /* an index into `names` */
    FIELD_SEAT,    /* a seat, or SEAT_NONE */
    FIELD_SEATS,   /* a set of seats */
    FIELD_KNOWERS, /* a set of seats and the public */
    FIELD_VIEWER,  /* a seat, VIEW_PUBLIC or VIEW_ALL */
    FIELD_KIND,    /* a kind, or KIND_NONE */
    FIELD_PILE,    /* face-up cards: a number for each kind */
    FIELD_HAND,    /* the owner's cards, two numbers for each kind: an array of struct held */
    FIELD_ZONE,    /* cards one by one: a struct zone */
};

/* Who sees every card that is in the zone. */
enum field_watch { WATCH_NONE, WATCH_OWNER, WATCH_ALL };

/* Which pool the cards of an element belong to: POOL_ONE, always the pool `pool`; POOL_BY_SEAT, the
 * pool with the number of the seat; POOL_BY_PLACE, a pool for each place, starting at `pool`. */
enum field_pools { POOL_ONE, POOL_BY_SEAT, POOL_BY_PLACE };

struct field {
    const char *name;
    uint16_t offset;
    uint16_t size;    /* bytes of one element; a FIELD_NUMBER has one or two */
    uint8_t count;    /* elements in the struct */
    uint8_t per_seat; /* elements of each seat (only those of the first `players` seats are in use);
                         0: the elements do not belong to seats */
    uint8_t type;     /* enum field_type */
    bool ordered;     /* zones: the order matters, and the last card is on top */
    uint8_t watch;    /* zones: enum field_watch; a FIELD_HAND is always seen by its owner */
    bool open_marks;  /* zones: everybody sees who is shown which card, so all views include it */
    bool looked_at;   /* zones: others may currently look at it; the schema's `lookers` tells who */
    uint8_t pools;    /* enum field_pools */
    uint8_t pool;     /* the pool, or the pool of the first place */
    uint8_t number;   /* FIELD_NAME: how many names */
    const char *const *names;
    /* Zones, hands: the kinds that can be unknown in an element, a bit for each; NULL: all kinds.
     * The answer must depend on public fields only: what everybody has seen tells where a card
     * cannot be. */
    uint64_t (*may_hide)(const void *state, int element);
};

/* The first members of a struct field: for a single member of the state, for an array by place, by
 * seat, or by seat and place. */
#define FIELD_ONE(state, member) \
    .name = #member, .offset = offsetof(state, member), .size = sizeof(((state *)0)->member), \
    .count = 1
#define FIELD_BY_PLACE(state, member) \
    .name = #member, .offset = offsetof(state, member), .size = sizeof(((state *)0)->member[0]), \
    .count = sizeof(((state *)0)->member) / sizeof(((state *)0)->member[0])
#define FIELD_BY_SEAT(state, member) FIELD_BY_PLACE(state, member), .per_seat = 1
#define FIELD_BY_SEAT_AND_PLACE(state, member) \
    .name = #member, .offset = offsetof(state, member), \
    .size = sizeof(((state *)0)->member[0][0]), \
    .count = sizeof(((state *)0)->member) / sizeof(((state *)0)->member[0][0]), \
    .per_seat = sizeof(((state *)0)->member[0]) / sizeof(((state *)0)->member[0][0])
#define FIELDS_OF_HEAD \
    {.name = "players", .offset = 0, .size = 1, .count = 1, .type = FIELD_NUMBER}, \
        {.name = "viewer", .offset = 1, .size = 1, .count = 1, .type = FIELD_VIEWER}, \
    { \
        .name = "learned", .offset = 2, .size = 1, .count = 1, .type = FIELD_KNOWERS \
    }

struct kind {
    const char *id;    /* one word of notation */
    const char *title; /* what players read */
};

/* A verb of the notation and the parts that follow it: K is a kind, S a set of seats (may be
 * empty), N a number, P one of the schema's places. One verb of a game may have an empty name: its
 * moves start with the kind. */
struct verb {
    const char *name;
    const char *parts;
    bool pause; /* a public step; front ends pause before it, for people to look at the table */
    bool plays; /* a move of this verb plays the card `kind` */
};

struct schema {
    uint16_t size;
    uint8_t players_min, players_max;
    uint8_t fields, kinds, verbs, pools, places;
    const struct field *field;
    const struct kind *kind; /* kind[0] stands for a card that is not known */
    const struct verb *verb;
    /* The names of places in moves; place[0] is not a place. The browser also gives these names to
     * the elements of a field by place if there are as many of them; otherwise it calls them 1, 2,
     * 3. Titles for people come from a table of the rules page with the column 'Notation'. */
    const char *const *place;
    /* The seats that currently look at an element of a field that is `looked_at`, in addition to
     * its watchers. The answer must depend on public fields only: everybody sees who looks. */
    unsigned (*lookers)(const void *state, int element);
    /* How many cards of each kind the pool has, in all zones, hands and piles together. The answer
     * must depend on public fields only. So a card may move to another pool only if everybody sees
     * it. */
    const uint8_t *(*census)(const void *state, int pool);
};

/* How many elements of the field are in use. */
static inline int field_elements(const struct field *f, const struct head *h)
{
    return f->per_seat ? h->players * f->per_seat : f->count;
}

static inline int field_capacity(const struct field *f)
{
    return (f->size - 1) / (int)sizeof(struct card);
}

/* The seat that the element belongs to, of a field with `per_seat`. */
static inline int field_seat(const struct field *f, int element)
{
    return f->per_seat > 1 ? element / f->per_seat : element;
}

/* The pool that the cards of the element belong to. */
static inline int field_pool(const struct field *f, int element)
{
    if (f->pools == POOL_BY_SEAT)
        return field_seat(f, element);
    return f->pools == POOL_ONE ? f->pool
                                : f->pool + (f->per_seat ? element % f->per_seat : element);
}

static inline uint8_t *field_at(const struct field *f, void *state, int element)
{
    return (uint8_t *)state + f->offset + element * f->size;
}

static inline const uint8_t *field_in(const struct field *f, const void *state, int element)
{
    return (const uint8_t *)state + f->offset + element * f->size;
}

/* Numbers of two bytes, the low byte first: a state consists of bytes only, so it has no
 * padding. */
static inline int wide_get(const uint8_t at[2])
{
    return at[0] | at[1] << 8;
}

static inline void wide_set(uint8_t at[2], int number)
{
    at[0] = (uint8_t)number;
    at[1] = (uint8_t)(number >> 8);
}

static inline void wide_add(uint8_t at[2], int number)
{
    wide_set(at, wide_get(at) + number);
}

/* The value of a FIELD_NUMBER, which has one byte or two. */
static inline int number_get(const struct field *f, const uint8_t *at)
{
    return f->size == 1 ? at[0] : wide_get(at);
}

static inline void number_set(const struct field *f, uint8_t *at, int number)
{
    if (f->size == 1)
        at[0] = (uint8_t)number;
    else
        wide_set(at, number);
}

static inline int number_most(const struct field *f)
{
    return f->size == 1 ? UINT8_MAX : UINT16_MAX;
}

static inline bool field_has_cards(const struct field *f)
{
    return f->type == FIELD_PILE || f->type == FIELD_HAND || f->type == FIELD_ZONE;
}

/* Whether the field can contain cards that not everybody knows. */
static inline bool field_hides(const struct field *f)
{
    return f->type == FIELD_HAND || (f->type == FIELD_ZONE && f->watch != WATCH_ALL);
}

/* The kinds that can be unknown in the element, a bit for each. */
#define ALL_KINDS UINT64_MAX
static inline uint64_t field_may_hide(const struct field *f, const void *state, int element)
{
    return f->may_hide ? f->may_hide(state, element) : ALL_KINDS;
}

/* The knowers that see every card enter and leave this zone. */
static inline unsigned field_owners(const struct field *f, const struct head *h, int element)
{
    if (f->type == FIELD_HAND || f->watch == WATCH_OWNER)
        return SEAT_BIT(field_seat(f, element));
    return f->watch == WATCH_ALL ? everybody(h) : 0;
}

/* The knowers that see every card that is in this zone now: its owners and those who currently look
 * at it. */
static inline unsigned field_watchers(const struct schema *c, const struct field *f,
                                      const void *state, int element)
{
    return field_owners(f, state, element) | (f->looked_at ? c->lookers(state, element) : 0);
}

#endif
