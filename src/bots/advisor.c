/* Advice: a search like that of the strongest level, with a part or a multiple of its iterations.
 */
#include "bots/advisor.h"

#include <stdlib.h>

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

struct mind *advisor_new(const struct game *g, double budget)
{
    struct bot bot = advisor_bot(g, budget);
    return mind_new(&bot, g);
}

void advisor_ask(struct mind *advisor, const void *view, uint64_t seed, struct advice *advice)
{
    struct rng rng;
    rng_fast(&rng, seed);
    mind_forget(advisor);
    advice->move = mind_choose(advisor, view, &rng);
    advice->count = mind_findings(advisor, advice->finding);
}
