/* Results as JSON: written by hand, so that they can be read by people too. */
#include "arena/result.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/estimate.h"
#include "arena/text.h"
#include "json/json.h"

enum { DEPTH = 8 }; /* of objects and lists in each other */

/* No sum in a file is larger: all of a tally's can still be added up. A clock may run longer. */
static const int64_t sum_most = INT64_C(1000000000000000), time_most = INT64_C(1) << 60;
static const double elo_most = 10000;

/* The whole numbers of a struct, by their names in the file. */
struct sum {
    const char *name;
    size_t offset;
    bool negative; /* it may be */
};

static const struct sum bot_sums[] = {
    {"games", offsetof(struct standing, games), false},
    {"wins", offsetof(struct standing, wins), false},
    {"ranks", offsetof(struct standing, ranks), false},
    {"points", offsetof(struct standing, points), true},
    {"squares", offsetof(struct standing, squares), false},
    {"moves", offsetof(struct standing, moves), false},
    {"troubles", offsetof(struct standing, troubles), false},
    {0},
};

static const struct sum card_sums[] = {
    {"held", offsetof(struct card_tally, held), false},
    {"played", offsetof(struct card_tally, played), false},
    {"held_wins", offsetof(struct card_tally, held_wins), false},
    {"played_wins", offsetof(struct card_tally, played_wins), false},
    {0},
};

static const struct sum tally_sums[] = {
    {"deals", offsetof(struct tally, deals), false},
    {"games", offsetof(struct tally, games), false},
    {"plies", offsetof(struct tally, plies), false},
    {"pair_squares", offsetof(struct tally, pair_squares), false},
    {0},
};

/* ---- Writing ---- */

/* What is infinite or not a number is null. */
static void print_real(struct out *o, double x, int places)
{
    const struct number n = decimal(x, places);
    out_text(o, n.text[0] ? n.text : "null");
}

static void print_estimate(struct out *o, const char *name, struct estimate e, int places)
{
    out_format(o, "\"%s\": {\"value\": ", name);
    print_real(o, e.value, places);
    out_text(o, ", \"low\": ");
    print_real(o, e.low, places);
    out_text(o, ", \"high\": ");
    print_real(o, e.high, places);
    out_char(o, '}');
}

static void print_sums(struct out *o, const struct sum *sums, const void *of)
{
    for (int i = 0; sums[i].name; i++)
        out_format(o, "%s\"%s\": %" PRId64, i ? ", " : "", sums[i].name,
                   *(const int64_t *)((const char *)of + sums[i].offset));
}

static void print_list(struct out *o, const int64_t list[], int count)
{
    out_char(o, '[');
    for (int i = 0; i < count; i++)
        out_format(o, "%s%" PRId64, i ? ", " : "", list[i]);
    out_char(o, ']');
}

static void print_cells(struct out *o, const int64_t cells[], int count, int least, int step)
{
    const char *separator = "";
    out_char(o, '[');
    for (int i = 0; i < count; i++)
        if (cells[i]) {
            out_format(o, "%s[%d, %" PRId64 "]", separator, least + i * step, cells[i]);
            separator = ", ";
        }
    out_char(o, ']');
}

static void print_options(struct out *o, const struct contest *c)
{
    bool first = true;
    out_text(o, "  \"options\": {");
    for (int i = 0; i < c->game->options_count; i++) {
        const struct option *option = &c->game->options[i];
        out_separator(o, first ? "" : " ", &first);
        out_format(o, "\"%s\": \"%s\"", option->name, option->values[c->config.option[i]]);
    }
    out_text(o, "},\n");
}

