/* tenka play: what the player sees. */
#include "cli/play_show.h"

#include <stdio.h>
#include <string.h>

#include "cli/markdown.h"
#include "cli/menu.h"
#include "cli/play.h"
#include "cli/play_bots.h"
#include "cli/rules.h"
#include "cli/terminal.h"

void show(struct play *s)
{
    print_fitted(s->out.text);
    fflush(stdout);
    out_clear(&s->out);
}

/* The narration of a ply. The first line starts with the prefix, the others with as many spaces. */
static void tell_ply(struct play *s, int ply, const char *prefix)
{
    static char text[16384];
    struct out o;
    out_init(&o, text, sizeof text);
    o.colour = s->out.colour;
    match_narrate(s->match, ply, s->seat, &o);
    for (char *line = text, *next; *line; line = next) {
        next = line + line_length(line);
        out_format(&s->out, "%*s%.*s", (int)strlen(prefix), line == text ? prefix : "",
                   (int)(next - line), line);
    }
    show(s);
}

void show_plies(struct play *s)
{
    while (s->told < match_ply(s->match))
        tell_ply(s, ++s->told, "   ");
}

void show_table(struct play *s)
{
    union state view;
    match_view(s->match, s->seat, &view);
    out_char(&s->out, '\n');
    match_game(s->match)->board(&view, &s->out);
    show(s);
}

void show_question(struct play *s, const struct move moves[], int count)
{
    union state view;
    match_view(s->match, s->seat, &view);
    out_char(&s->out, '\n');
    out_style(&s->out, STYLE_STRONG);
    match_game(s->match)->prompt(&view, &s->out);
    out_style(&s->out, STYLE_PLAIN);
    out_char(&s->out, '\n');
    menu_print(match_game(s->match), &view, moves, count, &s->out);
    show(s);
}

/* A card, and who else has seen it: not the player, and not the seats in `expected`, who see every
 * card in this zone. */
static void show_card(struct play *s, struct card card, unsigned expected)
{
    const struct schema *c = match_game(s->match)->schema;
    unsigned others = card.seen & ~expected & ~SEAT_BIT(s->seat);
    out_text(&s->out, card.kind ? c->kind[card.kind].title : "?");
    if (others & PUBLIC_BIT) {
        out_text(&s->out, " (known to all)");
    } else if (others) {
        out_text(&s->out, " (seen by ");
        seats_print(others, &s->out);
        out_char(&s->out, ')');
    }
}

static void show_label(struct play *s, const struct field *f, int element)
{
    out_format(&s->out, "  %s", f->name);
    field_print_label(f, element, &s->out);
}

/* A hand: for each kind the cards that everybody knows, and the others. */
static void show_hand(struct play *s, const struct field *f, int element, const void *view)
{
    const struct schema *c = match_game(s->match)->schema;
    const struct held *hand = (const struct held *)field_in(f, view, element);
    bool first = true;
    show_label(s, f, element);
    for (int i = 1; i <= c->kinds; i++) { /* unknown cards come last */
        int kind = i % c->kinds;
        for (int known = 0; known < 2; known++) {
            int number = known ? hand[kind].known : hand[kind].number - hand[kind].known;
            if (number == 0)
                continue;
            out_text(&s->out, first ? ": " : ", ");
            first = false;
            if (number > 1)
                out_format(&s->out, "%d ", number);
            out_text(&s->out, kind ? c->kind[kind].title : "?");
            out_text(&s->out, known ? " (known to all)" : "");
        }
    }
    out_text(&s->out, first ? ": no cards\n" : "\n");
}

static bool any_known(const struct zone *z)
{
    for (int i = 0; i < z->count; i++)
        if (z->card[i].kind != KIND_NONE)
            return true;
    return false;
}

static void show_zone(struct play *s, const struct field *f, int element, const void *view)
{
    const struct schema *c = match_game(s->match)->schema;
    const struct zone *z = (const struct zone *)field_in(f, view, element);
    if (z->count == 0 || (f->per_seat != 1 && !any_known(z)))
        return;
    show_label(s, f, element);
    for (int i = 0, run; i < z->count; i += run) {
        const struct card *card = &z->card[f->ordered ? z->count - 1 - i : i]; /* from the top */
        for (run = 1; i + run < z->count; run++)
            if (memcmp(card, f->ordered ? card - run : card + run, sizeof *card) != 0)
                break;
        out_text(&s->out, i ? ", " : f->ordered ? ", from the top: " : ": ");
        if (run > 1)
            out_format(&s->out, "%d ", run);
        show_card(s, *card, field_watchers(c, f, view, element));
    }
    out_char(&s->out, '\n');
}

