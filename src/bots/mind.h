/* Minds: which way a bot chooses, and what happens when that fails. */
#ifndef TENKA_MIND_H
#define TENKA_MIND_H

#include "bots/bot.h"

/* A bot at a seat through a match. What it remembers is a search tree or a running program. */
struct mind;

/* Freed by the caller; NULL if there is no memory. */
struct mind *mind_new(const struct bot *bot, const struct game *g);
void mind_free(struct mind *m);

/* A legal move for the viewer of `view`, who is the actor. */
struct move mind_choose(struct mind *m, const void *view, struct rng *rng);

/* A ply was played, by whomever, as this seat saw it (game_veil). A mind that is told every ply
 * between two of its choices goes on with what it has searched; one that is told none starts
 * afresh. */
void mind_see(struct mind *m, struct move move);

/* Another match begins. */
void mind_forget(struct mind *m);

/* What the search of the last choice found out about each legal move, the best first; 0 if nothing
 * was searched. */
int mind_findings(const struct mind *m, struct finding findings[MOVES_MAX]);

/* What went wrong in the last choice, which was then made by default: a sentence with the program's
 * last line; NULL if nothing did. */
const char *mind_trouble(const struct mind *m);

#endif
