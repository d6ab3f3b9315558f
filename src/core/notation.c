/* The small notations that positions and moves are made of. See docs/NOTATION.md. */
#include "core/notation.h"

#include <string.h>

void seats_print(unsigned seats, struct out *o)
{
    if (seats == 0)
        out_char(o, '-');
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (seats & SEAT_BIT(seat))
            out_char(o, (char)('A' + seat));
    if (seats & PUBLIC_BIT)
        out_char(o, '*');
}

static int seat_of_letter(char c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' : c - 'A';
}

bool seats_parse(struct slice w, const struct head *h, unsigned *seats)
{
    *seats = 0;
    if (slice_is(w, "-"))
        return true;
    for (int i = 0; i < w.length; i++) {
        int seat = seat_of_letter(w.at[i]);
        bool is_seat = seat >= 0 && seat < SEATS_MAX && seat < h->players;
        unsigned bit = w.at[i] == '*' ? PUBLIC_BIT : is_seat ? SEAT_BIT(seat) : 0;
        if (!bit || (*seats & bit))
            return false;
        *seats |= bit;
    }
    return w.length > 0;
}

void viewer_print(int viewer, struct out *o)
{
    if (viewer < SEATS_MAX)
        out_char(o, (char)('A' + viewer));
    else
        out_text(o, viewer == VIEW_PUBLIC ? "spectator" : "all");
}

bool viewer_parse(struct slice w, const struct head *h, int *viewer)
{
    int seat = w.length == 1 ? seat_of_letter(w.at[0]) : -1;
    if (slice_is(w, "all"))
        *viewer = VIEW_ALL;
    else if (slice_is(w, "spectator"))
        *viewer = VIEW_PUBLIC;
    else if (seat >= 0 && seat < h->players)
        *viewer = seat;
    else
        return false;
    return true;
}

int kind_find(const struct schema *c, struct slice w)
{
    for (int kind = 1; kind < c->kinds; kind++)
        if (slice_is(w, c->kind[kind].id))
            return kind;
    return KIND_NONE;
}

static void space(struct out *o, bool *first)
{
    if (!*first)
        out_char(o, ' ');
    *first = false;
}

static void copies_print(const struct schema *c, int kind, int copies, struct out *o)
{
    if (copies > 1) {
        out_integer(o, copies);
        out_char(o, '*');
    }
    out_text(o, c->kind[kind].id);
}

static void pile_print(const struct schema *c, const uint8_t *pile, struct out *o)
{
    bool first = true;
    for (int kind = 1; kind < c->kinds; kind++)
        if (pile[kind]) {
            space(o, &first);
            copies_print(c, kind, pile[kind], o);
        }
}

/* Of each kind, the cards that everybody knows come after the others. Cards that the viewer does
 * not know come last. */
static void hand_print(const struct schema *c, const struct held hand[], struct out *o)
{
    bool first = true;
    for (int i = 1; i <= c->kinds; i++) {
        int kind = i % c->kinds, secret = hand[kind].number - hand[kind].known;
        if (secret) {
            space(o, &first);
            copies_print(c, kind, secret, o);
        }
        if (hand[kind].known) {
            space(o, &first);
            copies_print(c, kind, hand[kind].known, o);
            out_text(o, "@*");
        }
    }
}

/* Ordered zones are written from the top down. A run of equal cards is written once, with its
 * length. */
static void zone_print(const struct schema *c, const struct field *f, const struct zone *z,
                       unsigned watchers, struct out *o)
{
    bool first = true;
    for (int i = 0, run; i < z->count; i += run) {
        const struct card *card = &z->card[f->ordered ? z->count - 1 - i : i];
        for (run = 1; i + run < z->count; run++)
            if (memcmp(card, f->ordered ? card - run : card + run, sizeof *card) != 0)
                break;
        space(o, &first);
        copies_print(c, card->kind, run, o);
        unsigned others = card->seen & ~watchers;
        if (others) {
            out_char(o, '@');
            if (others & PUBLIC_BIT)
                out_char(o, '*');
            else
                seats_print(others, o);
        }
    }
}

void field_print(const struct schema *c, const struct field *f, const void *state, int element,
                 struct out *o)
{
    const uint8_t *at = field_in(f, state, element);
    switch ((enum field_type)f->type) {
    case FIELD_NUMBER:
        out_integer(o, number_get(f, at));
        break;
    case FIELD_NAME:
        out_text(o, f->names[*at]);
        break;
    case FIELD_SEAT:
        seats_print(*at == SEAT_NONE ? 0 : SEAT_BIT(*at), o);
        break;
    case FIELD_SEATS:
    case FIELD_KNOWERS:
        seats_print(*at, o);
        break;
    case FIELD_VIEWER:
        viewer_print(*at, o);
        break;
    case FIELD_KIND:
        out_text(o, *at == KIND_NONE ? "-" : c->kind[*at].id);
        break;
    case FIELD_PILE:
        pile_print(c, at, o);
        break;
    case FIELD_HAND:
        hand_print(c, (const struct held *)at, o);
        break;
    case FIELD_ZONE:
        zone_print(c, f, (const struct zone *)at, field_watchers(c, f, state, element), o);
        break;
    }
}

void field_print_label(const struct field *f, int element, struct out *o)
{
    if (f->per_seat || f->count > 1)
        out_char(o, ' ');
    if (f->per_seat)
        out_char(o, (char)('A' + field_seat(f, element)));
    if (f->per_seat > 1 || (!f->per_seat && f->count > 1))
        out_integer(o, (f->per_seat ? element % f->per_seat : element) + 1);
}

static const struct field *field_find(const struct schema *c, struct slice name)
{
    for (const struct field *f = c->field; f < c->field + c->fields; f++)
        if (slice_is(name, f->name))
            return f;
    return NULL;
}

/* Lets 'pot:' match the field 'pot'. */
static struct slice without_colon(struct slice w)
{
    if (w.length > 0 && w.at[w.length - 1] == ':')
        w.length--;
    return w;
}

/* Reads 'A', 'A2' or '2', whichever form the field has. */
static bool parse_label(const struct field *f, const struct head *h, struct slice w, int *element)
{
    int seat = 0, place = 1, places = f->per_seat ? f->per_seat : f->count;
    if (f->per_seat) {
        if (w.length < 1 || !viewer_parse((struct slice){w.at, 1}, h, &seat))
            return false;
        w = (struct slice){w.at + 1, w.length - 1};
    }
    bool numbered = places > 1;
    if (numbered ? !slice_number(w, places, &place) || place < 1 : w.length > 0)
        return false;
    *element = seat * places + place - 1;
    return true;
}

const struct field *field_parse_name(const struct schema *c, const struct head *h, struct scan *s,
                                     int *element)
{
    struct slice last = scan_word(s), name = without_colon(last);
    const struct field *f = field_find(c, name);
    *element = 0;
    if (!f) {
        scan_fail(s, last, "there is no field '%.*s'", SLICE(name));
        return NULL;
    }
    if (field_has_cards(f) && (f->per_seat || f->count > 1)) {
        last = scan_word(s);
        struct slice label = without_colon(last);
        if (!parse_label(f, h, label, element)) {
            scan_fail(s, label, "expected %s after '%s', found '%.*s'",
                      !f->per_seat       ? "the number of a place"
                      : f->per_seat == 1 ? "a seat"
                                         : "a seat and a place, such as A1,",
                      f->name, SLICE(label));
            return NULL;
        }
    }
    if (last.length == 0 || last.at[last.length - 1] != ':') {
        scan_fail(s, last, "expected ':' at the end of the field's name");
        return NULL;
    }
    return f;
}
