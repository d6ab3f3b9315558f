/* The bounded reader. */
#include "core/scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

void scan_init(struct scan *s, const char *file, struct slice text, struct out *error)
{
    *s = (struct scan){.file = file,
                       .text = text.at,
                       .at = text.at,
                       .stop = text.at,
                       .end = text.at + text.length,
                       .error = error};
}

void scan_init_line(struct scan *s, const char *file, struct slice text, struct out *error)
{
    scan_init(s, file, text, error);
    s->stop = s->end;
    s->line = 1;
}

static void scan_skip_spaces(struct scan *s)
{
    while (s->at < s->stop && is_space(*s->at))
        s->at++;
}

static void open_line(struct scan *s)
{
    s->line++;
    s->text = s->at;
    const char *newline = memchr(s->at, '\n', (size_t)(s->end - s->at));
    s->stop = newline ? newline : s->end;
    const char *comment = memchr(s->at, '#', (size_t)(s->stop - s->at));
    if (comment)
        s->stop = comment;
    scan_skip_spaces(s);
}

bool scan_line(struct scan *s)
{
    while (!s->failed) {
        const char *next = s->at;
        if (s->line > 0) {
            const char *newline = memchr(s->stop, '\n', (size_t)(s->end - s->stop));
            next = newline ? newline + 1 : s->end;
        }
        if (next >= s->end) {
            s->at = s->stop;
            return false;
        }
        s->at = next;
        open_line(s);
        if (s->at < s->stop)
            return true;
    }
    return false;
}

struct slice scan_word(struct scan *s)
{
    scan_skip_spaces(s);
    struct slice w = {s->at, 0};
    while (s->at < s->stop && !is_space(*s->at))
        if (*s->at++ == ':')
            break;
    w.length = (int)(s->at - w.at);
    return w;
}

struct slice scan_peek(struct scan *s)
{
    const char *at = s->at;
    struct slice w = scan_word(s);
    s->at = at;
    return w;
}

struct slice scan_rest(struct scan *s)
{
    scan_skip_spaces(s);
    struct slice w = {s->at, (int)(s->stop - s->at)};
    while (w.length > 0 && is_space(w.at[w.length - 1]))
        w.length--;
    s->at = s->stop;
    return w;
}

bool scan_item(struct scan *s, struct scan *item)
{
    scan_skip_spaces(s);
    if (s->at >= s->stop || s->failed)
        return false;
    const char *comma = memchr(s->at, ',', (size_t)(s->stop - s->at));
    *item = *s;
    item->stop = comma ? comma : s->stop;
    s->at = comma ? comma + 1 : s->stop;
    scan_skip_spaces(s);
    if (comma && s->at == s->stop)
        item->stop = s->stop; /* a comma at the end of the line is part of the piece */
    return true;
}

bool scan_accept(struct scan *s, const char *word)
{
    if (!slice_is(scan_peek(s), word))
        return false;
    scan_word(s);
    return true;
}

bool scan_fail(struct scan *s, struct slice place, const char *format, ...)
{
    if (s->failed)
        return false;
    s->failed = true;
    const char *at = place.at ? place.at : s->at;
    int column = at >= s->text ? (int)(at - s->text) + 1 : 1;
    if (s->file)
        out_format(s->error, "%s:%d:%d: ", s->file, s->line > 0 ? s->line : 1, column);
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    for (char *c = message; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    out_text(s->error, message);
    return false;
}

bool scan_line_end(struct scan *s)
{
    struct slice extra = scan_rest(s);
    if (extra.length == 0)
        return !s->failed;
    return scan_fail(s, extra, "expected the end of the line, found '%.*s'", SLICE(extra));
}

bool slice_is(struct slice w, const char *text)
{
    return strlen(text) == (size_t)w.length && memcmp(w.at, text, (size_t)w.length) == 0;
}

struct slice slice_cut(struct slice *w, char mark)
{
    const char *found = memchr(w->at, mark, (size_t)w->length);
    struct slice head = {w->at, found ? (int)(found - w->at) : w->length};
    int skip = head.length + (found ? 1 : 0);
    *w = (struct slice){w->at + skip, w->length - skip};
    return head;
}

bool slice_number(struct slice w, int most, int *number)
{
    long value = 0;
    for (int i = 0; i < w.length; i++) {
        if (w.at[i] < '0' || w.at[i] > '9')
            return false;
        value = value * 10 + (w.at[i] - '0');
        if (value > most)
            return false;
    }
    *number = (int)value;
    return w.length > 0;
}
