/* The answers of docs/PROTOCOL.md: text that anybody may have sent, read with suspicion. */
#ifndef TENKA_ANSWER_H
#define TENKA_ANSWER_H

#include "game/game.h"

enum { ANSWER_BYTES = 4096 }; /* of a line with an answer, at most */

struct answer {
    int id;
    char move[128]; /* its text; it may be no move at all */
};

/* Reads '{"type":"move","id":7,"move":"captain B"}'. False, with the reason, if the line is not
 * exactly one such object; keys that it has besides do not matter. */
bool answer_parse(struct word line, struct answer *answer, struct out *error);

/* The legal move for the viewer of `view` that the answer names; false, with the reason, if it
 * names none. */
bool answer_move(const struct answer *answer, const struct game *g, const void *view,
                 struct move *move, struct out *error);

#endif
