/* A command of the shell with everything it starts, at the other ends of three pipes. */
#ifndef TENKA_CHILD_H
#define TENKA_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "core/out.h"

enum { CHILD_MOMENT_MS = 1000 }; /* how long a child may take to end when it has reason to */

struct child {
    pid_t pid;            /* the leader of its process group; 0 if it does not run */
    int input;            /* what is written here it reads; -1 if it is closed */
    int output, messages; /* what it writes to stdout and stderr */
};

/* Starts the command; all three ends are non-blocking and no other child has them. False, with
 * errno set and nothing left behind, if it cannot be started. */
bool child_start(struct child *c, const char *command);

/* As write, but a pipe that nobody reads is an error (EPIPE) and no signal. */
ssize_t child_write(const struct child *c, const char *text, size_t length);

/* Waits a moment for the child to end by itself, and writes how it did: 'it ended with exit code
 * 1'. False if it still runs. */
bool child_ended(const struct child *c, struct out *how);

/* Closes the pipes and ends the child with its process group; with patience it has a moment to go
 * by itself. Nothing of it is left. */
void child_stop(struct child *c, bool patience);

/* Ends all children at once; for a signal handler that leaves. */
void programs_kill(void);

#endif
