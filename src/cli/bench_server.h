/* tenka bench server. */
#ifndef TENKA_BENCH_SERVER_H
#define TENKA_BENCH_SERVER_H

#include "cli/arguments.h"

/* What is asked for: one game or all (NULL), one number of players or all (0), with options. */
struct bench_request {
    const struct game *game;
    int players, seconds;
    struct texts settings;
    bool json;
};

int bench_server(const struct bench_request *asked);

#endif
