/* Kenjin in words: prompts, descriptions of moves, narration, and the table in a terminal.
 * Everything here works on views. */
#include "kenjin.h"

#include "game/tell.h"

static const char *const tile_titles[TILES] = {
    "",
    SAY("Port"),
    SAY("Rice Field"),
    SAY("Village"),
    SAY("Supply Camp"),
    SAY("Torii"),
    SAY("Bridge"),
    SAY("Sanctuary"),
    SAY("Palace"),
    SAY("Golden Temple"),
    SAY("Fortress"),
};

static const char *const tile_effects[TILES] = {
    [PORT] = SAY("+1 for each card that lay face up"),
    [RICE] = SAY("Peasants have strength 1"),
    [VILLAGE] = SAY("cards of strength 1 count as 2"),
    [CAMP] = SAY("fought first; its conqueror gets +1 on two others"),
    [TORII] = SAY("+1 point for each other conquest"),
    [BRIDGE] = SAY("at most three cards a side"),
    [SANCTUARY] = SAY("each side loses its weakest card"),
    [PALACE] = SAY("-2 for the side with more cards"),
    [TEMPLE] = SAY("a lead of 4 is needed"),
    [FORTRESS] = SAY("the winner needs three cards"),
};

static const char *const unit_effects[KINDS] = {
    [SCOUT] = SAY("turns up a face-down card that faces him"),
    [SHUGENJA] = SAY("looks at a face-down card"),
    [GENERAL] = SAY("sends a face-down card of yours elsewhere"),
    [ASSASSIN] = SAY("there is no card to remove, so she joins your side"),
    [ASHIGARU] = SAY("no ability"),
    [LORD] = SAY("+1 for each card above; 3 points if he survives"),
    [ARCHER] = SAY("eliminates the Samurai who faces him"),
    [SAMURAI] = SAY("eliminates Peasants, Brute and Ashigaru who face him"),
    [BRUTE] = SAY("no ability"),
    [PEASANT] = SAY("1 point if one survives"),
};

static const char *title(int kind)
{
    return kenjin_kinds[kind].title;
}

static struct fill unit(int kind)
{
    return CARD(kenjin_kinds[kind]);
}

static struct fill field(int tile)
{
    return TERM(kenjin_places[tile], tile_titles[tile]);
}

/* 'the Lord', 'a Peasant', '3 Peasants', 'a card'. */
static void put_units(struct out *o, int number, int kind)
{
    if (kind == KIND_NONE)
        say(o, title(kind));
    else if (number > 1)
        tell(o, NULL, "{1} {2}s", NUMBER(number), unit(kind));
    else
        tell(o, NULL, kind == PEASANT ? "a {1}" : "the {1}", unit(kind));
}

/* The same for one card, as a fill of a message that goes to `o`. */
static struct fill one(struct out *o, char text[PIECE_BYTES], int kind)
{
    struct out piece;
    out_init_piece(&piece, text, PIECE_BYTES, o);
    put_units(&piece, 1, kind);
    return PIECE(text);
}

/* "the 2nd card of B's stack on the Port", as a fill of a message that goes to `o`. */
static struct fill place(struct out *o, char text[PIECE_BYTES], const void *view, struct move at)
{
    static const char *const ordinals[CARDS + 1] = {
        "",         SAY("1st"), SAY("2nd"), SAY("3rd"),  SAY("4th"),  SAY("5th"),  SAY("6th"),
        SAY("7th"), SAY("8th"), SAY("9th"), SAY("10th"), SAY("11th"), SAY("12th"), SAY("13th")};
    struct out piece;
    out_init_piece(&piece, text, PIECE_BYTES, o);
    tell(&piece, view, "the {1} card of {2's} stack on the {3}", MESSAGE(ordinals[at.number[1]]),
         WHO(__builtin_ctz(at.seats)), field(at.number[0]));
    return PIECE(text);
}

