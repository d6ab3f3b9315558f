/* The hall in a world that the test controls: its time, who waits, what runs when. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/game.h"
#include "house/alone.h"
#include "house/hall.h"
#include "house/session.h"
#include "world.h"

enum { GUESTS = 8, GUESTS_MAX = 30 /* of an address */, HEARD_BYTES = 1 << 20 };

/* A connected client, and all that it was sent since it spoke last. */
struct guest {
    struct session *session;
    char *heard;
};

static struct alone alone;
static struct hall *hall;
static struct guest guests[GUESTS];
static bool same_address; /* of all new guests */

/* ---- The world ---- */

static void complain(void *context, const char *what, const char *text)
{
    (void)context;
    fail_msg("%s: %s", what, text);
}

static const struct hall_rules rules = {.bot_ms = 100,
                                        .grace_ms = 100,
                                        .waiting_hours = 24,
                                        .tables_max = 20,
                                        .guests_max = GUESTS_MAX,
                                        .lines_max = 30,
                                        .workers = 2,
                                        .idle_minutes = 60,
                                        .keep = {.guest_days = 90}};

static int open_hall(void **context)
{
    (void)context;
    alone.world = world_of_tests();
    alone.world.complain = complain;
    rng_fast(&rng, 1);
    now = 1000;
    alone_begin(&alone);
    hall = hall_new(&alone.world, &rules);
    hall_begin(hall, 0);
    return 0;
}

static void end_sessions(void)
{
    for (int i = 0; i < GUESTS; i++) {
        if (guests[i].session)
            session_free(guests[i].session);
        free(guests[i].heard);
        guests[i] = (struct guest){0};
    }
}

static int close_hall(void **context)
{
    (void)context;
    end_sessions();
    alone_end(&alone);
    hall_free(hall);
    return 0;
}

/* ---- What happens ---- */

/* The store and the bots do all that waits. */
static void work(void)
{
    hall_tick(hall);
    while (alone_work(&alone))
        hall_tick(hall);
}

/* The store does all that waits, but no bot thinks. */
static void work_store(void)
{
    hall_tick(hall);
    while (!STAILQ_EMPTY(&alone.jobs)) {
        alone_work(&alone);
        hall_tick(hall);
    }
}

/* So much time passes, and all works. */
static void pass(int64_t milliseconds)
{
    for (int64_t end = now + milliseconds; now < end;) {
        now += end - now < 100 ? end - now : 100;
        work();
    }
}

/* So much time passes, and the store does not answer. */
static void pass_without_store(int64_t milliseconds)
{
    for (int64_t end = now + milliseconds; now < end;) {
        now += end - now < 100 ? end - now : 100;
        hall_tick(hall);
    }
}

/* So much time passes, and the store fails whatever it is asked. */
static void pass_failing(int64_t milliseconds)
{
    for (int64_t end = now + milliseconds; now < end;) {
        now += end - now < 100 ? end - now : 100;
        hall_tick(hall);
        for (struct job *j; (j = STAILQ_FIRST(&alone.jobs));) {
            STAILQ_REMOVE_HEAD(&alone.jobs, next);
            j->result = JOB_FAILED;
            j->done(j);
        }
    }
}

static void restored(const struct job *table, void *context)
{
    (void)context;
    hall_add(hall, table);
}

/* The server is started again. All clients are gone. */
static void restart(void)
{
    work_store();
    end_sessions();
    while (alone_work(&alone))
        continue;
    hall_free(hall);
    hall = hall_new(&alone.world, &rules);
    hall_begin(hall, memory_time(alone.memory));
    memory_restore(alone.memory, restored, NULL);
}

static void hear(struct guest *g)
{
    struct out o;
    size_t used = strlen(g->heard);
    for (out_init(&o, g->heard + used, HEARD_BYTES - used); session_next(g->session, &o);
         out_init(&o, g->heard + used, HEARD_BYTES - used))
        used = strlen(g->heard);
    assert_false(o.overflow);
}

static void say(struct guest *g, const char *message)
{
    hear(g);
    g->heard[0] = '\0';
    session_receive(g->session, slice_of(message));
}

/* Whether the guest was sent a message with this text. */
static bool heard(struct guest *g, const char *text)
{
    hear(g);
    return strstr(g->heard, text);
}

#define assert_heard(guest, text) \
    do { \
        if (!heard(guest, text)) \
            fail_msg("'%s' is not in: %s", text, (guest)->heard); \
    } while (0)

static struct guest *guest_of(int number)
{
    struct guest *g = &guests[number];
    if (g->session)
        return g;
    g->heard = calloc(1, HEARD_BYTES);
    assert_non_null(g->heard);
    g->session = session_new(hall, g, same_address ? -100 : -1 - (int)(g - guests));
    say(g, "{\"type\":\"hello\",\"version\":1}");
    work();
    assert_heard(g, "\"type\":\"welcome\"");
    return g;
}

/* Creates a table of the first game, where the guest sits with others, like '"free","6"'. */
static void create(struct guest *g, int ref, const char *others)
{
    char message[256];
    int players = 2;
    for (const char *c = others; *c; c++)
        players += *c == ',';
    snprintf(
        message, sizeof message,
        "{\"type\":\"create\",\"ref\":%d,\"game\":\"%s\",\"players\":%d,\"seats\":[\"you\",%s]}",
        ref, games[0]->id, players, others);
    say(g, message);
}

