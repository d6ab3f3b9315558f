/* Backups: the whole store as one SQLite file, which can be used as a store itself, or be restored
 * into an empty store of either kind. */
#ifndef TENKA_BACKUP_H
#define TENKA_BACKUP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/out.h"

/* Copies the store into the file as it is at this moment, while servers may be running. The file
 * gets its name when it is complete and on the disk; one that had this name before is replaced.
 * Returns the number of rows; -1, with the reason, if it failed: then nothing has changed, unless
 * only the directory could not be written to the disk. */
int64_t backup_write(const char *store, const char *path, struct out *error);

/* Copies the file into the store, which must be empty. Returns the same. */
int64_t backup_restore(const char *path, const char *store, struct out *error);

#endif
