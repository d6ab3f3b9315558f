/* The store: with a new SQLite file; with an empty PostgreSQL database if its address is in
 * TENKA_TEST_STORE; or in memory if TENKA_TEST_STORE is 'memory'. */
#include "parts.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unicode/uversion.h>
#include <unistd.h>

#include "core/sha256.h"
#include "house/hall.h"
#include "house/memory.h"
#include "match/record.h"
#include "server/store_jobs.h"

/* ---- The store ---- */

static char directory[] = "/tmp/tenka_test_XXXXXX";
static char address[512];
static struct store *store;
static struct memory *memory; /* used instead of the store */
static int woken = -1;
static int wakes;

static bool on_sqlite(void)
{
    return strncmp(address, "sqlite:", 7) == 0;
}

static int store_setup(void **context)
{
    const char *given = getenv("TENKA_TEST_STORE");
    (void)context;
    if (!mkdtemp(directory))
        return -1;
    if (given && strcmp(given, "memory") == 0)
        memory = memory_new();
    else if (given && *given)
        snprintf(address, sizeof address, "%s", given);
    else
        snprintf(address, sizeof address, "sqlite:%s/store", directory);
    return 0;
}

static int store_teardown(void **context)
{
    static const char *const endings[] = {"",           "-wal",       "-shm",       "-journal",
                                          "-lock",      ".new",       ".new-wal",   ".new-shm",
                                          ".new-lock",  ".text",      ".backup",    ".other",
                                          ".other-wal", ".other-shm", ".other-lock"};
    char path[600];
    (void)context;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s/store%s", directory, endings[i]);
        unlink(path);
    }
    if (memory)
        memory_free(memory);
    return rmdir(directory);
}

static void wake(void *context)
{
    uint64_t one = 1;
    (void)context;
    __atomic_add_fetch(&wakes, 1, __ATOMIC_SEQ_CST);
    if (write(woken, &one, sizeof one) != sizeof one)
        abort();
}

static void open_store(void)
{
    if (memory)
        return;
    store = store_open(address, listener());
    if (!store)
        fail_msg("%s: %s", address, said);
    woken = eventfd(0, EFD_CLOEXEC);
    assert_true(woken >= 0);
}

static void close_store(void)
{
    if (memory)
        return;
    store_close(store);
    store = NULL;
    close(woken);
}

/* Cleans up after a test that failed. */
static int close_left(void **context)
{
    (void)context;
    if (store)
        close_store();
    return 0;
}

static void start_store(void)
{
    open_store();
    if (memory)
        return;
    store_start(store, wake, NULL);
}

static int done_count;

static void count_done(struct job *j)
{
    *(int *)j->context = ++done_count;
}

static char news_heard[64];

static void hear_news(const char *table, void *context)
{
    (void)context;
    snprintf(news_heard, sizeof news_heard, "%s", table ? table : "any");
}

/* Waits until a job is done or news has come. Half a minute is enough for any disk. */
static void deliver(void)
{
    struct pollfd fd = {.fd = woken, .events = POLLIN};
    uint64_t count;
    if (poll(&fd, 1, 30000) != 1)
        fail_msg("the store does not answer");
    assert_int_equal(read(woken, &count, sizeof count), sizeof count);
    store_deliver(store, hear_news, NULL);
}

static void submit(struct job *j, int *order)
{
    j->context = order;
    *order = 0;
    if (memory) {
        memory_perform(memory, j);
        j->done(j);
    } else {
        store_submit(store, j);
    }
}

/* Does the job. The caller frees it. */
static enum job_result perform(struct job *j)
{
    int order;
    submit(j, &order);
    while (!order)
        deliver();
    return j->result;
}

static struct job *job_of(enum job_type type, const char *table)
{
    struct job *j = job_new(type, count_done, NULL);
    if (table)
        snprintf(j->table, sizeof j->table, "%s", table);
    return j;
}

/* Does the job, frees it, and returns its result. */
static enum job_result result_of(struct job *j)
{
    enum job_result result = perform(j);
    job_free(j);
    return result;
}

static struct job *with_events(struct job *j, int seq, const struct event *events, int count)
{
    j->seq = seq;
    j->count = count;
    j->events = calloc((size_t)(count ? count : 1), sizeof *events);
    assert_non_null(j->events);
    for (int i = 0; i < count; i++)
        j->events[i] = events[i];
    return j;
}

static struct job *opening(const char *table, const struct event *events, int count)
{
    struct job *j = with_events(job_of(JOB_OPEN, table), 1, events, count);
    snprintf(j->settings, sizeof j->settings, "zipang players=2 clock=none listed=yes");
    j->host = 7;
    j->time = 1000;
    for (int i = 0; i < SECRET_BYTES; i++)
        j->secret[i] = (uint8_t)(255 - i + table[0]);
    return j;
}

static struct event noted(const char *text)
{
    return with_text(event_at(EV_CHAT, SEAT_NONE, 9, 5), text);
}

static void assert_events(const struct job *j, const struct event *events, int count)
{
    assert_int_equal(j->count, count);
    for (int i = 0; i < count; i++) {
        const struct event *a = &j->events[i], *b = &events[i];
        assert_true(a->type == b->type && a->seat == b->seat && a->number == b->number);
        assert_true(a->player == b->player && a->time == b->time);
        assert_string_equal(a->text, b->text);
    }
}

/* Events of all types, with the largest numbers and all sorts of text. */
static int odd_events(struct event events[])
{
    static const char *const texts[] = {"",
                                        "Ann",
                                        "O'Brien\"; DROP TABLE events; --",
                                        "\xe5\x85\xab\xe2\x82\xac\xf0\x9f\x98\x80",
                                        "name\ttabbed words",
                                        "100% $1 %s ?",
                                        " outer blanks ",
                                        "\\x00 \\'",
                                        "a\nb\r\nc"};
    int count = 0;
    for (; count < EV_TYPES; count++)
        events[count] = with_text((struct event){.type = (enum event_type)count,
                                                 .seat = count % 8,
                                                 .number = count % 3 ? count : INT32_MAX - count,
                                                 .player = count % 2 ? INT64_MAX - count : count,
                                                 .time = 1LL << (40 + count)},
                                  texts[count % 9]);
    events[count] = noted("");
    memset(events[count].text, 'x', EVENT_TEXT_BYTES - 1);
    events[count + 1] = (struct event){.number = -1, .seat = -1, .time = -1, .player = INT64_MIN};
    return count + 2;
}

static void store_tables(void **context)
{
    struct event events[EV_TYPES + 2];
    int count = odd_events(events);
    (void)context;
    start_store();
    assert_int_equal(result_of(job_of(JOB_TABLE, "tables")), JOB_NONE);
    assert_int_equal(result_of(opening("tables", events, 3)), JOB_DONE);
    assert_int_equal(result_of(opening("tables", events, 1)), JOB_TAKEN);
    assert_int_equal(result_of(with_events(job_of(JOB_APPEND, "tables"), 4, events + 3, count - 3)),
                     JOB_DONE);
    for (int round = 0; round < 2; round++) { /* the second time after the store was closed */
        struct job *j = job_of(JOB_TABLE, "tables"), *expected = opening("tables", events, 0);
        j->seq = 1;
        assert_int_equal(perform(j), JOB_DONE);
        assert_events(j, events, count);
        assert_string_equal(j->settings, expected->settings);
        assert_memory_equal(j->secret, expected->secret, SECRET_BYTES);
        assert_int_equal(j->host, 7);
        job_free(j);
        job_free(expected);
        j = job_of(JOB_TABLE, "tables");
        j->seq = 6;
        assert_int_equal(perform(j), JOB_DONE);
        assert_events(j, events + 5, count - 5);
        job_free(j);
        j = job_of(JOB_TABLE, "tables");
        j->seq = count + 1; /* nothing new */
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->count, 0);
        job_free(j);
        close_store();
        start_store();
    }
    close_store();
}

/* If two jobs write the same number, the second one gets JOB_TAKEN, and nothing of it is stored. */
static void store_taken(void **context)
{
    struct event mine[3] = {noted("1"), noted("2"), noted("3")}, theirs = noted("theirs");
    (void)context;
    start_store();
    assert_int_equal(result_of(opening("taken", mine, 2)), JOB_DONE);
    struct job *late = with_events(job_of(JOB_APPEND, "taken"), 2, (struct event[]){theirs, theirs},
                                   2);
    late->finish = calloc(1, sizeof *late->finish);
    late->finish->settings = settings_of("zipang");
    late->finish->place[0] = (struct place){.player = 70, .name = "Late", .rank = 1};
    late->finish->rated = true;
    assert_int_equal(result_of(late), JOB_TAKEN);
    assert_int_equal(result_of(with_events(job_of(JOB_APPEND, "taken"), 1, &theirs, 1)), JOB_TAKEN);
    assert_int_equal(result_of(with_events(job_of(JOB_APPEND, "taken"), 3, mine + 2, 1)), JOB_DONE);
    /* Both in one transaction: the first job wins. */
    int order[2];
    struct event rivals[2] = {noted("first"), noted("second")};
    struct job *a = with_events(job_of(JOB_APPEND, "taken"), 4, rivals, 1);
    struct job *b = with_events(job_of(JOB_APPEND, "taken"), 4, rivals + 1, 1);
    submit(a, &order[0]);
    submit(b, &order[1]);
    while (!order[0] || !order[1])
        deliver();
    assert_true(a->result == JOB_DONE && b->result == JOB_TAKEN);
    job_free(a);
    job_free(b);
    struct job *j = job_of(JOB_TABLE, "taken");
    assert_int_equal(perform(j), JOB_DONE);
    assert_events(j, (struct event[]){mine[0], mine[1], mine[2], rivals[0]}, 4);
    job_free(j);
    j = job_of(JOB_FINISHED, NULL);
    j->time = INT64_MAX;
    j->player.id = 70;
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->count, 0);
    job_free(j);
    close_store();
}

struct found {
    int count;
    char ids[256];
};

static void find_table(const struct job *j, void *context)
{
    struct found *found = context;
    if (strncmp(j->table, "restore", 7) != 0)
        return; /* a table of another test */
    found->count++;
    snprintf(found->ids + strlen(found->ids), sizeof found->ids - strlen(found->ids), "%s ",
             j->table);
    char last[16];
    snprintf(last, sizeof last, "last %s", j->table + 7);
    assert_string_equal(j->events[j->count - 1].text, last);
    assert_int_equal(j->count, j->table[7] - '0' + 1);
    struct job *expected = opening(j->table, NULL, 0);
    assert_string_equal(j->settings, expected->settings);
    assert_memory_equal(j->secret, expected->secret, SECRET_BYTES);
    job_free(expected);
}

