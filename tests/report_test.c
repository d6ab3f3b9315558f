/* Tests results and reports of contests: writing and reading back, what is refused, and what is
 * escaped. With arguments, it writes a report and a result to these files instead. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/report.h"
#include "arena/result.h"
#include "arena/text.h"
#include "named.h"
#include "test.h"

/* A name that must be escaped everywhere. */
#define WILD "run:./bot \"<b>&'x'\" % ]]>"

static struct contest contest;
static struct tally tally;
static char written[RESULT_BYTES], again[RESULT_BYTES];

/* ---- An invented contest ---- */

static void contest_fill(const struct game *g, int players, const char *const names[])
{
    char text[1024];
    struct out error;
    out_init(&error, text, sizeof text);
    contest = (struct contest){.game = g,
                               .config = {.players = (uint8_t)players},
                               .seed = UINT64_MAX - 1,
                               .deals = 700,
                               .threads = 1,
                               .sprt = true,
                               .elo0 = 0,
                               .elo1 = 12.5};
    for (int i = 0; names[i]; i++)
        assert_true(bot_parse(g, names[i], &contest.bot[contest.bots++], &error));
}

/* Counts cards held and played: later kinds win more often, and stronger bots play more of their
 * cards. */
static void count_cards(struct rng *rng, int strength, int wins)
{
    for (int kind = 1; kind < contest.game->schema->kinds; kind++) {
        struct card_tally *c = &tally.card[kind];
        bool held = (int)rng_below(rng, 100) < 30 + kind % 7 + (wins ? kind : 3);
        bool played = held && (int)rng_below(rng, 100) < 50 + strength && kind != 3;
        c->held += held;
        c->played += played;
        c->held_wins += held ? wins : 0;
        c->played_wins += played ? wins : 0;
    }
}

static void count_seat(struct rng *rng, int seat, int bot, int points, int rank, int winners)
{
    struct standing *s = &tally.bot[bot];
    int wins = rank == 1 ? WIN / winners : 0;
    s->games++;
    s->wins += wins;
    s->ranks += rank;
    s->points += points;
    s->squares += (int64_t)points * points;
    s->seat_games[seat]++;
    s->seat_wins[seat] += wins;
    s->spread[points - POINTS_LEAST]++;
    s->moves += 9;
    s->nanoseconds += 9 * (200 + bot * bot * 1500000 + (int)rng_below(rng, 100));
    count_cards(rng, 10 * bot, wins);
}

static void count_pairs(const int bot[], const int ranks[], int64_t pair[ARENA_BOTS][ARENA_BOTS])
{
    for (int a = 0; a < contest.config.players; a++)
        for (int b = 0; b < contest.config.players; b++)
            if (bot[a] != bot[b])
                pair[bot[a]][bot[b]] += (ranks[a] <= ranks[b]) + (ranks[a] < ranks[b]);
}

/* Invents a game in which later bots and earlier seats are better. */
static void count_game(struct rng *rng, int64_t deal, int turn)
{
    int players = contest.config.players, points[SEATS_MAX], ranks[SEATS_MAX], bot[SEATS_MAX];
    int winners = 0, plies = 40 + (int)(rng_below(rng, 40) + rng_below(rng, 50));
    for (int i = 0; i < players; i++) {
        bot[i] = (i + turn) % players < contest.bots ? (i + turn) % players : contest.bots - 1;
        points[i] = 2 * bot[i] - i - 6;
        for (int die = 0; die < 4; die++)
            points[i] += (int)rng_below(rng, 7);
    }
    rank_by_points(players, points, NULL, ranks);
    for (int i = 0; i < players; i++)
        winners += ranks[i] == 1;
    for (int i = 0; i < players; i++)
        count_seat(rng, i, bot[i], points[i], ranks[i], winners);
    count_pairs(bot, ranks, tally.pair[deal % GROUPS]);
    tally.games++;
    tally.plies += plies;
    tally.length[plies / LENGTH_STEP]++;
}

