/* Laws that hold for every game by construction: for every registered game (and the template),
 * player count and option, over many games of random moves. LAW_PLIES in the environment is how
 * many plies each law looks at. */
#include "test.h"

#include <glob.h>

#include "bots/bot.h"
#include "bots/mind.h"
#include "core/position.h"
#include "core/sample.h"
#include "game/game.h"
#include "game/languages.h"
#include "game/message.h"
#include "match/record.h"
#include "match/scenario.h"
#include "match/secret.h"

enum {
    PLIES_MAX = 100000,
    GARBAGE = 4,
    MUTANTS = 8,
    NUMBERS = 6,
    ALL_MOVES = 400,
    RECALL_PLIES = 12,
    FROM_PLIES = 8, /* of a game that does not start with a deal */
    STRIDE = 7919   /* a prime */
};

struct law_case {
    const struct game *game;
    struct config config;
    int plies;
    const struct positions *from; /* where games start; NULL: with a deal */
};

/* Random games seldom come to some phases, and a law that breaks only there would take a million
 * plies to show it. Scenarios start there: these are all positions that they set up or reach. */
struct positions {
    const struct game *game;
    union state *state;
    int count, room;
};

/* One moment of one game: what every law looks at. */
struct moment {
    const struct game *game;
    const struct schema *schema;
    const union state *state;
    uint64_t game_number;
    int ply, actor, count;
    bool last; /* the law sees no more of this game */
    struct move moves[MOVES_MAX];
    struct move chosen; /* what will be played next */
    uint64_t seed;      /* the randomness with which it will be */
    struct rng *dice;   /* for the law's own choices */
    struct tally *tally;
};

/* How often a law could look, so that a game cannot switch it off. */
struct tally {
    long looked, could;
};

/* ---- Failing ---- */

static void broken(const struct moment *m, const char *law, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));

static void broken(const struct moment *m, const char *law, const char *format, ...)
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
    fail_msg("%s: law '%s' broken in game %llu at ply %d: %s\n%s", m->game->id, law,
             (unsigned long long)m->game_number, m->ply, message, text);
    abort();
}

#define LAW(condition, law, ...) \
    do { \
        if (!(condition)) \
            broken(m, law, __VA_ARGS__); \
    } while (0)

/* ---- Playing ---- */

typedef void (*law_function)(const struct moment *m);

static struct move random_move(struct rng *dice, const struct move *moves, int count)
{
    return moves[rng_below(dice, (uint32_t)count)];
}

static void begin_game(const struct law_case *c, int number, union state *state)
{
    struct rng rng;
    if (c->from) { /* all of them in turn, the first ones far apart */
        *state = c->from->state[(int64_t)number * STRIDE % c->from->count];
        return;
    }
    memset(state, 0, sizeof *state);
    rng_fast(&rng, (uint64_t)number);
    c->game->setup(state, &c->config, &rng);
}

/* Plays random games and holds each moment against the law. */
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
                LAW(m->count > 0, "the actor has a move", "seat %c has none", 'A' + m->actor);
                m->chosen = random_move(&dice, m->moves, m->count);
            }
            law(m);
            if (m->last) {
                plies++; /* a game may start at its end */
                break;
            }
            LAW(ply < PLIES_MAX, "every game ends", "not after %d plies", ply);
            rng_fast(&rng, m->seed);
            game_apply(g, &state, m->chosen, &rng);
        }
    }
    return tally;
}

/* Plays what will be played next; true if chance had no part in it. */
static bool apply_chosen(const struct moment *m, union state *state)
{
    struct rng rng;
    rng_fast(&rng, m->seed);
    game_apply(m->game, state, m->chosen, &rng);
    return rng.used == RNG_WORDS;
}

static bool has_move(const struct move *moves, int count, struct move move)
{
    for (int i = 0; i < count; i++)
        if (move_equal(moves[i], move))
            return true;
    return false;
}

static bool same_moves(const struct move *a, int count_a, const struct move *b, int count_b)
{
    return count_a == count_b && memcmp(a, b, (size_t)count_a * sizeof *a) == 0;
}

/* ---- Rules ---- */

static void judge_one(const struct moment *m, const union state *view, struct move move)
{
    const struct clause *against = game_judge(m->game, view, m->actor, move);
    LAW(!against == has_move(m->moves, m->count, move), "judge agrees with legal",
        "verb %d kind %d seats %d number %d: %s", move.verb, move.kind, move.seats, move.number[0],
        against ? against->sentence : "allowed, but not offered");
}

/* How many values the law tries for a part. */
static int part_values(const struct moment *m, char part)
{
    return part == 'K'   ? m->schema->kinds
           : part == 'S' ? 1 << m->state->head.players
           : part == 'P' ? m->schema->places
                         : NUMBERS;
}

/* Each number makes a move of the verb: its parts are the digits. */
static struct move move_of_number(const struct moment *m, int verb, int number)
{
    struct move move = {.verb = (uint8_t)verb};
    uint8_t *next = move.number;
    for (const char *part = m->schema->verb[verb].parts; *part; part++) {
        uint8_t value = (uint8_t)(number % part_values(m, *part));
        *(*part == 'K' ? &move.kind : *part == 'S' ? &move.seats : next++) = value;
        number /= part_values(m, *part);
    }
    return move;
}

