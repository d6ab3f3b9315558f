/* Functions that are the same for all games. */
#include "game/game.h"

#include <stddef.h>

#include "core/catalog.h"

const struct clause clause_turn = {"turn", SAY("It is not your turn.")};
const struct clause clause_over = {"over", SAY("The game is over.")};
const struct clause clause_form = {"form", SAY("There is no such move in this game.")};

const struct game *game_find(struct slice id)
{
    for (int i = 0; games_built[i]; i++)
        if (slice_is(id, games_built[i]->id))
            return games_built[i];
    return NULL;
}

const struct game *game_parse(struct slice id, struct out *error)
{
    const struct game *g = game_find(id);
    if (g)
        return g;
    out_format(error, "there is no game '%.*s'; the games are: ", SLICE(id));
    for (int i = 0; games[i]; i++)
        out_format(error, "%s%s", i ? ", " : "", games[i]->id);
    return NULL;
}

const struct clause *game_judge(const struct game *g, const void *view, int seat, struct move move)
{
    int actor = g->actor(view);
    if (actor == SEAT_NONE)
        return &clause_over;
    if (actor != seat)
        return &clause_turn;
    if (!move_well_formed(g->schema, move))
        return &clause_form;
    return g->judge(view, move);
}

struct move game_veil(const struct game *g, struct move move, int actor, int viewer)
{
    return !g->veil || viewer == actor || viewer == VIEW_ALL ? move : g->veil(move);
}

const char *game_check(const struct game *g, const void *state)
{
    const char *wrong = state_check(g->schema, state);
    return wrong ? wrong : g->check(state);
}

const char *game_check_position(const struct game *g, const void *state)
{
    union state view;
    struct move moves[MOVES_MAX], known[MOVES_MAX];
    const struct head *h = state;
    if (h->viewer != VIEW_ALL)
        return "the viewer is not 'all'";
    const char *wrong = game_check(g, state);
    int actor = wrong ? SEAT_NONE : g->actor(state);
    if (actor == SEAT_NONE)
        return wrong;
    state_view(g->schema, state, actor, &view);
    int count = g->legal(state, moves);
    if (g->legal(&view, known) == count && memcmp(moves, known, (size_t)count * sizeof *moves) == 0)
        return NULL;
    return "the seat that must move cannot know its own legal moves";
}
