/* Tests of src/core, many of them against slow and obvious references: generators, writer, reader,
 * cards, views, worlds. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "book.h"
#include "core/json.h"
#include "core/position.h"
#include "core/sample.h"
#include "core/sha256.h"
#include "core/state.h"
#include "named.h"

/* ---- Generators ---- */

/* The test vector of RFC 8439, section 2.3.2: key 00..1f, counter 1, nonce 00000009 0000004a 0. */
static void chacha_vector(void **context)
{
    static const uint32_t expected[16] = {0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3,
                                          0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
                                          0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                          0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
    uint8_t secret[SECRET_BYTES];
    struct rng rng;
    (void)context;
    for (int i = 0; i < SECRET_BYTES; i++)
        secret[i] = (uint8_t)i;
    rng_chacha(&rng, secret, 0x09000000, (enum rng_purpose)0x4a000000);
    for (int i = 0; i < 16; i++)
        rng_word(&rng); /* block 0 */
    for (int i = 0; i < 16; i++)
        assert_int_equal(rng_word(&rng), expected[i]);
}

/* Examples of FIPS 180-4 and of NIST's test vectors: no block, one, one that the length does not
 * fit into, two, and a million letters. */
static void sha256_vectors(void **context)
{
    static char letters[1000000];
    static const struct {
        const char *text, *digest;
    } vectors[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
         "lmnopqrsmnopqrstnopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
        {NULL, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    };
    (void)context;
    memset(letters, 'a', sizeof letters);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const char *text = vectors[i].text ? vectors[i].text : letters;
        uint8_t digest[SHA256_BYTES];
        char hex[2 * SHA256_BYTES + 1];
        struct out o;
        sha256(text, vectors[i].text ? strlen(text) : sizeof letters, digest);
        out_init(&o, hex, sizeof hex);
        for (int at = 0; at < SHA256_BYTES; at++)
            out_format(&o, "%02x", digest[at]);
        assert_string_equal(hex, vectors[i].digest);
    }
}

static void streams_differ(void **context)
{
    uint8_t secret[SECRET_BYTES] = {1};
    struct rng a, b, c, again;
    (void)context;
    rng_chacha(&a, secret, 1, RNG_RULES);
    rng_chacha(&b, secret, 2, RNG_RULES);
    rng_chacha(&c, secret, 1, RNG_BOT);
    rng_chacha(&again, secret, 1, RNG_RULES);
    uint32_t word = rng_word(&a);
    assert_int_not_equal(word, rng_word(&b));
    assert_int_not_equal(word, rng_word(&c));
    assert_int_equal(word, rng_word(&again));
}

/* Each number comes up equally often, within five standard deviations. */
static void below_is_even(void **context)
{
    enum { SIDES = 30, ROLLS = 300000 };
    int count[SIDES] = {0};
    struct rng rng;
    (void)context;
    rng_fast(&rng, 7);
    for (int i = 0; i < ROLLS; i++)
        count[rng_below(&rng, SIDES)]++;
    for (int i = 0; i < SIDES; i++)
        assert_in_range(count[i], ROLLS / SIDES - 500, ROLLS / SIDES + 500);
    assert_int_equal(rng_below(&rng, 1), 0);
}

/* ---- Writer and reader ---- */

static void writer_is_bounded(void **context)
{
    char buffer[8];
    struct out o;
    (void)context;
    out_init(&o, buffer, sizeof buffer);
    out_text(&o, "abc");
    out_format(&o, "%d", 12);
    assert_string_equal(buffer, "abc12");
    assert_false(o.overflow);
    out_text(&o, "xyz");
    assert_string_equal(buffer, "abc12xy");
    assert_true(o.overflow);
    out_char(&o, 'q');
    out_format(&o, "%s", "more");
    assert_string_equal(buffer, "abc12xy");
    out_clear(&o);
    assert_false(o.overflow);
    out_format(&o, "%s", "far too long");
    assert_true(o.overflow);
    assert_int_equal(strlen(buffer), 7);
}

static void cut_pieces(void **context)
{
    char buffer[64], text[4], part[4];
    struct out whole, piece, smaller;
    (void)context;
    out_init(&whole, buffer, sizeof buffer);
    out_init_piece(&piece, text, sizeof text, &whole);
    out_init_piece(&smaller, part, sizeof part, &piece);
    out_text(&smaller, "abc");
    assert_false(whole.overflow);
    out_char(&smaller, 'd');
    assert_true(smaller.overflow && piece.overflow && whole.overflow);
}

static void json_strings(void **context)
{
    char buffer[64];
    struct out o;
    (void)context;
    out_init(&o, buffer, sizeof buffer);
    out_json_string(&o, "a\"b\\c\n\x7f\xe5\xa4\xa9");
    assert_string_equal(buffer, "\"a\\\"b\\\\c\\n\\u007f\xe5\xa4\xa9\"");
}

static void styles_only_in_colour(void **context)
{
    char buffer[64];
    struct out o;
    (void)context;
    out_init(&o, buffer, sizeof buffer);
    out_styled(&o, STYLE_DANGER, "x");
    assert_string_equal(buffer, "x");
    o.colour = true;
    out_styled(&o, STYLE_DANGER, "y");
    assert_string_equal(buffer, "x\033[31my\033[0m");
}

static void reader_knows_places(void **context)
{
    static const char text[] = "# comment\n\n  first: one, two  # more\nlast";
    char error[256];
    struct out o;
    struct scan s, item;
    (void)context;
    out_init(&o, error, sizeof error);
    scan_init(&s, "file", slice_of(text), &o);
    assert_true(scan_line(&s));
    assert_int_equal(s.line, 3);
    assert_true(slice_is(scan_word(&s), "first:"));
    assert_true(scan_item(&s, &item));
    assert_true(slice_is(scan_rest(&item), "one"));
    assert_true(scan_item(&s, &item));
    assert_true(slice_is(scan_rest(&item), "two"));
    assert_false(scan_item(&s, &item));
    assert_true(scan_line(&s));
    struct slice w = scan_word(&s);
    assert_false(scan_fail(&s, w, "found '%.*s'\a", SLICE(w)));
    assert_false(scan_fail(&s, w, "only the first error is kept"));
    assert_string_equal(error, "file:4:1: found 'last'?");
    assert_false(scan_line(&s));
}

static void numbers(void **context)
{
    int n = -1;
    (void)context;
    assert_true(slice_number((struct slice){"042", 3}, 100, &n));
    assert_int_equal(n, 42);
    assert_false(slice_number((struct slice){"101", 3}, 100, &n));
    assert_false(slice_number((struct slice){"-1", 2}, 100, &n));
    assert_false(slice_number((struct slice){"", 0}, 100, &n));
    assert_false(slice_number((struct slice){"99999999999999999999", 20}, 1 << 30, &n));
}

/* ---- Cards ---- */

static void zones_share_knowledge_exactly(void **context)
{
    struct test_zone ZONE(TEST_CARDS);
    struct rng rng;
    (void)context;
    rng_fast(&rng, 3);
    for (int round = 0; round < 3000; round++) {
        struct test_zone store = {0};
        struct zone *z = ZONE_OF(store);
        struct head head = {.players = TEST_SEATS, .viewer = VIEW_ALL};
        struct book book = {0};
        for (int step = 0; step < 60; step++) {
            unsigned who = rng_below(&rng, 16);
            struct card c = {(uint8_t)(1 + rng_below(&rng, TEST_KINDS - 1)), (uint8_t)who};
            if (rng_below(&rng, 3) == 0 && z->count < TEST_CARDS) {
                zone_insert(z, c);
                book_insert(&book, c);
            } else if (rng_below(&rng, 2) && zone_number(z, c.kind) > 0) {
                zone_take(z, c.kind);
                book_take(&book, c.kind);
            } else if (rng_below(&rng, 8) == 0 && zone_number(z, c.kind) > 0) {
                assert_int_equal(zone_take_hidden(z, c.kind, who).seen & ~who, 0);
                book_take(&book, c.kind);
                book_forget(&book, who);
            } else if (rng_below(&rng, 4) == 0) {
                zone_show(&head, z, who);
                book_show(&book, who);
            }
            assert_true(book_agrees(&book, z));
        }
        zone_clear(z);
        assert_memory_equal(&store, &(struct test_zone){0}, sizeof store);
    }
}

/* For a hand stored as numbers, everybody knows a lower bound of the cards of each kind. A card
 * that leaves may be one of the known ones, so the bound goes down. */
static void hands_count_what_everybody_knows(void **context)
{
    struct head head = {.players = 3, .viewer = VIEW_ALL};
    struct held hand[TEST_KINDS] = {0};
    (void)context;
    hand_put(&head, hand, (struct card){2, 0}, 1);
    assert_int_equal(head.learned, SEAT_BIT(1));
    head.learned = 0;
    hand_put(&head, hand, (struct card){2, everybody(&head)}, 1);
    hand_put(&head, hand, (struct card){2, everybody(&head)}, 1);
    assert_int_equal(head.learned, 0);
    assert_int_equal(hand[2].number, 3);
    assert_int_equal(hand[2].known, 2);
    hand_take(&head, hand, 2, 1, 1);
    assert_int_equal(head.learned, 0);
    assert_int_equal(hand[2].number, 2);
    assert_int_equal(hand[2].known, 1);
    hand_take(&head, hand, 2, 2, 1);
    assert_int_equal(head.learned, SEAT_BIT(0) | SEAT_BIT(2) | PUBLIC_BIT);
    assert_int_equal(hand[2].number + hand[2].known, 0);
}

static void cards_leave_the_middle_of_a_zone(void **context)
{
    struct test_zone ZONE(4);
    struct test_zone z = {3, {{1, 1}, {2, 2}, {3, 3}}};
    (void)context;
    assert_int_equal(zone_take_at(ZONE_OF(z), 1).kind, 2);
    assert_memory_equal(&z, (&(struct test_zone){2, {{1, 1}, {3, 3}}}), sizeof z);
    assert_int_equal(zone_take_at(ZONE_OF(z), 1).kind, 3);
    assert_int_equal(zone_take_at(ZONE_OF(z), 0).kind, 1);
    assert_memory_equal(&z, (&(struct test_zone){0}), sizeof z);
}

static void learning_is_noted(void **context)
{
    struct test_zone ZONE(4);
    struct test_zone from = {1, {{2, SEAT_BIT(1)}}}, to = {0};
    struct head head = {.players = 3, .viewer = VIEW_ALL};
    uint8_t pile[TEST_KINDS] = {0};
    (void)context;
    zone_draw(&head, ZONE_OF(from), ZONE_OF(to), SEAT_BIT(0) | SEAT_BIT(1));
    assert_int_equal(head.learned, SEAT_BIT(0));
    assert_int_equal(to.card[0].seen, SEAT_BIT(0) | SEAT_BIT(1));
    head.learned = 0;
    pile_put(&head, pile, zone_take(ZONE_OF(to), 2));
    assert_int_equal(head.learned, SEAT_BIT(2) | PUBLIC_BIT);
    assert_int_equal(pile[2], 1);
    assert_int_equal(from.count + to.count, 0);
}

static void decks_are_shuffled_evenly(void **context)
{
    enum { DEALS = 60000 };
    static const uint8_t census[TEST_KINDS] = {0, 1, 2, 0, 3};
    struct test_zone ZONE(6);
    struct test_zone deck = {0};
    int top[TEST_KINDS] = {0};
    struct rng rng;
    (void)context;
    rng_fast(&rng, 11);
    for (int i = 0; i < DEALS; i++) {
        zone_clear(ZONE_OF(deck));
        zone_deck(ZONE_OF(deck), census, TEST_KINDS, &rng);
        assert_int_equal(deck.count, 6);
        top[deck.card[5].kind]++;
    }
    for (int kind = 1; kind < TEST_KINDS; kind++)
        assert_in_range(top[kind], DEALS * census[kind] / 6 - (census[kind] ? 600 : 0),
                        DEALS * census[kind] / 6 + (census[kind] ? 600 : 0));
}

/* ---- Worlds ---- */

static void play_random(const struct game *g, int players, int plies, struct rng *rng,
                        union state *s)
{
    struct config config = {.players = (uint8_t)players};
    struct move moves[MOVES_MAX];
    g->setup(s, &config, rng);
    for (int i = 0; i < plies && g->actor(s) != SEAT_NONE; i++) {
        int count = g->legal(s, moves);
        game_apply(g, s, moves[rng_below(rng, (uint32_t)count)], rng);
    }
}

/* All deals of the unknown cards are equally likely: the kind of one unknown card is distributed
 * like the cards that are left. */
static void worlds_are_even(void **context)
{
    enum { WORLDS = 40000 };
    const struct schema *c = game_of("zipang")->schema;
    union state state, view, world;
    int16_t left[KINDS_MAX];
    int count[KINDS_MAX] = {0};
    struct rng rng;
    (void)context;
    rng_fast(&rng, 5);
    play_random(game_of("zipang"), 4, 3, &rng, &state);
    state_view(c, &state, 0, &view);
    int unknown = pool_left(c, &view, 0, left);
    const struct field *supply = &c->field[c->fields - 1];
    assert_string_equal(supply->name, "supply");
    for (int i = 0; i < WORLDS; i++) {
        state_sample(c, &view, &rng, &world);
        count[((const struct zone *)field_in(supply, &world, 0))->card[0].kind]++;
    }
    for (int kind = 1; kind < c->kinds; kind++)
        assert_in_range(count[kind] + 500, WORLDS * left[kind] / unknown,
                        WORLDS * left[kind] / unknown + 1000);
}

/* The slow and obvious view: card by card, by definition. */
static void slow_view_zone(const struct schema *c, const struct field *f, const union state *state,
                           int e, union state *view)
{
    const struct zone *from = (const struct zone *)field_in(f, state, e);
    struct zone *to = (struct zone *)field_at(f, view, e);
    uint8_t watchers = (uint8_t)field_watchers(c, f, state, e);
    int at = 0, viewer = view->head.viewer;
    for (int pass = 0; pass < 2; pass++) /* known cards first, except in ordered zones */
        for (int i = 0; i < from->count; i++) {
            struct card card = from->card[i];
            bool known = card.seen & SEAT_BIT(viewer),
                 own = field_owners(f, &state->head, e) & SEAT_BIT(viewer);
            if (f->ordered ? pass == 1 : known == (pass == 1))
                continue;
            if (!known)
                card = (struct card){KIND_NONE, f->open_marks ? card.seen : watchers};
            else if (!own && !(card.seen & PUBLIC_BIT) && !f->open_marks)
                card.seen = SEAT_BIT(viewer) | watchers;
            to->card[at++] = card;
        }
}

static void slow_view_hand(const struct schema *c, struct held hand[])
{
    for (int kind = 1; kind < c->kinds; kind++)
        while (hand[kind].number > hand[kind].known) {
            hand[kind].number--;
            hand[KIND_NONE].number++;
        }
}

static void slow_view(const struct schema *c, const union state *state, int viewer,
                      union state *view)
{
    *view = *state;
    view->head.viewer = (uint8_t)viewer;
    view->head.learned = 0;
    for (const struct field *f = c->field; f < c->field + c->fields; f++)
        for (int e = 0; e < field_elements(f, &state->head); e++) {
            if (f->type == FIELD_ZONE)
                slow_view_zone(c, f, state, e, view);
            else if (f->type == FIELD_HAND && e != viewer)
                slow_view_hand(c, (struct held *)field_at(f, view, e));
        }
}

/* All games, including the template, in turn. */
static const struct game *any_game(int i)
{
    int count = 0;
    while (games_built[count])
        count++;
    return games_built[i % count];
}

static int any_players(const struct game *g, struct rng *rng)
{
    int least = g->schema->players_min, most = g->schema->players_max;
    return least + (int)rng_below(rng, (uint32_t)(most - least + 1));
}

static void views_agree_with_the_slow_one(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 17);
    for (int i = 0; i < 20000; i++) {
        const struct game *g = any_game(i);
        int players = any_players(g, &rng), viewer = (int)rng_below(&rng, 7);
        union state state = {0}, fast = {0}, slow = {0};
        if (viewer >= players)
            viewer = VIEW_PUBLIC;
        play_random(g, players, (int)rng_below(&rng, 90), &rng, &state);
        state_view(g->schema, &state, viewer, &fast);
        slow_view(g->schema, &state, viewer, &slow);
        assert_memory_equal(&fast, &slow, g->schema->size);
    }
}

