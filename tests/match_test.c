/* A match, its record and its scenarios, played with the template: laws/matches.c has what holds
 * for every game. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "core/sha256.h"
#include "match/record.h"
#include "match/scenario.h"
#include "match/secret.h"
#include "named.h"

static const char *const seed = "five banners";

/* A match for so many players, all of them people. */
static struct match *match_of(int players)
{
    struct config config = {.players = (uint8_t)players};
    uint8_t secret[SECRET_BYTES];
    secret_from_seed(seed, secret);
    struct match *m = match_new(game_of("template"), &config, secret);
    for (int seat = 0; seat < players; seat++) {
        struct sitter *s = match_sitter(m, seat);
        s->human = true;
        snprintf(s->name, sizeof s->name, "player %c", 'A' + seat);
    }
    return m;
}

static struct move move_of(const struct match *m, const char *text)
{
    char error[256];
    struct out wrong;
    struct scan s;
    struct move move;
    union state view;
    out_init(&wrong, error, sizeof error);
    scan_init_line(&s, "move", slice_of(text), &wrong);
    match_view(m, VIEW_PUBLIC, &view);
    if (!move_parse(match_game(m)->schema, &view.head, &s, &move))
        fail_msg("%s", error);
    return move;
}

/* The actor plays the move. */
static void play(struct match *m, const char *text)
{
    const struct clause *against = match_play(m, match_actor(m), move_of(m, text));
    if (against)
        fail_msg("'%s' is refused by %s", text, against->id);
}

static void play_first(struct match *m, int plies)
{
    while (plies-- > 0 && !match_over(m)) {
        struct move moves[MOVES_MAX];
        assert_true(match_legal(m, moves) > 0);
        assert_null(match_play(m, match_actor(m), moves[0]));
    }
}

static uint64_t position_hash(const struct match *m)
{
    union state view;
    uint64_t hash = 0;
    for (int seat = 0; seat < match_config(m)->players; seat++) {
        match_view(m, seat, &view);
        hash = hash * 31 + state_hash(match_game(m)->schema, &view);
    }
    return hash;
}

/* ---- Moves ---- */

static void refusals_change_nothing(void **context)
{
    struct match *m = match_of(3);
    int actor = match_actor(m), other = (actor + 1) % 3;
    (void)context;
    play(m, "three 1");
    uint64_t before = position_hash(m);
    assert_string_equal(match_play(m, actor, move_of(m, "two 0"))->id, "turn");
    assert_string_equal(match_play(m, other, move_of(m, "reveal"))->id, "T1");
    assert_string_equal(match_play(m, other, move_of(m, "two 3"))->id, "T3");
    assert_int_equal(match_ply(m), 1);
    assert_int_equal(position_hash(m), before);
    play_first(m, 1000);
    assert_true(match_over(m));
    assert_int_equal(match_actor(m), SEAT_NONE);
    assert_string_equal(match_play(m, 0, move_of(m, "reveal"))->id, "over");
    match_free(m);
}