static void fill(const struct game *g, int players, const char *const names[])
{
    static const char trouble[] = "no answer in 10 s: <i>'\"&" WILD;
    struct rng rng;
    contest_fill(g, players, names);
    memset(&tally, 0, sizeof tally);
    rng_fast(&rng, 5);
    int turns = contest_games_per_deal(&contest);
    for (; tally.deals < 600; tally.deals++) {
        int64_t group = tally.deals % GROUPS, before = tally.pair[group][0][1];
        for (int turn = 0; turn < turns; turn++)
            count_game(&rng, tally.deals, turn);
        before = tally.pair[group][0][1] - before;
        tally.pair_squares += before * before;
    }
    tally.bot[1].troubles = 3;
    memcpy(tally.trouble[1], trouble, sizeof trouble);
}

static const char *const four[] = {"random", WILD, "greedy", "5", NULL};

static int prepare(void **context)
{
    (void)context;
    fill(game_of("zipang"), 4, four);
    return 0;
}

static void write_result(char *text)
{
    struct out o;
    out_init(&o, text, RESULT_BYTES);
    result_print(&contest, &tally, &o);
    assert_false(o.overflow);
}

/* Parses a copy of exactly this length, so that a sanitizer notices reading beyond its end. */
static bool parse(const char *text, size_t length, char error[1024])
{
    static struct contest c;
    static struct tally t;
    struct out wrong;
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    out_init(&wrong, error, 1024);
    bool good = result_parse((struct slice){copy, (int)length}, &c, &t, &wrong);
    free(copy);
    assert_true(good == (wrong.used == 0));
    if (good) {
        contest = c;
        tally = t;
    }
    return good;
}

/* ---- Results ---- */

static void results_come_back(void **context)
{
    static struct tally before;
    struct contest asked = contest;
    char error[1024];
    (void)context;
    before = tally;
    write_result(written);
    memset(&tally, 1, sizeof tally);
    memset(&contest, 1, sizeof contest);
    assert_true(parse(written, strlen(written), error));
    assert_memory_equal(&before, &tally, sizeof tally);
    assert_ptr_equal(contest.game, asked.game);
    assert_memory_equal(&contest.config, &asked.config, sizeof asked.config);
    assert_memory_equal(contest.bot, asked.bot, sizeof asked.bot);
    assert_true(contest.bots == asked.bots && contest.seed == asked.seed);
    assert_true(contest.deals == asked.deals && contest.sprt);
    assert_true(contest.elo0 == asked.elo0 && contest.elo1 == asked.elo1);
    write_result(again);
    assert_string_equal(written, again);
}

static void a_result_without_games_comes_back(void **context)
{
    char error[1024];
    (void)context;
    contest_fill(game_of("kenjin"), 2, (const char *const[]){"greedy", "random", NULL});
    contest.sprt = false;
    memset(&tally, 0, sizeof tally);
    write_result(written);
    assert_true(parse(written, strlen(written), error));
    assert_false(contest.sprt);
    write_result(again);
    assert_string_equal(written, again);
}

/* The buffer has room even for the largest sums that are accepted. */
static void the_largest_result_fits(void **context)
{
    const int64_t most = INT64_C(1000000000000000);
    (void)context;
    contest.bots = ARENA_BOTS;
    for (int i = 0; i < ARENA_BOTS; i++) {
        contest.bot[i] = contest.bot[1];
        memset(contest.bot[i].name, 1, BOT_NAME_BYTES - 1);
        memset(tally.trouble[i], 1, TROUBLE_BYTES - 1);
    }
    for (size_t i = 0; i < offsetof(struct tally, trouble) / sizeof most; i++)
        ((int64_t *)&tally)[i] = most;
    contest.sprt = false;
    struct out o;
    out_init(&o, written, RESULT_BYTES);
    result_print(&contest, &tally, &o);
    assert_false(o.overflow);
}

