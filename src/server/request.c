/* Requests: everything in them is checked against one table of keys. */
#include "server/request.h"

#include <json-c/json_object_iterator.h>
#include <stdio.h>
#include <string.h>

#include "json/json.h"

enum { DEPTH = 4, KEYS_MAX = 6 };

/* What a key may hold, and where it goes. */
enum sort {
    SORT_TABLE = 1,
    SORT_SEAT,
    SORT_NUMBER,
    SORT_YES,
    SORT_WORDS,
    SORT_SECRET,
    SORT_PLAYER,
    SORT_BEFORE,
    SORT_LANGUAGE,
    SORT_MARKS
};

struct key {
    const char *name;
    enum sort sort;
    bool needed;
};

static const struct shape {
    const char *name;
    struct key key[KEYS_MAX + 1];
} shapes[REQ_TYPES] = {
    [REQ_HELLO] = {"hello",
                   {{"version", SORT_NUMBER, true},
                    {"token", SORT_SECRET, false},
                    {"name", SORT_WORDS, false},
                    {"notation", SORT_YES, false},
                    {"language", SORT_LANGUAGE, false},
                    {"marks", SORT_MARKS, false}}},
    [REQ_NAME] = {"name", {{"name", SORT_WORDS, true}}},
    [REQ_KEEP] = {"keep", {{"name", SORT_WORDS, true}, {"password", SORT_SECRET, true}}},
    [REQ_LOGIN] = {"login",
                   {{"name", SORT_WORDS, true},
                    {"password", SORT_SECRET, true},
                    {"language", SORT_LANGUAGE, false},
                    {"marks", SORT_MARKS, false}}},
    [REQ_LOGOUT] = {"logout", {{0}}},
    [REQ_LOBBY] = {"lobby", {{"on", SORT_YES, true}}},
    [REQ_CREATE] = {"create", {{0}}},
    [REQ_WATCH] = {"watch",
                   {{"table", SORT_TABLE, true},
                    {"seat", SORT_SEAT, false},
                    {"since", SORT_NUMBER, false}}},
    [REQ_UNWATCH] = {"unwatch", {{"table", SORT_TABLE, true}}},
    [REQ_JOIN] = {"join",
                  {{"table", SORT_TABLE, true},
                   {"seat", SORT_SEAT, false},
                   {"rated", SORT_YES, false}}},
    [REQ_BOT] = {"bot",
                 {{"table", SORT_TABLE, true},
                  {"seat", SORT_SEAT, true},
                  {"bot", SORT_WORDS, false}}},
    [REQ_LEAVE] = {"leave", {{"table", SORT_TABLE, true}}},
    [REQ_BACK] = {"back", {{"table", SORT_TABLE, true}}},
    [REQ_MOVE] = {"move",
                  {{"table", SORT_TABLE, true},
                   {"id", SORT_NUMBER, true},
                   {"move", SORT_WORDS, true}}},
    [REQ_UNDO] = {"undo", {{"table", SORT_TABLE, true}, {"ply", SORT_NUMBER, false}}},
    [REQ_CONSENT] = {"consent", {{"table", SORT_TABLE, true}, {"yes", SORT_YES, true}}},
    [REQ_RESIGN] = {"resign", {{"table", SORT_TABLE, true}}},
    [REQ_SHOW] = {"show", {{"table", SORT_TABLE, true}, {"on", SORT_YES, true}}},
    [REQ_CHAT] = {"chat", {{"table", SORT_TABLE, true}, {"text", SORT_WORDS, true}}},
    [REQ_AGAIN] = {"again", {{"table", SORT_TABLE, true}}},
    [REQ_RECORD] = {"record", {{"table", SORT_TABLE, true}}},
    [REQ_REPLAY] = {"replay",
                    {{"table", SORT_TABLE, true},
                     {"ply", SORT_NUMBER, true},
                     {"seat", SORT_SEAT, false}}},
    [REQ_BRANCH] = {"branch",
                    {{"table", SORT_TABLE, true},
                     {"ply", SORT_NUMBER, true},
                     {"seat", SORT_SEAT, true}}},
    [REQ_WHY] = {"why",
                 {{"table", SORT_TABLE, true},
                  {"id", SORT_NUMBER, true},
                  {"about", SORT_WORDS, true}}},
    [REQ_HINT] = {"hint", {{"table", SORT_TABLE, true}, {"id", SORT_NUMBER, true}}},
    [REQ_FINISHED] = {"finished", {{"player", SORT_PLAYER, false}, {"before", SORT_BEFORE, false}}},
    [REQ_PLAYER] = {"player", {{"player", SORT_PLAYER, true}}},
    [REQ_PING] = {"ping", {{0}}},
};

