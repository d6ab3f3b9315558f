/* Zipang Portable in words: prompts, narration, the table in a terminal, and a beginner's
 * judgement. Everything here works on views. */
#include "zipang.h"

#include "game/game.h"
#include "game/tell.h"

static bool running(const struct zipang *s)
{
    return s->phase < PH_DEAL;
}

/* ---- Cards on their way into a sentence ---- */

struct list {
    struct out o;
    bool empty;
    char text[PIECE_BYTES];
};

static void list_init(struct list *l, struct out *whole)
{
    out_init_piece(&l->o, l->text, sizeof l->text, whole);
    l->empty = true;
}

static void list_add(struct list *l, int number, int kind)
{
    for (; number > 0; number--) {
        tell_comma(&l->o, &l->empty);
        tell_copies(&l->o, 1, &zipang_kinds[kind]);
    }
}

static struct fill list_fill(struct list *l)
{
    if (l->empty)
        say(&l->o, "no cards");
    return PIECE(l->text);
}

/* The cards of the hand that all of these know. */
static struct fill list_hand(struct list *l, const struct zipang *s, int seat, unsigned knowers)
{
    const struct zipang_hand *hand = &s->hand[seat];
    for (int i = 0; i < hand->count; i++)
        if ((hand->card[i].seen & knowers) == knowers)
            list_add(l, 1, hand->card[i].kind);
    return list_fill(l);
}

/* What came to the discards between the two views, but one card of the kind that was played. */
static struct fill list_discarded(struct list *l, const struct zipang *s, const struct zipang *t,
                                  int but)
{
    for (int kind = 1; kind < KINDS; kind++)
        list_add(l, t->discard[kind] - s->discard[kind] - (kind == but), kind);
    return list_fill(l);
}

/* ---- Prompts and moves ---- */

/* What a card does for whoever plays it. */
static void describe_card(const struct zipang *s, int kind, struct out *o)
{
    static const char *const words[KINDS] = {
        [EMPEROR] = SAY("end the campaign: the most honour wins the pot"),
        [PEASANT] = SAY("nothing happens; two of them are an ikki"),
        [BANDIT] = SAY("steal a coin"),
        [MERCHANT] = SAY("everybody else pays a coin into the pot"),
        [CAPTAIN] = SAY("attack one player with 3"),
        [MONK] = SAY("nothing happens; as an answer it cancels a card"),
        [MAIDEN] = SAY("everybody else's hand is shown to all"),
        [COMMANDER] = SAY("attack two players with 4"),
        [NINJA] = SAY("the player discards the hand and draws a new one"),
        [TEA] = SAY("take a card at random and play it"),
        [CRAZY] = SAY("take a card from the discards and play it"),
        [NOBLEMAN] = SAY("see the hand, take a card of it and play it"),
        [WARLORD] = SAY("attack one player with 5"),
    };
    if (kind == PRINCESS)
        tell(o, s, "take {1} of the pot's {2}", NUMBER(s->pot / 2), NUMBER(s->pot));
    else
        say(o, words[kind]);
}

/* What a card does to the player who is asked. */
static const char *threat(int kind)
{
    static const char *const words[KINDS] = {
        [BANDIT] = SAY("you lose a coin"),
        [MERCHANT] = SAY("you pay a coin into the pot"),
        [MAIDEN] = SAY("your hand is shown to everybody"),
        [NINJA] = SAY("you discard your hand and draw a new one"),
        [TEA] = SAY("a card of yours is taken by chance and played"),
        [NOBLEMAN] = SAY("your hand is seen, and a card of it is taken and played"),
    };
    return words[kind] ? words[kind] : "";
}

