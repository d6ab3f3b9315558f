/* Facts about the games in JSON. */
#include "game/facts.h"

#include "core/catalog.h"
#include "core/json_out.h"
#include "game/game.h"
#include "game/languages.h"

enum { TITLE_BYTES = 64 };

/* How the elements of a field are addressed: by seat, by place, by both, or not at all (a single
 * element). */
static const char *field_axes(const struct field *f)
{
    if (f->per_seat)
        return f->per_seat > 1 ? "seat place" : "seat";
    return f->count > 1 ? "place" : "";
}

/* What people call a word of the notation: the word with spaces instead of '_', translated if the
 * catalog has a translation. */
static const char *word_title(const char *word, const struct catalog *catalog, char *title)
{
    int i = 0;
    for (; word[i] && i < TITLE_BYTES - 1; i++)
        title[i] = word[i] == '_' ? ' ' : word[i];
    title[i] = '\0';
    return catalog_find(catalog, title);
}

static void names_json(struct out *o, const char *key, const char *const names[], int count)
{
    json_member_list(o, key);
    for (int i = 0; i < count; i++)
        json_text(o, names[i]);
    json_list_end(o);
}

static void titles_json(struct out *o, const struct field *f, const struct catalog *catalog)
{
    char title[TITLE_BYTES];
    json_member_list(o, "titles");
    for (int i = 0; i < f->number; i++)
        json_text(o, word_title(f->names[i], catalog, title));
    json_list_end(o);
}

static void range_begin(struct out *o, const char *key, int min, int max)
{
    json_member_object(o, key);
    json_member_number(o, "min", min);
    json_member_number(o, "max", max);
}

static void range_json(struct out *o, const char *key, int min, int max)
{
    range_begin(o, key, min, max);
    json_object_end(o);
}

/* A field: what a client needs to show it, and who knows the cards in it. */
static void facts_field_json(const struct field *f, const struct catalog *catalog, struct out *o)
{
    static const char *const types[] = {
        [FIELD_NUMBER] = "number", [FIELD_NAME] = "name",     [FIELD_SEAT] = "seat",
        [FIELD_SEATS] = "seats",   [FIELD_KNOWERS] = "seats", [FIELD_VIEWER] = "viewer",
        [FIELD_KIND] = "kind",     [FIELD_PILE] = "pile",     [FIELD_HAND] = "zone",
        [FIELD_ZONE] = "zone",
    };
    char title[TITLE_BYTES];
    bool owner = f->type == FIELD_HAND || f->watch == WATCH_OWNER;
    json_object_begin(o);
    json_member_text(o, "name", f->name);
    json_member_text(o, "title", word_title(f->name, catalog, title));
    json_member_text(o, "type", types[f->type]);
    json_member_text(o, "by", field_axes(f));
    if (field_hides(f))
        json_member_text(o, "known", owner ? "owner" : "nobody");
    if (f->looked_at)
        json_member_flag(o, "looked_at", true);
    if (f->ordered)
        json_member_flag(o, "ordered", true);
    if (f->type == FIELD_ZONE)
        json_member_number(o, "most", field_capacity(f));
    if (f->type == FIELD_NAME) {
        names_json(o, "names", f->names, f->number);
        titles_json(o, f, catalog);
    }
    json_object_end(o);
}

static void option_json(const struct option *option, const struct catalog *catalog, struct out *o)
{
    int values = 0;
    while (option->values[values])
        values++;
    json_object_begin(o);
    json_member_text(o, "name", option->name);
    json_member_text(o, "about", catalog_find(catalog, option->about));
    json_member_text(o, "default", option->values[0]);
    names_json(o, "values", option->values, values);
    if (option->players_min)
        range_json(o, "players", option->players_min, option->players_max);
    json_object_end(o);
}

/* The table of fields, the kinds, the verbs and the places of a game. */
static void schema_json(const struct schema *c, const struct catalog *catalog, struct out *o)
{
    json_member_list(o, "fields");
    for (int i = 0; i < c->fields; i++)
        facts_field_json(&c->field[i], catalog, o);
    json_list_end(o);
    json_member_list(o, "kinds");
    for (int i = 1; i < c->kinds; i++) {
        json_object_begin(o);
        json_member_text(o, "id", c->kind[i].id);
        json_member_text(o, "title", catalog_find(catalog, c->kind[i].title));
        json_object_end(o);
    }
    json_list_end(o);
    json_member_list(o, "verbs");
    for (int i = 0; i < c->verbs; i++) {
        char title[TITLE_BYTES];
        json_object_begin(o);
        json_member_text(o, "id", c->verb[i].name);
        json_member_text(o, "title", word_title(c->verb[i].name, catalog, title));
        json_object_end(o);
    }
    json_list_end(o);
    names_json(o, "places", c->places ? c->place + 1 : NULL, c->places ? c->places - 1 : 0);
}

static void game_json(const struct game *g, struct out *o)
{
    const struct catalog *catalog = language_of_game(o->catalog, g);
    json_object_begin(o);
    json_member_text(o, "id", g->id);
    json_member_text(o, "title", catalog_find(catalog, g->title));
    json_member_text(o, "about", catalog_find(catalog, g->about));
    json_member_text(o, "unit", g->unit);
    range_json(o, "minutes", g->minutes_min, g->minutes_max);
    json_member_number(o, "weight", g->weight);
    json_member_number(o, "rules", g->version);
    range_begin(o, "players", g->schema->players_min, g->schema->players_max);
    json_member_number(o, "usual", g->players);
    json_object_end(o);
    json_member_list(o, "options");
    for (int i = 0; i < g->options_count; i++)
        option_json(&g->options[i], catalog, o);
    json_list_end(o);
    schema_json(g->schema, catalog, o);
    json_object_end(o);
}

void facts_of_games(const struct game *const list[], struct out *o)
{
    json_list_begin(o);
    for (int i = 0; list[i]; i++)
        game_json(list[i], o);
    json_list_end(o);
    out_char(o, '\n');
}