const char *request_name(enum request_type type)
{
    return shapes[type].name;
}

/* The text of a string that is shorter than `size`, without control characters; NULL if it is
 * something else. */
static const char *text_of(struct json_object *o, size_t size)
{
    const char *text = json_object_is_type(o, json_type_string) ? json_object_get_string(o) : NULL;
    size_t length = text ? (size_t)json_object_get_string_len(o) : size;
    if (length >= size || strlen(text) != length)
        return NULL;
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return NULL;
    return text;
}

static bool read_text(struct json_object *o, char *to, size_t size)
{
    const char *text = text_of(o, size);
    if (text)
        memcpy(to, text, strlen(text) + 1);
    return text;
}

/* json-c makes INT64_MAX of all that is larger. */
static bool read_integer(struct json_object *o, int64_t most, int64_t *number)
{
    int64_t found = json_object_is_type(o, json_type_int) ? json_object_get_int64(o) : -1;
    bool good = found >= 0 && found <= most && json_object_get_uint64(o) == (uint64_t)found;
    *number = good ? found : -1;
    return good;
}

static bool read_number(struct json_object *o, int *number)
{
    int64_t wide;
    bool good = read_integer(o, INT32_MAX, &wide);
    *number = good ? (int)wide : -1;
    return good;
}

static bool read_table(struct json_object *o, char table[TABLE_ID_BYTES])
{
    return read_text(o, table, TABLE_ID_BYTES) && table_id_good(table);
}

static bool read_seat(struct json_object *o, int *seat)
{
    const struct head any = {.players = SEATS_MAX};
    const char *text = text_of(o, 16);
    return text && viewer_parse((struct word){text, (int)strlen(text)}, &any, seat);
}

/* 'ja' of 'ja-JP'; what is too long is none that anybody knows. */
static bool read_language(struct json_object *o, char language[LANGUAGE_BYTES])
{
    const char *text = text_of(o, REQUEST_BYTES);
    size_t length = text ? strcspn(text, "-") : 0;
    snprintf(language, LANGUAGE_BYTES, "%.*s", length < LANGUAGE_BYTES ? (int)length : 0,
             text ? text : "");
    return text;
}

static bool read_yes(struct json_object *o, bool *yes)
{
    *yes = json_object_get_boolean(o);
    return json_object_is_type(o, json_type_boolean);
}

static bool read_sort(struct json_object *o, enum sort sort, struct request *r)
{
    switch (sort) {
    case SORT_TABLE:
        return read_table(o, r->table);
    case SORT_SEAT:
        return read_seat(o, &r->seat);
    case SORT_NUMBER:
        return read_number(o, &r->number);
    case SORT_YES:
        return read_yes(o, &r->yes);
    case SORT_WORDS:
        return read_text(o, r->text, sizeof r->text);
    case SORT_SECRET:
        return read_text(o, r->secret, sizeof r->secret);
    case SORT_PLAYER:
        return read_integer(o, INT64_MAX, &r->player);
    case SORT_BEFORE:
        return read_integer(o, INT64_MAX, &r->before);
    case SORT_LANGUAGE:
        return read_language(o, r->language);
    case SORT_MARKS:
        return read_yes(o, &r->marks);
    }
    return false;
}