void zipang_describe(const void *view, struct move move, struct out *o)
{
    const struct zipang *s = view;
    switch ((enum verb_id)move.verb) {
    case PLAY:
        if (s->pending)
            tell(o, s, "cancel it with your {1}; your hand stays secret", CARD(zipang_kinds[MONK]));
        else
            describe_card(s, move.kind, o);
        break;
    case IKKI:
        tell(o, s, "two Peasants attack everybody with {1}", NUMBER(IKKI_ATTACK));
        break;
    case BLOCK:
        tell(o, s, "stay in; {1} sees your hand", WHO(s->turn));
        break;
    case PAY:
        say(o, "stay in for a coin into the pot; your hand stays secret");
        break;
    case FALL:
        say(o, "leave the campaign");
        break;
    case ACCEPT:
        say(o, threat(s->card));
        break;
    case TAKE:
        describe_card(s, move.kind, o);
        break;
    case DEAL:
        say(o, "begin the next campaign");
        break;
    case DRAW:
        say(o, "a card for each");
        break;
    case VERBS:
        break;
    }
}

static void prompt_defence(const struct zipang *s, struct out *o)
{
    int attack = zipang_attack(s), sum = zipang_battle(s, zipang_actor(s));
    tell(o, s,
         sum >= attack ? "{1^} attack{1||s} you with {2}. Your hand has {3}: you can block."
                       : "{1^} attack{1||s} you with {2}. Your hand has {3}: too little to block.",
         WHO(s->turn), NUMBER(attack), NUMBER(sum));
}

static void prompt_window(const struct zipang *s, struct out *o)
{
    tell(o, s,
         holds(s, zipang_actor(s), MONK)
             ? "{1^} play{1||s} {2}: {3}, unless you play a {4}."
             : "{1^} play{1||s} {2}: {3}. You have no {4} to cancel it.",
         WHO(s->turn), CARD(zipang_kinds[s->card]), MESSAGE(threat(s->card)),
         CARD(zipang_kinds[MONK]));
}

void zipang_prompt(const void *view, struct out *o)
{
    const struct zipang *s = view;
    switch ((enum phase)s->phase) {
    case PH_PLAY:
        say(o, "Your turn: play one of your three cards.");
        break;
    case PH_TAKEN:
        tell(o, s, "Play the {1} that you took.", CARD(zipang_kinds[s->taken.card[0].kind]));
        break;
    case PH_DEFEND:
        prompt_defence(s, o);
        break;
    case PH_WINDOW:
        prompt_window(s, o);
        break;
    case PH_STEAL:
        say(o, "Take one of the cards that you see.");
        break;
    case PH_PICK:
        say(o, "Take a card from the discards.");
        break;
    case PH_DEAL:
        say(o, "The campaign is over.");
        break;
    case PH_TIE:
        say(o, "The leaders are tied and draw for the win.");
        break;
    case PH_OVER:
    case PHASES:
        say(o, "The game is over.");
        break;
    }
}

/* ---- Narration ---- */

/* Whether a card that is played now, at these seats, does nothing at all. */
static bool in_vain(const struct zipang *s, int kind, unsigned seats)
{
    unsigned others = ~(unsigned)SEAT_BIT(s->turn);
    if (kind == CRAZY)
        return !can_pick(s);
    if (kind == MERCHANT)
        return !(seats_with_coin(s) & others);
    if (kind == MAIDEN)
        return !(s->in & seats_with_card(s) & others);
    if (kind == PRINCESS)
        return s->pot < 2;
    return kind == PEASANT || kind == MONK || (zipang_characters[kind].aim != AIM_NONE && !seats);
}

static void tell_play(const struct zipang *s, struct move move, const struct zipang *t,
                      struct out *o)
{
    int attack = zipang_characters[move.kind].attack;
    const struct fill who = WHO(zipang_actor(s)), card = CARD(zipang_kinds[move.kind]),
                      whom = THOSE(move.seats, s->turn);
    if (in_vain(s, move.kind, move.seats))
        tell(o, t, "{1^} play{1||s} {2}, to no effect.\n", who, card);
    else if (!move.seats)
        tell(o, t, "{1^} play{1||s} {2}.\n", who, card);
    else if (attack)
        tell(o, t, "{1^} play{1||s} {2} against {3}: attack {4}.\n", who, card, whom,
             NUMBER(attack));
    else
        tell(o, t, "{1^} play{1||s} {2} on {3}.\n", who, card, whom);
}

