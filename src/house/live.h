/* Tables in this node's memory, as copies of what the store has. */
#ifndef TENKA_LIVE_H
#define TENKA_LIVE_H

#include "house/hall.h"

struct opening;
struct session;

/* The table with this id if it is in memory, else NULL. */
struct live *live_known(struct hall *h, const char *id);

/* The table with this id; never NULL. If it is not in memory, reading it begins. */
struct live *live_find(struct hall *h, const char *id);

/* Puts the session's request into the table's queue, until the table is free. */
void live_wait(struct live *l, struct session *s);

/* Whether the table is not free: a request must wait, and nothing of the table may be sent. */
bool live_occupied(const struct live *l);

/* Applies an event that table_judge allows, and all events that follow from it, and stores them.
 * The asker, if any, is answered when they are stored. */
void live_commit(struct live *l, const struct event *e, struct session *asker);

/* Opens a new table with the session's player as its host, and stores it. The asker, if any, is
 * answered when it is stored. */
struct live *live_open(struct session *s, const struct opening *o, struct session *asker);

/* Call it after anything has changed about the table or who follows it. It may free the table. */
void live_settle(struct live *l);

/* Does what is due at the table. */
void live_due(struct live *l);

/* Another node may have changed the table. */
void live_news(struct live *l);

/* Adds a table that was read when the hall began. */
void live_add(struct hall *h, const struct job *j);

/* Somebody needs the table: begins to read what other nodes have changed, or after a failure. */
void live_refresh(struct live *l);

void live_free(struct live *l);

/* Frees what the hall knows about how long bots take. */
void live_forget_tempos(struct hall *h);

extern const struct clause clause_store;

#endif