static void print_sprt(struct out *o, const struct contest *c, const struct tally *t)
{
    static const char *const verdicts[] = {"elo0", "undecided", "elo1"};
    if (!c->sprt) {
        out_text(o, "  \"sprt\": null,\n");
        return;
    }
    out_text(o, "  \"sprt\": {\"elo0\": ");
    print_real(o, c->elo0, 6);
    out_text(o, ", \"elo1\": ");
    print_real(o, c->elo1, 6);
    out_text(o, ", \"llr\": ");
    print_real(o, tally_llr(c, t), 4);
    out_format(o, ", \"verdict\": \"%s\"},\n", verdicts[tally_verdict(c, t) + 1]);
}

static void print_contest(struct out *o, const struct contest *c)
{
    out_format(o,
               "{\n  \"tenka\": \"arena\",\n  \"format\": %d,\n  \"game\": \"%s\",\n"
               "  \"rules\": %d,\n  \"players\": %d,\n",
               RESULT_FORMAT, c->game->id, c->game->version, c->config.players);
    print_options(o, c);
    out_text(o, "  \"bots\": [");
    for (int i = 0; i < c->bots; i++) {
        out_text(o, i ? ", " : "");
        out_json_string(o, c->bot[i].name);
    }
    out_format(o, "],\n  \"seed\": \"%" PRIu64 "\",\n  \"deals_asked\": %" PRId64 ",\n", c->seed,
               c->deals);
}

static void print_standing(struct out *o, const struct contest *c, const struct tally *t, int bot)
{
    const struct standing *s = &t->bot[bot];
    out_text(o, "{\"bot\": ");
    out_json_string(o, c->bot[bot].name);
    out_format(o, ", \"games\": %" PRId64 ", \"wins\": ", s->games);
    print_real(o, (double)s->wins / WIN, 2);
    out_text(o, ",\n     ");
    print_estimate(o, "win_share", tally_wins(t, bot), 4);
    out_text(o, ", \"mean_rank\": ");
    print_real(o, ratio(s->ranks, s->games), 4);
    out_text(o, ", \"mean_score\": ");
    print_real(o, ratio(s->points, s->games), 4);
    out_text(o, ",\n     ");
    print_estimate(o, "elo", tally_elo(c, t, bot, c->bots - 1), 1);
    out_format(o,
               ", \"moves\": %" PRId64 ", \"troubles\": %" PRId64 ", \"first_trouble\": ", s->moves,
               s->troubles);
    out_json_string(o, t->trouble[bot]);
    out_char(o, '}');
}

static void print_pair(struct out *o, const struct contest *c, const struct tally *t,
                       const int ab[2])
{
    int64_t before = 0, behind = 0;
    for (int i = 0; i < GROUPS; i++) {
        before += t->pair[i][ab[0]][ab[1]];
        behind += t->pair[i][ab[1]][ab[0]];
    }
    out_text(o, "{\"bot\": ");
    out_json_string(o, c->bot[ab[0]].name);
    out_text(o, ", \"other\": ");
    out_json_string(o, c->bot[ab[1]].name);
    out_text(o, ", \"before\": ");
    print_real(o, ratio(before, before + behind), 4);
    out_char(o, '}');
}

static void print_pairs(struct out *o, const struct contest *c, const struct tally *t)
{
    bool first = true;
    out_text(o, "  \"pairs\": [");
    for (int a = 0; a < c->bots; a++)
        for (int b = 0; b < c->bots; b++)
            if (a != b) {
                out_separator(o, "\n    ", &first);
                print_pair(o, c, t, (const int[]){a, b});
            }
    out_text(o, "],\n");
}

static void print_standings(struct out *o, const struct contest *c, const struct tally *t)
{
    out_text(o, "  \"standings\": [");
    for (int i = 0; i < c->bots; i++) {
        out_text(o, i ? ",\n    " : "\n    ");
        print_standing(o, c, t, i);
    }
    out_text(o, "],\n  \"elo_against\": ");
    out_json_string(o, c->bot[c->bots - 1].name);
    out_text(o, ",\n");
    print_pairs(o, c, t);
}

