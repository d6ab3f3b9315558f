/* A match. Its state is always the result of replaying its moves, with random numbers that depend
 * only on (key, ply). Undo therefore replays fewer moves, and playing the same move again gives
 * the same result: an undo never changes the luck. A replay starts at the nearest milestone, a
 * state that is stored every few plies, so that undo takes no longer in a long match than in a
 * short one. The last states that were needed are stored, too: so a match that is read from its
 * beginning is replayed once, and not once for each of its plies. */
#include "match/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "game/languages.h"
#include "match/grow.h"

enum {
    MILESTONE_PLIES = 32,
    RECENT = 2, /* how many states are stored that were needed last: before and after a ply */
};

/* The states that were needed last, each in the place of its ply modulo RECENT. */
struct recent {
    int ply[RECENT]; /* -1: none */
    uint8_t states[];
};

/* A ply. */
struct played {
    struct move move;
    uint8_t learned; /* who learned something in it */
};

struct match {
    const struct game *game;
    struct config config;
    struct dealing dealing;
    uint8_t key[SECRET_BYTES]; /* follows from `dealing` */
    struct sitter *sitter;     /* by seat */
    union state state;
    struct recent *recent;
    uint8_t resigned[SEATS_MAX]; /* in which order seats gave up, from 1; 0: has not given up */
    bool ended;                  /* because seats gave up */
    struct played *line;
    int ply, line_room;
    uint8_t *milestone; /* the states after plies 0, 32, 64 and so on */
    int milestone_room;
    struct entry *entry;
    int entries, entry_room;
};

static void start(struct match *m)
{
    struct rng rng;
    rng_chacha(&rng, m->key, 0, RNG_RULES);
    m->game->setup(&m->state, &m->config, &rng);
}

static void match_step(const struct match *m, void *state, int ply)
{
    struct rng rng;
    rng_chacha(&rng, m->key, (uint32_t)ply, RNG_RULES);
    game_apply(m->game, state, m->line[ply - 1].move, &rng);
}

/* Stores the current state if its ply is a milestone. */
static void keep_milestone(struct match *m)
{
    const struct schema *c = m->game->schema;
    int index = m->ply / MILESTONE_PLIES;
    if (m->ply % MILESTONE_PLIES != 0)
        return;
    m->milestone = grow(m->milestone, index, &m->milestone_room, c->size);
    state_copy(c, &m->state, m->milestone + (size_t)index * c->size);
}

static size_t recent_size(const struct match *m)
{
    return sizeof *m->recent + RECENT * m->game->schema->size;
}

static uint8_t *recent_of(const struct match *m, int ply)
{
    return m->recent->states + (size_t)(ply % RECENT) * m->game->schema->size;
}

static void keep_recent(const struct match *m, int ply, const void *state)
{
    state_copy(m->game->schema, state, recent_of(m, ply));
    m->recent->ply[ply % RECENT] = ply;
}

static void forget_recent(struct match *m)
{
    for (int i = 0; i < RECENT; i++)
        m->recent->ply[i] = -1;
}

/* Copies a stored state: that after the ply, that after the ply before, or the milestone before it.
 * Returns its ply. */
static int copy_stored(const struct match *m, int ply, void *state)
{
    const struct schema *c = m->game->schema;
    for (int i = ply; i > ply - RECENT && i >= 0; i--)
        if (m->recent->ply[i % RECENT] == i) {
            state_copy(c, recent_of(m, i), state);
            return i;
        }
    int index = ply / MILESTONE_PLIES;
    state_copy(c, m->milestone + (size_t)index * c->size, state);
    return index * MILESTONE_PLIES;
}

static void replay(const struct match *m, int ply, void *state)
{
    int stored = copy_stored(m, ply, state);
    for (int i = stored + 1; i <= ply; i++)
        match_step(m, state, i);
    if (stored < ply)
        keep_recent(m, ply, state);
}

struct match *match_new(const struct game *game, const struct config *config,
                        const uint8_t secret[SECRET_BYTES])
{
    struct dealing dealing = {0};
    memcpy(dealing.secret, secret, SECRET_BYTES);
    return match_new_dealt(game, config, &dealing);
}

