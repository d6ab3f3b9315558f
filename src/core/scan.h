/* The bounded reader: text from people, files and the network, line by line and word by word, with
 * the place of everything it reads, so that an error can name file, line, column and what was
 * expected. */
#ifndef TENKA_SCAN_H
#define TENKA_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "core/out.h"

/* A piece of the text; not NUL-terminated. */
struct slice {
    const char *at;
    int length;
};

/* The two arguments of a '%.*s' for a word, at most as long as a message can bear. */
#define SLICE(w) ((w).length < 40 ? (w).length : 40), (w).at

struct scan {
    const char *file; /* how errors call it; NULL: errors name no place */
    const char *text; /* where the present line starts */
    const char *at;   /* the next character of the present line */
    const char *stop; /* the end of the present line */
    const char *end;  /* the end of everything */
    int line;         /* from 1; 0 before the first scan_line */
    struct out *error;
    bool failed;
};

/* Reads size bytes of text. Errors are written to `error`: only the first is kept. */
void scan_init(struct scan *s, const char *file, struct slice text, struct out *error);

/* A scan over one line of text that is already at hand. */
void scan_init_line(struct scan *s, const char *file, struct slice text, struct out *error);

/* Steps to the next line that holds more than blanks and a '#' comment. False at the end or after a
 * failure. */
bool scan_line(struct scan *s);

/* The next word of the line; length 0 at its end. Words are parted by blanks; ':' ends a word that
 * it follows. */
struct slice scan_word(struct scan *s);

/* The next word without stepping over it. */
struct slice scan_peek(struct scan *s);

/* What is left of the line, without blanks at either end. */
struct slice scan_rest(struct scan *s);

/* Parts what is left of the line at its commas: the next piece becomes a scan of its own, with the
 * same places and errors. False when nothing is left. */
bool scan_item(struct scan *s, struct scan *item);

/* Steps over the word if it comes next. */
bool scan_accept(struct scan *s, const char *word);

/* Writes 'file:line:column: message' for the place of the word (or of the reader, if it is empty),
 * once; returns false. */
bool scan_fail(struct scan *s, struct slice place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fails unless the line is used up. */
bool scan_line_end(struct scan *s);

bool slice_is(struct slice w, const char *text);

/* A decimal number from 0 to most; false for anything else. */
bool slice_number(struct slice w, int most, int *number);

#endif
