/* Advice is the same each time, depends only on the view, and covers all legal moves, the best
 * first. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "bots/advisor.h"
#include "core/sample.h"
#include "match/match.h"
#include "match/secret.h"

static const double budget = 0.01;

/* The view of the actor at the first decision with a choice; false if there is none. */
static bool first_choice(const struct game *g, const char *seed, union state *view)
{
    uint8_t secret[SECRET_BYTES];
    const struct config config = {.players = g->schema->players_min};
    struct move moves[MOVES_MAX];
    secret_from_seed(seed, secret);
    struct match *m = match_new(g, &config, secret);
    while (!match_over(m) && match_legal(m, moves) == 1)
        match_play(m, match_actor(m), moves[0]);
    bool found = !match_over(m) && match_view(m, match_actor(m), view);
    match_free(m);
    return found;
}

static struct advice advise(const struct game *g, const union state *view, uint64_t seed)
{
    struct advice advice = {0};
    struct mind *a = advisor_new(g, budget);
    assert_non_null(a);
    advisor_ask(a, view, seed, &advice);
    mind_free(a);
    return advice;
}

static void assert_same(const struct advice *a, const struct advice *b)
{
    assert_true(move_equal(a->move, b->move));
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->finding, b->finding, (size_t)a->count * sizeof *a->finding);
}

static void moves_are_legal(void **context)
{
    (void)context;
    for (int i = 0; games[i]; i++) {
        union state view;
        struct move moves[MOVES_MAX];
        assert_true(first_choice(games[i], "advice", &view));
        struct advice advice = advise(games[i], &view, 0);
        assert_int_equal(advice.count, games[i]->legal(&view, moves));
        assert_true(move_equal(advice.move, advice.finding[0].move));
        for (int k = 0; k < advice.count; k++) {
            assert_null(games[i]->judge(&view, advice.finding[k].move));
            assert_in_range(advice.finding[k].chance, 0, 1000);
            assert_true(k == 0 || advice.finding[k].visits <= advice.finding[k - 1].visits);
        }
    }
}

/* It gives the same answer when asked again, and after another question. */
static void nothing_is_remembered(void **context)
{
    (void)context;
    union state view, other;
    struct advice first = {0}, between = {0}, again = {0};
    assert_true(first_choice(games[0], "advice", &view) && first_choice(games[0], "other", &other));
    struct mind *a = advisor_new(games[0], budget);
    advisor_ask(a, &view, 7, &first);
    advisor_ask(a, &other, 7, &between);
    advisor_ask(a, &view, 7, &again);
    mind_free(a);
    assert_same(&first, &again);
    struct advice fresh = advise(games[0], &view, 7);
    assert_same(&first, &fresh);
}

/* What the seat does not know does not matter: any world with the same view gives the same advice.
 */
static void view_is_enough(void **context)
{
    (void)context;
    union state view, world, same;
    struct rng rng;
    const struct game *g = games[0];
    assert_true(first_choice(g, "advice", &view));
    rng_fast(&rng, 3);
    state_sample(g->schema, &view, &rng, &world);
    state_view(g->schema, &world, view.head.viewer, &same);
    struct advice one = advise(g, &view, 1), two = advise(g, &same, 1);
    assert_same(&one, &two);
}

static void more_budget_more_visits(void **context)
{
    (void)context;
    union state view;
    struct advice little = {0}, much = {0};
    assert_true(first_choice(games[0], "advice", &view));
    struct mind *a = advisor_new(games[0], budget), *b = advisor_new(games[0], 4 * budget);
    advisor_ask(a, &view, 0, &little);
    advisor_ask(b, &view, 0, &much);
    mind_free(a);
    mind_free(b);
    int visits[2] = {0};
    for (int i = 0; i < little.count; i++)
        visits[0] += little.finding[i].visits;
    for (int i = 0; i < much.count; i++)
        visits[1] += much.finding[i].visits;
    assert_true(visits[1] > 2 * visits[0]);
}

static void percents_are_rounded(void **context)
{
    (void)context;
    assert_int_equal(chance_percent(0), 0);
    assert_int_equal(chance_percent(4), 0);
    assert_int_equal(chance_percent(5), 1);
    assert_int_equal(chance_percent(994), 99);
    assert_int_equal(chance_percent(1000), 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_legal),      cmocka_unit_test(nothing_is_remembered),
        cmocka_unit_test(view_is_enough),       cmocka_unit_test(more_budget_more_visits),
        cmocka_unit_test(percents_are_rounded),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
