/* Fuzzes the reader of records. A record that is accepted is written, read again and then written
 * the same. */
#include "match/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct match *parse(struct slice text)
{
    char error[512];
    struct out wrong;
    struct scan scan;
    struct record record;
    out_init(&wrong, error, sizeof error);
    scan_init(&scan, "record", text, &wrong);
    if (!record_read(&record, &scan))
        return NULL;
    return record_replay(&record, record.secret);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char text[1 << 20], again[1 << 20];
    struct out o, p;
    if (size > 20000)
        return 0;
    struct match *m = parse((struct slice){(const char *)bytes, (int)size});
    if (!m)
        return 0;
    out_init(&o, text, sizeof text);
    record_write(m, &o);
    struct match *back = match_over(m) ? parse((struct slice){text, (int)o.used}) : m;
    if (!back)
        abort();
    out_init(&p, again, sizeof again);
    record_write(back, &p);
    if (strcmp(text, again) != 0)
        abort();
    if (back != m)
        match_free(back);
    match_free(m);
    return 0;
}
