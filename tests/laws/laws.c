/* Laws: what must hold in every game at every moment. They are checked for every registered game
 * (and the template), every number of players and every combination of options, over many games of
 * random moves. The environment variable LAW_PLIES is how many plies each group of laws is checked
 * at. */
#include "laws.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/position.h"
#include "match/grow.h"
#include "match/scenario.h"

enum {
    PLIES_MAX = 100000,
    FROM_PLIES = 8, /* of a game that starts from a scenario's position */
    STRIDE = 7919   /* a prime */
};

/* ---- Failing ---- */

void broken(const struct moment *m, const char *law, const char *format, ...)
{
    char text[8192], message[512];
    struct out o;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    out_init(&o, text, sizeof text);
    state_print(m->schema, m->state, &o);
    out_text(&o, "next move: ");
    if (m->actor != SEAT_NONE)
        move_print(m->schema, m->chosen, &o);
    fail_msg("%s: broken law: %s. Found in game %llu at ply %d: %s\n%s", m->game->id, law,
             (unsigned long long)m->game_number, m->ply, message, text);
    abort();
}

/* ---- Playing ---- */

struct move random_move(struct rng *dice, const struct move *moves, int count)
{
    return moves[rng_below(dice, (uint32_t)count)];
}

static void begin_game(const struct law_case *c, int number, union state *state)
{
    struct rng rng;
    if (c->from) { /* all positions in turn; STRIDE makes consecutive ones differ much */
        *state = c->from->state[(int64_t)number * STRIDE % c->from->count];
        return;
    }
    memset(state, 0, sizeof *state);
    rng_fast(&rng, (uint64_t)number);
    c->game->setup(state, &c->config, &rng);
}

/* Plays random games and checks the law at each moment. */
static struct tally play_games(const struct law_case *c, law_function law)
{
    const struct game *g = c->game;
    struct tally tally = {0};
    int plies = 0;
    for (int i = 0; plies < c->plies; i++) {
        union state state;
        struct rng dice, rng;
        rng_fast(&dice, 0x5eed0000u + (uint64_t)i);
        begin_game(c, i, &state);
        for (int ply = 0;; ply++, plies++) {
            struct moment moment = {.game = g,
                                    .schema = g->schema,
                                    .state = &state,
                                    .game_number = (uint64_t)i,
                                    .ply = ply,
                                    .actor = g->actor(&state),
                                    .dice = &dice,
                                    .tally = &tally};
            moment.last = moment.actor == SEAT_NONE || (c->from && ply == FROM_PLIES);
            struct moment *m = &moment;
            moment.seed = ((uint64_t)rng_word(&dice) << 32) | rng_word(&dice);
            if (m->actor != SEAT_NONE) {
                m->count = g->legal(&state, m->moves);
                LAW(m->count > 0, "the actor has at least one legal move", "seat %c has none",
                    'A' + m->actor);
                m->chosen = random_move(&dice, m->moves, m->count);
            }
            law(m);
            if (m->last) {
                plies++; /* counts games that are over at their start, too */
                break;
            }
            LAW(ply < PLIES_MAX, "every game ends", "this one has not ended after %d plies", ply);
            rng_fast(&rng, m->seed);
            game_apply(g, &state, m->chosen, &rng);
        }
    }
    return tally;
}

/* The generator is untouched if its buffer is still as empty as after rng_fast. */
bool apply_chosen(const struct moment *m, union state *state)
{
    struct rng rng;
    rng_fast(&rng, m->seed);
    game_apply(m->game, state, m->chosen, &rng);
    return rng.used == RNG_WORDS;
}

const char *viewer_name(int viewer)
{
    static const char *const names[] = {"A", "B", "C", "D", "E", "F", "spectator", "all"};
    return names[viewer];
}

bool has_move(const struct move *moves, int count, struct move move)
{
    for (int i = 0; i < count; i++)
        if (move_equal(moves[i], move))
            return true;
    return false;
}

