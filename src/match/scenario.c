/* Scenarios. Lines before the first 'scenario' are common to all scenarios of the file. In each
 * scenario the lines of the position come first, then steps that play moves and check expectations.
 * A failure ends its scenario, but not the file. */
#include "match/scenario.h"

#include <string.h>

#include "core/position.h"
#include "core/sample.h"
#include "game/why.h"
#include "match/match.h"
#include "match/secret.h"

struct scenario {
    const struct game *game;
    union state state;
    struct position position;
    bool started; /* the position is complete: a step has been read */
    uint8_t secret[SECRET_BYTES];
    int ply;
    union state before; /* the state before the last move */
    struct move last;
    struct scan *scan;
    struct scenarios *all;
};

static bool game_line(struct scenario *c)
{
    struct slice id = scan_word(c->scan);
    if (c->game)
        return scan_fail(c->scan, id, "expected 'game:' only once in a file");
    c->game = game_find(id);
    if (!c->game)
        return scan_fail(c->scan, id, "there is no game '%.*s'", SLICE(id));
    position_init(&c->position, c->game->schema, &c->state);
    return scan_line_end(c->scan);
}

static bool seed_line(struct scenario *c)
{
    char seed[64] = "";
    struct slice w = scan_word(c->scan);
    if (w.length >= (int)sizeof seed)
        return scan_fail(c->scan, w, "expected a seed of at most %d bytes", (int)sizeof seed - 1);
    memcpy(seed, w.at, (size_t)w.length);
    secret_from_seed(seed, c->secret);
    return scan_line_end(c->scan);
}

static void scenario_show(const struct scenario *c)
{
    if (c->all->see)
        c->all->see(c->all->context, c->game, &c->state);
}

static bool complete_position(struct scenario *c)
{
    if (c->started)
        return true;
    c->started = true;
    if (!position_end(&c->position, c->scan))
        return false;
    const char *wrong = game_check_position(c->game, &c->state);
    if (wrong)
        return scan_fail(c->scan, (struct slice){0}, "the position is impossible: %s", wrong);
    scenario_show(c);
    return true;
}

/* ---- Steps ---- */

/* Reads a seat, 'spectator' or 'all', with or without a colon after it. */
static bool read_viewer(struct scenario *c, int *viewer)
{
    struct slice w = scan_word(c->scan), bare = w;
    if (bare.length > 0 && bare.at[bare.length - 1] == ':')
        bare.length--;
    return viewer_parse(bare, &c->state.head, viewer) ||
           scan_fail(c->scan, w, "expected a seat, 'spectator' or 'all', found '%.*s'", SLICE(w));
}

/* A seat's move, and the clause that forbids it, if any. */
struct attempt {
    struct slice place;
    struct move move;
    const struct clause *against;
};

static bool read_attempt(struct scenario *c, struct attempt *a)
{
    union state view;
    int seat;
    if (!read_viewer(c, &seat))
        return false;
    a->place = scan_peek(c->scan);
    if (!move_parse(c->game->schema, &c->state.head, c->scan, &a->move))
        return false;
    state_view(c->game->schema, &c->state, seat, &view);
    a->against = game_judge(c->game, &view, seat, a->move);
    return true;
}

static bool step_play(struct scenario *c)
{
    struct attempt a;
    struct rng rng;
    if (!read_attempt(c, &a))
        return false;
    if (a.against)
        return scan_fail(c->scan, a.place, "the move is refused by %s: %s", a.against->id,
                         a.against->sentence);
    rng_chacha(&rng, c->secret, (uint32_t)++c->ply, RNG_RULES);
    c->before = c->state;
    c->last = a.move;
    game_apply(c->game, &c->state, a.move, &rng);
    const char *wrong = game_check(c->game, &c->state);
    if (wrong)
        return scan_fail(c->scan, a.place, "after the move the state is broken: %s", wrong);
    scenario_show(c);
    return true;
}

static bool step_refused(struct scenario *c)
{
    struct attempt a;
    struct slice id = scan_word(c->scan);
    if (!read_attempt(c, &a))
        return false;
    if (!a.against)
        return scan_fail(c->scan, a.place, "expected a refusal by %.*s, but the move is legal",
                         SLICE(id));
    return slice_is(id, a.against->id) ||
           scan_fail(c->scan, id, "expected a refusal by %.*s, but the move is refused by %s: %s",
                     SLICE(id), a.against->id, a.against->sentence);
}

