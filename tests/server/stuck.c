/* A disk that hangs: while the file $TENKA_STUCK exists, writing to the disk never ends. Loaded
 * with LD_PRELOAD. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void hang(void)
{
    const char *stuck = getenv("TENKA_STUCK");
    while (stuck && access(stuck, F_OK) == 0)
        sleep(3600);
}

int fdatasync(int fd)
{
    hang();
    return (int)syscall(SYS_fdatasync, fd);
}

int fsync(int fd)
{
    hang();
    return (int)syscall(SYS_fsync, fd);
}
