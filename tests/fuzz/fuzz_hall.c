/* Fuzzes the server with any sequence of messages from four sessions. Every request with a
 * reference is answered once, every message is JSON that fits, and nothing breaks. Each line of the
 * input is the number of a session and what it sends. '@' stands for the table that was created
 * last. A line '2!' makes session 2 play the first move of its last view, '2-' ends session 2, and
 * '+' lets an hour pass. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house/alone.h"
#include "house/hall.h"
#include "house/request.h"
#include "house/session.h"
#include "world.h"
#include "json/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SESSIONS = 4, MESSAGES_MAX = 60, DEPTH = 16 };

struct fuzzed {
    struct session *session;
    bool resting;
    char view[OUT_BYTES / 8]; /* the last view that has moves */
};

static struct fuzzed fuzzed[SESSIONS];
static char table[TABLE_ID_BYTES];
static struct alone alone;
static struct hall *hall;

static void resume(void *link)
{
    ((struct fuzzed *)link)->resting = false;
}

static void complain(void *context, const char *what, const char *text)
{
    (void)context, (void)what, (void)text;
    abort();
}

static const struct hall_rules rules = {.bot_ms = 0,
                                        .grace_ms = 100,
                                        .waiting_hours = 24,
                                        .tables_max = 8,
                                        .workers = 1,
                                        .idle_minutes = 60};

/* Takes all messages of a session; returns how many answer to the reference. */
static int take(struct fuzzed *f, int64_t ref)
{
    static char text[OUT_BYTES];
    struct out o;
    int answers = 0;
    for (out_init(&o, text, sizeof text); session_next(f->session, &o);
         out_init(&o, text, sizeof text)) {
        assert(!o.overflow);
        struct json_fault fault;
        struct json_value message = json_read((struct slice){text, (int)o.used}, DEPTH, &fault);
        assert(message.at);
        int64_t found;
        struct json_value member = json_find(&message, "ref");
        answers += json_get_integer(&member, &found) && found == ref;
        member = json_find(&message, "table");
        if (strstr(text, "\"type\":\"created\""))
            json_get_text(&member, table, sizeof table);
        if (strstr(text, "\"moves\":[") && o.used < sizeof f->view)
            memcpy(f->view, text, o.used + 1);
    }
    return answers;
}

/* Works until nothing is left to do. */
static void settle(void)
{
    now++;
    hall_tick(hall);
    while (alone_work(&alone))
        hall_tick(hall);
}

static void say(struct fuzzed *f, struct slice text)
{
    static int64_t ref;
    char message[REQUEST_BYTES + 64];
    struct out o;
    out_init(&o, message, sizeof message);
    bool object = text.length > 1 && text.at[0] == '{';
    if (object)
        out_format(&o, "{\"ref\":%lld,", (long long)++ref);
    for (int i = object; i < text.length; i++)
        if (text.at[i] == '@')
            out_text(&o, table);
        else
            out_char(&o, text.at[i]);
    take(f, -1);
    struct request known;
    char reason[512];
    struct out error;
    out_init(&error, reason, sizeof reason);
    request_parse((struct slice){message, (int)o.used}, &known, &error);
    f->resting = !session_receive(f->session, (struct slice){message, (int)o.used});
    settle();
    int answers = take(f, known.ref);
    assert(known.ref < 0 || answers == 1);
}

/* The first move of the last view. */
static void play(struct fuzzed *f)
{
    const char *id = strstr(f->view, "\"id\":"), *move = strstr(f->view, "\"moves\":[{\"move\":\"");
    char message[256];
    struct out o;
    if (!id || !move)
        return;
    move += strlen("\"moves\":[{\"move\":\"");
    out_init(&o, message, sizeof message);
    out_format(&o, "{\"type\":\"move\",\"table\":\"@\",\"id\":%d,\"move\":\"%.*s\"}",
               (int)strtol(id + 5, NULL, 10), (int)strcspn(move, "\""), move);
    say(f, (struct slice){message, (int)o.used});
}

static void line(struct slice text)
{
    if (text.length == 1 && text.at[0] == '+') {
        for (int seconds = 0; seconds < 3600; seconds++) { /* in one step it would look stopped */
            now += 1000;
            settle();
        }
        return;
    }
    if (text.length < 2)
        return;
    struct fuzzed *f = &fuzzed[(uint8_t)text.at[0] % SESSIONS];
    struct slice rest = {text.at + 1, text.length - 1};
    if (slice_is(rest, "!")) {
        play(f);
    } else if (slice_is(rest, "-")) {
        session_free(f->session);
        f->session = session_new(hall, f, 0);
        f->resting = false;
    } else if (rest.length <= REQUEST_BYTES - 64) {
        say(f, rest);
    }
}

static void begin(void)
{
    alone.world = world_of_tests();
    alone.world.resume = resume;
    alone.world.complain = complain;
    rng_fast(&rng, 1);
    alone_begin(&alone);
    hall = hall_new(&alone.world, &rules);
    hall_begin(hall, 0);
    table[0] = '\0';
    for (int i = 0; i < SESSIONS; i++) {
        fuzzed[i].view[0] = '\0';
        fuzzed[i].resting = false;
        fuzzed[i].session = session_new(hall, &fuzzed[i], 0);
        const char hello[] = "{\"type\":\"hello\",\"version\":1}";
        say(&fuzzed[i], (struct slice){hello, sizeof hello - 1});
    }
}

static void end(void)
{
    hall_close(hall);
    settle();
    for (int i = 0; i < SESSIONS; i++)
        session_free(fuzzed[i].session);
    alone_end(&alone);
    hall_free(hall);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *stop = at + size;
    begin();
    for (int i = 0; i < MESSAGES_MAX && at < stop; i++) {
        const char *newline = memchr(at, '\n', (size_t)(stop - at)), *to = newline ? newline : stop;
        line((struct slice){at, (int)(to - at)});
        at = to + 1;
    }
    end();
    return 0;
}
