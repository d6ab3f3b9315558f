/* Laws of matches and records. */
#include "laws.h"

#include "core/position.h"
#include "match/record.h"
#include "match/secret.h"

/* ---- Matches ---- */

static void check_that(bool condition, const char *law, int game)
{
    if (!condition)
        fail_msg("broken law: %s. Found in match %d", law, game);
}

/* A hash of what all viewers see of the match at this ply. */
static uint64_t match_fingerprint(const struct match *m, int ply)
{
    const struct schema *c = match_game(m)->schema;
    uint64_t print = (uint64_t)ply;
    union state view;
    for (int viewer = 0; viewer <= VIEW_PUBLIC; viewer++) {
        if (viewer >= match_config(m)->players && viewer < VIEW_PUBLIC)
            continue;
        match_view_at(m, ply, viewer, &view);
        print = print * 31 + state_hash(c, &view);
    }
    return print;
}

/* A record of an unfinished match must contain neither its secret nor a secret move. */
static void law_public_record(struct match *m, int game)
{
    static char text[1 << 20];
    char secret[2 * SECRET_BYTES + 1], hidden[64], shown[64];
    struct out o, s, full, veiled;
    out_init(&o, text, sizeof text);
    out_init(&s, secret, sizeof secret);
    record_write(m, &o);
    secret_print(match_secret(m), &s);
    check_that(!strstr(text, secret), "an unfinished record hides the secret", game);
    for (int ply = 1; ply <= match_ply(m); ply++) {
        int seat;
        out_init(&full, hidden, sizeof hidden);
        out_init(&veiled, shown, sizeof shown);
        move_print(match_game(m)->schema, match_move(m, ply, VIEW_ALL, &seat), &full);
        move_print(match_game(m)->schema, match_move(m, ply, VIEW_PUBLIC, &seat), &veiled);
        check_that(strcmp(hidden, shown) == 0 || !strstr(text, hidden),
                   "an unfinished record veils secret moves", game);
    }
}

/* Plays random moves, and tries illegal moves and undo on the way. */
static void play_match(struct match *m, struct rng *dice, int game)
{
    for (int steps = 0; !match_over(m); steps++) {
        struct move moves[MOVES_MAX], forced;
        int count = match_legal(m, moves), ply = match_ply(m), actor = match_actor(m);
        struct move move = random_move(dice, moves, count), bad = move;
        union state all;
        check_that(!match_view(m, VIEW_ALL, &all) && !match_view_at(m, 0, VIEW_ALL, &all),
                   "the complete state is shown only after the end", game);
        if (rng_below(dice, 8 + (uint32_t)ply / 2) == 0) /* a long record takes long */
            law_public_record(m, game);
        if (match_forced(m, &forced))
            check_that(count == 1 && move_equal(forced, moves[0]),
                       "a forced move is the only legal move", game);
        uint64_t print = match_fingerprint(m, ply);
        bad.verb = (uint8_t)rng_word(dice);
        bad.kind = (uint8_t)rng_word(dice);
        if (!has_move(moves, count, bad)) {
            check_that(match_play(m, actor, bad) != NULL, "an illegal move is refused", game);
            check_that(match_ply(m) == ply && match_fingerprint(m, ply) == print,
                       "a refused move changes nothing", game);
        }
        check_that(match_play(m, actor, move) == NULL, "a legal move is played", game);
        if (rng_below(dice, 10) == 0) {
            uint64_t after = match_fingerprint(m, ply + 1);
            check_that(match_undo(m, ply, ~0u), "undo is possible if everybody consents", game);
            check_that(match_fingerprint(m, ply) == print, "undo goes back to the same state",
                       game);
            check_that(match_play(m, actor, move) == NULL && match_fingerprint(m, ply + 1) == after,
                       "the same move after an undo has the same result", game);
        }
        int limit = match_undo_limit(m);
        if (limit > 0)
            check_that(!match_undo(m, limit - 1, 0),
                       "undo needs consent if somebody has learned something since", game);
        if (steps < 400 && limit < match_ply(m) && rng_below(dice, 4) == 0)
            check_that(match_undo(m, limit, 0) && match_ply(m) == limit,
                       "undo needs no consent if nobody has learned anything since", game);
    }
}

/* Up to a ply, both matches give the same views. An earlier view is replayed from the deal, so all
 * plies of a long match would take too long. */
static void compare_matches(const struct match *a, const struct match *b, int last,
                            struct rng *dice, const char *law, int game)
{
    for (int i = 0, ply = last; i < 40; i++) {
        check_that(match_fingerprint(a, ply) == match_fingerprint(b, ply), law, game);
        ply = (int)rng_below(dice, (uint32_t)last + 1);
    }
}

/* Replays with the secret in the record; with the other one if it has none. */
static struct match *replay(struct slice text, const uint8_t other[SECRET_BYTES], struct out *error)
{
    struct scan scan;
    struct record record;
    scan_init(&scan, "record", text, error);
    return record_read(&record, &scan)
               ? record_replay(&record, record.has_secret ? record.secret : other)
               : NULL;
}

static void law_record(struct match *m, const uint8_t secret[SECRET_BYTES], struct rng *dice,
                       int game)
{
    static const uint8_t wrong_secret[SECRET_BYTES];
    static char text[1 << 20], again[1 << 20];
    char error[512];
    struct out o, p, wrong;
    out_init(&o, text, sizeof text);
    out_init(&wrong, error, sizeof error);
    record_write(m, &o);
    struct match *back = replay((struct slice){text, (int)o.used}, wrong_secret, &wrong);
    if (!back)
        fail_msg("a record cannot be replayed: %s\n%s", error, text);
    int cut = (int)rng_below(dice, (uint32_t)o.used - 1); /* the last newline may be missing */
    if (replay((struct slice){text, cut}, secret, &wrong))
        fail_msg("a record that is cut short is accepted:\n%.*s", cut, text);
    out_init(&p, again, sizeof again);
    record_write(back, &p);
    check_that(strcmp(text, again) == 0, "a record is written the same again after it is replayed",
               game);
    compare_matches(m, back, match_ply(m), dice, "a replay gives the same views", game);
    int ply = (int)rng_below(dice, (uint32_t)match_ply(m) + 1);
    struct match *branch = match_branch(m, ply);
    check_that(match_ply(branch) == ply, "a branch is at the ply that was asked for", game);
    compare_matches(m, branch, ply, dice, "a branch has the same views up to its ply", game);
    match_free(branch);
    match_free(back);
}

void law_match(void **context)
{
    const struct law_case *c = *context;
    for (int game = 0, plies = 0; plies < c->plies; game++) {
        char seed[64];
        uint8_t secret[SECRET_BYTES];
        struct rng dice;
        snprintf(seed, sizeof seed, "%s %d", c->game->id, game);
        secret_from_seed(seed, secret);
        rng_fast(&dice, (uint64_t)game);
        struct match *m = match_new(c->game, &c->config, secret);
        for (int seat = 0; seat < c->config.players; seat++)
            *match_sitter(m, seat) = (struct sitter){.human = true, .name = "somebody"};
        play_match(m, &dice, game);
        plies += match_ply(m);
        law_record(m, secret, &dice, game);
        match_free(m);
    }
}
