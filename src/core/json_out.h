/* JSON, written to the bounded writer. These functions write the commas:
 * the last byte that was written tells whether one is needed. So there is no state to pass along,
 * and functions that write members or values can simply be called one after the other.
 *
 * Between the brackets of a value, write with these functions only. */
#ifndef TENKA_JSON_OUT_H
#define TENKA_JSON_OUT_H

#include "core/out.h"

void json_object_begin(struct out *o);
void json_object_end(struct out *o);
void json_list_begin(struct out *o);
void json_list_end(struct out *o);

/* The key of the member whose value comes next. */
void json_key(struct out *o, const char *key);

void json_text(struct out *o, const char *text);
void json_number(struct out *o, int64_t number);
void json_flag(struct out *o, bool yes);
void json_null(struct out *o);

/* A value in the format of printf: for numbers with a fraction. */
void json_format(struct out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Everything printed between these two calls becomes one string. It must not contain characters
 * that need an escape. */
void json_text_begin(struct out *o);
void json_text_end(struct out *o);

/* A key and its value. Of an object or a list, only the opening bracket. */
void json_member_text(struct out *o, const char *key, const char *text);
void json_member_number(struct out *o, const char *key, int64_t number);
void json_member_flag(struct out *o, const char *key, bool yes);
void json_member_object(struct out *o, const char *key);
void json_member_list(struct out *o, const char *key);

/* Starts a new line for what comes next, indented by this many spaces. */
void json_line(struct out *o, int spaces);

#endif
