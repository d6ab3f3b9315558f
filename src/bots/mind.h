/* Minds: a mind is a bot at a seat through a match, with everything that it remembers. */
#ifndef TENKA_MIND_H
#define TENKA_MIND_H

#include "bots/bot.h"

/* What a mind remembers is a search tree or a running program. */
struct mind;

/* The caller frees it; NULL if there is not enough memory. */
struct mind *mind_new(const struct bot *bot, const struct game *g);
void mind_free(struct mind *m);

/* Chooses a legal move for the viewer of `view`, who must be the actor. */
struct move mind_choose(struct mind *m, const void *view, struct rng *rng);

/* Tells the mind a ply of any seat, as this seat saw it (game_veil). A mind that is told every ply
 * between two of its choices continues with its search tree; one that is told none starts with an
 * empty tree. */
void mind_see(struct mind *m, struct move move);

/* Call it when another match begins, or after an undo. */
void mind_forget(struct mind *m);

/* What the search of the last choice found about each legal move, the best first. Returns their
 * number; 0 if nothing was searched. */
int mind_findings(const struct mind *m, struct finding findings[MOVES_MAX]);

/* Why the program failed at the last choice, so that 'greedy' made it: a sentence with the
 * program's last line; NULL if nothing went wrong. */
const char *mind_trouble(const struct mind *m);

#endif
