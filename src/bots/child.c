/* Child processes. They are started with posix_spawn, because the arena has threads and a fork
 * there is not safe. */
#include "bots/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bots/clock.h"

enum { PIPES = 3, STEP_MS = 2, CHILDREN_MAX = 4096 };

/* The children that are running, so that a signal handler can kill them. */
static pid_t running[CHILDREN_MAX];

/* Replaces the old pid by the new one; 0 stands for a free place. */
static void running_change(pid_t old, pid_t new)
{
    for (int i = 0; i < CHILDREN_MAX; i++) {
        pid_t expected = old;
        if (__atomic_compare_exchange_n(&running[i], &expected, new, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return;
    }
}

void programs_kill(void)
{
    for (int i = 0; i < CHILDREN_MAX; i++) {
        pid_t pid = __atomic_load_n(&running[i], __ATOMIC_RELAXED);
        if (pid)
            kill(-pid, SIGKILL);
    }
}

static void close_all(int count, const int fds[])
{
    for (int i = 0; i < count; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

/* Pipes for stdin, stdout and stderr. If one cannot be created, all are closed. */
static bool open_pipes(int ours[PIPES], int theirs[PIPES])
{
    for (int i = 0; i < PIPES; i++) {
        int ends[2], mine = i == STDIN_FILENO;
        if (pipe2(ends, O_CLOEXEC) != 0) {
            close_all(i, ours);
            close_all(i, theirs);
            return false;
        }
        ours[i] = ends[mine];
        theirs[i] = ends[!mine];
        fcntl(ours[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

/* Starts the command in a new process group, with no signal blocked or ignored. */
static int spawn(pid_t *pid, const char *command, const int theirs[PIPES])
{
    char *const arguments[] = {(char[]){"sh"}, (char[]){"-c"}, (char *)command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int i = 0; i < PIPES; i++)
        posix_spawn_file_actions_adddup2(&actions, theirs[i], i);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    int error = posix_spawn(pid, "/bin/sh", &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

bool child_start(struct child *c, const char *command)
{
    int ours[PIPES], theirs[PIPES];
    if (!open_pipes(ours, theirs))
        return false;
    int error = spawn(&c->pid, command, theirs);
    close_all(PIPES, theirs);
    if (error) {
        close_all(PIPES, ours);
        *c = (struct child){.input = -1, .output = -1, .messages = -1};
        errno = error;
        return false;
    }
    c->input = ours[STDIN_FILENO];
    c->output = ours[STDOUT_FILENO];
    c->messages = ours[STDERR_FILENO];
    running_change(0, c->pid);
    return true;
}

/* SIGPIPE goes to the thread that writes. So it is blocked in this thread while writing, and
 * removed if it became pending. */
ssize_t child_write(const struct child *c, const char *text, size_t length)
{
    sigset_t broken, before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t written = write(c->input, text, length);
    int error = errno;
    if (written < 0 && error == EPIPE && !sigismember(&before, SIGPIPE))
        sigtimedwait(&broken, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

/* Waits until the child has ended. It is not reaped yet, so its pid cannot be reused. */
static bool wait_moment(pid_t pid, siginfo_t *info)
{
    int64_t deadline = clock_ms() + CHILD_MOMENT_MS;
    for (;;) {
        info->si_pid = 0;
        if (waitid(P_PID, (id_t)pid, info, WEXITED | WNOHANG | WNOWAIT) == 0 && info->si_pid)
            return true;
        if (clock_ms() >= deadline)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000}, NULL);
    }
}

bool child_ended(const struct child *c, struct out *how)
{
    siginfo_t info;
    if (!wait_moment(c->pid, &info))
        return false;
    if (info.si_code == CLD_EXITED)
        out_format(how, "it ended with exit code %d", info.si_status);
    else
        out_format(how, "it was ended by signal %d (%s)", info.si_status,
                   strsignal(info.si_status));
    return true;
}

void child_stop(struct child *c, bool patience)
{
    siginfo_t info;
    if (!c->pid)
        return;
    close_all(PIPES, (const int[PIPES]){c->input, c->output, c->messages});
    if (patience)
        wait_moment(c->pid, &info);
    kill(-c->pid, SIGKILL);
    running_change(c->pid, 0);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    *c = (struct child){.input = -1, .output = -1, .messages = -1};
}
