/* tenka play: a match in the terminal, one seat for the person, bots on the others. */
#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "cli/cli.h"
#include "cli/keep.h"

enum { LINE_BYTES = 256, RETOLD = 8 /* plies that are told again to whoever resumes */ };

struct session {
    struct match *match;
    int seat; /* the person's */
    int told; /* plies that were narrated */
    bool quit;
    bool resumed; /* its record exists already */
    struct keep keep;
    struct out out; /* one screen */
};

static char screen[65536];
static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* ---- What the person sees ---- */

static void show(struct session *s)
{
    print_fitted(s->out.text);
    fflush(stdout);
    out_clear(&s->out);
}

/* The narration of a ply, each line behind the prefix or blanks of its width. */
static void tell_ply(struct session *s, int ply, const char *prefix)
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

static void tell(struct session *s)
{
    while (s->told < match_ply(s->match))
        tell_ply(s, ++s->told, "   ");
}

static void show_table(struct session *s)
{
    union state view;
    match_view(s->match, s->seat, &view);
    out_char(&s->out, '\n');
    match_game(s->match)->board(&view, &s->out);
    show(s);
}

static void show_question(struct session *s, const struct move moves[], int count)
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

/* A card, and who has seen it besides the person and those who see it lie there. */
static void show_card(struct session *s, struct card card, unsigned expected)
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

static void show_label(struct session *s, const struct field *f, int element)
{
    out_format(&s->out, "  %s", f->name);
    field_print_label(f, element, &s->out);
}

/* Those of a kind that everybody knows, and the others. */
static void show_hand(struct session *s, const struct field *f, int element, const void *view)
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

static void show_zone(struct session *s, const struct field *f, int element, const void *view)
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

/* Whether each seat has a pool of its own. */
static bool pools_by_seat(const struct schema *c)
{
    for (const struct field *f = c->field; f < c->field + c->fields; f++)
        if (field_hides(f) && f->pools == POOL_BY_SEAT)
            return true;
    return false;
}

/* The cards of each pool that the person does not know to lie anywhere. */
static void show_unseen(struct session *s, const void *view)
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

/* What the person knows of all hands, and of other zones where a card is known. */
static void show_hands(struct session *s)
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

static bool pauses(const struct session *s, struct move move)
{
    return match_game(s->match)->schema->verb[move.verb].pause;
}

static void show_log(struct session *s)
{
    if (match_ply(s->match) == 0)
        puts("Nothing has happened yet.");
    for (int ply = 1; ply <= match_ply(s->match); ply++) {
        char prefix[16];
        int seat;
        if (pauses(s, match_move(s->match, ply, s->seat, &seat)))
            putchar('\n');
        snprintf(prefix, sizeof prefix, "%4d. ", ply);
        tell_ply(s, ply, prefix);
    }
}

static void show_help(void)
{
    print_fitted(
        "Type the number of a move or the move itself. Enter alone plays the only move, or shows "
        "the moves again.\n"
        "  ? MOVE       what a move does, or why it is not possible\n"
        "  rules WORD   what the rules say about a card, a clause or a word\n"
        "  rules        the whole page\n"
        "  table        the table and your moves again\n"
        "  hands        what you know of all hands, and who has seen yours\n"
        "  log          everything so far\n"
        "  undo         take your last decision back\n"
        "  quit         save and leave (also Ctrl-D and Ctrl-C)\n");
}

static void show_rules(struct session *s, const char *what)
{
    const char *page = rules_page(match_game(s->match)->id);
    if (page && !*what)
        print_markdown((struct word){page, (int)strlen(page)});
    else if (!page || !print_rules_about(page, what))
        printf("There is no clause, card or word '%s' in the rules.\n", what);
}

/* ---- What the person says ---- */

static void refuse(struct session *s, const struct clause *against)
{
    out_styled(&s->out, STYLE_DANGER, against->sentence);
    if (isupper((unsigned char)against->id[0]))
        out_format(&s->out, " (%s)", against->id);
    out_char(&s->out, '\n');
    show(s);
}

static bool read_move(struct session *s, const char *line, struct move *move)
{
    union state view;
    char error[512];
    struct out o;
    struct scan scan;
    match_view(s->match, s->seat, &view);
    out_init(&o, error, sizeof error);
    scan_init_line(&scan, NULL, (struct word){line, (int)strlen(line)}, &o);
    if (move_parse(match_game(s->match)->schema, &view.head, &scan, move))
        return true;
    out_format(&s->out, "That is no move: %s. Type 'help' for what you can do.\n", error);
    show(s);
    return false;
}

