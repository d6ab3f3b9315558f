/* Requests: a table says which keys each type of message has, and of which sort their values are.
 * 'create' has more keys, which are read below. */
#include "house/request.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "match/secret.h"
#include "json/json.h"

enum { DEPTH = 4, KEYS_MAX = 7, SETTING_BYTES = 32 };

/* Which values a key may have, and which member of struct request they go to. */
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
    SORT_MARKS,
    SORT_DEVICE,
    SORT_DIGITS
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
                    {"marks", SORT_MARKS, false},
                    {"device", SORT_DEVICE, false}}},
    [REQ_NAME] = {"name", {{"name", SORT_WORDS, true}}},
    [REQ_KEEP] = {"keep", {{"name", SORT_WORDS, true}, {"password", SORT_SECRET, true}}},
    [REQ_LOGIN] = {"login",
                   {{"name", SORT_WORDS, true},
                    {"password", SORT_SECRET, true},
                    {"language", SORT_LANGUAGE, false},
                    {"marks", SORT_MARKS, false},
                    {"device", SORT_DEVICE, false}}},
    [REQ_LOGOUT] = {"logout", {{0}}},
    [REQ_SESSIONS] = {"sessions", {{0}}},
    [REQ_END] = {"end", {{"session", SORT_WORDS, true}}},
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
                   {"rated", SORT_YES, false},
                   {"seal", SORT_DIGITS, false}}},
    [REQ_REVEAL] = {"reveal", {{"table", SORT_TABLE, true}, {"share", SORT_DIGITS, true}}},
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
    [REQ_REMOVE] = {"remove", {{"table", SORT_TABLE, true}, {"player", SORT_PLAYER, true}}},
    [REQ_SPECTATORS] = {"spectators", {{"table", SORT_TABLE, true}}},
    [REQ_REPORT] = {"report",
                    {{"table", SORT_TABLE, true},
                     {"seat", SORT_SEAT, false},
                     {"line", SORT_NUMBER, false},
                     {"text", SORT_WORDS, true}}},
    [REQ_MUTE] = {"mute", {{"player", SORT_PLAYER, true}, {"on", SORT_YES, true}}},
    [REQ_MUTES] = {"mutes", {{0}}},
    [REQ_AGAIN] = {"again", {{"table", SORT_TABLE, true}, {"seal", SORT_DIGITS, false}}},
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

/* Writes what was expected of a key; returns false. */
__attribute__((format(printf, 3, 4))) static bool refuse(struct out *error, const char *key,
                                                         const char *format, ...)
{
    va_list arguments;
    out_format(error, "\"%s\": ", key);
    va_start(arguments, format);
    out_format_list(error, format, arguments);
    va_end(arguments);
    return false;
}

/* Reads a string that is shorter than `size` and has no control characters. `to` is empty if the
 * value is not such a string. */
static bool request_read_text(const struct json_value *v, char *to, size_t size)
{
    bool good = json_get_text(v, to, size);
    for (const char *c = to; *c; c++)
        good &= (unsigned char)*c >= ' ' && *c != 0x7f;
    if (!good)
        to[0] = '\0';
    return good;
}

static bool read_integer(const struct json_value *v, int64_t *number)
{
    bool good = json_get_integer(v, number) && *number >= 0;
    if (!good)
        *number = -1;
    return good;
}

static bool request_read_number(const struct json_value *v, int *number)
{
    int64_t wide;
    bool good = read_integer(v, &wide) && wide <= INT32_MAX;
    *number = good ? (int)wide : -1;
    return good;
}

static bool request_read_table(const struct json_value *v, char table[TABLE_ID_BYTES])
{
    return request_read_text(v, table, TABLE_ID_BYTES) && table_id_good(table);
}

static bool read_seat(const struct json_value *v, int *seat)
{
    const struct head any = {.players = SEATS_MAX};
    char text[16];
    return request_read_text(v, text, sizeof text) && viewer_parse(slice_of(text), &any, seat);
}

/* Reads 'ja' of 'ja-JP'. A language that is too long becomes "", since it is unknown anyway. */
static bool read_language(const struct json_value *v, char language[LANGUAGE_BYTES])
{
    char text[REQUEST_BYTES];
    bool good = request_read_text(v, text, sizeof text);
    size_t length = strcspn(text, "-");
    snprintf(language, LANGUAGE_BYTES, "%.*s", length < LANGUAGE_BYTES ? (int)length : 0, text);
    return good;
}

/* 32 bytes, as 64 hexadecimal digits. */
static bool read_digits(const struct json_value *v, struct request *r)
{
    uint8_t bytes[SECRET_BYTES];
    return request_read_text(v, r->digits, sizeof r->digits) &&
           secret_parse(slice_of(r->digits), bytes);
}

