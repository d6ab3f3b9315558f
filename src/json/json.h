/* A reader for JSON from untrusted sources. It accepts exactly RFC 8259 in UTF-8, and only if the
 * text is one object of limited depth, without NUL in strings and with at most 19 digits before the
 * point of a number.
 *
 * A value is a place in the text, so the text must outlive it. An escape that is half a surrogate
 * pair is read as U+FFFD. If an object has a key more than once, the last one counts. */
#ifndef TENKA_JSON_H
#define TENKA_JSON_H

#include <stdint.h>

#include "core/scan.h"

/* What is wrong with a text, and where. */
struct json_fault {
    enum {
        JSON_BROKEN, /* it is not JSON */
        JSON_EARLY,  /* it ends before its value does */
        JSON_OTHER,  /* it is JSON, but not an object */
    } type;
    const char *reason; /* never NULL */
    int line, column;   /* from 1; columns are bytes */
};

enum json_type {
    JSON_NONE, /* the value does not exist */
    JSON_NULL,
    JSON_FLAG,
    JSON_INTEGER, /* a number without fraction and exponent */
    JSON_REAL,
    JSON_TEXT,
    JSON_LIST,
    JSON_OBJECT,
};

struct json_value {
    const struct json_value *whole; /* the object or list that it is a part of; NULL: none */
    struct slice key;               /* as written in the text; `at` is NULL in a list */
    int place;                      /* in the object or list, from 0 */
    const char *at;    /* where it starts in the text; NULL: the value does not exist */
    struct out *error; /* where json_fail writes; NULL: nowhere. Parts inherit it. */
};

/* Reads a text that is one object; `depth` is how deep values may be nested. If the text is
 * anything else, the value does not exist (`at` is NULL) and `fault` is set. */
struct json_value json_read(struct slice text, int depth, struct json_fault *fault);

enum json_type json_type(const struct json_value *v);

/* For a loop over the parts of an object or a list, in order: json_next makes `at` NULL after the
 * last part. */
struct json_value json_first(const struct json_value *whole);
void json_next(struct json_value *part);
int json_count(const struct json_value *whole);

/* The member of an object. Its `at` is NULL if there is none, or if `whole` is not an object. */
struct json_value json_find(const struct json_value *whole, const char *key);

/* Gets the value. False if it has another type or does not fit. Then the text is empty, and numbers
 * and flags are unchanged. */
bool json_get_text(const struct json_value *v, char *text, size_t size);
bool json_get_integer(const struct json_value *v, int64_t *number);
bool json_get_real(const struct json_value *v, double *number);
bool json_get_flag(const struct json_value *v, bool *yes);

/* Gets the key of a member. False if it does not fit; then the text is as much of it as fits. */
bool json_get_key(const struct json_value *v, char *text, size_t size);

/* The value as written in the text. It must exist. */
struct slice json_raw(const struct json_value *v);

/* ---- Errors ---- */

/* Writes 'path: message', as in 'sums.bots[0].games: expected ...'. Returns false. */
bool json_fail(const struct json_value *v, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether the value has this type; writes an error if not. */
bool json_expect(const struct json_value *v, enum json_type type);

/* The member with this key and type. If there is none, writes an error, and its `at` is NULL. If
 * the object itself does not exist, no error is written, because there was one before. */
struct json_value json_member(const struct json_value *whole, const char *key, enum json_type type);

#endif
