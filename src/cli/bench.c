/* tenka bench: measures the speed of the engine. Nothing here passes or fails. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/mind.h"
#include "cli/arguments.h"
#include "cli/bench_server.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/sheet.h"
#include "core/json.h"
#include "core/json_out.h"
#include "core/sample.h"

enum { CHECKED_GAMES = 1000 };

static struct sheet sheet;

/* The JSON of a suite is a list of objects, one on each line. */
static void row_begin(const struct game *g, int players)
{
    struct out *o = &sheet.o;
    if (o->used == 0)
        json_list_begin(o);
    else
        json_line(o, 1);
    json_object_begin(o);
    json_member_text(o, "game", g->id);
    json_member_number(o, "players", players);
}

static void row_real(const char *key, int places, double value)
{
    json_key(&sheet.o, key);
    json_format(&sheet.o, "%.*f", places, value);
}

static void row_checksum(uint64_t checksum)
{
    json_key(&sheet.o, "checksum");
    json_text_begin(&sheet.o);
    out_format(&sheet.o, "%016" PRIx64, checksum);
    json_text_end(&sheet.o);
}

static void row_end(void)
{
    json_object_end(&sheet.o);
    sheet_show(&sheet);
}

static void rows_end(void)
{
    if (sheet.o.used == 0)
        json_list_begin(&sheet.o);
    json_list_end(&sheet.o);
    out_char(&sheet.o, '\n');
    sheet_show(&sheet);
}

/* ---- Games of random moves ---- */

struct row {
    const struct game *game;
    struct config config;
    uint64_t games, plies, choices, checksum;
    double seconds;
};

/* One game of random moves. Forced moves count as plies, but not as choices. */
static void bench_playout(struct row *r, struct rng *rng, union state *state)
{
    const struct game *g = r->game;
    struct move moves[MOVES_MAX];
    int count;
    g->setup(state, &r->config, rng);
    while ((count = g->legal(state, moves)) > 0) {
        int chosen = 0;
        if (count > 1) {
            chosen = (int)rng_below(rng, (uint32_t)count);
            r->choices++;
        }
        game_apply(g, state, moves[chosen], rng);
        r->plies++;
    }
    r->games++;
}

/* The first games are always the same, so their checksum shows whether the rules have changed. The
 * other games fill the time. */
static void run_row(struct row *r, double limit)
{
    union state state;
    struct rng rng;
    double start = seconds();
    for (int i = 0; i < CHECKED_GAMES; i++) {
        rng_fast(&rng, (uint64_t)i);
        bench_playout(r, &rng, &state);
        r->checksum = r->checksum * 31 + state_hash(r->game->schema, &state);
    }
    while ((r->seconds = seconds() - start) < limit) {
        for (int i = 0; i < 100; i++)
            bench_playout(r, &rng, &state);
        progress("playouts", r->seconds / limit);
    }
    progress_end();
}

static void print_row(const struct row *r)
{
    printf("%-10s %7d %12.0f %12.0f %10.0f %8.1f %6d  %016" PRIx64 "\n", r->game->id,
           r->config.players, (double)r->plies / r->seconds, (double)r->choices / r->seconds,
           (double)r->games / r->seconds, 1e9 * r->seconds / (double)r->plies,
           r->game->schema->size, r->checksum);
    fflush(stdout);
}

static void row_json(const struct row *r)
{
    row_begin(r->game, r->config.players);
    row_real("plies_per_s", 0, (double)r->plies / r->seconds);
    row_real("choices_per_s", 0, (double)r->choices / r->seconds);
    row_real("games_per_s", 0, (double)r->games / r->seconds);
    row_real("ns_per_ply", 2, 1e9 * r->seconds / (double)r->plies);
    json_member_number(&sheet.o, "state_bytes", r->game->schema->size);
    row_checksum(r->checksum);
    row_end();
}

/* The configuration of a row; false if this number of players was not asked for or the options do
 * not allow it. */
static bool row_config(const struct bench_request *q, const struct game *g, int players,
                       struct config *config)
{
    char text[512];
    struct out o;
    *config = (struct config){.players = (uint8_t)players};
    out_init(&o, text, sizeof text);
    for (int i = 0; i < q->settings.count; i++) {
        const char *setting = q->settings.text[i];
        if (!config_set(g, config, slice_of(setting), &o))
            return false;
    }
    return players >= g->schema->players_min && players <= g->schema->players_max &&
           (!q->players || players == q->players);
}

static int bench_playouts(const struct bench_request *q)
{
    if (!q->json)
        printf("%-10s %7s %12s %12s %10s %8s %6s  %s\n", "game", "players", "plies/s", "choices/s",
               "games/s", "ns/ply", "bytes", "checksum");
    for (int i = 0; q->game ? i < 1 : games[i] != NULL; i++) {
        const struct game *g = q->game ? q->game : games[i];
        for (int n = g->schema->players_min; n <= g->schema->players_max; n++) {
            struct row r = {.game = g};
            if (!row_config(q, g, n, &r.config))
                continue;
            run_row(&r, q->seconds);
            if (q->json)
                row_json(&r);
            else
                print_row(&r);
        }
    }
    if (q->json)
        rows_end();
    return 0;
}