static bool read_sort(const struct json_value *v, enum sort sort, struct request *r)
{
    switch (sort) {
    case SORT_TABLE:
        return request_read_table(v, r->table);
    case SORT_SEAT:
        return read_seat(v, &r->seat);
    case SORT_NUMBER:
        return request_read_number(v, &r->number);
    case SORT_YES:
        return json_get_flag(v, &r->yes);
    case SORT_WORDS:
        return request_read_text(v, r->text, sizeof r->text);
    case SORT_SECRET:
        return request_read_text(v, r->secret, sizeof r->secret);
    case SORT_PLAYER:
        return read_integer(v, &r->player);
    case SORT_BEFORE:
        return read_integer(v, &r->before);
    case SORT_LANGUAGE:
        return read_language(v, r->language);
    case SORT_MARKS:
        return json_get_flag(v, &r->marks);
    case SORT_DEVICE:
        return request_read_text(v, r->device, sizeof r->device);
    case SORT_DIGITS:
        return read_digits(v, r);
    }
    return false;
}

static const char *sort_name(enum sort sort)
{
    static const char *const names[] = {
        [SORT_TABLE] = "the id of a table",
        [SORT_SEAT] = "a seat, \"A\" to \"F\", \"spectator\" or \"all\"",
        [SORT_NUMBER] = "a whole number, 0 or more",
        [SORT_YES] = "true or false",
        [SORT_WORDS] = "a string of at most 500 bytes without control characters",
        [SORT_SECRET] = "a string of at most 128 bytes without control characters",
        [SORT_PLAYER] = "the id of a player",
        [SORT_BEFORE] = "a time in milliseconds",
        [SORT_LANGUAGE] = "a language, \"en\" or \"ja\"",
        [SORT_MARKS] = "true or false",
        [SORT_DEVICE] = "a string of at most 64 bytes without control characters",
        [SORT_DIGITS] = "64 hexadecimal digits in lower case",
    };
    return names[sort];
}

static bool read_keys(const struct json_value *message, struct request *r, struct out *error)
{
    for (const struct key *k = shapes[r->type].key; k->name; k++) {
        struct json_value v = json_find(message, k->name);
        if ((v.at || k->needed) && !read_sort(&v, k->sort, r))
            return refuse(error, k->name, "expected %s", sort_name(k->sort));
    }
    return true;
}

/* ---- A new table ---- */

/* The settings that are not options of the game. */
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

/* Adds ' name=value' for settings_parse. The value must be one plain word. */
static bool add_setting(struct out *o, const struct json_value *setting, struct out *error)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789-+";
    char name[SETTING_BYTES + 1], value[SETTING_BYTES] = "";
    bool yes, good = json_get_key(setting, name, sizeof name) && strlen(name) < SETTING_BYTES;
    if (json_get_flag(setting, &yes))
        snprintf(value, sizeof value, "%s", yes ? "yes" : "no");
    else if (json_type(setting) == JSON_INTEGER)
        snprintf(value, sizeof value, "%.*s", SLICE(json_raw(setting)));
    else
        good = good && request_read_text(setting, value, sizeof value);
    if (!good || !*value || value[strspn(value, plain)] || name[strspn(name, plain)])
        return refuse(error, name, "expected one word, a number, true or false");
    out_format(o, " %s=%s", name, value);
    return true;
}

/* The member of a message, unless it is null. */
static struct json_value find_given(const struct json_value *message, const char *key)
{
    struct json_value v = json_find(message, key);
    if (json_type(&v) == JSON_NULL)
        v.at = NULL;
    return v;
}

static bool add_options(struct out *o, const struct json_value *message, struct out *error)
{
    struct json_value options = find_given(message, "options");
    if (options.at && json_type(&options) != JSON_OBJECT)
        return refuse(error, "options", "expected an object with a value for each option");
    for (struct json_value v = json_first(&options); v.at; json_next(&v)) {
        char name[SETTING_BYTES];
        if (json_get_key(&v, name, sizeof name) && is_table_key(name))
            return refuse(error, "options", "\"%s\" is not an option of a game", name);
        if (!add_setting(o, &v, error))
            return false;
    }
    return true;
}

/* 'you', 'free' or a bot. */
static bool request_read_sitter(const struct json_value *v, char sitter[BOT_ID_BYTES])
{
    return request_read_text(v, sitter, BOT_ID_BYTES) &&
           (strcmp(sitter, "you") == 0 || strcmp(sitter, "free") == 0 || bot_allowed(sitter));
}

