/* tenka arena: bots against bots, and how strong they are. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/arena.h"
#include "arena/report.h"
#include "arena/result.h"
#include "arena/summary.h"
#include "bots/child.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/file.h"
#include "cli/progress.h"

enum { GAMES_MAX = 100000000, SAVE_SECONDS = 10, LIST_BYTES = 2048, NAME_COLUMNS = 32 };

struct arena_request {
    int games, players, threads;
    const char *seed, *sprt, *json, *html;
    bool resume;
    struct texts bots, settings;
};

static struct contest contest;
static struct tally tally;
static struct arena_request request;
static double started, saved;
static int64_t games_before; /* games played before the contest was resumed */
static volatile sig_atomic_t interrupted;

static const char stopping[] = "\nStopping after this move. Press Ctrl-C again to stop at once.\n";

static void contest_on_interrupt(int number)
{
    if (interrupted) { /* the second time, stop at once */
        programs_kill();
        _exit(128 + number);
    }
    interrupted = 1;
    (void)!write(STDERR_FILENO, stopping, sizeof stopping - 1);
}

/* ---- The results ---- */

/* The width of the longest bot name, at most NAME_COLUMNS. */
static int name_width(void)
{
    int width = 6;
    for (int i = 0; i < contest.bots; i++)
        if ((int)strlen(contest.bot[i].name) > width)
            width = (int)strlen(contest.bot[i].name);
    return width < NAME_COLUMNS ? width : NAME_COLUMNS;
}

static void contest_print_elo(int bot, struct estimate elo)
{
    if (bot == contest.bots - 1)
        printf("%7d %16s", 0, "");
    else if (!isfinite(elo.low))
        printf("%+7.0f %16s", elo.value, "");
    else
        printf("%+7.0f [%+6.0f, %+6.0f]", elo.value, elo.low, elo.high);
}

static void contest_print_standing(const struct summary *summary, int bot)
{
    const struct summary_bot *s = &summary->bot[bot];
    printf("%-*.*s %8lld %6.1f%% [%5.1f, %5.1f] %6.2f %8.2f ", name_width(), name_width(),
           contest.bot[bot].name, (long long)tally.bot[bot].games, 100 * s->wins.value,
           100 * s->wins.low, 100 * s->wins.high, s->mean_rank, s->mean_score);
    contest_print_elo(bot, s->elo);
    printf(" %9.3f\n", s->ms_per_move);
}

static void contest_print_sprt(const struct summary *s)
{
    const struct bot *a = &contest.bot[0], *b = &contest.bot[1];
    printf("SPRT: is %s%s better than %s%s by %g Elo (yes) or only by %g (no)? %s",
           a->level ? "level " : "", a->name, b->level ? "level " : "", b->name, contest.elo1,
           contest.elo0,
           s->verdict > 0   ? "Yes"
           : s->verdict < 0 ? "No"
                            : "Not decided yet");
    printf(" (log-likelihood ratio %.2f).\n", s->llr);
}

static void print_results(void)
{
    if (tally.games == 0) {
        puts("No deal was finished.");
        return;
    }
    struct summary summary = contest_summary(&contest, &tally);
    printf("%s, %d players: %lld games of %lld deal%s, %.1f plies per game\n", contest.game->title,
           contest.config.players, (long long)tally.games, (long long)tally.deals,
           tally.deals == 1 ? "" : "s", summary.plies);
    printf("%-*s %8s %7s %-14s %6s %8s %7s %-16s %9s\n", name_width(), "bot", "games", "wins",
           "  95 %", "rank", contest.game->unit, "Elo", "  95 %", "ms/move");
    for (int i = 0; i < contest.bots; i++)
        contest_print_standing(&summary, i);
    for (int i = 0; i < contest.bots; i++)
        if (tally.bot[i].troubles)
            printf("%s failed in %lld of %lld decisions, and 'greedy' moved instead; the first "
                   "failure: %s\n",
                   contest.bot[i].name, (long long)tally.bot[i].troubles,
                   (long long)tally.bot[i].moves, tally.trouble[i]);
    if (contest.sprt)
        contest_print_sprt(&summary);
}

