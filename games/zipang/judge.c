/* Zipang Portable: why a move is refused, and what must be true in every state. It was written from
 * the clauses of rules.md, not from the moves that rules.c generates. The tests check that both
 * agree, so that each confirms the other. */
#include "zipang.h"

#include "core/catalog.h"

/* ---- Refusals ---- */

static const struct clause
    z1_deal = {"Z1", SAY("The campaign is over: deal the next one.")},
    z4_buried =
        {"Z4",
         SAY("The Crazy One takes one of the face-up discards, and that card is not among them.")},
    z11_pass = {"Z11",
                SAY("On your turn you must play exactly one card, or two Peasants as an ikki.")},
    z11_held = {"Z11", SAY("You do not have that card: play one from your hand.")},
    z12_aim = {"Z12", SAY("This card needs a target: choose whom to aim it at.")},
    z13_two = {"Z13", SAY("For an ikki you need two Peasants in your hand.")},
    z19_out = {"Z19", SAY("You can attack only other players who are still in the campaign.")},
    z19_one = {"Z19", SAY("This card attacks only one player.")},
    z20_two = {"Z20", SAY("The Commander must attack two different players, or one if only one "
                          "opponent is left.")},
    z21_answer = {"Z21", SAY("You are attacked: block, play a Monk, pay a coin (only before your "
                             "first turn), or fall.")},
    z21_fall = {"Z21", SAY("Your hand is strong enough to block the attack, so you cannot fall.")},
    z24_weak =
        {"Z24",
         SAY("You cannot block: the battle points in your hand add up to less than the attack.")},
    z25_late =
        {"Z25",
         SAY("You can pay a coin to stop an attack only before your first turn of the campaign.")},
    z26_poor = {"Z26", SAY("You have no coin to pay with.")},
    z29_answer = {"Z29",
                  SAY("You can accept the effect, or cancel it with a Monk if you have one.")},
    z32_monk = {"Z32", SAY("To cancel the attack you need a Monk in your hand.")},
    z39_coin = {"Z39", SAY("The Bandit must steal from one other player who has a coin.")},
    z43_ninja =
        {"Z43",
         SAY("Aim the Ninja at one other player in the campaign who has a card or can draw one.")},
    z44_out = {"Z44", SAY("Aim this card at one other player who is still in the campaign.")},
    z45_empty = {"Z45", SAY("That player has no card to take.")},
    z46_take = {"Z46", SAY("You must take one of the cards in the hand that you are looking at.")},
    z48_taken = {"Z48", SAY("You must play the card that you have just taken.")},
    z49_join = {"Z49",
                SAY("For an ikki you need a Peasant in your hand to join the one that you took.")},
    z50_join =
        {"Z50",
         SAY("For an ikki you need a Peasant in your hand to join the one from the discards.")},
    z51_self = {"Z51", SAY("The Crazy One cannot take itself: choose another card.")},
    z52_pick = {"Z52", SAY("You must take a card from the discards.")},
    z61_draw = {"Z61", SAY("The leaders are tied: each of them draws a card now.")},
    no_target = {"Z11", SAY("This card has no target: play it without naming a player.")};

static const struct clause *judge_aim(const struct zipang *s, int kind, unsigned seats);

/* Whether the card has any possible target. */
static bool can_aim(const struct zipang *s, int kind)
{
    for (int seat = 0; seat < s->head.players; seat++)
        if (!judge_aim(s, kind, SEAT_BIT(seat)))
            return true;
    return false;
}

static const struct clause *judge_aim(const struct zipang *s, int kind, unsigned seats)
{
    bool at_rivals = (seats & ~rivals(s)) == 0;
    int seat = seats ? __builtin_ctz(seats) : SEAT_NONE;
    switch ((enum aim)zipang_characters[kind].aim) {
    case AIM_NONE:
        return seats ? &no_target : NULL;
    case AIM_COIN:
        if (!seats)
            return can_aim(s, kind) ? &z12_aim : NULL;
        return single(seats) && seat != s->turn && seat < s->head.players && s->coins[seat] > 0
                   ? NULL
                   : &z39_coin;
    case AIM_RIVAL:
        if (!seats || !at_rivals)
            return seats ? &z19_out : &z12_aim;
        return single(seats) ? NULL : &z19_one;
    case AIM_PAIR:
        if (!seats || !at_rivals)
            return seats ? &z19_out : &z12_aim;
        return seats == rivals(s) && single(seats) ? NULL
               : __builtin_popcount(seats) == 2    ? NULL
                                                   : &z20_two;
    case AIM_DISCARD_HAND:
        if (!seats)
            return can_aim(s, kind) ? &z12_aim : NULL;
        if (!single(seats) || !at_rivals)
            return &z43_ninja;
        return s->hand[seat].count || s->supply.count ? NULL : &z43_ninja;
    case AIM_HAND:
        if (!seats)
            return can_aim(s, kind) ? &z12_aim : NULL;
        if (!single(seats) || !at_rivals)
            return &z44_out;
        return s->hand[seat].count ? NULL : &z45_empty;
    case AIMS:
        break;
    }
    return NULL;
}

