/* Call to Glory in words: prompts, descriptions of moves, narration, and the table in a terminal.
 * Everything here works on views. */
#include "glory.h"

#include "game/tell.h"

static const char *title(int kind)
{
    return glory_kinds[kind].title;
}

/* '3 Farmers', 'a Samurai', '2 Samurai', 'a card'. */
static void put_cards(struct out *o, int number, int kind)
{
    static const char *const plurals[KINDS] = {
        [EMPEROR] = SAY("Emperors"), [EMPRESS] = SAY("Empresses"), [DAIMYO] = SAY("Daimyo"),
        [SHOGUN] = SAY("Shoguns"),   [SAMURAI] = SAY("Samurai"),   [NINJA] = SAY("Ninjas"),
        [ENVOY] = SAY("Envoys"),     [MONK] = SAY("Monks"),        [FARMER] = SAY("Farmers"),
    };
    bool vowel = kind == EMPEROR || kind == EMPRESS || kind == ENVOY;
    if (kind == KIND_NONE)
        say(o, title(kind));
    else if (number == 1)
        tell(o, NULL, vowel ? "an {1}" : "a {1}", CARD(glory_kinds[kind]));
    else
        tell(o, NULL, "{1} {2}", NUMBER(number), TERM(glory_kinds[kind].id, plurals[kind]));
}

/* The same as a part of a sentence that goes to `o`. */
static struct fill cards(struct out *o, char text[PIECE_BYTES], int number, int kind)
{
    struct out piece;
    out_init_piece(&piece, text, PIECE_BYTES, o);
    put_cards(&piece, number, kind);
    return PIECE(text);
}

/* The card on top of a discard pile. */
static struct fill top(const struct glory *s, int pile)
{
    const struct glory_discard *z = &s->discard[pile];
    return z->count ? CARD(glory_kinds[z->card[z->count - 1].kind]) : MESSAGE("empty");
}

/* The cards of a hand that the viewer knows; false if there are none. */
static bool put_hand(struct out *o, const struct glory *s, int seat)
{
    bool first = true;
    int left = 0;
    for (int kind = 1; kind < KINDS; kind++)
        left += s->hand[seat][kind].number > 0;
    for (int kind = 1; kind < KINDS; kind++)
        if (s->hand[seat][kind].number) {
            tell_and(o, &first, --left == 0);
            put_cards(o, s->hand[seat][kind].number, kind);
        }
    return !first;
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
    int owner = set_owner(s, kind), value = glory_values[kind];
    const char *figure = kind != NINJA || !s->ninja ? ""
                         : figures_stock(s)         ? SAY("; you take a figure")
                                                    : SAY("; no figure is left");
    if (owner == SEAT_NONE)
        tell(o, s, "{1} points if it stays on the table{2}", NUMBER(value), MESSAGE(figure));
    else if (owner == s->turn)
        tell(o, s, "{1} points if it stays on the table; your old set is discarded{2}",
             NUMBER(value), MESSAGE(figure));
    else
        tell(o, s, "{1} points if it stays on the table; beats {3's} set of {4}{2}", NUMBER(value),
             MESSAGE(figure), WHO(owner), NUMBER(s->set[owner][kind]));
}

/* Where a discard may go (C22-C24). */
static void describe_pile(const struct glory *s, struct out *o)
{
    bool first = s->discard[0].count > 0, second = s->discard[1].count > 0;
    if (first && second)
        tell(o, s, "to discard pile 1 (top: {1}) or 2 (top: {2})", top(s, 0), top(s, 1));
    else if (first || second)
        tell(o, s, "to discard pile {1}, which is empty", NUMBER(first ? 2 : 1));
    else
        say(o, "to discard pile 1: both piles are empty");
}

/* What the task pays, and to whom. */
static void describe_task(const struct glory *s, int kind, int pays, struct out *o)
{
    int owner = set_owner(s, kind);
    if (owner == SEAT_NONE)
        tell(o, s, "{1} points for each {2}; nobody has one", NUMBER(pays),
             CARD(glory_kinds[kind]));
    else
        tell(o, s, "{1} points for each {2}; {4} get{4||s} {3}", NUMBER(pays),
             CARD(glory_kinds[kind]), NUMBER(pays * s->set[owner][kind]), WHO(owner));
}

void glory_describe(const void *view, struct move move, struct out *o)
{
    const struct glory *s = view;
    switch ((enum verb_id)move.verb) {
    case DRAW:
        tell(o, s, "from a draw pile ({1} and {2} cards left)", NUMBER(s->draw[0].count),
             NUMBER(s->draw[1].count));
        break;
    case PICK:
        tell(o, s, "the {1} from a discard pile", top(s, move.number[0] - 1));
        break;
    case LAY:
        describe_lay(s, move.kind, o);
        break;
    case DISCARD:
    case PUT:
        describe_pile(s, o);
        break;
    case STRIKE:
        tell(o, s, "a figure removes one card from {1's} set of {2}", WHO(set_owner(s, move.kind)),
             NUMBER(set_size(s, move.kind)));
        break;
    case END:
        say(o, "end the turn without using a figure");
        break;
    case REVEAL:
        describe_task(s, move.kind, move.number[0], o);
        break;
    case DEAL:
        say(o, "begin the next round");
        break;
    case VERBS:
        break;
    }
}