/* Whether the viewer is told what the turn's player sees. */
static bool shares_sight(const struct zipang *s, const struct zipang *t)
{
    return t->head.viewer == s->turn || t->head.viewer == VIEW_ALL;
}

static void tell_block(const struct zipang *s, const struct zipang *t, struct out *o)
{
    int seat = zipang_actor(s);
    struct list l;
    list_init(&l, o);
    tell(o, t, "{1^} block{1||s}.\n", WHO(seat));
    if (shares_sight(s, t))
        tell(o, t, "{1^} see{1||s} {2's} hand: {3}.\n", WHO(s->turn), WHO(seat),
             list_hand(&l, t, seat, SEAT_BIT(s->turn)));
    else
        tell(o, t, "{1^} see{1||s} {2's} hand.\n", WHO(s->turn), WHO(seat));
}

static void tell_fall(const struct zipang *s, const struct zipang *t, struct out *o)
{
    struct list l;
    list_init(&l, o);
    tell(o, t, "{1^} fall{1||s}, out of the campaign. Discarded: {2}.\n", WHO(zipang_actor(s)),
         list_discarded(&l, s, t, KIND_NONE));
}

static void tell_deal(const struct zipang *t, struct out *o)
{
    tell(o, t,
         t->drain ? "Campaign {1} is dealt; everybody antes a coin, and one leaves the game.\n"
                  : "Campaign {1} is dealt; everybody antes a coin.\n",
         NUMBER(t->campaign));
}

static void tell_draw(const struct zipang *s, const struct zipang *t, struct out *o)
{
    for (unsigned seats = s->leaders; seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        tell(o, t, "{1^} draw{1||s} {2}: honour {3}.\n", WHO(seat),
             CARD(zipang_kinds[t->hand[seat].card[0].kind]), NUMBER(zipang_honour(t, seat)));
    }
}

static void tell_move(const struct zipang *s, struct move move, const struct zipang *t,
                      struct out *o)
{
    const struct fill who = WHO(zipang_actor(s));
    switch ((enum verb_id)move.verb) {
    case PLAY:
        if (s->pending)
            tell(o, t, "{1^} answer{1||s} with a {2}.\n", who, CARD(zipang_kinds[MONK]));
        else
            tell_play(s, move, t, o);
        break;
    case IKKI:
        tell(o, t, "{1^} call{1||s} an ikki: two Peasants attack everybody with {2}.\n", who,
             NUMBER(IKKI_ATTACK));
        break;
    case BLOCK:
        tell_block(s, t, o);
        break;
    case PAY:
        tell(o, t, "{1^} pay{1||s} a coin to stop the attack.\n", who);
        break;
    case FALL:
        tell_fall(s, t, o);
        break;
    case ACCEPT:
        tell(o, t, "{1^} accept{1||s}.\n", who);
        break;
    case TAKE:
        tell(o, t, "{1^} take{1||s} {2}.\n", who, CARD(zipang_kinds[move.kind]));
        break;
    case DEAL:
        tell_deal(t, o);
        break;
    case DRAW:
        tell_draw(s, t, o);
        break;
    case VERBS:
        break;
    }
}

static int public_cards(const struct zipang *s, int seat)
{
    int count = 0;
    for (int i = 0; i < s->hand[seat].count; i++)
        count += (s->hand[seat].card[i].seen & PUBLIC_BIT) != 0;
    return count;
}

static void tell_look(const struct zipang *s, int seat, const struct zipang *t, struct out *o)
{
    struct list l;
    list_init(&l, o);
    if (shares_sight(s, t))
        tell(o, t, "{1^} look{1||s} at {2's} hand: {3}.\n", WHO(s->turn), WHO(seat),
             list_hand(&l, t, seat, SEAT_BIT(s->turn)));
    else
        tell(o, t, "{1^} look{1||s} at {2's} hand.\n", WHO(s->turn), WHO(seat));
}

static void tell_shown(unsigned seats, const struct zipang *t, struct out *o)
{
    for (; running(t) && seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        struct list l;
        list_init(&l, o);
        if (public_cards(t, seat) > 0)
            tell(o, t, "{1^} show{1||s} {2}.\n", WHO(seat), list_hand(&l, t, seat, PUBLIC_BIT));
    }
}

