/* Results as JSON, with line breaks, so that people can read them, too. */
#include "arena/result.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/summary.h"
#include "arena/text.h"
#include "core/json_out.h"
#include "json/json.h"

enum { DEPTH = 8 }; /* of nested objects and lists */

/* The largest sum that is accepted in a file: the sums of a tally can still be added up without
 * overflow. Times may be larger. */
static const int64_t sum_most = INT64_C(1000000000000000), time_most = INT64_C(1) << 60;
static const double elo_most = 10000;

/* A whole number of a struct, and its name in the file. */
struct sum {
    const char *name;
    size_t offset;
    bool negative; /* whether it may be negative */
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

/* The key of a member that begins a new line. */
static void line_key(struct out *o, int indent, const char *key)
{
    json_line(o, indent);
    json_key(o, key);
}

/* A number that is not finite becomes null. */
static void result_print_real(struct out *o, const char *key, double x, int places)
{
    const struct number n = decimal(x, places);
    json_key(o, key);
    if (n.text[0])
        json_format(o, "%s", n.text);
    else
        json_null(o);
}

static void print_estimate(struct out *o, const char *key, struct estimate e, int places)
{
    json_member_object(o, key);
    result_print_real(o, "value", e.value, places);
    result_print_real(o, "low", e.low, places);
    result_print_real(o, "high", e.high, places);
    json_object_end(o);
}

static void print_sums(struct out *o, const struct sum *sums, const void *of)
{
    for (; sums->name; sums++)
        json_member_number(o, sums->name, *(const int64_t *)((const char *)of + sums->offset));
}

static void result_print_list(struct out *o, const int64_t list[], int count)
{
    json_list_begin(o);
    for (int i = 0; i < count; i++)
        json_number(o, list[i]);
    json_list_end(o);
}

/* The first number of a list of cells, the distance between cells, and how many there are. */
struct scale {
    int least, step, cells;
};

static const struct scale scale_points = {POINTS_LEAST, 1, POINTS_CELLS};
static const struct scale scale_plies = {0, LENGTH_STEP, LENGTH_CELLS};
static const struct scale scale_times = {0, 1, TIME_CELLS};

static void print_cells(struct out *o, const int64_t cells[], struct scale s)
{
    json_list_begin(o);
    for (int i = 0; i < s.cells; i++)
        if (cells[i])
            result_print_list(o, (const int64_t[]){s.least + i * s.step, cells[i]}, 2);
    json_list_end(o);
}

static void result_print_options(struct out *o, const struct contest *c)
{
    line_key(o, 2, "options");
    json_object_begin(o);
    for (int i = 0; i < c->game->options_count; i++) {
        const struct option *option = &c->game->options[i];
        json_member_text(o, option->name, option->values[c->config.option[i]]);
    }
    json_object_end(o);
}

static void result_print_sprt(struct out *o, const struct contest *c, const struct summary *s)
{
    static const char *const verdicts[] = {"elo0", "undecided", "elo1"};
    line_key(o, 2, "sprt");
    if (!c->sprt) {
        json_null(o);
        return;
    }
    json_object_begin(o);
    result_print_real(o, "elo0", c->elo0, 6);
    result_print_real(o, "elo1", c->elo1, 6);
    result_print_real(o, "llr", s->llr, 4);
    json_member_text(o, "verdict", verdicts[s->verdict + 1]);
    json_object_end(o);
}

static void print_contest(struct out *o, const struct contest *c)
{
    json_line(o, 2);
    json_member_text(o, "tenka", "arena");
    json_line(o, 2);
    json_member_number(o, "format", RESULT_FORMAT);
    json_line(o, 2);
    json_member_text(o, "game", c->game->id);
    json_line(o, 2);
    json_member_number(o, "rules", c->game->version);
    json_line(o, 2);
    json_member_number(o, "players", c->config.players);
    result_print_options(o, c);
    line_key(o, 2, "bots");
    json_list_begin(o);
    for (int i = 0; i < c->bots; i++)
        json_text(o, c->bot[i].name);
    json_list_end(o);
    line_key(o, 2, "seed");
    json_text_begin(o);
    out_format(o, "%" PRIu64, c->seed);
    json_text_end(o);
    json_line(o, 2);
    json_member_number(o, "deals_asked", c->deals);
}

/* What is printed. */
struct shown {
    const struct contest *contest;
    const struct tally *tally;
    const struct summary *summary;
};

static void result_print_standing(struct out *o, const struct shown *shown, int bot)
{
    const struct standing *s = &shown->tally->bot[bot];
    const struct summary_bot *b = &shown->summary->bot[bot];
    json_object_begin(o);
    json_member_text(o, "bot", shown->contest->bot[bot].name);
    json_member_number(o, "games", s->games);
    result_print_real(o, "wins", (double)s->wins / WIN, 2);
    json_line(o, 5);
    print_estimate(o, "win_share", b->wins, 4);
    result_print_real(o, "mean_rank", b->mean_rank, 4);
    result_print_real(o, "mean_score", b->mean_score, 4);
    json_line(o, 5);
    print_estimate(o, "elo", b->elo, 1);
    json_member_number(o, "moves", s->moves);
    json_member_number(o, "troubles", s->troubles);
    json_member_text(o, "first_trouble", shown->tally->trouble[bot]);
    json_object_end(o);
}

static void print_pair(struct out *o, const struct contest *c, const struct tally *t,
                       const int ab[2])
{
    int64_t before = 0, behind = 0;
    for (int i = 0; i < GROUPS; i++) {
        before += t->pair[i][ab[0]][ab[1]];
        behind += t->pair[i][ab[1]][ab[0]];
    }
    json_object_begin(o);
    json_member_text(o, "bot", c->bot[ab[0]].name);
    json_member_text(o, "other", c->bot[ab[1]].name);
    result_print_real(o, "before", ratio(before, before + behind), 4);
    json_object_end(o);
}

static void result_print_pairs(struct out *o, const struct contest *c, const struct tally *t)
{
    line_key(o, 2, "pairs");
    json_list_begin(o);
    for (int a = 0; a < c->bots; a++)
        for (int b = 0; b < c->bots; b++)
            if (a != b) {
                json_line(o, 4);
                print_pair(o, c, t, (const int[]){a, b});
            }
    json_list_end(o);
}

static void result_print_standings(struct out *o, const struct shown *shown)
{
    const struct contest *c = shown->contest;
    line_key(o, 2, "standings");
    json_list_begin(o);
    for (int i = 0; i < c->bots; i++) {
        json_line(o, 4);
        result_print_standing(o, shown, i);
    }
    json_list_end(o);
    line_key(o, 2, "elo_against");
    json_text(o, c->bot[c->bots - 1].name);
    result_print_pairs(o, c, shown->tally);
}

static void print_bot_sums(struct out *o, const struct contest *c, const struct tally *t)
{
    line_key(o, 4, "bots");
    json_list_begin(o);
    for (int i = 0; i < c->bots; i++) {
        const struct standing *s = &t->bot[i];
        json_line(o, 6);
        json_object_begin(o);
        print_sums(o, bot_sums, s);
        line_key(o, 7, "seat_games");
        result_print_list(o, s->seat_games, c->config.players);
        json_key(o, "seat_wins");
        result_print_list(o, s->seat_wins, c->config.players);
        json_object_end(o);
    }
    json_list_end(o);
}

static void print_groups(struct out *o, const struct contest *c, const struct tally *t)
{
    line_key(o, 4, "pairs");
    json_list_begin(o);
    for (int i = 0; i < GROUPS; i++) {
        json_line(o, 6);
        json_list_begin(o);
        for (int a = 0; a < c->bots; a++)
            result_print_list(o, t->pair[i][a], c->bots);
        json_list_end(o);
    }
    json_list_end(o);
}

static void print_all_sums(struct out *o, const struct contest *c, const struct tally *t)
{
    line_key(o, 2, "sums");
    json_object_begin(o);
    json_line(o, 4);
    json_member_number(o, "win", WIN);
    print_sums(o, tally_sums, t);
    print_bot_sums(o, c, t);
    print_groups(o, c, t);
    json_object_end(o);
}

static void result_print_spreads(struct out *o, const struct contest *c, const struct tally *t)
{
    line_key(o, 2, "spreads");
    json_list_begin(o);
    for (int i = 0; i < c->bots; i++) {
        json_line(o, 4);
        print_cells(o, t->bot[i].spread, scale_points);
    }
    json_list_end(o);
    line_key(o, 2, "lengths");
    print_cells(o, t->length, scale_plies);
}

static void result_print_cards(struct out *o, const struct contest *c, const struct tally *t)
{
    static const struct card_tally none;
    line_key(o, 2, "cards");
    json_object_begin(o);
    for (int kind = 1; kind < c->game->schema->kinds; kind++) {
        if (memcmp(&t->card[kind], &none, sizeof none) == 0)
            continue;
        line_key(o, 4, c->game->schema->kind[kind].id);
        json_object_begin(o);
        print_sums(o, card_sums, &t->card[kind]);
        json_object_end(o);
    }
    json_object_end(o);
}

static void print_timing(struct out *o, const struct shown *shown)
{
    const struct contest *c = shown->contest;
    line_key(o, 2, "timing");
    json_object_begin(o);
    json_member_list(o, "bots");
    for (int i = 0; i < c->bots; i++) {
        const struct standing *s = &shown->tally->bot[i];
        json_line(o, 4);
        json_object_begin(o);
        json_member_text(o, "bot", c->bot[i].name);
        json_member_number(o, "nanoseconds", s->nanoseconds);
        result_print_real(o, "ms_per_move", shown->summary->bot[i].ms_per_move, 6);
        result_print_real(o, "ms_p99", shown->summary->bot[i].ms_p99, 6);
        line_key(o, 5, "times");
        print_cells(o, s->times, scale_times);
        json_object_end(o);
    }
    json_list_end(o);
    json_object_end(o);
}

void result_print(const struct contest *c, const struct tally *t, struct out *o)
{
    struct summary summary = contest_summary(c, t);
    const struct shown shown = {c, t, &summary};
    o->spaced = true;
    json_object_begin(o);
    print_contest(o, c);
    result_print_sprt(o, c, &summary);
    result_print_standings(o, &shown);
    print_all_sums(o, c, t);
    result_print_spreads(o, c, t);
    result_print_cards(o, c, t);
    print_timing(o, &shown);
    out_char(o, '\n');
    json_object_end(o);
    out_char(o, '\n');
}

/* ---- Reading ---- */

static bool expect_count(const struct json_value *list, int count)
{
    int found = json_count(list);
    return found == count || json_fail(list, "expected %d elements, found %d", count, found);
}

/* A list with exactly this many elements; otherwise `at` is NULL and the error is set. */
static struct json_value member_list(const struct json_value *whole, const char *name, int count)
{
    struct json_value list = json_member(whole, name, JSON_LIST);
    if (list.at && !expect_count(&list, count))
        list.at = NULL;
    return list;
}

static bool result_read_number(const struct json_value *v, int64_t least, int64_t most,
                               int64_t *number)
{
    int64_t found;
    if (!v->at || !json_expect(v, JSON_INTEGER))
        return false;
    if (!json_get_integer(v, &found) || found < least || found > most)
        return json_fail(v, "expected a number from %" PRId64 " to %" PRId64 ", found %.*s", least,
                         most, SLICE(json_raw(v)));
    *number = found;
    return true;
}

static bool read_count(const struct json_value *whole, const char *name, int64_t most,
                       int64_t *number)
{
    struct json_value v = json_member(whole, name, JSON_INTEGER);
    return result_read_number(&v, 0, most, number);
}

/* Reads a text of at most `size` bytes including its NUL. */
static bool result_read_text(const struct json_value *v, char *text, size_t size)
{
    if (!v->at || !json_expect(v, JSON_TEXT))
        return false;
    if (!json_get_text(v, text, size))
        return json_fail(v, "expected a text of at most %zu bytes", size - 1);
    for (const char *c = text; *c; c++)
        if (*c < ' ' || *c > '~')
            return json_fail(v, "expected a text of printable ASCII");
    return true;
}

static bool read_sums(const struct json_value *v, const struct sum *sums, void *to)
{
    for (; sums->name; sums++) {
        struct json_value number = json_member(v, sums->name, JSON_INTEGER);
        if (!result_read_number(&number, sums->negative ? -sum_most : 0, sum_most,
                                (int64_t *)((char *)to + sums->offset)))
            return false;
    }
    return true;
}

static bool read_list(const struct json_value *list, int64_t numbers[])
{
    for (struct json_value v = json_first(list); v.at; json_next(&v))
        if (!result_read_number(&v, 0, sum_most, numbers++))
            return false;
    return list->at;
}

static bool read_cell(const struct json_value *pair, struct scale s, int64_t cells[])
{
    int64_t at = 0, number = 0, most = s.least + (int64_t)s.step * (s.cells - 1);
    if (!json_expect(pair, JSON_LIST) || !expect_count(pair, 2))
        return false;
    struct json_value first = json_first(pair), second = first;
    json_next(&second);
    if (!result_read_number(&first, s.least, most, &at) ||
        !result_read_number(&second, 1, sum_most, &number))
        return false;
    if ((at - s.least) % s.step != 0)
        return json_fail(&first, "expected a multiple of %d, found %" PRId64, s.step, at);
    int64_t *cell = &cells[(at - s.least) / s.step];
    if (*cell != 0)
        return json_fail(&first, "%" PRId64 " appears twice", at);
    *cell = number;
    return true;
}

static bool read_cells(const struct json_value *list, struct scale s, int64_t cells[])
{
    for (struct json_value v = json_first(list); v.at; json_next(&v))
        if (!read_cell(&v, s, cells))
            return false;
    return list->at;
}

/* ---- The contest ---- */

static bool read_heading(const struct json_value *file)
{
    char kind[16] = "";
    int64_t format;
    struct json_value tenka = json_member(file, "tenka", JSON_TEXT);
    if (!result_read_text(&tenka, kind, sizeof kind))
        return false;
    if (strcmp(kind, "arena") != 0)
        return json_fail(&tenka, "expected 'arena', found '%s'", kind);
    struct json_value v = json_member(file, "format", JSON_INTEGER);
    return result_read_number(&v, RESULT_FORMAT, RESULT_FORMAT, &format);
}

static bool result_read_game(const struct json_value *file, struct contest *c)
{
    char id[64] = "", wrong[512];
    int64_t rules = 0, players = 0;
    struct out o;
    struct json_value game = json_member(file, "game", JSON_TEXT);
    if (!result_read_text(&game, id, sizeof id))
        return false;
    out_init(&o, wrong, sizeof wrong);
    c->game = game_parse(slice_of(id), &o);
    if (!c->game)
        return json_fail(&game, "%s", wrong);
    struct json_value version = json_member(file, "rules", JSON_INTEGER);
    if (!result_read_number(&version, c->game->version, c->game->version, &rules))
        return false;
    const struct schema *schema = c->game->schema;
    struct json_value number = json_member(file, "players", JSON_INTEGER);
    if (!result_read_number(&number, schema->players_min, schema->players_max, &players))
        return false;
    c->config.players = (uint8_t)players;
    return true;
}

static bool read_option(const struct json_value *v, struct contest *c)
{
    char name[64], value[64], setting[160], text[512];
    struct out o, error;
    if (!result_read_text(v, value, sizeof value))
        return false;
    json_get_key(v, name, sizeof name); /* a name that is cut here is not an option anyway */
    out_init(&o, setting, sizeof setting);
    out_init(&error, text, sizeof text);
    out_format(&o, "%s=%s", name, value);
    return config_set(c->game, &c->config, (struct slice){setting, (int)o.used}, &error) ||
           json_fail(v, "%s", text);
}

static bool read_options(const struct json_value *file, struct contest *c)
{
    struct json_value options = json_member(file, "options", JSON_OBJECT);
    for (struct json_value v = json_first(&options); v.at; json_next(&v))
        if (!read_option(&v, c))
            return false;
    return options.at;
}

static bool read_bot(const struct json_value *v, const struct game *g, struct bot *bot)
{
    char name[BOT_NAME_BYTES], text[2048];
    struct out error;
    out_init(&error, text, sizeof text);
    if (!result_read_text(v, name, sizeof name))
        return false;
    return bot_parse(g, name, bot, &error) || json_fail(v, "there is no bot '%s'", name);
}

static bool read_bots(const struct json_value *file, struct contest *c)
{
    struct json_value bots = json_member(file, "bots", JSON_LIST);
    int count = json_count(&bots);
    if (!bots.at)
        return false;
    if (count < 2 || count > ARENA_BOTS)
        return json_fail(&bots, "expected 2 to %d bots, found %d", ARENA_BOTS, count);
    for (struct json_value v = json_first(&bots); v.at; json_next(&v))
        if (!read_bot(&v, c->game, &c->bot[c->bots++]))
            return false;
    return true;
}

static bool result_read_seed(const struct json_value *file, struct contest *c)
{
    char text[32], *end;
    struct json_value v = json_member(file, "seed", JSON_TEXT);
    if (!result_read_text(&v, text, sizeof text))
        return false;
    errno = 0;
    unsigned long long seed = strtoull(text, &end, 10);
    if (!text[0] || text[strspn(text, "0123456789")] || errno)
        return json_fail(&v, "expected a text of digits, at most %" PRIu64 ", found '%s'",
                         UINT64_MAX, text);
    c->seed = seed;
    return true;
}

static bool read_elo(const struct json_value *sprt, const char *name, double *elo)
{
    struct json_value v = json_find(sprt, name);
    double x;
    if (!json_get_real(&v, &x) || !isfinite(x) || fabs(x) > elo_most)
        return json_fail(&v, "expected a number from %d to %d", (int)-elo_most, (int)elo_most);
    *elo = x;
    return true;
}

static bool result_read_sprt(const struct json_value *file, struct contest *c)
{
    struct json_value sprt = json_find(file, "sprt");
    if (json_type(&sprt) == JSON_NULL)
        return true;
    c->sprt = json_expect(&sprt, JSON_OBJECT) && read_elo(&sprt, "elo0", &c->elo0) &&
              read_elo(&sprt, "elo1", &c->elo1);
    return c->sprt;
}

static bool read_contest(const struct json_value *file, struct contest *c)
{
    c->threads = 1;
    return read_heading(file) && result_read_game(file, c) && read_options(file, c) &&
           read_bots(file, c) && result_read_seed(file, c) &&
           read_count(file, "deals_asked", sum_most, &c->deals) && result_read_sprt(file, c);
}

/* ---- The tally ---- */

static bool read_standing(const struct json_value *v, int players, struct standing *s)
{
    if (!json_expect(v, JSON_OBJECT))
        return false;
    struct json_value played = member_list(v, "seat_games", players);
    if (!played.at)
        return false;
    struct json_value wins = member_list(v, "seat_wins", players);
    return wins.at && read_sums(v, bot_sums, s) && read_list(&played, s->seat_games) &&
           read_list(&wins, s->seat_wins);
}

static bool read_bot_sums(const struct json_value *sums, const struct contest *c, struct tally *t)
{
    struct json_value bots = member_list(sums, "bots", c->bots);
    for (struct json_value v = json_first(&bots); v.at; json_next(&v))
        if (!read_standing(&v, c->config.players, &t->bot[v.place]))
            return false;
    return bots.at;
}

/* The pairs of a group, in halves: one row for each bot. */
static bool read_group(const struct json_value *group, int bots,
                       int64_t pair[ARENA_BOTS][ARENA_BOTS])
{
    if (!json_expect(group, JSON_LIST) || !expect_count(group, bots))
        return false;
    for (struct json_value row = json_first(group); row.at; json_next(&row))
        if (!json_expect(&row, JSON_LIST) || !expect_count(&row, bots) ||
            !read_list(&row, pair[row.place]))
            return false;
    return true;
}

static bool read_groups(const struct json_value *sums, const struct contest *c, struct tally *t)
{
    struct json_value groups = member_list(sums, "pairs", GROUPS);
    for (struct json_value v = json_first(&groups); v.at; json_next(&v))
        if (!read_group(&v, c->bots, t->pair[v.place]))
            return false;
    return groups.at;
}

static bool read_all_sums(const struct json_value *file, const struct contest *c, struct tally *t)
{
    int64_t win;
    struct json_value sums = json_member(file, "sums", JSON_OBJECT);
    struct json_value unit = json_member(&sums, "win", JSON_INTEGER);
    return result_read_number(&unit, WIN, WIN, &win) && read_sums(&sums, tally_sums, t) &&
           read_bot_sums(&sums, c, t) && read_groups(&sums, c, t);
}

static bool read_spreads(const struct json_value *file, const struct contest *c, struct tally *t)
{
    struct json_value lengths = json_member(file, "lengths", JSON_LIST);
    if (!read_cells(&lengths, scale_plies, t->length))
        return false;
    struct json_value spreads = member_list(file, "spreads", c->bots);
    for (struct json_value v = json_first(&spreads); v.at; json_next(&v))
        if (!json_expect(&v, JSON_LIST) || !read_cells(&v, scale_points, t->bot[v.place].spread))
            return false;
    return spreads.at;
}

static bool read_card(const struct json_value *v, const struct game *g, struct tally *t)
{
    char name[64];
    bool whole = json_get_key(v, name, sizeof name);
    int kind = whole ? kind_find(g->schema, slice_of(name)) : 0;
    if (!kind)
        return json_fail(v, "%s has no such card", g->id);
    return json_expect(v, JSON_OBJECT) && read_sums(v, card_sums, &t->card[kind]);
}

static bool read_cards(const struct json_value *file, const struct contest *c, struct tally *t)
{
    struct json_value cards = json_member(file, "cards", JSON_OBJECT);
    for (struct json_value v = json_first(&cards); v.at; json_next(&v))
        if (!read_card(&v, c->game, t))
            return false;
    return cards.at;
}

static bool read_troubles(const struct json_value *file, const struct contest *c, struct tally *t)
{
    struct json_value standings = member_list(file, "standings", c->bots);
    for (struct json_value v = json_first(&standings); v.at; json_next(&v)) {
        if (!json_expect(&v, JSON_OBJECT))
            return false;
        struct json_value trouble = json_member(&v, "first_trouble", JSON_TEXT);
        if (!result_read_text(&trouble, t->trouble[v.place], TROUBLE_BYTES))
            return false;
    }
    return standings.at;
}

static bool read_times(const struct json_value *v, struct standing *s)
{
    if (!json_expect(v, JSON_OBJECT) || !read_count(v, "nanoseconds", time_most, &s->nanoseconds))
        return false;
    struct json_value times = json_member(v, "times", JSON_LIST);
    return read_cells(&times, scale_times, s->times);
}

static bool read_timing(const struct json_value *file, const struct contest *c, struct tally *t)
{
    struct json_value timing = json_member(file, "timing", JSON_OBJECT);
    struct json_value bots = member_list(&timing, "bots", c->bots);
    for (struct json_value v = json_first(&bots); v.at; json_next(&v))
        if (!read_times(&v, &t->bot[v.place]))
            return false;
    return bots.at;
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
        return "the sum of its seat_games is not its games";
    if (total(s->seat_wins, SEATS_MAX) != s->wins)
        return "the sum of its seat_wins is not its wins";
    if (total(s->spread, POINTS_CELLS) != s->games)
        return "the sum of the games in its spread is not its games";
    return s->wins > s->games * WIN ? "it has more wins than games" : NULL;
}

static bool check_sums(const struct json_value *file, const struct contest *c,
                       const struct tally *t)
{
    struct json_value sums = json_find(file, "sums"), bots = json_find(&sums, "bots");
    int64_t seats = 0;
    for (struct json_value v = json_first(&bots); v.at; json_next(&v)) {
        const char *misfit = standing_misfit(&t->bot[v.place]);
        seats += t->bot[v.place].games;
        if (misfit)
            return json_fail(&v, "%s", misfit);
    }
    if (t->games != t->deals * contest_games_per_deal(c))
        return json_fail(&sums, "expected %d games for each deal", contest_games_per_deal(c));
    if (seats != t->games * c->config.players)
        return json_fail(&bots, "the games of all bots do not add up to those of %d seats",
                         c->config.players);
    return total(t->length, LENGTH_CELLS) == t->games ||
           json_fail(file, "lengths: expected as many games as in sums.games");
}

static bool read_result(const struct json_value *file, struct contest *c, struct tally *t)
{
    return read_contest(file, c) && read_troubles(file, c, t) && read_all_sums(file, c, t) &&
           read_spreads(file, c, t) && read_cards(file, c, t) && read_timing(file, c, t) &&
           check_sums(file, c, t);
}

/* ---- The text ---- */

static void print_fault(const struct json_fault *fault, struct out *error)
{
    out_format(error, "line %d: %s", fault->line, fault->reason);
    if (fault->type == JSON_BROKEN)
        out_format(error, " at column %d", fault->column);
}

bool result_parse(struct slice text, struct contest *c, struct tally *t, struct out *error)
{
    struct contest contest = {0};
    struct tally tally = {0};
    struct json_fault fault;
    struct json_value file = json_read(text, DEPTH, &fault);
    file.error = error;
    if (!file.at)
        print_fault(&fault, error);
    if (!file.at || !read_result(&file, &contest, &tally))
        return false;
    *c = contest;
    *t = tally;
    return true;
}

/* ---- Resuming ---- */

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
