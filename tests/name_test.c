/* Names: which ones players may take, and which are the same. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <utf8proc.h>

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
        "\U0001F3B4",
        "Zoë",
        "ありがとう",
        /* a farmer */
        "\U0001F469\u200d\U0001F33E",
        /* of another colour */
        "\U0001F469\U0001F3FD\u200d\U0001F33E",
        /* in colour */
        "❤\ufe0f",
        /* and burning */
        "\u2764\ufe0f\u200d\U0001F525",
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
        /* accents that differ, on one letter */
        "Ấn Ở Ễ",
        "Ǻse",
        "İlker",
        "Jürgen",
        "Łukasz",
        "Bjørn",
        "김민수",
        "ﾃﾝｶ",
        "パパ",
        "مُحَمَّد",
        "ទេព",
        "မြန်မာ",
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

/* Writes the text with a character at the place of the '*'. */
static const char *with(const char *text, int code)
{
    static char made[2][PLAYER_NAME_BYTES];
    static int last;
    struct out o;
    last = !last;
    out_init(&o, made[last], sizeof *made);
    for (; *text; text++) {
        char one[5] = {*text};
        if (*text == '*')
            one[utf8proc_encode_char(code, (utf8proc_uint8_t *)one)] = '\0';
        out_text(&o, one);
    }
    assert_false(o.overflow);
    return made[last];
}

/* There is one space in names, and the wide one of Japanese. */
static void spaces_are_plain(void **context)
{
    int spaces = 0;
    (void)context;
    for (int code = 0x21; code <= UCHAR_MAX_VALUE; code++) {
        if (u_charType(code) != U_SPACE_SEPARATOR)
            continue;
        spaces++;
        assert_good(with("K*en", code), code == 0x3000 ? "K\u3000en" : "K en");
        assert_alike(with("K*en", code), "K en", true);
    }
    assert_in_range(spaces, 16, 100);
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
        "A\u17b4nn", "A\u034fnn", "A\U0001bca0nn", "A\U0001d173nn", "A\U000e0100nn",
        /* an object's place, a half space; a note without head, fillers of Khitan and Egyptian */
        "Ann\ufffc", "Ann\u303f", "Ann\U0001d159", "Ann\U00016fe4", "Ann\U00013441",
        "Ann\U00013442", NULL});
}

