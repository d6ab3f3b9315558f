/* Fuzzes the reader of requests from clients: everything that it accepts is within its bounds. */
#include <assert.h>
#include <string.h>

#include "house/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char reason[512];
    struct out error;
    struct request r;
    out_init(&error, reason, sizeof reason);
    if (size > REQUEST_BYTES)
        return 0;
    if (!request_parse((struct slice){(const char *)data, (int)size}, &r, &error)) {
        assert(error.used > 0);
        return 0;
    }
    assert(r.type < REQ_TYPES && strlen(r.table) < TABLE_ID_BYTES && strlen(r.text) < WORDS_BYTES);
    assert(r.seat >= -1 && r.seat <= VIEW_ALL && r.number >= -1);
    if (r.type == REQ_CREATE) {
        char text[SETTINGS_BYTES];
        struct settings again;
        out_init(&error, text, sizeof text);
        settings_print(&r.settings, &error);
        assert(!error.overflow &&
               settings_parse((struct slice){text, (int)error.used}, &again, &error));
    }
    return 0;
}
