/* Clocks and ratings do what their headers say. */
#include "parts.h"

#include <math.h>

#include "house/pace.h"
#include "house/rating.h"

/* ---- Pace ---- */

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
        if (pace_parse(slice_of(bad[i]), &p, listener()))
            fail_msg("'%s' was read", bad[i]);
        snprintf(start, sizeof start, "'%s' is not a clock; expected 'none', ", bad[i]);
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
    assert_int_equal(clocks_left(&c, 1, 500), 90000); /* an earlier time adds nothing */
    assert_int_equal(clocks_left(&c, 1, 1000), 90000);
    assert_int_equal(clocks_left(&c, 1, 31000), 60000);
    assert_int_equal(clocks_left(&c, 0, 31000), 90000);
    assert_int_equal(clocks_left(&c, 1, 90999), 1);
    assert_int_equal(clocks_left(&c, 1, 91000), 0);
    assert_int_equal(clocks_left(&c, 1, INT64_MAX / 2), 0);
    assert_int_equal(clocks_stop(&c, 31000), 1);
    assert_int_equal(clocks_left(&c, 1, 99000), 60000); /* a stopped clock does not change */
    assert_int_equal(clocks_stop(&c, 32000), SEAT_NONE);
    clocks_start(&c, &pace, 1, 40000); /* a new decision has the full time */
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
    assert_true(c.left[1] == 0);         /* never below 0 */
    clocks_start(&c, &pace, 0, 1000000); /* a bank is not refilled */
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

/* Compares clocks with a model that counts the milliseconds of each seat one by one. */
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

/* A slow implementation of Glickman's 'Example of the Glicko-2 system', step by step with its own
 * letters, which finds the volatility by bisection. A game may count for a fraction of one. */
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

/* The reference gives the numbers of the published example. */
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

/* The players of the example; each match is a rating period. */
static void update(struct rating ratings[], const int ranks[], int players, int64_t day)
{
    struct rated_match m = {.players = players, .day = day};
    memcpy(m.ranks, ranks, (size_t)players * sizeof *ranks);
    ratings_update(ratings, &m);
}

/* The more often a pair has met on a day, the less another match counts: forty wins are worth
 * little more than four. */
static void rating_again(void **context)
{
    struct rating once[2] = {rating_of(1500, 80), rating_of(1500, 80)};
    struct rating later[2] = {once[0], once[1]}, often[2] = {rating_new(), rating_new()};
    struct rated_match m = {.players = 2, .ranks = {1, 2}};
    (void)context;
    ratings_update(once, &m);
    m.before[0][1] = m.before[1][0] = 3;
    ratings_update(later, &m);
    assert_near((later[0].value - 1500) / (once[0].value - 1500), 0.25, 0.02);
    assert_true(later[0].deviation > once[0].deviation);
    for (int i = 0; i < 40; i++) {
        m.before[0][1] = m.before[1][0] = i;
        ratings_update(often, &m);
    }
    assert_true(often[0].value < 1900);
}

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
        update(both, ranks, 2, 0);
        assert_rating(&both[0], &first);
        assert_rating(&both[1], &second);
    }
}

static double uniform(struct rng *rng, double low, double high)
{
    return low + (high - low) * rng_below(rng, 1000001) / 1e6;
}

/* Any number of any players; each pair counts as 2 / players of a game. */
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
        update(after, ranks, players, 0);
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
    update(both, (const int[]){2, 1}, 2, 20000);
    assert_true(both[0].value < 1500 && both[1].value > 1500);
    assert_near(both[0].value + both[1].value, 3000, 1e-6);
    for (int i = 0; i < 2; i++) {
        assert_true(both[i].deviation < 350);
        assert_int_equal(both[i].games, 1);
        assert_int_equal(both[i].day, 20000);
    }
    both[0] = both[1] = r;
    update(both, (const int[]){1, 1}, 2, 0);
    assert_true(both[0].value == 1500 && both[1].value == 1500);
    assert_true(both[0].deviation == both[1].deviation && both[0].deviation < 350);
}

static void rating_sense(void **context)
{
    struct rating upset[2] = {rating_of(1400, 100), rating_of(1800, 100)};
    struct rating usual[2] = {upset[0], upset[1]}, draw[2] = {upset[0], upset[1]};
    (void)context;
    update(upset, (const int[]){1, 2}, 2, 0);
    update(usual, (const int[]){2, 1}, 2, 0);
    update(draw, (const int[]){1, 1}, 2, 0);
    assert_true(usual[0].value < 1400 && usual[1].value > 1800);
    assert_true(draw[0].value > 1400 && draw[1].value < 1800);
    assert_true(upset[0].value > draw[0].value && upset[1].value < draw[1].value);
    assert_true(upset[0].value - 1400 > 3 * (usual[1].value - 1800)); /* a surprise changes more */
    struct rating unsure[2] = {rating_of(1500, 300), rating_of(1500, 50)};
    update(unsure, (const int[]){1, 2}, 2, 0);
    assert_true(unsure[0].value - 1500 > 5 * (1500 - unsure[1].value));
}