/* Every move that the verb's parts can make, or some if they are many. */
static void judge_verb(const struct moment *m, const union state *view, int verb)
{
    int all = 1;
    for (const char *part = m->schema->verb[verb].parts; *part; part++)
        all *= part_values(m, *part);
    for (int i = 0; i < all && all <= ALL_MOVES; i++)
        judge_one(m, view, move_of_number(m, verb, i));
    for (int i = 0; i < ALL_MOVES / 8 && all > ALL_MOVES; i++)
        judge_one(m, view, move_of_number(m, verb, (int)rng_below(m->dice, (uint32_t)all)));
}

/* A legal move with one of its bytes made a little larger or smaller. */
static struct move mutant(const struct moment *m)
{
    struct move move = random_move(m->dice, m->moves, m->count);
    uint8_t bytes[sizeof move];
    memcpy(bytes, &move, sizeof move);
    uint32_t byte = rng_below(m->dice, sizeof bytes), by = 1 + rng_below(m->dice, 2);
    bytes[byte] = (uint8_t)(rng_below(m->dice, 2) ? bytes[byte] + by : bytes[byte] - by);
    memcpy(&move, bytes, sizeof move);
    return move;
}

static void judge_all(const struct moment *m, const union state *view)
{
    for (int verb = 0; verb < m->schema->verbs; verb++)
        judge_verb(m, view, verb);
    for (int i = 0; i < MUTANTS; i++)
        judge_one(m, view, mutant(m));
    for (int i = 0; i < GARBAGE; i++) {
        struct move move;
        uint32_t words[2] = {rng_word(m->dice), rng_word(m->dice)};
        memcpy(&move, words, sizeof move);
        judge_one(m, view, move);
    }
}

static void law_judge(const struct moment *m)
{
    union state view;
    int other = (m->actor + 1) % m->state->head.players;
    state_view(m->schema, m->state, m->actor, &view);
    for (int i = 0; i < m->count; i++) {
        LAW(!has_move(m->moves, i, m->moves[i]), "legal moves are distinct", "move %d repeats", i);
        LAW(game_judge(m->game, &view, other, m->moves[i]) == &clause_turn,
            "only the actor may move", "another seat may");
    }
    judge_all(m, &view);
}

static int viewer_at(const struct moment *m, int i)
{
    return i < m->state->head.players ? i : VIEW_PUBLIC;
}

/* After the end everybody can count. */
static void law_same_scores(const struct moment *m, const int points[], const int ranks[])
{
    for (int i = 0; i <= m->state->head.players; i++) {
        union state view;
        int seen[SEATS_MAX], order[SEATS_MAX];
        state_view(m->schema, m->state, viewer_at(m, i), &view);
        m->game->scores(&view, seen, order);
        for (int seat = 0; seat < m->state->head.players; seat++)
            LAW(seen[seat] == points[seat] && order[seat] == ranks[seat], "all can count",
                "viewer %d counts %d points, rank %d for seat %d", viewer_at(m, i), seen[seat],
                order[seat], seat);
    }
}

/* At every ply: a match can end anywhere, when players give up. */
static void law_scores(const struct moment *m)
{
    int points[SEATS_MAX], ranks[SEATS_MAX], players = m->state->head.players, firsts = 0;
    m->game->scores(m->state, points, ranks);
    for (int a = 0; a < players; a++) {
        LAW(points[a] > -1000 && points[a] < 1000, "scores are bounded", "%d", points[a]);
        LAW(ranks[a] >= 1 && ranks[a] <= players, "ranks are bounded", "%d", ranks[a]);
        firsts += ranks[a] == 1;
        int better = 0;
        for (int b = 0; b < players; b++) {
            better += ranks[b] < ranks[a];
            LAW(ranks[a] >= ranks[b] || points[a] >= points[b], "ranks follow points", "%d %d", a,
                b);
        }
        LAW(ranks[a] == better + 1, "a rank counts those before it", "%d of seat %c", ranks[a],
            'A' + a);
    }
    LAW(firsts >= 1, "somebody is first", "nobody is");
    if (m->actor == SEAT_NONE)
        law_same_scores(m, points, ranks);
}

static void law_rules(const struct moment *m)
{
    const char *wrong = game_check(m->game, m->state);
    LAW(!wrong, "check holds", "%s", wrong);
    law_scores(m);
    if (m->actor == SEAT_NONE) {
        LAW(m->game->legal(m->state, (struct move[MOVES_MAX]){{0}}) == 0, "no moves after the end",
            "some");
        return;
    }
    LAW(m->count <= 120, /* if somebody holds all of Call to Glory, there are 115 */
        "decisions are small", "%d moves", m->count);
    law_judge(m);
}

/* ---- Text ---- */

static void law_move_text(const struct moment *m)
{
    char texts[MOVES_MAX][64], error[256];
    for (int i = 0; i < m->count; i++) {
        struct out o, wrong;
        struct scan scan;
        struct move back;
        out_init(&o, texts[i], sizeof texts[i]);
        move_print(m->schema, m->moves[i], &o);
        LAW(!o.overflow, "texts of moves are short", "%s", texts[i]);
        out_init(&wrong, error, sizeof error);
        scan_init_line(&scan, "move", (struct word){texts[i], (int)strlen(texts[i])}, &wrong);
        LAW(move_parse(m->schema, &m->state->head, &scan, &back), "texts of moves parse", "%s",
            error);
        LAW(move_equal(back, m->moves[i]), "texts of moves parse back", "%s", texts[i]);
        for (int k = 0; k < i; k++)
            LAW(strcmp(texts[i], texts[k]) != 0, "texts of moves are distinct", "%s", texts[i]);
    }
}