/* The clause that tells why a thing cannot be used. */
static bool step_why(struct scenario *c)
{
    union state view;
    struct thing thing;
    int seat;
    struct slice id = scan_word(c->scan);
    if (!read_viewer(c, &seat))
        return false;
    struct slice about = scan_rest(c->scan);
    state_view(c->game->schema, &c->state, seat, &view);
    if (!thing_parse(c->game->schema, &view.head, about, &thing))
        return scan_fail(c->scan, about, "there is no '%.*s' in this game", SLICE(about));
    const struct clause *why = game_why(c->game, &view, seat, &thing);
    return slice_is(id, why->id) ||
           scan_fail(c->scan, id, "expected the answer %.*s, but it is %s: %s", SLICE(id), why->id,
                     why->sentence);
}

static int legal_moves(struct scenario *c, struct move moves[MOVES_MAX])
{
    union state view;
    int actor = c->game->actor(&c->state);
    if (actor == SEAT_NONE)
        return 0;
    state_view(c->game->schema, &c->state, actor, &view);
    return c->game->legal(&view, moves);
}

/* All moves of the list must be legal, or (`offered` is false) none of them. Returns how many moves
 * were read; -1 after a failure. */
static int each_offered(struct scenario *c, bool offered)
{
    struct move moves[MOVES_MAX], move;
    struct scan item;
    int count = legal_moves(c, moves), read = 0;
    while (scan_item(c->scan, &item)) {
        struct slice place = scan_peek(&item);
        bool found = false;
        if (!move_parse(c->game->schema, &c->state.head, &item, &move)) {
            c->scan->failed = true;
            return -1;
        }
        for (int i = 0; i < count; i++)
            found |= move_equal(moves[i], move);
        if (found != offered) {
            scan_fail(c->scan, place,
                      found ? "expected that the move is not offered, but it is legal"
                            : "expected that the move is offered, but it is not legal");
            return -1;
        }
        read++;
    }
    return read;
}

static bool step_offered(struct scenario *c)
{
    return each_offered(c, true) >= 0;
}

static bool step_not_offered(struct scenario *c)
{
    return each_offered(c, false) >= 0;
}

static bool step_only(struct scenario *c)
{
    struct move moves[MOVES_MAX];
    char text[512];
    struct out o;
    int count = legal_moves(c, moves), read = each_offered(c, true);
    if (read == count || read < 0)
        return read >= 0;
    out_init(&o, text, sizeof text);
    for (int i = 0; i < count; i++) {
        out_text(&o, i ? ", " : "");
        move_print(c->game->schema, moves[i], &o);
    }
    return scan_fail(c->scan, (struct slice){0}, "expected all legal moves, which are: %s", text);
}

/* Reads the rest of the line as a line of a position. Setting it must not change the view: then the
 * view already has these values. */
static bool compare_field(struct scenario *c, const union state *view)
{
    const struct schema *schema = c->game->schema;
    struct scan *s = c->scan, names = *s;
    union state expected = *view;
    struct position p = {.schema = schema, .state = &expected};
    struct slice place = scan_peek(s), want;
    char text[1024];
    struct out found;
    int element;
    const struct field *f = field_parse_name(schema, &view->head, &names, &element);
    if (!f) {
        s->failed = true;
        return false;
    }
    want = scan_rest(&names);
    if (!position_line(&p, s) || position_rests(&p))
        return scan_fail(s, place, "expected a field and its cards without 'rest'");
    if (state_equal(schema, &expected, view))
        return true;
    out_init(&found, text, sizeof text);
    bool all = !field_has_cards(f);
    for (int i = all ? 0 : element, n = all ? field_elements(f, &view->head) : element + 1; i < n;
         i++) {
        field_print(schema, f, view, i, &found);
        out_text(&found, i + 1 < n ? " " : "");
    }
    return scan_fail(s, place, "expected '%.*s' for '%s', found '%s'", SLICE(want), f->name, text);
}

static bool step_expect(struct scenario *c)
{
    return compare_field(c, &c->state);
}

