/* JSON: what is accepted and what is refused, where errors are reported, and what is written. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_out.h"
#include "core/rng.h"
#include "json/json.h"

enum { DEPTH = 4 };

static struct json_fault fault;
static char *exact; /* the text of the last value that was read */

/* Copies the text into memory of exactly its length, so that a sanitizer notices reading beyond
 * it. */
static struct json_value read_bytes(const char *text, size_t length)
{
    free(exact);
    exact = malloc(length ? length : 1);
    memcpy(exact, text, length);
    return json_read((struct slice){exact, (int)length}, DEPTH, &fault);
}

static struct json_value read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

static struct json_value read_good(const char *text)
{
    struct json_value v = read_text(text);
    if (!v.at)
        fail_msg("%s: %s", text, fault.reason);
    return v;
}

/* ---- What is JSON ---- */

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
    char text[64], found[64];
    (void)context;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(text, sizeof text, "{\"%s\": \"%s\"}", good[i], good[i]);
        struct json_value o = read_good(text), member = json_find(&o, good[i]);
        assert_true(json_get_text(&member, found, sizeof found));
        assert_string_equal(found, good[i]);
        member = json_first(&o);
        assert_true(json_get_key(&member, found, sizeof found));
        assert_string_equal(found, good[i]);
    }
}

/* What escapes in a string mean. Half a surrogate pair is not a character. */
static void escapes(void **context)
{
    static const struct {
        const char *text, *meant;
    } cases[] = {
        {"\\\"\\\\\\/", "\"\\/"},
        {"\\b\\f\\n\\r\\t", "\b\f\n\r\t"},
        {"\\u0041\\u00e9\\u516B\\u516b", "Aé八八"},
        {"\\ud83d\\ude00\\uD834\\uDD1E", "😀𝄞"},
        {"\\ud800\\udc00\\udbff\\udfff", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"},
        {"\\\\u0000", "\\u0000"},
        {"\\ud83d", "\xef\xbf\xbd"},
        {"\\ude00", "\xef\xbf\xbd"},
        {"\\ud83dx", "\xef\xbf\xbdx"},
        {"\\ud83d\\n", "\xef\xbf\xbd\n"},
        {"\\ud83d\\u0041", "\xef\xbf\xbd\x41"},
        {"\\ud83d\\ud83d\\ude00", "\xef\xbf\xbd😀"},
        {"\\ude00\\ud83d", "\xef\xbf\xbd\xef\xbf\xbd"},
    };
    char text[128], found[64];
    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "{\"%s\":\"%s\"}", cases[i].text, cases[i].text);
        struct json_value o = read_good(text), member = json_find(&o, cases[i].meant);
        assert_true(json_get_text(&member, found, sizeof found));
        assert_string_equal(found, cases[i].meant);
    }
}

/* A string that does not fit is empty; a key is cut between characters. */
static void sizes(void **context)
{
    char found[16];
    (void)context;
    struct json_value o = read_good("{\"八八\":\"abc\"}"), v = json_first(&o);
    assert_true(json_get_text(&v, found, 4));
    assert_string_equal(found, "abc");
    assert_false(json_get_text(&v, found, 3));
    assert_string_equal(found, "");
    assert_true(json_get_key(&v, found, 7));
    assert_false(json_get_key(&v, found, 6));
    assert_string_equal(found, "八");
    assert_false(json_get_key(&v, found, 1));
    assert_string_equal(found, "");
}

