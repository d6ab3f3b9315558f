/* The store: with a new SQLite file, or with an empty PostgreSQL database if its address is in
 * TENKA_TEST_STORE. */
#include "parts.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "match/record.h"
#include "server/store_jobs.h"

/* ---- The store ---- */

static char directory[] = "/tmp/tenka_test_XXXXXX";
static char address[512];
static struct store *store;
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
    if (given && *given)
        snprintf(address, sizeof address, "%s", given);
    else
        snprintf(address, sizeof address, "sqlite:%s/store", directory);
    return 0;
}

static int store_teardown(void **context)
{
    static const char *const endings[] = {"",         "-wal",     "-shm",  "-journal", ".new",
                                          ".new-wal", ".new-shm", ".text", ".none"};
    char path[600];
    (void)context;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s/store%s", directory, endings[i]);
        unlink(path);
    }
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
    store = store_open(address, listener());
    if (!store)
        fail_msg("%s: %s", address, said);
    woken = eventfd(0, EFD_CLOEXEC);
    assert_true(woken >= 0);
}

static void close_store(void)
{
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
    store_submit(store, j);
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
    memset(j->token, token, sizeof j->token);
    j->time = 1;
    return result_of(j);
}

enum { DAY_MS = 86400000 };

/* Ends the match of the table on that day; the first of the two players wins. */
static enum job_result finish_match(const char *table, int seq, int64_t time,
                                    const int64_t players[2])
{
    const struct place places[2] = {{players[0], "Winner", 1, 12}, {players[1], "Loser", 2, -3}};
    struct event end = event_of(EV_RESIGN, 1, 0);
    struct job *j = with_events(job_of(JOB_APPEND, table), seq, &end, 1);
    j->finish = finish_with("zipang", true, places);
    j->time = time;
    return result_of(j);
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
    for (int round = 0; round < 2; round++) {
        const char *table = round ? "finish1" : "finish0";
        int64_t time = (20000 + 50 * round) * (int64_t)DAY_MS + 5;
        assert_int_equal(result_of(opening(table, &first, 1)), JOB_DONE);
        assert_int_equal(finish_match(table, 2, time, (int64_t[]){101, 102}), JOB_DONE);
        assert_int_equal(finish_match(table, 2, time, (int64_t[]){101, 102}), JOB_TAKEN);
        ratings_update(expected, (const int[]){1, 2}, 2, 20000 + 50 * round);
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
            assert_int_equal(found->day, 20000 + 50 * round);
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
    assert_int_equal(j->count, 2);
    for (int i = 0; i < 2; i++) { /* the latest match comes first */
        const struct ended *e = &j->matches[i];
        assert_string_equal(e->table, i ? "finish0" : "finish1");
        assert_true(e->time == (i ? 20000 : 20050) * (int64_t)DAY_MS + 5);
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
    assert_int_equal(j->count, 1);
    assert_string_equal(j->matches[0].table, "finish0");
    job_free(j);
    close_store();
}

/* The latest matches of all players, for anybody: only listed tables whose match was played. */
static void store_lists(void **context)
{
    const int64_t base = 90000LL * DAY_MS;
    struct event first = noted("first"), end = event_of(EV_CLOSE, SEAT_NONE, 0);
    const struct place places[2] = {{201, "A", 1, 1}, {0, "greedy", 1, 1}};
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
        j->finish = finish_with("zipang", false, played ? places : NULL);
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
    snprintf(j->player.password, sizeof j->player.password, "hash of %d", (int)id);
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
    assert_string_equal(j->player.password, "hash of 301");
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
    assert_int_equal(result_of(naming(JOB_KEEP, 312, "Anne Groß")), JOB_DONE);
    assert_int_equal(result_of(naming(JOB_NAME, 0, "\xff")), JOB_NONE);
    close_store();
}

static struct job *with_token(enum job_type type, int64_t player, uint8_t token)
{
    struct job *j = job_of(type, NULL);
    j->player.id = player;
    memset(j->token, token, sizeof j->token);
    return j;
}

static void store_tokens(void **context)
{
    (void)context;
    start_store();
    assert_int_equal(result_of(with_token(JOB_ENTER, 0, 41)), JOB_NONE);
    assert_int_equal(make_guest(401, "\xe5\x85\xab", 41), JOB_DONE);
    assert_int_equal(make_guest(402, "Two", 42), JOB_DONE);
    assert_int_equal(result_of(with_token(JOB_TOKEN, 401, 43)), JOB_DONE);
    for (int token = 41; token < 44; token++) {
        struct job *j = with_token(JOB_ENTER, 0, (uint8_t)token);
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->player.id, token == 42 ? 402 : 401);
        assert_string_equal(j->player.name, token == 42 ? "Two" : "\xe5\x85\xab");
        assert_false(j->player.kept);
        job_free(j);
    }
    assert_int_equal(result_of(with_token(JOB_TOKEN, 402, 41)), JOB_TAKEN);
    assert_int_equal(result_of(with_token(JOB_FORGET, 0, 41)), JOB_DONE);
    assert_int_equal(result_of(with_token(JOB_ENTER, 0, 41)), JOB_NONE);
    assert_int_equal(result_of(with_token(JOB_ENTER, 0, 43)), JOB_DONE); /* still valid */
    close_store();
}

static void store_times(void **context)
{
    static const int64_t kept[] = {500000, 700000, 600000};
    (void)context;
    start_store();
    for (int i = 0; i < 3; i++) {
        struct job *j = job_of(JOB_TIME, NULL);
        j->time = kept[i];
        assert_int_equal(perform(j), JOB_DONE);
        assert_int_equal(j->time, i ? 700000 : 500000); /* time never goes back */
        job_free(j);
    }
    close_store();
    open_store();
    assert_int_equal(store_time(store), 700000);
    close_store();
}

enum { CROWD = 3000 };

/* Many jobs that wait at the same time are done in order, and share transactions. */
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
        assert_int_equal(order[i], i + 1);
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
    assert_events(jobs[0], events, 40);
    assert_int_equal(jobs[1]->count, 1);
    assert_int_equal(jobs[2]->count, 1);
    assert_int_equal(jobs[2]->matches[0].places, 2);
    assert_int_equal(jobs[5]->count, 41);
    assert_string_equal(jobs[5]->events[40].text, "more");
    assert_string_equal(jobs[5]->events[0].text, "even");
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
    struct store_jobs b = {driver, driver->open(where, listener())};
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
    execute(where, "UPDATE meta SET value = 1 WHERE key = 'version'");
    start_store();
    struct job *j = naming(JOB_NAME, 0, "ödön older");
    assert_int_equal(perform(j), JOB_DONE);
    assert_int_equal(j->player.id, 321); /* the older player */
    job_free(j);
    assert_int_equal(result_of(naming(JOB_CALL, 323, "ÖDÖN OLDER")), JOB_TAKEN);
    assert_int_equal(result_of(naming(JOB_KEEP, 322, "Ursula")), JOB_DONE); /* the other player */
    close_store();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(store_tables, close_left),
        cmocka_unit_test_teardown(store_taken, close_left),
        cmocka_unit_test_teardown(store_restores, close_left),
        cmocka_unit_test_teardown(store_finishes, close_left),
        cmocka_unit_test_teardown(store_lists, close_left),
        cmocka_unit_test_teardown(store_names, close_left),
        cmocka_unit_test_teardown(store_same_names, close_left),
        cmocka_unit_test_teardown(store_older_names, close_left),
        cmocka_unit_test_teardown(store_tokens, close_left),
        cmocka_unit_test_teardown(store_times, close_left),
        cmocka_unit_test_teardown(store_groups, close_left),
        cmocka_unit_test_teardown(store_failure, close_left),
        cmocka_unit_test_teardown(store_unusable, close_left),
        cmocka_unit_test_teardown(store_others, close_left),
        cmocka_unit_test_teardown(store_newer, close_left),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("store", tests, store_setup, store_teardown);
}
