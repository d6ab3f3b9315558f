/* Bots. A bot chooses a move from what its seat knows, and from nothing else. */
#ifndef TENKA_BOT_H
#define TENKA_BOT_H

#include "game/game.h"

enum {
    BOT_NAME_BYTES = 256,
    ITERATIONS_MAX = 10000000,
    THINK_MS_MAX = 600000,
    THREADS_MAX = 64,
};

enum bot_type { BOT_RANDOM, BOT_GREEDY, BOT_SEARCH, BOT_PROGRAM };

/* The name of a bot defines it: 'random', 'greedy', 'bold', 'careful', a level from '1' to '6',
 * 'ismcts:1000' (iterations), 'ismcts:250ms', or 'run:COMMAND' for an external program. A search
 * can be tuned: 'ismcts:1000+greed=80+threads=2'. A program has ten seconds for an answer;
 * 'run@500ms:COMMAND' sets another limit. Records contain the name, so it is printable and has no
 * '#'. */
struct bot {
    char name[BOT_NAME_BYTES];
    enum bot_type type;
    int level;        /* 1 to 6 if the name is a level, else 0 */
    int temper;       /* of a greedy bot: how much it likes to attack, from -1 to 1 */
    int slips;        /* how many of 100 decisions it makes at random */
    int iterations;   /* of a search; 0: no limit */
    int milliseconds; /* of a search or of a program's answer; 0: no limit */
    int threads;      /* of a search, each with its own tree */
    int reuse;        /* whether a search keeps its tree from move to move */
    struct tuning tuning;
};

/* The bot with this name in this game. If there is none: false, with the reason and the list of
 * names in `error`. */
bool bot_parse(const struct game *g, const char *name, struct bot *bot, struct out *error);

/* The command of a bot of type BOT_PROGRAM. */
const char *bot_command(const struct bot *bot);

/* Copies the first name of a list of names separated by commas; returns the rest of the list, or
 * NULL after the last name. The command of a program may contain commas, so it extends to the end
 * of the list. A name that is too long for any bot is cut to BOT_NAME_BYTES. */
const char *bots_next(const char *list, char name[BOT_NAME_BYTES + 1]);

/* What a search found about a move. */
struct finding {
    struct move move;
    int visits;
    int chance; /* to win with this move, in thousandths */
};

#endif