/* The move that the line names, by number or in notation; false, with a word on it, if none. */
static bool choose(struct session *s, const char *line, const struct move moves[], int count,
                   struct move *move)
{
    struct word w = {line, (int)strlen(line)};
    int number;
    if (w.length > 1 && line[w.length - 1] == '.')
        w.length--;
    if (!word_number(w, 1 << 20, &number))
        return read_move(s, line, move);
    if (number < 1 || number > count) {
        printf("There is no move %d; the last one is %d.\n", number, count);
        return false;
    }
    *move = moves[number - 1];
    return true;
}

static void explain(struct session *s, const char *line)
{
    struct move moves[MOVES_MAX], move;
    union state view;
    if (!*line) {
        puts("Type '? MOVE' and you are told what it does, or why it is not possible.");
        return;
    }
    if (!choose(s, line, moves, match_legal(s->match, moves), &move))
        return;
    match_view(s->match, s->seat, &view);
    const struct clause *against = game_judge(match_game(s->match), &view, s->seat, move);
    if (against) {
        refuse(s, against);
        return;
    }
    out_text(&s->out, "Possible: ");
    move_print(match_game(s->match)->schema, move, &s->out);
    out_text(&s->out, ": ");
    match_game(s->match)->describe(&view, move, &s->out);
    out_text(&s->out, ".\n");
    show(s);
}

/* Back to the person's last decision. */
static void undo(struct session *s)
{
    struct match *m = s->match;
    for (int ply = match_ply(m); ply >= 1; ply--) {
        struct move moves[MOVES_MAX];
        union state view;
        int seat;
        match_move(m, ply, s->seat, &seat);
        match_view_at(m, ply - 1, s->seat, &view);
        if (seat != s->seat || match_game(m)->legal(&view, moves) == 1)
            continue;
        out_text(&s->out, "Taken back: ");
        move_print(match_game(m)->schema, match_move(m, ply, s->seat, &seat), &s->out);
        out_text(&s->out, ".\n");
        show(s);
        match_undo(m, ply - 1, SEAT_BIT(s->seat));
        s->told = match_ply(m);
        return;
    }
    puts("There is no decision of yours to take back.");
}

static bool word_starts(const char *line, const char *word, const char **rest)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 ||
        (line[length] != '\0' && line[length] != ' ' && strcmp(word, "?") != 0))
        return false;
    *rest = line + length + strspn(line + length, " ");
    return true;
}

/* Carries out a command; false if the line is not one. */
static bool command(struct session *s, const char *line)
{
    const char *rest;
    if (word_starts(line, "?", &rest))
        explain(s, rest);
    else if (strcmp(line, "undo") == 0)
        undo(s);
    else if (strcmp(line, "hands") == 0)
        show_hands(s);
    else if (strcmp(line, "log") == 0)
        show_log(s);
    else if (strcmp(line, "help") == 0)
        show_help();
    else if (word_starts(line, "rules", &rest) || word_starts(line, "help", &rest))
        show_rules(s, rest);
    else if (strcmp(line, "quit") == 0 || strcmp(line, "exit") == 0 || strcmp(line, "q") == 0)
        s->quit = true;
    else
        return false;
    return true;
}

/* A line without its end and the blanks around it; false at the end of input or after Ctrl-C. */
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
        size = LINE_BYTES - 1; /* no move is that long */
    memcpy(line, text + start, size);
    line[size] = '\0';
    for (size_t i = 0; i < size; i++)
        line[i] = (unsigned char)line[i] < 0x20 || line[i] == 0x7f
                      ? '?'
                      : (char)tolower((unsigned char)line[i]);
    return true;
}

/* One decision of the person. */
static void ask(struct session *s)
{
    struct move moves[MOVES_MAX], move;
    char line[LINE_BYTES];
    int count = match_legal(s->match, moves), ply = match_ply(s->match), told;
    tell(s);
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
        else if (command(s, line) || !choose(s, line, moves, count, &move))
            continue;
        const struct clause *against = match_play(s->match, s->seat, move);
        if (against)
            refuse(s, against);
    }
}

static void announce(struct session *s, struct move move)
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

/* A public step that people want to see coming: the table, and Enter. */
static void wait_for(struct session *s, struct move move)
{
    char line[LINE_BYTES];
    struct move typed;
    int ply = match_ply(s->match);
    tell(s);
    show_table(s);
    announce(s, move);
    while (!s->quit && ply == match_ply(s->match)) {
        if (!read_line(line)) {
            s->quit = true;
        } else if (!*line || strcmp(line, "1") == 0) {
            match_play(s->match, match_actor(s->match), move);
        } else if (strcmp(line, "table") == 0) {
            show_table(s);
        } else if (!command(s, line) && choose(s, line, &move, 1, &typed)) {
            if (move_equal(typed, move))
                match_play(s->match, match_actor(s->match), move);
            else
                puts("Everybody waits for this one step now: press Enter.");
        }
    }
}

