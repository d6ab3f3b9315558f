/* Languages: looking up translations by binary search. */
#include "core/catalog.h"

#include <string.h>

/* Like strcmp, but only the first `length` bytes of the message count (all of it without its final
 * newline). */
static int catalog_compare(const char *message, size_t length, const char *english)
{
    int order = strncmp(message, english, length);
    return order ? order : -(english[length] != '\0');
}

static size_t message_length(const char *english)
{
    size_t length = strlen(english);
    return length && english[length - 1] == '\n' ? length - 1 : length;
}

static const char *find_here(const struct catalog *w, const char *english)
{
    size_t length = message_length(english);
    int low = 0, high = w->count;
    while (low < high) {
        int middle = (low + high) / 2,
            order = catalog_compare(english, length, w->phrase[middle].english);
        if (order == 0)
            return w->phrase[middle].other;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static const char *find(const struct catalog *w, const char *english)
{
    const char *other = NULL;
    for (; w && !other; w = w->common)
        other = find_here(w, english);
    return other;
}

const char *catalog_find(const struct catalog *w, const char *english)
{
    const char *other = find(w, english);
    return other ? other : english;
}

void say(struct out *o, const char *english)
{
    const char *other = find(o->catalog, english);
    out_text(o, other ? other : english);
    if (other && english[message_length(english)])
        out_char(o, '\n');
}
