/* Kenjin in words: prompts, narration, the table in a terminal, and a beginner's judgement.
 * Everything here works on views. */
#include "games/kenjin.h"

static const char *const tile_titles[TILES] = {
    "",       "Port",      "Rice Field", "Village",       "Supply Camp", "Torii",
    "Bridge", "Sanctuary", "Palace",     "Golden Temple", "Fortress",
};

static const char *const tile_effects[TILES] = {
    [PORT] = "+1 for each card that lay face up",
    [RICE] = "Peasants have strength 1",
    [VILLAGE] = "cards of strength 1 have 2",
    [CAMP] = "fought first; its conqueror gets +1 on two others",
    [TORII] = "+1 point for each other conquest",
    [BRIDGE] = "at most three cards a side",
    [SANCTUARY] = "each side loses its weakest card",
    [PALACE] = "-2 for the side with more cards",
    [TEMPLE] = "a lead of 4 is needed",
    [FORTRESS] = "three cards are needed",
};

static const char *const unit_effects[KINDS] = {
    [SCOUT] = "turns up a card that faces him",
    [SHUGENJA] = "looks at a face-down card",
    [GENERAL] = "sends a face-down card of yours elsewhere",
    [ASSASSIN] = "nobody to kill, so she joins your side",
    [ASHIGARU] = "no ability",
    [LORD] = "+1 a card above; 3 points if he survives",
    [ARCHER] = "shoots a Samurai",
    [SAMURAI] = "cuts down Peasants, Brute, Ashigaru",
    [BRUTE] = "no ability",
    [PEASANT] = "a point if one survives",
};

static const char *title(int kind)
{
    return kenjin_kinds[kind].title;
}

/* "the 2nd card of B's stack on the Port" */
static void out_place(struct out *o, const void *view, int seat, int tile, int number)
{
    static const char *const ordinals[CARDS + 1] = {"",     "1st",  "2nd",  "3rd", "4th",
                                                    "5th",  "6th",  "7th",  "8th", "9th",
                                                    "10th", "11th", "12th", "13th"};
    out_format(o, "the %s card of ", ordinals[number]);
    out_whose(o, view, seat);
    out_format(o, " stack on the %s", tile_titles[tile]);
}

/* The card of a move that aims at one, as far as the viewer knows it. */
static struct card aimed_at(const struct kenjin *s, struct move move)
{
    int seat = __builtin_ctz(move.seats);
    return s->stack[seat][stack_at(s, seat, move.number[0])].card[move.number[1] - 1];
}

/* ---- Prompts and moves ---- */

static void describe_deploy(const struct kenjin *s, struct move move, struct out *o)
{
    int left = s->hand[s->turn].count, stack = stack_at(s, s->turn, move.number[0]);
    bool able = move.kind == SCOUT || move.kind == SHUGENJA || move.kind == GENERAL;
    out_format(o, "%sstrength %d, ", secret_unit(move.kind) ? "secret, " : "",
               kenjin_strengths[move.kind]);
    if (move.kind == LORD && left == 1)
        out_format(o, "but %d points lost as your last card", COWARDICE);
    else if (able && !has_target(s, move.kind, stack))
        out_text(o, "without effect here");
    else
        out_text(o, unit_effects[move.kind]);
    if (left == 2 && move.kind != LORD && holds(s, s->turn, LORD))
        out_format(o, "; the Lord will be last and cost %d", COWARDICE);
}

/* What the viewer knows of a card that he may aim at. */
static void describe_known(struct card card, struct out *o)
{
    if (card.kind)
        out_format(o, "; you know it: %s", title(card.kind));
}

static void describe_sacrifice(const struct kenjin *s, int place, struct out *o)
{
    struct side side = altar(s);
    const struct kenjin_stack *z = &s->stack[side.seat][side.stack];
    int lord = 0;
    while (lord < z->count && z->card[lord].kind != LORD)
        lord++;
    out_format(o, "destroy your %s", title(z->card[place].kind));
    if (lord < z->count && lord != place)
        out_text(o, place > lord ? ", above the Lord" : ", below the Lord");
}

