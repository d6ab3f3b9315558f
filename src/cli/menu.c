/* The numbered list of moves for a player. Moves that put a card on a place are shown as a grid;
 * other moves with the same description share a line. */
#include "cli/menu.h"

#include <stdio.h>
#include <string.h>

enum { GRID_PLACES = 16, PLACE_WIDTH = 3 };

/* A move and its description. */
struct described {
    struct move move;
    char words[128];
};

struct menu {
    const struct schema *schema;
    struct out *out;
    int count;
    struct described line[MOVES_MAX];
};

static void describe_moves(struct menu *m, const struct game *g, const void *view,
                           const struct move moves[])
{
    for (int i = 0; i < m->count; i++) {
        struct out o;
        m->line[i].move = moves[i];
        out_init(&o, m->line[i].words, sizeof m->line[i].words);
        g->describe(view, moves[i], &o);
    }
}

static bool same_words(const struct menu *m, int a, int b)
{
    return m->line[a].move.verb == m->line[b].move.verb &&
           strcmp(m->line[a].words, m->line[b].words) == 0;
}

static void print_words(struct menu *m, int i)
{
    out_text(m->out, "  ");
    out_styled(m->out, STYLE_FAINT, m->line[i].words);
    out_char(m->out, '\n');
}

/* ---- Lists ---- */

static void menu_print_move(struct menu *m, int i, bool first)
{
    out_format(m->out, first ? "%3d" : "  %d", i + 1);
    size_t start = m->out->used;
    out_char(m->out, ' ');
    move_print(m->schema, m->line[i].move, m->out);
    for (char *c = m->out->text + start; *c; c++)
        *c = *c == ' ' ? NO_BREAK[0] : *c;
}

/* Prints the moves from `first` on that have the same description on one line; returns the next
 * move. */
static int menu_print_list(struct menu *m, int first)
{
    int i = first;
    for (; i < m->count && same_words(m, i, first); i++)
        menu_print_move(m, i, i == first);
    print_words(m, first);
    return i;
}

/* ---- Grids ---- */

/* The end of the run of moves from `first` on that have the same verb and consist of a card and a
 * place. */
static int grid_end(const struct menu *m, int first)
{
    int i = first, verb = m->line[first].move.verb;
    while (i < m->count && m->line[i].move.verb == verb &&
           strcmp(m->schema->verb[verb].parts, "KP") == 0)
        i++;
    return i;
}

/* The places of a grid's moves, in the order in which they come. */
static int grid_places(const struct menu *m, int first, int end, uint8_t places[GRID_PLACES])
{
    int found = 0;
    for (int i = first; i < end; i++)
        if (!memchr(places, m->line[i].move.number[0], (size_t)found) && found < GRID_PLACES)
            places[found++] = m->line[i].move.number[0];
    return found;
}

/* The move with this place in the row of move i, or `end`. */
static int grid_find(const struct menu *m, int i, int end, int place)
{
    int kind = m->line[i].move.kind, found = i;
    while (found < end && (m->line[found].move.kind != kind ||
                           m->line[found].move.number[0] != place || !same_words(m, found, i)))
        found++;
    return found;
}

static void menu_print_column(struct menu *m, int place, const char *text)
{
    int width = (int)strlen(m->schema->place[place]);
    out_format(m->out, "  %*s", width > PLACE_WIDTH ? width : PLACE_WIDTH, text);
}

/* A line for each card and description; a column for each place. */
static int print_grid(struct menu *m, int first, int end)
{
    uint8_t places[GRID_PLACES];
    bool printed[MOVES_MAX] = {false};
    int columns = grid_places(m, first, end, places);
    out_format(m->out, "%12s", "");
    for (int k = 0; k < columns; k++)
        menu_print_column(m, places[k], m->schema->place[places[k]]);
    out_char(m->out, '\n');
    for (int i = first; i < end; i++) {
        if (printed[i])
            continue;
        out_format(m->out, "  %-10s", m->schema->kind[m->line[i].move.kind].id);
        for (int k = 0; k < columns; k++) {
            char number[16] = "";
            int found = grid_find(m, i, end, places[k]);
            if (found < end) {
                printed[found] = true;
                snprintf(number, sizeof number, "%d", found + 1);
            }
            menu_print_column(m, places[k], number);
        }
        print_words(m, i);
    }
    return end;
}

void menu_print(const struct game *g, const void *view, const struct move moves[], int count,
                struct out *o)
{
    static struct menu m;
    m.schema = g->schema;
    m.out = o;
    m.count = count;
    describe_moves(&m, g, view, moves);
    for (int i = 0; i < count;) {
        int end = grid_end(&m, i);
        i = end > i + 1 ? print_grid(&m, i, end) : menu_print_list(&m, i);
    }
}
