/* JSON, written to the bounded writer. The commas are kept here: whether one is due follows from
 * the last byte that was written, so there is nothing to carry along, and functions that write
 * members or values can be called one after the other.
 *
 * Whatever is written between the brackets of a value comes from these functions alone. */
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

/* A value that printf can write: a number with a fraction. */
void json_format(struct out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is printed between the two is a text. Nothing in it may need an escape. */
void json_text_begin(struct out *o);
void json_text_end(struct out *o);

/* A key and its value; for objects and lists, its beginning. */
void json_member_text(struct out *o, const char *key, const char *text);
void json_member_number(struct out *o, const char *key, int64_t number);
void json_member_flag(struct out *o, const char *key, bool yes);
void json_member_object(struct out *o, const char *key);
void json_member_list(struct out *o, const char *key);

/* What comes next stands on a new line, behind so many blanks. */
void json_line(struct out *o, int blanks);

#endif
