/* Logs: a line for each event on stderr, 'time level what key=value...'. Nobody's cards, secrets,
 * tokens, passwords or words are written. */
#ifndef TENKA_LOG_H
#define TENKA_LOG_H

enum log_level { LOG_ERROR, LOG_INFO, LOG_DEBUG };

void log_set_level(enum log_level level);

/* `what` is a word or a short sentence; the rest 'key=value' pairs as printf writes them. */
void log_line(enum log_level level, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
