/* tenka play: the bots on the other seats. */
#include "cli/play_bots.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "bots/mind.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/play.h"
#include "cli/play_show.h"
#include "cli/progress.h"
#include "cli/scores.h"

static const double SLOW_SECONDS = 0.2; /* the shortest wait that is announced */

/* ---- Taking seats ---- */

_Static_assert((int)NAME_MAX_BYTES >= BOT_NAME_BYTES, "a record can name every bot");

static bool bots_seat_bot(struct play *s, int seat, const struct bot *bot)
{
    struct opponent *o = &s->opponent[seat];
    struct mind *mind = mind_new(bot, match_game(s->match));
    if (!mind)
        return false;
    mind_free(o->mind);
    o->mind = mind;
    o->thought = bot->type == BOT_SEARCH || bot->type == BOT_PROGRAM ? 2 * SLOW_SECONDS : 0;
    memcpy(match_sitter(s->match, seat)->name, bot->name, BOT_NAME_BYTES);
    return true;
}

int bots_read(const struct game *g, const struct texts *arguments, struct bot bots[], int room)
{
    int count = 0;
    for (int i = 0; i < arguments->count; i++)
        for (const char *at = arguments->text[i]; at;) {
            char name[BOT_NAME_BYTES + 1], error[4096];
            struct out o;
            out_init(&o, error, sizeof error);
            at = bots_next(at, name);
            if (count == room) {
                usage_error(&play_command, "more bots than opponents: there %s %d",
                            room == 1 ? "is" : "are", room);
                return -1;
            }
            if (!bot_parse(g, name, &bots[count++], &o)) {
                usage_error(&play_command, "%s", error);
                return -1;
            }
        }
    return count;
}

int bots_sit(struct play *s, const struct bot bots[], int count)
{
    for (int seat = 0, i = 0; seat < match_config(s->match)->players; seat++) {
        if (seat == s->seat)
            continue;
        const struct bot *bot = &bots[i < count ? i : count - 1];
        if (!bots_seat_bot(s, seat, bot))
            return wrong("the bot '%s' cannot be started", bot->name);
        i++;
    }
    return 0;
}

int bots_sit_again(struct play *s, const char *file)
{
    for (int seat = 0; seat < match_config(s->match)->players; seat++) {
        const char *name = match_sitter(s->match, seat)->name;
        struct bot bot;
        char error[4096];
        struct out o;
        out_init(&o, error, sizeof error);
        if (seat == s->seat)
            continue;
        if (!bot_parse(match_game(s->match), name, &bot, &o))
            return wrong("%s: there is no bot '%s'", file, name);
        /* A record can come from anybody, so what it names is never run. */
        if (bot.type == BOT_PROGRAM)
            return wrong("%s: a program plays %c; if you trust that program, add --bot '%s'", file,
                         'A' + seat, name);
        if (!bots_seat_bot(s, seat, &bot))
            return wrong("%s: the bot '%s' cannot be started", file, name);
    }
    return 0;
}

void bots_leave(struct play *s)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        mind_free(s->opponent[seat].mind);
}

/* ---- Levels ---- */

/* The seats of all bots with the same name as the one on `seat`. */
static unsigned namesakes(struct play *s, int seat)
{
    unsigned seats = 0;
    for (int i = 0; i < match_config(s->match)->players; i++)
        if (i != s->seat &&
            strcmp(match_sitter(s->match, i)->name, match_sitter(s->match, seat)->name) == 0)
            seats |= SEAT_BIT(i);
    return seats;
}

/* 'B and C are level 2'. */
static void print_group(struct play *s, unsigned seats)
{
    union state view;
    int seat = __builtin_ctz(seats);
    match_view(s->match, s->seat, &view);
    out_seats(&s->out, &view, seats, s->seat);
    out_text(&s->out, seats == SEAT_BIT(seat) ? " is " : " are ");
    out_sitter(&s->out, match_sitter(s->match, seat));
}

void bots_print(struct play *s)
{
    unsigned named = SEAT_BIT(s->seat);
    for (int seat = 0; seat < match_config(s->match)->players; seat++) {
        if (named & SEAT_BIT(seat))
            continue;
        out_text(&s->out, named == SEAT_BIT(s->seat) ? "" : ", ");
        print_group(s, namesakes(s, seat));
        named |= namesakes(s, seat);
    }
}

