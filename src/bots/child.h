/* A child process: a shell command and everything that it starts, connected by three pipes. */
#ifndef TENKA_CHILD_H
#define TENKA_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "core/out.h"

enum { CHILD_MOMENT_MS = 1000 }; /* how long to wait for a child that should end by itself */

struct child {
    pid_t pid;            /* the leader of its process group; 0 if it is not running */
    int input;            /* its stdin, to write to; -1 if closed */
    int output, messages; /* its stdout and stderr, to read from */
};

/* Starts the command. All three pipes are non-blocking on this side, and no other child inherits
 * them. If it cannot be started: false, with errno set and nothing left behind. */
bool child_start(struct child *c, const char *command);

/* Like write, but a pipe that nobody reads is an error (EPIPE) and never raises SIGPIPE. */
ssize_t child_write(const struct child *c, const char *text, size_t length);

/* Waits up to CHILD_MOMENT_MS for the child to end by itself, and writes how it ended: 'it ended
 * with exit code 1'. False if it is still running. */
bool child_ended(const struct child *c, struct out *how);

/* Closes the pipes and kills the child with its process group, so that none of its processes is
 * left. With patience it first has up to CHILD_MOMENT_MS to end by itself. */
void child_stop(struct child *c, bool patience);

/* Kills all children at once. For signal handlers that end the program: it is async-signal-safe. */
void programs_kill(void);

#endif