/* Whole numbers that fit into 64 bits are exact; fractions may have any number of digits. */
static void numbers(void **context)
{
    static const struct {
        const char *text;
        enum json_type type;
        bool fits;
        int64_t number;
        double real;
    } cases[] = {
        {"0", JSON_INTEGER, true, 0, 0},
        {"-0", JSON_INTEGER, true, 0, 0},
        {"7", JSON_INTEGER, true, 7, 7},
        {"-12", JSON_INTEGER, true, -12, -12},
        {"9223372036854775807", JSON_INTEGER, true, INT64_MAX, 0x1p63},
        {"-9223372036854775808", JSON_INTEGER, true, INT64_MIN, -0x1p63},
        {"9223372036854775808", JSON_INTEGER, false, 0, 0x1p63},
        {"-9223372036854775809", JSON_INTEGER, false, 0, -0x1p63},
        {"9999999999999999999", JSON_INTEGER, false, 0, 1e19},
        {"0.5", JSON_REAL, false, 0, 0.5},
        {"-0.25", JSON_REAL, false, 0, -0.25},
        {"1e2", JSON_REAL, false, 0, 100},
        {"1E+2", JSON_REAL, false, 0, 100},
        {"125e-3", JSON_REAL, false, 0, 0.125},
        {"0e0", JSON_REAL, false, 0, 0},
        {"12.500000000000000000000000000", JSON_REAL, false, 0, 12.5},
        {"1.0", JSON_REAL, false, 0, 1},
    };
    char text[128];
    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t number = 17;
        double real = 17;
        snprintf(text, sizeof text, "{\"a\":%s}", cases[i].text);
        struct json_value o = read_good(text), v = json_find(&o, "a");
        assert_int_equal(json_type(&v), cases[i].type);
        assert_int_equal(json_get_integer(&v, &number), cases[i].fits);
        assert_true(number == (cases[i].fits ? cases[i].number : 17));
        assert_true(json_get_real(&v, &real) && real >= cases[i].real && real <= cases[i].real);
        assert_int_equal(json_raw(&v).length, strlen(cases[i].text));
    }
}

/* Other texts that are JSON, with the number of members of the object. */
static void accepted(void **context)
{
    static const struct {
        const char *text;
        int members;
    } good[] = {
        {"{}", 0},
        {" \r\n\t{ \"a\" : [ ] }\r\n \t", 1},
        {"{\"\":{}}", 1},
        {"{\"a\":null,\"b\":true,\"c\":false,\"d\":0}", 4},
        {"{\"a\":\"}\",\"b\":\"]\",\"c\":\"\\\"\",\"d\":\"{[\"}", 4},
        {"{\"a\":[1 ,2 , 3],\"b\":[[]],\"c\":[{}]}", 3},
        {"{\"a\":{\"b\":{\"c\":1}}}", 1},
        {"{\"a\":{\"b\":[[]]}}", 1},
        {"{\"a\":1,\"a\":2}", 2},
    };
    (void)context;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct json_value o = read_good(good[i].text);
        assert_int_equal(json_type(&o), JSON_OBJECT);
        assert_int_equal(json_count(&o), good[i].members);
    }
}

