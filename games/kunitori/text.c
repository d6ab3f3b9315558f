/* Kunitori! in words: prompts, narration, and the table in a terminal.
 * Everything here works on views. */
#include "kunitori.h"

#include "game/game.h"
#include "game/tell.h"

static void list_zone(struct out *o, const struct zone *z)
{
    bool first = true;
    for (int i = z->count - 1; i >= 0; i--) {
        tell_comma(o, &first);
        tell_copies(o, 1, &kunitori_kinds[z->card[i].kind]);
    }
}

/* ---- What cards do ---- */

static void tell_number(struct out *o, bool *first, const char *message, int number)
{
    if (number == 0)
        return;
    tell_comma(o, first);
    tell(o, NULL, message, NUMBER(number));
}

/* What a card says; {1} is its number. Each message is on one line: clang-tidy takes two lines for
 * two messages without a comma. */
static const char *const text_messages[] = {
    [TEXT_LEADER] = SAY("a leader"),
    [TEXT_GAIN_TO_HAND] = SAY("gain a {1} to your hand"),
    [TEXT_MAY_TRASH_SELF] = SAY("you may trash it to gain an action card that costs {1} or less"),
    [TEXT_MAY_TRASH_HAND] = SAY(
        "you may trash a card from your hand to gain an action card that costs at most {1} more"),
    [TEXT_MONEY_OR_TRASH_SELF] = SAY(
        "+1 money, or trash it to gain an action card that costs {1} or less"),
};

static void tell_text(struct out *o, bool *first, const struct kunitori_card *card)
{
    if (card->text == TEXT_NONE)
        return;
    tell_comma(o, first);
    tell(o, NULL, text_messages[card->text],
         card->text == TEXT_GAIN_TO_HAND ? CARD(kunitori_kinds[card->number])
                                         : NUMBER(card->number));
}

/* '+1 card, +2 actions, attack 2, can stay deployed'. */
static void tell_card(struct out *o, int kind)
{
    const struct kunitori_card *card = card_of(kind);
    bool first = true;
    tell_number(o, &first, SAY("+{1} card{1||s}"), card->cards);
    tell_number(o, &first, SAY("+{1} money"), card->money);
    tell_number(o, &first, SAY("+{1} action{1||s}"), card->actions);
    tell_number(o, &first, SAY("+{1} buy{1||s}"), card->buys);
    tell_number(o, &first, SAY("attack {1}"), card->attack);
    tell_number(o, &first, SAY("defence {1}"), card->defence);
    tell_number(o, &first, SAY("{1} point{1||s}"), card->points);
    tell_text(o, &first, card);
    if (card->deployable) {
        tell_comma(o, &first);
        say(o, "can stay deployed");
    }
}

/* ---- Prompts and moves ---- */

/* What the card does, in a message with its cost or as a prize. */
static void describe_card(const struct kunitori *s, const char *message, int kind, struct out *o)
{
    char text[PIECE_BYTES];
    struct out piece;
    out_init_piece(&piece, text, sizeof text, o);
    tell_card(&piece, kind);
    tell(o, s, message, NUMBER(card_of(kind)->cost), PIECE(text));
}

static void describe_keep(const struct kunitori *s, int kind, int number, struct out *o)
{
    int there = s->territory[s->turn][kind];
    if (number == there)
        say(o, there > 1 ? "all stay deployed" : "it stays deployed");
    else if (number == 0)
        say(o, there > 1 ? "all are discarded" : "it is discarded");
    else
        tell(o, s, "{1} stay{1|s|}, {2} {2|is|are} discarded", NUMBER(number),
             NUMBER(there - number));
}

static void describe_attack(const struct kunitori *s, struct move move, struct out *o)
{
    int seat = __builtin_ctz(move.seats);
    tell(o, s,
         single(move.seats) ? "attack {1}, or {2} with all your troops, against {3}: defence {4}, "
                              "{5} card{5||s} in hand"
                            : "attack {1}, or {2} with all your troops, against each of {3}",
         NUMBER(card_of(move.kind)->attack), NUMBER(kunitori_force(s)), THOSE(move.seats, s->turn),
         NUMBER(kunitori_defence(s, seat, false)), NUMBER(cards_in_hand(s, seat)));
}

