/* Kenjin: why a move is refused, and what must be true in every state. This is written from the
 * clauses of rules.md and not from the moves that rules.c offers. The tests compare the two, and
 * their agreement is evidence that both are right. */
#include "kenjin.h"

#include "core/catalog.h"

/* ---- Refusals ---- */

static const struct clause
    k1_deploy = {"K1", SAY("Deploy a card now. You can expose, look or move only right "
                           "after you deploy a Scout, Shugenja or General.")},
    k1_held = {"K1", SAY("You have no such card in your hand.")},
    k1_where = {"K1", SAY("You can deploy only on the four battlefields where you fight.")},
    k1_ability = {"K1", SAY("First use the ability of the unit that you have just deployed.")},
    k2_expose = {"K2", SAY("The Scout can turn up only a face-down card of your opponent on the "
                           "Scout's battlefield.")},
    k2_look = {"K2", SAY("The Shugenja can look only at a face-down card of another player.")},
    k3_move = {"K3", SAY("The General can move only one of your own face-down cards, from his "
                         "battlefield to another battlefield where you fight.")},
    k3_open = {"K3", SAY("That card has been turned up: it can no longer be moved, looked at or "
                         "removed. Choose a face-down card.")},
    k4_none = {"K4", SAY("You have no Assassin in your hand.")},
    k4_send = {"K4", SAY("Only the Assassin can be sent out to remove a card. Send her out first, "
                         "then choose the card.")},
    k4_nobody = {"K4",
                 SAY("No opponent has a face-down card: deploy the Assassin on your own side.")},
    k4_target = {"K4", SAY("The Assassin can remove only a face-down card of an opponent.")},
    k4_must = {"K4", SAY("An opponent has a face-down card, so you cannot deploy the Assassin on "
                         "your own side. Send her out to remove a card.")},
    k5_full =
        {"K5",
         SAY("Each side can have at most three cards on the Bridge. Choose another battlefield.")},
    k8_reveal = {"K8", SAY("All cards are deployed. The next step is to reveal a battlefield.")},
    k9_fight =
        {"K9", SAY("The cards on this battlefield are face up. The next step is to fight for it.")},
    k12_weakest =
        {"K12",
         SAY("You must destroy a card of the lowest strength in your army on the Sanctuary.")},
    k18_two = {"K18", SAY("Choose two different battlefields where you fight (in a team game, also "
                          "where your partner fights), but not the Supply Camp itself.")},
    k18_order = {"K18",
                 SAY("Name the two battlefields in the order in which they will be fought for.")},
    k23_choose = {"K23", SAY("Choose one of the tiles on offer.")};

const struct clause *const kenjin_absent[] = {&k1_held, &k4_none, NULL};

/* Whether the Assassin finds a card to remove. */
static bool enemy_hides(const struct kenjin *s)
{
    return some_hide(s, all_seats(&s->head) & ~team_of(s, s->turn));
}

static const struct clause *judge_deploy(const struct kenjin *s, int kind, int tile)
{
    int stack = stack_at(s, s->turn, tile);
    if (!holds(s, s->turn, kind))
        return &k1_held;
    if (stack == STACKS)
        return &k1_where;
    if (kind == ASSASSIN && enemy_hides(s))
        return &k4_must;
    return full(s, s->turn, stack) ? &k5_full : NULL;
}

/* The card that a move names; one that has been turned up is out of reach (K3). */
static const struct clause *judge_card(const struct kenjin *s, struct side side, int number,
                                       const struct clause *wrong)
{
    const struct kenjin_stack *z = &s->stack[side.seat][side.stack];
    if (number < 1 || number > z->count)
        return wrong;
    if (face_down(z->card[number - 1]))
        return NULL;
    return secret_unit(z->card[number - 1].kind) ? &k3_open : wrong;
}

/* A card of another player anywhere: seat, tile and place. */
static const struct clause *judge_aim(const struct kenjin *s, struct move move,
                                      const struct clause *wrong)
{
    int seat = move.seats ? __builtin_ctz(move.seats) : SEAT_NONE;
    if (!single(move.seats) || seat >= s->head.players || seat == s->turn)
        return wrong;
    int stack = stack_at(s, seat, move.number[0]);
    return stack == STACKS ? wrong : judge_card(s, side_at(seat, stack), move.number[1], wrong);
}

