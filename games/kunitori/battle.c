/* Kunitori!: battles. First the active player makes the whole plan, leader by leader and troop by
 * troop. Then the attacked players defend one after another, clockwise, and each battle is decided
 * before the next begins. A front is a set of targets that one or more leaders have in common:
 * troops are assigned to fronts, since leaders with the same targets fight in the same battles. */
#include "kunitori.h"

/* ---- The plan ---- */

int kunitori_next_leader(const struct kunitori *s)
{
    int named = 0, leaders = 0;
    for (int i = 0; i < LEADERS_MAX; i++)
        named += s->plan[i] != 0;
    leaders = s->territory[s->turn][YOUNG_GENERAL];
    if (leaders > named)
        return YOUNG_GENERAL;
    for (int kind = NOBUNAGA; kind < KINDS; kind++) {
        leaders += s->territory[s->turn][kind];
        if (leaders > named)
            return kind;
    }
    return KIND_NONE;
}

unsigned kunitori_next_front(const struct kunitori *s, unsigned front)
{
    unsigned next = 0;
    for (int i = 0; i < LEADERS_MAX; i++)
        if (s->plan[i] > front && (next == 0 || s->plan[i] < next))
            next = s->plan[i];
    return next;
}

/* Adds the attack to the force against each seat of the set. */
static void strengthen(struct kunitori *s, unsigned seats, int attack)
{
    for (; seats; seats &= seats - 1) {
        uint8_t *force = &s->force[__builtin_ctz(seats)];
        *force = (uint8_t)(*force + attack);
    }
}

static void begin_battles(struct kunitori *s)
{
    for (int i = 0; i < LEADERS_MAX; i++)
        s->attacked |= s->plan[i];
    memset(s->plan, 0, sizeof s->plan);
    s->subject = KIND_NONE;
    s->front = s->left = 0;
    s->phase = PH_DEFEND;
}

/* Goes on to the next kind of troops that must be assigned to a front. The last front gets the
 * troops that are left, so with a single front nothing is asked (U4). */
static void next_followers(struct kunitori *s)
{
    unsigned first = kunitori_next_front(s, 0), second = kunitori_next_front(s, first);
    for (int kind = s->subject ? s->subject + 1 : SPEAR; is_follower(kind); kind++) {
        int number = s->territory[s->turn][kind];
        if (number > 0 && second) {
            kunitori_ask(s, PH_FOLLOW, kind, 0);
            s->front = (uint8_t)first;
            s->left = (uint8_t)number;
            return;
        }
        strengthen(s, first, number * card_of(kind)->attack);
    }
    begin_battles(s);
}

void kunitori_attack(struct kunitori *s, int kind, unsigned targets)
{
    int place = 0;
    while (s->plan[place])
        place++;
    s->plan[place] = (uint8_t)targets;
    strengthen(s, targets, card_of(kind)->attack);
    s->phase = PH_ATTACK;
    if (kunitori_next_leader(s) == KIND_NONE)
        next_followers(s);
}

void kunitori_follow(struct kunitori *s, int number)
{
    int value = card_of(s->subject)->attack;
    unsigned next = kunitori_next_front(s, s->front);
    strengthen(s, s->front, number * value);
    s->left = (uint8_t)(s->left - number);
    s->front = (uint8_t)next;
    if (s->left > 0 && kunitori_next_front(s, next))
        return;
    strengthen(s, next, s->left * value);
    next_followers(s);
}

/* ---- A battle ---- */

int kunitori_defence(const struct kunitori *s, int seat, bool ambush)
{
    int defence = 0;
    for (int kind = LAND + 1; kind < KINDS; kind++)
        defence += s->territory[seat][kind] * defending(kind, false);
    for (int i = 0; i < s->shown[seat].count; i++)
        defence += defending(s->shown[seat].card[i].kind, ambush);
    return defence;
}

int kunitori_force(const struct kunitori *s)
{
    int attack = 0;
    for (int kind = SPEAR; kind < KINDS; kind++)
        attack += s->territory[s->turn][kind] * card_of(kind)->attack;
    return attack;
}

static void end_battle(struct kunitori *s)
{
    int seat = defender(s);
    s->force[seat] = 0;
    s->attacked &= (uint8_t)~SEAT_BIT(seat);
    s->subject = KIND_NONE;
    s->phase = PH_DEFEND;
    if (!s->attacked)
        kunitori_begin_buy(s);
}

/* The revealed card at this place goes on top of the deck, and everybody sees it. */
static void put_back(struct kunitori *s, int seat, int place)
{
    zone_push(ZONE_OF(s->top[seat]), zone_take_at(ZONE_OF(s->shown[seat]), place));
}

/* Reinforcements go back; their owner chooses the order if it makes a difference (U8). */
void kunitori_return_reinforcements(struct kunitori *s)
{
    int seat = defender(s);
    struct kunitori_shown *shown = &s->shown[seat];
    s->subject = KIND_NONE;
    if (shown->count == 2 && shown->card[0].kind != shown->card[1].kind) {
        s->phase = PH_TOP;
        return;
    }
    while (shown->count > 0)
        put_back(s, seat, 0);
    end_battle(s);
}

void kunitori_put_on_top(struct kunitori *s, int kind)
{
    int seat = defender(s), place = s->shown[seat].card[0].kind == kind;
    put_back(s, seat, place);
    put_back(s, seat, 0);
    end_battle(s);
}

/* U1 */
int kunitori_prize(int margin)
{
    if (margin > 0)
        return margin > 6 ? LAND : margin > 3 ? TOWN : VILLAGE;
    return margin < -2 ? LAND : margin < -1 ? TOWN : margin < 0 ? VILLAGE : KIND_NONE;
}

/* An attacker who wins gains the prize; a defender who wins is asked (U1, U9). */
static void decide_battle(struct kunitori *s, int margin)
{
    int prize = kunitori_prize(margin);
    if (margin > 0)
        kunitori_gain(s, s->turn, prize);
    if (margin < 0 && s->supply[prize])
        kunitori_ask(s, PH_PRIZE, prize, 0);
    else
        kunitori_return_reinforcements(s);
}

void kunitori_reveal(struct kunitori *s, int kind)
{
    int seat = defender(s);
    hand_take(&s->head, s->hand[seat], kind, 1, seat);
    zone_insert(ZONE_OF(s->shown[seat]), (struct card){(uint8_t)kind, everybody(&s->head)});
}

/* Cards revealed in an ambush go back to the hand at once; everybody has seen them (U7). */
void kunitori_fight(struct kunitori *s)
{
    int seat = defender(s), margin = s->force[seat] - kunitori_defence(s, seat, true);
    while (s->shown[seat].count > 0)
        hand_put(&s->head, s->hand[seat], zone_pop(ZONE_OF(s->shown[seat])), seat);
    decide_battle(s, margin);
}

void kunitori_reinforce(struct kunitori *s, struct rng *rng)
{
    int seat = defender(s);
    kunitori_reveal_top(s, seat, rng);
    decide_battle(s, s->force[seat] - kunitori_defence(s, seat, false));
}
