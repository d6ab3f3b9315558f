/* The messages of docs/PROTOCOL.md: each is one JSON object on a line. */
#include "game/message.h"

#include "core/catalog.h"
#include "core/json.h"
#include "core/json_out.h"
#include "game/languages.h"

enum { TEXT_BYTES = 1024 };

/* A legal move: its notation, its parts, and what it does. */
static void move_message(const struct game *g, const void *view, struct move move, struct out *o)
{
    char buffer[TEXT_BYTES];
    struct out text;
    out_init_piece(&text, buffer, sizeof buffer, o);
    text.catalog = language_of_game(o->catalog, g);
    move_print(g->schema, move, &text);
    json_object_begin(o);
    json_member_text(o, "move", buffer);
    json_key(o, "parts");
    move_json(g->schema, move, o);
    out_clear(&text);
    g->describe(view, move, &text);
    json_member_text(o, "text", buffer);
    json_object_end(o);
}

void message_question(const struct game *g, const void *view, struct out *o)
{
    char buffer[TEXT_BYTES];
    struct out text;
    struct move moves[MOVES_MAX];
    int count = g->legal(view, moves);
    out_init_piece(&text, buffer, sizeof buffer, o);
    text.catalog = language_of_game(o->catalog, g);
    g->prompt(view, &text);
    json_member_text(o, "prompt", buffer);
    json_member_list(o, "moves");
    for (int i = 0; i < count; i++)
        move_message(g, view, moves[i], o);
    json_list_end(o);
}

void message_view(const struct game *g, const void *view, int id, struct out *o)
{
    const struct head *h = view;
    json_object_begin(o);
    json_member_text(o, "type", "view");
    json_member_number(o, "id", id);
    json_member_text(o, "game", g->id);
    json_key(o, "seat");
    json_text_begin(o);
    viewer_print(h->viewer, o);
    json_text_end(o);
    json_key(o, "view");
    state_json(g->schema, view, o);
    if (g->actor(view) == h->viewer)
        message_question(g, view, o);
    json_object_end(o);
    out_char(o, '\n');
}