/* Equal players are ordered by their ranks, and what some win the others lose. */
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
        update(r, ranks, players, 0);
        for (int a = 0; a < players; a++) {
            sum += r[a].value - 1500;
            assert_true(r[a].deviation < 120);
            for (int b = 0; b < players; b++)
                assert_int_equal(r[a].value > r[b].value, ranks[a] < ranks[b]);
        }
        assert_near(sum, 0, 1e-3);
    }
}

/* The order of the seats does not matter. */
static void rating_seats(void **context)
{
    struct rating a[3] = {rating_of(1500, 60), rating_of(1700, 90), rating_of(1300, 200)};
    struct rating b[3] = {a[2], a[0], a[1]};
    (void)context;
    update(a, (const int[]){3, 1, 2}, 3, 5);
    update(b, (const int[]){2, 3, 1}, 3, 5);
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
        r[1].day = 1000 + days[i]; /* the other one has played recently */
        update(r, (const int[]){1, 1}, 2, 1000 + days[i]);
        assert_true(r[0].deviation >= last && r[0].deviation <= 350);
        assert_true(i == 0 || i > 5 || r[0].deviation > last);
        assert_int_equal(r[0].day, 1000 + days[i]);
        last = r[0].deviation;
    }
    struct rating year[2] = {rating_of(1500, 80), rating_of(1500, 80)};
    year[1].day = 365; /* in 30 days the variance grows by one volatility squared */
    struct rating rusty = rating_of(1500, sqrt(6400 + pow(0.06 * 173.7178, 2) * 365 / 30));
    struct rating expected = reference(rusty, &(struct game_of){1500, 80, 1, 1}, 1);
    update(year, (const int[]){1, 2}, 2, 365);
    assert_rating(&year[0], &expected);
    struct rating late[2] = {rating_of(1500, 80), rating_of(1500, 80)},
                  same[2] = {late[0], late[1]};
    late[0].day = late[1].day = 50; /* the calendar of another node is ahead */
    update(late, (const int[]){1, 2}, 2, 40);
    update(same, (const int[]){1, 2}, 2, 0);
    assert_true(late[0].value == same[0].value && late[0].deviation == same[0].deviation);
}

/* The deviation never gets so small that a surprise changes nothing. */
static void rating_least(void **context)
{
    struct rating r[2] = {rating_of(1500, 30), rating_of(1500, 30)};
    (void)context;
    r[0].volatility = r[1].volatility = 0.001;
    update(r, (const int[]){1, 2}, 2, 0);
    assert_true(r[0].deviation == 30 && r[1].deviation == 30);
    assert_true(r[0].value > 1500 && r[1].value < 1500);
}

/* After a very long or one-sided career all numbers are still finite. */
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
            update(r, ranks, players, i / (1 + career));
            for (int seat = 0; seat < players; seat++) {
                assert_true(r[seat].deviation >= 30 && r[seat].deviation <= 350);
                assert_true(r[seat].volatility > 0.001 && r[seat].volatility < 1);
                assert_true(fabs(r[seat].value) < 10000);
            }
        }
        assert_int_equal(r[0].games, 3000);
    }
}

/* A player who wins three of four games is rated higher by 400 log10(3) = 191. */
static void rating_finds_truth(void **context)
{
    struct rating r[2] = {rating_new(), rating_new()};
    struct rng rng;
    double sum = 0;
    (void)context;
    rng_fast(&rng, 5);
    for (int i = 0; i < 5000; i++) {
        bool won = rng_below(&rng, 4) > 0;
        update(r, (const int[]){won ? 1 : 2, won ? 2 : 1}, 2, 0);
        if (i >= 1000)
            sum += r[0].value - r[1].value;
    }
    assert_near(sum / 4000, 191, 25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pace_good),          cmocka_unit_test(pace_round_trip),
        cmocka_unit_test(pace_bad),           cmocka_unit_test(clocks_each),
        cmocka_unit_test(clocks_bank),        cmocka_unit_test(clocks_none),
        cmocka_unit_test(clocks_model),       cmocka_unit_test(rating_reference),
        cmocka_unit_test(rating_example),     cmocka_unit_test(rating_again),
        cmocka_unit_test(rating_random),      cmocka_unit_test(rating_first),
        cmocka_unit_test(rating_sense),       cmocka_unit_test(rating_many),
        cmocka_unit_test(rating_seats),       cmocka_unit_test(rating_days),
        cmocka_unit_test(rating_least),       cmocka_unit_test(rating_bounds),
        cmocka_unit_test(rating_finds_truth),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("pace", tests, NULL, NULL);
}
