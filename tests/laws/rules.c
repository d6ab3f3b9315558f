/* Laws of the rules: moves, refusals and scores. */
#include "laws.h"

#include "core/position.h"

enum { GARBAGE = 4, MUTANTS = 8, NUMBERS = 6, ALL_MOVES = 400 };

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
    broken(m, "judge allows exactly the moves that legal lists",
           "'%s' is %s by judge (%s), but legal %s it", text, against ? "refused" : "allowed",
           against ? against->id : "no clause", against ? "lists" : "does not list");
}

/* How many values are tried for a part. */
static int part_values(const struct moment *m, char part)
{
    return part == 'K'   ? m->schema->kinds
           : part == 'S' ? 1 << m->state->head.players
           : part == 'P' ? m->schema->places
                         : NUMBERS;
}

/* Makes a move of the verb from a number: the parts of the move are its digits in a mixed base. */
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

/* Judges every move of the verb, or a random selection if there are too many. */
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

/* A legal move with one of its bytes changed by 1 or 2. */
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
        LAW(!has_move(m->moves, i, m->moves[i]), "legal lists no move twice",
            "move %d is a duplicate", i);
        LAW(game_judge(m->game, &view, other, m->moves[i]) == &clause_turn,
            "only the actor may move", "seat %c may move, too", 'A' + other);
    }
    judge_all(m, &view);
}

int viewer_at(const struct moment *m, int i)
{
    return i < m->state->head.players ? i : VIEW_PUBLIC;
}

/* After the end, every viewer can compute the same scores. */
static void law_same_scores(const struct moment *m, const int points[], const int ranks[])
{
    for (int i = 0; i <= m->state->head.players; i++) {
        union state view;
        int seen[SEATS_MAX], order[SEATS_MAX];
        state_view(m->schema, m->state, viewer_at(m, i), &view);
        m->game->scores(&view, seen, order);
        for (int seat = 0; seat < m->state->head.players; seat++)
            LAW(seen[seat] == points[seat] && order[seat] == ranks[seat],
                "at the end everybody can compute the scores",
                "viewer %s gets %d points and rank %d for seat %c", viewer_name(viewer_at(m, i)),
                seen[seat], order[seat], 'A' + seat);
    }
}

/* Checked at every ply: a match can end at any ply, because players can give up. */
static void law_scores(const struct moment *m)
{
    int points[SEATS_MAX], ranks[SEATS_MAX], players = m->state->head.players, firsts = 0;
    m->game->scores(m->state, points, ranks);
    for (int a = 0; a < players; a++) {
        LAW(points[a] > -1000 && points[a] < 1000, "points are between -1000 and 1000", "%d points",
            points[a]);
        LAW(ranks[a] >= 1 && ranks[a] <= players, "ranks are from 1 to the number of players",
            "rank %d", ranks[a]);
        firsts += ranks[a] == 1;
        int better = 0;
        for (int b = 0; b < players; b++) {
            better += ranks[b] < ranks[a];
            LAW(ranks[a] >= ranks[b] || points[a] >= points[b],
                "a better rank never has fewer points", "seat %c ranks above %c with fewer",
                'A' + a, 'A' + b);
        }
        LAW(ranks[a] == better + 1, "a rank is one more than the number of seats above it",
            "rank %d of seat %c", ranks[a], 'A' + a);
    }
    LAW(firsts >= 1, "at least one seat has rank 1", "none has");
    if (m->actor == SEAT_NONE)
        law_same_scores(m, points, ranks);
}

void law_rules(const struct moment *m)
{
    const char *wrong = game_check(m->game, m->state);
    LAW(!wrong, "check accepts every state that is reached", "%s", wrong);
    law_scores(m);
    if (m->actor == SEAT_NONE) {
        LAW(m->game->legal(m->state, (struct move[MOVES_MAX]){{0}}) == 0,
            "there are no legal moves after the end", "there are some");
        return;
    }
    LAW(m->count <= 120, /* a player who holds all cards of Call to Glory has 115 */
        "a decision has at most 120 legal moves", "it has %d", m->count);
    law_judge(m);
}