static const struct clause *judge_send(const struct kenjin *s, int kind)
{
    if (kind != ASSASSIN)
        return holds(s, s->turn, kind) ? &k4_send : &k1_held;
    if (!holds(s, s->turn, ASSASSIN))
        return &k4_none;
    return enemy_hides(s) ? NULL : &k4_nobody;
}

static const struct clause *judge_kill(const struct kenjin *s, struct move move)
{
    if (move.verb != KILL || (move.seats & team_of(s, s->turn)))
        return &k4_target;
    return judge_aim(s, move, &k4_target);
}

static const struct clause *judge_deployment(const struct kenjin *s, struct move move)
{
    if (move.verb == DEPLOY)
        return judge_deploy(s, move.kind, move.number[0]);
    if (move.verb == SEND)
        return judge_send(s, move.kind);
    return move.verb == KILL ? &k4_send : &k1_deploy;
}

static const struct clause *judge_expose(const struct kenjin *s, struct move move)
{
    if (move.verb != EXPOSE)
        return &k1_ability;
    return judge_card(s, scouted(s), move.number[0], &k2_expose) ? &k2_expose : NULL;
}

static const struct clause *judge_look(const struct kenjin *s, struct move move)
{
    return move.verb == LOOK ? judge_aim(s, move, &k2_look) : &k1_ability;
}

static const struct clause *judge_move(const struct kenjin *s, struct move move)
{
    int from = stack_at(s, s->turn, s->at), to = stack_at(s, s->turn, move.number[1]);
    if (move.verb != MOVE)
        return &k1_ability;
    if (to == STACKS || to == from)
        return &k3_move;
    const struct clause *against = judge_card(s, side_at(s->turn, from), move.number[0], &k3_move);
    return against ? against : full(s, s->turn, to) ? &k5_full : NULL;
}

static const struct clause *judge_sacrifice(const struct kenjin *s, struct move move)
{
    struct side side = altar(s);
    const struct kenjin_stack *z = &s->stack[side.seat][side.stack];
    int place = move.number[0] - 1;
    if (move.verb != SACRIFICE || place < 0 || place >= z->count)
        return &k12_weakest;
    for (int other = 0; other < z->count; other++)
        if (kenjin_strength(SANCTUARY, z, other) < kenjin_strength(SANCTUARY, z, place))
            return &k12_weakest;
    return NULL;
}

/* How many battlefields are fought for before the tile; all of them if it is not in play. */
static int fought_before(const struct kenjin *s, int tile)
{
    int fought = 0;
    while (fought < slots(s) && s->tile[kenjin_slot(s, fought)] != tile)
        fought++;
    return fought;
}

/* Two tiles that the conqueror of the Supply Camp names. */
static const struct clause *judge_supplies(const struct kenjin *s, int conqueror,
                                           const uint8_t tiles[SUPPLIES])
{
    if (tiles[0] == tiles[1])
        return &k18_two;
    for (int i = 0; i < SUPPLIES; i++)
        if (tiles[i] == CAMP || !team_fights(s, conqueror, tiles[i]))
            return &k18_two;
    return fought_before(s, tiles[0]) < fought_before(s, tiles[1]) ? NULL : &k18_order;
}

static const struct clause *judge_supply(const struct kenjin *s, struct move move)
{
    return move.verb == SUPPLY ? judge_supplies(s, kenjin_actor(s), move.number) : &k18_two;
}

static const struct clause *judge_choose(const struct kenjin *s, struct move move)
{
    for (int i = 0; move.verb == CHOOSE && i < TILES_EACH; i++)
        if (s->offer[i] == move.number[0])
            return NULL;
    return &k23_choose;
}

const struct clause *kenjin_judge(const void *view, struct move move)
{
    const struct kenjin *s = view;
    switch ((enum phase)s->phase) {
    case PH_DRAFT:
        return judge_choose(s, move);
    case PH_DEPLOY:
        return judge_deployment(s, move);
    case PH_KILL:
        return judge_kill(s, move);
    case PH_EXPOSE:
        return judge_expose(s, move);
    case PH_LOOK:
        return judge_look(s, move);
    case PH_MOVE:
        return judge_move(s, move);
    case PH_REVEAL:
        return move.verb == REVEAL ? NULL : &k8_reveal;
    case PH_FIGHT:
        return move.verb == FIGHT ? NULL : &k9_fight;
    case PH_SACRIFICE:
        return judge_sacrifice(s, move);
    case PH_SUPPLY:
        return judge_supply(s, move);
    case PH_OVER:
    case PHASES:
        break;
    }
    return &k8_reveal;
}

