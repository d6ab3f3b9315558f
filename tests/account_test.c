/* Accounts in the house, with a clock and a store that do what the test wants. */
#include "test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/game.h"
#include "house/alone.h"
#include "house/memory.h"
#include "house/session.h"
#include "world.h"

enum { SECOND = 1000, CLIENTS = 16 };

static struct alone alone;
static struct hall *hall;
static uint64_t drawn;
static bool failing; /* the store fails */

struct client {
    struct session *session;
    bool hung_up;
    char token[SECRET_TEXT_BYTES];
    int64_t id;                  /* of the player */
    char last[4096], news[4096]; /* the last answer, and the last message that is not an answer */
};

static struct client clients[CLIENTS];
static int client_count;

static void draw_next(void *context, void *bytes, size_t count)
{
    (void)context;
    memset(bytes, 0, count);
    drawn++;
    memcpy(bytes, &drawn, sizeof drawn);
}

static void world_hang_up(void *link)
{
    ((struct client *)link)->hung_up = true;
}

static void world_complain(void *context, const char *what, const char *text)
{
    (void)context;
    fail_msg("%s %s", what, text);
}

/* Does all jobs, and reads what the clients were sent. */
static void work(void)
{
    for (struct job *j; (j = STAILQ_FIRST(&alone.jobs));) {
        if (!failing) {
            alone_work(&alone);
            continue;
        }
        STAILQ_REMOVE_HEAD(&alone.jobs, next);
        j->result = JOB_FAILED;
        j->done(j);
    }
    static char text[OUT_BYTES];
    struct out o;
    for (struct client *c = clients; c < clients + client_count; c++)
        for (out_init(&o, text, sizeof text); session_next(c->session, &o); out_clear(&o))
            snprintf(strstr(text, "\"ref\"") ? c->last : c->news, sizeof c->last, "%.4000s", text);
}

static int setup(void **context)
{
    (void)context;
    alone = (struct alone){.world = world_of_tests()};
    alone.world.random = draw_next;
    alone.world.hang_up = world_hang_up;
    alone.world.complain = world_complain;
    const struct hall_rules rules = {.grace_ms = 1000, .waiting_hours = 24, .tables_max = 10};
    now = 1000 * SECOND;
    failing = false;
    client_count = 0;
    alone_begin(&alone);
    hall = hall_new(&alone.world, &rules);
    hall_begin(hall, 0);
    return 0;
}

static int teardown(void **context)
{
    (void)context;
    for (int i = 0; i < client_count; i++)
        session_free(clients[i].session);
    while (alone_work(&alone))
        continue;
    hall_free(hall);
    alone_end(&alone);
    return 0;
}

static struct client *client_new(void)
{
    assert_true(client_count < CLIENTS);
    struct client *c = &clients[client_count++];
    *c = (struct client){.session = session_new(hall, c, 0)};
    return c;
}

/* Sends a request without waiting. */
static void say(struct client *c, const char *request)
{
    c->last[0] = c->news[0] = '\0';
    session_receive(c->session, (struct slice){request, (int)strlen(request)});
}

/* Sends a request; its answer must contain the text. */
static void ask(struct client *c, const char *request, const char *expected)
{
    say(c, request);
    work();
    if (!strstr(c->last, expected))
        fail_msg("%s: expected '%s', found '%s'", request, expected, c->last);
}

static struct client *guest(const char *name)
{
    char text[256];
    struct client *c = client_new();
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"version\":1,\"name\":\"%s\",\"ref\":1}",
             name);
    ask(c, text, "welcome");
    const char *token = strstr(c->last, "\"token\":");
    assert_non_null(token);
    snprintf(c->token, sizeof c->token, "%.64s", strchr(token + 8, '"') + 1);
    c->id = strtoll(strstr(c->last, "\"id\":") + 5, NULL, 10);
    return c;
}

/* Another connection with the same token. */
static struct client *same(const struct client *first)
{
    char text[256];
    struct client *c = client_new();
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"version\":1,\"token\":\"%s\",\"ref\":1}",
             first->token);
    ask(c, text, "welcome");
    return c;
}

/* The hall is called every second; otherwise its time stands still. */
static void tick(int64_t milliseconds)
{
    for (int64_t end = now + milliseconds; now < end; now += SECOND) {
        hall_tick(hall);
        work();
    }
    hall_tick(hall);
    work();
}

static const char keep_ann[] =
    "{\"type\":\"keep\",\"name\":\"Ann\",\"password\":\"correct horse\",\"ref\":2}";
static const char login_ann[] =
    "{\"type\":\"login\",\"name\":\"Ann\",\"password\":\"correct horse\",\"ref\":3}";
