/* The messages of docs/PROTOCOL.md: what whoever plays a seat is sent, be it a program, a browser
 * or another machine. Messages are made from views only. */
#ifndef TENKA_MESSAGE_H
#define TENKA_MESSAGE_H

#include "game/game.h"

enum { MESSAGE_BYTES = 256 * 1024 }; /* room for any message */

/* One line: what the viewer knows, and if he is the actor what he is asked and may answer. The
 * answer repeats the id. */
void message_view(const struct game *g, const void *view, int id, struct out *o);

/* The members of it that are about a decision, "prompt" and "moves". */
void message_question(const struct game *g, const void *view, struct out *o);

#endif
