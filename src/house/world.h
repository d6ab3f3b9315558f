/* The world around the house. The house (tables, sessions, the lobby, accounts) has no clock, no
 * random numbers, no connections, no database and no threads of its own: it reaches all of them
 * through this struct. So the same house serves people on a server, runs inside a page, and is
 * tested in a simulated world that fails on purpose.
 *
 * The house is driven by calls, from one thread: messages of clients (session_receive), finished
 * jobs and tasks (their `done`), news from other nodes (hall_news), and time (hall_tick). Only
 * hall_tick takes the time: call it before the others, too, if time may have passed. */
#ifndef TENKA_WORLD_H
#define TENKA_WORLD_H

#include "house/job.h"
#include "house/task.h"

struct world {
    void *context; /* the first argument of the functions below, except those for links */

    /* The time in milliseconds since any fixed moment. It never goes back. */
    int64_t (*now)(void *context);
    /* The date in milliseconds since 1970, as the machine believes it. */
    int64_t (*date)(void *context);
    /* Fills the bytes with random numbers that nobody can predict. */
    void (*random)(void *context, void *bytes, size_t count);

    /* Does the job and calls its `done`: later, never before this function returns. Jobs may be
     * done in any order, but those of one table are asked for one at a time. */
    void (*store)(void *context, struct job *job);
    /* Has the task run, maybe in another thread, and calls its `done`: later, as above. */
    void (*think)(void *context, struct task *task);

    /* A session's connection: session_next may have a message; the session can take messages
     * again; close it when everything is sent. They only note it: they must not call the house. */
    void (*ready)(void *link);
    void (*resume)(void *link);
    void (*hang_up)(void *link);

    /* Tells the operator of something that must not happen. `what` names it in one word with
     * hyphens; the text consists of 'key=value' pairs. */
    void (*complain)(void *context, const char *what, const char *text);

    bool shared; /* other nodes may use the same store */
};

#endif