/* Whom the effect of this ply struck, if the ply brought it to its end. */
static unsigned struck_by(const struct zipang *s, struct move move, const struct zipang *t)
{
    unsigned others = ~(unsigned)SEAT_BIT(s->turn);
    if (t->phase == PH_WINDOW || (s->phase != PH_WINDOW && (s->pending || move.verb != PLAY)))
        return 0;
    if (s->phase == PH_WINDOW)
        return s->struck & ~(move.verb == PLAY ? SEAT_BIT(zipang_actor(s)) : 0u);
    if (move.kind == MERCHANT)
        return seats_with_coin(s) & others;
    return move.kind == MAIDEN ? s->in & others : move.seats;
}

static int card_struck(const struct zipang *s, struct move move)
{
    return s->phase == PH_WINDOW ? s->card : move.kind;
}

static void tell_effect(const struct zipang *s, struct move move, const struct zipang *t,
                        struct out *o)
{
    int card = card_struck(s, move);
    unsigned struck = struck_by(s, move, t);
    int seat = struck ? __builtin_ctz(struck) : SEAT_NONE;
    const struct fill who = WHO(s->turn), whom = THOSE(struck, s->turn);
    struct list l;
    list_init(&l, o);
    if (move.verb == PLAY && !s->pending && card == PRINCESS && s->pot > 1)
        tell(o, t, "{1^} take{1||s} {2} of the pot's {3}.\n", who, NUMBER(s->pot / 2),
             NUMBER(s->pot));
    if (!struck)
        return;
    if (card == BANDIT)
        tell(o, t, "{1^} steal{1||s} a coin from {2}.\n", who, whom);
    if (card == MERCHANT)
        tell(o, t, "{1^} collect{1||s} a coin for the pot from {2}.\n", who, whom);
    if (card == MAIDEN)
        tell_shown(struck, t, o);
    if (card == NOBLEMAN)
        tell_look(s, seat, t, o);
    if (card == TEA)
        tell(o, t, "{1^} take{1||s} {2} out of {3's} hand.\n", who,
             CARD(zipang_kinds[t->taken.card[0].kind]), WHO(seat));
    if (card == NINJA)
        tell(o, t, "{1^} discard{1||s}: {2}.\n", WHO(seat),
             list_discarded(&l, s, t, move.verb == PLAY ? move.kind : KIND_NONE));
}

/* The cards of this kind that left the seat's hand in this ply. */
static int left_hand(const struct zipang *s, struct move move, const struct zipang *t, int seat,
                     int kind)
{
    int here = zone_number(ZONE_IN(s->hand[seat]), kind);
    bool mine = zipang_actor(s) == seat;
    bool robbed = s->phase != PH_TAKEN && t->phase == PH_TAKEN && (s->struck & SEAT_BIT(seat));
    if (move.verb == DEAL || (mine && move.verb == FALL))
        return here;
    if (card_struck(s, move) == NINJA && (struck_by(s, move, t) & SEAT_BIT(seat)))
        return here;
    if (mine && move.verb == PLAY && s->phase != PH_TAKEN)
        return move.kind == kind;
    if (mine && move.verb == IKKI)
        return kind == PEASANT ? (s->phase == PH_TAKEN ? 1 : 2) : 0;
    return robbed && t->taken.card[0].kind == kind;
}

/* How many cards of this kind the seat drew in this ply. */
static int drawn(const struct zipang *s, struct move move, const struct zipang *t, int seat,
                 int kind)
{
    int kept = zone_number(ZONE_IN(s->hand[seat]), kind) - left_hand(s, move, t, seat, kind);
    return move.verb == DRAW ? 0 : zone_number(ZONE_IN(t->hand[seat]), kind) - kept;
}

static int all_drawn(const struct zipang *s, struct move move, const struct zipang *t, int seat)
{
    int count = 0;
    for (int kind = 1; kind < KINDS; kind++)
        count += drawn(s, move, t, seat, kind);
    return count;
}