enum { DAMAGES = 60000 };

/* A random byte of the state is changed: either check finds it, or the state can still be played
 * on. */
static void check_finds_damage(void **context)
{
    struct rng rng;
    int found = 0;
    (void)context;
    rng_fast(&rng, 23);
    for (int i = 0; i < 80000; i++) {
        const struct game *g = any_game(i);
        int players = any_players(g, &rng);
        union state state = {0};
        struct move moves[MOVES_MAX];
        play_random(g, players, (int)rng_below(&rng, 90), &rng, &state);
        ((uint8_t *)&state)[rng_below(&rng, g->schema->size)] = (uint8_t)rng_below(
            &rng, rng_below(&rng, 4) ? 16 : 256);
        if (state.head.viewer != VIEW_ALL || game_check(g, &state)) {
            found++;
            continue;
        }
        for (int ply = 0; ply < 20 && g->actor(&state) != SEAT_NONE; ply++) {
            int count = g->legal(&state, moves);
            assert_true(count > 0);
            game_apply(g, &state, moves[rng_below(&rng, (uint32_t)count)], &rng);
            assert_null(game_check(g, &state));
        }
    }
    assert_true(found > 20000);
}

/* Random options, as far as the number of players allows them. */
static void choose_options(const struct game *g, struct config *config, struct rng *rng)
{
    for (int i = 0; i < g->options_count; i++) {
        int values = 0;
        while (g->options[i].values[values])
            values++;
        config->option[i] = (uint8_t)rng_below(rng, (uint32_t)values);
        if (config_misfit(g, config))
            config->option[i] = 0;
    }
}

