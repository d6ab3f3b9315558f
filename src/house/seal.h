/* Shares of the deal at a table: seals that players bring, and what they reveal. */
#ifndef TENKA_SEAL_H
#define TENKA_SEAL_H

#include "house/table.h"

extern const struct clause clause_dealing;

/* Writes the text of an event that takes a seat. The seal, as text, may be NULL or empty. */
void seal_write(struct event *e, const char *name, const char *seal);

/* Whether an event that takes a seat has a good seal, or none. NULL, or the clause against it. */
const struct clause *seal_judge(const struct event *e);

/* Takes the seal of such an event. */
void seal_take(struct seat_share *share, const struct event *e);

/* Whether the seat's player may reveal this share now. */
const struct clause *seal_judge_reveal(const struct table *t, const struct event *e);

/* From what the table's match is dealt. */
struct dealing seal_dealing(const struct table *t);

/* Whether all seats are taken, and the match waits for shares; until when. Then EV_DEAL is due. */
bool seal_asked(const struct table *t);
int64_t seal_due(const struct table *t);

/* Whether a share is still to be revealed; whether one was. */
bool seal_waits(const struct table *t);
bool seal_revealed(const struct table *t);

#endif