static void tell_drawn(const struct zipang *s, struct move move, const struct zipang *t, int seat,
                       struct out *o)
{
    static const char *const words[2][2] = {
        {SAY("{1^} draw{1||s} {2}.\n"), SAY("{1^} draw{1||s} {2}, one of them for the turn.\n")},
        {SAY("{1^} hold{1||s} {2}.\n"), SAY("{1^} hold{1||s} {2}, one of them for the turn.\n")},
    };
    bool turn = t->phase == PH_PLAY && t->turn == seat;
    bool several = turn && all_drawn(s, move, t, seat) > 1;
    struct list l;
    list_init(&l, o);
    for (int kind = 1; kind < KINDS; kind++)
        list_add(&l, drawn(s, move, t, seat, kind), kind);
    tell(o, t, words[move.verb == DEAL][several], WHO(seat), list_fill(&l));
}

/* Draws of the viewer (of everybody, where everything is shown): a single one that begins a turn
 * after the word of it, all others before. */
static void tell_draws(const struct zipang *s, struct move move, const struct zipang *t,
                       bool of_turn, struct out *o)
{
    for (int seat = 0; seat < t->head.players; seat++) {
        if (t->head.viewer != seat && t->head.viewer != VIEW_ALL)
            continue;
        int count = all_drawn(s, move, t, seat);
        bool begins = t->phase == PH_PLAY && t->turn == seat && count == 1;
        if (count > 0 && begins == of_turn)
            tell_drawn(s, move, t, seat, o);
    }
}

/* The pot that the winner of the campaign took, or that stays. */
static int final_pot(const struct zipang *s, struct move move, const struct zipang *t)
{
    int pot = s->pot + (move.verb == PAY);
    if (card_struck(s, move) == MERCHANT)
        pot += __builtin_popcount(struck_by(s, move, t));
    return move.verb == PLAY && move.kind == PRINCESS && !s->pending ? pot - s->pot / 2 : pot;
}

static void tell_honour(const struct zipang *t, struct out *o)
{
    for (int seat = 0; seat < t->head.players; seat++) {
        struct list l;
        list_init(&l, o);
        if (t->in & SEAT_BIT(seat))
            tell(o, t, "{1^} show{1||s} {2}: honour {3}.\n", WHO(seat),
                 list_hand(&l, t, seat, PUBLIC_BIT), NUMBER(zipang_honour(t, seat)));
    }
}

static void tell_pot(const struct zipang *t, int pot, struct out *o)
{
    if (t->winner)
        tell(o, t,
             single(t->in) ? "{1^} win{1||s}, the last one standing, and take{1||s} the pot of {2} "
                             "coin{2||s}.\n"
                           : "{1^} win{1||s} and take{1||s} the pot of {2} coin{2||s}.\n",
             WHO(__builtin_ctz(t->winner)), NUMBER(pot));
    else
        tell(o, t,
             t->phase == PH_DEAL
                 ? "The most honour is shared, so nobody wins the pot of {1} coin{1||s}; it "
                   "stays.\n"
                 : "The most honour is shared, so nobody wins the pot of {1} coin{1||s}.\n",
             NUMBER(pot));
}

static void tell_campaign_end(const struct zipang *s, struct move move, const struct zipang *t,
                              struct out *o)
{
    if (!single(t->in)) {
        if (move.verb == PLAY && move.kind == EMPEROR)
            tell(o, t, "The {1} ends the campaign: honour decides.\n", CARD(zipang_kinds[EMPEROR]));
        else
            say(o, "The supply is empty: honour decides.\n");
        tell_honour(t, o);
    }
    tell_pot(t, final_pot(s, move, t), o);
}

