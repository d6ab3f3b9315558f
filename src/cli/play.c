/* tenka play: a match in the terminal, with one human player and bots on the other seats. */
#include "cli/play.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/child.h"
#include "cli/command.h"
#include "cli/file.h"
#include "cli/play_bots.h"
#include "cli/play_show.h"
#include "cli/play_start.h"
#include "cli/review.h"
#include "cli/scores.h"
#include "cli/terminal.h"

enum { LINE_BYTES = 256 };

static char screen[65536];
static volatile sig_atomic_t interrupted, thinking;
static char saved[PATH_BYTES + 256]; /* the message that says how to continue */

/* A search does not check `interrupted` before it is finished. While one runs, the signal handler
 * itself ends the program. */
static void play_on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
    if (!thinking)
        return;
    programs_kill();
    _exit(write(STDOUT_FILENO, saved, strlen(saved)) < 0 ? EXIT_WRONG : 0);
}

void think_begin(const struct play *s, const char *who)
{
    snprintf(saved, sizeof saved, "\nSaved. To continue: %s play --resume '%s'\n", program,
             s->file.record);
    fflush(stdout);
    if (who && isatty(STDERR_FILENO))
        fprintf(stderr, "   %s ...", who);
    thinking = 1;
}

void think_end(void)
{
    thinking = 0;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%*s\r", 40, "");
}

/* ---- What the player types ---- */

static void play_refuse(struct play *s, const struct clause *against)
{
    out_styled(&s->out, STYLE_DANGER, against->sentence);
    if (isupper((unsigned char)against->id[0]))
        out_format(&s->out, " (%s)", against->id);
    out_char(&s->out, '\n');
    show(s);
}

static bool play_read_move(struct play *s, const char *line, struct move *move)
{
    union state view;
    char error[512];
    struct out o;
    struct scan scan;
    match_view(s->match, s->seat, &view);
    out_init(&o, error, sizeof error);
    scan_init_line(&scan, NULL, slice_of(line), &o);
    if (move_parse(match_game(s->match)->schema, &view.head, &scan, move))
        return true;
    out_format(&s->out, "That is not a move: %s. Type 'help' to see what you can type.\n", error);
    show(s);
    return false;
}

/* The move that the line names, by number or in notation; false, after a message, if there is none.
 */
static bool play_choose(struct play *s, const char *line, const struct move moves[], int count,
                        struct move *move)
{
    struct slice w = {line, (int)strlen(line)};
    int number;
    if (w.length > 1 && line[w.length - 1] == '.')
        w.length--;
    if (!slice_number(w, 1 << 20, &number))
        return play_read_move(s, line, move);
    if (number < 1 || number > count) {
        printf("There is no move %d; the moves are numbered from 1 to %d.\n", number, count);
        return false;
    }
    *move = moves[number - 1];
    return true;
}

static void explain(struct play *s, const char *line)
{
    struct move moves[MOVES_MAX], move;
    union state view;
    if (!*line) {
        puts("Type '? MOVE' to read what a move does, or why it is not possible.");
        return;
    }
    if (!play_choose(s, line, moves, match_legal(s->match, moves), &move))
        return;
    match_view(s->match, s->seat, &view);
    const struct clause *against = game_judge(match_game(s->match), &view, s->seat, move);
    if (against) {
        play_refuse(s, against);
        return;
    }
    out_text(&s->out, "Possible: ");
    move_print(match_game(s->match)->schema, move, &s->out);
    out_text(&s->out, ": ");
    match_game(s->match)->describe(&view, move, &s->out);
    out_text(&s->out, ".\n");
    show(s);
}

static void hint(struct play *s)
{
    struct move moves[MOVES_MAX];
    union state view;
    if (match_actor(s->match) != s->seat || match_legal(s->match, moves) == 1) {
        puts("You have nothing to decide at the moment.");
        return;
    }
    match_view(s->match, s->seat, &view);
    think_begin(s, "Level 6 is thinking");
    hint_print(match_game(s->match), &view, &s->out);
    think_end();
    show(s);
}