static void print_bot_sums(struct out *o, const struct contest *c, const struct tally *t)
{
    out_text(o, "    \"bots\": [");
    for (int i = 0; i < c->bots; i++) {
        const struct standing *s = &t->bot[i];
        out_text(o, i ? ",\n      {" : "\n      {");
        print_sums(o, bot_sums, s);
        out_text(o, ",\n       \"seat_games\": ");
        print_list(o, s->seat_games, c->config.players);
        out_text(o, ", \"seat_wins\": ");
        print_list(o, s->seat_wins, c->config.players);
        out_char(o, '}');
    }
    out_text(o, "],\n");
}

static void print_groups(struct out *o, const struct contest *c, const struct tally *t)
{
    out_text(o, "    \"pairs\": [");
    for (int i = 0; i < GROUPS; i++) {
        out_text(o, i ? ",\n      [" : "\n      [");
        for (int a = 0; a < c->bots; a++) {
            out_text(o, a ? ", " : "");
            print_list(o, t->pair[i][a], c->bots);
        }
        out_char(o, ']');
    }
    out_text(o, "]},\n");
}

static void print_spreads(struct out *o, const struct contest *c, const struct tally *t)
{
    out_text(o, "  \"spreads\": [");
    for (int i = 0; i < c->bots; i++) {
        out_text(o, i ? ",\n    " : "\n    ");
        print_cells(o, t->bot[i].spread, POINTS_CELLS, POINTS_LEAST, 1);
    }
    out_text(o, "],\n  \"lengths\": ");
    print_cells(o, t->length, LENGTH_CELLS, 0, LENGTH_STEP);
    out_text(o, ",\n");
}

static void print_cards(struct out *o, const struct contest *c, const struct tally *t)
{
    static const struct card_tally none;
    bool first = true;
    out_text(o, "  \"cards\": {");
    for (int kind = 1; kind < c->game->schema->kinds; kind++) {
        if (memcmp(&t->card[kind], &none, sizeof none) == 0)
            continue;
        out_separator(o, "\n    ", &first);
        out_json_string(o, c->game->schema->kind[kind].id);
        out_text(o, ": {");
        print_sums(o, card_sums, &t->card[kind]);
        out_char(o, '}');
    }
    out_text(o, "},\n");
}

static void print_timing(struct out *o, const struct contest *c, const struct tally *t)
{
    out_text(o, "  \"timing\": {\"bots\": [");
    for (int i = 0; i < c->bots; i++) {
        const struct standing *s = &t->bot[i];
        out_text(o, i ? ",\n    {\"bot\": " : "\n    {\"bot\": ");
        out_json_string(o, c->bot[i].name);
        out_format(o, ", \"nanoseconds\": %" PRId64 ", \"ms_per_move\": ", s->nanoseconds);
        print_real(o, ratio(s->nanoseconds, s->moves) / 1e6, 6);
        out_text(o, ", \"ms_p99\": ");
        print_real(o, standing_p99(s), 6);
        out_text(o, ",\n     \"times\": ");
        print_cells(o, s->times, TIME_CELLS, 0, 1);
        out_char(o, '}');
    }
    out_text(o, "]}\n}\n");
}

void result_print(const struct contest *c, const struct tally *t, struct out *o)
{
    print_contest(o, c);
    print_sprt(o, c, t);
    print_standings(o, c, t);
    out_format(o, "  \"sums\": {\n    \"win\": %d, ", WIN);
    print_sums(o, tally_sums, t);
    out_text(o, ",\n");
    print_bot_sums(o, c, t);
    print_groups(o, c, t);
    print_spreads(o, c, t);
    print_cards(o, c, t);
    print_timing(o, c, t);
}

/* ---- Reading ---- */

/* A value in the file, and where it lies. */
struct part {
    const struct part *whole;  /* NULL: it is the file */
    const char *name;          /* in an object; NULL in a list */
    int place;                 /* in a list, from 0 */
    struct json_object *value; /* NULL: something was wrong on the way here, and is told */
    struct out *error;
};

