/* Simulations: the real house in a world that fails on purpose. Dozens of clients play at two nodes
 * that share one store; connections break, the store is slow, fails or loses its answers, nodes
 * freeze, die and start again. Time is virtual and everything that happens follows from one seed,
 * so a failure can be repeated. After each step the laws of laws.h must hold. */
#ifndef TENKA_SIMULATION_H
#define TENKA_SIMULATION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/out.h"

struct sim;

struct simulation_options {
    uint64_t seed;
    double hours;
    bool trace; /* write every message to stderr */
};

struct simulation_counts {
    int64_t steps, messages, views, lines, moves, acknowledged, tables, matches, rated, shares,
        missing, jobs, failures, conflicts, incidents, connections, restarts;
};

/* Simulates so many hours, at least two; the last one is calm. Returns false, with the reason, if a
 * law was broken. */
bool simulation_run(const struct simulation_options *options, struct simulation_counts *counts,
                    struct out *error);

/* Something goes wrong now, for so many milliseconds. */
void simulation_trouble(struct sim *s, int64_t length);

#endif
