/* Call to Glory: what stands against a move, and what must hold in every state. Written from the
 * clauses of rules.md and not from the moves that rules.c offers, so that their
 * agreement, which the tests demand, proves something. */
#include "glory.h"

#include "core/catalog.h"

/* ---- Refusals ---- */

static const struct clause
    c3_deal = {"C3", SAY("The round is over: the next one is dealt now.")},
    c4_draw = {"C4", SAY("First you draw two cards, one after the other.")},
    c5_pile = {"C5", SAY("There are two draw piles and two discard piles, numbered 1 and 2.")},
    c5_empty = {"C5", SAY("That pile is empty.")},
    c5_same = {"C5", SAY("Your second card must come from another pile than the first.")},
    c12_act = {"C12", SAY("You have drawn your two cards: now lay a set or discard a card.")},
    c12_held = {"C12", SAY("You have no such card to discard.")},
    c14_more = {"C14", SAY("You must lay more of them than already lie on the table.")},
    c15_hand = {"C15",
                SAY("All cards of a set come from your hand, and it does not hold so many.")},
    c16_least = {"C16", SAY("That is too small a set of this character.")},
    c17_least = {"C17", SAY("Against a reduced set, too, you must lay the least number at least.")},
    c18_put = {"C18", SAY("First the owner of the beaten cards chooses a discard pile for them.")},
    c18_none = {"C18", SAY("There are no beaten cards to put on a pile.")},
    c19_pile = {"C19", SAY("All of them go to one discard pile: 1 or 2.")},
    c20_slot = {"C20",
                SAY("You took your first card from that discard pile; whatever has come to lie "
                    "there since, the second must come from another.")},
    c21_done = {"C21", SAY("You have laid or discarded; only a Ninja figure may still be used.")},
    c22_pile = {"C22", SAY("You discard to discard pile 1 or 2.")},
    c22_empty = {"C22", SAY("One discard pile is empty: discards go there first.")},
    c23_first = {"C23", SAY("Both discard piles are empty: the first discard starts pile 1.")},
    c33_held = {"C33", SAY("You have no such task.")},
    c34_reveal = {"C34", SAY("The round is over: you reveal one of your tasks now.")},
    c34_used = {"C34", SAY("You have revealed that task already.")},
    c39_none = {"C39",
                SAY("You have no Ninja figure to use; one comes with each Ninja set that you lay, "
                    "for later turns.")},
    c39_off = {"C39", SAY("There are no figures in this match: they come with the option ninja.")},
    c42_target = {"C42", SAY("A figure strikes a card of another player's set.")};

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

/* A pile for whatever is discarded; `wrong` is said of one that does not exist. */
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

/* A kind lies before one player, in a set that could be laid or, with figures, reduced. */
static const char *check_sets(const struct glory *s)
{
    for (int kind = 1; kind < KINDS; kind++) {
        int owners = 0;
        for (int seat = 0; seat < s->head.players; seat++) {
            owners += s->set[seat][kind] > 0;
            if (s->set[seat][kind] && !s->ninja && s->set[seat][kind] < least(s, kind))
                return "a set that is too small";
        }
        if (owners > 1)
            return "two sets of one character";
    }
    return NULL;
}

/* Loose cards are of one kind and have an owner who chooses; before action 2 it can only be a card
 * that a figure struck. */
static const char *check_loose(const struct glory *s)
{
    int size = 0, kinds = 0;
    for (int kind = 1; kind < KINDS; kind++) {
        size += s->loose[kind];
        kinds += s->loose[kind] > 0;
    }
    if ((size > 0) != (s->chooser != 0) || kinds > 1 || (s->chooser && !single(s->chooser)))
        return "beaten cards without one owner who chooses, or an owner without them";
    if (s->chooser && !running(s))
        return "beaten cards after the round";
    bool struck = size == 1 && s->ninja && s->chooser != SEAT_BIT(s->turn);
    return s->chooser && s->phase != PH_AFTER && !struck ? "cards beaten before the second action"
                                                         : NULL;
}

static const char *check_figures(const struct glory *s)
{
    int used = FIGURES - figures_stock(s);
    if (used > (s->ninja ? FIGURES : 0))
        return "more Ninja figures than there are";
    if (s->gained > 1 || s->gained > s->figures[s->turn] || (s->gained && s->phase != PH_AFTER))
        return "a figure gained that is not there";
    return NULL;
}

/* C6: two piles can always be drawn from, since a round ends when a draw pile is empty. */
static const char *check_piles(const struct glory *s)
{
    bool first = s->first == SLOT_DRAW, second = s->first == SLOT_DRAW + 1;
    if (s->first != SLOT_NONE && s->phase != PH_DRAW)
        return "a first draw outside of the draws";
    if (s->phase != PH_DRAW)
        return NULL;
    return (s->draw[0].count == 0 && !first) || (s->draw[1].count == 0 && !second)
               ? "no two piles to draw from"
               : NULL;
}

/* Rounds whose points are in the scores. */
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
                return "a player without a task of each deck";
            revealed += task_revealed(s, seat, deck);
        }
        if (revealed != rounds_scored(s) + (s->phase == PH_REVEAL && turn < revealed_now(s)))
            return "tasks that are not revealed one a round";
    }
    return NULL;
}

/* Sets bring at most 110 points, and a task at most 64: 4 for each of 16 Envoys. */
static const char *check_scores(const struct glory *s)
{
    enum { SETS_MOST = CARDS, TASK_MOST = 64, ROUND_MOST = SETS_MOST + PLAYERS_MAX * TASK_MOST };
    int most = running(s) ? 0 : SETS_MOST + TASK_MOST * revealed_now(s);
    for (int seat = 0; seat < s->head.players; seat++) {
        int score = wide_get(s->score[seat]), best = wide_get(s->best[seat]);
        if (best > score || score > rounds_scored(s) * ROUND_MOST)
            return "points that cannot be";
        if (wide_get(s->gain[seat]) > most)
            return "points of a round that cannot be";
    }
    return NULL;
}

static const char *check_phase(const struct glory *s)
{
    bool targets = false;
    for (int kind = 1; kind < KINDS; kind++)
        targets |= !judge_strike(s, kind);
    if (s->phase == PH_AFTER && !s->chooser && !targets)
        return "a turn that has nothing left to ask";
    if (s->phase == PH_PLAY && cards_in_hand(s, s->turn) < 2)
        return "a hand without the two cards that were drawn";
    if (s->phase == PH_REVEAL && !s->tasks)
        return "tasks revealed in a game without them";
    if (s->phase == PH_DEAL && s->turn != s->starter)
        return "a deal by another than the next starter";
    if ((s->phase == PH_DEAL && s->round == rounds(s)) ||
        (s->phase == PH_OVER && s->round != rounds(s)))
        return "a game that ends too early or too late";
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
        return "an option or round that cannot be";
    if (s->starter >= s->head.players || s->turn >= s->head.players)
        return "no starter, or nobody whose turn it is";
    if (wide_get(s->turns) > (s->ninja ? TURNS_MAX - running(s) : 0))
        return "more turns than a round has";
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !wrong; i++)
        wrong = checks[i](s);
    return wrong;
}
