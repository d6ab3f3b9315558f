/* The interface of a game: one constant struct of data and functions. None of these functions
 * allocates memory, reads a clock or keeps anything between calls. `state` is the complete state.
 * `view` is what a seat or a spectator knows of it (or the complete state, for functions that work
 * with either). Both are the struct that the schema describes. */
#ifndef TENKA_GAME_H
#define TENKA_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "core/move.h"
#include "core/out.h"
#include "core/rng.h"
#include "core/schema.h"
#include "core/state.h"
#include "game/board.h"
#include "game/config.h"
#include "game/ranks.h"

/* A rule: its id on the game's rules page, and one sentence that tells a player why the rule
 * forbids a move. */
struct clause {
    const char *id, *sentence;
};

enum { LEVELS = 6 };

/* Parameters of the bots for this game, chosen by results of the arena. */
struct tuning {
    int greed;   /* how many of 100 decisions in a playout follow the hint */
    int plies;   /* length of a playout for each player, before `value` is asked; 0: to the end */
    int spread;  /* if the hints of two moves differ by this, one is e times as likely */
    int explore; /* how much a search explores moves that it knows little about, in hundredths */
    struct level {
        int iterations; /* of the search; 0: the greedy bot */
        int slips;      /* how many of 100 decisions are random */
    } level[LEVELS];
};

struct game {
    const char *id, *title;
    const char *about;                /* one line: what playing it is like */
    const char *aim;                  /* a few sentences: how to win */
    const char *unit;                 /* what the points are called: 'coins' */
    uint8_t minutes_min, minutes_max; /* how long a match of people takes */
    uint8_t weight;                   /* from 1 (relaxed) to 3 (deep) */
    uint8_t players;                  /* the usual number, which the browser proposes */
    int version;                      /* of the rules; records contain it */
    const struct option *options;
    int options_count;
    const struct schema *schema;

    /* Makes the state before the first decision. All bytes of the state are set. */
    void (*setup)(void *state, const struct config *config, struct rng *rng);
    /* The seat that must move; SEAT_NONE when the game is over. */
    int (*actor)(const void *view);
    /* Lists the legal moves of the actor in a fixed order, without duplicates; at least one unless
     * the game is over. Returns how many. They must follow from the actor's view alone. */
    int (*legal)(const void *view, struct move moves[MOVES_MAX]);
    /* NULL if the well-formed move is legal for the actor; otherwise the clause that forbids it. */
    const struct clause *(*judge)(const void *view, struct move move);

    /* The clauses that only say that a card is not where it should be: an array that ends with
     * NULL. NULL if there are none. */
    const struct clause *const *absent;
    /* Plays a legal move. Call game_apply instead, which first clears `learned`. All randomness
     * comes from `rng`. */
    void (*apply)(void *state, struct move move, struct rng *rng);
    /* The points of each seat and its rank from 1 (seats may share a rank). Also called before the
     * game is over, when players give up. */
    void (*scores)(const void *state, int points[], int ranks[]);
    /* NULL, or which invariant of the rules is broken. A state that passes can be played on. */
    const char *(*check)(const void *state);
    /* Whether the actor's legal moves follow from public knowledge. */
    bool (*open)(const void *view);

    /* The move as everybody except the actor sees it: secret parts are zero. NULL if no move of the
     * game has secret parts. */
    struct move (*veil)(struct move move);

    /* Writes one sentence: what the actor must decide. */
    void (*prompt)(const void *view, struct out *o);
    /* Writes a few words: what the move does now. Moves with the same words share a line in
     * lists. */
    void (*describe)(const void *view, struct move move, struct out *o);
    /* Writes what happened, as far as the viewer can know: sentences, one on each line. The move is
     * veiled for everybody except the actor. */
    void (*narrate)(const void *before, struct move move, const void *after, struct out *o);
    /* Writes the table as the viewer sees it, for a terminal. */
    void (*board)(const void *view, struct out *o);

    /* How good the legal move looks to a sensible beginner who knows only the view. Higher is
     * better. */
    int (*hint)(const void *view, struct move move);
    /* Estimates each seat's chance to win a game that is not over, in parts of SHARE (ranks.h).
     * NULL if the game has no such estimate. */
    void (*value)(const void *state, int shares[]);
    const struct tuning *tuning;
};

/* Plays a legal move. Always use this function for it: it clears who learned something in the ply
 * before. */
static inline void game_apply(const struct game *g, void *state, struct move move, struct rng *rng)
{
    ((struct head *)state)->learned = 0;
    g->apply(state, move, rng);
}

/* The clauses that every game has. */
extern const struct clause clause_turn, clause_over, clause_form;

/* NULL if the seat may play this move now; otherwise the clause that forbids it: one of every game
 * (not your turn, game over, not a move) or one of the rules. */
const struct clause *game_judge(const struct game *g, const void *view, int seat, struct move move);

/* The move as the viewer sees the actor make it. */
struct move game_veil(const struct game *g, struct move move, int actor, int viewer);

/* NULL, or which invariant is broken: first those of the table of fields (state_check), then those
 * of the game. */
const char *game_check(const struct game *g, const void *state);

/* Like game_check, for a position that somebody has set up. It must also be a complete state in
 * which the actor's view gives the actor's legal moves. */
const char *game_check_position(const struct game *g, const void *state);

/* The games of games/list; both arrays end with NULL. `games` are offered to players. `games_built`
 * also has those that are only built, like the template; game_find finds all of these. */
extern const struct game *const games[], *const games_built[];
const struct game *game_find(struct slice id);

/* The game with this id; NULL, with an error that lists the games, if there is none. */
const struct game *game_parse(struct slice id, struct out *error);

#endif
