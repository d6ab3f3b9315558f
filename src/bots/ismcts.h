/* The search: worlds sampled from the view, one tree for all of them. */
#ifndef TENKA_ISMCTS_H
#define TENKA_ISMCTS_H

#include "bots/bot.h"

/* Freed by the caller; NULL if there is no memory. */
struct search;
struct search *search_new(const struct bot *bot, const struct game *g);
void search_free(struct search *s);
struct move search_choose(struct search *s, const void *view, struct rng *rng);
void search_see(struct search *s, struct move move);
void search_forget(struct search *s);
int search_findings(const struct search *s, struct finding findings[MOVES_MAX]);

#endif