static void others_see_a_move_veiled(void **context)
{
    struct match *m = match_of(2);
    char seen[64];
    struct out o;
    int actor = match_actor(m), seat = SEAT_NONE;
    (void)context;
    play(m, "four 2");
    const struct {
        int viewer;
        const char *text;
    } cases[] = {{actor, "four 2"}, {1 - actor, "? 2"}, {VIEW_PUBLIC, "? 2"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        out_init(&o, seen, sizeof seen);
        move_print(match_game(m)->schema, match_move(m, 1, cases[i].viewer, &seat), &o);
        assert_string_equal(seen, cases[i].text);
        assert_int_equal(seat, actor);
    }
    match_free(m);
}

static void the_truth_comes_after_the_end(void **context)
{
    struct match *m = match_of(2);
    char text[4096];
    struct out o;
    union state view;
    (void)context;
    out_init(&o, text, sizeof text);
    play_first(m, 4);
    assert_false(match_view(m, VIEW_ALL, &view));
    assert_false(match_view_at(m, 2, VIEW_ALL, &view));
    assert_false(match_narrate(m, 2, VIEW_ALL, &o));
    assert_false(match_view_at(m, 5, VIEW_PUBLIC, &view)); /* there is no such ply */
    assert_false(match_view_at(m, -1, VIEW_PUBLIC, &view));
    assert_false(match_narrate(m, 0, VIEW_PUBLIC, &o));
    play_first(m, 1000);
    assert_true(match_view_at(m, 2, VIEW_ALL, &view));
    assert_true(match_narrate(m, 2, VIEW_ALL, &o));
    match_free(m);
}

static void forced_moves_are_those_that_all_know(void **context)
{
    struct match *m = match_of(2);
    struct move forced;
    (void)context;
    assert_false(match_forced(m, &forced));
    play(m, "one 0");
    play(m, "two 0");
    assert_true(match_forced(m, &forced)); /* to turn the banners up */
    assert_true(move_equal(forced, move_of(m, "reveal")));
    match_free(m);
}

/* ---- Undo ---- */

static void undo_needs_those_who_learned(void **context)
{
    struct match *m = match_of(3);
    (void)context;
    int first = match_actor(m);
    play(m, "one 0");
    play(m, "two 0");
    assert_int_equal(match_undo_limit(m), 0); /* nobody has seen a banner of another */
    uint64_t before = position_hash(m);
    play(m, "three 0");
    assert_int_equal(match_decision(m, first), 1);
    play(m, "reveal");
    assert_int_equal(match_undo_limit(m), 4);
    assert_false(match_undo(m, 2, 0x3)); /* C does not agree */
    assert_int_equal(match_ply(m), 4);
    assert_true(match_undo(m, 2, 0x7));
    assert_int_equal(match_ply(m), 2);
    assert_int_equal(position_hash(m), before);
    assert_false(match_undo(m, 2, 0x7)); /* that is where the match stands */
    play(m, "three 0");
    play(m, "reveal");
    match_sitter(m, 2)->human = false; /* a bot need not agree */
    assert_true(match_undo(m, 0, 0x3));
    match_free(m);
}

static void bots_draw_the_same_after_undo(void **context)
{
    struct match *m = match_of(2);
    struct rng first, second, again;
    (void)context;
    match_bot_rng(m, &first);
    play(m, "one 0");
    match_bot_rng(m, &second);
    assert_true(match_undo(m, 0, 0));
    match_bot_rng(m, &again);
    uint32_t word = rng_word(&first);
    assert_int_equal(rng_word(&again), word);
    assert_int_not_equal(rng_word(&second), word);
    match_free(m);
}

/* ---- Giving up ---- */

static void who_gives_up_first_comes_last(void **context)
{
    struct match *m = match_of(4);
    int points[SEATS_MAX], ranks[SEATS_MAX];
    (void)context;
    assert_true(match_resign(m, 1));
    assert_false(match_resign(m, 1));
    assert_false(match_over(m));
    play_first(m, 2);
    assert_true(match_resign(m, 3));
    assert_int_equal(match_resigned(m), SEAT_BIT(1) | SEAT_BIT(3));
    assert_true(match_resign(m, 0)); /* one is left */
    assert_true(match_over(m));
    assert_false(match_resign(m, 2));
    match_scores(m, points, ranks);
    assert_int_equal(ranks[2], 1);
    assert_int_equal(ranks[0], 2);
    assert_int_equal(ranks[3], 3);
    assert_int_equal(ranks[1], 4);
    match_free(m);
}

static void bots_do_not_play_on_alone(void **context)
{
    struct match *m = match_of(3);
    (void)context;
    match_sitter(m, 1)->human = false;
    match_sitter(m, 2)->human = false;
    assert_true(match_resign(m, 0));
    assert_true(match_over(m));
    match_free(m);
}

/* ---- Branches and records ---- */

static struct match *replay_of(struct slice text, char *error, size_t size)
{
    struct out wrong;
    struct scan s;
    struct record record;
    uint8_t secret[SECRET_BYTES];
    secret_from_seed(seed, secret);
    out_init(&wrong, error, size);
    scan_init(&s, "r", text, &wrong);
    return record_read(&record, &s)
               ? record_replay(&record, record.has_secret ? record.secret : secret)
               : NULL;
}

/* States of the past are stored for a while. Whatever was looked at before, and whatever was taken
 * back, a view is that of a match in which only these moves were played. */
static void the_past_is_the_same_in_any_order(void **context)
{
    struct match *m = match_of(3);
    struct rng rng;
    int compared = 0;
    (void)context;
    rng_fast(&rng, 1);
    for (int round = 0; round < 60; round++) {
        play_first(m, 1 + (int)rng_below(&rng, 12));
        if (match_over(m) || rng_below(&rng, 3) == 0) {
            match_undo(m, (int)rng_below(&rng, (uint32_t)match_ply(m)), ~0u);
            struct move moves[MOVES_MAX];
            int count = match_legal(m, moves);
            match_play(m, match_actor(m), moves[rng_below(&rng, (uint32_t)count)]);
        }
        for (int look = 0; look < 20; look++) {
            int ply = (int)rng_below(&rng, (uint32_t)match_ply(m) + 1), viewer = look % 3;
            union state view, fresh;
            struct match *only = match_branch(m, ply);
            assert_true(match_view_at(m, ply, viewer, &view) && match_view(only, viewer, &fresh));
            assert_memory_equal(&view, &fresh, match_game(m)->schema->size);
            match_free(only);
            compared++;
        }
    }
    assert_int_equal(compared, 1200);
    match_free(m);
}

static void branches_go_their_own_way(void **context)
{
    struct match *m = match_of(2);
    (void)context;
    play(m, "one 0");
    play(m, "two 0");
    play(m, "reveal");
    struct match *branch = match_branch(m, 1);
    assert_int_equal(match_ply(branch), 1);
    assert_string_equal(match_sitter(branch, 1)->name, "player B");
    play(branch, "five 2");
    assert_int_equal(match_ply(m), 3);
    match_free(m);
    play(branch, "reveal");
    match_free(branch);
}

static void the_private_record_has_everything(void **context)
{
    static char text[1 << 16], again[1 << 16];
    char error[256];
    struct match *m = match_of(3);
    const struct entry *entries;
    struct out o;
    (void)context;
    play(m, "one 1");
    play(m, "two 0");
    assert_true(match_undo(m, 1, 0));
    play(m, "five 2");
    assert_true(match_resign(m, 0));
    out_init(&o, text, sizeof text);
    record_write_secret(m, &o);
    struct match *back = replay_of(slice_of(text), error, sizeof error);
    if (!back)
        fail_msg("%s", error);
    assert_int_equal(match_entries(back, &entries), 5);
    assert_int_equal(entries[2].type, ENTRY_UNDO);
    assert_int_equal(match_resigned(back), SEAT_BIT(0));
    assert_int_equal(position_hash(back), position_hash(m));
    out_init(&o, again, sizeof again);
    record_write_secret(back, &o);
    assert_string_equal(text, again);
    match_free(back);
    match_free(m);
}

/* A change to a good record, and what is said about it. */
static void wrong_records(void **context)
{
    static const struct {
        const char *old, *new, *error;
    } cases[] = {
        {"tenka secret 1", "tenka secret 2", "r:1:"},
        {"game: template", "game: tempest", "r:2:7: "},
        {"two 1", "two 2", NULL}, /* another match, and as good */
        {"two 1", "two 3", "r:10:7: "},
        {"two 1", "six 1", "r:10:7: "},
        {"commitment: ", "commitment: 0", "r:"},
    };
    static char good[1 << 16], bad[1 << 16];
    char error[512];
    struct match *m = match_of(2);
    struct out o;
    (void)context;
    play(m, "two 1");
    play(m, "three 0");
    play(m, "reveal");
    out_init(&o, good, sizeof good);
    record_write_secret(m, &o);
    match_free(m);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *at = strstr(good, cases[i].old);
        if (!at)
            fail_msg("'%s' is not in the record:\n%s", cases[i].old, good);
        snprintf(bad, sizeof bad, "%.*s%s%s", (int)(at - good), good, cases[i].new,
                 at + strlen(cases[i].old));
        struct match *back = replay_of(slice_of(bad), error, sizeof error);
        if (!cases[i].error != !!back)
            fail_msg("'%s': %s", cases[i].new, back ? "accepted" : error);
        if (cases[i].error && !strstr(error, cases[i].error))
            fail_msg("'%s' is not in '%s'", cases[i].error, error);
        if (back)
            match_free(back);
    }
}

