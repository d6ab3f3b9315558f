/* Tables as the sum of their events; and giving up, in matches and records. */
#include "parts.h"

#include <ctype.h>

#include "game/game.h"
#include "house/seal.h"
#include "house/table.h"
#include "match/record.h"
#include "match/secret.h"

/* ---- Tables ---- */

enum { HOST = 1, STRANGER = 99, MONTH_SECONDS = 30 * 24 * 3600 };

static struct table *table_with(const char *settings, const char *seed)
{
    struct settings s = settings_of(settings);
    uint8_t secret[SECRET_BYTES];
    secret_from_seed(seed, secret);
    struct table *t = table_new("abcdefghjkmn", &s, HOST, secret);
    assert_non_null(t);
    return t;
}

static void assert_refused(const struct table *t, struct event e, const char *clause)
{
    const struct clause *against = table_judge(t, &e);
    if (!against)
        fail_msg("'%s' of seat %d was accepted, expected %s", event_name(e.type), e.seat, clause);
    if (strcmp(against->id, clause) != 0)
        fail_msg("'%s' of seat %d: expected %s, found %s", event_name(e.type), e.seat, clause,
                 against->id);
    assert_true(against->sentence[0]);
}

static void put(struct table *t, struct event e)
{
    const struct clause *against = table_judge(t, &e);
    if (against)
        fail_msg("'%s' of seat %d refused: %s", event_name(e.type), e.seat, against->sentence);
    int seq = t->seq;
    table_apply(t, &e);
    assert_int_equal(t->seq, seq + 1);
    assert_int_equal(t->time, e.time);
}

static struct event sitting(int seat, int64_t player, bool agrees)
{
    struct event e = {.type = EV_SIT, .seat = seat, .player = player, .number = agrees};
    snprintf(e.text, sizeof e.text, "Player %d", (int)player);
    return e;
}

static struct event with_number(struct event e, int number)
{
    e.number = number;
    return e;
}

/* Fills the seats in order: 'P' is a person, 'R' a person who agrees to a rated match, 'B' a bot.
 * Player 1 sits on seat A, and so on. */
static struct table *table_seated(const char *settings, const char *seed, const char *sitters)
{
    struct table *t = table_with(settings, seed);
    for (int seat = 0; sitters[seat]; seat++) {
        assert_null(t->match);
        put(t, sitters[seat] == 'B' ? with_text(event_of(EV_BOT, seat, HOST), "greedy")
                                    : sitting(seat, seat + 1, sitters[seat] == 'R'));
    }
    assert_non_null(t->match);
    return t;
}

static int64_t mover_of(const struct table *t, int seat)
{
    return table_decides(t, seat) ? t->seat[seat].player : 0;
}

/* One of the actor's moves, made by its player or by a bot. */
static struct event moving(const struct table *t, struct rng *rng, int64_t time)
{
    struct move moves[MOVES_MAX];
    int actor = match_actor(t->match), count = match_legal(t->match, moves);
    struct event e = event_at(EV_MOVE, actor, mover_of(t, actor), time);
    struct out o;
    assert_true(count > 0);
    out_init(&o, e.text, sizeof e.text);
    move_print(t->settings.game->schema, moves[rng_below(rng, (uint32_t)count)], &o);
    return e;
}

static void play_on(struct table *t, struct rng *rng, int plies)
{
    for (int i = 0; i < plies && !table_over(t); i++)
        put(t, moving(t, rng, t->time));
}

static void event_names(void **context)
{
    (void)context;
    for (int i = 0; i < EV_TYPES; i++) {
        enum event_type type = EV_TYPES;
        assert_true(event_type_parse(event_name((enum event_type)i), &type));
        assert_int_equal(type, i);
        assert_true(event_name(type)[0] && strcspn(event_name(type), " \t\n'") > 1);
    }
    enum event_type type;
    assert_false(event_type_parse("", &type));
    assert_false(event_type_parse("sitting", &type));
    assert_false(event_type_parse("Sit", &type));
}

static void table_joining(void **context)
{
    static const int nowhere[] = {-1, 3, 5, 6, SEAT_NONE, 8, 1000000, INT32_MIN, INT32_MAX};
    struct table *t = table_with("zipang players=3", "joining");
    (void)context;
    assert_true(t->seq == 0 && !t->match && !table_over(t) && !table_bot(t));
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        assert_refused(t, sitting(nowhere[i], 2, false), "seat");
        assert_refused(t, event_of(EV_BOT, nowhere[i], HOST), "seat");
        assert_refused(t, event_of(EV_STAND, nowhere[i], 2), "seat");
        assert_refused(t, event_of(EV_RESIGN, nowhere[i], 2), "seat");
        assert_refused(t, event_of(EV_MOVE, nowhere[i], 0), "seat");
    }
    assert_refused(t, event_of(EV_STAND, 1, 2), "seat"); /* nobody sits there */
    put(t, sitting(1, 2, true));
    assert_int_equal(table_seat(t, 2), 1);
    assert_int_equal(table_seat(t, 3), SEAT_NONE);
    assert_string_equal(t->seat[1].name, "Player 2");
    assert_refused(t, sitting(1, 3, false), "taken");
    assert_refused(t, with_text(event_of(EV_BOT, 1, HOST), "1"), "taken");
    assert_refused(t, sitting(0, 2, false), "twice");
    assert_refused(t, with_text(event_of(EV_BOT, 0, 2), "1"), "host");
    put(t, with_text(event_of(EV_BOT, 0, HOST), "greedy"));
    assert_int_equal(t->seat[0].type, SEAT_BOT);
    assert_int_equal(table_seat(t, 0), SEAT_NONE); /* player 0 is nobody */
    assert_refused(t, event_of(EV_STAND, 1, 3), "yours");
    assert_refused(t, event_of(EV_STAND, 0, 2), "yours");
    put(t, event_of(EV_STAND, 1, 2));    /* by the player, */
    put(t, event_of(EV_STAND, 0, HOST)); /* by the host, */
    put(t, sitting(2, 3, false));
    put(t, event_of(EV_STAND, 2, 0)); /* or by the server */
    assert_int_equal(table_seat(t, 2), SEAT_NONE);
    assert_false(t->seat[1].agrees);
    for (int seat = 0; seat < 3; seat++) {
        assert_null(t->match);
        put(t, sitting(seat, seat + 1, false));
    }
    assert_non_null(t->match);
    assert_refused(t, event_of(EV_STAND, 0, HOST), "begun");
    assert_refused(t, sitting(0, 9, false), "begun");
    assert_refused(t, with_text(event_of(EV_BOT, 0, HOST), "1"), "begun");
    assert_refused(t, event_of(EV_CLOSE, SEAT_NONE, HOST), "begun");
    assert_refused(t, event_of(EV_CLOSE, SEAT_NONE, 0), "begun");
    table_free(t);
}

/* All questions about a table can be asked before its match has begun. */
static void table_waiting(void **context)
{
    struct table *t = table_with("zipang players=2 rated=yes clock=90s", "waiting");
    (void)context;
    put(t, sitting(0, 1, true));
    assert_false(table_rated(t));
    assert_false(table_over(t));
    assert_null(table_bot(t));
    assert_int_equal(table_since(t, 0), 0);
    assert_int_equal(table_since(t, 1), 0);
    assert_int_equal(t->clocks.running, SEAT_NONE);
    assert_false(table_present(t, 1));
    assert_int_equal(table_asked(t) & SEAT_BIT(1), 0);
    table_free(t);
}

static void table_early(void **context)
{
    static const enum event_type types[] = {EV_MOVE,   EV_ASK,  EV_YES,  EV_NO,
                                            EV_RESIGN, EV_AWAY, EV_BACK, EV_SHOW};
    struct table *t = table_with("zipang players=2", "early");
    (void)context;
    put(t, sitting(0, 1, false));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        assert_refused(t, event_of(types[i], 0, 1), "early");
        assert_refused(t, event_of(types[i], 0, 0), "early");
    }
    assert_refused(t, with_text(event_of(EV_NEXT, SEAT_NONE, 1), "abc"), "running");
    put(t, sitting(1, 2, false));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        assert_refused(t, event_of(types[i], 0, 2), "yours");
        assert_refused(t, event_of(types[i], 1, STRANGER), "yours");
    }
    table_free(t);
}

static void table_closing(void **context)
{
    struct table *t = table_with("zipang players=2", "closing");
    (void)context;
    put(t, sitting(0, 2, false));
    assert_refused(t, event_of(EV_CLOSE, SEAT_NONE, 2), "host");
    put(t, event_of(EV_CLOSE, SEAT_NONE, HOST));
    assert_true(table_over(t) && t->closed && !t->match);
    for (int type = 0; type < EV_TYPES; type++)
        assert_refused(t, with_text(event_of((enum event_type)type, 0, HOST), "x"), "closed");
    table_free(t);
    t = table_with("zipang players=2", "closing");
    put(t, event_of(EV_CLOSE, SEAT_NONE, 0));
    assert_true(table_over(t));
    table_free(t);
}

static void table_talking(void **context)
{
    struct table *t = table_with("zipang players=2", "talking");
    (void)context;
    assert_refused(t, event_of(EV_CHAT, SEAT_NONE, STRANGER), "long");
    put(t, with_text(event_of(EV_CHAT, SEAT_NONE, STRANGER), "Eve\tgood evening"));
    put(t, sitting(0, 1, false));
    put(t, sitting(1, 2, false));
    int turn = t->turn, shown = t->shown, changed = t->changed;
    put(t, with_text(event_of(EV_CHAT, 1, 2), "Bob\t\xe5\x85\xab"));
    assert_refused(t, with_text(event_of(EV_CHAT, 1, STRANGER), "Bob\tI am Bob"), "yours");
    assert_refused(t, with_text(event_of(EV_CHAT, 2, 2), "Bob\thello"), "seat");
    assert_true(t->turn == turn && t->shown == shown && t->changed == changed);
    assert_int_equal(t->lines, 2);
    assert_string_equal(t->line[0].text, "Eve\tgood evening");
    assert_string_equal(t->line[1].text, "Bob\t\xe5\x85\xab");
    assert_true(t->line[0].seat == SEAT_NONE && t->line[1].seat == 1);
    assert_true(t->line[0].seq == 1 && t->line[1].seq == 4);
    table_free(t);
}

/* Seats and lines of chat tell registered names from those of guests, and this has nothing to do
 * with whether the match is rated. */
static void table_kept_names(void **context)
{
    struct table *t = table_with("zipang players=3 rated=yes", "kept");
    (void)context;
    for (int seat = 0; seat < 2; seat++)
        put(t, with_number(sitting(seat, seat + 1, false), sit_number(seat == 0, seat == 1)));
    assert_true(t->seat[0].agrees && !t->seat[0].kept);
    assert_true(t->seat[1].kept && !t->seat[1].agrees);
    put(t, with_text(event_of(EV_CHAT, 0, 1), "Ann\thello"));
    put(t, with_number(with_text(event_of(EV_CHAT, 1, 2), "Bob\thello"), 1));
    assert_true(!t->line[0].kept && t->line[1].kept);
    put(t, event_of(EV_STAND, 1, 2));
    assert_false(t->seat[1].kept);
    table_free(t);
}

