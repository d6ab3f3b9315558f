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

/* The file that --config names. It is read before the other options, which override it. */
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

/* Writes 'sqlite:DIRECTORY/tenka.db', and creates the directory if it is missing. */
static bool default_store(const char *directory, char store[PATH_BYTES], bool *made)
{
    struct out o;
    *made = mkdir(directory, 0700) == 0;
    if (!*made && errno != EEXIST) {
        wrong("cannot create the directory '%s' for the store: %s", directory, strerror(errno));
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
        return wrong("%s: 'config' can be given only on the command line", file);
    count = flags_read(&serve_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count > 0)
        return usage_error(&serve_command, "expected no argument, found '%s'", arguments[0]);
    if (!o.certificate != !o.key)
        return usage_error(&serve_command,
                           "--tls-certificate and --tls-key must be given together");
    if (!o.store) {
        if (!default_store(directory, store, &made))
            return EXIT_WRONG;
        o.store = store;
    }
    out_init(&error, message, sizeof message);
    if (server_run(&o, &error) == 0)
        return 0;
    if (made)
        rmdir(directory); /* succeeds only if it is empty: a server that did not start leaves
                             nothing behind */
    return wrong("%s", message);
}

const struct command serve_command = {
    .name = "serve",
    .about = "serve tables to browsers and programs",
    .help =
        "Usage: tenka serve [--listen ADDRESS:PORT] [--store sqlite:FILE|postgres://...]\n"
        "       [--data DIR] [--config FILE] [OTHER OPTIONS]\n\n"
        "Serves tables at which people and bots play, until SIGTERM or Ctrl-C. Nothing that the\n"
        "server has acknowledged is ever lost.\n\n"
        "  --listen ADDRESS:PORT    where to listen (default 127.0.0.1:8600); 0.0.0.0:8600 for\n"
        "                           all addresses, [::1]:8600 for IPv6\n"
        "  --store STORE            sqlite:FILE, or postgres://..., which several servers can\n"
        "                           share\n"
        "  --data DIR               the directory of tenka.db if --store is not given (default\n"
        "                           tenka-data)\n"
        "  --config FILE            read options from a file, one line 'name = value' for each,\n"
        "                           with 'yes' for options that take no value here; the command\n"
        "                           line overrides the file\n"
        "  --tls-certificate FILE, --tls-key FILE\n"
        "                           PEM files, to serve with TLS\n"
        "  --origins 'URL URL'      other sites whose pages may connect, such as\n"
        "                           https://example.org\n"
        "  --proxied                the server is behind a proxy, which sends the addresses of\n"
        "                           clients in X-Forwarded-For\n"
        "  --threads N              threads for bots and passwords (default: one for each core)\n"
        "  --bot-ms N               milliseconds that a bot takes for a move (default 700)\n"
        "  --grace-ms N             with a shared store: milliseconds after which a server takes\n"
        "                           over what another one should have done (default 3000)\n"
        "  --waiting-hours N        hours after which a table closes if nobody comes (default 24)\n"
        "  --tables-per-player N    how many open tables a player may have (default 20)\n"
        "  --rate N                 messages per second from one connection (default 20; 0 for\n"
        "                           no limit)\n"
        "  --per-address N          connections from one address at a time, and new ones per\n"
        "                           second (default 64; 0 for no limit)\n"
        "  --silent-ms N            milliseconds after which a silent connection is pinged\n"
        "                           (default 30000); it is closed after twice this time\n"
        "  --debug                  log more\n\n"
        "docs/PROTOCOL.md describes how programs talk to the server. /healthz tells whether the\n"
        "server works, /metrics has its counters.\n",
    .run = serve_run,
};
