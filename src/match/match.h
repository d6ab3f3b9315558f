/* A match: what every front end works with. It owns the complete state and gives out views,
 * refusals and narration. */
#ifndef TENKA_MATCH_H
#define TENKA_MATCH_H

#include "game/game.h"
#include "match/dealing.h"

enum { NAME_MAX_BYTES = 256 };

/* Who sits on a seat. */
struct sitter {
    bool human;
    char name[NAME_MAX_BYTES]; /* printable, without '#', and without spaces at its ends; for a bot,
                                  its id */
};

struct match;

/* A new match before its first ply; NULL if there is no memory. The caller must free it. */
struct match *match_new(const struct game *game, const struct config *config,
                        const uint8_t secret[SECRET_BYTES]);
void match_free(struct match *m);

/* The same, for a match to which its players may have added shares. */
struct match *match_new_dealt(const struct game *game, const struct config *config,
                              const struct dealing *dealing);

/* A new match with the same secret and sitters, played up to this ply of m. NULL if there is no
 * memory; the caller must free it. */
struct match *match_branch(const struct match *m, int ply);

const struct game *match_game(const struct match *m);
const struct config *match_config(const struct match *m);
struct sitter *match_sitter(struct match *m, int seat);

/* How many moves have led to the current state. */
int match_ply(const struct match *m);

/* The seat that must move; SEAT_NONE when the match is over. */
int match_actor(const struct match *m);
bool match_over(const struct match *m);

/* The current view, or the view after a ply. False if there is no such ply, or if the viewer is
 * VIEW_ALL and the match is not over. */
bool match_view(const struct match *m, int viewer, void *view);
bool match_view_at(const struct match *m, int ply, int viewer, void *view);

/* Writes what happened in a ply (from 1), as the viewer may know it. False as for match_view_at. */
bool match_narrate(const struct match *m, int ply, int viewer, struct out *o);

/* The move of a ply (from 1) as the viewer saw it, and the seat that made it. */
struct move match_move(const struct match *m, int ply, int viewer, int *seat);

/* The legal moves of the actor. */
int match_legal(const struct match *m, struct move moves[MOVES_MAX]);

/* NULL if the seat may play the move now; otherwise the clause that forbids it. */
const struct clause *match_judge(const struct match *m, int seat, struct move move);

/* Plays a move of the actor that match_judge allows. */
void match_apply(struct match *m, struct move move);

/* Both: plays the move if it is allowed. Otherwise returns the clause that forbids it, and nothing
 * has changed. */
const struct clause *match_play(struct match *m, int seat, struct move move);

/* Whether the actor has only one legal move and everybody could know it. Then it may be played
 * without asking. */
bool match_forced(const struct match *m, struct move *move);

/* The earliest ply that undo may go back to without consent: nobody has learned anything since. */
int match_undo_limit(const struct match *m);

/* The latest ply (from 1) in which the seat had more than one legal move; 0 if there is none. */
int match_decision(const struct match *m, int seat);

/* Goes back to the ply. To go back further than match_undo_limit, all human seats must be in the
 * set `consent`. False, and nothing has changed, if they are not, if there is no such ply, or if
 * the match ended because seats gave up. */
bool match_undo(struct match *m, int ply, unsigned consent);

/* The seat gives up. The match goes on (the front end decides who plays the seat) as long as at
 * least two seats have not given up and at least one of these is human. False if the match is over
 * or the seat has already given up. */
bool match_resign(struct match *m, int seat);

/* The seats that have given up. */
unsigned match_resigned(const struct match *m);

/* The points and the rank of each seat, for a match that is over. Seats that gave up rank below all
 * others, and those that gave up earlier below those that gave up later. */
void match_scores(const struct match *m, int points[], int ranks[]);

/* Random numbers for a bot in this ply. They are independent of those of the rules, and the same
 * again after an undo. */
void match_bot_rng(const struct match *m, struct rng *rng);

/* Everything that was done, in order, including moves that were undone; for records. */
struct entry {
    enum { ENTRY_MOVE, ENTRY_UNDO, ENTRY_RESIGN } type;
    int ply;  /* ENTRY_UNDO: the ply that it goes back to */
    int seat; /* ENTRY_RESIGN: the seat that gives up */
    struct move move;
};
int match_entries(const struct match *m, const struct entry **entries);

/* The secret of the match; what it is dealt from; the key that follows from that. Only for the
 * program that stores the match: no player may see them before the end. */
const uint8_t *match_secret(const struct match *m);
const struct dealing *match_dealing(const struct match *m);
const uint8_t *match_key(const struct match *m);

#endif
