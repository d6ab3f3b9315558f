/* The answers of docs/PROTOCOL.md: text that anybody may have sent, read with suspicion. */
#ifndef TENKA_BOT_REPLY_H
#define TENKA_BOT_REPLY_H

#include "game/game.h"

enum { BOT_REPLY_BYTES = 4096 }; /* of a line with an answer, at most */

struct bot_reply {
    int id;
    char move[128]; /* its text; it may be no move at all */
};

/* Reads '{"type":"move","id":7,"move":"captain B"}'. False, with the reason, if the line is not
 * exactly one such object; keys that it has besides do not matter. */
bool bot_reply_parse(struct slice line, struct bot_reply *answer, struct out *error);

/* The legal move for the viewer of `view` that the answer names; false, with the reason, if it
 * names none. */
bool bot_reply_move(const struct bot_reply *answer, const struct game *g, const void *view,
                    struct move *move, struct out *error);

#endif
