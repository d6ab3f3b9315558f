/* Hints and reviews.
 *
 * A review must examine about a hundred decisions in a few seconds, and must report only what it is
 * sure of. So it has two passes. First a short search (the scout) looks at every decision. Then a
 * long search (the judge) with other randomness looks again at the few decisions that seem to have
 * cost most. Only the judge counts, because the largest of many rough estimates is mostly luck. A
 * search spends little time on bad moves, so its estimate of the move that was played is rough,
 * too: that move gets the benefit of the doubt. */
#include "cli/review.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bots/advisor.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/terminal.h"

enum {
    ENOUGH = 100,   /* visits that make a chance worth reporting */
    NEXT_BEST = 2,  /* other moves that a hint names */
    CANDIDATES = 6, /* decisions that are looked at twice */
    LAPSES = 3,     /* decisions that are reported */
    CLEAR = 30,     /* the smallest loss that is reported, in thousandths */
};

/* The time for each pass of a review, in moves of the advisor (about a second each), and the share
 * of the first pass in the progress line. */
static const double SCOUT_BUDGET = 2, JUDGE_BUDGET = 3, SCOUT_SHARE = 0.4;

/* A decision and what it cost. */
struct lapse {
    int ply;
    struct move played, better;
    int chance, best; /* to win with `played` and `better`, in thousandths */
    bool at_most;     /* `chance` is an upper bound: the move had few visits */
    int loss;         /* what the decision cost at least, in thousandths */
};

struct review {
    struct match *match;
    int seat;
    int decisions;
    struct lapse lapse[CANDIDATES]; /* the greatest losses first */
    int count;
    struct mind *scout, *judge;
    const volatile sig_atomic_t *stop;
};

static void review_print_move(const struct game *g, const void *view, struct move move,
                              struct out *o)
{
    move_print(g->schema, move, o);
    out_text(o, " (");
    g->describe(view, move, o);
    out_char(o, ')');
}

/* ---- Hints ---- */

/* The best moves after the first that have enough visits. A move with fewer visits but a higher
 * chance is shown with the chance of the best move: it is not known to be better. */
static void print_next_best(const struct game *g, const void *view, const struct advice *advice,
                            struct out *o)
{
    const struct finding *found = advice->finding;
    int told = 0;
    for (int i = 1; i < advice->count && told < NEXT_BEST; i++) {
        if (found[i].visits < ENOUGH)
            continue;
        int chance = found[i].chance < found[0].chance ? found[i].chance : found[0].chance;
        out_text(o, told++ ? "; " : "Next best: ");
        review_print_move(g, view, found[i].move, o);
        out_format(o, ", %d %%", chance_percent(chance));
    }
    out_text(o, told ? ".\n" : "");
}

void hint_print(const struct game *g, const void *view, struct out *o)
{
    struct advice advice;
    struct mind *advisor = advisor_new(g, 1);
    if (!advisor) {
        out_text(o, "There is not enough memory for a hint.\n");
        return;
    }
    advisor_ask(advisor, view, 0, &advice);
    mind_free(advisor);
    out_format(o, "Level %d would play: ", ADVISOR_LEVEL);
    review_print_move(g, view, advice.move, o);
    out_char(o, '.');
    if (advice.count > 0)
        out_format(o, " Chance to win: about %d %%.", chance_percent(advice.finding[0].chance));
    out_char(o, '\n');
    print_next_best(g, view, &advice, o);
}

/* ---- Looking at decisions ---- */

/* Whether the seat had a choice in this ply; if so, `view` becomes its view before the ply. */
static bool is_decision(const struct review *r, int ply, void *view)
{
    struct move moves[MOVES_MAX];
    int actor;
    match_move(r->match, ply, r->seat, &actor);
    return actor == r->seat && match_view_at(r->match, ply - 1, r->seat, view) &&
           match_game(r->match)->legal(view, moves) > 1;
}

