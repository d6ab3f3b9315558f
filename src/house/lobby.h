/* The lobby: the listed tables, the last change first; and the stakes, which tell at which tables a
 * player has something to do. */
#ifndef TENKA_LOBBY_H
#define TENKA_LOBBY_H

struct live;

/* The seats have changed, or the table is over: updates the stakes, gives the table a new number in
 * the lobby, and tells the sessions that follow the lobby. A table that is over stays in the lobby
 * until it leaves memory, so that they learn of its end. */
void lobby_update(struct live *l);

/* The table leaves memory. */
void lobby_forget(struct live *l);

#endif