/* ---- Time ---- */

static void time_passes(void **context)
{
    (void)context;
    pass(10000);
    assert_int_equal(hall_time(hall), 10000);
    assert_true(hall_healthy(hall));
}

static void time_without_store(void **context)
{
    (void)context;
    pass(10000);
    pass_without_store(60000);
    assert_in_range(hall_time(hall), 10000, 13000);
    assert_false(hall_healthy(hall));
    int64_t stood = hall_time(hall);
    work();
    assert_true(hall_healthy(hall));
    pass(5000);
    assert_in_range(hall_time(hall), stood + 4000, stood + 5000);
}

/* A process that was stopped: its time did not pass, although nothing failed. */
static void time_stopped(void **context)
{
    (void)context;
    pass(10000);
    now += 60000;
    work();
    assert_in_range(hall_time(hall), 10000, 10100);
    pass(1000);
    assert_in_range(hall_time(hall), 10900, 11100);
}

/* What the store saved long ago is an old time: another node may be ahead of it. */
static void time_late(void **context)
{
    (void)context;
    pass(10000);
    now += 1000;
    hall_tick(hall);
    struct job *j = STAILQ_FIRST(&alone.jobs);
    STAILQ_REMOVE_HEAD(&alone.jobs, next);
    memory_perform(alone.memory, j);
    pass_without_store(6000);
    int64_t stood = hall_time(hall);
    j->done(j);
    pass_without_store(1000);
    assert_int_equal(hall_time(hall), stood);
    work();
    pass(1000);
    assert_in_range(hall_time(hall), stood + 900, stood + 1100);
    assert_true(hall_healthy(hall));
}

static int64_t error; /* of the date */
static int complaints;

static int64_t day_of(int64_t days)
{
    return days * DAY_MS;
}

static int64_t wrong_date(void *context)
{
    (void)context;
    return day_of(20000) + now + error;
}

static void hear_doubt(void *context, const char *what, const char *text)
{
    (void)context;
    assert_string_equal(what, "date-doubtful");
    assert_non_null(strstr(text, "days="));
    complaints++;
}

/* How many days the next date at which the store is asked to tidy up is ahead of the true one. */
static int tidy_error(void)
{
    for (;;) {
        now += 1000;
        hall_tick(hall);
        const struct job *j;
        STAILQ_FOREACH(j, &alone.jobs, next)
            if (j->type == JOB_TIDY)
                return (int)((j->time - day_of(20000) - now) / DAY_MS);
        work();
    }
}

/* The machine's date is wrong: what is old does not follow it, and nothing new looks old. If it
 * stays so, because the service was stopped, it is believed in the end. */
static void date_doubtful(void **context)
{
    (void)context;
    complaints = 0;
    alone.world.date = wrong_date;
    alone.world.complain = hear_doubt;
    pass(5000);
    error = day_of(100);
    assert_in_range(tidy_error(), 0, 1);
    work();
    assert_int_equal(complaints, 1);
    error = -error;
    assert_true(hall_date(hall) - wrong_date(NULL) > day_of(99));
    error = 0;
    pass(5000);
    error = day_of(8);
    pass(2 * 3600000);
    assert_int_equal(tidy_error(), 8);
    assert_int_equal(complaints, 2); /* once for each doubt */
    error = 0;
}

/* A node whose date is wrong does not lead those whose dates are right: what another node has saved
 * since is not overwritten. */
static void date_of_others(void **context)
{
    (void)context;
    alone.world.date = wrong_date;
    alone.world.complain = hear_doubt;
    complaints = 0;
    pass(5000);
    error = day_of(3000);
    for (int i = 0; i < 1000; i++) {
        struct job right = {.type = JOB_TIME}, known = {.type = JOB_TIME};
        pass(1000);
        memory_perform(alone.memory, &known);
        right.dated_before = known.dated;
        right.dated = day_of(20000) + now - hall_time(hall);
        memory_perform(alone.memory, &right);
    }
    assert_in_range(tidy_error(), 0, 1);
    assert_int_equal(complaints, 1);
    error = 0;
}

static void requests_wait(void **context)
{
    struct guest *g = guest_of(0);
    (void)context;
    pass(3000);
    pass_without_store(4000);
    create(g, 1, "\"free\"");
    hall_tick(hall);
    assert_false(heard(g, "\"ref\":1"));
    work();
    assert_heard(g, "\"type\":\"created\",\"ref\":1");
}

static void requests_refused(void **context)
{
    struct guest *waiting = guest_of(0), *late = guest_of(1);
    (void)context;
    pass(3000);
    pass_without_store(4000);
    say(waiting, "{\"type\":\"finished\",\"ref\":1}");
    assert_false(heard(waiting, "\"ref\":1"));
    pass_without_store(4000);
    assert_heard(waiting, "\"clause\":\"store\"");
    say(late, "{\"type\":\"finished\",\"ref\":1}");
    assert_heard(late, "\"clause\":\"store\"");
    say(late, "{\"type\":\"ping\",\"ref\":2}");
    assert_heard(late, "\"type\":\"pong\"");
    work();
    work();
    say(late, "{\"type\":\"finished\",\"ref\":3}");
    work();
    assert_heard(late, "\"type\":\"finished\"");
}

