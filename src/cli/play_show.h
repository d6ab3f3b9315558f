/* What the player sees of tenka play. */
#ifndef TENKA_PLAY_SHOW_H
#define TENKA_PLAY_SHOW_H

#include "cli/play.h"

/* Prints the session's `out` and empties it. */
void show(struct play *s);

/* Narrates the plies that have not been narrated yet. */
void show_plies(struct play *s);

void show_greeting(struct play *s);
void show_table(struct play *s);
void show_question(struct play *s, const struct move moves[], int count);

/* What the player knows about all hands, and about other zones in which they know a card. */
void show_hands(struct play *s);
void show_log(struct play *s);
void show_help(void);
void show_rules(struct play *s, const char *what);

/* Whether players want to see this move coming. */
bool move_pauses(const struct play *s, struct move move);

#endif