static void only_the_timing_depends_on_the_clock(void **context)
{
    (void)context;
    write_result(written);
    for (int i = 0; i < contest.bots; i++)
        tally.bot[i].nanoseconds += 1234567;
    write_result(again);
    size_t same = (size_t)(strstr(written, "\"timing\"") - written);
    assert_memory_equal(written, again, same);
    assert_string_not_equal(written, again);
}

/* ---- What is refused ---- */

static const struct {
    const char *part, *instead, *error;
} broken[] = {
    {"\"tenka\": \"arena\"", "\"tenka\": \"zoo\"", "tenka: expected 'arena', found 'zoo'"},
    {"\"tenka\": \"arena\",", "", "tenka: expected a string, found nothing"},
    {"\"format\": 1", "\"format\": 2", "format: expected a number from 1 to 1, found 2"},
    {"\"format\": 1", "\"format\": \"1\"", "format: expected a whole number, found a string"},
    {"\"game\": \"zipang\"", "\"game\": \"chess\"",
     "game: there is no game 'chess'; the games are: "},
    {"\"game\": \"zipang\"", "\"game\": \"kenjin\"", "options.coin-drain: "},
    {"\"rules\": 1", "\"rules\": 77", "rules: expected a number from 1 to 1, found 77"},
    {"\"players\": 4", "\"players\": 9", "players: expected a number from 2 to 6, found 9"},
    {"\"players\": 4", "\"players\": 5", "sums.bots[0].seat_games: expected 5 elements, found 4"},
    {"\"players\": 4", "\"players\": 4.0", "players: expected a whole number, found a number"},
    {"\"players\": 4", "\"players\": null", "players: expected a whole number, found null"},
    {"\"coin-drain\": \"off\"", "\"coin-drain\": 3",
     "options.coin-drain: expected a string, found"},
    {"\"coin-drain\": \"off\"", "\"coin-drain\": \"so\"", "options.coin-drain: "},
    {"\"coin-drain\": \"off\"", "\"x\": \"off\"", "options.x: "},
    {"\"bots\": [\"random\"", "\"bots\": [\"clever\"", "bots[0]: there is no bot 'clever'"},
    {"\"bots\": [\"random\"", "\"bots\": [7", "bots[0]: expected a string, found a whole number"},
    {"\"bots\": [\"random\"", "\"bots\": [\"a\\u0001b\"",
     "bots[0]: expected a text of printable ASCII"},
    {"\"bots\": [\"random\"", "\"bots\": [\"1\",\"1\",\"1\",\"1\",\"1\",\"1\"",
     "bots: expected 2 to 8 bots, found 9"},
    {"\"bots\": [\"random\"", "\"bots\": [], \"b\": [\"random\"", "bots: expected 2 to 8 bots"},
    {"\"bots\": [\"random\", ", "\"bots\": [", "standings: expected 3 elements, found 4"},
    {"\"seed\": \"18446744073709551614\"", "\"seed\": 5", "seed: expected a string, found"},
    {"\"seed\": \"18446744073709551614\"", "\"seed\": \"-5\"", "seed: expected a text of digits"},
    {"\"seed\": \"18446744073709551614\"", "\"seed\": \"\"", "seed: expected a text of digits"},
    {"\"seed\": \"18446744073709551614\"", "\"seed\": \"18446744073709551616\"", "seed: expected"},
    {"\"deals_asked\": 700", "\"deals_asked\": -1", "deals_asked: expected a number from 0"},
    {"\"elo1\": 12.500000", "\"elo1\": \"x\"", "sprt.elo1: expected a number from -10000 to 10000"},
    {"\"elo1\": 12.500000", "\"elo1\": 1e300", "sprt.elo1: expected a number from -10000 to 10000"},
    {"\"sprt\": {", "\"sprt\": [", "line 11: "},
    {"\"sprt\": {", "\"sprt\": 1, \"s\": {", "sprt: expected an object, found a whole number"},
    {"\"first_trouble\": \"", "\"first\": \"", "standings[0].first_trouble: expected a string"},
    {"\"win\": 60", "\"win\": 61", "sums.win: expected a number from 60 to 60, found 61"},
    {"\"win\": 60, \"deals\": 600", "\"win\": 60, \"deals\": 601", "sums: expected 4 games for"},
    {"\"games\": 2400, \"plies\"", "\"games\": -2400, \"plies\"", "sums.games: expected a number"},
    {"\"pair_squares\": ", "\"pair_squares\": 1000000000000001, \"p\": ",
     "sums.pair_squares: expected"},
    {"\"pair_squares\": ", "\"pair_squares\": 99999999999999999999", "too many digits"},
    {"\"pair_squares\": ", "\"pair_squares\": true, \"p\": ",
     "sums.pair_squares: expected a whole"},
    {"\"ranks\": ", "\"ranks\": -", "sums.bots[0].ranks: expected a number from 0"},
    {"{\"games\": 2400, \"wins\": ", "{\"games\": 2401, \"wins\": ",
     "sums.bots[0]: the sum of its"},
    {"\"seat_games\": [600", "\"seat_games\": [601", "sums.bots[0]: the sum of its seat_games"},
    {"\"seat_games\": [600", "\"seat_games\": [-1", "sums.bots[0].seat_games[0]: expected"},
    {"\"seat_wins\": [", "\"seat_wins\": [1", "sums.bots[0]: the sum of its seat_wins"},
    {"    \"pairs\": [\n      [[", "    \"pairs\": [\n      [[[1], ",
     "sums.pairs[0][0]: expected 4"},
    {"    \"pairs\": [\n      [[0", "    \"pairs\": [\n      [[[1]",
     "sums.pairs[0][0][0]: expected"},
    {"    \"pairs\": [\n", "    \"pairs\": [ 0,\n", "sums.pairs: expected "},
    {"    \"pairs\": [\n      [", "    \"pairs\": [\n      [1,", "sums.pairs[0]: expected 4"},
    {"\"spreads\": [\n    [[", "\"spreads\": [\n    [[-65, 1], [", "spreads[0][0][0]: expected"},
    {"\"spreads\": [\n    [[", "\"spreads\": [\n    [[0, 1, 2], [", "spreads[0][0]: expected 2"},
    {"\"spreads\": [\n    [[", "\"spreads\": [\n    [[99, 0], [", "spreads[0][0][1]: expected"},
    {"\"spreads\": [\n    [[", "\"spreads\": [\n    [[99, 1], [99, 1], [", "99 appears twice"},
    {"\"spreads\": [\n    [[", "\"spreads\": [\n    [[99, 1], [", "the games in its spread"},
    {"\"lengths\": [", "\"lengths\": [[3, 1], ",
     "lengths[0][0]: expected a multiple of 4, found 3"},
    {"\"lengths\": [", "\"lengths\": [[4, 1], ",
     "lengths: expected as many games as in sums.games"},
    {"\"lengths\": [", "\"lengths\": [[2048, 1], ", "lengths[0][0]: expected a number from 0"},
    {"\"cards\": {", "\"cards\": {\"joker\": {},", "cards.joker: zipang has no such card"},
    {"\"cards\": {", "\"cards\": {\"?\": {},", "cards.?: zipang has no such card"},
    {"\"held\": ", "\"hold\": ", ".held: expected a whole number, found nothing"},
    {"\"nanoseconds\": ", "\"nanoseconds\": -", "timing.bots[0].nanoseconds: expected a number"},
    {"\"timing\": {", "\"timing\": [], \"t\": {", "timing: expected an object, found a list"},
    {"{\n  \"tenka\"", "[]", "line 1: "},
    {"{\n  \"tenka\"", "{\n  tenka", "line 2: "},
};

