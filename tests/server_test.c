/* The server's parts against their headers: clocks, ratings, settings, tables, requests and the
 * store; and giving up, in matches and records.
 *
 * The store is a new SQLite file, or, if the environment names one in TENKA_TEST_STORE, an empty
 * PostgreSQL database. */
#include "test.h"

#include <ctype.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "games/games.h"
#include "match/record.h"
#include "server/base.h"
#include "server/request.h"

/* ---- Saying ---- */

static char said[4096];
static struct out error;

/* Where the next thing to be tested says what is wrong. */
static struct out *listener(void)
{
    out_init(&error, said, sizeof said);
    return &error;
}

static void assert_said(const char *part)
{
    if (!strstr(said, part))
        fail_msg("expected '%s' in '%s'", part, said);
}

static struct word word_of(const char *text)
{
    return (struct word){text, (int)strlen(text)};
}

/* A reason is one line of printable text. */
static void assert_one_line(void)
{
    assert_true(said[0] && !error.overflow);
    for (const char *c = said; *c; c++)
        assert_true((unsigned char)*c >= ' ' && *c != 0x7f);
}

/* ---- Pace ---- */

static struct pace pace_of(const char *text)
{
    struct pace pace;
    if (!pace_parse(word_of(text), &pace, listener()))
        fail_msg("%s", said);
    assert_string_equal(said, "");
    return pace;
}

static void pace_good(void **context)
{
    static const struct {
        const char *text, *printed;
        struct pace pace;
    } good[] = {{"none", "none", {0, 0, 0}},
                {"1s", "1s", {1, 0, 0}},
                {"90s", "90s", {90, 0, 0}},
                {"60s", "1m", {60, 0, 0}},
                {"120m", "2h", {7200, 0, 0}},
                {"36h", "36h", {36 * 3600, 0, 0}},
                {"3d", "3d", {3 * 86400, 0, 0}},
                {"720h", "30d", {30 * 86400, 0, 0}},
                {"2592000s", "30d", {30 * 86400, 0, 0}},
                {"10m+5s", "10m+5s", {0, 600, 5}},
                {"10m+0s", "10m+0s", {0, 600, 0}},
                {"600s+0d", "10m+0s", {0, 600, 0}},
                {"1h+90s", "1h+90s", {0, 3600, 90}},
                {"30d+30d", "30d+30d", {0, 30 * 86400, 30 * 86400}}};
    (void)context;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[64];
        struct out o;
        struct pace p = pace_of(good[i].text);
        out_init(&o, text, sizeof text);
        pace_print(&p, &o);
        assert_memory_equal(&p, &good[i].pace, sizeof p);
        assert_string_equal(text, good[i].printed);
        p = pace_of(text);
        assert_memory_equal(&p, &good[i].pace, sizeof p);
    }
}

static void pace_round_trip(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 1);
    for (int i = 0; i < 10000; i++) {
        int some = 1 + (int)rng_below(&rng, PACE_SECONDS_MAX);
        struct pace p = i % 2 ? (struct pace){.each = some}
                              : (struct pace){.bank = some,
                                              .bonus = (int)rng_below(&rng, PACE_SECONDS_MAX + 1)};
        char text[64];
        struct out o;
        out_init(&o, text, sizeof text);
        pace_print(&p, &o);
        struct pace back = pace_of(text);
        assert_memory_equal(&back, &p, sizeof p);
    }
}

static void pace_bad(void **context)
{
    static const char *const bad[] = {"",
                                      "s",
                                      "0s",
                                      "0d",
                                      "90",
                                      "90 s",
                                      " 90s",
                                      "90s ",
                                      "90S",
                                      "90x",
                                      "-90s",
                                      "+90s",
                                      "1.5h",
                                      "1e3s",
                                      "31d",
                                      "721h",
                                      "2592001s",
                                      "None",
                                      "none+5s",
                                      "+5s",
                                      "10m+",
                                      "+",
                                      "10m+5",
                                      "10+5s",
                                      "0m+5s",
                                      "10m+-5s",
                                      "10m5s",
                                      "10m+5s+5s",
                                      "10m++5s",
                                      "10m+31d",
                                      "31d+5s",
                                      "m+s",
                                      "0x10s",
                                      "nones",
                                      "99999999999999999999999s",
                                      "9223372036854775808s",
                                      "4294967297s",
                                      "10m+4294967297s",
                                      "\xef\xbc\x99s"};
    (void)context;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char start[128];
        struct pace p;
        if (pace_parse(word_of(bad[i]), &p, listener()))
            fail_msg("'%s' was read", bad[i]);
        snprintf(start, sizeof start, "'%s' is no clock; expected 'none', ", bad[i]);
        assert_ptr_equal(strstr(said, start), said);
        assert_said("'10m+5s', up to 30 days");
        assert_false(error.overflow);
    }
}

/* ---- Clocks ---- */

static void clocks_each(void **context)
{
    struct pace pace = pace_of("90s");
    struct clocks c;
    (void)context;
    clocks_begin(&c, &pace, 3);
    assert_int_equal(c.running, SEAT_NONE);
    assert_true(clocks_due(&c) == INT64_MAX);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(clocks_left(&c, seat, 12345), 90000);
    clocks_start(&c, &pace, 1, 1000);
    assert_int_equal(clocks_due(&c), 91000);
    assert_int_equal(clocks_left(&c, 1, 500), 90000); /* time does not run backwards */
    assert_int_equal(clocks_left(&c, 1, 1000), 90000);
    assert_int_equal(clocks_left(&c, 1, 31000), 60000);
    assert_int_equal(clocks_left(&c, 0, 31000), 90000);
    assert_int_equal(clocks_left(&c, 1, 90999), 1);
    assert_int_equal(clocks_left(&c, 1, 91000), 0);
    assert_int_equal(clocks_left(&c, 1, INT64_MAX / 2), 0);
    assert_int_equal(clocks_stop(&c, 31000), 1);
    assert_int_equal(clocks_left(&c, 1, 99000), 60000); /* a stopped one stands */
    assert_int_equal(clocks_stop(&c, 32000), SEAT_NONE);
    clocks_start(&c, &pace, 1, 40000); /* a new decision has its whole time */
    assert_int_equal(clocks_left(&c, 1, 40000), 90000);
    clocks_start(&c, &pace, SEAT_NONE, 50000);
    assert_true(clocks_due(&c) == INT64_MAX);
}

static void clocks_bank(void **context)
{
    struct pace pace = pace_of("10m+5s");
    struct clocks c;
    (void)context;
    clocks_begin(&c, &pace, 2);
    clocks_start(&c, &pace, 0, 0);
    assert_int_equal(clocks_due(&c), 600000);
    assert_int_equal(clocks_stop(&c, 250000), 0);
    clocks_start(&c, &pace, 1, 250000);
    assert_int_equal(clocks_left(&c, 0, 300000), 350000);
    assert_int_equal(clocks_stop(&c, 900000), 1);
    assert_int_equal(clocks_left(&c, 1, 900000), 0);
    assert_true(c.left[1] == 0);         /* not below */
    clocks_start(&c, &pace, 0, 1000000); /* a bank is not filled up */
    assert_int_equal(clocks_due(&c), 1350000);
    clocks_stop(&c, 1000000);
    clocks_start(&c, &pace, 1, 1000000);
    assert_int_equal(clocks_due(&c), 1000000);
}

static void clocks_none(void **context)
{
    struct pace pace = pace_of("none");
    struct clocks c;
    (void)context;
    clocks_begin(&c, &pace, 2);
    clocks_start(&c, &pace, 0, 10);
    assert_int_equal(c.running, SEAT_NONE);
    assert_true(clocks_due(&c) == INT64_MAX);
    assert_int_equal(clocks_stop(&c, 20), SEAT_NONE);
}

/* Against a model that counts every millisecond that passed for each seat. */
static void clocks_model(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 2);
    for (int round = 0; round < 500; round++) {
        bool each = round % 2;
        struct pace pace = pace_of(each ? "2s" : "3s+1s");
        int64_t left[4], now = (int64_t)rng_below(&rng, 1000);
        int running = SEAT_NONE;
        struct clocks c;
        clocks_begin(&c, &pace, 4);
        for (int seat = 0; seat < 4; seat++)
            left[seat] = each ? 2000 : 3000;
        for (int i = 0; i < 30; i++) {
            int64_t passed = (int64_t)rng_below(&rng, 900);
            now += passed;
            if (running != SEAT_NONE)
                left[running] = left[running] > passed ? left[running] - passed : 0;
            for (int seat = 0; seat < 4; seat++)
                assert_int_equal(clocks_left(&c, seat, now), left[seat]);
            if (rng_below(&rng, 2))
                continue;
            assert_int_equal(clocks_stop(&c, now), running);
            running = rng_below(&rng, 5) ? (int)rng_below(&rng, 4) : SEAT_NONE;
            clocks_start(&c, &pace, running, now);
            if (each && running != SEAT_NONE)
                left[running] = 2000;
            assert_true(clocks_due(&c) == (running == SEAT_NONE ? INT64_MAX : now + left[running]));
        }
    }
}

/* ---- Ratings ---- */

/* A slow reading of Glickman's 'Example of the Glicko-2 system', step by step in its own letters,
 * the volatility by bisection. Each game may count for a part of one. */
struct game_of {
    double rating, deviation, score, weight;
};

static struct rating reference(struct rating old, const struct game_of games_of[], int count)
{
    const double tau = 0.5, pi = 3.14159265358979323846, unit = 173.7178;
    double mu = (old.value - 1500) / unit, phi = old.deviation / unit;
    double inverse_v = 0, sum = 0, a = log(pow(old.volatility, 2)), low = -60, high = 20;
    for (int j = 0; j < count; j++) {
        double muj = (games_of[j].rating - 1500) / unit, phij = games_of[j].deviation / unit;
        double g = 1 / sqrt(1 + 3 * pow(phij, 2) / pow(pi, 2));
        double e = 1 / (1 + exp(-g * (mu - muj)));
        inverse_v += games_of[j].weight * pow(g, 2) * e * (1 - e);
        sum += games_of[j].weight * g * (games_of[j].score - e);
    }
    double v = 1 / inverse_v, delta = v * sum;
    for (int i = 0; i < 200; i++) {
        double x = (low + high) / 2;
        double f = exp(x) * (pow(delta, 2) - pow(phi, 2) - v - exp(x)) /
                       (2 * pow(pow(phi, 2) + v + exp(x), 2)) -
                   (x - a) / pow(tau, 2);
        *(f > 0 ? &low : &high) = x;
    }
    double sigma = exp(low / 2), star = sqrt(pow(phi, 2) + pow(sigma, 2));
    double after = 1 / sqrt(1 / pow(star, 2) + 1 / v);
    return (struct rating){.value = unit * (mu + pow(after, 2) * sum) + 1500,
                           .deviation = unit * after,
                           .volatility = sigma};
}

static struct rating rating_of(double value, double deviation)
{
    return (struct rating){.value = value, .deviation = deviation, .volatility = 0.06, .games = 9};
}

static void assert_near(double found, double expected, double most)
{
    if (!(fabs(found - expected) <= most))
        fail_msg("expected %.9g, found %.9g", expected, found);
}

/* The numbers of the published example: the reference is worth its name. */
static void rating_reference(void **context)
{
    static const struct game_of published[] = {
        {1400, 30, 1, 1}, {1550, 100, 0, 1}, {1700, 300, 0, 1}};
    struct rating r = reference(rating_of(1500, 200), published, 3);
    (void)context;
    assert_near(r.value, 1464.06, 0.01);
    assert_near(r.deviation, 151.52, 0.01);
    assert_near(r.volatility, 0.05999, 0.00001);
}

static void assert_rating(const struct rating *found, const struct rating *expected)
{
    assert_near(found->value, expected->value, 0.001);
    assert_near(found->deviation, fmin(fmax(expected->deviation, 30), 350), 0.001);
    assert_near(found->volatility, expected->volatility, 0.00001);
}

/* The players of the example, each match a period. */
static void rating_example(void **context)
{
    static const struct game_of opponents[] = {
        {1400, 30, 1, 1}, {1550, 100, 0, 1}, {1700, 300, 0, 1}, {1500, 200, 0.5, 1}};
    (void)context;
    for (int i = 0; i < 4; i++) {
        const struct game_of *o = &opponents[i];
        struct rating both[2] = {rating_of(1500, 200), rating_of(o->rating, o->deviation)};
        struct rating first = reference(both[0], o, 1);
        struct rating second = reference(both[1], &(struct game_of){1500, 200, 1 - o->score, 1}, 1);
        int ranks[2] = {o->score < 1 ? o->score > 0 ? 1 : 2 : 1,
                        o->score > 0 && o->score == 1 ? 2 : 1};
        ratings_update(both, ranks, 2, 0);
        assert_rating(&both[0], &first);
        assert_rating(&both[1], &second);
    }
}

static double uniform(struct rng *rng, double low, double high)
{
    return low + (high - low) * rng_below(rng, 1000001) / 1e6;
}

/* Any players, any number of them; a pair counts as 2 / players of a comparison. */
static void rating_random(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 3);
    for (int i = 0; i < 3000; i++) {
        int players = i % 2 ? 2 : 2 + (int)rng_below(&rng, 5), ranks[SEATS_MAX];
        struct rating before[SEATS_MAX], after[SEATS_MAX];
        for (int seat = 0; seat < players; seat++) {
            before[seat] = rating_of(uniform(&rng, 600, 2800), 0);
            before[seat].deviation = uniform(&rng, 30, 350);
            before[seat].volatility = uniform(&rng, 0.02, 0.2);
            ranks[seat] = 1 + (int)rng_below(&rng, (uint32_t)players);
            after[seat] = before[seat];
        }
        ratings_update(after, ranks, players, 0);
        for (int seat = 0; seat < players; seat++) {
            struct game_of games_of[SEATS_MAX];
            int count = 0;
            for (int other = 0; other < players; other++)
                if (other != seat)
                    games_of[count++] = (struct game_of){before[other].value,
                                                         before[other].deviation,
                                                         ranks[seat] < ranks[other]   ? 1
                                                         : ranks[seat] > ranks[other] ? 0
                                                                                      : 0.5,
                                                         2.0 / players};
            struct rating expected = reference(before[seat], games_of, count);
            assert_rating(&after[seat], &expected);
            assert_int_equal(after[seat].games, 10);
        }
    }
}

static void rating_first(void **context)
{
    struct rating r = rating_new(), both[2] = {r, r};
    (void)context;
    assert_true(r.value == 1500 && r.deviation == 350 && r.games == 0 && r.volatility > 0);
    ratings_update(both, (const int[]){2, 1}, 2, 20000);
    assert_true(both[0].value < 1500 && both[1].value > 1500);
    assert_near(both[0].value + both[1].value, 3000, 1e-6);
    for (int i = 0; i < 2; i++) {
        assert_true(both[i].deviation < 350);
        assert_int_equal(both[i].games, 1);
        assert_int_equal(both[i].day, 20000);
    }
    both[0] = both[1] = r;
    ratings_update(both, (const int[]){1, 1}, 2, 0);
    assert_true(both[0].value == 1500 && both[1].value == 1500);
    assert_true(both[0].deviation == both[1].deviation && both[0].deviation < 350);
}

static void rating_sense(void **context)
{
    struct rating upset[2] = {rating_of(1400, 100), rating_of(1800, 100)};
    struct rating usual[2] = {upset[0], upset[1]}, draw[2] = {upset[0], upset[1]};
    (void)context;
    ratings_update(upset, (const int[]){1, 2}, 2, 0);
    ratings_update(usual, (const int[]){2, 1}, 2, 0);
    ratings_update(draw, (const int[]){1, 1}, 2, 0);
    assert_true(usual[0].value < 1400 && usual[1].value > 1800);
    assert_true(draw[0].value > 1400 && draw[1].value < 1800);
    assert_true(upset[0].value > draw[0].value && upset[1].value < draw[1].value);
    assert_true(upset[0].value - 1400 > 3 * (usual[1].value - 1800)); /* a surprise tells more */
    struct rating unsure[2] = {rating_of(1500, 300), rating_of(1500, 50)};
    ratings_update(unsure, (const int[]){1, 2}, 2, 0);
    assert_true(unsure[0].value - 1500 > 5 * (1500 - unsure[1].value));
}

/* Equals come out in the order of their ranks, and what some win the others lose. */
static void rating_many(void **context)
{
    (void)context;
    for (int players = 2; players <= SEATS_MAX; players++) {
        struct rating r[SEATS_MAX];
        int ranks[SEATS_MAX];
        double sum = 0;
        for (int seat = 0; seat < players; seat++) {
            r[seat] = rating_of(1500, 120);
            ranks[seat] = 1 + (seat * 2 + 1) % players;
        }
        if (players > 3)
            ranks[0] = ranks[1];
        ratings_update(r, ranks, players, 0);
        for (int a = 0; a < players; a++) {
            sum += r[a].value - 1500;
            assert_true(r[a].deviation < 120);
            for (int b = 0; b < players; b++)
                assert_int_equal(r[a].value > r[b].value, ranks[a] < ranks[b]);
        }
        assert_near(sum, 0, 1e-3);
    }
}

