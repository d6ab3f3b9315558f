/* Tests how many columns of a terminal a character takes. */
#include "test.h"

#include <string.h>

#include "cli/terminal.h"
#include "core/out.h"

static int columns_of(const char *text)
{
    int columns = 0;
    for (size_t length = strlen(text); length > 0;) {
        struct glyph glyph = glyph_at(text, length);
        assert_in_range(glyph.bytes, 1, length);
        columns += glyph.columns;
        text += glyph.bytes;
        length -= glyph.bytes;
    }
    return columns;
}

static void columns(void **context)
{
    (void)context;
    assert_int_equal(columns_of("Zipang"), 6);
    assert_int_equal(columns_of("a" NO_BREAK "b"), 3);
    assert_int_equal(columns_of("Änn"), 3);
    assert_int_equal(columns_of("A\u0308nn"), 3);
    assert_int_equal(columns_of("天下"), 4);
    assert_int_equal(columns_of("Ｔ"), 2);
    assert_int_equal(columns_of("ﾃﾝｶ"), 3);
    assert_int_equal(columns_of("🎴"), 2);
    assert_int_equal(columns_of("a\u200bb"), 2);
}

static void bytes_that_are_not_text(void **context)
{
    (void)context;
    assert_int_equal(columns_of("\xff\xfe"), 2);
    assert_int_equal(columns_of("\xe5\xa4"), 2); /* an incomplete character */
    assert_int_equal(glyph_at("天", 2).bytes, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns),
        cmocka_unit_test(bytes_that_are_not_text),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