struct match *match_new_dealt(const struct game *game, const struct config *config,
                              const struct dealing *dealing)
{
    struct match *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->game = game;
    m->config = *config;
    m->dealing = *dealing;
    m->sitter = calloc(config->players, sizeof *m->sitter);
    m->recent = calloc(1, recent_size(m));
    if (!m->sitter || !m->recent) {
        match_free(m);
        return NULL;
    }
    dealing_key(dealing, m->key);
    forget_recent(m);
    start(m);
    keep_milestone(m);
    return m;
}

void match_free(struct match *m)
{
    if (!m)
        return;
    if (m->milestone)
        explicit_bzero(m->milestone, (size_t)m->milestone_room * m->game->schema->size);
    if (m->recent)
        explicit_bzero(m->recent, recent_size(m));
    free(m->sitter);
    free(m->recent);
    free(m->line);
    free(m->entry);
    free(m->milestone);
    explicit_bzero(m, sizeof *m);
    free(m);
}

struct match *match_branch(const struct match *m, int ply)
{
    struct match *branch = match_new_dealt(m->game, &m->config, &m->dealing);
    if (!branch)
        return NULL;
    memcpy(branch->sitter, m->sitter, m->config.players * sizeof *m->sitter);
    for (int i = 0; i < ply && i < m->ply; i++)
        match_apply(branch, m->line[i].move);
    return branch;
}

const struct game *match_game(const struct match *m)
{
    return m->game;
}

const struct config *match_config(const struct match *m)
{
    return &m->config;
}

struct sitter *match_sitter(struct match *m, int seat)
{
    return &m->sitter[seat];
}

int match_ply(const struct match *m)
{
    return m->ply;
}

int match_actor(const struct match *m)
{
    return m->ended ? SEAT_NONE : m->game->actor(&m->state);
}

bool match_over(const struct match *m)
{
    return match_actor(m) == SEAT_NONE;
}

bool match_view(const struct match *m, int viewer, void *view)
{
    if (viewer == VIEW_ALL && !match_over(m))
        return false;
    state_view(m->game->schema, &m->state, viewer, view);
    return true;
}

bool match_view_at(const struct match *m, int ply, int viewer, void *view)
{
    union state state;
    if (ply == m->ply)
        return match_view(m, viewer, view);
    if (ply < 0 || ply > m->ply || (viewer == VIEW_ALL && !match_over(m)))
        return false;
    replay(m, ply, &state);
    state_view(m->game->schema, &state, viewer, view);
    return true;
}

struct move match_move(const struct match *m, int ply, int viewer, int *seat)
{
    union state before;
    replay(m, ply - 1, &before);
    *seat = m->game->actor(&before);
    return game_veil(m->game, m->line[ply - 1].move, *seat, viewer);
}

bool match_narrate(const struct match *m, int ply, int viewer, struct out *o)
{
    union state before, after;
    int seat;
    if (ply < 1 || !match_view_at(m, ply - 1, viewer, &before) ||
        !match_view_at(m, ply, viewer, &after))
        return false;
    const struct catalog *catalog = o->catalog;
    o->catalog = language_of_game(catalog, m->game);
    m->game->narrate(&before, match_move(m, ply, viewer, &seat), &after, o);
    o->catalog = catalog;
    return true;
}

int match_legal(const struct match *m, struct move moves[MOVES_MAX])
{
    union state view;
    int actor = match_actor(m);
    if (actor == SEAT_NONE)
        return 0;
    state_view(m->game->schema, &m->state, actor, &view);
    return m->game->legal(&view, moves);
}

static void match_enter(struct match *m, struct entry entry)
{
    m->entry = grow(m->entry, m->entries, &m->entry_room, sizeof *m->entry);
    m->entry[m->entries++] = entry;
}

const struct clause *match_judge(const struct match *m, int seat, struct move move)
{
    union state view;
    int actor = match_actor(m);
    if (actor == SEAT_NONE)
        return &clause_over;
    state_view(m->game->schema, &m->state, actor, &view);
    return game_judge(m->game, &view, seat, move);
}

void match_apply(struct match *m, struct move move)
{
    m->line = grow(m->line, m->ply, &m->line_room, sizeof *m->line);
    m->line[m->ply].move = move;
    keep_recent(m, m->ply, &m->state);
    m->ply++;
    match_step(m, &m->state, m->ply);
    m->line[m->ply - 1].learned = m->state.head.learned;
    keep_milestone(m);
    match_enter(m, (struct entry){.move = move});
}

