/* tenka play, in parts: the match (play.c), how it begins (play_start.c), the bots (play_bots.c),
 * and what the person sees (play_show.c). */
#ifndef TENKA_PLAY_H
#define TENKA_PLAY_H

#include "bots/bot.h"
#include "bots/mind.h"
#include "cli/cli.h"
#include "cli/keep.h"

/* A bot on a seat; the mind is NULL where none sits. */
struct opponent {
    struct mind *mind;
    double thought; /* the seconds that it took when it last had a choice */
};

struct session {
    struct match *match;
    int seat; /* the person's */
    int told; /* plies that were narrated */
    bool quit;
    bool resumed; /* its record exists already */
    struct keep keep;
    struct opponent opponent[SEATS_MAX];
    int seen;       /* plies that the minds were told */
    struct out out; /* one screen */
};

/* Reads the command line and sets the table; 0, or an exit code after printing what is wrong. The
 * match is freed by the caller in either case. */
int session_begin(struct session *s, int count, char **arguments);

/* Something takes its time, and whoever waits is told who thinks (NULL: nobody). Nothing can be
 * lost meanwhile, so Ctrl-C leaves at once. */
void think_begin(const struct session *s, const char *who);
void think_end(void);

/* ---- Bots ---- */

/* The bots that the arguments of --bot name, each one or several parted by commas; -1 after
 * printing what is wrong. */
int bots_read(const struct game *g, const struct texts *arguments, struct bot bots[], int room);

/* Seats them in order, the last one on all seats that are left; or those of a record. 0, or an exit
 * code after printing what is wrong. */
int bots_sit(struct session *s, const struct bot bots[], int count);
int bots_sit_again(struct session *s, const char *file);
void bots_leave(struct session *s);

/* Writes who plays how: 'B and C are level 2, D is greedy'. */
void bots_print(struct session *s);

/* The person's line '[SEAT] [NAME]' puts other bots on seats. */
void bots_change(struct session *s, const char *line);

/* The bot whose turn it is plays. */
void bots_play(struct session *s);

/* Plies were taken back. */
void bots_forget(struct session *s);

/* ---- What the person sees ---- */

/* Prints what was written to the session's `out`. */
void show(struct session *s);

/* Tells the plies that were not told yet. */
void show_plies(struct session *s);

void show_greeting(struct session *s);
void show_table(struct session *s);
void show_question(struct session *s, const struct move moves[], int count);

/* What the person knows of all hands, and of other zones where a card is known. */
void show_hands(struct session *s);
void show_log(struct session *s);
void show_help(void);
void show_rules(struct session *s, const char *what);

/* Whether people want to see this move coming. */
bool move_pauses(const struct session *s, struct move move);

#endif
