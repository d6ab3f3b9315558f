/* The parts of tenka play: the match (play.c), its start (play_start.c), the bots (play_bots.c),
 * and what the player sees (play_show.c). */
#ifndef TENKA_PLAY_H
#define TENKA_PLAY_H

#include "bots/mind.h"
#include "cli/match_file.h"
#include "match/match.h"

/* A bot on a seat; the mind is NULL on a seat without a bot. */
struct opponent {
    struct mind *mind;
    double thought; /* the seconds that its last choice took */
};

struct play {
    struct match *match;
    int seat; /* the human player's */
    int told; /* plies narrated so far */
    bool quit;
    bool resumed; /* its record already exists */
    struct match_file file;
    struct opponent opponent[SEATS_MAX];
    int seen;       /* plies that the minds have been told */
    struct out out; /* one screen */
};

/* Mark the beginning and the end of a slow step. `who` is shown to the waiting player (NULL:
 * nothing is shown). Everything is saved before, so Ctrl-C leaves at once. */
void think_begin(const struct play *s, const char *who);
void think_end(void);

#endif