static const char guess_ann[] =
    "{\"type\":\"login\",\"name\":\"ANN\",\"password\":\"wrong wrong\",\"ref\":4}";
static const char logout[] = "{\"type\":\"logout\",\"ref\":5}";

static void guess(const char *clause)
{
    struct client *c = client_new();
    ask(c, guess_ann, clause);
    session_free(c->session);
    client_count--;
}

/* Nobody can keep a player from logging in again on a device that has a token. But that device has
 * no more guesses than anybody else. */
static void account_own_guesses(void **context)
{
    (void)context;
    struct client *ann = guest("Ann");
    ask(ann, keep_ann, "\"kept\":true");
    for (int i = 0; i < 10; i++)
        guess("\"clause\":\"login\"");
    guess("\"clause\":\"guesses\"");
    for (int i = 0; i < 10; i++)
        ask(ann, guess_ann, "\"clause\":\"login\"");
    ask(ann, guess_ann, "\"clause\":\"guesses\"");
    tick(30 * SECOND);
    ask(ann, login_ann, "welcome");
}

/* Ten guesses, then one each half a minute, up to ten again. Right passwords cost nothing. */
static void account_guesses(void **context)
{
    (void)context;
    struct client *ann = guest("Ann");
    ask(ann, keep_ann, "\"kept\":true");
    for (int i = 0; i < 9; i++)
        guess("\"clause\":\"login\"");
    ask(client_new(), login_ann, "welcome");
    guess("\"clause\":\"login\"");
    guess("\"clause\":\"guesses\"");
    ask(client_new(), login_ann, "\"guesses\"");
    ask(ann, login_ann, "welcome");
    tick(29 * SECOND);
    guess("\"clause\":\"guesses\"");
    tick(SECOND);
    guess("\"clause\":\"login\"");
    guess("\"clause\":\"guesses\"");
    tick(3600 * SECOND);
    for (int i = 0; i < 10; i++)
        guess("\"clause\":\"login\"");
    guess("\"clause\":\"guesses\"");
}

/* A login that the store could not answer is no guess. */
static void account_no_guesses(void **context)
{
    (void)context;
    ask(guest("Ann"), keep_ann, "\"kept\":true");
    for (int i = 0; i < 12; i++) {
        struct client *c = client_new();
        say(c, login_ann);
        alone_work(&alone); /* the budget is known, and the login is submitted */
        failing = true;
        work();
        failing = false;
        assert_non_null(strstr(c->last, "\"store\""));
        session_free(c->session);
        client_count--;
    }
    ask(client_new(), login_ann, "welcome");
}

enum { CROWD = 60 };

/* So many sessions at an address ask to log in, all at once or one after the other. Returns how
 * many are answered with this clause. */
static int login_crowd(int count, int64_t origin, bool at_once, const char *clause)
{
    static struct client crowd[CROWD];
    int found = 0;
    for (int i = 0; i < count; i++) {
        char text[128];
        snprintf(
            text, sizeof text,
            "{\"type\":\"login\",\"name\":\"Nobody %d\",\"password\":\"wrong wrong\",\"ref\":1}",
            i);
        crowd[i] = (struct client){.session = session_new(hall, &crowd[i], origin)};
        session_receive(crowd[i].session, slice_of(text));
        if (!at_once)
            work();
    }
    work();
    for (int i = 0; i < count; i++) {
        static char answer[OUT_BYTES];
        struct out o;
        out_init(&o, answer, sizeof answer);
        assert_true(session_next(crowd[i].session, &o));
        found += strstr(answer, clause) != NULL;
        session_free(crowd[i].session);
    }
    return found;
}

static void account_crowd(void **context)
{
    (void)context;
    assert_int_equal(login_crowd(40, 0, true, "\"busy\""), 8);
    ask(guest("Ann"), keep_ann, "\"kept\":true"); /* the queue is empty again */
}

/* One address can neither fill the queue nor guess without end, whatever the names. */
static void account_address(void **context)
{
    (void)context;
    assert_int_equal(login_crowd(20, -9, true, "\"busy\""), 12);
    assert_int_equal(login_crowd(60, -9, false, "\"guesses\""), 60 - (50 - 8));
    assert_int_equal(login_crowd(5, -10, false, "\"login\""), 5);
    tick(60 * SECOND);
    assert_int_equal(login_crowd(20, -9, false, "\"guesses\""), 10);
}

