/* JSON that somebody else wrote, read with suspicion: RFC 8259 in UTF-8 and nothing else, an object
 * of bounded depth, texts without NUL, numbers with at most 19 digits before the point.
 *
 * A value is a place in the text, which must outlive it. Half a surrogate pair in an escape is read
 * as U+FFFD. If a key comes more than once, its last member counts. */
#ifndef TENKA_JSON_H
#define TENKA_JSON_H

#include <stdint.h>

#include "core/scan.h"

/* What is wrong with a text, and where. */
struct json_fault {
    enum {
        JSON_BROKEN, /* it is not JSON */
        JSON_EARLY,  /* it ends before its value does */
        JSON_OTHER,  /* it is JSON, but not one object */
    } type;
    const char *reason; /* never NULL */
    int line, column;   /* from 1; columns are bytes */
};

enum json_type {
    JSON_NONE, /* there is no such value */
    JSON_NULL,
    JSON_FLAG,
    JSON_INTEGER, /* a number without fraction and exponent */
    JSON_REAL,
    JSON_TEXT,
    JSON_LIST,
    JSON_OBJECT,
};

struct json_value {
    const struct json_value *whole; /* what it is a part of; NULL: nothing */
    struct slice key;               /* as it stands in the text; `at` is NULL in a list */
    int place;                      /* from 0 */
    const char *at;                 /* NULL: there is no such value */
    struct out *error;              /* where json_fail tells; NULL: nowhere. Parts inherit it. */
};

/* The only value of the text, an object; `depth` is how deep values may lie in each other. Without
 * a place, and with the fault, if the text is anything else. */
struct json_value json_read(struct slice text, int depth, struct json_fault *fault);

enum json_type json_type(const struct json_value *v);

/* The parts of an object or a list in order, and one without a place behind the last. */
struct json_value json_first(const struct json_value *whole);
void json_next(struct json_value *part);
int json_count(const struct json_value *whole);

/* The member of an object; without a place if there is none, or no object. */
struct json_value json_find(const struct json_value *whole, const char *key);

/* What the value is. False if it is of another type or does not fit; the text then is empty, and
 * nothing else has changed. */
bool json_get_text(const struct json_value *v, char *text, size_t size);
bool json_get_integer(const struct json_value *v, int64_t *number);
bool json_get_real(const struct json_value *v, double *number);
bool json_get_flag(const struct json_value *v, bool *yes);

/* The key of a member. False if it does not fit; the text then is as much of it as does. */
bool json_get_key(const struct json_value *v, char *text, size_t size);

/* The value as it stands in the text; it must have a place. */
struct slice json_raw(const struct json_value *v);

/* ---- Errors ---- */

/* Tells 'path: message', as in 'sums.bots[0].games: expected ...'; returns false. */
bool json_fail(const struct json_value *v, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether the value has this type; tells if not. */
bool json_expect(const struct json_value *v, enum json_type type);

/* The member of this type. Tells if there is none, and is without a place then. Says nothing if the
 * object itself has no place, since that was told before. */
struct json_value json_member(const struct json_value *whole, const char *key, enum json_type type);

#endif