void kenjin_describe(const void *view, struct move move, struct out *o)
{
    const struct kenjin *s = view;
    switch ((enum verb_id)move.verb) {
    case DEPLOY:
        describe_deploy(s, move, o);
        break;
    case SEND:
        out_format(o, "strength %d, to the army whose card she removes",
                   kenjin_strengths[ASSASSIN]);
        break;
    case KILL:
        out_text(o, "remove it and see it");
        describe_known(aimed_at(s, move), o);
        break;
    case EXPOSE:
        out_text(o, "turn it up for all");
        describe_known(s->stack[scouted(s).seat][scouted(s).stack].card[move.number[0] - 1], o);
        break;
    case LOOK:
        out_text(o, "see it alone");
        describe_known(aimed_at(s, move), o);
        break;
    case MOVE:
        out_format(
            o, "your %s goes on top there",
            title(s->stack[s->turn][stack_at(s, s->turn, s->at)].card[move.number[0] - 1].kind));
        break;
    case CHOOSE:
        out_format(o, "%d points: %s", tile_points(move.number[0]), tile_effects[move.number[0]]);
        break;
    case REVEAL:
        out_format(o, "turn up all cards on the %s", tile_titles[s->tile[battle(s)]]);
        break;
    case FIGHT:
        out_format(o, "see who conquers the %s", tile_titles[s->tile[battle(s)]]);
        break;
    case SACRIFICE:
        describe_sacrifice(s, move.number[0] - 1, o);
        break;
    case SUPPLY:
        out_text(o, "+1 there for your side");
        break;
    case VERBS:
        break;
    }
}

static void prompt_deploy(const struct kenjin *s, struct out *o)
{
    int left = s->hand[s->turn].count;
    if (left == 1)
        out_text(o, "Deploy your last card.");
    else
        out_format(o, "Deploy the %s card of your turn; you hold %d.",
                   left % 2 ? "first" : "second", left);
}

void kenjin_prompt(const void *view, struct out *o)
{
    const struct kenjin *s = view;
    switch ((enum phase)s->phase) {
    case PH_DRAFT:
        out_format(o, "Choose a battlefield; it will lie between you and %c.",
                   'A' + (s->offer[0] >= BRIDGE ? right_of(&s->head, s->turn)
                                                : left_of(&s->head, s->turn)));
        break;
    case PH_DEPLOY:
        prompt_deploy(s, o);
        break;
    case PH_KILL:
        out_text(o, "Your Assassin removes a face-down card: which one?");
        break;
    case PH_EXPOSE:
        out_format(o, "Your Scout turns up a card on the %s: which one, counted from the bottom?",
                   tile_titles[s->at]);
        break;
    case PH_LOOK:
        out_text(o, "Your Shugenja looks at a face-down card: which one?");
        break;
    case PH_MOVE:
        out_format(o, "Your General sends a face-down card away from the %s: which one, and where?",
                   tile_titles[s->at]);
        break;
    case PH_REVEAL:
        out_format(o, "Next comes the %s.", tile_titles[s->tile[battle(s)]]);
        break;
    case PH_FIGHT:
        out_format(o, "The armies on the %s lie open.", tile_titles[s->tile[battle(s)]]);
        break;
    case PH_SACRIFICE:
        out_text(o, "Destroy one of your weakest cards at the Sanctuary.");
        break;
    case PH_SUPPLY:
        out_text(o, "You conquered the Supply Camp: which two battlefields get +1?");
        break;
    case PH_OVER:
    case PHASES:
        out_text(o, "The game is over.");
        break;
    }
}

/* ---- Narration: draft and deployment ---- */

