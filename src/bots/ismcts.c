/* Information-set Monte Carlo tree search.
 *
 * The seat does not know all cards, so each iteration first samples a world: a full state that
 * deals the unknown cards at random. In this world it walks down one tree from the current
 * decision, adds a node, plays a playout (to the end of the game, or until the game's `value`
 * estimates the result), and adds what each seat got to the nodes on the path. The tree is
 * open-loop: a node stands for a sequence of (actor, move), in all worlds and for all random events
 * between the moves. So the moves that are good on average over the worlds come out best. Some
 * moves are legal only in some worlds: for them the exploration term counts how often the move was
 * available, not how often its parent was visited.
 *
 * On the way down, the selection balances the results of a move so far against exploring moves with
 * few visits. The game's hint says which moves to try first (the prior); its influence fades as
 * results come in. Every node sums up the results of the seat that made its move, since each seat
 * plays for itself.
 *
 * Each thread has its own tree; the results are added up at the root. Between two choices the tree
 * follows the plies that are played (search_see), and the subtree of the current position is kept.
 */
#include "bots/ismcts.h"
#include "core/sample.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bots/clock.h"
#include "bots/greedy.h"

enum {
    NODES_MAX = 1 << 21,
    NODES_PER_ITERATION = 12, /* all children of a node are allocated together */
    PATH_MAX_PLIES = 256,
    CLOCK_ITERATIONS = 16, /* between two checks of the clock */
};

struct node {
    struct move move; /* the move that leads here */
    uint32_t visits, available;
    double total;            /* the sum of the results of `seat`, in wins */
    float prior;             /* the weight of the move by the hint */
    uint32_t child;          /* the index of the first child; the children are one block */
    uint16_t children, room; /* children in use, and the size of the block */
    uint8_t seat;            /* who makes the move */
};

struct tree {
    struct search *search;
    struct node *node;
    uint32_t used, root;
    struct rng rng;
    int iterations; /* to do */
    union state world;
};

struct search {
    const struct game *game;
    struct bot bot;
    uint32_t room; /* the size of a tree, in nodes */
    int players, viewer;
    float explore;
    bool followed; /* all plies since the last choice were seen */
    const void *view;
    int64_t deadline; /* nanoseconds, or 0 */
    struct move moves[MOVES_MAX];
    int count;
    struct node *spare; /* a free array: tree_move copies a tree to it */
    struct finding found[MOVES_MAX];
    struct tree tree[];
};

/* ---- The tree ---- */

static void tree_clear(struct tree *t)
{
    memset(t->node, 0, sizeof t->node[0]);
    t->root = 0;
    t->used = 1;
}

/* Allocates a block of children and returns its index; 0 if the tree is full. */
static uint32_t nodes_take(struct tree *t, int count)
{
    if (t->used + (uint32_t)count > t->search->room)
        return 0;
    uint32_t first = t->used;
    memset(t->node + first, 0, (size_t)count * sizeof t->node[0]);
    t->used += (uint32_t)count;
    return first;
}

/* Makes room for `more` children, in a new block if necessary. A node can get more children later
 * because worlds differ in their legal moves. */
static bool node_grow(struct tree *t, struct node *n, int more)
{
    if (n->children + more <= n->room)
        return true;
    int room = n->children ? 2 * n->children + more : more;
    uint32_t first = nodes_take(t, room);
    if (!first)
        return false;
    if (n->children)
        memcpy(t->node + first, t->node + n->child, n->children * sizeof *n);
    n->child = first;
    n->room = (uint16_t)room;
    return true;
}

/* The index of the child for the move, or -1. The search begins at `from`, because all worlds list
 * moves in the same order. */
static int node_find(const struct tree *t, const struct node *n, struct move move, int seat,
                     int from)
{
    const struct node *child = t->node + n->child;
    for (int i = from; i < n->children; i++)
        if (move_equal(child[i].move, move) && child[i].seat == seat)
            return i;
    for (int i = 0; i < from && i < n->children; i++)
        if (move_equal(child[i].move, move) && child[i].seat == seat)
            return i;
    return -1;
}

