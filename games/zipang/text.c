/* Zipang Portable in words: prompts, descriptions of moves, narration, and the table in a terminal.
 * Everything here works on views. */
#include "zipang.h"

#include "game/game.h"
#include "game/tell.h"

static bool running(const struct zipang *s)
{
    return s->phase < PH_DEAL;
}

/* ---- Cards in a sentence ---- */

/* 'the Emperor' if the deck has only one, else 'a Captain'. (The only title that would need 'an' is
 * the Emperor's.) */
static void put_card(struct out *o, const struct zipang *s, int kind)
{
    bool only = zipang_game.schema->census(s, 0)[kind] == 1;
    tell(o, s, only ? "the {1}" : "a {1}", CARD(zipang_kinds[kind]));
}

/* The same as a part of a sentence that goes to `whole`. */
static struct fill card_fill(struct out *whole, char text[PIECE_BYTES], const struct zipang *s,
                             int kind)
{
    struct out piece;
    out_init_piece(&piece, text, PIECE_BYTES, whole);
    put_card(&piece, s, kind);
    return PIECE(text);
}

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

/* The same with an article: 'a Captain'. `left` is how many cards the list still gets. */
static void list_add_named(struct list *l, const struct zipang *s, int number, int kind, int *left)
{
    for (; number > 0; number--) {
        tell_and(&l->o, &l->empty, --*left == 0);
        put_card(&l->o, s, kind);
    }
}

static struct fill list_fill(struct list *l)
{
    if (l->empty)
        say(&l->o, "no cards");
    return PIECE(l->text);
}

/* The cards of the hand that all `knowers` have seen. */
static struct fill list_hand(struct list *l, const struct zipang *s, int seat, unsigned knowers)
{
    const struct zipang_hand *hand = &s->hand[seat];
    for (int i = 0; i < hand->count; i++)
        if ((hand->card[i].seen & knowers) == knowers)
            list_add(l, 1, hand->card[i].kind);
    return list_fill(l);
}

/* The cards discarded between the two views, except one card of the kind that was played. */
static struct fill list_discarded(struct list *l, const struct zipang *s, const struct zipang *t,
                                  int played)
{
    for (int kind = 1; kind < KINDS; kind++)
        list_add(l, t->discard[kind] - s->discard[kind] - (kind == played), kind);
    return list_fill(l);
}

/* ---- Prompts and moves ---- */

/* What a card does for the player who plays it. */
static void describe_card(const struct zipang *s, int kind, struct out *o)
{
    static const char *const words[KINDS] = {
        [EMPEROR] = SAY("end the campaign: the most honour wins the pot"),
        [PEASANT] = SAY("no effect; two Peasants together are an ikki"),
        [BANDIT] = SAY("steal a coin"),
        [MERCHANT] = SAY("everybody else pays a coin into the pot"),
        [CAPTAIN] = SAY("attack one player with strength 3"),
        [MONK] = SAY("no effect now; as an answer it cancels a card"),
        [MAIDEN] = SAY("all opponents show their hands to everybody"),
        [COMMANDER] = SAY("attack two players with strength 4"),
        [NINJA] = SAY("that player discards the hand and draws a new one"),
        [TEA] = SAY("take a random card from that hand and play it"),
        [CRAZY] = SAY("take a card from the discards and play it"),
        [NOBLEMAN] = SAY("look at that hand, take a card from it and play it"),
        [WARLORD] = SAY("attack one player with strength 5"),
    };
    if (kind == PRINCESS)
        tell(o, s, "take {1} of the {2} coin{2||s} in the pot", NUMBER(s->pot / 2), NUMBER(s->pot));
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
        [TEA] = SAY("a random card is taken from your hand and played"),
        [NOBLEMAN] = SAY("your hand is seen, and a card from it is taken and played"),
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
        tell(o, s, "two Peasants attack everybody else with strength {1}", NUMBER(IKKI_ATTACK));
        break;
    case BLOCK:
        tell(o, s, "stay in; {1} sees your hand", WHO(s->turn));
        break;
    case PAY:
        say(o, "pay a coin into the pot and stay in; your hand stays secret");
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
        say(o, "each of the tied players draws a card");
        break;
    case VERBS:
        break;
    }
}

