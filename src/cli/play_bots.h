/* The bots of tenka play. */
#ifndef TENKA_PLAY_BOTS_H
#define TENKA_PLAY_BOTS_H

#include "bots/bot.h"
#include "cli/arguments.h"
#include "cli/play.h"

/* The bots that the arguments of --bot name, each one or several parted by commas; -1 after
 * printing what is wrong. */
int bots_read(const struct game *g, const struct texts *arguments, struct bot bots[], int room);

/* Seats them in order, the last one on all seats that are left; or those of a record. 0, or an exit
 * code after printing what is wrong. */
int bots_sit(struct play *s, const struct bot bots[], int count);
int bots_sit_again(struct play *s, const char *file);
void bots_leave(struct play *s);

/* Writes who plays how: 'B and C are level 2, D is greedy'. */
void bots_print(struct play *s);

/* The person's line '[SEAT] [NAME]' puts other bots on seats. */
void bots_change(struct play *s, const char *line);

/* The bot whose turn it is plays. */
void bots_play(struct play *s);

/* Plies were taken back. */
void bots_forget(struct play *s);

#endif
