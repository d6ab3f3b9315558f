/* tenka scenario: runs scenario files. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/file.h"
#include "cli/progress.h"
#include "match/scenario.h"

/* Prints a line of TAP, without '#', which would begin a directive there. */
static void print_end(void *context, struct slice line, bool good)
{
    (void)context;
    printf("%s - ", good ? "ok" : "not ok");
    for (int i = 0; i < line.length; i++)
        putchar(line.at[i] == '#' ? ' ' : line.at[i]);
    putchar('\n');
}

static int scenarios_run(int count, char **arguments)
{
    static char text[1 << 18];
    bool tap = false;
    const struct flag flags[] = {{"tap", FLAG_YES, &tap, 0, 0}, {0}};
    struct scenarios all = {0};
    struct out report;
    count = flags_read(&scenario_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count == 0)
        return usage_error(&scenario_command, "expected at least one FILE");
    if (tap)
        all.end = print_end;
    for (int i = 0; i < count; i++) {
        int length;
        char *file = file_read(arguments[i], &length);
        if (!file) {
            all.failed++;
            continue;
        }
        out_init(&report, text, sizeof text);
        scenario_run(&all, arguments[i], (struct slice){file, length}, &report);
        fputs(text, stderr);
        if (report.overflow)
            fprintf(stderr, "... and more failures in %s\n", arguments[i]);
        free(file);
        progress("scenarios", (double)(i + 1) / count);
    }
    progress_end();
    printf("%s%d passed, %d failed\n", tap ? "# " : "", all.passed, all.failed);
    return all.failed ? EXIT_WRONG : 0;
}

const struct command scenario_command = {
    .name = "scenario",
    .about = "run scenario files",
    .help =
        "Usage: tenka scenario [--tap] FILE...\n\n"
        "Runs the scenarios of the files: positions, moves and expectations (docs/NOTATION.md). "
        "Each failure is\n"
        "printed with file, line, column and what was found instead. The exit code is 1 if any "
        "failed. --tap prints\n"
        "a line 'ok - NAME' or 'not ok - NAME' for each scenario, for programs that run tests.\n",
    .run = scenarios_run,
};