static void prompt_defence(const struct zipang *s, struct out *o)
{
    int attack = zipang_attack(s), sum = zipang_battle(s, zipang_actor(s));
    tell(o, s,
         sum >= attack
             ? "{1^} attack{1||s} you with strength {2}. Your hand has {3} battle point{3||s}: you "
               "can block."
             : "{1^} attack{1||s} you with strength {2}. Your hand has {3} battle point{3||s}: too "
               "few to block.",
         WHO(s->turn), NUMBER(attack), NUMBER(sum));
}

static void prompt_window(const struct zipang *s, struct out *o)
{
    char text[PIECE_BYTES];
    tell(o, s,
         holds(s, zipang_actor(s), MONK)
             ? "{1^} play{1||s} {2}: {3}, unless you play a {4}."
             : "{1^} play{1||s} {2}: {3}. You have no {4} to cancel it.",
         WHO(s->turn), card_fill(o, text, s, s->card), MESSAGE(threat(s->card)),
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
        say(o, "The leaders are tied: each draws a card, and the highest honour wins.");
        break;
    case PH_OVER:
    case PHASES:
        say(o, "The game is over.");
        break;
    }
}

/* ---- Narration ---- */

/* Whether a card that is played now, aimed at these seats, has no effect at all. */
static bool without_effect(const struct zipang *s, int kind, unsigned seats)
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
    char text[PIECE_BYTES];
    int attack = zipang_characters[move.kind].attack;
    const struct fill who = WHO(zipang_actor(s)), card = card_fill(o, text, t, move.kind),
                      whom = THOSE(move.seats, s->turn);
    if (without_effect(s, move.kind, move.seats))
        tell(o, t, "{1^} play{1||s} {2}, which has no effect.\n", who, card);
    else if (!move.seats)
        tell(o, t, "{1^} play{1||s} {2}.\n", who, card);
    else if (attack)
        tell(o, t, "{1^} attack{1||s} {3} with {2}: strength {4}.\n", who, card, whom,
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
    tell(o, t, "{1^} block{1||s} the attack.\n", WHO(seat));
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
    tell(o, t, "{1^} fall{1||s} and {1|are|is} out of the campaign. Discarded: {2}.\n",
         WHO(zipang_actor(s)), list_discarded(&l, s, t, KIND_NONE));
}

static void tell_deal(const struct zipang *t, struct out *o)
{
    tell(o, t,
         t->drain
             ? "Campaign {1} begins: everybody puts a coin into the pot, and one of them leaves "
               "the game.\n"
             : "Campaign {1} begins: everybody puts a coin into the pot.\n",
         NUMBER(t->campaign));
}

static void tell_draw(const struct zipang *s, const struct zipang *t, struct out *o)
{
    for (unsigned seats = s->leaders; seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        char text[PIECE_BYTES];
        tell(o, t, "{1^} draw{1||s} {2}: honour {3}.\n", WHO(seat),
             card_fill(o, text, t, t->hand[seat].card[0].kind), NUMBER(zipang_honour(t, seat)));
    }
}

static void tell_move(const struct zipang *s, struct move move, const struct zipang *t,
                      struct out *o)
{
    char text[PIECE_BYTES];
    const struct fill who = WHO(zipang_actor(s));
    switch ((enum verb_id)move.verb) {
    case PLAY:
        if (s->pending)
            tell(o, t, "{1^} answer{1||s} with a {2}.\n", who, CARD(zipang_kinds[MONK]));
        else
            tell_play(s, move, t, o);
        break;
    case IKKI:
        tell(o, t,
             "{1^} call{1||s} an ikki: two Peasants attack everybody else with strength {2}.\n",
             who, NUMBER(IKKI_ATTACK));
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
        tell(o, t, "{1^} take{1||s} {2}.\n", who, card_fill(o, text, t, move.kind));
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
            tell(o, t, "{1^} show{1||s} {1|your|their} hand: {2}.\n", WHO(seat),
                 list_hand(&l, t, seat, PUBLIC_BIT));
    }
}