static void law_position(const struct moment *m, const union state *state)
{
    char text[8192], error[512];
    union state back;
    struct out o, wrong;
    struct scan scan;
    struct position position;
    out_init(&o, text, sizeof text);
    state_print(m->schema, state, &o);
    out_init(&wrong, error, sizeof error);
    scan_init(&scan, "position", (struct word){text, (int)o.used}, &wrong);
    position_init(&position, m->schema, &back);
    while (scan_line(&scan))
        LAW(position_line(&position, &scan), "positions parse", "%s", error);
    LAW(position_end(&position, &scan), "positions parse", "%s", error);
    LAW(state_equal(m->schema, state, &back), "positions round-trip", "%s", text);
}

/* In Japanese and with marks, or in neither: what is longest must not be cut. */
static void speak(const struct moment *m, struct out *o)
{
    o->marks = m->ply / 2 % 2;
    o->words = o->marks ? language_of_game(words_ja, m->game) : NULL;
}

/* One line of words for the question and for each move. */
static void law_words(const struct moment *m)
{
    char text[1024];
    union state view;
    struct out o;
    if (m->actor == SEAT_NONE)
        return;
    state_view(m->schema, m->state, m->actor, &view);
    out_init(&o, text, sizeof text);
    speak(m, &o);
    m->game->prompt(&view, &o);
    LAW(o.used > 0 && !o.overflow && !strchr(text, '\n'), "a question is a sentence", "%s", text);
    for (int i = 0; i < m->count; i++) {
        out_clear(&o);
        m->game->describe(&view, m->moves[i], &o);
        LAW(o.used > 0 && !o.overflow && !strchr(text, '\n'), "a move is described", "%s", text);
    }
}

/* Whoever is asked gets one line, for which there is room. */
static void law_message(const struct moment *m)
{
    static char text[MESSAGE_BYTES];
    union state view;
    struct out o;
    if (m->actor == SEAT_NONE)
        return;
    state_view(m->schema, m->state, m->actor, &view);
    out_init(&o, text, sizeof text);
    message_view(m->game, &view, 1, &o);
    LAW(o.used < MESSAGE_BYTES / 4, "messages have ample room", "%d bytes", (int)o.used);
    LAW(strchr(text, '\n') == text + o.used - 1, "a message is a line", "%s", text);
}

static void law_text(const struct moment *m)
{
    union state view;
    law_words(m);
    law_message(m);
    law_move_text(m);
    law_position(m, m->state);
    state_view(m->schema, m->state, (int)rng_below(m->dice, m->state->head.players), &view);
    law_position(m, &view);
    state_view(m->schema, m->state, VIEW_PUBLIC, &view);
    law_position(m, &view);
}

/* ---- Knowledge ---- */

/* What may lie hidden somewhere is no secret. */
static void law_may_hide(const struct moment *m, const union state *view)
{
    for (const struct field *f = m->schema->field; f < m->schema->field + m->schema->fields; f++)
        for (int i = 0, n = field_elements(f, &view->head); i < n; i++)
            LAW(field_may_hide(m->schema, f, view, i) == field_may_hide(m->schema, f, m->state, i),
                "what may lie hidden is known", "element %d of %s", i, f->name);
}

static void law_knowledge(const struct moment *m)
{
    for (int i = 0; i <= m->state->head.players; i++) {
        union state view, again, world;
        struct move moves[MOVES_MAX];
        int viewer = viewer_at(m, i);
        state_view(m->schema, m->state, viewer, &view);
        const char *wrong = state_check(m->schema, &view);
        LAW(!wrong, "views are well formed", "viewer %d: %s", viewer, wrong);
        LAW(m->game->open(&view) == m->game->open(m->state), "open is the same in all views",
            "not for %d", viewer);
        LAW(m->game->actor(&view) == m->actor, "everybody knows the actor", "viewer %d does not",
            viewer);
        law_may_hide(m, &view);
        state_sample(m->schema, &view, m->dice, &world);
        wrong = game_check_position(m->game, &world);
        LAW(!wrong, "sampled worlds can be played", "viewer %d: %s", viewer, wrong);
        state_view(m->schema, &world, viewer, &again);
        LAW(state_equal(m->schema, &view, &again), "a sampled world looks the same",
            "not to viewer %d", viewer);
        if (viewer == m->actor) {
            int count = m->game->legal(&view, moves);
            LAW(same_moves(moves, count, m->moves, m->count), "legal follows from the view",
                "%d moves", count);
        }
    }
}

/* ---- Secrecy ---- */

/* Places of cards. Those of a hand that is kept as numbers are taken out of it into `held`, and go
 * back by hands_restore. */
struct slot_list {
    struct card *card[STATE_MAX / 2];
    uint64_t may_hide[STATE_MAX / 2];
    int count;
    struct card held[STATE_MAX / 2];
    struct held *home[STATE_MAX / 2];
    int held_count;
};

static bool may_hide(const struct slot_list *list, int slot, int kind)
{
    return !list->may_hide[slot] || (list->may_hide[slot] >> kind & 1);
}

