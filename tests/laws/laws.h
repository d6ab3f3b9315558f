/* Laws that hold for every game by construction: what they share. */
#ifndef TENKA_LAWS_H
#define TENKA_LAWS_H

#include "test.h"

#include "game/game.h"

enum {
    PLIES_MAX = 100000,
    GARBAGE = 4,
    MUTANTS = 8,
    NUMBERS = 6,
    ALL_MOVES = 400,
    RECALL_PLIES = 12,
    FROM_PLIES = 8, /* of a game that does not start with a deal */
    STRIDE = 7919   /* a prime */
};

struct law_case {
    const struct game *game;
    struct config config;
    int plies;
    const struct positions *from; /* where games start; NULL: with a deal */
};

/* Random games seldom come to some phases, and a law that breaks only there would take a million
 * plies to show it. Scenarios start there: these are all positions that they set up or reach. */
struct positions {
    const struct game *game;
    union state *state;
    int count, room;
};

/* One moment of one game: what every law looks at. */
struct moment {
    const struct game *game;
    const struct schema *schema;
    const union state *state;
    uint64_t game_number;
    int ply, actor, count;
    bool last; /* the law sees no more of this game */
    struct move moves[MOVES_MAX];
    struct move chosen; /* what will be played next */
    uint64_t seed;      /* the randomness with which it will be */
    struct rng *dice;   /* for the law's own choices */
    struct tally *tally;
};

/* How often a law could look, so that a game cannot switch it off. */
struct tally {
    long looked, could;
    double apart; /* how far hints lie apart, added up over `looked` decisions */
};

typedef void (*law_function)(const struct moment *m);

/* Fails the test: what is broken, where, and the position. */
void broken(const struct moment *m, const char *law, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));

#define LAW(condition, law, ...) \
    do { \
        if (!(condition)) \
            broken(m, law, __VA_ARGS__); \
    } while (0)

/* The laws of each kind, at one moment; those of matches play whole ones. */
void law_rules(const struct moment *m);
void law_text(const struct moment *m);
void law_knowledge(const struct moment *m);
void law_secrecy(const struct moment *m);
void law_bots(const struct moment *m);
void law_match(void **context);

/* What `hint` and `tuning.spread` of the game are measured by, over many moments. */
void law_spread(const struct law_case *c, const struct tally *tally);

/* The seats in turn, and then the public. */
int viewer_at(const struct moment *m, int i);

/* Sets language and marks of a text: those change from moment to moment. */
void speak(const struct moment *m, struct out *o);

/* Another world with what the viewer cannot know exchanged. */
void exchange_kinds(const struct moment *m, int viewer, union state *world);

/* Plays what will be played next; true if chance had no part in it. */
bool apply_chosen(const struct moment *m, union state *state);

struct move random_move(struct rng *dice, const struct move *moves, int count);
bool has_move(const struct move *moves, int count, struct move move);
bool same_moves(const struct move *a, int count_a, const struct move *b, int count_b);

#endif