/* The prior of each move, from its hint; 1 for the best. A prior is never 0: another world may
 * allow only moves that looked hopeless in this one. */
static void priors(const struct tree *t, const struct move moves[], int count, float prior[])
{
    const struct game *g = t->search->game;
    float spread = (float)t->search->bot.tuning.spread;
    int hint[MOVES_MAX], most = INT_MIN;
    for (int i = 0; i < count; i++) {
        hint[i] = g->hint(&t->world, moves[i]);
        most = hint[i] > most ? hint[i] : most;
    }
    for (int i = 0; i < count; i++)
        prior[i] = fmaxf(expf((float)(hint[i] - most) / spread), 1e-6f);
}

/* The index of the child for each move; adds missing children. False if there is no room for them.
 */
static bool node_match(struct tree *t, uint32_t at, const struct move moves[], int count,
                       int index[])
{
    const struct game *g = t->search->game;
    int seat = g->actor(&t->world), missing = 0, from = 0;
    for (int i = 0; i < count; i++) {
        index[i] = node_find(t, &t->node[at], moves[i], seat, from);
        from = index[i] + 1;
        missing += index[i] < 0;
    }
    if (!missing)
        return true;
    struct node *n = &t->node[at];
    float prior[MOVES_MAX] = {1};
    if (!node_grow(t, n, missing))
        return false;
    if (count > 1)
        priors(t, moves, count, prior);
    for (int i = 0; i < count; i++)
        if (index[i] < 0) {
            index[i] = n->children++;
            t->node[n->child + (uint32_t)index[i]] = (struct node){
                .move = moves[i], .prior = prior[i], .seat = (uint8_t)seat};
        }
    return true;
}

/* The part of the priors that all moves share equally, because the hint may overlook the best move.
 */
static const float EVEN = 0.1f;

/* Chooses among the children that this world allows. */
static int node_select(struct node child[], const int index[], int count, float explore)
{
    float tries = 0, weight = 0, most = -1;
    double wins = 0;
    int best = 0;
    for (int i = 0; i < count; i++) {
        struct node *n = &child[index[i]];
        n->available++;
        wins += n->total;
        tries += (float)n->visits;
        weight += n->prior;
    }
    assert(weight > 0);
    float unknown = tries > 0 ? (float)wins / tries : 1;
    float scale = (1 - EVEN) / weight, even = EVEN / (float)count;
    for (int i = 0; i < count; i++) {
        const struct node *n = &child[index[i]];
        float visits = (float)n->visits;
        float mean = n->visits ? (float)n->total / visits : unknown;
        float score = mean + explore * (n->prior * scale + even) * sqrtf((float)n->available) /
                                 (1 + visits);
        if (score > most) {
            most = score;
            best = i;
        }
    }
    return best;
}

/* ---- An iteration ---- */

/* The reward of each seat when the game is over: 1 for the winner, shared equally by several
 * winners. */
static void reward_end(const struct game *g, const void *world, int players, float reward[])
{
    int points[SEATS_MAX], ranks[SEATS_MAX], winners = 0;
    g->scores(world, points, ranks);
    for (int i = 0; i < players; i++)
        winners += ranks[i] == 1;
    for (int i = 0; i < players; i++)
        reward[i] = ranks[i] == 1 ? 1 / (float)winners : 0;
}

static void reward_value(const struct game *g, const void *world, int players, float reward[])
{
    int shares[SEATS_MAX];
    g->value(world, shares);
    for (int i = 0; i < players; i++)
        reward[i] = (float)shares[i] / SHARE;
}

/* Plays the world to the end, or for a limited number of plies, after which `value` estimates the
 * result. */
