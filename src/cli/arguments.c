/* Command lines and option files. */
#include "cli/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/file.h"

static const struct flag *flag_find(const struct flag *flags, const char *name)
{
    for (; flags->name; flags++)
        if (strcmp(flags->name, name) == 0)
            return flags;
    return NULL;
}

static bool flag_set(const struct command *c, const struct flag *f, const char *value)
{
    struct slice w = {value, (int)strlen(value)};
    struct texts *list = f->value;
    int number;
    switch (f->type) {
    case FLAG_YES:
        *(bool *)f->value = true;
        return true;
    case FLAG_TEXT:
        *(const char **)f->value = value;
        return true;
    case FLAG_NUMBER:
        if (slice_number(w, f->most, &number) && number >= f->least) {
            *(int *)f->value = number;
            return true;
        }
        usage_error(c, "--%s takes a number from %d to %d, not '%s'", f->name, f->least, f->most,
                    value);
        return false;
    case FLAG_LIST:
        if (list->count < LIST_MAX) {
            list->text[list->count++] = value;
            return true;
        }
        usage_error(c, "--%s can be given at most %d times", f->name, LIST_MAX);
        return false;
    }
    return false;
}

static void flag_unknown(const struct command *c, const struct flag *flags, const char *name)
{
    char list[512];
    struct out o;
    out_init(&o, list, sizeof list);
    for (; flags->name; flags++)
        out_format(&o, " --%s", flags->name);
    usage_error(c, "there is no option '%s'; the options are:%s --help", name, list);
}

int flags_read(const struct command *c, const struct flag *flags, int count, char **arguments)
{
    int kept = 0;
    bool only_words = false;
    for (int i = 0; i < count; i++) {
        char *argument = arguments[i];
        if (only_words || argument[0] != '-' || argument[1] == '\0') {
            arguments[kept++] = argument;
            continue;
        }
        if (strcmp(argument, "--") == 0) {
            only_words = true;
            continue;
        }
        char *equals = strchr(argument, '=');
        if (equals)
            *equals = '\0';
        const struct flag *f = strncmp(argument, "--", 2) == 0 ? flag_find(flags, argument + 2)
                                                               : NULL;
        if (!f) {
            flag_unknown(c, flags, argument);
            return -1;
        }
        const char *value = f->type == FLAG_YES ? ""
                            : equals            ? equals + 1
                            : ++i < count       ? arguments[i]
                                                : NULL;
        if (!value || (equals && f->type == FLAG_YES)) {
            usage_error(c, value ? "--%s takes no value" : "--%s needs a value", f->name);
            return -1;
        }
        if (!flag_set(c, f, value))
            return -1;
    }
    return kept;
}

/* A copy of a text that lives as long as the program. */
static const char *arguments_keep(struct slice w)
{
    struct kept {
        struct kept *next;
        char text[];
    };
    static struct kept *all;
    struct kept *k = malloc(sizeof *k + (size_t)w.length + 1);
    if (!k)
        abort();
    k->next = all;
    memcpy(k->text, w.at, (size_t)w.length);
    k->text[w.length] = '\0';
    all = k;
    return k->text;
}

/* Sets the flag to the value `w`, which was read from an option file. */
static bool flag_set_word(const struct flag *f, struct scan *s, struct slice w)
{
    int number;
    if (w.length == 0)
        return scan_fail(s, w, "expected a value for '%s'", f->name);
    switch (f->type) {
    case FLAG_YES:
        *(bool *)f->value = slice_is(w, "yes");
        if (slice_is(w, "yes") || slice_is(w, "no"))
            return true;
        return scan_fail(s, w, "expected yes or no, not '%.*s'", SLICE(w));
    case FLAG_NUMBER:
        if (!slice_number(w, f->most, &number) || number < f->least)
            return scan_fail(s, w, "expected a number from %d to %d, not '%.*s'", f->least, f->most,
                             SLICE(w));
        *(int *)f->value = number;
        return true;
    case FLAG_TEXT:
        *(const char **)f->value = arguments_keep(w);
        return true;
    case FLAG_LIST:
        break;
    }
    return scan_fail(s, w, "'%s' can be given only on the command line", f->name);
}

static bool flag_line(const struct flag *flags, struct scan *s)
{
    char name[32] = "", list[512];
    struct out names;
    struct slice w = scan_word(s), rest = {0};
    const char *equals = memchr(w.at, '=', (size_t)w.length);
    if (equals && equals > w.at) { /* 'name=value' */
        const char *end = w.at + w.length;
        rest = scan_rest(s);
        rest = (struct slice){equals + 1,
                              (int)((rest.length ? rest.at + rest.length : end) - (equals + 1))};
        w.length = (int)(equals - w.at);
    }
    snprintf(name, sizeof name, "%.*s", w.length, w.at);
    const struct flag *f = flag_find(flags, name);
    if (f && rest.at)
        return flag_set_word(f, s, rest);
    if (f && scan_accept(s, "="))
        return flag_set_word(f, s, scan_rest(s));
    if (f)
        return scan_fail(s, scan_peek(s), "expected '=' after '%s'", name);
    out_init(&names, list, sizeof list);
    for (; flags->name; flags++)
        out_format(&names, " %s", flags->name);
    return scan_fail(s, w, "there is no option '%.*s'; the options are:%s", SLICE(w), list);
}

bool flags_read_file(const struct flag *flags, const char *path)
{
    char message[1024];
    struct out error;
    struct scan s;
    int length;
    char *text = file_read(path, &length);
    if (!text)
        return false;
    out_init(&error, message, sizeof message);
    scan_init(&s, path, (struct slice){text, length}, &error);
    while (scan_line(&s) && flag_line(flags, &s))
        continue;
    if (s.failed)
        wrong("%s", message);
    free(text);
    return !s.failed;
}

const struct game *game_argument(const struct command *c, const char *id)
{
    char wrong[512];
    struct out error;
    out_init(&error, wrong, sizeof wrong);
    const struct game *g = game_parse(slice_of(id), &error);
    if (!g)
        usage_error(c, "%s", wrong);
    return g;
}

bool config_arguments(const struct command *c, const struct game *g, int players,
                      const struct texts *settings, struct config *config)
{
    int least = g->schema->players_min, most = g->schema->players_max;
    *config = (struct config){.players = (uint8_t)(players ? players : most < 4 ? most : 4)};
    if (players && (players < least || players > most)) {
        usage_error(c, "%s is for %d to %d players, not %d", g->id, least, most, players);
        return false;
    }
    for (int i = 0; i < settings->count; i++) {
        char text[512];
        struct out o;
        out_init(&o, text, sizeof text);
        if (!config_set(g, config, slice_of(settings->text[i]), &o)) {
            usage_error(c, "%s", text);
            return false;
        }
    }
    return true;
}