/* Who sits where is all the same. */
static void rating_seats(void **context)
{
    struct rating a[3] = {rating_of(1500, 60), rating_of(1700, 90), rating_of(1300, 200)};
    struct rating b[3] = {a[2], a[0], a[1]};
    (void)context;
    ratings_update(a, (const int[]){3, 1, 2}, 3, 5);
    ratings_update(b, (const int[]){2, 3, 1}, 3, 5);
    for (int i = 0; i < 3; i++) {
        assert_near(a[i].value, b[(i + 1) % 3].value, 1e-9);
        assert_near(a[i].deviation, b[(i + 1) % 3].deviation, 1e-9);
    }
}

static void rating_days(void **context)
{
    static const int64_t days[] = {0, 1, 30, 300, 3000, 30000, 3000000};
    double last = 0;
    (void)context;
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        struct rating r[2] = {rating_of(1500, 80), rating_of(1500, 80)};
        r[0].day = 1000;
        r[1].day = 1000 + days[i]; /* knowledge of the other is fresh */
        ratings_update(r, (const int[]){1, 1}, 2, 1000 + days[i]);
        assert_true(r[0].deviation >= last && r[0].deviation <= 350);
        assert_true(i == 0 || i > 5 || r[0].deviation > last);
        assert_int_equal(r[0].day, 1000 + days[i]);
        last = r[0].deviation;
    }
    struct rating year[2] = {rating_of(1500, 80), rating_of(1500, 80)};
    year[1].day = 365; /* a volatility is what is forgotten in 30 days */
    struct rating rusty = rating_of(1500, sqrt(6400 + pow(0.06 * 173.7178, 2) * 365 / 30));
    struct rating expected = reference(rusty, &(struct game_of){1500, 80, 1, 1}, 1);
    ratings_update(year, (const int[]){1, 2}, 2, 365);
    assert_rating(&year[0], &expected);
    struct rating late[2] = {rating_of(1500, 80), rating_of(1500, 80)},
                  same[2] = {late[0], late[1]};
    late[0].day = late[1].day = 50; /* another node's calendar */
    ratings_update(late, (const int[]){1, 2}, 2, 40);
    ratings_update(same, (const int[]){1, 2}, 2, 0);
    assert_true(late[0].value == same[0].value && late[0].deviation == same[0].deviation);
}

/* Nobody is known too well for surprises. */
static void rating_least(void **context)
{
    struct rating r[2] = {rating_of(1500, 30), rating_of(1500, 30)};
    (void)context;
    r[0].volatility = r[1].volatility = 0.001;
    ratings_update(r, (const int[]){1, 2}, 2, 0);
    assert_true(r[0].deviation == 30 && r[1].deviation == 30);
    assert_true(r[0].value > 1500 && r[1].value < 1500);
}

/* However one-sided or long a career is, its numbers stay numbers. */
static void rating_bounds(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 4);
    for (int career = 0; career < 6; career++) {
        struct rating r[SEATS_MAX];
        int players = 2 + career % 5, ranks[SEATS_MAX];
        for (int seat = 0; seat < players; seat++)
            r[seat] = rating_new();
        for (int i = 0; i < 3000; i++) {
            for (int seat = 0; seat < players; seat++)
                ranks[seat] = career < 3 ? seat + 1 : 1 + (int)rng_below(&rng, (uint32_t)players);
            ratings_update(r, ranks, players, i / (1 + career));
            for (int seat = 0; seat < players; seat++) {
                assert_true(r[seat].deviation >= 30 && r[seat].deviation <= 350);
                assert_true(r[seat].volatility > 0.001 && r[seat].volatility < 1);
                assert_true(fabs(r[seat].value) < 10000);
            }
        }
        assert_int_equal(r[0].games, 3000);
    }
}

/* Who wins three of four games is found to be better by 400 log10(3) = 191. */
static void rating_finds_truth(void **context)
{
    struct rating r[2] = {rating_new(), rating_new()};
    struct rng rng;
    double sum = 0;
    (void)context;
    rng_fast(&rng, 5);
    for (int i = 0; i < 5000; i++) {
        bool won = rng_below(&rng, 4) > 0;
        ratings_update(r, (const int[]){won ? 1 : 2, won ? 2 : 1}, 2, 0);
        if (i >= 1000)
            sum += r[0].value - r[1].value;
    }
    assert_near(sum / 4000, 191, 25);
}

/* ---- Settings ---- */

static const struct game *const *next_game(const struct game *const *g)
{
    static const struct game *const last[] = {&template_game, NULL};
    return g[1] ? g + 1 : *g == &template_game ? NULL : last;
}

static struct settings settings_of(const char *text)
{
    struct settings s;
    if (!settings_parse(word_of(text), &s, listener()))
        fail_msg("'%s': %s", text, said);
    assert_string_equal(said, "");
    return s;
}

static void assert_settings(const struct settings *a, const struct settings *b)
{
    assert_ptr_equal(a->game, b->game);
    assert_memory_equal(&a->config, &b->config, sizeof a->config);
    assert_memory_equal(&a->pace, &b->pace, sizeof a->pace);
    assert_int_equal(a->listed, b->listed);
    assert_int_equal(a->rated, b->rated);
    assert_int_equal(a->watched, b->watched);
    assert_int_equal(a->strict, b->strict);
}

static void settings_back(const struct settings *s)
{
    char text[SETTINGS_BYTES], again[SETTINGS_BYTES];
    struct out o;
    out_init(&o, text, sizeof text);
    settings_print(s, &o);
    assert_false(o.overflow);
    struct settings back = settings_of(text);
    assert_settings(&back, s);
    out_init(&o, again, sizeof again);
    settings_print(&back, &o);
    assert_string_equal(text, again);
}

static int option_values(const struct option *o)
{
    int count = 0;
    while (o->values[count])
        count++;
    return count;
}

/* The next combination of options; false after the last. */
static bool next_options(const struct game *g, struct config *c)
{
    for (int i = 0; i < g->options_count; i++) {
        if (++c->option[i] < option_values(&g->options[i]))
            return true;
        c->option[i] = 0;
    }
    return false;
}

static void settings_round_trip(void **context)
{
    static const char *const paces[] = {"none", "90s", "10m+5s", "30d", "1h+0s"};
    int count = 0;
    (void)context;
    for (const struct game *const *g = games; g; g = next_game(g))
        for (int players = (*g)->schema->players_min; players <= (*g)->schema->players_max;
             players++) {
            struct settings s = {.game = *g, .config.players = (uint8_t)players};
            do {
                if (config_misfit(*g, &s.config))
                    continue;
                for (int flags = 0; flags < 16; flags++) {
                    s.listed = flags & 1;
                    s.rated = flags & 2;
                    s.watched = flags & 4;
                    s.strict = flags & 8;
                    s.pace = pace_of(paces[count++ % 5]);
                    settings_back(&s);
                }
            } while (next_options(*g, &s.config));
        }
    assert_true(count > 16 * 5 * 5);
}

static void settings_defaults(void **context)
{
    (void)context;
    for (const struct game *const *g = games; g; g = next_game(g)) {
        struct settings s = settings_of((*g)->id);
        struct settings expected = {.game = *g, .listed = true, .watched = true};
        expected.config.players = (*g)->schema->players_min;
        assert_settings(&s, &expected);
    }
    struct settings s = settings_of("zipang players=3 coin-drain=on clock=10m+5s listed=no");
    struct settings expected = {.game = &zipang_game,
                                .config = {.players = 3, .option = {1}},
                                .pace = {0, 600, 5},
                                .watched = true};
    assert_settings(&s, &expected);
    s = settings_of("  zipang   strict=yes\trated=yes watched=no  ");
    assert_true(s.strict && s.rated && !s.watched && s.listed);
}

static void settings_bad(void **context)
{
    static const struct {
        const char *text, *reason;
    } bad[] = {
        {"", "there is no game ''; there are: zipang, glory"},
        {"   ", "there is no game ''"},
        {"go", "there is no game 'go'; there are: zipang"},
        {"Zipang", "there is no game 'Zipang'"},
        {"zipang:", "there is no game 'zipang:'"},
        {"players=3", "there is no game 'players=3'"},
        {"zipang players=1", "Zipang Portable is for 2 to 6 players, not '1'"},
        {"zipang players=7", "not '7'"},
        {"zipang players=", "not ''"},
        {"zipang players=x", "not 'x'"},
        {"zipang players=-2", "not '-2'"},
        {"zipang players=4294967298", "not '4294967298'"},
        {"zipang clock=soon", "'soon' is no clock; expected 'none'"},
        {"zipang clock=", "'' is no clock"},
        {"zipang listed=maybe", "'listed=maybe': expected yes or no"},
        {"zipang rated=", "'rated=': expected yes or no"},
        {"zipang watched=1", "'watched=1': expected yes or no"},
        {"zipang strict=YES", "'strict=YES': expected yes or no"},
        {"zipang strict=maybe strict=yes", "'strict=maybe': expected yes or no"},
        {"zipang listed", "zipang has no option 'listed'; it has: coin-drain=off|on"},
        {"zipang players", "zipang has no option 'players'"},
        {"zipang colour=red", "zipang has no option 'colour=red'; it has: coin-drain=off|on"},
        {"zipang coin-drain=maybe", "zipang has no option 'coin-drain=maybe'"},
        {"zipang =", "zipang has no option '='"},
        {"zipang zipang", "zipang has no option 'zipang'"},
        {"zipang players=3,listed=no", "not '3,listed=no'"},
        {"kunitori coin-drain=on", "kunitori has no option 'coin-drain=on'; it has none"},
        {"kenjin players=3 teams=on", "teams=on of kenjin needs"},
        {"kenjin players=4 teams=on players=3", "teams does not go with 3 players"}};
    (void)context;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct settings s;
        if (settings_parse(word_of(bad[i].text), &s, listener()))
            fail_msg("'%s' was read", bad[i].text);
        assert_said(bad[i].reason);
        assert_one_line();
    }
}

/* Whatever the text, it is read or there is a reason. */
static void settings_garbage(void **context)
{
    static const char *const words[] = {"zipang", "kenjin",   "players=",   "players=4", "clock=",
                                        "10m+5s", "listed=",  "yes",        "no",        "=",
                                        " ",      "teams=on", "rated=none", ":",         "\n",
                                        "#",      "\xff",     "30d",        "setup=",    "%s%n"};
    struct rng rng;
    int read = 0;
    (void)context;
    rng_fast(&rng, 6);
    for (int i = 0; i < 20000; i++) {
        char text[256];
        struct out o;
        struct settings s;
        out_init(&o, text, sizeof text);
        out_text(&o, rng_below(&rng, 4) ? "kenjin " : "");
        for (int k = (int)rng_below(&rng, 8); k > 0; k--)
            out_text(&o, words[rng_below(&rng, sizeof words / sizeof *words)]);
        bool good = settings_parse(word_of(text), &s, listener());
        assert_int_equal(good, said[0] == '\0');
        if (good)
            settings_back(&s);
        read += good;
    }
    assert_in_range(read, 100, 19000);
}

/* ---- Tables ---- */

enum { HOST = 1, STRANGER = 99, MONTH_SECONDS = 30 * 24 * 3600 };

static struct table *table_with(const char *settings, const char *seed)
{
    struct settings s = settings_of(settings);
    uint8_t secret[SECRET_BYTES];
    secret_from_seed(seed, secret);
    struct table *t = table_new("abcdefghjkmn", &s, HOST, secret);
    assert_non_null(t);
    return t;
}

static void assert_refused(const struct table *t, struct event e, const char *clause)
{
    const struct clause *against = table_judge(t, &e);
    if (!against)
        fail_msg("'%s' of seat %d was accepted, expected %s", event_name(e.type), e.seat, clause);
    if (strcmp(against->id, clause) != 0)
        fail_msg("'%s' of seat %d: expected %s, found %s", event_name(e.type), e.seat, clause,
                 against->id);
    assert_true(against->sentence[0]);
}

static void put(struct table *t, struct event e)
{
    const struct clause *against = table_judge(t, &e);
    if (against)
        fail_msg("'%s' of seat %d refused: %s", event_name(e.type), e.seat, against->sentence);
    int seq = t->seq;
    table_apply(t, &e);
    assert_int_equal(t->seq, seq + 1);
    assert_int_equal(t->time, e.time);
}

static struct event event_of(enum event_type type, int seat, int64_t player)
{
    return (struct event){.type = type, .seat = seat, .player = player};
}

static struct event event_at(enum event_type type, int seat, int64_t player, int64_t time)
{
    return (struct event){.type = type, .seat = seat, .player = player, .time = time};
}

static struct event sitting(int seat, int64_t player, bool agrees)
{
    struct event e = {.type = EV_SIT, .seat = seat, .player = player, .number = agrees};
    snprintf(e.text, sizeof e.text, "Player %d", (int)player);
    return e;
}

static struct event with_text(struct event e, const char *text)
{
    snprintf(e.text, sizeof e.text, "%.*s", EVENT_TEXT_BYTES - 1, text);
    return e;
}

static struct event with_number(struct event e, int number)
{
    e.number = number;
    return e;
}

/* 'P' for a person, 'R' for one who agrees to a rated match, 'B' for a bot: seat by seat, player 1
 * on seat A and so on. */
static struct table *table_seated(const char *settings, const char *seed, const char *sitters)
{
    struct table *t = table_with(settings, seed);
    for (int seat = 0; sitters[seat]; seat++) {
        assert_null(t->match);
        put(t, sitters[seat] == 'B' ? with_text(event_of(EV_BOT, seat, HOST), "greedy")
                                    : sitting(seat, seat + 1, sitters[seat] == 'R'));
    }
    assert_non_null(t->match);
    return t;
}

static int64_t mover_of(const struct table *t, int seat)
{
    return table_decides(t, seat) ? t->seat[seat].player : 0;
}

/* One of the actor's moves, by whoever makes it. */
static struct event moving(const struct table *t, struct rng *rng, int64_t time)
{
    struct move moves[MOVES_MAX];
    int actor = match_actor(t->match), count = match_legal(t->match, moves);
    struct event e = event_at(EV_MOVE, actor, mover_of(t, actor), time);
    struct out o;
    assert_true(count > 0);
    out_init(&o, e.text, sizeof e.text);
    move_print(t->settings.game->schema, moves[rng_below(rng, (uint32_t)count)], &o);
    return e;
}

static void play_on(struct table *t, struct rng *rng, int plies)
{
    for (int i = 0; i < plies && !table_over(t); i++)
        put(t, moving(t, rng, t->time));
}

static void event_names(void **context)
{
    (void)context;
    for (int i = 0; i < EV_TYPES; i++) {
        enum event_type type = EV_TYPES;
        assert_true(event_type_parse(event_name((enum event_type)i), &type));
        assert_int_equal(type, i);
        assert_true(event_name(type)[0] && strcspn(event_name(type), " \t\n'") > 1);
    }
    enum event_type type;
    assert_false(event_type_parse("", &type));
    assert_false(event_type_parse("sitting", &type));
    assert_false(event_type_parse("Sit", &type));
}

