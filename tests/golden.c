/* Prints a golden transcript: a match of bots from ply FROM on. For every ply it shows what each
 * seat and a spectator is told and which lines of their views change. Usage: golden GAME PLAYERS
 * SEED FROM [OPTION=VALUE...] */
#include <stdlib.h>

#include "bots/bot.h"
#include "bots/mind.h"
#include "core/position.h"
#include "match/match.h"
#include "match/secret.h"

enum { PLIES = 90, TABLE_PLIES = 8, VIEW_BYTES = 8192 };

static char views[SEATS_MAX + 1][VIEW_BYTES];

static void print_prefixed(const char *prefix, int viewer, const char *text)
{
    for (const char *line = text, *next; *line; line = next) {
        next = line + line_length(line);
        printf("%c%s %.*s", viewer == VIEW_PUBLIC ? '*' : 'A' + viewer, prefix, (int)(next - line),
               line);
    }
}

/* Whether the text has this line. */
static bool has_line(const char *text, const char *line, size_t length)
{
    for (const char *at = text; *at; at += line_length(at))
        if (strncmp(at, line, length) == 0)
            return true;
    return false;
}

static void print_changes(const struct match *m, int viewer)
{
    char now[VIEW_BYTES], changed[VIEW_BYTES], *old = views[viewer];
    union state view;
    struct out o, c;
    out_init(&o, now, sizeof now);
    out_init(&c, changed, sizeof changed);
    match_view(m, viewer, &view);
    state_print(match_game(m)->schema, &view, &o);
    for (const char *line = now, *next; *line; line = next) {
        next = line + line_length(line);
        if (!has_line(old, line, (size_t)(next - line)))
            out_format(&c, "%.*s", (int)(next - line), line);
    }
    print_prefixed(">", viewer, changed);
    memcpy(old, now, sizeof now);
}

static void print_ply(const struct match *m)
{
    for (int viewer = 0; viewer <= VIEW_PUBLIC; viewer++) {
        char text[VIEW_BYTES];
        struct out o;
        if (viewer >= match_config(m)->players && viewer < VIEW_PUBLIC)
            continue;
        out_init(&o, text, sizeof text);
        if (match_ply(m) > 0)
            match_narrate(m, match_ply(m), viewer, &o);
        print_prefixed(":", viewer, text);
        print_changes(m, viewer);
    }
}

static struct move choose(const struct match *m)
{
    int seat = match_actor(m);
    union state view;
    struct bot bot;
    struct rng rng;
    match_view(m, seat, &view);
    rng_chacha(&rng, match_secret(m), (uint32_t)match_ply(m), RNG_BOT); /* any stream will do */
    bot_parse(match_game(m), seat % 2 ? "random" : "greedy", &bot, NULL);
    struct mind *mind = mind_new(&bot, match_game(m));
    struct move move = mind_choose(mind, &view, &rng);
    mind_free(mind);
    return move;
}

/* Prints the descriptions of the moves, equal ones only once, and the board. */
static void print_table(const struct match *m, const union state *view)
{
    const struct game *g = match_game(m);
    struct move moves[MOVES_MAX];
    char text[VIEW_BYTES], last[512] = "", told[512];
    struct out o;
    int count = match_legal(m, moves);
    for (int i = 0; i < count; i++) {
        out_init(&o, told, sizeof told);
        g->describe(view, moves[i], &o);
        if (strcmp(told, last) != 0)
            printf("- %s\n", told);
        memcpy(last, told, sizeof last);
    }
    out_init(&o, text, sizeof text);
    g->board(view, &o);
    printf("%s", text);
}

static void play_ply(struct match *m)
{
    const struct game *g = match_game(m);
    int seat = match_actor(m);
    union state view;
    char text[64], question[512];
    struct out o, q;
    match_view(m, seat, &view);
    struct move move = choose(m);
    out_init(&o, text, sizeof text);
    out_init(&q, question, sizeof question);
    move_print(g->schema, move, &o);
    g->prompt(&view, &q);
    printf("\n%d. %c is asked: %s\n%d. %c %s\n", match_ply(m) + 1, 'A' + seat, question,
           match_ply(m) + 1, 'A' + seat, text);
    if (match_ply(m) % TABLE_PLIES == 0)
        print_table(m, &view);
    match_play(m, seat, move);
}

int main(int argc, char **argv)
{
    const struct game *g = argc > 4 ? game_find(slice_of(argv[1])) : NULL;
    uint8_t secret[SECRET_BYTES];
    char error[256];
    struct out o;
    if (!g)
        return 2;
    struct config config = {.players = (uint8_t)(argv[2][0] - '0')};
    out_init(&o, error, sizeof error);
    for (int i = 5; i < argc; i++)
        if (!config_set(g, &config, slice_of(argv[i]), &o))
            return 2;
    secret_from_seed(argv[3], secret);
    struct match *m = match_new(g, &config, secret);
    for (long from = strtol(argv[4], NULL, 10); match_ply(m) < from && !match_over(m);)
        match_play(m, match_actor(m), choose(m));
    print_ply(m);
    for (int i = 0; i < PLIES && !match_over(m); i++) {
        play_ply(m);
        print_ply(m);
    }
    match_free(m);
    return 0;
}