/* The same with options and one random field at a time, and with every function that works on a
 * state: what check accepts can be played, judged and described. */
static void check_finds_damaged_fields(void **context)
{
    static char text[65536];
    struct rng rng;
    (void)context;
    rng_fast(&rng, 29);
    for (int i = 0; i < DAMAGES; i++) {
        const struct game *g = any_game((int)rng_below(&rng, 1000));
        struct config config = {.players = (uint8_t)any_players(g, &rng)};
        union state state = {0}, view, before;
        struct move moves[MOVES_MAX];
        struct out o;
        choose_options(g, &config, &rng);
        g->setup(&state, &config, &rng);
        int plies = (int)rng_below(&rng, rng_below(&rng, 2) ? 60 : 400);
        for (int ply = 0; ply < plies && g->actor(&state) != SEAT_NONE; ply++)
            game_apply(g, &state, moves[rng_below(&rng, (uint32_t)g->legal(&state, moves))], &rng);
        const struct field *f = &g->schema->field[rng_below(&rng, g->schema->fields)];
        int element = (int)rng_below(&rng, f->count);
        field_at(f, &state, element)[rng_below(&rng, f->size)] = (uint8_t)rng_below(
            &rng, rng_below(&rng, 4) ? 8 : 256);
        if (state.head.viewer != VIEW_ALL || game_check_position(g, &state))
            continue;
        for (int ply = 0; ply < 40 && g->actor(&state) != SEAT_NONE; ply++) {
            int count = g->legal(&state, moves), actor = g->actor(&state);
            assert_true(count > 0);
            state_view(g->schema, &state, actor, &before);
            out_init(&o, text, sizeof text);
            g->prompt(&before, &o);
            g->board(&before, &o);
            for (int k = 0; k < count; k++) {
                g->describe(&before, moves[k], &o);
                assert_null(game_judge(g, &before, actor, moves[k]));
            }
            struct move move = moves[rng_below(&rng, (uint32_t)count)];
            game_apply(g, &state, move, &rng);
            const char *wrong = game_check(g, &state);
            if (wrong)
                fail_msg("%s: a damaged %s %d (ply %d + %d): %s", g->id, f->name, element, plies,
                         ply, wrong);
            state_view(g->schema, &state, actor, &view);
            g->narrate(&before, move, &view, &o);
        }
    }
}

