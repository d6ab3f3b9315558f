/* Positions as text: printing and parsing. docs/NOTATION.md describes the format.
 *
 * A position is one line for each field of the schema: 'pot: 3', 'hand A: 2*monk peasant@C'.
 * Neither direction knows any game: both follow the schema's table of fields. What state_print
 * writes is read back to the same bytes; tests/laws/text.c checks that at every ply.
 *
 * Fields without cards (numbers, names, seats and so on) have one line for all their elements: one
 * value for each seat, or a list of values by place, which may end early if the other values are
 * zero. Fields with cards (piles, hands and zones) have one line for each element that is not
 * empty. Ordered zones are written from the top down but stored from the bottom up, so parse_zone
 * fills the zone in the order of the line and then reverses it.
 *
 * Who knows a card is only written if it does not follow from where the card lies: parse_zone adds
 * the zone's watchers to the seats after '@'. Watchers may depend on other fields (schema.h:
 * `lookers`); the lines of these must come first, as they do in the order of the table. And
 * 'players:' must come before everything else: without it neither the seats nor the number of
 * elements is known.
 *
 * A text may replace lines of an earlier one (a scenario starts from the lines common to its file).
 * So each line first clears what it sets, and three things can only be settled by position_end,
 * when all lines are known:
 *
 *   - 'rest': the cards of a pool that are nowhere else go where the word was written. In an
 *     ordered zone they go below the cards that the line names.
 *   - '@*': it was stored as 'everybody' for the number of players at that time, which a later line
 *     may have changed.
 *   - Whether the position is possible: state_check looks at the whole, for example at the number
 *     of cards of each kind. The rules of the game are checked by the caller (game_check_position).
 *
 * The first error is reported with its place and stops the reading. */
#include "core/position.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation.h"
#include "core/state.h"

enum { COPIES_MAX = 255 }; /* of one kind in one element: they are counted in a byte */

static bool field_empty(const struct field *f, const void *state, int element)
{
    static const uint8_t zero[STATE_MAX];
    return memcmp(field_in(f, state, element), zero, f->size) == 0;
}

/* How many elements the line of a field without cards lists. A list by place ends with its last
 * value that is not zero. */
static int field_listed(const struct field *f, const void *state)
{
    int elements = field_elements(f, state);
    while (!f->per_seat && elements > 1 && field_empty(f, state, elements - 1))
        elements--;
    return elements;
}

/* Values without cards share a line for all seats; each pile, hand or zone has its own line. */
void state_print(const struct schema *c, const void *state, struct out *o)
{
    const struct head *h = state;
    for (const struct field *f = c->field; f < c->field + c->fields; f++) {
        int elements = field_elements(f, h);
        if (!field_has_cards(f)) {
            out_text(o, f->name);
            out_char(o, ':');
            for (int i = 0; i < field_listed(f, state); i++) {
                out_char(o, ' ');
                field_print(c, f, state, i, o);
            }
            out_char(o, '\n');
            continue;
        }
        for (int i = 0; i < elements; i++) {
            if (field_empty(f, state, i))
                continue;
            out_text(o, f->name);
            field_print_label(f, i, o);
            out_text(o, ": ");
            field_print(c, f, state, i, o);
            out_char(o, '\n');
        }
    }
}

void position_init(struct position *p, const struct schema *c, void *state)
{
    assert(c->pools <= POOLS_MAX);
    *p = (struct position){.schema = c, .state = state};
    memset(state, 0, c->size);
    ((struct head *)state)->viewer = VIEW_ALL;
}

static bool position_parse_name(const struct field *f, struct slice w, uint8_t *at)
{
    for (int i = 0; i < f->number; i++)
        if (slice_is(w, f->names[i])) {
            *at = (uint8_t)i;
            return true;
        }
    return false;
}

static bool parse_seat(struct slice w, const struct head *h, uint8_t *at)
{
    int viewer = SEAT_NONE;
    if (!slice_is(w, "-") && (!viewer_parse(w, h, &viewer) || viewer >= SEATS_MAX))
        return false;
    *at = (uint8_t)viewer;
    return true;
}

