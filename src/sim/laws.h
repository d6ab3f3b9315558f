/* The laws of the house, checked while it is simulated:
 *
 * - Every event that the store takes is allowed by the rules of tables.
 * - What the house acknowledges is in the store at that moment, and was stored after it was asked.
 * - What was asked for once is done once at most.
 * - What it sends of a table (the table, views, logs, clocks, replays, records, the lobby) is what
 *   the events in the store make of it, for this viewer: nothing that a crash could undo, and
 *   nothing that the viewer may not know. Spectators see the cards of a seat only while it shows
 *   them. Whoever was removed from a table is told nothing more of it. A table that is not listed
 *   is named only to those who have sat there.
 * - Whoever decides is asked, with all legal moves, and nobody else.
 * - The secret of a match, its key and the shares that were added to it are in no message before
 *   its end, whatever the message is about.
 * - Nothing is lost on the way: whoever comes back and says which events they know is sent all
 *   plies and lines of chat since then. When all is calm, copies that somebody follows are not
 *   left behind.
 * - Each line of chat that it sends is in the store, and is for this client: players read what
 *   spectators say only after the match, and nobody reads those whom they have muted.
 * - All copies of a table with the same events are the same, on all nodes: a node's copy whenever
 *   it sends something about the table, and all of them every few seconds. A copy that somebody
 *   follows does not stay behind the store.
 * - No table is lost while the store has it.
 * - The server moves only for seats whose player does not decide, and only once.
 * - The service's time passes as fast as the clock on the wall while the service works, does not
 *   pass while it does not, and never goes back by more than what could not be saved. All nodes
 *   have the same, and events happen at that time.
 * - Nobody loses a match, or a decision to a bot, because the store has failed: whoever was refused
 *   in time can make the move again when time goes on.
 * - No event gives a clock more than the bonus of a move. A decision that is made again gets at
 *   most what was left of it, less what was spent since.
 * - What is in memory has bounds: for each client, also if it floods the server with requests, and
 *   for tables that nobody needs.
 * - In the end, when nothing goes wrong any more, every match comes to its end, all who follow it
 *   are told and get the last view, every request is answered, and tables that are over leave
 *   memory. */
#ifndef TENKA_SIM_LAWS_H
#define TENKA_SIM_LAWS_H

#include "sim/sim.h"

/* The truth about a table; NULL if the store does not have it. */
struct truth *truth_find(const struct sim *s, const char *id);

/* The table as it was after so many events. The caller frees it. */
struct table *truth_at(struct sim *s, const struct truth *t, int seq);

/* Compares the node's copy with the truth; with `message`, what everybody is told of it, too. */
void copy_compare(struct sim *s, const struct node *n, const struct live *l, bool message);

/* The store has done a job with new events. */
void laws_stored(struct sim *s, const struct job *j, const struct stamp *at);

/* Compares the copies of all nodes with the truth, and looks at what is in memory. */
void laws_compare(struct sim *s);

/* The store has deleted what nobody needs. */
void laws_tidied(struct sim *s);

/* A client is told that there is no such table. */
void laws_refused(struct sim *s, const struct client *c, const char *table);

/* A connected client must know of the end of each table that it follows, when all is calm. */
void laws_told(struct sim *s, const struct client *c);

/* Whether everything has come to its end. */
void laws_end(struct sim *s);

void laws_free(struct sim *s);

#endif