static void describe_follow(const struct kunitori *s, struct move move, struct out *o)
{
    unsigned next = kunitori_next_front(s, s->front);
    int left = s->left - move.number[0];
    tell(o, s,
         left == 0                      ? "{1} against {2}"
         : kunitori_next_front(s, next) ? "{1} against {2}, {3} elsewhere"
                                        : "{1} against {2}, {3} against {4}",
         NUMBER(move.number[0]), THOSE(move.seats, s->turn), NUMBER(left), THOSE(next, s->turn));
}

/* 'the attacker wins by 2 and gains a Village'. */
static void describe_margin(const struct kunitori *s, int margin, struct out *o)
{
    int prize = kunitori_prize(margin);
    if (margin == 0)
        say(o, "a draw");
    else if (margin > 0)
        tell(o, s,
             s->supply[prize] ? "the attacker wins by {1} and gains a {2}"
                              : "the attacker wins by {1}, but no {2} is left",
             NUMBER(margin), CARD(kunitori_kinds[prize]));
    else
        tell(o, s,
             s->supply[prize] ? "you win by {1} and may gain a {2}"
                              : "you win by {1}, but no {2} is left",
             NUMBER(-margin), CARD(kunitori_kinds[prize]));
}

static void describe_fight(const struct kunitori *s, struct out *o)
{
    int seat = defender(s), defence = kunitori_defence(s, seat, true);
    char text[PIECE_BYTES];
    struct out piece;
    out_init_piece(&piece, text, sizeof text, o);
    describe_margin(s, s->force[seat] - defence, &piece);
    tell(o, s,
         s->shown[seat].count ? "with the cards you revealed: {1} against {2}, {3}"
                              : "without an ambush: {1} against {2}, {3}",
         NUMBER(defence), NUMBER(s->force[seat]), PIECE(text));
}

static void describe_done(const struct kunitori *s, struct out *o)
{
    say(o, s->phase == PH_ACTION   ? "end the action phase"
           : s->phase == PH_BATTLE ? "no battle"
                                   : "end the buy phase");
}

void kunitori_describe(const void *view, struct move move, struct out *o)
{
    const struct kunitori *s = view;
    int kind = move.kind;
    switch ((enum verb_id)move.verb) {
    case PLAY:
        tell_card(o, kind);
        break;
    case TRASH:
        tell(o, s, "for an action card that costs {1} or less",
             NUMBER(card_of(kind)->cost + card_of(s->subject)->number));
        break;
    case GAIN:
        describe_card(s, s->phase == PH_PRIZE ? SAY("your prize: {2}") : SAY("cost {1}: {2}"), kind,
                      o);
        break;
    case MONEY:
        tell(o, s, "+{1} money", NUMBER(1));
        break;
    case DECLINE:
        say(o, s->phase == PH_PRIZE ? "decline the prize" : "trash nothing");
        break;
    case ATTACK:
        describe_attack(s, move, o);
        break;
    case FOLLOW:
        describe_follow(s, move, o);
        break;
    case REVEAL:
        tell(o, s, "{1} counts as {2} in an ambush", CARD(kunitori_kinds[kind]),
             NUMBER(defending(kind, true)));
        break;
    case REINFORCE:
        say(o, "reveal the top two cards of your deck");
        break;
    case FIGHT:
        describe_fight(s, o);
        break;
    case TOP:
        tell(o, s, "{1} on top, the other card below it", CARD(kunitori_kinds[kind]));
        break;
    case TREASURES:
        say(o, "play all treasures in your hand");
        break;
    case BUY:
        describe_card(s, SAY("for {1}: {2}"), kind, o);
        break;
    case KEEP:
        describe_keep(s, kind, move.number[0], o);
        break;
    case DONE:
        describe_done(s, o);
        break;
    case VERBS:
        break;
    }
}

static void prompt_action(const struct kunitori *s, struct out *o)
{
    bool any = false;
    for (int kind = 1; kind < KINDS; kind++)
        any |= s->hand[s->turn][kind].number > 0 && card_of(kind)->category != TREASURE &&
               card_of(kind)->category != VICTORY;
    if (any)
        tell(o, s, "Play an action card, or end the action phase. You have {1} action{1||s}.",
             NUMBER(s->actions));
    else
        say(o, "You have no action card in your hand: end the action phase.");
}

