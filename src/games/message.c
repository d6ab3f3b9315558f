/* The messages of docs/PROTOCOL.md, one JSON object on a line each. */
#include "games/message.h"

enum { TEXT_BYTES = 1024 };

/* A legal move: its notation, its parts, and what it does. */
static void move_message(const struct game *g, const void *view, struct move move, struct out *o)
{
    char buffer[TEXT_BYTES];
    struct out text;
    out_init(&text, buffer, sizeof buffer);
    move_print(g->schema, move, &text);
    out_text(o, "{\"move\":");
    out_json_string(o, buffer);
    out_text(o, ",\"parts\":");
    move_json(g->schema, move, o);
    out_clear(&text);
    g->describe(view, move, &text);
    out_text(o, ",\"text\":");
    out_json_string(o, buffer);
    out_char(o, '}');
}

static void question_message(const struct game *g, const void *view, struct out *o)
{
    char buffer[TEXT_BYTES];
    struct out text;
    struct move moves[MOVES_MAX];
    int count = g->legal(view, moves);
    bool first = true;
    out_init(&text, buffer, sizeof buffer);
    g->prompt(view, &text);
    out_text(o, ",\"prompt\":");
    out_json_string(o, buffer);
    out_text(o, ",\"moves\":[");
    for (int i = 0; i < count; i++) {
        out_separator(o, "", &first);
        move_message(g, view, moves[i], o);
    }
    out_char(o, ']');
}

void message_view(const struct game *g, const void *view, int id, struct out *o)
{
    const struct head *h = view;
    out_format(o, "{\"type\":\"view\",\"id\":%d,\"game\":", id);
    out_json_string(o, g->id);
    out_text(o, ",\"seat\":\"");
    viewer_print(h->viewer, o);
    out_text(o, "\",\"view\":");
    state_json(g->schema, view, o);
    if (g->actor(view) == h->viewer)
        question_message(g, view, o);
    out_text(o, "}\n");
}
