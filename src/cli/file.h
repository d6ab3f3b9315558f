/* Whole files. */
#ifndef TENKA_CLI_FILE_H
#define TENKA_CLI_FILE_H

#include <stdbool.h>

/* The longest path, and the largest file that is read or written. */
enum { PATH_BYTES = 4096, FILE_MAX_BYTES = 4 << 20 };

/* A whole file; NULL after printing why not. Freed by the caller. */
char *file_read(const char *path, int *length);

/* Replaces the file atomically: whatever happens, it has either the old or the new text.
 * FILE_SECRET makes it readable for its owner only; FILE_NEW fails if it already exists. False
 * after printing why not. */
enum file_flags { FILE_PLAIN = 0, FILE_SECRET = 1, FILE_NEW = 2 };
bool file_write(const char *path, const char *text, enum file_flags flags);

#endif