static void print_path(const struct part *p)
{
    if (!p->whole)
        return;
    print_path(p->whole);
    if (p->name)
        out_format(p->error, "%s%.40s", p->whole->whole ? "." : "", p->name);
    else
        out_format(p->error, "[%d]", p->place);
}

__attribute__((format(printf, 2, 3))) static bool fail(const struct part *p, const char *format,
                                                       ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_path(p);
    out_format(p->error, "%s%s", p->whole ? ": " : "", text);
    return false;
}

static const char *type_name(enum json_type type)
{
    switch (type) {
    case json_type_null:
        return "null";
    case json_type_boolean:
        return "true or false";
    case json_type_double:
        return "a number";
    case json_type_int:
        return "a whole number";
    case json_type_object:
        return "an object";
    case json_type_array:
        return "a list";
    case json_type_string:
        return "a text";
    }
    return "nothing";
}

static bool expect(const struct part *p, struct json_object *found, enum json_type type)
{
    if (json_object_is_type(found, type))
        return true;
    return fail(p, "expected %s, found %s", type_name(type),
                type_name(json_object_get_type(found)));
}

static struct part member(const struct part *whole, const char *name, enum json_type type)
{
    struct part p = {.whole = whole, .name = name, .error = whole->error};
    struct json_object *found;
    if (!whole->value)
        return p;
    if (!json_object_object_get_ex(whole->value, name, &found))
        fail(&p, "expected %s, found none", type_name(type));
    else if (expect(&p, found, type))
        p.value = found;
    return p;
}

static struct part element(const struct part *list, int place, enum json_type type)
{
    struct part p = {.whole = list, .place = place, .error = list->error};
    struct json_object *found = json_object_array_get_idx(list->value, (size_t)place);
    if (expect(&p, found, type))
        p.value = found;
    return p;
}

static size_t length_of(const struct part *list)
{
    return json_object_array_length(list->value);
}

/* A list with exactly so many elements; a part without a value if it has another number. */
static struct part list_of(const struct part *whole, const char *name, int count)
{
    struct part p = member(whole, name, json_type_array);
    if (p.value && length_of(&p) != (size_t)count) {
        fail(&p, "expected %d elements, found %zu", count, length_of(&p));
        p.value = NULL;
    }
    return p;
}

static bool read_number(const struct part *p, int64_t least, int64_t most, int64_t *number)
{
    if (!p->value)
        return false;
    int64_t found = json_object_get_int64(p->value);
    if (found < least || found > most)
        return fail(p, "expected a number from %" PRId64 " to %" PRId64 ", found %s", least, most,
                    json_object_get_string(p->value));
    *number = found;
    return true;
}

static bool read_count(const struct part *whole, const char *name, int64_t most, int64_t *number)
{
    struct part p = member(whole, name, json_type_int);
    return read_number(&p, 0, most, number);
}

/* At most `size` bytes with its NUL. */
static bool read_text(const struct part *p, char *text, size_t size)
{
    if (!p->value)
        return false;
    const char *found = json_object_get_string(p->value);
    size_t length = (size_t)json_object_get_string_len(p->value);
    if (length >= size)
        return fail(p, "expected a text of at most %zu bytes", size - 1);
    for (size_t i = 0; i < length; i++)
        if (found[i] < ' ' || found[i] > '~')
            return fail(p, "expected a text of printable ASCII");
    memcpy(text, found, length + 1);
    return true;
}

static bool read_sums(const struct part *p, const struct sum *sums, void *to)
{
    for (; sums->name; sums++) {
        struct part number = member(p, sums->name, json_type_int);
        if (!read_number(&number, sums->negative ? -sum_most : 0, sum_most,
                         (int64_t *)((char *)to + sums->offset)))
            return false;
    }
    return true;
}