/* The place of a card, written as in the moves that aim at a card. */
static struct move aim(int seat, int tile, int number)
{
    return (struct move){.seats = (uint8_t)SEAT_BIT(seat),
                         .number = {(uint8_t)tile, (uint8_t)number}};
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
    static const char *const texts[2][2] = {
        {SAY("strength {1}, {2}"),
         SAY("strength {1}, {2}; the Lord will then be your last card and cost {3} points")},
        {SAY("secret, strength {1}, {2}"), SAY("secret, strength {1}, {2}; the Lord will then be "
                                               "your last card and cost {3} points")},
    };
    int left = s->hand[s->turn].count, stack = stack_at(s, s->turn, move.number[0]);
    int strength = kenjin_strengths[move.kind];
    bool able = move.kind == SCOUT || move.kind == SHUGENJA || move.kind == GENERAL;
    bool vain = able && !has_target(s, move.kind, stack);
    bool last = left == 2 && move.kind != LORD && holds(s, s->turn, LORD);
    if (move.kind == LORD && left == 1)
        tell(o, s, "secret, strength {1}, but as your last card he costs {2} points",
             NUMBER(strength), NUMBER(COWARDICE));
    else
        tell(o, s, texts[secret_unit(move.kind)][last], NUMBER(strength),
             MESSAGE(vain ? "no effect here" : unit_effects[move.kind]), NUMBER(COWARDICE));
}

/* What the move does to the card that it aims at; `known` is used if the viewer knows the card. */
static void describe_aim(struct card card, const char *known, const char *unknown, struct out *o)
{
    if (card.kind)
        tell(o, NULL, known, unit(card.kind));
    else
        say(o, unknown);
}

static void describe_sacrifice(const struct kenjin *s, int place, struct out *o)
{
    struct side side = altar(s);
    const struct kenjin_stack *z = &s->stack[side.seat][side.stack];
    int lord = 0;
    while (lord < z->count && z->card[lord].kind != LORD)
        lord++;
    tell(o, s,
         lord == z->count || lord == place ? "destroy your {1}"
         : place > lord                    ? "destroy your {1}, above the Lord"
                                           : "destroy your {1}, below the Lord",
         unit(z->card[place].kind));
}

/* The card that the General may send away. */
static struct card sent(const struct kenjin *s, struct move move)
{
    return s->stack[s->turn][stack_at(s, s->turn, s->at)].card[move.number[0] - 1];
}

void kenjin_describe(const void *view, struct move move, struct out *o)
{
    const struct kenjin *s = view;
    switch ((enum verb_id)move.verb) {
    case DEPLOY:
        describe_deploy(s, move, o);
        break;
    case SEND:
        tell(o, s, "strength {1}; she joins the army whose card she removes",
             NUMBER(kenjin_strengths[ASSASSIN]));
        break;
    case KILL:
        describe_aim(aimed_at(s, move), SAY("remove it and see it; you already know it: {1}"),
                     SAY("remove it and see it"), o);
        break;
    case EXPOSE:
        describe_aim(s->stack[scouted(s).seat][scouted(s).stack].card[move.number[0] - 1],
                     SAY("turn it up for everybody; you already know it: {1}"),
                     SAY("turn it up for everybody"), o);
        break;
    case LOOK:
        describe_aim(aimed_at(s, move), SAY("look at it; you already know it: {1}"),
                     SAY("look at it; nobody else sees it"), o);
        break;
    case MOVE:
        tell(o, s, "your {1} goes on top there", unit(sent(s, move).kind));
        break;
    case CHOOSE:
        tell(o, s, "{1} points: {2}", NUMBER(tile_points(move.number[0])),
             MESSAGE(tile_effects[move.number[0]]));
        break;
    case REVEAL:
        tell(o, s, "turn up all cards on the {1}", field(s->tile[battle(s)]));
        break;
    case FIGHT:
        tell(o, s, "see who conquers the {1}", field(s->tile[battle(s)]));
        break;
    case SACRIFICE:
        describe_sacrifice(s, move.number[0] - 1, o);
        break;
    case SUPPLY:
        say(o, "+1 there for your side");
        break;
    case VERBS:
        break;
    }
}

static void prompt_deploy(const struct kenjin *s, struct out *o)
{
    int left = s->hand[s->turn].count;
    if (left == 1)
        say(o, "Deploy your last card.");
    else
        tell(o, s,
             left % 2 ? "Deploy the first card of your turn; you have {1} cards in hand."
                      : "Deploy the second card of your turn; you have {1} cards in hand.",
             NUMBER(left));
}

