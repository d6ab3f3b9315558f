/* The messages of docs/PROTOCOL.md that are sent to the player of a seat: a program, a browser or
 * another client. They are made from views only. */
#ifndef TENKA_MESSAGE_H
#define TENKA_MESSAGE_H

#include "game/game.h"

enum { MESSAGE_BYTES = 256 * 1024 }; /* room for any message */

/* One line: what the viewer knows and, if the viewer is the actor, the question and the legal
 * moves. The answer must repeat the id. */
void message_view(const struct game *g, const void *view, int id, struct out *o);

/* Only the members of it that are about the decision: "prompt" and "moves". */
void message_question(const struct game *g, const void *view, struct out *o);

#endif
