/* Files that are part of the program. */
#ifndef TENKA_FILE_H
#define TENKA_FILE_H

#include <stddef.h>

struct file {
    const char *name;
    const unsigned char *bytes; /* followed by a NUL */
    size_t length;
};

#endif
