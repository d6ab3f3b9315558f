/* Stands in for bots/program.c where no other program can be started. */
#include "bots/program.h"

#include <stddef.h>

struct program *program_new(const struct bot *bot, const struct game *g)
{
    (void)bot, (void)g;
    return NULL;
}

void program_free(struct program *p)
{
    (void)p;
}

void program_forget(struct program *p)
{
    (void)p;
}

bool program_choose(struct program *p, const void *view, struct move *move, struct out *error)
{
    (void)p, (void)view, (void)move;
    out_text(error, "programs cannot be started here");
    return false;
}