static bool step_knows(struct scenario *c)
{
    union state view;
    int viewer;
    if (!read_viewer(c, &viewer))
        return false;
    state_view(c->game->schema, &c->state, viewer, &view);
    return compare_field(c, &view);
}

/* None of the cards can be in the field, as far as the viewer can tell. */
static bool step_excludes(struct scenario *c)
{
    const struct schema *schema = c->game->schema;
    union state view;
    int viewer, element;
    if (!read_viewer(c, &viewer))
        return false;
    state_view(schema, &c->state, viewer, &view);
    struct slice place = scan_peek(c->scan);
    const struct field *f = field_parse_name(schema, &view.head, c->scan, &element);
    if (f && !field_has_cards(f))
        return scan_fail(c->scan, place, "expected a field with cards, found '%s'", f->name);
    uint64_t possible = f ? element_could_hold(schema, f, &view, element) : 0;
    for (struct slice w; f && (w = scan_word(c->scan)).length > 0;) {
        int kind = kind_find(schema, w);
        if (kind == KIND_NONE)
            return scan_fail(c->scan, w, "expected a card, found '%.*s'", SLICE(w));
        if (possible >> kind & 1)
            return scan_fail(c->scan, w, "expected that '%.*s' cannot be there, but it can",
                             SLICE(w));
    }
    return f != NULL;
}

/* The rest of the line must be a line of the narration of the last move for this viewer. */
static bool step_tells(struct scenario *c)
{
    union state before, after;
    char text[4096];
    struct out o;
    int viewer;
    if (!read_viewer(c, &viewer))
        return false;
    struct slice want = scan_rest(c->scan);
    if (c->ply == 0)
        return scan_fail(c->scan, want, "expected a move before 'tells': nothing was played yet");
    state_view(c->game->schema, &c->before, viewer, &before);
    state_view(c->game->schema, &c->state, viewer, &after);
    out_init(&o, text, sizeof text);
    c->game->narrate(&before, game_veil(c->game, c->last, c->game->actor(&c->before), viewer),
                     &after, &o);
    for (const char *line = text; *line; line += line_length(line))
        if (line_length(line) == (size_t)want.length + 1 &&
            strncmp(line, want.at, (size_t)want.length) == 0)
            return true;
    return scan_fail(c->scan, want, "expected this line, but the viewer is told: %s", text);
}

static bool step_asked(struct scenario *c)
{
    struct slice w = scan_word(c->scan);
    int actor = c->game->actor(&c->state), seat = SEAT_NONE;
    if (!slice_is(w, "nobody") && (!viewer_parse(w, &c->state.head, &seat) || seat >= SEATS_MAX))
        return scan_fail(c->scan, w, "expected a seat or 'nobody', found '%.*s'", SLICE(w));
    if (actor == seat)
        return scan_line_end(c->scan);
    return actor == SEAT_NONE
               ? scan_fail(c->scan, w, "expected that %.*s is asked, but the game is over",
                           SLICE(w))
               : scan_fail(c->scan, w, "expected that %.*s is asked, but %c is asked", SLICE(w),
                           'A' + actor);
}

/* Reads a number for each seat, which may be negative. */
static bool compare_numbers(struct scenario *c, const char *what, const int numbers[])
{
    for (int seat = 0; seat < c->state.head.players; seat++) {
        struct slice w = scan_word(c->scan), digits = w;
        bool minus = w.length > 1 && w.at[0] == '-';
        int number;
        if (minus)
            digits = (struct slice){w.at + 1, w.length - 1};
        if (!slice_number(digits, 1000, &number) || (minus ? -number : number) != numbers[seat])
            return scan_fail(c->scan, w, "expected %s '%.*s' for %c, found %d", what, SLICE(w),
                             'A' + seat, numbers[seat]);
    }
    return scan_line_end(c->scan);
}

static bool step_result(struct scenario *c, bool ask_points)
{
    int points[SEATS_MAX], ranks[SEATS_MAX];
    if (c->game->actor(&c->state) != SEAT_NONE)
        return scan_fail(c->scan, scan_peek(c->scan),
                         "expected the end of the game, but it is not over");
    c->game->scores(&c->state, points, ranks);
    return compare_numbers(c, ask_points ? "points" : "rank", ask_points ? points : ranks);
}

