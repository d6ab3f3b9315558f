/* States, views and moves as JSON. A card has the member "seen" only if somebody knows it who does
 * not already see it by where it lies. */
#include "core/json.h"
#include "core/json_out.h"
#include "core/move.h"
#include "core/state.h"

static void kind_json(const struct schema *c, int kind, struct out *o)
{
    if (kind == KIND_NONE)
        json_null(o);
    else
        json_text(o, c->kind[kind].id);
}

static void seats_json(unsigned seats, struct out *o)
{
    json_text_begin(o);
    seats_print(seats, o);
    json_text_end(o);
}

static void card_json(const struct schema *c, struct card card, unsigned watchers, struct out *o)
{
    json_object_begin(o);
    json_key(o, "kind");
    kind_json(c, card.kind, o);
    if (card.seen & ~watchers) {
        json_key(o, "seen");
        seats_json(card.seen & ~watchers, o);
    }
    json_object_end(o);
}

static void zone_json(const struct schema *c, const struct field *f, const struct zone *z,
                      unsigned watchers, struct out *o)
{
    json_list_begin(o);
    for (int i = 0; i < z->count; i++)
        card_json(c, z->card[f->ordered ? z->count - 1 - i : i], watchers, o);
    json_list_end(o);
}

static void hand_json(const struct schema *c, const struct held hand[], const struct head *h,
                      unsigned owner, struct out *o)
{
    json_list_begin(o);
    for (int i = 1; i <= c->kinds; i++) { /* unknown cards come last */
        int kind = i % c->kinds;
        for (int k = 0; k < hand[kind].number; k++) {
            bool known = k >= hand[kind].number - hand[kind].known;
            card_json(c, (struct card){(uint8_t)kind, known ? everybody(h) : (uint8_t)owner}, owner,
                      o);
        }
    }
    json_list_end(o);
}

static void pile_json(const struct schema *c, const uint8_t *pile, struct out *o)
{
    json_object_begin(o);
    for (int kind = 1; kind < c->kinds; kind++)
        if (pile[kind])
            json_member_number(o, c->kind[kind].id, pile[kind]);
    json_object_end(o);
}

static void json_field_json(const struct schema *c, const struct field *f, const void *state,
                            int element, struct out *o)
{
    const uint8_t *at = field_in(f, state, element);
    switch ((enum field_type)f->type) {
    case FIELD_NUMBER:
        json_number(o, number_get(f, at));
        break;
    case FIELD_PILE:
        pile_json(c, at, o);
        break;
    case FIELD_HAND:
        hand_json(c, (const struct held *)at, state, field_owners(f, state, element), o);
        break;
    case FIELD_ZONE:
        zone_json(c, f, (const struct zone *)at, field_watchers(c, f, state, element), o);
        break;
    case FIELD_NAME:
    case FIELD_SEAT:
    case FIELD_SEATS:
    case FIELD_KNOWERS:
    case FIELD_VIEWER:
    case FIELD_KIND:
        json_text_begin(o);
        field_print(c, f, state, element, o);
        json_text_end(o);
        break;
    }
}

/* Elements by seat or by place become an array; elements by seat and place an array of arrays. */
static void elements_json(const struct schema *c, const struct field *f, const void *state,
                          struct out *o)
{
    int elements = field_elements(f, state), row = f->per_seat;
    bool list = f->per_seat || f->count > 1;
    if (list)
        json_list_begin(o);
    for (int i = 0; i < elements; i++) {
        if (row > 1 && i % row == 0)
            json_list_begin(o);
        json_field_json(c, f, state, i, o);
        if (row > 1 && (i + 1) % row == 0)
            json_list_end(o);
    }
    if (list)
        json_list_end(o);
}

void state_json(const struct schema *c, const void *state, struct out *o)
{
    json_object_begin(o);
    for (const struct field *f = c->field; f < c->field + c->fields; f++) {
        json_key(o, f->name);
        elements_json(c, f, state, o);
    }
    json_object_end(o);
}

/* The move's numbers (part 'N') or places (part 'P') as a list, if the verb has any. */
static void list_json(const struct schema *c, struct move m, char part, struct out *o)
{
    const char *parts = c->verb[m.verb].parts;
    const uint8_t *number = m.number;
    if (!strchr(parts, part))
        return;
    json_member_list(o, part == 'N' ? "numbers" : "places");
    for (const char *p = parts; *p; p++) {
        if (*p == part && part == 'N')
            json_number(o, *number);
        else if (*p == part)
            json_text(o, c->place[*number]);
        number += *p == 'N' || *p == 'P';
    }
    json_list_end(o);
}

void move_json(const struct schema *c, struct move m, struct out *o)
{
    const struct verb *v = &c->verb[m.verb];
    json_object_begin(o);
    json_member_text(o, "verb", v->name);
    if (strchr(v->parts, 'K')) {
        json_key(o, "kind");
        kind_json(c, m.kind, o);
    }
    if (m.seats) {
        json_key(o, "seats");
        seats_json(m.seats, o);
    }
    list_json(c, m, 'N', o);
    list_json(c, m, 'P', o);
    json_object_end(o);
}
