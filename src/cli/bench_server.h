/* tenka bench server. */
#ifndef TENKA_BENCH_SERVER_H
#define TENKA_BENCH_SERVER_H

#include "cli/arguments.h"

/* One game or all of them (NULL), one number of players or all of them (0), and options. */
struct bench_request {
    const struct game *game;
    int players, seconds;
    struct texts settings;
    bool json;
};

int bench_server(const struct bench_request *asked);

#endif