static void prompt_put(const struct glory *s, struct out *o)
{
    char text[PIECE_BYTES];
    int kind = loose_kind(s);
    bool struck = s->phase != PH_AFTER || set_owner(s, kind) != s->turn;
    tell(o, s,
         struck ? "A figure struck your set: choose the discard pile for your {1}."
                : "Choose the discard pile for your {1}.",
         s->loose[kind] > 1 ? cards(o, text, s->loose[kind], kind) : CARD(glory_kinds[kind]));
}

static void prompt_draw(const struct glory *s, struct out *o)
{
    if (s->first == SLOT_NONE)
        say(o, can_strike(s) ? "Your turn: draw your first card, or use a figure."
                             : "Your turn: draw your first card.");
    else
        say(o, can_strike(s) ? "Draw your second card from another pile, or use a figure."
                             : "Draw your second card from another pile.");
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
        prompt_draw(s, o);
        break;
    case PH_PLAY:
        say(o, can_strike(s) ? "Lay a set or discard a card, or use a figure first."
                             : "Lay a set or discard a card.");
        break;
    case PH_AFTER:
        say(o, "Use a figure, or end your turn.");
        break;
    case PH_REVEAL:
        say(o, "The round is over: reveal one of your tasks.");
        break;
    case PH_DEAL:
        say(o, "The round is over.");
        break;
    case PH_OVER:
    case PHASES:
        say(o, "The game is over.");
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
    char text[PIECE_BYTES];
    int number = move.number[0];
    tell(o, t,
         move.verb == PICK ? "{1^} take{1||s} {2} from discard pile {3}.\n"
                           : "{1^} draw{1||s} {2} from draw pile {3}.\n",
         WHO(s->turn), cards(o, text, 1, drawn(s, t, s->turn)), NUMBER(number));
    if (move.verb == DRAW && t->draw[number - 1].count == 0)
        tell(o, t, "Draw pile {1} is empty: this is the last turn of the round.\n", NUMBER(number));
}

static void tell_lay(const struct glory *s, struct move move, const struct glory *t, struct out *o)
{
    char text[PIECE_BYTES];
    int owner = set_owner(s, move.kind), old = set_size(s, move.kind);
    struct fill laid = cards(o, text, move.number[0], move.kind);
    if (owner == SEAT_NONE)
        tell(o, t, "{1^} lay{1||s} {2}.\n", WHO(s->turn), laid);
    else if (owner == s->turn)
        tell(o, t, "{1^} lay{1||s} {2} in place of {1|your|their} old set of {3}.\n", WHO(s->turn),
             laid, NUMBER(old));
    else
        tell(o, t, "{1^} lay{1||s} {2} and beat{1||s} {3's} set of {4}.\n", WHO(s->turn), laid,
             WHO(owner), NUMBER(old));
    if (t->figures[s->turn] > s->figures[s->turn])
        tell(o, t, "{1^} take{1||s} a Ninja figure.\n", WHO(s->turn));
}

static void tell_strike(const struct glory *s, struct move move, const struct glory *t,
                        struct out *o)
{
    char text[PIECE_BYTES];
    int owner = set_owner(s, move.kind), left = set_size(s, move.kind) - 1;
    tell(o, t,
         left ? "{1^} use{1||s} a Ninja figure and strike{1||s} {2} from {3's} set: {4} {4|is|are} "
                "left.\n"
              : "{1^} use{1||s} a Ninja figure and strike{1||s} {2} from {3's} set: the set is "
                "gone.\n",
         WHO(s->turn), cards(o, text, 1, move.kind), WHO(owner), NUMBER(left));
}

static void tell_reveal(const struct glory *s, struct move move, const struct glory *t,
                        struct out *o)
{
    int owner = set_owner(s, move.kind), pays = move.number[0];
    if (owner == SEAT_NONE)
        tell(o, t,
             "{1^} reveal{1||s} a task: {2} points for each {3}. Nobody has one on the table.\n",
             WHO(s->turn), NUMBER(pays), CARD(glory_kinds[move.kind]));
    else
        tell(o, t, "{1^} reveal{1||s} a task: {2} points for each {3}. {4^} score{4||s} {5}.\n",
             WHO(s->turn), NUMBER(pays), CARD(glory_kinds[move.kind]), WHO(owner),
             NUMBER(pays * s->set[owner][move.kind]));
}

