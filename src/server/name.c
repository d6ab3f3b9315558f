/* Names, checked by the Unicode properties of their characters. */
#include "server/name.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum {
    JOINER = 0x200d,
    EMPTY_PATTERN = 0x2800, /* a symbol by its category, but it looks like a space */
    VIRAMA = 9,             /* the combining class of signs that join letters of Indic scripts */
    MARKS_MAX = 3,          /* on one character; more of them would cover the lines above */
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
    return transform(text, UTF8PROC_COMPOSE, name, PLAYER_NAME_BYTES) && is_good(name);
}

struct name_key name_key(const char *name)
{
    struct name_key key = {0};
    const utf8proc_option_t same = UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                   UTF8PROC_IGNORE;
    if (!transform(name, same, key.text, sizeof key.text))
        key.text[0] = '\0';
    return key;
}
