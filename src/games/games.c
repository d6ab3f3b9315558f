/* The registry of games, and what is the same for all of them. */
#include "games/games.h"

#include <stddef.h>

const struct game *const games[] = {&zipang_game, NULL};

const struct clause clause_turn = {"turn", "It is not your turn."};
const struct clause clause_over = {"over", "The game is over."};
const struct clause clause_form = {"form", "There is no such move in this game."};

const struct game *game_find(struct word id)
{
    for (int i = 0; games[i]; i++)
        if (word_is(id, games[i]->id))
            return games[i];
    return word_is(id, template_game.id) ? &template_game : NULL;
}

void games_list(struct out *o)
{
    for (int i = 0; games[i]; i++)
        out_format(o, "%s%s", i ? ", " : "", games[i]->id);
}

const struct clause *game_judge(const struct game *g, const void *view, int seat, struct move move)
{
    int actor = g->actor(view);
    if (actor == SEAT_NONE)
        return &clause_over;
    if (actor != seat)
        return &clause_turn;
    if (!move_well_formed(g->schema, move))
        return &clause_form;
    return g->judge(view, move);
}

struct move game_veil(const struct game *g, struct move move, int actor, int viewer)
{
    return !g->veil || viewer == actor || viewer == VIEW_ALL ? move : g->veil(move);
}

const char *game_check(const struct game *g, const void *state)
{
    const char *wrong = state_check(g->schema, state);
    return wrong ? wrong : g->check(state);
}

const char *game_check_position(const struct game *g, const void *state)
{
    union state view;
    struct move moves[MOVES_MAX], known[MOVES_MAX];
    const struct head *h = state;
    if (h->viewer != VIEW_ALL)
        return "its viewer is not 'all'";
    const char *wrong = game_check(g, state);
    int actor = wrong ? SEAT_NONE : g->actor(state);
    if (actor == SEAT_NONE)
        return wrong;
    state_view(g->schema, state, actor, &view);
    int count = g->legal(state, moves);
    if (g->legal(&view, known) == count && memcmp(moves, known, (size_t)count * sizeof *moves) == 0)
        return NULL;
    return "the seat that is asked does not know what it must know";
}

void rank_by_points(int players, const int points[], int ranks[])
{
    for (int seat = 0; seat < players; seat++) {
        ranks[seat] = 1;
        for (int other = 0; other < players; other++)
            ranks[seat] += points[other] > points[seat];
    }
}

static bool option_set(const struct option *option, uint8_t *slot, struct word value)
{
    for (int i = 0; option->values[i]; i++)
        if (word_is(value, option->values[i])) {
            *slot = (uint8_t)i;
            return true;
        }
    return false;
}

void options_list(const struct game *g, const char *separator, struct out *o)
{
    for (int i = 0; i < g->options_count; i++) {
        out_format(o, "%s%s=", i ? separator : "", g->options[i].name);
        for (int k = 0; g->options[i].values[k]; k++)
            out_format(o, "%s%s", k ? "|" : "", g->options[i].values[k]);
    }
}

bool config_set(const struct game *g, struct config *config, struct word setting, struct out *error)
{
    const char *equals = memchr(setting.at, '=', (size_t)setting.length);
    int length = equals ? (int)(equals - setting.at) : setting.length;
    struct word name = {setting.at, length};
    struct word value = {setting.at + length + 1, equals ? setting.length - length - 1 : 0};
    for (int i = 0; i < g->options_count; i++)
        if (word_is(name, g->options[i].name) &&
            option_set(&g->options[i], &config->option[i], value))
            return true;
    out_format(error, "%s has no option '%.*s'; it has: ", g->id, WORD(setting));
    options_list(g, ", ", error);
    return false;
}

void out_seat(struct out *o, const void *view, int seat)
{
    const struct head *h = view;
    if (h->viewer == seat)
        out_styled(o, STYLE_YOU, "you");
    else
        out_char(o, (char)('A' + seat));
}

void out_doing(struct out *o, const void *view, int seat, const char *verb)
{
    const struct head *h = view;
    if (h->viewer == seat)
        out_styled(o, STYLE_YOU, "You");
    else
        out_char(o, (char)('A' + seat));
    out_format(o, " %s%s", verb, h->viewer == seat ? "" : "s");
}
