/* Any text as a move: what parses is printed and parsed back to the same, and can be judged. The
 * first byte picks game, players and how far the match has come. */
#include "games/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char error[512], text[64];
    struct out o, wrong;
    struct scan scan;
    struct move move, back, moves[MOVES_MAX];
    union state state, view;
    struct rng rng;
    if (size < 1 || size > 1000)
        return 0;
    int count = 0;
    while (games[count])
        count++;
    int which = bytes[0] % (count + 1);
    const struct game *g = which ? games[which - 1] : &template_game;
    struct config config = {.players = (uint8_t)(2 + (bytes[0] >> 2) % 3)};
    rng_fast(&rng, bytes[0]);
    g->setup(&state, &config, &rng);
    for (int i = 0; i < bytes[0] >> 3 && g->actor(&state) != SEAT_NONE; i++)
        g->apply(&state, moves[rng_below(&rng, (uint32_t)g->legal(&state, moves))], &rng);
    out_init(&wrong, error, sizeof error);
    scan_init_line(&scan, "move", (struct word){(const char *)bytes + 1, (int)size - 1}, &wrong);
    if (!move_parse(g->schema, &state.head, &scan, &move))
        return 0;
    if (!move_well_formed(g->schema, move))
        abort();
    int actor = g->actor(&state);
    if (actor != SEAT_NONE) {
        state_view(g->schema, &state, actor, &view);
        if (!game_judge(g, &view, actor, move)) {
            g->apply(&state, move, &rng);
            if (game_check(g, &state))
                abort();
        }
    }
    out_init(&o, text, sizeof text);
    move_print(g->schema, move, &o);
    scan_init_line(&scan, "move", (struct word){text, (int)o.used}, &wrong);
    if (!move_parse(g->schema, &state.head, &scan, &back) || !move_equal(move, back))
        abort();
    return 0;
}
