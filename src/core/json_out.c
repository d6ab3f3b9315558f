/* JSON, written to the bounded writer. */
#include "core/json_out.h"

#include <stdarg.h>

/* No comma is needed at the start, nor after an opening bracket, a colon, a space or a newline. A
 * string cannot be mistaken for one of these: its last byte is its quote. */
static bool comma_due(const struct out *o)
{
    switch (o->used ? o->text[o->used - 1] : ' ') {
    case '{':
    case '[':
    case ':':
    case ' ':
    case '\n':
        return false;
    default:
        return true;
    }
}

static void comma(struct out *o)
{
    if (comma_due(o))
        out_text(o, o->spaced ? ", " : ",");
}

void json_object_begin(struct out *o)
{
    comma(o);
    out_char(o, '{');
}

void json_object_end(struct out *o)
{
    out_char(o, '}');
}

void json_list_begin(struct out *o)
{
    comma(o);
    out_char(o, '[');
}

void json_list_end(struct out *o)
{
    out_char(o, ']');
}

void json_key(struct out *o, const char *key)
{
    comma(o);
    out_json_string(o, key);
    out_text(o, o->spaced ? ": " : ":");
}

void json_text(struct out *o, const char *text)
{
    comma(o);
    out_json_string(o, text);
}

void json_number(struct out *o, int64_t number)
{
    comma(o);
    out_integer(o, number);
}

void json_flag(struct out *o, bool yes)
{
    comma(o);
    out_text(o, yes ? "true" : "false");
}

void json_null(struct out *o)
{
    comma(o);
    out_text(o, "null");
}

void json_format(struct out *o, const char *format, ...)
{
    va_list arguments;
    comma(o);
    va_start(arguments, format);
    out_format_list(o, format, arguments);
    va_end(arguments);
}

void json_text_begin(struct out *o)
{
    comma(o);
    out_char(o, '"');
}

void json_text_end(struct out *o)
{
    out_char(o, '"');
}

void json_member_text(struct out *o, const char *key, const char *text)
{
    json_key(o, key);
    json_text(o, text);
}

void json_member_number(struct out *o, const char *key, int64_t number)
{
    json_key(o, key);
    json_number(o, number);
}

void json_member_flag(struct out *o, const char *key, bool yes)
{
    json_key(o, key);
    json_flag(o, yes);
}

void json_member_object(struct out *o, const char *key)
{
    json_key(o, key);
    json_object_begin(o);
}

void json_member_list(struct out *o, const char *key)
{
    json_key(o, key);
    json_list_begin(o);
}

void json_line(struct out *o, int spaces)
{
    out_text(o, comma_due(o) ? ",\n" : "\n");
    for (int i = 0; i < spaces; i++)
        out_char(o, ' ');
}