static bool read_list(const struct part *p, int64_t list[])
{
    for (int i = 0; p->value && i < (int)length_of(p); i++) {
        struct part number = element(p, i, json_type_int);
        if (!read_number(&number, 0, sum_most, &list[i]))
            return false;
    }
    return p->value != NULL;
}

/* Where the cells of a sparse list begin, how far they are apart, and how many there are. */
struct scale {
    int least, step, cells;
};

static bool read_cell(const struct part *pair, struct scale s, int64_t cells[])
{
    int64_t at = 0, number = 0, most = s.least + (int64_t)s.step * (s.cells - 1);
    if (!pair->value)
        return false;
    if (length_of(pair) != 2)
        return fail(pair, "expected 2 elements, found %zu", length_of(pair));
    struct part first = element(pair, 0, json_type_int), second = element(pair, 1, json_type_int);
    if (!read_number(&first, s.least, most, &at) || !read_number(&second, 1, sum_most, &number))
        return false;
    if ((at - s.least) % s.step != 0)
        return fail(&first, "expected a multiple of %d, found %" PRId64, s.step, at);
    int64_t *cell = &cells[(at - s.least) / s.step];
    if (*cell != 0)
        return fail(&first, "%" PRId64 " comes twice", at);
    *cell = number;
    return true;
}

static bool read_cells(const struct part *p, struct scale s, int64_t cells[])
{
    for (int i = 0; p->value && i < (int)length_of(p); i++) {
        struct part pair = element(p, i, json_type_array);
        if (!read_cell(&pair, s, cells))
            return false;
    }
    return p->value != NULL;
}

/* ---- The contest ---- */

static bool read_heading(const struct part *file)
{
    char kind[16] = "";
    int64_t format;
    struct part tenka = member(file, "tenka", json_type_string);
    if (!read_text(&tenka, kind, sizeof kind))
        return false;
    if (strcmp(kind, "arena") != 0)
        return fail(&tenka, "expected 'arena', found '%s'", kind);
    struct part p = member(file, "format", json_type_int);
    return read_number(&p, RESULT_FORMAT, RESULT_FORMAT, &format);
}

static bool read_game(const struct part *file, struct contest *c)
{
    char id[64] = "", list[256];
    int64_t rules = 0, players = 0;
    struct out o;
    struct part game = member(file, "game", json_type_string);
    if (!read_text(&game, id, sizeof id))
        return false;
    c->game = game_find((struct word){id, (int)strlen(id)});
    out_init(&o, list, sizeof list);
    games_list(&o);
    if (!c->game)
        return fail(&game, "there is no game '%s'; there are: %s", id, list);
    struct part version = member(file, "rules", json_type_int);
    struct part number = member(file, "players", json_type_int);
    const struct schema *schema = c->game->schema;
    if (!read_number(&version, c->game->version, c->game->version, &rules) ||
        !read_number(&number, schema->players_min, schema->players_max, &players))
        return false;
    c->config.players = (uint8_t)players;
    return true;
}

static bool read_option(const struct part *p, struct contest *c)
{
    char value[64], setting[160], text[512];
    struct out o, error;
    if (!read_text(p, value, sizeof value))
        return false;
    out_init(&o, setting, sizeof setting);
    out_init(&error, text, sizeof text);
    out_format(&o, "%s=%s", p->name, value);
    return config_set(c->game, &c->config, (struct word){setting, (int)o.used}, &error) ||
           fail(p, "%s", text);
}

static bool read_options(const struct part *file, struct contest *c)
{
    struct json_object_iter at;
    struct part options = member(file, "options", json_type_object);
    if (!options.value)
        return false;
    json_object_object_foreachC(options.value, at)
    {
        struct part p = {.whole = &options, .name = at.key, .error = file->error};
        if (!expect(&p, at.val, json_type_string))
            return false;
        p.value = at.val;
        if (!read_option(&p, c))
            return false;
    }
    return true;
}