/* ---- Invariants ---- */

static bool combat(const struct kenjin *s)
{
    return s->phase >= PH_REVEAL;
}

/* How many battlefields have a tile; in a draft, all 4-point tiles come before the 6-point ones. */
static int tiles_placed(const struct kenjin *s)
{
    int placed = 0;
    for (int slot = 0; slot < SLOTS_MAX; slot++)
        placed += s->tile[slot] != TILE_NONE;
    return placed;
}

/* The slot of the n-th tile (from 0) that is chosen in a draft, and the seat that chooses it (K23).
 */
static int draft_slot(const struct kenjin *s, int n, int *chooser)
{
    int players = s->head.players, back = 2 * players - 1 - n;
    *chooser = (s->starter + (n < players ? n : back)) % players;
    return n < players ? 2 * *chooser : 2 * right_of(&s->head, *chooser) + 1;
}

static const char *check_tiles(const struct kenjin *s)
{
    unsigned seen = 0;
    for (int slot = 0; slot < SLOTS_MAX; slot++) {
        int tile = s->tile[slot];
        if (tile == TILE_NONE && (s->phase == PH_DRAFT || slot >= slots(s)))
            continue;
        if (slot >= slots(s) || tile == TILE_NONE || (tile >= BRIDGE) != slot % 2 ||
            (seen >> tile & 1))
            return "a battlefield has a tile that cannot lie there";
        seen |= 1u << tile;
    }
    return NULL;
}

static const char *check_draft(const struct kenjin *s)
{
    int players = s->head.players, placed = tiles_placed(s), offered = 0, chooser = SEAT_NONE;
    if (s->phase != PH_DRAFT) {
        for (int i = 0; i < TILES_EACH; i++)
            offered += s->offer[i] != TILE_NONE;
        return offered ? "there are tiles on offer, but no draft" : NULL;
    }
    if (!s->draft || placed >= 2 * players)
        return "there is a draft without the option, or after its last tile";
    for (int n = 0; n < 2 * players; n++)
        if ((s->tile[draft_slot(s, n, &chooser)] != TILE_NONE) != (n < placed))
            return "tiles were chosen out of turn";
    draft_slot(s, placed, &chooser);
    for (int i = 0; i < TILES_EACH && s->offer[i]; i++, offered++) {
        bool right = (s->offer[i] >= BRIDGE) == (placed >= players);
        for (int slot = 0; slot < SLOTS_MAX; slot++)
            right &= s->tile[slot] != s->offer[i];
        if (!right || (i > 0 && s->offer[i] <= s->offer[i - 1]))
            return "these tiles cannot be on offer";
    }
    for (int i = offered; i < TILES_EACH; i++)
        if (s->offer[i])
            return "these tiles cannot be on offer";
    return offered != players + 1 - placed % players || chooser != s->turn
               ? "there are too many or too few tiles on offer, or the wrong player has the turn"
               : NULL;
}

/* Whether the hands are right for a round that began with `whole` cards in each hand: the seats
 * before s->turn have finished their turns, and s->turn may be in the middle of one. In the last
 * round a turn is one card. */
static bool hands_fit(const struct kenjin *s, int whole)
{
    int players = s->head.players, before = (s->turn - s->starter + players) % players;
    int after = whole > 1 ? whole - 2 : 0;
    bool deploys = s->phase == PH_DEPLOY || s->phase == PH_KILL;
    for (int seat = 0; seat < players; seat++) {
        int order = (seat - s->starter + players) % players, hand = s->hand[seat].count;
        bool begun = whole > 1 && hand == whole - 1;
        bool right = order < before   ? hand == after
                     : order > before ? hand == whole
                                      : begun || hand == (deploys ? whole : after);
        if (!right)
            return false;
    }
    return true;
}

/* Whether all hands are this large. */
static bool hands_are(const struct kenjin *s, int size)
{
    for (int seat = 0; seat < s->head.players; seat++)
        if (s->hand[seat].count != size)
            return false;
    return true;
}