/* Of all moves, the actor may play exactly the legal ones. */
static void table_moves(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 7);
    for (const struct game *const *g = games_built; *g; g++) {
        char settings[64];
        snprintf(settings, sizeof settings, "%s players=2", (*g)->id);
        struct table *t = table_seated(settings, "moves", "PP");
        for (int ply = 0; ply < 30 && !table_over(t); ply++) {
            struct move moves[MOVES_MAX];
            int actor = match_actor(t->match), count = match_legal(t->match, moves);
            struct event good = moving(t, &rng, 0), other = good;
            for (int i = 0; i < count; i++) {
                struct event e = event_of(EV_MOVE, actor, actor + 1);
                struct out o;
                out_init(&o, e.text, sizeof e.text);
                move_print((*g)->schema, moves[i], &o);
                assert_null(table_judge(t, &e));
                e.player = 0; /* forced */
                assert_null(table_judge(t, &e));
            }
            for (int kind = 1; kind < (*g)->schema->kinds; kind++) {
                struct event e = with_text(good, (*g)->schema->kind[kind].id);
                bool legal = false;
                for (int i = 0; i < count; i++) {
                    char text[64];
                    struct out o;
                    out_init(&o, text, sizeof text);
                    move_print((*g)->schema, moves[i], &o);
                    legal |= strcmp(text, e.text) == 0;
                }
                assert_int_equal(!table_judge(t, &e), legal);
            }
            other.seat = !actor;
            other.player = !actor + 1;
            assert_refused(t, other, "turn");
            other.player = 0;
            assert_refused(t, other, "turn");
            assert_refused(t, with_text(good, ""), "form");
            assert_refused(t, with_text(good, "a quick brown fox"), "form");
            assert_refused(t, with_text(good, "\x01\xff\n"), "form");
            char crowded[2 * EVENT_TEXT_BYTES + 2];
            snprintf(crowded, sizeof crowded, "%s, %s", good.text, good.text);
            assert_refused(t, with_text(good, crowded), "form");
            put(t, good);
        }
        table_free(t);
    }
}

static void table_showing(void **context)
{
    struct table *t = table_seated("zipang players=3", "showing", "PPB");
    (void)context;
    assert_false(t->seat[1].shown);
    put(t, with_number(event_of(EV_SHOW, 1, 2), 1));
    assert_true(t->seat[1].shown && t->shown == t->seq);
    put(t, with_number(event_of(EV_SHOW, 1, 2), 0));
    assert_false(t->seat[1].shown);
    assert_refused(t, with_number(event_of(EV_SHOW, 2, 2), 1), "yours");
    assert_refused(t, with_number(event_of(EV_SHOW, 6, 2), 1), "seat");
    table_free(t);
}

static void table_next_match(void **context)
{
    struct table *t = table_seated("zipang players=2", "next", "PP");
    struct event next = with_text(event_of(EV_NEXT, SEAT_NONE, 1), "nnnnnnnnnnnn");
    (void)context;
    assert_refused(t, next, "running");
    put(t, event_of(EV_RESIGN, 0, 1));
    assert_true(table_over(t));
    assert_refused(t, with_text(event_of(EV_NEXT, SEAT_NONE, STRANGER), "n"), "yours");
    assert_refused(t, with_text(next, ""), "long");
    assert_refused(t, with_text(next, "nnnnnnnnnnnnn"), "long");
    put(t, next);
    assert_string_equal(t->next, "nnnnnnnnnnnn");
    assert_non_null(table_judge(t, &next)); /* there can only be one next table */
    table_free(t);
}

/* ---- Going back ---- */

static void undo_asked(void **context)
{
    struct table *t = table_seated("zipang players=3", "undo", "PPP");
    struct rng rng;
    union state before[3], after;
    (void)context;
    rng_fast(&rng, 8);
    assert_refused(t, event_of(EV_YES, 0, 1), "asked");
    assert_refused(t, with_number(event_of(EV_ASK, 0, 1), 0), "ply");
    play_on(t, &rng, 4);
    for (int seat = 0; seat < 3; seat++)
        match_view_at(t->match, 1, seat, &before[seat]);
    assert_refused(t, with_number(event_of(EV_ASK, 0, 1), 4), "ply");
    assert_refused(t, with_number(event_of(EV_ASK, 0, 1), -1), "first");
    assert_refused(t, with_number(event_of(EV_ASK, 0, 1), INT32_MAX), "ply");
    put(t, with_number(event_of(EV_ASK, 0, 1), 1));
    assert_int_equal(t->back_to, 1);
    assert_int_equal(match_ply(t->match), 4);
    assert_int_equal(table_asked(t), 7);
    assert_refused(t, event_of(EV_YES, 0, 1), "asked"); /* the asker need not agree */
    assert_refused(t, event_of(EV_YES, 1, 1), "yours");
    put(t, event_of(EV_YES, 1, 2));
    assert_int_equal(match_ply(t->match), 4);
    assert_refused(t, event_of(EV_YES, 1, 2), "asked");
    put(t, event_of(EV_NO, 2, 3));
    assert_int_equal(t->back_to, -1);
    assert_int_equal(match_ply(t->match), 4);
    assert_refused(t, event_of(EV_NO, 1, 2), "asked");
    put(t, with_number(event_of(EV_ASK, 2, 3), 1)); /* earlier consent does not count */
    put(t, event_of(EV_YES, 0, 1));
    assert_int_equal(match_ply(t->match), 4);
    put(t, event_of(EV_YES, 1, 2));
    assert_int_equal(match_ply(t->match), 1);
    assert_int_equal(t->back_to, -1);
    assert_int_equal(t->turn, t->seq);
    for (int seat = 0; seat < 3; seat++) {
        match_view(t->match, seat, &after);
        assert_true(state_equal(t->settings.game->schema, &before[seat], &after));
    }
    play_on(t, &rng, 2);
    put(t, with_number(event_of(EV_ASK, 0, 1), 0));
    play_on(t, &rng, 1); /* a move declines the request */
    assert_int_equal(t->back_to, -1);
    assert_refused(t, event_of(EV_YES, 1, 2), "asked");
    table_free(t);
}

/* Bots and players who have given up are not asked. Players who are away are asked, and answer when
 * they are back. */
static void undo_whom(void **context)
{
    struct table *t = table_seated("zipang players=4", "undo", "PPBP");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 9);
    play_on(t, &rng, 3);
    assert_int_equal(table_asked(t), 1 | 2 | 8);
    put(t, event_of(EV_AWAY, 1, 2));
    assert_int_equal(table_asked(t), 1 | 2 | 8);
    put(t, event_of(EV_RESIGN, 3, 4));
    assert_int_equal(table_asked(t), 1 | 2);
    put(t, with_number(event_of(EV_ASK, 0, 1), 0));
    assert_true(match_ply(t->match) > 0);
    assert_refused(t, event_of(EV_YES, 1, 2), "asked");
    put(t, event_of(EV_BACK, 1, 2));
    put(t, event_of(EV_YES, 1, 2));
    assert_int_equal(match_ply(t->match), 0);
    assert_int_equal(match_resigned(t->match), 8); /* a resignation is not taken back */
    table_free(t);
}

/* Players who are away cannot ask: they cannot take back what a bot plays for them. */
static void undo_absent(void **context)
{
    struct table *t = table_seated("zipang players=3", "undo", "PPP");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 9);
    play_on(t, &rng, 3);
    put(t, event_of(EV_AWAY, 1, 2));
    assert_refused(t, with_number(event_of(EV_ASK, 1, 2), 0), "away");
    put(t, event_of(EV_AWAY, 0, 1));
    assert_refused(t, with_number(event_of(EV_ASK, 1, 2), 0), "away");
    put(t, event_of(EV_BACK, 0, 1));
    put(t, event_of(EV_BACK, 1, 2));
    put(t, event_of(EV_RESIGN, 1, 2));
    assert_refused(t, with_number(event_of(EV_ASK, 1, 2), 0), "gone");
    assert_null(table_judge(t, &(struct event){.type = EV_ASK, .seat = 0, .player = 1}));
    table_free(t);
}

static void undo_rated(void **context)
{
    struct table *t = table_seated("zipang players=2 rated=yes", "undo", "RR");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 10);
    assert_true(table_rated(t));
    play_on(t, &rng, 3);
    for (int seat = 0; seat < 2; seat++) {
        assert_refused(t, with_number(event_of(EV_ASK, seat, seat + 1), 2), "rated");
        assert_refused(t, event_of(EV_YES, seat, seat + 1), "rated");
    }
    table_free(t);
    static const struct {
        const char *settings, *sitters;
    } unrated[] = {{"zipang players=2 rated=yes", "RP"},
                   {"zipang players=2 rated=no", "RR"},
                   {"zipang players=3 rated=yes", "RRB"}};
    for (int i = 0; i < 3; i++) {
        t = table_seated(unrated[i].settings, "undo", unrated[i].sitters);
        assert_false(table_rated(t));
        play_on(t, &rng, 2);
        assert_null(table_judge(t, &(struct event){.type = EV_ASK, .seat = 0, .player = 1}));
        table_free(t);
    }
}

/* If nobody has learned anything from a move, its player can take it back at once; others cannot.
 */
static void undo_own(void **context)
{
    struct rng rng;
    int taken = 0, asked = 0;
    (void)context;
    rng_fast(&rng, 11);
    for (int round = 0; round < 40; round++) {
        char seed[16];
        snprintf(seed, sizeof seed, "own %d", round);
        struct table *t = table_seated(round % 2 ? "kenjin players=2" : "kunitori players=2", seed,
                                       "PP");
        for (int i = 0; i < 40 && !table_over(t); i++) {
            int mover = match_actor(t->match), ply = match_ply(t->match);
            put(t, moving(t, &rng, 0));
            if (table_over(t))
                break;
            if (match_undo_limit(t->match) > ply) { /* somebody learned something: ask the other */
                put(t, with_number(event_of(EV_ASK, mover, mover + 1), ply));
                assert_int_equal(match_ply(t->match), ply + 1);
                put(t, event_of(EV_NO, !mover, !mover + 1));
                asked++;
                continue;
            }
            put(t, with_number(event_of(EV_ASK, !mover, !mover + 1), ply));
            assert_int_equal(match_ply(t->match), ply + 1);
            assert_int_equal(t->back_to, ply);
            put(t, event_of(EV_NO, mover, mover + 1));
            put(t, with_number(event_of(EV_ASK, mover, mover + 1), ply));
            assert_int_equal(match_ply(t->match), ply);
            assert_int_equal(t->back_to, -1);
            assert_int_equal(match_actor(t->match), mover);
            put(t, moving(t, &rng, 0));
            taken++;
        }
        table_free(t);
    }
    assert_true(taken > 20 && asked > 20);
}

