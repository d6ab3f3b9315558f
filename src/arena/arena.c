/* Plays the deals of a contest on several threads. Each thread adds up a batch of deals separately.
 * The batches are merged into the tally strictly in order, so that the deal at which a contest
 * stops does not depend on the threads. */
#include "arena/arena.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/estimate.h"
#include "bots/clock.h"
#include "bots/mind.h"

enum { BATCH_DEALS = 64, TOLD_MS = 100 };

/* What the threads share. */
struct contest_hall {
    const struct contest *contest;
    struct tally *tally;
    int64_t first;        /* deal */
    int64_t next, merged; /* batches: the next one to play, and how many are merged so far */
    bool stop;
    int working;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

/* One thread's table. */
struct worker {
    struct contest_hall *hall;
    const struct contest *contest;
    struct mind *mind[ARENA_BOTS][SEATS_MAX]; /* created when first needed */
    struct tally batch;
    int bot[SEATS_MAX]; /* the bot on each seat */
    union state state;
    uint64_t held[SEATS_MAX], played[SEATS_MAX]; /* kinds of cards, as bits */
    int plies;
};

/* ---- Who plays whom ---- */

/* The sets of bots that play together, as bits: all bots, or every combination of as many as there
 * are seats. */
static int line_ups(const struct contest *c, unsigned sets[1 << ARENA_BOTS])
{
    int count = 0;
    for (unsigned set = (1u << c->bots); set-- > 0;)
        if (__builtin_popcount(set) == (c->bots < c->config.players ? c->bots : c->config.players))
            sets[count++] = set;
    return count;
}

int contest_games_per_deal(const struct contest *c)
{
    unsigned sets[1 << ARENA_BOTS];
    return line_ups(c, sets) * c->config.players;
}

/* Seats the bots of the set; the last one takes the remaining seats. It also matters who sits next
 * to whom: the order of the bots changes from deal to deal through all orders, and within a deal it
 * rotates around the table. */
static void take_seats(struct worker *w, unsigned set, int64_t deal, int turn)
{
    int players = w->contest->config.players, order[SEATS_MAX], bot = 0;
    for (int i = 0; i < players; i++) {
        if (set) {
            bot = __builtin_ctz(set);
            set &= set - 1;
        }
        order[i] = bot;
    }
    for (int i = players - 1; i > 1; i--) {
        int k = 1 + (int)(deal % i), swapped = order[k];
        deal /= i;
        order[k] = order[i];
        order[i] = swapped;
    }
    for (int i = 0; i < players; i++)
        w->bot[(turn + i) % players] = order[i];
}

/* ---- A game ---- */

/* Mixes two numbers into a seed that is different for each pair: the last step of SplitMix64. */
static uint64_t mixed(uint64_t a, uint64_t b)
{
    uint64_t z = a * 0x9e3779b97f4a7c15u + b + 0x632be59bd9b4e019u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static struct mind *mind_at(struct worker *w, int seat)
{
    struct mind **m = &w->mind[w->bot[seat]][seat];
    if (!*m)
        *m = mind_new(&w->contest->bot[w->bot[seat]], w->contest->game);
    assert(*m); /* fails only if there is not enough memory */
    return *m;
}

/* The kinds of cards in the seat's own hand, as bits. */
static uint64_t kinds_held(const struct schema *c, const void *state, int seat)
{
    uint64_t kinds = 0;
    for (const struct field *f = c->field; f < c->field + c->fields; f++) {
        if (!field_hides(f) || !f->per_seat || (f->type == FIELD_ZONE && f->watch != WATCH_OWNER))
            continue;
        for (int i = 0; i < f->per_seat; i++) {
            const uint8_t *at = field_in(f, state, seat * f->per_seat + i);
            if (f->type == FIELD_HAND)
                for (int kind = 1; kind < c->kinds; kind++)
                    kinds |= (uint64_t)(((const struct held *)at)[kind].number > 0) << kind;
            else
                for (int k = 0; k < ((const struct zone *)at)->count; k++)
                    kinds |= UINT64_C(1) << ((const struct zone *)at)->card[k].kind;
        }
    }
    return kinds & ~UINT64_C(1);
}

static struct move decide(struct worker *w, int seat, uint64_t seed)
{
    const struct schema *c = w->contest->game->schema;
    struct standing *s = &w->batch.bot[w->bot[seat]];
    struct mind *m = mind_at(w, seat);
    union state view;
    struct rng rng;
    state_view(c, &w->state, seat, &view);
    rng_fast(&rng, mixed(seed, (uint64_t)w->plies << 8 | (unsigned)w->bot[seat]));
    struct move move = mind_choose(m, &view, &rng);
    if (mind_trouble(m)) {
        if (s->troubles++ == 0)
            snprintf(w->batch.trouble[w->bot[seat]], TROUBLE_BYTES, "%s", mind_trouble(m));
    }
    return move;
}

static void count_time(struct standing *s, int64_t spent)
{
    uint64_t quarter = (uint64_t)spent / 250; /* quarters of a microsecond */
    int log = quarter < 4 ? 0 : 61 - __builtin_clzll(quarter);
    int cell = quarter < 4 ? 0 : 4 * log + (int)(quarter >> log & 3);
    s->moves++;
    s->nanoseconds += spent;
    s->times[cell < TIME_CELLS ? cell : TIME_CELLS - 1]++;
}

static void play_ply(struct worker *w, uint64_t seed, uint64_t deal_seed)
{
    const struct game *g = w->contest->game;
    int seat = g->actor(&w->state), players = w->contest->config.players;
    struct move moves[MOVES_MAX], move;
    struct rng rng;
    int count = g->legal(&w->state, moves);
    w->held[seat] |= kinds_held(g->schema, &w->state, seat);
    move = moves[0];
    if (count > 1) {
        int64_t start = clock_ns();
        move = decide(w, seat, seed);
        count_time(&w->batch.bot[w->bot[seat]], clock_ns() - start);
    }
    if (g->schema->verb[move.verb].plays)
        w->played[seat] |= UINT64_C(1) << move.kind;
    for (int i = 0; i < players; i++)
        if (w->mind[w->bot[i]][i])
            mind_see(w->mind[w->bot[i]][i], game_veil(g, move, seat, i));
    w->plies++;
    rng_fast(&rng, mixed(deal_seed, (uint64_t)w->plies));
    game_apply(g, &w->state, move, &rng);
}

/* ---- Adding up ---- */

static int clamped(int number, int cells)
{
    return number < 0 ? 0 : number < cells ? number : cells - 1;
}

static void count_seat(struct worker *w, int seat, int points, int rank, int wins)
{
    struct standing *s = &w->batch.bot[w->bot[seat]];
    s->games++;
    s->wins += wins;
    s->ranks += rank;
    s->points += points;
    s->squares += (int64_t)points * points;
    s->seat_games[seat]++;
    s->seat_wins[seat] += wins;
    s->spread[clamped(points - POINTS_LEAST, POINTS_CELLS)]++;
    for (uint64_t kinds = w->held[seat] | w->played[seat]; kinds; kinds &= kinds - 1) {
        int kind = __builtin_ctzll(kinds), played = w->played[seat] >> kind & 1;
        struct card_tally *card = &w->batch.card[kind];
        card->held++;
        card->held_wins += wins;
        card->played += played;
        card->played_wins += played * wins;
    }
}

/* Counts who was ranked before whom, in halves. */
static void count_pairs(struct worker *w, const int ranks[], int group)
{
    int players = w->contest->config.players;
    for (int a = 0; a < players; a++)
        for (int b = 0; b < players; b++)
            if (w->bot[a] != w->bot[b])
                w->batch.pair[group][w->bot[a]][w->bot[b]] += (ranks[a] <= ranks[b]) +
                                                              (ranks[a] < ranks[b]);
}

static void count_game(struct worker *w, int group)
{
    int players = w->contest->config.players, winners = 0;
    int points[SEATS_MAX], ranks[SEATS_MAX];
    w->contest->game->scores(&w->state, points, ranks);
    for (int i = 0; i < players; i++)
        winners += ranks[i] == 1;
    for (int i = 0; i < players; i++)
        count_seat(w, i, points[i], ranks[i], ranks[i] == 1 ? WIN / winners : 0);
    count_pairs(w, ranks, group);
    w->batch.games++;
    w->batch.plies += w->plies;
    w->batch.length[clamped(w->plies / LENGTH_STEP, LENGTH_CELLS)]++;
}

/* Called after every ply, without the lock. */
static bool arena_stopped(struct contest_hall *h)
{
    return __atomic_load_n(&h->stop, __ATOMIC_RELAXED);
}

static void arena_stop(struct contest_hall *h)
{
    __atomic_store_n(&h->stop, true, __ATOMIC_RELAXED);
    pthread_cond_broadcast(&h->changed);
}

/* One game of the deal; false if the contest was stopped during the game. */
static bool play_game(struct worker *w, int64_t deal, int number)
{
    const struct contest *c = w->contest;
    uint64_t deal_seed = mixed(c->seed, (uint64_t)deal);
    uint64_t seed = mixed(~deal_seed, (uint64_t)number);
    struct rng rng;
    rng_fast(&rng, deal_seed);
    c->game->setup(&w->state, &c->config, &rng);
    memset(w->held, 0, sizeof w->held);
    memset(w->played, 0, sizeof w->played);
    w->plies = 0;
    for (int i = 0; i < c->config.players; i++)
        mind_forget(mind_at(w, i));
    while (c->game->actor(&w->state) != SEAT_NONE) {
        play_ply(w, seed, deal_seed);
        if (arena_stopped(w->hall))
            return false;
    }
    count_game(w, (int)(deal % GROUPS));
    return true;
}

static bool play_deal(struct worker *w, int64_t deal)
{
    unsigned sets[1 << ARENA_BOTS];
    int count = line_ups(w->contest, sets), players = w->contest->config.players;
    int64_t before = w->batch.pair[deal % GROUPS][0][1];
    for (int i = 0; i < count; i++)
        for (int turn = 0; turn < players; turn++) {
            take_seats(w, sets[i], deal, turn);
            if (!play_game(w, deal, i * players + turn))
                return false;
        }
    int64_t halves = w->batch.pair[deal % GROUPS][0][1] - before;
    w->batch.pair_squares += halves * halves;
    w->batch.deals++;
    return true;
}

/* ---- Threads ---- */

/* Adds the sums of one tally to another. A tally consists of whole numbers, followed by the texts
 * of the failures. */
static void tally_add(struct tally *to, const struct tally *from)
{
    int64_t *a = (int64_t *)to;
    const int64_t *b = (const int64_t *)from;
    for (size_t i = 0; i < offsetof(struct tally, trouble) / sizeof *a; i++)
        a[i] += b[i];
    for (int i = 0; i < ARENA_BOTS; i++)
        if (!to->trouble[i][0])
            memcpy(to->trouble[i], from->trouble[i], TROUBLE_BYTES);
}

/* The number of deals in a batch. With a search or a program a deal takes so long that it is a
 * batch alone. */
static int batch_deals(const struct contest *c)
{
    for (int i = 0; i < c->bots; i++)
        if (c->bot[i].type == BOT_SEARCH || c->bot[i].type == BOT_PROGRAM)
            return 1;
    return BATCH_DEALS;
}

/* Waits until all earlier batches are merged, and merges this one. */
static void merge(struct worker *w, int64_t batch)
{
    struct contest_hall *h = w->hall;
    pthread_mutex_lock(&h->lock);
    while (h->merged != batch && !arena_stopped(h))
        pthread_cond_wait(&h->changed, &h->lock);
    if (h->merged == batch && !arena_stopped(h)) {
        tally_add(h->tally, &w->batch);
        h->merged++;
        if (w->contest->sprt && tally_verdict(w->contest, h->tally) != 0)
            arena_stop(h);
    }
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
}

static bool play_batch(struct worker *w, int64_t batch)
{
    int64_t size = batch_deals(w->contest), deal = w->hall->first + batch * size;
    memset(&w->batch, 0, sizeof w->batch);
    for (int i = 0; i < size && deal < w->contest->deals; i++, deal++)
        if (!play_deal(w, deal))
            return false;
    return true;
}

static void *work(void *argument)
{
    struct worker *w = argument;
    struct contest_hall *h = w->hall;
    int64_t size = batch_deals(h->contest), batch;
    while (!arena_stopped(h) && (batch = __atomic_fetch_add(&h->next, 1, __ATOMIC_RELAXED)) * size <
                                    h->contest->deals - h->first)
        if (play_batch(w, batch))
            merge(w, batch);
    for (int i = 0; i < ARENA_BOTS; i++)
        for (int k = 0; k < SEATS_MAX; k++)
            mind_free(w->mind[i][k]);
    free(w);
    pthread_mutex_lock(&h->lock);
    h->working--;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

static void start_workers(struct contest_hall *h, pthread_t thread[])
{
    for (int i = 0; i < h->contest->threads; i++) {
        struct worker *w = calloc(1, sizeof *w);
        if (!w)
            abort();
        w->hall = h;
        w->contest = h->contest;
        if (pthread_create(&thread[i], NULL, work, w) != 0)
            abort();
    }
}

static void arena_watch(struct contest_hall *h, bool (*told)(const struct tally *))
{
    struct timespec until;
    pthread_mutex_lock(&h->lock);
    while (h->working > 0) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += TOLD_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&h->changed, &h->lock, &until);
        if (!arena_stopped(h) && !told(h->tally))
            arena_stop(h);
    }
    pthread_mutex_unlock(&h->lock);
}

void contest_run(const struct contest *c, struct tally *tally, bool (*told)(const struct tally *))
{
    struct contest_hall h = {
        .contest = c, .tally = tally, .first = tally->deals, .working = c->threads};
    pthread_t thread[THREADS_MAX] = {0};
    if (c->sprt && tally_verdict(c, tally) != 0)
        return;
    pthread_mutex_init(&h.lock, NULL);
    pthread_cond_init(&h.changed, NULL);
    start_workers(&h, thread);
    arena_watch(&h, told);
    for (int i = 0; i < c->threads; i++)
        pthread_join(thread[i], NULL);
    pthread_cond_destroy(&h.changed);
    pthread_mutex_destroy(&h.lock);
}
