/* Fuzzes the JSON reader. A text that is accepted is written value by value, read again and then
 * written the same. For a text that is refused, the place of the fault is inside the text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_out.h"
#include "json/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { DEPTH = 12, ROOM = 1 << 17, TEXT_BYTES = ROOM / 8 };

static void copy(const struct json_value *v, struct out *o);

static void copy_parts(const struct json_value *whole, struct out *o)
{
    char key[TEXT_BYTES];
    int count = 0;
    for (struct json_value part = json_first(whole); part.at; json_next(&part), count++) {
        if (part.place != count)
            abort();
        if (part.key.at && json_get_key(&part, key, sizeof key))
            json_key(o, key);
        copy(&part, o);
    }
    if (count != json_count(whole))
        abort();
}

static void copy_number(const struct json_value *v, struct out *o)
{
    int64_t number;
    double real;
    struct slice raw = json_raw(v);
    if (!json_get_real(v, &real))
        abort();
    if (json_get_integer(v, &number))
        json_number(o, number);
    else
        json_format(o, "%.*s", raw.length, raw.at);
}

static void copy_text(const struct json_value *v, struct out *o)
{
    char text[TEXT_BYTES];
    if (!json_get_text(v, text, sizeof text))
        abort();
    json_text(o, text);
}

static void copy(const struct json_value *v, struct out *o)
{
    bool yes;
    switch (json_type(v)) {
    case JSON_NONE:
        abort();
    case JSON_NULL:
        json_null(o);
        break;
    case JSON_FLAG:
        json_flag(o, json_get_flag(v, &yes) && yes);
        break;
    case JSON_INTEGER:
    case JSON_REAL:
        copy_number(v, o);
        break;
    case JSON_TEXT:
        copy_text(v, o);
        break;
    case JSON_LIST:
        json_list_begin(o);
        copy_parts(v, o);
        json_list_end(o);
        break;
    case JSON_OBJECT:
        json_object_begin(o);
        copy_parts(v, o);
        json_object_end(o);
        break;
    }
}

static bool rewrite(struct slice text, char to[ROOM], struct out *o)
{
    struct json_fault fault = {0};
    struct json_value v = json_read(text, DEPTH, &fault);
    out_init(o, to, ROOM);
    if (v.at)
        copy(&v, o);
    else if (!fault.reason || fault.line < 1 || fault.column < 1 ||
             fault.line + fault.column > text.length + 2)
        abort();
    return v.at;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char first[ROOM], second[ROOM];
    struct out o, p;
    if (size >= TEXT_BYTES || !rewrite((struct slice){(const char *)bytes, (int)size}, first, &o))
        return 0;
    if (o.overflow || !rewrite((struct slice){first, (int)o.used}, second, &p) ||
        strcmp(first, second) != 0)
        abort();
    return 0;
}