static void table_joining(void **context)
{
    static const int nowhere[] = {-1, 3, 5, 6, SEAT_NONE, 8, 1000000, INT32_MIN, INT32_MAX};
    struct table *t = table_with("zipang players=3", "joining");
    (void)context;
    assert_true(t->seq == 0 && !t->match && !table_over(t) && !table_bot(t));
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        assert_refused(t, sitting(nowhere[i], 2, false), "seat");
        assert_refused(t, event_of(EV_BOT, nowhere[i], HOST), "seat");
        assert_refused(t, event_of(EV_STAND, nowhere[i], 2), "seat");
        assert_refused(t, event_of(EV_RESIGN, nowhere[i], 2), "seat");
        assert_refused(t, event_of(EV_MOVE, nowhere[i], 0), "seat");
    }
    assert_refused(t, event_of(EV_STAND, 1, 2), "seat"); /* nobody sits there */
    put(t, sitting(1, 2, true));
    assert_int_equal(table_seat(t, 2), 1);
    assert_int_equal(table_seat(t, 3), SEAT_NONE);
    assert_string_equal(t->seat[1].name, "Player 2");
    assert_refused(t, sitting(1, 3, false), "taken");
    assert_refused(t, with_text(event_of(EV_BOT, 1, HOST), "1"), "taken");
    assert_refused(t, sitting(0, 2, false), "twice");
    assert_refused(t, with_text(event_of(EV_BOT, 0, 2), "1"), "host");
    put(t, with_text(event_of(EV_BOT, 0, HOST), "greedy"));
    assert_int_equal(t->seat[0].type, SEAT_BOT);
    assert_int_equal(table_seat(t, 0), SEAT_NONE); /* no player is a bot */
    assert_refused(t, event_of(EV_STAND, 1, 3), "yours");
    assert_refused(t, event_of(EV_STAND, 0, 2), "yours");
    put(t, event_of(EV_STAND, 1, 2));    /* by himself, */
    put(t, event_of(EV_STAND, 0, HOST)); /* by the host */
    put(t, sitting(2, 3, false));
    put(t, event_of(EV_STAND, 2, 0)); /* or by the server */
    assert_int_equal(table_seat(t, 2), SEAT_NONE);
    assert_false(t->seat[1].agrees);
    for (int seat = 0; seat < 3; seat++) {
        assert_null(t->match);
        put(t, sitting(seat, seat + 1, false));
    }
    assert_non_null(t->match);
    assert_refused(t, event_of(EV_STAND, 0, HOST), "begun");
    assert_refused(t, sitting(0, 9, false), "begun");
    assert_refused(t, with_text(event_of(EV_BOT, 0, HOST), "1"), "begun");
    assert_refused(t, event_of(EV_CLOSE, SEAT_NONE, HOST), "begun");
    assert_refused(t, event_of(EV_CLOSE, SEAT_NONE, 0), "begun");
    table_free(t);
}

/* What may be asked about a table whose match has not begun. */
static void table_waiting(void **context)
{
    struct table *t = table_with("zipang players=2 rated=yes clock=90s", "waiting");
    (void)context;
    put(t, sitting(0, 1, true));
    assert_false(table_rated(t));
    assert_false(table_over(t));
    assert_null(table_bot(t));
    assert_int_equal(table_since(t, 0), 0);
    assert_int_equal(table_since(t, 1), 0);
    assert_int_equal(t->clocks.running, SEAT_NONE);
    assert_false(table_present(t, 1));
    assert_int_equal(table_asked(t) & SEAT_BIT(1), 0);
    table_free(t);
}

static void table_early(void **context)
{
    static const enum event_type types[] = {EV_MOVE,   EV_ASK,  EV_YES,  EV_NO,
                                            EV_RESIGN, EV_AWAY, EV_BACK, EV_SHOW};
    struct table *t = table_with("zipang players=2", "early");
    (void)context;
    put(t, sitting(0, 1, false));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        assert_refused(t, event_of(types[i], 0, 1), "early");
        assert_refused(t, event_of(types[i], 0, 0), "early");
    }
    assert_refused(t, with_text(event_of(EV_NEXT, SEAT_NONE, 1), "abc"), "running");
    put(t, sitting(1, 2, false));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        assert_refused(t, event_of(types[i], 0, 2), "yours");
        assert_refused(t, event_of(types[i], 1, STRANGER), "yours");
    }
    table_free(t);
}

static void table_closing(void **context)
{
    struct table *t = table_with("zipang players=2", "closing");
    (void)context;
    put(t, sitting(0, 2, false));
    assert_refused(t, event_of(EV_CLOSE, SEAT_NONE, 2), "host");
    put(t, event_of(EV_CLOSE, SEAT_NONE, HOST));
    assert_true(table_over(t) && t->closed && !t->match);
    for (int type = 0; type < EV_TYPES; type++)
        assert_refused(t, with_text(event_of((enum event_type)type, 0, HOST), "x"), "closed");
    table_free(t);
    t = table_with("zipang players=2", "closing");
    put(t, event_of(EV_CLOSE, SEAT_NONE, 0));
    assert_true(table_over(t));
    table_free(t);
}

static void table_talking(void **context)
{
    struct table *t = table_with("zipang players=2", "talking");
    (void)context;
    assert_refused(t, event_of(EV_CHAT, SEAT_NONE, STRANGER), "long");
    put(t, with_text(event_of(EV_CHAT, SEAT_NONE, STRANGER), "Eve\tgood evening"));
    put(t, sitting(0, 1, false));
    put(t, sitting(1, 2, false));
    int turn = t->turn, shown = t->shown, changed = t->changed;
    put(t, with_text(event_of(EV_CHAT, 1, 2), "Bob\t\xe5\x85\xab"));
    assert_refused(t, with_text(event_of(EV_CHAT, 1, STRANGER), "Bob\tI am Bob"), "yours");
    assert_refused(t, with_text(event_of(EV_CHAT, 2, 2), "Bob\thello"), "seat");
    assert_true(t->turn == turn && t->shown == shown && t->changed == changed);
    assert_int_equal(t->lines, 2);
    assert_string_equal(t->line[0].text, "Eve\tgood evening");
    assert_string_equal(t->line[1].text, "Bob\t\xe5\x85\xab");
    assert_true(t->line[0].seat == SEAT_NONE && t->line[1].seat == 1);
    assert_true(t->line[0].seq == 1 && t->line[1].seq == 4);
    table_free(t);
}

/* Of all that can be said, the legal moves of the actor are what he may play. */
static void table_moves(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 7);
    for (const struct game *const *g = games; g; g = next_game(g)) {
        char settings[64];
        snprintf(settings, sizeof settings, "%s players=2", (*g)->id);
        struct table *t = table_seated(settings, "moves", "PP");
        for (int ply = 0; ply < 30 && !table_over(t); ply++) {
            struct move moves[MOVES_MAX];
            int actor = match_actor(t->match), count = match_legal(t->match, moves);
            struct event good = moving(t, &rng, 0), other = good;
            for (int i = 0; i < count; i++) {
                struct event e = event_of(EV_MOVE, actor, actor + 1);
                struct out o;
                out_init(&o, e.text, sizeof e.text);
                move_print((*g)->schema, moves[i], &o);
                assert_null(table_judge(t, &e));
                e.player = 0; /* forced */
                assert_null(table_judge(t, &e));
            }
            for (int kind = 1; kind < (*g)->schema->kinds; kind++) {
                struct event e = with_text(good, (*g)->schema->kind[kind].id);
                bool legal = false;
                for (int i = 0; i < count; i++) {
                    char text[64];
                    struct out o;
                    out_init(&o, text, sizeof text);
                    move_print((*g)->schema, moves[i], &o);
                    legal |= strcmp(text, e.text) == 0;
                }
                assert_int_equal(!table_judge(t, &e), legal);
            }
            other.seat = !actor;
            other.player = !actor + 1;
            assert_refused(t, other, "turn");
            other.player = 0;
            assert_refused(t, other, "turn");
            assert_refused(t, with_text(good, ""), "form");
            assert_refused(t, with_text(good, "a quick brown fox"), "form");
            assert_refused(t, with_text(good, "\x01\xff\n"), "form");
            char crowded[2 * EVENT_TEXT_BYTES + 2];
            snprintf(crowded, sizeof crowded, "%s, %s", good.text, good.text);
            assert_refused(t, with_text(good, crowded), "form");
            put(t, good);
        }
        table_free(t);
    }
}

static void table_showing(void **context)
{
    struct table *t = table_seated("zipang players=3", "showing", "PPB");
    (void)context;
    assert_false(t->seat[1].shown);
    put(t, with_number(event_of(EV_SHOW, 1, 2), 1));
    assert_true(t->seat[1].shown && t->shown == t->seq);
    put(t, with_number(event_of(EV_SHOW, 1, 2), 0));
    assert_false(t->seat[1].shown);
    assert_refused(t, with_number(event_of(EV_SHOW, 2, 2), 1), "yours");
    assert_refused(t, with_number(event_of(EV_SHOW, 6, 2), 1), "seat");
    table_free(t);
}

static void table_next(void **context)
{
    struct table *t = table_seated("zipang players=2", "next", "PP");
    struct event next = with_text(event_of(EV_NEXT, SEAT_NONE, 1), "nnnnnnnnnnnn");
    (void)context;
    assert_refused(t, next, "running");
    put(t, event_of(EV_RESIGN, 0, 1));
    assert_true(table_over(t));
    assert_refused(t, with_text(event_of(EV_NEXT, SEAT_NONE, STRANGER), "n"), "yours");
    assert_refused(t, with_text(next, ""), "long");
    assert_refused(t, with_text(next, "nnnnnnnnnnnnn"), "long");
    put(t, next);
    assert_string_equal(t->next, "nnnnnnnnnnnn");
    assert_non_null(table_judge(t, &next)); /* there is one next table */
    table_free(t);
}

/* ---- Going back ---- */

static void undo_asked(void **context)
{
    struct table *t = table_seated("zipang players=3", "undo", "PPP");
    struct rng rng;
    union state before[3], after;
    (void)context;
    rng_fast(&rng, 8);
    assert_refused(t, event_of(EV_YES, 0, 1), "asked");
    assert_refused(t, with_number(event_of(EV_ASK, 0, 1), 0), "ply");
    play_on(t, &rng, 4);
    for (int seat = 0; seat < 3; seat++)
        match_view_at(t->match, 1, seat, &before[seat]);
    assert_refused(t, with_number(event_of(EV_ASK, 0, 1), 4), "ply");
    assert_refused(t, with_number(event_of(EV_ASK, 0, 1), -1), "ply");
    assert_refused(t, with_number(event_of(EV_ASK, 0, 1), INT32_MAX), "ply");
    put(t, with_number(event_of(EV_ASK, 0, 1), 1));
    assert_int_equal(t->back_to, 1);
    assert_int_equal(match_ply(t->match), 4);
    assert_int_equal(table_asked(t), 7);
    assert_refused(t, event_of(EV_YES, 0, 1), "asked"); /* he asks, he is not asked */
    assert_refused(t, event_of(EV_YES, 1, 1), "yours");
    put(t, event_of(EV_YES, 1, 2));
    assert_int_equal(match_ply(t->match), 4);
    assert_refused(t, event_of(EV_YES, 1, 2), "asked");
    put(t, event_of(EV_NO, 2, 3));
    assert_int_equal(t->back_to, -1);
    assert_int_equal(match_ply(t->match), 4);
    assert_refused(t, event_of(EV_NO, 1, 2), "asked");
    put(t, with_number(event_of(EV_ASK, 2, 3), 1)); /* nobody's old consent counts */
    put(t, event_of(EV_YES, 0, 1));
    assert_int_equal(match_ply(t->match), 4);
    put(t, event_of(EV_YES, 1, 2));
    assert_int_equal(match_ply(t->match), 1);
    assert_int_equal(t->back_to, -1);
    assert_int_equal(t->turn, t->seq);
    for (int seat = 0; seat < 3; seat++) {
        match_view(t->match, seat, &after);
        assert_true(state_equal(t->settings.game->schema, &before[seat], &after));
    }
    play_on(t, &rng, 2);
    put(t, with_number(event_of(EV_ASK, 0, 1), 0));
    play_on(t, &rng, 1); /* whoever plays on declines */
    assert_int_equal(t->back_to, -1);
    assert_refused(t, event_of(EV_YES, 1, 2), "asked");
    table_free(t);
}

/* Bots and those who have given up are not asked; who is away is, and answers when he is back. */
static void undo_whom(void **context)
{
    struct table *t = table_seated("zipang players=4", "undo", "PPBP");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 9);
    play_on(t, &rng, 3);
    assert_int_equal(table_asked(t), 1 | 2 | 8);
    put(t, event_of(EV_AWAY, 1, 2));
    assert_int_equal(table_asked(t), 1 | 2 | 8);
    put(t, event_of(EV_RESIGN, 3, 4));
    assert_int_equal(table_asked(t), 1 | 2);
    put(t, with_number(event_of(EV_ASK, 0, 1), 0));
    assert_true(match_ply(t->match) > 0);
    assert_refused(t, event_of(EV_YES, 1, 2), "asked");
    put(t, event_of(EV_BACK, 1, 2));
    put(t, event_of(EV_YES, 1, 2));
    assert_int_equal(match_ply(t->match), 0);
    assert_int_equal(match_resigned(t->match), 8); /* nobody rises again by that */
    table_free(t);
}

/* Nor do they ask: what a bot plays for them is not theirs to take back. */
static void undo_absent(void **context)
{
    struct table *t = table_seated("zipang players=3", "undo", "PPP");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 9);
    play_on(t, &rng, 3);
    put(t, event_of(EV_AWAY, 1, 2));
    assert_refused(t, with_number(event_of(EV_ASK, 1, 2), 0), "away");
    put(t, event_of(EV_AWAY, 0, 1));
    assert_refused(t, with_number(event_of(EV_ASK, 1, 2), 0), "away");
    put(t, event_of(EV_BACK, 0, 1));
    put(t, event_of(EV_BACK, 1, 2));
    put(t, event_of(EV_RESIGN, 1, 2));
    assert_refused(t, with_number(event_of(EV_ASK, 1, 2), 0), "gone");
    assert_null(table_judge(t, &(struct event){.type = EV_ASK, .seat = 0, .player = 1}));
    table_free(t);
}

static void undo_rated(void **context)
{
    struct table *t = table_seated("zipang players=2 rated=yes", "undo", "RR");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 10);
    assert_true(table_rated(t));
    play_on(t, &rng, 3);
    for (int seat = 0; seat < 2; seat++) {
        assert_refused(t, with_number(event_of(EV_ASK, seat, seat + 1), 2), "rated");
        assert_refused(t, event_of(EV_YES, seat, seat + 1), "rated");
    }
    table_free(t);
    static const struct {
        const char *settings, *sitters;
    } unrated[] = {{"zipang players=2 rated=yes", "RP"},
                   {"zipang players=2 rated=no", "RR"},
                   {"zipang players=3 rated=yes", "RRB"}};
    for (int i = 0; i < 3; i++) {
        t = table_seated(unrated[i].settings, "undo", unrated[i].sitters);
        assert_false(table_rated(t));
        play_on(t, &rng, 2);
        assert_null(table_judge(t, &(struct event){.type = EV_ASK, .seat = 0, .player = 1}));
        table_free(t);
    }
}

/* A move that taught nobody anything is taken back at once by who made it, and by nobody else. */
static void undo_own(void **context)
{
    struct rng rng;
    int taken = 0, asked = 0;
    (void)context;
    rng_fast(&rng, 11);
    for (int round = 0; round < 40; round++) {
        char seed[16];
        snprintf(seed, sizeof seed, "own %d", round);
        struct table *t = table_seated(round % 2 ? "kenjin players=2" : "kunitori players=2", seed,
                                       "PP");
        for (int i = 0; i < 40 && !table_over(t); i++) {
            int mover = match_actor(t->match), ply = match_ply(t->match);
            put(t, moving(t, &rng, 0));
            if (table_over(t))
                break;
            if (match_undo_limit(t->match) > ply) { /* it taught something: the other is asked */
                put(t, with_number(event_of(EV_ASK, mover, mover + 1), ply));
                assert_int_equal(match_ply(t->match), ply + 1);
                put(t, event_of(EV_NO, !mover, !mover + 1));
                asked++;
                continue;
            }
            put(t, with_number(event_of(EV_ASK, !mover, !mover + 1), ply));
            assert_int_equal(match_ply(t->match), ply + 1);
            assert_int_equal(t->back_to, ply);
            put(t, event_of(EV_NO, mover, mover + 1));
            put(t, with_number(event_of(EV_ASK, mover, mover + 1), ply));
            assert_int_equal(match_ply(t->match), ply);
            assert_int_equal(t->back_to, -1);
            assert_int_equal(match_actor(t->match), mover);
            put(t, moving(t, &rng, 0));
            taken++;
        }
        table_free(t);
    }
    assert_true(taken > 20 && asked > 20);
}

/* ---- Away, back and giving up ---- */

static void away_and_back(void **context)
{
    struct table *t = table_seated("zipang players=2", "away", "PP");
    int actor = match_actor(t->match), other = !actor;
    struct rng rng;
    (void)context;
    rng_fast(&rng, 12);
    assert_null(table_bot(t));
    assert_refused(t, event_of(EV_BACK, actor, actor + 1), "away");
    put(t, event_of(EV_AWAY, actor, actor + 1));
    assert_true(t->shown == t->seq && t->changed == t->seq);
    assert_false(table_present(t, actor));
    assert_non_null(table_bot(t));
    assert_refused(t, event_of(EV_AWAY, actor, actor + 1), "away");
    struct event move = moving(t, &rng, 0);
    assert_int_equal(move.player, 0);
    move.player = actor + 1;
    assert_refused(t, move, "away");
    put(t, event_of(EV_BACK, actor, actor + 1));
    assert_true(table_present(t, actor));
    assert_non_null(table_bot(t)); /* what he left stays the bot's */
    assert_refused(t, move, "away");
    move.player = 0;
    put(t, move);
    put(t, event_of(EV_AWAY, other, other + 1));
    while (!table_over(t)) {
        assert_int_equal(table_bot(t) != NULL, match_actor(t->match) == other);
        play_on(t, &rng, 1);
    }
    assert_null(table_bot(t));
    assert_refused(t, event_of(EV_BACK, other, other + 1), "over");
    assert_refused(t, event_of(EV_AWAY, actor, actor + 1), "over");
    assert_refused(t, event_of(EV_RESIGN, actor, actor + 1), "over");
    assert_refused(t, with_number(event_of(EV_ASK, actor, actor + 1), 0), "over");
    assert_refused(t, with_text(event_of(EV_MOVE, actor, actor + 1), move.text), "over");
    table_free(t);
}

