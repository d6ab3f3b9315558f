/* Laws of bots: they play legal moves, and they know no more than their seat does. */
#include "laws.h"

#include "bots/bot.h"
#include "bots/mind.h"
#include "core/position.h"

/* ---- Bots ---- */

static const char *const bot_names[] = {"random",
                                        "greedy",
                                        "bold",
                                        "careful",
                                        "2",
                                        "ismcts:24",
                                        "ismcts:24+threads=2+plies=0+greed=20"};

/* In a search, a move whose hint is higher by tuning.spread is e times as likely. These are the
 * limits for the average distance of hints, in spreads. If it is smaller, hints have no effect; if
 * it is larger, nothing but the best hint is tried. */
enum { SPREADS_MOST = 100, SPREADS_LEAST = 20 /* the limit is 1/20 */ };

enum { BOTS = sizeof bot_names / sizeof bot_names[0] };

/* Each bot exists twice: one sits in the true game, the other in a world where everything that its
 * seat cannot know was exchanged. */
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
        LAW(bot_parse(m->game, bot_names[i], &bot, NULL), "every game has these bots",
            "there is no bot %s", bot_names[i]);
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

/* The cards that the seat cannot see must not matter: the bot chooses the same move and has the
 * same findings about all moves in both worlds. */
static void law_bot(const struct moment *m, int bot, const union state *world)
{
    struct finding found[2][MOVES_MAX];
    struct move a = choose_as(m, twin[bot][m->actor][0], m->state, found[0]);
    struct move b = choose_as(m, twin[bot][m->actor][1], world, found[1]);
    LAW(move_equal(a, b) && memcmp(found[0], found[1], sizeof found[0]) == 0,
        "a bot decides only by what its seat knows",
        "the bot %s decides differently if hidden cards are exchanged", bot_names[bot]);
    LAW(has_move(m->moves, m->count, a), "bots play legal moves", "the bot %s does not",
        bot_names[bot]);
}

/* The chances of all seats must add up to SHARE, except for rounding. */
static void law_value(const struct moment *m)
{
    int shares[SEATS_MAX], sum = 0, players = m->state->head.players;
    if (!m->game->value)
        return;
    m->game->value(m->state, shares);
    for (int i = 0; i < players; i++) {
        LAW(shares[i] >= 0 && shares[i] <= SHARE, "each chance of value is from 0 to SHARE",
            "%d for seat %c", shares[i], 'A' + i);
        sum += shares[i];
    }
    LAW(sum > SHARE * 9 / 10 && sum <= SHARE + players, "the chances of value add up to SHARE",
        "the sum is %d", sum);
}

static int larger_first(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x < y) - (x > y);
}

/* How far the best hint is above the median. The median is used because some games mark a move as
 * 'never' with an extremely low hint. */
static void measure_hints(const struct moment *m)
{
    union state view;
    int hints[MOVES_MAX];
    state_view(m->schema, m->state, m->actor, &view);
    for (int i = 0; i < m->count; i++)
        hints[i] = m->game->hint(&view, m->moves[i]);
    qsort(hints, (size_t)m->count, sizeof hints[0], larger_first);
    m->tally->apart += (double)hints[0] - hints[m->count / 2];
    m->tally->looked++;
}

void law_spread(const struct law_case *c, const struct tally *tally)
{
    double apart = tally->looked ? tally->apart / (double)tally->looked : 0;
    double spread = c->game->tuning->spread;
    if (apart > 0 && (apart > spread * SPREADS_MOST || apart * SPREADS_LEAST < spread))
        fail_msg("%s: the best hint is %.1f above the median on average, but tuning.spread is "
                 "%.0f, so a search would %s",
                 c->game->id, apart, spread,
                 apart > spread ? "try nothing but the best hint" : "ignore the hints");
}

void law_bots(const struct moment *m)
{
    union state world;
    if (m->ply == 0)
        twins_new(m);
    if (m->last) {
        twins_free();
        return;
    }
    law_value(m);
    if (m->count > 1)
        measure_hints(m);
    exchange_kinds(m, m->actor, &world);
    for (int i = 0; i < BOTS; i++) {
        if (m->count > 1 && i == (int)(m->game_number + (uint64_t)m->ply) % BOTS)
            law_bot(m, i, &world);
        for (int seat = 0; seat < m->state->head.players; seat++)
            for (int k = 0; k < 2; k++)
                mind_see(twin[i][seat][k], game_veil(m->game, m->chosen, m->actor, seat));
    }
}
