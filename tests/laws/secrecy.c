/* Laws of knowledge and secrecy: views, worlds, and what no viewer may find out.
 *
 * The laws of secrecy compare the true state with another world in which something that a viewer
 * cannot know was exchanged. docs/ARCHITECTURE.md numbers them: in both worlds the viewer must see
 * the same now (1) and after the same move (2), and it must never matter which hidden cards other
 * seats have seen (3). */
#include "laws.h"

#include "core/json.h"
#include "core/position.h"
#include "core/sample.h"

enum { RECALL_PLIES = 12 };

/* ---- Knowledge ---- */

/* Which kinds can be hidden somewhere must be public knowledge. */
static void law_may_hide(const struct moment *m, const union state *view)
{
    for (const struct field *f = m->schema->field; f < m->schema->field + m->schema->fields; f++)
        for (int i = 0, n = field_elements(f, &view->head); i < n; i++)
            LAW(field_may_hide(f, view, i) == field_may_hide(f, m->state, i),
                "every viewer knows which kinds can be hidden where", "not for element %d of %s", i,
                f->name);
}

void law_knowledge(const struct moment *m)
{
    for (int i = 0; i <= m->state->head.players; i++) {
        union state view, again, world;
        struct move moves[MOVES_MAX];
        int viewer = viewer_at(m, i);
        state_view(m->schema, m->state, viewer, &view);
        const char *wrong = state_check(m->schema, &view);
        LAW(!wrong, "every view passes state_check", "viewer %s: %s", viewer_name(viewer), wrong);
        LAW(m->game->open(&view) == m->game->open(m->state), "open is the same in all views",
            "not for viewer %s", viewer_name(viewer));
        LAW(m->game->actor(&view) == m->actor, "every viewer knows the actor", "viewer %s does not",
            viewer_name(viewer));
        law_may_hide(m, &view);
        state_sample(m->schema, &view, m->dice, &world);
        wrong = game_check_position(m->game, &world);
        LAW(!wrong, "a sampled world is a possible position", "viewer %s: %s", viewer_name(viewer),
            wrong);
        state_view(m->schema, &world, viewer, &again);
        LAW(state_equal(m->schema, &view, &again), "a sampled world gives the viewer the same view",
            "not viewer %s", viewer_name(viewer));
        if (viewer == m->actor) {
            int count = m->game->legal(&view, moves);
            LAW(same_moves(moves, count, m->moves, m->count), "legal follows from the actor's view",
                "the view gives %d moves instead of %d", count, m->count);
        }
    }
}

/* ---- Secrecy ---- */

static const char secrecy_1[] = "secrecy 1: a view never depends on what the viewer cannot know";
static const char secrecy_2[] =
    "secrecy 2: a move tells a viewer nothing unless `learned` notes it";
static const char secrecy_3[] = "secrecy 3: a view never depends on what other seats have seen";

/* Pointers to cards. A hand that is stored as numbers has no cards to point to: its cards are moved
 * into `held`, and hands_restore moves them back. */
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
    return list->may_hide[slot] >> kind & 1;
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
                hidden_in_zone((struct zone *)at, viewer, field_may_hide(f, world, i), list);
            if (f->type == FIELD_HAND && field_seat(f, i) != viewer)
                hidden_in_hand(m, (struct held *)at, field_may_hide(f, world, i), list);
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

/* Exchanges the kinds of cards that the viewer does not know. Who else knows the card in each place
 * does not change. */
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

/* Makes another world in which other seats have seen other cards: exchanges `seen` between the
 * cards of each zone that the viewer does not know. False if that changes nothing. */
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
        LAW(o->used > start && o->text[o->used - 1] == '\n', "narration is one or more whole lines",
            "'%s' is not", o->text + start);
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
    LAW(!o.overflow && strcmp(one, two) == 0, law, "the texts differ:\n%s\n%s", one, two);
}