/* ---- Away, back and giving up ---- */

static void away_and_back(void **context)
{
    struct table *t = table_seated("zipang players=2", "away", "PP");
    int actor = match_actor(t->match), other = !actor;
    struct rng rng;
    (void)context;
    rng_fast(&rng, 12);
    assert_null(table_bot(t));
    assert_refused(t, event_of(EV_BACK, actor, actor + 1), "away");
    put(t, event_of(EV_AWAY, actor, actor + 1));
    assert_true(t->shown == t->seq && t->changed == t->seq);
    assert_false(table_present(t, actor));
    assert_non_null(table_bot(t));
    assert_refused(t, event_of(EV_AWAY, actor, actor + 1), "away");
    struct event move = moving(t, &rng, 0);
    assert_int_equal(move.player, 0);
    move.player = actor + 1;
    assert_refused(t, move, "away");
    put(t, event_of(EV_BACK, actor, actor + 1));
    assert_true(table_present(t, actor));
    assert_non_null(table_bot(t)); /* the bot still makes this decision */
    assert_refused(t, move, "away");
    move.player = 0;
    put(t, move);
    put(t, event_of(EV_AWAY, other, other + 1));
    while (!table_over(t)) {
        assert_int_equal(table_bot(t) != NULL, match_actor(t->match) == other);
        play_on(t, &rng, 1);
    }
    assert_null(table_bot(t));
    assert_refused(t, event_of(EV_BACK, other, other + 1), "over");
    assert_refused(t, event_of(EV_AWAY, actor, actor + 1), "over");
    assert_refused(t, event_of(EV_RESIGN, actor, actor + 1), "over");
    assert_refused(t, with_number(event_of(EV_ASK, actor, actor + 1), 0), "over");
    assert_refused(t, with_text(event_of(EV_MOVE, actor, actor + 1), move.text), "over");
    table_free(t);
}

static void assert_ranks(const struct table *t, const char *ranks)
{
    int points[SEATS_MAX], found[SEATS_MAX];
    assert_true(table_over(t));
    match_scores(t->match, points, found);
    for (int seat = 0; ranks[seat]; seat++)
        if (ranks[seat] != '?')
            assert_int_equal(found[seat], ranks[seat] - '0');
}

static void resign_ranks(void **context)
{
    struct table *t;
    struct rng rng;
    (void)context;
    rng_fast(&rng, 13);
    t = table_seated("zipang players=2 clock=90s", "resign", "PP");
    play_on(t, &rng, 2);
    put(t, event_of(EV_RESIGN, 1, 2));
    assert_ranks(t, "12");
    assert_int_equal(t->clocks.running, SEAT_NONE);
    assert_refused(t, event_of(EV_RESIGN, 0, 1), "over");
    table_free(t);

    t = table_seated("zipang players=3", "resign", "PPP");
    put(t, event_of(EV_RESIGN, 0, 1));
    assert_false(table_over(t));
    assert_int_equal(match_resigned(t->match), 1);
    assert_refused(t, event_of(EV_RESIGN, 0, 1), "gone");
    assert_refused(t, event_of(EV_AWAY, 0, 1), "gone");
    assert_refused(t, event_of(EV_BACK, 0, 1), "gone");
    assert_refused(t, with_text(event_of(EV_MOVE, 0, 1), "x"), "gone");
    put(t, event_of(EV_RESIGN, 2, 3));
    assert_ranks(t, "312");
    table_free(t);

    t = table_seated("zipang players=4", "resign", "PPPP");
    put(t, event_of(EV_RESIGN, 1, 2));
    put(t, event_of(EV_RESIGN, 3, 4));
    assert_false(table_over(t));
    put(t, event_of(EV_RESIGN, 0, 1));
    assert_ranks(t, "2413");
    table_free(t);
}

/* Against bots a match is over when no person is left. */
static void resign_bots(void **context)
{
    struct table *t = table_seated("zipang players=4", "resign", "PBBB");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 14);
    assert_refused(t, event_of(EV_RESIGN, 1, 0), "gone"); /* bots cannot give up */
    assert_refused(t, event_of(EV_AWAY, 1, 0), "gone");
    put(t, event_of(EV_RESIGN, 0, 1));
    assert_ranks(t, "4???");
    table_free(t);
    t = table_seated("zipang players=4", "resign", "PBPB");
    put(t, event_of(EV_RESIGN, 2, 3));
    assert_false(table_over(t));
    play_on(t, &rng, 3);
    put(t, event_of(EV_AWAY, 0, 1)); /* a player who is away may come back */
    assert_false(table_over(t));
    put(t, event_of(EV_RESIGN, 0, 1));
    assert_ranks(t, "3?4?");
    table_free(t);
    t = table_seated("zipang players=2", "resign", "BP");
    put(t, event_of(EV_RESIGN, 1, 2));
    assert_ranks(t, "12");
    table_free(t);
}

/* A match that goes on without players who gave up ends by its moves, and they are ranked last. */
static void resign_played(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 15);
    for (int round = 0; round < 20; round++) {
        struct table *t = table_seated("zipang players=4", round % 2 ? "one" : "two", "PPPP");
        play_on(t, &rng, 3);
        if (table_over(t)) {
            table_free(t);
            continue;
        }
        put(t, event_of(EV_RESIGN, 2, 3));
        while (!table_over(t)) {
            assert_int_equal(table_bot(t) != NULL, match_actor(t->match) == 2);
            play_on(t, &rng, 1);
        }
        int points[SEATS_MAX], ranks[SEATS_MAX], others[SEATS_MAX], least = 9;
        match_scores(t->match, points, ranks);
        assert_int_equal(ranks[2], 4);
        union state truth;
        assert_true(match_view(t->match, VIEW_ALL, &truth));
        t->settings.game->scores(&truth, points, others);
        for (int a = 0; a < 4; a++) {
            least = ranks[a] < least ? ranks[a] : least;
            for (int b = 0; b < 4; b++)
                if (a != 2 && b != 2)
                    assert_int_equal(ranks[a] < ranks[b], others[a] < others[b]);
        }
        assert_int_equal(least, 1);
        table_free(t);
    }
}

/* In every game, at any moment, the points so far can be counted. */
static void resign_anywhere(void **context)
{
    struct rng rng;
    (void)context;
    rng_fast(&rng, 16);
    for (const struct game *const *g = games_built; *g; g++)
        for (int round = 0; round < 60; round++) {
            int players = (*g)->schema->players_min +
                          round % ((*g)->schema->players_max - (*g)->schema->players_min + 1);
            struct config config = {.players = (uint8_t)players};
            uint8_t secret[SECRET_BYTES] = {(uint8_t)round};
            struct match *m = match_new(*g, &config, secret);
            int points[SEATS_MAX], ranks[SEATS_MAX];
            for (int seat = 0; seat < players; seat++)
                match_sitter(m, seat)->human = true;
            for (int i = (int)rng_below(&rng, 60); i > 0 && !match_over(m); i--) {
                struct move moves[MOVES_MAX];
                int count = match_legal(m, moves);
                match_play(m, match_actor(m), moves[rng_below(&rng, (uint32_t)count)]);
            }
            bool over = match_over(m);
            for (int seat = 1; seat < players; seat++) {
                assert_int_equal(match_over(m), over);
                assert_int_equal(match_resign(m, seat), !over);
                assert_false(match_resign(m, seat));
            }
            assert_true(match_over(m));
            assert_int_equal(match_resigned(m), over ? 0 : (1 << players) - 2);
            match_scores(m, points, ranks);
            for (int seat = 0; seat < players && !over; seat++)
                assert_int_equal(ranks[seat], seat ? players + 1 - seat : 1);
            union state view;
            assert_true(match_view(m, VIEW_ALL, &view));
            assert_true(over || !match_undo(m, 0, ~0u));
            match_free(m);
        }
}

/* ---- Clocks at a table ---- */

static void clock_moves(void **context)
{
    struct table *t = table_with("zipang players=2 clock=10m+5s", "clock");
    struct rng rng;
    int64_t left[2] = {600000, 600000}, now = 5000;
    (void)context;
    rng_fast(&rng, 17);
    struct event e = sitting(0, 1, false);
    e.time = 1000;
    put(t, e);
    e = sitting(1, 2, false);
    e.time = now;
    put(t, e); /* now it begins */
    for (int i = 0; i < 20 && !table_over(t); i++) {
        int actor = match_actor(t->match);
        assert_int_equal(t->clocks.running, actor);
        for (int seat = 0; seat < 2; seat++)
            assert_int_equal(clocks_left(&t->clocks, seat, now), left[seat]);
        assert_int_equal(table_due(t), now + left[actor]);
        put(t, with_text(event_at(EV_CHAT, SEAT_NONE, 9, now + 1000), "x\ty"));
        put(t, with_number(event_at(EV_SHOW, !actor, !actor + 1, now + 2000), 1));
        assert_int_equal(t->clocks.running, actor);
        assert_int_equal(table_due(t), now + left[actor]); /* chat does not stop a clock */
        now += 7000 + i;
        left[actor] += 5000 - (7000 + i);
        put(t, moving(t, &rng, now));
    }
    table_free(t);
}

static void clock_persons(void **context)
{
    struct table *t = table_seated("zipang players=3 clock=90s", "clock", "PBP");
    struct rng rng;
    bool bot = false, person = false;
    (void)context;
    rng_fast(&rng, 18);
    for (int64_t now = 1000; !table_over(t); now += 1000) {
        int actor = match_actor(t->match);
        bot |= actor == 1;
        person |= actor != 1;
        assert_int_equal(t->clocks.running, actor == 1 ? SEAT_NONE : actor);
        if (actor != 1)
            assert_int_equal(table_due(t), t->time + 90000);
        put(t, moving(t, &rng, now));
    }
    assert_true(bot && person);
    assert_int_equal(t->clocks.running, SEAT_NONE);
    table_free(t);
}

/* Who leaves and comes back has no more time than before. */
/* In a rated match no bot plays for a player: who leaves or is late gives up. */
static void rated_strict(void **context)
{
    struct table *t = table_seated("zipang players=2 rated=yes clock=90s", "rated", "RR");
    int actor = match_actor(t->match);
    (void)context;
    assert_true(table_strict(t));
    struct event e = table_timeout(t);
    assert_int_equal(e.type, EV_RESIGN);
    table_free(t);
    t = table_seated("zipang players=2 rated=yes clock=90s", "rated", "RP");
    actor = match_actor(t->match);
    assert_false(table_strict(t));
    e = table_timeout(t);
    assert_int_equal(e.type, EV_AWAY);
    assert_int_equal(e.seat, actor);
    table_free(t);
}