/* ---- A schema with every feature: two clans, places, wide numbers, hands as numbers ---- */

enum { CLAN_SCOUT = 1, CLAN_PEASANT, CLAN_ARCHER, CLAN_KINDS };
enum { CLAN_POOLS = 5, SECRET_KINDS = 1 << CLAN_PEASANT | 1 << CLAN_ARCHER };

struct clan_zone ZONE(4);
struct clan_card ZONE(1);

struct clans {
    struct head head;
    uint8_t score[2][2]; /* two bytes each, by place */
    uint8_t scouts[2];   /* among the cards of each clan; a face-up Scout may change sides */
    struct clan_zone stack[2][2];
    struct clan_zone hand[2];
    struct clan_card secret[2];       /* by place, each from its own pool */
    struct held purse[2][CLAN_KINDS]; /* hands as numbers */
};

static const struct kind clan_kinds[CLAN_KINDS] = {
    {"?", "a card"}, {"scout", "Scout"}, {"peasant", "Peasant"}, {"archer", "Archer"}};
static uint64_t clan_secrets(const void *state, int element)
{
    (void)state, (void)element;
    return SECRET_KINDS;
}

static const struct field clan_fields[] = {
    FIELDS_OF_HEAD,
    {FIELD_BY_PLACE(struct clans, score), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT(struct clans, scouts), .type = FIELD_NUMBER},
    {FIELD_BY_SEAT_AND_PLACE(struct clans, stack), .type = FIELD_ZONE, .watch = WATCH_OWNER,
     .ordered = true, .pools = POOL_BY_SEAT, .may_hide = clan_secrets},
    {FIELD_BY_SEAT(struct clans, hand), .type = FIELD_ZONE, .watch = WATCH_OWNER,
     .pools = POOL_BY_SEAT},
    {FIELD_BY_PLACE(struct clans, secret), .type = FIELD_ZONE, .pools = POOL_BY_PLACE, .pool = 2},
    {FIELD_BY_SEAT(struct clans, purse), .type = FIELD_HAND, .pool = 4},
};

/* The pools: two clans, a single card for each place, and the cards of the purses. */
static const uint8_t *clan_census(const void *state, int pool)
{
    static const uint8_t clan[3][CLAN_KINDS] = {{0, 0, 2, 1}, {0, 1, 2, 1}, {0, 2, 2, 1}};
    static const uint8_t others[3][CLAN_KINDS] = {{0, 1, 0, 0}, {0, 0, 0, 1}, {0, 2, 3, 0}};
    const struct clans *s = state;
    return pool < 2 ? clan[s->scouts[pool] % 3] : others[pool - 2];
}

static const struct schema clan_schema = {
    .size = sizeof(struct clans),
    .players_min = 2,
    .players_max = 2,
    .fields = sizeof clan_fields / sizeof clan_fields[0],
    .kinds = CLAN_KINDS,
    .pools = CLAN_POOLS,
    .field = clan_fields,
    .kind = clan_kinds,
    .census = clan_census,
};

static bool parse_clans(const char *text, union state *state, struct out *error)
{
    struct scan s;
    struct position p;
    scan_init(&s, "p", slice_of(text), error);
    position_init(&p, &clan_schema, state);
    while (scan_line(&s))
        if (!position_line(&p, &s))
            return false;
    return position_end(&p, &s);
}

/* A's Scout is face up in B's stack, and B's cards are divided between hand and stack. */
static const char clan_position[] = "players: 2\n"
                                    "viewer: all\n"
                                    "learned: -\n"
                                    "score: 1000 7\n"
                                    "scouts: 0 2\n"
                                    "stack B2: scout@* archer\n"
                                    "hand A: 2*peasant archer\n"
                                    "hand B: scout 2*peasant\n"
                                    "secret 1: scout\n"
                                    "secret 2: archer\n"
                                    "purse A: scout peasant peasant@*\n"
                                    "purse B: scout@* peasant\n";

