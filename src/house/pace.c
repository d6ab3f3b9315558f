/* Clocks. They do not read the time; the caller passes it. */
#include "house/pace.h"

#include <string.h>

static const struct {
    char letter;
    int seconds;
} units[] = {{'d', 24 * 3600}, {'h', 3600}, {'m', 60}, {'s', 1}};

enum { UNITS = sizeof units / sizeof *units };

/* '90s'. */
static bool read_seconds(struct slice text, int *seconds)
{
    int number;
    for (int i = 0; i < UNITS; i++)
        if (text.length > 1 && text.at[text.length - 1] == units[i].letter) {
            struct slice digits = {text.at, text.length - 1};
            if (!slice_number(digits, PACE_SECONDS_MAX / units[i].seconds, &number))
                return false;
            *seconds = number * units[i].seconds;
            return true;
        }
    return false;
}

static void print_seconds(int seconds, struct out *o)
{
    int unit = 0;
    while (units[unit].seconds > 1 && (seconds == 0 || seconds % units[unit].seconds))
        unit++;
    out_format(o, "%d%c", seconds / units[unit].seconds, units[unit].letter);
}

static bool read_pace(struct slice text, struct pace *pace)
{
    const char *plus = memchr(text.at, '+', (size_t)text.length);
    *pace = (struct pace){0};
    if (slice_is(text, "none"))
        return true;
    if (!plus)
        return read_seconds(text, &pace->each) && pace->each > 0;
    struct slice bank = {text.at, (int)(plus - text.at)};
    struct slice bonus = {plus + 1, (int)(text.at + text.length - plus - 1)};
    return read_seconds(bank, &pace->bank) && pace->bank > 0 && read_seconds(bonus, &pace->bonus);
}

bool pace_parse(struct slice text, struct pace *pace, struct out *error)
{
    if (read_pace(text, pace))
        return true;
    out_format(
        error,
        "'%.*s' is not a clock; expected 'none', a time for each decision like '90s' or '3d', or "
        "a total time and what each decision adds to it like '10m+5s', up to 30 days",
        SLICE(text));
    return false;
}

void pace_print(const struct pace *pace, struct out *o)
{
    if (pace->each) {
        print_seconds(pace->each, o);
    } else if (pace->bank) {
        print_seconds(pace->bank, o);
        out_char(o, '+');
        print_seconds(pace->bonus, o);
    } else {
        out_text(o, "none");
    }
}

void clocks_begin(struct clocks *c, const struct pace *pace, int players)
{
    *c = (struct clocks){.running = SEAT_NONE};
    for (int seat = 0; seat < players; seat++)
        c->left[seat] = 1000 * (int64_t)(pace->each ? pace->each : pace->bank);
}

int64_t clocks_left(const struct clocks *c, int seat, int64_t now)
{
    int64_t left = c->left[seat];
    if (seat == c->running && now > c->since)
        left -= now - c->since;
    return left > 0 ? left : 0;
}

int clocks_stop(struct clocks *c, int64_t now)
{
    int seat = c->running;
    if (seat != SEAT_NONE)
        c->left[seat] = clocks_left(c, seat, now);
    c->running = SEAT_NONE;
    return seat;
}

void clocks_start(struct clocks *c, const struct pace *pace, int seat, int64_t now)
{
    c->running = pace->each || pace->bank ? seat : SEAT_NONE;
    c->since = now;
    if (c->running != SEAT_NONE && pace->each)
        c->left[seat] = 1000 * (int64_t)pace->each;
}

int64_t clocks_due(const struct clocks *c)
{
    return c->running == SEAT_NONE ? INT64_MAX : c->since + c->left[c->running];
}
