/* Logs: one line on stderr for each event, 'time level=... event=... key=value...'. They never
 * contain cards, secrets, tokens, passwords or chat. */
#ifndef TENKA_LOG_H
#define TENKA_LOG_H

enum log_level { LOG_ERROR, LOG_INFO, LOG_DEBUG };

void log_set_level(enum log_level level);

/* `what` names the event in one word with hyphens; the rest are 'key=value' pairs as for printf. */
void log_line(enum log_level level, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
