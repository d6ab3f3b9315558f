/* tenka rules: prints a rules page, or only what it says about a clause, a card or a word. */
#include "cli/rules.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/markdown.h"

enum { FOUND_MAX = 6 };

static struct slice rules_next_line(const char **text)
{
    const char *newline = strchr(*text, '\n');
    struct slice line = {*text, newline ? (int)(newline - *text) : (int)strlen(*text)};
    *text += line.length + (newline ? 1 : 0);
    return line;
}

static bool same(struct slice w, const char *text)
{
    return (size_t)w.length == strlen(text) && strncasecmp(w.at, text, (size_t)w.length) == 0;
}

/* '- **Z21** ...' */
static bool is_clause(struct slice line, const char *what)
{
    int length = (int)strlen(what);
    return line.length > length + 6 && strncmp(line.at, "- **", 4) == 0 &&
           strncasecmp(line.at + 4, what, (size_t)length) == 0 &&
           strncmp(line.at + 4 + length, "**", 2) == 0;
}

/* '| Captain | captain | ...', by either of its names, or '| `take monk` | ...' by its beginning.
 */
static bool is_card(struct slice line, const char *what)
{
    if (line.length < 2 || line.at[0] != '|')
        return false;
    struct slice title = table_cell(&line), notation = table_cell(&line);
    if (title.length > 1 && title.at[0] == '`')
        title = (struct slice){title.at + 1, title.length - 1};
    struct slice start = {title.at, (int)strlen(what) < title.length ? (int)strlen(what) : 0};
    return same(title, what) || same(notation, what) || (start.length > 3 && same(start, what));
}

static bool mentions(struct slice line, const char *what)
{
    int length = (int)strlen(what);
    for (int i = 0; i + length <= line.length; i++)
        if (strncasecmp(line.at + i, what, (size_t)length) == 0)
            return true;
    return false;
}

static bool starts_clause(struct slice line)
{
    return line.length > 4 && strncmp(line.at, "- **", 4) == 0;
}

/* Prints the ids of the clauses that mention the word, except the first `skip` ones. */
static void list_clauses(const char *page, const char *what, const char *before, int skip)
{
    int found = 0;
    while (*page) {
        struct slice line = rules_next_line(&page);
        if (!starts_clause(line) || !mentions(line, what) || found++ < skip)
            continue;
        int length = (int)strcspn(line.at + 4, "*");
        printf("%s%.*s", found == skip + 1 ? before : ", ", length, line.at + 4);
    }
    if (found > skip)
        puts(".");
}

static bool print_exact(const char *page, const char *what)
{
    const char *at = page;
    struct slice heading = {"", 0};
    bool inside = false;
    while (*at) {
        struct slice line = rules_next_line(&at);
        bool row = line.length > 0 && line.at[0] == '|';
        if (row && !inside)
            heading = line;
        inside = row;
        if (is_clause(line, what)) {
            print_markdown(line);
            return true;
        }
        if (row && line.at != heading.at && is_card(line, what)) {
            print_table_row(heading, line);
            list_clauses(page, what, "See also ", 0);
            return true;
        }
    }
    return false;
}

static bool print_clauses(const char *page, const char *what)
{
    int found = 0;
    for (const char *at = page; *at;) {
        struct slice line = rules_next_line(&at);
        if (starts_clause(line) && mentions(line, what) && ++found <= FOUND_MAX)
            print_markdown(line);
    }
    list_clauses(page, what, "More in ", FOUND_MAX);
    return found > 0;
}

/* The paragraphs that mention the word; a paragraph ends with an empty line. */
static bool print_paragraphs(const char *page, const char *what)
{
    int found = 0;
    while (*page) {
        const char *end = strstr(page, "\n\n");
        struct slice block = {page, end ? (int)(end - page) : (int)strlen(page)};
        page = end ? end + 2 : page + block.length;
        if (*block.at != '|' && mentions(block, what) && ++found <= FOUND_MAX) {
            if (found > 1)
                putchar('\n');
            print_markdown(block);
        }
    }
    return found > 0;
}

bool print_rules_about(const char *page, const char *what)
{
    return *what &&
           (print_exact(page, what) || print_clauses(page, what) || print_paragraphs(page, what));
}

const char *rules_page(const char *id)
{
    for (const struct file *f = rules_files; f->name; f++)
        if (strcmp(f->name, id) == 0)
            return (const char *)f->bytes;
    return NULL;
}

static int rules_run(int count, char **arguments)
{
    const struct flag flags[] = {{0}};
    char what[256];
    struct out o;
    count = flags_read(&rules_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count < 1)
        return usage_error(&rules_command,
                           "expected a GAME, and optionally a clause, a card or a word");
    const struct game *g = game_argument(&rules_command, arguments[0]);
    if (!g)
        return EXIT_USAGE;
    const char *page = rules_page(g->id);
    if (!page)
        return wrong("%s has no rules page in this build", g->id);
    if (count == 1) {
        print_markdown(slice_of(page));
        return 0;
    }
    out_init(&o, what, sizeof what);
    for (int i = 1; i < count; i++)
        out_format(&o, "%s%s", i > 1 ? " " : "", arguments[i]);
    if (!print_rules_about(page, what))
        return usage_error(&rules_command,
                           "the rules of %s have no clause, card or word '%s'; 'tenka rules %s' "
                           "prints all of them",
                           g->id, what, g->id);
    return 0;
}

const struct command rules_command = {
    .name = "rules",
    .about = "print the rules of a game, or those about a clause, a card or a word",
    .help =
        "Usage: tenka rules GAME [CLAUSE|CARD|WORD]\n\n"
        "Prints the rules page of the game. With a clause, such as Z21, prints that clause; with "
        "a\n"
        "card, such as captain, what the card is and does; with any other word, the clauses or\n"
        "paragraphs that mention it.\n",
    .run = rules_run,
};