static bool read_sitters(const struct json_value *message, struct request *r, struct out *error)
{
    struct json_value list = find_given(message, "seats"), v = json_first(&list);
    int players = r->settings.config.players, seated = 0, taken = 0;
    for (int i = 0; i < players; i++) {
        char *to = r->sitters[i];
        snprintf(to, BOT_ID_BYTES, "%s", i || list.at ? "free" : "you");
        bool good = !v.at || request_read_sitter(&v, to);
        seated += strcmp(to, "you") == 0;
        taken += strcmp(to, "free") != 0;
        if (!good || seated > 1)
            return refuse(error, "seats",
                          "expected \"you\" once, \"free\", or a bot (\"1\" to \"6\", \"random\", "
                          "\"greedy\", \"bold\", \"careful\") for seat %c",
                          'A' + i);
        if (v.at)
            json_next(&v);
    }
    return (!v.at && taken) ||
           refuse(error, "seats", "expected at most %d seats, and at least one that is not free",
                  players);
}

/* A player who names the seed could know all cards. So the match must be against bots only, and not
 * rated. */
static bool request_read_seed(const struct json_value *message, struct request *r,
                              struct out *error)
{
    struct json_value seed = find_given(message, "seed");
    if (!seed.at)
        return true;
    bool alone = !r->settings.rated;
    for (int seat = 0; seat < r->settings.config.players; seat++)
        alone &= strcmp(r->sitters[seat], "free") != 0;
    if (alone && request_read_text(&seed, r->seed, sizeof r->seed) && r->seed[0])
        return true;
    return refuse(error, "seed",
                  "expected a text of at most %d bytes; only a match against bots that is not "
                  "rated can have a seed",
                  SEED_BYTES - 1);
}

/* A player who names the seed wants a certain deal, to which nothing can be added. */
static bool request_read_seal(const struct json_value *message, struct request *r,
                              struct out *error)
{
    struct json_value seal = find_given(message, "seal");
    if (!seal.at)
        return true;
    if (r->seed[0])
        return refuse(error, "seal", "a match that is dealt from a seed can have no seal");
    return read_digits(&seal, r) || refuse(error, "seal", "expected %s", sort_name(SORT_DIGITS));
}

/* Writes the game and the settings, as settings_parse reads them. */
static bool add_settings(struct out *o, const struct json_value *message, struct out *error)
{
    char game[SETTING_BYTES];
    struct json_value v = json_find(message, "game");
    if (!request_read_text(&v, game, sizeof game) || !*game || strchr(game, ' '))
        return refuse(error, "game", "expected the id of a game");
    v = find_given(message, "seats");
    if (v.at && json_type(&v) != JSON_LIST)
        return refuse(error, "seats", "expected a list");
    out_text(o, game);
    for (int i = 0; i < TABLE_KEYS; i++) {
        v = json_find(message, table_keys[i]);
        if (v.at && !add_setting(o, &v, error))
            return false;
    }
    return add_options(o, message, error);
}

/* Writes the settings as text and reads this text. So the same function checks all settings, from a
 * request or from the store. */
static bool read_create(const struct json_value *message, struct request *r, struct out *error)
{
    char buffer[SETTINGS_BYTES];
    struct out text;
    out_init(&text, buffer, sizeof buffer);
    if (!add_settings(&text, message, error))
        return false;
    if (text.overflow) {
        out_text(error, "there are too many options");
        return false;
    }
    return settings_parse((struct slice){buffer, (int)text.used}, &r->settings, error) &&
           read_sitters(message, r, error) && request_read_seed(message, r, error) &&
           request_read_seal(message, r, error);
}

/* ---- The message ---- */

/* Reads the text as one JSON object. If it is not one, `at` is NULL and the reason is written. */
static struct json_value read_message(struct slice text, struct out *error)
{
    struct json_fault fault;
    struct json_value message = json_read(text, DEPTH, &fault);
    if (!message.at && fault.type == JSON_BROKEN)
        out_format(error, "the message is not valid JSON (%s)", fault.reason);
    else if (!message.at)
        out_text(error, "the message is not one JSON object");
    return message;
}

static bool request_read_type(const struct json_value *message, struct request *r,
                              struct out *error)
{
    char name[SETTING_BYTES];
    struct json_value v = json_find(message, "type");
    if (!request_read_text(&v, name, sizeof name))
        return refuse(error, "type", "expected the type of a message");
    for (int type = 0; type < REQ_TYPES; type++)
        if (strcmp(name, shapes[type].name) == 0) {
            r->type = (enum request_type)type;
            return true;
        }
    out_format(error, "there is no message of type \"%s\"", name);
    return false;
}

bool request_parse(struct slice text, struct request *r, struct out *error)
{
    *r = (struct request){.type = REQ_TYPES, .ref = -1, .seat = -1, .number = -1};
    struct json_value message = read_message(text, error), ref = json_find(&message, "ref");
    if (!message.at)
        return false;
    if (ref.at && !read_integer(&ref, &r->ref))
        return refuse(error, "ref", "expected %s", sort_name(SORT_NUMBER));
    return request_read_type(&message, r, error) && read_keys(&message, r, error) &&
           (r->type != REQ_CREATE || read_create(&message, r, error));
}