static void assert_ranks(const struct table *t, const char *ranks)
{
    int points[SEATS_MAX], found[SEATS_MAX];
    assert_true(table_over(t));
    match_scores(t->match, points, found);
    for (int seat = 0; ranks[seat]; seat++)
        if (ranks[seat] != '?')
            assert_int_equal(found[seat], ranks[seat] - '0');
}

static void resign_ranks(void **context)
{
    struct table *t;
    struct rng rng;
    (void)context;
    rng_fast(&rng, 13);
    t = table_seated("zipang players=2 clock=90s", "resign", "PP");
    play_on(t, &rng, 2);
    put(t, event_of(EV_RESIGN, 1, 2));
    assert_ranks(t, "12");
    assert_int_equal(t->clocks.running, SEAT_NONE);
    assert_refused(t, event_of(EV_RESIGN, 0, 1), "over");
    table_free(t);

    t = table_seated("zipang players=3", "resign", "PPP");
    put(t, event_of(EV_RESIGN, 0, 1));
    assert_false(table_over(t));
    assert_int_equal(match_resigned(t->match), 1);
    assert_refused(t, event_of(EV_RESIGN, 0, 1), "gone");
    assert_refused(t, event_of(EV_AWAY, 0, 1), "gone");
    assert_refused(t, event_of(EV_BACK, 0, 1), "gone");
    assert_refused(t, with_text(event_of(EV_MOVE, 0, 1), "x"), "gone");
    put(t, event_of(EV_RESIGN, 2, 3));
    assert_ranks(t, "312");
    table_free(t);

    t = table_seated("zipang players=4", "resign", "PPPP");
    put(t, event_of(EV_RESIGN, 1, 2));
    put(t, event_of(EV_RESIGN, 3, 4));
    assert_false(table_over(t));
    put(t, event_of(EV_RESIGN, 0, 1));
    assert_ranks(t, "2413");
    table_free(t);
}

/* Against bots a match is over when no person is left. */
static void resign_bots(void **context)
{
    struct table *t = table_seated("zipang players=4", "resign", "PBBB");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 14);
    assert_refused(t, event_of(EV_RESIGN, 1, 0), "gone"); /* bots do not */
    assert_refused(t, event_of(EV_AWAY, 1, 0), "gone");
    put(t, event_of(EV_RESIGN, 0, 1));
    assert_ranks(t, "4???");
    table_free(t);
    t = table_seated("zipang players=4", "resign", "PBPB");
    put(t, event_of(EV_RESIGN, 2, 3));
    assert_false(table_over(t));
    play_on(t, &rng, 3);
    put(t, event_of(EV_AWAY, 0, 1)); /* who is away may still come back */
    assert_false(table_over(t));
    put(t, event_of(EV_RESIGN, 0, 1));
    assert_ranks(t, "3?4?");
    table_free(t);
    t = table_seated("zipang players=2", "resign", "BP");
    put(t, event_of(EV_RESIGN, 1, 2));
    assert_ranks(t, "12");
    table_free(t);
}

/* A match that goes on without those who gave up ends as its moves say, and they come last. */
static void resign_played(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 15);
    for (int round = 0; round < 20; round++) {
        struct table *t = table_seated("zipang players=4", round % 2 ? "one" : "two", "PPPP");
        play_on(t, &rng, 3);
        if (table_over(t)) {
            table_free(t);
            continue;
        }
        put(t, event_of(EV_RESIGN, 2, 3));
        while (!table_over(t)) {
            assert_int_equal(table_bot(t) != NULL, match_actor(t->match) == 2);
            play_on(t, &rng, 1);
        }
        int points[SEATS_MAX], ranks[SEATS_MAX], others[SEATS_MAX], least = 9;
        match_scores(t->match, points, ranks);
        assert_int_equal(ranks[2], 4);
        union state truth;
        assert_true(match_view(t->match, VIEW_ALL, &truth));
        t->settings.game->scores(&truth, points, others);
        for (int a = 0; a < 4; a++) {
            least = ranks[a] < least ? ranks[a] : least;
            for (int b = 0; b < 4; b++)
                if (a != 2 && b != 2)
                    assert_int_equal(ranks[a] < ranks[b], others[a] < others[b]);
        }
        assert_int_equal(least, 1);
        table_free(t);
    }
}

/* In every game, at any moment, what was won so far can be told. */
static void resign_anywhere(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 16);
    for (const struct game *const *g = games; g; g = next_game(g))
        for (int round = 0; round < 60; round++) {
            int players = (*g)->schema->players_min +
                          round % ((*g)->schema->players_max - (*g)->schema->players_min + 1);
            struct config config = {.players = (uint8_t)players};
            uint8_t secret[SECRET_BYTES] = {(uint8_t)round};
            struct match *m = match_new(*g, &config, secret);
            int points[SEATS_MAX], ranks[SEATS_MAX];
            for (int seat = 0; seat < players; seat++)
                match_sitter(m, seat)->human = true;
            for (int i = (int)rng_below(&rng, 60); i > 0 && !match_over(m); i--) {
                struct move moves[MOVES_MAX];
                int count = match_legal(m, moves);
                match_play(m, match_actor(m), moves[rng_below(&rng, (uint32_t)count)]);
            }
            bool over = match_over(m);
            for (int seat = 1; seat < players; seat++) {
                assert_int_equal(match_over(m), over);
                assert_int_equal(match_resign(m, seat), !over);
                assert_false(match_resign(m, seat));
            }
            assert_true(match_over(m));
            assert_int_equal(match_resigned(m), over ? 0 : (1 << players) - 2);
            match_scores(m, points, ranks);
            for (int seat = 0; seat < players && !over; seat++)
                assert_int_equal(ranks[seat], seat ? players + 1 - seat : 1);
            union state view;
            assert_true(match_view(m, VIEW_ALL, &view));
            assert_true(over || !match_undo(m, 0, ~0u));
            match_free(m);
        }
}

/* ---- Clocks at a table ---- */

static void clock_moves(void **context)
{
    struct table *t = table_with("zipang players=2 clock=10m+5s", "clock");
    struct rng rng;
    int64_t left[2] = {600000, 600000}, now = 5000;
    (void)context;
    rng_fast(&rng, 17);
    struct event e = sitting(0, 1, false);
    e.time = 1000;
    put(t, e);
    e = sitting(1, 2, false);
    e.time = now;
    put(t, e); /* now it begins */
    for (int i = 0; i < 20 && !table_over(t); i++) {
        int actor = match_actor(t->match);
        assert_int_equal(t->clocks.running, actor);
        for (int seat = 0; seat < 2; seat++)
            assert_int_equal(clocks_left(&t->clocks, seat, now), left[seat]);
        assert_int_equal(table_due(t), now + left[actor]);
        put(t, with_text(event_at(EV_CHAT, SEAT_NONE, 9, now + 1000), "x\ty"));
        put(t, with_number(event_at(EV_SHOW, !actor, !actor + 1, now + 2000), 1));
        assert_int_equal(t->clocks.running, actor);
        assert_int_equal(table_due(t), now + left[actor]); /* talking stops no clock */
        now += 7000 + i;
        left[actor] += 5000 - (7000 + i);
        put(t, moving(t, &rng, now));
    }
    table_free(t);
}

static void clock_persons(void **context)
{
    struct table *t = table_seated("zipang players=3 clock=90s", "clock", "PBP");
    struct rng rng;
    bool bot = false, person = false;
    (void)context;
    rng_fast(&rng, 18);
    for (int64_t now = 1000; !table_over(t); now += 1000) {
        int actor = match_actor(t->match);
        bot |= actor == 1;
        person |= actor != 1;
        assert_int_equal(t->clocks.running, actor == 1 ? SEAT_NONE : actor);
        if (actor != 1)
            assert_int_equal(table_due(t), t->time + 90000);
        put(t, moving(t, &rng, now));
    }
    assert_true(bot && person);
    assert_int_equal(t->clocks.running, SEAT_NONE);
    table_free(t);
}

static void clock_away(void **context)
{
    struct table *t = table_seated("zipang players=2 clock=10m+5s", "clock", "PP");
    int actor = match_actor(t->match);
    struct rng rng;
    (void)context;
    rng_fast(&rng, 14);
    put(t, event_at(EV_AWAY, !actor, !actor + 1, 1000));
    assert_int_equal(t->clocks.running, actor); /* that of another runs on */
    assert_int_equal(table_due(t), 600000);
    put(t, event_at(EV_AWAY, actor, actor + 1, 100000));
    assert_int_equal(t->clocks.running, SEAT_NONE);
    assert_int_equal(clocks_left(&t->clocks, actor, 5000000), 500000);
    put(t, event_at(EV_BACK, actor, actor + 1, 200000));
    assert_int_equal(t->clocks.running, SEAT_NONE); /* what he left stays the bot's */
    while (t->clocks.running != actor)
        put(t, moving(t, &rng, 200000));
    assert_int_equal(table_due(t), 700000);
    put(t, event_at(EV_AWAY, actor, 0, 700000)); /* out of time */
    assert_int_equal(clocks_left(&t->clocks, actor, 700000), 0);
    put(t, event_at(EV_BACK, actor, actor + 1, 800000));
    while (t->clocks.running != actor)
        put(t, moving(t, &rng, 800000));
    assert_true(table_due(t) > 800000 && table_due(t) < 800000 + 600000);
    table_free(t);
}

/* What the server does for want of time it does when time is out, to who has to act. */
static void clock_judged(void **context)
{
    (void)context;
    for (int round = 0; round < 4; round++) {
        enum event_type type = round % 2 ? EV_RESIGN : EV_AWAY;
        bool clock = round < 2;
        int64_t due = clock ? 90000 : 1000 * (int64_t)MONTH_SECONDS;
        struct table *t = table_seated(clock ? "zipang players=3 clock=90s" : "zipang players=3",
                                       "judged", "PPP");
        int actor = match_actor(t->match), other = (actor + 1) % 3;
        assert_int_equal(table_due(t), due);
        assert_refused(t, event_at(type, actor, 0, 0), "time");
        assert_refused(t, event_at(type, actor, 0, due - 1), "time");
        assert_refused(t, event_at(type, other, 0, due - 1), "time");
        assert_refused(t, event_at(type, other, 0, due), "time");
        put(t, event_at(type, actor, 0, due));
        assert_false(table_present(t, actor));
        assert_refused(t, event_at(type, other, 0, due), "time");
        table_free(t);
    }
}

/* ---- A table is the sum of its events ---- */

/* The event as a row of the store, and back. */
static struct event stored(const struct event *e)
{
    char row[EVENT_TEXT_BYTES + 128], name[32];
    struct event back = {0};
    int end = 0;
    long long player, time;
    snprintf(row, sizeof row, "%s %d %d %lld %lld %s", event_name(e->type), e->seat, e->number,
             (long long)e->player, (long long)e->time, e->text);
    assert_int_equal(
        sscanf(row, "%31s %d %d %lld %lld%n", name, &back.seat, &back.number, &player, &time, &end),
        5);
    assert_true(event_type_parse(name, &back.type));
    back.player = player;
    back.time = time;
    snprintf(back.text, sizeof back.text, "%.*s", EVENT_TEXT_BYTES - 1, row + end + 1);
    return back;
}

static void assert_same_table(const struct table *a, const struct table *b, bool whole)
{
    int players = a->settings.config.players;
    assert_true(a->seq == b->seq && a->turn == b->turn && a->shown == b->shown);
    assert_true(a->changed == b->changed && a->time == b->time && a->closed == b->closed);
    assert_true(a->back_to == b->back_to && a->consent == b->consent);
    assert_string_equal(a->next, b->next);
    assert_memory_equal(&a->clocks, &b->clocks, sizeof a->clocks);
    assert_int_equal(a->lines, b->lines);
    for (int seat = 0; seat < players; seat++) {
        const struct seat *x = &a->seat[seat], *y = &b->seat[seat];
        assert_true(x->type == y->type && x->player == y->player && x->agrees == y->agrees);
        assert_true(x->away == y->away && x->shown == y->shown);
        assert_string_equal(x->name, y->name);
    }
    assert_int_equal(!a->match, !b->match);
    if (!a->match)
        return;
    assert_int_equal(match_ply(a->match), match_ply(b->match));
    assert_int_equal(match_actor(a->match), match_actor(b->match));
    assert_int_equal(match_resigned(a->match), match_resigned(b->match));
    for (int ply = whole ? 0 : match_ply(a->match); ply <= match_ply(a->match); ply++)
        for (int viewer = 0; viewer <= VIEW_ALL; viewer++) {
            union state x, y;
            if (viewer >= players && viewer < VIEW_PUBLIC)
                continue;
            bool sees = match_view_at(a->match, ply, viewer, &x);
            assert_int_equal(sees, match_view_at(b->match, ply, viewer, &y));
            assert_true(!sees || state_equal(a->settings.game->schema, &x, &y));
        }
    for (int i = 0; i < a->lines; i++)
        assert_string_equal(a->line[i].text, b->line[i].text);
}

enum { TRACK_MAX = 600 };

/* The moves that led to the table as it was after each event, by the number of their event. */
struct track {
    int plies[TRACK_MAX + 1];
    int line[TRACK_MAX + 1][TRACK_MAX];
};

static void track_event(struct track *track, const struct table *t, const struct event *e)
{
    int seq = t->seq, *line = track->line[seq];
    memcpy(line, track->line[seq - 1], sizeof track->line[0]);
    track->plies[seq] = t->match ? match_ply(t->match) : 0;
    if (e->type == EV_MOVE)
        line[track->plies[seq] - 1] = seq;
}

/* Who knew so many events has seen the plies that the line then and the line now share. */
static void check_since(const struct track *track, const struct table *t)
{
    int now = t->seq;
    for (int known = 0; known <= now; known++) {
        int same = 0;
        while (same < track->plies[known] && same < track->plies[now] &&
               track->line[known][same] == track->line[now][same])
            same++;
        assert_int_equal(table_since(t, known), known ? same : 0);
    }
}

static void check_table(const struct table *t)
{
    int players = t->settings.config.players, taken = 0;
    assert_true(t->turn <= t->seq && t->shown <= t->seq && t->changed <= t->seq);
    for (int seat = 0; seat < players; seat++) {
        taken += t->seat[seat].type != SEAT_FREE;
        assert_true(t->clocks.left[seat] >= 0);
        for (int other = 0; other < seat; other++)
            assert_true(t->seat[seat].type != SEAT_PERSON || t->seat[other].type != SEAT_PERSON ||
                        t->seat[seat].player != t->seat[other].player);
    }
    assert_int_equal(t->match != NULL, taken == players);
    if (!t->match) {
        assert_true(t->clocks.running == SEAT_NONE && !table_bot(t));
        return;
    }
    int actor = match_actor(t->match);
    bool person = actor != SEAT_NONE && table_decides(t, actor);
    bool clock = t->settings.pace.each || t->settings.pace.bank;
    assert_int_equal(table_over(t), actor == SEAT_NONE);
    assert_int_equal(t->clocks.running, person && clock ? actor : SEAT_NONE);
    assert_int_equal(table_bot(t) != NULL, actor != SEAT_NONE && !person);
    assert_true(t->back_to >= -1 && t->back_to < match_ply(t->match));
    assert_true(t->back_to < 0 || (!table_rated(t) && table_asked(t) & ~t->consent));
    if (table_over(t)) {
        int points[SEATS_MAX], ranks[SEATS_MAX];
        match_scores(t->match, points, ranks);
        for (int seat = 0; seat < players; seat++)
            assert_in_range(ranks[seat], 1, players);
    }
}

