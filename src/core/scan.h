/* The bounded reader for text from people, files and the network. It reads line by line and word by
 * word and knows the place of everything it reads, so that an error can name file, line, column and
 * what was expected. */
#ifndef TENKA_SCAN_H
#define TENKA_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "core/out.h"

/* A piece of the text; not NUL-terminated. */
struct slice {
    const char *at;
    int length;
};

/* The two arguments of '%.*s' for a word. Long words are cut to fit into a message. */
#define SLICE(w) ((w).length < 40 ? (w).length : 40), (w).at

struct scan {
    const char *file; /* the name of the text in errors; NULL: errors do not name a place */
    const char *text; /* where the current line starts */
    const char *at;   /* the next character of the current line */
    const char *stop; /* the end of the current line */
    const char *end;  /* the end of the whole text */
    int line;         /* from 1; 0 before the first scan_line */
    struct out *error;
    bool failed;
};

/* Starts reading the text. Errors are written to `error`; only the first one is kept. */
void scan_init(struct scan *s, const char *file, struct slice text, struct out *error);

/* Starts reading a text that is a single line; scan_line is not needed. */
void scan_init_line(struct scan *s, const char *file, struct slice text, struct out *error);

/* Goes to the next line that has more than spaces and a '#' comment. False at the end of the text
 * or after a failure. */
bool scan_line(struct scan *s);

/* Reads the next word of the line; its length is 0 at the end of the line. Words are separated by
 * spaces or tabs. A ':' also ends a word and is part of it. */
struct slice scan_word(struct scan *s);

/* The next word, without reading past it. */
struct slice scan_peek(struct scan *s);

/* Reads what is left of the line, without spaces at either end. */
struct slice scan_rest(struct scan *s);

/* Splits what is left of the line at its commas: `item` becomes a scan of the next piece, with the
 * same places and errors. False if nothing is left. */
bool scan_item(struct scan *s, struct scan *item);

/* Reads past the word if it comes next; returns whether it did. */
bool scan_accept(struct scan *s, const char *word);

/* Writes 'file:line:column: message' with the place of the word (of the reader, if `place.at` is
 * NULL), unless an error was written before. Returns false. */
bool scan_fail(struct scan *s, struct slice place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fails if anything is left of the line. */
bool scan_line_end(struct scan *s);

bool slice_is(struct slice w, const char *text);

static inline struct slice slice_of(const char *text)
{
    return (struct slice){text, (int)strlen(text)};
}

/* Splits the word at the first mark: returns the part before it (all of it if there is none) and
 * leaves the part after it in `w`. */
struct slice slice_cut(struct slice *w, char mark);

/* Reads a decimal number from 0 to `most`; false if the word is anything else. */
bool slice_number(struct slice w, int most, int *number);

#endif
