/* What is taken for JSON, and what is not: the same with every version of json-c. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/json.h"

enum { DEPTH = 4 };

static struct json_fault fault;

/* The text in memory of exactly its length, so that nobody reads on. */
static struct json_object *read_bytes(const char *text, size_t length)
{
    char *exact = malloc(length ? length : 1);
    memcpy(exact, text, length);
    struct json_object *o = json_read((struct word){exact, (int)length}, DEPTH, &fault);
    free(exact);
    return o;
}

static struct json_object *read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

/* Strings come back as they were sent. */
static void characters(void **context)
{
    static const char *const good[] = {"",
                                       "a",
                                       "八",
                                       "é",
                                       "天下 😀",
                                       "𝠀 𭠀 𭨀",
                                       "\xc2\x80",
                                       "\xdf\xbf",
                                       "\x7f",
                                       "\xe0\xa0\x80",
                                       "\xef\xbf\xbf",
                                       "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbf"};
    char text[64];
    (void)context;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(text, sizeof text, "{\"%s\": \"%s\"}", good[i], good[i]);
        struct json_object *o = read_text(text), *member = NULL;
        if (!o)
            fail_msg("%s: %s", text, fault.reason);
        assert_true(json_object_object_get_ex(o, good[i], &member));
        assert_string_equal(json_object_get_string(member), good[i]);
        json_object_put(o);
    }
}

static void blanks(void **context)
{
    (void)context;
    struct json_object *o = read_text(" \r\n\t{ \"a\" : [ ] }\r\n \t");
    assert_non_null(o);
    json_object_put(o);
}

static void escapes(void **context)
{
    (void)context;
    struct json_object *o = read_text(
        "{\"a\": \"\\\"\\\\\\/\\n\\u516b\\ud83d\\ude00\", \"b\": \"\\\\u0000\"}");
    assert_non_null(o);
    assert_string_equal(json_object_get_string(json_object_object_get(o, "a")), "\"\\/\n八😀");
    assert_string_equal(json_object_get_string(json_object_object_get(o, "b")), "\\u0000");
    json_object_put(o);
}

/* Whole numbers that fit into 64 bits are exact; fractions may have any number of digits. */
static void numbers(void **context)
{
    (void)context;
    struct json_object *o = read_text(
        "{\"a\": 9223372036854775807, \"b\": -922337203685477580, "
        "\"c\": 0.00001234567890123456789012, \"d\": \"12345678901234567890123\"}");
    assert_non_null(o);
    assert_true(json_object_get_int64(json_object_object_get(o, "a")) == INT64_MAX);
    assert_true(json_object_get_int64(json_object_object_get(o, "b")) ==
                -INT64_C(922337203685477580));
    assert_true(json_object_get_double(json_object_object_get(o, "c")) > 1.234e-5);
    json_object_put(o);
}

static const struct {
    const char *text;
    int type, line;
} bad[] = {
    {"", JSON_EARLY, 1},
    {" ", JSON_EARLY, 1},
    {"{", JSON_EARLY, 1},
    {"{\"a\":\n\"八", JSON_EARLY, 2},
    {"{\"a\": \"\\", JSON_EARLY, 1},
    {"{\"a\": \"\\u51", JSON_EARLY, 1},
    {"[]", JSON_OTHER, 1},
    {"[null]", JSON_OTHER, 1},
    {"\"八\"", JSON_OTHER, 1},
    {"{\n\"a\": \"\x1f\"}", JSON_BROKEN, 2},
    {"{\"a\": \"\n\"}", JSON_BROKEN, 1},
    {"{\"a\\u0000b\": 1}", JSON_BROKEN, 1},
    {"{\"a\": \"\\u0000\"}", JSON_BROKEN, 1},
    {"{\"a\": \"\t\"}", JSON_BROKEN, 1},
    {"{\"a\": \"\xff\"}", JSON_BROKEN, 1},
    {"{\"a\": \"\xe5\x85\"}", JSON_BROKEN, 1},
    {"{\"a\": \"\xc0\x80\"}", JSON_BROKEN, 1},
    {"{\"a\": \"\xed\xa0\x80\"}", JSON_BROKEN, 1},
    {"{\"a\": \"\xf4\x90\x80\x80\"}", JSON_BROKEN, 1},
    {"{\"a\": \"\xe5", JSON_BROKEN, 1},
    {"\n\n{\"a\": 八}", JSON_BROKEN, 3},
    {"{八: 1}", JSON_BROKEN, 1},
    {"{\"a\": 12345678901234567890}", JSON_BROKEN, 1},
    {"{\"a\": 99999999999999999999999999}", JSON_BROKEN, 1},
    {"{\"a\": -9999999999999999999}", JSON_BROKEN, 1},
    {"{\"a\": 01}", JSON_BROKEN, 1},
    {"{\"a\": NaN}", JSON_BROKEN, 1},
    {"{\"a\": Infinity}", JSON_BROKEN, 1},
    {"{\"a\": -Infinity}", JSON_BROKEN, 1},
    {"{\"a\": +1}", JSON_BROKEN, 1},
    {"{\"a\": .5}", JSON_BROKEN, 1},
    {"{\"a\":\v1}", JSON_BROKEN, 1},
    {"{\"a\": TRUE}", JSON_BROKEN, 1},
    {"{\"a\": 1,}", JSON_BROKEN, 1},
    {"{\"a\": [1,]}", JSON_BROKEN, 1},
    {"{'a': 1}", JSON_BROKEN, 1},
    {"{a: 1}", JSON_BROKEN, 1},
    {"{\"a\": 1 /* one */}", JSON_BROKEN, 1},
    {"{\"a\": \"\\x41\"}", JSON_BROKEN, 1},
    {"{} {}", JSON_BROKEN, 1},
    {"{}x", JSON_BROKEN, 1},
    {"{\"a\": [[[[1]]]]}", JSON_BROKEN, 1},
};

static void faults(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (read_text(bad[i].text))
            fail_msg("was read: %s", bad[i].text);
        if ((int)fault.type != bad[i].type || fault.line != bad[i].line)
            fail_msg("%s: type %d, line %d (%s)", bad[i].text, (int)fault.type, fault.line,
                     fault.reason);
    }
    assert_null(read_bytes("{\"a\": \"\0\"}", 10));
    assert_null(read_bytes("{}\0", 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters), cmocka_unit_test(blanks), cmocka_unit_test(escapes),
        cmocka_unit_test(numbers),    cmocka_unit_test(faults),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
