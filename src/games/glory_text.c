/* Call to Glory in words: prompts, narration, the table in a terminal, and a beginner's judgement.
 * Everything here works on views. */
#include "games/glory.h"

static const char *title(int kind)
{
    return glory_kinds[kind].title;
}

/* '3 Farmers', 'a Samurai', '2 Samurai'. */
static void out_cards(struct out *o, int number, int kind)
{
    static const char *const plurals[KINDS] = {
        [EMPEROR] = "Emperors", [EMPRESS] = "Empresses", [DAIMYO] = "Daimyo",
        [SHOGUN] = "Shoguns",   [SAMURAI] = "Samurai",   [NINJA] = "Ninjas",
        [ENVOY] = "Envoys",     [MONK] = "Monks",        [FARMER] = "Farmers",
    };
    bool vowel = kind == EMPEROR || kind == EMPRESS || kind == ENVOY;
    if (number == 1)
        out_format(o, "%s %s", vowel ? "an" : "a", title(kind));
    else
        out_format(o, "%d %s", number, plurals[kind]);
}

static void out_top(struct out *o, const struct glory *s, int pile)
{
    const struct glory_discard *z = &s->discard[pile];
    out_text(o, z->count ? title(z->card[z->count - 1].kind) : "empty");
}

/* The cards of a hand, as far as the viewer knows them. */
static void list_hand(struct out *o, const struct glory *s, int seat, const char *before)
{
    for (int kind = 1; kind < KINDS; kind++)
        if (s->hand[seat][kind].number) {
            out_text(o, before);
            out_cards(o, s->hand[seat][kind].number, kind);
            before = ", ";
        }
}

static int loose_kind(const struct glory *s)
{
    int kind = 1;
    while (kind < KINDS - 1 && !s->loose[kind])
        kind++;
    return kind;
}

/* ---- Prompts and moves ---- */

static void describe_lay(const struct glory *s, int kind, struct out *o)
{
    int owner = set_owner(s, kind);
    out_format(o, "%d points while it lies", glory_values[kind]);
    if (owner == s->turn) {
        out_text(o, "; your old set is discarded");
    } else if (owner != SEAT_NONE) {
        out_text(o, "; drives off ");
        out_whose(o, s, owner);
        out_format(o, " %d", s->set[owner][kind]);
    }
    if (kind == NINJA && s->ninja)
        out_text(o, figures_stock(s) ? "; takes a figure" : "; no figure is left");
}

/* Where a discard may go (C22-C24). */
static void describe_pile(const struct glory *s, struct out *o)
{
    bool first = s->discard[0].count > 0, second = s->discard[1].count > 0;
    if (!first || !second) {
        out_format(o, "to discard pile %d, %s", first ? 2 : 1,
                   first || second ? "which is empty" : "the first of the round");
        return;
    }
    out_text(o, "to discard pile 1 (");
    out_top(o, s, 0);
    out_text(o, ") or 2 (");
    out_top(o, s, 1);
    out_char(o, ')');
}

/* What a task would bring now, and to whom. */
static void describe_task(const struct glory *s, int kind, int pays, struct out *o)
{
    int owner = set_owner(s, kind);
    out_format(o, "%d points for each %s: now ", pays, title(kind));
    if (owner == SEAT_NONE) {
        out_text(o, "nothing");
        return;
    }
    out_format(o, "%d for ", pays * s->set[owner][kind]);
    out_seat(o, s, owner);
}

void glory_describe(const void *view, struct move move, struct out *o)
{
    const struct glory *s = view;
    switch ((enum verb_id)move.verb) {
    case DRAW:
        out_format(o, "from a draw pile: %d and %d left", s->draw[0].count, s->draw[1].count);
        break;
    case PICK:
        out_text(o, "the ");
        out_top(o, s, move.number[0] - 1);
        out_text(o, " from the discards");
        break;
    case LAY:
        describe_lay(s, move.kind, o);
        break;
    case DISCARD:
    case PUT:
        describe_pile(s, o);
        break;
    case STRIKE:
        out_text(o, "a figure removes one of ");
        out_whose(o, s, set_owner(s, move.kind));
        out_format(o, " %d", set_size(s, move.kind));
        break;
    case END:
        out_text(o, "keep the figure and end the turn");
        break;
    case REVEAL:
        describe_task(s, move.kind, move.number[0], o);
        break;
    case DEAL:
        out_text(o, "begin the next round");
        break;
    case VERBS:
        break;
    }
}