/* 'the Lord', 'a Peasant', '3 Peasants'. */
static void out_units(struct out *o, int number, int kind)
{
    if (number > 1)
        out_number(o, number, title(kind));
    else
        out_format(o, "%s %s", kind == PEASANT ? "a" : "the", title(kind));
}

static void tell_choice(const struct kenjin *s, struct move move, const struct kenjin *t,
                        struct out *o)
{
    bool back = move.number[0] >= BRIDGE;
    int with = back ? right_of(&s->head, s->turn) : left_of(&s->head, s->turn);
    out_doing(o, t, s->turn, "choose");
    out_format(o, " the %s; it lies between ", tile_titles[move.number[0]]);
    out_seat(o, t, s->turn);
    out_text(o, " and ");
    out_seat(o, t, with);
    out_text(o, ".\n");
    if (!back && t->offer[0] >= BRIDGE)
        out_text(o, "Now the 6-point tiles, the other way round.\n");
}

static void tell_deploy(const struct kenjin *s, struct move move, const struct kenjin *t,
                        struct out *o)
{
    static const char *const in_vain[KINDS] = {
        [SCOUT] = "No face-down card faces the Scout.\n",
        [SHUGENJA] = "There is no face-down card to look at.\n",
        [GENERAL] = "The General has no face-down card to send away.\n",
    };
    bool down = move.kind == KIND_NONE || secret_unit(move.kind);
    bool aims = t->phase == PH_EXPOSE || t->phase == PH_LOOK || t->phase == PH_MOVE;
    out_doing(o, t, s->turn, "deploy");
    out_char(o, ' ');
    if (move.kind)
        out_units(o, 1, move.kind);
    else
        out_text(o, title(KIND_NONE));
    out_format(o, "%s on the %s.\n", down ? " face down" : "", tile_titles[move.number[0]]);
    if (in_vain[move.kind] && !aims)
        out_text(o, in_vain[move.kind]);
}

static void tell_kill(const struct kenjin *s, struct move move, const struct kenjin *t,
                      struct out *o)
{
    int victim = __builtin_ctz(move.seats);
    const struct kenjin_removed *removed = &t->removed[victim];
    struct card card = removed->card[removed->count - 1];
    out_owner(o, t, s->turn);
    out_text(o, " Assassin removes ");
    out_place(o, t, victim, move.number[0], move.number[1]);
    out_text(o, " and takes its place.\n");
    if (card.kind) {
        out_text(o, "It was ");
        out_units(o, 1, card.kind);
        out_text(o, ".\n");
    }
}

static void tell_cowards(const struct kenjin *s, const struct kenjin *t, struct out *o)
{
    for (unsigned left = t->coward & ~s->coward; left; left &= left - 1) {
        out_doing(o, t, __builtin_ctz(left), "lose");
        out_format(o, " %d points in the end: the Lord was deployed last.\n", COWARDICE);
    }
}

static void tell_expose(const struct kenjin *s, struct move move, const struct kenjin *t,
                        struct out *o)
{
    struct side other = scouted(s);
    out_owner(o, t, s->turn);
    out_text(o, " Scout turns up ");
    out_place(o, t, other.seat, s->at, move.number[0]);
    out_text(o, ": ");
    out_units(o, 1, t->stack[other.seat][other.stack].card[move.number[0] - 1].kind);
    out_text(o, ".\n");
    tell_cowards(s, t, o);
}

static void tell_look(const struct kenjin *s, struct move move, const struct kenjin *t,
                      struct out *o)
{
    int kind = aimed_at(t, move).kind;
    out_owner(o, t, s->turn);
    out_text(o, " Shugenja looks at ");
    out_place(o, t, __builtin_ctz(move.seats), move.number[0], move.number[1]);
    if (kind) {
        out_text(o, ": ");
        out_units(o, 1, kind);
    }
    out_text(o, ".\n");
}

