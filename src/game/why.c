/* Why not? Players point at a card or a place that they cannot use and want to know the reason. All
 * moves that name the thing are tried, and the judge gives a clause against each. The answer is the
 * clause with the highest total weight. A forbidden move weighs more the closer it is to what the
 * player can do now; each step weighs more than all moves of the steps below together:
 *
 *   0. the clause only says that a card is not there;
 *   1. any other clause;
 *   2. there is a legal move with the same verb;
 *   3. there is a legal move that differs only in what names the thing.
 *
 * A clause that forbids moves of several verbs does not count (worth_of): it explains the phase of
 * the game, not the thing. */
#include "game/why.h"

#include "core/catalog.h"

enum { CLAUSES_MAX = 64, TRIALS_MAX = 4000, NUMBER_MAX = 13 };

const struct clause clause_fits = {"fits",
                                   SAY("That is part of another choice that you have now.")};
const struct clause clause_nothing = {"nothing", SAY("You cannot do anything with that now.")};

static const struct clause fits_place = {"fits",
                                         SAY("You can use that now: also choose a place for it.")},
                           fits_card = {"fits",
                                        SAY("You can use that now: also choose a card for it.")},
                           fits_seat = {"fits", SAY("You can use that now: also choose a player.")};

static int place_find(const struct schema *c, struct slice word)
{
    for (int place = 1; place < c->places; place++)
        if (slice_is(word, c->place[place]))
            return place;
    return 0;
}

static bool thing_word(const struct schema *c, const struct head *h, struct slice word,
                       struct thing *thing)
{
    int kind = kind_find(c, word), place = place_find(c, word);
    int number;
    if (slice_number(word, 999, &number)) {
        thing->number = number;
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

static bool verb_word(const struct schema *c, struct slice word, struct thing *thing)
{
    for (int verb = 0; verb < c->verbs; verb++)
        if (slice_is(word, c->verb[verb].name)) {
            thing->verb = verb;
            return true;
        }
    return false;
}

bool thing_parse(const struct schema *c, const struct head *h, struct slice text,
                 struct thing *thing)
{
    int at = 0;
    *thing = (struct thing){.verb = -1, .seat = -1, .number = -1};
    while (at < text.length) {
        int end = at;
        while (end < text.length && text.at[end] != ' ')
            end++;
        struct slice word = {text.at + at, end - at};
        if (end > at && !thing_word(c, h, word, thing) && !(at == 0 && verb_word(c, word, thing)))
            return false;
        at = end + 1;
    }
    return text.length > 0;
}

/* What the judge says about the moves that were tried. */
struct inquiry {
    const struct game *g;
    const void *view;
    int seat;
    const struct thing *thing;
    struct move moves[MOVES_MAX]; /* the legal ones */
    int count;
    int trials, clauses;
    const struct clause *clause[CLAUSES_MAX];
    uint32_t verbs[CLAUSES_MAX]; /* the verbs of the moves that each clause forbids */
    int64_t votes[CLAUSES_MAX];
};

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

/* Whether the legal move differs from the move only in what names the thing. */
static bool is_near(const struct inquiry *q, struct move move, struct move legal)
{
    const struct thing *thing = q->thing;
    bool same = move.verb == legal.verb &&
                (move.kind == legal.kind || (thing->kind && !thing->place)) &&
                (move.seats == legal.seats || thing->seat >= 0);
    int number = 0;
    for (const char *part = q->g->schema->verb[move.verb].parts; same && *part; part++) {
        if (*part != 'N' && *part != 'P')
            continue;
        int value = move.number[number], named = *part == 'P' ? thing->place : thing->number;
        same = value == legal.number[number] || value == named;
        number++;
    }
    return same;
}

static bool is_absence(const struct game *g, const struct clause *clause)
{
    for (const struct clause *const *c = g->absent; c && *c; c++)
        if (*c == clause)
            return true;
    return false;
}

static int64_t why_weight_of(const struct inquiry *q, struct move move,
                             const struct clause *against)
{
    int step = is_absence(q->g, against) ? 0 : 1;
    for (int i = 0; step > 0 && step < 3 && i < q->count; i++)
        if (q->moves[i].verb == move.verb)
            step = is_near(q, move, q->moves[i]) ? 3 : 2;
    int64_t weight = 1;
    while (step--)
        weight *= TRIALS_MAX + 1;
    return weight;
}

static void why_judge(struct inquiry *q, struct move move)
{
    const struct clause *against = game_judge(q->g, q->view, q->seat, move);
    int i = 0;
    q->trials++;
    if (!against || against == &clause_form)
        return;
    while (i < q->clauses && q->clause[i] != against)
        i++;
    if (i == CLAUSES_MAX)
        return;
    if (i == q->clauses) {
        q->clause[q->clauses++] = against;
        q->verbs[i] = 0;
        q->votes[i] = 0;
    }
    q->verbs[i] |= UINT32_C(1) << move.verb;
    q->votes[i] += why_weight_of(q, move, against);
}

/* A clause that forbids moves of several verbs says what must be decided now, but nothing about the
 * thing. */
static int64_t worth_of(const struct inquiry *q, int clause)
{
    return single(q->verbs[clause]) ? q->votes[clause] : 0;
}

/* Tries all values for the parts from this one on, and judges the moves that name the thing. */
static void fill(struct inquiry *q, struct move move, const char *part, int number)
{
    const struct schema *c = q->g->schema;
    const struct head *h = q->view;
    if (q->trials >= TRIALS_MAX)
        return;
    if (!*part) {
        if (names(q->thing, move, c->verb[move.verb].parts))
            why_judge(q, move);
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
        fill(q, next, part + 1, number + (*part == 'N' || *part == 'P'));
    }
}

static bool is_meant(const struct thing *thing, int verb)
{
    return thing->verb < 0 || thing->verb == verb;
}

/* What else the player must choose for this legal move with the thing. */
static const struct clause *rest_of(const struct inquiry *q, struct move move)
{
    const struct thing *thing = q->thing;
    bool place = thing->place, number = thing->number >= 0;
    for (const char *part = q->g->schema->verb[move.verb].parts; *part; part++) {
        if (*part == 'K' && !(thing->kind && !thing->place))
            return &fits_card;
        if (*part == 'S' && thing->seat < 0)
            return &fits_seat;
        if (*part == 'P' && !place)
            return &fits_place;
        if (*part == 'N' && !number)
            return &clause_fits;
        place &= *part != 'P';
        number &= *part != 'N';
    }
    return &clause_fits;
}

const struct clause *game_why(const struct game *g, const void *view, int seat,
                              const struct thing *thing)
{
    struct inquiry q = {.g = g, .view = view, .seat = seat, .thing = thing};
    int best = 0;
    int actor = g->actor(view);
    if (actor != seat)
        return actor == SEAT_NONE ? &clause_over : &clause_turn;
    q.count = g->legal(view, q.moves);
    for (int i = 0; i < q.count; i++)
        if (is_meant(thing, q.moves[i].verb) &&
            names(thing, q.moves[i], g->schema->verb[q.moves[i].verb].parts))
            return rest_of(&q, q.moves[i]);
    for (int verb = 0; verb < g->schema->verbs; verb++)
        if (is_meant(thing, verb))
            fill(&q, move_bare(verb), g->schema->verb[verb].parts, 0);
    for (int i = 1; i < q.clauses; i++)
        best = worth_of(&q, i) > worth_of(&q, best) ? i : best;
    return q.clauses ? q.clause[best] : &clause_nothing;
}
