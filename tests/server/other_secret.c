/* Finds another secret that a seat cannot distinguish from the true one: with it all moves are
 * legal, and after each move the seat is sent the same bytes, but cards that the seat does not see
 * are different. Usage: other_secret GAME PLAYERS SECRET SEAT [OPTION=VALUE...], with '*' as the
 * seat of spectators, and the moves on stdin, one per line. Forced moves after them are played,
 * too. Prints the secret. Exit code 1: none of the secrets that it tries is good. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "game/game.h"
#include "match/match.h"
#include "match/record.h"
#include "match/secret.h"

enum { TRIES = 100000, MOVES = 64, TOLD_BYTES = 1 << 18 };

struct question {
    const struct game *game;
    struct config config;
    int seat;
    struct move moves[MOVES];
    int count;
};

static bool tell(const struct match *m, int seat, struct out *o)
{
    const struct game *g = match_game(m);
    union state view;
    match_view(m, seat, &view);
    state_print(g->schema, &view, o);
    out_format(o, "actor %d\n", match_actor(m));
    return match_ply(m) == 0 || match_narrate(m, match_ply(m), seat, o);
}

/* Plays the moves with this secret, and writes all that the seat is sent. Returns NULL if a move is
 * not legal, or if the seat is sent something that differs from `wanted`. */
static struct match *play(const struct question *q, const uint8_t secret[SECRET_BYTES],
                          struct out *o, const char *wanted)
{
    struct match *m = match_new(q->game, &q->config, secret);
    struct move forced;
    if (!m)
        abort();
    out_clear(o);
    for (int i = 0;; i++) {
        tell(m, q->seat, o);
        if (wanted && strncmp(wanted, o->text, o->used) != 0)
            break;
        if (i >= q->count && !match_forced(m, &forced)) /* the server makes these by itself */
            return m;
        if (match_play(m, match_actor(m), i < q->count ? q->moves[i] : forced))
            break;
    }
    match_free(m);
    return NULL;
}

/* Whether any other seat sees something different. */
static bool differs(const struct match *a, const struct match *b, int players, int seat)
{
    bool other = false;
    for (int viewer = 0; viewer < players; viewer++) {
        union state one, two;
        match_view(a, viewer, &one);
        match_view(b, viewer, &two);
        other |= viewer != seat && !state_equal(match_game(a)->schema, &one, &two);
    }
    return other;
}

static bool read_moves(struct question *q)
{
    char line[512], reason[256];
    struct head head = {.players = q->config.players};
    struct out error;
    struct scan scan;
    while (fgets(line, sizeof line, stdin)) {
        struct slice text = {line, (int)strcspn(line, "\n")};
        out_init(&error, reason, sizeof reason);
        scan_init_line(&scan, NULL, text, &error);
        if (q->count == MOVES || !move_parse(q->game->schema, &head, &scan, &q->moves[q->count++]))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    static char wanted[TOLD_BYTES], told[TOLD_BYTES];
    struct question q = {0};
    uint8_t secret[SECRET_BYTES], other[SECRET_BYTES];
    char text[256];
    struct out error, w, o;
    out_init(&error, text, sizeof text);
    if (argc < 5 || !(q.game = game_find(slice_of(argv[1]))) ||
        !secret_parse(slice_of(argv[3]), secret))
        return 2;
    q.config.players = (uint8_t)(argv[2][0] - '0');
    q.seat = argv[4][0] == '*' ? VIEW_PUBLIC : argv[4][0] - 'A';
    for (int i = 5; i < argc; i++)
        if (!config_set(q.game, &q.config, slice_of(argv[i]), &error))
            return 2;
    out_init(&w, wanted, sizeof wanted);
    out_init(&o, told, sizeof told);
    struct match *m = read_moves(&q) ? play(&q, secret, &w, NULL) : NULL;
    if (!m)
        return 2;
    for (long i = 0; i < TRIES; i++) {
        snprintf(text, sizeof text, "%s %ld", argv[3], i);
        secret_from_seed(text, other);
        struct match *n = play(&q, other, &o, wanted);
        if (n && differs(m, n, q.config.players, q.seat)) {
            out_init(&o, text, sizeof text);
            secret_print(other, &o);
            puts(text);
            match_free(n);
            match_free(m);
            return 0;
        }
        match_free(n);
    }
    match_free(m);
    return 1;
}
