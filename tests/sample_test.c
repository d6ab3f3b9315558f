/* Sampling of worlds in which public knowledge limits what can be hidden where: three hands from a
 * pack of six different cards, and suits that a hand is known not to have. */
#include <string.h>

#include "core/sample.h"
#include "core/state.h"
#include "test.h"

enum { HEART_1 = 1, HEART_2, SPADE_1, SPADE_2, CLUB_1, CLUB_2, PACK_KINDS };
enum {
    HEARTS = 1 << HEART_1 | 1 << HEART_2,
    SPADES = 1 << SPADE_1 | 1 << SPADE_2,
    CLUBS = 3 << CLUB_1,
    ALL_PACK = HEARTS | SPADES | CLUBS
};

struct pack_hand ZONE(2);

struct pack {
    struct head head;
    uint8_t lacks[3]; /* by seat: a set of kinds that the hand is known not to have */
    struct pack_hand hand[3];
};

static const struct kind pack_kinds[PACK_KINDS] = {
    {"?", "a card"}, {"h1", "1"}, {"h2", "2"}, {"s1", "3"}, {"s2", "4"}, {"c1", "5"}, {"c2", "6"}};
static uint64_t pack_hides(const void *state, int element)
{
    return ALL_PACK & ~(uint64_t)((const struct pack *)state)->lacks[element];
}

static const struct field pack_fields[] = {
    FIELDS_OF_HEAD,
    {FIELD_BY_SEAT(struct pack, lacks), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct pack, hand), .type = FIELD_ZONE, .watch = WATCH_OWNER,
     .may_hide = pack_hides},
};

static const uint8_t *pack_census(const void *state, int pool)
{
    static const uint8_t one_each[PACK_KINDS] = {0, 1, 1, 1, 1, 1, 1};
    (void)state, (void)pool;
    return one_each;
}

static const struct schema pack_schema = {
    .size = sizeof(struct pack),
    .players_min = 3,
    .players_max = 3,
    .fields = sizeof pack_fields / sizeof pack_fields[0],
    .kinds = PACK_KINDS,
    .pools = 1,
    .field = pack_fields,
    .kind = pack_kinds,
    .census = pack_census,
};

/* What a spectator knows: only what the hands lack. */
static struct pack pack_view(int a, int b, int c)
{
    struct pack s = {.head = {.players = 3, .viewer = VIEW_PUBLIC},
                     .lacks = {(uint8_t)a, (uint8_t)b, (uint8_t)c}};
    for (int seat = 0; seat < 3; seat++) {
        s.hand[seat].count = 2;
        for (int i = 0; i < 2; i++)
            s.hand[seat].card[i].seen = (uint8_t)SEAT_BIT(seat);
    }
    return s;
}

static bool allowed(const struct pack *s)
{
    for (int seat = 0; seat < 3; seat++)
        for (int i = 0; i < 2; i++)
            if (s->lacks[seat] >> s->hand[seat].card[i].kind & 1)
                return false;
    return true;
}

/* A number that identifies the deal: the first two hands determine the third. */
static int deal_number(const struct pack *s)
{
    return 1 << s->hand[0].card[0].kind | 1 << s->hand[0].card[1].kind |
           (1 << s->hand[1].card[0].kind | 1 << s->hand[1].card[1].kind) << 8;
}

enum { DEALS = 1 << 16 };
static int seen[DEALS];

/* Counts the possible deals by trying all. */
static int deals_of(const struct pack *view)
{
    int deals = 0;
    for (int a = 0; a < 128; a += 2)
        for (int b = 0; b < 128; b += 2) {
            int c = 126 & ~a & ~b;
            bool whole = __builtin_popcount((unsigned)a) == 2 &&
                         __builtin_popcount((unsigned)b) == 2 &&
                         __builtin_popcount((unsigned)c) == 2;
            deals += whole && !(a & view->lacks[0]) && !(b & view->lacks[1]) &&
                     !(c & view->lacks[2]);
        }
    return deals;
}

/* Samples worlds of the view. Every possible deal must come up, and all about equally often: within
 * `near` of the mean. */