static bool read_bots(const struct part *file, struct contest *c)
{
    struct part bots = member(file, "bots", json_type_array);
    if (!bots.value)
        return false;
    if (length_of(&bots) < 2 || length_of(&bots) > ARENA_BOTS)
        return fail(&bots, "expected 2 to %d bots, found %zu", ARENA_BOTS, length_of(&bots));
    c->bots = (int)length_of(&bots);
    for (int i = 0; i < c->bots; i++) {
        char name[BOT_NAME_BYTES], text[2048];
        struct out error;
        struct part p = element(&bots, i, json_type_string);
        out_init(&error, text, sizeof text);
        if (!read_text(&p, name, sizeof name))
            return false;
        if (!bot_parse(c->game, name, &c->bot[i], &error))
            return fail(&p, "there is no bot '%s'", name);
    }
    return true;
}

static bool read_seed(const struct part *file, struct contest *c)
{
    char text[32], *end;
    struct part p = member(file, "seed", json_type_string);
    if (!read_text(&p, text, sizeof text))
        return false;
    errno = 0;
    unsigned long long seed = strtoull(text, &end, 10);
    if (!text[0] || text[strspn(text, "0123456789")] || errno)
        return fail(&p, "expected a text of digits, at most %" PRIu64 ", found '%s'", UINT64_MAX,
                    text);
    c->seed = seed;
    return true;
}

static bool read_elo(const struct part *sprt, const char *name, double *elo)
{
    struct part p = {.whole = sprt, .name = name, .error = sprt->error};
    struct json_object *found = json_object_object_get(sprt->value, name);
    double x = json_object_get_double(found);
    if (!(json_object_is_type(found, json_type_double) ||
          json_object_is_type(found, json_type_int)) ||
        !isfinite(x) || fabs(x) > elo_most)
        return fail(&p, "expected a number from %d to %d", (int)-elo_most, (int)elo_most);
    *elo = x;
    return true;
}

static bool read_sprt(const struct part *file, struct contest *c)
{
    struct json_object *found;
    if (json_object_object_get_ex(file->value, "sprt", &found) && !found)
        return true;
    struct part sprt = member(file, "sprt", json_type_object);
    c->sprt = sprt.value && read_elo(&sprt, "elo0", &c->elo0) && read_elo(&sprt, "elo1", &c->elo1);
    return c->sprt;
}

static bool read_contest(const struct part *file, struct contest *c)
{
    c->threads = 1;
    return read_heading(file) && read_game(file, c) && read_options(file, c) &&
           read_bots(file, c) && read_seed(file, c) &&
           read_count(file, "deals_asked", sum_most, &c->deals) && read_sprt(file, c);
}

/* ---- The tally ---- */

static bool read_bot_sums(const struct part *sums, const struct contest *c, struct tally *t)
{
    struct part bots = list_of(sums, "bots", c->bots);
    for (int i = 0; bots.value && i < c->bots; i++) {
        struct part bot = element(&bots, i, json_type_object);
        struct part played = list_of(&bot, "seat_games", c->config.players);
        struct part wins = list_of(&bot, "seat_wins", c->config.players);
        if (!wins.value || !read_sums(&bot, bot_sums, &t->bot[i]) ||
            !read_list(&played, t->bot[i].seat_games) || !read_list(&wins, t->bot[i].seat_wins))
            return false;
    }
    return bots.value != NULL;
}

/* The halves of a group: a row for each bot. */
static bool read_group(const struct part *group, int bots, int64_t pair[ARENA_BOTS][ARENA_BOTS])
{
    if (!group->value)
        return false;
    if (length_of(group) != (size_t)bots)
        return fail(group, "expected %d elements, found %zu", bots, length_of(group));
    for (int i = 0; i < bots; i++) {
        struct part row = element(group, i, json_type_array);
        if (row.value && length_of(&row) != (size_t)bots)
            return fail(&row, "expected %d elements, found %zu", bots, length_of(&row));
        if (!read_list(&row, pair[i]))
            return false;
    }
    return true;
}

