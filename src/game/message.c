/* The messages of docs/PROTOCOL.md, one JSON object on a line each. */
#include "game/message.h"

#include "core/json_out.h"
#include "core/words.h"
#include "game/languages.h"

enum { TEXT_BYTES = 1024, TITLE_BYTES = 64 };

/* A legal move: its notation, its parts, and what it does. */
static void move_message(const struct game *g, const void *view, struct move move, struct out *o)
{
    char buffer[TEXT_BYTES];
    struct out text;
    out_init_piece(&text, buffer, sizeof buffer, o);
    text.words = language_of_game(o->words, g);
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
    text.words = language_of_game(o->words, g);
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

/* How the elements of a field are told apart: by seat, by place, by both, or not at all. */
static const char *field_axes(const struct field *f)
{
    if (f->per_seat)
        return f->per_seat > 1 ? "seat place" : "seat";
    return f->count > 1 ? "place" : "";
}

/* What people call the field: its name in words, or what the language has for it. */
static const char *field_title(const struct field *f, const struct words *words, char *title)
{
    int i = 0;
    for (; f->name[i] && i < TITLE_BYTES - 1; i++)
        title[i] = f->name[i] == '_' ? ' ' : f->name[i];
    title[i] = '\0';
    return words_find(words, title);
}

/* A field: what a client needs to show it, and who may know the cards that lie there. */
static void field_message(const struct field *f, const struct words *words, struct out *o)
{
    char title[TITLE_BYTES];
    static const char *const types[] = {
        [FIELD_NUMBER] = "number", [FIELD_NAME] = "name",     [FIELD_SEAT] = "seat",
        [FIELD_SEATS] = "seats",   [FIELD_KNOWERS] = "seats", [FIELD_VIEWER] = "viewer",
        [FIELD_KIND] = "kind",     [FIELD_PILE] = "pile",     [FIELD_HAND] = "zone",
        [FIELD_ZONE] = "zone",
    };
    bool first = true;
    out_text(o, "{\"name\":");
    out_json_string(o, f->name);
    out_text(o, ",\"title\":");
    out_json_string(o, field_title(f, words, title));
    out_format(o, ",\"type\":\"%s\",\"by\":\"%s\"", types[f->type], field_axes(f));
    if (field_hides(f))
        out_format(o, ",\"known\":\"%s\"",
                   f->type == FIELD_HAND || f->watch == WATCH_OWNER ? "owner" : "nobody");
    if (f->looked_at)
        out_text(o, ",\"looked_at\":true");
    if (f->ordered)
        out_text(o, ",\"ordered\":true");
    if (f->type == FIELD_NAME) {
        out_text(o, ",\"names\":[");
        for (int i = 0; i < f->number; i++) {
            out_separator(o, "", &first);
            out_json_string(o, f->names[i]);
        }
        out_char(o, ']');
    }
    out_char(o, '}');
}

/* The table of fields, the kinds and the places of a game. */
static void schema_json(const struct game *g, const struct words *words, struct out *o)
{
    const struct schema *c = g->schema;
    bool first = true;
    out_text(o, ",\"fields\":[");
    for (int i = 0; i < c->fields; i++) {
        out_separator(o, "", &first);
        field_message(&c->field[i], words, o);
    }
    out_text(o, "],\"kinds\":[");
    first = true;
    for (int i = 1; i < c->kinds; i++) {
        out_separator(o, "{\"id\":", &first);
        out_json_string(o, c->kind[i].id);
        out_text(o, ",\"title\":");
        out_json_string(o, words_find(words, c->kind[i].title));
        out_char(o, '}');
    }
    out_text(o, "],\"places\":[");
    first = true;
    for (int i = 1; i < c->places; i++) {
        out_separator(o, "", &first);
        out_json_string(o, c->place[i]);
    }
    out_char(o, ']');
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
    out_text(o, ",\"unit\":");
    out_json_string(o, g->unit);
    out_format(o, ",\"minutes\":{\"min\":%d,\"max\":%d},\"weight\":%d", g->minutes_min,
               g->minutes_max, g->weight);
    out_format(o, ",\"rules\":%d,\"players\":{\"min\":%d,\"max\":%d,\"usual\":%d},\"options\":[",
               g->version, g->schema->players_min, g->schema->players_max, g->players);
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
    out_char(o, ']');
    schema_json(g, words, o);
    out_char(o, '}');
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