static void tell_shift(const struct kenjin *s, struct move move, const struct kenjin *t,
                       struct out *o)
{
    int from = stack_at(s, s->turn, s->at);
    int kind = s->stack[s->turn][from].card[move.number[0] - 1].kind;
    out_owner(o, t, s->turn);
    out_text(o, " General sends ");
    out_place(o, t, s->turn, s->at, move.number[0]);
    if (kind) {
        out_text(o, ", ");
        out_units(o, 1, kind);
        out_char(o, ',');
    }
    out_format(o, " to the %s.\n", tile_titles[move.number[1]]);
}

/* ---- Narration: combat ---- */

static void tell_reveal(const struct kenjin *s, const struct kenjin *t, struct out *o)
{
    int slot = battle(s), tile = s->tile[slot];
    out_style(o, STYLE_STRONG);
    out_format(o, "The %s, %d points", tile_titles[tile], tile_points(tile));
    out_style(o, STYLE_PLAIN);
    out_format(o, ": %s.\n", tile_effects[tile]);
    for (int i = 0; i < 2; i++) {
        struct side side = side_of(s, slot, i);
        const struct kenjin_stack *z = &t->stack[side.seat][side.stack];
        out_having(o, t, side.seat);
        out_text(o, z->count ? ", from the bottom: " : " nobody here");
        for (int place = 0; place < z->count; place++)
            out_format(o, "%s%s", place ? ", " : "", title(z->card[place].kind));
        out_text(o, ".\n");
    }
    tell_cowards(s, t, o);
}

/* What fell between two moments of a combat, and to whom: 'B loses 2 Peasants to the Samurai.' */
static void tell_losses(const struct kenjin *before, const struct kenjin *after, const char *to,
                        struct out *o)
{
    for (int seat = 0; seat < before->head.players; seat++) {
        bool first = true;
        for (int kind = 1; kind < KINDS; kind++) {
            int lost = after->fallen[seat][kind] - before->fallen[seat][kind];
            if (lost == 0)
                continue;
            if (first)
                out_doing(o, before, seat, "lose");
            out_text(o, first ? " " : ", ");
            out_units(o, lost, kind);
            first = false;
        }
        if (!first)
            out_format(o, " to the %s.\n", to);
    }
}

static void tell_modifier(const struct kenjin *s, int seat, int modifier, const char *by,
                          struct out *o)
{
    if (modifier == 0)
        return;
    out_format(o, "%s: %+d for ", by, modifier);
    out_seat(o, s, seat);
    out_text(o, ".\n");
}

static void tell_totals(const struct kenjin *s, const struct outcome *outcome, struct out *o)
{
    for (int i = 0; i < 2; i++) {
        const struct army *a = &outcome->army[i];
        tell_modifier(s, a->seat, a->tile, tile_titles[s->tile[battle(s)]], o);
        tell_modifier(s, a->seat, a->camp, tile_titles[CAMP], o);
    }
    out_text(o, "Totals: ");
    for (int i = 0; i < 2; i++) {
        const struct army *a = &outcome->army[i];
        out_seat(o, s, a->seat);
        out_format(o, " %d with ", army_total(a));
        out_number(o, a->cards, "card");
        out_text(o, i ? ".\n" : ", ");
    }
}

static void tell_conquest(const struct kenjin *s, int seat, struct out *o)
{
    int tile = s->tile[battle(s)];
    unsigned kinds = kinds_in(&s->stack[seat][stack_at(s, seat, tile)]);
    out_doing(o, s, seat, "conquer");
    out_format(o, " the %s: %d points", tile_titles[tile], tile_points(tile));
    out_text(o, kinds >> PEASANT & 1 ? ", 1 with a Peasant" : "");
    out_text(o, kinds >> LORD & 1 ? ", 3 with the Lord" : "");
    out_text(o, tile == TORII ? ", and 1 for each other conquest.\n" : ".\n");
}