void kenjin_prompt(const void *view, struct out *o)
{
    const struct kenjin *s = view;
    switch ((enum phase)s->phase) {
    case PH_DRAFT:
        tell(o, s, "Choose a battlefield; it will lie between you and {1}.",
             WHO(s->offer[0] >= BRIDGE ? right_of(&s->head, s->turn) : left_of(&s->head, s->turn)));
        break;
    case PH_DEPLOY:
        prompt_deploy(s, o);
        break;
    case PH_KILL:
        say(o, "Your Assassin removes a face-down card: which one?");
        break;
    case PH_EXPOSE:
        tell(o, s, "Your Scout turns up a face-down card on the {1}: which one?", field(s->at));
        break;
    case PH_LOOK:
        say(o, "Your Shugenja looks at a face-down card: which one?");
        break;
    case PH_MOVE:
        tell(o, s, "Your General sends a face-down card away from the {1}: which one, and where?",
             field(s->at));
        break;
    case PH_REVEAL:
        tell(o, s, "The next battlefield is the {1}.", field(s->tile[battle(s)]));
        break;
    case PH_FIGHT:
        tell(o, s, "The armies on the {1} are face up.", field(s->tile[battle(s)]));
        break;
    case PH_SACRIFICE:
        say(o, "Destroy one of your weakest cards at the Sanctuary.");
        break;
    case PH_SUPPLY:
        say(o, "You conquered the Supply Camp: which two battlefields get +1?");
        break;
    case PH_OVER:
    case PHASES:
        say(o, "The game is over.");
        break;
    }
}

/* ---- Narration: draft and deployment ---- */

static void tell_choice(const struct kenjin *s, struct move move, const struct kenjin *t,
                        struct out *o)
{
    bool back = move.number[0] >= BRIDGE;
    int with = back ? right_of(&s->head, s->turn) : left_of(&s->head, s->turn);
    tell(o, t, "{1^} choose{1||s} the {2}; it lies between {1} and {3}.\n", WHO(s->turn),
         field(move.number[0]), WHO(with));
    if (!back && t->offer[0] >= BRIDGE)
        say(o, "Now the players choose 6-point tiles, in the opposite order.\n");
}

static void tell_deploy(const struct kenjin *s, struct move move, const struct kenjin *t,
                        struct out *o)
{
    static const char *const in_vain[KINDS] = {
        [SCOUT] = SAY("No face-down card faces the Scout.\n"),
        [SHUGENJA] = SAY("There is no face-down card to look at.\n"),
        [GENERAL] = SAY("The General has no face-down card to send away.\n"),
    };
    char text[PIECE_BYTES];
    bool down = move.kind == KIND_NONE || secret_unit(move.kind);
    bool aims = t->phase == PH_EXPOSE || t->phase == PH_LOOK || t->phase == PH_MOVE;
    tell(o, t,
         down ? "{1^} deploy{1||s} {2} face down on the {3}.\n"
              : "{1^} deploy{1||s} {2} on the {3}.\n",
         WHO(s->turn), one(o, text, move.kind), field(move.number[0]));
    if (in_vain[move.kind] && !aims)
        say(o, in_vain[move.kind]);
}

static void tell_kill(const struct kenjin *s, struct move move, const struct kenjin *t,
                      struct out *o)
{
    char text[PIECE_BYTES];
    const struct kenjin_removed *removed = &t->removed[__builtin_ctz(move.seats)];
    struct card card = removed->card[removed->count - 1];
    tell(o, t, "{1^'s} {2} removes {3} and takes its place.\n", WHO(s->turn), unit(ASSASSIN),
         place(o, text, t, move));
    if (card.kind)
        tell(o, t, "It was {1}.\n", one(o, text, card.kind));
}

static void tell_cowards(const struct kenjin *s, const struct kenjin *t, struct out *o)
{
    for (unsigned left = t->coward & ~s->coward; left; left &= left - 1)
        tell(o, t, "{1^} will lose {2} points at the end of the game: the {3} was deployed last.\n",
             WHO(__builtin_ctz(left)), NUMBER(COWARDICE), unit(LORD));
}

