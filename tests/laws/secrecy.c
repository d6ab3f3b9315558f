/* Laws of knowledge and secrecy: views, worlds, and what nobody may learn. */
#include "laws.h"

#include "bots/bot.h"
#include "bots/mind.h"
#include "core/json.h"
#include "core/position.h"
#include "core/sample.h"
#include "game/game.h"
#include "game/languages.h"
#include "game/message.h"
#include "match/record.h"
#include "match/scenario.h"
#include "match/secret.h"

/* ---- Knowledge ---- */

/* What may lie hidden somewhere is no secret. */
static void law_may_hide(const struct moment *m, const union state *view)
{
    for (const struct field *f = m->schema->field; f < m->schema->field + m->schema->fields; f++)
        for (int i = 0, n = field_elements(f, &view->head); i < n; i++)
            LAW(field_may_hide(m->schema, f, view, i) == field_may_hide(m->schema, f, m->state, i),
                "what may lie hidden is known", "element %d of %s", i, f->name);
}

void law_knowledge(const struct moment *m)
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
void exchange_kinds(const struct moment *m, int viewer, union state *world)
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

void law_secrecy(const struct moment *m)
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