static struct finish *finish_with(const char *settings, bool rated, const struct place places[])
{
    struct finish *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->settings = settings_of(settings);
    f->rated = rated;
    for (int i = 0; places && i < f->settings.config.players; i++)
        f->place[i] = places[i];
    return f;
}

static void store_restores(void **context)
{
    struct found found = {0};
    (void)context;
    start_store();
    for (int i = 0; i < 6; i++) {
        char id[TABLE_ID_BYTES], last[16];
        struct event events[8];
        snprintf(id, sizeof id, "restore%d", i);
        snprintf(last, sizeof last, "last %d", i);
        for (int k = 0; k < i; k++)
            events[k] = noted("not the last");
        events[i] = noted(last);
        assert_int_equal(result_of(opening(id, events, i + 1)), JOB_DONE);
        if (i != 1 && i != 4)
            continue;
        struct event end = event_of(EV_CLOSE, SEAT_NONE, 0);
        struct job *j = with_events(job_of(JOB_APPEND, id), i + 2, &end, 1);
        j->finish = finish_with("zipang", false, NULL); /* 1 was closed before it began */
        if (i == 4)
            j->finish->place[0].rank = j->finish->place[1].rank = 1;
        j->time = 1;
        assert_int_equal(result_of(j), JOB_DONE);
    }
    close_store();
    open_store();
    if (memory)
        memory_restore(memory, find_table, &found);
    else
        assert_true(store_restore(store, find_table, &found, listener()));
    assert_string_equal(found.ids, "restore0 restore2 restore3 restore5 ");
    close_store();
    start_store(); /* tables that are over can still be read */
    struct job *j = job_of(JOB_TABLE, "restore4");
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->count, 6);
    job_free(j);
    close_store();
}

static struct job *ratings_of(int64_t player)
{
    struct job *j = job_of(JOB_RATINGS, NULL);
    j->player.id = player;
    assert_int_equal(perform(j), JOB_DONE);
    return j;
}

static enum job_result make_guest(int64_t id, const char *name, uint8_t token)
{
    struct job *j = job_of(JOB_GUEST, NULL);
    j->player.id = id;
    snprintf(j->player.name, sizeof j->player.name, "%s", name);
    memset(j->token, token, sizeof j->token - 1);
    j->time = 1;
    return result_of(j);
}

/* Ends the match of the table on that day; the first of the two players wins. */
static enum job_result finish_match(const char *table, int seq, int64_t time,
                                    const int64_t players[2])
{
    const struct place places[2] = {
        {.player = players[0], .name = "Winner", .rank = 1, .points = 12},
        {.player = players[1], .name = "Loser", .rank = 2, .points = -3}};
    struct event end = event_of(EV_RESIGN, 1, 0);
    struct job *j = with_events(job_of(JOB_APPEND, table), seq, &end, 1);
    j->finish = finish_with("zipang", true, places);
    j->time = time;
    return result_of(j);
}

/* The rating of the winner after a match that counts less because of so many before it. */
static double value_after(int before)
{
    struct rating both[2] = {rating_new(), rating_new()};
    ratings_update(both, &(struct rated_match){.players = 2,
                                               .ranks = {1, 2},
                                               .day = 20000,
                                               .before = {{0, before}, {before, 0}}});
    return both[0].value;
}

static void token_at(struct job *j, int64_t player)
{
    memset(j->token, 'z', sizeof j->token - 1);
    j->token[snprintf(j->token, sizeof j->token, "%d", (int)player)] = 'z';
}

static void make_guest_at(int64_t player, int64_t origin)
{
    struct job *j = job_of(JOB_GUEST, NULL);
    j->player.id = player;
    snprintf(j->player.name, sizeof j->player.name, "Nobody %d", (int)player);
    token_at(j, player);
    j->time = 20000 * (int64_t)DAY_MS;
    j->origin = origin;
    assert_int_equal(result_of(j), JOB_DONE);
}

/* Rated matches between players at one address count like those of one pair. */
static void store_addresses(void **context)
{
    static const int64_t origins[] = {-5, -5, -5, -5, -6, -7};
    static const int befores[] = {0, 1, 0};
    struct event first = noted("first");
    (void)context;
    start_store();
    for (int i = 0; i < 6; i++)
        make_guest_at(7701 + i, origins[i]);
    for (int pair = 0; pair < 3; pair++) {
        static const char *const tables[] = {"home0", "home1", "away"};
        const int64_t players[] = {7701 + 2 * pair, 7702 + 2 * pair};
        assert_int_equal(result_of(opening(tables[pair], &first, 1)), JOB_DONE);
        assert_int_equal(finish_match(tables[pair], 2, 20000 * (int64_t)DAY_MS, players), JOB_DONE);
        struct job *j = ratings_of(players[0]);
        assert_int_equal(j->count, 1);
        assert_true(j->ratings[0].rating.value == value_after(befores[pair]));
        job_free(j);
    }
    close_store();
}

/* One player meets many names of somebody at another address, on either seat; their tokens are
 * deleted before the match is over. */
static void store_addresses_apart(void **context)
{
    static const char *const tables[] = {"apart0", "apart1", "apart2"};
    struct event first = noted("first");
    struct rating expected = rating_new();
    (void)context;
    start_store();
    make_guest_at(7801, -8);
    for (int i = 0; i < 3; i++) {
        int64_t players[2] = {7802 + i, 7802 + i};
        struct rating pair[2] = {rating_new(), rating_new()};
        const struct rated_match m = {
            .players = 2, .ranks = {1, 2}, .day = 20000, .before = {{0, i}, {i, 0}}};
        players[i % 2] = 7801;
        pair[i % 2] = expected;
        make_guest_at(7802 + i, -9);
        struct job *j = job_of(JOB_FORGET, NULL);
        token_at(j, 7802 + i);
        assert_int_equal(result_of(j), JOB_DONE);
        assert_int_equal(result_of(opening(tables[i], &first, 1)), JOB_DONE);
        assert_int_equal(finish_match(tables[i], 2, 20000 * (int64_t)DAY_MS, players), JOB_DONE);
        ratings_update(pair, &m);
        expected = pair[i % 2];
        j = ratings_of(7801);
        assert_true(j->ratings[0].rating.value == expected.value);
        job_free(j);
    }
    close_store();
}

static void store_finishes(void **context)
{
    struct event first = noted("first");
    struct rating expected[2] = {rating_new(), rating_new()};
    (void)context;
    start_store();
    assert_int_equal(make_guest(101, "Winner", 101), JOB_DONE);
    assert_int_equal(make_guest(102, "Loser", 102), JOB_DONE);
    struct job *j = ratings_of(101);
    assert_int_equal(j->count, 0);
    assert_string_equal(j->player.name, "Winner");
    assert_false(j->player.kept);
    job_free(j);
    static const int64_t days[] = {20000, 20050, 20050, 20051};
    static const char *const tables[] = {"finish0", "finish2", "finish1", "finish3"};
    for (int round = 0; round < 4; round++) {
        const char *table = tables[round];
        int64_t time = days[round] * DAY_MS + 5;
        const struct rated_match m = {.players = 2,
                                      .ranks = {1, 2},
                                      .day = days[round],
                                      .before = {{0, round == 2}, {round == 2, 0}}};
        assert_int_equal(result_of(opening(table, &first, 1)), JOB_DONE);
        assert_int_equal(finish_match(table, 2, time, (int64_t[]){101, 102}), JOB_DONE);
        assert_int_equal(finish_match(table, 2, time, (int64_t[]){101, 102}), JOB_TAKEN);
        ratings_update(expected, &m);
        for (int i = 0; i < 2; i++) {
            j = ratings_of(101 + i);
            assert_int_equal(j->count, 1);
            assert_string_equal(j->ratings[0].game, "zipang");
            assert_int_equal(j->ratings[0].players, 2);
            const struct rating *found = &j->ratings[0].rating;
            assert_true(found->value == expected[i].value); /* to the last bit */
            assert_true(found->deviation == expected[i].deviation);
            assert_true(found->volatility == expected[i].volatility);
            assert_int_equal(found->games, round + 1);
            assert_int_equal(found->day, days[round]);
            job_free(j);
        }
    }
    struct job *none = job_of(JOB_RATINGS, NULL);
    none->player.id = 424242;
    assert_int_equal(result_of(none), JOB_NONE);
    j = job_of(JOB_FINISHED, NULL);
    j->player.id = 102;
    j->time = INT64_MAX;
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->count, 4);
    static const int order[] = {3, 2, 1, 0}; /* the latest match comes first, then by the ids */
    for (int i = 0; i < 4; i++) {
        const struct ended *e = &j->matches[i];
        assert_string_equal(e->table, tables[order[i]]);
        assert_true(e->time == days[order[i]] * DAY_MS + 5);
        assert_int_equal(e->places, 2);
        assert_true(e->place[0].player == 101 && e->place[1].player == 102);
        assert_string_equal(e->place[0].name, "Winner");
        assert_string_equal(e->place[1].name, "Loser");
        assert_true(e->place[0].rank == 1 && e->place[1].rank == 2);
        assert_true(e->place[0].points == 12 && e->place[1].points == -3);
    }
    int64_t before = j->matches[0].time;
    job_free(j);
    j = job_of(JOB_FINISHED, NULL);
    j->player.id = 102;
    j->time = before;
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->count, 3);
    assert_string_equal(j->matches[0].table, "finish1");
    job_free(j);
    close_store();
}