bool same_moves(const struct move *a, int count_a, const struct move *b, int count_b)
{
    return count_a == count_b && memcmp(a, b, (size_t)count_a * sizeof *a) == 0;
}

/* ---- The table of fields ---- */

static void law_table(void **context)
{
    const struct law_case *c = *context;
    const struct schema *s = c->game->schema;
    int at = 0;
    for (int i = 0; i < s->fields; i++) {
        if (s->field[i].offset != at)
            fail_msg("%s: the field %s starts at byte %d, but the fields before it end at byte %d",
                     c->game->id, s->field[i].name, s->field[i].offset, at);
        at += s->field[i].size * s->field[i].count;
        if (s->field[i].type == FIELD_PILE)
            assert_int_equal(s->field[i].size, s->kinds);
        else if (s->field[i].type == FIELD_HAND)
            assert_int_equal(s->field[i].size, s->kinds * (int)sizeof(struct held));
        else if (s->field[i].type == FIELD_NUMBER)
            assert_in_range(s->field[i].size, 1, 2);
        else if (s->field[i].type != FIELD_ZONE)
            assert_int_equal(s->field[i].size, 1);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(s->field[i].name, s->field[k].name);
        if (scenario_reads(s->field[i].name))
            fail_msg("%s: the field %s has the name of a step of scenarios", c->game->id,
                     s->field[i].name);
    }
    assert_int_equal(at, s->size);
    assert_true(s->size <= STATE_MAX);
    for (int kind = 1; kind < s->kinds; kind++)
        for (int verb = 0; verb < s->verbs; verb++)
            assert_string_not_equal(s->kind[kind].id, s->verb[verb].name);
}

/* ---- All of them ---- */

static void group_rules(void **context)
{
    play_games(*context, law_rules);
}

static void group_text(void **context)
{
    play_games(*context, law_text);
}

static void group_knowledge(void **context)
{
    play_games(*context, law_knowledge);
}

/* Bots are slow, so their laws are checked at fewer plies, with one bot at each. */
static void group_bots(void **context)
{
    struct law_case few = *(struct law_case *)*context;
    few.plies = few.plies / 40 + 1;
    struct tally tally = play_games(&few, law_bots);
    law_spread(&few, &tally);
}

static void group_secrecy(void **context)
{
    struct tally tally = play_games(*context, law_secrecy);
    if (tally.looked * 5 < tally.could)
        fail_msg("the law of secrecy 2 could be checked at only %ld of %ld plies", tally.looked,
                 tally.could);
}

static const struct {
    const char *name;
    CMUnitTestFunction run;
    bool anywhere; /* the laws are also checked in games that start from scenarios */
} groups[] = {
    {"the fields cover the struct without gaps", law_table, false},
    {"rules", group_rules, true},
    {"text", group_text, true},
    {"knowledge", group_knowledge, true},
    {"secrecy", group_secrecy, true},
    {"bots", group_bots, true},
    {"matches and records", law_match, false},
};

enum { GROUPS = sizeof groups / sizeof groups[0], TESTS_MAX = 4096 };

static struct CMUnitTest tests[TESTS_MAX];
static struct law_case cases[TESTS_MAX];
static char names[TESTS_MAX][192];
static int test_count;
static int rules_plies; /* the laws of the rules are fast and can be checked at more */

static void add_test(const struct law_case *c, const char *where, int group)
{
    int n = test_count++;
    cases[n] = *c;
    if (groups[group].run == group_rules && rules_plies > c->plies)
        cases[n].plies = rules_plies;
    snprintf(names[n], sizeof names[n], "laws of %s, %s: %s", c->game->id, where,
             groups[group].name);
    tests[n] = (struct CMUnitTest){
        .name = names[n], .test_func = groups[group].run, .initial_state = &cases[n]};
}