static struct finding finding_of(const struct advice *a, struct move move)
{
    for (int i = 0; i < a->count; i++)
        if (move_equal(a->finding[i].move, move))
            return a->finding[i];
    return (struct finding){.move = move};
}

/* The mean chance over all visits. */
static double average(const struct advice *a)
{
    double sum = 0, visits = 0;
    for (int i = 0; i < a->count; i++) {
        sum += (double)a->finding[i].chance * a->finding[i].visits;
        visits += a->finding[i].visits;
    }
    return visits > 0 ? sum / visits : 0;
}

/* The chance with four more visits of average result, so that a move with few visits stays close to
 * the average. */
static int rough_chance(struct finding f, double mean)
{
    return (int)((f.chance * (double)f.visits + 4 * mean) / (f.visits + 4));
}

/* An upper estimate: one standard error above the chance found; 1000 for a move without visits. */
static int generous_chance(struct finding f)
{
    double n = f.visits + 4, p = (f.chance / 1000.0 * f.visits + 2) / n;
    double bound = f.visits ? 1000 * (p + sqrt(p * (1 - p) / n)) : 1000;
    return bound < 1000 ? (int)bound : 1000;
}

/* Searches from the view before the ply and fills in the lapse; false if the decision was not a
 * lapse. */
static bool examine(const struct review *r, struct mind *by, const void *view, struct lapse *l)
{
    struct advice advice;
    int actor;
    advisor_ask(by, view, ((uint64_t)l->ply << 1) + (by == r->judge), &advice);
    if (advice.count == 0)
        return false;
    const struct finding *best = &advice.finding[0];
    l->played = match_move(r->match, l->ply, r->seat, &actor);
    l->better = best->move;
    l->best = best->chance;
    struct finding f = finding_of(&advice, l->played);
    int generous = generous_chance(f);
    l->at_most = f.visits < ENOUGH;
    l->chance = l->at_most ? generous : f.chance;
    l->loss = l->best - (by == r->scout ? rough_chance(f, average(&advice)) : generous);
    return !move_equal(l->played, l->better) && (by == r->scout || best->visits >= ENOUGH);
}

/* Keeps the greatest losses, in order. */
static void keep_lapse(struct review *r, const struct lapse *l)
{
    if (r->count == CANDIDATES && r->lapse[CANDIDATES - 1].loss >= l->loss)
        return;
    int at = r->count < CANDIDATES ? r->count++ : CANDIDATES - 1;
    for (; at > 0 && r->lapse[at - 1].loss < l->loss; at--)
        r->lapse[at] = r->lapse[at - 1];
    r->lapse[at] = *l;
}

/* ---- The review ---- */

static bool review_stopped(const struct review *r)
{
    return r->stop && *r->stop;
}

static int count_decisions(const struct review *r)
{
    union state view;
    int count = 0;
    for (int ply = 1; ply <= match_ply(r->match); ply++)
        count += is_decision(r, ply, &view);
    return count;
}

/* The first pass: finds the candidates. If there are few decisions, all of them are candidates. */
static void scout(struct review *r)
{
    union state view;
    int done = 0;
    for (int ply = 1; ply <= match_ply(r->match) && !review_stopped(r); ply++) {
        struct lapse l = {.ply = ply};
        if (!is_decision(r, ply, &view))
            continue;
        if (r->decisions <= CANDIDATES || examine(r, r->scout, &view, &l))
            keep_lapse(r, &l);
        progress("Review", SCOUT_SHARE * ++done / r->decisions);
    }
}

/* The second pass: keeps the candidates that clearly cost something. */
static void review_judge(struct review *r)
{
    struct lapse candidate[CANDIDATES];
    int count = r->count;
    memcpy(candidate, r->lapse, sizeof candidate);
    r->count = 0;
    for (int i = 0; i < count && !review_stopped(r); i++) {
        union state view;
        match_view_at(r->match, candidate[i].ply - 1, r->seat, &view);
        if (examine(r, r->judge, &view, &candidate[i]) && candidate[i].loss >= CLEAR)
            keep_lapse(r, &candidate[i]);
        progress("Review", SCOUT_SHARE + (1 - SCOUT_SHARE) * (i + 1) / count);
    }
}