static bool save_json(const struct tally *t)
{
    static char text[RESULT_BYTES];
    struct out o;
    if (!request.json)
        return true;
    out_init(&o, text, sizeof text);
    result_print(&contest, t, &o);
    assert(!o.overflow);
    return file_write(request.json, text, FILE_PLAIN);
}

static bool save_html(void)
{
    char *text = NULL;
    size_t size;
    if (!request.html)
        return true;
    FILE *page = open_memstream(&text, &size);
    bool good = page && report_html(&contest, &tally, page);
    good = page && fclose(page) == 0 && good && file_write(request.html, text, FILE_PLAIN);
    free(text);
    return good;
}

/* ---- While it runs ---- */

static bool told(const struct tally *t)
{
    double now = seconds();
    int64_t all = contest.deals * contest_games_per_deal(&contest);
    char text[64];
    snprintf(text, sizeof text, "%lld games, %.1f/s", (long long)t->games,
             (double)(t->games - games_before) / (now - started));
    progress(text, (double)(t->games - games_before) / (double)(all - games_before));
    if (now - saved > SAVE_SECONDS && t->deals > 0) {
        saved = now;
        return save_json(t) && !interrupted;
    }
    return !interrupted;
}

/* ---- The command line ---- */

static bool add_bot(const char *name)
{
    char error[LIST_BYTES];
    struct out o;
    out_init(&o, error, sizeof error);
    if (contest.bots == ARENA_BOTS) {
        usage_error(&arena_command, "at most %d bots can meet", ARENA_BOTS);
        return false;
    }
    struct bot *bot = &contest.bot[contest.bots];
    if (!bot_parse(contest.game, name, bot, &o)) {
        usage_error(&arena_command, "%s", error);
        return false;
    }
    if (bot->level)
        bot->milliseconds = 0; /* results do not depend on the clock */
    contest.bots++;
    return true;
}

static bool add_bots(const char *list)
{
    while (list) {
        char name[BOT_NAME_BYTES + 1];
        list = bots_next(list, name);
        if (!add_bot(name))
            return false;
    }
    return true;
}

/* A seed that is a number is used as it is, so that results show the seed that was given. Any other
 * text is hashed. */
static uint64_t seed_number(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    if (*text && !text[strspn(text, "0123456789")]) {
        errno = 0;
        uint64_t number = strtoull(text, NULL, 10);
        if (!errno)
            return number;
    }
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u; /* FNV-1a */
    return hash;
}

static bool contest_read_sprt(void)
{
    char rest;
    contest.sprt = request.sprt != NULL;
    if (!contest.sprt)
        return true;
    return contest.bots == 2 &&
           sscanf(request.sprt, "%lf,%lf%c", &contest.elo0, &contest.elo1, &rest) == 2 &&
           contest.elo0 < contest.elo1 && fabs(contest.elo0) < 2000 && fabs(contest.elo1) < 2000;
}

static int resume(void)
{
    struct contest found;
    char text[LIST_BYTES];
    struct out error;
    int length;
    if (!request.resume && request.json && access(request.json, F_OK) == 0)
        return wrong("%s already exists; add --resume to continue it, or choose another name",
                     request.json);
    if (!request.resume)
        return 0;
    char *file = file_read(request.json, &length);
    if (!file)
        return EXIT_WRONG;
    out_init(&error, text, sizeof text);
    bool good = result_parse((struct slice){file, length}, &found, &tally, &error) &&
                result_fits(&contest, &found, &error);
    free(file);
    return good ? 0 : wrong("%s: %s", request.json, text);
}