static void hidden_in_zone(struct zone *z, int viewer, uint64_t may_hide, struct slot_list *list)
{
    for (int k = 0; k < z->count; k++)
        if (!(z->card[k].seen & SEAT_BIT(viewer))) {
            list->may_hide[list->count] = may_hide;
            list->card[list->count++] = &z->card[k];
        }
}

static void hidden_in_hand(const struct moment *m, struct held hand[], uint64_t kinds,
                           struct slot_list *list)
{
    for (int kind = 1; kind < m->schema->kinds; kind++)
        for (; hand[kind].number > hand[kind].known; hand[kind].number--) {
            int i = list->held_count++;
            list->held[i] = (struct card){(uint8_t)kind, 0};
            list->home[i] = hand;
            list->may_hide[list->count] = kinds;
            list->card[list->count++] = &list->held[i];
        }
}

static void hands_restore(struct slot_list *list)
{
    for (int i = 0; i < list->held_count; i++)
        list->home[i][list->held[i].kind].number++;
}

/* The cards of a pool that the viewer does not know. */
static void hidden_cards(const struct moment *m, union state *world, int viewer, int pool,
                         struct slot_list *list)
{
    list->count = list->held_count = 0;
    for (const struct field *f = m->schema->field; f < m->schema->field + m->schema->fields; f++)
        for (int i = 0, n = field_elements(f, &world->head); i < n; i++) {
            uint8_t *at = field_at(f, world, i);
            if (field_pool(f, i) != pool)
                continue;
            if (f->type == FIELD_ZONE)
                hidden_in_zone((struct zone *)at, viewer, field_may_hide(m->schema, f, world, i),
                               list);
            if (f->type == FIELD_HAND && field_seat(f, i) != viewer)
                hidden_in_hand(m, (struct held *)at, field_may_hide(m->schema, f, world, i), list);
        }
}

/* Puts unordered zones back into their canonical form. */
static void settle(const struct moment *m, union state *world)
{
    for (const struct field *f = m->schema->field; f < m->schema->field + m->schema->fields; f++)
        for (int i = 0, n = field_elements(f, &world->head);
             f->type == FIELD_ZONE && !f->ordered && i < n; i++) {
            struct zone *z = (struct zone *)field_at(f, world, i);
            int count = z->count;
            z->count = 0;
            for (int k = 0; k < count; k++)
                zone_insert(z, z->card[k]);
        }
}

/* Another world with what the viewer cannot know exchanged, who else knows which place left as it
 * was. */
static void exchange_kinds(const struct moment *m, int viewer, union state *world)
{
    struct slot_list list;
    state_copy(m->schema, m->state, world);
    for (int pool = 0; pool < m->schema->pools; pool++) {
        hidden_cards(m, world, viewer, pool, &list);
        for (int i = list.count - 1; i > 0; i--) {
            int k = (int)rng_below(m->dice, (uint32_t)i + 1);
            uint8_t kind = list.card[i]->kind;
            if (!may_hide(&list, i, list.card[k]->kind) || !may_hide(&list, k, kind))
                continue;
            list.card[i]->kind = list.card[k]->kind;
            list.card[k]->kind = kind;
        }
        hands_restore(&list);
    }
    settle(m, world);
}

/* Another world in which others have seen other cards of each zone, of those that the viewer does
 * not know. */
static bool exchange_seen(const struct moment *m, int viewer, union state *world)
{
    state_copy(m->schema, m->state, world);
    for (const struct field *f = m->schema->field; f < m->schema->field + m->schema->fields; f++)
        for (int e = 0, n = field_elements(f, &world->head); f->type == FIELD_ZONE && e < n; e++) {
            struct slot_list list = {.count = 0};
            if (f->open_marks)
                continue;
            hidden_in_zone((struct zone *)field_at(f, world, e), viewer, 0, &list);
            for (int i = list.count - 1; i > 0; i--) {
                int k = (int)rng_below(m->dice, (uint32_t)i + 1);
                uint8_t seen = list.card[i]->seen;
                list.card[i]->seen = list.card[k]->seen;
                list.card[k]->seen = seen;
            }
        }
    settle(m, world);
    return !state_equal(m->schema, world, m->state);
}

static void view_texts(const struct moment *m, const union state *before, const union state *after,
                       struct out *o)
{
    struct move move = game_veil(m->game, m->chosen, m->actor, before->head.viewer);
    state_json(m->schema, before, o);
    state_print(m->schema, before, o);
    m->game->board(before, o);
    if (after) {
        size_t start = o->used;
        m->game->narrate(before, move, after, o);
        LAW(o->used > start && o->text[o->used - 1] == '\n', "narration is lines", "it is not");
    }
}

static void same_texts(const struct moment *m, const char *law, const union state *a[2],
                       const union state *b[2])
{
    static char one[32768], two[32768];
    struct out o, p;
    out_init(&o, one, sizeof one);
    out_init(&p, two, sizeof two);
    o.colour = p.colour = m->ply % 2;
    speak(m, &o);
    speak(m, &p);
    view_texts(m, a[0], a[1], &o);
    view_texts(m, b[0], b[1], &p);
    LAW(!o.overflow && strcmp(one, two) == 0, law, "texts differ:\n%s\n%s", one, two);
}

