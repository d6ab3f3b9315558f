/* The laws of logs: each ply of them is the true one, as the viewer may know it. The expected plies
 * are made from the match itself, not by the functions that the house sends logs with. */
#include <string.h>

#include "core/notation.h"
#include "house/hall_private.h"
#include "sim/laws_private.h"

enum { PLY_BYTES = 12 * 1024 }; /* room for the narration of a ply */

/* A ply as it was sent, in one line for each of: seat, move, lines of text. */
static void print_sent(const struct json_value *sent, struct out *o)
{
    static char text[PLY_BYTES];
    struct json_value lines = json_find(sent, "text");
    part_text(sent, "seat", text, sizeof text);
    out_format(o, "%s\n", text);
    part_text(sent, "move", text, sizeof text);
    out_format(o, "%s\n", text);
    for (struct json_value v = json_first(&lines); v.at; json_next(&v))
        out_format(o, "%s\n", json_get_text(&v, text, sizeof text) ? text : "?");
}

/* The same for a ply of the match, as this viewer knows it. */
static void print_true(const struct table *t, int ply, int viewer, struct out *o)
{
    int seat;
    struct move move = match_move(t->match, ply, viewer, &seat);
    out_format(o, "%c\n", 'A' + seat);
    move_print(t->settings.game->schema, move, o);
    out_char(o, '\n');
    match_narrate(t->match, ply, viewer, o);
    if (o->used && o->text[o->used - 1] != '\n')
        out_char(o, '\n');
}

static bool same_ply(const struct json_value *sent, const struct table *t, int ply, int viewer)
{
    static char text[2][PLY_BYTES];
    struct out a, b;
    out_init(&a, text[0], sizeof text[0]);
    out_init(&b, text[1], sizeof text[1]);
    print_sent(sent, &a);
    print_true(t, ply, viewer, &b);
    return part_number(sent, "ply", 0) == ply && strcmp(a.text, b.text) == 0;
}

bool log_fits(const struct message *m, const struct table *t, int viewer)
{
    struct json_value log = message_find(m, "log"), first = json_first(&log);
    int ply = first.at ? (int)part_number(&first, "ply", 0) : 1;
    if (json_type(&log) != JSON_LIST || ply < 1)
        return false;
    for (struct json_value v = first; v.at; json_next(&v), ply++)
        if (ply > match_ply(t->match) || !same_ply(&v, t, ply, viewer))
            return false;
    return true;
}