/* A rated match in which somebody gives up at once does not count. */
static void rated_aborted(void **context)
{
    (void)context;
    for (int plies = 0; plies < 12; plies++) {
        struct table *rated = table_seated("kenjin players=2 rated=yes", "short", "RR"),
                     *other = table_seated("kenjin players=2 rated=yes", "short", "RP");
        struct rng rng;
        rng_fast(&rng, 19);
        for (int i = 0; i < plies; i++) {
            put(rated, moving(rated, &rng, 0));
            put(other, moving(other, &rng, 0));
        }
        assert_false(table_aborted(rated));
        bool few = match_ply(rated->match) < 2 * ABORT_PLIES;
        put(rated, event_of(EV_RESIGN, 0, 1));
        put(other, event_of(EV_RESIGN, 0, 1));
        assert_int_equal(table_aborted(rated), few);
        assert_false(table_aborted(other));
        table_free(rated);
        table_free(other);
    }
}

static void clock_left(void **context)
{
    struct table *t = table_seated("zipang players=2 clock=10m+5s", "left", "PP");
    int actor = match_actor(t->match);
    struct rng rng;
    (void)context;
    rng_fast(&rng, 15);
    put(t, event_at(EV_AWAY, actor, actor + 1, 595000));
    put(t, event_at(EV_BACK, actor, actor + 1, 596000));
    assert_int_equal(clocks_left(&t->clocks, actor, 596000), 5000);
    table_free(t);
}

/* Each time that a player has run out of time, they get half as much when they come back. */
static void clock_lapses(void **context)
{
    struct table *t = table_seated("zipang players=2 clock=10m+0s", "lapses", "PP");
    struct rng rng;
    int64_t now = 0, gained = 0;
    int lapses = 0, seat = match_actor(t->match);
    (void)context;
    rng_fast(&rng, 16);
    for (int i = 0; i < 400 && !table_over(t); i++) {
        if (t->clocks.running != seat) {
            put(t, moving(t, &rng, now));
            continue;
        }
        now = table_due(t);
        put(t, event_at(EV_AWAY, seat, 0, now));
        put(t, event_at(EV_BACK, seat, seat + 1, now));
        assert_int_equal(clocks_left(&t->clocks, seat, now), 60000 >> lapses);
        gained += clocks_left(&t->clocks, seat, now);
        lapses++;
    }
    assert_true(lapses > 4 && gained < 120000);
    table_free(t);
}

/* A move that is taken back gives no bonus, however often. */
static void clock_undo_bonus(void **context)
{
    struct table *t = table_seated("kenjin players=2 clock=10m+30s", "farm", "PP");
    struct rng rng;
    int taken = 0;
    (void)context;
    rng_fast(&rng, 17);
    for (int i = 0; i < 200 && !table_over(t); i++) {
        int mover = match_actor(t->match), ply = match_ply(t->match);
        int64_t before[2] = {t->clocks.left[0], t->clocks.left[1]};
        put(t, moving(t, &rng, 0));
        if (table_over(t))
            break;
        put(t, with_number(event_of(EV_ASK, mover, mover + 1), ply));
        if (t->back_to >= 0)
            put(t, event_of(EV_YES, !mover, !mover + 1));
        assert_int_equal(match_ply(t->match), ply);
        assert_int_equal(t->clocks.running, mover);
        assert_int_equal(t->clocks.left[0], before[0]);
        assert_int_equal(t->clocks.left[1], before[1]);
        put(t, moving(t, &rng, 0));
        taken++;
    }
    assert_true(taken > 20);
    table_free(t);
}

/* With a time for each decision, who takes a move back has only what was left. */
static void clock_undo_each(void **context)
{
    struct table *t = table_seated("kenjin players=2 clock=90s", "each", "PP");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 18);
    int mover = match_actor(t->match), ply = match_ply(t->match);
    put(t, moving(t, &rng, 80000));
    int next = match_actor(t->match);
    put(t, with_number(event_at(EV_ASK, mover, mover + 1, 81000), ply));
    if (t->back_to >= 0)
        put(t, event_at(EV_YES, !mover, !mover + 1, 81000));
    assert_int_equal(t->clocks.running, mover);
    assert_int_equal(clocks_left(&t->clocks, mover, 81000), next == mover ? 9000 : 10000);
    put(t, moving(t, &rng, 85000));
    while (t->clocks.running != mover)
        put(t, moving(t, &rng, 85000));
    assert_int_equal(clocks_left(&t->clocks, mover, 85000), 90000);
    table_free(t);
}

/* Nor does who leaves, and takes back the move that a bot has made instead. */
static void clock_undo_away(void **context)
{
    struct table *t = table_seated("kenjin players=2 clock=90s", "passed", "PP");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 19);
    int mover = match_actor(t->match), ply = match_ply(t->match);
    put(t, event_at(EV_AWAY, mover, mover + 1, 80000));
    put(t, moving(t, &rng, 81000));
    put(t, event_at(EV_BACK, mover, mover + 1, 82000));
    int next = match_actor(t->match);
    put(t, with_number(event_at(EV_ASK, mover, mover + 1, 83000), ply));
    if (t->back_to >= 0)
        put(t, event_at(EV_YES, !mover, !mover + 1, 83000));
    assert_int_equal(match_ply(t->match), ply);
    assert_int_equal(t->clocks.running, mover);
    assert_int_equal(clocks_left(&t->clocks, mover, 83000), next == mover ? 9000 : 10000);
    table_free(t);
}

/* A bot has made the first of two decisions in a row: going back to it does not give the time back
 * that was spent on the second one. */
static void clock_undo_bot(void **context)
{
    struct table *t = table_seated("glory players=2 clock=90s", "bot", "PP");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 20);
    int away = !match_actor(t->match);
    put(t, event_at(EV_AWAY, away, away + 1, 1000));
    while (match_actor(t->match) != away)
        put(t, moving(t, &rng, 2000));
    int ply = match_ply(t->match);
    put(t, moving(t, &rng, 2000));
    assert_int_equal(match_actor(t->match), away);
    put(t, event_at(EV_BACK, away, away + 1, 3000));
    put(t, with_number(event_at(EV_ASK, away, away + 1, 53000), ply));
    if (t->back_to >= 0)
        put(t, event_at(EV_YES, !away, !away + 1, 53000));
    assert_int_equal(match_ply(t->match), ply);
    assert_int_equal(t->clocks.running, away);
    assert_int_equal(clocks_left(&t->clocks, away, 53000), 40000);
    table_free(t);
}

/* Without a clock, a move that nobody has learned anything from is taken back at once. If another
 * player's clock runs, that player must agree: else their time could be used up without end. Bots
 * always agree. */
static void clock_undo_asks(void **context)
{
    static const struct {
        const char *settings, *sitters;
        bool asks;
    } cases[] = {{"kenjin players=2", "PP", false},
                 {"kenjin players=2 clock=90s", "PP", true},
                 {"kenjin players=2 clock=10m+0s", "PP", true},
                 {"kenjin players=2 clock=90s", "PB", false}};
    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table *t = table_seated(cases[i].settings, "asks", cases[i].sitters);
        struct rng rng;
        rng_fast(&rng, 20);
        int mover, ply;
        do { /* to a secret move of seat A after which it is the other's turn */
            mover = match_actor(t->match);
            ply = match_ply(t->match);
            put(t, moving(t, &rng, 0));
        } while (mover || match_actor(t->match) == 0 || ply < match_undo_limit(t->match));
        struct event e = with_number(event_of(EV_ASK, 0, 1), ply);
        table_asking(t, &e);
        put(t, e);
        assert_int_equal(match_ply(t->match), cases[i].asks ? ply + 1 : ply);
        if (cases[i].asks)
            put(t, event_of(EV_YES, 1, 2));
        assert_int_equal(match_ply(t->match), ply);
        table_free(t);
    }
}

/* Within a decision, a step is taken back at once with a clock, too: no other clock runs. */
static void clock_undo_own(void **context)
{
    struct table *t = table_seated("kunitori players=2 clock=10m+5s", "own", "PP");
    struct rng rng;
    int taken = 0;
    (void)context;
    rng_fast(&rng, 21);
    for (int i = 0; i < 400 && !table_over(t); i++) {
        int mover = match_actor(t->match), ply = match_ply(t->match);
        put(t, moving(t, &rng, 0));
        if (match_actor(t->match) != mover || ply < match_undo_limit(t->match))
            continue;
        struct event e = with_number(event_of(EV_ASK, mover, mover + 1), ply);
        table_asking(t, &e);
        put(t, e);
        assert_int_equal(match_ply(t->match), ply);
        taken++;
    }
    assert_true(taken > 20);
    table_free(t);
}

/* Nor does who has two decisions in a row, and goes back to the first one when the time for the
 * second is nearly over. */
static void clock_undo_farm(void **context)
{
    (void)context;
    for (int game = 0; game < 2; game++) {
        struct table *t = table_seated(
            game ? "kunitori players=2 clock=30s" : "shitenno players=2 clock=30s", "farm", "PP");
        struct rng rng;
        struct event first, ask;
        int mover, ply, rounds = 0;
        rng_fast(&rng, 22);
        do {
            mover = match_actor(t->match);
            ply = match_ply(t->match);
            put(t, first = moving(t, &rng, 0));
        } while (match_actor(t->match) != mover || ply < match_undo_limit(t->match));
        for (int64_t time = 29000; rounds < 5; rounds++, time += 29000) {
            ask = with_number(event_at(EV_ASK, mover, mover + 1, time), ply);
            if (table_bound(t, &ask))
                break;
            put(t, ask);
            assert_int_equal(match_ply(t->match), ply);
            assert_int_equal(clocks_left(&t->clocks, mover, time), 1000);
            first.time = time;
            put(t, first);
        }
        assert_int_equal(rounds, 1);
        table_free(t);
    }
}

/* ---- Whatever happens at a table, no clock gains time ---- */

struct account {
    int64_t ran[SEATS_MAX], gifts[SEATS_MAX];
    int mover[4096];    /* of each ply */
    bool own[4096];     /* it was decided by the player */
    bool decided[4096]; /* by anybody: it was not forced */
};

/* How many of the seat's plies there are of this kind. */
static int plies_of(const struct table *t, const struct account *a, int seat, const bool *kind)
{
    int count = 0;
    for (int ply = 0; ply < match_ply(t->match); ply++)
        count += a->mover[ply] == seat && kind[ply];
    return count;
}

/* With a bank, the time that a clock ran and what is left of it come from the bank, the bonuses of
 * the moves that were not taken back, and what players get who come back late. With a time for each
 * decision, from that of the decisions that were not taken back. */
