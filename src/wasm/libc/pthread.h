/* Threads, for a C library without them: none can be created, so a search runs all its trees one
 * after the other. */
#ifndef TENKA_PTHREAD_H
#define TENKA_PTHREAD_H

#include <errno.h>
#include <sys/types.h>

struct no_thread {
    char none;
};
#define pthread_t struct no_thread
#define pthread_create(thread, attributes, run, argument) \
    ((void)(thread), (void)(attributes), (void)(run), (void)(argument), EAGAIN)
#define pthread_join(thread, result) ((void)(thread), (void)(result))

#endif