static const char *replaced(const char *part, const char *instead)
{
    struct out o;
    const char *at = strstr(written, part);
    if (!at)
        fail_msg("no such part: %s", part);
    out_init(&o, again, sizeof again);
    out_format(&o, "%.*s%s%s", (int)(at - written), written, instead, at + strlen(part));
    assert_false(o.overflow);
    return again;
}

static void broken_results_are_refused(void **context)
{
    char error[1024];
    (void)context;
    write_result(written);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        const char *text = replaced(broken[i].part, broken[i].instead);
        if (parse(text, strlen(text), error))
            fail_msg("accepted: %s", broken[i].instead);
        if (!strstr(error, broken[i].error))
            fail_msg("%s: expected '%s', found '%s'", broken[i].instead, broken[i].error, error);
    }
}

static void text_that_is_not_a_result_is_refused(void **context)
{
    static const char *const texts[] = {"",    " ",    "null",  "[]",
                                        "{}",  "7",    "\"x\"", "{\"tenka\"",
                                        "nul", "\xff", "{} {}", "{\"a\":1,}"};
    static char deep[10001];
    char error[1024];
    (void)context;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(parse(texts[i], strlen(texts[i]), error));
    memset(deep, '[', sizeof deep - 1);
    assert_false(parse(deep, sizeof deep - 1, error));
    write_result(written);
    memcpy(written + strlen(written), "x", 2);
    assert_false(parse(written, strlen(written), error));
}

