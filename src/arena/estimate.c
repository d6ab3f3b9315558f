/* Statistics of a contest. Elo comes from the Bradley-Terry model. Its intervals come from the
 * delete-a-group jackknife: the estimate is repeated without each group of deals in turn. Whole
 * groups are left out because the games of one deal are not independent, but deals are. For the
 * same reason the sequential test works on the means of deals. */
#include "arena/estimate.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 1000, MORE_DEALS = 4, FEW = 10 };
static const double interval = 1.96;

/* The pairs of all groups except one (-1: of all groups). Each side of every pair gets half a game
 * more, so that no bot is infinitely strong. */
static void pairs_without(const struct tally *t, int bots, int group,
                          double pair[ARENA_BOTS][ARENA_BOTS])
{
    for (int a = 0; a < bots; a++)
        for (int b = 0; b < bots; b++) {
            double halves = 0;
            for (int i = 0; i < GROUPS; i++)
                halves += i == group ? 0 : (double)t->pair[i][a][b];
            pair[a][b] = a == b ? 0 : halves / 2 + 0.5;
        }
}

/* Strengths in Elo, by Zermelo's iteration. */
static void fit(int bots, double pair[ARENA_BOTS][ARENA_BOTS], double elo[ARENA_BOTS])
{
    double strength[ARENA_BOTS];
    for (int a = 0; a < bots; a++)
        strength[a] = 1;
    for (int round = 0; round < ROUNDS; round++) {
        double most = 0;
        for (int a = 0; a < bots; a++) {
            double won = 0, met = 0;
            for (int b = 0; b < bots; b++)
                if (b != a) {
                    won += pair[a][b];
                    met += (pair[a][b] + pair[b][a]) / (strength[a] + strength[b]);
                }
            double next = won / met, change = fabs(next / strength[a] - 1);
            most = change > most ? change : most;
            strength[a] = next;
        }
        if (most < 1e-9)
            break;
    }
    for (int a = 0; a < bots; a++)
        elo[a] = 400 * log10(strength[a]);
}

static double elo_without(const struct contest *c, const struct tally *t, int group, int a, int b)
{
    double pair[ARENA_BOTS][ARENA_BOTS], elo[ARENA_BOTS];
    pairs_without(t, c->bots, group, pair);
    fit(c->bots, pair, elo);
    return elo[a] - elo[b];
}

struct estimate share_of(double won, double n)
{
    double share = won / n;
    if (!(n > 0))
        return (struct estimate){NAN, 0, 1};
    double z = interval * interval / n, middle = (share + z / 2) / (1 + z);
    double half = interval * sqrt(share * (1 - share) / n + z / (4 * n)) / (1 + z);
    double low = middle - half, high = middle + half; /* rounding may leave the range 0 to 1 */
    return (struct estimate){share, low > 0 ? low : 0, high < 1 ? high : 1};
}

static double elo_of(double share)
{
    return 400 * log10(share / (1 - share));
}

/* If one of two bots has won almost no games against the other, most groups are equal, and the
 * jackknife's interval is much too small. This is a lower bound for the interval in this case: the
 * one of the single games. Otherwise an empty interval. */
static struct estimate elo_of_few(const struct tally *t, int a, int b)
{
    double won = 0, lost = 0;
    for (int i = 0; i < GROUPS; i++) {
        won += (double)t->pair[i][a][b] / 2;
        lost += (double)t->pair[i][b][a] / 2;
    }
    struct estimate share = share_of(won + 0.5, won + lost + 1);
    if (won >= FEW && lost >= FEW)
        return (struct estimate){0, 0, 0};
    return (struct estimate){elo_of(share.value), elo_of(share.low), elo_of(share.high)};
}

struct estimate tally_elo(const struct contest *c, const struct tally *t, int a, int b)
{
    int groups = t->deals < GROUPS ? (int)t->deals : GROUPS;
    double value = elo_without(c, t, -1, a, b), sum = 0, squares = 0;
    if (a == b)
        return (struct estimate){0, 0, 0};
    for (int i = 0; i < groups; i++) {
        double other = elo_without(c, t, i, a, b);
        sum += other;
        squares += other * other;
    }
    if (groups < 2)
        return (struct estimate){value, -INFINITY, INFINITY};
    double variance = (squares - sum * sum / groups) * (groups - 1) / groups;
    double half = interval * sqrt(variance > 0 ? variance : 0);
    struct estimate least = elo_of_few(t, a, b);
    return (struct estimate){value, value - fmax(half, least.value - least.low),
                             value + fmax(half, least.high - least.value)};
}

struct estimate tally_wins(const struct tally *t, int bot)
{
    return share_of((double)t->bot[bot].wins / WIN, (double)t->bot[bot].games);
}

/* Returns the end of the cell, which is the beginning of the next one: (4 + its last two bits) / 4
 * times a power of two. */
double standing_p99(const struct standing *s)
{
    int64_t slower = 0;
    if (s->moves == 0)
        return NAN;
    int cell = TIME_CELLS - 1;
    while (cell > 0 && (slower += s->times[cell]) * 100 <= s->moves)
        cell--;
    return ldexp(4 + (cell + 1) % 4, (cell + 1) / 4 - 2) / 1000;
}

/* The expected share of won games with this advantage in Elo. */
static double expected(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* The mean over deals is approximately normal, so the ratio follows from the mean and the variance
 * of the deals. A few additional deals, half of them won and half lost, keep the variance from
 * being too small at the beginning, when a lucky streak could decide the test. */
double tally_llr(const struct contest *c, const struct tally *t)
{
    double won = 0, met = 0, n = (double)t->deals;
    double low = expected(c->elo0), high = expected(c->elo1);
    for (int i = 0; i < GROUPS; i++) {
        won += (double)t->pair[i][0][1];
        met += (double)(t->pair[i][0][1] + t->pair[i][1][0]);
    }
    if (met == 0)
        return 0;
    double of_deal = met / n, mean = won / met;
    double squares = (double)t->pair_squares / (of_deal * of_deal) + MORE_DEALS / 2.0;
    double middle = (won / of_deal + MORE_DEALS / 2.0) / (n + MORE_DEALS);
    double variance = squares / (n + MORE_DEALS) - middle * middle;
    return n * (high - low) * (2 * mean - low - high) / (2 * variance);
}

int tally_verdict(const struct contest *c, const struct tally *t)
{
    double llr = tally_llr(c, t);
    return llr > LLR_BOUND ? 1 : llr < -LLR_BOUND ? -1 : 0;
}