/* Finds out what the name of the last login looks like, so that its password is hashed next. */
static void submit_login(void)
{
    struct job *j;
    STAILQ_FOREACH(j, &alone.jobs, next)
        if (j->type == JOB_LOOKS) {
            STAILQ_REMOVE(&alone.jobs, j, job, next);
            memory_perform(alone.memory, j);
            j->done(j);
            return;
        }
}

/* Nor can those fill the queue who do not wait for the answer. */
static void account_gone(void **context)
{
    (void)context;
    struct client *ann = guest("Ann");
    ask(ann, keep_ann, "\"kept\":true");
    for (int i = 0; i < 40; i++) {
        struct client c = {.session = session_new(hall, &c, -9)};
        char text[128];
        snprintf(text, sizeof text,
                 "{\"type\":\"login\",\"name\":\"N %d\",\"password\":\"wrong wrong\"}", i);
        session_receive(c.session, slice_of(text));
        submit_login();
        session_free(c.session);
    }
    struct client *phone = client_new();
    say(phone, login_ann);
    submit_login();
    work();
    assert_non_null(strstr(phone->last, "welcome"));
}

static void account_logout_everywhere(void **context)
{
    (void)context;
    struct client *ann = guest("Ann"), *tab = same(ann), *ben = guest("Ben");
    ask(ann, logout, "done");
    assert_true(ann->hung_up && tab->hung_up && !ben->hung_up);
    ask(tab, "{\"type\":\"lobby\",\"on\":true,\"ref\":6}", "\"hello\"");
    ask(ben, "{\"type\":\"lobby\",\"on\":true,\"ref\":6}", "done");
}

/* Another node has deleted the token: the news, or that news were missed, ends the session. If the
 * store fails, it is asked again. */
static void account_news_of_others(void **context)
{
    (void)context;
    for (int missed = 0; missed < 2; missed++) {
        struct client *ann = guest("Ann"), *ben = guest("Ben");
        char news[NEWS_BYTES];
        struct job *j = job_new(JOB_FORGET, NULL, NULL);
        memcpy(j->token, ann->token, sizeof j->token);
        memory_perform(alone.memory, j);
        job_free(j);
        const char *id = strstr(ann->last, "\"id\":");
        assert_non_null(id);
        news_of_player(strtoll(id + 5, NULL, 10), news);
        hall_news(hall, missed ? NULL : news);
        failing = true;
        work();
        assert_false(ann->hung_up);
        failing = false;
        tick(SECOND);
        tick(SECOND);
        assert_true(ann->hung_up && !ben->hung_up);
    }
}

/* The news come while the store's answer to hello is on its way: it may be older than the news. */
static void account_news_during_hello(void **context)
{
    char text[256];
    (void)context;
    struct client *ann = guest("Ann"), *late = client_new();
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"version\":1,\"token\":\"%s\",\"ref\":1}",
             ann->token);
    say(late, text);
    struct job *hello = STAILQ_FIRST(&alone.jobs);
    STAILQ_REMOVE_HEAD(&alone.jobs, next);
    memory_perform(alone.memory, hello);
    ask(ann, logout, "done");
    hello->done(hello);
    work();
    assert_true(late->hung_up);
}

static void account_guests_yield(void **context)
{
    (void)context;
    struct client *first = guest("ann"), *other = guest("Anna"), *ann = guest("Ann");
    first->news[0] = other->news[0] = '\0';
    ask(ann, keep_ann, "\"kept\":true");
    assert_non_null(strstr(first->news, "\"you\""));
    assert_non_null(strstr(first->news, "Guest "));
    assert_string_equal(other->news, "");
    assert_string_equal(ann->news, "");
}

/* The server's own names for guests may be registered, too: then new guests get longer ones. */
static void account_guest_names(void **context)
{
    char name[PLAYER_NAME_BYTES], keep[256], longer[PLAYER_NAME_BYTES + 8];
    (void)context;
    struct client *keeper = guest("Keeper"), *late = client_new();
    guest_name((int64_t)drawn + 2, 0, name); /* of the next player, see draw_next */
    snprintf(keep, sizeof keep,
             "{\"type\":\"keep\",\"name\":\"%s\",\"password\":\"correct horse\",\"ref\":2}", name);
    ask(keeper, keep, name);
    guest_name((int64_t)drawn + 2, 1, name);
    snprintf(longer, sizeof longer, "\"%s\"", name);
    ask(late, "{\"type\":\"hello\",\"version\":1,\"ref\":1}", longer);
}

/* ---- People ---- */

