/* A bot at a seat: calls the right way to choose, and falls back to greedy if a program fails. */
#include "bots/mind.h"

#include <assert.h>
#include <stdlib.h>

#include "bots/greedy.h"
#include "bots/ismcts.h"
#include "bots/program.h"

struct mind {
    struct bot bot;
    const struct game *game;
    struct search *search;
    struct program *program;
    struct out trouble;
    char text[512];
    bool searched; /* whether the last choice used the search */
};

struct mind *mind_new(const struct bot *bot, const struct game *g)
{
    struct mind *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->bot = *bot;
    m->game = g;
    out_init(&m->trouble, m->text, sizeof m->text);
    if (bot->type == BOT_SEARCH)
        m->search = search_new(&m->bot, g);
    if (bot->type == BOT_PROGRAM)
        m->program = program_new(&m->bot, g);
    if ((bot->type == BOT_SEARCH && !m->search) || (bot->type == BOT_PROGRAM && !m->program)) {
        free(m);
        return NULL;
    }
    return m;
}

void mind_free(struct mind *m)
{
    if (!m)
        return;
    search_free(m->search);
    program_free(m->program);
    free(m);
}

/* If the program fails, the greedy bot makes this move. */
static struct move by_program(struct mind *m, const void *view, const struct move moves[],
                              int count, struct rng *rng)
{
    struct move move;
    if (program_choose(m->program, view, &move, &m->trouble))
        return move;
    return moves[greedy_choose(m->game, view, moves, count, 0, rng)];
}

struct move mind_choose(struct mind *m, const void *view, struct rng *rng)
{
    struct move moves[MOVES_MAX];
    assert(m->game->actor(view) == ((const struct head *)view)->viewer);
    int count = m->game->legal(view, moves);
    out_clear(&m->trouble);
    m->searched = false;
    if (count == 1)
        return moves[0];
    if (m->bot.type == BOT_PROGRAM)
        return by_program(m, view, moves, count, rng);
    if (m->bot.slips && (int)rng_below(rng, 100) < m->bot.slips)
        return moves[random_choose(count, rng)];
    switch (m->bot.type) {
    case BOT_SEARCH:
        m->searched = true;
        return search_choose(m->search, view, rng);
    case BOT_GREEDY:
        return moves[greedy_choose(m->game, view, moves, count, m->bot.temper, rng)];
    case BOT_RANDOM:
    case BOT_PROGRAM:
        break;
    }
    return moves[random_choose(count, rng)];
}

void mind_see(struct mind *m, struct move move)
{
    if (m->search)
        search_see(m->search, move);
}

void mind_forget(struct mind *m)
{
    if (m->search)
        search_forget(m->search);
    if (m->program)
        program_forget(m->program);
}

int mind_findings(const struct mind *m, struct finding findings[MOVES_MAX])
{
    return m->searched ? search_findings(m->search, findings) : 0;
}

const char *mind_trouble(const struct mind *m)
{
    return m->trouble.used ? m->trouble.text : NULL;
}