static void add_tests(const struct game *g, const struct config *config, const char *variant,
                      int plies)
{
    const struct law_case c = {g, *config, plies, NULL};
    char where[128];
    snprintf(where, sizeof where, "%d players%s", config->players, variant);
    for (int i = 0; i < GROUPS; i++)
        add_test(&c, where, i);
}

/* Every combination of the options' values. */
static void add_variants(const struct game *g, struct config config, int option,
                         const char *variant, int plies)
{
    if (option == g->options_count) {
        if (config_misfit(g, &config))
            return;
        add_tests(g, &config, variant, plies);
        return;
    }
    assert_true(option < OPTIONS_MAX);
    for (int value = 0; option < OPTIONS_MAX && g->options[option].values[value]; value++) {
        char longer[96];
        struct out o;
        out_init(&o, longer, sizeof longer);
        out_format(&o, "%s %s=%s", variant, g->options[option].name,
                   g->options[option].values[value]);
        config.option[option] = (uint8_t)value;
        add_variants(g, config, option + 1, longer, plies);
    }
}

static void note_position(void *context, const struct game *g, const union state *state)
{
    struct positions *all = context;
    assert_ptr_equal(g, all->game);
    all->state = grow(all->state, all->count, &all->room, sizeof *all->state);
    all->state[all->count++] = *state;
}

static void note_positions(struct positions *all, const char *file)
{
    static char text[1 << 18], report[1 << 14];
    struct scenarios scenarios = {.see = note_position, .context = all};
    struct out o;
    FILE *f = fopen(file, "r");
    assert_non_null(f);
    size_t length = fread(text, 1, sizeof text, f);
    assert_true(length < sizeof text);
    fclose(f);
    out_init(&o, report, sizeof report);
    scenario_run(&scenarios, file, (struct slice){text, (int)length}, &o);
}

/* A scenario that fails is the business of another test. The laws are checked in all positions that
 * were reached, so they can speak before all scenarios pass. */
static void add_scenarios(const struct game *g, int plies)
{
    struct positions *all = calloc(1, sizeof *all); /* needed until the end */
    assert_non_null(all);
    const struct law_case c = {g, {0}, plies, all};
    char pattern[128];
    glob_t files;
    all->game = g;
    snprintf(pattern, sizeof pattern, "games/%s/scenarios/*.scenario", g->id);
    if (glob(pattern, 0, NULL, &files))
        fail_msg("there are no files %s", pattern);
    for (size_t i = 0; i < files.gl_pathc; i++)
        note_positions(all, files.gl_pathv[i]);
    globfree(&files);
    for (int i = 0; i < GROUPS; i++)
        if (groups[i].anywhere && all->count > 0)
            add_test(&c, "from scenarios", i);
}

static void add_game(const struct game *g, int plies)
{
    for (int players = g->schema->players_min; players <= g->schema->players_max; players++)
        add_variants(g, (struct config){.players = (uint8_t)players}, 0, "", plies);
    add_scenarios(g, plies);
}

static int number_from(const char *variable, int otherwise)
{
    const char *text = getenv(variable);
    return text ? (int)strtol(text, NULL, 10) : otherwise;
}

/* laws [GAME [WORD]]: only the laws of the game, only those whose names contain the word. */
int main(int argc, char **argv)
{
    int plies = number_from("LAW_PLIES", 40000), kept = 0;
    rules_plies = number_from("LAW_RULES_PLIES", 0);
    for (int i = 0; games_built[i]; i++)
        if (argc < 2 || strcmp(games_built[i]->id, argv[1]) == 0)
            add_game(games_built[i], plies);
    for (int i = 0; i < test_count; i++)
        if (argc < 3 || strstr(names[i], argv[2]))
            tests[kept++] = tests[i];
    if (kept == 0) {
        fprintf(stderr, "laws: no law of this game has this word in its name\n");
        return 2;
    }
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("laws", tests, (size_t)kept, NULL, NULL);
}