static void clans_in_text(void **context)
{
    char error[256], text[2048];
    union state state, view;
    struct out wrong, o;
    (void)context;
    out_init(&wrong, error, sizeof error);
    out_init(&o, text, sizeof text);
    assert_true(parse_clans(clan_position, &state, &wrong));
    state_print(&clan_schema, &state, &o);
    assert_string_equal(text, clan_position);
    out_clear(&o);
    state_view(&clan_schema, &state, 0, &view);
    assert_null(state_check(&clan_schema, &view));
    state_json(&clan_schema, &view, &o);
    assert_string_equal(
        text,
        "{\"players\":2,\"viewer\":\"A\",\"learned\":\"-\",\"score\":[1000,7],\"scouts\":[0,2],"
        "\"stack\":[[[],[]],[[],[{\"kind\":\"scout\",\"seen\":\"A*\"},{\"kind\":null}]]],"
        "\"hand\":[[{\"kind\":\"peasant\"},{\"kind\":\"peasant\"},{\"kind\":\"archer\"}],"
        "[{\"kind\":null},{\"kind\":null},{\"kind\":null}]],"
        "\"secret\":[[{\"kind\":null}],[{\"kind\":null}]],"
        "\"purse\":[[{\"kind\":\"scout\"},{\"kind\":\"peasant\"},"
        "{\"kind\":\"peasant\",\"seen\":\"B*\"}],"
        "[{\"kind\":\"scout\",\"seen\":\"A*\"},{\"kind\":null}]]}");
}

/* Every part that a verb can have, also twice where that is possible; and a veiled kind. */
static void moves_in_json(void **context)
{
    static const struct {
        const char *game, *move, *json;
    } cases[] = {
        {"zipang", "commander C B", "{\"verb\":\"\",\"kind\":\"commander\",\"seats\":\"BC\"}"},
        {"zipang", "pay", "{\"verb\":\"pay\"}"},
        {"kenjin", "kill bridge B 2",
         "{\"verb\":\"kill\",\"seats\":\"B\",\"numbers\":[2],\"places\":[\"bridge\"]}"},
        {"kenjin", "move 3 port", "{\"verb\":\"move\",\"numbers\":[3],\"places\":[\"port\"]}"},
        {"kenjin", "supply port bridge", "{\"verb\":\"supply\",\"places\":[\"port\",\"bridge\"]}"},
    };
    char error[256], text[256];
    struct head head = {.players = 3};
    struct out wrong, o;
    struct scan scan;
    struct move move;
    (void)context;
    out_init(&wrong, error, sizeof error);
    out_init(&o, text, sizeof text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct slice line = {cases[i].move, (int)strlen(cases[i].move)};
        out_clear(&o);
        scan_init_line(&scan, NULL, line, &wrong);
        assert_true(move_parse(game_of(cases[i].game)->schema, &head, &scan, &move));
        move_json(game_of(cases[i].game)->schema, move, &o);
        assert_string_equal(text, cases[i].json);
    }
    out_clear(&o);
    move_json(game_of("template")->schema, game_of("template")->veil(move_make(0, 1, 0, 2)), &o);
    assert_non_null(strstr(text, "\"kind\":null"));
}

/* A list by place that ends early does not leave values of an earlier line. */
static void lists_may_end_early(void **context)
{
    static const char numbers[] = "score: 65535 511\nscore: 65535\n";
    char error[256];
    union state state;
    struct out wrong;
    struct scan s;
    struct position p = {.schema = &clan_schema, .state = &state};
    (void)context;
    out_init(&wrong, error, sizeof error);
    assert_true(parse_clans(clan_position, &state, &wrong));
    scan_init(&s, "p", (struct slice){numbers, (int)sizeof numbers - 1}, &wrong);
    while (scan_line(&s))
        assert_true(position_line(&p, &s));
    assert_int_equal(wide_get(((struct clans *)&state)->score[0]), 65535);
    assert_int_equal(wide_get(((struct clans *)&state)->score[1]), 0);
}

static void impossible_clans(void **context)
{
    static const char *const cases[][2] = {
        {"players: 2\nscore: 70000 1\n",
         "p:2:8: expected a number from 0 to 65535 for 'score', found '70000'"},
        {"players: 2\nscouts: 1\n",
         "p:2:10: expected a number from 0 to 255 for 'scouts', found ''"},
        {"players: 2\nscore:\n", "p:2:7: expected a number from 0 to 65535 for 'score', found ''"},
        {"players: 2\nviewer: B\npurse A: ?@*\n",
         "p:3:13: the position is impossible: a card is unknown where it must be known"},
        {"players: 2\nviewer: spectator\nhand B: ?@A\n",
         "p:3:12: the position is impossible: a card is unknown where it must be known"},
        {"players: 2\nviewer: A\nscouts: 1 1\nhand A: scout 2*peasant archer\n"
         "hand B: 2*peasant@A archer@A\nstack B1: ?\n",
         "p:6:12: the position is impossible: there are more unknown cards than can be hidden "
         "there"},
        {"players: 2\nstack B3: scout\n",
         "p:2:7: expected a seat and a place, such as A1, after 'stack', found 'B3'"},
        {"players: 2\nstack B: scout\n",
         "p:2:7: expected a seat and a place, such as A1, after 'stack', found 'B'"},
        {"players: 2\nscouts: 1 1\nhand A: 2*peasant archer\nhand B: 2*peasant archer\n"
         "stack A1: scout\nstack B1: scout@*\n",
         "p:6:18: the position is impossible: a hidden card is of a kind that cannot be hidden "
         "there"},
        {"players: 2\npurse A: 2*scout@B\n",
         "p:2:10: expected at most 255 cards of a kind, with '@*' or without '@', found "
         "'2*scout@B'"},
        {"players: 2\npurse A: 250*scout 120*scout\n",
         "p:2:20: expected at most 255 cards of a kind, with '@*' or without '@', found "
         "'120*scout'"},
        {"players: 2\npurse A: samurai\n", "p:2:10: expected a card, found 'samurai'"},
        {"players: 2\npurse A: rest\npurse B: rest\n",
         "p:3:14: 'rest' may be used only once for these cards, and 'purse' already has it"},
        {"players: 2\npurse A: ?\n",
         "p:2:11: the position is impossible: a card is unknown where it must be known"},
        {"players: 2\nviewer: B\npurse A: scout\n",
         "p:3:15: the position is impossible: the view shows a card that the viewer does not know"},
    };
    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char error[256];
        union state state;
        struct out wrong;
        out_init(&wrong, error, sizeof error);
        assert_false(parse_clans(cases[i][0], &state, &wrong));
        error[strlen(cases[i][1])] = '\0'; /* which cards are missing does not matter here */
        assert_string_equal(error, cases[i][1]);
    }
}

