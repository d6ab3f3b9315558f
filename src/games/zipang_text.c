/* Zipang Portable in words: prompts, narration, the table in a terminal, and a beginner's
 * judgement. Everything here works on views. */
#include "games/zipang.h"

#include "games/games.h"

static const char *title(int kind)
{
    return zipang_kinds[kind].title;
}

static bool running(const struct zipang *s)
{
    return s->phase < PH_DEAL;
}

static void out_whose_hand(struct out *o, const void *view, int seat)
{
    out_whose(o, view, seat);
    out_text(o, " hand");
}

/* The cards of the hand that all of these know. */
static void list_hand(struct out *o, const struct zipang *s, int seat, unsigned knowers)
{
    const struct zipang_hand *hand = &s->hand[seat];
    bool first = true;
    for (int i = 0; i < hand->count; i++)
        if ((hand->card[i].seen & knowers) == knowers) {
            out_format(o, "%s%s", first ? "" : ", ", title(hand->card[i].kind));
            first = false;
        }
    if (first)
        out_text(o, "no cards");
}

/* ---- Prompts and moves ---- */

/* What a card does for whoever plays it. */
static void describe_card(const struct zipang *s, int kind, struct out *o)
{
    static const char *const words[KINDS] = {
        [EMPEROR] = "end the campaign: the most honour wins the pot",
        [PEASANT] = "nothing happens; two of them are an ikki",
        [BANDIT] = "steal a coin",
        [MERCHANT] = "everybody else pays a coin into the pot",
        [CAPTAIN] = "attack one player with 3",
        [MONK] = "nothing happens; as an answer it cancels a card",
        [MAIDEN] = "everybody else's hand is shown to all",
        [COMMANDER] = "attack two players with 4",
        [NINJA] = "the player discards the hand and draws a new one",
        [TEA] = "take a card at random and play it",
        [CRAZY] = "take a card from the discards and play it",
        [NOBLEMAN] = "see the hand, take a card of it and play it",
        [WARLORD] = "attack one player with 5",
    };
    if (kind == PRINCESS)
        out_format(o, "take %d of the pot's %d", s->pot / 2, s->pot);
    else
        out_text(o, words[kind]);
}

/* What a card does to the player who is asked. */
static const char *threat(int kind)
{
    static const char *const words[KINDS] = {
        [BANDIT] = "you lose a coin",
        [MERCHANT] = "you pay a coin into the pot",
        [MAIDEN] = "your hand is shown to everybody",
        [NINJA] = "you discard your hand and draw a new one",
        [TEA] = "a card of yours is taken by chance and played",
        [NOBLEMAN] = "your hand is seen, and a card of it is taken and played",
    };
    return words[kind] ? words[kind] : "";
}

void zipang_describe(const void *view, struct move move, struct out *o)
{
    const struct zipang *s = view;
    switch ((enum verb_id)move.verb) {
    case PLAY:
        if (s->pending)
            out_text(o, "cancel it with your Monk; your hand stays secret");
        else
            describe_card(s, move.kind, o);
        break;
    case IKKI:
        out_format(o, "two Peasants attack everybody with %d", IKKI_ATTACK);
        break;
    case BLOCK:
        out_format(o, "stay in; %c sees your hand", 'A' + s->turn);
        break;
    case PAY:
        out_text(o, "stay in for a coin into the pot; your hand stays secret");
        break;
    case FALL:
        out_text(o, "leave the campaign");
        break;
    case ACCEPT:
        out_text(o, threat(s->card));
        break;
    case TAKE:
        describe_card(s, move.kind, o);
        break;
    case DEAL:
        out_text(o, "begin the next campaign");
        break;
    case DRAW:
        out_text(o, "a card for each");
        break;
    case VERBS:
        break;
    }
}

static void prompt_defence(const struct zipang *s, struct out *o)
{
    int seat = zipang_actor(s), sum = zipang_battle(s, seat);
    out_doing(o, s, s->turn, "attack");
    out_format(o, " you with %d. Your hand has %d: ", zipang_attack(s), sum);
    out_text(o, sum >= zipang_attack(s) ? "you can block." : "too little to block.");
}

