/* Laws of the rules: moves, refusals and scores. */
#include "laws.h"

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

/* ---- Rules ---- */

static void judge_one(const struct moment *m, const union state *view, struct move move)
{
    const struct clause *against = game_judge(m->game, view, m->actor, move);
    char text[256] = "a move of no verb";
    struct out o;
    if (!against == has_move(m->moves, m->count, move))
        return;
    out_init(&o, text, sizeof text);
    if (move_well_formed(m->schema, move))
        move_print(m->schema, move, &o);
    broken(m, "judge agrees with legal", "'%s' is %s by judge (%s), but legal %s it", text,
           against ? "refused" : "allowed", against ? against->id : "no clause",
           against ? "offers" : "does not offer");
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

int viewer_at(const struct moment *m, int i)
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

void law_rules(const struct moment *m)
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