/* The latest matches of all players, for anybody: only listed tables whose match was played. */
static void store_lists(void **context)
{
    const int64_t base = 90000LL * DAY_MS;
    struct event first = noted("first"), end = event_of(EV_CLOSE, SEAT_NONE, 0);
    const struct place places[2] = {{.player = 201, .name = "A", .rank = 1, .points = 1},
                                    {.name = "greedy", .rank = 1, .points = 1}};
    (void)context;
    start_store();
    for (int i = 0; i < 2 * ROWS_MAX + 6; i++) {
        char id[TABLE_ID_BYTES];
        bool listed = i != 2, played = i < 5;
        snprintf(id, sizeof id, "list%d", i);
        struct job *j = opening(id, &first, 1);
        snprintf(j->settings, sizeof j->settings, "zipang players=2 listed=%s rated=no",
                 listed ? "yes" : "no");
        assert_int_equal(result_of(j), JOB_DONE);
        if (i == 4)
            continue; /* not over yet */
        j = with_events(job_of(JOB_APPEND, id), 2, &end, 1);
        j->finish = finish_with(listed ? "zipang" : "zipang listed=no", false,
                                played ? places : NULL);
        j->time = base + i;
        assert_int_equal(result_of(j), JOB_DONE);
    }
    static const char *const expected[] = {"list3", "list1", "list0"};
    struct job *j = job_of(JOB_FINISHED, NULL);
    j->time = INT64_MAX;
    assert_int_equal(perform(j), JOB_DONE);
    assert_true(j->count >= 3);
    for (int i = 0; i < 3; i++)
        assert_string_equal(j->matches[i].table, expected[i]);
    assert_int_equal(j->matches[0].places, 2);
    assert_string_equal(j->matches[0].place[1].name, "greedy");
    assert_int_equal(j->matches[0].place[1].player, 0);
    job_free(j);
    j = job_of(JOB_FINISHED, NULL);
    j->time = base + 1;
    assert_int_equal(perform(j), JOB_DONE);
    assert_string_equal(j->matches[0].table, "list0");
    job_free(j);
    for (int own = 0; own < 2; own++) { /* players see all their own matches, listed or not */
        j = job_of(JOB_FINISHED, NULL);
        j->time = INT64_MAX;
        j->player.id = 201;
        j->own = own;
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->count, 3 + own);
        assert_string_equal(j->matches[1].table, own ? "list2" : "list1");
        job_free(j);
    }
    close_store();
}

static struct job *naming(enum job_type type, int64_t id, const char *name)
{
    struct job *j = job_of(type, NULL);
    j->player.id = id;
    snprintf(j->player.name, sizeof j->player.name, "%s", name);
    snprintf(j->hash, sizeof j->hash, "hash of %d", (int)id);
    snprintf(j->password, sizeof j->password, "password of %d", (int)id);
    memset(j->token, (int)(id % 100), sizeof j->token - 1); /* of make_guest in the tests */
    return j;
}

static void store_names(void **context)
{
    (void)context;
    start_store();
    for (int i = 0; i < 4; i++)
        assert_int_equal(make_guest(301 + i, "Somebody", (uint8_t)(1 + i)), JOB_DONE);
    assert_int_equal(make_guest(301, "Twice", 9), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_NAME, 0, "Somebody")), JOB_NONE); /* not registered */
    assert_int_equal(result_of(naming(JOB_KEEP, 301, "O'Mikado")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_KEEP, 302, "O'MIKADO")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_KEEP, 302, "o'mikado")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_CALL, 303, "O'mIkAdO")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_KEEP, 302, "O'Mikado2")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_CALL, 303, "Nobody")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_CALL, 304, "Nobody")), JOB_DONE); /* guests may share */
    assert_int_not_equal(result_of(naming(JOB_CALL, 301, "Guest")), JOB_DONE); /* not a guest */
    assert_int_equal(make_guest(305, "o'MIKADO", 5), JOB_TAKEN); /* nor can a new guest have it */
    assert_int_equal(make_guest(305, "Fifth", 5), JOB_DONE);
    struct job *j = naming(JOB_NAME, 0, "o'miKADO");
    assert_int_equal(perform(j), JOB_DONE);
    assert_true(j->player.id == 301 && j->player.kept);
    assert_string_equal(j->player.name, "O'Mikado");
    assert_string_equal(j->hash, "hash of 301");
    job_free(j);
    assert_int_equal(result_of(naming(JOB_KEEP, 301, "Mikado")), JOB_DONE); /* a new name */
    assert_int_equal(result_of(naming(JOB_NAME, 0, "O'Mikado")), JOB_NONE);
    assert_int_equal(result_of(naming(JOB_KEEP, 303, "O'Mikado")), JOB_DONE); /* free again */
    close_store();
}

/* Names that look the same are the same, however they are encoded. */
static void store_same_names(void **context)
{
    (void)context;
    start_store();
    for (int i = 0; i < 3; i++)
        assert_int_equal(make_guest(311 + i, "Somebody", (uint8_t)(11 + i)), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_KEEP, 311, "Änne Groß")), JOB_DONE);
    static const char *const same[] = {"änne groß", "A\u0308NNE GROSS", "Ä\uff4e\uff4e\uff45 Groß",
                                       "Änne\u3000Groß"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_int_equal(result_of(naming(JOB_KEEP, 312, same[i])), JOB_TAKEN);
        assert_int_equal(result_of(naming(JOB_CALL, 313, same[i])), JOB_TAKEN);
        assert_int_equal(make_guest(314, same[i], 14), JOB_TAKEN);
        struct job *j = naming(JOB_NAME, 0, same[i]);
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->player.id, 311);
        assert_string_equal(j->player.name, "Änne Groß");
        job_free(j);
    }
    assert_int_equal(result_of(naming(JOB_CALL, 312, "\u00c4nne Gro\u03b2")), JOB_BAD);
    assert_int_equal(result_of(naming(JOB_CALL, 312, "Änne Gr0ß")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_KEEP, 312, "Anne Groß")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_NAME, 0, "\xff")), JOB_NONE);
    close_store();
}

static struct job *with_token(enum job_type type, int64_t player, uint8_t token)
{
    struct job *j = job_of(type, NULL);
    j->player.id = player;
    memset(j->token, token, sizeof j->token - 1);
    return j;
}

/* Adds a token of a player who is called 'Keeper ID' and has the password of `naming`. */
static enum job_result add_device(int64_t player, uint8_t token, int64_t time, const char *device)
{
    char name[PLAYER_NAME_BYTES];
    snprintf(name, sizeof name, "Keeper %d", (int)player);
    struct job *j = naming(memory ? JOB_LOGIN : JOB_TOKEN, player, name);
    memset(j->token, token, sizeof j->token - 1);
    j->time = time;
    snprintf(j->device, sizeof j->device, "%s", device);
    return result_of(j);
}

/* Registers 'Keeper ID' with a guest's token. */
static void make_keeper(int64_t player, uint8_t token)
{
    char name[PLAYER_NAME_BYTES];
    snprintf(name, sizeof name, "Keeper %d", (int)player);
    assert_int_equal(make_guest(player, name, token), JOB_DONE);
    struct job *j = naming(JOB_KEEP, player, name);
    memset(j->token, token, sizeof j->token - 1);
    assert_int_equal(result_of(j), JOB_DONE);
}

static void assert_valid(uint8_t token, bool valid)
{
    assert_int_equal(result_of(with_token(JOB_ENTER, 0, token)), valid ? JOB_DONE : JOB_NONE);
}

static void store_tokens(void **context)
{
    (void)context;
    start_store();
    assert_valid(41, false);
    make_keeper(401, 41);
    assert_int_equal(make_guest(402, "\xe5\x85\xab", 42), JOB_DONE);
    assert_int_equal(add_device(401, 43, 5, ""), JOB_DONE);
    for (int token = 41; token < 44; token++) {
        struct job *j = with_token(JOB_ENTER, 0, (uint8_t)token);
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->player.id, token == 42 ? 402 : 401);
        assert_string_equal(j->player.name, token == 42 ? "\xe5\x85\xab" : "Keeper 401");
        assert_int_equal(j->player.kept, token != 42);
        job_free(j);
    }
    assert_int_equal(result_of(with_token(JOB_FORGET, 401, 41)), JOB_DONE);
    assert_valid(41, false);
    assert_valid(43, true);
    close_store();
}

/* A new password deletes all other tokens, and a login that has compared the old one gets none. */
static void store_new_password(void **context)
{
    (void)context;
    start_store();
    make_keeper(411, 241);
    assert_int_equal(add_device(411, 242, 5, ""), JOB_DONE);
    assert_int_equal(add_device(411, 243, 6, ""), JOB_DONE);
    struct job *j = naming(JOB_KEEP, 411, "Keeper 411");
    memset(j->token, 242, sizeof j->token - 1);
    snprintf(j->hash, sizeof j->hash, "another hash");
    snprintf(j->password, sizeof j->password, "another password");
    assert_int_equal(result_of(j), JOB_DONE);
    assert_valid(241, false);
    assert_valid(242, true);
    assert_valid(243, false);
    assert_int_equal(add_device(411, 244, 7, ""), JOB_NONE);
    assert_valid(244, false);
    j = naming(JOB_KEEP, 411, "Keeper 411"); /* with a token that is gone */
    memset(j->token, 241, sizeof j->token - 1);
    assert_int_equal(result_of(j), JOB_NONE);
    assert_valid(242, true);
    close_store();
}

static struct job *devices_of(int64_t player, uint8_t token)
{
    struct job *j = with_token(JOB_DEVICES, player, token);
    assert_int_equal(perform(j), JOB_DONE);
    return j;
}

static void store_devices(void **context)
{
    const int64_t day = 20000 * (int64_t)DAY_MS;
    (void)context;
    start_store();
    make_keeper(421, 161);
    make_keeper(422, 171);
    assert_int_equal(add_device(421, 162, day + 9, "Firefox"), JOB_DONE);
    assert_int_equal(add_device(421, 163, day + 10, "a bot"), JOB_DONE);
    struct job *j = with_token(JOB_ENTER, 0, 162); /* it comes back two days later */
    j->time = day + 2 * (int64_t)DAY_MS + 7;
    snprintf(j->device, sizeof j->device, "Firefox 2");
    assert_int_equal(result_of(j), JOB_DONE);
    j = devices_of(421, 163);
    assert_int_equal(j->count, 3);
    assert_string_equal(j->devices[0].name, "Firefox 2");
    assert_int_equal(j->devices[0].created, day + 9);
    assert_int_equal(j->devices[0].used, day + 2 * (int64_t)DAY_MS);
    assert_string_equal(j->devices[1].name, "a bot");
    assert_true(j->devices[1].own && !j->devices[0].own && !j->devices[2].own);
    char id[DEVICE_ID_BYTES];
    memcpy(id, j->devices[0].id, sizeof id);
    assert_int_equal(strlen(id), DEVICE_ID_BYTES - 1);
    job_free(j);
    for (int64_t player = 422; player > 420; player--) { /* not another player's */
        j = with_token(JOB_END, player, 171);
        memcpy(j->device_id, id, sizeof id);
        assert_int_equal(result_of(j), player == 421 ? JOB_DONE : JOB_NONE);
    }
    assert_valid(161, true);
    assert_valid(162, false);
    assert_valid(163, true);
    close_store();
}