void zipang_prompt(const void *view, struct out *o)
{
    const struct zipang *s = view;
    switch ((enum phase)s->phase) {
    case PH_PLAY:
        out_text(o, "Your turn: play one of your three cards.");
        break;
    case PH_TAKEN:
        out_format(o, "Play the %s that you took.", title(s->taken.card[0].kind));
        break;
    case PH_DEFEND:
        prompt_defence(s, o);
        break;
    case PH_WINDOW:
        out_doing(o, s, s->turn, "play");
        out_format(o, " %s: %s", title(s->card), threat(s->card));
        out_text(o, holds(s, zipang_actor(s), MONK) ? ", unless you play a Monk."
                                                    : ". You have no Monk to cancel it.");
        break;
    case PH_STEAL:
        out_text(o, "Take one of the cards that you see.");
        break;
    case PH_PICK:
        out_text(o, "Take a card from the discards.");
        break;
    case PH_DEAL:
        out_text(o, "The campaign is over.");
        break;
    case PH_TIE:
        out_text(o, "The leaders are tied and draw for the win.");
        break;
    case PH_OVER:
    case PHASES:
        out_text(o, "The game is over.");
        break;
    }
}

/* ---- Narration ---- */

/* What came to the discards between the two views, but one card of the kind that was played. */
static void list_discarded(struct out *o, const struct zipang *s, const struct zipang *t, int but)
{
    bool first = true;
    for (int kind = 1; kind < KINDS; kind++)
        for (int n = t->discard[kind] - s->discard[kind] - (kind == but); n > 0; n--) {
            out_format(o, "%s%s", first ? "" : ", ", title(kind));
            first = false;
        }
    if (first)
        out_text(o, "no cards");
}

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
    const struct character *c = &zipang_characters[move.kind];
    out_doing(o, t, zipang_actor(s), "play");
    out_format(o, " %s", title(move.kind));
    if (move.seats) {
        out_text(o, c->attack ? " against " : " on ");
        out_seats(o, t, move.seats, s->turn);
        if (c->attack)
            out_format(o, ": attack %d", c->attack);
    }
    out_text(o, in_vain(s, move.kind, move.seats) ? ", to no effect.\n" : ".\n");
}

static void tell_block(const struct zipang *s, const struct zipang *t, struct out *o)
{
    int seat = zipang_actor(s);
    out_doing(o, t, seat, "block");
    out_text(o, ".\n");
    out_doing(o, t, s->turn, "see");
    out_char(o, ' ');
    out_whose_hand(o, t, seat);
    if (t->head.viewer == s->turn || t->head.viewer == VIEW_ALL) {
        out_text(o, ": ");
        list_hand(o, t, seat, SEAT_BIT(s->turn));
    }
    out_text(o, ".\n");
}

static void tell_draw(const struct zipang *s, const struct zipang *t, struct out *o)
{
    for (unsigned seats = s->leaders; seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        out_doing(o, t, seat, "draw");
        out_format(o, " %s: honour %d.\n", title(t->hand[seat].card[0].kind),
                   zipang_honour(t, seat));
    }
}