static bool read_groups(const struct part *sums, const struct contest *c, struct tally *t)
{
    struct part groups = list_of(sums, "pairs", GROUPS);
    for (int i = 0; groups.value && i < GROUPS; i++) {
        struct part group = element(&groups, i, json_type_array);
        if (!read_group(&group, c->bots, t->pair[i]))
            return false;
    }
    return groups.value != NULL;
}

static bool read_all_sums(const struct part *file, const struct contest *c, struct tally *t)
{
    int64_t win;
    struct part sums = member(file, "sums", json_type_object);
    struct part unit = member(&sums, "win", json_type_int);
    return read_number(&unit, WIN, WIN, &win) && read_sums(&sums, tally_sums, t) &&
           read_bot_sums(&sums, c, t) && read_groups(&sums, c, t);
}

static bool read_spreads(const struct part *file, const struct contest *c, struct tally *t)
{
    const struct scale points = {POINTS_LEAST, 1, POINTS_CELLS};
    const struct scale plies = {0, LENGTH_STEP, LENGTH_CELLS};
    struct part lengths = member(file, "lengths", json_type_array);
    if (!read_cells(&lengths, plies, t->length))
        return false;
    struct part spreads = list_of(file, "spreads", c->bots);
    for (int i = 0; spreads.value && i < c->bots; i++) {
        struct part spread = element(&spreads, i, json_type_array);
        if (!read_cells(&spread, points, t->bot[i].spread))
            return false;
    }
    return spreads.value != NULL;
}

static bool read_cards(const struct part *file, const struct contest *c, struct tally *t)
{
    struct json_object_iter at;
    struct part cards = member(file, "cards", json_type_object);
    if (!cards.value)
        return false;
    json_object_object_foreachC(cards.value, at)
    {
        struct part p = {.whole = &cards, .name = at.key, .error = file->error};
        int kind = kind_find(c->game->schema, (struct word){at.key, (int)strlen(at.key)});
        if (!kind)
            return fail(&p, "%s has no such card", c->game->id);
        if (!expect(&p, at.val, json_type_object))
            return false;
        p.value = at.val;
        if (!read_sums(&p, card_sums, &t->card[kind]))
            return false;
    }
    return true;
}

static bool read_troubles(const struct part *file, const struct contest *c, struct tally *t)
{
    struct part standings = list_of(file, "standings", c->bots);
    for (int i = 0; standings.value && i < c->bots; i++) {
        struct part standing = element(&standings, i, json_type_object);
        struct part trouble = member(&standing, "first_trouble", json_type_string);
        if (!read_text(&trouble, t->trouble[i], TROUBLE_BYTES))
            return false;
    }
    return standings.value != NULL;
}

static bool read_timing(const struct part *file, const struct contest *c, struct tally *t)
{
    struct part timing = member(file, "timing", json_type_object);
    struct part bots = list_of(&timing, "bots", c->bots);
    for (int i = 0; bots.value && i < c->bots; i++) {
        struct part bot = element(&bots, i, json_type_object);
        struct part times = member(&bot, "times", json_type_array);
        if (!read_count(&bot, "nanoseconds", time_most, &t->bot[i].nanoseconds) ||
            !read_cells(&times, (struct scale){0, 1, TIME_CELLS}, t->bot[i].times))
            return false;
    }
    return bots.value != NULL;
}

/* ---- Sums that must agree ---- */

static int64_t total(const int64_t list[], int count)
{
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += list[i];
    return sum;
}

static const char *standing_misfit(const struct standing *s)
{
    if (total(s->seat_games, SEATS_MAX) != s->games)
        return "its games at all seats are not its games";
    if (total(s->seat_wins, SEATS_MAX) != s->wins)
        return "its wins at all seats are not its wins";
    if (total(s->spread, POINTS_CELLS) != s->games)
        return "the games of its spread are not its games";
    return s->wins > s->games * WIN ? "it has more wins than games" : NULL;
}