static void check_account(const struct table *t, const struct account *a, int seat)
{
    const struct pace *pace = &t->settings.pace;
    int64_t left = clocks_left(&t->clocks, seat, t->time), may;
    if (pace->bank)
        may = 1000 * ((int64_t)pace->bank + (int64_t)pace->bonus * plies_of(t, a, seat, a->own)) +
              a->gifts[seat];
    else
        may = 1000 * (int64_t)pace->each * (plies_of(t, a, seat, a->decided) + 1);
    if (pace->each && t->clocks.running != seat)
        left = 0;
    if (a->ran[seat] + left > may)
        fail_msg("%s at ply %d: the clock of seat %d ran for %d ms and has %d, but may have %d",
                 t->settings.game->id, match_ply(t->match), seat, (int)a->ran[seat], (int)left,
                 (int)may);
}

static void account_event(struct table *t, struct account *a, struct event e)
{
    int running = t->clocks.running, ply = match_ply(t->match);
    int64_t late = 100 * (int64_t)t->settings.pace.bank;
    if (running != SEAT_NONE)
        a->ran[running] += e.time - t->time;
    if (e.type == EV_BACK && t->seat[e.seat].late)
        a->gifts[e.seat] += late;
    a->mover[ply] = e.seat;
    a->own[ply] = e.player != 0;
    a->decided[ply] = true;
    put(t, e);
    for (struct event forced; table_next(t, &forced);) {
        ply = match_ply(t->match);
        a->mover[ply] = forced.seat;
        a->own[ply] = a->decided[ply] = false;
        forced.time = e.time;
        put(t, forced);
    }
    for (int seat = 0; seat < t->settings.config.players; seat++)
        check_account(t, a, seat);
}

/* The same for who goes back to before a forced ply: it is played again by itself. */
static void clock_undo_forced(void **context)
{
    (void)context;
    int tried = 0;
    for (int game = 0; game < 5; game++) {
        char settings[64];
        snprintf(settings, sizeof settings, "%s players=2 clock=30s", games[game]->id);
        struct table *t = table_seated(settings, "forced", "PB");
        struct rng rng;
        struct event forced, ask;
        rng_fast(&rng, 23);
        for (int i = 0; i < 2000 && !table_over(t); i++) {
            int ply = match_ply(t->match);
            bool own = table_next(t, &forced) && forced.seat == 0;
            put(t, own || table_next(t, &forced) ? forced : moving(t, &rng, t->time));
            ask = with_number(event_at(EV_ASK, 0, 1, t->time + 29000), ply);
            if (!own || t->clocks.running != 0 || table_next(t, &forced))
                continue;
            tried++;
            assert_null(table_bound(t, &ask));
            put(t, ask);
            while (table_next(t, &forced))
                put(t, forced);
            assert_int_equal(clocks_left(&t->clocks, 0, t->time), 1000);
        }
        table_free(t);
    }
    assert_true(tried > 5);
}

/* Something that somebody may do now; a move if it is not allowed. With a time for each decision,
 * nobody agrees to a request: the time of those who agree is not taken back. */
static struct event something(struct table *t, struct rng *rng, int64_t time)
{
    int seat = (int)rng_below(rng, (uint32_t)t->settings.config.players);
    int ply = match_ply(t->match) - 1 - (int)rng_below(rng, 4);
    int64_t player = t->seat[seat].player;
    struct event ask = with_number(event_at(EV_ASK, seat, player, time), ply);
    table_asking(t, &ask);
    const struct event all[] = {
        event_at(EV_AWAY, seat, player, time), event_at(EV_BACK, seat, player, time), ask, ask, ask,
        event_at(EV_YES, seat, player, time)};
    struct event e = all[rng_below(rng, sizeof all / sizeof *all)];
    bool agrees = e.type == EV_YES && t->settings.pace.each;
    if (player && !agrees && !table_judge(t, &e) && !table_bound(t, &e))
        return e;
    return moving(t, rng, time);
}

/* Some time passes, up to the end of the running clock; often nearly all of it. */
static int64_t some_time(const struct table *t, struct rng *rng)
{
    if (t->clocks.running == SEAT_NONE)
        return t->time + rng_below(rng, 60000);
    int64_t left = clocks_left(&t->clocks, t->clocks.running, t->time);
    uint32_t part = rng_below(rng, 4);
    return t->time + (part == 0 ? left : part == 1 && left > 300 ? left - 300 : left / 8);
}

static void clock_gains(void **context)
{
    static const char *const sitters[] = {"PP", "PB", "PPB", "PPP"};
    static const char *const clocks[] = {"30s", "10s+7s", "60s+0s"};
    (void)context;
    for (int round = 0; round < 360; round++) {
        char settings[64], seed[16];
        const char *who = sitters[round % 4];
        struct account a = {0};
        struct rng rng;
        rng_fast(&rng, (uint64_t)round);
        snprintf(settings, sizeof settings, "%s players=%d clock=%s", games[round / 4 % 5]->id,
                 (int)strlen(who), clocks[round / 20 % 3]);
        snprintf(seed, sizeof seed, "gains%d", round);
        struct table *t = table_seated(settings, seed, who);
        for (int i = 0; i < 400 && !table_over(t); i++) {
            int64_t time = some_time(t, &rng);
            bool out = t->clocks.running != SEAT_NONE && time >= table_due(t);
            struct event e = out ? table_timeout(t) : something(t, &rng, time);
            e.time = time;
            account_event(t, &a, e);
        }
        table_free(t);
    }
}

static void clock_away(void **context)
{
    struct table *t = table_seated("zipang players=2 clock=10m+5s", "clock", "PP");
    int actor = match_actor(t->match);
    struct rng rng;
    (void)context;
    rng_fast(&rng, 14);
    put(t, event_at(EV_AWAY, !actor, !actor + 1, 1000));
    assert_int_equal(t->clocks.running, actor); /* another seat's clock runs on */
    assert_int_equal(table_due(t), 600000);
    put(t, event_at(EV_AWAY, actor, actor + 1, 100000));
    assert_int_equal(t->clocks.running, SEAT_NONE);
    assert_int_equal(clocks_left(&t->clocks, actor, 5000000), 500000);
    put(t, event_at(EV_BACK, actor, actor + 1, 200000));
    assert_int_equal(t->clocks.running, SEAT_NONE); /* the bot still makes this decision */
    while (t->clocks.running != actor)
        put(t, moving(t, &rng, 200000));
    assert_int_equal(table_due(t), 700000);
    put(t, event_at(EV_AWAY, actor, 0, 700000)); /* out of time */
    assert_int_equal(clocks_left(&t->clocks, actor, 700000), 0);
    put(t, event_at(EV_BACK, actor, actor + 1, 800000));
    while (t->clocks.running != actor)
        put(t, moving(t, &rng, 800000));
    assert_true(table_due(t) > 800000 && table_due(t) < 800000 + 600000);
    table_free(t);
}

/* The server can end a player's time only when it has run out, and only for the actor. */
static void clock_judged(void **context)
{
    (void)context;
    for (int round = 0; round < 4; round++) {
        enum event_type type = round % 2 ? EV_RESIGN : EV_AWAY;
        bool clock = round < 2;
        int64_t due = clock ? 90000 : 1000 * (int64_t)MONTH_SECONDS;
        struct table *t = table_seated(clock ? "zipang players=3 clock=90s" : "zipang players=3",
                                       "judged", "PPP");
        int actor = match_actor(t->match), other = (actor + 1) % 3;
        assert_int_equal(table_due(t), due);
        assert_refused(t, event_at(type, actor, 0, 0), "time");
        assert_refused(t, event_at(type, actor, 0, due - 1), "time");
        assert_refused(t, event_at(type, other, 0, due - 1), "time");
        assert_refused(t, event_at(type, other, 0, due), "time");
        put(t, event_at(type, actor, 0, due));
        assert_false(table_present(t, actor));
        assert_refused(t, event_at(type, other, 0, due), "time");
        table_free(t);
    }
}

/* ---- A table is the sum of its events ---- */

/* The event as a row of the store, and back. */
static struct event stored(const struct event *e)
{
    char row[EVENT_TEXT_BYTES + 128], name[32];
    struct event back = {0};
    int end = 0;
    long long player, time;
    snprintf(row, sizeof row, "%s %d %d %lld %lld %s", event_name(e->type), e->seat, e->number,
             (long long)e->player, (long long)e->time, e->text);
    assert_int_equal(
        sscanf(row, "%31s %d %d %lld %lld%n", name, &back.seat, &back.number, &player, &time, &end),
        5);
    assert_true(event_type_parse(name, &back.type));
    back.player = player;
    back.time = time;
    snprintf(back.text, sizeof back.text, "%.*s", EVENT_TEXT_BYTES - 1, row + end + 1);
    return back;
}

static void assert_same_table(const struct table *a, const struct table *b, bool whole)
{
    int players = a->settings.config.players;
    assert_true(a->seq == b->seq && a->turn == b->turn && a->shown == b->shown);
    assert_true(a->changed == b->changed && a->time == b->time && a->closed == b->closed);
    assert_true(a->back_to == b->back_to && a->consent == b->consent);
    assert_string_equal(a->next, b->next);
    assert_memory_equal(&a->clocks, &b->clocks, sizeof a->clocks);
    assert_int_equal(a->lines, b->lines);
    for (int seat = 0; seat < players; seat++) {
        const struct seat *x = &a->seat[seat], *y = &b->seat[seat];
        assert_true(x->type == y->type && x->player == y->player && x->agrees == y->agrees);
        assert_true(x->away == y->away && x->shown == y->shown);
        assert_string_equal(x->name, y->name);
    }
    assert_int_equal(!a->match, !b->match);
    if (!a->match)
        return;
    assert_int_equal(match_ply(a->match), match_ply(b->match));
    assert_int_equal(match_actor(a->match), match_actor(b->match));
    assert_int_equal(match_resigned(a->match), match_resigned(b->match));
    for (int ply = whole ? 0 : match_ply(a->match); ply <= match_ply(a->match); ply++)
        for (int viewer = 0; viewer <= VIEW_ALL; viewer++) {
            union state x, y;
            if (viewer >= players && viewer < VIEW_PUBLIC)
                continue;
            bool sees = match_view_at(a->match, ply, viewer, &x);
            assert_int_equal(sees, match_view_at(b->match, ply, viewer, &y));
            assert_true(!sees || state_equal(a->settings.game->schema, &x, &y));
        }
    for (int i = 0; i < a->lines; i++)
        assert_string_equal(a->line[i].text, b->line[i].text);
}

enum { TRACK_MAX = 600 };

/* For each event: the moves of the match after it, each by the number of its event. */
struct track {
    int plies[TRACK_MAX + 1];
    int line[TRACK_MAX + 1][TRACK_MAX];
};

static void track_event(struct track *track, const struct table *t, const struct event *e)
{
    int seq = t->seq, *line = track->line[seq];
    memcpy(line, track->line[seq - 1], sizeof track->line[0]);
    track->plies[seq] = t->match ? match_ply(t->match) : 0;
    if (e->type == EV_MOVE)
        line[track->plies[seq] - 1] = seq;
}