/* Sends a request with the table, or another client's player. */
static void ask_about(struct client *c, const char *format, const char *table, int64_t player,
                      const char *expected)
{
    char text[512], more[64] = "";
    if (table)
        snprintf(more, sizeof more, ",\"table\":\"%s\"", table);
    if (player)
        snprintf(more + strlen(more), sizeof more - strlen(more), ",\"player\":%" PRId64, player);
    snprintf(text, sizeof text, "{\"ref\":9,%s%s}", format, more);
    ask(c, text, expected);
}

/* A new table where Ann sits; the others follow it. */
static const char *open_table(struct client *ann)
{
    static char table[TABLE_ID_BYTES];
    char text[256];
    snprintf(text, sizeof text,
             "{\"type\":\"create\",\"game\":\"%s\",\"players\":%d,\"seats\":[\"you\"],"
             "\"ref\":5}",
             games[0]->id, games[0]->schema->players_max);
    ask(ann, text, "created");
    snprintf(table, sizeof table, "%s", strstr(ann->last, "\"table\":\"") + 9);
    return table;
}

static void chat(struct client *c, const char *table, const char *words)
{
    char text[128];
    snprintf(text, sizeof text, "\"type\":\"chat\",\"text\":\"%s\"", words);
    ask_about(c, text, table, 0, "\"done\"");
}

/* Whoever is muted is not shown, on no device of the player; but nothing tells them. */
static void people_mute_chat(void **context)
{
    (void)context;
    struct client *ann = guest("Ann"), *phone = same(ann), *ben = guest("Ben"), *cat = guest("Cat"),
                  *all[] = {phone, ben, cat};
    const char *table = open_table(ann);
    for (int i = 0; i < 3; i++)
        ask_about(all[i], "\"type\":\"watch\"", table, 0, "\"done\"");
    ask_about(ben, "\"type\":\"join\"", table, 0, "\"done\"");
    ask_about(ann, "\"type\":\"mute\",\"on\":true", NULL, ann->id, "\"self\"");
    ask_about(ann, "\"type\":\"mute\",\"on\":true", NULL, 99999, "\"player\"");
    ben->news[0] = '\0';
    ask_about(ann, "\"type\":\"mute\",\"on\":true", NULL, ben->id, "\"done\"");
    assert_string_equal(ben->news, "");
    ann->news[0] = phone->news[0] = cat->news[0] = '\0';
    chat(ben, table, "unheard");
    assert_string_equal(ann->news, "");
    assert_string_equal(phone->news, "");
    assert_non_null(strstr(cat->news, "unheard"));
    assert_non_null(strstr(ben->news, "unheard")); /* they see it as always */
    struct client *tablet = same(ann);
    ask_about(tablet, "\"type\":\"watch\"", table, 0, "\"done\"");
    assert_null(strstr(tablet->news, "unheard"));
    ask_about(ann, "\"type\":\"mutes\"", NULL, 0, "\"name\":\"Ben\"");
    ask_about(cat, "\"type\":\"mutes\"", NULL, 0, "\"players\":[]");
    ask_about(phone, "\"type\":\"mute\",\"on\":false", NULL, ben->id, "\"done\"");
    ann->news[0] = '\0';
    chat(ben, table, "again");
    assert_non_null(strstr(ann->news, "again"));
}

static void people_report_one(void **context)
{
    (void)context;
    struct client *ann = guest("Ann"), *ben = guest("Ben"), *cat = guest("Cat");
    const char *table = open_table(ann);
    const char seat[] = "\"type\":\"report\",\"seat\":\"A\",\"text\":\"rude\"";
    ask_about(ben, seat, table, 0, "\"follow\"");
    ask_about(ben, "\"type\":\"watch\"", table, 0, "\"done\"");
    ask_about(cat, "\"type\":\"watch\"", table, 0, "\"done\"");
    chat(ben, table, "hello");
    ask_about(ben, "\"type\":\"report\",\"seat\":\"A\",\"text\":\" \"", table, 0, "\"long\"");
    ask_about(ben, "\"type\":\"report\",\"seat\":\"B\",\"text\":\"rude\"", table, 0, "\"seat\"");
    ask_about(ben, "\"type\":\"report\",\"text\":\"rude\"", table, 0, "\"seat\"");
    ask_about(ben, "\"type\":\"report\",\"line\":1,\"text\":\"rude\"", table, 0, "\"line\"");
    ask_about(ben, "\"type\":\"report\",\"line\":2,\"text\":\"rude\"", table, 0, "\"self\"");
    /* a player does not read what spectators say before the end, so cannot report it */
    ask_about(ann, "\"type\":\"report\",\"line\":2,\"text\":\"rude\"", table, 0, "\"line\"");
    ask_about(ann, seat, table, 0, "\"self\"");
    ask_about(cat, "\"type\":\"report\",\"line\":2,\"text\":\"rude\"", table, 0, "\"done\"");
    for (int i = 0; i < REPORTS_MAX; i++)
        ask_about(ben, seat, table, 0, "\"done\"");
    ask_about(ben, seat, table, 0, "\"reports\"");
    ask_about(cat, seat, table, 0, "\"done\""); /* others still can */
}