/* A player has a limited number of tokens: the one that was used longest ago goes. */
static void store_many_devices(void **context)
{
    (void)context;
    start_store();
    make_keeper(431, 181);
    for (int i = 0; i < DEVICES_MAX; i++)
        assert_int_equal(add_device(431, (uint8_t)(182 + i), (i + 2) * (int64_t)DAY_MS, ""),
                         JOB_DONE);
    assert_valid(181, false);
    assert_valid(182, true);
    struct job *j = devices_of(431, 182);
    assert_int_equal(j->count, DEVICES_MAX);
    job_free(j);
    j = naming(JOB_KEEP, 431, "Keeper 431"); /* other tests use some of these tokens */
    memset(j->token, 182 + DEVICES_MAX - 1, sizeof j->token - 1);
    assert_int_equal(result_of(j), JOB_DONE);
    close_store();
}

/* ---- People ---- */

static struct job *muting(int64_t player, int64_t other, bool on)
{
    struct job *j = job_of(JOB_MUTE, NULL);
    j->player.id = player;
    j->other = other;
    j->own = on;
    return j;
}

/* The job tells whom the player has muted: so many, and among them these. */
static void assert_muted(struct job *j, int count, int64_t one)
{
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->people ? j->people->count : 0, count);
    assert_true(!one || people_find(j->people, one));
    job_free(j);
}

/* A guest with a token of their own. */
static void make_many(int64_t id)
{
    struct job *j = job_of(JOB_GUEST, NULL);
    j->player.id = id;
    j->time = 1;
    snprintf(j->player.name, sizeof j->player.name, "Many %d", (int)id);
    snprintf(j->token, sizeof j->token, "token of %d", (int)id);
    assert_int_equal(result_of(j), JOB_DONE);
}

static void store_mutes_players(void **context)
{
    (void)context;
    start_store();
    make_keeper(751, 61);
    assert_int_equal(make_guest(752, "Loud", 62), JOB_DONE);
    assert_int_equal(make_guest(753, "Louder", 63), JOB_DONE);
    assert_muted(muting(751, 752, true), 1, 752);
    assert_muted(muting(751, 752, true), 1, 752);
    assert_muted(muting(751, 753, true), 2, 753);
    assert_int_equal(result_of(muting(751, 759, true)), JOB_NONE);
    assert_muted(with_token(JOB_ENTER, 0, 61), 2, 752);
    assert_muted(with_token(JOB_ENTER, 0, 62), 0, 0);
    struct job *j = job_of(JOB_MUTES, NULL);
    j->player.id = 751;
    assert_muted(j, 2, 752);
    assert_muted(muting(751, 752, false), 1, 753);
    assert_muted(muting(751, 759, false), 1, 753);
    close_store();
    start_store(); /* they are stored */
    assert_muted(with_token(JOB_ENTER, 0, 61), 1, 753);
    for (int i = 1; i < MUTES_MAX; i++) {
        make_many(460000 + i);
        assert_int_equal(result_of(muting(751, 460000 + i, true)), JOB_DONE);
    }
    make_many(461000);
    assert_int_equal(result_of(muting(751, 461000, true)), JOB_BAD);
    assert_muted(muting(751, 753, true), MUTES_MAX, 753); /* they are muted already */
    assert_muted(muting(751, 753, false), MUTES_MAX - 1, 460001);
    assert_muted(muting(751, 461000, true), MUTES_MAX, 461000);
    close_store();
}

static struct job *reporting(int64_t player, int64_t other, int64_t time)
{
    struct job *j = job_of(JOB_REPORT, "reported");
    j->player.id = player;
    j->other = other;
    j->time = time;
    j->report = calloc(1, sizeof *j->report);
    assert_non_null(j->report);
    j->report->ply = 7;
    snprintf(j->report->said, sizeof j->report->said, "rude '\" words");
    snprintf(j->report->text, sizeof j->report->text, "They are rude.");
    return j;
}

static void store_reports(void **context)
{
    (void)context;
    start_store();
    assert_int_equal(make_guest(771, "Reporter", 64), JOB_DONE);
    assert_int_equal(make_guest(772, "Another", 65), JOB_DONE);
    for (int i = 0; i < REPORTS_MAX; i++)
        assert_int_equal(result_of(reporting(771, 772, 100 * (int64_t)DAY_MS + i)), JOB_DONE);
    assert_int_equal(result_of(reporting(771, 772, 101 * (int64_t)DAY_MS - 1)), JOB_BAD);
    assert_int_equal(result_of(reporting(772, 771, 101 * (int64_t)DAY_MS - 1)), JOB_DONE);
    assert_int_equal(result_of(reporting(771, 772, 101 * (int64_t)DAY_MS)), JOB_DONE);
    close_store();
}

static struct job *banning(int64_t player, int64_t until)
{
    struct job *j = job_of(JOB_BAN, NULL);
    j->other = player;
    j->time = until;
    snprintf(j->reason, sizeof j->reason, "rude");
    return j;
}

static enum job_result enter_at(uint8_t token, int64_t time)
{
    struct job *j = with_token(JOB_ENTER, 0, token);
    j->time = time;
    return result_of(j);
}

static void store_bans_players(void **context)
{
    (void)context;
    start_store();
    make_keeper(781, 66);
    assert_int_equal(result_of(banning(781, 0)), JOB_NONE); /* there is no ban */
    assert_int_equal(result_of(banning(781, 9 * (int64_t)DAY_MS)), JOB_DONE);
    assert_int_equal(enter_at(66, 9 * (int64_t)DAY_MS - 1), JOB_BANNED);
    assert_int_equal(add_device(781, 67, 9 * (int64_t)DAY_MS - 1, ""), JOB_BANNED);
    assert_int_equal(enter_at(66, 9 * (int64_t)DAY_MS), JOB_DONE); /* it has ended */
    assert_int_equal(result_of(banning(781, INT64_MAX)), JOB_DONE);
    assert_int_equal(enter_at(66, 99999 * (int64_t)DAY_MS), JOB_BANNED);
    assert_int_equal(result_of(with_token(JOB_ENTER, 0, 66)), JOB_BANNED); /* now */
    assert_int_equal(result_of(banning(781, 0)), JOB_DONE);
    assert_valid(66, true);
    assert_valid(67, false);
    close_store();
}

static void store_renames(void **context)
{
    (void)context;
    start_store();
    make_keeper(791, 68);
    make_keeper(792, 69);
    assert_int_equal(make_guest(793, "Plain", 70), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_RENAME, 791, "Keeper 792")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_RENAME, 791, " ")), JOB_BAD);
    assert_int_equal(result_of(naming(JOB_RENAME, 799, "Nobody 791")), JOB_NONE);
    assert_int_equal(result_of(naming(JOB_RENAME, 791, "Kind 791")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_RENAME, 793, "Kind 793")), JOB_DONE);
    struct job *j = with_token(JOB_ENTER, 0, 68);
    assert_int_equal(perform(j), JOB_DONE);
    assert_true(j->player.kept);
    assert_string_equal(j->player.name, "Kind 791");
    job_free(j);
    assert_int_equal(result_of(naming(JOB_CALL, 793, "kind 791")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_CALL, 793, "Keeper 791")), JOB_DONE); /* free again */
    close_store();
}

/* A table where the player 701 sits with a seal and talks, and 702 goes on alone. */
static void make_talk(struct event events[3])
{
    events[0] = with_text(event_of(EV_SIT, 0, 701), "Secret Name\t000102030405060708090a0b0c0d0e0f"
                                                    "101112131415161718191a1b1c1d1e1f");
    events[1] = with_text(event_of(EV_CHAT, 0, 701), "Secret Name\tmy address");
    events[2] = with_text(event_of(EV_SIT, 1, 702), "Other");
    events[0].number = sit_number(true, true);
    for (int i = 0; i < 3; i++)
        events[i].time = 1000;
}

/* What was stored about a player goes, and the table can still be replayed. */
static void store_deletes(void **context)
{
    struct event events[3];
    (void)context;
    start_store();
    make_keeper(701, 71);
    make_keeper(702, 72);
    make_talk(events);
    assert_int_equal(result_of(opening("deleted", events, 3)), JOB_DONE);
    assert_int_equal(finish_match("deleted", 4, 5000, (const int64_t[]){701, 702}), JOB_DONE);
    assert_muted(muting(702, 701, true), 1, 701);
    assert_int_equal(result_of(naming(JOB_DELETE, 709, "")), JOB_NONE);
    assert_int_equal(result_of(naming(JOB_DELETE, 701, "")), JOB_DONE);
    assert_valid(71, false);
    assert_muted(with_token(JOB_ENTER, 0, 72), 0, 0);
    struct job *j = job_of(JOB_TABLE, "deleted");
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->count, 4);
    assert_int_equal(j->events[0].number, sit_number(true, false));
    assert_string_equal(j->events[1].text, "Deleted player\t-");
    assert_string_equal(j->events[2].text, "Other");
    struct settings settings = settings_of(j->settings);
    struct table *t = table_new("deleted", &settings, j->host, j->secret);
    for (int i = 0; i < 3; i++) {
        assert_null(table_judge(t, &j->events[i]));
        table_apply(t, &j->events[i]);
    }
    assert_string_equal(t->seat[0].name, "Deleted player");
    assert_true(t->seat[0].share.sealed && t->seat[0].share.seal[31] == 31);
    table_free(t);
    job_free(j);
    j = job_of(JOB_FINISHED, NULL);
    j->player.id = 702;
    j->time = INT64_MAX;
    assert_int_equal(perform(j), JOB_DONE);
    assert_string_equal(j->matches[0].place[0].name, "Deleted player");
    job_free(j);
    assert_int_equal(make_guest(703, "Keeper 701", 73), JOB_DONE); /* the name is free */
    close_store();
}

