/* Laws: what must hold in every game at every moment. This is what the files of laws share. */
#ifndef TENKA_LAWS_H
#define TENKA_LAWS_H

#include "test.h"

#include "game/game.h"

struct law_case {
    const struct game *game;
    struct config config;
    int plies;
    const struct positions *from; /* where games start; NULL: with a deal */
};

/* Random games rarely reach some phases, so a law that is broken only there would need a million
 * plies to show it. Scenarios do reach them: these are all positions that scenarios set up or
 * reach. */
struct positions {
    const struct game *game;
    union state *state;
    int count, room;
};

/* One moment of one game: what a law is checked against. */
struct moment {
    const struct game *game;
    const struct schema *schema;
    const union state *state;
    uint64_t game_number;
    int ply, actor, count;
    bool last; /* the last moment of this game that the law is checked against */
    struct move moves[MOVES_MAX];
    struct move chosen; /* the move that will be played next */
    uint64_t seed;      /* of the random numbers with which it will be played */
    struct rng *dice;   /* for random choices of the law */
    struct tally *tally;
};

/* How many of the moments a law could be checked at. If it is too few, the test fails: otherwise a
 * game could switch a law off without anybody noticing. */
struct tally {
    long looked, could;
    double apart; /* the distance of hints, summed over `looked` decisions */
};

typedef void (*law_function)(const struct moment *m);

/* Fails the test and prints the law, the moment, what was found and the position. */
void broken(const struct moment *m, const char *law, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));

/* Checks a law. `law` is a statement of what must hold; the rest is a format that tells what was
 * found instead. */
#define LAW(condition, law, ...) \
    do { \
        if (!(condition)) \
            broken(m, law, __VA_ARGS__); \
    } while (0)

/* The laws of each group, checked at one moment. law_match plays whole matches instead. */
void law_rules(const struct moment *m);
void law_text(const struct moment *m);
void law_knowledge(const struct moment *m);
void law_secrecy(const struct moment *m);
void law_bots(const struct moment *m);
void law_match(void **context);

/* Compares `hint` with `tuning.spread` of the game, over many moments. */
void law_spread(const struct law_case *c, const struct tally *tally);

/* The viewer with this number: first all seats, then the spectator. */
int viewer_at(const struct moment *m, int i);

/* 'A' to 'F', 'spectator' or 'all'. */
const char *viewer_name(int viewer);

/* Sets the language and the marks of a text. They alternate from moment to moment. */
void speak(const struct moment *m, struct out *o);

/* Makes another world: cards that the viewer does not know are exchanged at random. */
void exchange_kinds(const struct moment *m, int viewer, union state *world);

/* Plays the chosen move; true if no random number was used. */
bool apply_chosen(const struct moment *m, union state *state);

struct move random_move(struct rng *dice, const struct move *moves, int count);
bool has_move(const struct move *moves, int count, struct move move);
bool same_moves(const struct move *a, int count_a, const struct move *b, int count_b);

#endif
