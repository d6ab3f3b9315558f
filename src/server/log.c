/* Logs on stderr. */
#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

static enum log_level most = LOG_INFO;

void log_set_level(enum log_level level)
{
    most = level;
}

void log_line(enum log_level level, const char *what, const char *format, ...)
{
    static const char *const names[] = {
        [LOG_ERROR] = "error", [LOG_INFO] = "info", [LOG_DEBUG] = "debug"};
    char line[1024], stamp[32];
    struct timespec now;
    struct tm utc;
    va_list arguments;
    if (level > most)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    fprintf(stderr, "%s.%03ldZ level=%s event=%s%s%s\n", stamp, now.tv_nsec / 1000000, names[level],
            what, *line ? " " : "", line);
}
