/* Whole files: read them, and replace them so that nothing is lost. */
#include "cli/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"

char *file_read(const char *path, int *length)
{
    FILE *f = fopen(path, "rb");
    char *text = malloc(FILE_MAX_BYTES + 1);
    if (!f || !text) {
        wrong("%s: %s", path, strerror(errno));
        free(text);
        if (f)
            fclose(f);
        return NULL;
    }
    size_t size = fread(text, 1, FILE_MAX_BYTES + 1, f);
    bool failed = ferror(f) != 0;
    fclose(f);
    if (failed || size > FILE_MAX_BYTES) {
        wrong(failed ? "%s: cannot be read" : "%s: too large (the limit is 4 MiB)", path);
        free(text);
        return NULL;
    }
    text[size] = '\0';
    *length = (int)size;
    return text;
}

static bool write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, text, length);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return fsync(fd) == 0;
}

/* A new file name is safe only when its directory is on the disk, too. */
static void sync_directory(const char *path)
{
    const char *slash = strrchr(path, '/');
    char directory[PATH_BYTES] = ".";
    if (slash)
        snprintf(directory, sizeof directory, "%.*s", (int)(slash - path) + 1, path);
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

static int open_fresh(const char *path, bool secret, char fresh[PATH_BYTES])
{
    for (int i = 0;; i++) {
        uint32_t number;
        if (getrandom(&number, sizeof number, 0) != sizeof number)
            return -1;
        snprintf(fresh, PATH_BYTES, "%s.%06x", path, number & 0xffffff);
        int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, secret ? 0600 : 0666);
        if (fd >= 0 || errno != EEXIST || i > 100)
            return fd;
    }
}

/* A device or a pipe must not be replaced by a file. */
static bool replaceable(const char *path)
{
    struct stat found;
    return stat(path, &found) != 0 || S_ISREG(found.st_mode);
}

bool file_write(const char *path, const char *text, enum file_flags flags)
{
    char fresh[PATH_BYTES];
    if (!replaceable(path)) {
        wrong("%s is not a regular file", path);
        return false;
    }
    int fd = open_fresh(path, flags & FILE_SECRET, fresh);
    bool good = fd >= 0 && write_all(fd, text, strlen(text));
    if (good && flags & FILE_NEW)
        good = link(fresh, path) == 0;
    else if (good)
        good = rename(fresh, path) == 0;
    if (!good)
        wrong("%s: %s", path, strerror(errno));
    if (fd >= 0 && (!good || flags & FILE_NEW))
        unlink(fresh);
    if (fd >= 0)
        close(fd);
    if (good)
        sync_directory(path);
    return good;
}
