/* Call to Glory: why a move is refused, and what must be true in every state. It was written from
 * the clauses of rules.md, not from the moves that rules.c generates. The tests check that both
 * agree, so that each confirms the other. */
#include "glory.h"

#include "core/catalog.h"

/* ---- Refusals ---- */

static const struct clause
    c3_deal = {"C3", SAY("The round is over: deal the next one.")},
    c4_draw = {"C4", SAY("First draw two cards, one after the other.")},
    c5_pile =
        {"C5",
         SAY("There are two draw piles and two discard piles: name one by its number, 1 or 2.")},
    c5_empty = {"C5", SAY("That pile is empty: draw from another one.")},
    c5_same = {"C5", SAY("Your second card must come from a different pile than the first.")},
    c12_act = {"C12", SAY("You have drawn your two cards: now lay a set or discard a card.")},
    c12_held = {"C12", SAY("You do not have that card: discard one from your hand.")},
    c14_more = {"C14", SAY("You must lay more cards than the set of this type on the table has.")},
    c15_hand = {"C15", SAY("You do not have that many cards of this type in your hand.")},
    c16_least = {"C16",
                 SAY("That set is too small: it needs two cards or, for Samurai, Ninjas and Envoys "
                     "with 3 or 4 players, three.")},
    c17_least = {"C17", SAY("Even against a reduced set, Samurai, Ninjas and Envoys need three "
                            "cards with 3 or 4 players.")},
    c18_put = {"C18",
               SAY("First the owner of the beaten cards must choose a discard pile for them.")},
    c18_none = {"C18", SAY("There are no beaten cards to put on a discard pile now.")},
    c19_pile = {"C19", SAY("Put all the beaten cards on one discard pile, 1 or 2.")},
    c20_slot = {"C20",
                SAY("You took your first card from that discard pile: the second must come from "
                    "another pile, even if a new card lies there now.")},
    c21_done = {"C21", SAY("You have already laid a set or discarded a card: now use a Ninja "
                           "figure or end your turn.")},
    c22_pile = {"C22", SAY("Choose discard pile 1 or 2.")},
    c22_empty = {"C22", SAY("One discard pile is empty: you must use that one.")},
    c23_first = {"C23", SAY("Both discard piles are empty: you must use pile 1.")},
    c33_held = {"C33", SAY("You do not have that task: reveal one of your own.")},
    c34_reveal = {"C34", SAY("The round is over: reveal one of your tasks.")},
    c34_used = {"C34", SAY("You have already revealed that task: reveal another one.")},
    c39_none = {"C39",
                SAY("You have no Ninja figure to use now. You get one for each set of Ninjas that "
                    "you lay, and can use it in a later turn.")},
    c39_off = {"C39", SAY("There are no Ninja figures in this match: they need the option ninja.")},
    c42_target = {"C42", SAY("Choose a set that another player has on the table: a figure removes "
                             "one card from it.")};

static const struct clause *judge_take(const struct glory *s, struct move move)
{
    bool picks = move.verb == PICK;
    int pile = move.number[0] - 1;
    if (pile < 0 || pile >= PILES)
        return &c5_pile;
    if (s->first == (picks ? SLOT_DISCARD : SLOT_DRAW) + pile)
        return picks ? &c20_slot : &c5_same;
    return (picks ? s->discard[pile].count : s->draw[pile].count) ? NULL : &c5_empty;
}

/* Judges the pile of a discard; `wrong` is the answer if there is no such pile. */
static const struct clause *judge_pile(const struct glory *s, int number,
                                       const struct clause *wrong)
{
    if (number < 1 || number > PILES)
        return wrong;
    if (s->discard[0].count == 0 && s->discard[1].count == 0)
        return number == 1 ? NULL : &c23_first;
    return s->discard[number - 1].count > 0 && s->discard[2 - number].count == 0 ? &c22_empty
                                                                                 : NULL;
}