static void joiners(void **context)
{
    (void)context;
    assert_bad((const char *const[]){
        "Ann\u200d",
        "\u200dAnn",
        "A\u200dnn",
        "天\u200d下",
        "\U0001F469\u200d",
        "\U0001F469\u200d \U0001F33E",
        "\U0001F469\u200d\u200d\U0001F33E",
        "Änn\u200dx",
        "\U0001F469 \u200d\U0001F33E",
        "\U0001F469\u200d\ufe0f",
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

/* Marks of one script on a letter of another, where a font may have nothing to draw. */
static void foreign_marks(void **context)
{
    (void)context;
    assert_bad((const char *const[]){"K\u1039en", "K\u2d7fen", "Ke\u17d2n", "Ke\u094dn",
                                     "Ke\u0e31n", "K\U00010a3fen", "Ke\u0308\u1039n", "天\u17d2下",
                                     "1\u1039", "\U0001F3B4\u17d2", "Анна\u0e4d", NULL});
    for (int mark = 0; mark <= UCHAR_MAX_VALUE; mark++) {
        char name[PLAYER_NAME_BYTES];
        if (u_getIntPropertyValue(mark, UCHAR_INDIC_SYLLABIC_CATEGORY) ==
                U_INSC_INVISIBLE_STACKER &&
            name_parse(with("K*en", mark), name))
            fail_msg("U+%04X is taken on a letter of Latin", (unsigned)mark);
    }
}

/* Marks that are covered by what is below: the dot of a letter, or the same mark. */
static void hidden_marks(void **context)
{
    (void)context;
    assert_bad((const char *const[]){"Mi\u0307ke",       "j\u0307in",      "M\u0131\u0307ke",
                                     "\u0237\u0307in",   "Bil\u0307",      "Mi\u0323\u0307ke",
                                     "М\u0456\u0307ка",  "\u012f\u0307xy", "René\u0301",
                                     "Rene\u0301\u0301", "René\u0341",     "Zoë\u0308",
                                     "Ấ\u0301n",         "Ấ\u0302n",       "x\u0335\u0336\u0335y",
                                     "ça\u0327\u0327",   "שָָלום",           "مَُحمَّّد",
                                     "が\u3099",         "สวั\u0e31ส",      NULL});
    for (int mark = 0; mark <= UCHAR_MAX_VALUE; mark++) {
        char text[32], name[PLAYER_NAME_BYTES];
        struct out o;
        out_init(&o, text, sizeof text);
        out_text(&o, with("a*", mark));
        out_text(&o, with("*x", mark));
        if (u_charType(mark) == U_NON_SPACING_MARK && !(mark >= 0xfe00 && mark <= 0xfe0f) &&
            name_parse(text, name))
            fail_msg("U+%04X is taken twice on a letter", (unsigned)mark);
    }
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
    assert_alike("\U0001F469\u200d\U0001F33E", "\U0001F469\U0001F33E", true);
    assert_alike("Ⅳ", "IV", true);
    assert_alike("Ann", "Änn", false);
    assert_alike("天下", "天上", false);
    assert_alike("か", "が", false);
    assert_alike("カ", "か", false);
}

static bool look_alike(const char *a, const char *b)
{
    int64_t one[LOOKS_MAX], other[LOOKS_MAX];
    name_looks(a, one);
    name_looks(b, other);
    for (int i = 0; i < LOOKS_MAX; i++)
        for (int k = 0; k < LOOKS_MAX; k++)
            if (one[i] && one[i] == other[k])
                return true;
    return false;
}

struct pair {
    const char *a, *b;
};

static void names_that_imitate(void **context)
{
    static const struct pair same[] = {
        {"Anna", "\u0410nna"}, /* Cyrillic */
        {"Anna", "ANN\u0430"},
        {"admin", "\u0430dmin"},
        {"paypal", "paypaI"},
        {"paypal", "paypa1"},
        {"PayPal", "PAYPA|"},
        {"ryo", "ry\u043e"},
        {"ryo", "RY0"},
        {"Ｋｅｎ", "Ken"},
        {"Ken", "Ken\u034f"},
        {"Ken", "K\u200den"},
        {"Ken", "Ke\ufe0fn"},
        {"Ken", "Ke\u061cn"},
        {"BOB", "\u0412\u041e\u0412"}, /* Cyrillic capitals */
        {"bob", "\u0412\u041e\u0412"},
        {"Ivo", "\u0399\u03bd\u03bf"}, /* Greek */
        {"ivo", "\u03b9\u03bd\u03bf"},
        {"Hu", "\u0397\u03c5"},
        {"NINA", "\u039d\u0399\u039d\u0391"},
        {"Ian", "Lan"}, /* in small letters 'Ian' looks like 'lan' */
        {"Guest 1O23", "Guest 1023"},
        {"エ", "工"}, /* katakana and kanji */
        {"ロロ", "口口"},
        {"modern", "modem"},
        {"Zoë", "Zoe\u0308"},
        {"\u05e1\u05d5", "\u05e1\u05c0"},
        {"Ken", "K en"},
        {"Ken", "K\u200aen"},
        {"Ken", "K\u3000e n"},
        {"天下太郎", "天下\u3000太郎"},
        {"Mike", "Mi\u0307ke"},
        {"Mike", "Mi\u0358ke"}, /* another dot */
        {"jin", "j\u0307in"},
        {"René", "René\u0301"},
        {"René", "René\u0954"}, /* the acute accent of Devanagari */
        {"Zoë", "Zoë\u0308"},
        {"Bjørn", "Bjø\u0338rn"}, /* a second stroke */
    };
    (void)context;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (!look_alike(same[i].a, same[i].b) || !look_alike(same[i].b, same[i].a))
            fail_msg("'%s' and '%s' can be taken for each other", same[i].a, same[i].b);
}

/* No character without ink makes a name that is allowed, but does not look like the one without. */
static void unseen_imitate(void **context)
{
    (void)context;
    for (int code = 0; code <= UCHAR_MAX_VALUE; code++) {
        static const char *const texts[] = {"Ken*", "K*en", "天*下"};
        static const char *const seen[] = {"Ken", "Ken", "天下"};
        if (!u_hasBinaryProperty(code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) &&
            u_charType(code) != U_SPACE_SEPARATOR && u_charType(code) != U_FORMAT_CHAR)
            continue;
        for (int i = 0; i < 3; i++) {
            char name[PLAYER_NAME_BYTES];
            if (name_parse(with(texts[i], code), name) && !look_alike(name, seen[i]))
                fail_msg("'%s' with U+%04X looks like '%s'", texts[i], (unsigned)code, seen[i]);
        }
    }
}

static void names_that_differ(void **context)
{
    static const struct pair apart[] = {
        {"Anna", "Hanna"},
        {"Anna", "Änna"},
        {"Ken", "Kev"},
        {"Yuri", "Uuri"},
        {"天下", "天上"},
        {"か", "が"},
        {"Mika", "Mira"},
        {"Ben", "Ren"},
        {"Iris", "Loris"},
        {"Sue", "Sve"},
        {"Petra", "Peter"},
        {"श्री", "श्रि"},
        {"محمد", "محمود"},
        {"שלום", "שלומי"},
        {"\U0001F469\U0001F33E", "\U0001F468\U0001F33E"},
        {"Guest 1234", "Guest 1235"},
        {"さくら", "きくら"},
        {"René", "Rene"},
        {"Zoë", "Zoe"},
        {"Ấn", "Ân"},
        {"か", "が"},
        {"Żak", "Zak"},
        {"سن", "شن"},
        {"เก", "เก้"},
        {"김민수", "김민주"},
    };
    int64_t none[LOOKS_MAX];
    (void)context;
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (look_alike(apart[i].a, apart[i].b))
            fail_msg("'%s' and '%s' look different", apart[i].a, apart[i].b);
    name_looks("A\xff", none);
    assert_true(none[0] == 0 && none[1] == 0 && none[2] == 0);
}

/* Letters of alphabets that nobody writes together are there to deceive. */
static void mixed_scripts(void **context)
{
    static const char *const good[] = {"محمد",           "नमस्ते",       "Иван",        "Νίκος 3",
                                       "Tanaka 田中",    "ラーメン屋", "김민수 kim",  "שלום 2",
                                       "Ann \U0001F3B4", "田中さん",   "مرحبا tenka", NULL};
    (void)context;
    assert_bad((const char *const[]){"\u0410nna", "ry\u043e", "p\u0430ypal", "Ke\u03bd",
                                     "Иван Ivan", "ΝIKΟΣ", "田中Иван", "محמד", NULL});
    for (int i = 0; good[i]; i++)
        assert_good(good[i], good[i]);
}

/* Every character has a look, also the longest name of each: the look has room. */
static void looks_have_room(void **context)
{
    (void)context;
    for (int code = 0x20; code < 0x110000; code++) {
        char one[8] = "", name[PLAYER_NAME_BYTES] = "";
        int64_t looks[LOOKS_MAX];
        if ((code >= 0xd800 && code < 0xe000) || (code >= 0x3400 && code < 0xd800) ||
            code > 0x20000)
            continue; /* surrogates; thousands of plain characters that all behave the same */
        int length = (int)utf8proc_encode_char(code, (utf8proc_uint8_t *)one);
        for (int i = 0; (i + 1) * length < PLAYER_NAME_BYTES; i++)
            memcpy(name + i * length, one, (size_t)length);
        name_looks(name, looks);
        if (!looks[0] || !looks[1] || !looks[2])
            fail_msg("U+%04X has no look", (unsigned)code);
    }
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
        cmocka_unit_test(names_are_taken),
        cmocka_unit_test(lengths),
        cmocka_unit_test(blanks),
        cmocka_unit_test(spaces_are_plain),
        cmocka_unit_test(unseen),
        cmocka_unit_test(joiners),
        cmocka_unit_test(marks),
        cmocka_unit_test(foreign_marks),
        cmocka_unit_test(hidden_marks),
        cmocka_unit_test(meaningless),
        cmocka_unit_test(names_are_composed),
        cmocka_unit_test(same_names),
        cmocka_unit_test(keys_have_room),
        cmocka_unit_test(names_that_imitate),
        cmocka_unit_test(unseen_imitate),
        cmocka_unit_test(names_that_differ),
        cmocka_unit_test(mixed_scripts),
        cmocka_unit_test(looks_have_room),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
