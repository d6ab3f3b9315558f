/* tenka serve, in a build without the libraries of the server. */
#include "cli/bench_server.h"
#include "cli/command.h"

static int serve_run(int count, char **arguments)
{
    (void)count, (void)arguments;
    return wrong(
        "this build has no server: './serve' installs what it needs and builds one that has");
}

int bench_server(const struct bench_request *q)
{
    (void)q;
    return serve_run(0, NULL);
}

const struct command serve_command = {
    .name = "serve",
    .about = "serve tables to browsers and programs (not in this build)",
    .help = "Usage: tenka serve\n\nThis build has no server: './serve' installs what it needs and "
            "builds one that has.\n",
    .run = serve_run,
};
