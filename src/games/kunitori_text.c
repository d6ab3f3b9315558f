/* Kunitori! in words: prompts, narration, and the table in a terminal.
 * Everything here works on views. */
#include "games/kunitori.h"

#include <stdlib.h>

#include "games/games.h"

static const char *title(int kind)
{
    return kunitori_kinds[kind].title;
}

static void list_zone(struct out *o, const struct zone *z)
{
    for (int i = z->count - 1; i >= 0; i--)
        out_format(o, "%s%s", title(z->card[i].kind), i ? ", " : "");
}

/* ---- What cards do ---- */

static void icon(struct out *o, bool *first, int number, const char *noun)
{
    if (number == 0)
        return;
    out_format(o, "%s+%d %s%s", *first ? "" : ", ", number, noun, number == 1 ? "" : "s");
    *first = false;
}

static void value(struct out *o, bool *first, int number, const char *noun)
{
    if (number == 0)
        return;
    out_format(o, "%s%s %d", *first ? "" : ", ", noun, number);
    *first = false;
}

static void out_text_of(struct out *o, const struct kunitori_card *card, const char *before)
{
    switch ((enum text)card->text) {
    case TEXT_NONE:
        return;
    case TEXT_LEADER:
        out_format(o, "%sa leader", before);
        return;
    case TEXT_GAIN_TO_HAND:
        out_format(o, "%sgain a %s to hand", before, title(card->number));
        return;
    case TEXT_MAY_TRASH_SELF:
        out_format(o, "%smay be trashed for an action card that costs %d or less", before,
                   card->number);
        return;
    case TEXT_MAY_TRASH_HAND:
        out_format(o, "%smay trash a card of the hand for an action card of its cost + %d or less",
                   before, card->number);
        return;
    case TEXT_MONEY_OR_TRASH_SELF:
        out_format(o, "%s+1 money, or trashed for an action card that costs %d or less", before,
                   card->number);
        return;
    }
}

/* '+1 card, +2 actions, attack 2, can stay deployed'. */
static void out_card(struct out *o, int kind)
{
    const struct kunitori_card *card = card_of(kind);
    bool first = true;
    icon(o, &first, card->cards, "card");
    if (card->money)
        out_format(o, "%s+%d money", first ? "" : ", ", card->money);
    first = first && !card->money;
    icon(o, &first, card->actions, "action");
    icon(o, &first, card->buys, "buy");
    value(o, &first, card->attack, "attack");
    value(o, &first, card->defence, "defence");
    if (card->points)
        out_format(o, "%s%d point%s", first ? "" : ", ", card->points,
                   card->points == 1 ? "" : "s");
    first = first && !card->points;
    out_text_of(o, card, first ? "" : ", ");
    if (card->deployable)
        out_text(o, ", can stay deployed");
}

/* ---- Prompts and moves ---- */

static void describe_gain(const struct kunitori *s, int kind, struct out *o)
{
    if (s->phase == PH_PRIZE)
        out_text(o, "your prize: ");
    else
        out_format(o, "cost %d: ", card_of(kind)->cost);
    out_card(o, kind);
}

static void describe_keep(const struct kunitori *s, int kind, int number, struct out *o)
{
    int there = s->territory[s->turn][kind];
    if (number == there)
        out_text(o, there > 1 ? "all stay deployed" : "it stays deployed");
    else if (number == 0)
        out_text(o, there > 1 ? "all are discarded" : "it is discarded");
    else
        out_format(o, "%d stay, %d are discarded", number, there - number);
}

static void describe_attack(const struct kunitori *s, struct move move, struct out *o)
{
    int seat = __builtin_ctz(move.seats);
    out_format(o, "attack %d, with all your force %d, on ", card_of(move.kind)->attack,
               kunitori_force(s));
    if (!single(move.seats))
        out_text(o, "each of ");
    out_seats(o, s, move.seats, s->turn);
    if (single(move.seats))
        out_format(o, ": defence %d and %d in hand", kunitori_defence(s, seat, false),
                   cards_in_hand(s, seat));
}

static void describe_follow(const struct kunitori *s, struct move move, struct out *o)
{
    unsigned next = kunitori_next_front(s, s->front);
    int left = s->left - move.number[0];
    out_format(o, "%d against ", move.number[0]);
    out_seats(o, s, move.seats, s->turn);
    if (left == 0)
        return;
    out_format(o, ", %d ", left);
    if (kunitori_next_front(s, next)) {
        out_text(o, "elsewhere");
    } else {
        out_text(o, "against ");
        out_seats(o, s, next, s->turn);
    }
}