static void prompt_put(const struct glory *s, struct out *o)
{
    int kind = loose_kind(s);
    bool struck = s->phase != PH_AFTER || set_owner(s, kind) != s->turn;
    out_text(o, struck ? "A figure struck your set: choose the discard pile for your "
                       : "Choose the discard pile for your ");
    if (s->loose[kind] > 1)
        out_cards(o, s->loose[kind], kind);
    else
        out_text(o, title(kind));
    out_char(o, '.');
}

void glory_prompt(const void *view, struct out *o)
{
    const struct glory *s = view;
    if (s->chooser) {
        prompt_put(s, o);
        return;
    }
    switch ((enum phase)s->phase) {
    case PH_DRAW:
        out_text(o, s->first == SLOT_NONE ? "Your turn: draw your first card"
                                          : "Draw your second card, from another pile");
        out_text(o, can_strike(s) ? ", or use a figure." : ".");
        break;
    case PH_PLAY:
        out_text(o, "Lay a set or discard a card");
        out_text(o, can_strike(s) ? ", or use a figure first." : ".");
        break;
    case PH_AFTER:
        out_text(o, "Use a figure, or end your turn.");
        break;
    case PH_REVEAL:
        out_text(o, "The round is over: reveal one of your tasks.");
        break;
    case PH_DEAL:
        out_text(o, "The round is over.");
        break;
    case PH_OVER:
    case PHASES:
        out_text(o, "The game is over.");
        break;
    }
}

/* ---- Narration ---- */

/* The kind that came into the seat's hand, or KIND_NONE if the viewer did not see it. */
static int drawn(const struct glory *s, const struct glory *t, int seat)
{
    for (int kind = 1; kind < KINDS; kind++)
        if (t->hand[seat][kind].number > s->hand[seat][kind].number)
            return kind;
    return KIND_NONE;
}

static void tell_take(const struct glory *s, struct move move, const struct glory *t, struct out *o)
{
    int kind = drawn(s, t, s->turn);
    out_doing(o, t, s->turn, move.verb == PICK ? "take" : "draw");
    out_char(o, ' ');
    if (kind == KIND_NONE)
        out_text(o, "a card");
    else
        out_cards(o, 1, kind);
    out_format(o, " from %s pile %d.\n", move.verb == PICK ? "discard" : "draw", move.number[0]);
    int pile = move.number[0] - 1;
    if (move.verb == DRAW && t->draw[pile].count == 0)
        out_format(o, "Draw pile %d is empty: this is the last turn of the round.\n",
                   move.number[0]);
}

static void tell_lay(const struct glory *s, struct move move, const struct glory *t, struct out *o)
{
    int owner = set_owner(s, move.kind);
    out_doing(o, t, s->turn, "lay");
    out_char(o, ' ');
    out_cards(o, move.number[0], move.kind);
    if (owner == s->turn) {
        out_format(o, " in place of the %d", s->set[owner][move.kind]);
    } else if (owner != SEAT_NONE) {
        out_text(o, " and drive");
        out_text(o, t->head.viewer == s->turn ? " off " : "s off ");
        out_whose(o, t, owner);
        out_format(o, " %d", s->set[owner][move.kind]);
    }
    out_text(o, ".\n");
    if (t->figures[s->turn] > s->figures[s->turn]) {
        out_doing(o, t, s->turn, "take");
        out_text(o, " a Ninja figure.\n");
    }
}

static void tell_put(const struct glory *s, struct move move, const struct glory *t, struct out *o)
{
    int kind = loose_kind(s);
    out_doing(o, t, __builtin_ctz(s->chooser), "put");
    out_char(o, ' ');
    out_cards(o, s->loose[kind], kind);
    out_format(o, " on discard pile %d.\n", move.number[0]);
}

static void tell_strike(const struct glory *s, struct move move, const struct glory *t,
                        struct out *o)
{
    int owner = set_owner(s, move.kind), left = s->set[owner][move.kind] - 1;
    out_doing(o, t, s->turn, "use");
    out_text(o, " a Ninja figure: ");
    out_cards(o, 1, move.kind);
    out_text(o, " of ");
    out_whose(o, t, owner);
    if (left)
        out_format(o, " set is struck, %d left.\n", left);
    else
        out_text(o, " set is struck, and the set is gone.\n");
}

static void tell_reveal(const struct glory *s, struct move move, const struct glory *t,
                        struct out *o)
{
    int owner = set_owner(s, move.kind);
    out_doing(o, t, s->turn, "reveal");
    out_format(o, " a task: %d points for each %s. ", move.number[0], title(move.kind));
    if (owner == SEAT_NONE) {
        out_text(o, "Nobody has any.\n");
        return;
    }
    out_doing(o, t, owner, "score");
    out_format(o, " %d.\n", move.number[0] * s->set[owner][move.kind]);
}