/* Goes back to the player's last decision. */
static void undo(struct play *s)
{
    struct match *m = s->match;
    int seat, ply = match_decision(m, s->seat);
    if (ply == 0) {
        puts("There is no decision of yours to take back.");
        return;
    }
    out_text(&s->out, "Taken back: ");
    move_print(match_game(m)->schema, match_move(m, ply, s->seat, &seat), &s->out);
    out_text(&s->out, ".\n");
    show(s);
    match_undo(m, ply - 1, SEAT_BIT(s->seat));
    s->told = match_ply(m);
    bots_forget(s);
}

static bool slice_starts(const char *line, const char *word, const char **rest)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 ||
        (line[length] != '\0' && line[length] != ' ' && strcmp(word, "?") != 0))
        return false;
    *rest = line + length + strspn(line + length, " ");
    return true;
}

/* Carries out a command; false if the line is not one. */
static bool command(struct play *s, const char *line)
{
    const char *rest;
    if (slice_starts(line, "?", &rest))
        explain(s, rest);
    else if (strcmp(line, "hint") == 0)
        hint(s);
    else if (slice_starts(line, "level", &rest))
        bots_change(s, rest);
    else if (strcmp(line, "undo") == 0)
        undo(s);
    else if (strcmp(line, "hands") == 0)
        show_hands(s);
    else if (strcmp(line, "log") == 0)
        show_log(s);
    else if (strcmp(line, "help") == 0)
        show_help();
    else if (slice_starts(line, "rules", &rest) || slice_starts(line, "help", &rest))
        show_rules(s, rest);
    else if (strcmp(line, "quit") == 0 || strcmp(line, "exit") == 0 || strcmp(line, "q") == 0)
        s->quit = true;
    else
        return false;
    return true;
}

/* Reads a line, in lower case, without the spaces around it. False at the end of input or after
 * Ctrl-C. */
static bool read_line(char line[LINE_BYTES])
{
    static char *text;
    static size_t room;
    fputs("> ", stdout);
    fflush(stdout);
    ssize_t length = interrupted ? -1 : getline(&text, &room, stdin);
    if (length < 0)
        return false;
    size_t start = strspn(text, " \t");
    while (length > (ssize_t)start && strchr(" \t\r\n", text[length - 1]) && text[length - 1])
        length--;
    size_t size = (size_t)length - start;
    if (size >= LINE_BYTES)
        size = LINE_BYTES - 1; /* not a move: none is that long */
    memcpy(line, text + start, size);
    line[size] = '\0';
    for (size_t i = 0; i < size; i++)
        line[i] = (unsigned char)line[i] < 0x20 || line[i] == 0x7f
                      ? '?'
                      : (char)tolower((unsigned char)line[i]);
    return true;
}

/* One decision of the player. */
static void play_ask(struct play *s)
{
    struct move moves[MOVES_MAX], move;
    char line[LINE_BYTES];
    int count = match_legal(s->match, moves), ply = match_ply(s->match), told;
    show_plies(s);
    show_table(s);
    show_question(s, moves, count);
    for (told = s->told; !s->quit && ply == match_ply(s->match) && told == s->told;) {
        if (!read_line(line)) {
            s->quit = true;
            return;
        }
        if (strcmp(line, "table") == 0)
            show_table(s);
        if ((!*line && count > 1) || strcmp(line, "table") == 0) {
            show_question(s, moves, count);
            continue;
        }
        if (!*line)
            move = moves[0];
        else if (command(s, line) || !play_choose(s, line, moves, count, &move))
            continue;
        const struct clause *against = match_play(s->match, s->seat, move);
        if (against)
            play_refuse(s, against);
    }
}

static void announce(struct play *s, struct move move)
{
    union state view;
    match_view(s->match, s->seat, &view);
    out_char(&s->out, '\n');
    out_style(&s->out, STYLE_STRONG);
    match_game(s->match)->prompt(&view, &s->out);
    out_text(&s->out, " Enter: ");
    match_game(s->match)->describe(&view, move, &s->out);
    out_char(&s->out, '.');
    out_style(&s->out, STYLE_PLAIN);
    out_char(&s->out, '\n');
    show(s);
}

