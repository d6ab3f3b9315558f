/* Fuzzes the reader of the arena's results. A result that is accepted is written, read again and
 * then written the same. */
#include "arena/result.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static bool parse(struct slice text, struct contest *c, struct tally *t)
{
    char error[1024];
    struct out wrong;
    out_init(&wrong, error, sizeof error);
    return result_parse(text, c, t, &wrong);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char text[RESULT_BYTES], again[RESULT_BYTES];
    static struct contest c;
    static struct tally t;
    struct out o, p;
    if (size > RESULT_BYTES || !parse((struct slice){(const char *)bytes, (int)size}, &c, &t))
        return 0;
    out_init(&o, text, sizeof text);
    result_print(&c, &t, &o);
    if (o.overflow || !parse((struct slice){text, (int)o.used}, &c, &t))
        abort();
    out_init(&p, again, sizeof again);
    result_print(&c, &t, &p);
    if (strcmp(text, again) != 0)
        abort();
    return 0;
}
