/* Information-set Monte Carlo tree search: samples worlds from the view and builds one tree for all
 * of them. */
#ifndef TENKA_ISMCTS_H
#define TENKA_ISMCTS_H

#include "bots/bot.h"

/* The functions do what their namesakes in mind.h describe. The caller frees the search; NULL if
 * there is not enough memory. */
struct search;
struct search *search_new(const struct bot *bot, const struct game *g);
void search_free(struct search *s);
struct move search_choose(struct search *s, const void *view, struct rng *rng);
void search_see(struct search *s, struct move move);
void search_forget(struct search *s);
int search_findings(const struct search *s, struct finding findings[MOVES_MAX]);

#endif