static const struct {
    const char *text;
    int type, line, column;
} bad[] = {
    {"", JSON_EARLY, 1, 1},
    {" ", JSON_EARLY, 1, 2},
    {"{", JSON_EARLY, 1, 2},
    {"{\"a", JSON_EARLY, 1, 4},
    {"{\"a\"", JSON_EARLY, 1, 5},
    {"{\"a\":", JSON_EARLY, 1, 6},
    {"{\"a\":1", JSON_EARLY, 1, 7},
    {"{\"a\":1,", JSON_EARLY, 1, 8},
    {"{\"a\":-", JSON_EARLY, 1, 7},
    {"{\"a\":1.", JSON_EARLY, 1, 8},
    {"{\"a\":1e", JSON_EARLY, 1, 8},
    {"{\"a\":tru", JSON_EARLY, 1, 9},
    {"{\"a\":[1", JSON_EARLY, 1, 8},
    {"{\"a\":\n\"八", JSON_EARLY, 2, 5},
    {"{\"a\": \"\\", JSON_EARLY, 1, 9},
    {"{\"a\": \"\\u51", JSON_EARLY, 1, 12},
    {"nul", JSON_EARLY, 1, 4},
    {"[]", JSON_OTHER, 1, 3},
    {"[null]", JSON_OTHER, 1, 7},
    {"\"八\"", JSON_OTHER, 1, 6},
    {"17", JSON_OTHER, 1, 3},
    {"null", JSON_OTHER, 1, 5},
    {"true ", JSON_OTHER, 1, 6},
    {"{\n\"a\": \"\x1f\"}", JSON_BROKEN, 2, 7},
    {"{\"a\": \"\n\"}", JSON_BROKEN, 1, 8},
    {"{\"a\": \"\t\"}", JSON_BROKEN, 1, 8},
    {"{\"a\\u0000b\": 1}", JSON_BROKEN, 1, 9},
    {"{\"a\": \"\\u0000\"}", JSON_BROKEN, 1, 13},
    {"{\"a\": \"\xff\"}", JSON_BROKEN, 1, 8},
    {"{\"a\": \"\xe5\x85\"}", JSON_BROKEN, 1, 8},
    {"{\"a\": \"\xc0\x80\"}", JSON_BROKEN, 1, 8},
    {"{\"a\": \"\xed\xa0\x80\"}", JSON_BROKEN, 1, 8},
    {"{\"a\": \"\xf4\x90\x80\x80\"}", JSON_BROKEN, 1, 8},
    {"{\"a\": \"\xe5", JSON_BROKEN, 1, 8},
    {"\xef\xbb\xbf{}", JSON_BROKEN, 1, 1},
    {"\n\n{\"a\": 八}", JSON_BROKEN, 3, 7},
    {"{八: 1}", JSON_BROKEN, 1, 2},
    {"{\"a\": 12345678901234567890}", JSON_BROKEN, 1, 26},
    {"{\"a\": 99999999999999999999999999}", JSON_BROKEN, 1, 26},
    {"{\"a\": -12345678901234567890}", JSON_BROKEN, 1, 27},
    {"{\"a\": 01}", JSON_BROKEN, 1, 8},
    {"{\"a\": -01}", JSON_BROKEN, 1, 9},
    {"{\"a\": 1.}", JSON_BROKEN, 1, 9},
    {"{\"a\": -}", JSON_BROKEN, 1, 8},
    {"{\"a\": --1}", JSON_BROKEN, 1, 8},
    {"{\"a\": 1.e1}", JSON_BROKEN, 1, 9},
    {"{\"a\": 1e}", JSON_BROKEN, 1, 9},
    {"{\"a\": 1e+}", JSON_BROKEN, 1, 10},
    {"{\"a\": 1e1.5}", JSON_BROKEN, 1, 10},
    {"{\"a\": 0x10}", JSON_BROKEN, 1, 8},
    {"{\"a\": 1_000}", JSON_BROKEN, 1, 8},
    {"{\"a\": NaN}", JSON_BROKEN, 1, 7},
    {"{\"a\": nan}", JSON_BROKEN, 1, 8},
    {"{\"a\": Infinity}", JSON_BROKEN, 1, 7},
    {"{\"a\": -Infinity}", JSON_BROKEN, 1, 8},
    {"{\"a\": +1}", JSON_BROKEN, 1, 7},
    {"{\"a\": .5}", JSON_BROKEN, 1, 7},
    {"{\"a\":\v1}", JSON_BROKEN, 1, 6},
    {"{\"a\":\f1}", JSON_BROKEN, 1, 6},
    {"{\"a\":\xc2\xa0"
     "1}",
     JSON_BROKEN, 1, 6},
    {"{\"a\": TRUE}", JSON_BROKEN, 1, 7},
    {"{\"a\": truey}", JSON_BROKEN, 1, 11},
    {"{\"a\": 1,}", JSON_BROKEN, 1, 9},
    {"{\"a\": [1,]}", JSON_BROKEN, 1, 10},
    {"{\"a\": [,1]}", JSON_BROKEN, 1, 8},
    {"{\"a\": [1 2]}", JSON_BROKEN, 1, 10},
    {"{\"a\": [1}}", JSON_BROKEN, 1, 9},
    {"{\"a\": 1]", JSON_BROKEN, 1, 8},
    {"{\"a\" 1}", JSON_BROKEN, 1, 6},
    {"{\"a\"}", JSON_BROKEN, 1, 5},
    {"{\"a\": }", JSON_BROKEN, 1, 7},
    {"{,}", JSON_BROKEN, 1, 2},
    {"{1: 1}", JSON_BROKEN, 1, 2},
    {"{'a': 1}", JSON_BROKEN, 1, 2},
    {"{a: 1}", JSON_BROKEN, 1, 2},
    {"{\"a\": 1 /* one */}", JSON_BROKEN, 1, 9},
    {"{\"a\": \"\\x41\"}", JSON_BROKEN, 1, 9},
    {"{\"a\": \"\\u00g0\"}", JSON_BROKEN, 1, 12},
    {"{\"a\": \"\\u 123\"}", JSON_BROKEN, 1, 10},
    {"{\"a\": \"\\U0041\"}", JSON_BROKEN, 1, 9},
    {"{} {}", JSON_BROKEN, 1, 4},
    {"{}x", JSON_BROKEN, 1, 3},
    {"{},", JSON_BROKEN, 1, 3},
    {"{\"a\": [[[1]]]}", JSON_BROKEN, 1, 10},
    {"{\"a\": [[[[1]]]]}", JSON_BROKEN, 1, 10},
    {"[[[[[", JSON_BROKEN, 1, 5},
};