/* Removes a seat from the front of the line and returns it; all seats except the player's if there
 * is none, and no seat if nobody sits there. */
static unsigned read_seats(struct play *s, const char **line)
{
    struct head head = {.players = match_config(s->match)->players};
    struct slice word = {*line, (int)strcspn(*line, " ")};
    int seat;
    if (word.length != 1 || !isalpha((unsigned char)word.at[0]))
        return ((1u << head.players) - 1) & ~(1u << s->seat);
    if (!viewer_parse(word, &head, &seat) || seat >= SEATS_MAX)
        return 0;
    *line += word.length + (int)strspn(*line + word.length, " ");
    return SEAT_BIT(seat);
}

static bool read_level(struct play *s, const char *name, struct bot *bot)
{
    char error[4096];
    struct out o;
    out_init(&o, error, sizeof error);
    if (!bot_parse(match_game(s->match), name, bot, &o))
        error[0] = (char)toupper((unsigned char)error[0]);
    else if (bot->type == BOT_PROGRAM)
        out_text(&o,
                 "A program can take a seat only when the match begins, with --bot run:COMMAND.\n");
    else
        return true;
    out_text(&s->out, error);
    return false;
}

static void reseat(struct play *s, unsigned seats, const struct bot *bot)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (seats & SEAT_BIT(seat) && !bots_seat_bot(s, seat, bot))
            puts("There is not enough memory for another bot.");
    match_file_save(&s->file, s->match);
}

void bots_change(struct play *s, const char *line)
{
    struct bot bot;
    unsigned seats = read_seats(s, &line);
    if (!seats || seats == SEAT_BIT(s->seat)) {
        if (seats)
            puts("That seat is yours.");
        else
            printf("There is no seat '%c'; the seats are A to %c.\n", line[0],
                   'A' + match_config(s->match)->players - 1);
        return;
    }
    if (!*line) {
        bots_print(s);
        out_text(&s->out, ". Levels go from 1 to 6; type 'level 4' to change them.\n");
    } else if (read_level(s, line, &bot)) {
        reseat(s, seats, &bot);
        print_group(s, seats);
        out_text(&s->out, " from now on.\n");
    }
    show(s);
}

/* ---- Playing ---- */

/* Tells each mind every new ply as its seat saw it, so that a search can continue its tree. */
static void tell_minds(struct play *s)
{
    for (; s->seen < match_ply(s->match); s->seen++)
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            int actor;
            if (s->opponent[seat].mind)
                mind_see(s->opponent[seat].mind, match_move(s->match, s->seen + 1, seat, &actor));
        }
}

void bots_forget(struct play *s)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (s->opponent[seat].mind)
            mind_forget(s->opponent[seat].mind);
    s->seen = match_ply(s->match);
}

/* The bot's choice. A slow bot is announced to the waiting player. */
static struct move bots_choose(struct play *s, int seat)
{
    struct opponent *o = &s->opponent[seat];
    struct move moves[MOVES_MAX];
    union state view;
    struct rng rng;
    bool chooses = match_legal(s->match, moves) > 1;
    char who[16];
    snprintf(who, sizeof who, "%c is thinking", 'A' + seat);
    match_view(s->match, seat, &view);
    match_bot_rng(s->match, &rng);
    think_begin(s, chooses && o->thought > SLOW_SECONDS ? who : NULL);
    double start = seconds();
    struct move move = mind_choose(o->mind, &view, &rng);
    if (chooses)
        o->thought = seconds() - start;
    think_end();
    return move;
}

void bots_play(struct play *s)
{
    int seat = match_actor(s->match);
    show_plies(s);
    tell_minds(s);
    struct move move = bots_choose(s, seat);
    const char *trouble = mind_trouble(s->opponent[seat].mind);
    if (trouble)
        printf("   (%c's program failed: %s. The bot 'greedy' moves instead.)\n", 'A' + seat,
               trouble);
    match_play(s->match, seat, move);
}
