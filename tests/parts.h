/* What the tests of the server's parts share. */
#ifndef TENKA_PARTS_H
#define TENKA_PARTS_H

#include "game/game.h"
#include "house/table.h"
#include "test.h"

static char said[4096];
static struct out error;

/* Where the next thing to be tested says what is wrong. */
static inline struct out *listener(void)
{
    out_init(&error, said, sizeof said);
    return &error;
}

static inline void assert_said(const char *part)
{
    if (!strstr(said, part))
        fail_msg("expected '%s' in '%s'", part, said);
}

/* A reason is one line of printable text. */
static inline void assert_one_line(void)
{
    assert_true(said[0] && !error.overflow);
    for (const char *c = said; *c; c++)
        assert_true((unsigned char)*c >= ' ' && *c != 0x7f);
}

static inline struct pace pace_of(const char *text)
{
    struct pace pace;
    if (!pace_parse(slice_of(text), &pace, listener()))
        fail_msg("%s", said);
    assert_string_equal(said, "");
    return pace;
}

static inline struct settings settings_of(const char *text)
{
    struct settings s;
    if (!settings_parse(slice_of(text), &s, listener()))
        fail_msg("'%s': %s", text, said);
    assert_string_equal(said, "");
    return s;
}

static inline void assert_settings(const struct settings *a, const struct settings *b)
{
    assert_ptr_equal(a->game, b->game);
    assert_memory_equal(&a->config, &b->config, sizeof a->config);
    assert_memory_equal(&a->pace, &b->pace, sizeof a->pace);
    assert_int_equal(a->listed, b->listed);
    assert_int_equal(a->rated, b->rated);
    assert_int_equal(a->watched, b->watched);
    assert_int_equal(a->strict, b->strict);
}

static inline struct event event_at(enum event_type type, int seat, int64_t player, int64_t time)
{
    return (struct event){.type = type, .seat = seat, .player = player, .time = time};
}

static inline struct event event_of(enum event_type type, int seat, int64_t player)
{
    return (struct event){.type = type, .seat = seat, .player = player};
}

static inline struct event with_text(struct event e, const char *text)
{
    snprintf(e.text, sizeof e.text, "%.*s", EVENT_TEXT_BYTES - 1, text);
    return e;
}

#endif
