/* Words and lines that the terminal boards of all games share. */
#include "game/board.h"

#include "core/card.h"
#include "game/tell.h"

static void out_seat(struct out *o, const void *view, int seat)
{
    const struct head *h = view;
    if (h->viewer == seat)
        out_styled(o, STYLE_YOU, "you");
    else
        out_char(o, (char)('A' + seat));
}

void out_owner(struct out *o, const void *view, int seat)
{
    const struct head *h = view;
    if (h->viewer == seat)
        out_styled(o, STYLE_YOU, "Your");
    else
        out_format(o, "%c's", 'A' + seat);
}

void out_seats(struct out *o, const void *view, unsigned seats, int from)
{
    for (bool first = true; seats; first = false) {
        int seat = seat_after(seats, from);
        seats &= ~(unsigned)SEAT_BIT(seat);
        if (!first)
            out_text(o, seats ? ", " : " and ");
        out_seat(o, view, seat);
    }
}

void out_number(struct out *o, int number, const char *noun)
{
    out_format(o, "%d %s%s", number, noun, number == 1 ? "" : "s");
}

void out_you(struct out *o, const void *view, int seat)
{
    const struct head *h = view;
    if (h->viewer == seat)
        out_styled(o, STYLE_YOU, "you");
    else
        out_text(o, "   ");
    out_format(o, " %c ", 'A' + seat);
}

void out_board_seat(struct out *o, const void *view, int seat, bool acts)
{
    out_styled(o, STYLE_GOLD, acts ? " > " : "   ");
    out_you(o, view, seat);
    out_char(o, ' ');
}

void out_kinds(struct out *o, const struct schema *c, const uint8_t pile[])
{
    bool known = tell_pile(o, c, pile);
    if (pile[KIND_NONE])
        out_format(o, "%s%d unknown", known ? " and " : "", pile[KIND_NONE]);
    else if (!known)
        out_text(o, "none");
}

void out_board_kinds(struct out *o, const struct schema *c, const char *name, const uint8_t pile[])
{
    if (pile_size(pile, c->kinds) + pile[KIND_NONE] == 0)
        return;
    out_format(o, "          %s: ", name);
    out_kinds(o, c, pile);
    out_char(o, '\n');
}

void out_board_own(struct out *o, const struct schema *c, const void *view, const uint8_t pile[])
{
    const struct head *h = view;
    if (h->viewer >= h->players)
        return;
    out_text(o, "Your hand: ");
    out_style(o, STYLE_SECRET);
    if (!tell_pile(o, c, pile))
        out_text(o, "empty");
    out_style(o, STYLE_PLAIN);
    out_char(o, '\n');
}