/* Which values the field can have, for an error. */
static void list_expected(const struct field *f, struct out *o)
{
    switch ((enum field_type)f->type) {
    case FIELD_NUMBER:
        out_format(o, "a number from 0 to %d", number_most(f));
        break;
    case FIELD_NAME:
        for (int i = 0; i < f->number; i++)
            out_format(o, "%s%s", i ? ", " : "one of ", f->names[i]);
        break;
    case FIELD_SEAT:
        out_text(o, "a seat");
        break;
    case FIELD_SEATS:
    case FIELD_KNOWERS:
        out_text(o, "seats (such as AC)");
        break;
    case FIELD_VIEWER:
        out_text(o, "a seat, 'spectator' or 'all'");
        break;
    case FIELD_KIND:
    case FIELD_PILE:
    case FIELD_HAND:
    case FIELD_ZONE:
        out_text(o, "a card");
        break;
    }
}

/* Fails because the word is not a value of the field. */
static bool fail_value(struct scan *s, const struct field *f, struct slice found)
{
    char text[384];
    struct out expected;
    out_init(&expected, text, sizeof text);
    list_expected(f, &expected);
    return scan_fail(s, found, "expected %s for '%s', found '%.*s'", text, f->name, SLICE(found));
}

static bool parse_value(struct position *p, struct scan *s, const struct field *f, uint8_t *at)
{
    const struct head *h = p->state;
    struct slice w = scan_word(s);
    unsigned seats = 0;
    int number = 0;
    bool good = false;
    switch ((enum field_type)f->type) {
    case FIELD_NUMBER:
        good = slice_number(w, number_most(f), &number);
        number_set(f, at, number);
        break;
    case FIELD_NAME:
        good = position_parse_name(f, w, at);
        break;
    case FIELD_SEAT:
        good = parse_seat(w, h, at);
        break;
    case FIELD_SEATS:
    case FIELD_KNOWERS:
        good = seats_parse(w, h, &seats);
        *at = (uint8_t)seats;
        break;
    case FIELD_VIEWER:
        good = viewer_parse(w, h, &number);
        *at = (uint8_t)number;
        break;
    case FIELD_KIND:
        number = kind_find(p->schema, w);
        good = number != KIND_NONE || slice_is(w, "-");
        *at = (uint8_t)number;
        break;
    case FIELD_PILE:
    case FIELD_HAND:
    case FIELD_ZONE:
        break;
    }
    return good || fail_value(s, f, w);
}

/* A card as a line names it: '2*peasant@AC' is two copies of the kind peasant, known to A and C in
 * addition to the watchers. */
struct card_text {
    int copies, kind;
    unsigned seen;
};

static bool parse_card(struct position *p, struct scan *s, struct slice w, struct card_text *card)
{
    struct slice whole = w, rest = w;
    struct slice copies = slice_cut(&rest, '*');
    *card = (struct card_text){.copies = 1};
    if (slice_number(copies, COPIES_MAX, &card->copies))
        w = rest;
    struct slice kind = slice_cut(&w, '@');
    card->kind = kind_find(p->schema, kind);
    bool known = card->kind != KIND_NONE || slice_is(kind, "?");
    if (!known || (w.length > 0 && !seats_parse(w, p->state, &card->seen)))
        return scan_fail(s, whole, "expected a card, found '%.*s'", SLICE(whole));
    if (card->seen & PUBLIC_BIT)
        card->seen = everybody(p->state);
    return true;
}

static struct rest *rest_at(struct position *p, const struct field *f, int element)
{
    return &p->rest[field_pool(f, element)];
}

/* Notes where the word 'rest' was found. It must be the last word of its line and the only 'rest'
 * of its pool. */
static bool parse_rest(struct position *p, struct scan *s, const struct field *f, int element)
{
    struct rest *rest = rest_at(p, f, element);
    if (rest->field)
        return scan_fail(s, (struct slice){0},
                         "'rest' may be used only once for these cards, and '%s' already has it",
                         rest->field->name);
    *rest = (struct rest){f, element};
    struct slice extra = scan_word(s);
    return extra.length == 0 ||
           scan_fail(s, extra, "expected nothing after 'rest', found '%.*s'", SLICE(extra));
}

