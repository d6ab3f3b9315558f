/* Bots: they choose a move from what their seat knows, and nothing else. */
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

/* A bot is what its name says: 'random', 'greedy', 'bold', 'careful', a level from '1' to '6',
 * 'ismcts:1000' (iterations), 'ismcts:250ms', or 'run:COMMAND' for a program of its own. A search
 * may be tuned: 'ismcts:1000+greed=80+threads=2'. A program has ten seconds for an answer;
 * 'run@500ms:COMMAND' sets another limit. A name can stand in a record, so it is printable and has
 * no '#'. */
struct bot {
    char name[BOT_NAME_BYTES];
    enum bot_type type;
    int level;        /* 1 to 6 if it was named so, else 0 */
    int temper;       /* of a greedy bot: how much it likes to attack, from -1 to 1 */
    int slips;        /* of 100 decisions, how many it leaves to chance */
    int iterations;   /* of a search; 0: no limit */
    int milliseconds; /* of a search or of a program's answer; 0: no limit */
    int threads;      /* of a search, each with a tree of its own */
    int reuse;        /* whether a search goes on with what it knows */
    struct tuning tuning;
};

/* The bot with this name in this game; false, with the reason and the names there are, if there is
 * none. */
bool bot_parse(const struct game *g, const char *name, struct bot *bot, struct out *error);

/* The command of a bot that is a program. */
const char *bot_command(const struct bot *bot);

/* Cuts the first name off a list parted by commas; returns the rest, NULL after the last one. A
 * program's command may have commas in it, so it takes the whole rest. A name that is too long for
 * any bot is cut to BOT_NAME_BYTES. */
const char *bots_next(const char *list, char name[BOT_NAME_BYTES + 1]);

/* The names, a line for each with what it is, for help and messages. */
void bots_list(struct out *o);

/* What a search found out about a move. */
struct finding {
    struct move move;
    int visits;
    int chance; /* to win with it, of 1000 */
};

#endif