static void tell_expose(const struct kenjin *s, struct move move, const struct kenjin *t,
                        struct out *o)
{
    char where[PIECE_BYTES], what[PIECE_BYTES];
    struct move at = aim(scouted(s).seat, s->at, move.number[0]);
    tell(o, t, "{1^'s} {2} turns up {3}: {4}.\n", WHO(s->turn), unit(SCOUT), place(o, where, t, at),
         one(o, what, aimed_at(t, at).kind));
    tell_cowards(s, t, o);
}

static void tell_look(const struct kenjin *s, struct move move, const struct kenjin *t,
                      struct out *o)
{
    char where[PIECE_BYTES], what[PIECE_BYTES];
    int kind = aimed_at(t, move).kind;
    tell(o, t, kind ? "{1^'s} {2} looks at {3}: {4}.\n" : "{1^'s} {2} looks at {3}.\n",
         WHO(s->turn), unit(SHUGENJA), place(o, where, t, move), one(o, what, kind));
}

static void tell_shift(const struct kenjin *s, struct move move, const struct kenjin *t,
                       struct out *o)
{
    char where[PIECE_BYTES], what[PIECE_BYTES];
    int kind = sent(s, move).kind;
    tell(o, t,
         kind ? "{1^'s} {2} sends {3}, {4}, to the {5}.\n" : "{1^'s} {2} sends {3} to the {5}.\n",
         WHO(s->turn), unit(GENERAL), place(o, where, t, aim(s->turn, s->at, move.number[0])),
         one(o, what, kind), field(move.number[1]));
}

/* ---- Narration: combat ---- */

static void tell_army(const struct kenjin *t, struct side side, struct out *o)
{
    const struct kenjin_stack *z = &t->stack[side.seat][side.stack];
    char text[PIECE_BYTES];
    struct out cards;
    bool first = true;
    out_init_piece(&cards, text, sizeof text, o);
    for (int i = 0; i < z->count; i++) {
        tell_comma(&cards, &first);
        tell_copies(&cards, 1, &kenjin_kinds[z->card[i].kind]);
    }
    tell(o, t,
         z->count ? "{1^'s} army, from the bottom: {2}.\n" : "{1^} {1|have|has} no army here.\n",
         WHO(side.seat), PIECE(text));
}

static void tell_reveal(const struct kenjin *s, const struct kenjin *t, struct out *o)
{
    int slot = battle(s), tile = s->tile[slot];
    char text[PIECE_BYTES];
    struct out name;
    out_init_piece(&name, text, sizeof text, o);
    out_style(&name, STYLE_STRONG);
    tell(&name, t, "The {1}, {2} points", field(tile), NUMBER(tile_points(tile)));
    out_style(&name, STYLE_PLAIN);
    tell(o, t, "{1}: {2}.\n", PIECE(text), MESSAGE(tile_effects[tile]));
    for (int i = 0; i < 2; i++)
        tell_army(t, side_of(s, slot, i), o);
    tell_cowards(s, t, o);
}

/* Which cards fell between two steps of a combat, and why: 'B loses 2 Peasants to the Samurai.' */
static void tell_losses(const struct kenjin *before, const struct kenjin *after, struct fill to,
                        struct out *o)
{
    for (int seat = 0; seat < before->head.players; seat++) {
        char text[PIECE_BYTES];
        struct out cards;
        bool first = true;
        int left = 0;
        for (int kind = 1; kind < KINDS; kind++)
            left += after->fallen[seat][kind] > before->fallen[seat][kind];
        out_init_piece(&cards, text, sizeof text, o);
        for (int kind = 1; kind < KINDS; kind++) {
            int lost = after->fallen[seat][kind] - before->fallen[seat][kind];
            if (lost == 0)
                continue;
            tell_and(&cards, &first, --left == 0);
            put_units(&cards, lost, kind);
        }
        if (!first)
            tell(o, before, "{1^} lose{1||s} {2} to the {3}.\n", WHO(seat), PIECE(text), to);
    }
}