/* Adds cards to a pile or a hand. False if they cannot be there: too many, unknown cards in a pile,
 * or a mark other than '@*' in a hand. */
static bool add_copies(const struct position *p, const struct field *f, uint8_t *at,
                       const struct card_text *card)
{
    bool known = card->seen == everybody(p->state), pile = f->type == FIELD_PILE;
    struct held *held = pile ? NULL : &((struct held *)at)[card->kind];
    uint8_t *number = pile ? &at[card->kind] : &held->number;
    if (card->copies > COPIES_MAX - *number || (card->seen && (pile || !known)))
        return false;
    *number = (uint8_t)(*number + card->copies);
    if (held && known)
        held->known = (uint8_t)(held->known + card->copies);
    return !pile || card->kind != KIND_NONE;
}

static bool parse_numbers(struct position *p, struct scan *s, const struct field *f, int element)
{
    uint8_t *at = field_at(f, p->state, element);
    for (struct slice w = scan_word(s); w.length > 0; w = scan_word(s)) {
        struct card_text card;
        if (slice_is(w, "rest"))
            return parse_rest(p, s, f, element);
        if (!parse_card(p, s, w, &card))
            return false;
        if (!add_copies(p, f, at, &card))
            return scan_fail(s, w, "expected at most %d %s, found '%.*s'", COPIES_MAX,
                             f->type == FIELD_PILE ? "face-up cards of a kind, without '@'"
                                                   : "cards of a kind, with '@*' or without '@'",
                             SLICE(w));
    }
    return true;
}

/* A line goes from the top down, a zone is stored from the bottom up. */
static void zone_reverse(struct zone *z)
{
    for (int i = 0, j = z->count - 1; i < j; i++, j--) {
        struct card c = z->card[i];
        z->card[i] = z->card[j];
        z->card[j] = c;
    }
}

static void zone_add(struct zone *z, bool ordered, struct card c)
{
    if (ordered || c.kind == KIND_NONE)
        zone_push(z, c);
    else if (z->count == 0 || z->card[z->count - 1].kind != KIND_NONE)
        zone_insert(z, c);
    else { /* known cards come before unknown ones */
        struct card unknown = zone_pop(z);
        zone_add(z, ordered, c);
        zone_push(z, unknown);
    }
}

static bool parse_zone(struct position *p, struct scan *s, const struct field *f, int element)
{
    struct zone *z = (struct zone *)field_at(f, p->state, element);
    unsigned watchers = field_watchers(p->schema, f, p->state, element);
    for (struct slice w = scan_word(s); w.length > 0; w = scan_word(s)) {
        struct card_text card;
        if (slice_is(w, "rest")) {
            if (!parse_rest(p, s, f, element))
                return false;
            break;
        }
        if (!parse_card(p, s, w, &card))
            return false;
        if (z->count + card.copies > field_capacity(f))
            return scan_fail(s, w, "'%s' holds at most %d cards", f->name, field_capacity(f));
        for (; card.copies > 0; card.copies--)
            zone_add(z, f->ordered,
                     (struct card){(uint8_t)card.kind, (uint8_t)(card.seen | watchers)});
    }
    if (f->ordered)
        zone_reverse(z);
    return true;
}

static bool parse_values(struct position *p, struct scan *s, const struct field *f)
{
    for (int i = 0, n = field_elements(f, p->state); i < n; i++) {
        if (!f->per_seat && i > 0 && scan_peek(s).length == 0)
            break;
        if (!parse_value(p, s, f, field_at(f, p->state, i)))
            return false;
    }
    return scan_line_end(s);
}