static void refused(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (read_text(bad[i].text).at)
            fail_msg("was read: %s", bad[i].text);
        if ((int)fault.type != bad[i].type || fault.line != bad[i].line ||
            fault.column != bad[i].column)
            fail_msg("%s: type %d, %d:%d (%s)", bad[i].text, (int)fault.type, fault.line,
                     fault.column, fault.reason);
    }
    assert_null(read_bytes("{\"a\": \"\0\"}", 10).at);
    assert_int_equal(fault.type, JSON_BROKEN);
    assert_null(read_bytes("{}\0", 3).at);
    assert_int_equal(fault.type, JSON_BROKEN);
    assert_null(read_bytes("\0", 1).at);
}

/* ---- Values and their places ---- */

static void parts(void **context)
{
    static const char *const names[] = {"a", "b\"", "c"};
    char key[8];
    int64_t number;
    (void)context;
    struct json_value o = read_good(" { \"a\" : 1 , \"b\\\"\":[2,\"]\"],\"c\" :{\"d\":3}\n}"), v;
    int count = 0;
    for (v = json_first(&o); v.at; json_next(&v)) {
        assert_int_equal(v.place, count);
        assert_true(json_get_key(&v, key, sizeof key));
        assert_string_equal(key, names[count++]);
    }
    assert_int_equal(count, 3);
    struct json_value list = json_find(&o, "b\"");
    assert_int_equal(json_count(&list), 2);
    v = json_first(&list);
    assert_false(json_get_key(&v, key, sizeof key));
    assert_true(json_get_integer(&v, &number) && number == 2);
    json_next(&v);
    assert_true(json_get_text(&v, key, sizeof key));
    assert_string_equal(key, "]");
    json_next(&v);
    assert_int_equal(json_type(&v), JSON_NONE);
    list = json_find(&o, "c");
    v = json_find(&list, "d");
    assert_true(json_get_integer(&v, &number) && number == 3);
}

/* If a key comes twice, the last one counts, even if it is written with escapes. */
static void keys_twice(void **context)
{
    int64_t number;
    (void)context;
    struct json_value o = read_good("{\"ab\":1,\"a\":2,\"\\u0061\":3,\"b\":4}"),
                      v = json_find(&o, "a");
    assert_true(json_get_integer(&v, &number) && number == 3);
}

/* A value that does not exist has no type and no parts. */
static void nothing(void **context)
{
    char text[8];
    bool yes;
    int64_t number;
    double real;
    (void)context;
    struct json_value o = read_good("{\"a\":[1]}"), a = json_find(&o, "a"),
                      none = json_find(&a, "a"), first = json_first(&none);
    assert_int_equal(json_type(&none), JSON_NONE);
    assert_int_equal(json_type(&first), JSON_NONE);
    assert_int_equal(json_count(&none), 0);
    assert_false(json_get_text(&none, text, sizeof text) || json_get_flag(&none, &yes) ||
                 json_get_integer(&none, &number) || json_get_real(&none, &real));
    assert_false(json_get_text(&a, text, sizeof text) || json_get_flag(&a, &yes) ||
                 json_get_integer(&a, &number) || json_get_real(&a, &real));
}

