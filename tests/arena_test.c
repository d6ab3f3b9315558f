/* Tests the arena: who meets whom and how often; the same result with any number of threads;
 * intervals and sequential tests that are wrong as rarely as they claim; and what bots know. */
#include "test.h"

#include <math.h>

#include "arena/arena.h"
#include "arena/estimate.h"
#include "bots/mind.h"
#include "game/game.h"
#include "match/match.h"

static struct contest contest_of(const char *game, int players, const char *const bots[])
{
    struct contest c = {.seed = 1, .threads = 2};
    c.game = game_find(slice_of(game));
    c.config.players = (uint8_t)players;
    for (; bots[c.bots]; c.bots++)
        assert_true(bot_parse(c.game, bots[c.bots], &c.bot[c.bots], NULL));
    return c;
}

static bool go_on(const struct tally *t)
{
    (void)t;
    return true;
}

static struct tally *run(const struct contest *c)
{
    struct tally *t = calloc(1, sizeof *t);
    assert_non_null(t);
    contest_run(c, t, go_on);
    return t;
}

/* Removes the times, the only thing that may differ. */
static void without_times(struct tally *t)
{
    for (int i = 0; i < ARENA_BOTS; i++) {
        t->bot[i].nanoseconds = 0;
        memset(t->bot[i].times, 0, sizeof t->bot[i].times);
    }
}

static void assert_same(struct tally *a, struct tally *b)
{
    without_times(a);
    without_times(b);
    assert_memory_equal(a, b, sizeof *a);
}

/* ---- Who meets whom ---- */

static void fair_seats(const char *game, int players, const char *const bots[], int64_t deals)
{
    struct contest c = contest_of(game, players, bots);
    int64_t wins = 0, seats = 0;
    c.deals = deals;
    struct tally *t = run(&c);
    assert_int_equal(t->deals, deals);
    assert_int_equal(t->games, deals * contest_games_per_deal(&c));
    for (int i = 0; i < c.bots; i++) {
        const struct standing *s = &t->bot[i];
        wins += s->wins;
        seats += s->games;
        for (int k = 0; k < players; k++)
            assert_int_equal(s->seat_games[k] * players, s->games);
        for (int k = 0; k < c.bots; k++)
            for (int group = 0; group < GROUPS && i == k; group++)
                assert_int_equal(t->pair[group][i][k], 0);
    }
    assert_int_equal(wins, t->games * WIN);
    assert_int_equal(seats, t->games * players);
    free(t);
}

static void test_seats(void **context)
{
    (void)context;
    fair_seats("zipang", 2, (const char *const[]){"random", "greedy", NULL}, 100);
    fair_seats("zipang", 4, (const char *const[]){"random", "greedy", NULL}, 30);
    fair_seats("zipang", 2, (const char *const[]){"random", "greedy", "2", "bold", NULL}, 30);
    fair_seats("kenjin", 3, (const char *const[]){"1", "2", "3", "careful", NULL}, 12);
    fair_seats("kunitori", 6, (const char *const[]){"random", "greedy", "greedy", NULL}, 3);
}

/* Two equal bots get equal results: it must not help to sit to the left of a weak bot. */
static void test_neighbours(void **context)
{
    struct contest c = contest_of("zipang", 3,
                                  (const char *const[]){"greedy", "random", "greedy", NULL});
    (void)context;
    c.deals = 4000;
    struct tally *t = run(&c);
    struct estimate elo = tally_elo(&c, t, 0, 2);
    assert_true(elo.low < 0 && elo.high > 0);
    assert_true(tally_elo(&c, t, 0, 1).low > 100);
    free(t);
}

/* ---- The same with any number of threads ---- */

static void test_threads(void **context)
{
    (void)context;
    for (int i = 0; games[i]; i++) {
        struct contest c = contest_of(games[i]->id, 2,
                                      (const char *const[]){"ismcts:20+threads=2", "greedy", NULL});
        c.deals = 5;
        c.threads = 1;
        struct tally *one = run(&c);
        c.threads = 3;
        struct tally *three = run(&c);
        assert_same(one, three);
        free(one);
        free(three);
    }
}

static int64_t enough;

static bool until_enough(const struct tally *t)
{
    return t->deals < enough;
}

