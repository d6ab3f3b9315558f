/* tenka games: lists the games. */
#include <stdio.h>

#include "cli/cli.h"

static void game_json(const struct game *g, struct out *o)
{
    out_text(o, "{\"id\":");
    out_json_string(o, g->id);
    out_text(o, ",\"title\":");
    out_json_string(o, g->title);
    out_text(o, ",\"about\":");
    out_json_string(o, g->about);
    out_format(o, ",\"rules\":%d,\"players\":{\"min\":%d,\"max\":%d},\"options\":[", g->version,
               g->schema->players_min, g->schema->players_max);
    bool first = true;
    for (int i = 0; i < g->options_count; i++) {
        out_separator(o, "{\"name\":", &first);
        out_json_string(o, g->options[i].name);
        out_text(o, ",\"about\":");
        out_json_string(o, g->options[i].about);
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

static void game_row(const struct game *g, struct out *o)
{
    out_format(o, "%-10s %-18s %d-%-6d ", g->id, g->title, g->schema->players_min,
               g->schema->players_max);
    if (g->options_count == 0)
        out_char(o, '-');
    options_list(g, " ", o);
    out_format(o, "\n%10s %s\n", "", g->about);
}

static int run(int count, char **arguments)
{
    static char text[16384];
    bool json = false, first = true;
    const struct flag flags[] = {{"json", FLAG_YES, &json, 0, 0}, {0}};
    struct out o;
    count = flags_read(&games_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count > 0)
        return usage_error(&games_command, "expected no argument, found '%s'", arguments[0]);
    out_init(&o, text, sizeof text);
    if (json)
        out_char(&o, '[');
    else
        out_format(&o, "%-10s %-18s %-8s %s\n", "id", "title", "players",
                   "options (the first value is the default)");
    for (int i = 0; games[i]; i++) {
        if (json) {
            out_separator(&o, "", &first);
            game_json(games[i], &o);
        } else {
            game_row(games[i], &o);
        }
    }
    if (json)
        out_text(&o, "]\n");
    fputs(text, stdout);
    return 0;
}

const struct command games_command = {
    .name = "games",
    .about = "list the games",
    .help = "Usage: tenka games [--json]\n\n"
            "Lists the games with their players and options. With --json, an array of objects with "
            "id, title,\n"
            "about, rules (the version), players (min, max) and options (name, about, default, "
            "values, and\n"
            "players if the other values need a certain number).\n",
    .run = run,
};