static void tell_move(const struct glory *s, struct move move, const struct glory *t, struct out *o)
{
    switch ((enum verb_id)move.verb) {
    case DRAW:
    case PICK:
        tell_take(s, move, t, o);
        break;
    case LAY:
        tell_lay(s, move, t, o);
        break;
    case DISCARD:
        out_doing(o, t, s->turn, "discard");
        out_char(o, ' ');
        out_cards(o, 1, move.kind);
        out_format(o, " to pile %d.\n", move.number[0]);
        break;
    case PUT:
        tell_put(s, move, t, o);
        break;
    case STRIKE:
        tell_strike(s, move, t, o);
        break;
    case END:
        out_doing(o, t, s->turn, "end");
        out_text(o, t->head.viewer == s->turn ? " your turn.\n" : " the turn.\n");
        break;
    case REVEAL:
        tell_reveal(s, move, t, o);
        break;
    case DEAL:
        out_format(o, "Round %d of %d is dealt.\n", t->round, rounds(t));
        break;
    case VERBS:
        break;
    }
}

/* The seat, the first from A on, whose types end the round; SEAT_NONE if there is none. */
static int types_reached(const struct glory *t)
{
    for (int seat = 0; seat < t->head.players; seat++)
        if (set_types(t, seat) >= types_to_end(t))
            return seat;
    return SEAT_NONE;
}

static void tell_round_end(const struct glory *t, struct out *o)
{
    int seat = types_reached(t), all = 0;
    for (int i = 0; i < t->head.players; i++)
        all += set_types(t, i);
    out_text(o, "The round ends: ");
    if (seat != SEAT_NONE) {
        out_seat(o, t, seat);
        out_format(o, " %s %d characters on the table.\n", t->head.viewer == seat ? "have" : "has",
                   set_types(t, seat));
    } else if (all == KINDS - 1) {
        out_text(o, "all nine characters lie on the table.\n");
    } else if (t->draw[0].count == 0 || t->draw[1].count == 0) {
        out_text(o, "a draw pile is empty.\n");
    } else {
        out_format(o, "it has lasted %d turns.\n", TURNS_MAX);
    }
}

static void tell_scores(const struct glory *t, struct out *o)
{
    for (int seat = 0; seat < t->head.players; seat++) {
        int gain = wide_get(t->gain[seat]), tasks = gain;
        const char *before = " (";
        out_doing(o, t, seat, "score");
        out_format(o, " %d", gain);
        for (int kind = KINDS - 1; kind > 0; kind--)
            if (t->set[seat][kind]) {
                out_format(o, "%s%s %d", before, title(kind), glory_values[kind]);
                tasks -= glory_values[kind];
                before = ", ";
            }
        if (tasks > 0)
            out_format(o, ", tasks %d", tasks);
        out_format(o, "%s, in all %d.\n", gain > 0 ? ")" : "", wide_get(t->score[seat]));
    }
}

static void tell_end(const struct glory *t, struct out *o)
{
    int points[PLAYERS_MAX], ranks[PLAYERS_MAX];
    glory_scores(t, points, ranks);
    out_winners(o, t, ranks);
}

/* The viewer's new hand, or everybody's where everything is shown. */
static void tell_hands(const struct glory *t, struct out *o)
{
    for (int seat = 0; seat < t->head.players; seat++) {
        if (t->head.viewer != seat && t->head.viewer != VIEW_ALL)
            continue;
        out_doing(o, t, seat, "hold");
        list_hand(o, t, seat, " ");
        out_text(o, ".\n");
    }
}

void glory_narrate(const void *before, struct move move, const void *after, struct out *o)
{
    const struct glory *s = before, *t = after;
    bool begins = t->phase == PH_DRAW && t->first == SLOT_NONE && !t->chooser;
    tell_move(s, move, t, o);
    if (move.verb == DEAL)
        tell_hands(t, o);
    if (running(s) && !running(t))
        tell_round_end(t, o);
    if (t->phase >= PH_DEAL)
        tell_scores(t, o);
    if (t->phase == PH_OVER)
        tell_end(t, o);
    if (t->phase == PH_DEAL) {
        out_doing(o, t, t->starter, "begin");
        out_text(o, " the next round, with the fewest points.\n");
    }
    if (begins && (s->phase != PH_DRAW || s->turn != t->turn))
        out_turn(o, t, t->turn);
}

/* ---- The table ---- */