/* Law 1: the viewer's view, legal moves and texts are the same in both worlds. */
static void law_same_view(const struct moment *m, int viewer, const union state *world)
{
    union state view, other;
    struct move moves[MOVES_MAX];
    state_view(m->schema, m->state, viewer, &view);
    state_view(m->schema, world, viewer, &other);
    LAW(state_equal(m->schema, &view, &other), "secrecy 1",
        "the view of %d tells what it cannot know", viewer);
    if (viewer == m->actor) {
        int count = m->game->legal(world, moves);
        LAW(same_moves(moves, count, m->moves, m->count), "secrecy 1",
            "legal moves tell seat %d too much", viewer);
    }
    if (rng_below(m->dice, 16) == 0)
        same_texts(m, "secrecy 1", (const union state *[2]){&view, NULL},
                   (const union state *[2]){&other, NULL});
}

/* Law 2: after the same move with the same randomness, if the viewer learned nothing, they are
 * still the same; and without chance he learns in both worlds or in neither. Returns whether the
 * views could be compared. */
static bool law_same_after(const struct moment *m, int viewer, const union state *world)
{
    union state view, other_view, next = *m->state, other = *world;
    struct move moves[MOVES_MAX];
    if (m->game->actor(world) != m->actor ||
        !has_move(moves, m->game->legal(world, moves), m->chosen))
        return false;
    bool certain = apply_chosen(m, &next);
    certain = apply_chosen(m, &other) && certain;
    unsigned learned = next.head.learned & SEAT_BIT(viewer);
    unsigned other_learned = other.head.learned & SEAT_BIT(viewer);
    LAW(!certain || learned == other_learned, "secrecy 2", "viewer %d learns by what is hidden",
        viewer);
    if (learned || other_learned)
        return false;
    state_view(m->schema, &next, viewer, &view);
    state_view(m->schema, &other, viewer, &other_view);
    LAW(state_equal(m->schema, &view, &other_view), "secrecy 2",
        "viewer %d learned something unawares", viewer);
    if (rng_below(m->dice, 16) == 0) {
        union state now, exchanged;
        state_view(m->schema, m->state, viewer, &now);
        state_view(m->schema, world, viewer, &exchanged);
        same_texts(m, "secrecy 2", (const union state *[2]){&now, &view},
                   (const union state *[2]){&exchanged, &other_view});
    }
    return true;
}

/* How many cards of each kind the viewer does not know to lie anywhere. */
static void cards_unseen(const struct moment *m, const union state *state, int viewer,
                         int unseen[KINDS_MAX])
{
    union state view;
    state_view(m->schema, state, viewer, &view);
    memset(unseen, 0, KINDS_MAX * sizeof *unseen);
    for (int pool = 0; pool < m->schema->pools; pool++) {
        int16_t left[KINDS_MAX];
        pool_left(m->schema, &view, pool, left);
        for (int kind = 1; kind < m->schema->kinds; kind++)
            unseen[kind] += left[kind];
    }
}

/* Who knows of more cards where they lie than before has learned something, and undo must know it.
 */
static void law_news(const struct moment *m, int viewer)
{
    int before[KINDS_MAX], after[KINDS_MAX];
    union state next = *m->state;
    apply_chosen(m, &next);
    if (next.head.learned & SEAT_BIT(viewer))
        return;
    cards_unseen(m, m->state, viewer, before);
    cards_unseen(m, &next, viewer, after);
    for (int kind = 1; kind < m->schema->kinds; kind++)
        LAW(after[kind] >= before[kind], "news is noted", "viewer %d now knows a %s", viewer,
            m->schema->kind[kind].id);
}

/* What chance decides is news to whoever sees it: with other dice his view differs only if he is
 * noted to have learned something, so that undo asks. */
static void law_dice(const struct moment *m, int viewer)
{
    union state next = *m->state, other = *m->state, view, other_view;
    struct moment twin = *m;
    twin.seed = ~m->seed;
    bool certain = apply_chosen(m, &next);
    if (apply_chosen(&twin, &other) && certain)
        return;
    state_view(m->schema, &next, viewer, &view);
    state_view(m->schema, &other, viewer, &other_view);
    LAW(state_equal(m->schema, &view, &other_view) ||
            (next.head.learned & other.head.learned & SEAT_BIT(viewer)),
        "what chance decides is news", "not to viewer %d", viewer);
}

/* Law 2 for secret moves: those that look alike to whoever does not make them leave alike views;
 * and two that differ in nothing but the card, unless it is news, look alike just if they do. */
static void law_same_veiled(const struct moment *m, int viewer)
{
    struct move seen = game_veil(m->game, m->chosen, m->actor, viewer);
    union state next = *m->state, view;
    if (viewer == m->actor || !apply_chosen(m, &next))
        return;
    state_view(m->schema, &next, viewer, &view);
    for (int i = 0; i < m->count; i++) {
        struct moment twin = *m;
        union state other = *m->state, twin_view;
        struct move same_card = m->moves[i];
        twin.chosen = m->moves[i];
        same_card.kind = m->chosen.kind;
        bool alike = move_equal(game_veil(m->game, twin.chosen, m->actor, viewer), seen);
        if ((!alike && !move_equal(same_card, m->chosen)) || !apply_chosen(&twin, &other))
            continue;
        bool news = (next.head.learned | other.head.learned) & SEAT_BIT(viewer);
        state_view(m->schema, &other, viewer, &twin_view);
        LAW(state_equal(m->schema, &view, &twin_view) == alike || (news && !alike),
            "secrecy of veiled moves", "viewer %d: alike %d", viewer, alike);
    }
}

