/* tenka perft: counts the move sequences from a deal. (The name comes from chess engines:
 * performance test.) */
#include <inttypes.h>
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "match/secret.h"

/* The part of the whole tree that a subtree stands for, to show progress. */
struct share {
    double from, to;
};

struct deal {
    const struct game *game;
    uint8_t secret[SECRET_BYTES];
};

/* Plays a move. The randomness of each ply is the same as in a match with this secret. */
static void perft_step(const struct deal *d, const union state *state, int ply, struct move move,
                       union state *next)
{
    struct rng rng;
    state_copy(d->game->schema, state, next);
    rng_chacha(&rng, d->secret, (uint32_t)ply, RNG_RULES);
    game_apply(d->game, next, move, &rng);
}

static struct share share_part(struct share s, int i, int count)
{
    double width = (s.to - s.from) / count;
    return (struct share){s.from + i * width, s.from + (i + 1) * width};
}

static uint64_t perft(const struct deal *d, const union state *state, int ply, int depth,
                      struct share share)
{
    struct move moves[MOVES_MAX];
    uint64_t nodes = 0;
    if (depth == 0)
        return 1;
    int count = d->game->legal(state, moves);
    if (depth == 1)
        return (uint64_t)count;
    for (int i = 0; i < count; i++) {
        union state next;
        perft_step(d, state, ply + 1, moves[i], &next);
        nodes += perft(d, &next, ply + 1, depth - 1, share_part(share, i, count));
    }
    if (depth > 4)
        progress("perft", share.to);
    return nodes;
}

static void divide(const struct deal *d, const union state *state, int depth)
{
    struct move moves[MOVES_MAX];
    int count = d->game->legal(state, moves);
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        char text[64];
        struct out o;
        union state next;
        perft_step(d, state, 1, moves[i], &next);
        uint64_t nodes = perft(d, &next, 1, depth - 1, share_part((struct share){0, 1}, i, count));
        out_init(&o, text, sizeof text);
        move_print(d->game->schema, moves[i], &o);
        progress_wipe();
        printf("%-16s %" PRIu64 "\n", text, nodes);
        total += nodes;
    }
    progress_end();
    printf("nodes %" PRIu64 "\n", total);
}

static int perft_run(int count, char **arguments)
{
    int players = 0, depth = 0;
    const char *seed = NULL;
    struct texts settings = {0};
    const struct flag flags[] = {{"depth", FLAG_NUMBER, &depth, 1, 20},
                                 {"seed", FLAG_TEXT, &seed, 0, 0},
                                 {"players", FLAG_NUMBER, &players, 1, 99},
                                 {"option", FLAG_LIST, &settings, 0, 0},
                                 {0}};
    struct deal deal;
    struct config config;
    union state state;
    struct rng rng;
    count = flags_read(&perft_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count != 1 || !depth || !seed)
        return usage_error(&perft_command, "expected one GAME, and --depth and --seed");
    const struct game *g = game_argument(&perft_command, arguments[0]);
    if (!g || !config_arguments(&perft_command, g, players, &settings, &config))
        return EXIT_USAGE;
    deal.game = g;
    secret_from_seed(seed, deal.secret);
    rng_chacha(&rng, deal.secret, 0, RNG_RULES);
    g->setup(&state, &config, &rng);
    divide(&deal, &state, depth);
    return 0;
}

const struct command perft_command = {
    .name = "perft",
    .about = "count move sequences from a deal",
    .help = "Usage: tenka perft GAME --depth N --seed X [--players N] [--option NAME=VALUE]...\n\n"
            "Deals the match of the seed and counts the possible sequences of exactly N moves: for "
            "each first move, and\n"
            "the total. The randomness of a ply is the same as in a match with this seed.\n",
    .run = perft_run,
};
