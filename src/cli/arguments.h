/* Command lines: options, and the games and configurations that arguments name. */
#ifndef TENKA_ARGUMENTS_H
#define TENKA_ARGUMENTS_H

#include "cli/command.h"
#include "game/game.h"

/* An option of a command line: --name VALUE, or --name alone for FLAG_YES. */
enum flag_type { FLAG_TEXT, FLAG_NUMBER, FLAG_YES, FLAG_LIST };
struct flag {
    const char *name;
    enum flag_type type;
    void *value;     /* const char **, int *, bool *, struct texts * */
    int least, most; /* for numbers */
};

enum { LIST_MAX = 16 };
struct texts {
    const char *text[LIST_MAX];
    int count;
};

/* Reads the options and removes them from the arguments. The other arguments keep their order;
 * returns their number, or -1 after printing what is wrong. `flags` ends with a NULL name. */
int flags_read(const struct command *c, const struct flag *flags, int count, char **arguments);

/* Reads options from a file: one line 'name = value' for each; '#' starts a comment. Their texts
 * live as long as the program. False after printing what is wrong and where. */
bool flags_read_file(const struct flag *flags, const char *path);

/* The game with this id; NULL after printing the games that exist. */
const struct game *game_argument(const struct command *c, const char *id);

/* A configuration from --players (0 for the default) and --option settings; false after printing
 * what is wrong. */
bool config_arguments(const struct command *c, const struct game *g, int players,
                      const struct texts *settings, struct config *config);

#endif