static void search_playout(struct tree *t, float reward[])
{
    const struct game *g = t->search->game;
    const struct tuning *tuning = &t->search->bot.tuning;
    struct move moves[MOVES_MAX];
    int plies = tuning->plies * t->search->players;
    int count, left = g->value && plies ? plies : INT_MAX;
    while ((count = g->legal(&t->world, moves)) > 0) {
        int chosen = 0;
        if (left-- == 0) {
            reward_value(g, &t->world, t->search->players, reward);
            return;
        }
        if (count > 1)
            chosen = tuning->greed && (int)rng_below(&t->rng, 100) < tuning->greed
                         ? greedy_choose(g, &t->world, moves, count, 0, &t->rng)
                         : random_choose(count, &t->rng);
        game_apply(g, &t->world, moves[chosen], &t->rng);
    }
    reward_end(g, &t->world, t->search->players, reward);
}

/* Walks down the tree to a node that has not been visited yet; returns the length of the path. */
static int descend(struct tree *t, uint32_t path[])
{
    const struct game *g = t->search->game;
    struct move moves[MOVES_MAX];
    int index[MOVES_MAX], count, length = 0;
    uint32_t at = t->root;
    bool first = true;
    while (length < PATH_MAX_PLIES && (t->node[at].visits || first) &&
           (count = g->legal(&t->world, moves)) > 0 && node_match(t, at, moves, count, index)) {
        uint32_t child = t->node[at].child;
        int chosen = count > 1 ? node_select(t->node + child, index, count, t->search->explore) : 0;
        at = child + (uint32_t)index[chosen];
        path[length++] = at;
        game_apply(g, &t->world, moves[chosen], &t->rng);
        first = false;
    }
    return length;
}

static void iterate(struct tree *t)
{
    const struct search *s = t->search;
    uint32_t path[PATH_MAX_PLIES];
    float reward[SEATS_MAX];
    state_sample(s->game->schema, s->view, &t->rng, &t->world);
    int length = descend(t, path);
    search_playout(t, reward);
    t->node[t->root].visits++;
    for (int i = 0; i < length; i++) {
        struct node *n = &t->node[path[i]];
        n->visits++;
        n->total += reward[n->seat];
    }
}

/* ---- The search ---- */

