/* Text that fits the terminal. */
#include "cli/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utf8proc.h>

#include "core/out.h"

static struct winsize terminal_size(void)
{
    struct winsize size = {0};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        size = (struct winsize){0};
    return size;
}

int terminal_columns(void)
{
    return terminal_size().ws_col;
}

int terminal_lines(void)
{
    int lines = terminal_size().ws_row;
    return lines > 0 ? lines : 24;
}

struct glyph glyph_at(const char *text, size_t length)
{
    utf8proc_int32_t code;
    utf8proc_ssize_t bytes = utf8proc_iterate((const utf8proc_uint8_t *)text,
                                              (utf8proc_ssize_t)length, &code);
    if (bytes <= 0 || code < 0x80) /* also NO_BREAK, which is shown as a space */
        return (struct glyph){1, 1};
    return (struct glyph){(size_t)bytes, utf8proc_charwidth(code)};
}

/* The length of a colour code at the start of the text, or 0. It takes no room on the screen. */
static size_t code_length(const char *text)
{
    return text[0] == '\033' ? strcspn(text, "m") + 1 : 0;
}

/* The number of bytes that fit into the width; the line breaks at a space if there is one. */
static size_t fitting(const char *line, size_t length, int width)
{
    size_t space = 0;
    int column = 0;
    for (size_t i = 0; i < length;) {
        size_t code = code_length(line + i);
        if (code) {
            i += code;
            continue;
        }
        if (line[i] == ' ')
            space = i;
        struct glyph glyph = glyph_at(line + i, length - i);
        column += glyph.columns;
        if (column > width)
            return space ? space : i;
        i += glyph.bytes;
    }
    return length;
}

static void print_part(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        putchar(text[i] == NO_BREAK[0] ? ' ' : text[i]);
}

void print_fitted(const char *text)
{
    int width = terminal_columns();
    while (*text) {
        size_t length = strcspn(text, "\n"), indent = strspn(text, " ");
        bool ends = text[length] == '\n';
        for (size_t part = width > 20 ? fitting(text, length, width) : length; part < length;
             part = fitting(text, length, width - (int)indent - 2)) {
            print_part(text, part);
            printf("\n%*s", (int)indent + 2, "");
            text += part + (text[part] == ' ');
            length -= part + (text[-1] == ' ');
        }
        print_part(text, length);
        fputs(ends ? "\n" : "", stdout);
        text += length + ends;
    }
}

bool use_colour(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && terminal &&
           strcmp(terminal, "dumb") != 0;
}