static void prompt_gain(const struct kunitori *s, struct out *o)
{
    struct fill card = CARD(kunitori_kinds[s->subject]), limit = NUMBER(s->limit);
    int text = card_of(s->subject)->text;
    if (text == TEXT_MAY_TRASH_HAND)
        tell(o, s, "Gain an action card that costs at most {1}.", limit);
    else if (text == TEXT_MAY_TRASH_SELF)
        tell(o, s, "Trash {1} for an action card that costs {2} or less, or decline.", card, limit);
    else
        tell(o, s, "Take 1 money, or trash {1} for an action card that costs {2} or less.", card,
             limit);
}

static void prompt_attack(const struct kunitori *s, struct out *o)
{
    int leader = kunitori_next_leader(s), last = 0;
    while (last + 1 < LEADERS_MAX && s->plan[last + 1])
        last++;
    tell(o, s,
         leader != YOUNG_GENERAL ? "Whom does {1} attack?"
                                 : "Whom does {1} attack? The previous one attacks {2}; leaders of "
                                   "the same kind choose in the order listed.",
         CARD(kunitori_kinds[leader]), THOSE(s->plan[last], s->turn));
}

static void prompt_defend(const struct kunitori *s, struct out *o)
{
    int seat = defender(s);
    tell(o, s,
         s->shown[seat].count
             ? "{1^} attack{1||s} you with {2}, and you defend with {3}. Reveal more cards, or "
               "fight."
             : "{1^} attack{1||s} you with {2}, and you defend with {3}. Reveal cards in ambush, "
               "in the order listed, then fight; or call reinforcements.",
         WHO(s->turn), NUMBER(s->force[seat]), NUMBER(kunitori_defence(s, seat, true)));
}

void kunitori_prompt(const void *view, struct out *o)
{
    const struct kunitori *s = view;
    struct fill subject = CARD(kunitori_kinds[s->subject]);
    switch ((enum phase)s->phase) {
    case PH_ACTION:
        prompt_action(s, o);
        break;
    case PH_TRASH:
        tell(o, s, "{1}: trash a card from your hand to gain a better one, or decline.", subject);
        break;
    case PH_GAIN:
        prompt_gain(s, o);
        break;
    case PH_BATTLE:
        say(o, "You have a leader: attack somebody, or go on to the buy phase.");
        break;
    case PH_ATTACK:
        prompt_attack(s, o);
        break;
    case PH_FOLLOW:
        tell(o, s,
             "How many of your {1} {2} go with the leaders who attack {3}? The rest go elsewhere.",
             NUMBER(s->left), subject, THOSE(s->front, s->turn));
        break;
    case PH_DEFEND:
        prompt_defend(s, o);
        break;
    case PH_PRIZE:
        tell(o, s, "You have won the battle: gain a {1}, or decline it.", subject);
        break;
    case PH_TOP:
        say(o, "Your reinforcements go back: which card goes on top of your deck?");
        break;
    case PH_BUY:
        tell(o, s,
             "Buy phase: play treasures, buy a card, or end it. You have {1} buy{1||s} and {2} "
             "money.",
             NUMBER(s->buys), NUMBER(s->money));
        break;
    case PH_KEEP:
        tell(o, s, "How many of your {1} stay deployed?", subject);
        break;
    case PH_OVER:
    case PHASES:
        say(o, "The game is over.");
        break;
    }
}

/* ---- Narration ---- */

static void tell_shuffle(const struct kunitori *t, int seat, struct out *o)
{
    tell(o, t, "{1^} shuffle{1||s} {1|your|the} discard pile.\n", WHO(seat));
}

/* The cards of the pile as a fill; `text` is its buffer. */
static struct fill list_pile(struct out *o, char text[PIECE_BYTES], const uint8_t pile[KINDS])
{
    struct out piece;
    out_init_piece(&piece, text, PIECE_BYTES, o);
    tell_pile(&piece, kunitori_game.schema, pile);
    return PIECE(text);
}

/* The seat has drawn this number of cards; viewers who see the hand are told which ones. */
static void tell_draw(const struct kunitori *s, const struct kunitori *t, int seat,
                      const uint8_t drawn[KINDS], int number, struct out *o)
{
    bool sees = t->head.viewer == seat || t->head.viewer == VIEW_ALL;
    char cards[PIECE_BYTES];
    if (number <= 0)
        return;
    if (cards_in_deck(t, seat) + number > cards_in_deck(s, seat))
        tell_shuffle(t, seat, o);
    if (sees)
        tell(o, t, "{1^} draw{1||s} {2}.\n", WHO(seat), list_pile(o, cards, drawn));
    else
        tell(o, t, "{1^} draw{1||s} {2} card{2||s}.\n", WHO(seat), NUMBER(number));
}

