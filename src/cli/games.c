/* tenka games: lists the games. */
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "game/facts.h"
#include "game/message.h"

static void game_row(const struct game *g, struct out *o)
{
    out_format(o, "%-10s %-18s %d-%-6d ", g->id, g->title, g->schema->players_min,
               g->schema->players_max);
    if (g->options_count == 0)
        out_char(o, '-');
    options_list(g, " ", o);
    out_format(o, "\n%10s %s\n", "", g->about);
}

static int games_run(int count, char **arguments)
{
    static char text[MESSAGE_BYTES];
    bool json = false;
    const struct flag flags[] = {{"json", FLAG_YES, &json, 0, 0}, {0}};
    struct out o;
    count = flags_read(&games_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count > 1)
        return usage_error(&games_command, "expected at most one GAME, found '%s'", arguments[1]);
    const struct game *one[2] = {count ? game_argument(&games_command, arguments[0]) : NULL, NULL};
    if (count && !one[0])
        return EXIT_USAGE;
    const struct game *const *list = count ? one : games;
    out_init(&o, text, sizeof text);
    if (json) {
        facts_of_games(list, &o);
    } else {
        out_format(&o, "%-10s %-18s %-8s %s\n", "id", "title", "players",
                   "options (the first value is the default)");
        for (int i = 0; list[i]; i++)
            game_row(list[i], &o);
    }
    fputs(text, stdout);
    return 0;
}

const struct command games_command = {
    .name = "games",
    .about = "list the games",
    .help =
        "Usage: tenka games [GAME] [--json]\n\n"
        "Lists the games (or only GAME) with their numbers of players and their options. --json\n"
        "prints an array of objects with id, title, about, unit (of the points), minutes (min,\n"
        "max), weight (1 to 3), rules (the version), players (min, max, usual), options (name,\n"
        "about, default, values, and players if values other than the default need a certain\n"
        "number of players), fields (name, type, by, and who knows the cards in it), kinds and\n"
        "verbs (id, title) and places.\n",
    .run = games_run,
};