static void same_views(const struct moment *m, int viewer, const union state *a,
                       const union state *b)
{
    union state view, other;
    state_view(m->schema, a, viewer, &view);
    state_view(m->schema, b, viewer, &other);
    LAW(state_equal(m->schema, &view, &other), "secrecy 3", "viewer %d sees what others saw",
        viewer);
    LAW(m->game->actor(b) == m->game->actor(a), "secrecy 3", "another seat acts");
}

/* Law 3: whatever others have seen, the viewer's view never differs, however the game goes on. */
static void law_same_recall(const struct moment *m, int viewer)
{
    union state state = *m->state, world;
    struct rng dice = *m->dice;
    if (!exchange_seen(m, viewer, &world))
        return;
    same_views(m, viewer, &state, &world);
    for (int i = 0; i < RECALL_PLIES && m->game->actor(&state) != SEAT_NONE; i++) {
        struct move moves[MOVES_MAX], move;
        struct rng a, b;
        move = random_move(&dice, moves, m->game->legal(&state, moves));
        uint64_t seed = rng_word(&dice);
        rng_fast(&a, seed);
        rng_fast(&b, seed);
        game_apply(m->game, &state, move, &a);
        game_apply(m->game, &world, move, &b);
        same_views(m, viewer, &state, &world);
    }
}

static void law_open(const struct moment *m, const union state *world)
{
    struct move moves[MOVES_MAX];
    LAW(m->game->open(world) == m->game->open(m->state), "open follows from public knowledge",
        "it differs");
    if (m->game->open(m->state) && m->actor != SEAT_NONE) {
        int count = m->game->legal(world, moves);
        LAW(same_moves(moves, count, m->moves, m->count), "open means that all know the moves",
            "%d moves", count);
    }
}

static void law_secrecy(const struct moment *m)
{
    for (int i = 0; i <= m->state->head.players; i++) {
        union state world;
        int viewer = viewer_at(m, i);
        exchange_kinds(m, viewer, &world);
        const char *wrong = game_check(m->game, &world);
        LAW(!wrong, "exchanged worlds are possible", "viewer %d: %s", viewer, wrong);
        law_same_view(m, viewer, &world);
        if (m->actor != SEAT_NONE) {
            m->tally->looked += law_same_after(m, viewer, &world);
            m->tally->could++;
            law_same_veiled(m, viewer);
            law_dice(m, viewer);
            law_news(m, viewer);
            law_same_recall(m, viewer);
        }
        if (viewer == VIEW_PUBLIC)
            law_open(m, &world);
    }
}

/* ---- Matches ---- */

static void check_that(bool condition, const char *law, int game)
{
    if (!condition)
        fail_msg("law '%s' broken in match %d", law, game);
}

/* All that anybody can see of a match. */
static uint64_t match_fingerprint(const struct match *m, int ply)
{
    const struct schema *c = match_game(m)->schema;
    uint64_t print = (uint64_t)ply;
    union state view;
    for (int viewer = 0; viewer <= VIEW_PUBLIC; viewer++) {
        if (viewer >= match_config(m)->players && viewer < VIEW_PUBLIC)
            continue;
        match_view_at(m, ply, viewer, &view);
        print = print * 31 + state_hash(c, &view);
    }
    return print;
}

/* A record of a match that is not over has neither its secret nor an unveiled move. */
static void law_public_record(struct match *m, int game)
{
    static char text[1 << 20];
    char secret[2 * SECRET_BYTES + 1], hidden[64], shown[64];
    struct out o, s, full, veiled;
    out_init(&o, text, sizeof text);
    out_init(&s, secret, sizeof secret);
    record_write(m, &o);
    secret_print(match_secret(m), &s);
    check_that(!strstr(text, secret), "an unfinished record hides the secret", game);
    for (int ply = 1; ply <= match_ply(m); ply++) {
        int seat;
        out_init(&full, hidden, sizeof hidden);
        out_init(&veiled, shown, sizeof shown);
        move_print(match_game(m)->schema, match_move(m, ply, VIEW_ALL, &seat), &full);
        move_print(match_game(m)->schema, match_move(m, ply, VIEW_PUBLIC, &seat), &veiled);
        check_that(strcmp(hidden, shown) == 0 || !strstr(text, hidden),
                   "an unfinished record veils secret moves", game);
    }
}

/* Plays at random, with refused moves and undo on the way. */
static void play_match(struct match *m, struct rng *dice, int game)
{
    for (int steps = 0; !match_over(m); steps++) {
        struct move moves[MOVES_MAX], forced;
        int count = match_legal(m, moves), ply = match_ply(m), actor = match_actor(m);
        struct move move = random_move(dice, moves, count), bad = move;
        union state all;
        check_that(!match_view(m, VIEW_ALL, &all) && !match_view_at(m, 0, VIEW_ALL, &all),
                   "the truth is shown only after the end", game);
        if (rng_below(dice, 8) == 0)
            law_public_record(m, game);
        if (match_forced(m, &forced))
            check_that(count == 1 && move_equal(forced, moves[0]),
                       "what is forced is the only move", game);
        uint64_t print = match_fingerprint(m, ply);
        bad.verb = (uint8_t)rng_word(dice);
        bad.kind = (uint8_t)rng_word(dice);
        if (!has_move(moves, count, bad)) {
            check_that(match_play(m, actor, bad) != NULL, "what is not legal is refused", game);
            check_that(match_ply(m) == ply && match_fingerprint(m, ply) == print,
                       "a refused move changes nothing", game);
        }
        check_that(match_play(m, actor, move) == NULL, "a legal move is played", game);
        if (rng_below(dice, 10) == 0) {
            uint64_t after = match_fingerprint(m, ply + 1);
            check_that(match_undo(m, ply, ~0u), "undo works by consent", game);
            check_that(match_fingerprint(m, ply) == print, "undo returns the same state", game);
            check_that(match_play(m, actor, move) == NULL && match_fingerprint(m, ply + 1) == after,
                       "undo never rolls again", game);
        }
        int limit = match_undo_limit(m);
        if (limit > 0)
            check_that(!match_undo(m, limit - 1, 0), "undo beyond what was learned needs consent",
                       game);
        if (steps < 400 && limit < match_ply(m) && rng_below(dice, 4) == 0)
            check_that(match_undo(m, limit, 0) && match_ply(m) == limit,
                       "undo is free if nobody learned", game);
    }
}

