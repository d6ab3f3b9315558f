/* Kunitori!: why a move is refused, and what must be true in every state. This is written from the
 * clauses of rules.md and not from the moves that rules.c offers. The tests compare the two, and
 * their agreement is evidence that both are right. */
#include "kunitori.h"

/* ---- Refusals ---- */

static const struct clause
    u4_battle =
        {"U4",
         SAY("Attack somebody with your first leader, or end the battle phase without an attack.")},
    u4_leader = {"U4", SAY("Only a General or a Young general can lead an attack.")},
    u4_order = {"U4", SAY("Your leaders choose their targets one by one, in the order of the "
                          "tables on the rules page. Another leader is next.")},
    u4_copies = {"U4", SAY("Several Young generals must choose their targets in ascending order: "
                           "A, then B, then AB, then C, and so on.")},
    u4_target =
        {"U4",
         SAY("A leader attacks one or more other players. Choose at least one, and not yourself.")},
    u4_all = {"U4", SAY("You have declared battle, so each of your leaders must attack at least "
                        "one player. Choose the targets of the next leader.")},
    u4_follow = {"U4", SAY("First choose how many of these troops go with the leaders who attack "
                           "these players.")},
    u4_left = {"U4", SAY("You do not have that many of these troops left.")},
    u5_played = {"U5", SAY("You have not played that leader this turn. Only leaders that you have "
                           "played can attack.")},
    u6_defend = {"U6", SAY("You are attacked. Either reveal cards in ambush and then fight, or "
                           "call reinforcements.")},
    u6_held = {"U6", SAY("You have no such card in your hand.")},
    u6_value = {"U6", SAY("Only cards with an attack or a defence can be revealed in an ambush.")},
    u6_order = {"U6", SAY("Cards are revealed in the order of the tables on the rules page, and "
                          "that one comes before a card that you have already revealed.")},
    u6_chosen = {"U6", SAY("You have revealed cards in ambush, so you cannot call reinforcements. "
                           "Reveal more cards, or fight.")},
    u8_order = {"U8", SAY("Choose which of the two revealed cards goes on top of your deck.")},
    u9_prize = {"U9", SAY("You have won the battle: gain the prize, or decline it.")},
    u9_empty = {"U9", SAY("There is no such card left in the pool.")},
    u10_action = {"U10", SAY("Play an action card, or end the action phase.")},
    u10_held = {"U10", SAY("You have no such card in your hand.")},
    u11_keep = {"U11", SAY("Choose how many of these cards stay deployed in your territory.")},
    u11_number = {"U11", SAY("You do not have that many of these cards in your territory.")},
    u14_later = {"U14", SAY("Treasures are played in the buy phase. In the action phase you can "
                            "play only action cards.")},
    u14_victory = {"U14",
                   SAY("Villages, Towns and Lands are never played: they only count as points.")},
    u14_only = {"U14", SAY("In the buy phase you can play only treasures.")},
    u14_held = {"U14", SAY("You have no such treasure in your hand.")},
    u15_buy = {"U15", SAY("Play treasures, buy a card, or end the buy phase.")},
    u15_later = {"U15",
                 SAY("You can buy cards only in the buy phase. End the action phase first.")},
    u15_money = {"U15", SAY("You do not have enough money for that card. Play more treasures, or "
                            "choose a cheaper card.")},
    u19_trash = {"U19", SAY("Trash a card from your hand, or decline.")},
    u19_held = {"U19", SAY("You have no such card in your hand to trash.")},
    u19_none = {"U19", SAY("You cannot trash that card: the pool has no action card that you could "
                           "gain for it.")},
    u19_gain = {"U19",
                SAY("Gain an action card from the pool, or decline if your card allows it.")},
    u19_must = {"U19", SAY("You have trashed a card, so now you must gain an action card.")},
    u19_tea = {"U19", SAY("With Quality tea ware you either take 1 money, or trash it and gain an "
                          "action card.")},
    u19_action =
        {"U19",
         SAY("You can gain only an action card here: a General, a Troop or a Politics card.")},
    u19_cost = {"U19", SAY("That card costs more than the card that you have played allows. Choose "
                           "a cheaper one.")};

const struct clause *const kunitori_absent[] = {&u6_held,  &u9_empty, &u10_held,
                                                &u14_held, &u19_held, NULL};

static bool holds(const struct kunitori *s, int seat, int kind)
{
    return s->hand[seat][kind].number > 0;
}