static const char *sort_name(enum sort sort)
{
    static const char *const names[] = {
        [SORT_TABLE] = "the id of a table",
        [SORT_SEAT] = "a seat, \"A\" to \"F\", \"spectator\" or \"all\"",
        [SORT_NUMBER] = "a whole number from 0 on",
        [SORT_YES] = "true or false",
        [SORT_WORDS] = "a string of at most 500 bytes without control characters",
        [SORT_SECRET] = "a string of at most 128 bytes without control characters",
        [SORT_PLAYER] = "the id of a player",
        [SORT_BEFORE] = "a time in milliseconds",
        [SORT_LANGUAGE] = "a language, \"en\" or \"ja\"",
        [SORT_MARKS] = "true or false",
    };
    return names[sort];
}

static bool read_keys(struct json_object *o, struct request *r, struct out *error)
{
    for (const struct key *k = shapes[r->type].key; k->name; k++) {
        struct json_object *member = NULL;
        if (!json_object_object_get_ex(o, k->name, &member) && !k->needed)
            continue;
        if (!read_sort(member, k->sort, r)) {
            out_format(error, "\"%s\": expected %s", k->name, sort_name(k->sort));
            return false;
        }
    }
    return true;
}

/* ---- A new table ---- */

/* What is agreed on besides the options of the game. */
static const char *const table_keys[] = {"players", "clock",   "listed",
                                         "rated",   "watched", "strict"};

enum { TABLE_KEYS = sizeof table_keys / sizeof *table_keys };

static bool is_table_key(const char *name)
{
    for (int i = 0; i < TABLE_KEYS; i++)
        if (strcmp(name, table_keys[i]) == 0)
            return true;
    return false;
}

/* ' name=value' for settings_parse; the value must be one plain word. */
static bool add_setting(struct out *o, const char *name, struct json_object *value,
                        struct out *error)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789-+";
    const char *text = text_of(value, 32);
    if (json_object_is_type(value, json_type_boolean))
        text = json_object_get_boolean(value) ? "yes" : "no";
    else if (json_object_is_type(value, json_type_int))
        text = json_object_get_string(value);
    if (!text || !*text || strlen(text) >= 32 || strspn(text, plain) != strlen(text) ||
        strspn(name, plain) != strlen(name) || strlen(name) >= 32) {
        out_format(error, "\"%.32s\": expected one word, a number, true or false", name);
        return false;
    }
    out_format(o, " %s=%s", name, text);
    return true;
}

static bool add_options(struct out *o, struct json_object *options, struct out *error)
{
    if (!options)
        return true;
    if (!json_object_is_type(options, json_type_object)) {
        out_text(error, "\"options\": expected an object with a value for each option");
        return false;
    }
    struct json_object_iterator at = json_object_iter_begin(options),
                                end = json_object_iter_end(options);
    for (; !json_object_iter_equal(&at, &end); json_object_iter_next(&at)) {
        if (is_table_key(json_object_iter_peek_name(&at))) {
            out_format(error, "\"options\": \"%s\" is no option of a game",
                       json_object_iter_peek_name(&at));
            return false;
        }
        if (!add_setting(o, json_object_iter_peek_name(&at), json_object_iter_peek_value(&at),
                         error))
            return false;
    }
    return true;
}

static bool read_sitters(struct json_object *list, struct request *r, struct out *error)
{
    int players = r->settings.config.players,
        count = list ? (int)json_object_array_length(list) : 0;
    bool seated = false, taken = false;
    for (int i = 0; i < players; i++) {
        char *to = r->sitters[i];
        snprintf(to, BOT_ID_BYTES, "%s", i || list ? "free" : "you");
        if (i < count &&
            (!read_text(json_object_array_get_idx(list, (size_t)i), to, BOT_ID_BYTES) ||
             (strcmp(to, "you") != 0 && strcmp(to, "free") != 0 && !bot_allowed(to)) ||
             (seated && strcmp(to, "you") == 0))) {
            out_format(
                error,
                "\"seats\": expected \"you\" once, \"free\", or a bot (\"1\" to \"6\", \"random\", "
                "\"greedy\", \"bold\", \"careful\") for seat %c",
                'A' + i);
            return false;
        }
        seated |= strcmp(to, "you") == 0;
        taken |= strcmp(to, "free") != 0;
    }
    if (count <= players && taken)
        return true;
    out_format(error, "\"seats\": expected at most %d, and at least one that is not free", players);
    return false;
}

