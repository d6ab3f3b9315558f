/* The bots and how their names are parsed. */
#include "bots/bot.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *about;
    enum bot_type type;
    int temper;
} simple[] = {
    {"random", "plays a random legal move", BOT_RANDOM, 0},
    {"greedy", "plays the move that looks best now, like a sensible beginner", BOT_GREEDY, 0},
    {"bold", "like greedy, but likes to attack", BOT_GREEDY, 1},
    {"careful", "like greedy, but attacks only if it must", BOT_GREEDY, -1},
};

enum { SIMPLE = sizeof simple / sizeof simple[0], PROGRAM_MS = 10000, LEVEL_MS = 1000 };

static void bots_list(struct out *o)
{
    out_format(o, "  %-13s %s\n", "1 to 6", "levels, from the weakest to the strongest");
    for (int i = 0; i < SIMPLE; i++)
        out_format(o, "  %-13s %s\n", simple[i].name, simple[i].about);
    out_format(o, "  %-13s %s\n", "ismcts:N", "searches with N iterations for each move");
    out_format(o, "  %-13s %s\n", "ismcts:Nms", "searches for N milliseconds for each move");
    out_format(o, "  %-13s %s\n", "run:COMMAND", "a program of your own (docs/PROTOCOL.md)");
    out_format(o, "  %-13s %s\n", "run@Nms:...",
               "the same, with N ms for an answer instead of 10000");
}

/* The game's tuning defines each level: a greedy bot with slips, or a search with a number of
 * iterations. On a slow machine the search stops after a second. */
static void parse_level(const struct game *g, int level, struct bot *bot)
{
    const struct level *l = &g->tuning->level[level - 1];
    bot->level = level;
    bot->slips = l->slips;
    bot->iterations = l->iterations;
    bot->milliseconds = l->iterations ? LEVEL_MS : 0;
    bot->type = l->iterations ? BOT_SEARCH : l->slips == 100 ? BOT_RANDOM : BOT_GREEDY;
}

static const struct setting {
    const char *name;
    size_t offset;
    int least, most;
} settings[] = {
    {"greed", offsetof(struct bot, tuning.greed), 0, 100},
    {"plies", offsetof(struct bot, tuning.plies), 0, 10000},
    {"spread", offsetof(struct bot, tuning.spread), 1, 10000},
    {"explore", offsetof(struct bot, tuning.explore), 0, 10000},
    {"threads", offsetof(struct bot, threads), 1, THREADS_MAX},
    {"reuse", offsetof(struct bot, reuse), 0, 1},
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

static const struct setting *setting_find(const char *name, size_t length)
{
    for (int i = 0; i < SETTINGS; i++)
        if (strlen(settings[i].name) == length && memcmp(settings[i].name, name, length) == 0)
            return &settings[i];
    return NULL;
}

/* Reads '+name=number' and moves the text behind it. */
static bool parse_setting(const char **text, struct bot *bot)
{
    const char *name = *text + 1, *value = name + strcspn(name, "=");
    const struct setting *s = setting_find(name, (size_t)(value - name));
    int number;
    if (!s || !*value)
        return false;
    size_t digits = strspn(++value, "0123456789");
    *text = value + digits;
    if (!slice_number((struct slice){value, (int)digits}, s->most, &number) || number < s->least)
        return false;
    *(int *)((char *)bot + s->offset) = number;
    return true;
}

/* 'N' or 'Nms', then settings. */
static bool parse_search(const char *text, struct bot *bot)
{
    size_t digits = strspn(text, "0123456789");
    struct slice w = {text, (int)digits};
    bool time = strncmp(text + digits, "ms", 2) == 0;
    int *budget = time ? &bot->milliseconds : &bot->iterations;
    bot->type = BOT_SEARCH;
    if (!slice_number(w, time ? THINK_MS_MAX : ITERATIONS_MAX, budget) || *budget == 0)
        return false;
    text += digits + (time ? 2 : 0);
    while (*text == '+')
        if (!parse_setting(&text, bot))
            return false;
    return !*text;
}

/* 'run:COMMAND' or 'run@500ms:COMMAND'. */
static bool parse_program(const char *name, struct bot *bot)
{
    const char *colon = strchr(name, ':');
    struct slice limit = {name + 4, (int)(colon - name) - 6}; /* the digits */
    bot->type = BOT_PROGRAM;
    bot->milliseconds = PROGRAM_MS;
    if (name[3] == '@' &&
        !(limit.length > 0 && strncmp(colon - 2, "ms", 2) == 0 &&
          slice_number(limit, THINK_MS_MAX, &bot->milliseconds) && bot->milliseconds > 0))
        return false;
    return colon[1] != '\0';
}

const char *bot_command(const struct bot *bot)
{
    return strchr(bot->name, ':') + 1;
}

static bool bot_parse_name(const struct game *g, const char *name, struct bot *bot)
{
    if (name[0] >= '1' && name[0] <= '0' + LEVELS && !name[1]) {
        parse_level(g, name[0] - '0', bot);
        return true;
    }
    if (strncmp(name, "ismcts:", 7) == 0)
        return parse_search(name + 7, bot);
    if (strncmp(name, "run:", 4) == 0 || (strncmp(name, "run@", 4) == 0 && strchr(name, ':')))
        return parse_program(name, bot);
    for (int i = 0; i < SIMPLE; i++)
        if (strcmp(name, simple[i].name) == 0) {
            bot->type = simple[i].type;
            bot->temper = simple[i].temper;
            return true;
        }
    return false;
}

/* Whether a record can contain the name and give it back unchanged. */
static bool fit_for_record(const char *name)
{
    size_t length = strlen(name);
    for (const char *c = name; *c; c++)
        if (*c < ' ' || *c > '~' || *c == '#')
            return false;
    return length > 0 && length < BOT_NAME_BYTES && name[length - 1] != ' ';
}

const char *bots_next(const char *list, char name[BOT_NAME_BYTES + 1])
{
    bool program = strncmp(list, "run:", 4) == 0 || strncmp(list, "run@", 4) == 0;
    size_t length = program ? strlen(list) : strcspn(list, ",");
    snprintf(name, BOT_NAME_BYTES + 1, "%.*s", (int)length, list);
    return list[length] ? list + length + 1 : NULL;
}

bool bot_parse(const struct game *g, const char *name, struct bot *bot, struct out *error)
{
    *bot = (struct bot){.threads = 1, .reuse = 1, .tuning = *g->tuning};
    if (bot_parse_name(g, name, bot)) {
        if (fit_for_record(name)) {
            memcpy(bot->name, name, strlen(name) + 1);
            return true;
        }
        out_format(
            error,
            "a bot's name can have at most %d bytes: printable ASCII, no '#', and no space at "
            "the end; put a long command into a script",
            BOT_NAME_BYTES - 1);
        return false;
    }
    out_format(error, "there is no bot '%s'; there are:\n", name);
    bots_list(error);
    return false;
}
