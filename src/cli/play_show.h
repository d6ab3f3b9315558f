/* What the person sees of tenka play. */
#ifndef TENKA_PLAY_SHOW_H
#define TENKA_PLAY_SHOW_H

#include "cli/play.h"

/* Prints what was written to the session's `out`. */
void show(struct play *s);

/* Tells the plies that were not told yet. */
void show_plies(struct play *s);

void show_greeting(struct play *s);
void show_table(struct play *s);
void show_question(struct play *s, const struct move moves[], int count);

/* What the person knows of all hands, and of other zones where a card is known. */
void show_hands(struct play *s);
void show_log(struct play *s);
void show_help(void);
void show_rules(struct play *s, const char *what);

/* Whether people want to see this move coming. */
bool move_pauses(const struct play *s, struct move move);

#endif