/* A guest loses a name that somebody registers, when they come back. */
static void store_yields(void **context)
{
    (void)context;
    start_store();
    assert_int_equal(make_guest(441, "KEEPER 442", 141), JOB_DONE);
    make_keeper(442, 142);
    struct job *j = with_token(JOB_ENTER, 0, 141);
    assert_int_equal(perform(j), JOB_DONE);
    assert_string_equal(j->player.name, "Guest 1441");
    job_free(j);
    j = with_token(JOB_RATINGS, 441, 141);
    assert_int_equal(perform(j), JOB_DONE);
    assert_string_equal(j->player.name, "Guest 1441");
    job_free(j);
    assert_int_equal(make_guest(443, "keeper 442", 143), JOB_TAKEN);
    close_store();
}

/* The salt stays the same. */
static void store_salted(void **context)
{
    (void)context;
    if (memory)
        return;
    open_store();
    int64_t salt = store_salt(store);
    assert_int_equal(store_salt(store), salt);
    close_store();
    open_store();
    assert_int_equal(store_salt(store), salt);
    close_store();
}

static void store_times(void **context)
{
    static const int64_t kept[] = {500000, 700000, 600000};
    static const int64_t dated[] = {0, 1800000000000, 0},
                         known[] = {0, 1800000000000, 1800000000000};
    (void)context;
    start_store();
    for (int i = 0; i < 3; i++) {
        struct job *j = job_of(JOB_TIME, NULL);
        j->time = kept[i];
        j->dated = dated[i];
        assert_int_equal(perform(j), JOB_DONE);
        assert_true(j->dated == known[i]);
        assert_int_equal(j->time, i ? 700000 : 500000); /* time never goes back */
        job_free(j);
    }
    close_store();
    open_store();
    assert_int_equal(memory ? memory_time(memory) : store_time(store), 700000);
    close_store();
}

enum { CROWD = 3000 };

/* Many jobs that wait at the same time share transactions; those of a table are done in order. */
static void store_groups(void **context)
{
    static int order[CROWD];
    static struct job *jobs[CROWD];
    struct event first = noted("first");
    (void)context;
    open_store();
    done_count = wakes = 0;
    for (int i = 0; i < CROWD; i++) {
        char id[TABLE_ID_BYTES], text[32];
        snprintf(id, sizeof id, "group%d", i / 3);
        snprintf(text, sizeof text, "event %d", i);
        struct event e = noted(text);
        jobs[i] = i % 3 ? with_events(job_of(JOB_APPEND, id), 1 + i % 3, &e, 1)
                        : opening(id, &first, 1);
        submit(jobs[i], &order[i]);
    }
    store_start(store, wake, NULL);
    while (done_count < CROWD)
        deliver();
    for (int i = 0; i < CROWD; i++) {
        assert_int_equal(jobs[i]->result, JOB_DONE);
        assert_true(i % 3 == 0 || order[i] > order[i - 1]);
        job_free(jobs[i]);
    }
    assert_in_range(wakes, 1, CROWD / 100);
    struct job *j = job_of(JOB_TABLE, "group999");
    assert_int_equal(perform(j), JOB_DONE);
    assert_events(j, (struct event[]){first, noted("event 2998"), noted("event 2999")}, 3);
    job_free(j);
    close_store();
}

/* If a job fails, the others of its transaction do not fail, and have the same results as if they
 * had been alone. */
static void store_failure(void **context)
{
    struct event events[40], two[2] = {noted("zero"), noted("one")}, more = noted("more");
    int order[6];
    (void)context;
    for (int i = 0; i < 40; i++)
        events[i] = noted(i % 2 ? "odd" : "even");
    start_store();
    assert_int_equal(make_guest(501, "Five", 51), JOB_DONE);
    assert_int_equal(make_guest(502, "Six", 52), JOB_DONE);
    assert_int_equal(result_of(opening("failure", events, 40)), JOB_DONE);
    assert_int_equal(result_of(opening("failed", &more, 1)), JOB_DONE);
    assert_int_equal(finish_match("failed", 2, DAY_MS, (int64_t[]){501, 502}), JOB_DONE);
    close_store();
    open_store();
    struct job *jobs[6] = {
        job_of(JOB_TABLE, "failure"),
        job_of(JOB_RATINGS, NULL),
        job_of(JOB_FINISHED, NULL),
        with_events(job_of(JOB_APPEND, "failure"), 41, &more, 1),
        with_events(job_of(JOB_APPEND, "failure"), 0, two, 2), /* 1 is taken: neither is stored */
        job_of(JOB_TABLE, "failure")};
    jobs[1]->player.id = jobs[2]->player.id = 501;
    jobs[2]->time = INT64_MAX;
    for (int i = 0; i < 6; i++)
        submit(jobs[i], &order[i]);
    store_start(store, wake, NULL);
    for (int i = 0; i < 6; i++)
        while (!order[i])
            deliver();
    for (int i = 0; i < 6; i++)
        assert_int_equal(jobs[i]->result, i == 4 ? JOB_FAILED : JOB_DONE);
    assert_in_range(jobs[0]->count, 40, 41); /* reads and writes may be done in any order */
    jobs[0]->count = 40;
    assert_events(jobs[0], events, 40);
    assert_int_equal(jobs[1]->count, 1);
    assert_int_equal(jobs[2]->count, 1);
    assert_int_equal(jobs[2]->matches[0].places, 2);
    assert_int_equal(result_of(with_events(job_of(JOB_APPEND, "failure"), 42, &more, 1)), JOB_DONE);
    for (int i = 0; i < 6; i++)
        job_free(jobs[i]);
    close_store();
}

static void assert_unusable(const char *where)
{
    struct store *s = store_open(where, listener());
    if (s)
        fail_msg("%s was opened", where);
    assert_one_line();
    assert_true(strlen(said) > 10 && strlen(said) < 300);
}

static void store_unusable(void **context)
{
    static const char *const unknown[] = {"",          "sqlite",   "sqlite:",   "mysql://x",
                                          "/tmp/file", "Sqlite:x", "postgres:x"};
    char where[700], path[600], found[64] = "";
    (void)context;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        assert_unusable(unknown[i]);
        assert_string_equal(said, "expected 'sqlite:FILE' or 'postgres://...'");
    }
    snprintf(where, sizeof where, "sqlite:%s/nowhere/store", directory);
    assert_unusable(where);
    assert_said("unable to open");
    snprintf(where, sizeof where, "sqlite:%s", directory);
    assert_unusable(where);
    assert_unusable("postgres://localhost:1/none?connect_timeout=1");
    assert_unusable("postgres://?host=/nonexistent");
    snprintf(path, sizeof path, "%s/store.text", directory);
    snprintf(where, sizeof where, "sqlite:%s", path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("This is somebody's letter and no database.\n", file);
    fclose(file);
    assert_unusable(where);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(found, sizeof found, file));
    fclose(file);
    assert_string_equal(found, "This is somebody's letter and no database.\n");
}

/* Only one server can use a file. Several can use a PostgreSQL database, and hear of each other's
 * changes. */
static void store_others(void **context)
{
    struct event first = noted("first");
    (void)context;
    start_store();
    assert_int_equal(store_shared(store), !on_sqlite());
    if (on_sqlite()) {
        assert_unusable(address);
        close_store();
        return;
    }
    struct store *mine = store, *other = store_open(address, listener());
    assert_non_null(other);
    store_start(other, wake, NULL);
    news_heard[0] = '\0';
    store = other;
    assert_int_equal(result_of(opening("others", &first, 1)), JOB_DONE);
    assert_string_equal(news_heard, ""); /* a node's own change is not news to it */
    store = mine;
    store_deliver(store, hear_news, NULL); /* both stores wake the same waiter */
    while (!news_heard[0])
        deliver();
    assert_string_equal(news_heard, "others");
    store = other;
    assert_int_equal(make_guest(451, "Newcomer", 151), JOB_DONE);
    assert_int_equal(result_of(with_token(JOB_FORGET, 451, 151)), JOB_DONE);
    store = mine;
    store_deliver(store, hear_news, NULL);
    while (strcmp(news_heard, "@451") != 0)
        deliver();
    store_close(other);
    close_store();
}

/* All bytes of the file. The caller frees them. */
static char *bytes_of(const char *path, size_t *size)
{
    struct stat status;
    int file = open(path, O_RDONLY);
    assert_true(file >= 0 && fstat(file, &status) == 0);
    *size = (size_t)status.st_size;
    char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(read(file, bytes, *size), *size);
    close(file);
    return bytes;
}

/* Runs one statement on the database, without a store. */
static void execute(const char *where, const char *statement)
{
    const struct sql_driver *driver = on_sqlite() ? &sql_sqlite : &sql_postgres;
    struct store_jobs b = {driver, driver->open(where, SQL_BESIDE, listener())};
    if (!b.db)
        fail_msg("%s", said);
    assert_true(store_jobs_execute(&b, statement));
    driver->close(b.db);
}

/* A store of a newer program is not changed. */
static void store_newer(void **context)
{
    char path[600], where[700];
    size_t before, after;
    (void)context;
    snprintf(path, sizeof path, "%s/store.new", directory);
    if (on_sqlite())
        snprintf(where, sizeof where, "sqlite:%s", path);
    else
        snprintf(where, sizeof where, "%s", address);
    struct store *s = store_open(where, listener());
    assert_non_null(s);
    store_close(s);
    execute(on_sqlite() ? path : where, "UPDATE meta SET value = value + 40 WHERE key = 'version'");
    char *old = on_sqlite() ? bytes_of(path, &before) : NULL;
    for (int i = 0; i < 2; i++) { /* nor the second time */
        assert_unusable(where);
        assert_said("its schema has version 4");
        assert_said("this program knows ");
        assert_said("nothing was changed");
    }
    if (old) {
        char *new = bytes_of(path, &after);
        assert_int_equal(before, after);
        assert_memory_equal(old, new, before);
        free(new);
        free(old);
    }
    execute(on_sqlite() ? path : where, "UPDATE meta SET value = value - 40 WHERE key = 'version'");
    s = store_open(where, listener()); /* and the newer program can still use it */
    if (!s)
        fail_msg("%s", said);
    store_close(s);
}

