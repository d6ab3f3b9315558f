/* tenka serve, backup, restore, admin and bench server, in a build without the server's libraries.
 */
#include "cli/bench_server.h"
#include "cli/command.h"

static int serve_run(int count, char **arguments)
{
    (void)count, (void)arguments;
    return wrong(
        "this build has no server; run './serve' to install what it needs and to build one");
}

int bench_server(const struct bench_request *q)
{
    (void)q;
    return serve_run(0, NULL);
}

const struct command serve_command = {
    .name = "serve",
    .about = "serve tables to browsers and programs (not in this build)",
    .help = "Usage: tenka serve\n\n"
            "This build has no server. Run './serve' to install what it needs and to build one.\n",
    .run = serve_run,
};

const struct command backup_command = {
    .name = "backup",
    .about = "save the store of a server in a file (not in this build)",
    .help = "Usage: tenka backup FILE\n\n"
            "This build has no server. Run './serve' to install what it needs and to build one.\n",
    .run = serve_run,
};

const struct command restore_command = {
    .name = "restore",
    .about = "restore a store from a backup (not in this build)",
    .help = "Usage: tenka restore FILE\n\n"
            "This build has no server. Run './serve' to install what it needs and to build one.\n",
    .run = serve_run,
};

const struct command admin_command = {
    .name = "admin",
    .about = "see and change what a server stores (not in this build)",
    .help = "Usage: tenka admin SUBCOMMAND\n\n"
            "This build has no server. Run './serve' to install what it needs and to build one.\n",
    .run = serve_run,
};
