/* Any text as the answer of a program at the deal of a game that the first byte picks: what is
 * understood is legal and can be played; what is not has a reason fit to be printed. */
#include "bots/answer.h"
#include "games/games.h"

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
    struct answer answer;
    struct move move;
    union state state, view;
    struct rng rng;
    if (size < 1 || size > ANSWER_BYTES)
        return 0;
    int count = 0;
    while (games[count])
        count++;
    const struct game *g = games[bytes[0] % count];
    rng_fast(&rng, bytes[0]);
    g->setup(&state, &(struct config){.players = 2}, &rng);
    state_view(g->schema, &state, g->actor(&state), &view);
    out_init(&o, error, sizeof error);
    struct word line = {(const char *)bytes + 1, (int)size - 1};
    if (!answer_parse(line, &answer, &o) || !answer_move(&answer, g, &view, &move, &o)) {
        check_reason(&o);
        return 0;
    }
    g->apply(&state, move, &rng);
    if (game_check(g, &state) || o.used)
        abort();
    return 0;
}
