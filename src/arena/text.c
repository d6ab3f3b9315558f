/* Numbers and commands as text. */
#include "arena/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/arena.h"

struct number decimal(double x, int places)
{
    struct number n = {""};
    int64_t scale = 1;
    for (int i = 0; i < places; i++)
        scale *= 10;
    if (!isfinite(x) || fabs(x) >= 1e12)
        return n;
    int64_t parts = (int64_t)(fabs(x) * (double)scale + 0.5);
    int length = snprintf(n.text, sizeof n.text, "%s%" PRId64, x < 0 && parts ? "-" : "",
                          parts / scale);
    if (places > 0)
        n.text[length] = '.';
    for (int i = places; i > 0; i--, parts /= 10)
        n.text[length + i] = (char)('0' + parts % 10);
    return n;
}

double ratio(int64_t part, int64_t whole)
{
    return whole ? (double)part / (double)whole : NAN;
}

struct number grouped(int64_t x)
{
    struct number n;
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, x < 0 ? 0 - (uint64_t)x : (uint64_t)x);
    struct out o;
    out_init(&o, n.text, sizeof n.text);
    if (x < 0)
        out_char(&o, '-');
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out_char(&o, ',');
        out_char(&o, digits[i]);
    }
    return n;
}

/* ---- Command lines ---- */

static void out_shell_word(struct out *o, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=:.,/+@%";
    if (word[0] && !word[strspn(word, plain)]) {
        out_text(o, word);
        return;
    }
    out_char(o, '\'');
    for (; *word; word++)
        if (*word == '\'')
            out_text(o, "'\\''");
        else
            out_char(o, *word);
    out_char(o, '\'');
}

/* Names are separated by commas, except that a program takes the rest of its list. */
static void out_bots(struct out *o, const struct contest *c)
{
    for (int i = 0; i < c->bots; i++) {
        bool alone = i == 0 || c->bot[i].type == BOT_PROGRAM || c->bot[i - 1].type == BOT_PROGRAM;
        out_text(o, alone ? " --bots " : ",");
        out_shell_word(o, c->bot[i].name);
    }
}

void contest_command(const struct contest *c, struct out *o)
{
    const struct game *g = c->game;
    out_format(o, "tenka arena %s --players %d", g->id, c->config.players);
    for (int i = 0; i < g->options_count; i++)
        if (c->config.option[i])
            out_format(o, " --option %s=%s", g->options[i].name,
                       g->options[i].values[c->config.option[i]]);
    out_bots(o, c);
    out_format(o, " --games %" PRId64 " --seed %" PRIu64, c->deals * contest_games_per_deal(c),
               c->seed);
    if (c->sprt)
        out_format(o, " --sprt %s,%s", decimal(c->elo0, 2).text, decimal(c->elo1, 2).text);
}
