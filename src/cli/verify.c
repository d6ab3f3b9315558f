/* tenka verify: deals a match again from its secret and checks everything in its record. */
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/match_file.h"
#include "core/position.h"

/* Says what the players have added to the deal. The seals were checked when the record was read. */
static void tell_shares(const struct match *m)
{
    const struct dealing *d = match_dealing(m);
    unsigned added = 0, missing = 0;
    char text[64];
    struct out o;
    for (int seat = 0; seat < match_config(m)->players; seat++) {
        added |= (unsigned)d->seat[seat].revealed << seat;
        missing |= (unsigned)(d->seat[seat].sealed && !d->seat[seat].revealed) << seat;
    }
    out_init(&o, text, sizeof text);
    seats_print(added, &o);
    if (added)
        printf("Dealt from the secret and the shares of %s, which match their seals.\n", text);
    else
        printf("Dealt from the secret alone: the seats added nothing.\n");
    out_clear(&o);
    seats_print(missing, &o);
    if (missing)
        printf("Given a seal, but not revealed the share: %s.\n", text);
}

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
    tell_shares(m);
    match_free(m);
    return 0;
}

const struct command verify_command = {
    .name = "verify",
    .about = "check a record: secret, deal, moves and result",
    .help = "Usage: tenka verify FILE\n\n"
            "Checks that the secret of the record matches the commitment that was made before the "
            "deal, and that the\n"
            "share of each seat matches its seal. Then deals again from the secret and the shares, "
            "and checks every move\n"
            "and the result. If the match is not over, the secret is read from FILE.secret.\n",
    .run = verify_run,
};
