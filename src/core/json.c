/* States, views and moves as JSON. Who knows a card is told only where it says more than the zone
 * does. */
#include "core/move.h"
#include "core/state.h"

static void kind_json(const struct schema *c, int kind, struct out *o)
{
    if (kind == KIND_NONE)
        out_text(o, "null");
    else
        out_json_string(o, c->kind[kind].id);
}

static void card_json(const struct schema *c, struct card card, unsigned watchers, struct out *o)
{
    out_text(o, "{\"kind\":");
    kind_json(c, card.kind, o);
    if (card.seen & ~watchers) {
        out_text(o, ",\"seen\":\"");
        seats_print(card.seen & ~watchers, o);
        out_char(o, '"');
    }
    out_char(o, '}');
}

static void zone_json(const struct schema *c, const struct field *f, const struct zone *z,
                      unsigned watchers, struct out *o)
{
    bool first = true;
    out_char(o, '[');
    for (int i = 0; i < z->count; i++) {
        out_separator(o, "", &first);
        card_json(c, z->card[f->ordered ? z->count - 1 - i : i], watchers, o);
    }
    out_char(o, ']');
}

static void hand_json(const struct schema *c, const struct held hand[], const struct head *h,
                      unsigned owner, struct out *o)
{
    bool first = true;
    out_char(o, '[');
    for (int i = 1; i <= c->kinds; i++) { /* unknown cards come last */
        int kind = i % c->kinds;
        for (int k = 0; k < hand[kind].number; k++) {
            bool known = k >= hand[kind].number - hand[kind].known;
            out_separator(o, "", &first);
            card_json(c, (struct card){(uint8_t)kind, known ? everybody(h) : (uint8_t)owner}, owner,
                      o);
        }
    }
    out_char(o, ']');
}

static void pile_json(const struct schema *c, const uint8_t *pile, struct out *o)
{
    bool first = true;
    out_char(o, '{');
    for (int kind = 1; kind < c->kinds; kind++)
        if (pile[kind]) {
            out_separator(o, "", &first);
            out_json_string(o, c->kind[kind].id);
            out_char(o, ':');
            out_integer(o, pile[kind]);
        }
    out_char(o, '}');
}

static void field_json(const struct schema *c, const struct field *f, const void *state,
                       int element, struct out *o)
{
    const uint8_t *at = field_in(f, state, element);
    switch ((enum field_type)f->type) {
    case FIELD_NUMBER:
        out_integer(o, number_get(f, at));
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
        out_char(o, '"');
        field_print(c, f, state, element, o);
        out_char(o, '"');
        break;
    }
}

/* An array for elements by seat or place, one in one for both. */
static void elements_json(const struct schema *c, const struct field *f, const void *state,
                          struct out *o)
{
    int elements = field_elements(f, state), row = f->per_seat > 1 ? f->per_seat : elements;
    bool list = f->per_seat || f->count > 1, rows = f->per_seat > 1;
    out_text(o, list ? "[" : "");
    for (int i = 0; i < elements; i++) {
        out_text(o, i ? "," : "");
        out_text(o, rows && i % row == 0 ? "[" : "");
        field_json(c, f, state, i, o);
        out_text(o, rows && (i + 1) % row == 0 ? "]" : "");
    }
    out_text(o, list ? "]" : "");
}

void state_json(const struct schema *c, const void *state, struct out *o)
{
    bool first = true;
    out_char(o, '{');
    for (const struct field *f = c->field; f < c->field + c->fields; f++) {
        out_separator(o, "", &first);
        out_json_string(o, f->name);
        out_char(o, ':');
        elements_json(c, f, state, o);
    }
    out_char(o, '}');
}

/* The move's numbers (part 'N') or places (part 'P') as a list, if the verb has any. */
static void list_json(const struct schema *c, struct move m, char part, struct out *o)
{
    const char *parts = c->verb[m.verb].parts;
    const uint8_t *number = m.number;
    bool first = true;
    if (!strchr(parts, part))
        return;
    out_text(o, part == 'N' ? ",\"numbers\":[" : ",\"places\":[");
    for (const char *p = parts; *p; p++) {
        if (*p == part) {
            out_separator(o, "", &first);
            if (part == 'N')
                out_integer(o, *number);
            else
                out_json_string(o, c->place[*number]);
        }
        number += *p == 'N' || *p == 'P';
    }
    out_char(o, ']');
}

void move_json(const struct schema *c, struct move m, struct out *o)
{
    const struct verb *v = &c->verb[m.verb];
    out_text(o, "{\"verb\":");
    out_json_string(o, v->name);
    if (strchr(v->parts, 'K')) {
        out_text(o, ",\"kind\":");
        kind_json(c, m.kind, o);
    }
    if (m.seats) {
        out_text(o, ",\"seats\":\"");
        seats_print(m.seats, o);
        out_char(o, '"');
    }
    list_json(c, m, 'N', o);
    list_json(c, m, 'P', o);
    out_char(o, '}');
}