static const struct clause *judge_action(const struct kunitori *s, struct move move)
{
    if (move.verb == DONE)
        return NULL;
    if (move.verb != PLAY)
        return move.verb == BUY ? &u15_later : &u10_action;
    if (card_of(move.kind)->category == VICTORY)
        return &u14_victory;
    if (card_of(move.kind)->category == TREASURE)
        return &u14_later;
    return holds(s, s->turn, move.kind) ? NULL : &u10_held;
}

/* Whether it is an action card that the pool has and that costs no more than the limit. */
static bool can_gain(const struct kunitori *s, int kind, int limit)
{
    int category = card_of(kind)->category;
    return category != TREASURE && category != VICTORY && s->supply[kind] > 0 &&
           card_of(kind)->cost <= limit;
}

static bool can_gain_any(const struct kunitori *s, int limit)
{
    for (int kind = 1; kind < KINDS; kind++)
        if (can_gain(s, kind, limit))
            return true;
    return false;
}

static const struct clause *judge_trash(const struct kunitori *s, struct move move)
{
    if (move.verb == DECLINE)
        return NULL;
    if (move.verb != TRASH)
        return &u19_trash;
    if (!holds(s, s->turn, move.kind))
        return &u19_held;
    int limit = card_of(move.kind)->cost + card_of(s->subject)->number;
    return can_gain_any(s, limit) ? NULL : &u19_none;
}

static const struct clause *judge_gain(const struct kunitori *s, struct move move)
{
    int text = card_of(s->subject)->text, category = card_of(move.kind)->category;
    if (move.verb == DECLINE && text != TEXT_MONEY_OR_TRASH_SELF)
        return text == TEXT_MAY_TRASH_SELF ? NULL : &u19_must;
    if (move.verb == MONEY && text == TEXT_MONEY_OR_TRASH_SELF)
        return NULL;
    if (move.verb != GAIN)
        return text == TEXT_MONEY_OR_TRASH_SELF ? &u19_tea : &u19_gain;
    if (category == TREASURE || category == VICTORY)
        return &u19_action;
    if (s->supply[move.kind] == 0)
        return &u9_empty;
    return can_gain(s, move.kind, s->limit) ? NULL : &u19_cost;
}

/* How many leaders of this kind have their targets; the plan lists leaders in the order of kinds.
 */
static int leaders_named(const struct kunitori *s, int kind)
{
    int before = 0, named = 0;
    for (int other = 1; other < kind; other++)
        before += card_of(other)->text == TEXT_LEADER ? s->territory[s->turn][other] : 0;
    while (named < LEADERS_MAX && s->plan[named])
        named++;
    return named - before;
}

static const struct clause *judge_attack(const struct kunitori *s, struct move move)
{
    int named = leaders_named(s, move.kind);
    if (move.verb == DONE && s->phase == PH_BATTLE)
        return NULL;
    if (move.verb != ATTACK)
        return s->phase == PH_BATTLE ? &u4_battle : &u4_all;
    if (card_of(move.kind)->text != TEXT_LEADER)
        return &u4_leader;
    if (s->territory[s->turn][move.kind] == 0)
        return &u5_played;
    if (named < 0 || named >= s->territory[s->turn][move.kind])
        return &u4_order;
    if (!move.seats || (move.seats & ~all_seats(&s->head)) || (move.seats & SEAT_BIT(s->turn)))
        return &u4_target;
    /* leaders of the same kind come just before it in the plan */
    int last = 0;
    for (int i = 0; i < LEADERS_MAX && s->plan[i]; i++)
        last = s->plan[i];
    return named > 0 && move.seats < last ? &u4_copies : NULL;
}

static const struct clause *judge_follow(const struct kunitori *s, struct move move)
{
    if (move.verb != FOLLOW || move.kind != s->subject || move.seats != s->front)
        return &u4_follow;
    return move.number[0] <= s->left ? NULL : &u4_left;
}

static const struct clause *judge_defence(const struct kunitori *s, struct move move)
{
    int seat = defender(s), shown = s->shown[seat].count;
    if (move.verb == FIGHT)
        return NULL;
    if (move.verb == REINFORCE)
        return shown ? &u6_chosen : NULL;
    if (move.verb != REVEAL)
        return &u6_defend;
    if (!holds(s, seat, move.kind))
        return &u6_held;
    if (card_of(move.kind)->attack == 0 && card_of(move.kind)->defence == 0)
        return &u6_value;
    return shown && move.kind < s->shown[seat].card[shown - 1].kind ? &u6_order : NULL;
}

static const struct clause *judge_prize(const struct kunitori *s, struct move move)
{
    return move.verb == DECLINE || (move.verb == GAIN && move.kind == s->subject) ? NULL
                                                                                  : &u9_prize;
}

