/* The bots of tenka play. */
#ifndef TENKA_PLAY_BOTS_H
#define TENKA_PLAY_BOTS_H

#include "bots/bot.h"
#include "cli/arguments.h"
#include "cli/play.h"

/* The bots that the arguments of --bot name; each argument is one name or several, separated by
 * commas. Returns their number, or -1 after printing what is wrong. */
int bots_read(const struct game *g, const struct texts *arguments, struct bot bots[], int room);

/* bots_sit seats the bots in order, the last one on all remaining seats; bots_sit_again seats those
 * that the record names. Both return 0, or an exit code after printing what is wrong. */
int bots_sit(struct play *s, const struct bot bots[], int count);
int bots_sit_again(struct play *s, const char *file);
void bots_leave(struct play *s);

/* Writes who plays how: 'B and C are level 2, D is greedy'. */
void bots_print(struct play *s);

/* Changes bots as the player's line '[SEAT] [NAME]' asks; without a name it shows them. */
void bots_change(struct play *s, const char *line);

/* The bot whose turn it is plays. */
void bots_play(struct play *s);

/* Call it after plies were taken back. */
void bots_forget(struct play *s);

#endif
