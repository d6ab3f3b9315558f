/* The store that --data names. */
#ifndef TENKA_STORE_OPTION_H
#define TENKA_STORE_OPTION_H

#include <stdbool.h>

#include "cli/file.h"

/* Where the store is if neither --store nor --data is given. */
#define DEFAULT_DATA "tenka-data"

/* Writes 'sqlite:DIRECTORY/tenka.db'. False, after printing why, if that is too long. */
bool store_in(const char *directory, char store[PATH_BYTES]);

/* Creates the directory if it is missing; `made` tells whether it was. False after printing why it
 * cannot be created. */
bool store_make_directory(const char *directory, bool *made);

#endif