/* A session that ends while its request waits is forgotten. */
static void requests_leave(void **context)
{
    struct guest *g = guest_of(0);
    (void)context;
    pass_without_store(4000);
    say(g, "{\"type\":\"finished\",\"ref\":1}");
    session_free(g->session);
    g->session = NULL;
    pass(1000);
}

/* ---- Bots ---- */

/* Creates a table and returns its id. */
static const char *table_of(struct guest *g, const char *others)
{
    static char id[TABLE_ID_BYTES];
    create(g, 1, others);
    work();
    assert_heard(g, "\"type\":\"created\"");
    const char *found = strstr(strstr(g->heard, "\"type\":\"created\""), "\"table\":\"");
    assert_non_null(found);
    snprintf(id, sizeof id, "%.12s", found + strlen("\"table\":\""));
    return id;
}

/* Asks for something at a table. */
static void ask(struct guest *g, const char *type, const char *table, const char *rest)
{
    char message[256];
    snprintf(message, sizeof message, "{\"type\":\"%s\",\"ref\":9,\"table\":\"%s\"%s}", type, table,
             rest);
    say(g, message);
    work();
}

/* The last ply that the guest has seen. */
static int ply_of(struct guest *g)
{
    int ply = -1;
    hear(g);
    for (const char *at = g->heard; (at = strstr(at, "\"type\":\"view\"")); at++)
        ply = (int)strtol(strstr(at, "\"ply\":") + strlen("\"ply\":"), NULL, 10);
    return ply;
}

/* A table with only bots: the host has left their seat to one. */
static const char *bots_alone(struct guest *g, const char *others)
{
    const char *id = table_of(g, others);
    ask(g, "leave", id, "");
    return id;
}

static void bots_unwatched(void **context)
{
    struct guest *g = guest_of(0);
    (void)context;
    const char *id = bots_alone(g, "\"random\"");
    pass(300);
    int ply = ply_of(g);
    ask(g, "unwatch", id, "");
    pass(30 * 60000);
    ask(g, "watch", id, "");
    assert_in_range(ply_of(g), ply, ply + 1); /* nobody was there */
    pass(1000);
    assert_true(ply_of(g) > ply + 4);
    ask(g, "unwatch", id, "");
    pass(61 * 60000); /* at last the bots finish it */
    ask(g, "watch", id, "");
    assert_heard(g, "\"state\":\"over\"");
}

/* A table of two guests with a clock, where they move in turns, at once. Returns its id. */
static const char *clocked(struct guest *a, struct guest *b, const char *rest)
{
    static char id[TABLE_ID_BYTES];
    char message[256];
    snprintf(message, sizeof message,
             "{\"type\":\"create\",\"ref\":1,\"game\":\"%s\",\"players\":2,%s,"
             "\"seats\":[\"you\",\"free\"]}",
             games[0]->id, rest);
    say(a, message);
    work();
    assert_heard(a, "\"type\":\"created\"");
    snprintf(id, sizeof id, "%.12s", strstr(strstr(a->heard, "created"), "\"table\":\"") + 9);
    ask(b, "join", id, "");
    assert_heard(b, "\"state\":\"playing\"");
    return id;
}

/* When the store fails, time stands still at once. When it works again, a player who had nearly no
 * time left can still make the move that was refused. */
static void clock_without_store(void **context)
{
    struct guest *a = guest_of(1), *b = guest_of(2);
    (void)context;
    char message[128];
    snprintf(message, sizeof message, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"x\"}",
             clocked(a, b, "\"clock\":\"5s\",\"strict\":true"));
    pass(4700);
    say(a, message);
    int64_t before = hall_time(hall);
    pass_failing(20000);
    assert_heard(a, "\"clause\":\"store\"");
    assert_in_range(hall_time(hall), before, before + 200);
    pass(4500);
    assert_false(heard(a, "\"state\":\"over\"") || heard(b, "\"state\":\"over\""));
    pass(2500);
    assert_heard(a, "\"state\":\"over\"");
}

/* Only what belongs to a match stops the clocks: nobody can stop them by asking for lists. */
static void clock_without_lists(void **context)
{
    struct guest *g = guest_of(1);
    (void)context;
    pass(3000);
    int64_t before = hall_time(hall);
    say(g, "{\"type\":\"finished\",\"ref\":1}");
    struct job *j = STAILQ_FIRST(&alone.jobs);
    STAILQ_REMOVE_HEAD(&alone.jobs, next);
    j->result = JOB_FAILED;
    j->done(j);
    assert_heard(g, "\"clause\":\"store\"");
    pass(500);
    assert_int_equal(hall_time(hall), before + 500);
}

/* The bot that plays for somebody who has left moves although nobody looks: else the player could
 * come back and think without a clock. */
