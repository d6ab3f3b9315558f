/* What systemd is told about the server (Type=notify), if it started it. */
#ifndef TENKA_NOTIFY_H
#define TENKA_NOTIFY_H

#include <stdint.h>

/* Tells it the state, like 'READY=1'. Does nothing without $NOTIFY_SOCKET. */
void notify_send(const char *state);

/* How often it expects WATCHDOG=1, in milliseconds; 0: never. */
int64_t notify_interval(void);

#endif
