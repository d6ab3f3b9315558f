/* Prints rules pages in a terminal: supports the part of Markdown that they use, and wraps the text
 * at the width of the terminal. */
#include "cli/markdown.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/terminal.h"

enum { COLUMNS_MAX = 12, BLOCK_BYTES = 8192, WIDTH_MAX = 96, GAP = 2, LAST_COLUMN_MIN = 30 };

struct printer {
    int width;
    struct out out;
};

static struct slice markdown_next_line(const char **text, const char *end)
{
    const char *newline = memchr(*text, '\n', (size_t)(end - *text));
    struct slice line = {*text, (int)((newline ? newline : end) - *text)};
    *text = newline ? newline + 1 : end;
    return line;
}

static bool starts(struct slice line, const char *start)
{
    return line.length >= (int)strlen(start) && strncmp(line.at, start, strlen(start)) == 0;
}

/* The indent of the lines below a list item ('- ' or '1. '); 0 if the line does not begin an item.
 */
static int item_indent(struct slice line)
{
    int digits = 0;
    while (digits < line.length && line.at[digits] >= '0' && line.at[digits] <= '9')
        digits++;
    if (digits > 0 && digits + 1 < line.length && line.at[digits] == '.')
        return digits + 2;
    return starts(line, "- ") ? 2 : 0;
}

/* The columns that the text takes, without Markdown marks. */
static int visible(struct slice w)
{
    int columns = 0;
    for (int i = 0; i < w.length;) {
        struct glyph glyph = glyph_at(w.at + i, (size_t)(w.length - i));
        columns += w.at[i] != '`' && w.at[i] != '*' ? glyph.columns : 0;
        i += (int)glyph.bytes;
    }
    return columns;
}

/* The words of one paragraph, wrapped at the width; ** and ` become styles. */
static void flow(struct printer *p, struct slice text, int column, int indent)
{
    struct scan s;
    struct out ignored;
    char error[8];
    bool strong = false, code = false, first = true;
    out_init(&ignored, error, sizeof error);
    scan_init_line(&s, NULL, text, &ignored);
    for (;;) {
        const char *start = s.at + strspn(s.at, " ");
        const char *stop = start;
        while (stop < s.stop && *stop != ' ')
            stop++;
        if (start >= s.stop)
            break;
        struct slice w = {start, (int)(stop - start)};
        s.at = stop;
        if (!first && column + 1 + visible(w) > p->width) {
            out_format(&p->out, "\n%*s", indent, "");
            column = indent;
        } else if (!first) {
            out_char(&p->out, ' ');
            column++;
        }
        first = false;
        for (int i = 0; i < w.length; i++) {
            if (w.at[i] == '*' && i + 1 < w.length && w.at[i + 1] == '*') {
                strong = !strong;
                out_style(&p->out, strong ? STYLE_STRONG : STYLE_PLAIN);
                i++;
            } else if (w.at[i] == '`') {
                code = !code;
                out_style(&p->out, code ? STYLE_GOLD : STYLE_PLAIN);
            } else {
                out_char(&p->out, w.at[i]);
            }
        }
        column += visible(w);
    }
    out_char(&p->out, '\n');
}

struct slice table_cell(struct slice *row)
{
    const char *end = row->at + row->length, *start = row->at + 1;
    const char *bar = start < end ? memchr(start, '|', (size_t)(end - start)) : NULL;
    if (!bar)
        return (struct slice){"", 0};
    *row = (struct slice){bar, (int)(end - bar)};
    while (start < bar && *start == ' ')
        start++;
    while (bar > start && bar[-1] == ' ')
        bar--;
    return (struct slice){start, (int)(bar - start)};
}

static void table_widths(struct slice table, int width[COLUMNS_MAX])
{
    const char *at = table.at, *end = table.at + table.length;
    while (at < end) {
        struct slice row = markdown_next_line(&at, end);
        if (starts(row, "|--"))
            continue;
        for (int i = 0; i < COLUMNS_MAX && row.length > 1; i++) {
            int columns = visible(table_cell(&row));
            width[i] = columns > width[i] ? columns : width[i];
        }
    }
}

