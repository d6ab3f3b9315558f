/* tenka replay: shows a record, ply by ply or at one ply, or a review of it. */
#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/match_file.h"
#include "cli/review.h"
#include "cli/scores.h"
#include "cli/terminal.h"
#include "core/json.h"
#include "core/position.h"

enum how { HOW_BOARD, HOW_POSITION, HOW_JSON };

static void print_view(const struct match *m, int ply, int viewer, enum how how)
{
    static char text[65536];
    const struct game *g = match_game(m);
    union state view;
    struct out o;
    match_view_at(m, ply, viewer, &view);
    out_init(&o, text, sizeof text);
    o.colour = how == HOW_BOARD && use_colour();
    if (how == HOW_BOARD)
        g->board(&view, &o);
    else if (how == HOW_POSITION)
        state_print(g->schema, &view, &o);
    else
        state_json(g->schema, &view, &o);
    out_text(&o, how == HOW_JSON ? "\n" : "");
    if (how == HOW_BOARD)
        print_fitted(text);
    else
        fputs(text, stdout);
}

static void print_ply(const struct match *m, int ply, int viewer)
{
    static char text[16384];
    struct out o;
    int seat;
    struct move move = match_move(m, ply, viewer, &seat);
    if (match_game(m)->schema->verb[move.verb].pause)
        putchar('\n');
    out_init(&o, text, sizeof text);
    o.colour = use_colour();
    out_style(&o, STYLE_FAINT);
    out_format(&o, "%4d. %c  ", ply, 'A' + seat);
    move_print(match_game(m)->schema, move, &o);
    out_style(&o, STYLE_PLAIN);
    out_char(&o, '\n');
    fputs(text, stdout);
    out_clear(&o);
    match_narrate(m, ply, viewer, &o);
    for (char *line = text, *next; *line; line = next) {
        next = line + line_length(line);
        printf("         %.*s", (int)(next - line), line);
    }
}

static void print_ranking(struct match *m)
{
    char text[1024];
    struct out o;
    out_init(&o, text, sizeof text);
    o.colour = use_colour();
    print_scores(m, &o);
    fputs(text, stdout);
}

static int replay_show(struct match *m, const char *file, int ply, const char *view_name,
                       enum how how)
{
    struct head head = {.players = match_config(m)->players};
    int viewer = match_over(m) ? VIEW_ALL : VIEW_PUBLIC;
    if (view_name && !viewer_parse(slice_of(view_name), &head, &viewer))
        return usage_error(&replay_command,
                           "--view takes a seat from A to %c, 'spectator' or 'all', not '%s'",
                           'A' + head.players - 1, view_name);
    bool secret = viewer == VIEW_ALL || (viewer < SEATS_MAX && !match_sitter(m, viewer)->human);
    if (secret && !match_over(m))
        return wrong("%s: the match is not over, so --view takes only a human player's seat or "
                     "'spectator'",
                     file);
    if (ply > match_ply(m))
        return wrong("%s: there is no ply %d; the last one is %d", file, ply, match_ply(m));
    if (ply >= 0) {
        print_view(m, ply, viewer, how);
        return 0;
    }
    if (how == HOW_BOARD)
        print_view(m, 0, viewer, how);
    for (int i = 1; how == HOW_BOARD && i <= match_ply(m); i++)
        print_ply(m, i, viewer);
    print_view(m, match_ply(m), viewer, how);
    if (how == HOW_BOARD && match_over(m))
        print_ranking(m);
    return 0;
}

/* The named seat, or without a name the seat of the only human player. */
static int review_seat(struct match *m, const char *name)
{
    struct head head = {.players = match_config(m)->players};
    int seat = SEAT_NONE, persons = 0;
    if (name)
        return viewer_parse(slice_of(name), &head, &seat) && seat < SEATS_MAX ? seat : SEAT_NONE;
    for (int i = 0; i < head.players; i++)
        if (match_sitter(m, i)->human) {
            seat = i;
            persons++;
        }
    return persons == 1 ? seat : SEAT_NONE;
}

static int replay_review(struct match *m, const char *file, const char *name)
{
    int seat = review_seat(m, name), last = 'A' + match_config(m)->players - 1;
    if (seat == SEAT_NONE && name)
        return usage_error(&replay_command, "--review takes a seat from A to %c, not '%s'", last,
                           name);
    if (seat == SEAT_NONE)
        return usage_error(
            &replay_command,
            "the record does not have exactly one human player; name the seat to review, A to %c",
            last);
    if (!match_over(m))
        return wrong("%s: the match is not over; it can be reviewed only after its end", file);
    review_show(m, seat, file, NULL);
    return 0;
}

static int replay_run(int count, char **arguments)
{
    int ply = -1;
    const char *view = NULL;
    bool json = false, position = false, reviews = false;
    const struct flag flags[] = {
        {"ply", FLAG_NUMBER, &ply, 0, 1 << 20},  {"view", FLAG_TEXT, &view, 0, 0},
        {"json", FLAG_YES, &json, 0, 0},         {"review", FLAG_YES, &reviews, 0, 0},
        {"position", FLAG_YES, &position, 0, 0}, {0}};
    count = flags_read(&replay_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count < 1 || count > 1 + reviews)
        return usage_error(&replay_command, "expected one FILE");
    if (json + position + reviews > 1 || (reviews && (view || ply >= 0)))
        return usage_error(&replay_command,
                           "--review cannot be combined with other options, nor --json "
                           "with --position");
    struct match *m = match_file_load(arguments[0]);
    if (!m)
        return EXIT_WRONG;
    enum how how = json ? HOW_JSON : position ? HOW_POSITION : HOW_BOARD;
    int code = reviews ? replay_review(m, arguments[0], count > 1 ? arguments[1] : NULL)
                       : replay_show(m, arguments[0], ply, view, how);
    match_free(m);
    return code;
}

const struct command replay_command = {
    .name = "replay",
    .about = "show a record, whole or at one ply",
    .help = "Usage: tenka replay FILE [--ply N] [--view SEAT|spectator|all] [--position | --json]\n"
            "       tenka replay FILE --review [SEAT]\n\n"
            "Narrates the match from the first ply to the last, or shows the table after ply N (0 "
            "is the\n"
            "deal). --view chooses who looks: a seat (A to F), a spectator, or 'all', which shows "
            "every\n"
            "card. 'all' is the default after the end of the match, and not possible before.\n"
            "--position prints the view in the notation of scenarios, --json as JSON.\n"
            "--review is for finished matches. It shows which decisions of SEAT cost the most, and "
            "what\n"
            "would have been better. SEAT can be left out if there is only one human player.\n",
    .run = replay_run,
};