static void sample_evenly(struct pack view, bool exact, double near)
{
    enum { WORLDS = 90000 };
    struct rng rng;
    struct pack world;
    int deals = deals_of(&view), found = 0;
    rng_fast(&rng, 18);
    memset(seen, 0, sizeof seen);
    assert_null(state_check(&pack_schema, &view));
    for (int i = 0; i < WORLDS; i++) {
        assert_int_equal(state_sample(&pack_schema, &view, &rng, &world), exact);
        assert_null(state_check(&pack_schema, &world));
        assert_true(allowed(&world));
        seen[deal_number(&world)]++;
    }
    for (int i = 0; i < DEALS; i++) {
        if (!seen[i])
            continue;
        found++;
        assert_true(seen[i] * (double)deals > WORLDS * (1 - near));
        assert_true(seen[i] * (double)deals < WORLDS * (1 + near));
    }
    assert_int_equal(found, deals);
}

static void nothing_is_lacking(void **context)
{
    (void)context;
    sample_evenly(pack_view(0, 0, 0), true, 0.15);
}

static void nested_sets_are_exact(void **context)
{
    (void)context;
    sample_evenly(pack_view(0, HEARTS, 0), true, 0.15);
    sample_evenly(pack_view(0, HEARTS, HEARTS | SPADES), true, 0.15);
    sample_evenly(pack_view(HEARTS | CLUBS, HEARTS, 0), true, 0.15);
}

static void disjoint_sets_are_exact(void **context)
{
    (void)context;
    sample_evenly(pack_view(HEARTS | CLUBS, SPADES | CLUBS, 0), true, 0.15);
}

/* One hand has no hearts, another no spades: every deal comes up, and the sampler reports that it
 * is not exact. */
static void overlapping_sets_are_near(void **context)
{
    (void)context;
    sample_evenly(pack_view(HEARTS, SPADES, 0), false, 0.3);
    sample_evenly(pack_view(HEARTS, SPADES, CLUBS), false, 0.3);
}

/* A view is accepted exactly if there is a deal, whatever the sets are, and then it can be sampled:
 * all sets for three hands. */
static void possible_is_what_can_be_dealt(void **context)
{
    enum { SETS = 64, DEALS_MAX = 90 };
    struct pack all[DEALS_MAX];
    struct rng rng;
    int deals = 0;
    (void)context;
    rng_fast(&rng, 7);
    for (int a = 0; a < 2 * SETS; a += 2)
        for (int b = 0; b < 2 * SETS; b += 2)
            if (__builtin_popcount((unsigned)a) == 2 && __builtin_popcount((unsigned)b) == 2 &&
                !(a & b))
                all[deals++] = pack_view(a, b, ALL_PACK & ~a & ~b);
    assert_int_equal(deals, DEALS_MAX);
    for (int lacks = 0; lacks < SETS * SETS * SETS; lacks++) {
        struct pack view = pack_view(lacks % SETS * 2, lacks / SETS % SETS * 2,
                                     lacks / SETS / SETS * 2),
                    world;
        bool possible = false;
        for (int i = 0; i < deals && !possible; i++)
            possible = !(view.lacks[0] & all[i].lacks[0]) && !(view.lacks[1] & all[i].lacks[1]) &&
                       !(view.lacks[2] & all[i].lacks[2]);
        const char *wrong = state_check(&pack_schema, &view);
        if (possible != !wrong)
            fail_msg("the sets %d are %spossible: %s", lacks, possible ? "" : "im", wrong);
        if (wrong)
            assert_string_equal(wrong, "there are more unknown cards than can be hidden there");
        else
            state_sample(&pack_schema, &view, &rng, &world);
        if (!wrong && (!allowed(&world) || state_check(&pack_schema, &world)))
            fail_msg("a world for the sets %d is impossible", lacks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lacking),
        cmocka_unit_test(nested_sets_are_exact),
        cmocka_unit_test(disjoint_sets_are_exact),
        cmocka_unit_test(overlapping_sets_are_near),
        cmocka_unit_test(possible_is_what_can_be_dealt),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("sampling", tests, NULL, NULL);
}