bool position_line(struct position *p, struct scan *s)
{
    const struct schema *c = p->schema;
    struct head *h = p->state;
    int element;
    const struct field *f = field_parse_name(c, h, s, &element);
    if (!f)
        return false;
    if (field_has_cards(f)) {
        struct rest *rest = rest_at(p, f, element);
        if (rest->field == f && rest->element == element)
            rest->field = NULL;
        scan_accept(s, "-");
        memset(field_at(f, p->state, element), 0, f->size);
    } else {
        memset(field_at(f, p->state, 0), 0, (size_t)f->size * f->count);
    }
    bool good = !field_has_cards(f)     ? parse_values(p, s, f)
                : f->type == FIELD_ZONE ? parse_zone(p, s, f, element)
                                        : parse_numbers(p, s, f, element);
    if (good && (h->players < c->players_min || h->players > c->players_max))
        return scan_fail(s, (struct slice){0},
                         "expected 'players:' first, with a number from %d to %d", c->players_min,
                         c->players_max);
    return good;
}

bool position_rests(const struct position *p)
{
    bool rests = false;
    for (int pool = 0; pool < POOLS_MAX; pool++)
        rests |= p->rest[pool].field != NULL;
    return rests;
}

/* Puts the rest of the pool's cards where the word 'rest' was. In an ordered zone they go below the
 * cards that the line names. */
static bool deal_rest(struct position *p, struct scan *s, const struct rest *rest)
{
    const struct schema *c = p->schema;
    const struct field *f = rest->field;
    uint8_t *at = field_at(f, p->state, rest->element);
    int16_t left[KINDS_MAX];
    struct zone *z = (struct zone *)at;
    uint8_t watchers = (uint8_t)field_watchers(c, f, p->state, rest->element);
    pool_left(c, p->state, field_pool(f, rest->element), left);
    if (f->ordered)
        zone_reverse(z);
    for (int kind = 1; kind < c->kinds; kind++)
        for (; left[kind] > 0; left[kind]--) {
            if (f->type == FIELD_PILE)
                at[kind]++;
            else if (f->type == FIELD_HAND)
                ((struct held *)at)[kind].number++;
            else if (z->count < field_capacity(f))
                zone_add(z, f->ordered, (struct card){(uint8_t)kind, watchers});
            else
                return scan_fail(
                    s, (struct slice){0},
                    "the rest of the cards does not fit into '%s', which holds at most %d", f->name,
                    field_capacity(f));
        }
    if (f->ordered)
        zone_reverse(z);
    return true;
}

/* A card with '@*' was stored as known to everybody for the number of players at that time. Sets it
 * right for the final number. */
static void settle_public(const struct schema *c, void *state)
{
    for (const struct field *f = c->field; f < c->field + c->fields; f++)
        for (int i = 0, n = field_elements(f, state); f->type == FIELD_ZONE && i < n; i++) {
            struct zone *z = (struct zone *)field_at(f, state, i);
            for (int k = 0; k < z->count; k++)
                if (z->card[k].seen & PUBLIC_BIT)
                    z->card[k].seen = everybody(state);
        }
}

/* For the error: lists which cards are missing and which are too many. */
static void list_left(const struct schema *c, const void *state, struct out *o)
{
    for (int pool = 0; pool < c->pools; pool++) {
        int16_t left[KINDS_MAX];
        if (pool_left(c, state, pool, left) > 0)
            continue;
        for (int kind = 1; kind < c->kinds; kind++)
            if (left[kind])
                out_format(o, "; %d %s %s", abs(left[kind]), c->kind[kind].id,
                           left[kind] < 0 ? "too many" : "missing");
    }
}

bool position_end(struct position *p, struct scan *s)
{
    const struct head *h = p->state;
    char text[512];
    struct out o;
    if (h->players == 0)
        return scan_fail(s, (struct slice){0}, "the position has no line 'players:'");
    /* the census of a pool may depend on the cards of a later one */
    for (int pool = p->schema->pools - 1; pool >= 0; pool--)
        if (p->rest[pool].field && !deal_rest(p, s, &p->rest[pool]))
            return false;
    settle_public(p->schema, p->state);
    const char *wrong = state_check(p->schema, p->state);
    if (!wrong)
        return true;
    out_init(&o, text, sizeof text);
    list_left(p->schema, p->state, &o);
    return scan_fail(s, (struct slice){0}, "the position is impossible: %s%s", wrong, text);
}