/* A client that knows so many events has the plies that the match then and the match now share. */
static void check_since(const struct track *track, const struct table *t)
{
    int now = t->seq;
    for (int known = 0; known <= now; known++) {
        int same = 0;
        while (same < track->plies[known] && same < track->plies[now] &&
               track->line[known][same] == track->line[now][same])
            same++;
        assert_int_equal(table_since(t, known), known ? same : 0);
    }
}

static void share_of(int number, uint8_t share[SECRET_BYTES])
{
    memset(share, number, SECRET_BYTES);
}

static const char *digits_of(const uint8_t bytes[SECRET_BYTES])
{
    static char text[2 * SECRET_BYTES + 1];
    struct out o;
    out_init(&o, text, sizeof text);
    secret_print(bytes, &o);
    return text;
}

/* Sits down with a seal; the share consists of 32 bytes with the number of the player. */
static struct event sealing(int seat, int64_t player)
{
    struct event e = event_of(EV_SIT, seat, player);
    uint8_t share[SECRET_BYTES], seal[SECRET_BYTES];
    share_of((int)player, share);
    secret_commit(share, seal);
    seal_write(&e, "Sealed", digits_of(seal));
    return e;
}

static struct event revealing(int seat, int64_t player)
{
    struct event e = event_of(EV_REVEAL, seat, player);
    uint8_t share[SECRET_BYTES];
    share_of((int)player, share);
    return with_text(e, digits_of(share));
}

static struct event dealing_at(int64_t time)
{
    return event_at(EV_DEAL, SEAT_NONE, 0, time);
}

static void check_table(const struct table *t)
{
    int players = t->settings.config.players, taken = 0;
    assert_true(t->turn <= t->seq && t->shown <= t->seq && t->changed <= t->seq);
    for (int seat = 0; seat < players; seat++) {
        taken += t->seat[seat].type != SEAT_FREE;
        assert_true(t->clocks.left[seat] >= 0);
        for (int other = 0; other < seat; other++)
            assert_true(t->seat[seat].type != SEAT_PERSON || t->seat[other].type != SEAT_PERSON ||
                        t->seat[seat].player != t->seat[other].player);
    }
    assert_int_equal(t->match || seal_asked(t), taken == players);
    assert_true(!seal_asked(t) || seal_waits(t));
    if (!t->match) {
        assert_true(t->clocks.running == SEAT_NONE && !table_bot(t));
        return;
    }
    int actor = match_actor(t->match);
    bool person = actor != SEAT_NONE && table_decides(t, actor);
    bool clock = t->settings.pace.each || t->settings.pace.bank;
    if (t->closed) { /* by the operator */
        assert_true(table_over(t) && !table_bot(t) && t->clocks.running == SEAT_NONE);
        return;
    }
    assert_int_equal(table_over(t), actor == SEAT_NONE);
    assert_int_equal(t->clocks.running, person && clock ? actor : SEAT_NONE);
    assert_int_equal(table_bot(t) != NULL, actor != SEAT_NONE && !person);
    assert_true(t->back_to >= -1 && t->back_to < match_ply(t->match));
    assert_true(t->back_to < 0 || (!table_rated(t) && table_asked(t) & ~t->consent));
    if (table_over(t)) {
        int points[SEATS_MAX], ranks[SEATS_MAX];
        match_scores(t->match, points, ranks);
        for (int seat = 0; seat < players; seat++)
            assert_in_range(ranks[seat], 1, players);
    }
}

enum { GUEST = 50 };

static struct event removing(int64_t who, int64_t player)
{
    struct event e = event_of(EV_REMOVE, SEAT_NONE, who);
    snprintf(e.text, sizeof e.text, "%d", (int)player);
    return e;
}

/* A random event, which may be allowed or not. */
static struct event any_event(const struct table *t, struct rng *rng)
{
    static const char *const texts[] = {
        "", "x", "1", "greedy", "pass", "nnnnnnnnnnnn", "Bob\thi", "a b c d e f g h", "\xff\xfe"};
    int players = t->settings.config.players;
    int64_t time = t->time + (int64_t)rng_below(rng, rng_below(rng, 10) ? 2000 : 200000);
    struct event e = event_at((enum event_type)rng_below(rng, EV_TYPES), 0, 0, time);
    e.seat = (int)rng_below(rng, (uint32_t)players);
    if (t->match && !match_over(t->match) && rng_below(rng, t->back_to < 0 ? 3 : 9) == 0)
        return moving(t, rng, time);
    if (t->back_to >= 0 && rng_below(rng, 2))
        e.type = rng_below(rng, 4) ? EV_YES : EV_NO;
    if (e.type == EV_CLOSE && rng_below(rng, 20))
        e.type = EV_SIT;
    if ((e.type == EV_RESIGN || e.type == EV_AWAY) && rng_below(rng, 4))
        e.type = EV_BACK;
    if (rng_below(rng, 20) == 0)
        e.seat = (int)rng_below(rng, 10) - 1;
    e.player = rng_below(rng, 8) ? e.seat + 1 : (int64_t)rng_below(rng, 8);
    e.number = (int)rng_below(rng, 12) - 1;
    if (t->match && rng_below(rng, 2))
        e.number = (int)rng_below(rng, (uint32_t)match_ply(t->match) + 1);
    snprintf(e.text, sizeof e.text, "%s", texts[rng_below(rng, sizeof texts / sizeof *texts)]);
    if (e.type == EV_SIT && rng_below(rng, 2))
        memcpy(e.text, sealing(e.seat, e.player).text, sizeof e.text);
    if (seal_asked(t) && rng_below(rng, 2))
        e.type = rng_below(rng, 4) ? EV_REVEAL : EV_DEAL;
    if ((e.type == EV_DEAL && rng_below(rng, 4)) || (e.type == EV_ABORT && !rng_below(rng, 20)))
        e.player = 0;
    if (e.type == EV_REMOVE) {
        struct event r = removing(t->host + rng_below(rng, 3) / 2, rng_below(rng, 12));
        r.time = time;
        return r;
    }
    if (e.type == EV_REVEAL && rng_below(rng, 4))
        memcpy(e.text, revealing(e.seat, e.player).text, sizeof e.text);
    if (rng_below(rng, 50) == 0) {
        memset(e.text, 'n', sizeof e.text - 1);
        e.text[sizeof e.text - 1] = '\0';
    }
    return e;
}

struct fold_count {
    int applied[EV_TYPES], refused[EV_TYPES], over;
};

static void fold_once(const char *settings, uint64_t seed, struct fold_count *count)
{
    struct track *track = calloc(1, sizeof *track);
    struct event *events = calloc(TRACK_MAX, sizeof *events);
    char text[32];
    struct rng rng;
    rng_fast(&rng, seed);
    snprintf(text, sizeof text, "fold %d", (int)seed);
    struct table *a = table_with(settings, text), *b = table_with(settings, text);
    assert_true(track && events);
    for (int i = 0; i < 700 && a->seq < TRACK_MAX; i++) {
        struct event e = any_event(a, &rng), copy = stored(&e);
        const struct clause *against = table_judge(a, &e);
        int ply = a->match ? match_ply(a->match) : 0;
        assert_ptr_equal(table_judge(b, &copy), against);
        *(against ? &count->refused[e.type] : &count->applied[e.type]) += 1;
        if (against)
            continue;
        events[a->seq] = e;
        table_apply(a, &e);
        table_apply(b, &copy);
        track_event(track, a, &e);
        check_table(a);
        assert_same_table(a, b, false);
        assert_true(!a->match || !table_rated(a) || match_ply(a->match) >= ply);
        if (i % 16 == 0)
            check_since(track, a);
    }
    struct table *again = table_with(settings, text);
    for (int i = 0; i < a->seq; i++)
        put(again, events[i]);
    check_since(track, again);
    assert_same_table(a, again, true);
    count->over += table_over(a);
    table_free(a);
    table_free(b);
    table_free(again);
    free(events);
    free(track);
}

static void table_fold(void **context)
{
    static const char *const settings[] = {"zipang players=2 clock=90s",
                                           "zipang players=3 clock=1m+5s",
                                           "glory players=2 rated=yes",
                                           "kenjin players=4 teams=on clock=30d",
                                           "kunitori players=3 clock=10s+1s",
                                           "shitenno players=4 strict=yes clock=10s",
                                           "zipang players=6 coin-drain=on",
                                           "template players=2 clock=1s+0s",
                                           "zipang players=2 rated=yes clock=1h+0s"};
    struct fold_count count = {0};
    (void)context;
    for (uint64_t seed = 0; seed < 135; seed++)
        fold_once(settings[seed % (sizeof settings / sizeof *settings)], seed, &count);
    for (int type = 0; type < EV_TYPES; type++) /* all types have occurred */
        if (count.applied[type] < 3 || count.refused[type] < 3)
            fail_msg("'%s' was applied %d times and refused %d times",
                     event_name((enum event_type)type), count.applied[type], count.refused[type]);
    assert_in_range(count.over, 10, 134);
}

static void since_undo(void **context)
{
    struct table *t = table_seated("zipang players=2", "since", "PP");
    struct rng rng;
    (void)context;
    rng_fast(&rng, 19);
    play_on(t, &rng, 5);
    int five = t->seq;
    assert_int_equal(table_since(t, five), 5);
    assert_int_equal(table_since(t, five - 2), 3);
    assert_int_equal(table_since(t, 0), 0);
    assert_int_equal(table_since(t, -1), 0);
    put(t, with_number(event_of(EV_ASK, 0, 1), 2));
    assert_int_equal(table_since(t, five), 5);
    put(t, event_of(EV_YES, 1, 2));
    assert_int_equal(match_ply(t->match), 2);
    assert_int_equal(table_since(t, five), 2);
    play_on(t, &rng, 2);
    assert_int_equal(match_ply(t->match), 4);
    assert_int_equal(table_since(t, five), 2);     /* plies 3 and 4 are different now */
    assert_int_equal(table_since(t, five - 4), 1); /* the first ply is still the same */
    assert_int_equal(table_since(t, t->seq), 4);
    assert_int_equal(table_since(t, t->seq - 1), 3);
    table_free(t);
}

/* ---- Shares of the deal ---- */

enum { SOON = 10000 /* how long the match waits for shares */ };

/* A table where the seats wait for the shares of seats A and C; seat B gave no seal. */
static struct table *table_sealed(const char *settings)
{
    struct table *t = table_with(settings, "sealed");
    put(t, sealing(0, 1));
    put(t, sitting(1, 2, false));
    put(t, sealing(2, 3));
    assert_true(!t->match && seal_asked(t));
    return t;
}