/* Whether each seat has its own pool. */
static bool pools_by_seat(const struct schema *c)
{
    for (const struct field *f = c->field; f < c->field + c->fields; f++)
        if (field_hides(f) && f->pools == POOL_BY_SEAT)
            return true;
    return false;
}

/* The cards of each pool whose place the player does not know. */
static void show_unseen(struct play *s, const void *view)
{
    const struct schema *c = match_game(s->match)->schema;
    for (int pool = 0; pool < c->pools; pool++) {
        int16_t left[KINDS_MAX];
        const char *before = ": ";
        if (pool_left(c, view, pool, left) == 0)
            continue;
        out_text(&s->out, "  not seen yet");
        if (pools_by_seat(c))
            out_format(&s->out, " of %c", 'A' + pool);
        for (int kind = 1; kind < c->kinds; kind++)
            if (left[kind]) {
                out_text(&s->out, before);
                if (left[kind] > 1)
                    out_format(&s->out, "%d ", left[kind]);
                out_text(&s->out, c->kind[kind].title);
                before = ", ";
            }
        out_char(&s->out, '\n');
    }
}

void show_hands(struct play *s)
{
    const struct schema *c = match_game(s->match)->schema;
    union state view;
    match_view(s->match, s->seat, &view);
    for (const struct field *f = c->field; f < c->field + c->fields; f++)
        for (int i = 0, n = field_elements(f, &view.head); i < n; i++) {
            if (f->type == FIELD_HAND)
                show_hand(s, f, i, &view);
            else if (f->type == FIELD_ZONE)
                show_zone(s, f, i, &view);
        }
    show_unseen(s, &view);
    show(s);
}

bool move_pauses(const struct play *s, struct move move)
{
    return match_game(s->match)->schema->verb[move.verb].pause;
}

void show_log(struct play *s)
{
    if (match_ply(s->match) == 0)
        puts("Nothing has happened yet.");
    for (int ply = 1; ply <= match_ply(s->match); ply++) {
        char prefix[16];
        int seat;
        if (move_pauses(s, match_move(s->match, ply, s->seat, &seat)))
            putchar('\n');
        snprintf(prefix, sizeof prefix, "%4d. ", ply);
        tell_ply(s, ply, prefix);
    }
}

void show_help(void)
{
    print_fitted("Type the number of a move or the move itself. Enter alone plays the only move; "
                 "if there are "
                 "several, it shows them again.\n"
                 "  ? MOVE       what a move does, or why it is not possible\n"
                 "  rules WORD   what the rules say about a card, a clause or a word\n"
                 "  rules        the whole page\n"
                 "  table        show the table and your moves again\n"
                 "  hands        what you know of all hands, and who has seen yours\n"
                 "  log          everything that has happened so far\n"
                 "  hint         what the strongest level would do, and your chance to win\n"
                 "  level N      make the bots play at level N, from 1 to 6 ('level B N': only B)\n"
                 "  undo         take back your last decision\n"
                 "  quit         save and leave (also Ctrl-D and Ctrl-C)\n");
}

void show_rules(struct play *s, const char *what)
{
    const char *page = rules_page(match_game(s->match)->id);
    if (page && !*what)
        print_markdown(slice_of(page));
    else if (!page || !print_rules_about(page, what))
        printf("The rules have no clause, card or word '%s'.\n", what);
}

void show_greeting(struct play *s)
{
    struct match *m = s->match;
    const struct game *g = match_game(m);
    out_styled(&s->out, STYLE_STRONG, g->title);
    for (int i = 0; i < g->options_count; i++)
        if (match_config(m)->option[i])
            out_format(&s->out, ", %s=%s", g->options[i].name,
                       g->options[i].values[match_config(m)->option[i]]);
    out_format(&s->out, "\n%s\n", g->aim);
    for (int i = 0; i < g->options_count; i++)
        if (match_config(m)->option[i])
            out_format(&s->out, "%s: %s.\n", g->options[i].name, g->options[i].about);
    out_format(&s->out, "You are %c; ", 'A' + s->seat);
    bots_print(s);
    out_text(&s->out, ". Levels go from 1 to 6: type 'level 4', or start with --bot 4.\n"
                      "Type 'help' for the commands, 'rules CARD' to read about a card.\n");
    show(s);
    if (s->told == 0 && match_actor(m) != s->seat)
        printf("   %c begins.\n", 'A' + match_actor(m));
}