/* The top card, the next ones, and how many lie below. */
static void board_discards(const struct glory *s, int pile, struct out *o)
{
    const struct glory_discard *z = &s->discard[pile];
    int shown = z->count < 5 ? z->count : 5;
    out_format(o, "Discard pile %d, from the top: ", pile + 1);
    if (z->count == 0)
        out_styled(o, STYLE_FAINT, "empty");
    for (int i = 0; i < shown; i++) {
        out_style(o, i ? STYLE_FAINT : STYLE_STRONG);
        out_format(o, "%s%s", i ? ", " : "", title(z->card[z->count - 1 - i].kind));
        out_style(o, STYLE_PLAIN);
    }
    if (z->count > shown)
        out_format(o, " and %d more", z->count - shown);
    out_char(o, '\n');
}

static void board_piles(const struct glory *s, struct out *o)
{
    out_style(o, STYLE_STRONG);
    out_format(o, "Round %d of %d", s->round, rounds(s));
    out_style(o, STYLE_PLAIN);
    out_format(o, "   draw piles: 1 has %d, 2 has %d", s->draw[0].count, s->draw[1].count);
    if (s->ninja)
        out_format(o, "   figures in stock: %d", figures_stock(s));
    out_char(o, '\n');
    for (int pile = 0; pile < PILES; pile++)
        board_discards(s, pile, o);
}

/* A line of the ledger: the character, who has how many, what beats it, what the viewer holds. */
static void board_kind(const struct glory *s, int kind, struct out *o)
{
    int owner = set_owner(s, kind), viewer = s->head.viewer, need = needed(s, kind);
    bool plays = s->phase == PH_PLAY && !s->chooser && s->turn == viewer;
    out_format(o, "   %-8s %3d   ", title(kind), glory_values[kind]);
    if (owner == SEAT_NONE) {
        out_styled(o, STYLE_FAINT, "  -  ");
    } else {
        out_style(o, owner == viewer ? STYLE_YOU : STYLE_STRONG);
        out_format(o, " %c %2d", 'A' + owner, s->set[owner][kind]);
        out_style(o, STYLE_PLAIN);
    }
    if (need > glory_values[kind])
        out_styled(o, STYLE_FAINT, "      -");
    else
        out_format(o, "   %4d", need);
    if (viewer < s->head.players && s->hand[viewer][kind].number) {
        int held = s->hand[viewer][kind].number;
        bool lays = plays && held >= need;
        out_style(o, lays ? STYLE_GOLD : STYLE_STRONG);
        out_format(o, "    %4d%s", held, lays ? "  can be laid" : "");
        out_style(o, STYLE_PLAIN);
    }
    out_char(o, '\n');
}

/* Tasks that the viewer knows; of others nothing is told until one is revealed. */
static void board_tasks(const struct glory *s, int seat, struct out *o)
{
    bool first = true;
    for (int deck = 0; s->tasks && deck < DECKS; deck++) {
        struct card card = s->task[seat][deck].card[0];
        bool open = task_revealed(s, seat, deck);
        if (card.kind == KIND_NONE)
            continue;
        out_style(o, open ? STYLE_FAINT : STYLE_SECRET);
        out_format(o, "%s%s" NO_BREAK "%d%s", first ? "  tasks: " : ", ", title(card.kind),
                   deck_pays(deck), open ? NO_BREAK "done" : "");
        out_style(o, STYLE_PLAIN);
        first = false;
    }
}

/* What the sets before the seat would score now. */
static int sets_worth(const struct glory *s, int seat)
{
    int worth = 0;
    for (int kind = 1; kind < KINDS; kind++)
        worth += s->set[seat][kind] ? glory_values[kind] : 0;
    return worth;
}

static void board_seat(const struct glory *s, int seat, struct out *o)
{
    out_board_seat(o, s, seat, glory_actor(s) == seat);
    out_style(o, STYLE_GOLD);
    out_format(o, "%3d points", wide_get(s->score[seat]));
    out_style(o, STYLE_PLAIN);
    out_format(o, "  %3d on the table, %d of %d types", sets_worth(s, seat), set_types(s, seat),
               types_to_end(s));
    if (s->ninja)
        out_format(o, "  %d figure%s", s->figures[seat], s->figures[seat] == 1 ? " " : "s");
    out_format(o, "  %2d card%s", cards_in_hand(s, seat), cards_in_hand(s, seat) == 1 ? " " : "s");
    if (s->head.viewer != seat)
        list_hand(o, s, seat, ": ");
    board_tasks(s, seat, o);
    out_char(o, '\n');
}

void glory_board(const void *view, struct out *o)
{
    const struct glory *s = view;
    board_piles(s, o);
    out_text(o, "   character      table   to lay  ");
    out_text(o, s->head.viewer < s->head.players ? "your hand\n" : "\n");
    for (int kind = 1; kind < KINDS; kind++)
        board_kind(s, kind, o);
    for (int seat = 0; seat < s->head.players; seat++)
        board_seat(s, seat, o);
}
