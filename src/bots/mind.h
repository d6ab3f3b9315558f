/* The parts of a mind: each way to choose. */
#ifndef TENKA_MIND_H
#define TENKA_MIND_H

#include "bots/bot.h"

/* Any move. */
int random_choose(int count, struct rng *rng);

/* The index of the move that the hint likes best; equals by lot. The temper adds to moves that go
 * against others. */
int greedy_choose(const struct game *g, const void *view, const struct move moves[], int count,
                  int temper, struct rng *rng);

/* The search of ismcts.c. */
struct search;
struct search *search_new(const struct bot *bot, const struct game *g);
void search_free(struct search *s);
struct move search_choose(struct search *s, const void *view, struct rng *rng);
void search_see(struct search *s, struct move move);
void search_forget(struct search *s);
int search_findings(const struct search *s, struct finding findings[MOVES_MAX]);

/* A program over stdin and stdout, of program.c. False, with the reason, if it gave no legal move.
 */
struct program;
struct program *program_new(const struct bot *bot, const struct game *g);
void program_free(struct program *p);
void program_forget(struct program *p);
bool program_choose(struct program *p, const void *view, struct move *move, struct out *error);

#endif
