/* Fuzzes the parser of positions. A position that is accepted is printed and parsed back to the
 * same bytes, and can be played on without breaking an invariant. */
#include "core/position.h"
#include "game/game.h"

static bool parse(const struct game *g, struct slice text, union state *state)
{
    char error[512];
    struct out wrong;
    struct scan scan;
    struct position position;
    out_init(&wrong, error, sizeof error);
    scan_init(&scan, "position", text, &wrong);
    position_init(&position, g->schema, state);
    while (scan_line(&scan))
        if (!position_line(&position, &scan))
            return false;
    return position_end(&position, &scan);
}

static void play_on(const struct game *g, union state *state)
{
    struct rng rng;
    struct move moves[MOVES_MAX];
    rng_fast(&rng, state_hash(g->schema, state));
    for (int i = 0; i < 50 && g->actor(state) != SEAT_NONE; i++) {
        int count = g->legal(state, moves);
        if (count < 1)
            abort();
        game_apply(g, state, moves[rng_below(&rng, (uint32_t)count)], &rng);
        if (game_check(g, state))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size > 20000)
        return 0;
    for (int i = 0; games_built[i]; i++) {
        const struct game *g = games_built[i];
        char text[16384];
        struct out o;
        union state state, back;
        if (!parse(g, (struct slice){(const char *)bytes, (int)size}, &state))
            continue;
        out_init(&o, text, sizeof text);
        state_print(g->schema, &state, &o);
        if (!parse(g, (struct slice){text, (int)o.used}, &back) ||
            !state_equal(g->schema, &state, &back))
            abort();
        if (state.head.viewer == VIEW_ALL && !g->check(&state))
            play_on(g, &state);
    }
    return 0;
}
