/* Messages to clients about a table, as docs/PROTOCOL.md describes them: one JSON object each. They
 * tell of a match only what the viewer may know, because they are written from views only. */
#ifndef TENKA_WIRE_H
#define TENKA_WIRE_H

#include "house/job.h"
#include "house/request.h"

enum { LOG_MAX = 200 }; /* plies in a message */

/* Who gets the message: a seat's player, a spectator, or a spectator whom a seat shows its cards.
 */
struct onlooker {
    int viewer;    /* a seat, VIEW_PUBLIC, or VIEW_ALL for the replay of a match that is over */
    bool seated;   /* at this table */
    bool notation; /* wants views as text in notation */
    const struct people *muted; /* whose lines of chat they do not want to see; NULL: nobody */
};

/* The beginning of a message: its type, and the reference of the request if it has one. */
void wire_begin(struct out *o, const char *type, int64_t ref);

/* The table: seats, settings, state and result. `id` is the last event that the client will know
 * completely after this message. */
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

/* The lines of chat that the client does not know yet: of players after event `since`, of
 * spectators after event `overheard`. Players see the lines of spectators only after the match. */
void wire_chat(const struct table *t, const struct onlooker *who, int since, int overheard, int id,
               struct out *o);
bool wire_has_chat(const struct table *t, const struct onlooker *who, int since, int overheard);

/* Whether they may read what spectators say. */
bool wire_overhears(const struct table *t, const struct onlooker *who);

/* The client does not follow the table any more, for this reason. */
void wire_removed(const char *table, const struct clause *why, struct out *o);

void wire_player(const struct player *p, struct out *o);

/* A player as an element of a list; the list "players". */
void wire_person(const struct player *p, struct out *o);
void wire_people(const struct people *people, struct out *o);
void wire_devices(const struct job *j, struct out *o);
void wire_ratings(const struct job *j, int64_t ref, struct out *o);
void wire_finished(const struct job *j, int64_t ref, struct out *o);

#endif
