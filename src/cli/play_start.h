/* The start of tenka play. */
#ifndef TENKA_PLAY_START_H
#define TENKA_PLAY_START_H

#include "cli/play.h"

/* Reads the command line and sets up the match. Returns 0, or an exit code after printing what is
 * wrong. The caller frees the match in both cases. */
int session_begin(struct play *s, int count, char **arguments);

#endif