/* Whether the remaining iterations can no longer change which legal move has the most visits. */
static bool settled(const struct tree *t, int left)
{
    const struct search *s = t->search;
    const struct node *root = &t->node[t->root];
    uint32_t most = 0, second = 0;
    for (int i = 0; i < s->count; i++) {
        int index = node_find(t, root, s->moves[i], s->viewer, 0);
        uint32_t visits = index < 0 ? 0 : t->node[root->child + (uint32_t)index].visits;
        if (visits > most) {
            second = most;
            most = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return most > second + (uint32_t)left;
}

static void *tree_run(void *argument)
{
    struct tree *t = argument;
    const struct search *s = t->search;
    for (int i = 0; !s->bot.iterations || i < t->iterations; i++) {
        if (i % CLOCK_ITERATIONS == 0) {
            if (s->deadline && clock_ns() > s->deadline)
                break;
            if (s->bot.iterations && s->bot.threads == 1 && settled(t, t->iterations - i))
                break;
        }
        iterate(t);
    }
    return NULL;
}

/* Copies the subtree of the root to the new array. It goes breadth first, so that each block of
 * children stays contiguous. */
static void tree_move(struct tree *t, struct node *to)
{
    uint32_t used = 1;
    to[0] = t->node[t->root];
    for (uint32_t at = 0; at < used; at++) {
        struct node *n = &to[at];
        if (!n->children)
            continue;
        memcpy(to + used, t->node + n->child, n->children * sizeof *n);
        n->child = used;
        n->room = n->children;
        used += n->children;
    }
    t->used = used;
    t->root = 0;
}

static void tree_prepare(struct search *s, struct tree *t, struct rng *rng)
{
    uint64_t seed = (uint64_t)rng_word(rng) << 32;
    rng_fast(&t->rng, seed | rng_word(rng));
    if (s->followed && t->root) {
        struct node *old = t->node;
        tree_move(t, s->spare);
        t->node = s->spare;
        s->spare = old;
    }
    if (!s->followed || t->used > s->room / 2)
        tree_clear(t);
    t->iterations = (s->bot.iterations + s->bot.threads - 1) / s->bot.threads;
}

static void trees_run(struct search *s)
{
    pthread_t thread[THREADS_MAX];
    int started = 1;
    while (started < s->bot.threads &&
           pthread_create(&thread[started], NULL, tree_run, &s->tree[started]) == 0)
        started++;
    tree_run(&s->tree[0]);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
    for (int i = started; i < s->bot.threads; i++)
        tree_run(&s->tree[i]);
}

static int by_visits(const void *a, const void *b)
{
    const struct finding *x = a, *y = b;
    if (x->visits != y->visits)
        return x->visits < y->visits ? 1 : -1;
    return y->chance - x->chance;
}

/* Adds up what all trees found about each move. */
static void gather(struct search *s)
{
    for (int i = 0; i < s->count; i++) {
        uint32_t visits = 0;
        double total = 0;
        for (int k = 0; k < s->bot.threads; k++) {
            const struct tree *t = &s->tree[k];
            const struct node *root = &t->node[t->root];
            int index = node_find(t, root, s->moves[i], s->viewer, 0);
            if (index < 0)
                continue;
            visits += t->node[root->child + (uint32_t)index].visits;
            total += t->node[root->child + (uint32_t)index].total;
        }
        s->found[i] = (struct finding){.move = s->moves[i],
                                       .visits = (int)visits,
                                       .chance = visits ? (int)(SHARE * total / visits) : 0};
    }
    qsort(s->found, (size_t)s->count, sizeof s->found[0], by_visits);
}

struct move search_choose(struct search *s, const void *view, struct rng *rng)
{
    s->view = view;
    s->players = ((const struct head *)view)->players;
    s->viewer = ((const struct head *)view)->viewer;
    s->count = s->game->legal(view, s->moves);
    s->deadline = s->bot.milliseconds ? clock_ns() + s->bot.milliseconds * 1000000LL : 0;
    for (int i = 0; i < s->bot.threads; i++)
        tree_prepare(s, &s->tree[i], rng);
    trees_run(s);
    gather(s);
    s->followed = false;
    return s->found[0].move;
}

/* The child for the move becomes the root. If there is none, the tree is emptied. */
static void tree_follow(struct tree *t, struct move move)
{
    const struct node *root = &t->node[t->root];
    for (int i = 0; i < root->children; i++)
        if (move_equal(t->node[root->child + (uint32_t)i].move, move)) {
            t->root = root->child + (uint32_t)i;
            return;
        }
    tree_clear(t);
}

void search_see(struct search *s, struct move move)
{
    s->followed = s->bot.reuse;
    for (int i = 0; i < s->bot.threads; i++)
        tree_follow(&s->tree[i], move);
}

void search_forget(struct search *s)
{
    s->followed = false;
    for (int i = 0; i < s->bot.threads; i++)
        tree_clear(&s->tree[i]);
}

int search_findings(const struct search *s, struct finding findings[MOVES_MAX])
{
    memcpy(findings, s->found, (size_t)s->count * sizeof s->found[0]);
    return s->count;
}

struct search *search_new(const struct bot *bot, const struct game *g)
{
    struct search *s = calloc(1, sizeof *s + (size_t)bot->threads * sizeof s->tree[0]);
    bool good = s != NULL;
    if (!s)
        return NULL;
    s->game = g;
    s->bot = *bot;
    s->explore = (float)bot->tuning.explore / 100;
    int64_t wanted = bot->iterations ? (int64_t)bot->iterations * NODES_PER_ITERATION + 4096
                                     : NODES_MAX;
    s->room = (uint32_t)(wanted < NODES_MAX ? wanted : NODES_MAX);
    for (int i = 0; i < bot->threads; i++) {
        s->tree[i].search = s;
        s->tree[i].node = malloc(s->room * sizeof(struct node));
        good = good && s->tree[i].node;
    }
    s->spare = malloc(s->room * sizeof(struct node));
    if (good && s->spare) {
        for (int i = 0; i < bot->threads; i++)
            tree_clear(&s->tree[i]);
        return s;
    }
    search_free(s);
    return NULL;
}

void search_free(struct search *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->bot.threads; i++)
        free(s->tree[i].node);
    free(s->spare);
    free(s);
}