/* The same for a seat that may have played one card from its hand. */
static void tell_more_cards(const struct kunitori *s, const struct kunitori *t, int seat,
                            int played, struct out *o)
{
    uint8_t drawn[KINDS] = {0};
    for (int kind = 1; kind < KINDS; kind++)
        drawn[kind] = (uint8_t)(t->hand[seat][kind].number - s->hand[seat][kind].number +
                                (kind == played));
    tell_draw(s, t, seat, drawn,
              cards_in_hand(t, seat) - cards_in_hand(s, seat) + (played != KIND_NONE), o);
}

static void tell_trash(const struct kunitori *t, int seat, int kind, struct out *o)
{
    tell(o, t, "{1^} trash{1||es} {2}.\n", WHO(seat), CARD(kunitori_kinds[kind]));
}

static void tell_played(const struct kunitori *s, int kind, const struct kunitori *t, struct out *o)
{
    const struct kunitori_card *card = card_of(kind);
    tell(o, t, is_treasure(kind) ? "{1^} play{1||s} {2}: {3} money.\n" : "{1^} play{1||s} {2}.\n",
         WHO(s->turn), CARD(kunitori_kinds[kind]), NUMBER(t->money));
    if (card->cards)
        tell_more_cards(s, t, s->turn, kind, o);
    if (card->text == TEXT_GAIN_TO_HAND && s->supply[card->number])
        tell(o, t, "{1^} gain{1||s} a {2} to hand.\n", WHO(s->turn),
             CARD(kunitori_kinds[card->number]));
    if (card->text == TEXT_MONEY_OR_TRASH_SELF && t->phase != PH_GAIN)
        say(o, "No action card can be gained, so it gives 1 money.\n");
}

static void tell_treasures(const struct kunitori *s, const struct kunitori *t, struct out *o)
{
    uint8_t played[KINDS] = {0};
    char cards[PIECE_BYTES];
    for (int kind = COPPER; is_treasure(kind); kind++)
        played[kind] = (uint8_t)(t->territory[s->turn][kind] - s->territory[s->turn][kind]);
    tell(o, t, "{1^} play{1||s} {2}: {3} money.\n", WHO(s->turn), list_pile(o, cards, played),
         NUMBER(t->money));
}

static void tell_gain(const struct kunitori *s, int kind, const struct kunitori *t, struct out *o)
{
    int seat = kunitori_actor(s);
    if (s->phase == PH_GAIN && card_of(s->subject)->text != TEXT_MAY_TRASH_HAND)
        tell_trash(t, seat, s->subject, o);
    tell(o, t, "{1^} gain{1||s} {2}.\n", WHO(seat), CARD(kunitori_kinds[kind]));
}

static void tell_follow(const struct kunitori *s, struct move move, struct out *o)
{
    char text[PIECE_BYTES];
    struct out piece;
    out_init_piece(&piece, text, sizeof text, o);
    describe_follow(s, move, &piece);
    tell(o, s, "{1}: {2}.\n", CARD(kunitori_kinds[move.kind]), PIECE(text));
}

/* The attack on each target, after the plan is made. */
static void tell_forces(const struct kunitori *t, struct out *o)
{
    for (unsigned left = t->attacked; left;) {
        int seat = seat_after(left, t->turn);
        left &= ~(unsigned)SEAT_BIT(seat);
        tell(o, t, "{1^} {1|are|is} attacked with {2}.\n", WHO(seat), NUMBER(t->force[seat]));
    }
}

/* An attacker who wins gets the prize at once; a defender is asked later. */
static void tell_result(const struct kunitori *s, int defence, struct out *o)
{
    int seat = defender(s), margin = s->force[seat] - defence, prize = kunitori_prize(margin);
    int winner = margin > 0 ? s->turn : seat, lead = margin > 0 ? margin : -margin;
    const char *message =
        margin == 0             ? SAY("Attack on {1}: {2} against {3}, a draw.\n")
        : s->supply[prize] == 0 ? SAY("Attack on {1}: {2} against {3}. {4^} win{4||s} by {5}, but "
                                      "that prize is no longer in the pool.\n")
        : margin < 0
            ? SAY("Attack on {1}: {2} against {3}. {4^} win{4||s} by {5}.\n")
            : SAY("Attack on {1}: {2} against {3}. {4^} win{4||s} by {5} and gain{4||s} a {6}.\n");
    tell(o, s, message, WHO(seat), NUMBER(s->force[seat]), NUMBER(defence), WHO(winner),
         NUMBER(lead), CARD(kunitori_kinds[prize]));
}