static void compare_matches(const struct match *a, const struct match *b, int plies, int game)
{
    for (int ply = 0; ply <= plies; ply++)
        check_that(match_fingerprint(a, ply) == match_fingerprint(b, ply),
                   "a replay gives the same views", game);
}

static void law_record(struct match *m, struct rng *dice, int game)
{
    static char text[1 << 20], again[1 << 20];
    char error[512];
    struct out o, p, wrong;
    struct scan scan;
    struct record record;
    out_init(&o, text, sizeof text);
    out_init(&wrong, error, sizeof error);
    record_write(m, &o);
    scan_init(&scan, "record", (struct word){text, (int)o.used}, &wrong);
    check_that(record_read(&record, &scan) && record.has_secret, "a record can be read", game);
    struct match *back = record_replay(&record, record.secret);
    if (!back)
        fail_msg("a record cannot be replayed: %s\n%s", error, text);
    out_init(&p, again, sizeof again);
    record_write(back, &p);
    check_that(strcmp(text, again) == 0, "a record round-trips", game);
    compare_matches(m, back, match_ply(m), game);
    int ply = (int)rng_below(dice, (uint32_t)match_ply(m) + 1);
    struct match *branch = match_branch(m, ply);
    check_that(match_ply(branch) == ply, "a branch has come to its ply", game);
    for (int i = 0; i <= ply; i++)
        check_that(match_fingerprint(m, i) == match_fingerprint(branch, i),
                   "a branch is the same so far", game);
    match_free(branch);
    match_free(back);
}

static void law_match(void **context)
{
    const struct law_case *c = *context;
    for (int game = 0, plies = 0; plies < c->plies; game++) {
        char seed[64];
        uint8_t secret[SECRET_BYTES];
        struct rng dice;
        snprintf(seed, sizeof seed, "%s %d", c->game->id, game);
        secret_from_seed(seed, secret);
        rng_fast(&dice, (uint64_t)game);
        struct match *m = match_new(c->game, &c->config, secret);
        for (int seat = 0; seat < c->config.players; seat++)
            *match_sitter(m, seat) = (struct sitter){.human = true, .name = "somebody"};
        play_match(m, &dice, game);
        plies += match_ply(m);
        law_record(m, &dice, game);
        match_free(m);
    }
}

/* ---- The table of fields ---- */

static void law_table(void **context)
{
    const struct law_case *c = *context;
    const struct schema *s = c->game->schema;
    int at = 0;
    for (int i = 0; i < s->fields; i++) {
        if (s->field[i].offset != at)
            fail_msg("%s: the field %s starts at %d, but %d bytes are described", c->game->id,
                     s->field[i].name, s->field[i].offset, at);
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
    }
    assert_int_equal(at, s->size);
    assert_true(s->size <= STATE_MAX);
    for (int kind = 1; kind < s->kinds; kind++)
        for (int verb = 0; verb < s->verbs; verb++)
            assert_string_not_equal(s->kind[kind].id, s->verb[verb].name);
}

/* ---- Bots ---- */

static const char *const bot_names[] = {"random",
                                        "greedy",
                                        "bold",
                                        "careful",
                                        "2",
                                        "ismcts:24",
                                        "ismcts:24+threads=2+plies=0+greed=20"};

enum { BOTS = sizeof bot_names / sizeof bot_names[0] };

/* The same bot twice: one sits in the true game, the other where everything that its seat cannot
 * know was exchanged. */
static struct mind *twin[BOTS][SEATS_MAX][2];

static void twins_free(void)
{
    for (int i = 0; i < BOTS * SEATS_MAX * 2; i++) {
        mind_free((&twin[0][0][0])[i]);
        (&twin[0][0][0])[i] = NULL;
    }
}

static void twins_new(const struct moment *m)
{
    struct bot bot;
    for (int i = 0; i < BOTS; i++) {
        LAW(bot_parse(m->game, bot_names[i], &bot, NULL), "bots", "no bot %s", bot_names[i]);
        for (int seat = 0; seat < m->state->head.players; seat++)
            for (int k = 0; k < 2; k++)
                twin[i][seat][k] = mind_new(&bot, m->game);
    }
}

static struct move choose_as(const struct moment *m, struct mind *mind, const union state *state,
                             struct finding found[MOVES_MAX])
{
    union state view;
    struct rng rng;
    rng_fast(&rng, m->seed);
    state_view(m->schema, state, m->actor, &view);
    struct move move = mind_choose(mind, &view, &rng);
    memset(found, 0, MOVES_MAX * sizeof *found);
    mind_findings(mind, found);
    return move;
}

