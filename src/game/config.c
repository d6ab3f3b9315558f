/* The options of games. */
#include "game/config.h"

#include <string.h>

#include "game/game.h"

const char *const option_off_on[] = {"off", "on", NULL};

static bool option_set(const struct option *option, uint8_t *slot, struct slice value)
{
    for (int i = 0; option->values[i]; i++)
        if (slice_is(value, option->values[i])) {
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
    out_format(error, "%s with %s=%s needs ", g->id, wrong->name,
               wrong->values[config->option[wrong - g->options]]);
    option_players(wrong, error);
    out_format(error, ", not %d", config->players);
    return false;
}

bool config_set(const struct game *g, struct config *config, struct slice setting,
                struct out *error)
{
    struct slice value = setting, name = slice_cut(&value, '=');
    struct config trial = *config;
    for (int i = 0; i < g->options_count; i++)
        if (slice_is(name, g->options[i].name) &&
            option_set(&g->options[i], &trial.option[i], value)) {
            const struct option *wrong = config_misfit(g, &trial);
            if (wrong)
                return fail_misfit(g, &trial, wrong, error);
            *config = trial;
            return true;
        }
    out_format(error, "%s has no option '%.*s'; %s", g->id, SLICE(setting),
               g->options_count ? "its options are: " : "it has no options");
    options_list(g, ", ", error);
    return false;
}
