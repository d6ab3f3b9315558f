/* Matches on disk: the record that anybody may see, and while the match is not over beside it the
 * secret file with everything, for its owner alone. */
#ifndef TENKA_MATCH_FILE_H
#define TENKA_MATCH_FILE_H

#include "cli/file.h"
#include "match/match.h"

/* Where a match is kept. */
struct match_file {
    char record[PATH_BYTES], secret[PATH_BYTES];
};

/* The match of a record file, with the secret in it or beside it; NULL after printing what is
 * wrong. */
struct match *match_file_load(const char *path);

/* Names the files; false after printing why that cannot be. */
bool match_file_name(struct match_file *k, const char *record);

/* Names files that do not exist yet, in the user's data directory. */
bool match_file_choose(struct match_file *k, const struct match *m);

/* Whether the secret file is there: the match is not over, or its record was not finished. */
bool match_file_has_secret(const struct match_file *k);

/* Writes the match for the first time: to new files unless it is resumed; nothing is left behind
 * after a failure. Then after every move. False after printing why not. */
bool match_file_begin(const struct match_file *k, struct match *m, bool resumed);
bool match_file_save(const struct match_file *k, struct match *m);

#endif