static const struct clause *judge_lay(const struct glory *s, int kind, int number)
{
    int there = set_size(s, kind);
    if (number > s->hand[s->turn][kind].number)
        return &c15_hand;
    if (there > 0 && number <= there)
        return &c14_more;
    if (number < least(s, kind))
        return there > 0 ? &c17_least : &c16_least;
    return NULL;
}

static const struct clause *judge_strike(const struct glory *s, int kind)
{
    int owner = set_owner(s, kind);
    if (!s->ninja)
        return &c39_off;
    if (s->figures[s->turn] == s->gained) /* C40 */
        return &c39_none;
    return owner == SEAT_NONE || owner == s->turn ? &c42_target : NULL;
}

static const struct clause *judge_play(const struct glory *s, struct move move)
{
    if (move.verb == LAY)
        return judge_lay(s, move.kind, move.number[0]);
    if (move.verb != DISCARD)
        return &c12_act;
    if (s->hand[s->turn][move.kind].number == 0)
        return &c12_held;
    return judge_pile(s, move.number[0], &c22_pile);
}

static const struct clause *judge_reveal(const struct glory *s, struct move move)
{
    if (move.verb != REVEAL)
        return &c34_reveal;
    for (int deck = 0; deck < DECKS; deck++)
        if (deck_pays(deck) == move.number[0] && s->task[s->turn][deck].card[0].kind == move.kind)
            return task_revealed(s, s->turn, deck) ? &c34_used : NULL;
    return &c33_held;
}

const struct clause *glory_judge(const void *view, struct move move)
{
    const struct glory *s = view;
    if (s->chooser)
        return move.verb == PUT ? judge_pile(s, move.number[0], &c19_pile) : &c18_put;
    if (move.verb == PUT)
        return &c18_none;
    if (move.verb == STRIKE && running(s))
        return judge_strike(s, move.kind); /* C41 */
    switch ((enum phase)s->phase) {
    case PH_DRAW:
        return move.verb == DRAW || move.verb == PICK ? judge_take(s, move) : &c4_draw;
    case PH_PLAY:
        return judge_play(s, move);
    case PH_AFTER:
        return move.verb == END ? NULL : &c21_done;
    case PH_REVEAL:
        return judge_reveal(s, move);
    case PH_DEAL:
    case PH_OVER:
    case PHASES:
        break;
    }
    return move.verb == DEAL ? NULL : &c3_deal;
}

/* ---- Invariants ---- */

/* Only one player has a set of a kind, and without figures it is large enough. */
static const char *check_sets(const struct glory *s)
{
    for (int kind = 1; kind < KINDS; kind++) {
        int owners = 0;
        for (int seat = 0; seat < s->head.players; seat++) {
            owners += s->set[seat][kind] > 0;
            if (s->set[seat][kind] && !s->ninja && s->set[seat][kind] < least(s, kind))
                return "a set is too small";
        }
        if (owners > 1)
            return "two players have a set of the same type";
    }
    return NULL;
}

/* Loose cards are of one kind, and their owner must choose a pile. Before action 2 it can only be a
 * card that a figure struck. */
static const char *check_loose(const struct glory *s)
{
    int size = 0, kinds = 0;
    for (int kind = 1; kind < KINDS; kind++) {
        size += s->loose[kind];
        kinds += s->loose[kind] > 0;
    }
    if ((size > 0) != (s->chooser != 0) || kinds > 1 || (s->chooser && !single(s->chooser)))
        return "beaten cards must be of one kind and have one owner, who chooses a pile";
    if (s->chooser && !running(s))
        return "there are beaten cards after the end of the round";
    bool struck = size == 1 && s->ninja && s->chooser != SEAT_BIT(s->turn);
    return s->chooser && s->phase != PH_AFTER && !struck ? "there are beaten cards before action 2"
                                                         : NULL;
}

static const char *check_figures(const struct glory *s)
{
    int used = FIGURES - figures_stock(s);
    if (used > (s->ninja ? FIGURES : 0))
        return "there are too many Ninja figures";
    if (s->gained > 1 || s->gained > s->figures[s->turn] || (s->gained && s->phase != PH_AFTER))
        return "the turn's player cannot have gained this figure now";
    return NULL;
}