/* ---- Single operations ---- */

enum operation { OP_COPY, OP_VIEW, OP_SAMPLE, OP_HASH, OP_LEGAL, OP_JSON, OPERATIONS };

static void operate(enum operation op, const struct game *g, const union state *from,
                    union state *to, struct rng *rng)
{
    const struct schema *c = g->schema;
    static char text[16384];
    struct move moves[MOVES_MAX];
    struct out o;
    switch (op) {
    case OP_COPY:
        state_copy(c, from, to);
        break;
    case OP_VIEW:
        state_view(c, from, 0, to);
        break;
    case OP_SAMPLE:
        state_sample(c, from, rng, to);
        break;
    case OP_HASH:
        to->words[0] = state_hash(c, from);
        break;
    case OP_LEGAL:
        to->words[0] = (uint64_t)g->legal(from, moves);
        break;
    case OP_JSON:
        out_init(&o, text, sizeof text);
        state_json(c, from, &o);
        break;
    case OPERATIONS:
        break;
    }
    __asm__ volatile("" : : "r"(to) : "memory");
}

static double time_operation(enum operation op, const struct game *g, const struct config *config,
                             double limit)
{
    union state state, view, result;
    struct rng rng;
    uint64_t count = 0;
    double start = seconds(), spent;
    rng_fast(&rng, 1);
    g->setup(&state, config, &rng);
    state_view(g->schema, &state, 0, &view);
    do {
        for (int i = 0; i < 1000; i++)
            operate(op, g, op == OP_SAMPLE ? &view : &state, &result, &rng);
        count += 1000;
        progress("operations", (seconds() - start) / limit);
    } while ((spent = seconds() - start) < limit);
    progress_end();
    return 1e9 * spent / (double)count;
}

static int bench_operations(const struct bench_request *q)
{
    static const char *const names[OPERATIONS] = {"copy", "view",  "sample",
                                                  "hash", "legal", "json"};
    if (!q->json)
        printf("%-10s %7s  %-10s %10s\n", "game", "players", "operation", "ns");
    for (int i = 0; q->game ? i < 1 : games[i] != NULL; i++) {
        const struct game *g = q->game ? q->game : games[i];
        int n = q->players ? q->players : g->schema->players_max;
        struct config config;
        for (int op = 0; op < OPERATIONS && row_config(q, g, n, &config); op++) {
            double ns = time_operation((enum operation)op, g, &config,
                                       (double)q->seconds / OPERATIONS);
            if (!q->json) {
                printf("%-10s %7d  %-10s %10.1f\n", g->id, n, names[op], ns);
                continue;
            }
            row_begin(g, n);
            json_member_text(&sheet.o, "operation", names[op]);
            row_real("ns", 2, ns);
            row_end();
        }
    }
    if (q->json)
        rows_end();
    return 0;
}

/* ---- The search ---- */

enum { SEARCH_ITERATIONS = 2000 };

/* The first decision with a choice, as its actor sees it. */
static void opening(const struct game *g, const struct config *config, union state *view)
{
    struct move moves[MOVES_MAX];
    union state state;
    struct rng rng;
    rng_fast(&rng, 1);
    g->setup(&state, config, &rng);
    while (g->legal(&state, moves) == 1)
        game_apply(g, &state, moves[0], &rng);
    state_view(g->schema, &state, g->actor(&state), view);
}

/* One search. Returns the number of its iterations and adds its findings to the checksum. */
static uint64_t search_once(struct mind *mind, const void *view, uint64_t seed, uint64_t *checksum)
{
    struct finding found[MOVES_MAX];
    uint64_t iterations = 0;
    struct rng rng;
    rng_fast(&rng, seed);
    mind_choose(mind, view, &rng);
    for (int i = 0, count = mind_findings(mind, found); i < count; i++) {
        iterations += (uint64_t)found[i].visits;
        *checksum = *checksum * 31 + (uint64_t)found[i].visits;
    }
    return iterations;
}

/* Iterations per second from the opening. The checksum covers the first search only. */
static double search_rate(const struct bench_request *q, const struct game *g,
                          const struct config *config, const char *name, uint64_t *checksum)
{
    union state view;
    struct bot bot;
    uint64_t iterations = 0, ignored = 0;
    double start, spent;
    opening(g, config, &view);
    bot_parse(g, name, &bot, NULL);
    struct mind *mind = mind_new(&bot, g);
    search_once(mind, &view, 1, checksum);
    start = seconds();
    do {
        iterations += search_once(mind, &view, iterations, &ignored);
        progress("search", (seconds() - start) / q->seconds);
    } while ((spent = seconds() - start) < q->seconds);
    progress_end();
    mind_free(mind);
    return (double)iterations / spent;
}