/* Sets of kinds in one word, compared with a loop over all kinds. */
static void sets_of_kinds(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 43);
    for (int i = 0; i < 20000; i++) {
        uint8_t pile[KINDS_MAX] = {0};
        struct held hand[KINDS_MAX] = {{0, 0}};
        int kinds = 1 + (int)rng_below(&rng, KINDS_MAX), size = 0;
        uint64_t set = 0;
        for (int kind = 1; kind < kinds; kind++) {
            pile[kind] = hand[kind].number = (uint8_t)(rng_below(&rng, 2) * rng_below(&rng, 256));
            hand[kind].known = (uint8_t)rng_below(&rng, hand[kind].number + 1u);
            set |= (uint64_t)(pile[kind] > 0) << kind;
            size += pile[kind];
        }
        assert_true(pile_kinds(pile, kinds) == set);
        assert_true(hand_kinds(hand, kinds) == set);
        assert_int_equal(pile_size(pile, kinds), size);
        assert_int_equal(hand_size(hand, kinds), size);
    }
}

/* Each card of a deck stored as numbers is drawn as often as any other, and none twice. */
static void cards_drawn_at_random(void **context)
{
    enum { DEALS = 30000 };
    static const uint8_t deck[5] = {0, 1, 0, 3, 2};
    int first[5] = {0};
    struct rng rng;
    (void)context;
    rng_fast(&rng, 47);
    for (int i = 0; i < DEALS; i++) {
        struct held cards[5] = {{0, 0}};
        uint8_t drawn[5] = {0};
        for (int kind = 0; kind < 5; kind++)
            cards[kind].number = deck[kind];
        for (int size = 6; size > 0; size--) {
            struct card card = hand_pick(cards, size, &rng);
            assert_int_equal(card.seen, 0);
            drawn[card.kind]++;
            first[card.kind] += size == 6;
        }
        assert_memory_equal(drawn, deck, sizeof deck);
    }
    for (int kind = 1; kind < 5; kind++)
        assert_in_range(first[kind], DEALS / 6 * deck[kind] * 95 / 100,
                        DEALS / 6 * deck[kind] * 105 / 100);
}

/* After hand_show everybody knows the whole hand, and `learned` has those who did not know it
 * before. */
static void hands_shown_whole(void **context)
{
    struct head h = {.players = 3, .viewer = VIEW_ALL};
    struct held hand[4] = {{0, 0}, {2, 1}, {0, 0}, {3, 3}};
    (void)context;
    assert_false(hand_public(hand, 4));
    hand_show(&h, hand, 4, 1);
    assert_true(hand_public(hand, 4));
    assert_int_equal(h.learned, SEAT_BIT(0) | SEAT_BIT(2) | PUBLIC_BIT);
    h.learned = 0;
    hand_show(&h, hand, 4, 1);
    assert_int_equal(h.learned, 0);
}

/* A state in which more cards of a hand are known than it holds is broken. */
static void hands_know_what_they_hold(void **context)
{
    char error[256];
    union state state;
    struct clans *s = (struct clans *)&state;
    struct out wrong;
    (void)context;
    out_init(&wrong, error, sizeof error);
    assert_true(parse_clans(clan_position, &state, &wrong));
    s->purse[0][CLAN_PEASANT].known = 3;
    assert_string_equal(state_check(&clan_schema, &state),
                        "more cards of a hand are known than it holds");
}

/* B's hidden card on the stack is one of three, all equally likely; it is never the Scout and never
 * A's card. */
static void clans_are_sampled_evenly(void **context)
{
    enum { WORLDS = 30000 };
    char error[256];
    union state state, view, world, again;
    struct out wrong;
    struct rng rng;
    int archers = 0, scouts = 0;
    (void)context;
    rng_fast(&rng, 31);
    out_init(&wrong, error, sizeof error);
    assert_true(parse_clans(clan_position, &state, &wrong));
    state_view(&clan_schema, &state, 0, &view);
    for (int i = 0; i < WORLDS; i++) {
        state_sample(&clan_schema, &view, &rng, &world);
        assert_null(state_check(&clan_schema, &world));
        state_view(&clan_schema, &world, 0, &again);
        assert_memory_equal(&view, &again, clan_schema.size);
        archers += ((struct clans *)&world)->stack[1][1].card[0].kind == CLAN_ARCHER;
    }
    assert_in_range(archers, WORLDS / 3 - 450, WORLDS / 3 + 450);
    state_view(&clan_schema, &state, VIEW_PUBLIC, &view);
    for (int i = 0; i < WORLDS; i++) {
        state_sample(&clan_schema, &view, &rng, &world);
        assert_null(state_check(&clan_schema, &world));
        scouts += ((struct clans *)&world)->purse[0][CLAN_SCOUT].number;
    }
    assert_in_range(scouts, WORLDS * 2 / 3 - 450, WORLDS * 2 / 3 + 450);
}

/* ---- Impossible positions ---- */