static void tell_fight(const struct kunitori *s, struct out *o)
{
    int seat = defender(s);
    char cards[PIECE_BYTES];
    struct out piece;
    out_init_piece(&piece, cards, sizeof cards, o);
    list_zone(&piece, ZONE_IN(s->shown[seat]));
    tell(o, s,
         s->shown[seat].count ? "{1^} fight{1||s} from ambush with {2}.\n"
                              : "{1^} fight{1||s} without an ambush.\n",
         WHO(seat), PIECE(cards));
    tell_result(s, kunitori_defence(s, seat, true), o);
}

/* The revealed cards still lie in front of the defender, or are already back on top of the deck. */
static void tell_reinforce(const struct kunitori *s, const struct kunitori *t, struct out *o)
{
    int seat = defender(s), defence = kunitori_defence(s, seat, false);
    const struct zone *z = t->shown[seat].count ? ZONE_IN(t->shown[seat]) : ZONE_IN(t->top[seat]);
    char cards[PIECE_BYTES];
    struct out piece;
    if (cards_in_deck(t, seat) + t->shown[seat].count > cards_in_deck(s, seat))
        tell_shuffle(t, seat, o);
    out_init_piece(&piece, cards, sizeof cards, o);
    list_zone(&piece, z);
    tell(o, t,
         z->count ? "{1^} call{1||s} reinforcements: {2}.\n"
                  : "{1^} call{1||s} reinforcements: there are none.\n",
         WHO(seat), PIECE(cards));
    for (int i = 0; i < z->count; i++)
        defence += defending(z->card[i].kind, false);
    tell_result(s, defence, o);
}

static void tell_buy(const struct kunitori *s, int kind, const struct kunitori *t, struct out *o)
{
    bool more = t->phase == PH_BUY && t->turn == s->turn;
    tell(o, t,
         more ? "{1^} buy{1||s} {2} for {3}; {4} buy{4||s} and {5} money left.\n"
              : "{1^} buy{1||s} {2} for {3}.\n",
         WHO(s->turn), CARD(kunitori_kinds[kind]), NUMBER(card_of(kind)->cost), NUMBER(t->buys),
         NUMBER(t->money));
}

static void tell_keep(const struct kunitori *s, struct move move, struct out *o)
{
    int number = move.number[0];
    char cards[PIECE_BYTES];
    struct out piece;
    out_init_piece(&piece, cards, sizeof cards, o);
    tell_copies(&piece, number ? number : s->territory[s->turn][move.kind],
                &kunitori_kinds[move.kind]);
    tell(o, s, number ? "{1^} keep{1||s} {2} deployed.\n" : "{1^} discard{1||s} {2}.\n",
         WHO(s->turn), PIECE(cards));
}

static void tell_done(const struct kunitori *s, struct out *o)
{
    tell(o, s,
         s->phase == PH_BATTLE   ? "{1^} {1|do|does} not attack.\n"
         : s->phase == PH_ACTION ? "{1^} end{1||s} the action phase.\n"
                                 : "{1^} end{1||s} the buy phase.\n",
         WHO(s->turn));
}

