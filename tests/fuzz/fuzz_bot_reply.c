/* Fuzzes the reader of a bot program's answer, at the start of the game whose id comes first. An
 * answer that is accepted is a legal move and can be played; one that is refused has a printable
 * reason. */
#include "bots/bot_reply.h"
#include "pick.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_reason(const struct out *error)
{
    if (!error->used || error->overflow)
        abort();
    for (const char *c = error->text; *c; c++)
        if (*c < ' ' || *c > '~')
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char error[512];
    struct out o;
    struct bot_reply answer;
    struct move move;
    union state state, view;
    struct rng rng;
    uint8_t byte;
    const struct game *g = size > BOT_REPLY_BYTES ? NULL : pick_game(&bytes, &size, &byte);
    if (!g)
        return 0;
    rng_fast(&rng, byte);
    g->setup(&state, &(struct config){.players = (uint8_t)g->schema->players_min}, &rng);
    state_view(g->schema, &state, g->actor(&state), &view);
    out_init(&o, error, sizeof error);
    struct slice line = {(const char *)bytes, (int)size};
    if (!bot_reply_parse(line, &answer, &o) || !bot_reply_move(&answer, g, &view, &move, &o)) {
        check_reason(&o);
        return 0;
    }
    game_apply(g, &state, move, &rng);
    if (game_check(g, &state) || o.used)
        abort();
    return 0;
}
