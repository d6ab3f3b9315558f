/* The `tenka` program: finds the subcommand and runs it. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/terminal.h"
#include "version.h"

static const struct command *const commands[] = {
    &games_command,    &rules_command,   &play_command,  &replay_command,   &verify_command,
    &scenario_command, &perft_command,   &arena_command, &bench_command,    &serve_command,
    &backup_command,   &restore_command, &admin_command, &simulate_command,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *f)
{
    fputs("tenka: card games of feudal Japan\n\nUsage: tenka COMMAND [ARGUMENTS]\n\n", f);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(f, "  %-10s %s\n", commands[i]->name, commands[i]->about);
    fputs("\nRun 'tenka COMMAND --help' to read about a command. Exit codes: 0 success, 1 the\n"
          "command failed or found an error, 2 the command line is wrong.\n",
          f);
}

static const struct command *command_find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i]->name) == 0)
            return commands[i];
    return NULL;
}

static bool asks_for_help(int count, char **arguments)
{
    for (int i = 0; i < count; i++)
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0)
            return true;
    return false;
}

static int main_run(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("tenka " TENKA_VERSION);
        return 0;
    }
    bool general = asks_for_help(1, argv + 1) || strcmp(argv[1], "help") == 0;
    const struct command *c = command_find(general && argc > 2 ? argv[2] : argv[1]);
    if (general && argc == 2) {
        print_help(stdout);
        return 0;
    }
    if (!c) {
        fprintf(stderr, "tenka: there is no command '%s'\n\n", general ? argv[2] : argv[1]);
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (general || asks_for_help(argc - 2, argv + 2)) {
        print_fitted(c->help);
        return 0;
    }
    return c->run(argc - 2, argv + 2);
}

int main(int argc, char **argv)
{
    if (argc > 0 && strchr(argv[0], '/'))
        program = argv[0];
    int code = main_run(argc, argv);
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == 0)
        code = wrong("cannot write to standard output");
    return code;
}