/* Something that may or may not happen next. */
static struct event any_event(const struct table *t, struct rng *rng)
{
    static const char *const texts[] = {
        "", "x", "1", "greedy", "pass", "nnnnnnnnnnnn", "Bob\thi", "a b c d e f g h", "\xff\xfe"};
    int players = t->settings.config.players;
    int64_t time = t->time + (int64_t)rng_below(rng, rng_below(rng, 10) ? 2000 : 200000);
    struct event e = event_at((enum event_type)rng_below(rng, EV_TYPES), 0, 0, time);
    e.seat = (int)rng_below(rng, (uint32_t)players);
    if (t->match && !match_over(t->match) && rng_below(rng, t->back_to < 0 ? 3 : 9) == 0)
        return moving(t, rng, time);
    if (t->back_to >= 0 && rng_below(rng, 2))
        e.type = rng_below(rng, 4) ? EV_YES : EV_NO;
    if (e.type == EV_CLOSE && rng_below(rng, 20))
        e.type = EV_SIT;
    if ((e.type == EV_RESIGN || e.type == EV_AWAY) && rng_below(rng, 4))
        e.type = EV_BACK;
    if (rng_below(rng, 20) == 0)
        e.seat = (int)rng_below(rng, 10) - 1;
    e.player = rng_below(rng, 8) ? e.seat + 1 : (int64_t)rng_below(rng, 8);
    e.number = (int)rng_below(rng, 12) - 1;
    if (t->match && rng_below(rng, 2))
        e.number = (int)rng_below(rng, (uint32_t)match_ply(t->match) + 1);
    snprintf(e.text, sizeof e.text, "%s", texts[rng_below(rng, sizeof texts / sizeof *texts)]);
    if (rng_below(rng, 50) == 0) {
        memset(e.text, 'n', sizeof e.text - 1);
        e.text[sizeof e.text - 1] = '\0';
    }
    return e;
}

struct fold_count {
    int applied[EV_TYPES], refused[EV_TYPES], over;
};

static void fold_once(const char *settings, uint64_t seed, struct fold_count *count)
{
    struct track *track = calloc(1, sizeof *track);
    struct event *events = calloc(TRACK_MAX, sizeof *events);
    char text[32];
    struct rng rng;
    rng_fast(&rng, seed);
    snprintf(text, sizeof text, "fold %d", (int)seed);
    struct table *a = table_with(settings, text), *b = table_with(settings, text);
    assert_true(track && events);
    for (int i = 0; i < 700 && a->seq < TRACK_MAX; i++) {
        struct event e = any_event(a, &rng), copy = stored(&e);
        const struct clause *against = table_judge(a, &e);
        int ply = a->match ? match_ply(a->match) : 0;
        assert_ptr_equal(table_judge(b, &copy), against);
        *(against ? &count->refused[e.type] : &count->applied[e.type]) += 1;
        if (against)
            continue;
        events[a->seq] = e;
        table_apply(a, &e);
        table_apply(b, &copy);
        track_event(track, a, &e);
        check_table(a);
        assert_same_table(a, b, false);
        assert_true(!a->match || !table_rated(a) || match_ply(a->match) >= ply);
        if (i % 16 == 0)
            check_since(track, a);
    }
    struct table *again = table_with(settings, text);
    for (int i = 0; i < a->seq; i++)
        put(again, events[i]);
    check_since(track, again);
    assert_same_table(a, again, true);
    count->over += table_over(a);
    table_free(a);
    table_free(b);
    table_free(again);
    free(events);
    free(track);
}

static void table_fold(void **context)
{
    static const char *const settings[] = {"zipang players=2 clock=90s",
                                           "zipang players=3 clock=1m+5s",
                                           "glory players=2 rated=yes",
                                           "kenjin players=4 teams=on clock=30d",
                                           "kunitori players=3 clock=10s+1s",
                                           "shitenno players=4 strict=yes clock=10s",
                                           "zipang players=6 coin-drain=on",
                                           "template players=2 clock=1s+0s",
                                           "zipang players=2 rated=yes clock=1h+0s"};
    struct fold_count count = {0};
    (void)context;
    for (uint64_t seed = 0; seed < 135; seed++)
        fold_once(settings[seed % (sizeof settings / sizeof *settings)], seed, &count);
    for (int type = 0; type < EV_TYPES; type++) /* so that nothing was left out */
        if (count.applied[type] < 3 || count.refused[type] < 3)
            fail_msg("'%s' was applied %d times and refused %d times",
                     event_name((enum event_type)type), count.applied[type], count.refused[type]);
    assert_in_range(count.over, 10, 134);
}

static void since_undo(void **context)
{
    struct table *t = table_seated("zipang players=2", "since", "PP");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 19);
    play_on(t, &rng, 5);
    int five = t->seq;
    assert_int_equal(table_since(t, five), 5);
    assert_int_equal(table_since(t, five - 2), 3);
    assert_int_equal(table_since(t, 0), 0);
    assert_int_equal(table_since(t, -1), 0);
    put(t, with_number(event_of(EV_ASK, 0, 1), 2));
    assert_int_equal(table_since(t, five), 5);
    put(t, event_of(EV_YES, 1, 2));
    assert_int_equal(match_ply(t->match), 2);
    assert_int_equal(table_since(t, five), 2);
    play_on(t, &rng, 2);
    assert_int_equal(match_ply(t->match), 4);
    assert_int_equal(table_since(t, five), 2);     /* plies 3 and 4 are others now */
    assert_int_equal(table_since(t, five - 4), 1); /* who knew one ply knows it still */
    assert_int_equal(table_since(t, t->seq), 4);
    assert_int_equal(table_since(t, t->seq - 1), 3);
    table_free(t);
}

/* ---- Requests ---- */

static struct request request;

/* Reads a message in which ' stands for "; of exactly so many bytes, so that reading past its end
 * is seen. */
static bool parse_bytes(const char *bytes, size_t length)
{
    char *exact = malloc(length ? length : 1);
    assert_non_null(exact);
    for (size_t i = 0; i < length; i++)
        exact[i] = bytes[i] == '\'' ? '"' : bytes[i];
    bool good = request_parse((struct word){exact, (int)length}, &request, listener());
    free(exact);
    return good;
}

static bool parse(const char *text)
{
    return parse_bytes(text, strlen(text));
}

static void parsed(enum request_type type, const char *text)
{
    if (!parse(text))
        fail_msg("%s: %s", text, said);
    assert_string_equal(said, "");
    assert_int_equal(request.type, type);
    assert_string_equal(request_name(type), request_name(request.type));
}

static void request_defaults(void **context)
{
    (void)context;
    parsed(REQ_PING, "{'type':'ping'}");
    assert_true(request.ref == -1 && request.seat == -1 && request.number == -1);
    assert_true(request.player == 0 && request.before == 0 && !request.yes);
    assert_true(!request.table[0] && !request.text[0] && !request.secret[0]);
    parsed(REQ_PING, " {'unknown': [1, {'a': null}], 'type' :'ping','ref':7}");
    assert_int_equal(request.ref, 7);
    parsed(REQ_PING, "{'type':'ping','ref':9007199254740991}");
    assert_true(request.ref == 9007199254740991);
}

static void request_persons(void **context)
{
    (void)context;
    parsed(REQ_HELLO, "{'type':'hello','version':1}");
    assert_true(request.number == 1 && !request.secret[0] && !request.text[0] && !request.yes);
    parsed(REQ_HELLO, "{'type':'hello','version':2,'token':'abc','name':'Ann',"
                      "'notation':true}");
    assert_true(request.number == 2 && request.yes);
    assert_string_equal(request.secret, "abc");
    assert_string_equal(request.text, "Ann");
    parsed(REQ_NAME, "{'type':'name','name':'\\u00c4nn \\ud83d\\ude00'}");
    assert_string_equal(request.text, "\xc3\x84nn \xf0\x9f\x98\x80");
    parsed(REQ_KEEP, "{'type':'keep','name':'Ann','password':'correct horse'}");
    assert_string_equal(request.text, "Ann");
    assert_string_equal(request.secret, "correct horse");
    parsed(REQ_LOGIN, "{'type':'login','name':'Ann','password':'\\\"\\\\'}");
    assert_string_equal(request.secret, "\"\\");
    parsed(REQ_LOGOUT, "{'type':'logout'}");
    parsed(REQ_LOBBY, "{'type':'lobby','on':true}");
    assert_true(request.yes);
    parsed(REQ_LOBBY, "{'type':'lobby','on':false}");
    assert_false(request.yes);
    parsed(REQ_FINISHED, "{'type':'finished'}");
    parsed(REQ_FINISHED, "{'type':'finished','player':4503599627370496,"
                         "'before':1700000000000}");
    assert_true(request.player == 4503599627370496 && request.before == 1700000000000);
    parsed(REQ_PLAYER, "{'type':'player','player':5}");
    assert_int_equal(request.player, 5);
}

static void request_tables(void **context)
{
    static const enum request_type plain[] = {REQ_UNWATCH, REQ_LEAVE, REQ_BACK,
                                              REQ_RESIGN,  REQ_AGAIN, REQ_RECORD};
    (void)context;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        char text[128];
        snprintf(text, sizeof text, "{'type':'%s','table':'abcdefghjkm%zu'}",
                 request_name(plain[i]), i);
        parsed(plain[i], text);
        assert_memory_equal(request.table, "abcdefghjkm", 11);
    }
    parsed(REQ_WATCH, "{'type':'watch','table':'t0','seat':'spectator','since':12}");
    assert_true(request.seat == VIEW_PUBLIC && request.number == 12);
    parsed(REQ_WATCH, "{'type':'watch','table':'t0','seat':'F'}");
    assert_true(request.seat == 5 && request.number == -1);
    parsed(REQ_JOIN, "{'type':'join','table':'t0'}");
    assert_true(request.seat == -1 && !request.yes);
    parsed(REQ_JOIN, "{'type':'join','table':'t0','seat':'A','rated':true}");
    assert_true(request.seat == 0 && request.yes);
    parsed(REQ_BOT, "{'type':'bot','table':'t0','seat':'B','bot':'greedy'}");
    assert_true(request.seat == 1);
    assert_string_equal(request.text, "greedy");
    parsed(REQ_BOT, "{'type':'bot','table':'t0','seat':'B'}");
    assert_string_equal(request.text, "");
    parsed(REQ_MOVE, "{'type':'move','table':'t0','id':3,'move':'monk A'}");
    assert_int_equal(request.number, 3);
    assert_string_equal(request.text, "monk A");
    parsed(REQ_UNDO, "{'type':'undo','table':'t0','ply':0}");
    assert_int_equal(request.number, 0);
    parsed(REQ_CONSENT, "{'type':'consent','table':'t0','yes':true}");
    assert_true(request.yes);
    parsed(REQ_SHOW, "{'type':'show','table':'t0','on':true}");
    parsed(REQ_CHAT, "{'type':'chat','table':'t0','text':'\xe5\x85\xab!'}");
    assert_string_equal(request.text, "\xe5\x85\xab!");
    parsed(REQ_REPLAY, "{'type':'replay','table':'t0','ply':2147483647,'seat':'all'}");
    assert_true(request.number == INT32_MAX && request.seat == VIEW_ALL);
}

static void assert_created(const char *text, const char *settings, const char *sitters)
{
    struct settings expected = settings_of(settings);
    char found[128];
    struct out o;
    parsed(REQ_CREATE, text);
    assert_settings(&request.settings, &expected);
    out_init(&o, found, sizeof found);
    for (int seat = 0; seat < expected.config.players; seat++)
        out_format(&o, "%s%s", seat ? " " : "", request.sitters[seat]);
    assert_string_equal(found, sitters);
}

static void request_create(void **context)
{
    (void)context;
    assert_created("{'type':'create','game':'zipang'}", "zipang", "you free");
    assert_created("{'type':'create','game':'zipang','players':3,'clock':'10m+5s',"
                   "'listed':false,'rated':true,'watched':false,'strict':true,"
                   "'options':{'coin-drain':'on'},'seats':['free','you','6']}",
                   "zipang players=3 clock=10m+5s listed=no rated=yes watched=no strict=yes "
                   "coin-drain=on",
                   "free you 6");
    assert_created("{'type':'create','game':'kenjin','options':{'teams':'on',"
                   "'setup':'draft'},'players':4,'seats':['random']}",
                   "kenjin players=4 teams=on setup=draft", "random free free free");
    assert_created("{'type':'create','game':'glory','options':{},"
                   "'seats':['bold','careful']}",
                   "glory", "bold careful");
}

static void request_bots(void **context)
{
    static const char *const good[] = {"1", "6", "random", "greedy", "bold", "careful"};
    static const char *const bad[] = {"",          "0",  "7",   "11",   "you",       "run:true",
                                      "ismcts:50", "1 ", "1ms", "Bold", "run@1s:sh", "free"};
    (void)context;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(bot_allowed(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(bot_allowed(bad[i]));
}

static void request_bad(void **context)
{
    static const struct {
        const char *text, *reason;
        enum request_type type; /* as far as it was understood */
    } bad[] = {
        {"", "it is not one JSON object", REQ_TYPES},
        {" ", "it is not one JSON object", REQ_TYPES},
        {"{", "it is not one JSON object", REQ_TYPES},
        {"[]", "it is not one JSON object", REQ_TYPES},
        {"null", "it is not one JSON object", REQ_TYPES},
        {"'ping'", "it is not one JSON object", REQ_TYPES},
        {"17", "it is not one JSON object", REQ_TYPES},
        {"{'type':'ping'}{'type':'ping'}", "it is no", REQ_TYPES},
        {"{'type':'ping'} x", "it is no", REQ_TYPES},
        {"{'type':'ping',}", "it is no JSON", REQ_TYPES},
        {"{'type':'ping'/*x*/}", "it is no JSON", REQ_TYPES},
        {"{type:'ping'}", "it is no JSON", REQ_TYPES},
        {"{}", "\"type\": expected the type of a message", REQ_TYPES},
        {"{'type':1}", "\"type\": expected the type of a message", REQ_TYPES},
        {"{'type':null}", "\"type\": expected the type of a message", REQ_TYPES},
        {"{'type':'fly'}", "there is no message of type \"fly\"", REQ_TYPES},
        {"{'type':'Ping'}", "there is no message of type \"Ping\"", REQ_TYPES},
        {"{'type':''}", "there is no message of type \"\"", REQ_TYPES},
        {"{'type':'ping\\u0000'}", "\"type\": expected", REQ_TYPES},
        {"{'type':'hello'}", "\"version\": expected a whole number from 0 on", REQ_HELLO},
        {"{'type':'hello','version':'1'}", "\"version\": expected a whole", REQ_HELLO},
        {"{'type':'hello','version':1.0}", "\"version\": expected a whole", REQ_HELLO},
        {"{'type':'hello','version':1e0}", "\"version\": expected a whole", REQ_HELLO},
        {"{'type':'hello','version':-1}", "\"version\": expected a whole", REQ_HELLO},
        {"{'type':'hello','version':2147483648}", "\"version\": expected", REQ_HELLO},
        {"{'type':'hello','version':4294967297}", "\"version\": expected", REQ_HELLO},
        {"{'type':'hello','version':1,'token':7}",
         "\"token\": expected a string of at "
         "most 128 bytes without control characters",
         REQ_HELLO},
        {"{'type':'hello','version':1,'notation':1}",
         "\"notation\": expected true or "
         "false",
         REQ_HELLO},
        {"{'type':'name'}", "\"name\": expected a string of at most 500 bytes", REQ_NAME},
        {"{'type':'name','name':null}", "\"name\": expected a string", REQ_NAME},
        {"{'type':'name','name':[]}", "\"name\": expected a string", REQ_NAME},
        {"{'type':'name','name':'a\\u0000b'}", "\"name\": expected", REQ_NAME},
        {"{'type':'name','name':'a\\nb'}", "without control characters", REQ_NAME},
        {"{'type':'name','name':'a\\u007f'}", "without control characters", REQ_NAME},
        {"{'type':'name','name':'a\\u001b[2J'}", "without control characters", REQ_NAME},
        {"{'type':'keep','name':'Ann'}", "\"password\": expected", REQ_KEEP},
        {"{'type':'lobby'}", "\"on\": expected true or false", REQ_LOBBY},
        {"{'type':'lobby','on':1}", "\"on\": expected true or false", REQ_LOBBY},
        {"{'type':'lobby','on':'true'}", "\"on\": expected true or false", REQ_LOBBY},
        {"{'type':'watch'}", "\"table\": expected the id of a table", REQ_WATCH},
        {"{'type':'watch','table':''}", "\"table\": expected the id", REQ_WATCH},
        {"{'type':'watch','table':'ABC'}", "\"table\": expected the id", REQ_WATCH},
        {"{'type':'watch','table':'a b'}", "\"table\": expected the id", REQ_WATCH},
        {"{'type':'watch','table':'a;--'}", "\"table\": expected the id", REQ_WATCH},
        {"{'type':'watch','table':'abcdefghjkmnp'}", "\"table\": expected", REQ_WATCH},
        {"{'type':'watch','table':'t','seat':'G'}",
         "\"seat\": expected a seat, \"A\" "
         "to \"F\"",
         REQ_WATCH},
        {"{'type':'watch','table':'t','seat':'?'}", "\"seat\": expected", REQ_WATCH},
        {"{'type':'watch','table':'t','seat':'AB'}", "\"seat\": expected", REQ_WATCH},
        {"{'type':'watch','table':'t','seat':''}", "\"seat\": expected", REQ_WATCH},
        {"{'type':'watch','table':'t','seat':0}", "\"seat\": expected", REQ_WATCH},
        {"{'type':'watch','table':'t','since':-5}", "\"since\": expected", REQ_WATCH},
        {"{'type':'bot','table':'t'}", "\"seat\": expected a seat", REQ_BOT},
        {"{'type':'move','table':'t','move':'x'}", "\"id\": expected", REQ_MOVE},
        {"{'type':'move','table':'t','id':1}", "\"move\": expected", REQ_MOVE},
        {"{'type':'undo','table':'t'}", "\"ply\": expected", REQ_UNDO},
        {"{'type':'consent','table':'t'}", "\"yes\": expected", REQ_CONSENT},
        {"{'type':'show','table':'t'}", "\"on\": expected", REQ_SHOW},
        {"{'type':'chat','table':'t'}", "\"text\": expected", REQ_CHAT},
        {"{'type':'replay','table':'t'}", "\"ply\": expected", REQ_REPLAY},
        {"{'type':'finished','before':'now'}",
         "\"before\": expected a time in "
         "milliseconds",
         REQ_FINISHED},
        {"{'type':'finished','player':-3}", "\"player\": expected the id", REQ_FINISHED},
        {"{'type':'player'}", "\"player\": expected the id of a player", REQ_PLAYER},
        {"{'type':'player','player':1.5}", "\"player\": expected", REQ_PLAYER},
        {"{'type':'create'}", "\"game\": expected the id of a game", REQ_CREATE},
        {"{'type':'create','game':'go'}", "there is no game 'go'; there", REQ_CREATE},
        {"{'type':'create','game':'zipang rated=yes'}", "\"game\": expected", REQ_CREATE},
        {"{'type':'create','game':'zipang','players':9}", "not '9'", REQ_CREATE},
        {"{'type':'create','game':'zipang','players':-1}", "not '-1'", REQ_CREATE},
        {"{'type':'create','game':'zipang','players':null}",
         "\"players\": expected one "
         "word, a number, true or false",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','players':2.5}", "\"players\": expected", REQ_CREATE},
        {"{'type':'create','game':'zipang','clock':'fast'}", "'fast' is no clock", REQ_CREATE},
        {"{'type':'create','game':'zipang','clock':'90s rated=yes'}",
         "\"clock\": expected one word", REQ_CREATE},
        {"{'type':'create','game':'zipang','rated':'maybe'}", "'rated=maybe': expected yes or no",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','rated':1}", "'rated=1': expected yes or no",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','options':[]}",
         "\"options\": expected an "
         "object",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','options':{'coin-drain':'of'}}",
         "zipang has no option 'coin-drain=of'; it has: coin-drain=off|on", REQ_CREATE},
        {"{'type':'create','game':'zipang','options':{'x':{}}}",
         "\"x\": expected one "
         "word",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','options':{'a b':'c'}}", "\"a b\": expected one word",
         REQ_CREATE},
        {"{'type':'create','game':'kenjin','options':{'teams':'on'}}", "teams=on of kenjin needs",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':{}}", "\"seats\": expected a list", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':[]}",
         "\"seats\": expected at most 2, "
         "and at least one that is not free",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':['free','free']}",
         "at least one that is not free", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':['you','1','1']}",
         "\"seats\": expected at most 2", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':['you','you']}",
         "\"seats\": expected \"you\" once", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':['you','run:sh']}", "for seat B", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':[null,'you']}", "for seat A", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':[7,'you']}", "for seat A", REQ_CREATE}};
    (void)context;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (parse(bad[i].text))
            fail_msg("%s was read", bad[i].text);
        assert_said(bad[i].reason);
        assert_one_line();
        assert_int_equal(request.type, bad[i].type);
        assert_int_equal(request.ref, -1);
    }
}

