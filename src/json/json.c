/* Reading JSON without a tree. json_read checks the whole text once, by recursive descent along the
 * grammar of RFC 8259. After that, the text is read in place: a value is just the place where it
 * starts. To find a member, the text of its object is walked over. That is simple in a text that is
 * known to be valid: brackets match, strings end, escapes are complete. So nothing is allocated,
 * and a text may have any number of values.
 *
 * The price is time: finding a member takes as long as its object is long, and lists are walked
 * from their first element; there is no access to the nth one.
 *
 * During the check, every byte is compared with the end of the text. Afterwards that is not
 * necessary: the whole text is an object, so at least its closing bracket follows every value that
 * is read. */
#include "json/json.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MAX = 19, PATH_KEY_BYTES = 40 };

/* ---- Characters ---- */

/* The length in bytes of a character that starts with this byte; 0 if none can. */
static int utf8_length(unsigned char first)
{
    return first < 0x80         ? 1
           : first >> 5 == 0x06 ? 2
           : first >> 4 == 0x0e ? 3
           : first >> 3 == 0x1e ? 4
                                : 0;
}

/* The length of the character at `c`; 0 if it is not valid. Overlong forms and surrogates are not
 * valid: other clients would close the connection if they were sent one. */
static int utf8_check(const char *c, ptrdiff_t room)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = utf8_length((unsigned char)*c);
    unsigned code = (unsigned char)*c & (length == 1 ? 0x7f : 0x7fu >> length);
    if (length > room)
        return 0;
    for (int i = 1; i < length; i++) {
        if ((unsigned char)c[i] >> 6 != 2)
            return 0;
        code = code << 6 | ((unsigned char)c[i] & 0x3f);
    }
    bool good = code >= least[length] && code <= 0x10ffff && code >> 11 != 0xd800 >> 11;
    return good ? length : 0;
}

