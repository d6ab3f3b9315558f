/* Answers: moves are read by the notation's own reader. */
#include "bots/answer.h"

#include <limits.h>
#include <string.h>

#include "json/json.h"

enum { DEPTH = 8 }; /* of objects and lists in each other */

/* The only JSON value of the line, freed by the caller; NULL, with the reason, if there is none. */
static struct json_object *parse_json(struct word line, struct out *error)
{
    struct json_fault fault;
    struct json_object *o = json_read(line, DEPTH, &fault);
    if (!o && fault.type == JSON_BROKEN)
        out_format(error, "its answer is not valid JSON (%s)", fault.reason);
    else if (!o)
        out_text(error, "its answer is not one JSON object");
    return o;
}

/* The text of a member that must be a string without NUL; NULL, with the reason, if it is not. */
static const char *text_of(const struct json_object *o, const char *key, struct out *error)
{
    struct json_object *member = json_object_object_get(o, key);
    if (json_object_is_type(member, json_type_string)) {
        const char *text = json_object_get_string(member);
        if ((int)strlen(text) == json_object_get_string_len(member))
            return text;
    }
    out_format(error, "its answer has no \"%s\" that is a string", key);
    return NULL;
}

static bool read_id(const struct json_object *o, struct answer *a, struct out *error)
{
    struct json_object *member = json_object_object_get(o, "id");
    int64_t id = json_object_is_type(member, json_type_int) ? json_object_get_int64(member) : -1;
    a->id = (int)id;
    if (id >= 0 && id <= INT_MAX)
        return true;
    out_text(error, "its answer has no \"id\" that is a whole number");
    return false;
}

/* Whatever is said about a move must be fit to be printed. */
static bool fit_for_move(const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c < ' ' || *c > '~')
            return false;
    return strlen(text) < sizeof((struct answer *)0)->move;
}

static bool read_move(const struct json_object *o, struct answer *a, struct out *error)
{
    const char *move = text_of(o, "move", error);
    if (!move)
        return false;
    if (!fit_for_move(move)) {
        out_text(error, "its move is too long or has characters that no move has");
        return false;
    }
    memcpy(a->move, move, strlen(move) + 1);
    return true;
}

static bool read_type(const struct json_object *o, struct out *error)
{
    const char *type = text_of(o, "type", error);
    if (type && strcmp(type, "move") == 0)
        return true;
    out_text(error, type ? "the \"type\" of its answer is not \"move\"" : "");
    return false;
}

bool answer_parse(struct word line, struct answer *answer, struct out *error)
{
    *answer = (struct answer){0};
    struct json_object *o = parse_json(line, error);
    bool good = o && read_type(o, error) && read_id(o, answer, error) &&
                read_move(o, answer, error);
    json_object_put(o);
    return good;
}

bool answer_move(const struct answer *answer, const struct game *g, const void *view,
                 struct move *move, struct out *error)
{
    const struct head *h = view;
    char reason[256];
    struct out unread;
    struct scan scan;
    struct word text = {answer->move, (int)strlen(answer->move)};
    out_init(&unread, reason, sizeof reason);
    scan_init_line(&scan, NULL, text, &unread);
    if (!move_parse(g->schema, h, &scan, move)) {
        out_format(error, "its move is none of this game (%s)", reason);
        return false;
    }
    const struct clause *clause = game_judge(g, view, h->viewer, *move);
    if (clause)
        out_format(error, "its move is not legal (%s: %s)", clause->id, clause->sentence);
    return !clause;
}