/* ---- The match ---- */

/* Whether the person has one answer only. Whoever else plays here is a bot and cannot tell by the
 * time whether he was asked. */
static bool one_answer(const struct session *s, struct move *move)
{
    struct move moves[MOVES_MAX];
    if (match_actor(s->match) != s->seat || match_legal(s->match, moves) != 1)
        return false;
    *move = moves[0];
    return true;
}

/* Nobody needs to be asked where there is no choice. */
static void play_forced(struct session *s, struct move move)
{
    if (match_actor(s->match) == s->seat) {
        tell(s);
        puts("   (You have one answer only.)");
    }
    match_play(s->match, match_actor(s->match), move);
}

static void play_bot(struct session *s)
{
    struct match *m = s->match;
    int seat = match_actor(m);
    const struct bot *bot = bot_find(match_sitter(m, seat)->name);
    union state view;
    struct rng rng;
    match_view(m, seat, &view);
    match_bot_rng(m, &rng);
    match_play(m, seat, bot->choose(match_game(m), &view, &rng));
}

static void greet(struct session *s)
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
    for (int i = 0, first = 1; i < match_config(m)->players; i++)
        if (i != s->seat) {
            out_format(&s->out, "%s%c is %s", first ? "" : ", ", 'A' + i, match_sitter(m, i)->name);
            first = 0;
        }
    out_text(&s->out, ". 'help' lists what you can type, 'rules CARD' tells about a card.\n");
    show(s);
    if (s->told == 0 && match_actor(m) != s->seat)
        printf("   %c begins.\n", 'A' + match_actor(m));
}

static void finish(struct session *s)
{
    tell(s);
    if (match_over(s->match)) {
        show_table(s);
        out_char(&s->out, '\n');
        print_scores(s->match, &s->out);
        show(s);
        printf("\nThe record is %s.\nSee it again: %s replay '%s'\n", s->keep.record, program,
               s->keep.record);
    } else {
        printf("\nSaved. Go on with: %s play --resume '%s'\n", program, s->keep.record);
    }
}

static int run_session(struct session *s)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    out_init(&s->out, screen, sizeof screen);
    s->out.colour = use_colour();
    if (!keep_begin(&s->keep, s->match, s->resumed))
        return EXIT_WRONG;
    greet(s);
    while (!s->quit && !interrupted && !match_over(s->match)) {
        struct move move;
        if (match_forced(s->match, &move) && pauses(s, move))
            wait_for(s, move);
        else if (match_forced(s->match, &move) || one_answer(s, &move))
            play_forced(s, move);
        else if (match_actor(s->match) == s->seat)
            ask(s);
        else
            play_bot(s);
        if (!keep_save(&s->keep, s->match))
            return EXIT_WRONG;
    }
    finish(s);
    return 0;
}

/* ---- Beginning ---- */

struct request {
    int players, ply;
    const char *seat, *seed, *record, *resume, *bot;
    struct texts settings;
};

static int start_new(struct session *s, const struct request *r, const struct game *g)
{
    struct config config;
    struct word seat = {r->seat, (int)strlen(r->seat)};
    struct head head;
    uint8_t secret[SECRET_BYTES];
    if (!config_arguments(&play_command, g, r->players, &r->settings, &config))
        return EXIT_USAGE;
    head = (struct head){.players = config.players};
    if (!viewer_parse(seat, &head, &s->seat) || s->seat >= SEATS_MAX)
        return usage_error(&play_command, "--seat takes a letter from A to %c, not '%s'",
                           'A' + head.players - 1, r->seat);
    if (r->seed)
        secret_from_seed(r->seed, secret);
    else
        secret_random(secret);
    s->match = match_new(g, &config, secret);
    if (!s->match)
        return wrong("there is no memory for a match");
    for (int i = 0; i < config.players; i++) {
        struct sitter *sitter = match_sitter(s->match, i);
        sitter->human = i == s->seat;
        snprintf(sitter->name, sizeof sitter->name, "%s", sitter->human ? "you" : r->bot);
    }
    return 0;
}

/* Off an unfinished match there is no branch: its end would tell the secret of the other. */
static int branch_off(struct session *s, const struct request *r)
{
    if (!match_over(s->match))
        return wrong("%s: the match is not over; only then another can branch off", r->resume);
    if (r->ply >= match_ply(s->match))
        return wrong("%s: --ply takes a number from 0 to %d, not %d", r->resume,
                     match_ply(s->match) - 1, r->ply);
    struct match *branch = match_branch(s->match, r->ply);
    match_free(s->match);
    s->match = branch;
    return 0;
}