/* ---- Shares ---- */

/* Seat A has revealed its share, seat C has not, and seat B gave no seal. */
static struct dealing dealing_of_two(void)
{
    struct dealing d = {0};
    memset(d.secret, 1, SECRET_BYTES);
    memset(d.seat[0].share, 2, SECRET_BYTES);
    sha256(d.seat[0].share, SECRET_BYTES, d.seat[0].seal);
    memset(d.seat[2].seal, 3, SECRET_BYTES);
    d.seat[0].sealed = d.seat[0].revealed = d.seat[2].sealed = true;
    return d;
}

static void the_key_follows_from_secret_and_shares(void **context)
{
    struct dealing d = dealing_of_two(), other = d;
    uint8_t key[SECRET_BYTES], changed[SECRET_BYTES];
    char hex[2 * SECRET_BYTES + 1];
    struct out o;
    (void)context;
    assert_true(dealing_sealed(&d) && dealing_waits(&d));
    dealing_key(&d, key);
    out_init(&o, hex, sizeof hex);
    secret_print(key, &o);
    /* printf 'tenka deal 1\nsecret: 0101...\nshare A: 0202...\nshare C: none\n' | sha256sum */
    assert_string_equal(hex, "9fb8126ce63dabd8905af2dc602e7d28afd3e80ef4a1c9347b72c0ad1af108b3");
    other.seat[0].share[31] ^= 1;
    dealing_key(&other, changed);
    assert_memory_not_equal(key, changed, SECRET_BYTES);
    other = d;
    other.seat[2].sealed = false; /* it counts that a seat has not revealed its share */
    dealing_key(&other, changed);
    assert_memory_not_equal(key, changed, SECRET_BYTES);
    assert_false(dealing_waits(&other));
    other.seat[0].sealed = false;
    dealing_key(&other, changed); /* without seals as ever */
    assert_memory_equal(changed, d.secret, SECRET_BYTES);
}

