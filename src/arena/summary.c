/* The summary of a contest. */
#include "arena/summary.h"

#include "arena/text.h"

static struct summary_bot summary_of_bot(const struct contest *c, const struct tally *t, int bot)
{
    const struct standing *s = &t->bot[bot];
    return (struct summary_bot){
        .wins = tally_wins(t, bot),
        .elo = tally_elo(c, t, bot, c->bots - 1),
        .mean_rank = ratio(s->ranks, s->games),
        .mean_score = ratio(s->points, s->games),
        .ms_per_move = ratio(s->nanoseconds, s->moves) / 1e6,
        .ms_p99 = standing_p99(s),
    };
}

static void sort_bots(struct summary *s, int bots)
{
    for (int i = 0; i < bots; i++) {
        int at = i;
        for (; at > 0 && s->bot[s->order[at - 1]].wins.value < s->bot[i].wins.value; at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = i;
    }
}

struct summary contest_summary(const struct contest *c, const struct tally *t)
{
    struct summary s = {.plies = ratio(t->plies, t->games)};
    for (int i = 0; i < c->bots; i++)
        s.bot[i] = summary_of_bot(c, t, i);
    sort_bots(&s, c->bots);
    s.clear = c->bots > 1 && s.bot[s.order[0]].wins.low > s.bot[s.order[1]].wins.high;
    if (c->sprt) {
        s.llr = tally_llr(c, t);
        s.verdict = tally_verdict(c, t);
    }
    return s;
}
