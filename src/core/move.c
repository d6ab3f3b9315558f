/* Moves in text, derived from the game's verbs and kinds. */
#include "core/move.h"

static int part_count(const struct verb *v, char part)
{
    int count = 0;
    for (const char *p = v->parts; *p; p++)
        count += *p == part;
    return count;
}

bool move_well_formed(const struct schema *c, struct move m)
{
    if (m.verb >= c->verbs)
        return false;
    const struct verb *v = &c->verb[m.verb];
    if (part_count(v, 'K') ? m.kind == KIND_NONE || m.kind >= c->kinds : m.kind != KIND_NONE)
        return false;
    if (m.seats >= SEAT_BIT(SEATS_MAX) || (!part_count(v, 'S') && m.seats))
        return false;
    const uint8_t *number = m.number;
    for (const char *part = v->parts; *part; part++)
        if (*part == 'N' || *part == 'P') {
            if (*part == 'P' && (*number == 0 || *number >= c->places))
                return false;
            number++;
        }
    while (number < m.number + sizeof m.number)
        if (*number++)
            return false;
    return true;
}

void move_print(const struct schema *c, struct move m, struct out *o)
{
    const struct verb *v = &c->verb[m.verb];
    const uint8_t *number = m.number;
    const char *space = v->name[0] ? " " : "";
    out_text(o, v->name);
    for (const char *part = v->parts; *part; part++) {
        if (*part == 'S' && !m.seats)
            continue;
        out_text(o, space);
        space = " ";
        if (*part == 'K')
            out_text(o, c->kind[m.kind].id);
        else if (*part == 'S')
            seats_print(m.seats, o);
        else if (*part == 'P')
            out_text(o, c->place[*number++]);
        else
            out_integer(o, *number++);
    }
}

/* The verb that the first word names. If the word is a kind, the verb with an empty name, whose
 * moves start with the kind. `verbs` if the word is neither. */
static int verb_find(const struct schema *c, struct slice first)
{
    int nameless = c->verbs;
    for (int verb = 0; verb < c->verbs; verb++) {
        if (slice_is(first, c->verb[verb].name))
            return verb;
        if (c->verb[verb].name[0] == '\0')
            nameless = verb;
    }
    return kind_find(c, first) != KIND_NONE ? nameless : c->verbs;
}

/* 'BC' or 'B C'. */
static bool parse_seats(const struct head *h, struct scan *s, struct move *m)
{
    unsigned seats;
    while (scan_peek(s).length > 0 && seats_parse(scan_peek(s), h, &seats)) {
        if (seats & (PUBLIC_BIT | m->seats))
            return false;
        m->seats |= (uint8_t)seats;
        scan_word(s);
    }
    return true;
}

/* Fails because the next word is not the expected part, or because the move ends before it. */
static bool fail_part(struct scan *s, struct slice found, const char *expected)
{
    if (found.length == 0)
        return scan_fail(s, found, "expected %s, but the move ends here", expected);
    return scan_fail(s, found, "expected %s, found '%.*s'", expected, SLICE(found));
}

static bool parse_kind(const struct schema *c, struct scan *s, struct move *m)
{
    struct slice w = scan_word(s);
    m->kind = (uint8_t)kind_find(c, w);
    return m->kind != KIND_NONE || fail_part(s, w, "a card");
}

static bool parse_number(struct scan *s, uint8_t *place)
{
    struct slice w = scan_word(s);
    int number = 0;
    bool good = slice_number(w, 255, &number);
    *place = (uint8_t)number;
    return good || fail_part(s, w, "a number");
}

static bool parse_place(const struct schema *c, struct scan *s, uint8_t *number)
{
    struct slice w = scan_word(s);
    for (int place = 1; place < c->places; place++)
        if (slice_is(w, c->place[place])) {
            *number = (uint8_t)place;
            return true;
        }
    return fail_part(s, w, "a place");
}

/* Whether the word can only be meant as a seat. */
static bool is_letter(struct slice w)
{
    return w.length == 1 &&
           ((w.at[0] >= 'A' && w.at[0] <= 'Z') || (w.at[0] >= 'a' && w.at[0] <= 'z'));
}

static bool fail_seats(const struct head *h, struct scan *s, struct slice found)
{
    return scan_fail(s, found, "expected seats from A to %c, found '%.*s'", 'A' + h->players - 1,
                     SLICE(found));
}

bool move_parse(const struct schema *c, const struct head *h, struct scan *s, struct move *m)
{
    struct slice first = scan_peek(s);
    int verb = verb_find(c, first), numbers = 0;
    bool good = true;
    if (first.length == 0 || verb == c->verbs)
        return scan_fail(s, first, "expected a move, found '%.*s'", SLICE(first));
    *m = (struct move){.verb = (uint8_t)verb};
    if (c->verb[verb].name[0])
        scan_word(s);
    for (const char *part = c->verb[verb].parts; *part && good; part++) {
        struct slice next = scan_peek(s);
        if (*part == 'S')
            good = (parse_seats(h, s, m) && (m->seats || !is_letter(next))) ||
                   fail_seats(h, s, next);
        else
            good = *part == 'K'   ? parse_kind(c, s, m)
                   : *part == 'P' ? parse_place(c, s, &m->number[numbers++])
                                  : parse_number(s, &m->number[numbers++]);
    }
    struct slice extra = scan_peek(s);
    if (good && extra.length > 0 && part_count(&c->verb[verb], 'S'))
        return fail_seats(h, s, extra);
    return good && scan_line_end(s);
}