/* Who names the seed could know all cards, so he plays against bots, and it does not count. */
static bool read_seed(struct json_object *o, struct request *r, struct out *error)
{
    struct json_object *seed = json_object_object_get(o, "seed");
    if (!seed)
        return true;
    bool alone = !r->settings.rated;
    for (int seat = 0; seat < r->settings.config.players; seat++)
        alone &= strcmp(r->sitters[seat], "free") != 0;
    if (alone && read_text(seed, r->seed, sizeof r->seed) && r->seed[0])
        return true;
    out_format(error,
               "\"seed\": expected a text of at most %d bytes, for a match with bots alone that "
               "is not rated",
               SEED_BYTES - 1);
    return false;
}

/* The settings are put together as text, so that one reader checks them, wherever they come from.
 */
static bool read_create(struct json_object *o, struct request *r, struct out *error)
{
    char buffer[SETTINGS_BYTES];
    struct out text;
    struct json_object *member, *seats = json_object_object_get(o, "seats");
    const char *game = text_of(json_object_object_get(o, "game"), 32);
    if (!game || !*game || strchr(game, ' ')) {
        out_text(error, "\"game\": expected the id of a game");
        return false;
    }
    if (seats && !json_object_is_type(seats, json_type_array)) {
        out_text(error, "\"seats\": expected a list");
        return false;
    }
    out_init(&text, buffer, sizeof buffer);
    out_text(&text, game);
    for (int i = 0; i < TABLE_KEYS; i++)
        if (json_object_object_get_ex(o, table_keys[i], &member) &&
            !add_setting(&text, table_keys[i], member, error))
            return false;
    if (!add_options(&text, json_object_object_get(o, "options"), error))
        return false;
    if (text.overflow) {
        out_text(error, "there are too many options");
        return false;
    }
    return settings_parse((struct word){buffer, (int)text.used}, &r->settings, error) &&
           read_sitters(seats, r, error) && read_seed(o, r, error);
}

/* ---- The message ---- */

/* The only JSON value of the text, an object, freed by the caller; NULL, with the reason, if there
 * is none. */
static struct json_object *parse_json(struct word text, struct out *error)
{
    struct json_fault fault;
    struct json_object *o = json_read(text, DEPTH, &fault);
    if (!o && fault.type == JSON_BROKEN)
        out_format(error, "it is not valid JSON (%s)", fault.reason);
    else if (!o)
        out_text(error, "it is not one JSON object");
    return o;
}

static bool read_type(struct json_object *o, struct request *r, struct out *error)
{
    const char *name = text_of(json_object_object_get(o, "type"), 32);
    for (int type = 0; name && type < REQ_TYPES; type++)
        if (strcmp(name, shapes[type].name) == 0) {
            r->type = (enum request_type)type;
            return true;
        }
    out_format(error,
               name ? "there is no message of type \"%s\""
                    : "\"type\": expected the type of a message",
               name);
    return false;
}

bool request_parse(struct word text, struct request *r, struct out *error)
{
    *r = (struct request){.type = REQ_TYPES, .ref = -1, .seat = -1, .number = -1};
    struct json_object *o = parse_json(text, error), *ref = NULL;
    if (!o)
        return false;
    bool good = true;
    /* the parser makes INT64_MAX of all that is larger */
    if (json_object_object_get_ex(o, "ref", &ref) && !read_integer(ref, INT64_MAX - 1, &r->ref)) {
        out_text(error, "\"ref\": expected a whole number from 0 on");
        good = false;
    }
    good = good && read_type(o, r, error) && read_keys(o, r, error) &&
           (r->type != REQ_CREATE || read_create(o, r, error));
    json_object_put(o);
    return good;
}