static int contest_begin(int count, char **arguments)
{
    if (count != 1)
        return usage_error(&arena_command, "expected one GAME ('tenka games' lists them)");
    contest.game = game_argument(&arena_command, arguments[0]);
    if (!contest.game || !config_arguments(&arena_command, contest.game, request.players,
                                           &request.settings, &contest.config))
        return EXIT_USAGE;
    for (int i = 0; i < request.bots.count; i++)
        if (!add_bots(request.bots.text[i]))
            return EXIT_USAGE;
    if (contest.bots < 2)
        return usage_error(&arena_command, "--bots takes two bots or more, separated by commas");
    if (!contest_read_sprt())
        return usage_error(&arena_command,
                           "--sprt takes ELO0,ELO1 with the lower first, and compares "
                           "exactly two bots");
    if (request.resume && !request.json)
        return usage_error(&arena_command, "--resume needs --json FILE");
    if (request.json && request.html && strcmp(request.json, request.html) == 0)
        return usage_error(&arena_command, "--json and --html must name different files");
    int per_deal = contest_games_per_deal(&contest);
    contest.deals = (request.games + per_deal - 1) / per_deal;
    contest.threads = request.threads;
    contest.seed = seed_number(request.seed);
    return resume();
}

static int contest_play(void)
{
    struct sigaction action = {.sa_handler = contest_on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    started = saved = seconds();
    games_before = tally.games;
    if (!save_json(&tally) ||
        !save_html()) /* files that cannot be written must fail now, not after an hour */
        return EXIT_WRONG;
    contest_run(&contest, &tally, told);
    progress_end();
    print_results();
    return save_json(&tally) && save_html() ? 0 : EXIT_WRONG;
}

static int arena_run(int count, char **arguments)
{
    struct arena_request *r = &request;
    const struct flag flags[] = {{"bots", FLAG_LIST, &r->bots, 0, 0},
                                 {"games", FLAG_NUMBER, &r->games, 1, GAMES_MAX},
                                 {"players", FLAG_NUMBER, &r->players, 1, 99},
                                 {"option", FLAG_LIST, &r->settings, 0, 0},
                                 {"threads", FLAG_NUMBER, &r->threads, 1, THREADS_MAX},
                                 {"seed", FLAG_TEXT, &r->seed, 0, 0},
                                 {"sprt", FLAG_TEXT, &r->sprt, 0, 0},
                                 {"json", FLAG_TEXT, &r->json, 0, 0},
                                 {"html", FLAG_TEXT, &r->html, 0, 0},
                                 {"resume", FLAG_YES, &r->resume, 0, 0},
                                 {0}};
    int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    *r = (struct arena_request){.games = 1000, .seed = "1"};
    r->threads = cores < 1 ? 1 : cores < THREADS_MAX ? cores : THREADS_MAX;
    count = flags_read(&arena_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    int code = contest_begin(count, arguments);
    return code ? code : contest_play();
}

const struct command arena_command = {
    .name = "arena",
    .about = "let bots play each other and measure them",
    .help =
        "Usage: tenka arena GAME --bots BOT,BOT,... [--games N] [--players N] [--option "
        "NAME=VALUE]...\n"
        "       [--threads T] [--seed X] [--sprt ELO0,ELO1] [--json FILE [--resume]] [--html "
        "FILE]\n\n"
        "Plays every deal several times with the seats rotated, until N games (1000 by default)\n"
        "are played. With more bots than seats, every combination of them meets; with fewer, the\n"
        "last bot takes the remaining seats. Elo is relative to the last bot and follows from the\n"
        "rankings; its 95 % interval treats the games of one deal as one sample. --sprt stops as\n"
        "soon as it is clear whether the first of two bots is stronger than the second by ELO1 or\n"
        "only by ELO0. The same seed (1 by default) gives the same result with any number of\n"
        "threads. Ctrl-C stops and prints the results so far. --json saves the results to FILE,\n"
        "--resume continues from the results in FILE, and --html writes a report with plots.\n\n"
        "Bots:\n"
        "  1 to 6        levels, from the weakest to the strongest\n"
        "  random, greedy, bold, careful\n"
        "  ismcts:N      a search with N iterations; ismcts:Nms searches for N milliseconds. Tune\n"
        "                it with +greed=0-100, +plies=N, +spread=N, +explore=N, +threads=N,\n"
        "                +reuse=0\n"
        "  run:COMMAND   a program of your own (docs/PROTOCOL.md); run@Nms:COMMAND gives it N ms\n"
        "                for an answer. It must be the last in its list, or have its own --bots\n",
    .run = arena_run,
};