/* From the cards that are left to who conquers. */
static void tell_outcome(const struct kenjin *s, struct out *o)
{
    struct outcome outcome = kenjin_outcome(s, battle(s));
    int tile = s->tile[battle(s)];
    tell_totals(s, &outcome, o);
    if (outcome.holder) {
        tell_conquest(s, __builtin_ctz(outcome.holder), o);
        return;
    }
    out_format(o, "Nobody conquers the %s", tile_titles[tile]);
    out_text(o, !outcome.razed   ? ".\n"
                : tile == TEMPLE ? ": nobody leads by 4, and all cards there are lost.\n"
                                 : ": the stronger side has fewer than three cards, and all cards "
                                   "there are lost.\n");
}

/* The steps of the combat are taken once more on a copy: everything lies open by now. */
static void tell_fight(const struct kenjin *s, struct out *o)
{
    struct kenjin now = *s, before = *s;
    int slot = battle(s);
    kenjin_archers(&now, slot);
    tell_losses(&before, &now, title(ARCHER), o);
    before = now;
    kenjin_samurai(&now, slot);
    tell_losses(&before, &now, title(SAMURAI), o);
    before = now;
    unsigned choosers = s->tile[slot] == SANCTUARY ? kenjin_sanctuary(&now, slot) : 0;
    tell_losses(&before, &now, tile_titles[SANCTUARY], o);
    if (!choosers)
        tell_outcome(&now, o);
    for (; choosers; choosers &= choosers - 1) {
        out_having(o, s, __builtin_ctz(choosers));
        out_text(o, " a card to choose for the Sanctuary.\n");
    }
}

static void tell_sacrifice(const struct kenjin *s, struct move move, struct out *o)
{
    struct kenjin now = *s;
    kenjin_eliminate(&now, altar(s), move.number[0] - 1);
    tell_losses(s, &now, tile_titles[SANCTUARY], o);
    if (single(s->pending))
        tell_outcome(&now, o);
}

/* Whom of the team the supplies help on each of the two. */
static void tell_supply(const struct kenjin *s, struct move move, const struct kenjin *t,
                        struct out *o)
{
    unsigned team = team_of(s, kenjin_actor(s));
    out_doing(o, t, kenjin_actor(s), "send");
    out_text(o, " supplies: +1");
    for (int i = 0; i < SUPPLIES; i++) {
        int slot = 0;
        while (s->tile[slot] != move.number[i])
            slot++;
        struct side side = side_of(s, slot, 0);
        out_text(o, i ? " and for " : " for ");
        out_seat(o, t, team & SEAT_BIT(side.seat) ? side.seat : side_of(s, slot, 1).seat);
        out_format(o, " on the %s", tile_titles[move.number[i]]);
    }
    out_text(o, ".\n");
}

/* ---- Narration: the end ---- */

static void tell_part(struct out *o, int points, const char *name)
{
    if (points)
        out_format(o, ", %s %d", name, points);
}

static void tell_points(const struct kenjin *t, int seat, struct out *o)
{
    struct reckoning r = kenjin_reckon(t, seat);
    out_having(o, t, seat);
    out_char(o, ' ');
    out_number(o, kenjin_points(t, seat), "point");
    out_text(o, ": ");
    out_number(o, r.conquests, "battlefield");
    out_format(o, " %d", r.tiles);
    tell_part(o, r.peasants, "Peasants");
    tell_part(o, r.lord, "Lord");
    tell_part(o, r.torii, "Torii");
    tell_part(o, r.cowardice, "cowardice");
    out_text(o, ".\n");
}

