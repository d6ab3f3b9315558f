/* The players of a match and the final ranking. */
#include "cli/scores.h"

#include <string.h>

void out_sitter(struct out *o, const struct sitter *sitter)
{
    bool level = !sitter->human && strlen(sitter->name) == 1;
    out_format(o, "%s%s", level ? "level " : "", sitter->name);
}

void print_scores(struct match *m, struct out *o)
{
    out_styled(o, STYLE_STRONG, "The final ranking");
    out_char(o, '\n');
    int points[SEATS_MAX], ranks[SEATS_MAX], players = match_config(m)->players;
    match_scores(m, points, ranks);
    for (int rank = 1; rank <= players; rank++)
        for (int seat = 0; seat < players; seat++)
            if (ranks[seat] == rank) {
                char name[NAME_MAX_BYTES + 8];
                struct out n;
                out_init(&n, name, sizeof name);
                out_sitter(&n, match_sitter(m, seat));
                out_style(o, rank == 1 ? STYLE_GOLD : STYLE_PLAIN);
                out_format(o, "  %d.  %c %-12s %3d %s%s\n", rank, 'A' + seat, name, points[seat],
                           match_game(m)->unit,
                           match_resigned(m) & SEAT_BIT(seat) ? ", gave up" : "");
                out_style(o, STYLE_PLAIN);
            }
}