static void wrong_positions(void **context)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"pot: 3\n", "p:1:7: expected 'players:' first, with a number from 2 to 6"},
        {"players: 9\n", "p:1:11: expected 'players:' first, with a number from 2 to 6"},
        {"players: 2\npit: 3\n", "p:2:1: there is no field 'pit'"},
        {"players: 2\npot 3\n", "p:2:1: expected ':' at the end of the field's name"},
        {"players: 2\npot: 300\n", "p:2:6: expected a number from 0 to 255 for 'pot', found '300'"},
        {"players: 2\npot: 3 4\n", "p:2:8: expected the end of the line, found '4'"},
        {"players: 2\nturn: C\n", "p:2:7: expected a seat for 'turn', found 'C'"},
        {"players: 2\nin: AZ\n", "p:2:5: expected seats (such as AC) for 'in', found 'AZ'"},
        {"players: 2\nphase: lunch\n",
         "p:2:8: expected one of play, taken, defend, window, steal, pick, deal, tie, over for "
         "'phase', found 'lunch'"},
        {"players: 2\ncard: king\n", "p:2:7: expected a card for 'card', found 'king'"},
        {"players: 2\nviewer: me\n",
         "p:2:9: expected a seat, 'spectator' or 'all' for 'viewer', found 'me'"},
        {"players: 2\nhand C: monk\n", "p:2:6: expected a seat after 'hand', found 'C'"},
        {"players: 2\nhand A: monk@Q\n", "p:2:9: expected a card, found 'monk@Q'"},
        {"players: 2\nhand A: 4*monk\n", "p:2:9: 'hand' holds at most 3 cards"},
        {"players: 2\ndiscard: monk@A\n",
         "p:2:10: expected at most 255 face-up cards of a kind, without '@', found 'monk@A'"},
        {"players: 2\nsupply: rest monk\n", "p:2:14: expected nothing after 'rest', found 'monk'"},
        {"players: 2\nsupply: rest\nburied: rest\n",
         "p:3:13: 'rest' may be used only once for these cards, and 'supply' already has it"},
        {"players: 2\nhand A: rest\n",
         "p:2:13: the rest of the cards does not fit into 'hand', which holds at most 3"},
        {"players: 2\nhand A: 3*warlord\nsupply: rest\n",
         "p:3:13: the position is impossible: there are more cards of a kind than the game has; 2 "
         "warlord too many"},
        {"players: 2\ndiscard: emperor 2*peasant bandit 2*merchant princess 3*captain 2*monk "
         "maiden "
         "ninja tea crazy nobleman\n",
         "p:2:103: the position is impossible: a card is missing; 1 warlord missing"},
        {"players: 2\nhand A: ?\n",
         "p:2:10: the position is impossible: a card is unknown where it must be known"},
        {"players: 3\nhand C: monk\nplayers: 2\nsupply: rest\n",
         "p:4:13: the position is impossible: a seat that does not exist has cards or values"},
        {"", "p:1:1: the position has no line 'players:'"},
    };
    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char error[512];
        struct out o;
        struct scan s;
        union state state;
        struct position p;
        bool good = true;
        out_init(&o, error, sizeof error);
        scan_init(&s, "p", slice_of(cases[i].text), &o);
        position_init(&p, game_of("zipang")->schema, &state);
        while (good && scan_line(&s))
            good = position_line(&p, &s);
        good = good && position_end(&p, &s);
        assert_false(good);
        assert_string_equal(error, cases[i].error);
    }
}

/* ---- Moves ---- */

static void wrong_moves(void **context)
{
    static const struct {
        const char *game, *text, *error;
    } cases[] = {
        {"zipang", "", "m:1:1: expected a move, found ''"},
        {"zipang", "fly", "m:1:1: expected a move, found 'fly'"},
        {"zipang", "captain B extra", "m:1:11: expected seats from A to C, found 'extra'"},
        {"zipang", "ikki B", "m:1:6: expected the end of the line, found 'B'"},
        {"zipang", "captain D", "m:1:9: expected seats from A to C, found 'D'"},
        {"zipang", "captain BB", "m:1:9: expected seats from A to C, found 'BB'"},
        {"zipang", "commander c B", NULL},
        {"zipang", "commander B B", "m:1:11: expected seats from A to C, found 'B'"},
        {"zipang", "take", "m:1:5: expected a card, but the move ends here"},
        {"zipang", "take sushi", "m:1:6: expected a card, found 'sushi'"},
        {"glory", "draw 1", NULL},
        {"glory", "lay farmer many", "m:1:12: expected a number, found 'many'"},
        {"kenjin", "samurai bridge", NULL},
        {"kenjin", "samurai", "m:1:8: expected a place, but the move ends here"},
        {"kenjin", "samurai lake", "m:1:9: expected a place, found 'lake'"},
        {"kenjin", "samurai -", "m:1:9: expected a place, found '-'"},
        {"kenjin", "kill bridge B 2", NULL},
        {"kenjin", "kill bridge B", "m:1:14: expected a number, but the move ends here"},
        {"kenjin", "look port D 1", "m:1:11: expected seats from A to C, found 'D'"},
        {"kenjin", "supply port", "m:1:12: expected a place, but the move ends here"},
        {"kunitori", "attack nobunaga BC", NULL},
        {"kunitori", "attack nobunaga D", "m:1:17: expected seats from A to C, found 'D'"},
        {"kunitori", "follow spear B 2", NULL},
        {"kunitori", "follow spear B", "m:1:15: expected a number, but the move ends here"},
        {"kunitori", "buy moon", "m:1:5: expected a card, found 'moon'"},
        {"shitenno", "divide daimyo hatamoto", NULL},
        {"shitenno", "pay samurai+bushi 1", NULL},
        {"shitenno", "take edo", "m:1:6: expected a place, found 'edo'"},
    };
    struct head head = {.players = 3};
    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char error[256];
        struct out o;
        struct scan s;
        struct move move;
        out_init(&o, error, sizeof error);
        scan_init_line(&s, "m", slice_of(cases[i].text), &o);
        assert_int_equal(move_parse(game_of(cases[i].game)->schema, &head, &s, &move),
                         cases[i].error == NULL);
        if (cases[i].error)
            assert_string_equal(error, cases[i].error);
    }
}

static void malformed_moves(void **context)
{
    const struct schema *c = game_of("zipang")->schema;
    (void)context;
    assert_false(move_well_formed(c, (struct move){.verb = 200}));
    assert_false(move_well_formed(c, (struct move){.verb = 0}));
    assert_false(move_well_formed(c, (struct move){.verb = 0, .kind = 99}));
    assert_false(move_well_formed(c, (struct move){.verb = 0, .kind = 1, .seats = 0x40}));
    assert_false(move_well_formed(c, (struct move){.verb = 0, .kind = 1, .number = {1}}));
    assert_false(move_well_formed(c, (struct move){.verb = 1, .kind = 1}));
    assert_false(move_well_formed(c, (struct move){.verb = 1, .seats = 1}));
    assert_true(move_well_formed(c, (struct move){.verb = 1}));
    c = game_of("kenjin")->schema; /* a card and a place */
    assert_false(move_well_formed(c, move_make(0, 1, 0, 0)));
    assert_true(move_well_formed(c, move_make(0, 1, 0, 1)));
    assert_true(move_well_formed(c, move_make(0, 1, 0, c->places - 1u)));
    assert_false(move_well_formed(c, move_make(0, 1, 0, c->places)));
    assert_false(move_well_formed(c, move_make(0, 1, 0, 1 | 1 << 8)));
}

