/* Names, checked by the Unicode properties of their characters. */
#include "server/name.h"

#include <assert.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uspoof.h>
#include <unicode/uversion.h>
#include <utf8proc.h>

enum {
    JOINER = 0x200d,
    EMPTY_PATTERN = 0x2800, /* a symbol by its category, but it looks like a space */
    VIRAMA = 9,             /* the combining class of signs that join letters of Indic scripts */
    MARKS_MAX = 3,          /* on one character; more of them would cover the lines above */
    LOOK_BYTES = 4 * NAME_KEY_BYTES,
    LOOK_ROUNDS = 4,
};

/* What comes before the character that is being checked. */
struct before {
    bool blank; /* the start of the name, or a space */
    bool joins; /* a joiner */
    bool emoji; /* with its variants and skin colours */
    bool virama;
    int marks;
};

static bool is_mark(const utf8proc_property_t *p)
{
    return p->category == UTF8PROC_CATEGORY_MN || p->category == UTF8PROC_CATEGORY_MC ||
           p->category == UTF8PROC_CATEGORY_ME;
}

/* A variation selector: it changes how the character before it looks. */
static bool is_variant(utf8proc_int32_t code)
{
    return code >= 0xfe00 && code <= 0xfe0f;
}

/* Control characters, line and direction changes, characters without width or ink, and characters
 * that no font has. */
static bool is_unseen(utf8proc_int32_t code, const utf8proc_property_t *p)
{
    switch (p->category) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return true;
    default:
        return code == EMPTY_PATTERN || (p->ignorable && !is_variant(code));
    }
}

static bool name_fits(utf8proc_int32_t code, const struct before *b)
{
    const utf8proc_property_t *p = utf8proc_get_property(code);
    if (code == JOINER)
        return b->emoji || b->virama;
    if (code == '#' || is_unseen(code, p))
        return false;
    if (p->category == UTF8PROC_CATEGORY_ZS)
        return !b->blank && !b->joins;
    return !is_mark(p) || (!b->blank && !b->joins && b->marks < MARKS_MAX);
}

static struct before after(utf8proc_int32_t code, const struct before *b)
{
    const utf8proc_property_t *p = utf8proc_get_property(code);
    bool extends = p->boundclass == UTF8PROC_BOUNDCLASS_EXTEND;
    return (struct before){
        .blank = p->category == UTF8PROC_CATEGORY_ZS,
        .joins = code == JOINER,
        .emoji = p->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC ||
                 (b->emoji && extends),
        .virama = p->combining_class == VIRAMA,
        .marks = is_mark(p) ? b->marks + 1 : 0,
    };
}

static bool is_good(const char *name)
{
    size_t length = strlen(name);
    struct before before = {.blank = true};
    for (size_t i = 0; i < length;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t bytes = utf8proc_iterate((const utf8proc_uint8_t *)name + i,
                                                  (utf8proc_ssize_t)(length - i), &code);
        if (bytes <= 0 || !name_fits(code, &before))
            return false;
        before = after(code, &before);
        i += (size_t)bytes;
    }
    return length >= 2 && !before.blank && !before.joins;
}

/* The tables of characters that look alike: they are opened once, and only read after that. */
static USpoofChecker *checker;

static void checker_open(void)
{
    UErrorCode error = U_ZERO_ERROR;
    checker = uspoof_open(&error);
    uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL, &error);
    if (U_FAILURE(error))
        abort();
    uspoof_setRestrictionLevel(checker, USPOOF_MODERATELY_RESTRICTIVE);
}

static const USpoofChecker *checker_of(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, checker_open);
    return checker;
}

/* Whether the letters are of alphabets that people write together: Latin with one other, but not
 * with Cyrillic or Greek; the writing systems of Japanese, of Chinese and of Korean. */
static bool is_of_one_script(const char *name)
{
    UErrorCode error = U_ZERO_ERROR;
    return uspoof_checkUTF8(checker_of(), name, -1, NULL, &error) == 0 && U_SUCCESS(error);
}