/* A forced public step that players want to see coming: shows the table and waits for Enter. */
static void wait_for(struct play *s, struct move move)
{
    char line[LINE_BYTES];
    struct move typed;
    int ply = match_ply(s->match);
    show_plies(s);
    show_table(s);
    announce(s, move);
    while (!s->quit && ply == match_ply(s->match)) {
        if (!read_line(line)) {
            s->quit = true;
        } else if (!*line || strcmp(line, "1") == 0) {
            match_play(s->match, match_actor(s->match), move);
        } else if (strcmp(line, "table") == 0) {
            show_table(s);
        } else if (!command(s, line) && play_choose(s, line, &move, 1, &typed)) {
            if (move_equal(typed, move))
                match_play(s->match, match_actor(s->match), move);
            else
                puts("Only this step is possible now: press Enter.");
        }
    }
}

/* ---- The match ---- */

/* Whether the player has only one legal move. It can be played at once: all opponents are bots, so
 * nobody learns from the missing delay that there was no choice. */
static bool one_answer(const struct play *s, struct move *move)
{
    struct move moves[MOVES_MAX];
    if (match_actor(s->match) != s->seat || match_legal(s->match, moves) != 1)
        return false;
    *move = moves[0];
    return true;
}

static void play_forced(struct play *s, struct move move)
{
    if (match_actor(s->match) == s->seat) {
        show_plies(s);
        puts("   (You have only one possible move.)");
    }
    match_play(s->match, match_actor(s->match), move);
}

static void play_review(struct play *s)
{
    putchar('\n');
    review_show(s->match, s->seat, s->file.record, &interrupted);
}

static void play_finish(struct play *s)
{
    show_plies(s);
    if (match_over(s->match)) {
        show_table(s);
        out_char(&s->out, '\n');
        print_scores(s->match, &s->out);
        show(s);
        if (isatty(STDOUT_FILENO))
            play_review(s);
        printf("\nThe record is %s.\nSee it again: %s replay '%s'\n", s->file.record, program,
               s->file.record);
    } else {
        printf("\nSaved. To continue: %s play --resume '%s'\n", program, s->file.record);
    }
}

static int run_session(struct play *s)
{
    struct sigaction action = {.sa_handler = play_on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    out_init(&s->out, screen, sizeof screen);
    s->out.colour = use_colour();
    if (!match_file_begin(&s->file, s->match, s->resumed))
        return EXIT_WRONG;
    show_greeting(s);
    while (!s->quit && !interrupted && !match_over(s->match)) {
        struct move move;
        if (match_forced(s->match, &move) && move_pauses(s, move))
            wait_for(s, move);
        else if (match_forced(s->match, &move) || one_answer(s, &move))
            play_forced(s, move);
        else if (match_actor(s->match) == s->seat)
            play_ask(s);
        else
            bots_play(s);
        if (!match_file_save(&s->file, s->match))
            return EXIT_WRONG;
    }
    play_finish(s);
    return 0;
}

static int play_run(int count, char **arguments)
{
    static struct play s;
    int code = session_begin(&s, count, arguments);
    if (code == 0)
        code = run_session(&s);
    bots_leave(&s);
    match_free(s.match);
    return code;
}

const struct command play_command = {
    .name = "play",
    .about = "play a game in the terminal",
    .help =
        "Usage: tenka play GAME [--players N] [--option NAME=VALUE]... [--seat S] [--seed X]\n"
        "                       [--bot LIST] [--record FILE]\n"
        "       tenka play --resume FILE [--ply N] [--record NEW] [--bot LIST]\n\n"
        "Plays a match against bots. --bot names them in the order of their seats, in several "
        "options\n"
        "or separated by commas; the last one takes all remaining seats. A name is a level from 1\n"
        "(weakest) to 6 (strongest), 2 by default, or random, greedy, bold, careful, ismcts:N,\n"
        "ismcts:Nms or run:COMMAND, a program of your own. --seat is your letter, A by default.\n"
        "--seed makes the deal repeatable; anyone who knows the seed knows the deal. The record "
        "is\n"
        "saved after every move, to FILE or to the user's data directory (XDG_DATA_HOME,\n"
        "~/.local/share/tenka). Until the match is over, FILE.secret beside the record has all of\n"
        "it, including the hidden cards. --resume continues a match; with --ply it starts a new\n"
        "match from ply N of a finished one. During the match, type 'help' for the commands.\n",
    .run = play_run,
};
