/* What follows from a game's table of fields, for every game alike. A state, a view and a world are
 * the same struct: `viewer` in its head tells them apart. */
#ifndef TENKA_STATE_H
#define TENKA_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/out.h"
#include "core/rng.h"
#include "core/scan.h"
#include "core/schema.h"

/* Room for any state. */
union state {
    struct head head;
    uint64_t words[STATE_MAX / 8];
};

static inline void state_copy(const struct schema *c, const void *from, void *to)
{
    memcpy(to, from, c->size);
}

static inline bool state_equal(const struct schema *c, const void *a, const void *b)
{
    return memcmp(a, b, c->size) == 0;
}

uint64_t state_hash(const struct schema *c, const void *state);

/* What the viewer (a seat, VIEW_PUBLIC or VIEW_ALL) knows: unknown kinds are erased, and of who
 * else knows a card only what the viewer himself can know is left. */
void state_view(const struct schema *c, const void *state, int viewer, void *view);

/* A world that the viewer cannot tell from the true one; each way to deal the unknown cards is as
 * likely. */
void state_sample(const struct schema *c, const void *view, struct rng *rng, void *world);

/* The numbers of each kind of the pool that are not known to lie anywhere (below 0: more lie about
 * than there are); returns the number of unknown cards. */
int pool_left(const struct schema *c, const void *state, int pool, int16_t left[KINDS_MAX]);

/* NULL, or what is wrong: a card lost or doubled, slack that is not zero, a zone out of order, a
 * number out of its range, knowledge that cannot be. */
const char *state_check(const struct schema *c, const void *state);

/* The state or view as one JSON object. */
void state_json(const struct schema *c, const void *state, struct out *o);

/* The state or view as text, a line for each field that is not empty. */
void state_print(const struct schema *c, const void *state, struct out *o);

/* Reads that text back. A line for a field replaces an earlier one; fields without a line are
 * empty. The word 'rest' stands for all cards of its place's pool that lie nowhere else, once for
 * each pool. */
struct position {
    const struct schema *schema;
    void *state;
    struct rest {
        const struct field *field; /* with the word 'rest', or NULL */
        int element;
    } rest[POOLS_MAX];
};

void position_init(struct position *p, const struct schema *c, void *state);

/* Reads the line that the scan is in. False, with an error, if it is not a line of a position. */
bool position_line(struct position *p, struct scan *s);

/* Whether the word 'rest' stands anywhere. */
bool position_rests(const struct position *p);

/* Deals the rest and checks the whole. */
bool position_end(struct position *p, struct scan *s);

/* One field in the notation of positions, without its name. */
void field_print(const struct schema *c, const struct field *f, const void *state, int element,
                 struct out *o);

/* Which element of the field it is, after its name: ' A', ' A2', ' 2' or nothing. */
void field_print_label(const struct field *f, int element, struct out *o);

/* The field that a position line names ('hand A:', 'pot:') and its element; NULL with an error. */
const struct field *field_parse_name(const struct schema *c, const struct head *h, struct scan *s,
                                     int *element);

/* Seats and sets of knowers as letters: A to F, '*' for the public, '-' for none. */
void seats_print(unsigned seats, struct out *o);
bool seats_parse(struct word w, const struct head *h, unsigned *seats);
void viewer_print(int viewer, struct out *o);
bool viewer_parse(struct word w, const struct head *h, int *viewer);

/* The kind with this id, or KIND_NONE. */
int kind_find(const struct schema *c, struct word w);

#endif