static void paths_in_errors(void **context)
{
    char text[256];
    struct out error;
    (void)context;
    static const char sample[] = "{\"sums\":{\"bots\":[{\"games\":\"x\"},2]},\"\\u001b[2J八\":true,"
                                 "\"a-key-that-is-longer-than-an-error-can-bear-to-print\":1}";
    struct json_value o = json_read((struct slice){sample, sizeof sample - 1}, 5, &fault);
    o.error = &error;
#define TOLD(expression, told) \
    out_init(&error, text, sizeof text); \
    assert_false(expression); \
    assert_string_equal(text, told)
    struct json_value sums = json_member(&o, "sums", JSON_OBJECT),
                      bots = json_member(&sums, "bots", JSON_LIST), bot = json_first(&bots);
    TOLD(json_member(&bot, "games", JSON_INTEGER).at,
         "sums.bots[0].games: expected a whole number, found a string");
    TOLD(json_member(&bot, "wins", JSON_REAL).at,
         "sums.bots[0].wins: expected a number, found nothing");
    TOLD(json_expect(&bot, JSON_LIST), "sums.bots[0]: expected a list, found an object");
    json_next(&bot);
    TOLD(json_expect(&bot, JSON_FLAG),
         "sums.bots[1]: expected true or false, found a whole number");
    TOLD(json_fail(&o, "expected %d", 7), "expected 7");
    struct json_value odd = json_first(&o), none = json_member(&o, "sums", JSON_NULL);
    TOLD(json_member(&none, "deeper", JSON_TEXT).at, "");
    json_next(&odd);
    TOLD(json_expect(&odd, JSON_NULL), "\\u001b[2J???: expected null, found true or false");
    json_next(&odd);
    TOLD(json_expect(&odd, JSON_TEXT), "a-key-that-is-longer-than-an-error-can-b: "
                                       "expected a string, found a whole number");
    o.error = NULL;
    TOLD(json_member(&o, "bots", JSON_LIST).at, "");
}

/* ---- Writing ---- */

static void write_sample(struct out *o)
{
    json_object_begin(o);
    json_member_object(o, "empty");
    json_object_end(o);
    json_member_list(o, "none");
    json_list_end(o);
    json_member_text(o, "a\"b", "{[:, \n\x01");
    json_member_number(o, "least", INT64_MIN);
    json_member_flag(o, "yes", true);
    json_member_flag(o, "no", false);
    json_key(o, "list");
    json_list_begin(o);
    json_null(o);
    json_number(o, 7);
    json_text(o, "");
    json_text_begin(o);
    out_text(o, "AB");
    json_text_end(o);
    json_format(o, "%.2f", 0.5);
    json_flag(o, true);
    json_list_begin(o);
    json_list_end(o);
    json_object_begin(o);
    json_object_end(o);
    json_list_end(o);
    json_object_end(o);
}

static void commas(void **context)
{
    char text[512];
    struct out o;
    (void)context;
    out_init(&o, text, sizeof text);
    write_sample(&o);
    assert_string_equal(text, "{\"empty\":{},\"none\":[],\"a\\\"b\":\"{[:, \\n\\u0001\","
                              "\"least\":-9223372036854775808,\"yes\":true,\"no\":false,"
                              "\"list\":[null,7,\"\",\"AB\",0.50,true,[],{}]}");
    out_init(&o, text, sizeof text);
    o.spaced = true;
    write_sample(&o);
    assert_string_equal(text, "{\"empty\": {}, \"none\": [], \"a\\\"b\": \"{[:, \\n\\u0001\", "
                              "\"least\": -9223372036854775808, \"yes\": true, \"no\": false, "
                              "\"list\": [null, 7, \"\", \"AB\", 0.50, true, [], {}]}");
}

static void lines(void **context)
{
    char text[128];
    struct out o;
    (void)context;
    out_init(&o, text, sizeof text);
    o.spaced = true;
    json_object_begin(&o);
    json_line(&o, 2);
    json_member_number(&o, "a", 1);
    json_line(&o, 2);
    json_member_list(&o, "b");
    json_line(&o, 4);
    json_text(&o, "x");
    json_number(&o, 2);
    json_line(&o, 4);
    json_list_begin(&o);
    json_list_end(&o);
    json_list_end(&o);
    json_object_end(&o);
    assert_string_equal(text, "{\n  \"a\": 1,\n  \"b\": [\n    \"x\", 2,\n    []]}");
}

/* One text after another, as in a file of many lines. */
static void several(void **context)
{
    char text[64];
    struct out o;
    (void)context;
    out_init(&o, text, sizeof text);
    for (int i = 0; i < 2; i++) {
        json_object_begin(&o);
        json_object_end(&o);
        out_char(&o, '\n');
    }
    assert_string_equal(text, "{}\n{}\n");
}

/* ---- There and back ---- */

static void write_random(struct rng *rng, int depth, struct out *o);

