/* How tenka play begins. */
#ifndef TENKA_PLAY_START_H
#define TENKA_PLAY_START_H

#include "cli/play.h"

/* Reads the command line and sets the table; 0, or an exit code after printing what is wrong. The
 * match is freed by the caller in either case. */
int session_begin(struct play *s, int count, char **arguments);

#endif
