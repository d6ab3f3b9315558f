/* The end of the process. */
#ifndef TENKA_STOP_H
#define TENKA_STOP_H

#include <signal.h>

/* Whether SIGTERM or SIGINT has come. */
extern volatile sig_atomic_t stop_told;

/* From now on these signals set stop_told and call `wake`, in the handler. If the process has not
 * ended by itself some seconds later, whatever hangs, it is ended. */
void stop_begin(void (*wake)(void));

#endif