static struct match *match_of_shares(void)
{
    const struct dealing d = dealing_of_two();
    struct config config = {.players = 3};
    struct match *m = match_new_dealt(game_of("template"), &config, &d);
    for (int seat = 0; seat < 3; seat++)
        snprintf(match_sitter(m, seat)->name, NAME_MAX_BYTES, "1");
    return m;
}

static void shares_are_in_the_record(void **context)
{
    static char text[1 << 16], again[1 << 16];
    char error[512];
    struct match *m = match_of_shares();
    struct out o;
    (void)context;
    out_init(&o, text, sizeof text);
    record_write(m, &o);
    assert_non_null(strstr(text, "\nseal A: "));
    assert_null(strstr(text, "\nseal B: "));
    assert_non_null(strstr(text, "\nseal C: 0303"));
    assert_null(strstr(text, "share"));
    play_first(m, 1000);
    for (int private = 0; private <= 1; private ++) {
        void (*write)(struct match *, struct out *) = private ? record_write_secret : record_write;
        out_init(&o, text, sizeof text);
        write(m, &o);
        assert_non_null(strstr(text, "\nshare A: 0202"));
        assert_non_null(strstr(text, "\nshare C: none\nend\n"));
        struct match *back = replay_of(slice_of(text), error, sizeof error);
        if (!back)
            fail_msg("%s", error);
        assert_memory_equal(match_key(back), match_key(m), SECRET_BYTES);
        out_init(&o, again, sizeof again);
        write(back, &o);
        assert_string_equal(text, again);
        match_free(back);
    }
    struct match *branch = match_branch(m, 1);
    assert_memory_equal(match_key(branch), match_key(m), SECRET_BYTES);
    match_free(branch);
    match_free(m);
}

static void wrong_shares(void **context)
{
    static const struct {
        const char *old, *new, *error;
    } cases[] = {
        {"share A: 0202", "share A: 0203", "r:18:1: the share of seat A does not match its seal"},
        {"share A: 02", "share A: none 02", "r:18:15: "},
        {"share A", "share B", "r:18:7: expected 'A:'"},
        {"share C: none\n", "", "r:19:1: expected 'share', found 'end'"},
        {"share C: none", "share C: 02", "r:19:10: "},
        {"seal A", "seal D", "r:10:6: expected another seat"},
        {"seal C", "seal A", "r:11:6: expected another seat"},
        {"seal C: 03", "seal C: 0", "r:11:9: "},
        {"seal C", "steal C", "r:11:1: expected 'moves:'"},
        {"share C: none",
         "share C: "
         "0202020202020202020202020202020202020202020202020202020202020202",
         "r:19:1: the share of seat C does not match its seal"},
        {"seal A: ", "seal B: ", "expected 'B:'"},
    };
    static char good[1 << 16], bad[1 << 16];
    char error[512];
    struct match *m = match_of_shares();
    struct out o;
    (void)context;
    play_first(m, 1000);
    out_init(&o, good, sizeof good);
    record_write(m, &o);
    match_free(m);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *at = strstr(good, cases[i].old);
        if (!at)
            fail_msg("'%s' is not in the record:\n%s", cases[i].old, good);
        snprintf(bad, sizeof bad, "%.*s%s%s", (int)(at - good), good, cases[i].new,
                 at + strlen(cases[i].old));
        if (replay_of(slice_of(bad), error, sizeof error) || !strstr(error, cases[i].error))
            fail_msg("'%s' is not in '%s':\n%s", cases[i].error, error, bad);
    }
}