static int utf8_write(unsigned code, char bytes[4])
{
    static const unsigned char mark[] = {0, 0, 0xc0, 0xe0, 0xf0};
    int length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = length - 1; i > 0; i--, code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(mark[length] | code);
    return length;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The value of a hexadecimal digit; -1 if it is not one. */
static int hex_value(int c)
{
    int letter = c | 0x20;
    return is_digit(c) ? c - '0' : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/* ---- The check ---- */

struct check {
    const char *at, *end;
    const char *reason; /* what is wrong at `at` */
};

static bool json_refuse(struct check *c, const char *reason)
{
    c->reason = reason;
    return false;
}

/* The next byte; -1 at the end. */
static int peek(const struct check *c)
{
    return c->at < c->end ? (unsigned char)*c->at : -1;
}

static bool accept(struct check *c, char byte)
{
    bool there = peek(c) == byte;
    c->at += there;
    return there;
}

static bool expect_byte(struct check *c, char byte, const char *reason)
{
    return accept(c, byte) || json_refuse(c, reason);
}

static void pass_spaces(struct check *c)
{
    while (is_space(peek(c)))
        c->at++;
}

static bool check_word(struct check *c, const char *word)
{
    for (; *word; word++)
        if (!expect_byte(c, *word, "expected true, false or null"))
            return false;
    return true;
}

static bool check_digits(struct check *c, int most)
{
    if (!is_digit(peek(c)))
        return json_refuse(c, "expected a digit");
    for (; is_digit(peek(c)); c->at++)
        if (most-- == 0)
            return json_refuse(c, "a number with too many digits");
    return true;
}

static bool check_number(struct check *c)
{
    accept(c, '-');
    if (!accept(c, '0') && !check_digits(c, DIGITS_MAX)) /* no digit may follow a leading zero */
        return false;
    if (accept(c, '.') && !check_digits(c, INT_MAX))
        return false;
    if (!accept(c, 'e') && !accept(c, 'E'))
        return true;
    if (!accept(c, '+'))
        accept(c, '-');
    return check_digits(c, INT_MAX);
}

static bool check_escape(struct check *c)
{
    int unit = 0;
    if (!accept(c, 'u')) {
        if (peek(c) <= 0 || !strchr("\"\\/bfnrt", peek(c)))
            return json_refuse(c, "an unknown escape in a string");
        c->at++;
        return true;
    }
    for (int i = 0; i < 4; i++, c->at++) {
        int digit = hex_value(peek(c));
        if (digit < 0)
            return json_refuse(c, "an unknown escape in a string");
        unit = unit << 4 | digit;
        if (i == 3 && unit == 0)
            return json_refuse(c, "NUL in a string");
    }
    return true;
}

/* Whether the byte stands for itself in a string, as nearly all do. */
static bool is_plain(char byte)
{
    return byte >= ' ' && byte != '"' && byte != '\\' && (unsigned char)byte < 0x80;
}

static void pass_plain(struct check *c)
{
    const char *at = c->at;
    while (at < c->end && is_plain(*at))
        at++;
    c->at = at;
}

static bool check_text(struct check *c)
{
    if (!expect_byte(c, '"', "expected a key in double quotes"))
        return false;
    for (pass_plain(c); !accept(c, '"'); pass_plain(c)) {
        int byte = peek(c), length = byte > 0 ? utf8_check(c->at, c->end - c->at) : 0;
        if (!length)
            return json_refuse(c, "NUL or invalid UTF-8 in a string");
        if (byte < ' ')
            return json_refuse(c, "a control character in a string");
        c->at += length;
        if (byte == '\\' && !check_escape(c))
            return false;
    }
    return true;
}

static bool check_parts(struct check *c, char close, int depth);

static bool check_value(struct check *c, int depth)
{
    if (depth == 0)
        return json_refuse(c, "nesting too deep");
    switch (peek(c)) {
    case '{':
        return check_parts(c, '}', depth - 1);
    case '[':
        return check_parts(c, ']', depth - 1);
    case '"':
        return check_text(c);
    case 't':
        return check_word(c, "true");
    case 'f':
        return check_word(c, "false");
    case 'n':
        return check_word(c, "null");
    default:
        return is_digit(peek(c)) || peek(c) == '-' ? check_number(c)
                                                   : json_refuse(c, "expected a value");
    }
}

static bool check_key(struct check *c)
{
    if (!check_text(c))
        return false;
    pass_spaces(c);
    if (!expect_byte(c, ':', "expected ':' after a key"))
        return false;
    pass_spaces(c);
    return true;
}

/* An object or a list, from its opening bracket on. */
static bool check_parts(struct check *c, char close, int depth)
{
    c->at++;
    pass_spaces(c);
    if (accept(c, close))
        return true;
    do {
        pass_spaces(c);
        if (close == '}' && !check_key(c))
            return false;
        if (!check_value(c, depth))
            return false;
        pass_spaces(c);
    } while (accept(c, ','));
    return expect_byte(c, close, close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
}

static bool check_end(struct check *c)
{
    pass_spaces(c);
    return c->at == c->end || json_refuse(c, "expected nothing after the value");
}

/* At the end of the text the reason is always the same: the rest is missing. */
static struct json_fault fault_at(const struct check *c, const char *text)
{
    struct json_fault f = {JSON_BROKEN, c->reason, 1, 1};
    if (c->at == c->end) {
        f.type = c->reason ? JSON_EARLY : JSON_OTHER;
        f.reason = c->reason ? "the text ends too early" : "expected one JSON object";
    }
    for (; text < c->at; text++) {
        f.line += *text == '\n';
        f.column = *text == '\n' ? 1 : f.column + 1;
    }
    return f;
}

struct json_value json_read(struct slice text, int depth, struct json_fault *fault)
{
    struct check c = {.at = text.at, .end = text.at + text.length};
    pass_spaces(&c);
    struct json_value v = {.at = c.at};
    bool object = peek(&c) == '{';
    if (check_value(&c, depth) && check_end(&c) && object)
        return v;
    *fault = fault_at(&c, text.at);
    return (struct json_value){0};
}

/* ---- Walking over a text that was checked ---- */

static const char *json_skip_spaces(const char *at)
{
    while (is_space(*at))
        at++;
    return at;
}

/* From the opening quote of a string to its closing quote: the first one after an even number of
 * backslashes. */
static const char *skip_text(const char *at)
{
    const char *slashes;
    do {
        at = strchr(at + 1, '"');
        for (slashes = at; slashes[-1] == '\\'; slashes--)
            continue;
    } while ((at - slashes) % 2);
    return at;
}

/* Returns the place after the value. */
static const char *skip_value(const char *at)
{
    int depth = 0;
    if (is_digit(*at) || *at == '-' || (*at >= 'a' && *at <= 'z')) {
        while (!is_space(*at) && *at != ',' && *at != ']' && *at != '}')
            at++;
        return at;
    }
    do {
        if (*at == '"')
            at = skip_text(at);
        else if ((*at | 0x20) == '{') /* or '[' */
            depth++;
        else if ((*at | 0x20) == '}') /* or ']' */
            depth--;
        at++;
    } while (depth > 0);
    return at;
}

static struct slice text_inside(const char *at)
{
    return (struct slice){at + 1, (int)(skip_text(at) - at - 1)};
}

/* Sets the part's place, and its key if it has one, from where the part begins. */
static void part_begin(struct json_value *part, const char *at)
{
    if (*part->whole->at == '{') {
        part->key = text_inside(at);
        at = json_skip_spaces(part->key.at + part->key.length + 1);
        at = json_skip_spaces(at + 1); /* the colon */
    }
    part->at = at;
}

struct json_value json_first(const struct json_value *whole)
{
    struct json_value part = {.whole = whole, .error = whole->error};
    enum json_type type = json_type(whole);
    if (type != JSON_OBJECT && type != JSON_LIST)
        return part;
    const char *at = json_skip_spaces(whole->at + 1);
    if (*at != '}' && *at != ']')
        part_begin(&part, at);
    return part;
}

void json_next(struct json_value *part)
{
    const char *at = json_skip_spaces(skip_value(part->at));
    part->place++;
    part->at = NULL;
    if (*at == ',')
        part_begin(part, json_skip_spaces(at + 1));
}

int json_count(const struct json_value *whole)
{
    int count = 0;
    for (struct json_value part = json_first(whole); part.at; json_next(&part))
        count++;
    return count;
}

enum json_type json_type(const struct json_value *v)
{
    if (!v->at)
        return JSON_NONE;
    switch (*v->at) {
    case '{':
        return JSON_OBJECT;
    case '[':
        return JSON_LIST;
    case '"':
        return JSON_TEXT;
    case 't':
    case 'f':
        return JSON_FLAG;
    case 'n':
        return JSON_NULL;
    default:
        return strchr(".eE", v->at[1 + strspn(v->at + 1, "0123456789")]) ? JSON_REAL : JSON_INTEGER;
    }
}

struct slice json_raw(const struct json_value *v)
{
    return (struct slice){v->at, (int)(skip_value(v->at) - v->at)};
}

/* ---- Texts ---- */

/* The four digits of an escape. */
static unsigned unit_read(const char *at)
{
    unsigned unit = 0;
    for (int i = 0; i < 4; i++)
        unit = unit << 4 | (unsigned)hex_value(at[i]);
    return unit;
}

/* Reads the character of an escape, which may be two escapes (a surrogate pair). `at` is after the
 * first '\u', and afterwards after all of it. */
static unsigned escape_read(const char **at)
{
    unsigned unit = unit_read(*at);
    *at += 4;
    if (unit >> 11 != 0xd800 >> 11)
        return unit;
    if (unit < 0xdc00 && (*at)[0] == '\\' && (*at)[1] == 'u') {
        unsigned low = unit_read(*at + 2);
        if (low >> 10 == 0xdc00 >> 10) {
            *at += 6;
            return 0x10000 + ((unit - 0xd800) << 10 | (low - 0xdc00));
        }
    }
    return 0xfffd;
}

/* Reads the next character of a string; returns its length in bytes. */
static int character_read(const char **at, char bytes[4])
{
    static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
    if (**at != '\\') {
        int length = utf8_length((unsigned char)**at);
        memcpy(bytes, *at, (size_t)length);
        *at += length;
        return length;
    }
    char letter = (*at)[1];
    const char *known = strchr(letters, letter);
    *at += 2;
    if (letter == 'u')
        return utf8_write(escape_read(at), bytes);
    bytes[0] = known ? meant[known - letters] : letter;
    return 1;
}

static bool text_read(struct slice raw, char *text, size_t size)
{
    size_t used = 0;
    for (const char *at = raw.at; at < raw.at + raw.length;) {
        char bytes[4];
        size_t length = (size_t)character_read(&at, bytes);
        if (used + length >= size)
            return false;
        memcpy(text + used, bytes, length);
        used += length;
        text[used] = '\0';
    }
    return true;
}

static bool json_text_is(struct slice raw, const char *text)
{
    for (const char *at = raw.at; at < raw.at + raw.length;) {
        char bytes[4];
        size_t length = (size_t)character_read(&at, bytes);
        if (strncmp(text, bytes, length) != 0)
            return false;
        text += length;
    }
    return !*text;
}

bool json_get_text(const struct json_value *v, char *text, size_t size)
{
    text[0] = '\0';
    if (json_type(v) == JSON_TEXT && text_read(text_inside(v->at), text, size))
        return true;
    text[0] = '\0';
    return false;
}

bool json_get_key(const struct json_value *v, char *text, size_t size)
{
    text[0] = '\0';
    return v->key.at && text_read(v->key, text, size);
}

struct json_value json_find(const struct json_value *whole, const char *key)
{
    struct json_value found = {
        .whole = whole, .key = {key, (int)strlen(key)}, .error = whole->error};
    if (json_type(whole) != JSON_OBJECT)
        return found;
    for (struct json_value part = json_first(whole); part.at; json_next(&part))
        if (json_text_is(part.key, key))
            found.at = part.at;
    return found;
}

/* ---- Numbers and flags ---- */

bool json_get_integer(const struct json_value *v, int64_t *number)
{
    if (json_type(v) != JSON_INTEGER)
        return false;
    bool negative = *v->at == '-';
    uint64_t size = 0; /* DIGITS_MAX digits fit */
    for (const char *c = v->at + negative; is_digit(*c); c++)
        size = size * 10 + (uint64_t)(*c - '0');
    if (size > (uint64_t)INT64_MAX + negative)
        return false;
    *number = (int64_t)(negative ? -size : size);
    return true;
}

bool json_get_real(const struct json_value *v, double *number)
{
    enum json_type type = json_type(v);
    if (type != JSON_INTEGER && type != JSON_REAL)
        return false;
    *number = strtod(v->at, NULL);
    return true;
}

bool json_get_flag(const struct json_value *v, bool *yes)
{
    if (json_type(v) != JSON_FLAG)
        return false;
    *yes = *v->at == 't';
    return true;
}

/* ---- Errors ---- */

/* Prints the key without control characters: it may contain anything, and a terminal must not
 * execute it. */
static void key_print(struct slice key, struct out *o)
{
    for (int i = 0; i < key.length && i < PATH_KEY_BYTES; i++)
        out_char(o, key.at[i] >= ' ' && key.at[i] <= '~' ? key.at[i] : '?');
}

static void path_print(const struct json_value *v, struct out *o)
{
    if (!v->whole)
        return;
    path_print(v->whole, o);
    if (v->key.at) {
        out_text(o, v->whole->whole ? "." : "");
        key_print(v->key, o);
    } else {
        out_format(o, "[%d]", v->place);
    }
}

bool json_fail(const struct json_value *v, const char *format, ...)
{
    va_list arguments;
    if (!v->error)
        return false;
    path_print(v, v->error);
    out_text(v->error, v->whole ? ": " : "");
    va_start(arguments, format);
    out_format_list(v->error, format, arguments);
    va_end(arguments);
    return false;
}

static const char *type_name(enum json_type type)
{
    static const char *const names[] = {
        [JSON_NONE] = "nothing",       [JSON_NULL] = "null",
        [JSON_FLAG] = "true or false", [JSON_INTEGER] = "a whole number",
        [JSON_REAL] = "a number",      [JSON_TEXT] = "a string",
        [JSON_LIST] = "a list",        [JSON_OBJECT] = "an object",
    };
    return names[type];
}

bool json_expect(const struct json_value *v, enum json_type type)
{
    enum json_type found = json_type(v);
    return found == type ||
           json_fail(v, "expected %s, found %s", type_name(type), type_name(found));
}

struct json_value json_member(const struct json_value *whole, const char *key, enum json_type type)
{
    struct json_value part = json_find(whole, key);
    if (whole->at && !json_expect(&part, type))
        part.at = NULL;
    return part;
}