/* A contest that is stopped anywhere and resumed has the same result as one that is not. */
static void test_resume(void **context)
{
    struct contest c = contest_of("zipang", 2, (const char *const[]){"ismcts:50", "greedy", NULL});
    (void)context;
    c.deals = 60;
    struct tally *whole = run(&c), *parts = calloc(1, sizeof *parts);
    assert_non_null(parts);
    for (enough = 7; parts->deals < c.deals; enough += 7)
        contest_run(&c, parts, until_enough);
    assert_same(whole, parts);
    free(whole);
    free(parts);
}

/* A sequential test stops at the same deal with any number of threads. */
static void test_sprt_threads(void **context)
{
    struct contest c = contest_of("zipang", 2, (const char *const[]){"ismcts:50", "random", NULL});
    (void)context;
    c.deals = 1000;
    c.sprt = true;
    c.elo0 = 0;
    c.elo1 = 100;
    c.threads = 1;
    struct tally *one = run(&c);
    c.threads = 4;
    struct tally *four = run(&c);
    assert_int_equal(tally_verdict(&c, one), 1);
    assert_true(one->deals < 200);
    assert_same(one, four);
    free(one);
    free(four);
}

/* The strongest level, with all its iterations, finds the same twice about every move at the first
 * decision with a choice. */
static void test_level_six(void **context)
{
    (void)context;
    for (int i = 0; games[i]; i++) {
        const struct game *g = games[i];
        struct finding found[2][MOVES_MAX];
        struct contest c = contest_of(g->id, 2, (const char *const[]){"6", NULL});
        union state state, view;
        struct move moves[MOVES_MAX];
        struct rng rng;
        c.bot[0].milliseconds = 0;
        rng_fast(&rng, 1);
        g->setup(&state, &c.config, &rng);
        while (g->legal(&state, moves) == 1)
            game_apply(g, &state, moves[0], &rng);
        state_view(g->schema, &state, g->actor(&state), &view);
        for (int k = 0; k < 2; k++) {
            struct mind *mind = mind_new(&c.bot[0], g);
            memset(found[k], 0, sizeof found[k]);
            rng_fast(&rng, 1);
            mind_choose(mind, &view, &rng);
            assert_true(mind_findings(mind, found[k]) > 1);
            mind_free(mind);
        }
        assert_memory_equal(found[0], found[1], sizeof found[0]);
    }
}

/* After mind_forget (for a new match or an undo) a mind chooses like a new one, whatever plies it
 * is told next. */
static void test_forget(void **context)
{
    struct contest c = contest_of("kenjin", 2, (const char *const[]){"ismcts:200", NULL});
    struct finding found[2][MOVES_MAX] = {0};
    union state state, view;
    struct move moves[MOVES_MAX];
    struct rng rng;
    (void)context;
    for (int k = 0; k < 2; k++) {
        struct mind *mind = mind_new(&c.bot[0], c.game);
        rng_fast(&rng, 1);
        c.game->setup(&state, &c.config, &rng);
        int seat = c.game->actor(&state);
        state_view(c.game->schema, &state, seat, &view);
        assert_true(c.game->legal(&view, moves) > 1);
        if (k == 0)
            mind_choose(mind, &view, &rng);
        mind_forget(mind);
        mind_see(mind, moves[0]);
        rng_fast(&rng, 2);
        mind_choose(mind, &view, &rng);
        mind_findings(mind, found[k]);
        mind_free(mind);
    }
    assert_memory_equal(found[0], found[1], sizeof found[0]);
}

/* ---- Statistics ---- */

static void test_elo(void **context)
{
    struct contest c = contest_of("zipang", 2, (const char *const[]){"greedy", "random", NULL});
    struct tally *t = calloc(1, sizeof *t);
    (void)context;
    assert_non_null(t);
    t->deals = 10 * GROUPS;
    for (int i = 0; i < GROUPS; i++) { /* 3 of 4 games won in every group */
        t->pair[i][0][1] = 30000;
        t->pair[i][1][0] = 10000;
    }
    struct estimate elo = tally_elo(&c, t, 0, 1), back = tally_elo(&c, t, 1, 0);
    assert_true(fabs(elo.value - 400 * log10(3)) < 0.01);
    assert_true(fabs(elo.high - elo.low) < 0.01);
    assert_true(fabs(elo.value + back.value) < 0.01);
    t->bot[0].games = 100;
    t->bot[0].wins = 50 * WIN;
    struct estimate wins = tally_wins(t, 0); /* Wilson: 0.4038 to 0.5962 */
    assert_true(fabs(wins.low - 0.4038) < 0.0001 && fabs(wins.high - 0.5962) < 0.0001);
    free(t);
}