static void seal_whole(void **context)
{
    struct table *t = table_sealed("zipang players=3"), *again;
    struct dealing d = {0};
    uint8_t key[SECRET_BYTES];
    (void)context;
    assert_string_equal(t->seat[0].name, "Sealed"); /* without the seal */
    put(t, revealing(2, 3));
    assert_true(!t->match && seal_asked(t) && seal_revealed(t));
    put(t, revealing(0, 1));
    assert_non_null(t->match);
    assert_false(seal_asked(t));
    assert_int_equal(t->turn, t->seq); /* a new view is due */
    memcpy(d.secret, t->secret, SECRET_BYTES);
    for (int seat = 0; seat <= 2; seat += 2) {
        struct seat_share *share = &d.seat[seat];
        share_of(seat + 1, share->share);
        secret_commit(share->share, share->seal);
        share->sealed = share->revealed = true;
    }
    dealing_key(&d, key);
    assert_memory_equal(match_key(t->match), key, SECRET_BYTES);
    assert_memory_equal(match_secret(t->match), t->secret, SECRET_BYTES);
    assert_refused(t, revealing(0, 1), "begun");
    assert_refused(t, dealing_at(SOON), "begun");
    /* In another order the deal is the same. */
    again = table_sealed("zipang players=3");
    put(again, revealing(0, 1));
    put(again, revealing(2, 3));
    assert_memory_equal(match_key(again->match), key, SECRET_BYTES);
    table_free(again);
    table_free(t);
}

/* Without seals everything is as it was before there were seals. */
static void seal_none(void **context)
{
    struct table *t = table_seated("zipang players=3", "sealed", "PBP");
    (void)context;
    assert_false(seal_asked(t));
    assert_memory_equal(match_key(t->match), t->secret, SECRET_BYTES);
    table_free(t);
}

/* What is wrong is refused, and changes nothing. */
static void seal_wrong(void **context)
{
    struct table *t = table_with("zipang players=3", "sealed");
    struct event bad = sealing(0, 1);
    (void)context;
    bad.text[strlen(bad.text) - 1] = '\0';
    assert_refused(t, bad, "seal");
    put(t, sealing(0, 1));
    assert_refused(t, revealing(0, 1), "seal"); /* too early */
    put(t, sitting(1, 2, false));
    put(t, sealing(2, 3));
    assert_refused(t, revealing(1, 2), "seal");  /* gave no seal */
    assert_refused(t, revealing(0, 3), "yours"); /* another player's */
    assert_refused(t, revealing(0, 0), "yours");
    assert_refused(t, revealing(0, STRANGER), "yours");
    assert_refused(t, revealing(3, 1), "seat");
    assert_refused(t, with_text(revealing(0, 1), revealing(2, 3).text), "seal");
    assert_refused(t, with_text(revealing(0, 1), "x"), "seal");
    assert_refused(t, sealing(0, 4), "taken");
    put(t, revealing(0, 1));
    assert_refused(t, revealing(0, 1), "seal"); /* twice */
    assert_int_equal(t->seq, 4);
    table_free(t);
}

/* The match does not wait for ever. Only the server may end the wait, and not too early. */
static void seal_in_time(void **context)
{
    struct table *t = table_sealed("zipang players=3");
    const struct dealing *d;
    (void)context;
    put(t, revealing(0, 1));
    assert_int_equal(seal_due(t), SOON);
    assert_refused(t, dealing_at(SOON - 1), "time");
    struct event by_player = event_at(EV_DEAL, SEAT_NONE, HOST, SOON);
    assert_refused(t, by_player, "time");
    put(t, dealing_at(SOON));
    assert_non_null(t->match);
    d = match_dealing(t->match);
    assert_true(d->seat[0].revealed && d->seat[2].sealed && !d->seat[2].revealed);
    assert_true(memcmp(match_key(t->match), t->secret, SECRET_BYTES) != 0);
    table_free(t);
    t = table_with("zipang players=2", "waiting");
    assert_refused(t, dealing_at(SOON), "time"); /* nobody waits */
    put(t, sealing(0, 1));
    assert_refused(t, dealing_at(SOON), "time");
    table_free(t);
}

/* Who leaves takes the seal along, and the wait begins again. After the first share was revealed
 * nobody can leave. */
static void seal_left(void **context)
{
    struct table *t = table_sealed("zipang players=3");
    (void)context;
    put(t, event_of(EV_STAND, 2, 3));
    assert_false(seal_asked(t) || t->seat[2].share.sealed);
    assert_refused(t, revealing(0, 1), "seal");
    assert_refused(t, dealing_at(SOON), "time");
    put(t, (struct event){.type = EV_SIT, .seat = 2, .player = 5, .time = 7, .text = "Five"});
    assert_true(seal_asked(t));
    assert_int_equal(seal_due(t), 7 + SOON);
    put(t, event_of(EV_STAND, 2, HOST));
    put(t, with_text(event_of(EV_BOT, 2, HOST), "greedy"));
    assert_true(seal_asked(t));
    struct event last = revealing(0, 1);
    assert_null(table_judge(t, &last));
    table_free(t);
    t = table_sealed("zipang players=3");
    put(t, revealing(0, 1));
    assert_refused(t, event_of(EV_STAND, 2, 3), "dealing");
    assert_refused(t, event_of(EV_STAND, 1, HOST), "dealing");
    assert_refused(t, event_of(EV_STAND, 0, 1), "dealing");
    put(t, revealing(2, 3));
    put(t, event_of(EV_RESIGN, 2, 3));
    table_free(t);
}

/* ---- Records ---- */

enum { RECORD_BYTES = 65536 };

static struct match *match_with(const char *game, int players, const char *seed)
{
    struct config config = {.players = (uint8_t)players};
    uint8_t secret[SECRET_BYTES];
    secret_from_seed(seed, secret);
    struct match *m = match_new(game_find(slice_of(game)), &config, secret);
    assert_non_null(m);
    for (int seat = 0; seat < players; seat++) {
        struct sitter *sitter = match_sitter(m, seat);
        sitter->human = true;
        snprintf(sitter->name, sizeof sitter->name, "Player %d", seat);
    }
    return m;
}

static void match_random(struct match *m, struct rng *rng, int plies)
{
    struct move moves[MOVES_MAX];
    for (int i = 0; i < plies && !match_over(m); i++) {
        int count = match_legal(m, moves);
        assert_null(match_play(m, match_actor(m), moves[rng_below(rng, (uint32_t)count)]));
    }
}

/* The match of the record, or NULL with the reason. */
static struct match *replayed(const char *text, const uint8_t *secret)
{
    struct scan scan;
    struct record r;
    scan_init(&scan, "file", slice_of(text), listener());
    if (!record_read(&r, &scan))
        return NULL;
    assert_true(secret || r.has_secret);
    return record_replay(&r, secret ? secret : r.secret);
}

static void assert_record_back(struct match *m, bool private)
{
    static char text[RECORD_BYTES], again[RECORD_BYTES];
    void (*write)(struct match *, struct out *) = private ? record_write_secret : record_write;
    int points[2][SEATS_MAX] = {0}, ranks[2][SEATS_MAX] = {0};
    struct out o;
    out_init(&o, text, sizeof text);
    write(m, &o);
    assert_false(o.overflow);
    struct match *back = replayed(text, NULL);
    if (!back)
        fail_msg("%s\n%s", said, text);
    out_init(&o, again, sizeof again);
    write(back, &o);
    assert_string_equal(again, text);
    assert_int_equal(match_resigned(back), match_resigned(m));
    assert_int_equal(match_over(back), match_over(m));
    if (match_over(m)) {
        match_scores(m, points[0], ranks[0]);
        match_scores(back, points[1], ranks[1]);
        assert_memory_equal(points[0], points[1], sizeof points[0]);
        assert_memory_equal(ranks[0], ranks[1], sizeof ranks[0]);
    }
    match_free(back);
}

static void record_resigned(void **context)
{
    struct rng rng;
    (void)context;
    int count = 0;
    while (games[count])
        count++;
    rng_fast(&rng, 21);
    for (int round = 0; round < 120; round++) {
        const struct game *g = games[round % count];
        int players = round % 3 ? g->schema->players_max : g->schema->players_min;
        char seed[32];
        snprintf(seed, sizeof seed, "record %d", round);
        struct match *m = match_with(g->id, players, seed);
        while (!match_over(m)) {
            match_random(m, &rng, 1 + (int)rng_below(&rng, 30));
            if (rng_below(&rng, 3) == 0 && match_ply(m))
                match_undo(m, (int)rng_below(&rng, (uint32_t)match_ply(m)), ~0u);
            match_resign(m, (int)rng_below(&rng, (uint32_t)players));
            assert_record_back(m, true);
        }
        assert_record_back(m, false);
        match_free(m);
    }
}

/* Replaces the first occurrence in the text. */
static void replace(char text[RECORD_BYTES], const char *old, const char *new)
{
    char *at = strstr(text, old);
    assert_non_null(at);
    size_t before = strlen(old), after = strlen(new);
    memmove(at + after, at + before, strlen(at + before) + 1);
    memcpy(at, new, after);
}

static void record_bad_resign(void **context)
{
    static const struct {
        const char *entry, *reason;
    } bad[] = {{"resign", ": expected a seat that can still give up"},
               {"resign D", ": expected a seat that can still give up"},
               {"resign b", ": expected a seat that can still give up"},
               {"resign BC", ": expected a seat that can still give up"},
               {"resign @", ": expected a seat that can still give up"},
               {"resign *", ": expected a seat that can still give up"},
               {"resign A", ": expected a seat that can still give up"},
               {"resign B C", ": expected the end of the line, found 'C'"},
               {"resign B, resign B", ": expected a seat that can still give up"},
               {"resign B, resign C", ": expected a seat that can still give up"},
               {"resign B, undo 1", "file:11:"},
               {"resigns B", "file:11:"}};
    static char text[RECORD_BYTES];
    struct match *m = match_with("zipang", 3, "bad");
    struct rng rng;
    struct out o;
    (void)context;
    rng_fast(&rng, 22);
    match_random(m, &rng, 2);
    match_resign(m, 0);
    match_resign(m, 1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        out_init(&o, text, sizeof text);
        record_write(m, &o);
        replace(text, "resign B", bad[i].entry);
        struct match *back = replayed(text, NULL);
        if (back)
            fail_msg("'%s' was read", bad[i].entry);
        assert_said(bad[i].reason);
        assert_ptr_equal(strstr(said, "file:"), said);
        assert_one_line();
    }
    /* The error names the line of the moves and the column of the seat. */
    out_init(&o, text, sizeof text);
    record_write(m, &o);
    replace(text, "resign B", "resign Z");
    const char *line = strstr(text, "moves:\n") + 7, *seat = strstr(line, "resign Z") + 7;
    char place[64];
    int lines = 1;
    for (const char *c = text; c < line; c++)
        lines += *c == '\n';
    snprintf(place, sizeof place, "file:%d:%d: ", lines, (int)(seat - line) + 1);
    assert_null(replayed(text, NULL));
    assert_ptr_equal(strstr(said, place), said);
    /* A result that does not follow from the resignations. */
    out_init(&o, text, sizeof text);
    record_write(m, &o);
    replace(text, "result: A 3", "result: A 1");
    assert_null(replayed(text, NULL));
    assert_said("in the result");
    /* A match that ends by resignations must have a result. */
    out_init(&o, text, sizeof text);
    record_write(m, &o);
    strstr(text, "result:")[0] = '\0';
    o.used = strlen(text);
    out_text(&o, "end\n");
    assert_null(replayed(text, match_secret(m)));
    assert_said("the match is over, but there is no 'result:'");
    match_free(m);
}

