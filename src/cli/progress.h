/* Progress of long tasks. */
#ifndef TENKA_PROGRESS_H
#define TENKA_PROGRESS_H

/* Shows progress on stderr after two seconds, if stderr is a terminal. `done` goes from 0 to 1. */
void progress(const char *what, double done);
void progress_wipe(void); /* call it before printing something else */
void progress_end(void);  /* the task is finished; the next call begins a new one */
double seconds(void);

#endif
