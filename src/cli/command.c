/* The error messages of the subcommands. */
#include "cli/command.h"

#include <stdarg.h>
#include <stdio.h>

const char *program = "tenka";

int usage_error(const struct command *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "tenka %s: ", c->name);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\nTry 'tenka %s --help'.\n", c->name);
    va_end(arguments);
    return EXIT_USAGE;
}

int wrong(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("tenka: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return EXIT_WRONG;
}