static void people_remove(void **context)
{
    (void)context;
    struct client *ann = guest("Ann"), *ben = guest("Ben"), *phone = same(ben), *cat = guest("Cat");
    const char *table = open_table(ann);
    ask_about(ben, "\"type\":\"watch\"", table, 0, "\"done\"");
    ask_about(phone, "\"type\":\"watch\"", table, 0, "\"done\"");
    ask_about(cat, "\"type\":\"join\"", table, 0, "\"done\"");
    ask_about(cat, "\"type\":\"spectators\"", table, 0, "\"host\"");
    ask_about(ann, "\"type\":\"spectators\"", table, 0, "\"name\":\"Ben\"");
    assert_null(strstr(ann->last, "Cat"));
    assert_ptr_equal(strstr(strstr(ann->last, "Ben") + 1, "Ben"), NULL); /* once */
    ask_about(cat, "\"type\":\"remove\"", table, ben->id, "\"host\"");
    ask_about(ann, "\"type\":\"remove\"", table, cat->id, "\"sits\"");
    ask_about(ann, "\"type\":\"remove\"", table, ben->id, "\"done\"");
    int64_t events = hall_counts(hall)->events;
    for (int i = 0; i < 3; i++) /* again: nothing is stored */
        ask_about(ann, "\"type\":\"remove\"", table, ben->id, "\"done\"");
    assert_int_equal(hall_counts(hall)->events, events);
    assert_non_null(strstr(ben->news, "\"removed\""));
    assert_non_null(strstr(phone->news, "\"removed\""));
    ben->news[0] = '\0';
    chat(cat, table, "hello");
    assert_string_equal(ben->news, "");
    ask_about(ben, "\"type\":\"watch\"", table, 0, "\"removed\"");
    ask_about(ben, "\"type\":\"join\"", table, 0, "\"removed\"");
    ask_about(ann, "\"type\":\"spectators\"", table, 0, "\"players\":[]");
}

/* What the operator asks of the store. */
static void operate(enum job_type type, struct client *c, int64_t until)
{
    char news[NEWS_BYTES];
    struct job *j = job_new(type, NULL, NULL);
    j->other = j->player.id = c->id;
    j->time = until;
    memory_perform(alone.memory, j);
    assert_int_equal(j->result, JOB_DONE);
    job_free(j);
    news_of_player(c->id, news);
    hall_news(hall, news);
    work();
}

static void people_banned(void **context)
{
    (void)context;
    struct client *ann = guest("Ann"), *phone = same(ann), *ben = guest("Ben"), *late;
    char text[256];
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"version\":1,\"token\":\"%s\",\"ref\":1}",
             ann->token);
    operate(JOB_BAN, ann, now + 3600 * SECOND);
    assert_true(ann->hung_up && phone->hung_up && !ben->hung_up);
    ask(late = client_new(), text, "\"banned\"");
    operate(JOB_BAN, ann, 0);
    ask(late, text, "welcome");
    operate(JOB_DELETE, ann, 0);
    assert_true(late->hung_up);
    ask(client_new(), text, "\"token\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(account_guesses, setup, teardown),
        cmocka_unit_test_setup_teardown(account_own_guesses, setup, teardown),
        cmocka_unit_test_setup_teardown(account_no_guesses, setup, teardown),
        cmocka_unit_test_setup_teardown(account_crowd, setup, teardown),
        cmocka_unit_test_setup_teardown(account_address, setup, teardown),
        cmocka_unit_test_setup_teardown(account_gone, setup, teardown),
        cmocka_unit_test_setup_teardown(account_logout_everywhere, setup, teardown),
        cmocka_unit_test_setup_teardown(account_news_of_others, setup, teardown),
        cmocka_unit_test_setup_teardown(account_news_during_hello, setup, teardown),
        cmocka_unit_test_setup_teardown(account_guests_yield, setup, teardown),
        cmocka_unit_test_setup_teardown(account_guest_names, setup, teardown),
        cmocka_unit_test_setup_teardown(people_mute_chat, setup, teardown),
        cmocka_unit_test_setup_teardown(people_report_one, setup, teardown),
        cmocka_unit_test_setup_teardown(people_remove, setup, teardown),
        cmocka_unit_test_setup_teardown(people_banned, setup, teardown),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