/* Puts the event again and again until it is refused as done too often. Returns how often it could
 * be put. With `undo`, each time that event follows. */
static int put_often(struct table *t, struct event e, const struct event *undo)
{
    int count = 0;
    const struct clause *against;
    for (; !(against = table_bound(t, &e)) && count < 100000; count++) {
        put(t, e);
        if (undo)
            put(t, *undo);
    }
    assert_non_null(against);
    assert_string_equal(against->id, "often");
    return count;
}

/* No kind of event can be repeated without end, and still every match can be finished. */
static void table_bounds(void **context)
{
    (void)context;
    struct table *t = table_with("zipang players=2", "bounds");
    struct event stand = event_of(EV_STAND, 0, HOST),
                 bot = with_text(event_of(EV_BOT, 0, HOST), "1");
    assert_in_range(put_often(t, sitting(0, HOST, false), &stand), 10, 100);
    assert_in_range(put_often(t, bot, &stand), 100, 1000);
    struct event other = sitting(0, GUEST, false);
    assert_null(table_bound(t, &other)); /* a player does not use up what others need */
    table_free(t);

    t = table_seated("zipang players=2", "bounds", "PP");
    struct event back = event_of(EV_BACK, 0, 1), no = event_of(EV_NO, 1, 2);
    struct event show = with_number(event_of(EV_SHOW, 0, 1), 1);
    assert_in_range(put_often(t, event_of(EV_AWAY, 0, 1), &back), 100, 1000);
    assert_in_range(put_often(t, show, NULL), 100, 1000);
    show.number = 0;
    assert_null(table_bound(t, &show)); /* what is shown can always be hidden */
    put(t, show);
    assert_non_null(table_bound(t, &show)); /* once */
    struct rng rng;
    rng_fast(&rng, 5);
    play_on(t, &rng, 5);
    while (match_ply(t->match) < 8) /* both seats have moved */
        play_on(t, &rng, 1);
    assert_in_range(put_often(t, with_number(event_of(EV_ASK, 0, 1), 0), &no), 100, 5000);
    struct event resign = event_of(EV_RESIGN, 0, 1);
    assert_true(!table_judge(t, &resign) && !table_bound(t, &resign));
    for (int i = 0; i < 10000 && !table_over(t); i++)
        play_on(t, &rng, 1);
    assert_true(table_over(t));
    table_free(t);
}

/* Nor does somebody who talks too much. */
static void chat_bounds(void **context)
{
    (void)context;
    struct table *t = table_seated("zipang players=2", "talk", "PP");
    struct event talk = with_text(event_of(EV_CHAT, SEAT_NONE, GUEST), "Guest\thello"),
                 other = with_text(event_of(EV_CHAT, SEAT_NONE, GUEST + 1), "Guest\thello"),
                 player = with_text(event_of(EV_CHAT, 0, 1), "Ann\thello");
    int lines = put_often(t, talk, NULL);
    assert_in_range(lines, 30, LINES_MAX / 4);
    assert_null(table_bound(t, &other));
    assert_in_range(put_often(t, player, NULL), lines + 1, LINES_MAX - lines - 1);
    other = with_text(event_of(EV_CHAT, 1, 2), "Ben\thello");
    assert_true(!table_judge(t, &other) && !table_bound(t, &other));
    table_free(t);
}

/* A rated match is only for registered names: new events must say that the name is one. */
static void rated_bound(void **context)
{
    (void)context;
    struct table *t = table_with("zipang players=2 rated=yes", "rated");
    struct event guest = sitting(0, HOST, true), named = guest;
    guest.number = SIT_AGREES;
    named.number = SIT_AGREES | SIT_KEPT;
    assert_string_equal(table_bound(t, &guest)->id, "guest");
    assert_null(table_bound(t, &named));
    table_free(t);
}

/* However many decisions are taken back at once, the events of a table have a bound. */
static void undo_bounds(void **context)
{
    struct table *t = table_seated("kunitori players=2", "undone", "PP");
    struct event ask = with_number(event_of(EV_ASK, 0, 1), 0), yes = event_of(EV_YES, 1, 2);
    struct rng rng;
    int events = t->seq;
    (void)context;
    rng_fast(&rng, 23);
    do {
        play_on(t, &rng, 30);
        if (match_over(t->match))
            break;
        put(t, ask);
        if (t->back_to >= 0)
            put(t, yes);
    } while (!table_bound(t, &ask));
    assert_true(t->undone >= UNDONE_MAX && t->undone < UNDONE_MAX + 1000);
    assert_true(t->seq - events < 3 * UNDONE_MAX);
    table_free(t);
}

/* ---- People ---- */

static void table_removing(void **context)
{
    struct event talk = with_text(event_of(EV_CHAT, SEAT_NONE, GUEST), "Guest\thello");
    (void)context;
    struct table *t = table_with("zipang players=3", "removing");
    put(t, sitting(0, HOST, false));
    put(t, sitting(1, 2, false));
    put(t, talk);
    assert_refused(t, removing(2, GUEST), "host");
    assert_refused(t, removing(0, GUEST), "host");
    assert_refused(t, removing(HOST, HOST), "self");
    assert_refused(t, removing(HOST, 2), "sits");
    assert_refused(t, with_text(removing(HOST, 2), "somebody"), "long");
    assert_refused(t, with_text(removing(HOST, 2), ""), "long");
    int changed = t->changed;
    assert_false(table_removed(t, GUEST));
    put(t, removing(HOST, GUEST));
    assert_true(table_removed(t, GUEST) && !table_removed(t, HOST) && !table_removed(t, 2));
    assert_int_equal(t->changed, changed); /* others are not told */
    assert_refused(t, talk, "removed");
    assert_refused(t, sitting(2, GUEST, false), "removed");
    put(t, removing(HOST, GUEST)); /* a second time it changes nothing */
    assert_int_equal(t->removals, 1);
    for (int i = 1; i < REMOVED_MAX; i++)
        put(t, removing(HOST, 1000 + i));
    assert_refused(t, removing(HOST, 2000), "often");
    put(t, event_of(EV_STAND, 1, 2)); /* who has stood up can be removed */
    table_free(t);
}

/* The operator ends a match: there is no result, nothing can follow, and no clock runs. */
static void table_stopped(void **context)
{
    struct rng rng;
    (void)context;
    struct table *t = table_with("zipang players=2 clock=10s", "stopped");
    put(t, sitting(0, HOST, false));
    assert_refused(t, event_of(EV_ABORT, SEAT_NONE, 0), "early");
    put(t, with_text(event_of(EV_BOT, 1, HOST), "greedy"));
    rng_fast(&rng, 3);
    play_on(t, &rng, 3);
    assert_refused(t, event_of(EV_ABORT, SEAT_NONE, HOST), "host");
    put(t, event_at(EV_ABORT, SEAT_NONE, 0, t->time));
    struct event next;
    assert_true(table_over(t) && !match_over(t->match) && !table_bot(t) && !table_next(t, &next));
    assert_int_equal(t->clocks.running, SEAT_NONE);
    assert_refused(t, event_of(EV_RESIGN, 0, HOST), "closed");
    assert_refused(t, event_of(EV_ABORT, SEAT_NONE, 0), "closed");
    assert_false(table_decides(t, match_actor(t->match)));
    table_free(t);

    t = table_seated("zipang players=2", "stopped", "PB");
    put(t, event_of(EV_RESIGN, 0, 1));
    assert_refused(t, event_of(EV_ABORT, SEAT_NONE, 0), "over");
    table_free(t);
}

/* The line of chat with a number, and who has written it. */
static void table_lines(void **context)
{
    (void)context;
    struct table *t = table_with("zipang players=2", "lines");
    put(t, sitting(0, HOST, false));
    put(t, with_text(event_of(EV_CHAT, SEAT_NONE, GUEST), "Guest\thello"));
    assert_null(table_line(t, 1));
    assert_null(table_line(t, 3));
    assert_int_equal(table_line(t, 2)->player, GUEST);
    table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_removing),    cmocka_unit_test(table_stopped),
        cmocka_unit_test(table_lines),       cmocka_unit_test(event_names),
        cmocka_unit_test(table_joining),     cmocka_unit_test(table_waiting),
        cmocka_unit_test(table_early),       cmocka_unit_test(table_closing),
        cmocka_unit_test(table_talking),     cmocka_unit_test(table_kept_names),
        cmocka_unit_test(table_moves),       cmocka_unit_test(table_showing),
        cmocka_unit_test(table_next_match),  cmocka_unit_test(undo_asked),
        cmocka_unit_test(undo_whom),         cmocka_unit_test(undo_absent),
        cmocka_unit_test(undo_rated),        cmocka_unit_test(undo_own),
        cmocka_unit_test(away_and_back),     cmocka_unit_test(resign_ranks),
        cmocka_unit_test(resign_bots),       cmocka_unit_test(resign_played),
        cmocka_unit_test(resign_anywhere),   cmocka_unit_test(clock_moves),
        cmocka_unit_test(clock_persons),     cmocka_unit_test(clock_away),
        cmocka_unit_test(clock_left),        cmocka_unit_test(rated_strict),
        cmocka_unit_test(rated_aborted),     cmocka_unit_test(clock_lapses),
        cmocka_unit_test(clock_undo_bonus),  cmocka_unit_test(clock_undo_each),
        cmocka_unit_test(clock_undo_away),   cmocka_unit_test(clock_undo_asks),
        cmocka_unit_test(clock_judged),      cmocka_unit_test(table_fold),
        cmocka_unit_test(table_bounds),      cmocka_unit_test(chat_bounds),
        cmocka_unit_test(rated_bound),       cmocka_unit_test(since_undo),
        cmocka_unit_test(record_resigned),   cmocka_unit_test(record_bad_resign),
        cmocka_unit_test(seal_whole),        cmocka_unit_test(seal_none),
        cmocka_unit_test(seal_wrong),        cmocka_unit_test(seal_in_time),
        cmocka_unit_test(seal_left),         cmocka_unit_test(clock_undo_own),
        cmocka_unit_test(clock_undo_farm),   cmocka_unit_test(undo_bounds),
        cmocka_unit_test(clock_undo_forced), cmocka_unit_test(clock_gains),
        cmocka_unit_test(clock_undo_bot),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