static bool hands_fit_round(const struct kenjin *s)
{
    for (int whole = CARDS; whole > 0; whole -= 2)
        if (hands_fit(s, whole))
            return true;
    return false;
}

static const char *check_hands(const struct kenjin *s)
{
    bool fit = combat(s)              ? hands_are(s, 0)
               : s->phase == PH_DRAFT ? hands_are(s, CARDS)
                                      : hands_fit_round(s);
    for (int seat = 0; seat < s->head.players; seat++)
        for (int i = 0; i < s->hand[seat].count; i++)
            if (s->hand[seat].card[i].seen != SEAT_BIT(seat))
                return "others have seen a card of a hand";
    return fit ? NULL : "a hand has too many or too few cards";
}

/* For every removed card, an Assassin of another seat is in that army. A seat also has its own
 * Assassin until it sends her out. */
static const char *check_assassins(const struct kenjin *s)
{
    int sent = 0, all = 0;
    for (int seat = 0; seat < s->head.players; seat++) {
        sent += s->removed[seat].count;
        all += s->assassins[seat];
    }
    for (int seat = 0; seat < s->head.players; seat++) {
        int removed = s->removed[seat].count, own = s->assassins[seat] - removed;
        if (own < 0 || own > 1 || removed > sent - !own ||
            zone_number(ZONE_IN(s->hand[seat]), ASSASSIN) > own)
            return "an Assassin has no card that she removed, or a removed card has no Assassin";
    }
    return all == s->head.players ? NULL : "there are more or fewer Assassins than players";
}

static const char *check_bridge(const struct kenjin *s)
{
    for (int seat = 0; seat < s->head.players; seat++)
        for (int stack = 0; stack < STACKS; stack++)
            if (tile_of(s, seat, stack) == BRIDGE && s->stack[seat][stack].count > BRIDGE_MAX)
                return "a side has more than three cards on the Bridge";
    return NULL;
}

static bool on_top(const struct kenjin *s, int stack, int kind)
{
    const struct kenjin_stack *z = &s->stack[s->turn][stack];
    return z->count > 0 && z->card[z->count - 1].kind == kind;
}

/* A target is chosen only for a unit that has just been deployed and that has a target. */
static const char *check_ability(const struct kenjin *s)
{
    int stack = s->at ? stack_at(s, s->turn, s->at) : STACKS;
    bool fits = s->at == TILE_NONE;
    if (s->phase == PH_KILL)
        fits &= judge_send(s, ASSASSIN) == NULL;
    if (s->phase == PH_EXPOSE || s->phase == PH_MOVE) {
        if (stack == STACKS)
            return "an ability is used, but its battlefield is missing";
        struct side other = scouted(s);
        fits = s->phase == PH_EXPOSE
                   ? on_top(s, stack, SCOUT) &&
                         !all_face_up(ZONE_IN(s->stack[other.seat][other.stack]))
                   : on_top(s, stack, GENERAL) && !all_face_up(ZONE_IN(s->stack[s->turn][stack]));
    } else if (s->phase == PH_LOOK) {
        bool there = false;
        for (int i = 0; i < STACKS; i++)
            there |= on_top(s, i, SHUGENJA);
        fits &= there && some_hide(s, all_seats(&s->head) & ~(unsigned)SEAT_BIT(s->turn));
    }
    return fits ? NULL : "the unit whose ability is used is not there, or has no target";
}

/* Battlefields that have been or are being fought for lie open; after the combat only the conqueror
 * has an army there. */
static const char *check_battles(const struct kenjin *s)
{
    bool open = s->phase == PH_FIGHT || s->phase == PH_SACRIFICE;
    if (s->fought > (combat(s) ? slots(s) : 0) || (s->phase == PH_OVER) != (s->fought == slots(s)))
        return "battlefields were fought for at the wrong time";
    for (int i = 0; i < slots(s); i++) {
        int slot = kenjin_slot(s, i);
        unsigned sides = 0;
        for (int k = 0; k < 2; k++) {
            struct side side = side_of(s, slot, k);
            const struct zone *z = ZONE_IN(s->stack[side.seat][side.stack]);
            sides |= SEAT_BIT(side.seat);
            if (i < s->fought + open && !all_face_up(z))
                return "a battlefield that was revealed has a face-down card";
            if (s->holder[slot] && (s->holder[slot] == SEAT_BIT(side.seat)) != (z->count > 0))
                return "a conqueror has no army, or a beaten army is still there";
        }
        if (s->holder[slot] &&
            (i >= s->fought || !single(s->holder[slot]) || (s->holder[slot] & ~sides)))
            return "a battlefield has a conqueror that it cannot have";
    }
    for (int slot = slots(s); slot < SLOTS_MAX; slot++)
        if (s->holder[slot])
            return "a battlefield has a conqueror that it cannot have";
    return NULL;
}