const struct clause *match_play(struct match *m, int seat, struct move move)
{
    const struct clause *against = match_judge(m, seat, move);
    if (!against)
        match_apply(m, move);
    return against;
}

bool match_forced(const struct match *m, struct move *move)
{
    union state view;
    struct move moves[MOVES_MAX];
    if (match_over(m))
        return false;
    state_view(m->game->schema, &m->state, VIEW_PUBLIC, &view);
    if (!m->game->open(&view) || match_legal(m, moves) != 1)
        return false;
    *move = moves[0];
    return true;
}

int match_undo_limit(const struct match *m)
{
    int ply = m->ply;
    while (ply > 0 && m->line[ply - 1].learned == 0)
        ply--;
    return ply;
}

int match_decision(const struct match *m, int seat)
{
    int ply = m->ply;
    for (; ply > 0; ply--) {
        struct move moves[MOVES_MAX];
        union state view;
        int mover;
        match_move(m, ply, seat, &mover);
        if (mover == seat && match_view_at(m, ply - 1, seat, &view) &&
            m->game->legal(&view, moves) > 1)
            break;
    }
    return ply;
}

static unsigned humans(const struct match *m)
{
    unsigned seats = 0;
    for (int seat = 0; seat < m->config.players; seat++)
        seats |= (unsigned)m->sitter[seat].human << seat;
    return seats;
}

bool match_undo(struct match *m, int ply, unsigned consent)
{
    if (m->ended || ply < 0 || ply >= m->ply ||
        (ply < match_undo_limit(m) && (humans(m) & ~consent)))
        return false;
    forget_recent(m);
    m->ply = ply;
    replay(m, ply, &m->state);
    match_enter(m, (struct entry){.type = ENTRY_UNDO, .ply = ply});
    return true;
}

unsigned match_resigned(const struct match *m)
{
    unsigned seats = 0;
    for (int seat = 0; seat < m->config.players; seat++)
        seats |= (unsigned)(m->resigned[seat] > 0) << seat;
    return seats;
}

bool match_resign(struct match *m, int seat)
{
    unsigned gone = match_resigned(m);
    if (match_over(m) || gone & SEAT_BIT(seat))
        return false;
    m->resigned[seat] = (uint8_t)(1 + __builtin_popcount(gone));
    gone |= SEAT_BIT(seat);
    m->ended = __builtin_popcount(gone) >= m->config.players - 1 || !(humans(m) & ~gone);
    match_enter(m, (struct entry){.type = ENTRY_RESIGN, .seat = seat});
    return true;
}

/* Whether a ranks above b. `ranks` are those of the rules, for seats that have not given up. */
static bool comes_before(const struct match *m, const int ranks[], int a, int b)
{
    if (m->resigned[a] && m->resigned[b])
        return m->resigned[a] > m->resigned[b];
    return m->resigned[a] || m->resigned[b] ? !m->resigned[a] : ranks[a] < ranks[b];
}

void match_scores(const struct match *m, int points[], int ranks[])
{
    int by_points[SEATS_MAX];
    assert(match_over(m));
    m->game->scores(&m->state, points, ranks);
    if (!match_resigned(m))
        return;
    memcpy(by_points, ranks, (size_t)m->config.players * sizeof *ranks);
    for (int seat = 0; seat < m->config.players; seat++) {
        ranks[seat] = 1;
        for (int other = 0; other < m->config.players; other++)
            ranks[seat] += comes_before(m, by_points, other, seat);
    }
}

void match_bot_rng(const struct match *m, struct rng *rng)
{
    struct rng keyed; /* it contains the secret, from which all cards can be computed */
    rng_chacha(&keyed, m->key, (uint32_t)m->ply, RNG_BOT);
    uint64_t high = rng_word(&keyed), low = rng_word(&keyed);
    rng_fast(rng, high << 32 | low);
    explicit_bzero(&keyed, sizeof keyed);
}

int match_entries(const struct match *m, const struct entry **entries)
{
    *entries = m->entry;
    return m->entries;
}

const uint8_t *match_secret(const struct match *m)
{
    return m->dealing.secret;
}

const struct dealing *match_dealing(const struct match *m)
{
    return &m->dealing;
}

const uint8_t *match_key(const struct match *m)
{
    return m->key;
}
