/* tenka simulate: the table server in a simulated world that fails on purpose. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "sim/simulation.h"

enum {
    RUN_HOURS = 10,
    RUN_SECONDS = 900, /* of processor time: a run that takes longer does not end */
    STACK_BYTES = 1 << 16,
};

/* ---- A run that ends the program, or never ends ---- */

static char hint[96]; /* how to repeat the run */
static struct sigaction before[NSIG];

static void print_hint(int number)
{
    static const char loop[] = "A run does not end.\n";
    if (number == SIGVTALRM && write(STDOUT_FILENO, loop, sizeof loop - 1) < 0)
        _exit(EXIT_WRONG);
    if (write(STDOUT_FILENO, hint, strlen(hint)) < 0)
        _exit(EXIT_WRONG);
    sigaction(number, &before[number], NULL); /* a sanitizer may have something to say, too */
    if (number == SIGVTALRM)
        raise(number); /* a failure happens again by itself */
}

/* The handler has a stack of its own, because the other one may be full. */
static void catch_failures(void)
{
    static const int numbers[] = {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGVTALRM};
    static char stack[STACK_BYTES];
    const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = print_hint, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaltstack(&own, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, &before[numbers[i]]);
}

static void begin_run(int seed, int hours)
{
    snprintf(hint, sizeof hint, "To repeat it: tenka simulate --seed %d --hours %d\n", seed, hours);
    const struct itimerval limit = {.it_value.tv_sec = RUN_SECONDS};
    setitimer(ITIMER_VIRTUAL, &limit, NULL);
}

/* ---- Runs ---- */

static void add_counts(struct simulation_counts *sum, const struct simulation_counts *c)
{
    int64_t *to = (int64_t *)sum;
    const int64_t *from = (const int64_t *)c;
    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] += from[i];
}

static void print_counts(const struct simulation_counts *c, int hours, int runs)
{
    printf("%d simulated hour%s, %d run%s: all laws hold\n", hours, hours == 1 ? "" : "s", runs,
           runs == 1 ? "" : "s");
    printf("  %" PRId64 " moves at %" PRId64 " tables, %" PRId64 " matches to their end, %" PRId64
           " of them rated\n",
           c->moves, c->tables, c->matches, c->rated);
    printf("  %" PRId64 " shares of deals revealed, %" PRId64 " deals without all shares\n",
           c->shares, c->missing);
    printf("  %" PRId64 " requests acknowledged, %" PRId64 " views and %" PRId64
           " lines of chat compared, of %" PRId64 " messages\n",
           c->acknowledged, c->views, c->lines, c->messages);
    printf("  %" PRId64 " incidents, %" PRId64 " starts of nodes, %" PRId64 " connections\n",
           c->incidents, c->restarts, c->connections);
    printf("  %" PRId64 " jobs of the store: %" PRId64 " failed, %" PRId64 " came too late\n",
           c->jobs, c->failures, c->conflicts);
}

static int simulate_run(int count, char **arguments)
{
    struct simulation_options o = {0};
    struct simulation_counts sum = {0};
    int seed = 1, hours = RUN_HOURS, done = 0, runs = 0;
    const struct flag flags[] = {{"seed", FLAG_NUMBER, &seed, 0, 2000000000},
                                 {"hours", FLAG_NUMBER, &hours, 1, 10000000},
                                 {"trace", FLAG_YES, &o.trace, 0, 0},
                                 {0}};
    count = flags_read(&simulate_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count > 0)
        return usage_error(&simulate_command, "expected no argument, found '%s'", arguments[0]);
    catch_failures();
    for (; done < hours; runs++) {
        struct simulation_counts counts;
        char reason[1200];
        struct out error;
        int length = hours - done < RUN_HOURS ? hours - done : RUN_HOURS;
        out_init(&error, reason, sizeof reason);
        o.seed = (uint64_t)seed + (uint64_t)runs;
        o.hours = length;
        begin_run(seed + runs, length);
        bool good = simulation_run(&o, &counts, &error);
        progress_wipe();
        if (!good) {
            printf("%s\n%s", reason, hint);
            return EXIT_WRONG;
        }
        add_counts(&sum, &counts);
        done += length;
        progress("simulate", (double)done / hours);
    }
    progress_end();
    print_counts(&sum, hours, runs);
    return 0;
}

const struct command simulate_command = {
    .name = "simulate",
    .about = "test the table server in a simulated world that fails",
    .help =
        "Usage: tenka simulate [--seed N] [--hours H] [--trace]\n\n"
        "Simulates people and bots at tables of two servers that share one store. Connections\n"
        "break, the store is slow, fails or loses its answers, servers freeze, die and start\n"
        "again. After each step it checks that nothing acknowledged is lost, that nobody is shown\n"
        "what they may not see, that clocks are fair, and that every match comes to its end.\n\n"
        "Time is virtual, and everything follows from the seed. Each seed is a run of 10 hours;\n"
        "more hours are runs with the next seeds. If a law is broken, the command prints the seed\n"
        "that repeats it, and exits with code 1; it prints it, too, if the server crashes.\n\n"
        "  --seed N    the first seed (default 1)\n"
        "  --hours H   how many hours to simulate (default 10)\n"
        "  --trace     write all messages and incidents to stderr\n",
    .run = simulate_run,
};
