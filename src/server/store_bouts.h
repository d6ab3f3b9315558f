/* Where players have been, and how often they have met, for ratings. See store_bouts.c. */
#ifndef TENKA_STORE_BOUTS_H
#define TENKA_STORE_BOUTS_H

#include "server/store_jobs.h"

/* Notes that the player of the job was at its origin on this day. */
bool store_note_origin(struct store_jobs *b, const struct job *j, int64_t day);

/* Counts a rated match of two players. Returns how many like it they have had before on this day;
 * -1 after a failure. */
int store_count_bout(struct store_jobs *b, int64_t one, int64_t other, int64_t day);

#endif
