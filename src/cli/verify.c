/* tenka verify: deals a match again from its secret and checks everything in its record. */
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/match_file.h"

static int verify_run(int count, char **arguments)
{
    const struct flag flags[] = {{0}};
    count = flags_read(&verify_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    if (count != 1)
        return usage_error(&verify_command, "expected one FILE");
    struct match *m = match_file_load(arguments[0]);
    if (!m)
        return EXIT_WRONG;
    printf("%s: good. The secret matches the commitment and all %d plies are legal; %s.\n",
           arguments[0], match_ply(m),
           match_over(m) ? "the result is right" : "the match is not over");
    match_free(m);
    return 0;
}

const struct command verify_command = {
    .name = "verify",
    .about = "check a record: secret, deal, moves and result",
    .help = "Usage: tenka verify FILE\n\n"
            "Checks that the secret of the record matches the commitment that was made before the "
            "deal. Then deals again\n"
            "from this secret, and checks every move and the result. If the match is not over, the "
            "secret is read from\n"
            "FILE.secret.\n",
    .run = verify_run,
};