/* Gives the store the first version of the schema. */
static void make_old(const char *where)
{
    static const char *const statements[] = {
        "DROP TABLE mutes",
        "DROP TABLE reports",
        "DROP TABLE bans",
        "DROP INDEX events_chat",
        "DROP TABLE looks",
        "DELETE FROM meta WHERE key = 'looks'",
        "ALTER TABLE tokens DROP COLUMN created",
        "ALTER TABLE tokens DROP COLUMN device",
        "DROP TABLE bouts",
        "DROP TABLE origins",
        "ALTER TABLE tables DROP COLUMN origin",
        "DROP INDEX tables_ending",
        "DROP INDEX tables_host",
        "DROP INDEX events_sit",
        "DROP INDEX tokens_used",
        "DROP INDEX tokens_player",
        "ALTER TABLE tables DROP COLUMN ending",
        "ALTER TABLE tokens DROP COLUMN used",
        "CREATE INDEX tables_over ON tables (over)",
        "UPDATE meta SET value = 1 WHERE key = 'version'",
    };
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        execute(where, statements[i]);
}

/* A store of an older program, which ignored only the capitals of ASCII when it compared names. */
static void store_older_names(void **context)
{
    (void)context;
    start_store();
    for (int i = 0; i < 3; i++)
        assert_int_equal(make_guest(321 + i, "Somebody", (uint8_t)(21 + i)), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_KEEP, 321, "Ödön Older")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_KEEP, 322, "Ursula")), JOB_DONE);
    close_store();
    const char *where = on_sqlite() ? strchr(address, ':') + 1 : address;
    execute(where, "UPDATE players SET folded = 'Ödön older', created = 1 WHERE id = 321");
    execute(where, "UPDATE players SET folded = 'ÖDÖN older', name = 'ÖDÖN Older', created = 2 "
                   "WHERE id = 322");
    make_old(where);
    start_store();
    struct job *j = naming(JOB_NAME, 0, "ödön older");
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->player.id, 321); /* the older player */
    job_free(j);
    assert_int_equal(result_of(naming(JOB_CALL, 323, "ÖDÖN OLDER")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_KEEP, 322, "Ursula")), JOB_DONE); /* the other player */
    close_store();
}

/* Two players have registered names that look alike before this was checked. Both keep them, and
 * nobody else gets one. A program with other rules for looks, or with another release of ICU, finds
 * them again. */
static void store_older_looks(void **context)
{
    (void)context;
    start_store();
    for (int i = 0; i < 3; i++)
        assert_int_equal(make_guest(331 + i, "Somebody", (uint8_t)(31 + i)), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_KEEP, 331, "Paypal")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_KEEP, 332, "Else")), JOB_DONE);
    close_store();
    const char *where = on_sqlite() ? strchr(address, ':') + 1 : address;
    execute(where, "UPDATE players SET name = 'PAYPA1', folded = 'paypa1' WHERE id = 332");
    execute(where, "UPDATE meta SET value = " U_ICU_VERSION_SHORT " WHERE key = 'looks'");
    execute(where, "DELETE FROM looks");
    start_store();
    assert_int_equal(result_of(naming(JOB_CALL, 333, "paypaI")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_KEEP, 332, "PAYPA1")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_KEEP, 332, "PayPaI")), JOB_TAKEN);
    struct job *j = naming(JOB_NAME, 0, "paypa1");
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->player.id, 332);
    job_free(j);
    close_store();
}

/* ---- Beside a running server ---- */

/* The database of the store, for drivers. */
static const char *place_of(const char *where)
{
    return on_sqlite() ? strchr(where, ':') + 1 : where;
}

/* An operator's command reads and changes the database beside a running server, which hears that
 * something has changed. A server's own changes are not news to it. */
static void store_beside(void **context)
{
    struct event first = noted("first");
    struct store_jobs b;
    (void)context;
    start_store();
    assert_int_equal(result_of(opening("beside", &first, 1)), JOB_DONE);
    assert_true(store_jobs_open(&b, address, SQL_BESIDE, listener()));
    struct job *j = job_of(JOB_TABLE, "beside");
    assert_int_equal(store_jobs_perform(&b, j), JOB_DONE);
    assert_int_equal(j->count, 1);
    job_free(j);
    store_deliver(store, hear_news, NULL);
    news_heard[0] = '\0';
    assert_int_equal(result_of(opening("beside2", &first, 1)), JOB_DONE);
    assert_true(store_jobs_execute(&b, b.driver->begin));
    struct job *more = with_events(job_of(JOB_APPEND, "beside"), 2, &first, 1);
    assert_int_equal(store_jobs_perform(&b, more), JOB_DONE);
    job_free(more);
    assert_string_equal(news_heard, "");
    assert_true(store_jobs_execute(&b, "COMMIT"));
    while (!news_heard[0])
        deliver();
    assert_string_equal(news_heard, on_sqlite() ? "any" : "beside");
    store_jobs_close(&b);
    assert_int_equal(result_of(opening("beside3", &first, 1)), JOB_DONE);
    if (on_sqlite())
        assert_unusable(address); /* still locked: the other connection's end changes nothing */
    close_store();
}

/* While another process keeps the database from being written, what only reads is answered, and
 * what writes waits. (If it has to wait for too long, it fails.) */
static void store_reads_apart(void **context)
{
    struct event first = noted("first");
    sqlite3 *other = NULL;
    int order[3];
    (void)context;
    if (!on_sqlite())
        return;
    start_store();
    assert_int_equal(result_of(opening("apart", &first, 1)), JOB_DONE);
    assert_int_equal(sqlite3_open(place_of(address), &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    struct job *jobs[3] = {with_events(job_of(JOB_APPEND, "apart"), 2, &first, 1),
                           job_of(JOB_FINISHED, NULL), job_of(JOB_TABLE, "apart")};
    jobs[1]->time = INT64_MAX;
    done_count = 0;
    for (int i = 0; i < 3; i++)
        submit(jobs[i], &order[i]);
    while (!order[1] || !order[2])
        deliver();
    sqlite3_close(other); /* which ends its transaction */
    while (!order[0])
        deliver();
    assert_int_equal(order[0], 3);
    assert_true(jobs[0]->result == JOB_DONE || jobs[0]->result == JOB_FAILED);
    assert_true(jobs[1]->result == JOB_DONE && jobs[2]->result == JOB_DONE);
    assert_events(jobs[2], &first, 1);
    for (int i = 0; i < 3; i++)
        job_free(jobs[i]);
    close_store();
}

/* A file that is not there, is empty or belongs to another program is not taken for a store, and
 * nothing is put beside it. */
static void store_beside_nothing(void **context)
{
    char path[600], lock[700], where[700];
    struct store_jobs b;
    (void)context;
    if (!on_sqlite())
        return;
    snprintf(path, sizeof path, "%s/store.other", directory);
    snprintf(lock, sizeof lock, "%s-lock", path);
    snprintf(where, sizeof where, "sqlite:%s", path);
    assert_false(store_jobs_open(&b, where, SQL_BESIDE, listener()));
    assert_said("unable to open");
    fclose(fopen(path, "w"));
    assert_false(store_jobs_open(&b, where, SQL_BESIDE, listener()));
    assert_said("it is empty");
    sqlite3 *other = NULL;
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "CREATE TABLE letters (x)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    assert_false(store_jobs_open(&b, where, SQL_BESIDE, listener()));
    assert_said("another program");
    assert_unusable(where);
    assert_int_equal(access(lock, F_OK), -1);
    unlink(path);
}

/* Only the owner may read a store: it has the secrets of all matches. */
static void store_private(void **context)
{
    static const char *const endings[] = {"", "-wal", "-lock"};
    struct stat status;
    (void)context;
    if (!on_sqlite())
        return;
    char path[600];
    start_store();
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s%s", place_of(address), endings[i]);
        assert_int_equal(stat(path, &status), 0);
        assert_int_equal(status.st_mode & 0777, 0600);
    }
    close_store();
}

/* ---- Plans ---- */

enum { PLANS_MAX = 16, PLAN_BYTES = 1200 };

/* Fails if the plan reads all rows of tables or events. */
static void assert_no_scan(struct store_jobs *b, const char *statement, char explain[PLAN_BYTES])
{
    bool indexed = !strstr(statement, "ending = 2"); /* this one by both columns of its index */
    struct out o;
    out_init(&o, explain, PLAN_BYTES);
    out_text(&o, "EXPLAIN QUERY PLAN ");
    for (const char *c = statement; *c; c++) /* any values for the arguments */
        if (*c == '$')
            out_text(&o, "'1'"), c++;
        else
            out_char(&o, *c);
    assert_true(b->driver->stream(b->db, explain));
    while (b->driver->next(b->db)) {
        const char *step = b->driver->text(b->db, 3);
        bool scan = strncmp(step, "SCAN", 4) == 0 && strcmp(step, "SCAN t") != 0 &&
                    strcmp(step, "SCAN CONSTANT ROW") != 0;
        if (scan)
            fail_msg("%s: %s", step, statement);
        indexed |= strstr(step, "(ending=? AND over<?)") != NULL;
    }
    if (!indexed)
        fail_msg("no index of the ending and the time is used: %s", statement);
}

/* What is asked often reads no whole table, however many tables were closed. Both databases have
 * the same indices, but the plans of PostgreSQL depend on what is in the tables. */
static void store_plans(void **context)
{
    static char explain[PLANS_MAX][PLAN_BYTES]; /* a statement's address identifies it */
    struct store_jobs b;
    const char *statement;
    (void)context;
    if (!on_sqlite())
        return;
    start_store();
    close_store();
    assert_true(store_jobs_open(&b, address, SQL_BESIDE, listener()));
    for (int i = 0; (statement = store_jobs_statement(i)); i++)
        assert_no_scan(&b, statement, explain[i]);
    store_jobs_close(&b);
}

/* ---- What cannot be read ---- */

struct heap {
    int whole, broken;
    int event;
};

static void count_tables(const struct job *j, void *context)
{
    struct heap *heap = context;
    if (strncmp(j->table, "broken", 6) != 0)
        return;
    heap->whole += !j->broken;
    heap->broken += j->broken != 0;
    if (j->broken)
        heap->event = j->broken;
}

/* One table that cannot be read does not keep the others from being read. */
static void store_broken(void **context)
{
    static const char *const harms[] = {
        "UPDATE events SET type = 'dance' WHERE id = 'broken1' AND seq = 2",
        "UPDATE events SET type = '' WHERE id = 'broken1' AND seq = 2",
        "UPDATE events SET seq = 7 WHERE id = 'broken1' AND seq = 2",
        "DELETE FROM events WHERE id = 'broken1' AND seq = 2",
        "UPDATE events SET text = '0123456789012345678901234567890123456789' || "
        "'0123456789012345678901234567890123456789' || replace(text, 'x', "
        "'0123456789012345678901234567890123456789012345678901234567890123456789') "
        "WHERE id = 'broken1' AND seq = 2",
        /* only SQLite stores these */
        "UPDATE events SET number = 4294967297 WHERE id = 'broken1' AND seq = 2",
        "UPDATE events SET seat = -4294967296 WHERE id = 'broken1' AND seq = 2",
        "UPDATE events SET text = CAST(x'41ff42' AS TEXT) WHERE id = 'broken1' AND seq = 2",
    };
    struct event events[3] = {noted("1"), noted("xxxxxxxxxx"), noted("3")};
    const char *where = place_of(address);
    int count = sizeof harms / sizeof *harms - (on_sqlite() ? 0 : 3);
    (void)context;
    for (int i = 0; i < count; i++) {
        struct heap heap = {0};
        start_store();
        for (char id[] = "broken0"; id[6] < '3'; id[6]++)
            assert_int_equal(result_of(opening(id, events, 3)), JOB_DONE);
        close_store();
        execute(where, harms[i]);
        open_store();
        assert_true(store_restore(store, count_tables, &heap, listener()));
        assert_int_equal(heap.whole, 2);
        assert_int_equal(heap.broken, 1);
        assert_int_equal(heap.event, 2);
        store_start(store, wake, NULL);
        struct job *j = job_of(JOB_TABLE, "broken1");
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->broken, 2);
        assert_events(j, events, 1);
        job_free(j);
        close_store();
        execute(where, "DELETE FROM events WHERE id LIKE 'broken%'");
        execute(where, "DELETE FROM tables WHERE id LIKE 'broken%'");
    }
}