static const char *check_choices(const struct kenjin *s)
{
    int slot = kenjin_slot(s, s->phase == PH_SUPPLY ? 0 : s->fought), tile = s->tile[slot];
    unsigned sides = SEAT_BIT(side_of(s, slot, 0).seat) | SEAT_BIT(side_of(s, slot, 1).seat);
    if ((s->phase == PH_SACRIFICE) != (s->pending != 0))
        return "a player must destroy a card at the wrong time";
    for (unsigned left = s->pending; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        if (tile != SANCTUARY || !(sides & SEAT_BIT(seat)) ||
            s->stack[seat][stack_at(s, seat, SANCTUARY)].count == 0)
            return "a player must destroy a card where there is none";
    }
    if (s->phase == PH_SUPPLY && (s->fought != 1 || tile != CAMP || !s->holder[slot]))
        return "the Supply Camp was not conquered";
    return NULL;
}

static const char *check_supplied(const struct kenjin *s)
{
    int camp = kenjin_slot(s, 0);
    bool chosen = s->fought > 0 && s->tile[camp] == CAMP && s->holder[camp] &&
                  s->phase != PH_SUPPLY;
    if (!chosen)
        return s->supplied[0] || s->supplied[1]
                   ? "supplies were sent, but the Supply Camp was not conquered"
                   : NULL;
    return judge_supplies(s, __builtin_ctz(s->holder[camp]), s->supplied)
               ? "supplies were sent where they cannot be sent"
               : NULL;
}

static const char *check_port(const struct kenjin *s)
{
    int slot = kenjin_slot(s, s->fought < slots(s) ? s->fought : 0);
    for (int seat = 0; seat < s->head.players; seat++) {
        int stack = stack_at(s, seat, PORT);
        bool counted = s->phase == PH_FIGHT && s->tile[slot] == PORT && stack < STACKS;
        if (s->faceup[seat] > (counted ? s->stack[seat][stack].count : 0))
            return "face-up cards are counted where there are none";
    }
    return NULL;
}

/* The thirteenth card lies on top of a stack, or was removed, or its battlefield has been fought
 * for. */
static const char *check_last(const struct kenjin *s)
{
    for (int seat = 0; seat < s->head.players; seat++) {
        int last = s->last[seat], removed = last - STACKS;
        if ((s->coward & SEAT_BIT(seat)) && s->hand[seat].count > 0)
            return "a player in 'coward' still has cards in hand";
        if (last == 0)
            continue;
        if (s->hand[seat].count > 0 || removed > s->removed[seat].count)
            return "a thirteenth card is not where 'last' says";
        if (removed > 0)
            continue;
        const struct kenjin_stack *z = &s->stack[seat][last - 1];
        int slot = slot_of(s, seat, last - 1), before = fought_before(s, s->tile[slot]);
        bool gone = before < s->fought + (s->phase == PH_SACRIFICE);
        if (!gone && (z->count == 0 || !secret_unit(z->card[z->count - 1].kind)))
            return "a thirteenth card is not where 'last' says";
    }
    return NULL;
}

const char *kenjin_check(const void *state)
{
    static const char *(*const checks[])(const struct kenjin *) = {
        check_tiles,   check_draft,   check_hands,    check_assassins, check_bridge, check_ability,
        check_battles, check_choices, check_supplied, check_port,      check_last,
    };
    const struct kenjin *s = state;
    const char *wrong = NULL;
    if (s->teams > (s->head.players == 4) || s->draft > (s->head.players > 2))
        return "an option is not allowed with this number of players";
    if (s->starter >= s->head.players || s->turn >= s->head.players ||
        (combat(s) && s->turn != s->starter))
        return "the first player or the turn is impossible";
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !wrong; i++)
        wrong = checks[i](s);
    return wrong;
}