/* A reply names the message that it answers, however bad the rest of it is; and it never names
 * another. */
static void request_ref(void **context)
{
    static const char *const bad[] = {"-5",
                                      "1.5",
                                      "'7'",
                                      "null",
                                      "true",
                                      "[1]",
                                      "9223372036854775808",
                                      "18446744073709551615",
                                      "99999999999999999999999999"};
    (void)context;
    assert_false(parse("{'type':'fly','ref':12}"));
    assert_int_equal(request.ref, 12);
    assert_false(parse("{'ref':13}"));
    assert_int_equal(request.ref, 13);
    assert_false(parse("{'type':'hello','ref':14}"));
    assert_true(request.ref == 14 && request.type == REQ_HELLO);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[128];
        snprintf(text, sizeof text, "{'type':'ping','ref':%s}", bad[i]);
        if (parse(text))
            fail_msg("%s was read as %lld", text, (long long)request.ref);
        assert_int_equal(request.ref, -1);
        assert_one_line();
    }
}

/* Sizes: the longest that is good, and one more. */
static void request_long(void **context)
{
    static const struct {
        const char *start;
        int most;
    } sizes[] = {{"{'type':'chat','table':'t','text':'", 500},
                 {"{'type':'name','name':'", 500},
                 {"{'type':'hello','version':1,'token':'", 128},
                 {"{'type':'watch','table':'", 12}};
    char text[2 * REQUEST_BYTES];
    (void)context;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int length = sizes[i].most - 1; length < sizes[i].most + 3; length++) {
            struct out o;
            out_init(&o, text, sizeof text);
            out_text(&o, sizes[i].start);
            for (int k = 0; k < length; k++)
                out_char(&o, 'x');
            out_text(&o, "'}");
            assert_int_equal(parse(text), length <= sizes[i].most);
        }
    struct out o; /* more options than settings have room for */
    out_init(&o, text, sizeof text);
    out_text(&o, "{'type':'create','game':'zipang','options':{'coin-drain':'on'");
    for (int i = 0; i < 100; i++)
        out_format(&o, ",'option-number-%d':'yes'", i);
    out_text(&o, "}}");
    assert_false(o.overflow || parse(text));
    assert_said("there are too many options");
    out_init(&o, text, sizeof text);
    out_text(&o, "{'type':'");
    while (o.used < sizeof text - 10)
        out_char(&o, 'x');
    out_text(&o, "'}");
    assert_false(parse(text));
    assert_one_line();
}

static void request_hostile(void **context)
{
    static const char nul[] = "{'type':'ping'}\0", inside[] = "{'type':'pi\0ng'}";
    char deep[4096];
    (void)context;
    assert_false(parse_bytes(nul, sizeof nul - 1));
    assert_false(parse_bytes(inside, sizeof inside - 1));
    assert_said("it is no JSON");
    assert_false(parse_bytes("\0", 1));
    assert_true(parse_bytes(nul, sizeof nul - 2));
    for (int depth = 1; depth < 4000; depth = depth < 20 ? depth + 1 : depth * 2) {
        struct out o;
        out_init(&o, deep, sizeof deep);
        out_text(&o, "{'type':'ping','x':");
        for (int i = 0; i < depth; i++)
            out_char(&o, depth % 2 ? '[' : '{');
        assert_false(parse(deep));
        assert_one_line();
        for (int i = 0; depth % 2 && i < depth; i++)
            out_char(&o, ']');
        out_char(&o, '}');
        if (depth % 2)
            assert_int_equal(parse(deep), depth < 4);
    }
    memset(deep, '9', sizeof deep);
    memcpy(deep, "{'type':'player','player':", 26);
    memcpy(deep + sizeof deep - 2, "}", 2);
    assert_false(parse(deep));
    memcpy(deep + 26, "1e", 2);
    assert_false(parse(deep));
    memcpy(deep + 26, "0.", 2);
    assert_false(parse(deep));
    memcpy(deep + 26, "-1", 2);
    assert_false(parse(deep));
}

/* Text that is no UTF-8 would end up in other people's messages, whose clients must end the
 * connection for it. */
static void request_utf8(void **context)
{
    static const char *const bad[] = {"\x80",
                                      "\xff",
                                      "\xc3",
                                      "\xc3(",
                                      "\xe5\x85",
                                      "\xe5(\xab",
                                      "\xf0\x9f\x98",
                                      "\xfe\xfe",
                                      "a\xbfz",
                                      "\xf8\x88\x80\x80\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x80\xaf",
                                      "\xed\xa0\x80",
                                      "\xed\xbf\xbf",
                                      "\xf0\x80\x80\xaf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80"};
    static const char *const good[] = {"\xc2\xa0",         "\xdf\xbf",         "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",     "\xee\x80\x80",     "\xef\xbf\xbd",
                                       "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "\\ud800",
                                       "\\udc00\\ud800",   "\\ud83dx"};
    char text[128];
    (void)context;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "{'type':'chat','table':'t','text':'%s'}", bad[i]);
        if (parse(text))
            fail_msg("number %zu was read", i);
        assert_said("");
        snprintf(text, sizeof text, "{'type':'%s'}", bad[i]);
        assert_false(parse(text));
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(text, sizeof text, "{'type':'chat','table':'t','text':'%s'}", good[i]);
        if (!parse(text))
            fail_msg("%s: %s", text, said);
        if (good[i][0] != '\\')
            assert_string_equal(request.text, good[i]);
        else
            assert_ptr_equal(strstr(request.text, "\xed"), NULL); /* half a pair is no character */
    }
}

/* Whatever is done to a good message, it is read or refused with a reason. */
static void request_mutants(void **context)
{
    static const char *const seeds[] = {
        "{'type':'create','ref':1,'game':'zipang','clock':'10m+5s','seats':['you','6']}",
        "{'type':'create','game':'kenjin','players':4,'options':{'teams':'on'}}",
        "{'type':'hello','version':1,'token':'abc','name':'\\u00c4nn'}",
        "{'type':'watch','table':'abcdefghjkmn','seat':'all','since':12}",
        "{'type':'finished','player':4503599627370496,'before':1700000000000}"};
    static const char bytes[] = "{}[]',:\\u0019-+.eE tfn\x80\xc3\xff\x01";
    struct rng rng;
    int good = 0;
    (void)context;
    rng_fast(&rng, 20);
    for (int i = 0; i < 40000; i++) {
        char text[256];
        size_t length = strlen(seeds[i % 5]);
        memcpy(text, seeds[i % 5], length);
        for (int k = 1 + (int)rng_below(&rng, 3); k > 0; k--) {
            size_t at = rng_below(&rng, (uint32_t)length);
            char byte = bytes[rng_below(&rng, sizeof bytes)];
            if (rng_below(&rng, 2)) {
                text[at] = byte;
            } else if (rng_below(&rng, 2)) {
                memmove(text + at, text + at + 1, length - at - 1);
                length--;
            } else {
                memmove(text + at + 1, text + at, length - at);
                text[at] = byte;
                length++;
            }
        }
        bool read = parse_bytes(text, length);
        assert_int_equal(read, said[0] == '\0');
        good += read;
    }
    assert_in_range(good, 100, 39000);
}

/* ---- Records ---- */

enum { RECORD_BYTES = 65536 };

static struct match *match_with(const char *game, int players, const char *seed)
{
    struct config config = {.players = (uint8_t)players};
    uint8_t secret[SECRET_BYTES];
    secret_from_seed(seed, secret);
    struct match *m = match_new(game_find(word_of(game)), &config, secret);
    assert_non_null(m);
    for (int seat = 0; seat < players; seat++) {
        struct sitter *sitter = match_sitter(m, seat);
        sitter->human = true;
        snprintf(sitter->name, sizeof sitter->name, "Player %d", seat);
    }
    return m;
}

static void match_random(struct match *m, struct rng *rng, int plies)
{
    struct move moves[MOVES_MAX];
    for (int i = 0; i < plies && !match_over(m); i++) {
        int count = match_legal(m, moves);
        assert_null(match_play(m, match_actor(m), moves[rng_below(rng, (uint32_t)count)]));
    }
}

/* The match of the record, or NULL with the reason. */
static struct match *replayed(const char *text, const uint8_t *secret)
{
    struct scan scan;
    struct record r;
    scan_init(&scan, "file", word_of(text), listener());
    if (!record_read(&r, &scan))
        return NULL;
    assert_true(secret || r.has_secret);
    return record_replay(&r, secret ? secret : r.secret);
}

static void assert_record_back(struct match *m, bool private)
{
    static char text[RECORD_BYTES], again[RECORD_BYTES];
    void (*write)(struct match *, struct out *) = private ? record_write_secret : record_write;
    int points[2][SEATS_MAX] = {0}, ranks[2][SEATS_MAX] = {0};
    struct out o;
    out_init(&o, text, sizeof text);
    write(m, &o);
    assert_false(o.overflow);
    struct match *back = replayed(text, NULL);
    if (!back)
        fail_msg("%s\n%s", said, text);
    out_init(&o, again, sizeof again);
    write(back, &o);
    assert_string_equal(again, text);
    assert_int_equal(match_resigned(back), match_resigned(m));
    assert_int_equal(match_over(back), match_over(m));
    if (match_over(m)) {
        match_scores(m, points[0], ranks[0]);
        match_scores(back, points[1], ranks[1]);
        assert_memory_equal(points[0], points[1], sizeof points[0]);
        assert_memory_equal(ranks[0], ranks[1], sizeof ranks[0]);
    }
    match_free(back);
}

static void record_resigned(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 21);
    for (int round = 0; round < 120; round++) {
        const struct game *g = games[round % 5];
        int players = round % 3 ? g->schema->players_max : 2;
        char seed[32];
        snprintf(seed, sizeof seed, "record %d", round);
        struct match *m = match_with(g->id, players, seed);
        while (!match_over(m)) {
            match_random(m, &rng, 1 + (int)rng_below(&rng, 30));
            if (rng_below(&rng, 3) == 0 && match_ply(m))
                match_undo(m, (int)rng_below(&rng, (uint32_t)match_ply(m)), ~0u);
            match_resign(m, (int)rng_below(&rng, (uint32_t)players));
            assert_record_back(m, true);
        }
        assert_record_back(m, false);
        match_free(m);
    }
}

/* Replaces what comes first in the text. */
static void replace(char text[RECORD_BYTES], const char *old, const char *new)
{
    char *at = strstr(text, old);
    assert_non_null(at);
    size_t before = strlen(old), after = strlen(new);
    memmove(at + after, at + before, strlen(at + before) + 1);
    memcpy(at, new, after);
}

static void record_bad_resign(void **context)
{
    static const struct {
        const char *entry, *reason;
    } bad[] = {{"resign", ": expected a seat that has not given up yet"},
               {"resign D", ": expected a seat that has not given up yet"},
               {"resign b", ": expected a seat that has not given up yet"},
               {"resign BC", ": expected a seat that has not given up yet"},
               {"resign @", ": expected a seat that has not given up yet"},
               {"resign *", ": expected a seat that has not given up yet"},
               {"resign A", ": expected a seat that has not given up yet"},
               {"resign B C", ": expected the end of the line, found 'C'"},
               {"resign B, resign B", ": expected a seat that has not given up yet"},
               {"resign B, resign C", ": expected a seat that has not given up yet"},
               {"resign B, undo 1", "file:11:"},
               {"resigns B", "file:11:"}};
    static char text[RECORD_BYTES];
    struct match *m = match_with("zipang", 3, "bad");
    struct rng rng;
    struct out o;
    (void)context;
    rng_fast(&rng, 22);
    match_random(m, &rng, 2);
    match_resign(m, 0);
    match_resign(m, 1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        out_init(&o, text, sizeof text);
        record_write(m, &o);
        replace(text, "resign B", bad[i].entry);
        struct match *back = replayed(text, NULL);
        if (back)
            fail_msg("'%s' was read", bad[i].entry);
        assert_said(bad[i].reason);
        assert_ptr_equal(strstr(said, "file:"), said);
        assert_one_line();
    }
    /* The column is that of the seat, the line that of the moves. */
    out_init(&o, text, sizeof text);
    record_write(m, &o);
    replace(text, "resign B", "resign Z");
    const char *line = strstr(text, "moves:\n") + 7, *seat = strstr(line, "resign Z") + 7;
    char place[64];
    int lines = 1;
    for (const char *c = text; c < line; c++)
        lines += *c == '\n';
    snprintf(place, sizeof place, "file:%d:%d: ", lines, (int)(seat - line) + 1);
    assert_null(replayed(text, NULL));
    assert_ptr_equal(strstr(said, place), said);
    /* A result that is not that of the resignations. */
    out_init(&o, text, sizeof text);
    record_write(m, &o);
    replace(text, "result: A 3", "result: A 1");
    assert_null(replayed(text, NULL));
    assert_said("in the result");
    /* And a match that they end has one. */
    out_init(&o, text, sizeof text);
    record_write(m, &o);
    strstr(text, "result:")[0] = '\0';
    o.used = strlen(text);
    out_text(&o, "end\n");
    assert_null(replayed(text, match_secret(m)));
    assert_said("the match is over, but there is no 'result:'");
    match_free(m);
}

