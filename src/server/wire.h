/* What clients are sent about a table, as docs/PROTOCOL.md has it: one JSON object each. Of a match
 * it tells what a viewer may know, and takes it from views only. */
#ifndef TENKA_WIRE_H
#define TENKA_WIRE_H

#include "server/request.h"
#include "server/store.h"

enum { LOG_MAX = 200 }; /* plies in a message */

/* For whom: a seat's player, a spectator, somebody a seat lets look into its cards. */
struct onlooker {
    int viewer;    /* a seat, VIEW_PUBLIC, or VIEW_ALL for the replay of a match that is over */
    bool seated;   /* at this table */
    bool notation; /* wants views as text in notation */
};

/* The beginning of a message: its type, and the reference of the request if it has one. */
void wire_begin(struct out *o, const char *type, int64_t ref);

/* Who sits there, what was agreed on, what has become of it; for somebody who then knows events up
 * to `id`. */
void wire_table(const struct table *t, const struct onlooker *who, int id, struct out *o);

/* The same in short, for the lobby: an object without a type. */
void wire_summary(const struct table *t, struct out *o);

/* The match as it is at `now`: the view, the log of all plies after `since`, clocks, and for the
 * actor the legal moves. */
void wire_view(const struct table *t, const struct onlooker *who, int since, int64_t now,
               struct out *o);

/* The log alone, of the plies after `since` up to `last`. */
void wire_past(const struct table *t, const struct onlooker *who, int since, int last,
               struct out *o);

/* The match as it was after a ply. */
void wire_replay(const struct table *t, const struct onlooker *who, const struct request *r,
                 struct out *o);

/* The lines of chat after those that are known: of players, and of spectators, which are for
 * players only after the end. */
void wire_chat(const struct table *t, const struct onlooker *who, int since, int overheard, int id,
               struct out *o);
bool wire_has_chat(const struct table *t, const struct onlooker *who, int since, int overheard);

/* Whether he may read what spectators say. */
bool wire_overhears(const struct table *t, const struct onlooker *who);

void wire_player(const struct player *p, struct out *o);
void wire_ratings(const struct job *j, int64_t ref, struct out *o);
void wire_finished(const struct job *j, int64_t ref, struct out *o);

#endif
