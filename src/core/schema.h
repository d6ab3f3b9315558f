/* How a game describes its state: one table of fields, from which all of state.h is derived. */
#ifndef TENKA_SCHEMA_H
#define TENKA_SCHEMA_H

#include <stddef.h>
#include <stdint.h>

#include "core/card.h"

enum { STATE_MAX = 2048 }; /* bytes of the largest state */

enum field_type {
    FIELD_NUMBER,  /* a plain number that everybody knows */
    FIELD_NAME,    /* an index into `names` */
    FIELD_SEAT,    /* a seat, or SEAT_NONE */
    FIELD_SEATS,   /* a set of seats */
    FIELD_KNOWERS, /* a set of seats and the public */
    FIELD_VIEWER,  /* a seat, VIEW_PUBLIC or VIEW_ALL */
    FIELD_KIND,    /* a kind, or KIND_NONE */
    FIELD_PILE,    /* face-up cards as a number for each kind */
    FIELD_ZONE,
};

/* Who sees a card by its lying in the zone. */
enum field_watch { WATCH_NONE, WATCH_OWNER, WATCH_ALL };

struct field {
    const char *name;
    uint16_t offset;
    uint16_t size;     /* of one element; a FIELD_NUMBER has one byte or two */
    uint8_t count;     /* elements in the struct */
    uint8_t per_seat;  /* elements of each seat, of which only those of `players` seats are in use;
                          0: the elements belong to nobody */
    uint8_t type;      /* enum field_type */
    bool ordered;      /* zones: the order counts and the last card is the top */
    uint8_t watch;     /* zones: enum field_watch */
    bool looked_at;    /* zones: others may be looking just now, as the schema's `lookers` say */
    bool own_pool;     /* the unknown cards come from the pool with the seat's number ... */
    uint8_t pool;      /* ... or else from this one */
    uint8_t number;    /* FIELD_NAME: how many names */
    uint64_t may_hide; /* zones: a bit for each kind that can lie here unknown; 0: all can. Zones of
                          one pool that name kinds name the same ones and stand before the rest. */
    const char *const *names;
};

/* The first members of a struct field: for a single member of a state, for an array by seat, by
 * seat and place, or by place alone. */
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
    const char *title; /* what people read */
};

/* A verb of the notation and the parts that follow it: K a kind, S a set of seats (may be empty), N
 * a number. One verb of a game may have an empty name: its moves start with the kind. */
struct verb {
    const char *name;
    const char *parts;
    bool pause; /* a public step before which people want to look at the table */
};

struct schema {
    uint16_t size;
    uint8_t players_min, players_max;
    uint8_t fields, kinds, verbs, pools;
    const struct field *field;
    const struct kind *kind; /* kind[0] stands for no card */
    const struct verb *verb;
    /* Who is looking at the element of a field that is `looked_at`, besides its watchers. It
     * follows from public fields, so that everybody knows it. */
    unsigned (*lookers)(const void *state, int element);
    /* The pool of each kind, for games in which a card of one pool can come to lie where the
     * unknown cards are of another; NULL: a card is of the pool of the zone in which it lies. */
    const uint8_t *kind_pool;
    /* How many cards of each kind the pool holds, in all zones and piles together. */
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

/* The seat that the element belongs to; the field is by seat. */
static inline int field_seat(const struct field *f, int element)
{
    return f->per_seat > 1 ? element / f->per_seat : element;
}

/* The pool of the unknown cards in the element. */
static inline int field_pool(const struct field *f, int element)
{
    return f->own_pool ? field_seat(f, element) : f->pool;
}

static inline uint8_t *field_at(const struct field *f, void *state, int element)
{
    return (uint8_t *)state + f->offset + element * f->size;
}

static inline const uint8_t *field_in(const struct field *f, const void *state, int element)
{
    return (const uint8_t *)state + f->offset + element * f->size;
}

/* The value of a FIELD_NUMBER, of one byte or two. */
static inline int number_get(const struct field *f, const uint8_t *at)
{
    return f->size == 1 ? at[0] : at[0] | at[1] << 8;
}

static inline int number_most(const struct field *f)
{
    return f->size == 1 ? UINT8_MAX : UINT16_MAX;
}

static inline bool field_has_cards(const struct field *f)
{
    return f->type == FIELD_PILE || f->type == FIELD_ZONE;
}

/* The knowers that see every card come to and leave this zone. */
static inline unsigned field_owners(const struct field *f, const struct head *h, int element)
{
    if (f->watch == WATCH_NONE)
        return 0;
    return f->watch == WATCH_OWNER ? SEAT_BIT(field_seat(f, element)) : everybody(h);
}

/* The knowers that see a card by its lying in this zone now. */
static inline unsigned field_watchers(const struct schema *c, const struct field *f,
                                      const void *state, int element)
{
    return field_owners(f, state, element) | (f->looked_at ? c->lookers(state, element) : 0);
}

#endif
