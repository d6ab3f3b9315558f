/* Names: which ones players may take, and which are the same. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "server/name.h"

static void assert_good(const char *text, const char *kept)
{
    char name[PLAYER_NAME_BYTES];
    if (!name_parse(text, name))
        fail_msg("'%s' is refused", text);
    assert_string_equal(name, kept);
}

static void assert_bad(const char *const texts[])
{
    char name[PLAYER_NAME_BYTES];
    for (int i = 0; texts[i]; i++)
        if (name_parse(texts[i], name))
            fail_msg("number %d, '%s', is taken", i, texts[i]);
}

static void assert_alike(const char *a, const char *b, bool alike)
{
    struct name_key one = name_key(a), other = name_key(b);
    assert_true(one.text[0] && other.text[0]);
    if ((strcmp(one.text, other.text) == 0) != alike)
        fail_msg("'%s' and '%s' are %sthe same", a, b, alike ? "not " : "");
}

static void names_are_taken(void **context)
{
    static const char *const good[] = {
        "Ann",
        "xy",
        "O'Mikado",
        "Guest 1234",
        "Änn 天下",
        "天下\u3000太郎",
        "🎴",
        "Zoë",
        "ありがとう",
        /* a farmer */
        "👩\u200d🌾",
        /* of another colour */
        "👩🏽\u200d🌾",
        /* in colour */
        "❤\ufe0f",
        /* and burning */
        "❤\ufe0f\u200d🔥",
        /* Shri */
        "श्री",
        /* letters of India that are joined in this way */
        "क्\u200dष",
        "สวัสดี",
        "ศิษย์",
        "שָׁלוֹם",
        "Nguyễn",
        "Ｔｅｎｋａ",
        "Private",
        "a-b_c.d",
        "1️⃣ 2️⃣",
        NULL,
    };
    (void)context;
    for (int i = 0; good[i]; i++)
        assert_good(good[i], good[i]);
}

static void lengths(void **context)
{
    char text[PLAYER_NAME_BYTES + 1] = "";
    (void)context;
    memset(text, 'x', PLAYER_NAME_BYTES);
    assert_bad((const char *const[]){"", "x", text, NULL});
    text[PLAYER_NAME_BYTES - 1] = '\0';
    assert_good(text, text);
    assert_good("八", "八");
}

static void blanks(void **context)
{
    (void)context;
    assert_bad((const char *const[]){" xy", "xy ", "x  y", "\u3000", "\u3000\u00a0", "Ann\u3000",
                                     "Ann \u3000Lee", "\u00a0Ann", "Ann\u2003", "Ann\u1680 Lee",
                                     "Ann\u202f\u205fLee", "\u2800", "Ann\u2800", NULL});
}

static void unseen(void **context)
{
    (void)context;
    assert_bad((const char *const[]){
        "x#y", "A\tnn", "A\x7fnn", "x\xc2\x85y", "A\u200bnn", "A\u200cnn", "A\u200enn", "x\u202ey",
        "x\u2028y", "x\u2029y", "\u2060\u2060", "\u2066xy", "\ufeffAnn", "A\u00adnn", "\u3164",
        "\u115f\u1160", "\uffa0\uffa0", "A\ufff9nn", "\U000e0041", "A\U000e0041", "\ufe0f",
        "Ann \ufe0fLee", "A\u180bnn", "A\u180enn",
        /* Khmer vowels that are not seen, the joiner of graphemes, controls of shorthand and music
         */
        "A\u17b4nn", "A\u034fnn", "A\U0001bca0nn", "A\U0001d173nn", "A\U000e0100nn", NULL});
}

static void joiners(void **context)
{
    (void)context;
    assert_bad((const char *const[]){
        "Ann\u200d",
        "\u200dAnn",
        "A\u200dnn",
        "天\u200d下",
        "👩\u200d",
        "👩\u200d 🌾",
        "👩\u200d\u200d🌾",
        "Änn\u200dx",
        "👩 \u200d🌾",
        "👩\u200d\ufe0f",
        NULL,
    });
}

/* Marks stand on something, and not in heaps. */
static void marks(void **context)
{
    (void)context;
    assert_bad((const char *const[]){"\u0301Ann", "Ann \u0301Lee", "\u0903Ann", "\u20ddAnn",
                                     "A\u0335\u0336\u0337\u0338nn", "x\u20dd\u20dd\u20dd\u20dd",
                                     NULL});
    assert_good("x\u0335\u0336\u0337y", "x\u0335\u0336\u0337y");
}

/* What has no meaning: not assigned, for private use, and bytes that are not UTF-8. */
static void meaningless(void **context)
{
    (void)context;
    assert_bad((const char *const[]){"A\ue000nn", "A\U0010fffdnn", "A\u0378nn", "A\ufdd0nn",
                                     "A\uffffnn", "A\xffnn", "A\xc3", "\xed\xa0\x80x", "\xc0\xafxy",
                                     "\xf4\x90\x80\x80", NULL});
}

static void names_are_composed(void **context)
{
    char wide[128], name[PLAYER_NAME_BYTES];
    struct out o;
    (void)context;
    out_init(&o, wide, sizeof wide);
    assert_good("A\u0308nn", "Änn");
    assert_good("か\u3099く", "がく");
    assert_good("\u1112\u1161\u11ab", "한");
    assert_good("A\u0323\u0302n", "Ận");
    for (int i = 0; i < 32; i++) /* 96 bytes that are 64 when composed: one too many */
        out_text(&o, "u\u0308");
    assert_bad((const char *const[]){wide, NULL});
    wide[93] = '\0';
    assert_true(name_parse(wide, name));
    assert_int_equal(strlen(name), 62);
}

static void same_names(void **context)
{
    (void)context;
    assert_alike("Ann", "aNN", true);
    assert_alike("Änn", "änn", true);
    assert_alike("Änn", "A\u0308nn", true);
    assert_alike("ΣΊΣΥΦΟΣ", "σίσυφος", true);
    assert_alike("Straße", "STRASSE", true);
    assert_alike("Ｔｅｎｋａ", "tenka", true);
    assert_alike("ﾃﾝｶ", "テンカ", true);
    assert_alike("ﬁsh", "fish", true);
    assert_alike("Ann\u00a0Lee", "Ann Lee", true);
    assert_alike("天下\u3000太郎", "天下 太郎", true);
    assert_alike("❤\ufe0f", "❤", true);
    assert_alike("👩\u200d🌾", "👩🌾", true);
    assert_alike("Ⅳ", "IV", true);
    assert_alike("Ann", "Änn", false);
    assert_alike("天下", "天上", false);
    assert_alike("か", "が", false);
    assert_alike("カ", "か", false);
}

/* The longest key, and none. */
static void keys_have_room(void **context)
{
    char text[PLAYER_NAME_BYTES];
    struct out o;
    (void)context;
    out_init(&o, text, sizeof text);
    for (int i = 0; i < 21; i++)
        out_text(&o, "\ufdfa"); /* a whole sentence in one character */
    assert_int_equal(strlen(text), PLAYER_NAME_BYTES - 1);
    assert_in_range(strlen(name_key(text).text), 600, NAME_KEY_BYTES - 1);
    assert_string_equal(name_key("A\xff").text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_taken), cmocka_unit_test(lengths),
        cmocka_unit_test(blanks),          cmocka_unit_test(unseen),
        cmocka_unit_test(joiners),         cmocka_unit_test(marks),
        cmocka_unit_test(meaningless),     cmocka_unit_test(names_are_composed),
        cmocka_unit_test(same_names),      cmocka_unit_test(keys_have_room),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