/* Whatever lies where the seat cannot see it: same move, and the same thoughts about all moves. */
static void law_bot(const struct moment *m, int bot, const union state *world)
{
    struct finding found[2][MOVES_MAX];
    struct move a = choose_as(m, twin[bot][m->actor][0], m->state, found[0]);
    struct move b = choose_as(m, twin[bot][m->actor][1], world, found[1]);
    LAW(move_equal(a, b) && memcmp(found[0], found[1], sizeof found[0]) == 0, "fairness",
        "the bot %s knows too much", bot_names[bot]);
    LAW(has_move(m->moves, m->count, a), "bots play by the rules", "the bot %s does not",
        bot_names[bot]);
}

/* The shares of the win add up to it, but for what is lost in rounding. */
static void law_value(const struct moment *m)
{
    int shares[SEATS_MAX], sum = 0, players = m->state->head.players;
    if (!m->game->value)
        return;
    m->game->value(m->state, shares);
    for (int i = 0; i < players; i++) {
        LAW(shares[i] >= 0 && shares[i] <= SHARE, "value", "%d for seat %d", shares[i], i);
        sum += shares[i];
    }
    LAW(sum > SHARE * 9 / 10 && sum <= SHARE + players, "value", "the sum is %d", sum);
}

static void law_bots(const struct moment *m)
{
    union state world;
    if (m->ply == 0)
        twins_new(m);
    if (m->last) {
        twins_free();
        return;
    }
    law_value(m);
    exchange_kinds(m, m->actor, &world);
    for (int i = 0; i < BOTS; i++) {
        if (m->count > 1 && i == (int)(m->game_number + (uint64_t)m->ply) % BOTS)
            law_bot(m, i, &world);
        for (int seat = 0; seat < m->state->head.players; seat++)
            for (int k = 0; k < 2; k++)
                mind_see(twin[i][seat][k], game_veil(m->game, m->chosen, m->actor, seat));
    }
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

/* Bots take their time, so they look at fewer plies, one bot at each. */
static void group_bots(void **context)
{
    struct law_case few = *(struct law_case *)*context;
    few.plies = few.plies / 40 + 1;
    play_games(&few, law_bots);
}

static void group_secrecy(void **context)
{
    struct tally tally = play_games(*context, law_secrecy);
    if (tally.looked * 5 < tally.could)
        fail_msg("secrecy 2 could look at %ld of %ld plies only", tally.looked, tally.could);
}

static const struct {
    const char *name;
    CMUnitTestFunction run;
    bool anywhere; /* games may start from any position */
} groups[] = {
    {"the table tiles the struct", law_table, false},
    {"rules", group_rules, true},
    {"text", group_text, true},
    {"knowledge", group_knowledge, true},
    {"secrecy", group_secrecy, true},
    {"bots", group_bots, true},
    {"matches and records", law_match, false},
};

enum { GROUPS = sizeof groups / sizeof groups[0], TESTS_MAX = 4096, GAMES_MAX = 16 };

static struct CMUnitTest tests[TESTS_MAX];
static struct law_case cases[TESTS_MAX];
static char names[TESTS_MAX][192];
static int test_count;
static int rules_plies; /* of the rules' laws, which are quick */

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
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 1024;
        all->state = realloc(all->state, (size_t)all->room * sizeof *all->state);
        assert_non_null(all->state);
    }
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
    scenario_run(&scenarios, file, (struct word){text, (int)length}, &o);
    if (scenarios.failed)
        fail_msg("%s", report);
}

static void add_scenarios(const struct game *g, int plies)
{
    static struct positions found[GAMES_MAX];
    static int games_found;
    struct positions *all = &found[games_found++];
    const struct law_case c = {g, {0}, plies, all};
    char pattern[128];
    glob_t files;
    all->game = g;
    snprintf(pattern, sizeof pattern, "games/%s/scenarios/*.scenario", g->id);
    if (glob(pattern, 0, NULL, &files))
        fail_msg("there is no %s here", pattern);
    for (size_t i = 0; i < files.gl_pathc; i++)
        note_positions(all, files.gl_pathv[i]);
    globfree(&files);
    assert_true(all->count > 0);
    for (int i = 0; i < GROUPS; i++)
        if (groups[i].anywhere)
            add_test(&c, "from scenarios", i);
}

static void add_game(const struct game *g, int plies)
{
    add_scenarios(g, plies);
    for (int players = g->schema->players_min; players <= g->schema->players_max; players++)
        add_variants(g, (struct config){.players = (uint8_t)players}, 0, "", plies);
}

static int number_from(const char *variable, int otherwise)
{
    const char *text = getenv(variable);
    return text ? (int)strtol(text, NULL, 10) : otherwise;
}

/* A word on the command line picks the tests whose names hold it. */
int main(int argc, char **argv)
{
    int plies = number_from("LAW_PLIES", 40000), kept = 0;
    rules_plies = number_from("LAW_RULES_PLIES", 0);
    for (int i = 0; games_built[i]; i++)
        add_game(games_built[i], plies);
    for (int i = 0; i < test_count; i++)
        if (argc < 2 || strstr(names[i], argv[1]))
            tests[kept++] = tests[i];
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("laws", tests, (size_t)kept, NULL, NULL);
}