static void bots_substitute(void **context)
{
    struct guest *a = guest_of(1), *b = guest_of(2), *away;
    char id[TABLE_ID_BYTES];
    (void)context;
    snprintf(id, sizeof id, "%s", clocked(a, b, "\"clock\":\"10m+5s\""));
    hear(a);
    away = strstr(a->heard, "\"actor\":\"A\"") ? a : b;
    struct guest *there = away == a ? b : a;
    ask(away, "leave", id, "");
    ask(away, "unwatch", id, "");
    ask(there, "unwatch", id, "");
    pass(5000);
    ask(there, "watch", id, "");
    assert_heard(there, there == a ? "\"actor\":\"A\"" : "\"actor\":\"B\"");
}

/* How long the bot that must move takes for the next move, if it thinks so long. */
static int64_t answer_after(struct guest *g, int64_t thinking)
{
    int64_t begun = now;
    int before = ply_of(g);
    bool thought = false;
    while (ply_of(g) == before && now < begun + 10000) {
        now++;
        work_store();
        if (!thought && ply_of(g) == before && now >= begun + thinking)
            thought = alone_work(&alone);
    }
    return now - begun;
}

/* When a bot answers does not depend on how long it thinks; at most once, if it was late. */
static void bots_tempo(void **context)
{
    struct guest *g = guest_of(0);
    char id[TABLE_ID_BYTES];
    (void)context;
    snprintf(id, sizeof id, "%s", bots_alone(g, "\"4\"")); /* like the one for the host */
    answer_after(g, 0);
    for (int i = 0; i < 5; i++)
        assert_in_range(answer_after(g, i * 15), 98, 102);
    assert_in_range(answer_after(g, 250), 298, 302); /* late, for once */
    for (int i = 0; i < 8; i++)
        assert_in_range(answer_after(g, i * 30), 298, 302);
    for (int tables = 0; tables < 25; tables++) { /* after a while it is as fast again */
        ask(g, "resign", id, "");
        ask(g, "unwatch", id, "");
        snprintf(id, sizeof id, "%s", bots_alone(g, "\"4\""));
        for (int i = 0; i < 9; i++)
            answer_after(g, 50);
    }
    assert_in_range(answer_after(g, 50), 98, 102);
}

/* If there are more bots than can think, those of somebody with few tables hardly wait. */
static void bots_fair_to(struct guest *many, struct guest *one)
{
    for (int i = 0; i < 12; i++)
        bots_alone(many, "\"random\"");
    bots_alone(one, "\"random\"");
    int before = ply_of(one);
    for (int i = 0; i < 30; i++) { /* time for 60 moves, 13 tables */
        now += 100;
        work_store();
        for (int tasks = 0; tasks < 2 && alone_work(&alone); tasks++)
            work_store();
    }
    assert_true(ply_of(one) >= before + 10);
}

static void bots_fair(void **context)
{
    (void)context;
    struct guest *many = guest_of(0);
    bots_fair_to(many, guest_of(1));
}

/* The same for two who share an address. */
static void bots_fair_at_home(void **context)
{
    (void)context;
    same_address = true;
    struct guest *many = guest_of(0);
    bots_fair_to(many, guest_of(1));
    same_address = false;
}

/* The same after a restart: the tables still count for the address from which they were opened. */
static void bots_fair_again(void **context)
{
    char id[TABLE_ID_BYTES];
    (void)context;
    same_address = true;
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++)
            bots_alone(guest_of(i), "\"random\"");
    same_address = false;
    snprintf(id, sizeof id, "%s", bots_alone(guest_of(6), "\"random\""));
    restart();
    struct guest *one = guest_of(6);
    say(one, "{\"type\":\"lobby\",\"on\":true}");
    work_store();
    hear(one);
    struct guest *looker[3] = {guest_of(1), guest_of(2), guest_of(3)};
    int watched = 0;
    const char *mark = "\"table\":\"";
    char ids[16][TABLE_ID_BYTES];
    for (const char *at = one->heard; (at = strstr(at, mark)) && watched < 16; at++)
        snprintf(ids[watched++], TABLE_ID_BYTES, "%.12s", at + strlen(mark));
    assert_in_range(watched, 7, 13);
    for (int i = 0; i < watched; i++) {
        char message[300];
        snprintf(message, sizeof message, "{\"type\":\"watch\",\"ref\":9,\"table\":\"%s\"}",
                 ids[i]);
        say(strcmp(ids[i], id) == 0 ? one : looker[i % 3], message);
        work_store();
    }
    int before = ply_of(one);
    for (int i = 0; i < 30; i++) {
        now += 100;
        work_store();
        for (int tasks = 0; tasks < 2 && alone_work(&alone); tasks++)
            work_store();
    }
    assert_true(ply_of(one) >= before + 10);
}

/* Other nodes have changed something: a request for a table is answered at once all the same. */
static void requests_stale(void **context)
{
    struct guest *host = guest_of(0), *late = guest_of(1);
    char id[TABLE_ID_BYTES];
    (void)context;
    snprintf(id, sizeof id, "%s", table_of(host, "\"random\""));
    ask(host, "unwatch", id, "");
    hall_news(hall, NULL);
    ask(late, "watch", id, "");
    assert_heard(late, "\"type\":\"view\"");
}

/* ---- The lobby ---- */