static void tell_modifier(const struct kenjin *s, int seat, int modifier, int tile, struct out *o)
{
    if (modifier)
        tell(o, s, modifier > 0 ? "{1}: +{2} for {3}.\n" : "{1}: {2} for {3}.\n", field(tile),
             NUMBER(modifier), WHO(seat));
}

static void tell_totals(const struct kenjin *s, const struct outcome *outcome, struct out *o)
{
    const struct army *a = &outcome->army[0], *b = &outcome->army[1];
    for (const struct army *each = a; each <= b; each++) {
        tell_modifier(s, each->seat, each->tile, s->tile[battle(s)], o);
        tell_modifier(s, each->seat, each->camp, CAMP, o);
    }
    tell(o, s, "Totals: {1} {2} with {3} card{3||s}, {4} {5} with {6} card{6||s}.\n", WHO(a->seat),
         NUMBER(army_total(a)), NUMBER(a->cards), WHO(b->seat), NUMBER(army_total(b)),
         NUMBER(b->cards));
}

static void tell_conquest(const struct kenjin *s, int seat, struct out *o)
{
    int tile = s->tile[battle(s)];
    unsigned kinds = kinds_in(&s->stack[seat][stack_at(s, seat, tile)]);
    tell(o, s, "{1^} conquer{1||s} the {2}: {3} points{4}{5}{6}.\n", WHO(seat), field(tile),
         NUMBER(tile_points(tile)), MESSAGE(kinds >> PEASANT & 1 ? ", 1 more for a Peasant" : ""),
         MESSAGE(kinds >> LORD & 1 ? ", 3 more for the Lord" : ""),
         MESSAGE(tile == TORII ? ", and 1 more for each other conquest" : ""));
}

/* The totals of the cards that are left, and who conquers. */
static void tell_outcome(const struct kenjin *s, struct out *o)
{
    struct outcome outcome = kenjin_outcome(s, battle(s));
    int tile = s->tile[battle(s)];
    tell_totals(s, &outcome, o);
    if (outcome.holder)
        tell_conquest(s, __builtin_ctz(outcome.holder), o);
    else if (!outcome.razed)
        tell(o, s, "Nobody conquers the {1}.\n", field(tile));
    else if (tile == TEMPLE)
        tell(o, s,
             "Nobody conquers the {1}: neither side leads by 4, so all cards there are "
             "eliminated.\n",
             field(tile));
    else
        tell(o, s,
             "Nobody conquers the {1}: the stronger side has fewer than three cards, so all cards "
             "there are eliminated.\n",
             field(tile));
}

/* Takes the steps of the combat again on a copy; this works on a view because all cards there are
 * face up. */
static void tell_fight(const struct kenjin *s, struct out *o)
{
    struct kenjin now = *s, before = *s;
    int slot = battle(s);
    kenjin_archers(&now, slot);
    tell_losses(&before, &now, unit(ARCHER), o);
    before = now;
    kenjin_samurai(&now, slot);
    tell_losses(&before, &now, unit(SAMURAI), o);
    before = now;
    unsigned choosers = s->tile[slot] == SANCTUARY ? kenjin_sanctuary(&now, slot) : 0;
    tell_losses(&before, &now, field(SANCTUARY), o);
    if (!choosers)
        tell_outcome(&now, o);
    for (; choosers; choosers &= choosers - 1)
        tell(o, s, "{1^} must choose a card to destroy at the {2}.\n", WHO(__builtin_ctz(choosers)),
             field(SANCTUARY));
}

static void tell_sacrifice(const struct kenjin *s, struct move move, struct out *o)
{
    struct kenjin now = *s;
    kenjin_eliminate(&now, altar(s), move.number[0] - 1);
    tell_losses(s, &now, field(SANCTUARY), o);
    if (single(s->pending))
        tell_outcome(&now, o);
}

/* The seat of the team that the supplies help on the tile. */
static int supplied_seat(const struct kenjin *s, unsigned team, int tile)
{
    int slot = 0;
    while (s->tile[slot] != tile)
        slot++;
    struct side side = side_of(s, slot, 0);
    return team & SEAT_BIT(side.seat) ? side.seat : side_of(s, slot, 1).seat;
}

