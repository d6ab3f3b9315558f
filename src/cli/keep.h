/* Matches on disk: the record that anybody may see, and while the match is not over beside it the
 * secret file with everything, for its owner alone. */
#ifndef TENKA_KEEP_H
#define TENKA_KEEP_H

#include "cli/file.h"
#include "match/match.h"

/* Where a match is kept. */
struct keep {
    char record[PATH_BYTES], secret[PATH_BYTES];
};

/* The match of a record file, with the secret in it or beside it; NULL after printing what is
 * wrong. */
struct match *keep_load(const char *path);

/* Names the files; false after printing why that cannot be. */
bool keep_name(struct keep *k, const char *record);

/* Names files that do not exist yet, in the user's data directory. */
bool keep_choose(struct keep *k, const struct match *m);

/* Whether the secret file is there: the match is not over, or its record was not finished. */
bool keep_has_secret(const struct keep *k);

/* Writes the match for the first time: to new files unless it is resumed; nothing is left behind
 * after a failure. Then after every move. False after printing why not. */
bool keep_begin(const struct keep *k, struct match *m, bool resumed);
bool keep_save(const struct keep *k, struct match *m);

#endif
