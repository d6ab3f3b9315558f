/* What the files of the laws know of each other. */
#ifndef TENKA_LAWS_PRIVATE_H
#define TENKA_LAWS_PRIVATE_H

#include "sim/sim.h"

/* ---- The truth ---- */

/* The truth about a table; NULL if the store does not have it. */
struct truth *truth_find(const struct sim *s, const char *id);

/* The table as it was after so many events. The caller frees it. */
struct table *truth_at(struct sim *s, const struct truth *t, int seq);

/* Applies an event that the rules allow, and checks what it does to the clocks. */
void truth_apply(struct sim *s, struct truth *t, const struct event *e);

/* Compares the node's copy with the truth; with `message`, what everybody is told of it, too. */
void copy_compare(struct sim *s, const struct node *n, const struct live *l, bool message);

/* ---- The laws by subject ---- */

/* The new events happen at the service's time when they were submitted, or if the table has a later
 * event of another node, then. */
void time_check(struct sim *s, const struct truth *t, const struct job *j, const struct stamp *at);

/* A request of the client is refused because the store has failed. */
void time_refused(struct sim *s, const struct link *l, struct truth *t, const struct pending *p);

/* Whoever was refused in time gets some seconds to make the move again. */
void time_check_end(struct sim *s, const struct truth *t, const struct event *e,
                    const struct stamp *at);

/* Each line of the message is stored, and for this client, if the table is like this. */
void chat_check(struct sim *s, const struct link *l, const struct table *t,
                const struct message *m);

/* Whether the plies in the message are those of the table, as the viewer may know them. */
bool log_fits(const struct message *m, const struct table *t, int viewer);

/* Lists of tables and players, and other answers: they name only what the client may know. The
 * message is about the table of this truth; NULL: none that the store has. */
void list_check(struct sim *s, const struct link *l, const struct truth *t, const struct message *m,
                const char *type);

/* The client has got lines of chat, or was told that it has got all. */
void chat_take(struct client *c, struct slot *slot, const struct message *m);

/* A request to mute somebody is acknowledged. */
void mute_take(struct sim *s, const struct link *l, const struct pending *p);

/* The client's request with this reference; NULL if it waits for none. */
const struct pending *pending_find(const struct client *c, int64_t ref);

/* What is acknowledged is in the store. */
void done_check(struct sim *s, const struct link *l, const struct pending *p);

#endif
