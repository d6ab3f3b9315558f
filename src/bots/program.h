/* A bot that is an external program and talks over stdin and stdout. */
#ifndef TENKA_PROGRAM_H
#define TENKA_PROGRAM_H

#include "bots/bot.h"

struct program;
struct program *program_new(const struct bot *bot, const struct game *g);
void program_free(struct program *p);
void program_forget(struct program *p);

/* False, with the reason, if it did not answer with a legal move. */
bool program_choose(struct program *p, const void *view, struct move *move, struct out *error);

#endif
