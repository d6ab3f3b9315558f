/* A match: what every front end talks to. It owns the true state and hands out views, refusals and
 * narration. */
#ifndef TENKA_MATCH_H
#define TENKA_MATCH_H

#include "game/game.h"

enum { NAME_MAX_BYTES = 256 };

/* Who sits on a seat. */
struct sitter {
    bool human;
    char name[NAME_MAX_BYTES]; /* printable, without '#' or outer blanks; a bot's id for a bot */
};

struct match;

/* A match before its first ply, or NULL if there is no memory. Whoever calls it frees it. */
struct match *match_new(const struct game *game, const struct config *config,
                        const uint8_t secret[SECRET_BYTES]);
void match_free(struct match *m);

/* A new match with the same secret and sitters that has come to this ply of m. */
struct match *match_branch(const struct match *m, int ply);

const struct game *match_game(const struct match *m);
const struct config *match_config(const struct match *m);
struct sitter *match_sitter(struct match *m, int seat);

/* How many moves lead to the present state. */
int match_ply(const struct match *m);

/* The seat that decides next; SEAT_NONE when the match is over. */
int match_actor(const struct match *m);
bool match_over(const struct match *m);

/* The present view, or that after some ply. VIEW_ALL only once the match is over: false otherwise,
 * or if there is no such ply. */
bool match_view(const struct match *m, int viewer, void *view);
bool match_view_at(const struct match *m, int ply, int viewer, void *view);

/* What happened in a ply (from 1), as the viewer is told. False as for match_view_at. */
bool match_narrate(const struct match *m, int ply, int viewer, struct out *o);

/* The move of a ply (from 1) as the viewer saw it, and who made it. */
struct move match_move(const struct match *m, int ply, int viewer, int *seat);

/* The legal moves of the actor. */
int match_legal(const struct match *m, struct move moves[MOVES_MAX]);

/* Plays the move for the seat. NULL, or the clause that forbids it; then nothing has changed. */
const struct clause *match_play(struct match *m, int seat, struct move move);

/* Whether the actor has one move only and everybody could know it: it may be played unasked. */
bool match_forced(const struct match *m, struct move *move);

/* The earliest ply that undo may go back to without anybody's consent: nobody has learned anything
 * since. */
int match_undo_limit(const struct match *m);

/* The latest ply (from 1) in which the seat had a choice; 0 if there is none. */
int match_decision(const struct match *m, int seat);

/* Goes back to the ply. Before the limit all human seats must be in the set `consent`. False, with
 * nothing changed, if they are not or there is no such ply. */
bool match_undo(struct match *m, int ply, unsigned consent);

/* The seat gives up. The match goes on, with whomever the front end puts there, while two seats
 * have not given up and one of these is a person's. False if it is over, or the seat has given up.
 */
bool match_resign(struct match *m, int seat);

/* The seats that have given up. */
unsigned match_resigned(const struct match *m);

/* What each seat has won and its rank; for a match that is over. Who has given up comes after all
 * who have not, and after those who gave up later. */
void match_scores(const struct match *m, int points[], int ranks[]);

/* The randomness of a bot in this ply: apart from that of the rules, and the same after an undo. */
void match_bot_rng(const struct match *m, struct rng *rng);

/* Everything that was done, undone moves too, in order; for records. */
struct entry {
    enum { ENTRY_MOVE, ENTRY_UNDO, ENTRY_RESIGN } type;
    int ply;  /* to which an undo goes back */
    int seat; /* that gives up */
    struct move move;
};
int match_entries(const struct match *m, const struct entry **entries);

/* The secret: for whoever keeps the match, never for a player before the end. */
const uint8_t *match_secret(const struct match *m);

#endif
