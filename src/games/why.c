/* Why not: all moves that name the thing are judged, and the clause that forbids most of them is
 * the answer; verbs that can be used just now go before others. */
#include "games/why.h"

#include "core/words.h"

enum { CLAUSES_MAX = 64, TRIALS_MAX = 4000, NUMBER_MAX = 13 };

const struct clause clause_fits = {"fits", SAY("That goes with another choice.")};
const struct clause clause_nothing = {"nothing", SAY("There is nothing to do with it now.")};

static int place_find(const struct schema *c, struct word word)
{
    for (int place = 1; place < c->places; place++)
        if (word_is(word, c->place[place]))
            return place;
    return 0;
}

static bool thing_word(const struct schema *c, const struct head *h, struct word word,
                       struct thing *thing)
{
    int kind = kind_find(c, word), place = place_find(c, word);
    bool digits = word.length > 0 && word.length < 4;
    for (int i = 0; i < word.length; i++)
        digits &= word.at[i] >= '0' && word.at[i] <= '9';
    if (digits) {
        thing->number = 0;
        for (int i = 0; i < word.length; i++)
            thing->number = thing->number * 10 + word.at[i] - '0';
    } else if (word.length == 1 && word.at[0] >= 'A' && word.at[0] < 'A' + h->players) {
        thing->seat = word.at[0] - 'A';
    } else if (place) {
        thing->place = place;
        thing->kind = kind != KIND_NONE ? kind : thing->kind;
    } else if (kind != KIND_NONE) {
        thing->kind = kind;
    } else {
        return false;
    }
    return true;
}

bool thing_parse(const struct schema *c, const struct head *h, struct word text,
                 struct thing *thing)
{
    int at = 0;
    *thing = (struct thing){.seat = -1, .number = -1};
    while (at < text.length) {
        int end = at;
        while (end < text.length && text.at[end] != ' ')
            end++;
        if (end > at && !thing_word(c, h, (struct word){text.at + at, end - at}, thing))
            return false;
        at = end + 1;
    }
    return text.length > 0;
}

/* What the judge says about the moves. */
struct inquiry {
    const struct game *g;
    const void *view;
    int seat;
    const struct thing *thing;
    bool legal;
    int trials, clauses;
    const struct clause *clause[CLAUSES_MAX];
    int votes[CLAUSES_MAX];
};

static void judge(struct inquiry *q, struct move move, int weight)
{
    const struct clause *against = game_judge(q->g, q->view, q->seat, move);
    int i = 0;
    q->trials++;
    q->legal |= !against;
    if (!against || against == &clause_form)
        return;
    while (i < q->clauses && q->clause[i] != against)
        i++;
    if (i == CLAUSES_MAX)
        return;
    if (i == q->clauses) {
        q->clause[q->clauses++] = against;
        q->votes[i] = 0;
    }
    q->votes[i] += weight;
}

static bool names(const struct thing *thing, struct move move, const char *parts)
{
    bool place = !thing->place, number = thing->number < 0;
    const uint8_t *at = move.number;
    for (const char *part = parts; *part; part++) {
        place |= *part == 'P' && *at == thing->place;
        number |= *part == 'N' && *at == thing->number;
        at += *part == 'N' || *part == 'P';
    }
    return place && number && (!thing->kind || thing->place || move.kind == thing->kind) &&
           (thing->seat < 0 || (move.seats & SEAT_BIT(thing->seat)));
}

/* Fills the parts from this one on in every way, and judges what names the thing. */
static void fill(struct inquiry *q, struct move move, const char *part, int number, int weight)
{
    const struct schema *c = q->g->schema;
    const struct head *h = q->view;
    if (q->trials >= TRIALS_MAX)
        return;
    if (!*part) {
        if (names(q->thing, move, c->verb[move.verb].parts))
            judge(q, move, weight);
        return;
    }
    int first = *part == 'N' || *part == 'S' ? 0 : 1;
    int last = *part == 'K'   ? c->kinds - 1
               : *part == 'P' ? c->places - 1
               : *part == 'S' ? h->players
                              : NUMBER_MAX;
    for (int value = first; value <= last; value++) {
        struct move next = move;
        if (*part == 'K')
            next.kind = (uint8_t)value;
        else if (*part == 'S')
            next.seats = (uint8_t)(value ? SEAT_BIT(value - 1) : 0);
        else
            next.number[number] = (uint8_t)value;
        if (*part == 'K' && q->thing->kind && !q->thing->place && value != q->thing->kind)
            continue;
        fill(q, next, part + 1, number + (*part == 'N' || *part == 'P'), weight);
    }
}

/* Verbs of which there are legal moves weigh more than all others. */
static int weight_of(const struct game *g, const void *view, int verb)
{
    struct move moves[MOVES_MAX];
    int count = g->legal(view, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].verb == verb)
            return TRIALS_MAX;
    return 1;
}

const struct clause *game_why(const struct game *g, const void *view, int seat,
                              const struct thing *thing)
{
    struct inquiry q = {.g = g, .view = view, .seat = seat, .thing = thing};
    int best = 0;
    int actor = g->actor(view);
    if (actor != seat)
        return actor == SEAT_NONE ? &clause_over : &clause_turn;
    for (int verb = 0; verb < g->schema->verbs; verb++)
        fill(&q, move_bare(verb), g->schema->verb[verb].parts, 0, weight_of(g, view, verb));
    for (int i = 1; i < q.clauses; i++)
        best = q.votes[i] > q.votes[best] ? i : best;
    return q.legal ? &clause_fits : q.clauses ? q.clause[best] : &clause_nothing;
}