static void describe_fight(const struct kunitori *s, struct out *o)
{
    int seat = defender(s), defence = kunitori_defence(s, seat, true);
    int margin = s->force[seat] - defence;
    out_format(o, "%s: %d against %d, ",
               s->shown[seat].count ? "with what you revealed" : "without an ambush", defence,
               s->force[seat]);
    int prize = kunitori_prize(margin);
    if (margin == 0)
        out_text(o, "a draw");
    else
        out_format(o, "%s by %d", margin > 0 ? "they win" : "you win", abs(margin));
    if (prize)
        out_format(o, s->supply[prize] ? ": a %s" : ", but no %s is left", title(prize));
}

static void describe_done(const struct kunitori *s, struct out *o)
{
    out_text(o, s->phase == PH_ACTION   ? "end the action phase"
                : s->phase == PH_BATTLE ? "no battle"
                                        : "end the buy phase");
}

void kunitori_describe(const void *view, struct move move, struct out *o)
{
    const struct kunitori *s = view;
    int kind = move.kind;
    switch ((enum verb_id)move.verb) {
    case PLAY:
        out_card(o, kind);
        break;
    case TRASH:
        out_format(o, "for an action card that costs %d or less",
                   card_of(kind)->cost + card_of(s->subject)->number);
        break;
    case GAIN:
        describe_gain(s, kind, o);
        break;
    case MONEY:
        out_text(o, "+1 money");
        break;
    case DECLINE:
        out_text(o, s->phase == PH_PRIZE ? "leave the prize" : "trash nothing");
        break;
    case ATTACK:
        describe_attack(s, move, o);
        break;
    case FOLLOW:
        describe_follow(s, move, o);
        break;
    case REVEAL:
        out_format(o, "%s counts %d in ambush", title(kind), defending(kind, true));
        break;
    case REINFORCE:
        out_text(o, "reveal the two top cards of your deck");
        break;
    case FIGHT:
        describe_fight(s, o);
        break;
    case TOP:
        out_format(o, "%s on top, the other card below it", title(kind));
        break;
    case TREASURES:
        out_text(o, "play all of them");
        break;
    case BUY:
        out_format(o, "for %d: ", card_of(kind)->cost);
        out_card(o, kind);
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

static void prompt_gain(const struct kunitori *s, struct out *o)
{
    const char *card = title(s->subject);
    int text = card_of(s->subject)->text;
    if (text == TEXT_MAY_TRASH_HAND)
        out_format(o, "Gain an action card that costs at most %d.", s->limit);
    else if (text == TEXT_MAY_TRASH_SELF)
        out_format(o, "Trash %s for an action card that costs %d or less, or decline.", card,
                   s->limit);
    else
        out_format(o, "Take 1 money, or trash %s for an action card that costs %d or less.", card,
                   s->limit);
}

static void prompt_attack(const struct kunitori *s, struct out *o)
{
    int leader = kunitori_next_leader(s), last = 0;
    out_format(o, "Whom does %s attack?", title(leader));
    while (last + 1 < LEADERS_MAX && s->plan[last + 1])
        last++;
    if (leader != YOUNG_GENERAL)
        return;
    out_text(o, " The one before attacks ");
    out_seats(o, s, s->plan[last], s->turn);
    out_text(o, "; those of one kind go in the order listed.");
}

static void prompt_defend(const struct kunitori *s, struct out *o)
{
    int seat = defender(s);
    out_doing(o, s, s->turn, "attack");
    out_format(o, " you with %d, and you defend with %d. ", s->force[seat],
               kunitori_defence(s, seat, true));
    out_text(o, s->shown[seat].count
                    ? "Reveal more cards, or fight."
                    : "Reveal cards in ambush, in the order listed, then fight; or call "
                      "reinforcements.");
}

void kunitori_prompt(const void *view, struct out *o)
{
    const struct kunitori *s = view;
    switch ((enum phase)s->phase) {
    case PH_ACTION:
        out_text(o, "Play an action card, or end the action phase. You have ");
        out_number(o, s->actions, "action");
        out_char(o, '.');
        break;
    case PH_TRASH:
        out_format(o, "%s: trash a card of your hand for a better one, or decline.",
                   title(s->subject));
        break;
    case PH_GAIN:
        prompt_gain(s, o);
        break;
    case PH_BATTLE:
        out_text(o, "You have a leader: attack somebody, or go on to the buy phase.");
        break;
    case PH_ATTACK:
        prompt_attack(s, o);
        break;
    case PH_FOLLOW:
        out_format(o, "How many of your %d %s go with those who attack ", s->left,
                   title(s->subject));
        out_seats(o, s, s->front, s->turn);
        out_text(o, "? The others go elsewhere.");
        break;
    case PH_DEFEND:
        prompt_defend(s, o);
        break;
    case PH_PRIZE:
        out_format(o, "You have won the battle: gain a %s, or leave it.", title(s->subject));
        break;
    case PH_TOP:
        out_text(o, "Your reinforcements go back: which card goes on top of your deck?");
        break;
    case PH_BUY:
        out_text(o, "Buy phase: play treasures, buy a card, or end it. You have ");
        out_number(o, s->buys, "buy");
        out_format(o, " and %d money.", s->money);
        break;
    case PH_KEEP:
        out_format(o, "How many of your %s stay deployed?", title(s->subject));
        break;
    case PH_OVER:
    case PHASES:
        out_text(o, "The game is over.");
        break;
    }
}

/* ---- Narration ---- */

static void tell_shuffle(const struct kunitori *t, int seat, struct out *o)
{
    out_doing(o, t, seat, "shuffle");
    out_text(o, t->head.viewer == seat ? " your discards.\n" : " the discards.\n");
}

/* So many cards came from the seat's deck into its hand; whoever sees into it is told which. */
static void tell_draw(const struct kunitori *s, const struct kunitori *t, int seat,
                      const uint8_t drawn[KINDS], int number, struct out *o)
{
    bool sees = t->head.viewer == seat || t->head.viewer == VIEW_ALL;
    if (number <= 0)
        return;
    if (cards_in_deck(t, seat) + number > cards_in_deck(s, seat))
        tell_shuffle(t, seat, o);
    out_doing(o, t, seat, "draw");
    out_char(o, ' ');
    if (sees)
        out_pile(o, kunitori_game.schema, drawn);
    else
        out_number(o, number, "card");
    out_text(o, ".\n");
}

/* The same for a seat that played a card, or none, of its hand. */
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

static void tell_trash(const struct kunitori *t, int seat, const char *what, struct out *o)
{
    out_doing(o, t, seat, t->head.viewer == seat ? "trash" : "trashe");
    out_format(o, " %s", what);
}

static void tell_played(const struct kunitori *s, int kind, const struct kunitori *t, struct out *o)
{
    const struct kunitori_card *card = card_of(kind);
    out_doing(o, t, s->turn, "play");
    out_format(o, " %s", title(kind));
    if (is_treasure(kind))
        out_format(o, ": %d money", t->money);
    out_text(o, ".\n");
    if (card->cards)
        tell_more_cards(s, t, s->turn, kind, o);
    if (card->text == TEXT_GAIN_TO_HAND && s->supply[card->number]) {
        out_doing(o, t, s->turn, "gain");
        out_format(o, " a %s, to hand.\n", title(card->number));
    }
    if (card->text == TEXT_MONEY_OR_TRASH_SELF && t->phase != PH_GAIN)
        out_text(o, "No action card can be gained: it gives 1 money.\n");
}

static void tell_treasures(const struct kunitori *s, const struct kunitori *t, struct out *o)
{
    uint8_t played[KINDS] = {0};
    for (int kind = COPPER; is_treasure(kind); kind++)
        played[kind] = (uint8_t)(t->territory[s->turn][kind] - s->territory[s->turn][kind]);
    out_doing(o, t, s->turn, "play");
    out_char(o, ' ');
    out_pile(o, kunitori_game.schema, played);
    out_format(o, ": %d money.\n", t->money);
}

static void tell_gain(const struct kunitori *s, int kind, const struct kunitori *t, struct out *o)
{
    int seat = kunitori_actor(s);
    if (s->phase == PH_GAIN && card_of(s->subject)->text != TEXT_MAY_TRASH_HAND) {
        tell_trash(t, seat, title(s->subject), o);
        out_text(o, ".\n");
    }
    out_doing(o, t, seat, "gain");
    out_format(o, " %s.\n", title(kind));
}

static void tell_attack(const struct kunitori *s, struct move move, const struct kunitori *t,
                        struct out *o)
{
    out_doing(o, t, s->turn, "send");
    out_format(o, " %s against ", title(move.kind));
    out_seats(o, t, move.seats, s->turn);
    out_text(o, ".\n");
}

/* What comes at whom, once the plan is made. */
static void tell_forces(const struct kunitori *t, struct out *o)
{
    for (unsigned left = t->attacked; left;) {
        int seat = seat_after(left, t->turn);
        left &= ~(unsigned)SEAT_BIT(seat);
        out_doing(o, t, seat, t->head.viewer == seat ? "are" : "i");
        out_format(o, " attacked with %d.\n", t->force[seat]);
    }
}

static void tell_result(const struct kunitori *s, int defence, const struct kunitori *t,
                        struct out *o)
{
    int seat = defender(s), margin = s->force[seat] - defence;
    int winner = margin > 0 ? s->turn : seat;
    out_text(o, "Attack on ");
    out_seat(o, t, seat);
    out_format(o, ": %d against %d", s->force[seat], defence);
    if (margin == 0) {
        out_text(o, ": a draw.\n");
        return;
    }
    out_text(o, ". ");
    out_doing(o, t, winner, "win");
    out_format(o, " by %d", margin > 0 ? margin : -margin);
    if (margin < 0) {
        out_text(o, t->phase == PH_PRIZE ? ".\n" : ", but that prize is gone.\n");
        return;
    }
    for (int kind = VILLAGE; kind <= LAND; kind++)
        if (t->supply[kind] < s->supply[kind]) {
            out_format(o, "%s a %s.\n", t->head.viewer == winner ? " and gain" : " and gains",
                       title(kind));
            return;
        }
    out_text(o, ", but that prize is gone.\n");
}

static void tell_fight(const struct kunitori *s, const struct kunitori *t, struct out *o)
{
    int seat = defender(s);
    out_doing(o, t, seat, "fight");
    if (s->shown[seat].count) {
        out_text(o, " from ambush with ");
        list_zone(o, ZONE_IN(s->shown[seat]));
    } else {
        out_text(o, " without an ambush");
    }
    out_text(o, ".\n");
    tell_result(s, kunitori_defence(s, seat, true), t, o);
}

/* What was revealed lies before the defender still, or on top of his deck again. */
static void tell_reinforce(const struct kunitori *s, const struct kunitori *t, struct out *o)
{
    int seat = defender(s);
    const struct zone *z = t->shown[seat].count ? ZONE_IN(t->shown[seat]) : ZONE_IN(t->top[seat]);
    int defence = kunitori_defence(s, seat, false);
    if (cards_in_deck(t, seat) + t->shown[seat].count > cards_in_deck(s, seat))
        tell_shuffle(t, seat, o);
    out_doing(o, t, seat, "call");
    out_text(o, " reinforcements: ");
    if (z->count)
        list_zone(o, z);
    else
        out_text(o, "there are none");
    out_text(o, ".\n");
    for (int i = 0; i < z->count; i++)
        defence += defending(z->card[i].kind, false);
    tell_result(s, defence, t, o);
}

static void tell_buy(const struct kunitori *s, int kind, const struct kunitori *t, struct out *o)
{
    out_doing(o, t, s->turn, "buy");
    out_format(o, " %s for %d", title(kind), card_of(kind)->cost);
    if (t->phase == PH_BUY && t->turn == s->turn) {
        out_text(o, "; ");
        out_number(o, t->buys, "buy");
        out_format(o, " and %d money left", t->money);
    }
    out_text(o, ".\n");
}

static void tell_keep(const struct kunitori *s, struct move move, const struct kunitori *t,
                      struct out *o)
{
    int number = move.number[0];
    out_doing(o, t, s->turn, number ? "keep" : "discard");
    out_char(o, ' ');
    out_copies(o, number ? number : s->territory[s->turn][move.kind], title(move.kind));
    out_text(o, number ? " deployed.\n" : ".\n");
}

static void tell_done(const struct kunitori *s, const struct kunitori *t, struct out *o)
{
    if (s->phase == PH_BATTLE) {
        out_doing(o, t, s->turn, "start");
        out_text(o, " no battle.\n");
        return;
    }
    out_doing(o, t, s->turn, "end");
    out_format(o, " the %s phase.\n", s->phase == PH_ACTION ? "action" : "buy");
}

static void tell_move(const struct kunitori *s, struct move move, const struct kunitori *t,
                      struct out *o)
{
    int actor = kunitori_actor(s);
    switch ((enum verb_id)move.verb) {
    case PLAY:
        tell_played(s, move.kind, t, o);
        break;
    case TRASH:
        tell_trash(t, actor, title(move.kind), o);
        out_text(o, ".\n");
        break;
    case GAIN:
        tell_gain(s, move.kind, t, o);
        break;
    case MONEY:
        out_doing(o, t, actor, "take");
        out_text(o, " 1 money.\n");
        break;
    case DECLINE:
        if (s->phase == PH_PRIZE)
            out_doing(o, t, actor, "leave");
        else
            tell_trash(t, actor, "nothing", o);
        out_text(o, s->phase == PH_PRIZE ? " the prize.\n" : ".\n");
        break;
    case ATTACK:
        tell_attack(s, move, t, o);
        break;
    case FOLLOW:
        out_format(o, "%s: ", title(move.kind));
        describe_follow(s, move, o);
        out_text(o, ".\n");
        break;
    case REVEAL:
        out_doing(o, t, actor, "reveal");
        out_format(o, " %s.\n", title(move.kind));
        break;
    case REINFORCE:
        tell_reinforce(s, t, o);
        break;
    case FIGHT:
        tell_fight(s, t, o);
        break;
    case TOP:
        out_doing(o, t, actor, "put");
        out_format(o, " %s on top of the deck.\n", title(move.kind));
        break;
    case TREASURES:
        tell_treasures(s, t, o);
        break;
    case BUY:
        tell_buy(s, move.kind, t, o);
        break;
    case KEEP:
        tell_keep(s, move, t, o);
        break;
    case DONE:
        tell_done(s, t, o);
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
    out_turn(o, t, t->turn);
    if (pile_size(t->territory[t->turn], KINDS) == 0)
        return;
    out_text(o, "Deployed cards are played: ");
    out_pile(o, kunitori_game.schema, t->territory[t->turn]);
    out_text(o, ".\n");
    tell_more_cards(s, t, t->turn, KIND_NONE, o);
}

static void tell_ending(const struct kunitori *t, struct out *o)
{
    for (int kind = VILLAGE; kind <= LAND; kind++)
        if (t->supply[kind] == 0)
            out_format(o, "The %s pile is empty: everybody else has one more turn.\n", title(kind));
}

/* The cards that are worth points, and how many the seat has. */
static void tell_end(const struct kunitori *t, struct out *o)
{
    int points[PLAYERS_MAX], ranks[PLAYERS_MAX];
    kunitori_scores(t, points, ranks);
    for (int seat = 0; seat < t->head.players; seat++) {
        uint8_t counted[KINDS] = {0};
        for (int kind = 1; kind < KINDS; kind++)
            counted[kind] = card_of(kind)->points ? t->holding[seat][kind] : 0;
        out_having(o, t, seat);
        out_char(o, ' ');
        out_number(o, points[seat], "point");
        out_text(o, ": ");
        if (!out_pile(o, kunitori_game.schema, counted))
            out_text(o, "nothing");
        out_text(o, ".\n");
    }
    if (any_equal(t->head.players, points))
        out_text(o, "Of equal points the player later in the order of turns is ahead.\n");
    out_winners(o, t, ranks);
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

/* The piles of one sort of card, four a line: what a card costs, its word, how many are left. */
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
    out_text(o, "Pool: card (cost) how many are left\n");
    board_piles(s, VILLAGE, LAND, o);
    if (fights || s->phase == PH_KEEP)
        return; /* nothing else matters now */
    board_piles(s, COPPER, GOLD, o);
    board_piles(s, SPEAR, YOUNG_GENERAL, o);
    board_piles(s, FORTRESS, CASTLE, o);
    board_piles(s, NOBUNAGA, YOSHIHIRO, o);
    if (pile_size(s->trash, KINDS)) {
        out_text(o, "   trash: ");
        out_pile(o, kunitori_game.schema, s->trash);
        out_char(o, '\n');
    }
}

/* A line below the seat's own, if there is anything to list. */
static void board_list(const char *name, const uint8_t pile[KINDS], struct out *o)
{
    if (pile_size(pile, KINDS) == 0)
        return;
    out_format(o, "          %s: ", name);
    out_pile(o, kunitori_game.schema, pile);
    out_char(o, '\n');
}

static void board_zone(const char *name, const struct zone *z, struct out *o)
{
    if (z->count == 0)
        return;
    out_format(o, "          %s: ", name);
    list_zone(o, z);
    out_char(o, '\n');
}

/* Of other hands what everybody knows. */
static void board_hand(const struct kunitori *s, int seat, struct out *o)
{
    uint8_t known[KINDS] = {0};
    for (int kind = 1; kind < KINDS && seat != s->head.viewer; kind++)
        known[kind] = s->hand[seat][kind].number;
    board_list("known in hand", known, o);
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
    board_list("in the territory", s->territory[seat], o);
    board_list("discards", s->discard[seat], o);
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
    if (viewer < s->head.players) {
        out_text(o, "Your hand: ");
        out_style(o, STYLE_SECRET);
        if (!out_hand(o, kunitori_game.schema, s->hand[viewer]))
            out_text(o, "empty");
        out_style(o, STYLE_PLAIN);
        out_char(o, '\n');
    }
}