static void truncated_results_are_refused(void **context)
{
    char error[1024];
    (void)context;
    write_result(written);
    size_t length = strlen(written) - 1;
    assert_true(parse(written, length, error));
    for (size_t i = 0; i < length; i += i < 500 || i + 50 > length ? 1 : 61) {
        assert_false(parse(written, i, error));
        assert_non_null(strstr(error, "ends too early"));
    }
}

/* Text with random changes is refused, or it is a result that can be written and read again. */
static void damage_is_refused_or_harmless(void **context)
{
    static const char bytes[] = "0123456789-+.eE\"{}[],: \\u\xff\x01ntf";
    char error[1024];
    struct rng rng;
    (void)context;
    rng_fast(&rng, 3);
    write_result(written);
    size_t length = strlen(written);
    for (int i = 0; i < 500; i++) {
        memcpy(again, written, length + 1);
        for (int k = (int)rng_below(&rng, 3); k >= 0; k--)
            again[rng_below(&rng, (uint32_t)length)] = bytes[rng_below(&rng, sizeof bytes - 1)];
        if (parse(again, length, error)) {
            write_result(again);
            assert_true(parse(again, strlen(again), error));
        }
    }
}

static void only_the_same_contest_can_be_resumed(void **context)
{
    struct contest asked = contest, other;
    char text[1024];
    struct out o;
    (void)context;
#define DIFFERS(change, message) \
    other = asked; \
    change; \
    out_init(&o, text, sizeof text); \
    assert_false(result_fits(&asked, &other, &o)); \
    assert_string_equal(text, message)
    DIFFERS(other.game = game_of("glory"), "its game is glory, not zipang");
    DIFFERS(other.config.players = 3, "it has 3 players, not 4");
    DIFFERS(other.config.option[0] = 1, "its option is coin-drain=on, not coin-drain=off");
    DIFFERS(other.seed = 1, "its seed is 1, not 18446744073709551614");
    DIFFERS(other.bots = 2, "its number of bots is 2, not 4");
    DIFFERS(other.bot[0] = other.bot[3], "its bot 1 is '5', not 'random'");
    other = asked;
    other.deals = 7000;
    other.sprt = false;
    assert_true(result_fits(&asked, &other, &o));
}

/* ---- Words and numbers ---- */