static void search_row(const struct bench_request *q, const struct game *g,
                       const struct config *config, bool tuned)
{
    const char *kind = tuned ? "tuned" : "full";
    char name[64];
    uint64_t checksum = 0;
    snprintf(name, sizeof name, "ismcts:%d%s", SEARCH_ITERATIONS, tuned ? "" : "+greed=0+plies=0");
    double rate = search_rate(q, g, config, name, &checksum);
    if (!q->json) {
        printf("%-10s %7d  %-8s %12.0f  %016" PRIx64 "\n", g->id, config->players, kind, rate,
               checksum);
        fflush(stdout);
        return;
    }
    row_begin(g, config->players);
    json_member_text(&sheet.o, "playouts", kind);
    row_real("iterations_per_s", 0, rate);
    row_checksum(checksum);
    row_end();
}

static int bench_search(const struct bench_request *q)
{
    if (!q->json)
        printf("%-10s %7s  %-8s %12s  %s\n", "game", "players", "playouts", "iterations/s",
               "checksum");
    for (int i = 0; q->game ? i < 1 : games[i] != NULL; i++) {
        const struct game *g = q->game ? q->game : games[i];
        struct config config;
        for (int n = g->schema->players_min; n <= g->schema->players_max; n++)
            for (int k = 0; k < 2 && row_config(q, g, n, &config); k++)
                search_row(q, g, &config, k);
    }
    if (q->json)
        rows_end();
    return 0;
}

static bool players_known(const struct bench_request *q)
{
    struct config config;
    for (int i = 0; games[i]; i++)
        if (row_config(q, games[i], q->players, &config))
            return true;
    return false;
}

static const struct suite {
    const char *name;
    int (*run)(const struct bench_request *);
} suites[] = {{"playouts", bench_playouts},
              {"operations", bench_operations},
              {"search", bench_search},
              {"server", bench_server}};

static const struct suite *suite_find(const char *name)
{
    for (int i = 0; i < (int)(sizeof suites / sizeof suites[0]); i++)
        if (strcmp(name, suites[i].name) == 0)
            return &suites[i];
    return NULL;
}

static int bench_run(int count, char **arguments)
{
    struct bench_request q = {.seconds = 1};
    const struct flag flags[] = {{"players", FLAG_NUMBER, &q.players, 1, 99},
                                 {"seconds", FLAG_NUMBER, &q.seconds, 0, 3600},
                                 {"option", FLAG_LIST, &q.settings, 0, 0},
                                 {"json", FLAG_YES, &q.json, 0, 0},
                                 {0}};
    struct config config;
    count = flags_read(&bench_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    const struct suite *suite = count > 0 ? suite_find(arguments[0]) : NULL;
    if (!suite || count > 2)
        return usage_error(&bench_command,
                           "expected 'playouts', 'operations', 'search' or 'server', and "
                           "optionally a GAME");
    if (count == 2 && !(q.game = game_argument(&bench_command, arguments[1])))
        return EXIT_USAGE;
    if (!q.game && q.settings.count)
        return usage_error(&bench_command, "--option needs a GAME that has this option");
    if (q.game && !config_arguments(&bench_command, q.game, q.players, &q.settings, &config))
        return EXIT_USAGE;
    if (!q.game && q.players && !players_known(&q))
        return usage_error(&bench_command, "no game can have %d players", q.players);
    sheet_init(&sheet);
    return suite->run(&q);
}

const struct command bench_command = {
    .name = "bench",
    .about = "measure the engine's speed",
    .help =
        "Usage: tenka bench playouts|operations|search|server [GAME] [--players N] "
        "[--option NAME=VALUE]...\n"
        "       [--seconds S] [--json]\n\n"
        "playouts    games of random moves on one core, one row for each game and number of\n"
        "            players. A ply is one decision, forced or not; a choice is a ply with more\n"
        "            than one legal move. The checksum covers the final states of the first 1,000\n"
        "            games. It is the same for every compiler and optimisation level.\n"
        "operations  nanoseconds to copy a state, make a seat's view, sample a world from the\n"
        "            view, hash the state, list the legal moves, and write JSON\n"
        "search      iterations per second of the bot ismcts from the opening, on one core: with\n"
        "            full random playouts, and as it is tuned for the game\n"
        "server      a table server on one core, with greedy players at 2,000 tables: moves per\n"
        "            second, all of them durable, and the same per core, which is per second of\n"
        "            the server's processor time; at 5,000 moves per second the delay until the\n"
        "            other player sees a move; the time to restore 10,000 unfinished tables; and\n"
        "            the memory of 10,000 idle connections beside these tables\n\n"
        "S is the time in seconds for each row (for 'operations' for each game), 1 by default.\n",
    .run = bench_run,
};