/* The cells in columns. The last cell wraps; if there is little room, it gets its own lines. */
static void print_table(struct printer *p, struct slice table)
{
    int width[COLUMNS_MAX] = {0};
    const char *at = table.at, *end = table.at + table.length;
    bool heading = true;
    table_widths(table, width);
    while (at < end) {
        struct slice row = markdown_next_line(&at, end);
        int column = 0;
        if (starts(row, "|--"))
            continue;
        out_style(&p->out, heading ? STYLE_STRONG : STYLE_PLAIN);
        for (int i = 0; i < COLUMNS_MAX && row.length > 1; i++) {
            struct slice cell = table_cell(&row);
            if (row.length <= 1) {
                if (p->width - column < LAST_COLUMN_MIN) {
                    column = GAP;
                    out_format(&p->out, "\n%*s", column, "");
                }
                flow(p, cell, column, column);
                break;
            }
            out_format(&p->out, "%.*s%*s", cell.length, cell.at, width[i] - visible(cell) + GAP,
                       "");
            column += width[i] + GAP;
        }
        out_style(&p->out, STYLE_PLAIN);
        heading = false;
    }
}

/* Whether the line continues the block that begins with `first`. */
static bool goes_on(struct slice first, struct slice line)
{
    if (line.length == 0 || starts(first, "#"))
        return false;
    if (starts(first, "|") || starts(line, "|"))
        return starts(first, "|") && starts(line, "|");
    return !starts(line, "#") && item_indent(line) == 0;
}

static void print_block(struct printer *p, struct slice block)
{
    static char joined[BLOCK_BYTES];
    if (starts(block, "|")) {
        print_table(p, block);
        return;
    }
    size_t length = (size_t)block.length;
    if (length >= BLOCK_BYTES)
        length = BLOCK_BYTES - 1;
    memcpy(joined, block.at, length);
    for (size_t i = 0; i < length; i++)
        if (joined[i] == '\n')
            joined[i] = ' ';
    joined[length] = '\0';
    bool heading = joined[0] == '#';
    if (heading)
        out_style(&p->out, STYLE_STRONG);
    flow(p, (struct slice){joined, (int)length}, 0, item_indent(block));
    if (heading)
        out_style(&p->out, STYLE_PLAIN);
}

static void print_blocks(struct printer *p, struct slice text)
{
    const char *at = text.at, *end = text.at + text.length;
    while (at < end) {
        struct slice block = markdown_next_line(&at, end);
        if (block.length == 0) {
            out_char(&p->out, '\n');
            continue;
        }
        for (const char *next = at; next < end; at = next) {
            struct slice line = markdown_next_line(&next, end);
            if (!goes_on(block, line))
                break;
            block.length = (int)(line.at + line.length - block.at);
        }
        print_block(p, block);
    }
}

/* Prints through a pager if the text is longer than the screen of the terminal. */
static void page_out(const char *text, int lines)
{
    FILE *pager = NULL;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGINT, &ignore, &before); /* Ctrl-C is for the pager */
    if (isatty(STDOUT_FILENO) && isatty(STDIN_FILENO) && lines > terminal_lines() - 2) {
        fflush(stdout);
        /* NOLINTNEXTLINE(cert-env33-c): the user's pager is a command */
        pager = popen("${PAGER:-$(command -v less >/dev/null && echo less -FRX || echo more)}",
                      "w");
    }
    fputs(text, pager ? pager : stdout);
    if (pager)
        pclose(pager);
    sigaction(SIGINT, &before, NULL);
}

static void page_init(struct printer *p, char *buffer, size_t size)
{
    int columns = terminal_columns();
    p->width = columns > 0 && columns < WIDTH_MAX ? columns : WIDTH_MAX;
    out_init(&p->out, buffer, size);
    p->out.colour = use_colour();
}

void print_table_row(struct slice heading, struct slice row)
{
    char buffer[BLOCK_BYTES];
    struct printer p;
    int width = 0;
    struct slice names = heading;
    page_init(&p, buffer, sizeof buffer);
    for (struct slice name = table_cell(&names); name.length; name = table_cell(&names))
        width = visible(name) > width ? visible(name) : width;
    for (struct slice name = table_cell(&heading); name.length; name = table_cell(&heading)) {
        struct slice value = table_cell(&row);
        out_format(&p.out, "%.*s%*s", name.length, name.at, width - visible(name) + GAP, "");
        flow(&p, value, width + GAP, width + GAP);
    }
    fputs(buffer, stdout);
}

void print_markdown(struct slice text)
{
    static char buffer[1 << 17];
    struct printer p;
    int lines = 0;
    page_init(&p, buffer, sizeof buffer);
    print_blocks(&p, text);
    for (const char *c = buffer; *c; c++)
        lines += *c == '\n';
    page_out(buffer, lines);
}