static void numbers_as_text(void **context)
{
    (void)context;
    assert_string_equal(decimal(0, 0).text, "0");
    assert_string_equal(decimal(-0.04, 1).text, "0.0");
    assert_string_equal(decimal(-0.05, 1).text, "-0.1");
    assert_string_equal(decimal(12.0625, 2).text, "12.06");
    assert_string_equal(decimal(9.999, 2).text, "10.00");
    assert_string_equal(decimal(123456789012, 6).text, "123456789012.000000");
    assert_string_equal(decimal(1e12, 0).text, "");
    assert_string_equal(decimal(INFINITY, 2).text, "");
    assert_string_equal(decimal(NAN, 2).text, "");
    assert_string_equal(grouped(0).text, "0");
    assert_string_equal(grouped(-999).text, "-999");
    assert_string_equal(grouped(1000).text, "1,000");
    assert_string_equal(grouped(INT64_MIN).text, "-9,223,372,036,854,775,808");
}

static void commands_are_quoted(void **context)
{
    char text[2048];
    struct out o;
    (void)context;
    out_init(&o, text, sizeof text);
    contest.config.option[0] = 1;
    contest_command(&contest, &o);
    assert_string_equal(text, "tenka arena zipang --players 4 --option coin-drain=on --bots random "
                              "--bots 'run:./bot \"<b>&'\\''x'\\''\" % ]]>' --bots greedy,5 "
                              "--games 2800 --seed 18446744073709551614 --sprt 0.00,12.50");
}

/* ---- Reports ---- */

/* Freed by the caller. */
static char *report_text(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_true(report_html(&contest, &tally, file));
    fclose(file);
    return text;
}

static void reports_escape_texts(void **context)
{
    (void)context;
    char *text = report_text();
    assert_null(strstr(text, "<b>"));
    assert_null(strstr(text, "<i>"));
    assert_null(strstr(text, "<script"));
    assert_null(strstr(text, "&'"));
    assert_non_null(strstr(text, "run:./bot &#34;&#60;b&#62;&#38;&#39;x&#39;&#34; %"));
    assert_non_null(strstr(text, "3 times. The first failure: no answer in 10 s: &#60;i&#62;"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    free(text);
}

static void reports_of_nothing(void **context)
{
    (void)context;
    memset(&tally, 0, sizeof tally);
    char *text = report_text();
    assert_non_null(strstr(text, "No game has been played yet."));
    assert_null(strstr(text, "<svg"));
    free(text);
}

static void reports_say_when_they_fail(void **context)
{
    (void)context;
    FILE *file = fopen("/dev/full", "w");
    assert_non_null(file);
    assert_false(report_html(&contest, &tally, file));
    fclose(file);
}

static int write_files(int count, char **arguments)
{
    prepare(NULL);
    FILE *file = fopen(arguments[0], "w");
    bool good = file && report_html(&contest, &tally, file);
    good = file && fclose(file) == 0 && good;
    if (good && count > 1) {
        write_result(written);
        file = fopen(arguments[1], "w");
        good = file && fputs(written, file) >= 0 && fclose(file) == 0;
    }
    return good ? 0 : 1;
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(results_come_back, prepare),
        cmocka_unit_test(a_result_without_games_comes_back),
        cmocka_unit_test_setup(the_largest_result_fits, prepare),
        cmocka_unit_test_setup(only_the_timing_depends_on_the_clock, prepare),
        cmocka_unit_test_setup(broken_results_are_refused, prepare),
        cmocka_unit_test_setup(text_that_is_not_a_result_is_refused, prepare),
        cmocka_unit_test_setup(truncated_results_are_refused, prepare),
        cmocka_unit_test_setup(damage_is_refused_or_harmless, prepare),
        cmocka_unit_test_setup(only_the_same_contest_can_be_resumed, prepare),
        cmocka_unit_test(numbers_as_text),
        cmocka_unit_test_setup(commands_are_quoted, prepare),
        cmocka_unit_test_setup(reports_escape_texts, prepare),
        cmocka_unit_test_setup(reports_of_nothing, prepare),
        cmocka_unit_test_setup(reports_say_when_they_fail, prepare),
    };
    if (count > 1)
        return write_files(count - 1, arguments + 1);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("reports", tests, NULL, NULL);
}