/* C6: there are always two piles to draw from, because a round ends when a draw pile is empty. */
static const char *check_piles(const struct glory *s)
{
    bool first = s->first == SLOT_DRAW, second = s->first == SLOT_DRAW + 1;
    if (s->first != SLOT_NONE && s->phase != PH_DRAW)
        return "'first' names a pile, but no card is to be drawn";
    if (s->phase != PH_DRAW)
        return NULL;
    return (s->draw[0].count == 0 && !first) || (s->draw[1].count == 0 && !second)
               ? "there are fewer than two piles to draw from"
               : NULL;
}

/* How many rounds are counted in the scores. */
static int rounds_scored(const struct glory *s)
{
    return s->round - (running(s) || s->phase == PH_REVEAL);
}

/* How many seats have revealed their task of the round that is over. */
static int revealed_now(const struct glory *s)
{
    int players = s->head.players;
    if (!s->tasks || running(s))
        return 0;
    return s->phase == PH_REVEAL ? (s->turn - s->starter + players) % players : players;
}

static const char *check_tasks(const struct glory *s)
{
    for (int seat = 0; s->tasks && seat < s->head.players; seat++) {
        int turn = (seat - s->starter + s->head.players) % s->head.players, revealed = 0;
        for (int deck = 0; deck < DECKS; deck++) {
            if (s->task[seat][deck].count != 1)
                return "a player does not have one task of each deck";
            revealed += task_revealed(s, seat, deck);
        }
        if (revealed != rounds_scored(s) + (s->phase == PH_REVEAL && turn < revealed_now(s)))
            return "the number of revealed tasks does not fit the round";
    }
    return NULL;
}

/* The sets bring at most 110 points, and a task at most 64 (4 for each of 16 Envoys). */
static const char *check_scores(const struct glory *s)
{
    enum { SETS_MOST = CARDS, TASK_MOST = 64, ROUND_MOST = SETS_MOST + PLAYERS_MAX * TASK_MOST };
    int most = running(s) ? 0 : SETS_MOST + TASK_MOST * revealed_now(s);
    for (int seat = 0; seat < s->head.players; seat++) {
        int score = wide_get(s->score[seat]), best = wide_get(s->best[seat]);
        if (best > score || score > rounds_scored(s) * ROUND_MOST)
            return "a score is too high, or a best round is higher than the score";
        if (wide_get(s->gain[seat]) > most)
            return "the points of a round are too high";
    }
    return NULL;
}

static const char *check_phase(const struct glory *s)
{
    bool targets = false;
    for (int kind = 1; kind < KINDS; kind++)
        targets |= !judge_strike(s, kind);
    if (s->phase == PH_AFTER && !s->chooser && !targets)
        return "the turn should be over: no figure can be used";
    if (s->phase == PH_PLAY && cards_in_hand(s, s->turn) < 2)
        return "the hand does not have the two cards that were drawn";
    if (s->phase == PH_REVEAL && !s->tasks)
        return "tasks are revealed in a game without tasks";
    if (s->phase == PH_DEAL && s->turn != s->starter)
        return "the next starter does not have the turn";
    if ((s->phase == PH_DEAL && s->round == rounds(s)) ||
        (s->phase == PH_OVER && s->round != rounds(s)))
        return "the game ends too early or too late";
    return NULL;
}

const char *glory_check(const void *state)
{
    static const char *(*const checks[])(const struct glory *) = {
        check_sets, check_loose, check_figures, check_piles, check_tasks, check_phase, check_scores,
    };
    const struct glory *s = state;
    const char *wrong = NULL;
    if (s->tasks > 1 || s->ninja > 1 || s->round < 1 || s->round > rounds(s))
        return "there is no such option or round";
    if (s->starter >= s->head.players || s->turn >= s->head.players)
        return "there is no starter, or nobody has the turn";
    if (wide_get(s->turns) > (s->ninja ? TURNS_MAX - running(s) : 0))
        return "the round has had too many turns";
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !wrong; i++)
        wrong = checks[i](s);
    return wrong;
}