static int find_seats(struct session *s, const char *file)
{
    int persons = 0;
    for (int i = 0; i < match_config(s->match)->players; i++) {
        const struct sitter *sitter = match_sitter(s->match, i);
        persons += sitter->human;
        if (sitter->human)
            s->seat = i;
        else if (!bot_find(sitter->name))
            return wrong("%s: there is no bot '%s'", file, sitter->name);
    }
    return persons == 1
               ? 0
               : wrong("%s: %d persons sit at the table; at a terminal it is one", file, persons);
}

static int start_again(struct session *s, const struct request *r)
{
    struct keep old;
    s->match = keep_load(r->resume);
    if (!s->match || !keep_name(&old, r->resume))
        return EXIT_WRONG;
    if (r->ply < 0 && match_over(s->match) && !keep_has_secret(&old))
        return wrong("%s: the match is over; 'tenka replay' shows it, --ply N branches off it",
                     r->resume);
    int code = r->ply >= 0 ? branch_off(s, r) : 0;
    s->told = match_ply(s->match) > RETOLD ? match_ply(s->match) - RETOLD : 0;
    return code ? code : find_seats(s, r->resume);
}

/* Nothing that exists is written over, but for a record that is resumed. */
static int name_record(struct session *s, const struct request *r)
{
    const char *path = r->record ? r->record : r->ply < 0 ? r->resume : NULL;
    s->resumed = path && path == r->resume;
    if (r->record && access(path, F_OK) == 0)
        return wrong(
            "%s exists already; --resume goes on with it, another name begins a new record", path);
    return (path ? keep_name(&s->keep, path) : keep_choose(&s->keep, s->match)) ? 0 : EXIT_WRONG;
}

static int check_bot(const char *id)
{
    char list[256];
    struct out o;
    if (bot_find(id))
        return 0;
    out_init(&o, list, sizeof list);
    for (int i = 0; bots[i]; i++)
        out_format(&o, "%s%s", i ? ", " : "", bots[i]->id);
    return usage_error(&play_command, "there is no bot '%s'; there are: %s", id, list);
}

static int begin(struct session *s, struct request *r, int count, char **arguments)
{
    bool new_match = r->players || r->seat || r->seed || r->bot || r->settings.count;
    if (r->resume ? count != 0 : count != 1)
        return usage_error(&play_command,
                           r->resume ? "--resume takes no GAME" : "expected one GAME");
    if (r->resume && new_match)
        return usage_error(&play_command, "--resume goes with --ply and --record only");
    if (r->ply >= 0 && !r->resume)
        return usage_error(&play_command, "--ply goes with --resume");
    r->seat = r->seat ? r->seat : "A";
    r->bot = r->bot ? r->bot : "greedy";
    int code = check_bot(r->bot);
    if (code)
        return code;
    const struct game *g = r->resume ? NULL : game_argument(&play_command, arguments[0]);
    if (!r->resume && !g)
        return EXIT_USAGE;
    code = g ? start_new(s, r, g) : start_again(s, r);
    return code ? code : name_record(s, r);
}

static int run(int count, char **arguments)
{
    static struct session s;
    struct request r = {.ply = -1};
    const struct flag flags[] = {{"players", FLAG_NUMBER, &r.players, 1, 99},
                                 {"option", FLAG_LIST, &r.settings, 0, 0},
                                 {"seat", FLAG_TEXT, &r.seat, 0, 0},
                                 {"seed", FLAG_TEXT, &r.seed, 0, 0},
                                 {"bot", FLAG_TEXT, &r.bot, 0, 0},
                                 {"record", FLAG_TEXT, &r.record, 0, 0},
                                 {"resume", FLAG_TEXT, &r.resume, 0, 0},
                                 {"ply", FLAG_NUMBER, &r.ply, 0, 1 << 20},
                                 {0}};
    count = flags_read(&play_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    int code = begin(&s, &r, count, arguments);
    if (code == 0)
        code = run_session(&s);
    match_free(s.match);
    return code;
}

const struct command play_command = {
    .name = "play",
    .about = "play a game in the terminal",
    .help =
        "Usage: tenka play GAME [--players N] [--option k=v] [--seat S] [--seed X] [--bot ID] "
        "[--record FILE]\n"
        "       tenka play --resume FILE [--ply N] [--record NEW]\n\n"
        "Plays a match against bots (--bot greedy or random). --seat is your letter, A by "
        "default.\n"
        "--seed makes the deal repeatable, and so known to whoever knows the seed. The record is\n"
        "saved after every move, to FILE or to the user's data directory (XDG_DATA_HOME,\n"
        "~/.local/share/tenka); while the match is not over, all of it lies beside the record in\n"
        "FILE.secret. --resume goes on with a match; with --ply a new one branches off a match\n"
        "that is over. Inside the match 'help' lists the commands.\n",
    .run = run,
};
