/* tenka play, in parts: the match (play.c), how it begins (play_start.c), the bots (play_bots.c),
 * and what the person sees (play_show.c). */
#ifndef TENKA_PLAY_H
#define TENKA_PLAY_H

#include "bots/mind.h"
#include "cli/match_file.h"
#include "match/match.h"

/* A bot on a seat; the mind is NULL where none sits. */
struct opponent {
    struct mind *mind;
    double thought; /* the seconds that it took when it last had a choice */
};

struct play {
    struct match *match;
    int seat; /* the person's */
    int told; /* plies that were narrated */
    bool quit;
    bool resumed; /* its record exists already */
    struct match_file file;
    struct opponent opponent[SEATS_MAX];
    int seen;       /* plies that the minds were told */
    struct out out; /* one screen */
};

/* Something takes its time, and whoever waits is told who thinks (NULL: nobody). Nothing can be
 * lost meanwhile, so Ctrl-C leaves at once. */
void think_begin(const struct play *s, const char *who);
void think_end(void);

#endif
