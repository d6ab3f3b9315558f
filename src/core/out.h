/* The bounded writer: all text goes through it. Text that does not fit is dropped and `overflow` is
 * set, so a caller checks once at the end instead of after every piece. */
#ifndef TENKA_OUT_H
#define TENKA_OUT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a piece of text means to a reader. Only a terminal with colours shows it. */
enum style {
    STYLE_PLAIN,
    STYLE_STRONG,
    STYLE_FAINT,
    STYLE_YOU,
    STYLE_DANGER,
    STYLE_GOLD,
    STYLE_SECRET
};

/* A space at which a line must not be broken. Terminals show it as a space. */
#define NO_BREAK "\x1f"

struct catalog;

struct out {
    char *text; /* always ends with a NUL */
    size_t size, used;
    bool overflow;
    bool colour;                   /* styles become terminal codes */
    bool marks;                    /* seats and terms are marked, for readers that show them */
    bool spaced;                   /* JSON has a space after commas and colons */
    const struct catalog *catalog; /* the reader's language; NULL: English */
    struct out *whole;             /* the text that this is a piece of: if the piece overflows, so
                                    * does the whole; or NULL */
};

void out_init(struct out *o, char *buffer, size_t size);

/* For a piece of text that will become part of `whole`: with the same language, marks and colours.
 * If the piece overflows, `whole` counts as overflowed, too. */
void out_init_piece(struct out *o, char *buffer, size_t size, struct out *whole);
void out_clear(struct out *o);
void out_char(struct out *o, char c);
void out_text(struct out *o, const char *text);
void out_integer(struct out *o, int64_t number);
void out_format(struct out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
void out_format_list(struct out *o, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void out_style(struct out *o, enum style style);
void out_styled(struct out *o, enum style style, const char *text);

/* The length of the first line of the text, including its newline if it has one. */
size_t line_length(const char *text);

/* A JSON string with its quotes. */
void out_json_string(struct out *o, const char *text);

#endif
