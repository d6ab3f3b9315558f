/* Names, checked by the Unicode properties of their characters. */
#include "server/name.h"

#include <assert.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <unicode/uversion.h>
#include <utf8proc.h>

enum {
    JOINER = 0x200d,
    WIDE_SPACE = 0x3000, /* of Japanese */
    DOT = 0x307,         /* above a letter */
    VIRAMA = 9,          /* the combining class of signs that join letters of Indic scripts */
    ABOVE = 230,         /* the combining class of marks above a letter */
    MARKS_MAX = 3,       /* on one character; more of them would cover the lines above */
    LOOK_BYTES = 4 * NAME_KEY_BYTES,
    LOOK_ROUNDS = 4,
    LOOK_RULES = 1, /* counts the changes of what this file makes of a name's look */
    RELEASES = 1000,
};

/* Symbols, letters and marks by their category, but they have no ink, or none in many fonts. */
static const utf8proc_int32_t empty[] = {
    0x2800,           /* the pattern of Braille without dots */
    0x303f,           /* half of a wide space */
    0xfffc,           /* the place of an object */
    0x13441, 0x13442, /* blanks of Egyptian */
    0x16fe4,          /* a filler of Khitan */
    0x1d159,          /* a note without head */
};

/* What comes before the character that is being checked. */
struct before {
    bool blank; /* the start of the name, or a space */
    bool joins; /* a joiner */
    bool emoji; /* with its variants and skin colours */
    bool virama;
    utf8proc_int32_t letter; /* on which marks stand */
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

static bool is_empty(utf8proc_int32_t code)
{
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        if (code == empty[i])
            return true;
    return false;
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
        return is_empty(code) || (p->ignorable && !is_variant(code));
    }
}

/* Whether fonts can draw the mark on the letter: it belongs to the same script, or to all. */
static bool is_mark_of(utf8proc_int32_t mark, utf8proc_int32_t letter)
{
    UErrorCode error = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript(mark, &error);
    return U_SUCCESS(error) && (script == USCRIPT_INHERITED || script == USCRIPT_COMMON ||
                                uscript_hasScript(letter, script));
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
    return !is_mark(p) ||
           (!b->blank && !b->joins && b->marks < MARKS_MAX && is_mark_of(code, b->letter));
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
        .letter = is_mark(p) ? b->letter : code,
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
    uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_HIDDEN_OVERLAY,
                     &error);
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
 * with Cyrillic or Greek; the writing systems of Japanese, of Chinese and of Korean. And whether
 * all marks are seen: none stands twice on a letter, no dot on a letter that has its own. */
static bool is_honest(const char *name)
{
    UErrorCode error = U_ZERO_ERROR;
    return uspoof_checkUTF8(checker_of(), name, -1, NULL, &error) == 0 && U_SUCCESS(error);
}

/* One space in place of all others. The wide one can be told from it, and belongs to Japanese. */
static utf8proc_int32_t plain_space(utf8proc_int32_t code, void *context)
{
    (void)context;
    bool space = utf8proc_category(code) == UTF8PROC_CATEGORY_ZS;
    return space && code != WIDE_SPACE ? ' ' : code;
}

/* Writes the text in another Unicode form, with plain spaces. Returns false if it does not fit, or
 * is not UTF-8. */
static bool transform(const char *text, utf8proc_option_t form, char *to, size_t size)
{
    utf8proc_uint8_t *mapped = NULL;
    utf8proc_ssize_t length = utf8proc_map_custom((const utf8proc_uint8_t *)text, 0, &mapped,
                                                  form | UTF8PROC_NULLTERM | UTF8PROC_STABLE,
                                                  plain_space, NULL);
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
           is_honest(name);
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

/* A letter and the marks on it that have been read so far. */
struct pile {
    utf8proc_int32_t letter;
    utf8proc_int32_t marks[4 * MARKS_MAX]; /* further ones are not compared */
    int count;
    bool above; /* one of the marks is above the letter */
};

/* Whether the mark changes nothing that one sees: the pile has it already, or it is the dot of a
 * letter that has its own. ('l' stands for 'I', too, whose small letter has a dot.) */
static bool is_covered(const struct pile *p, utf8proc_int32_t mark)
{
    for (int i = 0; i < p->count; i++)
        if (p->marks[i] == mark)
            return true;
    return mark == DOT && !p->above &&
           (p->letter == 'l' || u_hasBinaryProperty(p->letter, UCHAR_SOFT_DOTTED));
}

static void pile_add(struct pile *p, utf8proc_int32_t mark)
{
    if (p->count < (int)(sizeof p->marks / sizeof *p->marks))
        p->marks[p->count++] = mark;
    p->above |= utf8proc_get_property(mark)->combining_class == ABOVE;
}

/* Whether one can see the next character of a text. */
static bool is_seen(utf8proc_int32_t code, struct pile *p)
{
    if (code == ' ')
        return false;
    if (!is_mark(utf8proc_get_property(code)))
        *p = (struct pile){.letter = code};
    else if (is_covered(p, code))
        return false;
    else
        pile_add(p, code);
    return true;
}

/* Removes the spaces, which may be as thin as a hair, and the marks that are covered. The text is
 * decomposed. */
static void remove_unseen(char *text)
{
    size_t length = strlen(text), kept = 0;
    struct pile pile = {0};
    for (size_t i = 0; i < length;) {
        utf8proc_int32_t code;
        size_t bytes = (size_t)utf8proc_iterate((const utf8proc_uint8_t *)text + i,
                                                (utf8proc_ssize_t)(length - i), &code);
        if (is_seen(code, &pile)) {
            memmove(text + kept, text + i, bytes);
            kept += bytes;
        }
        i += bytes;
    }
    text[kept] = '\0';
}

/* Replaces all characters by the usual ones that look like them. */
static bool simplify(char text[LOOK_BYTES])
{
    char simple[LOOK_BYTES];
    UErrorCode error = U_ZERO_ERROR;
    uspoof_getSkeletonUTF8(checker_of(), 0, text, -1, simple, sizeof simple, &error);
    if (error != U_ZERO_ERROR)
        return false;
    remove_unseen(simple);
    return transform(simple, same_form, text, LOOK_BYTES);
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
    return LOOK_RULES * RELEASES + U_ICU_VERSION_MAJOR_NUM;
}