/* A stored time that cannot be right is not used. */
static void store_absurd_times(void **context)
{
    static const char *const times[] = {"9223372036854775807", "-9223372036854775807",
                                        "281474976710657", "0"};
    struct event first = with_text(event_at(EV_CHAT, SEAT_NONE, 9, 123456789000), "first");
    const char *where = place_of(address);
    (void)context;
    start_store();
    assert_int_equal(result_of(opening("late", &first, 1)), JOB_DONE);
    close_store();
    execute(where, "UPDATE events SET time = 5 WHERE id <> 'late'"); /* of other tests */
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        char update[128];
        snprintf(update, sizeof update, "UPDATE meta SET value = %s WHERE key = 'time'", times[i]);
        execute(where, update);
        open_store();
        assert_int_equal(store_time(store), 123456789000);
        store_start(store, wake, NULL);
        struct job *j = job_of(JOB_TIME, NULL);
        j->time = 123456790000;
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->time, 123456790000);
        job_free(j);
        close_store();
    }
    execute(where, "DELETE FROM events WHERE id = 'late'");
}

/* Nodes write tables in one order, and the service's time, which all of them write, last. */
static void store_orders(void **context)
{
    const struct job a = {.type = JOB_APPEND, .table = "a"}, b = {.type = JOB_OPEN, .table = "b"},
                     time = {.type = JOB_TIME}, enter = {.type = JOB_ENTER};
    (void)context;
    assert_true(store_jobs_order(&a, &b) < 0 && store_jobs_order(&b, &a) > 0);
    assert_true(store_jobs_order(&time, &b) > 0 && store_jobs_order(&b, &time) < 0);
    assert_true(store_jobs_order(&time, &enter) > 0 && store_jobs_order(&enter, &enter) == 0);
}

/* ---- Retention ---- */

static const int64_t tidy_day = 20000 * (int64_t)DAY_MS;

/* Does all there is to do, so many days later. */
static void tidy(int days, struct keep keep)
{
    int64_t player = 0;
    for (int left = 1, rounds = 0; left; rounds++) {
        struct job *j = job_of(JOB_TIDY, NULL);
        j->time = tidy_day + days * (int64_t)DAY_MS;
        j->keep = keep;
        j->player.id = player;
        assert_int_equal(perform(j), JOB_DONE);
        player = j->player.id;
        left = j->count;
        job_free(j);
        assert_true(rounds < 1000);
    }
    assert_int_equal(player, 0);
}

static void add_old_guest(int64_t id)
{
    struct job *j = with_token(JOB_GUEST, id, (uint8_t)(id - 400));
    snprintf(j->player.name, sizeof j->player.name, "Old guest");
    j->time = tidy_day;
    assert_int_equal(result_of(j), JOB_DONE);
}

static enum job_result enter(int64_t id, int days)
{
    struct job *j = with_token(JOB_ENTER, 0, (uint8_t)(id - 400));
    j->time = tidy_day + days * (int64_t)DAY_MS;
    return result_of(j);
}

static void open_for(const char *id, int64_t host, int64_t sitter, bool listed)
{
    struct event sit = with_text(event_of(EV_SIT, 0, sitter), "Old guest");
    struct job *j = opening(id, &sit, 1);
    snprintf(j->settings, sizeof j->settings, "zipang players=2 listed=%s", listed ? "yes" : "no");
    j->host = host;
    assert_int_equal(result_of(j), JOB_DONE);
}

/* Ends the table; without a player before its match began. */
static void end_for(const char *id, int64_t player, bool listed)
{
    const struct place places[2] = {{player, "Old guest", 1, 1, false}, {0, "greedy", 2, 0, false}};
    struct event end = event_of(EV_CLOSE, SEAT_NONE, 0);
    struct job *j = with_events(job_of(JOB_APPEND, id), 2, &end, 1);
    j->finish = finish_with(listed ? "zipang" : "zipang listed=no", false, player ? places : NULL);
    j->time = tidy_day;
    assert_int_equal(result_of(j), JOB_DONE);
}

static bool has_table(const char *id)
{
    return result_of(job_of(JOB_TABLE, id)) == JOB_DONE;
}

static bool has_player(int64_t id)
{
    struct job *j = job_of(JOB_RATINGS, NULL);
    j->player.id = id;
    return result_of(j) == JOB_DONE;
}

static void store_tidies(void **context)
{
    struct event late = noted("late");
    (void)context;
    start_store();
    for (int64_t id = 601; id <= 607; id++)
        add_old_guest(id);
    open_for("tidyseat", 1, 603, true);
    open_for("tidyhost", 604, 1, true);
    open_for("tidyshut", 1, 601, true);
    open_for("tidylisted", 1, 605, true);
    open_for("tidyother", 1, 607, false);
    end_for("tidyshut", 0, true);
    end_for("tidylisted", 605, true);
    end_for("tidyother", 607, false);
    struct job *j = naming(JOB_KEEP, 606, "Tidy keeper");
    snprintf(j->password, sizeof j->password, "password");
    memset(j->token, 606 - 400, sizeof j->token - 1);
    assert_int_equal(result_of(j), JOB_DONE);
    assert_int_equal(enter(602, 30), JOB_DONE);

    tidy(89, (struct keep){.guest_days = 90, .token_days = 365});
    for (int64_t id = 601; id <= 607; id++)
        assert_true(has_player(id));
    assert_true(has_table("tidyshut"));
    tidy(91, (struct keep){.guest_days = 90, .token_days = 365, .closed_days = 1});
    for (int64_t id = 601; id <= 607; id++)
        assert_int_equal(has_player(id),
                         id != 601); /* 602 was here, 603 sits, 604 has a table, ... */
    assert_int_equal(enter(601, 91), JOB_NONE);
    assert_false(has_table("tidyshut"));
    assert_true(has_table("tidyseat") && has_table("tidyhost"));
    assert_true(has_table("tidylisted") && has_table("tidyother"));

    tidy(91, (struct keep){.guest_days = 90, .unlisted_days = 30});
    assert_true(has_table("tidylisted") && !has_table("tidyother"));
    assert_false(has_player(607)); /* nothing of theirs is left */
    assert_int_equal(result_of(with_events(job_of(JOB_APPEND, "tidyother"), 3, &late, 1)),
                     JOB_TAKEN);
    assert_false(has_table("tidyother"));
    tidy(91, (struct keep){.guest_days = 90, .listed_days = 30});
    assert_true(!has_table("tidylisted") && !has_player(605) && has_table("tidyseat"));

    assert_int_equal(enter(603, 100), JOB_DONE);
    tidy(366, (struct keep){.token_days = 365});
    assert_int_equal(enter(603, 366), JOB_DONE);
    assert_int_equal(enter(606, 366), JOB_NONE); /* but with their password they come back */
    assert_true(has_player(606));
    close_store();
}

/* A world for a hall that does nothing else. */
static int64_t tidy_now;
static struct job *tidy_asked;
static int tidy_count;

static int64_t world_now(void *context)
{
    (void)context;
    return tidy_now;
}

static int64_t world_date(void *context)
{
    (void)context;
    return tidy_day + tidy_now;
}

static void world_store(void *context, struct job *j)
{
    (void)context;
    if (j->type == JOB_TIDY) {
        assert_null(tidy_asked); /* one at a time */
        tidy_asked = j;
        tidy_count++;
    } else {
        j->result = j->type == JOB_TIME ? JOB_DONE : JOB_FAILED;
        j->dated = tidy_day;
        j->done(j);
    }
}

/* So much later, the hall has asked the store to tidy up so many times. */
static void assert_tidied(struct hall *h, int64_t milliseconds, int times)
{
    tidy_now += milliseconds;
    hall_tick(h);
    assert_int_equal(tidy_count, times);
}

static void answer_tidy(enum job_result result, int count, int64_t player)
{
    struct job *j = tidy_asked;
    tidy_asked = NULL;
    j->result = result;
    j->count = count;
    j->player.id = player;
    j->done(j);
}

