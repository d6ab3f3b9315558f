/* tenka backup and tenka restore: the whole store as one file. */
#include "server/backup.h"
#include "server/store_jobs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/store_option.h"

/* What the two commands are told. */
struct backup_request {
    const char *store, *directory, *file;
    char store_text[PATH_BYTES];
};

static int read_request(const struct command *c, struct backup_request *r, int count,
                        char **arguments)
{
    const struct flag flags[] = {
        {"store", FLAG_TEXT, &r->store, 0, 0}, {"data", FLAG_TEXT, &r->directory, 0, 0}, {0}};
    count = flags_read(c, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count != 1)
        return usage_error(c, count ? "expected one file, found '%s', too" : "expected a file%s",
                           count ? arguments[1] : "");
    if (r->store && r->directory)
        return usage_error(c, "expected --store or --data, found both");
    r->file = arguments[0];
    if (r->store)
        return 0;
    r->directory = r->directory ? r->directory : DEFAULT_DATA;
    r->store = r->store_text;
    return store_in(r->directory, r->store_text) ? 0 : EXIT_WRONG;
}

static int backup_run(int count, char **arguments)
{
    struct backup_request r = {0};
    char reason[1024];
    struct out error;
    int code = read_request(&backup_command, &r, count, arguments);
    if (code)
        return code;
    out_init(&error, reason, sizeof reason);
    int64_t rows = backup_write(r.store, r.file, &error);
    if (rows < 0)
        return wrong("no backup of the store '%s' was made: %s", store_shown(r.store), reason);
    printf("%s contains the whole store (%" PRId64 " rows)\n", r.file, rows);
    return 0;
}

static int restore_run(int count, char **arguments)
{
    struct backup_request r = {0};
    char reason[1024];
    struct out error;
    bool made = false;
    int code = read_request(&restore_command, &r, count, arguments);
    if (code)
        return code;
    if (r.store == r.store_text && !store_make_directory(r.directory, &made))
        return EXIT_WRONG;
    out_init(&error, reason, sizeof reason);
    int64_t rows = backup_restore(r.file, r.store, &error);
    if (rows >= 0) {
        printf("the store now contains everything in %s (%" PRId64 " rows)\n", r.file, rows);
        return 0;
    }
    if (made)
        rmdir(r.directory); /* succeeds only if it is empty */
    return wrong("nothing was restored into the store '%s': %s", store_shown(r.store), reason);
}

const struct command backup_command = {
    .name = "backup",
    .about = "save the store of a server in a file, while it runs",
    .help =
        "Usage: tenka backup [--store STORE | --data DIR] FILE\n\n"
        "Writes everything that the store of a server contains into one file, as it is at this\n"
        "moment, while the server runs. The file appears when it is complete; an older one of\n"
        "the same name is replaced. Only you can read it: it contains secrets.\n\n"
        "  --store STORE    sqlite:FILE or postgres://..., as for 'tenka serve'\n"
        "  --data DIR       the directory of tenka.db (default " DEFAULT_DATA ")\n\n"
        "'tenka restore' restores it, into SQLite or PostgreSQL.\n",
    .run = backup_run,
};

const struct command restore_command = {
    .name = "restore",
    .about = "restore a store from a backup",
    .help = "Usage: tenka restore [--store STORE | --data DIR] FILE\n\n"
            "Copies a file that 'tenka backup' has written into a store that is empty or does not\n"
            "exist yet, while no server uses it. The file and the store may be from different\n"
            "kinds of databases: so a service moves from SQLite to PostgreSQL, and back.\n\n"
            "  --store STORE    sqlite:FILE or postgres://..., as for 'tenka serve'\n"
            "  --data DIR       the directory of tenka.db (default " DEFAULT_DATA ")\n",
    .run = restore_run,
};
