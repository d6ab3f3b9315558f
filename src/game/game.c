/* What is the same for all games. */
#include "game/game.h"

#include <stddef.h>

#include "core/words.h"

const char *const option_off_on[] = {"off", "on", NULL};

const struct clause clause_turn = {"turn", SAY("It is not your turn.")};
const struct clause clause_over = {"over", SAY("The game is over.")};
const struct clause clause_form = {"form", SAY("There is no such move in this game.")};

const struct game *game_find(struct word id)
{
    for (int i = 0; games_built[i]; i++)
        if (word_is(id, games_built[i]->id))
            return games_built[i];
    return NULL;
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

void rank_by_points(int players, const int points[], const int seconds[], int ranks[])
{
    for (int seat = 0; seat < players; seat++) {
        ranks[seat] = 1;
        for (int other = 0; other < players; other++)
            ranks[seat] += points[other] != points[seat]
                               ? points[other] > points[seat]
                               : seconds && seconds[other] > seconds[seat];
    }
}

/* e to the power of -behind / lead, in parts of 4096: cells for eighths, straight lines between. */
static int fall(int64_t behind, int lead)
{
    enum { CELLS = 64, PER_E = 8, PARTS = 256 };
    static const uint16_t cell[CELLS + 1] = {
        4096, 3615, 3190, 2815, 2484, 2192, 1935, 1707, 1507, 1330, 1174, 1036, 914,
        807,  712,  628,  554,  489,  432,  381,  336,  297,  262,  231,  204,  180,
        159,  140,  124,  109,  96,   85,   75,   66,   58,   52,   46,   40,   35,
        31,   28,   24,   21,   19,   17,   15,   13,   12,   10,   9,    8,    7,
        6,    5,    5,    4,    4,    3,    3,    3,    2,    2,    2,    2,    1};
    int64_t x = behind * PER_E * PARTS / lead;
    if (x >= CELLS * PARTS)
        return 0;
    const uint16_t *at = &cell[x / PARTS];
    return at[0] - (at[0] - at[1]) * (int)(x % PARTS) / PARTS;
}

void chances_by_points(int players, const int points[], int lead, int shares[])
{
    int most = HOPELESS, sum = 0;
    for (int seat = 0; seat < players; seat++)
        most = points[seat] > most ? points[seat] : most;
    for (int seat = 0; seat < players; seat++)
        sum += shares[seat] = fall((int64_t)most - points[seat], lead);
    for (int seat = 0; seat < players; seat++)
        shares[seat] = shares[seat] * SHARE / sum;
}

bool any_equal(int players, const int points[])
{
    for (int seat = 0; seat < players; seat++)
        for (int other = 0; other < seat; other++)
            if (points[seat] == points[other])
                return true;
    return false;
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

/* 'teams=off|on' */
static void option_list(const struct option *option, struct out *o)
{
    out_format(o, "%s=", option->name);
    for (int k = 0; option->values[k]; k++)
        out_format(o, "%s%s", k ? "|" : "", option->values[k]);
}

static void option_players(const struct option *option, struct out *o)
{
    out_format(o, "%d", option->players_min);
    if (option->players_max > option->players_min)
        out_format(o, "-%d", option->players_max);
    out_text(o, " players");
}

void options_list(const struct game *g, const char *separator, struct out *o)
{
    for (int i = 0; i < g->options_count; i++) {
        out_text(o, i ? separator : "");
        option_list(&g->options[i], o);
        if (g->options[i].players_min) {
            out_text(o, " (");
            option_players(&g->options[i], o);
            out_char(o, ')');
        }
    }
}

const struct option *config_misfit(const struct game *g, const struct config *config)
{
    for (int i = 0; i < g->options_count; i++) {
        const struct option *option = &g->options[i];
        if (config->option[i] && option->players_min &&
            (config->players < option->players_min || config->players > option->players_max))
            return option;
    }
    return NULL;
}

static bool fail_misfit(const struct game *g, const struct config *config,
                        const struct option *wrong, struct out *error)
{
    out_format(error, "%s=%s of %s needs ", wrong->name,
               wrong->values[config->option[wrong - g->options]], g->id);
    option_players(wrong, error);
    out_format(error, ", not %d", config->players);
    return false;
}

bool config_set(const struct game *g, struct config *config, struct word setting, struct out *error)
{
    const char *equals = memchr(setting.at, '=', (size_t)setting.length);
    int length = equals ? (int)(equals - setting.at) : setting.length;
    struct word name = {setting.at, length};
    struct word value = {setting.at + length + 1, equals ? setting.length - length - 1 : 0};
    struct config trial = *config;
    for (int i = 0; i < g->options_count; i++)
        if (word_is(name, g->options[i].name) &&
            option_set(&g->options[i], &trial.option[i], value)) {
            const struct option *wrong = config_misfit(g, &trial);
            if (wrong)
                return fail_misfit(g, &trial, wrong, error);
            *config = trial;
            return true;
        }
    out_format(error, "%s has no option '%.*s'; it has%s", g->id, WORD(setting),
               g->options_count ? ": " : " none");
    options_list(g, ", ", error);
    return false;
}

static void out_seat(struct out *o, const void *view, int seat)
{
    const struct head *h = view;
    if (h->viewer == seat)
        out_styled(o, STYLE_YOU, "you");
    else
        out_char(o, (char)('A' + seat));
}

void out_owner(struct out *o, const void *view, int seat)
{
    const struct head *h = view;
    if (h->viewer == seat)
        out_styled(o, STYLE_YOU, "Your");
    else
        out_format(o, "%c's", 'A' + seat);
}

void out_seats(struct out *o, const void *view, unsigned seats, int from)
{
    for (bool first = true; seats; first = false) {
        int seat = seat_after(seats, from);
        seats &= ~(unsigned)SEAT_BIT(seat);
        if (!first)
            out_text(o, seats ? ", " : " and ");
        out_seat(o, view, seat);
    }
}

void out_number(struct out *o, int number, const char *noun)
{
    out_format(o, "%d %s%s", number, noun, number == 1 ? "" : "s");
}

void out_you(struct out *o, const void *view, int seat)
{
    const struct head *h = view;
    if (h->viewer == seat)
        out_styled(o, STYLE_YOU, "you");
    else
        out_text(o, "   ");
    out_format(o, " %c ", 'A' + seat);
}

void out_board_seat(struct out *o, const void *view, int seat, bool acts)
{
    out_styled(o, STYLE_GOLD, acts ? " > " : "   ");
    out_you(o, view, seat);
    out_char(o, ' ');
}