/* Writes the text in another Unicode form. Returns false if it does not fit, or is not UTF-8. */
static bool transform(const char *text, utf8proc_option_t form, char *to, size_t size)
{
    utf8proc_uint8_t *mapped = NULL;
    utf8proc_ssize_t length = utf8proc_map((const utf8proc_uint8_t *)text, 0, &mapped,
                                           form | UTF8PROC_NULLTERM | UTF8PROC_STABLE);
    if (length == UTF8PROC_ERROR_NOMEM)
        abort();
    bool good = length >= 0 && (size_t)length < size;
    if (good)
        memcpy(to, mapped, (size_t)length + 1);
    free(mapped);
    return good;
}

bool name_parse(const char *text, char name[PLAYER_NAME_BYTES])
{
    return transform(text, UTF8PROC_COMPOSE, name, PLAYER_NAME_BYTES) && is_good(name) &&
           is_of_one_script(name);
}

/* Without the differences of width and of invisible characters; also without those of capitals. */
static const utf8proc_option_t wide_form = UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_IGNORE,
                               same_form = UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_IGNORE |
                                           UTF8PROC_CASEFOLD;

struct name_key name_key(const char *name)
{
    struct name_key key = {0};
    if (!transform(name, same_form, key.text, sizeof key.text))
        key.text[0] = '\0';
    return key;
}

/* ---- What names look like ---- */

/* Writes the text in capitals. Returns false if it does not fit. */
static bool write_capitals(const char *text, char *to, size_t size)
{
    size_t length = strlen(text), used = 0;
    for (size_t i = 0; i < length;) {
        utf8proc_int32_t code;
        i += (size_t)utf8proc_iterate((const utf8proc_uint8_t *)text + i,
                                      (utf8proc_ssize_t)(length - i), &code);
        if (used + 5 > size)
            return false;
        used += (size_t)utf8proc_encode_char(utf8proc_toupper(code), (utf8proc_uint8_t *)to + used);
    }
    to[used] = '\0';
    return true;
}

/* Replaces all characters by the usual ones that look like them. */
static bool simplify(char text[LOOK_BYTES])
{
    char simple[LOOK_BYTES];
    UErrorCode error = U_ZERO_ERROR;
    uspoof_getSkeletonUTF8(checker_of(), 0, text, -1, simple, sizeof simple, &error);
    return error == U_ZERO_ERROR && transform(simple, same_form, text, LOOK_BYTES);
}

/* The number of the look of a text: what is left when all characters are simplified, and capitals
 * made small. Small letters look like other ones than their capitals, so this is repeated. */
static int64_t look_of(char text[LOOK_BYTES])
{
    char last[LOOK_BYTES] = "";
    int64_t number = 0;
    for (int i = 0; i < LOOK_ROUNDS && strcmp(last, text) != 0; i++) {
        memcpy(last, text, sizeof last);
        if (!simplify(text))
            break;
    }
    static_assert(crypto_generichash_BYTES_MIN >= sizeof number, "the number is cut from a hash");
    uint8_t hash[crypto_generichash_BYTES_MIN];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)text, strlen(text), NULL, 0);
    memcpy(&number, hash, sizeof number);
    return number ? number : 1;
}

/* A small letter, its capital, and the letters as they are written can each look like something
 * else: 'nu' of Greek looks like 'v', its capital like 'N'. */
void name_looks(const char *name, int64_t looks[LOOKS_MAX])
{
    char small[LOOK_BYTES], capital[LOOK_BYTES], plain[LOOK_BYTES];
    memset(looks, 0, LOOKS_MAX * sizeof *looks);
    if (!transform(name, same_form, small, sizeof small) ||
        !transform(name, wide_form, plain, sizeof plain) ||
        !write_capitals(plain, capital, sizeof capital))
        return;
    looks[0] = look_of(small);
    looks[1] = look_of(capital);
    looks[2] = look_of(plain);
}

int name_looks_release(void)
{
    return U_ICU_VERSION_MAJOR_NUM;
}
