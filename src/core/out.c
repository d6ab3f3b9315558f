/* The bounded writer. */
#include "core/out.h"

#include <stdio.h>
#include <string.h>

void out_init(struct out *o, char *buffer, size_t size)
{
    *o = (struct out){.text = buffer, .size = size};
    buffer[0] = '\0';
}

void out_init_piece(struct out *o, char *buffer, size_t size, struct out *whole)
{
    out_init(o, buffer, size);
    o->colour = whole->colour;
    o->marks = whole->marks;
    o->catalog = whole->catalog;
    o->whole = whole;
}

void out_clear(struct out *o)
{
    o->used = 0;
    o->overflow = false;
    o->text[0] = '\0';
}

static void cut(struct out *o)
{
    for (; o; o = o->whole)
        o->overflow = true;
}

void out_char(struct out *o, char c)
{
    if (o->used + 1 >= o->size) {
        cut(o);
        return;
    }
    o->text[o->used++] = c;
    o->text[o->used] = '\0';
}

static void out_bytes(struct out *o, const char *bytes, size_t length)
{
    size_t room = o->size - 1 - o->used;
    if (length > room) {
        length = room;
        cut(o);
    }
    memcpy(o->text + o->used, bytes, length);
    o->used += length;
    o->text[o->used] = '\0';
}

void out_text(struct out *o, const char *text)
{
    out_bytes(o, text, strlen(text));
}

void out_integer(struct out *o, int64_t number)
{
    char digits[20], *end = digits + sizeof digits, *at = end;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--at = '-';
    out_bytes(o, at, (size_t)(end - at));
}

void out_format_list(struct out *o, const char *format, va_list arguments)
{
    size_t room = o->size - o->used;
    int length = vsnprintf(o->text + o->used, room, format, arguments);
    if (length < 0 || (size_t)length >= room) {
        cut(o);
        o->used = o->size - 1;
        o->text[o->used] = '\0';
    } else {
        o->used += (size_t)length;
    }
}

void out_format(struct out *o, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    out_format_list(o, format, arguments);
    va_end(arguments);
}

void out_style(struct out *o, enum style style)
{
    static const char *const codes[] = {
        [STYLE_PLAIN] = "\033[0m",   [STYLE_STRONG] = "\033[1m",  [STYLE_FAINT] = "\033[2m",
        [STYLE_YOU] = "\033[1;34m",  [STYLE_DANGER] = "\033[31m", [STYLE_GOLD] = "\033[33m",
        [STYLE_SECRET] = "\033[35m",
    };
    if (o->colour)
        out_text(o, codes[style]);
}

void out_styled(struct out *o, enum style style, const char *text)
{
    out_style(o, style);
    out_text(o, text);
    out_style(o, STYLE_PLAIN);
}

size_t line_length(const char *text)
{
    size_t length = strcspn(text, "\n");
    return length + (text[length] == '\n');
}

/* Most characters stand for themselves; runs of them are copied at once. */
void out_json_string(struct out *o, const char *text)
{
    out_char(o, '"');
    for (const char *c = text;; c++) {
        const char *run = c;
        while ((unsigned char)*c >= 0x20 && *c != '"' && *c != '\\' && *c != 0x7f)
            c++;
        out_bytes(o, run, (size_t)(c - run));
        if (*c == '\0')
            break;
        if (*c == '\n')
            out_text(o, "\\n");
        else if (*c == '"' || *c == '\\')
            out_format(o, "\\%c", *c);
        else
            out_format(o, "\\u%04x", *c);
    }
    out_char(o, '"');
}
