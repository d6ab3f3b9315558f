/* Answers of external programs (docs/PROTOCOL.md). They are untrusted input. */
#ifndef TENKA_BOT_REPLY_H
#define TENKA_BOT_REPLY_H

#include "game/game.h"

enum { BOT_REPLY_BYTES = 4096 }; /* the longest line of an answer */

struct bot_reply {
    int id;
    char move[128]; /* its text, which may not be a move at all */
};

/* Reads '{"type":"move","id":7,"move":"captain B"}'. False, with the reason, if the line is not
 * exactly one such object. Other keys are ignored. */
bool bot_reply_parse(struct slice line, struct bot_reply *answer, struct out *error);

/* The legal move for the viewer of `view` that the answer names; false, with the reason, if it does
 * not name one. */
bool bot_reply_move(const struct bot_reply *answer, const struct game *g, const void *view,
                    struct move *move, struct out *error);

#endif