/* What the Assassins removed is shown to all. */
static void tell_end(const struct kenjin *s, const struct kenjin *t, struct out *o)
{
    int points[PLAYERS_MAX], ranks[PLAYERS_MAX];
    for (int seat = 0; seat < t->head.players; seat++)
        for (int i = 0; i < t->removed[seat].count; i++) {
            out_text(o, "An Assassin had removed ");
            out_whose(o, t, seat);
            out_format(o, " %s.\n", title(t->removed[seat].card[i].kind));
        }
    tell_cowards(s, t, o);
    kenjin_scores(t, points, ranks);
    for (int seat = 0; seat < t->head.players; seat++)
        tell_points(t, seat, o);
    for (int seat = 0; t->teams && seat < 2; seat++) {
        out_text(o, "Together ");
        out_seats(o, t, team_of(t, seat), PLAYERS_MAX - 1);
        out_text(o, " have ");
        out_number(o, points[seat], "point");
        out_text(o, ".\n");
    }
    out_winners(o, t, ranks);
}

static void tell_move(const struct kenjin *s, struct move move, const struct kenjin *t,
                      struct out *o)
{
    switch ((enum verb_id)move.verb) {
    case DEPLOY:
        tell_deploy(s, move, t, o);
        break;
    case SEND:
        out_doing(o, t, s->turn, "send");
        out_text(o, " out the Assassin.\n");
        break;
    case KILL:
        tell_kill(s, move, t, o);
        break;
    case EXPOSE:
        tell_expose(s, move, t, o);
        break;
    case LOOK:
        tell_look(s, move, t, o);
        break;
    case MOVE:
        tell_shift(s, move, t, o);
        break;
    case CHOOSE:
        tell_choice(s, move, t, o);
        break;
    case REVEAL:
        tell_reveal(s, t, o);
        break;
    case FIGHT:
        tell_fight(s, o);
        break;
    case SACRIFICE:
        tell_sacrifice(s, move, o);
        break;
    case SUPPLY:
        tell_supply(s, move, t, o);
        break;
    case VERBS:
        break;
    }
}

void kenjin_narrate(const void *before, struct move move, const void *after, struct out *o)
{
    const struct kenjin *s = before, *t = after;
    tell_move(s, move, t, o);
    if (t->phase == PH_REVEAL && s->phase < PH_REVEAL)
        out_text(o, "All cards are deployed: the combats begin.\n");
    if (t->phase == PH_OVER)
        tell_end(s, t, o);
    if (t->phase <= PH_DEPLOY && (s->turn != t->turn || s->phase == PH_DRAFT))
        out_turn(o, t, t->turn);
}

/* ---- The table ---- */

/* A face-down card stands in parentheses, known to the viewer or not. */
static void board_card(int tile, const struct kenjin_stack *z, int place, struct out *o)
{
    struct card card = z->card[place];
    bool down = face_down(card);
    if (card.kind == KIND_NONE) {
        out_styled(o, STYLE_FAINT, " (?)");
        return;
    }
    out_style(o, down ? STYLE_SECRET : STYLE_PLAIN);
    out_format(o, down ? " (%s" NO_BREAK "%d)" : " [%s" NO_BREAK "%d]", title(card.kind),
               kenjin_strength(tile, z, place));
    out_style(o, STYLE_PLAIN);
}

static void board_side(const struct kenjin *s, struct side side, struct out *o)
{
    int slot = slot_of(s, side.seat, side.stack);
    const struct kenjin_stack *z = &s->stack[side.seat][side.stack];
    out_you(o, s, side.seat);
    out_styled(o, STYLE_GOLD, s->holder[slot] == SEAT_BIT(side.seat) ? "*" : " ");
    for (int place = 0; place < z->count; place++)
        board_card(s->tile[slot], z, place, o);
    if (z->count == 0)
        out_styled(o, STYLE_FAINT, " -");
    if (kenjin_supplied(s, s->tile[slot], side.seat))
        out_styled(o, STYLE_GOLD, "  supplied +1");
    out_char(o, '\n');
}

/* The viewer's own battlefields are told with their effects, his own side below; those of others in
 * two lines. */
