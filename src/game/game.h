/* The interface of a game: one constant struct of data and functions. Nothing here allocates, reads
 * a clock, or keeps anything between calls. `state` is the truth, `view` is what a seat or a
 * spectator knows of it (or the truth itself, where a function is happy with either); both are the
 * struct that the schema describes. */
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

/* A rule by its id on the game's rules page, and one sentence on why it stands against a move. */
struct clause {
    const char *id, *sentence;
};

enum { LEVELS = 6 };

/* How bots play this game: what the arena has shown to be good. */
struct tuning {
    int greed;   /* of 100 decisions in a playout, how many follow the hint */
    int plies;   /* of a playout, for each player, and then `value` is asked; 0: to the end */
    int spread;  /* the difference of hints by which one move is e times as likely */
    int explore; /* how much a search tries what it knows little about, in hundredths */
    struct level {
        int iterations; /* of the search; 0: a greedy one */
        int slips;      /* of 100 decisions, how many are left to chance */
    } level[LEVELS];
};

struct game {
    const char *id, *title;
    const char *about;                /* one line on what it feels like */
    const char *aim;                  /* a few sentences: how one wins */
    const char *unit;                 /* of the points: 'coins' */
    uint8_t minutes_min, minutes_max; /* how long people take */
    uint8_t weight;                   /* from 1, relaxed, to 3, deep */
    uint8_t players;                  /* how many play if nothing is chosen */
    int version;                      /* of the rules; a record names it */
    const struct option *options;
    int options_count;
    const struct schema *schema;

    /* The state before the first decision. */
    void (*setup)(void *state, const struct config *config, struct rng *rng);
    /* The seat that decides next, or SEAT_NONE when the game is over. */
    int (*actor)(const void *view);
    /* The moves of the actor, in a fixed order without repetition; at least one unless the game is
     * over. They follow from the actor's view. */
    int (*legal)(const void *view, struct move moves[MOVES_MAX]);
    /* NULL if the well-formed move is legal for the actor, else the clause that forbids it. */
    const struct clause *(*judge)(const void *view, struct move move);

    /* Those of the clauses that say no more than that a card is not there, up to NULL; or NULL. */
    const struct clause *const *absent;
    /* Plays a legal move, by game_apply. All randomness comes from rng; nobody has learned anything
     * yet. */
    void (*apply)(void *state, struct move move, struct rng *rng);
    /* What each seat has won and its rank from 1 (seats may share it), once the game is over. */
    void (*scores)(const void *state, int points[], int ranks[]);
    /* NULL, or the invariant of the rules that is broken. Whatever passes can be played on. */
    const char *(*check)(const void *state);
    /* Whether the actor's legal moves follow from what the public knows. */
    bool (*open)(const void *view);

    /* The move as everybody but the actor sees it made: secret parts are zero. NULL if no move of
     * the game has any. */
    struct move (*veil)(struct move move);

    /* One sentence: what the actor is asked. */
    void (*prompt)(const void *view, struct out *o);
    /* A few words: what the move does now. Moves with the same words share a line of a list. */
    void (*describe)(const void *view, struct move move, struct out *o);
    /* What happened, in sentences, one a line, as far as the viewer can know; the move is veiled
     * for all but the actor. */
    void (*narrate)(const void *before, struct move move, const void *after, struct out *o);
    /* The table as the viewer sees it, for a terminal. */
    void (*board)(const void *view, struct out *o);

    /* How good the legal move looks to a sensible beginner who knows only the view; larger is
     * better. */
    int (*hint)(const void *view, struct move move);
    /* Each seat's chance to win from here, in parts of SHARE, of a game that is not over; NULL if
     * the game has no such estimate. */
    void (*value)(const void *state, int shares[]);
    const struct tuning *tuning;
};

/* Plays a legal move: the only way to it. Who learned something in the ply before is forgotten. */
static inline void game_apply(const struct game *g, void *state, struct move move, struct rng *rng)
{
    ((struct head *)state)->learned = 0;
    g->apply(state, move, rng);
}

/* The clauses that hold in every game. */
extern const struct clause clause_turn, clause_over, clause_form;

/* What stands against the seat's playing the move now, in the rules or before them; NULL if nothing
 * does. */
const struct clause *game_judge(const struct game *g, const void *view, int seat, struct move move);

/* The move as the viewer sees the actor make it. */
struct move game_veil(const struct game *g, struct move move, int actor, int viewer);

/* Everything that must hold: the table's invariants, then the game's own. */
const char *game_check(const struct game *g, const void *state);

/* As game_check, for a position that was set up: besides, the actor knows his own legal moves. */
const char *game_check_position(const struct game *g, const void *state);

/* The games of games/list, ending with NULL: those that are offered, and with them those that are
 * only built, like the template. game_find knows them all. */
extern const struct game *const games[], *const games_built[];
const struct game *game_find(struct slice id);

/* The ids of all games, parted by commas, for messages. */
void games_list(struct out *o);

#endif
