/* Fuzzes the parser of moves. A move that is accepted is printed and parsed back to the same move,
 * and can be judged. The byte after the id of the game selects the number of players and the
 * ply. */
#include "pick.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char error[512], text[64];
    struct out o, wrong;
    struct scan scan;
    struct move move, back, moves[MOVES_MAX];
    union state state, view;
    struct rng rng;
    uint8_t byte;
    const struct game *g = size > 1000 ? NULL : pick_game(&bytes, &size, &byte);
    if (!g)
        return 0;
    int range = g->schema->players_max - g->schema->players_min + 1;
    struct config config = {.players = (uint8_t)(g->schema->players_min + (byte >> 2) % range)};
    rng_fast(&rng, byte);
    g->setup(&state, &config, &rng);
    for (int i = 0; i < byte >> 3 && g->actor(&state) != SEAT_NONE; i++)
        game_apply(g, &state, moves[rng_below(&rng, (uint32_t)g->legal(&state, moves))], &rng);
    out_init(&wrong, error, sizeof error);
    scan_init_line(&scan, "move", (struct slice){(const char *)bytes, (int)size}, &wrong);
    if (!move_parse(g->schema, &state.head, &scan, &move))
        return 0;
    if (!move_well_formed(g->schema, move))
        abort();
    int actor = g->actor(&state);
    if (actor != SEAT_NONE) {
        state_view(g->schema, &state, actor, &view);
        if (!game_judge(g, &view, actor, move)) {
            game_apply(g, &state, move, &rng);
            if (game_check(g, &state))
                abort();
        }
    }
    out_init(&o, text, sizeof text);
    move_print(g->schema, move, &o);
    scan_init_line(&scan, "move", (struct slice){text, (int)o.used}, &wrong);
    if (!move_parse(g->schema, &state.head, &scan, &back) || !move_equal(move, back))
        abort();
    return 0;
}