static void tell_move(const struct glory *s, struct move move, const struct glory *t, struct out *o)
{
    char text[PIECE_BYTES];
    int loose = loose_kind(s);
    switch ((enum verb_id)move.verb) {
    case DRAW:
    case PICK:
        tell_take(s, move, t, o);
        break;
    case LAY:
        tell_lay(s, move, t, o);
        break;
    case DISCARD:
        tell(o, t, "{1^} discard{1||s} {2} to pile {3}.\n", WHO(s->turn),
             cards(o, text, 1, move.kind), NUMBER(move.number[0]));
        break;
    case PUT:
        tell(o, t, "{1^} put{1||s} {2} on discard pile {3}.\n", WHO(__builtin_ctz(s->chooser)),
             cards(o, text, s->loose[loose], loose), NUMBER(move.number[0]));
        break;
    case STRIKE:
        tell_strike(s, move, t, o);
        break;
    case END:
        tell(o, t, "{1^} end{1||s} {1|your|the} turn.\n", WHO(s->turn));
        break;
    case REVEAL:
        tell_reveal(s, move, t, o);
        break;
    case DEAL:
        tell(o, t, "Round {1} of {2} is dealt.\n", NUMBER(t->round), NUMBER(rounds(t)));
        break;
    case VERBS:
        break;
    }
}

/* The first seat whose types end the round, or SEAT_NONE. */
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
    if (seat != SEAT_NONE)
        tell(o, t, "The round ends: {1} {1|have|has} {2} types on the table.\n", WHO(seat),
             NUMBER(set_types(t, seat)));
    else if (all == KINDS - 1)
        say(o, "The round ends: all nine types are on the table.\n");
    else if (t->draw[0].count == 0 || t->draw[1].count == 0)
        say(o, "The round ends: a draw pile is empty.\n");
    else
        tell(o, t, "The round ends: it has lasted {1} turns.\n", NUMBER(TURNS_MAX));
}

/* 'Farmer 20, Monk 18, tasks 10': where the seat's points of the round came from. */
static void put_gains(struct out *o, const struct glory *t, int seat)
{
    int tasks = wide_get(t->gain[seat]);
    bool first = true;
    for (int kind = KINDS - 1; kind > 0; kind--)
        if (t->set[seat][kind]) {
            tell_comma(o, &first);
            tell(o, t, "{1^} {2}", CARD(glory_kinds[kind]), NUMBER(glory_values[kind]));
            tasks -= glory_values[kind];
        }
    if (tasks > 0) {
        tell_comma(o, &first);
        tell(o, t, "tasks {1}", NUMBER(tasks));
    }
}

static void tell_scores(const struct glory *t, struct out *o)
{
    for (int seat = 0; seat < t->head.players; seat++) {
        char text[PIECE_BYTES];
        struct out gains;
        int gain = wide_get(t->gain[seat]), score = wide_get(t->score[seat]);
        out_init_piece(&gains, text, sizeof text, o);
        put_gains(&gains, t, seat);
        if (gain > 0)
            tell(o, t, "{1^} score{1||s} {2} point{2||s} ({3}), {4} in total.\n", WHO(seat),
                 NUMBER(gain), PIECE(text), NUMBER(score));
        else
            tell(o, t, "{1^} score{1||s} 0 points, {2} in total.\n", WHO(seat), NUMBER(score));
    }
}

static void tell_end(const struct glory *t, struct out *o)
{
    int points[PLAYERS_MAX], ranks[PLAYERS_MAX];
    glory_scores(t, points, ranks);
    tell_winners(o, t, ranks);
}

/* The viewer's new hand, or everybody's if the viewer sees everything. */
static void tell_hands(const struct glory *t, struct out *o)
{
    for (int seat = 0; seat < t->head.players; seat++) {
        char text[PIECE_BYTES];
        struct out hand;
        if (t->head.viewer != seat && t->head.viewer != VIEW_ALL)
            continue;
        out_init_piece(&hand, text, sizeof text, o);
        put_hand(&hand, t, seat);
        tell(o, t, "{1^} hold{1||s} {2}.\n", WHO(seat), PIECE(text));
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
    if (t->phase == PH_DEAL)
        tell(o, t, "{1^} {1|have|has} the fewest points and begin{1||s} the next round.\n",
             WHO(t->starter));
    if (begins && (s->phase != PH_DRAW || s->turn != t->turn))
        tell(o, t, "{1^'s} turn.\n", WHO(t->turn));
}

/* ---- The table ---- */

/* The top five cards, and how many lie below them. */
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

/* A line of the ledger: the character, who has how many, how many it takes to lay it, and how many
 * the viewer holds. */
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

/* The tasks that the viewer knows: those of the own seat, and revealed ones. */
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

/* What the viewer knows of another player's hand. */
static void board_hand(const struct glory *s, int seat, struct out *o)
{
    char text[PIECE_BYTES];
    struct out hand;
    out_init_piece(&hand, text, sizeof text, o);
    if (put_hand(&hand, s, seat))
        out_format(o, ": %s", text);
}

/* What the seat's sets would score now. */
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
        board_hand(s, seat, o);
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