static void tell_move(const struct kunitori *s, struct move move, const struct kunitori *t,
                      struct out *o)
{
    int actor = kunitori_actor(s);
    struct fill card = CARD(kunitori_kinds[move.kind]);
    switch ((enum verb_id)move.verb) {
    case PLAY:
        tell_played(s, move.kind, t, o);
        break;
    case TRASH:
        tell_trash(t, actor, move.kind, o);
        break;
    case GAIN:
        tell_gain(s, move.kind, t, o);
        break;
    case MONEY:
        tell(o, t, "{1^} take{1||s} 1 money.\n", WHO(actor));
        break;
    case DECLINE:
        tell(o, t,
             s->phase == PH_PRIZE ? "{1^} decline{1||s} the prize.\n"
                                  : "{1^} trash{1||es} nothing.\n",
             WHO(actor));
        break;
    case ATTACK:
        tell(o, t, "{1^} send{1||s} {2} against {3}.\n", WHO(actor), card,
             THOSE(move.seats, s->turn));
        break;
    case FOLLOW:
        tell_follow(s, move, o);
        break;
    case REVEAL:
        tell(o, t, "{1^} reveal{1||s} {2}.\n", WHO(actor), card);
        break;
    case REINFORCE:
        tell_reinforce(s, t, o);
        break;
    case FIGHT:
        tell_fight(s, o);
        break;
    case TOP:
        tell(o, t, "{1^} put{1||s} {2} on top of the deck.\n", WHO(actor), card);
        break;
    case TREASURES:
        tell_treasures(s, t, o);
        break;
    case BUY:
        tell_buy(s, move.kind, t, o);
        break;
    case KEEP:
        tell_keep(s, move, o);
        break;
    case DONE:
        tell_done(s, o);
        break;
    case VERBS:
        break;
    }
}

/* The hand was discarded and a new one drawn. */
static void tell_redraw(const struct kunitori *s, const struct kunitori *t, struct out *o)
{
    uint8_t drawn[KINDS] = {0};
    for (int kind = 1; kind < KINDS; kind++)
        drawn[kind] = t->hand[s->turn][kind].number;
    tell_draw(s, t, s->turn, drawn, cards_in_hand(t, s->turn), o);
}

/* The next player's deployed cards have been played. */
static void tell_new_turn(const struct kunitori *s, const struct kunitori *t, struct out *o)
{
    char cards[PIECE_BYTES];
    tell(o, t, "{1^'s} turn.\n", WHO(t->turn));
    if (pile_size(t->territory[t->turn], KINDS) == 0)
        return;
    tell(o, t, "Deployed cards are played: {1}.\n", list_pile(o, cards, t->territory[t->turn]));
    tell_more_cards(s, t, t->turn, KIND_NONE, o);
}

static void tell_ending(const struct kunitori *t, struct out *o)
{
    for (int kind = VILLAGE; kind <= LAND; kind++)
        if (t->supply[kind] == 0)
            tell(o, t, "The {1} pile is empty: every other player has one more turn.\n",
                 CARD(kunitori_kinds[kind]));
}

/* The cards that are worth points, and how many the seat has. */
static void tell_points(const struct kunitori *t, int seat, int points, struct out *o)
{
    uint8_t counted[KINDS] = {0};
    char cards[PIECE_BYTES];
    for (int kind = 1; kind < KINDS; kind++)
        counted[kind] = card_of(kind)->points ? t->holding[seat][kind] : 0;
    tell(o, t,
         pile_size(counted, KINDS) ? "{1^} {1|have|has} {2} point{2||s}: {3}.\n"
                                   : "{1^} {1|have|has} {2} point{2||s}: no cards with points.\n",
         WHO(seat), NUMBER(points), list_pile(o, cards, counted));
}

/* Points may be equal, but there is only one winner (U17). */
static void tell_end(const struct kunitori *t, struct out *o)
{
    int points[PLAYERS_MAX], ranks[PLAYERS_MAX];
    kunitori_scores(t, points, ranks);
    for (int seat = 0; seat < t->head.players; seat++)
        tell_points(t, seat, points[seat], o);
    if (any_equal(t->head.players, points))
        say(o, "If points are equal, the player who is later in turn order is ahead.\n");
    tell_winners(o, t, ranks);
}

void kunitori_narrate(const void *before, struct move move, const void *after, struct out *o)
{
    const struct kunitori *s = before, *t = after;
    bool turn_ends = t->phase == PH_OVER || t->turn != s->turn;
    tell_move(s, move, t, o);
    if (t->attacked && !s->attacked)
        tell_forces(t, o);
    if (t->ending && !s->ending)
        tell_ending(t, o);
    if (turn_ends)
        tell_redraw(s, t, o);
    if (t->phase == PH_OVER)
        tell_end(t, o);
    else if (turn_ends)
        tell_new_turn(s, t, o);
}

/* ---- The table ---- */

