/* tenka serve: the table server. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/file.h"
#include "server/server.h"

/* The file that --config names, before anything else is read. */
static const char *config_path(int count, char **arguments)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(arguments[i], "--config") == 0)
            return i + 1 < count ? arguments[i + 1] : NULL;
        if (strncmp(arguments[i], "--config=", 9) == 0)
            return arguments[i] + 9;
    }
    return NULL;
}

/* 'sqlite:DIRECTORY/tenka.db', the directory made if it is missing. */
static bool default_store(const char *directory, char store[PATH_BYTES], bool *made)
{
    struct out o;
    *made = mkdir(directory, 0700) == 0;
    if (!*made && errno != EEXIST) {
        wrong("the directory '%s' for the store cannot be made: %s", directory, strerror(errno));
        return false;
    }
    out_init(&o, store, PATH_BYTES);
    out_format(&o, "sqlite:%s/tenka.db", directory);
    return !o.overflow;
}

static int serve_run(int count, char **arguments)
{
    struct server_options o = {
        .listen = "127.0.0.1:8600",
        .threads = (int)sysconf(_SC_NPROCESSORS_ONLN),
        .bot_ms = 700,
        .grace_ms = 3000,
        .waiting_hours = 24,
        .tables_max = 20,
        .rate = 20,
        .silent_ms = 30000,
        .per_address = 64,
    };
    const char *config = NULL, *directory = "tenka-data";
    const struct flag flags[] = {{"listen", FLAG_TEXT, &o.listen, 0, 0},
                                 {"store", FLAG_TEXT, &o.store, 0, 0},
                                 {"data", FLAG_TEXT, &directory, 0, 0},
                                 {"config", FLAG_TEXT, &config, 0, 0},
                                 {"tls-certificate", FLAG_TEXT, &o.certificate, 0, 0},
                                 {"tls-key", FLAG_TEXT, &o.key, 0, 0},
                                 {"origins", FLAG_TEXT, &o.origins, 0, 0},
                                 {"proxied", FLAG_YES, &o.proxied, 0, 0},
                                 {"threads", FLAG_NUMBER, &o.threads, 1, 64},
                                 {"bot-ms", FLAG_NUMBER, &o.bot_ms, 0, 60000},
                                 {"grace-ms", FLAG_NUMBER, &o.grace_ms, 100, 600000},
                                 {"waiting-hours", FLAG_NUMBER, &o.waiting_hours, 1, 8760},
                                 {"tables-per-player", FLAG_NUMBER, &o.tables_max, 1, 1000000},
                                 {"rate", FLAG_NUMBER, &o.rate, 0, 1000000},
                                 {"per-address", FLAG_NUMBER, &o.per_address, 0, 1000000},
                                 {"silent-ms", FLAG_NUMBER, &o.silent_ms, 100, 3600000},
                                 {"debug", FLAG_YES, &o.debug, 0, 0},
                                 {0}};
    char store[PATH_BYTES], message[1024];
    struct out error;
    bool made = false;
    const char *file = config_path(count, arguments);
    if (file && !flags_read_file(flags, file))
        return EXIT_WRONG;
    if (config)
        return wrong("%s: 'config' is for the command line only", file);
    count = flags_read(&serve_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count > 0)
        return usage_error(&serve_command, "expected no argument, found '%s'", arguments[0]);
    if (!o.certificate != !o.key)
        return usage_error(&serve_command, "--tls-certificate and --tls-key go together");
    if (!o.store) {
        if (!default_store(directory, store, &made))
            return EXIT_WRONG;
        o.store = store;
    }
    out_init(&error, message, sizeof message);
    if (server_run(&o, &error) == 0)
        return 0;
    if (made)
        rmdir(directory); /* if nothing is in it: then nothing has changed */
    return wrong("%s", message);
}

const struct command serve_command = {
    .name = "serve",
    .about = "serve tables to browsers and programs",
    .help =
        "Usage: tenka serve [--listen ADDRESS:PORT] [--store sqlite:FILE|postgres://...] [--data "
        "DIR] "
        "[--config FILE] ...\n\n"
        "Serves tables at which people and bots play, until SIGTERM. Nothing that was acknowledged "
        "is "
        "ever lost.\n\n"
        "  --listen ADDRESS:PORT    where to listen, 127.0.0.1:8600 by default; 0.0.0.0 for every "
        "address,\n                           [::1]:8600 for IPv6\n"
        "  --store STORE            sqlite:FILE, or postgres://... which several servers may "
        "share\n"
        "  --data DIR               where tenka.db lies if no store is named: tenka-data by "
        "default\n"
        "  --config FILE            options from a file, a line 'name = value' for each, 'yes' "
        "for those\n                           without a value; the command line goes before it\n"
        "  --tls-certificate FILE, --tls-key FILE\n"
        "                           PEM files, to speak TLS\n"
        "  --origins 'URL URL'      pages of other sites that may connect, like "
        "https://example.org\n"
        "  --proxied                addresses are told by a proxy in front, in X-Forwarded-For\n"
        "  --threads N              for bots and passwords, one for each core by default\n"
        "  --bot-ms N               how long bots take for a move: 700\n"
        "  --grace-ms N             with a shared store: after which a server does what another "
        "one "
        "should have\n                           done: 3000\n"
        "  --waiting-hours N        after which a table closes to which nobody comes: 24\n"
        "  --tables-per-player N    that one may have open: 20\n"
        "  --rate N                 messages a second from a connection: 20; 0 for any number\n"
        "  --per-address N          connections from an address at a time, and new ones a second: "
        "64; "
        "0 for any\n                           number\n"
        "  --silent-ms N            after which a silent connection is asked whether it is there: "
        "30000; after\n                           twice that it is gone\n"
        "  --debug                  log more\n\n"
        "docs/PROTOCOL.md says how to talk to it. /healthz tells whether it is well, /metrics "
        "counts what it "
        "does.\n",
    .run = serve_run,
};
