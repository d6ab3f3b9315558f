/* JSON that somebody else wrote, read with suspicion: UTF-8 without control characters, whole
 * numbers of at most 19 digits (a minus counts), no comments, no NaN. json-c does the work; what is
 * accepted does not depend on its version. */
#ifndef TENKA_JSON_READ_H
#define TENKA_JSON_READ_H

#include <json-c/json.h>

#include "core/scan.h"

/* What is wrong with a text. */
struct json_fault {
    enum {
        JSON_BROKEN, /* it is not JSON, for this reason */
        JSON_EARLY,  /* it ends before its value does */
        JSON_OTHER,  /* it is JSON, but not one object */
    } type;
    const char *reason; /* never NULL */
    int line;           /* from 1 */
};

/* The only value of the text, an object; `depth` is how deep objects and lists may lie in each
 * other. The caller gives it back with json_object_put(). NULL, with the fault, if there is none.
 * Without memory it aborts. */
struct json_object *json_read(struct word text, int depth, struct json_fault *fault);

#endif
