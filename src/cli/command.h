/* The subcommands of `tenka`. */
#ifndef TENKA_COMMAND_H
#define TENKA_COMMAND_H

/* Exit codes: the command failed or found an error; the command line is wrong. */
enum { EXIT_WRONG = 1, EXIT_USAGE = 2 };

struct command {
    const char *name, *about;
    const char *help; /* usage line first */
    int (*run)(int count, char **arguments);
};

extern const struct command games_command, rules_command, play_command, replay_command,
    verify_command, scenario_command, perft_command, arena_command, bench_command, serve_command,
    simulate_command, backup_command, restore_command, admin_command;

/* Prints 'tenka NAME: message' and where to find help, and returns EXIT_USAGE. */
int usage_error(const struct command *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints 'tenka: message' and returns EXIT_WRONG. */
int wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* How the program was called, for messages that tell the user which command to run next. */
extern const char *program;

#endif
