/* Fuzzes unordered zones: after any sequence of inserting, taking and showing cards, the zone
 * agrees with the reference (book.h). */
#include "book.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct test_zone ZONE(TEST_CARDS);
    struct test_zone store = {0};
    struct zone *z = ZONE_OF(store);
    struct head head = {.players = TEST_SEATS, .viewer = VIEW_ALL};
    struct book book = {0};
    for (size_t i = 0; i + 1 < size; i += 2) {
        struct card c = {(uint8_t)(1 + bytes[i] % (TEST_KINDS - 1)), bytes[i + 1] & 0x0f};
        int step = bytes[i] / (TEST_KINDS - 1) % 4;
        if (step == 0 && z->count < TEST_CARDS) {
            zone_insert(z, c);
            book_insert(&book, c);
        } else if (step == 1 && zone_number(z, c.kind) > 0) {
            zone_take(z, c.kind);
            book_take(&book, c.kind);
        } else if (step == 3 && zone_number(z, c.kind) > 0) {
            zone_take_hidden(z, c.kind, c.seen);
            book_take(&book, c.kind);
            book_forget(&book, c.seen);
        } else if (step == 2) {
            zone_show(&head, z, c.seen);
            book_show(&book, c.seen);
        }
        if (!book_agrees(&book, z))
            abort();
    }
    zone_clear(z);
    if (memcmp(&store, &(struct test_zone){0}, sizeof store) != 0)
        abort();
    return 0;
}