static bool step_ranks(struct scenario *c)
{
    return step_result(c, false);
}

static bool step_points(struct scenario *c)
{
    return step_result(c, true);
}

/* Whether the legal moves follow from public knowledge. */
static bool step_open(struct scenario *c)
{
    struct slice w = scan_word(c->scan);
    bool is_open = c->game->open(&c->state);
    if (!slice_is(w, "yes") && !slice_is(w, "no"))
        return scan_fail(c->scan, w, "expected 'yes' or 'no', found '%.*s'", SLICE(w));
    return is_open == slice_is(w, "yes") ||
           scan_fail(c->scan, w, "expected '%.*s', but the legal moves %s from public knowledge",
                     SLICE(w), is_open ? "follow" : "do not follow");
}

static const struct {
    const char *word;
    bool (*run)(struct scenario *);
} steps[] = {
    {"play", step_play},        {"refused", step_refused},
    {"offered:", step_offered}, {"not-offered:", step_not_offered},
    {"only:", step_only},       {"expect", step_expect},
    {"knows", step_knows},      {"excludes", step_excludes},
    {"asked:", step_asked},     {"ranks:", step_ranks},
    {"open:", step_open},       {"tells", step_tells},
    {"points:", step_points},   {"why", step_why},
};

bool scenario_reads(const char *word)
{
    static const char *const others[] = {"game", "seed", "scenario"};
    size_t length = strlen(word);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (strncmp(steps[i].word, word, length) == 0 &&
            (steps[i].word[length] == '\0' || steps[i].word[length] == ':'))
            return true;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(others[i], word) == 0)
            return true;
    return false;
}

/* ---- Files ---- */

static bool run_line(struct scenario *c)
{
    struct slice first = scan_peek(c->scan);
    if (scan_accept(c->scan, "game:"))
        return game_line(c);
    if (!c->game)
        return scan_fail(c->scan, first, "expected 'game:' first, found '%.*s'", SLICE(first));
    if (scan_accept(c->scan, "seed:"))
        return seed_line(c);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (scan_accept(c->scan, steps[i].word))
            return complete_position(c) && steps[i].run(c);
    if (c->started)
        return scan_fail(c->scan, first,
                         "expected a step (such as 'play' or 'expect'), found '%.*s'",
                         SLICE(first));
    return position_line(&c->position, c->scan);
}

static bool at_scenario(struct scan *s)
{
    return slice_is(scan_peek(s), "scenario");
}

/* Runs lines up to the next 'scenario' or the end; true if there is a next one. */
static bool run_block(struct scenario *c, bool *good)
{
    while (scan_line(c->scan)) {
        if (at_scenario(c->scan))
            return true;
        if (*good && !run_line(c))
            *good = false;
        c->scan->failed = false; /* skips the rest of the block, but not of the file */
    }
    return false;
}

/* Runs the block that `s` is at, starting from the common lines. */
static bool run_one(const struct scenario *common, struct scan *s, bool *more)
{
    bool good = true;
    struct scenario c = *common;
    c.scan = s;
    c.position.state = &c.state;
    *more = run_block(&c, &good);
    if (good && !c.started)
        good = scan_fail(s, (struct slice){0}, "expected a step, but the scenario ends here");
    s->failed = false;
    return good;
}

void scenario_run(struct scenarios *all, const char *file, struct slice text, struct out *report)
{
    struct scan s;
    struct scenario common = {.scan = &s, .all = all};
    bool good = true;
    secret_from_seed("scenario", common.secret);
    scan_init(&s, file, text, report);
    bool more = run_block(&common, &good);
    if (!more && good)
        scan_fail(&s, (struct slice){0}, "expected a line 'scenario', but the text ends here");
    if (!more || !good) {
        out_char(report, '\n');
        all->failed++;
        return;
    }
    while (more) {
        struct slice name = scan_rest(&s);
        good = run_one(&common, &s, &more);
        if (all->end)
            all->end(all->context, name, good);
        if (good) {
            all->passed++;
            continue;
        }
        out_format(report, " (%.*s)\n", name.length < 120 ? name.length : 120, name.at);
        all->failed++;
    }
}