static void test_shares(void **context)
{
    (void)context;
    for (int n = 1; n < 2000; n++) {
        struct estimate none = share_of(0, n), all = share_of(n, n);
        assert_true(none.low >= 0 && !signbit(none.low) && all.high <= 1);
        assert_true(fabs(none.low) < 1e-9 && fabs(none.high + all.low - 1) < 1e-9);
    }
}

static void test_p99(void **context)
{
    struct standing s = {.moves = 1000};
    (void)context;
    s.times[4] = 985; /* 2 to 2.5 microseconds */
    s.times[42] = 15; /* 1.5 to 1.75 times 1024 microseconds */
    assert_true(fabs(standing_p99(&s) - 1.024 * 1.75) < 1e-9);
    s.times[4] = 990;
    s.times[42] = 10;
    assert_true(fabs(standing_p99(&s) - 0.0025) < 1e-9);
}

enum { TRIALS = 300 };

/* For equal bots, 95 of 100 intervals contain 0, the true difference. */
static void statistics_of_intervals(void **context)
{
    struct contest c = contest_of("zipang", 2, (const char *const[]){"greedy", "greedy", NULL});
    int held = 0;
    (void)context;
    c.deals = 200;
    for (int i = 0; i < TRIALS; i++) {
        c.seed = (uint64_t)i;
        struct tally *t = run(&c);
        struct estimate elo = tally_elo(&c, t, 0, 1);
        held += elo.low < 0 && elo.high > 0;
        free(t);
    }
    assert_in_range(held, TRIALS * 91 / 100, TRIALS * 98 / 100);
}

/* For equal bots, at most 5 of 100 sequential tests give the wrong answer. */
static void sprt_errors(double elo0, double elo1, int expected)
{
    struct contest c = contest_of("zipang", 2, (const char *const[]){"greedy", "greedy", NULL});
    int errors = 0;
    c.deals = 100000;
    c.sprt = true;
    c.elo0 = elo0;
    c.elo1 = elo1;
    for (int i = 0; i < TRIALS; i++) {
        c.seed = (uint64_t)i;
        struct tally *t = run(&c);
        errors += tally_verdict(&c, t) != expected;
        free(t);
    }
    assert_in_range(errors, 0, TRIALS * 8 / 100);
}

static void statistics_of_sequential_tests(void **context)
{
    (void)context;
    sprt_errors(0, 60, -1);
    sprt_errors(-60, 0, 1);
}

/* Anyone who has the secret knows all cards, so the random generator of the bots must not contain
 * it. */
static void bots_get_no_secret(void **context)
{
    uint8_t secret[SECRET_BYTES];
    struct rng rng = {0}, again;
    (void)context;
    for (int i = 0; i < SECRET_BYTES; i++)
        secret[i] = (uint8_t)(17 * i + 3);
    const struct config config = {.players = 2};
    struct match *m = match_new(games[0], &config, secret);
    assert_non_null(m);
    match_bot_rng(m, &rng);
    for (int i = 0; i + 4 <= SECRET_BYTES; i += 4)
        assert_null(memmem(&rng, sizeof rng, secret + i, 4));
    match_bot_rng(m, &again);
    assert_int_equal(rng_word(&rng), rng_word(&again)); /* but it is derived from it */
    match_free(m);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_get_no_secret),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_sprt_threads),
        cmocka_unit_test(test_forget),
        cmocka_unit_test(test_level_six),
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_p99),
        cmocka_unit_test(statistics_of_intervals),
        cmocka_unit_test(statistics_of_sequential_tests),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    if (count > 1) /* a pattern selects tests */
        cmocka_set_test_filter(arguments[1]);
    else /* they take long, and only say something about numbers */
        cmocka_set_skip_filter("statistics*");
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
