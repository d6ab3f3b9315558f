/* The laws of logs: each ply of them is the true one, as the viewer may know it, and whoever
 * follows a table gets all. The expected plies are made from the match itself, not by the functions
 * that the house sends logs with. */
#include "sim/laws_log.h"

#include <string.h>

#include "core/notation.h"
#include "house/hall_private.h"
#include "sim/laws.h"
#include "sim/laws_chat.h"
#include "sim/queue.h"

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

/* ---- What a client has ---- */

static uint32_t hash_sent(const struct json_value *sent)
{
    static char text[PLY_BYTES];
    struct out o;
    out_init(&o, text, sizeof text);
    print_sent(sent, &o);
    return text_hash(text);
}

static uint32_t hash_true(const struct table *t, int ply, int viewer)
{
    static char text[PLY_BYTES];
    struct out o;
    out_init(&o, text, sizeof text);
    print_true(t, ply, viewer, &o);
    return text_hash(text);
}

/* Takes the plies of the message, which come after those that the client has. The log ends with the
 * last of them, or with the view's ply. */
static void take_plies(struct client *c, struct slot *slot, const struct message *m)
{
    struct seen *seen = &slot->seen;
    struct json_value log = message_find(m, "log"), first = json_first(&log);
    int last = (int)message_number(m, "ply", 0);
    int ply = first.at ? (int)part_number(&first, "ply", 0) : last + 1;
    if (seen->sound && ply > seen->plies + 1)
        breach(c->sim, "client %d was not sent ply %d of table %s, but ply %d", c->index,
               seen->plies + 1, slot->table, ply);
    for (struct json_value v = first; v.at; json_next(&v), ply++)
        if (ply > 0 && ply <= PLIES_MAX)
            seen->ply[ply - 1] = hash_sent(&v);
    seen->plies = ply - 1;
}

/* Whether the client has the ply as it is. Spectators may have seen it as a seat that shows its
 * cards. */
static bool has_ply(const struct client *c, const struct slot *slot, const struct table *t, int ply)
{
    uint32_t has = slot->seen.ply[ply - 1];
    int seat = table_seat(t, c->player);
    bool found = has == hash_true(t, ply, seat != SEAT_NONE ? seat : VIEW_PUBLIC);
    for (int viewer = 0; viewer < t->settings.config.players && seat == SEAT_NONE && !found;
         viewer++)
        found = has == hash_true(t, ply, viewer);
    return found;
}

/* Whoever is sent the last view has all plies. */
static void check_plies(struct client *c, const struct slot *slot)
{
    const struct truth *t = truth_find(c->sim, slot->table);
    int last = t && t->table->match ? match_ply(t->table->match) : 0;
    if (!slot->seen.sound || slot->ended || last > PLIES_MAX)
        return;
    if (slot->seen.plies != last)
        breach(c->sim, "client %d has %d plies of table %s at its end, not %d", c->index,
               slot->seen.plies, slot->table, last);
    for (int ply = 1; ply <= last && !c->sim->failed; ply++)
        if (!has_ply(c, slot, t->table, ply))
            breach(c->sim, "client %d has another ply %d of table %s than the store", c->index, ply,
                   slot->table);
}

void laws_heard(struct client *c, struct slot *slot, const struct message *m, const char *type)
{
    bool view = strcmp(type, "view") == 0;
    if (view || strcmp(type, "log") == 0)
        take_plies(c, slot, m);
    if (view && !message_find(m, "actor").at)
        check_plies(c, slot);
    if (strcmp(type, "chat") == 0 || strcmp(type, "table") == 0)
        chat_take(c, slot, m);
    slot->seen.any |= view || strcmp(type, "chat") == 0 || strcmp(type, "table") == 0;
}
