/* Messages to systemd: datagrams on the unix socket that $NOTIFY_SOCKET names. */
#include "server/notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void notify_send(const char *state)
{
    const char *name = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t length = name ? strlen(name) : 0;
    if (length < 2 || length > sizeof to.sun_path)
        return;
    memcpy(to.sun_path, name, length);
    if (name[0] == '@') /* a name that is not a file */
        to.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    (void)!sendto(fd, state, strlen(state), 0, (const struct sockaddr *)&to, size);
    close(fd);
}

int64_t notify_interval(void)
{
    const char *microseconds = getenv("WATCHDOG_USEC");
    return microseconds ? strtoll(microseconds, NULL, 10) / 1000 : 0;
}