/* ---- The store ---- */

static char directory[] = "/tmp/tenka_test_XXXXXX";
static char address[512];
static struct store *store;
static int woken = -1;
static int wakes;

static bool on_sqlite(void)
{
    return strncmp(address, "sqlite:", 7) == 0;
}

static int store_setup(void **context)
{
    const char *given = getenv("TENKA_TEST_STORE");
    (void)context;
    if (!mkdtemp(directory))
        return -1;
    if (given && *given)
        snprintf(address, sizeof address, "%s", given);
    else
        snprintf(address, sizeof address, "sqlite:%s/store", directory);
    return 0;
}

static int store_teardown(void **context)
{
    static const char *const endings[] = {"",         "-wal",     "-shm",  "-journal", ".new",
                                          ".new-wal", ".new-shm", ".text", ".none"};
    char path[600];
    (void)context;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s/store%s", directory, endings[i]);
        unlink(path);
    }
    return rmdir(directory);
}

static void wake(void *context)
{
    uint64_t one = 1;
    (void)context;
    __atomic_add_fetch(&wakes, 1, __ATOMIC_SEQ_CST);
    if (write(woken, &one, sizeof one) != sizeof one)
        abort();
}

static void open_store(void)
{
    store = store_open(address, listener());
    if (!store)
        fail_msg("%s: %s", address, said);
    woken = eventfd(0, EFD_CLOEXEC);
    assert_true(woken >= 0);
}

static void close_store(void)
{
    store_close(store);
    store = NULL;
    close(woken);
}

/* After a test that failed. */
static int close_left(void **context)
{
    (void)context;
    if (store)
        close_store();
    return 0;
}

static void start_store(void)
{
    open_store();
    store_start(store, wake, NULL);
}

static int done_count;

static void count_done(struct job *j)
{
    *(int *)j->context = ++done_count;
}

static char news_heard[64];

static void hear_news(const char *table, void *context)
{
    (void)context;
    snprintf(news_heard, sizeof news_heard, "%s", table ? table : "any");
}

/* Waits until something is done or heard; half a minute is long enough for any disk. */
static void deliver(void)
{
    struct pollfd fd = {.fd = woken, .events = POLLIN};
    uint64_t count;
    if (poll(&fd, 1, 30000) != 1)
        fail_msg("the store does not answer");
    assert_int_equal(read(woken, &count, sizeof count), sizeof count);
    store_deliver(store, hear_news, NULL);
}

static void submit(struct job *j, int *order)
{
    j->context = order;
    *order = 0;
    store_submit(store, j);
}

/* Does the job; whoever calls it frees the job. */
static enum job_result perform(struct job *j)
{
    int order;
    submit(j, &order);
    while (!order)
        deliver();
    return j->result;
}

static struct job *job_of(enum job_type type, const char *table)
{
    struct job *j = job_new(type, count_done, NULL);
    if (table)
        snprintf(j->table, sizeof j->table, "%s", table);
    return j;
}

/* Performs the job, frees it, and returns how it went. */
static enum job_result result_of(struct job *j)
{
    enum job_result result = perform(j);
    job_free(j);
    return result;
}

static struct job *with_events(struct job *j, int seq, const struct event *events, int count)
{
    j->seq = seq;
    j->count = count;
    j->events = calloc((size_t)(count ? count : 1), sizeof *events);
    assert_non_null(j->events);
    for (int i = 0; i < count; i++)
        j->events[i] = events[i];
    return j;
}

static struct job *opening(const char *table, const struct event *events, int count)
{
    struct job *j = with_events(job_of(JOB_OPEN, table), 1, events, count);
    snprintf(j->settings, sizeof j->settings, "zipang players=2 clock=none listed=yes");
    j->host = 7;
    j->time = 1000;
    for (int i = 0; i < SECRET_BYTES; i++)
        j->secret[i] = (uint8_t)(255 - i + table[0]);
    return j;
}

static struct event noted(const char *text)
{
    return with_text(event_at(EV_CHAT, SEAT_NONE, 9, 5), text);
}

static void assert_events(const struct job *j, const struct event *events, int count)
{
    assert_int_equal(j->count, count);
    for (int i = 0; i < count; i++) {
        const struct event *a = &j->events[i], *b = &events[i];
        assert_true(a->type == b->type && a->seat == b->seat && a->number == b->number);
        assert_true(a->player == b->player && a->time == b->time);
        assert_string_equal(a->text, b->text);
    }
}

/* Events of all types, with the largest numbers and all sorts of text. */
static int odd_events(struct event events[])
{
    static const char *const texts[] = {"",
                                        "Ann",
                                        "O'Brien\"; DROP TABLE events; --",
                                        "\xe5\x85\xab\xe2\x82\xac\xf0\x9f\x98\x80",
                                        "name\ttabbed words",
                                        "100% $1 %s ?",
                                        " outer blanks ",
                                        "\\x00 \\'",
                                        "a\nb\r\nc"};
    int count = 0;
    for (; count < EV_TYPES; count++)
        events[count] = with_text((struct event){.type = (enum event_type)count,
                                                 .seat = count % 8,
                                                 .number = count % 3 ? count : INT32_MAX - count,
                                                 .player = count % 2 ? INT64_MAX - count : count,
                                                 .time = 1LL << (40 + count)},
                                  texts[count % 9]);
    events[count] = noted("");
    memset(events[count].text, 'x', EVENT_TEXT_BYTES - 1);
    events[count + 1] = (struct event){.number = -1, .seat = -1, .time = -1, .player = INT64_MIN};
    return count + 2;
}

static void store_tables(void **context)
{
    struct event events[EV_TYPES + 2];
    int count = odd_events(events);
    (void)context;
    start_store();
    assert_int_equal(result_of(job_of(JOB_TABLE, "tables")), JOB_NONE);
    assert_int_equal(result_of(opening("tables", events, 3)), JOB_DONE);
    assert_int_equal(result_of(opening("tables", events, 1)), JOB_TAKEN);
    assert_int_equal(result_of(with_events(job_of(JOB_APPEND, "tables"), 4, events + 3, count - 3)),
                     JOB_DONE);
    for (int round = 0; round < 2; round++) { /* the second time from a store that was closed */
        struct job *j = job_of(JOB_TABLE, "tables"), *expected = opening("tables", events, 0);
        j->seq = 1;
        assert_int_equal(perform(j), JOB_DONE);
        assert_events(j, events, count);
        assert_string_equal(j->settings, expected->settings);
        assert_memory_equal(j->secret, expected->secret, SECRET_BYTES);
        assert_int_equal(j->host, 7);
        job_free(j);
        job_free(expected);
        j = job_of(JOB_TABLE, "tables");
        j->seq = 6;
        assert_int_equal(perform(j), JOB_DONE);
        assert_events(j, events + 5, count - 5);
        job_free(j);
        j = job_of(JOB_TABLE, "tables");
        j->seq = count + 1; /* nothing new */
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->count, 0);
        job_free(j);
        close_store();
        start_store();
    }
    close_store();
}

/* Of two who write the same number one is told so, and nothing of his is kept. */
static void store_taken(void **context)
{
    struct event mine[3] = {noted("1"), noted("2"), noted("3")}, theirs = noted("theirs");
    (void)context;
    start_store();
    assert_int_equal(result_of(opening("taken", mine, 2)), JOB_DONE);
    struct job *late = with_events(job_of(JOB_APPEND, "taken"), 2, (struct event[]){theirs, theirs},
                                   2);
    late->finish = calloc(1, sizeof *late->finish);
    late->finish->settings = settings_of("zipang");
    late->finish->place[0] = (struct place){.player = 70, .name = "Late", .rank = 1};
    late->finish->rated = true;
    assert_int_equal(result_of(late), JOB_TAKEN);
    assert_int_equal(result_of(with_events(job_of(JOB_APPEND, "taken"), 1, &theirs, 1)), JOB_TAKEN);
    assert_int_equal(result_of(with_events(job_of(JOB_APPEND, "taken"), 3, mine + 2, 1)), JOB_DONE);
    /* Both in one transaction: the first comes first. */
    int order[2];
    struct event rivals[2] = {noted("first"), noted("second")};
    struct job *a = with_events(job_of(JOB_APPEND, "taken"), 4, rivals, 1);
    struct job *b = with_events(job_of(JOB_APPEND, "taken"), 4, rivals + 1, 1);
    submit(a, &order[0]);
    submit(b, &order[1]);
    while (!order[0] || !order[1])
        deliver();
    assert_true(a->result == JOB_DONE && b->result == JOB_TAKEN);
    job_free(a);
    job_free(b);
    struct job *j = job_of(JOB_TABLE, "taken");
    assert_int_equal(perform(j), JOB_DONE);
    assert_events(j, (struct event[]){mine[0], mine[1], mine[2], rivals[0]}, 4);
    job_free(j);
    j = job_of(JOB_FINISHED, NULL);
    j->time = INT64_MAX;
    j->player.id = 70;
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->count, 0);
    job_free(j);
    close_store();
}

struct found {
    int count;
    char ids[256];
};

static void find_table(const struct job *j, void *context)
{
    struct found *found = context;
    if (strncmp(j->table, "restore", 7) != 0)
        return; /* another test's */
    found->count++;
    snprintf(found->ids + strlen(found->ids), sizeof found->ids - strlen(found->ids), "%s ",
             j->table);
    char last[16];
    snprintf(last, sizeof last, "last %s", j->table + 7);
    assert_string_equal(j->events[j->count - 1].text, last);
    assert_int_equal(j->count, j->table[7] - '0' + 1);
    struct job *expected = opening(j->table, NULL, 0);
    assert_string_equal(j->settings, expected->settings);
    assert_memory_equal(j->secret, expected->secret, SECRET_BYTES);
    job_free(expected);
}

static struct finish *finish_with(const char *settings, bool rated, const struct place places[])
{
    struct finish *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->settings = settings_of(settings);
    f->rated = rated;
    for (int i = 0; places && i < f->settings.config.players; i++)
        f->place[i] = places[i];
    return f;
}

static void store_restores(void **context)
{
    struct found found = {0};
    (void)context;
    start_store();
    for (int i = 0; i < 6; i++) {
        char id[TABLE_ID_BYTES], last[16];
        struct event events[8];
        snprintf(id, sizeof id, "restore%d", i);
        snprintf(last, sizeof last, "last %d", i);
        for (int k = 0; k < i; k++)
            events[k] = noted("not the last");
        events[i] = noted(last);
        assert_int_equal(result_of(opening(id, events, i + 1)), JOB_DONE);
        if (i != 1 && i != 4)
            continue;
        struct event end = event_of(EV_CLOSE, SEAT_NONE, 0);
        struct job *j = with_events(job_of(JOB_APPEND, id), i + 2, &end, 1);
        j->finish = finish_with("zipang", false, NULL); /* 1 was closed before it began */
        if (i == 4)
            j->finish->place[0].rank = j->finish->place[1].rank = 1;
        j->time = 1;
        assert_int_equal(result_of(j), JOB_DONE);
    }
    close_store();
    open_store();
    assert_true(store_restore(store, find_table, &found, listener()));
    assert_string_equal(found.ids, "restore0 restore2 restore3 restore5 ");
    close_store();
    start_store(); /* what is over can still be read */
    struct job *j = job_of(JOB_TABLE, "restore4");
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->count, 6);
    job_free(j);
    close_store();
}

static struct job *ratings_of(int64_t player)
{
    struct job *j = job_of(JOB_RATINGS, NULL);
    j->player.id = player;
    assert_int_equal(perform(j), JOB_DONE);
    return j;
}

static enum job_result make_guest(int64_t id, const char *name, uint8_t token)
{
    struct job *j = job_of(JOB_GUEST, NULL);
    j->player.id = id;
    snprintf(j->player.name, sizeof j->player.name, "%s", name);
    memset(j->token, token, sizeof j->token);
    j->time = 1;
    return result_of(j);
}

enum { DAY_MS = 86400000 };

/* The match of the table ends on that day; the first of the two players wins. */
static enum job_result finish_match(const char *table, int seq, int64_t time,
                                    const int64_t players[2])
{
    const struct place places[2] = {{players[0], "Winner", 1, 12}, {players[1], "Loser", 2, -3}};
    struct event end = event_of(EV_RESIGN, 1, 0);
    struct job *j = with_events(job_of(JOB_APPEND, table), seq, &end, 1);
    j->finish = finish_with("zipang", true, places);
    j->time = time;
    return result_of(j);
}

static void store_finishes(void **context)
{
    struct event first = noted("first");
    struct rating expected[2] = {rating_new(), rating_new()};
    (void)context;
    start_store();
    assert_int_equal(make_guest(101, "Winner", 101), JOB_DONE);
    assert_int_equal(make_guest(102, "Loser", 102), JOB_DONE);
    struct job *j = ratings_of(101);
    assert_int_equal(j->count, 0);
    assert_string_equal(j->player.name, "Winner");
    assert_false(j->player.kept);
    job_free(j);
    for (int round = 0; round < 2; round++) {
        const char *table = round ? "finish1" : "finish0";
        int64_t time = (20000 + 50 * round) * (int64_t)DAY_MS + 5;
        assert_int_equal(result_of(opening(table, &first, 1)), JOB_DONE);
        assert_int_equal(finish_match(table, 2, time, (int64_t[]){101, 102}), JOB_DONE);
        assert_int_equal(finish_match(table, 2, time, (int64_t[]){101, 102}), JOB_TAKEN);
        ratings_update(expected, (const int[]){1, 2}, 2, 20000 + 50 * round);
        for (int i = 0; i < 2; i++) {
            j = ratings_of(101 + i);
            assert_int_equal(j->count, 1);
            assert_string_equal(j->ratings[0].game, "zipang");
            assert_int_equal(j->ratings[0].players, 2);
            const struct rating *found = &j->ratings[0].rating;
            assert_true(found->value == expected[i].value); /* to the last bit */
            assert_true(found->deviation == expected[i].deviation);
            assert_true(found->volatility == expected[i].volatility);
            assert_int_equal(found->games, round + 1);
            assert_int_equal(found->day, 20000 + 50 * round);
            job_free(j);
        }
    }
    struct job *none = job_of(JOB_RATINGS, NULL);
    none->player.id = 424242;
    assert_int_equal(result_of(none), JOB_NONE);
    j = job_of(JOB_FINISHED, NULL);
    j->player.id = 102;
    j->time = INT64_MAX;
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->count, 2);
    for (int i = 0; i < 2; i++) { /* the last first */
        const struct ended *e = &j->matches[i];
        assert_string_equal(e->table, i ? "finish0" : "finish1");
        assert_true(e->time == (i ? 20000 : 20050) * (int64_t)DAY_MS + 5);
        assert_int_equal(e->places, 2);
        assert_true(e->place[0].player == 101 && e->place[1].player == 102);
        assert_string_equal(e->place[0].name, "Winner");
        assert_string_equal(e->place[1].name, "Loser");
        assert_true(e->place[0].rank == 1 && e->place[1].rank == 2);
        assert_true(e->place[0].points == 12 && e->place[1].points == -3);
    }
    int64_t before = j->matches[0].time;
    job_free(j);
    j = job_of(JOB_FINISHED, NULL);
    j->player.id = 102;
    j->time = before;
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->count, 1);
    assert_string_equal(j->matches[0].table, "finish0");
    job_free(j);
    close_store();
}

/* The last matches of all, for anybody: those that were listed, and were played. */
static void store_lists(void **context)
{
    const int64_t base = 90000LL * DAY_MS;
    struct event first = noted("first"), end = event_of(EV_CLOSE, SEAT_NONE, 0);
    const struct place places[2] = {{201, "A", 1, 1}, {0, "greedy", 1, 1}};
    (void)context;
    start_store();
    for (int i = 0; i < 2 * ROWS_MAX + 6; i++) {
        char id[TABLE_ID_BYTES];
        bool listed = i != 2, played = i < 5;
        snprintf(id, sizeof id, "list%d", i);
        struct job *j = opening(id, &first, 1);
        snprintf(j->settings, sizeof j->settings, "zipang players=2 listed=%s rated=no",
                 listed ? "yes" : "no");
        assert_int_equal(result_of(j), JOB_DONE);
        if (i == 4)
            continue; /* still going on */
        j = with_events(job_of(JOB_APPEND, id), 2, &end, 1);
        j->finish = finish_with("zipang", false, played ? places : NULL);
        j->time = base + i;
        assert_int_equal(result_of(j), JOB_DONE);
    }
    static const char *const expected[] = {"list3", "list1", "list0"};
    struct job *j = job_of(JOB_FINISHED, NULL);
    j->time = INT64_MAX;
    assert_int_equal(perform(j), JOB_DONE);
    assert_true(j->count >= 3);
    for (int i = 0; i < 3; i++)
        assert_string_equal(j->matches[i].table, expected[i]);
    assert_int_equal(j->matches[0].places, 2);
    assert_string_equal(j->matches[0].place[1].name, "greedy");
    assert_int_equal(j->matches[0].place[1].player, 0);
    job_free(j);
    j = job_of(JOB_FINISHED, NULL);
    j->time = base + 1;
    assert_int_equal(perform(j), JOB_DONE);
    assert_string_equal(j->matches[0].table, "list0");
    job_free(j);
    for (int own = 0; own < 2; own++) { /* who played sees his own, listed or not */
        j = job_of(JOB_FINISHED, NULL);
        j->time = INT64_MAX;
        j->player.id = 201;
        j->own = own;
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->count, 3 + own);
        assert_string_equal(j->matches[1].table, own ? "list2" : "list1");
        job_free(j);
    }
    close_store();
}

