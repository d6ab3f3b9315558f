/* Records: a match as a short text file. See docs/NOTATION.md. */
#ifndef TENKA_RECORD_H
#define TENKA_RECORD_H

#include "match/match.h"

/* Writes the match as everybody may see it: with secret moves and the secret of the match only if
 * the match is over. */
void record_write(struct match *m, struct out *o);

/* Writes the match with all secrets, so that it can be continued later. Only for the program that
 * stores it. */
void record_write_secret(struct match *m, struct out *o);

/* The content of a record, before it is replayed. */
struct record {
    const struct game *game;
    struct config config;
    struct sitter sitter[SEATS_MAX];
    uint8_t commitment[SECRET_BYTES], secret[SECRET_BYTES];
    struct dealing dealing; /* seals, and after the end shares; not the secret */
    bool has_secret;
    bool is_private;               /* written by record_write_secret */
    struct scan committed;         /* at the line 'commitment:' */
    struct scan shared[SEATS_MAX]; /* at the lines 'share A:' */
    struct scan moves;             /* at the line 'moves:' */
    struct scan result;            /* at the line 'result:', if there is one */
    bool has_result;
};

/* Reads everything except the moves. False, with an error, if the text is not a record. */
bool record_read(struct record *r, struct scan *s);

/* Replays the record with this secret. The commitment, all shares, every move and the result must
 * be right. NULL, with an error, if they are not. */
struct match *record_replay(struct record *r, const uint8_t secret[SECRET_BYTES]);

#endif