static void write_random_text(struct rng *rng, char text[16])
{
    static const char *const pieces[] = {
        "a", "\"", "\\", "\n", "\t", "\x7f", "é", "八", "😀", "{", "[", ":", ",", " ",
    };
    struct out o;
    out_init(&o, text, 16);
    for (int i = (int)rng_below(rng, 4); i > 0; i--)
        out_text(&o, pieces[rng_below(rng, sizeof pieces / sizeof *pieces)]);
}

static void write_random_parts(struct rng *rng, int depth, bool keys, struct out *o)
{
    char key[16];
    for (int i = (int)rng_below(rng, 4); i > 0; i--) {
        write_random_text(rng, key);
        if (keys)
            json_key(o, key);
        if (rng_below(rng, 5) == 0 && o->spaced && !keys)
            json_line(o, 2);
        write_random(rng, depth - 1, o);
    }
}

static void write_random(struct rng *rng, int depth, struct out *o)
{
    char text[16];
    switch (rng_below(rng, depth > 1 ? 7 : 5)) {
    case 0:
        json_null(o);
        break;
    case 1:
        json_flag(o, rng_below(rng, 2));
        break;
    case 2:
        json_number(o, (int64_t)rng_below(rng, 2000) - 1000);
        break;
    case 3:
        json_format(o, "%d.%03d", (int)rng_below(rng, 100), (int)rng_below(rng, 1000));
        break;
    case 4:
        write_random_text(rng, text);
        json_text(o, text);
        break;
    case 5:
        json_list_begin(o);
        write_random_parts(rng, depth, false, o);
        json_list_end(o);
        break;
    default:
        json_object_begin(o);
        write_random_parts(rng, depth, true, o);
        json_object_end(o);
    }
}

/* Writes a value that was read. */
static void copy(const struct json_value *v, struct out *o)
{
    char text[64];
    int64_t number;
    bool yes;
    struct slice raw = json_raw(v);
    enum json_type type = json_type(v);
    if (type == JSON_LIST || type == JSON_OBJECT) {
        (type == JSON_LIST ? json_list_begin : json_object_begin)(o);
        for (struct json_value part = json_first(v); part.at; json_next(&part)) {
            if (json_get_key(&part, text, sizeof text))
                json_key(o, text);
            copy(&part, o);
        }
        (type == JSON_LIST ? json_list_end : json_object_end)(o);
    } else if (json_get_text(v, text, sizeof text)) {
        json_text(o, text);
    } else if (json_get_integer(v, &number)) {
        json_number(o, number);
    } else if (json_get_flag(v, &yes)) {
        json_flag(o, yes);
    } else if (type == JSON_NULL) {
        json_null(o);
    } else {
        json_format(o, "%.*s", raw.length, raw.at);
    }
}

static void write_random_object(uint64_t seed, struct out *o)
{
    struct rng rng;
    rng_fast(&rng, seed);
    json_object_begin(o);
    write_random_parts(&rng, DEPTH, true, o);
    json_object_end(o);
    assert_false(o->overflow);
}

/* Random values, written with and without spaces, are read back as what they were. */
static void there_and_back(void **context)
{
    static char tight[1 << 16], text[1 << 16], again[1 << 16];
    (void)context;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct out o;
        out_init(&o, tight, sizeof tight);
        write_random_object(seed, &o);
        for (int spaced = 0; spaced < 2; spaced++) {
            out_init(&o, text, sizeof text);
            o.spaced = spaced;
            write_random_object(seed, &o);
            struct json_value v = read_good(text);
            out_init(&o, again, sizeof again);
            copy(&v, &o);
            assert_string_equal(again, tight);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters), cmocka_unit_test(escapes),
        cmocka_unit_test(sizes),      cmocka_unit_test(numbers),
        cmocka_unit_test(accepted),   cmocka_unit_test(refused),
        cmocka_unit_test(parts),      cmocka_unit_test(keys_twice),
        cmocka_unit_test(nothing),    cmocka_unit_test(paths_in_errors),
        cmocka_unit_test(commas),     cmocka_unit_test(lines),
        cmocka_unit_test(several),    cmocka_unit_test(there_and_back),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failed = cmocka_run_group_tests_name("json", tests, NULL, NULL);
    free(exact);
    return failed;
}