static const char *who(const struct review *r, char letter[2])
{
    letter[0] = (char)('A' + r->seat);
    letter[1] = '\0';
    return match_sitter(r->match, r->seat)->human ? "you" : letter;
}

static void print_lapse(const struct review *r, const struct lapse *l, struct out *o)
{
    const struct game *g = match_game(r->match);
    union state view;
    char letter[2];
    match_view_at(r->match, l->ply - 1, r->seat, &view);
    out_text(o, "  ");
    out_style(o, STYLE_STRONG);
    out_format(o, "Ply %d:", l->ply);
    out_style(o, STYLE_PLAIN);
    out_format(o, " %s played ", who(r, letter));
    review_print_move(g, &view, l->played, o);
    out_format(o, " with a chance to win of %s%d %%; ", l->at_most ? "at most " : "",
               chance_percent(l->chance));
    review_print_move(g, &view, l->better, o);
    out_format(o, " would have been better: %d %%.\n", chance_percent(l->best));
}

static bool won(const struct review *r)
{
    int points[SEATS_MAX], ranks[SEATS_MAX];
    match_scores(r->match, points, ranks);
    return ranks[r->seat] == 1;
}

static void print_lapses(const struct review *r)
{
    static char text[16384];
    struct out o;
    out_init(&o, text, sizeof text);
    o.colour = use_colour();
    for (int i = 0; i < r->count && i < LAPSES; i++)
        print_lapse(r, &r->lapse[i], &o);
    if (r->count == 0)
        out_text(&o, won(r) ? "  Well played: no decision clearly cost anything.\n"
                            : "  No single decision clearly cost the game.\n");
    print_fitted(text);
}

/* Commands are not wrapped, so that they can be copied. */
static void print_commands(const struct review *r, const char *record)
{
    int before = r->lapse[0].ply - 1;
    printf("The table before ply %d: %s replay '%s' --ply %d --view %c\n", before + 1, program,
           record, before, 'A' + r->seat);
    printf("To play on from there: %s play --resume '%s' --ply %d\n", program, record, before);
}

/* The first line comes before the searches, so that the player knows what takes so long. */
static void print_heading(const struct review *r)
{
    char text[256], letter[2];
    struct out o;
    bool you = match_sitter(r->match, r->seat)->human;
    out_init(&o, text, sizeof text);
    o.colour = use_colour();
    out_styled(&o, STYLE_STRONG, "Review");
    out_format(&o, " of %s%s %d decision%s, based on what %s knew at the time%s\n",
               you ? "your" : who(r, letter), you ? "" : "'s", r->decisions,
               r->decisions == 1 ? "" : "s", who(r, letter), r->stop ? " (Ctrl-C skips it)" : "");
    print_fitted(text);
    fflush(stdout);
}

void review_show(struct match *m, int seat, const char *record, const volatile sig_atomic_t *stop)
{
    struct review r = {.match = m, .seat = seat, .stop = stop};
    r.decisions = count_decisions(&r);
    r.scout = advisor_new(match_game(m), SCOUT_BUDGET / (r.decisions > 4 ? r.decisions : 4));
    r.judge = advisor_new(match_game(m), JUDGE_BUDGET / CANDIDATES);
    print_heading(&r);
    if (r.scout && r.judge) {
        scout(&r);
        review_judge(&r);
    }
    progress_end();
    mind_free(r.scout);
    mind_free(r.judge);
    if (review_stopped(&r))
        return;
    print_lapses(&r);
    if (r.count > 0)
        print_commands(&r, record);
}
