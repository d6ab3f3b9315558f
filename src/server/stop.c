/* Ending in a bounded time. What the server has acknowledged is on disk, so nothing is lost if a
 * thread that hangs, at the database or in the loop, is not waited for. */
#include "server/stop.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/log.h"

enum { PATIENCE_SECONDS = 12, LOG_SECONDS = 2 };

volatile sig_atomic_t stop_told;
static void (*stop_wake)(void);
static sem_t told;

static void handle(int signal)
{
    int error = errno;
    (void)signal;
    if (!stop_told) { /* later the loop may be gone */
        stop_told = 1;
        sem_post(&told);
        stop_wake();
    }
    errno = error;
}

static void *watch(void *context)
{
    while (sem_wait(&told) != 0)
        ;
    for (unsigned left = PATIENCE_SECONDS; left > 0;)
        left = sleep(left);
    signal(SIGALRM, SIG_DFL);
    alarm(LOG_SECONDS); /* if even the log hangs */
    log_line(LOG_ERROR, "stop-forced", "seconds=%d", PATIENCE_SECONDS);
    _exit(1);
    return context;
}

static void start_watch(void)
{
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all); /* signals are for the other threads */
    sigdelset(&all, SIGALRM);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (sem_init(&told, 0, 0) != 0 || pthread_create(&thread, NULL, watch, NULL) != 0)
        abort();
    pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void stop_begin(void (*wake)(void))
{
    struct sigaction action = {.sa_handler = handle};
    stop_wake = wake;
    start_watch();
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}
