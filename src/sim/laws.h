/* The laws of the house, checked while it is simulated:
 *
 * - Every event that the store takes is allowed by the rules of tables.
 * - What the house acknowledges is in the store at that moment.
 * - What it sends of a match is what the events in the store make of it, for this viewer: nothing
 *   that a crash could undo, and nothing that the viewer may not know. The secret of a match and
 *   the shares that were added to it are not sent before its end.
 * - All copies of a table with the same events are the same, on all nodes.
 * - The service's time passes while the service works, and not while it does not.
 * - In the end, when nothing goes wrong any more, every match comes to its end, every request is
 *   answered, and tables that are over leave memory. */
#ifndef TENKA_SIM_LAWS_H
#define TENKA_SIM_LAWS_H

#include "sim/sim.h"

/* Counts how long the service has worked, up to now. Call it before anything changes. */
void laws_count_time(struct sim *s);

struct stamp laws_stamp(const struct sim *s);

/* The store has done a job with new events. */
void laws_stored(struct sim *s, const struct job *j, const struct stamp *at);

/* A node sends a message; its members are missing if it could not be read. */
void laws_sent(struct sim *s, struct link *l, const struct message *m);

/* Compares the copies of all nodes with the truth. */
void laws_compare(struct sim *s);

/* Whether everything has come to its end. */
void laws_end(struct sim *s);

void laws_free(struct sim *s);

#endif