static const struct clause *judge_top(const struct kunitori *s, struct move move)
{
    const struct zone *shown = ZONE_IN(s->shown[defender(s)]);
    return move.verb == TOP && zone_number(shown, move.kind) ? NULL : &u8_order;
}

static const struct clause *judge_buy(const struct kunitori *s, struct move move)
{
    bool treasure = move.kind && card_of(move.kind)->category == TREASURE;
    if (move.verb == DONE)
        return NULL;
    if (move.verb == TREASURES)
        return holds(s, s->turn, COPPER) || holds(s, s->turn, SILVER) || holds(s, s->turn, GOLD)
                   ? NULL
                   : &u14_held;
    if (move.verb == PLAY && !holds(s, s->turn, move.kind))
        return treasure ? &u14_held : &u10_held;
    if (move.verb == PLAY && card_of(move.kind)->category == VICTORY)
        return &u14_victory;
    if (move.verb == PLAY)
        return treasure ? NULL : &u14_only;
    if (move.verb != BUY)
        return &u15_buy;
    if (s->supply[move.kind] == 0)
        return &u9_empty;
    return card_of(move.kind)->cost <= s->money ? NULL : &u15_money;
}

static const struct clause *judge_keep(const struct kunitori *s, struct move move)
{
    if (move.verb != KEEP || move.kind != s->subject)
        return &u11_keep;
    return move.number[0] <= s->territory[s->turn][move.kind] ? NULL : &u11_number;
}

const struct clause *kunitori_judge(const void *view, struct move move)
{
    const struct kunitori *s = view;
    switch ((enum phase)s->phase) {
    case PH_ACTION:
        return judge_action(s, move);
    case PH_TRASH:
        return judge_trash(s, move);
    case PH_GAIN:
        return judge_gain(s, move);
    case PH_BATTLE:
    case PH_ATTACK:
        return judge_attack(s, move);
    case PH_FOLLOW:
        return judge_follow(s, move);
    case PH_DEFEND:
        return judge_defence(s, move);
    case PH_PRIZE:
        return judge_prize(s, move);
    case PH_TOP:
        return judge_top(s, move);
    case PH_BUY:
        return judge_buy(s, move);
    case PH_KEEP:
        return judge_keep(s, move);
    case PH_OVER:
    case PHASES:
        break;
    }
    return &clause_over;
}

/* ---- Invariants ---- */

static bool planning(const struct kunitori *s)
{
    return s->phase == PH_ATTACK || s->phase == PH_FOLLOW;
}

static bool fighting(const struct kunitori *s)
{
    return s->phase == PH_DEFEND || s->phase == PH_PRIZE || s->phase == PH_TOP;
}

/* The sum of a number over all cards in the active player's territory. */
static int given(const struct kunitori *s, int (*of)(const struct kunitori_card *))
{
    int sum = 0;
    for (int kind = 1; kind < KINDS; kind++)
        sum += s->territory[s->turn][kind] * of(card_of(kind));
    return sum;
}

/* What a card adds to the actions after its own cost of one. */
static int actions_of(const struct kunitori_card *card)
{
    return card->category == TREASURE ? 0 : card->actions - 1;
}

static int buys_of(const struct kunitori_card *card)
{
    return card->buys;
}

static int money_of(const struct kunitori_card *card)
{
    return card->money;
}

static int choices_of(const struct kunitori_card *card)
{
    return card->text == TEXT_MONEY_OR_TRASH_SELF;
}

static int leaders_of(const struct kunitori_card *card)
{
    return card->text == TEXT_LEADER;
}

static int attack_of(const struct kunitori_card *card)
{
    return card->attack;
}

/* Actions, buys and money are what the cards gave, minus what was used. */
static const char *check_turn(const struct kunitori *s)
{
    bool acts = s->phase == PH_ACTION || s->phase == PH_TRASH || s->phase == PH_GAIN;
    int buys = given(s, buys_of) + (s->phase >= PH_BUY), money = given(s, money_of);
    if (s->phase == PH_OVER)
        return s->actions || s->buys || s->money ? "there are actions, buys or money after the end"
                                                 : NULL;
    if ((given(s, actions_of) + 1 < s->actions && s->phase < PH_KEEP) || (s->actions && !acts))
        return "there are more actions than cards gave";
    if (s->buys > buys || (s->phase < PH_BUY && s->buys < buys) || (s->phase == PH_BUY && !s->buys))
        return "there are more or fewer buys than cards gave";
    int choices = given(s, choices_of) - (s->phase == PH_GAIN && choices_of(card_of(s->subject)));
    if (s->money > money + choices || (s->buys == buys && s->money < money))
        return "there is more or less money than cards gave";
    if (s->phase == PH_ACTION && (s->actions == 0 || cards_in_hand(s, s->turn) == 0))
        return "the action phase should be over";
    return NULL;
}