static void board_slot(const struct kenjin *s, int slot, bool large, struct out *o)
{
    int tile = s->tile[slot], below = side_of(s, slot, 0).seat == s->head.viewer;
    bool now = s->phase >= PH_REVEAL && s->phase <= PH_SACRIFICE && slot == battle(s);
    if (tile == TILE_NONE)
        return;
    out_styled(o, STYLE_GOLD, now ? " > " : "   ");
    out_style(o, STYLE_STRONG);
    out_format(o, "%-13s %d   ", tile_titles[tile], tile_points(tile));
    out_style(o, STYLE_PLAIN);
    if (large) {
        out_styled(o, STYLE_FAINT, tile_effects[tile]);
        out_char(o, '\n');
    }
    for (int i = 0; i < 2; i++) {
        out_format(o, "%*s", large ? 13 : i ? 21 : 0, "");
        board_side(s, side_of(s, slot, i ^ below), o);
    }
}

/* The viewer's own battlefields first, then the others. */
static void board_slots(const struct kenjin *s, struct out *o)
{
    bool plays = s->head.viewer < s->head.players;
    for (int own = 1; own >= 0; own--)
        for (int slot = 0; slot < slots(s); slot++) {
            bool mine = side_of(s, slot, 0).seat == s->head.viewer ||
                        side_of(s, slot, 1).seat == s->head.viewer;
            if (mine == own)
                board_slot(s, slot, mine || !plays, o);
        }
}

static void board_hand(const struct kenjin *s, int seat, struct out *o)
{
    const struct kenjin_stack *hand = &s->hand[seat];
    bool shown = seat == s->head.viewer || s->head.viewer == VIEW_ALL;
    if (hand->count == 0)
        return;
    out_format(o, "  %d in hand%s", hand->count, shown ? ":" : "");
    for (int i = 0, run; shown && i < hand->count; i += run) {
        for (run = 1; i + run < hand->count && hand->card[i + run].kind == hand->card[i].kind;)
            run++;
        out_text(o, i ? ", " : " ");
        if (run > 1)
            out_number(o, run, title(hand->card[i].kind));
        else
            out_text(o, title(hand->card[i].kind));
    }
}

/* What the viewer knows of the cards that Assassins removed. */
static void board_removed(const struct kenjin *s, int seat, struct out *o)
{
    const struct kenjin_removed *z = &s->removed[seat];
    if (z->count == 0)
        return;
    out_text(o, "  removed:");
    for (int i = 0; i < z->count; i++)
        out_format(o, "%s %s", i ? "," : "", z->card[i].kind ? title(z->card[i].kind) : "?");
}

static void board_seat(const struct kenjin *s, int seat, struct out *o)
{
    out_board_seat(o, s, seat, kenjin_actor(s) == seat);
    if (s->phase >= PH_REVEAL) {
        out_style(o, STYLE_GOLD);
        out_format(o, "%2d points", kenjin_points(s, seat));
        out_style(o, STYLE_PLAIN);
    }
    if (s->teams)
        out_format(o, "  with %c", 'A' + (seat + 2) % PLAYERS_MAX);
    board_hand(s, seat, o);
    board_removed(s, seat, o);
    out_char(o, '\n');
}

static void board_offer(const struct kenjin *s, struct out *o)
{
    for (int i = 0; i < TILES_EACH && s->offer[i]; i++)
        out_format(o, "   On offer: %s %d, %s\n", tile_titles[s->offer[i]],
                   tile_points(s->offer[i]), tile_effects[s->offer[i]]);
}

void kenjin_board(const void *view, struct out *o)
{
    const struct kenjin *s = view;
    out_styled(o, STYLE_STRONG,
               s->phase == PH_DRAFT   ? "Draft"
               : s->phase < PH_REVEAL ? "Deployment"
               : s->phase == PH_OVER  ? "The end"
                                      : "Combat");
    out_text(o, "   [face up] (face down) * conquered; stacks from the bottom up\n");
    board_offer(s, o);
    board_slots(s, o);
    for (int seat = 0; seat < s->head.players; seat++)
        board_seat(s, seat, o);
}