/* Only the whole record, with or without its last newline, is accepted. */
static void records_that_are_cut_short(void **context)
{
    static char text[1 << 16];
    char error[512];
    (void)context;
    for (int over = 0; over <= 1; over++) {
        struct match *m = match_of(2);
        struct out o;
        play_first(m, over ? 1000 : 2);
        out_init(&o, text, sizeof text);
        if (over)
            record_write(m, &o);
        else
            record_write_secret(m, &o);
        for (int length = 0; length <= (int)o.used; length++) {
            struct match *back = replay_of((struct slice){text, length}, error, sizeof error);
            if (!back != (length < (int)o.used - 1))
                fail_msg("%s after %d bytes:\n%s", back ? "accepted" : error, length, text);
            if (back)
                match_free(back);
        }
        match_free(m);
    }
}

/* ---- Secrets ---- */

static void secrets(void **context)
{
    /* SHA-256 of 32 zero bytes, as every sha256sum says it. */
    static const char *const known =
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    uint8_t secret[SECRET_BYTES] = {0}, commitment[SECRET_BYTES], back[SECRET_BYTES];
    char text[2 * SECRET_BYTES + 1];
    struct out o;
    (void)context;
    secret_commit(secret, commitment);
    out_init(&o, text, sizeof text);
    secret_print(commitment, &o);
    assert_string_equal(text, known);
    assert_true(secret_parse((struct slice){text, 64}, back));
    assert_memory_equal(back, commitment, SECRET_BYTES);
    assert_false(secret_parse((struct slice){text, 63}, back));
    text[5] = 'g';
    assert_false(secret_parse((struct slice){text, 64}, back));
    secret_from_seed("a", secret);
    secret_from_seed("b", back);
    assert_memory_not_equal(secret, back, SECRET_BYTES);
}

/* ---- Scenarios ---- */

#define POSITION \
    "game: template\nplayers: 2\nround: 1\nphase: lay\nstarter: A\ncoins: 6 6\n" \
    "hand A: one two three four five\nhand B: one two three four five\n"

/* What fails says so, with its place; the rest of the file is still run. */
static void scenarios_tell_what_is_wrong(void **context)
{
    static const struct {
        const char *steps, *report; /* NULL: the scenario passes */
    } cases[] = {
        {"play A: three 1\nasked: B\nexpect pot: 1\n", NULL},
        {"play A: three 1\nexpect pot: 2\n", "s:11:"},
        {"refused T3 A: three 1\n", "s:10:"},
        {"play A: three 3\n", "T3"},
        {"play B: three 1\n", "turn"},
        {"asked: B\n", "s:10:"},
        {"only: reveal\n", "s:10:"},
        {"knows B hand A: one\n", "s:10:"},
        {"play A: three 1\nexcludes A hand A: three\nexcludes A hand B: ?\n", "found '?'"},
        {"play A: three 1\nexcludes A hand A: three\n", NULL},
        {"play A: three 1\nexcludes A hand A: four\n", "s:11:20:"},
        {"play A: three 1\nexcludes B hand A: three\n", "it can"},
        {"excludes B pot: three\n", "a field with cards"},
        {"wonder A\n", "wonder"},
    };
    char text[4096], report[4096];
    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scenarios all = {0};
        struct out o;
        out_init(&o, report, sizeof report);
        int length = snprintf(text, sizeof text,
                              POSITION "scenario one\n%s\nscenario two\nasked: A\n",
                              cases[i].steps);
        scenario_run(&all, "s", (struct slice){text, length}, &o);
        if (all.failed != !!cases[i].report || all.passed + all.failed != 2)
            fail_msg("%s: %d passed, %d failed: %s", cases[i].steps, all.passed, all.failed,
                     report);
        if (cases[i].report && !strstr(report, cases[i].report))
            fail_msg("'%s' is not in '%s'", cases[i].report, report);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_change_nothing),
        cmocka_unit_test(others_see_a_move_veiled),
        cmocka_unit_test(the_truth_comes_after_the_end),
        cmocka_unit_test(forced_moves_are_those_that_all_know),
        cmocka_unit_test(undo_needs_those_who_learned),
        cmocka_unit_test(bots_draw_the_same_after_undo),
        cmocka_unit_test(who_gives_up_first_comes_last),
        cmocka_unit_test(bots_do_not_play_on_alone),
        cmocka_unit_test(the_past_is_the_same_in_any_order),
        cmocka_unit_test(branches_go_their_own_way),
        cmocka_unit_test(the_private_record_has_everything),
        cmocka_unit_test(wrong_records),
        cmocka_unit_test(the_key_follows_from_secret_and_shares),
        cmocka_unit_test(shares_are_in_the_record),
        cmocka_unit_test(wrong_shares),
        cmocka_unit_test(records_that_are_cut_short),
        cmocka_unit_test(secrets),
        cmocka_unit_test(scenarios_tell_what_is_wrong),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