/* Whether the limit follows from the text, and for Market also from a card in the trash. */
static bool limit_fits(const struct kunitori *s)
{
    const struct kunitori_card *text = card_of(s->subject);
    if (text->text == TEXT_MAY_TRASH_SELF || text->text == TEXT_MONEY_OR_TRASH_SELF)
        return s->limit == text->number;
    for (int kind = 1; kind < KINDS; kind++)
        if (s->trash[kind] && s->limit == card_of(kind)->cost + text->number)
            return text->text == TEXT_MAY_TRASH_HAND;
    return false;
}

/* Whether the defender has won by the lead that the prize needs. After an ambush its cards are back
 * in the hand and known to everybody. */
static bool prize_fits(const struct kunitori *s, int seat)
{
    int margin = kunitori_defence(s, seat, false) - s->force[seat],
        least = s->subject - VILLAGE + 1;
    if (s->shown[seat].count > 0)
        return s->subject == LAND ? margin >= least : margin == least;
    for (int kind = 1; kind < KINDS; kind++)
        margin += s->hand[seat][kind].known * defending(kind, true);
    return margin >= least;
}

static bool subject_fits(const struct kunitori *s)
{
    int there = s->territory[s->turn][s->subject];
    switch ((enum phase)s->phase) {
    case PH_TRASH:
        return card_of(s->subject)->text == TEXT_MAY_TRASH_HAND && there > 0 &&
               cards_in_hand(s, s->turn) > 0 && can_gain_any(s, UINT8_MAX);
    case PH_GAIN:
        return there > 0 && limit_fits(s) && can_gain_any(s, s->limit);
    case PH_FOLLOW:
        return card_of(s->subject)->category == TROOP && card_of(s->subject)->text != TEXT_LEADER &&
               s->left <= there;
    case PH_PRIZE:
        return card_of(s->subject)->category == VICTORY && s->supply[s->subject] > 0 &&
               prize_fits(s, defender(s));
    case PH_KEEP:
        return card_of(s->subject)->deployable && there > 0;
    case PH_ACTION:
    case PH_BATTLE:
    case PH_ATTACK:
    case PH_DEFEND:
    case PH_TOP:
    case PH_BUY:
    case PH_OVER:
    case PHASES:
        break;
    }
    return s->subject == KIND_NONE;
}

static const char *check_subject(const struct kunitori *s)
{
    if (!subject_fits(s))
        return "this question cannot be asked about this card";
    if (s->limit && s->phase != PH_GAIN)
        return "there is a limit, but no card is gained";
    if (s->phase != PH_FOLLOW)
        return s->front || s->left ? "there are troops to assign, but no plan" : NULL;
    bool there = false, later = false;
    for (int i = 0; i < LEADERS_MAX; i++) {
        there |= s->plan[i] == s->front;
        later |= s->plan[i] > s->front;
    }
    return !s->front || s->left == 0 || !there || !later
               ? "there is a question about troops, but nothing to choose"
               : NULL;
}

/* Leaders get their targets in the order of kinds; copies of one kind in ascending order of their
 * targets. */
static const char *check_plan(const struct kunitori *s)
{
    int leaders = given(s, leaders_of), young = s->territory[s->turn][YOUNG_GENERAL], named = 0;
    while (named < LEADERS_MAX && s->plan[named])
        named++;
    for (int i = 0; i < LEADERS_MAX; i++) {
        if ((i >= named && s->plan[i]) || (s->plan[i] & SEAT_BIT(s->turn)))
            return "the plan is impossible";
        if (i > 0 && i < young && i < named && s->plan[i] < s->plan[i - 1])
            return "the targets of Young generals are not in order";
    }
    if ((s->phase == PH_BATTLE || planning(s) || fighting(s)) && leaders == 0)
        return "there is a battle without a leader";
    if (s->phase == PH_ATTACK ? named == 0 || named >= leaders
                              : named != (s->phase == PH_FOLLOW ? leaders : 0))
        return "the plan is not finished, or not begun";
    return NULL;
}

/* The lowest attack of a leader; every battle has at least one leader. */
static int least_attack(const struct kunitori *s)
{
    int least = UINT8_MAX;
    for (int kind = 1; kind < KINDS; kind++)
        if (leaders_of(card_of(kind)) && s->territory[s->turn][kind] &&
            card_of(kind)->attack < least)
            least = card_of(kind)->attack;
    return least;
}

