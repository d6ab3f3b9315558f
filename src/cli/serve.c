/* tenka serve: the table server. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/store_option.h"
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

/* Reads the options, from the file that --config names and from the command line. Returns the exit
 * code if they are wrong, else 0. */
static int read_options(struct server_options *o, const char **directory, int count,
                        char **arguments)
{
    const char *config = NULL, *file = config_path(count, arguments);
    const struct flag flags[] = {{"listen", FLAG_TEXT, &o->listen, 0, 0},
                                 {"store", FLAG_TEXT, &o->store, 0, 0},
                                 {"data", FLAG_TEXT, directory, 0, 0},
                                 {"config", FLAG_TEXT, &config, 0, 0},
                                 {"tls-certificate", FLAG_TEXT, &o->certificate, 0, 0},
                                 {"tls-key", FLAG_TEXT, &o->key, 0, 0},
                                 {"origins", FLAG_TEXT, &o->origins, 0, 0},
                                 {"proxied", FLAG_YES, &o->proxied, 0, 0},
                                 {"threads", FLAG_NUMBER, &o->threads, 1, 64},
                                 {"bot-ms", FLAG_NUMBER, &o->bot_ms, 0, 60000},
                                 {"grace-ms", FLAG_NUMBER, &o->grace_ms, 100, 600000},
                                 {"waiting-hours", FLAG_NUMBER, &o->waiting_hours, 1, 8760},
                                 {"idle-minutes", FLAG_NUMBER, &o->idle_minutes, 1, 5256000},
                                 {"tables-per-player", FLAG_NUMBER, &o->tables_max, 1, 1000000},
                                 {"rate", FLAG_NUMBER, &o->rate, 0, 1000000},
                                 {"per-address", FLAG_NUMBER, &o->per_address, 0, 1000000},
                                 {"http-ms", FLAG_NUMBER, &o->http_ms, 100, 3600000},
                                 {"silent-ms", FLAG_NUMBER, &o->silent_ms, 100, 3600000},
                                 {"guest-days", FLAG_NUMBER, &o->keep.guest_days, 0, 36500},
                                 {"keep-days", FLAG_NUMBER, &o->keep.listed_days, 0, 36500},
                                 {"unlisted-days", FLAG_NUMBER, &o->keep.unlisted_days, 0, 36500},
                                 {"debug", FLAG_YES, &o->debug, 0, 0},
                                 {0}};
    if (file && !flags_read_file(flags, file))
        return EXIT_WRONG;
    if (config)
        return wrong("%s: 'config' can be given only on the command line", file);
    count = flags_read(&serve_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count > 0)
        return usage_error(&serve_command, "expected no argument, found '%s'", arguments[0]);
    if (!o->certificate != !o->key)
        return usage_error(&serve_command,
                           "--tls-certificate and --tls-key must be given together");
    struct keep *keep = &o->keep;
    if (keep->listed_days && (!keep->unlisted_days || keep->unlisted_days > keep->listed_days))
        keep->unlisted_days = keep->listed_days;
    return 0;
}

static int serve_run(int count, char **arguments)
{
    struct server_options o = {
        .listen = "127.0.0.1:8600",
        .threads = (int)sysconf(_SC_NPROCESSORS_ONLN),
        .bot_ms = 700,
        .grace_ms = 3000,
        .waiting_hours = 24,
        .idle_minutes = 7 * 24 * 60,
        .tables_max = 20,
        .rate = 20,
        .silent_ms = 30000,
        .http_ms = 30000,
        .per_address = 64,
        .keep = {.guest_days = 90, .token_days = 365, .closed_days = 1},
    };
    const char *directory = DEFAULT_DATA;
    char store[PATH_BYTES], message[1024];
    struct out error;
    bool made = false;
    int code = read_options(&o, &directory, count, arguments);
    if (code)
        return code;
    if (!o.store) {
        if (!store_in(directory, store) || !store_make_directory(directory, &made))
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
        "  --threads N              threads for bots (default: one for each core); passwords have\n"
        "                           a thread of their own\n"
        "  --bot-ms N               milliseconds that a bot takes for a move (default 700)\n"
        "  --grace-ms N             with a shared store: milliseconds after which a server takes\n"
        "                           over what another one should have done (default 3000)\n"
        "  --waiting-hours N        hours after which a table closes if nobody comes (default 24)\n"
        "  --idle-minutes N         bots play only while somebody follows their table, or after\n"
        "                           so long without a move of a player (default 10080, a week)\n"
        "  --tables-per-player N    how many open tables a player may have (default 20), and how\n"
        "                           many the player may open in a short time\n"
        "  --rate N                 messages per second from one connection (default 20; 0 for\n"
        "                           no limit); it also limits lines of chat\n"
        "  --per-address N          connections from one address (with IPv6, from one /64) at a\n"
        "                           time, and new WebSockets per second (default 64; 0 for no\n"
        "                           limit); it also limits new guests and registered names\n"
        "  --http-ms N              milliseconds for a request of HTTP, for its answer, and until\n"
        "                           the next request (default 30000); then the connection is\n"
        "                           closed\n"
        "  --silent-ms N            milliseconds after which a silent connection is pinged\n"
        "                           (default 30000); it is closed after twice this time\n"
        "  --guest-days N           days after which guests are forgotten who have no seat, have\n"
        "                           not come back and have never finished a match (default 90;\n"
        "                           0 for never)\n"
        "  --keep-days N            days for which finished matches are kept (default 0: for\n"
        "                           ever)\n"
        "  --unlisted-days N        the same for matches at tables that are not in the lobby, if\n"
        "                           they are to be kept for a shorter time\n"
        "  --debug                  log more\n\n"
        "/healthz tells whether the server works, /metrics has its counters. docs/PROTOCOL.md\n"
        "describes how programs talk to it. docs/OPERATIONS.md is for whoever runs a server:\n"
        "backups, all limits, what is stored, what to do when something fails.\n",
    .run = serve_run,
};