static void tell_move(const struct zipang *s, struct move move, const struct zipang *t,
                      struct out *o)
{
    int seat = zipang_actor(s);
    switch ((enum verb_id)move.verb) {
    case PLAY:
        if (s->pending) {
            out_doing(o, t, seat, "answer");
            out_text(o, " with a Monk.\n");
        } else {
            tell_play(s, move, t, o);
        }
        break;
    case IKKI:
        out_doing(o, t, seat, "call");
        out_format(o, " an ikki: two Peasants attack everybody with %d.\n", IKKI_ATTACK);
        break;
    case BLOCK:
        tell_block(s, t, o);
        break;
    case PAY:
        out_doing(o, t, seat, "pay");
        out_text(o, " a coin to stop the attack.\n");
        break;
    case FALL:
        out_doing(o, t, seat, "fall");
        out_text(o, ", out of the campaign. Discarded: ");
        list_discarded(o, s, t, KIND_NONE);
        out_text(o, ".\n");
        break;
    case ACCEPT:
        out_doing(o, t, seat, "accept");
        out_text(o, ".\n");
        break;
    case TAKE:
        out_doing(o, t, seat, "take");
        out_format(o, " %s.\n", title(move.kind));
        break;
    case DEAL:
        out_format(o, "Campaign %d is dealt; everybody antes a coin%s.\n", t->campaign,
                   t->drain ? ", and one leaves the game" : "");
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
    out_doing(o, t, s->turn, "look");
    out_text(o, " at ");
    out_whose_hand(o, t, seat);
    if (t->head.viewer == s->turn || t->head.viewer == VIEW_ALL) {
        out_text(o, ": ");
        list_hand(o, t, seat, SEAT_BIT(s->turn));
    }
    out_text(o, ".\n");
}

static void tell_shown(unsigned seats, const struct zipang *t, struct out *o)
{
    for (; running(t) && seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        if (public_cards(t, seat) == 0)
            continue;
        out_doing(o, t, seat, "show");
        out_text(o, " ");
        list_hand(o, t, seat, PUBLIC_BIT);
        out_text(o, ".\n");
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
    unsigned who = struck_by(s, move, t);
    int seat = who ? __builtin_ctz(who) : SEAT_NONE;
    if (move.verb == PLAY && !s->pending && card == PRINCESS && s->pot > 1) {
        out_doing(o, t, s->turn, "take");
        out_format(o, " %d of the pot's %d.\n", s->pot / 2, s->pot);
    }
    if (!who)
        return;
    if (card == BANDIT || card == MERCHANT) {
        out_doing(o, t, s->turn, card == BANDIT ? "steal" : "collect");
        out_text(o, card == BANDIT ? " a coin from " : " a coin for the pot from ");
        out_seats(o, t, who, s->turn);
        out_text(o, ".\n");
    }
    if (card == MAIDEN)
        tell_shown(who, t, o);
    if (card == NOBLEMAN)
        tell_look(s, seat, t, o);
    if (card == TEA) {
        out_doing(o, t, s->turn, "take");
        out_format(o, " %s out of ", title(t->taken.card[0].kind));
        out_whose_hand(o, t, seat);
        out_text(o, ".\n");
    }
    if (card == NINJA) {
        out_doing(o, t, seat, "discard");
        out_text(o, ": ");
        list_discarded(o, s, t, move.verb == PLAY ? move.kind : KIND_NONE);
        out_text(o, ".\n");
    }
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
    bool first = true, turn = t->phase == PH_PLAY && t->turn == seat;
    out_doing(o, t, seat, move.verb == DEAL ? "hold" : "draw");
    for (int kind = 1; kind < KINDS; kind++)
        for (int n = drawn(s, move, t, seat, kind); n > 0; n--) {
            out_format(o, "%s%s", first ? " " : ", ", title(kind));
            first = false;
        }
    bool several = turn && all_drawn(s, move, t, seat) > 1;
    out_text(o, several ? ", one of them for the turn.\n" : ".\n");
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
        if (!(t->in & SEAT_BIT(seat)))
            continue;
        out_doing(o, t, seat, "show");
        out_text(o, " ");
        list_hand(o, t, seat, PUBLIC_BIT);
        out_format(o, ": honour %d.\n", zipang_honour(t, seat));
    }
}

static void tell_campaign_end(const struct zipang *s, struct move move, const struct zipang *t,
                              struct out *o)
{
    bool alone = single(t->in);
    if (!alone) {
        out_text(o, move.verb == PLAY && move.kind == EMPEROR ? "The Emperor ends the campaign"
                                                              : "The supply is empty");
        out_text(o, ": honour decides.\n");
        tell_honour(t, o);
    }
    if (t->winner) {
        out_doing(o, t, __builtin_ctz(t->winner), "win");
        out_text(o, alone ? ", the last one standing, and take" : " and take");
        out_text(o, t->head.viewer == __builtin_ctz(t->winner) ? " the pot of " : "s the pot of ");
    } else {
        out_text(o, "The most honour is shared, so nobody wins the pot of ");
    }
    out_number(o, final_pot(s, move, t), "coin");
    out_text(o, t->winner ? ".\n" : t->phase == PH_DEAL ? "; it stays.\n" : ".\n");
}

static void tell_end(const struct zipang *s, const struct zipang *t, struct out *o)
{
    unsigned poor = all_seats(&t->head) & ~seats_with_coin(t);
    if (s->phase != PH_TIE && poor) {
        out_text(o, "Without a coin: ");
        out_seats(o, t, poor, t->head.players - 1);
        out_text(o, ". The game is over.\n");
    } else if (s->phase != PH_TIE) {
        out_format(o, "After %d campaigns the game is over.\n", CAMPAIGNS_MAX);
    }
    if (t->phase == PH_TIE) {
        out_text(o, "A tie for the win between ");
        out_seats(o, t, t->leaders, t->head.players - 1);
        out_text(o, ": each draws a card.\n");
        return;
    }
    int winner = __builtin_ctz(t->leaders);
    out_doing(o, t, winner, "win");
    out_text(o, s->phase == PH_TIE ? " the game by the draw, with " : " the game with ");
    out_number(o, t->coins[winner], "coin");
    out_text(o, ".\n");
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
        out_turn(o, t, t->turn);
    tell_draws(s, move, t, true, o);
}

/* ---- The table ---- */

static void board_pile(const struct zipang *s, struct out *o)
{
    if (!out_pile(o, zipang_game.schema, s->discard))
        out_text(o, "none");
}

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
    out_format(o, " [%s %d/%d]", title(card.kind), c->battle, c->honour);
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
    board_pile(s, o);
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
