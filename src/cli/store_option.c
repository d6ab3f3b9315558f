/* The store that --data names. */
#include "cli/store_option.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "core/out.h"

bool store_in(const char *directory, char store[PATH_BYTES])
{
    struct out o;
    out_init(&o, store, PATH_BYTES);
    out_format(&o, "sqlite:%s/tenka.db", directory);
    if (o.overflow)
        wrong("the name of the directory '%s' is too long", directory);
    return !o.overflow;
}

bool store_make_directory(const char *directory, bool *made)
{
    *made = mkdir(directory, 0700) == 0;
    if (*made || errno == EEXIST)
        return true;
    wrong("cannot create the directory '%s' for the store: %s", directory, strerror(errno));
    return false;
}
