/* Views, hashes and invariants of states, all derived from the table of fields. */
#include "core/state.h"

#include <assert.h>

#include "core/sample.h"

/* Up to eight bytes as a little-endian number, on any machine. */
static uint64_t load_bytes(const uint8_t *byte, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number |= (uint64_t)byte[i] << 8 * i;
    return number;
}

uint64_t state_hash(const struct schema *c, const void *state)
{
    const uint8_t *byte = state;
    uint64_t hash = c->size;
    for (int i = 0; i < c->size; i += 8) {
        hash ^= i + 8 <= c->size ? load_bytes(byte + i, 8) : load_bytes(byte + i, c->size - i);
        hash *= 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash;
}

/* Moves unknown cards, which are all alike, behind the known ones. Known cards keep their order. */
static void zone_part(struct zone *z)
{
    int known = 0;
    for (int i = 0; i < z->count; i++) {
        struct card c = z->card[i];
        if (c.kind != KIND_NONE) {
            z->card[i] = z->card[known];
            z->card[known++] = c;
        }
    }
}

/* Erases what the viewer does not know of the zone. If a card is publicly known, everybody knows
 * that everybody knows it, so all its bits stay. Otherwise only the viewer's own bit stays, and
 * those of `kept`: the watchers, or everybody if who is shown a card is always public. */
static void zone_hide(struct zone *z, unsigned viewer, unsigned kept)
{
    for (int i = 0; i < z->count; i++) {
        struct card *c = &z->card[i];
        unsigned known = c->seen & (viewer | PUBLIC_BIT);
        c->kind = known ? c->kind : KIND_NONE;
        c->seen = known & PUBLIC_BIT ? c->seen : (uint8_t)(known | (c->seen & kept));
    }
}

/* Other seats know the cards of a hand that everybody knows, and its size. */
static void hand_hide(const struct schema *c, struct held hand[])
{
    int unknown = 0;
    for (int kind = 1; kind < c->kinds; kind++) {
        unknown += hand[kind].number - hand[kind].known;
        hand[kind].number = hand[kind].known;
    }
    hand[KIND_NONE].number = (uint8_t)unknown;
}

void state_view(const struct schema *c, const void *state, int viewer, void *view)
{
    memcpy(view, state, c->size);
    struct head *h = view;
    assert(h->viewer == VIEW_ALL);
    if (viewer == VIEW_ALL)
        return;
    h->viewer = (uint8_t)viewer;
    h->learned = 0;
    for (const struct field *f = c->field; f < c->field + c->fields; f++) {
        if (!field_hides(f))
            continue;
        for (int i = 0, n = field_elements(f, h); i < n; i++) {
            if (field_owners(f, h, i) & SEAT_BIT(viewer))
                continue;
            if (f->type == FIELD_HAND) {
                hand_hide(c, (struct held *)field_at(f, view, i));
                continue;
            }
            struct zone *z = (struct zone *)field_at(f, view, i);
            zone_hide(z, SEAT_BIT(viewer),
                      f->open_marks ? everybody(h) : field_watchers(c, f, view, i));
            if (!f->ordered)
                zone_part(z);
        }
    }
}

/* Subtracts the known cards of an element from `left`; returns the number of unknown ones. */
static int account(const struct schema *c, const struct field *f, const uint8_t *at, int16_t left[])
{
    int unknown = 0;
    if (f->type == FIELD_PILE) {
        for (int kind = 1; kind < c->kinds; kind++)
            left[kind] = (int16_t)(left[kind] - at[kind]);
        return 0;
    }
    if (f->type == FIELD_HAND) {
        const struct held *hand = (const struct held *)at;
        for (int kind = 1; kind < c->kinds; kind++)
            left[kind] = (int16_t)(left[kind] - hand[kind].number);
        return hand[KIND_NONE].number;
    }
    const struct zone *z = (const struct zone *)at;
    for (int i = 0; i < z->count; i++) {
        if (z->card[i].kind == KIND_NONE)
            unknown++;
        else
            left[z->card[i].kind]--;
    }
    return unknown;
}

int pool_left(const struct schema *c, const void *state, int pool, int16_t left[KINDS_MAX])
{
    const struct head *h = state;
    const uint8_t *census = c->census(state, pool);
    int unknown = 0;
    for (int kind = 0; kind < c->kinds; kind++)
        left[kind] = census[kind];
    for (const struct field *f = c->field; f < c->field + c->fields; f++) {
        if (!field_has_cards(f))
            continue;
        for (int i = 0, n = field_elements(f, h); i < n; i++)
            if (field_pool(f, i) == pool)
                unknown += account(c, f, field_in(f, state, i), left);
    }
    return unknown;
}

static bool all_zero(const uint8_t *byte, const uint8_t *end)
{
    while (byte < end && *byte == 0)
        byte++;
    return byte == end;
}

static const char *check_card(const struct schema *c, const struct head *h, const struct field *f,
                              struct card card, unsigned watchers)
{
    bool marked = card.seen != watchers && !f->open_marks;
    if (card.kind >= c->kinds)
        return "a card has a kind that does not exist";
    if (card.kind == KIND_NONE &&
        (h->viewer == VIEW_ALL || marked || (card.seen & SEAT_BIT(h->viewer))))
        return "a card is unknown where it must be known";
    if (card.seen & ~everybody(h))
        return "a card is known to a seat that does not exist";
    if ((card.seen & PUBLIC_BIT) && card.seen != everybody(h))
        return "a card is known to the public, but not to every seat";
    if ((card.seen & watchers) != watchers)
        return "a card is not known to those who see it there";
    if (card.kind != KIND_NONE && h->viewer != VIEW_ALL && !(card.seen & SEAT_BIT(h->viewer)))
        return "the view shows a card that the viewer does not know";
    return NULL;
}

static bool in_order(struct card below, struct card above)
{
    if (below.kind == above.kind)
        return (below.seen & ~above.seen) == 0;
    return above.kind == KIND_NONE || (below.kind < above.kind && below.kind != KIND_NONE);
}

static const char wrong_kind[] = "a hidden card is of a kind that cannot be hidden there";

static const char *check_zone(const struct schema *c, const struct head *h, const struct field *f,
                              int element)
{
    const uint8_t *at = field_in(f, h, element);
    const struct zone *z = (const struct zone *)at;
    unsigned watchers = field_watchers(c, f, h, element);
    uint64_t kinds = field_may_hide(f, h, element);
    if (z->count > field_capacity(f))
        return "a zone has more cards than fit into it";
    if (!all_zero(at + 1 + z->count * sizeof z->card[0], at + f->size))
        return "an empty slot of a zone is not zero";
    for (int i = 0; i < z->count; i++) {
        const char *wrong = check_card(c, h, f, z->card[i], watchers);
        if (wrong)
            return wrong;
        if (!f->ordered && i > 0 && !in_order(z->card[i - 1], z->card[i]))
            return "an unordered zone is not sorted";
        bool hidden = !(z->card[i].seen & PUBLIC_BIT) && z->card[i].kind != KIND_NONE;
        if (hidden && !(kinds >> z->card[i].kind & 1))
            return wrong_kind;
    }
    return NULL;
}

static const char *check_hand(const struct schema *c, const struct head *h, const struct field *f,
                              int element)
{
    const struct held *hand = (const struct held *)field_in(f, h, element);
    bool whole = h->viewer == VIEW_ALL || (field_owners(f, h, element) & SEAT_BIT(h->viewer));
    uint64_t kinds = field_may_hide(f, h, element);
    if (hand[KIND_NONE].known || (whole && hand[KIND_NONE].number))
        return "a card is unknown where it must be known";
    for (int kind = 1; kind < c->kinds; kind++) {
        if (hand[kind].known > hand[kind].number)
            return "more cards of a hand are known than it holds";
        if (!whole && hand[kind].known < hand[kind].number)
            return "the view shows a card that the viewer does not know";
        if (hand[kind].known < hand[kind].number && !(kinds >> kind & 1))
            return wrong_kind;
    }
    return NULL;
}

static const char *check_element(const struct schema *c, const struct head *h,
                                 const struct field *f, int element)
{
    const uint8_t *at = field_in(f, h, element);
    unsigned seats = all_seats(h);
    switch ((enum field_type)f->type) {
    case FIELD_NUMBER:
        return NULL;
    case FIELD_NAME:
        return *at < f->number ? NULL : "a field has a value without a name";
    case FIELD_SEAT:
        return *at < h->players || *at == SEAT_NONE ? NULL
                                                    : "a field has a seat that does not exist";
    case FIELD_SEATS:
        return *at & ~seats ? "a set has a seat that does not exist" : NULL;
    case FIELD_KNOWERS:
        return *at & ~everybody(h) ? "a set has a member that does not exist" : NULL;
    case FIELD_VIEWER:
        return *at < h->players || *at == VIEW_PUBLIC || *at == VIEW_ALL
                   ? NULL
                   : "the viewer is a seat that does not exist";
    case FIELD_KIND:
        return *at < c->kinds ? NULL : "a field has a kind that does not exist";
    case FIELD_PILE:
        return at[KIND_NONE] == 0 ? NULL : "a pile has unknown cards";
    case FIELD_HAND:
        return check_hand(c, h, f, element);
    case FIELD_ZONE:
        return check_zone(c, h, f, element);
    }
    return "a field has a type that does not exist";
}

static const char *check_pool(const struct schema *c, const void *state, int pool)
{
    int16_t left[KINDS_MAX];
    int unknown = pool_left(c, state, pool, left);
    for (int kind = 1; kind < c->kinds; kind++) {
        if (left[kind] < 0)
            return "there are more cards of a kind than the game has";
        unknown -= left[kind];
    }
    if (unknown != 0)
        return unknown < 0 ? "a card is missing" : "there are more cards than the game has";
    return pool_can_deal(c, state, pool, left)
               ? NULL
               : "there are more unknown cards than can be hidden there";
}

const char *state_check(const struct schema *c, const void *state)
{
    const struct head *h = state;
    const char *wrong = NULL;
    if (h->players < c->players_min || h->players > c->players_max)
        return "the game cannot have this number of players";
    for (const struct field *f = c->field; f < c->field + c->fields && !wrong; f++) {
        int used = field_elements(f, h);
        for (int i = 0; i < used && !wrong; i++)
            wrong = check_element(c, h, f, i);
        if (!wrong && !all_zero(field_in(f, state, used), field_in(f, state, f->count)))
            wrong = "a seat that does not exist has cards or values";
    }
    for (int pool = 0; pool < c->pools && !wrong; pool++)
        wrong = check_pool(c, state, pool);
    return wrong;
}
