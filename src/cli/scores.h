/* The players of a match and the final ranking. */
#ifndef TENKA_SCORES_H
#define TENKA_SCORES_H

#include "match/match.h"

/* A sitter in a sentence: 'level 2', 'greedy', 'you'. */
void out_sitter(struct out *o, const struct sitter *sitter);

/* Prints the ranking of a match that is over. */
void print_scores(struct match *m, struct out *o);

#endif
