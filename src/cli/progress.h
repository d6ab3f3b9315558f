/* Progress of what takes long. */
#ifndef TENKA_PROGRESS_H
#define TENKA_PROGRESS_H

/* Progress on stderr, from the third second on, if it is a terminal. */
void progress(const char *what, double done);
void progress_wipe(void); /* before printing something else */
void progress_end(void);  /* what comes next is another matter */
double seconds(void);

#endif