static void board_turn(const struct kunitori *s, struct out *o)
{
    out_style(o, STYLE_STRONG);
    out_format(o, "Round %d", wide_get(s->round));
    out_style(o, STYLE_PLAIN);
    if (s->phase == PH_OVER) {
        out_text(o, "   the game is over\n");
        return;
    }
    out_text(o, "   ");
    out_owner(o, s, s->turn);
    out_text(o, " turn: ");
    out_number(o, s->actions, "action");
    out_text(o, ", ");
    out_number(o, s->buys + (s->phase < PH_BUY), "buy");
    out_format(o, ", %d money", s->money);
    if (s->ending)
        out_styled(o, STYLE_GOLD, "   last turns");
    out_char(o, '\n');
}

/* The piles of one sort of card, four in a line: the card's id, its cost, and how many are left. */
static void board_piles(const struct kunitori *s, int from, int to, struct out *o)
{
    for (int kind = from, column = 0; kind <= to; kind++, column++) {
        char text[32];
        struct out pile;
        out_init(&pile, text, sizeof text);
        out_format(&pile, "%s (%d) x%d", kunitori_kinds[kind].id, card_of(kind)->cost,
                   s->supply[kind]);
        out_text(o, column == 0 ? "   " : column % 4 == 0 ? "\n   " : "");
        out_style(o, s->supply[kind] ? STYLE_PLAIN : STYLE_FAINT);
        out_format(o, column % 4 == 3 || kind == to ? "%s" : "%-19s", text);
        out_style(o, STYLE_PLAIN);
    }
    out_char(o, '\n');
}

static void board_supply(const struct kunitori *s, struct out *o)
{
    bool fights = s->phase >= PH_BATTLE && s->phase <= PH_TOP;
    out_text(o, "Pool: card (cost) x copies left\n");
    board_piles(s, VILLAGE, LAND, o);
    if (fights || s->phase == PH_KEEP)
        return; /* the other piles do not matter now */
    board_piles(s, COPPER, GOLD, o);
    board_piles(s, SPEAR, YOUNG_GENERAL, o);
    board_piles(s, FORTRESS, CASTLE, o);
    board_piles(s, NOBUNAGA, YOSHIHIRO, o);
    if (pile_size(s->trash, KINDS)) {
        out_text(o, "   trash: ");
        tell_pile(o, kunitori_game.schema, s->trash);
        out_char(o, '\n');
    }
}

static void board_zone(const char *name, const struct zone *z, struct out *o)
{
    if (z->count == 0)
        return;
    out_format(o, "          %s: ", name);
    list_zone(o, z);
    out_char(o, '\n');
}

/* The known cards of another player's hand. */
static void board_hand(const struct kunitori *s, int seat, struct out *o)
{
    uint8_t known[KINDS] = {0};
    for (int kind = 1; kind < KINDS && seat != s->head.viewer; kind++)
        known[kind] = s->hand[seat][kind].number;
    out_board_kinds(o, kunitori_game.schema, "known in hand", known);
}

static void board_seat(const struct kunitori *s, int seat, struct out *o)
{
    out_board_seat(o, s, seat, kunitori_actor(s) == seat);
    out_style(o, STYLE_GOLD);
    out_format(o, "%3d points", kunitori_points(s, seat));
    out_style(o, STYLE_PLAIN);
    out_format(o, "  hand %d  deck %d  discards %d  defence %d", cards_in_hand(s, seat),
               cards_in_deck(s, seat), pile_size(s->discard[seat], KINDS),
               kunitori_defence(s, seat, false));
    if (s->force[seat]) {
        out_style(o, STYLE_DANGER);
        out_format(o, "  attacked with %d", s->force[seat]);
        out_style(o, STYLE_PLAIN);
    }
    out_char(o, '\n');
    out_board_kinds(o, kunitori_game.schema, "in the territory", s->territory[seat]);
    out_board_kinds(o, kunitori_game.schema, "discards", s->discard[seat]);
    board_hand(s, seat, o);
    board_zone("on top of the deck", ZONE_IN(s->top[seat]), o);
    board_zone("revealed", ZONE_IN(s->shown[seat]), o);
}

void kunitori_board(const void *view, struct out *o)
{
    const struct kunitori *s = view;
    int viewer = s->head.viewer;
    board_turn(s, o);
    board_supply(s, o);
    for (int seat = 0; seat < s->head.players; seat++)
        board_seat(s, seat, o);
    uint8_t pile[KINDS_MAX];
    if (viewer < s->head.players)
        hand_pile(s->hand[viewer], KINDS, pile);
    out_board_own(o, kunitori_game.schema, s, pile);
}