/* The hall asks the store once an hour, and then soon again as long as something is left to do. */
static void store_tidied_by_hall(void **context)
{
    const struct world world = {.now = world_now, .date = world_date, .store = world_store};
    const struct hall_rules rules = {.keep = {.guest_days = 90, .closed_days = 1}};
    const struct hall_rules nothing = {0};
    (void)context;
    struct hall *h = hall_new(&world, &rules);
    hall_begin(h, 5);
    assert_tidied(h, 1000, 0);
    assert_tidied(h, 60000, 1);
    assert_int_equal(tidy_asked->keep.guest_days, 90);
    assert_true(tidy_asked->time == tidy_day + tidy_now);
    assert_tidied(h, 3 * 3600000, 1); /* not before it has answered */
    answer_tidy(JOB_DONE, 200, 77);
    assert_tidied(h, 1000, 2);
    assert_int_equal(tidy_asked->player.id, 77); /* it goes on where it was */
    answer_tidy(JOB_DONE, 0, 0);
    assert_tidied(h, 3000000, 2);
    assert_tidied(h, 1000000, 3);
    answer_tidy(JOB_FAILED, 0, 55);
    assert_tidied(h, 1000000, 3);
    assert_tidied(h, 3000000, 4);
    assert_int_equal(tidy_asked->player.id, 0);
    answer_tidy(JOB_DONE, 0, 0);
    hall_free(h);
    h = hall_new(&world, &nothing); /* everything is kept for ever */
    hall_begin(h, 5);
    assert_tidied(h, 24 * 3600000, 4);
    hall_free(h);
}

/* ---- Failures that pass ---- */

/* While the disk is full, jobs fail; when there is room again, the same store goes on. */
static void store_full(void **context)
{
    struct event events[40];
    struct rlimit limit, none;
    (void)context;
    if (!on_sqlite())
        return;
    for (int i = 0; i < 40; i++) {
        events[i] = noted("");
        memset(events[i].text, 'y', EVENT_TEXT_BYTES - 1);
    }
    start_store();
    assert_int_equal(result_of(opening("full", events, 1)), JOB_DONE);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    none = limit;
    none.rlim_cur = 1024;
    signal(SIGXFSZ, SIG_IGN); /* an error instead */
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(result_of(with_events(job_of(JOB_APPEND, "full"), 2, events, 40)),
                         JOB_FAILED);
    struct job *j = job_of(JOB_TABLE, "full");
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->count, 1);
    job_free(j);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_int_equal(result_of(with_events(job_of(JOB_APPEND, "full"), 2, events, 40)), JOB_DONE);
    j = job_of(JOB_TABLE, "full");
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->count, 41);
    job_free(j);
    close_store();
}

/* Stops all processes of the database that serve this program. */
static int stop_backends(struct store_jobs *b)
{
    static const char select[] = "SELECT pid FROM pg_stat_activity WHERE datname = "
                                 "current_database() AND pid <> pg_backend_pid()";
    int count = 0;
    assert_true(b->driver->run(b->db, select, NULL, 0));
    while (b->driver->next(b->db)) {
        pid_t pid = (pid_t)b->driver->integer(b->db, 0);
        count += kill(pid, SIGSTOP) == 0;
    }
    return count;
}

/* A database that falls silent makes jobs fail after a while, and does not hold up the store's end.
 * With a new connection the store goes on. */
static void store_silent(void **context)
{
    struct event first = noted("first");
    struct store_jobs b;
    (void)context;
    if (on_sqlite())
        return;
    start_store();
    assert_int_equal(result_of(opening("silent", &first, 1)), JOB_DONE);
    assert_true(store_jobs_open(&b, address, SQL_BESIDE, listener()));
    assert_int_equal(stop_backends(&b), 2);
    int order[2];
    struct job *write = with_events(job_of(JOB_APPEND, "silent"), 2, &first, 1);
    struct job *read = job_of(JOB_TABLE, "silent");
    submit(write, &order[0]);
    submit(read, &order[1]);
    while (!order[0] || !order[1])
        deliver();
    assert_int_equal(write->result, JOB_FAILED);
    assert_int_equal(read->result, JOB_FAILED);
    job_free(write);
    job_free(read);
    enum job_result result;
    do
        result = result_of(job_of(JOB_TABLE, "silent")); /* it fails until it is connected again */
    while (result == JOB_FAILED);
    assert_int_equal(result, JOB_DONE);
    stop_backends(&b);
    close_store();
    store_jobs_execute(&b, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
                           "current_database() AND pid <> pg_backend_pid()");
    assert_true(b.driver->run(b.db,
                              "SELECT pid FROM pg_stat_activity WHERE datname = "
                              "current_database() AND pid <> pg_backend_pid()",
                              NULL, 0));
    while (b.driver->next(b.db))
        kill((pid_t)b.driver->integer(b.db, 0), SIGCONT);
    store_jobs_close(&b);
}

/* A server that accepts connections and never says anything. */
static void store_mute(void **context)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    char where[100];
    (void)context;
    int mute = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(mute, (struct sockaddr *)&here, size), 0);
    assert_int_equal(listen(mute, 4), 0);
    assert_int_equal(getsockname(mute, (struct sockaddr *)&here, &size), 0);
    snprintf(where, sizeof where, "postgres://tenka@127.0.0.1:%d/none", ntohs(here.sin_port));
    assert_unusable(where);
    assert_string_equal(said, "the database does not answer");
    close(mute);
}

/* How tables of an older program ended follows from what it has stored. */
static void store_older_lists(void **context)
{
    const char *ids[] = {"oldlisted", "oldhidden", "oldshut"};
    (void)context;
    start_store();
    for (int i = 0; i < 3; i++) {
        open_for(ids[i], 801, 801, i != 1);
        end_for(ids[i], i < 2 ? 801 : 0, i != 1);
    }
    close_store();
    make_old(place_of(address));
    start_store();
    for (int own = 0; own < 2; own++) {
        struct job *j = job_of(JOB_FINISHED, NULL);
        j->time = INT64_MAX;
        j->player.id = 801;
        j->own = own;
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->count, 1 + own); /* the same time: in the order of their ids */
        assert_string_equal(j->matches[own].table, "oldlisted");
        job_free(j);
    }
    struct job *j = job_of(JOB_FINISHED, NULL);
    j->time = tidy_day + 1;
    assert_int_equal(perform(j), JOB_DONE);
    assert_true(j->count > 0);
    assert_string_equal(j->matches[0].table, "oldlisted");
    job_free(j);
    tidy(2, (struct keep){.closed_days = 1});
    assert_true(has_table("oldlisted") && has_table("oldhidden") && !has_table("oldshut"));
    close_store();
}

/* SHA-256 of core and of libsodium are the same, for messages of every length around two blocks. */
static void store_hashes(void **context)
{
    uint8_t message[200], ours[SHA256_BYTES], theirs[crypto_hash_sha256_BYTES];
    (void)context;
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * i);
    for (size_t length = 0; length <= sizeof message; length++) {
        sha256(message, length, ours);
        crypto_hash_sha256(theirs, message, length);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

/* What the store in memory does, too. It has no files, threads and other nodes, and judges names in
 * a simpler way. */
static int test_memory(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(store_tables),         cmocka_unit_test(store_taken),
        cmocka_unit_test(store_restores),       cmocka_unit_test(store_finishes),
        cmocka_unit_test(store_addresses),      cmocka_unit_test(store_addresses_apart),
        cmocka_unit_test(store_lists),          cmocka_unit_test(store_times),
        cmocka_unit_test(store_salted),         cmocka_unit_test(store_tokens),
        cmocka_unit_test(store_new_password),   cmocka_unit_test(store_devices),
        cmocka_unit_test(store_many_devices),   cmocka_unit_test(store_mutes_players),
        cmocka_unit_test(store_reports),        cmocka_unit_test(store_bans_players),
        cmocka_unit_test(store_renames),        cmocka_unit_test(store_deletes),
        cmocka_unit_test(store_yields),         cmocka_unit_test(store_tidies),
        cmocka_unit_test(store_tidied_by_hall),
    };
    return cmocka_run_group_tests_name("memory", tests, store_setup, store_teardown);
}

int main(void)
{
    const char *given = getenv("TENKA_TEST_STORE");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(store_tables, close_left),
        cmocka_unit_test_teardown(store_taken, close_left),
        cmocka_unit_test_teardown(store_restores, close_left),
        cmocka_unit_test_teardown(store_finishes, close_left),
        cmocka_unit_test_teardown(store_addresses, close_left),
        cmocka_unit_test_teardown(store_addresses_apart, close_left),
        cmocka_unit_test_teardown(store_lists, close_left),
        cmocka_unit_test_teardown(store_names, close_left),
        cmocka_unit_test_teardown(store_same_names, close_left),
        cmocka_unit_test_teardown(store_older_names, close_left),
        cmocka_unit_test_teardown(store_older_looks, close_left),
        cmocka_unit_test_teardown(store_tokens, close_left),
        cmocka_unit_test_teardown(store_new_password, close_left),
        cmocka_unit_test_teardown(store_devices, close_left),
        cmocka_unit_test_teardown(store_many_devices, close_left),
        cmocka_unit_test_teardown(store_mutes_players, close_left),
        cmocka_unit_test_teardown(store_reports, close_left),
        cmocka_unit_test_teardown(store_bans_players, close_left),
        cmocka_unit_test_teardown(store_renames, close_left),
        cmocka_unit_test_teardown(store_deletes, close_left),
        cmocka_unit_test_teardown(store_yields, close_left),
        cmocka_unit_test_teardown(store_times, close_left),
        cmocka_unit_test(store_hashes),
        cmocka_unit_test_teardown(store_groups, close_left),
        cmocka_unit_test_teardown(store_failure, close_left),
        cmocka_unit_test_teardown(store_unusable, close_left),
        cmocka_unit_test_teardown(store_others, close_left),
        cmocka_unit_test_teardown(store_newer, close_left),
        cmocka_unit_test_teardown(store_beside, close_left),
        cmocka_unit_test_teardown(store_reads_apart, close_left),
        cmocka_unit_test_teardown(store_beside_nothing, close_left),
        cmocka_unit_test_teardown(store_private, close_left),
        cmocka_unit_test_teardown(store_plans, close_left),
        cmocka_unit_test_teardown(store_broken, close_left),
        cmocka_unit_test_teardown(store_absurd_times, close_left),
        cmocka_unit_test_teardown(store_full, close_left),
        cmocka_unit_test(store_orders),
        cmocka_unit_test_teardown(store_silent, close_left),
        cmocka_unit_test_teardown(store_mute, close_left),
        cmocka_unit_test_teardown(store_tidies, close_left),
        cmocka_unit_test_teardown(store_older_lists, close_left),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    if (given && strcmp(given, "memory") == 0)
        return test_memory();
    return cmocka_run_group_tests_name("store", tests, store_setup, store_teardown);
}