static void tell_supply(const struct kenjin *s, struct move move, const struct kenjin *t,
                        struct out *o)
{
    int seat = kenjin_actor(s), first = move.number[0], second = move.number[1];
    unsigned team = team_of(s, seat);
    tell(o, t, "{1^} send{1||s} supplies: +1 for {2} on the {3} and for {4} on the {5}.\n",
         WHO(seat), WHO(supplied_seat(s, team, first)), field(first),
         WHO(supplied_seat(s, team, second)), field(second));
}

/* ---- Narration: the end ---- */

static void put_part(struct out *o, int points, const char *message)
{
    if (points)
        tell(o, NULL, message, NUMBER(points));
}

static void tell_points(const struct kenjin *t, int seat, struct out *o)
{
    struct reckoning r = kenjin_reckon(t, seat);
    char text[PIECE_BYTES];
    struct out parts;
    out_init_piece(&parts, text, sizeof text, o);
    put_part(&parts, r.peasants, SAY(", {1} for Peasants"));
    put_part(&parts, r.lord, SAY(", {1} for the Lord"));
    put_part(&parts, r.torii, SAY(", {1} for the Torii"));
    put_part(&parts, r.cowardice, SAY(", {1} for deploying the Lord last"));
    tell(o, t, "{1^} {1|have|has} {2} point{2||s}: {4} for {3} battlefield{3||s}{5}.\n", WHO(seat),
         NUMBER(kenjin_points(t, seat)), NUMBER(r.conquests), NUMBER(r.tiles), PIECE(text));
}

/* The cards that Assassins removed are shown to everybody. */
static void tell_end(const struct kenjin *s, const struct kenjin *t, struct out *o)
{
    int points[PLAYERS_MAX], ranks[PLAYERS_MAX];
    for (int seat = 0; seat < t->head.players; seat++)
        for (int i = 0; i < t->removed[seat].count; i++)
            tell(o, t, "An {3} had removed {1's} {2}.\n", WHO(seat),
                 unit(t->removed[seat].card[i].kind), unit(ASSASSIN));
    tell_cowards(s, t, o);
    kenjin_scores(t, points, ranks);
    for (int seat = 0; seat < t->head.players; seat++)
        tell_points(t, seat, o);
    for (int seat = 0; t->teams && seat < 2; seat++)
        tell(o, t, "Together {1} have {2} point{2||s}.\n", THOSE(team_of(t, seat), PLAYERS_MAX - 1),
             NUMBER(points[seat]));
    tell_winners(o, t, ranks);
}

static void tell_move(const struct kenjin *s, struct move move, const struct kenjin *t,
                      struct out *o)
{
    switch ((enum verb_id)move.verb) {
    case DEPLOY:
        tell_deploy(s, move, t, o);
        break;
    case SEND:
        tell(o, t, "{1^} send{1||s} out the {2}.\n", WHO(s->turn), unit(ASSASSIN));
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
        say(o, "All cards are deployed: the combats begin.\n");
    if (t->phase == PH_OVER)
        tell_end(s, t, o);
    if (t->phase <= PH_DEPLOY && (s->turn != t->turn || s->phase == PH_DRAFT))
        tell(o, t, "{1^'s} turn.\n", WHO(t->turn));
}

/* ---- The table ---- */

/* A face-down card is printed in parentheses, whether the viewer knows it or not. */
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

/* The viewer's own battlefields are printed with their effects and with the viewer's side below;
 * the others take two lines. */
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
    out_format(o, "  %d in hand", hand->count);
    if (shown) {
        uint8_t pile[KINDS_MAX];
        zone_pile(ZONE_IN(*hand), pile);
        out_text(o, ": ");
        out_kinds(o, kenjin_game.schema, pile);
    }
}

/* What the viewer knows of the cards that Assassins removed. */
static void board_removed(const struct kenjin *s, int seat, struct out *o)
{
    const struct kenjin_removed *z = &s->removed[seat];
    if (z->count == 0)
        return;
    uint8_t pile[KINDS_MAX];
    zone_pile(ZONE_IN(*z), pile);
    out_text(o, "  removed: ");
    out_kinds(o, kenjin_game.schema, pile);
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
