/* The messages of docs/PROTOCOL.md, one JSON object on a line each. */
#include "game/message.h"

#include "core/words.h"
#include "game/languages.h"

enum { TEXT_BYTES = 1024 };

/* A legal move: its notation, its parts, and what it does. */
static void move_message(const struct game *g, const void *view, struct move move, struct out *o)
{
    char buffer[TEXT_BYTES];
    struct out text;
    out_init_piece(&text, buffer, sizeof buffer, o);
    text.words = language_of_game(o->words, g);
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

void message_question(const struct game *g, const void *view, struct out *o)
{
    char buffer[TEXT_BYTES];
    struct out text;
    struct move moves[MOVES_MAX];
    int count = g->legal(view, moves);
    bool first = true;
    out_init_piece(&text, buffer, sizeof buffer, o);
    text.words = language_of_game(o->words, g);
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
        message_question(g, view, o);
    out_text(o, "}\n");
}

static void game_json(const struct game *g, struct out *o)
{
    const struct words *words = language_of_game(o->words, g);
    out_text(o, "{\"id\":");
    out_json_string(o, g->id);
    out_text(o, ",\"title\":");
    out_json_string(o, words_find(words, g->title));
    out_text(o, ",\"about\":");
    out_json_string(o, words_find(words, g->about));
    out_format(o, ",\"rules\":%d,\"players\":{\"min\":%d,\"max\":%d},\"options\":[", g->version,
               g->schema->players_min, g->schema->players_max);
    bool first = true;
    for (int i = 0; i < g->options_count; i++) {
        out_separator(o, "{\"name\":", &first);
        out_json_string(o, g->options[i].name);
        out_text(o, ",\"about\":");
        out_json_string(o, words_find(words, g->options[i].about));
        out_text(o, ",\"default\":");
        out_json_string(o, g->options[i].values[0]);
        out_text(o, ",\"values\":[");
        bool first_value = true;
        for (int k = 0; g->options[i].values[k]; k++) {
            out_separator(o, "", &first_value);
            out_json_string(o, g->options[i].values[k]);
        }
        out_char(o, ']');
        if (g->options[i].players_min)
            out_format(o, ",\"players\":{\"min\":%d,\"max\":%d}", g->options[i].players_min,
                       g->options[i].players_max);
        out_char(o, '}');
    }
    out_text(o, "]}");
}

void message_games(struct out *o)
{
    bool first = true;
    out_char(o, '[');
    for (int i = 0; games[i]; i++) {
        out_separator(o, "", &first);
        game_json(games[i], o);
    }
    out_text(o, "]\n");
}