static bool check_sums(const struct part *file, const struct contest *c, const struct tally *t)
{
    struct part sums = member(file, "sums", json_type_object);
    struct part bots = member(&sums, "bots", json_type_array);
    int64_t seats = 0;
    for (int i = 0; i < c->bots; i++) {
        struct part bot = element(&bots, i, json_type_object);
        const char *misfit = standing_misfit(&t->bot[i]);
        seats += t->bot[i].games;
        if (misfit)
            return fail(&bot, "%s", misfit);
    }
    if (t->games != t->deals * contest_games_per_deal(c))
        return fail(&sums, "expected %d games a deal", contest_games_per_deal(c));
    if (seats != t->games * c->config.players)
        return fail(&bots, "the games of all bots are not those of %d seats", c->config.players);
    return total(t->length, LENGTH_CELLS) == t->games ||
           fail(file, "lengths: expected as many games as in sums.games");
}

static bool read_result(const struct part *file, struct contest *c, struct tally *t)
{
    return expect(file, file->value, json_type_object) && read_contest(file, c) &&
           read_troubles(file, c, t) && read_all_sums(file, c, t) && read_spreads(file, c, t) &&
           read_cards(file, c, t) && read_timing(file, c, t) && check_sums(file, c, t);
}

/* ---- The text ---- */

/* NULL with the reason if it is not one JSON object. */
static struct json_object *parse_json(struct word text, struct out *error)
{
    struct json_fault fault;
    struct json_object *found = json_read(text, DEPTH, &fault);
    if (!found)
        out_format(error, "line %d: %s", fault.line,
                   fault.type == JSON_EARLY   ? "the text ends too early"
                   : fault.type == JSON_OTHER ? "expected one JSON object"
                                              : fault.reason);
    return found;
}

bool result_parse(struct word text, struct contest *c, struct tally *t, struct out *error)
{
    struct contest contest = {0};
    struct tally tally = {0};
    struct part file = {.value = parse_json(text, error), .error = error};
    bool good = file.value && read_result(&file, &contest, &tally);
    json_object_put(file.value);
    if (good) {
        *c = contest;
        *t = tally;
    }
    return good;
}

/* ---- Going on ---- */

static bool options_fit(const struct contest *asked, const struct contest *found, struct out *error)
{
    for (int i = 0; i < asked->game->options_count; i++) {
        const struct option *o = &asked->game->options[i];
        if (asked->config.option[i] != found->config.option[i]) {
            out_format(error, "its option is %s=%s, not %s=%s", o->name,
                       o->values[found->config.option[i]], o->name,
                       o->values[asked->config.option[i]]);
            return false;
        }
    }
    return true;
}

static bool bots_fit(const struct contest *asked, const struct contest *found, struct out *error)
{
    if (asked->bots != found->bots)
        out_format(error, "its number of bots is %d, not %d", found->bots, asked->bots);
    for (int i = 0; asked->bots == found->bots && i < asked->bots; i++) {
        const char *name = asked->bot[i].name, *other = found->bot[i].name;
        if (strcmp(name, other) != 0) {
            out_format(error, "its bot %d is '%s', not '%s'", i + 1, other, name);
            return false;
        }
    }
    return asked->bots == found->bots;
}

bool result_fits(const struct contest *asked, const struct contest *found, struct out *error)
{
    if (asked->game != found->game)
        out_format(error, "its game is %s, not %s", found->game->id, asked->game->id);
    else if (asked->config.players != found->config.players)
        out_format(error, "it has %d players, not %d", found->config.players,
                   asked->config.players);
    else if (asked->seed != found->seed)
        out_format(error, "its seed is %" PRIu64 ", not %" PRIu64, found->seed, asked->seed);
    else
        return options_fit(asked, found, error) && bots_fit(asked, found, error);
    return false;
}
