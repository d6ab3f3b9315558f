/* Answers of external programs: JSON, with a move in notation. */
#include "bots/bot_reply.h"

#include <limits.h>
#include <string.h>

#include "json/json.h"

enum { DEPTH = 8 }; /* of nested objects and lists */

/* The JSON object that is the only value of the line. If there is none, `at` is NULL and the reason
 * is in `error`. */
static struct json_value read_object(struct slice line, struct out *error)
{
    struct json_fault fault;
    struct json_value object = json_read(line, DEPTH, &fault);
    if (!object.at && fault.type == JSON_BROKEN)
        out_format(error, "its answer is not valid JSON (%s)", fault.reason);
    else if (!object.at)
        out_text(error, "its answer is not one JSON object");
    return object;
}

/* The member, which must be a string. If it is not, `at` is NULL and the reason is in `error`. */
static struct json_value find_text(const struct json_value *object, const char *key,
                                   struct out *error)
{
    struct json_value v = json_find(object, key);
    if (json_type(&v) != JSON_TEXT) {
        out_format(error, "its answer has no \"%s\" that is a string", key);
        v.at = NULL;
    }
    return v;
}

static bool bot_reply_read_type(const struct json_value *object, struct out *error)
{
    char type[8];
    struct json_value v = find_text(object, "type", error);
    if (!v.at)
        return false;
    if (json_get_text(&v, type, sizeof type) && strcmp(type, "move") == 0)
        return true;
    out_text(error, "the \"type\" of its answer is not \"move\"");
    return false;
}

static bool read_id(const struct json_value *object, struct bot_reply *a, struct out *error)
{
    int64_t id = -1;
    struct json_value v = json_find(object, "id");
    if (json_get_integer(&v, &id) && id >= 0 && id <= INT_MAX) {
        a->id = (int)id;
        return true;
    }
    out_text(error, "its answer has no \"id\" that is a whole number");
    return false;
}

/* Messages quote the move, so it must be safe to print. */
static bool is_printable(const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c < ' ' || *c > '~')
            return false;
    return true;
}

static bool bot_reply_read_move(const struct json_value *object, struct bot_reply *a,
                                struct out *error)
{
    struct json_value v = find_text(object, "move", error);
    if (!v.at)
        return false;
    if (json_get_text(&v, a->move, sizeof a->move) && is_printable(a->move))
        return true;
    out_text(error, "its move is too long or contains characters that no move has");
    return false;
}

bool bot_reply_parse(struct slice line, struct bot_reply *answer, struct out *error)
{
    *answer = (struct bot_reply){0};
    struct json_value object = read_object(line, error);
    return object.at && bot_reply_read_type(&object, error) && read_id(&object, answer, error) &&
           bot_reply_read_move(&object, answer, error);
}

bool bot_reply_move(const struct bot_reply *answer, const struct game *g, const void *view,
                    struct move *move, struct out *error)
{
    const struct head *h = view;
    char reason[256];
    struct out unread;
    struct scan scan;
    struct slice text = {answer->move, (int)strlen(answer->move)};
    out_init(&unread, reason, sizeof reason);
    scan_init_line(&scan, NULL, text, &unread);
    if (!move_parse(g->schema, h, &scan, move)) {
        out_format(error, "its move is not a move of this game (%s)", reason);
        return false;
    }
    const struct clause *clause = game_judge(g, view, h->viewer, *move);
    if (clause)
        out_format(error, "its move is not legal (%s: %s)", clause->id, clause->sentence);
    return !clause;
}