static const struct clause *judge_play(const struct zipang *s, struct move move)
{
    if (move.verb == IKKI)
        return zone_number(ZONE_IN(s->hand[s->turn]), PEASANT) >= 2 ? NULL : &z13_two;
    if (move.verb != PLAY)
        return &z11_pass;
    return holds(s, s->turn, move.kind) ? judge_aim(s, move.kind, move.seats) : &z11_held;
}

static const struct clause *judge_taken(const struct zipang *s, struct move move)
{
    int kind = s->taken.card[0].kind;
    if (move.verb == IKKI && kind == PEASANT)
        return holds(s, s->turn, PEASANT) ? NULL : s->card == CRAZY ? &z50_join : &z49_join;
    if (move.verb != PLAY || move.kind != kind)
        return &z48_taken;
    return judge_aim(s, kind, move.seats);
}

static const struct clause *judge_defence(const struct zipang *s, int seat, struct move move)
{
    bool strong = zipang_battle(s, seat) >= zipang_attack(s);
    if (move.verb == BLOCK)
        return strong ? NULL : &z24_weak;
    if (move.verb == FALL)
        return strong ? &z21_fall : NULL;
    if (move.verb == PAY)
        return !(s->fresh & SEAT_BIT(seat)) ? &z25_late : s->coins[seat] == 0 ? &z26_poor : NULL;
    if (move.verb != PLAY || move.kind != MONK || move.seats)
        return &z21_answer;
    return holds(s, seat, MONK) ? NULL : &z32_monk;
}

static const struct clause *judge_window(const struct zipang *s, int seat, struct move move)
{
    if (move.verb == ACCEPT)
        return NULL;
    return move.verb == PLAY && move.kind == MONK && !move.seats && holds(s, seat, MONK)
               ? NULL
               : &z29_answer;
}

static const struct clause *judge_steal(const struct zipang *s, struct move move)
{
    int victim = __builtin_ctz(s->struck);
    return move.verb == TAKE && holds(s, victim, move.kind) ? NULL : &z46_take;
}

static const struct clause *judge_pick(const struct zipang *s, struct move move)
{
    if (move.verb != TAKE)
        return &z52_pick;
    if (move.kind == CRAZY)
        return &z51_self;
    return s->discard[move.kind] ? NULL : &z4_buried;
}

const struct clause *zipang_judge(const void *view, struct move move)
{
    const struct zipang *s = view;
    switch ((enum phase)s->phase) {
    case PH_PLAY:
        return judge_play(s, move);
    case PH_TAKEN:
        return judge_taken(s, move);
    case PH_DEFEND:
        return judge_defence(s, zipang_actor(s), move);
    case PH_WINDOW:
        return judge_window(s, zipang_actor(s), move);
    case PH_STEAL:
        return judge_steal(s, move);
    case PH_PICK:
        return judge_pick(s, move);
    case PH_DEAL:
        return move.verb == DEAL ? NULL : &z1_deal;
    case PH_TIE:
        return move.verb == DRAW ? NULL : &z61_draw;
    case PH_OVER:
    case PHASES:
        break;
    }
    return &clause_over;
}

/* ---- Invariants ---- */

static const char *check_hands(const struct zipang *s)
{
    for (int seat = 0; seat < s->head.players; seat++) {
        int count = s->hand[seat].count, full = HAND + (s->phase == PH_PLAY && seat == s->turn);
        if (!(s->in & SEAT_BIT(seat)) && count > 0)
            return "a player out of the campaign holds cards";
        if ((s->in & SEAT_BIT(seat)) &&
            (count > full || (count < full && (s->supply.count || full > HAND))))
            return "a hand has too many or too few cards";
    }
    return NULL;
}

static const char *check_secrets(const struct zipang *s)
{
    for (int i = 0; i < s->supply.count; i++)
        if (s->supply.card[i].seen)
            return "a player has seen a card of the supply";
    if (s->buried.count != 1 || s->buried.card[0].seen)
        return "the buried card is missing or has been seen";
    return NULL;
}

