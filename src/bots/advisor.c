/* Advice: a search like that of the strongest level, with a part or a multiple of its iterations.
 */
#include "bots/advisor.h"

#include <stdlib.h>

#include "bots/mind.h"

struct advisor {
    struct mind *mind;
};

static struct bot advisor_bot(const struct game *g, double budget)
{
    char reason[256];
    struct out error;
    struct bot bot;
    out_init(&error, reason, sizeof reason);
    if (!bot_parse(g, (const char[]){'0' + ADVISOR_LEVEL, '\0'}, &bot, &error))
        abort();
    bot.iterations = (int)(budget * bot.iterations) + 1;
    bot.milliseconds = 0;
    return bot;
}

struct advisor *advisor_new(const struct game *g, double budget)
{
    struct advisor *a = malloc(sizeof *a);
    if (!a)
        return NULL;
    struct bot bot = advisor_bot(g, budget);
    a->mind = mind_new(&bot, g);
    if (a->mind)
        return a;
    free(a);
    return NULL;
}

void advisor_free(struct advisor *a)
{
    if (!a)
        return;
    mind_free(a->mind);
    free(a);
}

void advisor_ask(struct advisor *a, const void *view, uint64_t seed, struct advice *advice)
{
    struct rng rng;
    rng_fast(&rng, seed);
    mind_forget(a->mind);
    advice->move = mind_choose(a->mind, view, &rng);
    advice->count = mind_findings(a->mind, advice->finding);
}