static int count_in(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

/* Nobody can push the tables of others out of the lobby. */
static void lobby_flood(void **context)
{
    struct guest *reader = guest_of(0);
    (void)context;
    const char *honest = table_of(guest_of(1), "\"free\"");
    char id[TABLE_ID_BYTES];
    snprintf(id, sizeof id, "%s", honest);
    for (int i = 0; i < 12; i++)
        table_of(guest_of(2), "\"free\"");
    say(reader, "{\"type\":\"lobby\",\"on\":true}");
    work();
    assert_heard(reader, id);
    assert_int_equal(count_in(reader->heard, "\"state\":\"waiting\""), 1 + 5);
}

/* Other guests at the same address share what is listed and what may be open. */
static void lobby_address(void **context)
{
    struct guest *reader = guest_of(0);
    (void)context;
    same_address = true;
    for (int i = 1; i < GUESTS; i++)
        for (int k = 0; k < 5; k++)
            table_of(guest_of(i), "\"free\"");
    same_address = false;
    say(reader, "{\"type\":\"lobby\",\"on\":true}");
    work();
    hear(reader);
    assert_int_equal(count_in(reader->heard, "\"state\":\"waiting\""), 10);
}

/* Nor do they after the server was started again. */
static void lobby_address_again(void **context)
{
    (void)context;
    for (int round = 0; round < 2; round++) {
        same_address = true;
        for (int i = 1; i < GUESTS; i++)
            for (int k = 0; k < 5; k++)
                table_of(guest_of(i), "\"free\"");
        same_address = false;
        restart();
    }
    struct guest *reader = guest_of(0);
    say(reader, "{\"type\":\"lobby\",\"on\":true}");
    work();
    hear(reader);
    assert_int_equal(count_in(reader->heard, "\"state\":\"waiting\""), 10);
}

/* The lobby shows all tables, however many there are: they come in several messages. */
static void lobby_large(void **context)
{
    enum { HOSTS = 45, EACH = 5 };
    struct guest *reader = guest_of(0);
    (void)context;
    for (int i = 0; i < HOSTS; i++) {
        struct guest g = {.heard = calloc(1, HEARD_BYTES)};
        assert_non_null(g.heard);
        g.session = session_new(hall, &g, -1000 - i);
        say(&g, "{\"type\":\"hello\",\"version\":1}");
        work();
        for (int k = 0; k < EACH; k++)
            table_of(&g, "\"free\"");
        session_free(g.session);
        free(g.heard);
    }
    say(reader, "{\"type\":\"lobby\",\"on\":true}");
    work();
    hear(reader);
    assert_int_equal(count_in(reader->heard, "\"whole\":true"), 1);
    assert_int_equal(count_in(reader->heard, "\"type\":\"lobby\""), 2);
    assert_int_equal(count_in(reader->heard, "\"state\":\"waiting\""), HOSTS * EACH);
    say(reader, "{\"type\":\"ping\"}");
    hear(reader);
    assert_int_equal(count_in(reader->heard, "\"type\":\"lobby\""), 0);
    table_of(guest_of(1), "\"free\"");
    hear(reader);
    assert_int_equal(count_in(reader->heard, "\"state\":\"waiting\""), 1);
}

/* What one player, and what all at an address, can write in a short time has bounds. */
static void lines_bounded(void **context)
{
    struct guest *g = guest_of(1);
    char id[TABLE_ID_BYTES];
    int lines = 0;
    (void)context;
    snprintf(id, sizeof id, "%s", table_of(g, "\"free\""));
    for (; lines < 100 && !heard(g, "\"clause\":\"chatty\""); lines++)
        ask(g, "chat", id, ",\"text\":\"hello\"");
    assert_int_equal(lines, 30 + 1);
    pass(4000);
    ask(g, "chat", id, ",\"text\":\"hello\"");
    assert_heard(g, "\"type\":\"done\"");
}

/* Asks for a table that is over at once, again and again. Returns after how many it was refused. */
static int open_often(struct guest *g, const char *request, const char *table)
{
    for (int opened = 0; opened < 10000; opened++) {
        char id[TABLE_ID_BYTES];
        if (table) {
            char message[128];
            snprintf(message, sizeof message, request, table);
            say(g, message);
        } else {
            create(g, 1, "\"random\"");
        }
        work_store();
        if (heard(g, "\"clause\":\"openings\""))
            return opened;
        assert_heard(g, "\"type\":\"created\"");
        snprintf(id, sizeof id, "%.12s", strstr(strstr(g->heard, "created"), "\"table\":\"") + 9);
        ask(g, "resign", id, "");
        ask(g, "unwatch", id, "");
    }
    return -1;
}

/* Nobody can fill the store with matches that they give up at once. Others can still play, and
 * after a while the player can open one again. */
static void openings_bounded(void **context)
{
    struct guest *g = guest_of(1), *other = guest_of(2);
    (void)context;
    assert_int_equal(open_often(g, "", NULL), 60);
    assert_int_equal(open_often(g, "", NULL), 0);
    table_of(other, "\"random\"");
    pass(2000);
    assert_int_equal(open_often(g, "", NULL), 1);
}

/* Plays a match of the game with random moves. Writes the id of its table. */
static void play_out(struct guest *g, const struct game *game, char id[TABLE_ID_BYTES])
{
    char message[160];
    snprintf(message, sizeof message,
             "{\"type\":\"create\",\"ref\":1,\"game\":\"%s\",\"players\":2,\"seed\":\"long\","
             "\"seats\":[\"you\",\"random\"]}",
             game->id);
    say(g, message);
    work();
    assert_heard(g, "\"type\":\"created\"");
    snprintf(id, TABLE_ID_BYTES, "%.12s", strstr(strstr(g->heard, "created"), "\"table\":\"") + 9);
    ask(g, "leave", id, ""); /* a bot plays for the guest */
    for (int i = 0; i < 3000 && !heard(g, "\"state\":\"over\""); i++)
        pass(100);
    assert_heard(g, "\"state\":\"over\"");
}

/* A match that is continued from a late ply costs as much as many tables, because it is as long. */
static void openings_long(void **context)
{
    static const char branch[] =
        "{\"type\":\"branch\",\"ref\":1,\"table\":\"%s\",\"ply\":200,\"seat\":\"A\"}";
    struct guest *g = guest_of(1);
    char id[TABLE_ID_BYTES], message[160];
    bool is_long = false;
    (void)context;
    for (int i = 0; games[i] && !is_long; i++) {
        play_out(g, games[i], id);
        snprintf(message, sizeof message, branch, id);
        say(g, message);
        work_store();
        is_long = !heard(g, "\"clause\":\"ply\"");
    }
    assert_true(is_long);
    assert_in_range(open_often(g, branch, id), 5, 12);
}

/* One address can neither add guests without end, nor shut out others. */
static void guests_bounded(void **context)
{
    struct session *s[GUESTS_MAX + 1];
    struct guest g = {.heard = calloc(1, HEARD_BYTES)};
    (void)context;
    assert_non_null(g.heard);
    for (int i = 0; i <= GUESTS_MAX; i++) {
        s[i] = g.session = session_new(hall, &g, -50);
        say(&g, "{\"type\":\"hello\",\"version\":1}");
        work();
        assert_heard(&g, i < GUESTS_MAX ? "\"type\":\"welcome\"" : "\"clause\":\"guests\"");
    }
    for (int i = 0; i <= GUESTS_MAX; i++)
        session_free(s[i]);
    free(g.heard);
    guest_of(3);
}

/* A client that stays connected for days: when the player does something, the store is told where
 * they are, once a day. */
static void acts_noted(void **context)
{
    struct guest *g = guest_of(0);
    char id[TABLE_ID_BYTES], message[128];
    (void)context;
    snprintf(id, sizeof id, "%s", table_of(g, "\"free\""));
    for (int i = 0; i < 6; i++) {
        const struct job *j;
        bool noted = false;
        if (i % 3 == 0)
            now += DAY_MS;
        work();
        snprintf(message, sizeof message,
                 "{\"type\":\"chat\",\"ref\":5,\"table\":\"%s\",\"text\":\"day\"}", id);
        say(g, message);
        STAILQ_FOREACH(j, &alone.jobs, next)
            noted |= j->type == JOB_ENTER && j->time == now && j->origin == -1;
        assert_int_equal(noted, i % 3 == 0);
        work();
        assert_heard(g, "\"type\":\"done\"");
    }
}

/* Whoever knows a password cannot have the server hash it all the time. */
static void logins_bounded(void **context)
{
    static const char keep[] =
        "{\"type\":\"keep\",\"ref\":1,\"name\":\"Ann\",\"password\":\"mountain\"}";
    static const char login[] =
        "{\"type\":\"login\",\"ref\":2,\"name\":\"Ann\",\"password\":\"mountain\"}";
    struct guest *ann = guest_of(0), *other = guest_of(1);
    int logins = 0;
    (void)context;
    say(ann, keep);
    work();
    assert_heard(ann, "\"kept\":true");
    do {
        say(ann, login);
        work();
    } while (heard(ann, "\"type\":\"welcome\"") && ++logins < 100);
    assert_heard(ann, "\"clause\":\"logins\"");
    assert_in_range(logins, 10, 50);
    say(other, login);
    work();
    assert_heard(other, "\"type\":\"welcome\"");
}

/* Two players ask for the next match at the same time: it is one table. */
static void again_together(void **context)
{
    struct guest *a = guest_of(1), *b = guest_of(2);
    char id[TABLE_ID_BYTES], next[2][TABLE_ID_BYTES];
    (void)context;
    snprintf(id, sizeof id, "%s", table_of(a, "\"free\""));
    ask(b, "join", id, "");
    ask(a, "resign", id, "");
    char message[96];
    snprintf(message, sizeof message, "{\"type\":\"again\",\"ref\":5,\"table\":\"%s\"}", id);
    say(a, message);
    say(b, message);
    work();
    for (int i = 0; i < 2; i++) {
        struct guest *g = i ? b : a;
        assert_heard(g, "\"type\":\"created\"");
        snprintf(next[i], sizeof *next, "%.12s",
                 strstr(strstr(g->heard, "created"), "\"table\":\"") + 9);
    }
    assert_string_equal(next[0], next[1]);
    say(guest_of(3), "{\"type\":\"lobby\",\"on\":true}");
    work();
    assert_heard(guest_of(3), next[0]);
    assert_int_equal(count_in(guest_of(3)->heard, "\"state\":\"waiting\""), 1);
}

/* The client hears of the next table only when the answer has named it. */
static void again_named(void **context)
{
    struct guest *a = guest_of(1), *b = guest_of(2);
    char id[TABLE_ID_BYTES], message[96];
    (void)context;
    snprintf(id, sizeof id, "%s", table_of(a, "\"free\""));
    ask(b, "join", id, "");
    ask(a, "resign", id, "");
    snprintf(message, sizeof message, "{\"type\":\"again\",\"ref\":5,\"table\":\"%s\"}", id);
    say(a, message);
    alone_work(&alone); /* the table is stored, and is now to be named at the old one */
    assert_int_equal(STAILQ_FIRST(&alone.jobs)->type, JOB_APPEND);
    assert_false(heard(a, "\"state\":\"waiting\""));
    work();
    assert_heard(a, "\"state\":\"waiting\"");
    assert_true(strstr(a->heard, "created") < strstr(a->heard, "\"state\":\"waiting\""));
}

/* Nobody can push the matches of others out of the list with matches that were not played. */
static void lists_hasty(void **context)
{
    struct guest *g = guest_of(0), *other = guest_of(1);
    char id[TABLE_ID_BYTES];
    (void)context;
    snprintf(id, sizeof id, "%s", table_of(g, "\"greedy\""));
    ask(g, "resign", id, "");
    say(other, "{\"type\":\"finished\",\"ref\":1}");
    work();
    assert_heard(other, "\"matches\":[]");
    play_out(other, games[0], id);
    say(g, "{\"type\":\"finished\",\"ref\":1}");
    work();
    assert_heard(g, id);
}

/* Whoever follows a table that is gone is told. */
static void watchers_told(void **context)
{
    struct guest *g = guest_of(0);
    char id[TABLE_ID_BYTES];
    (void)context;
    snprintf(id, sizeof id, "%s", table_of(g, "\"free\""));
    hear(g);
    hall_news(hall, id);
    struct job *j = STAILQ_FIRST(&alone.jobs);
    assert_int_equal(j->type, JOB_TABLE);
    STAILQ_REMOVE_HEAD(&alone.jobs, next);
    j->result = JOB_NONE;
    j->done(j);
    assert_heard(g, "\"type\":\"removed\"");
    assert_heard(g, "\"clause\":\"table\"");
    assert_int_equal(hall_counts(hall)->tables, 0);
}

/* A time that was on its way to the store when an event could not be stored does not let time go
 * on. */
static void time_on_its_way(void **context)
{
    struct guest *g = guest_of(0);
    char id[TABLE_ID_BYTES], message[128];
    (void)context;
    snprintf(id, sizeof id, "%s", table_of(g, "\"free\""));
    now += 1000;
    hall_tick(hall);
    assert_int_equal(STAILQ_FIRST(&alone.jobs)->type, JOB_TIME);
    snprintf(message, sizeof message, "{\"type\":\"chat\",\"table\":\"%s\",\"text\":\"a\"}", id);
    say(g, message);
    struct job *j = STAILQ_NEXT(STAILQ_FIRST(&alone.jobs), next);
    assert_int_equal(j->type, JOB_APPEND);
    STAILQ_REMOVE(&alone.jobs, j, job, next);
    j->result = JOB_FAILED;
    j->done(j);
    alone_work(&alone);
    int64_t stood = hall_time(hall);
    now += 150;
    hall_tick(hall);
    assert_int_equal(hall_time(hall), stood);
    pass(3000);
    assert_true(hall_time(hall) > stood);
}

/* The store does what it is asked, but the answer to new events is lost; it is asked again, and
 * finds them taken. */
static void work_again(void)
{
    hall_tick(hall);
    for (struct job *j; (j = STAILQ_FIRST(&alone.jobs));) {
        bool writes = j->type == JOB_OPEN || j->type == JOB_APPEND;
        STAILQ_REMOVE_HEAD(&alone.jobs, next);
        memory_perform(alone.memory, j);
        if (writes && j->result == JOB_DONE)
            j->result = JOB_TAKEN;
        j->done(j);
        hall_tick(hall);
    }
}

/* How often the client reads this when it comes to the table anew. */
static int count_at(struct guest *g, const char *table, const char *text)
{
    ask(g, "unwatch", table, "");
    ask(g, "watch", table, "");
    hear(g);
    return count_in(g->heard, text);
}

/* What a node has stored itself is not done twice, if only the answer of the store was lost. */
static void taken_by_itself(void **context)
{
    struct guest *a = guest_of(1), *b = guest_of(2), *c = guest_of(3);
    char id[TABLE_ID_BYTES], message[128];
    (void)context;
    create(a, 1, "\"free\",\"free\"");
    work_again();
    assert_heard(a, "\"type\":\"created\"");
    snprintf(id, sizeof id, "%.12s", strstr(strstr(a->heard, "created"), "\"table\":\"") + 9);
    assert_int_equal(hall_counts(hall)->tables, 1);
    snprintf(message, sizeof message,
             "{\"type\":\"chat\",\"ref\":5,\"table\":\"%s\",\"text\":\"hello\"}", id);
    say(a, message);
    work_again();
    assert_heard(a, "\"type\":\"done\",\"ref\":5");
    assert_int_equal(count_at(a, id, "\"text\":\"hello\""), 1);
    for (int i = 0; i < 2; i++) {
        snprintf(message, sizeof message, "{\"type\":\"%s\",\"ref\":%d,\"table\":\"%s\"}",
                 i ? "leave" : "join", 6 + i, id);
        say(b, message);
        work_again();
        snprintf(message, sizeof message, "\"type\":\"done\",\"ref\":%d", 6 + i);
        assert_heard(b, message);
        assert_heard(b, "\"type\":\"table\"");
    }
    ask(b, "join", id, "");
    ask(c, "join", id, "");
    assert_heard(a, "\"state\":\"playing\"");
}

/* The same if the store fails, but nothing is asked of this table: who is refused elsewhere, or
 * until time goes on, does not make the table read again. */
static void clock_untouched(void **context)
{
    struct guest *a = guest_of(1), *b = guest_of(2);
    (void)context;
    clocked(a, b, "\"clock\":\"5s\",\"strict\":true");
    pass(2000);
    pass_failing(20000);
    assert_in_range(hall_time(hall), 2000, 3500);
    pass(4500);
    assert_false(heard(a, "\"state\":\"over\"") || heard(b, "\"state\":\"over\""));
    pass(2500);
    assert_heard(a, "\"state\":\"over\"");
}

/* Follows the table again, and knows all that the other guest was told of last. */
static void come_back(struct guest *g, const char *table, struct guest *other)
{
    char rest[32];
    hear(other);
    const char *id = strstr(other->heard, "\"id\":");
    assert_non_null(id);
    snprintf(rest, sizeof rest, ",\"since\":%ld", strtol(id + strlen("\"id\":"), NULL, 10));
    ask(g, "watch", table, rest);
}

/* A player who comes back during the match is sent after it what spectators have said before. */
static void chat_after_match(void **context)
{
    struct guest *a = guest_of(1), *b = guest_of(2), *spectator = guest_of(3);
    char id[TABLE_ID_BYTES];
    (void)context;
    snprintf(id, sizeof id, "%s", table_of(a, "\"free\""));
    ask(b, "join", id, "");
    ask(spectator, "watch", id, "");
    ask(spectator, "chat", id, ",\"text\":\"overheard\"");
    come_back(a, id, spectator);
    assert_false(heard(a, "overheard"));
    ask(b, "resign", id, "");
    assert_heard(a, "overheard");
}

/* Whoever sits down at a table without spectators is sent what its players have said before. */
static void chat_of_players(void **context)
{
    struct guest *a = guest_of(1), *b = guest_of(2);
    char id[TABLE_ID_BYTES];
    (void)context;
    char message[128];
    snprintf(message, sizeof message,
             "{\"type\":\"create\",\"ref\":1,\"game\":\"%s\",\"players\":3,\"watched\":false,"
             "\"seats\":[\"you\",\"free\",\"free\"]}",
             games[0]->id);
    say(a, message);
    work();
    assert_heard(a, "created");
    snprintf(id, sizeof id, "%.12s", strstr(strstr(a->heard, "created"), "\"table\":\"") + 9);
    ask(a, "chat", id, ",\"text\":\"players only\"");
    come_back(b, id, a);
    assert_false(heard(b, "players only"));
    ask(b, "join", id, "");
    assert_heard(b, "players only");
}

int main(void)
{
#define hall_unit_test(f) cmocka_unit_test_setup_teardown(f, open_hall, close_hall)
    const struct CMUnitTest tests[] = {
        hall_unit_test(time_passes),         hall_unit_test(time_without_store),
        hall_unit_test(time_stopped),        hall_unit_test(requests_wait),
        hall_unit_test(requests_refused),    hall_unit_test(requests_leave),
        hall_unit_test(bots_unwatched),      hall_unit_test(bots_tempo),
        hall_unit_test(bots_fair),           hall_unit_test(requests_stale),
        hall_unit_test(lobby_flood),         hall_unit_test(lobby_address),
        hall_unit_test(openings_bounded),    hall_unit_test(openings_long),
        hall_unit_test(guests_bounded),      hall_unit_test(again_together),
        hall_unit_test(again_named),         hall_unit_test(date_of_others),
        hall_unit_test(clock_without_store), hall_unit_test(clock_without_lists),
        hall_unit_test(bots_substitute),     hall_unit_test(bots_fair_again),
        hall_unit_test(lobby_address_again), hall_unit_test(lobby_large),
        hall_unit_test(lines_bounded),       hall_unit_test(time_late),
        hall_unit_test(date_doubtful),       hall_unit_test(bots_fair_at_home),
        hall_unit_test(taken_by_itself),     hall_unit_test(logins_bounded),
        hall_unit_test(acts_noted),          hall_unit_test(watchers_told),
        hall_unit_test(time_on_its_way),     hall_unit_test(lists_hasty),
        hall_unit_test(clock_untouched),     hall_unit_test(chat_after_match),
        hall_unit_test(chat_of_players),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("hall", tests, NULL, NULL);
}
