/* Versions of json-c differ in what their strict mode accepts: 0.16 takes control characters in
 * strings and makes the largest number of any larger one; 0.18 refuses both, and every byte above
 * 127 with them. So what is in doubt is decided here, and the strict mode is shown the text with a
 * '?' for every such byte; if it has nothing against that, the text itself is read without it. */
#include "json/json.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS_MAX = 19, /* of a whole number that fits into 64 bits; a minus is one of them */
};

/* The length of the character at `c`, and its code; 0 if it is none. Overlong ones and halves of
 * pairs are none: other people's clients end the connection for them. */
static int utf8_read(const unsigned char *c, int room, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = c[0] < 0x80       ? 1
                 : c[0] >> 5 == 6  ? 2
                 : c[0] >> 4 == 14 ? 3
                 : c[0] >> 3 == 30 ? 4
                                   : 0;
    *code = c[0] & (length == 1 ? 0x7f : 0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if (i >= room || c[i] >> 6 != 2)
            return 0;
        *code = *code << 6 | (c[i] & 0x3f);
    }
    bool valid = *code >= least[length] && *code <= 0x10ffff && *code >> 11 != 0xd800 >> 11;
    return valid ? length : 0;
}

/* What stands outside of strings; so NaN, 'a' and comments are refused. */
static const char outside[] = "{}[]:,+-.0123456789eE truefalsn\t\r\n\"";

/* What is wrong with the text, and where; NULL if it can be given to the parser. */
static const char *find_fault(struct word text, int *at)
{
    bool quoted = false;
    int digits = 0, length;
    uint32_t code;
    for (int i = 0; i < text.length; i += length) {
        const unsigned char *c = (const unsigned char *)text.at + i;
        *at = i;
        length = utf8_read(c, text.length - i, &code);
        if (length == 0 || code == 0)
            return "NUL, or invalid UTF-8";
        if (quoted && code < ' ')
            return "a control character in a string";
        if (quoted && text.length - i >= 6 && memcmp(c, "\\u0000", 6) == 0)
            return "NUL in a string"; /* json-c would end a key there */
        if (quoted && code == '\\' && i + 1 < text.length && (c[1] == '"' || c[1] == '\\'))
            length = 2;
        else if (code == '"')
            quoted = !quoted;
        digits = code == '.'                                   ? INT_MIN
                 : code == '-' || (code >= '0' && code <= '9') ? digits + 1
                                                               : 0;
        if (!quoted && digits > DIGITS_MAX)
            return "a number with too many digits";
        if (!quoted && (code >= 0x80 || !strchr(outside, (int)code)))
            return "unexpected character";
    }
    return NULL;
}

/* The text with a '?' for every byte that is not ASCII, freed by the caller. */
static struct word ascii_twin(struct word text)
{
    char *twin = malloc((size_t)text.length + 1);
    if (!twin)
        abort();
    for (int i = 0; i < text.length; i++)
        twin[i] = (char)((unsigned char)text.at[i] < 0x80 ? text.at[i] : '?');
    return (struct word){twin, text.length};
}

static int line_of(struct word text, size_t offset)
{
    int line = 1;
    for (size_t i = 0; i < offset && i < (size_t)text.length; i++)
        line += text.at[i] == '\n';
    return line;
}

static struct json_object *parse(struct word text, int depth, int flags, struct json_fault *fault)
{
    struct json_tokener *t = json_tokener_new_ex(depth);
    if (!t)
        abort();
    json_tokener_set_flags(t, flags);
    struct json_object *o = json_tokener_parse_ex(t, text.at, text.length);
    enum json_tokener_error e = json_tokener_get_error(t);
    size_t end = json_tokener_get_parse_end(t);
    json_tokener_free(t);
    if (e == json_tokener_success && end == (size_t)text.length &&
        json_object_is_type(o, json_type_object))
        return o;
    json_object_put(o);
    *fault = (struct json_fault){e == json_tokener_success    ? JSON_OTHER
                                 : e == json_tokener_continue ? JSON_EARLY
                                                              : JSON_BROKEN,
                                 json_tokener_error_desc(e), line_of(text, end)};
    return NULL;
}

struct json_object *json_read(struct word text, int depth, struct json_fault *fault)
{
    int at = 0;
    const char *reason = find_fault(text, &at);
    if (reason) {
        *fault = (struct json_fault){JSON_BROKEN, reason, line_of(text, (size_t)at)};
        return NULL;
    }
    struct word twin = ascii_twin(text);
    struct json_object *o = parse(twin, depth, JSON_TOKENER_STRICT, fault);
    if (o && memcmp(twin.at, text.at, (size_t)text.length) != 0) {
        json_object_put(o);
        o = parse(text, depth, 0, fault);
    }
    free((char *)(intptr_t)twin.at);
    return o;
}