static struct job *naming(enum job_type type, int64_t id, const char *name)
{
    struct job *j = job_of(type, NULL);
    j->player.id = id;
    snprintf(j->player.name, sizeof j->player.name, "%s", name);
    snprintf(j->player.password, sizeof j->player.password, "hash of %d", (int)id);
    return j;
}

static void store_names(void **context)
{
    (void)context;
    start_store();
    for (int i = 0; i < 4; i++)
        assert_int_equal(make_guest(301 + i, "Somebody", (uint8_t)(1 + i)), JOB_DONE);
    assert_int_equal(make_guest(301, "Twice", 9), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_NAME, 0, "Somebody")), JOB_NONE); /* nobody keeps it */
    assert_int_equal(result_of(naming(JOB_KEEP, 301, "O'Mikado")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_KEEP, 302, "O'MIKADO")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_KEEP, 302, "o'mikado")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_CALL, 303, "O'mIkAdO")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_KEEP, 302, "O'Mikado2")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_CALL, 303, "Nobody")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_CALL, 304, "Nobody")), JOB_DONE); /* guests may share */
    assert_int_not_equal(result_of(naming(JOB_CALL, 301, "Guest")), JOB_DONE); /* he is none */
    assert_int_equal(make_guest(305, "o'MIKADO", 5), JOB_TAKEN); /* a new guest is not him either */
    assert_int_equal(make_guest(305, "Fifth", 5), JOB_DONE);
    struct job *j = naming(JOB_NAME, 0, "o'miKADO");
    assert_int_equal(perform(j), JOB_DONE);
    assert_true(j->player.id == 301 && j->player.kept);
    assert_string_equal(j->player.name, "O'Mikado");
    assert_string_equal(j->player.password, "hash of 301");
    job_free(j);
    assert_int_equal(result_of(naming(JOB_KEEP, 301, "Mikado")), JOB_DONE); /* another one */
    assert_int_equal(result_of(naming(JOB_NAME, 0, "O'Mikado")), JOB_NONE);
    assert_int_equal(result_of(naming(JOB_KEEP, 303, "O'Mikado")), JOB_DONE); /* is free again */
    close_store();
}

static struct job *with_token(enum job_type type, int64_t player, uint8_t token)
{
    struct job *j = job_of(type, NULL);
    j->player.id = player;
    memset(j->token, token, sizeof j->token);
    return j;
}

static void store_tokens(void **context)
{
    (void)context;
    start_store();
    assert_int_equal(result_of(with_token(JOB_ENTER, 0, 41)), JOB_NONE);
    assert_int_equal(make_guest(401, "\xe5\x85\xab", 41), JOB_DONE);
    assert_int_equal(make_guest(402, "Two", 42), JOB_DONE);
    assert_int_equal(result_of(with_token(JOB_TOKEN, 401, 43)), JOB_DONE);
    for (int token = 41; token < 44; token++) {
        struct job *j = with_token(JOB_ENTER, 0, (uint8_t)token);
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->player.id, token == 42 ? 402 : 401);
        assert_string_equal(j->player.name, token == 42 ? "Two" : "\xe5\x85\xab");
        assert_false(j->player.kept);
        job_free(j);
    }
    assert_int_equal(result_of(with_token(JOB_TOKEN, 402, 41)), JOB_TAKEN);
    assert_int_equal(result_of(with_token(JOB_FORGET, 0, 41)), JOB_DONE);
    assert_int_equal(result_of(with_token(JOB_ENTER, 0, 41)), JOB_NONE);
    assert_int_equal(result_of(with_token(JOB_ENTER, 0, 43)), JOB_DONE); /* the other one holds */
    close_store();
}

static void store_times(void **context)
{
    static const int64_t kept[] = {500000, 700000, 600000};
    (void)context;
    start_store();
    for (int i = 0; i < 3; i++) {
        struct job *j = job_of(JOB_TIME, NULL);
        j->time = kept[i];
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->time, i ? 700000 : 500000); /* it never goes back */
        job_free(j);
    }
    close_store();
    open_store();
    assert_int_equal(store_time(store), 700000);
    close_store();
}

enum { CROWD = 3000 };

/* Many jobs that wait together are done in order, and share transactions. */
static void store_groups(void **context)
{
    static int order[CROWD];
    static struct job *jobs[CROWD];
    struct event first = noted("first");
    (void)context;
    open_store();
    done_count = wakes = 0;
    for (int i = 0; i < CROWD; i++) {
        char id[TABLE_ID_BYTES], text[32];
        snprintf(id, sizeof id, "group%d", i / 3);
        snprintf(text, sizeof text, "event %d", i);
        struct event e = noted(text);
        jobs[i] = i % 3 ? with_events(job_of(JOB_APPEND, id), 1 + i % 3, &e, 1)
                        : opening(id, &first, 1);
        submit(jobs[i], &order[i]);
    }
    store_start(store, wake, NULL);
    while (done_count < CROWD)
        deliver();
    for (int i = 0; i < CROWD; i++) {
        assert_int_equal(jobs[i]->result, JOB_DONE);
        assert_int_equal(order[i], i + 1);
        job_free(jobs[i]);
    }
    assert_in_range(wakes, 1, CROWD / 100);
    struct job *j = job_of(JOB_TABLE, "group999");
    assert_int_equal(perform(j), JOB_DONE);
    assert_events(j, (struct event[]){first, noted("event 2998"), noted("event 2999")}, 3);
    job_free(j);
    close_store();
}

/* A job that fails does not drag the others of its group along, and what they found is the same as
 * if they had been alone. */
static void store_failure(void **context)
{
    struct event events[40], two[2] = {noted("zero"), noted("one")}, more = noted("more");
    int order[6];
    (void)context;
    for (int i = 0; i < 40; i++)
        events[i] = noted(i % 2 ? "odd" : "even");
    start_store();
    assert_int_equal(make_guest(501, "Five", 51), JOB_DONE);
    assert_int_equal(make_guest(502, "Six", 52), JOB_DONE);
    assert_int_equal(result_of(opening("failure", events, 40)), JOB_DONE);
    assert_int_equal(result_of(opening("failed", &more, 1)), JOB_DONE);
    assert_int_equal(finish_match("failed", 2, DAY_MS, (int64_t[]){501, 502}), JOB_DONE);
    close_store();
    open_store();
    struct job *jobs[6] = {
        job_of(JOB_TABLE, "failure"),
        job_of(JOB_RATINGS, NULL),
        job_of(JOB_FINISHED, NULL),
        with_events(job_of(JOB_APPEND, "failure"), 41, &more, 1),
        with_events(job_of(JOB_APPEND, "failure"), 0, two, 2), /* 1 is taken: neither happens */
        job_of(JOB_TABLE, "failure")};
    jobs[1]->player.id = jobs[2]->player.id = 501;
    jobs[2]->time = INT64_MAX;
    for (int i = 0; i < 6; i++)
        submit(jobs[i], &order[i]);
    store_start(store, wake, NULL);
    for (int i = 0; i < 6; i++)
        while (!order[i])
            deliver();
    for (int i = 0; i < 6; i++)
        assert_int_equal(jobs[i]->result, i == 4 ? JOB_FAILED : JOB_DONE);
    assert_events(jobs[0], events, 40);
    assert_int_equal(jobs[1]->count, 1);
    assert_int_equal(jobs[2]->count, 1);
    assert_int_equal(jobs[2]->matches[0].places, 2);
    assert_int_equal(jobs[5]->count, 41);
    assert_string_equal(jobs[5]->events[40].text, "more");
    assert_string_equal(jobs[5]->events[0].text, "even");
    for (int i = 0; i < 6; i++)
        job_free(jobs[i]);
    close_store();
}

static void assert_unusable(const char *where)
{
    struct store *s = store_open(where, listener());
    if (s)
        fail_msg("%s was opened", where);
    assert_one_line();
    assert_true(strlen(said) > 10 && strlen(said) < 300);
}

static void store_unusable(void **context)
{
    static const char *const unknown[] = {"",          "sqlite",   "sqlite:",   "mysql://x",
                                          "/tmp/file", "Sqlite:x", "postgres:x"};
    char where[700], path[600], found[64] = "";
    (void)context;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        assert_unusable(unknown[i]);
        assert_string_equal(said, "expected 'sqlite:FILE' or 'postgres://...'");
    }
    snprintf(where, sizeof where, "sqlite:%s/nowhere/store", directory);
    assert_unusable(where);
    assert_said("unable to open");
    snprintf(where, sizeof where, "sqlite:%s", directory);
    assert_unusable(where);
    assert_unusable("postgres://localhost:1/none?connect_timeout=1");
    assert_unusable("postgres://?host=/nonexistent");
    snprintf(path, sizeof path, "%s/store.text", directory);
    snprintf(where, sizeof where, "sqlite:%s", path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("This is somebody's letter and no database.\n", file);
    fclose(file);
    assert_unusable(where);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(found, sizeof found, file));
    fclose(file);
    assert_string_equal(found, "This is somebody's letter and no database.\n");
}

/* A file is for one server; a database for several, which hear of each other. */
static void store_others(void **context)
{
    struct event first = noted("first");
    (void)context;
    start_store();
    assert_int_equal(store_shared(store), !on_sqlite());
    if (on_sqlite()) {
        assert_unusable(address);
        close_store();
        return;
    }
    struct store *mine = store, *other = store_open(address, listener());
    assert_non_null(other);
    store_start(other, wake, NULL);
    news_heard[0] = '\0';
    store = other;
    assert_int_equal(result_of(opening("others", &first, 1)), JOB_DONE);
    assert_string_equal(news_heard, ""); /* what one does oneself is no news */
    store = mine;
    store_deliver(store, hear_news, NULL); /* both wake the same one */
    while (!news_heard[0])
        deliver();
    assert_string_equal(news_heard, "others");
    store_close(other);
    close_store();
}

/* All bytes of the file; freed by the caller. */
static char *bytes_of(const char *path, size_t *size)
{
    struct stat status;
    int file = open(path, O_RDONLY);
    assert_true(file >= 0 && fstat(file, &status) == 0);
    *size = (size_t)status.st_size;
    char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(read(file, bytes, *size), *size);
    close(file);
    return bytes;
}

/* Runs one statement on the database, beside any store. */
static void execute(const char *where, const char *statement)
{
    const struct sql_driver *driver = on_sqlite() ? &sql_sqlite : &sql_postgres;
    struct base b = {driver, driver->open(where, listener())};
    if (!b.db)
        fail_msg("%s", said);
    assert_true(base_execute(&b, statement));
    driver->close(b.db);
}

/* A store of a newer program is left as it is. */
static void store_newer(void **context)
{
    char path[600], where[700];
    size_t before, after;
    (void)context;
    snprintf(path, sizeof path, "%s/store.new", directory);
    if (on_sqlite())
        snprintf(where, sizeof where, "sqlite:%s", path);
    else
        snprintf(where, sizeof where, "%s", address);
    struct store *s = store_open(where, listener());
    assert_non_null(s);
    store_close(s);
    execute(on_sqlite() ? path : where, "UPDATE meta SET value = value + 40 WHERE key = 'version'");
    char *old = on_sqlite() ? bytes_of(path, &before) : NULL;
    for (int i = 0; i < 2; i++) { /* the second time, too */
        assert_unusable(where);
        assert_said("its schema has version 4");
        assert_said("this program knows ");
        assert_said("nothing was changed");
    }
    if (old) {
        char *new = bytes_of(path, &after);
        assert_int_equal(before, after);
        assert_memory_equal(old, new, before);
        free(new);
        free(old);
    }
    execute(on_sqlite() ? path : where, "UPDATE meta SET value = value - 40 WHERE key = 'version'");
    s = store_open(where, listener()); /* and still good for the newer one */
    if (!s)
        fail_msg("%s", said);
    store_close(s);
}

/* A pattern on the command line picks tests. */
int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pace_good),
                                       cmocka_unit_test(pace_round_trip),
                                       cmocka_unit_test(pace_bad),
                                       cmocka_unit_test(clocks_each),
                                       cmocka_unit_test(clocks_bank),
                                       cmocka_unit_test(clocks_none),
                                       cmocka_unit_test(clocks_model),
                                       cmocka_unit_test(rating_reference),
                                       cmocka_unit_test(rating_example),
                                       cmocka_unit_test(rating_random),
                                       cmocka_unit_test(rating_first),
                                       cmocka_unit_test(rating_sense),
                                       cmocka_unit_test(rating_many),
                                       cmocka_unit_test(rating_seats),
                                       cmocka_unit_test(rating_days),
                                       cmocka_unit_test(rating_least),
                                       cmocka_unit_test(rating_bounds),
                                       cmocka_unit_test(rating_finds_truth),
                                       cmocka_unit_test(settings_round_trip),
                                       cmocka_unit_test(settings_defaults),
                                       cmocka_unit_test(settings_bad),
                                       cmocka_unit_test(settings_garbage),
                                       cmocka_unit_test(event_names),
                                       cmocka_unit_test(table_joining),
                                       cmocka_unit_test(table_waiting),
                                       cmocka_unit_test(table_early),
                                       cmocka_unit_test(table_closing),
                                       cmocka_unit_test(table_talking),
                                       cmocka_unit_test(table_moves),
                                       cmocka_unit_test(table_showing),
                                       cmocka_unit_test(table_next),
                                       cmocka_unit_test(undo_asked),
                                       cmocka_unit_test(undo_whom),
                                       cmocka_unit_test(undo_absent),
                                       cmocka_unit_test(undo_rated),
                                       cmocka_unit_test(undo_own),
                                       cmocka_unit_test(away_and_back),
                                       cmocka_unit_test(resign_ranks),
                                       cmocka_unit_test(resign_bots),
                                       cmocka_unit_test(resign_played),
                                       cmocka_unit_test(resign_anywhere),
                                       cmocka_unit_test(clock_moves),
                                       cmocka_unit_test(clock_persons),
                                       cmocka_unit_test(clock_away),
                                       cmocka_unit_test(clock_judged),
                                       cmocka_unit_test(table_fold),
                                       cmocka_unit_test(since_undo),
                                       cmocka_unit_test(request_defaults),
                                       cmocka_unit_test(request_persons),
                                       cmocka_unit_test(request_tables),
                                       cmocka_unit_test(request_create),
                                       cmocka_unit_test(request_bots),
                                       cmocka_unit_test(request_bad),
                                       cmocka_unit_test(request_ref),
                                       cmocka_unit_test(request_long),
                                       cmocka_unit_test(request_hostile),
                                       cmocka_unit_test(request_utf8),
                                       cmocka_unit_test(request_mutants),
                                       cmocka_unit_test(record_resigned),
                                       cmocka_unit_test(record_bad_resign),
                                       cmocka_unit_test_teardown(store_tables, close_left),
                                       cmocka_unit_test_teardown(store_taken, close_left),
                                       cmocka_unit_test_teardown(store_restores, close_left),
                                       cmocka_unit_test_teardown(store_finishes, close_left),
                                       cmocka_unit_test_teardown(store_lists, close_left),
                                       cmocka_unit_test_teardown(store_names, close_left),
                                       cmocka_unit_test_teardown(store_tokens, close_left),
                                       cmocka_unit_test_teardown(store_times, close_left),
                                       cmocka_unit_test_teardown(store_groups, close_left),
                                       cmocka_unit_test_teardown(store_failure, close_left),
                                       cmocka_unit_test_teardown(store_unusable, close_left),
                                       cmocka_unit_test_teardown(store_others, close_left),
                                       cmocka_unit_test_teardown(store_newer, close_left)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    if (count > 1)
        cmocka_set_test_filter(arguments[1]);
    return cmocka_run_group_tests_name("server", tests, store_setup, store_teardown);
}