/* The seats that an effect struck in this ply; none if the effect is not complete yet. */
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
    char text[PIECE_BYTES];
    const struct fill who = WHO(s->turn), whom = THOSE(struck, s->turn);
    struct list l;
    list_init(&l, o);
    if (move.verb == PLAY && !s->pending && card == PRINCESS && s->pot > 1)
        tell(o, t, "{1^} take{1||s} {2} of the {3} coins in the pot.\n", who, NUMBER(s->pot / 2),
             NUMBER(s->pot));
    if (!struck)
        return;
    if (card == BANDIT)
        tell(o, t, "{1^} steal{1||s} a coin from {2}.\n", who, whom);
    if (card == MERCHANT)
        tell(o, t, "{1^} pay{1||s|} a coin{1||| each} into the pot.\n", whom);
    if (card == MAIDEN)
        tell_shown(struck, t, o);
    if (card == NOBLEMAN)
        tell_look(s, seat, t, o);
    if (card == TEA)
        tell(o, t, "{1^} take{1||s} {2} from {3's} hand.\n", who,
             card_fill(o, text, t, t->taken.card[0].kind), WHO(seat));
    if (card == NINJA)
        tell(o, t, "{1^} discard{1||s} {1|your|their} hand: {2}.\n", WHO(seat),
             list_discarded(&l, s, t, move.verb == PLAY ? move.kind : KIND_NONE));
}

/* How many cards of this kind left the seat's hand in this ply. */
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
        {SAY("{1^} draw{1||s} {2}.\n"), SAY("{1^} draw{1||s} {2}, one of them for {1's} turn.\n")},
        {SAY("{1^} hold{1||s} {2}.\n"), SAY("{1^} hold{1||s} {2}, one of them for {1's} turn.\n")},
    };
    bool turn = t->phase == PH_PLAY && t->turn == seat;
    int left = all_drawn(s, move, t, seat);
    bool several = turn && left > 1;
    struct list l;
    list_init(&l, o);
    for (int kind = 1; kind < KINDS; kind++)
        list_add_named(&l, t, drawn(s, move, t, seat, kind), kind, &left);
    tell(o, t, words[move.verb == DEAL][several], WHO(seat), list_fill(&l));
}

/* Tells what the viewer drew, or everybody if the viewer sees everything. It is called twice: with
 * `of_turn` after the line that begins a turn, for the one card drawn for it; before that line for
 * all other draws. */
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

/* The pot that the winner of the campaign took, or that nobody won. */
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
             single(t->in) ? "{1^} {1|are|is} the last one standing and win{1||s} the pot of {2} "
                             "coin{2||s}.\n"
                           : "{1^} win{1||s} the campaign and the pot of {2} coin{2||s}.\n",
             WHO(__builtin_ctz(t->winner)), NUMBER(pot));
    else
        tell(o, t,
             t->phase == PH_DEAL
                 ? "The highest honour is tied, so nobody wins the pot of {1} coin{1||s}. It stays "
                   "for the next campaign.\n"
                 : "The highest honour is tied, so nobody wins the pot of {1} coin{1||s}.\n",
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
        tell(o, t, "{1^} {1|have|has|have} no coins left: the game is over.\n", THOSE(poor, last));
    else if (s->phase != PH_TIE)
        tell(o, t, "After {1} campaigns the game is over.\n", NUMBER(CAMPAIGNS_MAX));
    if (t->phase == PH_TIE) {
        tell(o, t, "{1^} are tied for the win: each draws a card.\n", THOSE(t->leaders, last));
        return;
    }
    int winner = __builtin_ctz(t->leaders);
    tell(o, t,
         s->phase == PH_TIE ? "{1^} win{1||s} the game with {2} coin{2||s}, after the tie-break.\n"
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

/* A card with its points; one that only some players have seen has a style of its own. */
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
