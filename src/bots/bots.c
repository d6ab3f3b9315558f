/* The registry of bots. */
#include <string.h>

#include "bots/bot.h"

const struct bot *const bots[] = {&greedy_bot, &random_bot, NULL};

const struct bot *bot_find(const char *id)
{
    for (int i = 0; bots[i]; i++)
        if (strcmp(id, bots[i]->id) == 0)
            return bots[i];
    return NULL;
}
