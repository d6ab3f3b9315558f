/* Progress lines with an estimate of the time that is left. */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "bots/clock.h"

double seconds(void)
{
    return 1e-9 * (double)clock_ns();
}

static double progress_start, progress_last;

void progress(const char *what, double done)
{
    double now = seconds();
    if (progress_start == 0)
        progress_start = now;
    if (now - progress_start < 2 || now - progress_last < 0.2 || !isatty(STDERR_FILENO))
        return;
    progress_last = now;
    double left = done > 0 ? (now - progress_start) * (1 - done) / done : 0;
    fprintf(stderr, "\r%s: %3.0f %%, about %.0f s left   ", what, 100 * done, left);
    fflush(stderr);
}

void progress_wipe(void)
{
    if (progress_last > 0)
        fprintf(stderr, "\r%*s\r", 60, "");
    progress_last = 0;
}

void progress_end(void)
{
    progress_wipe();
    progress_start = 0;
}