/* Law 1: the viewer has the same view, legal moves and texts in both worlds. */
static void law_same_view(const struct moment *m, int viewer, const union state *world)
{
    union state view, other;
    struct move moves[MOVES_MAX];
    state_view(m->schema, m->state, viewer, &view);
    state_view(m->schema, world, viewer, &other);
    LAW(state_equal(m->schema, &view, &other), secrecy_1,
        "the view of %s differs if hidden cards are exchanged", viewer_name(viewer));
    if (viewer == m->actor) {
        int count = m->game->legal(world, moves);
        LAW(same_moves(moves, count, m->moves, m->count), secrecy_1,
            "the legal moves of %s differ if hidden cards are exchanged", viewer_name(viewer));
    }
    if (rng_below(m->dice, 16) == 0)
        same_texts(m, secrecy_1, (const union state *[2]){&view, NULL},
                   (const union state *[2]){&other, NULL});
}

/* Law 2: after the same move with the same random numbers they are still the same, unless the
 * viewer is noted as having learned something. If no random number is used, the viewer is noted in
 * both worlds or in neither. Returns whether the views could be compared. */
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
    LAW(!certain || learned == other_learned, secrecy_2,
        "whether viewer %s learns something depends on hidden cards", viewer_name(viewer));
    if (learned || other_learned)
        return false;
    state_view(m->schema, &next, viewer, &view);
    state_view(m->schema, &other, viewer, &other_view);
    LAW(state_equal(m->schema, &view, &other_view), secrecy_2,
        "the view of %s differs after the move, but `learned` does not note it",
        viewer_name(viewer));
    if (rng_below(m->dice, 16) == 0) {
        union state now, exchanged;
        state_view(m->schema, m->state, viewer, &now);
        state_view(m->schema, world, viewer, &exchanged);
        same_texts(m, secrecy_2, (const union state *[2]){&now, &view},
                   (const union state *[2]){&exchanged, &other_view});
    }
    return true;
}

/* Counts, for each kind, the cards whose place the viewer does not know. */
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

/* A viewer who knows the places of more cards than before has learned something. `learned` must
 * note it, because undo depends on it. */
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
        LAW(after[kind] >= before[kind], "a viewer who comes to know a card is noted in `learned`",
            "viewer %s now knows a %s, but is not noted", viewer_name(viewer),
            m->schema->kind[kind].id);
}

/* A random result is news for everybody who sees it: if other random numbers give a viewer another
 * view, `learned` must note the viewer, so that undo asks for consent. */
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
        "a viewer who sees a random result is noted in `learned`", "viewer %s is not",
        viewer_name(viewer));
}

/* Law 2 for secret moves, for viewers other than the actor. Moves that look alike to the viewer
 * must leave the same view. If two moves differ only in the card and look different, they must
 * leave different views, unless the viewer learns something: otherwise the look of the move would
 * tell a card that the view hides. */
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
            "two moves leave equal views exactly if they look alike, unless the viewer learns "
            "something",
            "viewer %s: the moves look %s", viewer_name(viewer),
            alike ? "alike, but the views differ" : "different, but the views are equal");
    }
}

static void same_views(const struct moment *m, int viewer, const union state *a,
                       const union state *b)
{
    union state view, other;
    state_view(m->schema, a, viewer, &view);
    state_view(m->schema, b, viewer, &other);
    LAW(state_equal(m->schema, &view, &other), secrecy_3,
        "the view of %s differs if others have seen other cards", viewer_name(viewer));
    LAW(m->game->actor(b) == m->game->actor(a), secrecy_3, "another seat must move");
}

/* Law 3: which hidden cards other seats have seen never changes the viewer's view, now or in the
 * plies that follow. */
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
        "it differs if hidden cards are exchanged");
    if (m->game->open(m->state) && m->actor != SEAT_NONE) {
        int count = m->game->legal(world, moves);
        LAW(same_moves(moves, count, m->moves, m->count),
            "if open is true, the legal moves follow from public knowledge",
            "%d moves instead of %d", count, m->count);
    }
}

void law_secrecy(const struct moment *m)
{
    for (int i = 0; i <= m->state->head.players; i++) {
        union state world;
        int viewer = viewer_at(m, i);
        exchange_kinds(m, viewer, &world);
        const char *wrong = game_check(m->game, &world);
        LAW(!wrong, "a world with hidden cards exchanged passes game_check", "viewer %s: %s",
            viewer_name(viewer), wrong);
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