static void tell_end(const struct zipang *s, const struct zipang *t, struct out *o)
{
    unsigned poor = all_seats(&t->head) & ~seats_with_coin(t);
    int last = t->head.players - 1;
    if (s->phase != PH_TIE && poor)
        tell(o, t, "Without a coin: {1}. The game is over.\n", THOSE(poor, last));
    else if (s->phase != PH_TIE)
        tell(o, t, "After {1} campaigns the game is over.\n", NUMBER(CAMPAIGNS_MAX));
    if (t->phase == PH_TIE) {
        tell(o, t, "A tie for the win between {1}: each draws a card.\n", THOSE(t->leaders, last));
        return;
    }
    int winner = __builtin_ctz(t->leaders);
    tell(o, t,
         s->phase == PH_TIE ? "{1^} win{1||s} the game by the draw, with {2} coin{2||s}.\n"
                            : "{1^} win{1||s} the game with {2} coin{2||s}.\n",
         WHO(winner), NUMBER(t->coins[winner]));
}

void zipang_narrate(const void *before, struct move move, const void *after, struct out *o)
{
    const struct zipang *s = before, *t = after;
    tell_move(s, move, t, o);
    tell_effect(s, move, t, o);
    tell_draws(s, move, t, false, o);
    if (running(s) && !running(t))
        tell_campaign_end(s, move, t, o);
    if (t->phase > PH_DEAL)
        tell_end(s, t, o);
    if (t->phase == PH_PLAY)
        tell(o, t, "{1^'s} turn.\n", WHO(t->turn));
    tell_draws(s, move, t, true, o);
}

/* ---- The table ---- */

/* A card with its points; what only some can see is marked. */
static void board_card(const struct zipang *s, int seat, struct card card, struct out *o)
{
    const struct character *c = &zipang_characters[card.kind];
    if (card.kind == KIND_NONE) {
        out_styled(o, STYLE_FAINT, " [?]");
        return;
    }
    bool open = card.seen & PUBLIC_BIT, mine = s->head.viewer == seat;
    out_style(o, mine ? STYLE_STRONG : open ? STYLE_PLAIN : STYLE_SECRET);
    out_format(o, " [%s %d/%d]", zipang_kinds[card.kind].title, c->battle, c->honour);
    out_style(o, STYLE_PLAIN);
}

static void board_seat(const struct zipang *s, int seat, struct out *o)
{
    bool acts = zipang_actor(s) == seat, out = s->phase <= PH_DEAL && !(s->in & SEAT_BIT(seat));
    out_board_seat(o, s, seat, acts);
    out_style(o, STYLE_GOLD);
    out_format(o, "%2d coin%s", s->coins[seat], s->coins[seat] == 1 ? " " : "s");
    out_style(o, STYLE_PLAIN);
    out_text(o, " ");
    if (out)
        out_styled(o, STYLE_FAINT, " out of the campaign");
    for (int i = 0; i < s->hand[seat].count; i++)
        board_card(s, seat, s->hand[seat].card[i], o);
    if (s->head.viewer == seat && s->hand[seat].count)
        out_format(o, "  total %d/%d", zipang_battle(s, seat), zipang_honour(s, seat));
    if (s->fresh & SEAT_BIT(seat))
        out_styled(o, STYLE_FAINT, s->coins[seat] ? "  may still pay" : "  no turn yet");
    out_char(o, '\n');
}

void zipang_board(const void *view, struct out *o)
{
    const struct zipang *s = view;
    out_style(o, STYLE_STRONG);
    out_format(o, "Campaign %d", s->campaign);
    out_style(o, STYLE_PLAIN);
    out_text(o, "   pot ");
    out_style(o, STYLE_GOLD);
    out_format(o, "%d", s->pot);
    out_style(o, STYLE_PLAIN);
    out_format(o, "   supply %d   discards: ", s->supply.count);
    out_kinds(o, zipang_game.schema, s->discard);
    out_char(o, '\n');
    if (s->phase == PH_DEFEND) {
        out_style(o, STYLE_DANGER);
        out_format(o, "%c attacks with %d: ", 'A' + s->turn, zipang_attack(s));
        out_seats(o, s, s->pending, s->turn);
        out_style(o, STYLE_DANGER);
        out_text(o, " to answer\n");
        out_style(o, STYLE_PLAIN);
    }
    for (int seat = 0; seat < s->head.players; seat++)
        board_seat(s, seat, o);
}