/* The total attack on the seat by the leaders that have targets so far. */
static int leaders_force(const struct kunitori *s, int seat)
{
    int place = 0, force = 0;
    for (int kind = 1; kind < KINDS; kind++)
        for (int i = 0; i < s->territory[s->turn][kind] * leaders_of(card_of(kind)); i++)
            force += s->plan[place++] >> seat & 1 ? card_of(kind)->attack : 0;
    return force;
}

static const char *check_forces(const struct kunitori *s)
{
    if (!fighting(s) ? s->attacked != 0 : !s->attacked || (s->attacked & SEAT_BIT(s->turn)))
        return "a player is attacked outside of a battle, or nobody is attacked in one";
    for (int seat = 0; seat < s->head.players; seat++) {
        int force = s->force[seat], least = planning(s) ? leaders_force(s, seat) : 0;
        if (s->phase == PH_ATTACK && force != least)
            return "the strength of an attack differs from that of its leaders";
        if (force < least || force > given(s, attack_of) ||
            (force > 0 && !planning(s) && !(s->attacked >> seat & 1)))
            return "the strength of an attack is impossible";
        if (s->attacked >> seat & 1 && force < least_attack(s))
            return "an attack is weaker than its leader";
    }
    return NULL;
}

static bool shown_fits(const struct kunitori *s, int seat)
{
    const struct kunitori_shown *shown = &s->shown[seat];
    bool fights = fighting(s) && seat == defender(s);
    if (!fights)
        return shown->count == 0;
    for (int i = 0; s->phase == PH_DEFEND && i < shown->count; i++)
        if (!defending(shown->card[i].kind, false))
            return false;
    if (s->phase == PH_TOP)
        return shown->count == 2 && shown->card[0].kind != shown->card[1].kind;
    return s->phase == PH_DEFEND || shown->count <= REINFORCEMENTS;
}

/* Outside of their turn players have at most four cards in hand, and only deployed cards in their
 * territory. */
static const char *check_seat(const struct kunitori *s, int seat)
{
    bool active = seat == s->turn && s->phase != PH_OVER, bought = s->phase >= PH_BUY;
    int ambush = s->phase == PH_DEFEND ? s->shown[seat].count : 0;
    if (!active && cards_in_hand(s, seat) + ambush > HAND)
        return "a hand has more than four cards outside of its owner's turn";
    if (!shown_fits(s, seat))
        return "the revealed cards are impossible";
    if (s->top[seat].count + s->shown[seat].count - ambush > REINFORCEMENTS)
        return "more than two cards on a deck are known";
    if (hand_size(s->deck[seat], KINDS) == 0 && !hand_public(s->hand[seat], KINDS))
        return "a hand is secret although the deck is empty";
    for (int kind = 1; kind < KINDS; kind++) {
        const struct kunitori_card *card = card_of(kind);
        bool lies = active ? card->category != VICTORY && (bought || card->category != TREASURE)
                           : card->deployable;
        if (s->territory[seat][kind] && !lies)
            return "a territory has a card that cannot lie there at this time";
        if (s->deck[seat][kind].known)
            return "a card in a deck is known";
    }
    return NULL;
}

static const char *check_end(const struct kunitori *s)
{
    bool empty = !s->supply[VILLAGE] || !s->supply[TOWN] || !s->supply[LAND];
    int next = left_of(&s->head, s->turn);
    if (empty != (s->ending != 0) || (s->ending && !single(s->ending)))
        return "the end has begun without an empty pile, or has not begun although a pile is empty";
    if (s->ending == SEAT_BIT(s->turn) && s->phase <= PH_FOLLOW)
        return "there is a turn after the last one";
    for (int kind = 1; kind < KINDS; kind++)
        if (s->supply[kind] > kunitori_supply(s->head.players, kind))
            return "the pool has more cards than at the start";
    bool last = s->ending == SEAT_BIT(next) ||
                (next == s->starter && wide_get(s->round) == ROUNDS_MAX);
    return s->phase == PH_OVER && !last ? "the game ends too early" : NULL;
}

const char *kunitori_check(const void *state)
{
    static const char *(*const checks[])(const struct kunitori *) = {
        check_turn, check_plan, check_forces, check_subject, check_end,
    };
    const struct kunitori *s = state;
    const char *wrong = NULL;
    if (s->starter >= s->head.players || s->turn >= s->head.players)
        return "the starter or the turn is impossible";
    if (wide_get(s->round) < 1 || wide_get(s->round) > ROUNDS_MAX)
        return "the round is impossible";
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !wrong; i++)
        wrong = checks[i](s);
    for (int seat = 0; seat < s->head.players && !wrong; seat++)
        wrong = check_seat(s, seat);
    return wrong;
}
