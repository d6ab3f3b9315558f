/* Matches on disk. A match has a record, which anybody may see. Until the match is over, there is
 * also a secret file beside it with everything, which only its owner can read. */
#ifndef TENKA_MATCH_FILE_H
#define TENKA_MATCH_FILE_H

#include "cli/file.h"
#include "match/match.h"

/* The paths of the two files of a match. */
struct match_file {
    char record[PATH_BYTES], secret[PATH_BYTES];
};

/* The match of a record file, with the secret in it or beside it; NULL after printing what is
 * wrong. */
struct match *match_file_load(const char *path);

/* Sets the paths of the files; false after printing why that is not possible. */
bool match_file_name(struct match_file *k, const char *record);

/* Sets the paths of files that do not exist yet, in the user's data directory. False after printing
 * why that is not possible. */
bool match_file_choose(struct match_file *k, const struct match *m);

/* Whether the secret file exists: the match is not over, or its record was not completed. */
bool match_file_has_secret(const struct match_file *k);

/* match_file_begin writes the match for the first time, to new files unless it is resumed; after a
 * failure it leaves nothing behind. match_file_save is for every later move. Both return false
 * after printing why they failed. */
bool match_file_begin(const struct match_file *k, struct match *m, bool resumed);
bool match_file_save(const struct match_file *k, struct match *m);

#endif