/* Checks who must answer, and whom the card that is being played will strike. */
static const char *check_effect(const struct zipang *s)
{
    unsigned others = all_seats(&s->head) & ~SEAT_BIT(s->turn), cards = s->in & seats_with_card(s);
    bool window = s->phase == PH_WINDOW, steal = s->phase == PH_STEAL,
         defend = s->phase == PH_DEFEND;
    if ((s->pending != 0) != (window || defend) || (s->pending & ~rivals(s)))
        return "nobody or the wrong seats have to answer";
    if ((s->struck != 0) != (window || steal) || (s->struck & ~others))
        return "an effect strikes nobody or the wrong seats";
    if (defend)
        return zipang_attack(s) ? NULL : "the card being played does not attack";
    if (s->phase == PH_PLAY || s->phase == PH_PICK || s->phase == PH_TAKEN) {
        bool thief = s->card == TEA || s->card == NOBLEMAN || s->card == CRAZY;
        bool right = s->phase == PH_PLAY   ? !s->card
                     : s->phase == PH_PICK ? s->card == CRAZY
                                           : thief;
        return right ? NULL : "the card being played does not fit the phase";
    }
    bool coins = s->card == BANDIT || s->card == MERCHANT;
    bool hands = s->card == MAIDEN || s->card == TEA || s->card == NOBLEMAN;
    if ((!coins && !hands && s->card != NINJA) || (steal && s->card != NOBLEMAN))
        return "the card being played does not fit the phase";
    if ((coins && (s->struck & ~seats_with_coin(s))) || (hands && (s->struck & ~cards)) ||
        (s->card == NINJA && (s->struck & ~s->in)))
        return "an effect strikes a seat that it cannot strike";
    if (s->card != MERCHANT && s->card != MAIDEN && !single(s->struck))
        return "an effect on one seat strikes several seats";
    return window && (s->pending & ~(s->struck & cards)) ? "a seat has to answer that cannot"
                                                         : NULL;
}

static const char *check_running(const struct zipang *s)
{
    if (s->winner || s->leaders || single(s->in) || !(s->in & SEAT_BIT(s->turn)))
        return "the campaign goes on although it is over";
    if ((s->fresh & ~s->in) || (s->fresh & SEAT_BIT(s->turn)))
        return "a seat in 'fresh' is out of the campaign or has begun its turn";
    if (s->taken.count != (s->phase == PH_TAKEN))
        return "a card is taken in the wrong phase";
    if (s->phase == PH_PICK && !can_pick(s))
        return "the Crazy One has nothing to take";
    const char *wrong = check_hands(s);
    if (!wrong)
        wrong = check_secrets(s);
    return wrong ? wrong : check_effect(s);
}

static const char *check_ended(const struct zipang *s)
{
    bool ended = seats_with_coin(s) != all_seats(&s->head) || s->campaign == CAMPAIGNS_MAX;
    if (s->card || s->pending || s->struck || s->fresh || s->taken.count)
        return "the campaign is over, but an effect is not";
    if (ended != (s->phase != PH_DEAL))
        return "the game must end when a player has no coin or after the last campaign, and only "
               "then";
    if (s->winner && (!single(s->winner) || s->starter != __builtin_ctz(s->winner)))
        return "the winner of the campaign does not start the next one";
    if (ended ? !s->leaders || (s->leaders & ~richest(s)) : s->leaders != 0)
        return "the leaders are not those with the most coins";
    return ended && single(s->leaders) != (s->phase == PH_OVER)
               ? "the game is over before the tie is broken, or goes on after that"
               : NULL;
}

const char *zipang_check(const void *state)
{
    const struct zipang *s = state;
    int coins = s->pot + s->drained;
    for (int seat = 0; seat < s->head.players; seat++)
        coins += s->coins[seat];
    if (coins != coins_each(s->head.players) * s->head.players)
        return "the number of all coins is wrong";
    if (s->drain > 1 || s->drained != s->drain * s->campaign)
        return "the number of drained coins is wrong";
    if (s->campaign < 1 || s->campaign > CAMPAIGNS_MAX)
        return "there is no such campaign";
    if (s->starter >= s->head.players || s->turn >= s->head.players || !s->in)
        return "there is no starter, nobody has the turn, or nobody is in the campaign";
    return s->phase < PH_DEAL ? check_running(s) : check_ended(s);
}
