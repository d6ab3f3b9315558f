/* Sentences with holes. */
#include "game/tell.h"

#include <assert.h>
#include <string.h>

/* 'you' or 'B', inside a mark if the writer has `marks`. */
static void put_seat(struct out *o, const struct head *h, int seat, bool start, bool owner)
{
    bool you = h->viewer == seat;
    if (o->marks)
        out_format(o, "[%c:", 'A' + seat);
    if (you) {
        out_style(o, STYLE_YOU);
        out_text(o, catalog_find(o->catalog, owner   ? start ? "Your" : "your"
                                             : start ? "You"
                                                     : "you"));
        out_style(o, STYLE_PLAIN);
    } else {
        out_char(o, (char)('A' + seat));
        out_text(o, owner ? "'s" : "");
    }
    if (o->marks)
        out_char(o, ']');
}

static void put_seats(struct out *o, const struct head *h, unsigned seats, int from, bool start)
{
    for (bool first = true; seats; first = false) {
        int seat = seat_after(seats, from);
        seats &= ~(unsigned)SEAT_BIT(seat);
        if (!first)
            say(o, seats ? ", " : " and ");
        put_seat(o, h, seat, start && first, false);
    }
}

static void put_term(struct out *o, const struct fill *f)
{
    bool marked = o->marks && f->id;
    if (marked)
        out_format(o, "[%s:", f->id);
    say(o, f->text);
    if (marked)
        out_char(o, ']');
}

/* Which of the choices {1|a|b|c} applies, from 0. */
static int choice(const struct head *h, const struct fill *f)
{
    if (f->type == FILL_NUMBER)
        return f->number != 1;
    assert(h); /* a text that names seats has a viewer */
    if (f->type == FILL_SEAT)
        return h->viewer != f->number;
    return single(f->seats) ? h->viewer != __builtin_ctz(f->seats) : 2;
}

/* Writes the choice with this number, or the last one. `at` is just after the first '|'. */
static void put_choice(struct out *o, const char *at, int number)
{
    for (const char *end; (end = strpbrk(at, "|}")); at = end + 1)
        if (number-- == 0 || *end == '}') {
            for (; at < end; at++)
                out_char(o, *at);
            return;
        }
}

static void put_fill(struct out *o, const struct head *h, const struct fill *f, const char *how)
{
    bool start = *how == '^', owner = how[start] == '\'';
    if (*how == '|')
        put_choice(o, how + 1, choice(h, f));
    else if (f->type == FILL_NUMBER)
        out_integer(o, f->number);
    else if (f->type == FILL_SEAT)
        put_seat(o, h, f->number, start, owner);
    else if (f->type == FILL_SEATS)
        put_seats(o, h, f->seats, f->number, start);
    else if (f->type == FILL_TERM)
        put_term(o, f);
    else
        out_text(o, f->text);
}

void tell_filled(struct out *o, const void *view, const char *message, const struct fill fill[],
                 int count)
{
    const char *text = catalog_find(o->catalog, message);
    size_t length = strlen(message);
    for (const char *c = text; *c; c++) {
        int number = *c == '{' ? c[1] - '1' : -1;
        if (number < 0 || number >= count) {
            out_char(o, *c);
            continue;
        }
        put_fill(o, view, &fill[number], c + 2);
        c = strchr(c, '}');
        assert(c); /* tests/words.py checks the tables */
    }
    if (text != message && length && message[length - 1] == '\n')
        out_char(o, '\n');
}

void tell_comma(struct out *o, bool *first)
{
    tell_and(o, first, false);
}

void tell_and(struct out *o, bool *first, bool last)
{
    if (!*first)
        say(o, last ? " and " : ", ");
    *first = false;
}

void tell_copies(struct out *o, int number, const struct kind *kind)
{
    if (number > 1)
        tell(o, NULL, "{1} {2}", NUMBER(number), CARD(*kind));
    else
        put_term(o, &CARD(*kind));
}

bool tell_pile(struct out *o, const struct schema *c, const uint8_t pile[])
{
    bool first = true;
    for (int kind = 1; kind < c->kinds; kind++)
        if (pile[kind]) {
            tell_comma(o, &first);
            tell_copies(o, pile[kind], &c->kind[kind]);
        }
    return !first;
}

void tell_winners(struct out *o, const void *view, const int ranks[])
{
    const struct head *h = view;
    unsigned winners = 0;
    for (int seat = 0; seat < h->players; seat++)
        winners |= (unsigned)(ranks[seat] == 1) << seat;
    if (single(winners))
        tell(o, view, "{1^} win{1||s} the game.\n", WHO(__builtin_ctz(winners)));
    else
        tell(o, view, "{1^} win the game together.\n", THOSE(winners, h->players - 1));
}