/* A move has the same bytes, no matter how it is made. */
static void moves_are_words(void **context)
{
    struct move move = {.verb = 3, .kind = 9, .seats = 5, .number = {7, 6, 200, 1}};
    (void)context;
    assert_true(move_equal(move, move_make(3, 9, 5, 7 | 6 << 8 | 200 << 16 | 1 << 24)));
}

/* ---- Options ---- */

static bool set_option(const char *setting, struct config *config, struct out *error)
{
    out_clear(error);
    return config_set(game_of("zipang"), config, slice_of(setting), error);
}

/* The slow and obvious version of chances_by_points. */
static double chance(int players, const int points[], int lead, int seat)
{
    double sum = 0;
    if (points[seat] == HOPELESS)
        return 0;
    for (int other = 0; other < players; other++)
        sum += points[other] == HOPELESS ? 0 : exp((double)(points[other] - points[seat]) / lead);
    return SHARE / sum;
}

static void chances_follow_the_lead(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 53);
    for (int i = 0; i < 20000; i++) {
        int players = 2 + (int)rng_below(&rng, SEATS_MAX - 1), points[SEATS_MAX], shares[SEATS_MAX];
        int lead = 1 + (int)rng_below(&rng, 5000), wide = 1 + (int)rng_below(&rng, 20000);
        for (int seat = 0; seat < players; seat++)
            points[seat] = seat && rng_below(&rng, 8) == 0
                               ? HOPELESS
                               : (int)rng_below(&rng, (unsigned)wide) - wide / 2;
        chances_by_points(players, points, lead, shares);
        for (int seat = 0; seat < players; seat++)
            assert_true(fabs(shares[seat] - chance(players, points, lead, seat)) < 2);
    }
}

static void options(void **context)
{
    char text[256];
    struct out error;
    struct config config = {.players = 3};
    (void)context;
    out_init(&error, text, sizeof text);
    assert_true(set_option("coin-drain=on", &config, &error));
    assert_int_equal(config.option[0], 1);
    assert_true(set_option("coin-drain=off", &config, &error));
    assert_int_equal(config.option[0], 0);
    assert_false(set_option("coin-drain=maybe", &config, &error));
    assert_string_equal(
        text, "zipang has no option 'coin-drain=maybe'; its options are: coin-drain=off|on");
    assert_false(set_option("coin-drain", &config, &error));
    assert_false(set_option("x=on", &config, &error));
}

/* A value of an option other than its default may need a certain number of players. That is checked
 * whatever the order in which options are set. */
static void options_need_players(void **context)
{
    char text[256];
    struct out error;
    struct config config = {.players = 3};
    struct slice draft = {"setup=draft", 11}, teams = {"teams=on", 8}, off = {"teams=off", 9};
    (void)context;
    out_init(&error, text, sizeof text);
    assert_true(config_set(game_of("kenjin"), &config, draft, &error));
    assert_true(config_set(game_of("kenjin"), &config, off, &error));
    assert_null(config_misfit(game_of("kenjin"), &config));
    assert_false(config_set(game_of("kenjin"), &config, teams, &error));
    assert_int_equal(config.option[0], 0);
    assert_string_equal(text, "kenjin with teams=on needs 4 players, not 3");
    config.players = 4;
    assert_true(config_set(game_of("kenjin"), &config, teams, &error));
    config.players = 2;
    out_clear(&error);
    assert_false(config_set(game_of("kenjin"), &config, off, &error));
    assert_string_equal(text, "kenjin with setup=draft needs 3-4 players, not 2");
    out_clear(&error);
    options_list(game_of("kenjin"), ", ", &error);
    assert_string_equal(text, "teams=off|on (4 players), setup=random|draft (3-4 players)");
    static const struct option duel[] = {
        {.name = "duel", .values = option_off_on, .players_min = 2, .players_max = 3}};
    struct game few = *game_of("kenjin");
    few.options = duel;
    few.options_count = 1;
    assert_non_null(config_misfit(&few, &(struct config){.players = 4, .option = {1}}));
    assert_null(config_misfit(&few, &(struct config){.players = 3, .option = {1}}));
    assert_null(config_misfit(&few, &(struct config){.players = 4}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chacha_vector),
        cmocka_unit_test(sha256_vectors),
        cmocka_unit_test(streams_differ),
        cmocka_unit_test(below_is_even),
        cmocka_unit_test(writer_is_bounded),
        cmocka_unit_test(cut_pieces),
        cmocka_unit_test(json_strings),
        cmocka_unit_test(styles_only_in_colour),
        cmocka_unit_test(reader_knows_places),
        cmocka_unit_test(numbers),
        cmocka_unit_test(zones_share_knowledge_exactly),
        cmocka_unit_test(hands_count_what_everybody_knows),
        cmocka_unit_test(cards_leave_the_middle_of_a_zone),
        cmocka_unit_test(learning_is_noted),
        cmocka_unit_test(decks_are_shuffled_evenly),
        cmocka_unit_test(worlds_are_even),
        cmocka_unit_test(views_agree_with_the_slow_one),
        cmocka_unit_test(check_finds_damage),
        cmocka_unit_test(check_finds_damaged_fields),
        cmocka_unit_test(clans_in_text),
        cmocka_unit_test(moves_in_json),
        cmocka_unit_test(lists_may_end_early),
        cmocka_unit_test(impossible_clans),
        cmocka_unit_test(hands_know_what_they_hold),
        cmocka_unit_test(sets_of_kinds),
        cmocka_unit_test(cards_drawn_at_random),
        cmocka_unit_test(hands_shown_whole),
        cmocka_unit_test(clans_are_sampled_evenly),
        cmocka_unit_test(wrong_positions),
        cmocka_unit_test(wrong_moves),
        cmocka_unit_test(malformed_moves),
        cmocka_unit_test(moves_are_words),
        cmocka_unit_test(chances_follow_the_lead),
        cmocka_unit_test(options),
        cmocka_unit_test(options_need_players),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
