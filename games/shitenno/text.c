/* Shitenno in words: prompts, descriptions of moves, narration, and the table in a terminal.
 * Everything here works on views. */
#include "shitenno.h"

#include "game/game.h"
#include "game/tell.h"

static const char *const bonus_titles[BONUSES] = {SAY("Exchange"), "+1", SAY("Card taking")};

/* ---- Names ---- */

static struct fill kind_named(int kind)
{
    return CARD(shitenno_kinds[kind]);
}

static struct fill province_named(int province)
{
    return TERM(shitenno_places[PLACE_PROVINCE + province], shitenno_provinces[province].title);
}

static struct fill title_named(int title)
{
    return TERM(shitenno_places[place_of(title)], shitenno_titles[title]);
}

static struct fill bonus_named(int bonus)
{
    static const char *const names[BONUSES] = {"exchange", "plus", "taking"};
    return TERM(names[bonus], bonus_titles[bonus]);
}

/* ---- Pieces of sentences, each written to a buffer of PIECE_BYTES ---- */

/* 'an Exchange tile', '2 +1 tiles'. */
static struct fill tiles_piece(char text[], struct out *whole, int number, int bonus)
{
    struct out o;
    out_init_piece(&o, text, PIECE_BYTES, whole);
    if (number > 1)
        tell(&o, NULL, "{1} {2} tiles", NUMBER(number), bonus_named(bonus));
    else if (bonus == BONUS_EXCHANGE)
        tell(&o, NULL, "an {1} tile", bonus_named(bonus));
    else
        tell(&o, NULL, "a {1} tile", bonus_named(bonus));
    return PIECE(text);
}

/* A pile, which may be empty. */
static struct fill pile_piece(char text[], struct out *whole, const uint8_t pile[KINDS])
{
    struct out o;
    out_init_piece(&o, text, PIECE_BYTES, whole);
    if (!tell_pile(&o, shitenno_game.schema, pile))
        say(&o, "no card");
    return PIECE(text);
}

/* '2 Samurai and 1 Bushi, or 4 Koku' */
static struct fill price_piece(char text[], struct out *whole, struct price price)
{
    struct out o;
    out_init_piece(&o, text, PIECE_BYTES, whole);
    if (price.others)
        tell(&o, NULL, "{1} {2} and {3} {4}, or {5} Koku", NUMBER(price.number),
             kind_named(price.troop), NUMBER(price.others), kind_named(price.other),
             NUMBER(price.koku));
    else
        tell(&o, NULL, "{1} {2}, or {3} Koku", NUMBER(price.number), kind_named(price.troop),
             NUMBER(price.koku));
    return PIECE(text);
}

/* A lot: its title and its cards. */
static void tell_lot(struct out *o, int title, const uint8_t cards[KINDS])
{
    char text[PIECE_BYTES];
    tell(o, NULL, "{1} with {2}", title_named(title), pile_piece(text, o, cards));
}

static struct fill lot_piece(char text[], struct out *whole, int title, const uint8_t cards[KINDS])
{
    struct out o;
    out_init_piece(&o, text, PIECE_BYTES, whole);
    tell_lot(&o, title, cards);
    return PIECE(text);
}

/* ---- Prompts and moves ---- */

/* The items of the payment. Some languages count cards and tiles in different ways. */
static void tell_items(struct out *o, const struct shitenno *s)
{
    bool first = true;
    for (int kind = HATAMOTO; kind < TILES; kind++) {
        int number = shitenno_paid(s, kind);
        if (number == 0)
            continue;
        tell_comma(o, &first);
        if (kind < SAMURAI && number > 1)
            tell(o, NULL, "{2} {1}", kind_named(kind), NUMBER(number));
        else
            tell_copies(o, number, &shitenno_kinds[kind]);
    }
}

/* The payment that begins with this move: complete if there is only one, otherwise as far as all of
 * them agree. */
static void describe_pay(const struct shitenno *s, struct move move, struct out *o)
{
    struct shitenno trial = *s;
    struct move moves[MOVES_MAX] = {move};
    do
        shitenno_lay(&trial, moves[0].kind, moves[0].number[0]);
    while (!shitenno_paid_up(&trial) && shitenno_pays(&trial, moves) == 1);
    if (shitenno_paid_up(&trial)) {
        tell_items(o, &trial);
        return;
    }
    char text[PIECE_BYTES];
    struct out items;
    out_init_piece(&items, text, sizeof text, o);
    tell_items(&items, &trial);
    tell(o, s, "{1}, and more items", PIECE(text));
}

static void describe_take(const struct shitenno *s, int province, struct out *o)
{
    char won[PIECE_BYTES], text[PIECE_BYTES];
    const struct shitenno_stack *tiles = &s->tiles[province];
    int points = shitenno_provinces[province].points[free_position(s, province)] +
                 title_points(s->title[s->turn]);
    struct fill price = price_piece(text, o, shitenno_price(s, province));
    if (tiles->count)
        tell(o, s, "{1} points and {2} for {3}", NUMBER(points),
             tiles_piece(won, o, 1, tile_bonus(tiles->card[tiles->count - 1].kind)), price);
    else
        tell(o, s, "{1} points for {2}", NUMBER(points), price);
}

void shitenno_describe(const void *view, struct move move, struct out *o)
{
    const struct shitenno *s = view;
    int place = move.number[0];
    switch ((enum verb_id)move.verb) {
    case ADD:
        say(o, "add it to the lot");
        break;
    case OFFER:
        tell_lot(o, title_of(place), s->lot);
        break;
    case ACCEPT:
        tell_lot(o, s->lot_title, s->lot);
        break;
    case REFUSE:
        say(o, "wait for another lot");
        break;
    case DIVIDE:
        tell(o, s, "lot 1 is {1} with the added cards, lot 2 is {2} with all others",
             title_named(title_of(place)), title_named(title_of(move.number[1])));
        break;
    case CHOOSE:
        tell_lot(o, place == 1 ? s->lot_title : s->offer_title, place == 1 ? s->lot : s->offer);
        break;
    case TAKE:
        describe_take(s, place - PLACE_PROVINCE, o);
        break;
    case PAY:
        describe_pay(s, move, o);
        break;
    case WITHDRAW:
        say(o, "you cannot pay: take everything back and end your turn");
        break;
    case DRAW:
        tell(o, s, "use a {1} tile to draw a Troop card", bonus_named(BONUS_TAKING));
        break;
    case GILD:
        tell(o, s, "position {1} of {2}: a golden Kamon counts as two for the majority",
             NUMBER(move.number[1]), province_named(place - PLACE_PROVINCE));
        break;
    case DECLINE:
        say(o, "turn no Kamon to gold");
        break;
    case DONE:
        say(o, "end your turn");
        break;
    case VERBS:
        break;
    }
}

static void prompt_turn(const struct shitenno *s, struct out *o)
{
    int left = kamons_left(s, s->turn), more = TAKEOVERS - s->placed;
    if (!can_place(s))
        tell(o, s, "Your turn: draw a card with a {1} tile, or end your turn.",
             bonus_named(BONUS_TAKING));
    else if (!shitenno_affordable(s))
        say(o, "Your turn: you cannot pay for any province.");
    else if (more > 1 && left > 1)
        say(o, "Your turn: take up to two provinces, or end your turn.");
    else
        say(o, "Your turn: take one more province, or end your turn.");
}

void shitenno_prompt(const void *view, struct out *o)
{
    const struct shitenno *s = view;
    char text[PIECE_BYTES];
    switch ((enum phase)s->phase) {
    case PH_FORM:
        say(o, "You are the Tairo: add cards to a lot in the order listed, then offer it with a "
               "title. If all players refuse it, you keep it.");
        break;
    case PH_OFFER:
        tell(o, s, "{1^} offer{1||s} you this lot: {2}.", WHO(tairo(s)),
             lot_piece(text, o, s->lot_title, s->lot));
        break;
    case PH_DIVIDE:
        say(o,
            "You are the Tairo, and two lots are left: add cards to the first lot, which gets the "
            "higher title, then divide. All cards that you have not added are the second lot.");
        break;
    case PH_CHOOSE:
        tell(o, s, "{1^} {1|have|has} made two lots: choose one.", WHO(tairo(s)));
        break;
    case PH_TURN:
        prompt_turn(s, o);
        break;
    case PH_PAY:
        tell(o, s, "How do you pay for {1}? The price is {2}.", province_named(s->target - 1),
             price_piece(text, o, shitenno_price(s, s->target - 1)));
        break;
    case PH_GILD:
        tell(o, s, "You are the {1}: you may turn one of your Kamons to gold.",
             title_named(SENSEI));
        break;
    case PH_OVER:
    case PHASES:
        say(o, "The game is over.");
        break;
    }
}

/* ---- Narration ---- */

static void tell_taken(const struct shitenno *t, int seat, struct fill lot, struct out *o)
{
    tell(o, t, "{1^} take{1||s} {2}.\n", WHO(seat), lot);
}

static void tell_answer(const struct shitenno *s, bool accepts, const struct shitenno *t,
                        struct out *o)
{
    char text[PIECE_BYTES];
    struct fill lot = lot_piece(text, o, s->lot_title, s->lot);
    if (accepts) {
        tell_taken(t, s->turn, lot, o);
        return;
    }
    tell(o, t, "{1^} refuse{1||s}.\n", WHO(s->turn));
    if (t->phase != PH_OFFER)
        tell(o, t, "All players have refused. {1^} keep{1||s} {2}.\n", WHO(tairo(s)), lot);
}

static void tell_choice(const struct shitenno *s, int number, const struct shitenno *t,
                        struct out *o)
{
    char text[PIECE_BYTES];
    int first = number == 1 ? s->turn : tairo(s), second = number == 1 ? tairo(s) : s->turn;
    tell(o, t, "{1^} choose{1||s} lot {2}.\n", WHO(s->turn), NUMBER(number));
    tell_taken(t, first, lot_piece(text, o, s->lot_title, s->lot), o);
    tell_taken(t, second, lot_piece(text, o, s->offer_title, s->offer), o);
}

static void tell_item(const struct shitenno *s, struct move move, const struct shitenno *t,
                      struct out *o)
{
    char text[PIECE_BYTES];
    struct out copies;
    int kind = move.kind, number = move.number[0];
    if (kind == HATAMOTO) {
        tell(o, t, "{1^} use{1||s} the {2}.\n", WHO(s->turn), kind_named(kind));
    } else if (kind < SAMURAI) {
        int bonus = kind == EXCHANGE ? BONUS_EXCHANGE : BONUS_PLUS;
        tell(o, t, "{1^} use{1||s} {2}.\n", WHO(s->turn), tiles_piece(text, o, number, bonus));
    } else {
        out_init_piece(&copies, text, sizeof text, o);
        tell_copies(&copies, number, &shitenno_kinds[kind]);
        tell(o, t, "{1^} pay{1||s} {2}.\n", WHO(s->turn), PIECE(text));
    }
}

static void tell_takeover(const struct shitenno *s, const struct shitenno *t, struct out *o)
{
    char text[PIECE_BYTES];
    int province = s->target - 1, points = t->score[s->turn] - s->score[s->turn];
    const struct shitenno_stack *tiles = &s->tiles[province];
    if (tiles->count)
        tell(o, t, "{1^} take{1||s} {2} for {3} points and win{1||s} {4}.\n", WHO(s->turn),
             province_named(province), NUMBER(points),
             tiles_piece(text, o, 1, tile_bonus(tiles->card[tiles->count - 1].kind)));
    else
        tell(o, t, "{1^} take{1||s} {2} for {3} points.\n", WHO(s->turn), province_named(province),
             NUMBER(points));
}

static void tell_draw(const struct shitenno *s, const struct shitenno *t, struct out *o)
{
    int seat = s->turn, drawn = KIND_NONE;
    for (int kind = SAMURAI; kind < KOKU1; kind++)
        if (t->hand[seat][kind].number > s->hand[seat][kind].number)
            drawn = kind;
    tell(o, t, "{1^} draw{1||s} {2} with a {3} tile.\n", WHO(seat),
         drawn ? kind_named(drawn) : MESSAGE("a Troop card"), bonus_named(BONUS_TAKING));
}

static void tell_move(const struct shitenno *s, struct move move, const struct shitenno *t,
                      struct out *o)
{
    int place = move.number[0];
    char text[PIECE_BYTES], other[PIECE_BYTES];
    struct fill who = WHO(s->turn);
    switch ((enum verb_id)move.verb) {
    case ADD:
        tell(o, t, "{1^} add{1||s} {2} to the lot.\n", who, kind_named(move.kind));
        break;
    case OFFER:
        tell(o, t, "{1^} offer{1||s} this lot: {2}.\n", who,
             lot_piece(text, o, t->lot_title, t->lot));
        break;
    case ACCEPT:
    case REFUSE:
        tell_answer(s, move.verb == ACCEPT, t, o);
        break;
    case DIVIDE:
        tell(o, t, "{1^} make{1||s} two lots: lot 1 is {2}; lot 2 is {3}.\n", who,
             lot_piece(text, o, t->lot_title, t->lot),
             lot_piece(other, o, t->offer_title, t->offer));
        break;
    case CHOOSE:
        tell_choice(s, place, t, o);
        break;
    case TAKE:
        tell(o, t, "{1^} start{1||s} a takeover of {2}.\n", who,
             province_named(place - PLACE_PROVINCE));
        break;
    case PAY:
        tell_item(s, move, t, o);
        if (!t->target)
            tell_takeover(s, t, o);
        break;
    case WITHDRAW:
        tell(o, t, "{1^} take{1||s} the payment back.\n", who);
        break;
    case DRAW:
        tell_draw(s, t, o);
        break;
    case GILD:
        tell(o, t, "{1^} turn{1||s} a Kamon in {2} to gold.\n", who,
             province_named(place - PLACE_PROVINCE));
        break;
    case DECLINE:
        tell(o, t, "{1^} turn{1||s} no Kamon to gold.\n", who);
        break;
    case DONE:
        tell(o, t, "{1^} end{1||s} {1|your|the} turn.\n", who);
        break;
    case VERBS:
        break;
    }
}

/* A tile that is now on top. */
static void tell_tiles(const struct shitenno *s, const struct shitenno *t, struct out *o)
{
    for (int province = 0; province < PROVINCES; province++) {
        const struct shitenno_stack *tiles = &t->tiles[province];
        if (tiles->count && tiles->count < s->tiles[province].count)
            tell(o, t, "The top tile of {1} is now {2}.\n", province_named(province),
                 kind_named(tiles->card[tiles->count - 1].kind));
    }
}

/* The discards were shuffled if more Troops came from the deck than it had. */
static void tell_shuffle(const struct shitenno *s, struct move move, const struct shitenno *t,
                         struct out *o)
{
    int came = (t->year != s->year ? troops_in(t->offer) : 0) + (move.verb == DRAW);
    if (t->deck.count + came > s->deck.count)
        say(o, "The Troop discards were shuffled.\n");
}

static void tell_even_year(const struct shitenno *t, struct out *o)
{
    char text[PIECE_BYTES];
    tell(o, t, "Double year {1}. Cards on offer: {2}.\n", NUMBER(t->year),
         pile_piece(text, o, t->offer));
}

static void tell_titles(const struct shitenno *t, struct out *o)
{
    static const char *const messages[PLAYERS_MAX + 1] = {
        [2] = SAY("New titles: {1} ({2}), {3} ({4}).\n"),
        [3] = SAY("New titles: {1} ({2}), {3} ({4}), {5} ({6}).\n"),
        [4] = SAY("New titles: {1} ({2}), {3} ({4}), {5} ({6}), {7} ({8}).\n"),
    };
    struct fill fill[2 * PLAYERS_MAX];
    int count = 0;
    for (int title = DAIMYO; title < TITLES; title++) {
        int seat = seat_titled(t, title);
        if (seat == SEAT_NONE)
            continue;
        fill[count++] = title_named(title);
        fill[count++] = WHO(seat);
    }
    tell_filled(o, t, messages[t->head.players], fill, count);
}

static void tell_end(const struct shitenno *t, struct out *o)
{
    int points[PLAYERS_MAX], ranks[PLAYERS_MAX];
    shitenno_scores(t, points, ranks);
    for (int province = 0; province < PROVINCES; province++) {
        int seat = shitenno_majority(t, province);
        if (seat != SEAT_NONE)
            tell(o, t, "{1^} {1|have|has} the majority in {2}.\n", WHO(seat),
                 province_named(province));
    }
    for (int seat = 0; seat < t->head.players; seat++)
        tell(o, t,
             "{1^} {1|have|has} {2} points: {3} from takeovers, {4} from majorities, {5} from Koku "
             "and tiles.\n",
             WHO(seat), NUMBER(points[seat]), NUMBER(t->score[seat]),
             NUMBER(shitenno_majorities(t, seat)), NUMBER(shitenno_count(t, seat)));
    if (any_equal(t->head.players, points))
        say(o, "If points are equal, the player with the higher title is ahead.\n");
    tell_winners(o, t, ranks);
}

void shitenno_narrate(const void *before, struct move move, const void *after, struct out *o)
{
    const struct shitenno *s = before, *t = after;
    bool odd = t->phase >= PH_TURN && t->phase != PH_OVER;
    tell_move(s, move, t, o);
    tell_shuffle(s, move, t, o);
    tell_tiles(s, t, o);
    if (move.verb == CHOOSE)
        tell_titles(t, o);
    if (t->year != s->year)
        tell_even_year(t, o);
    else if (odd && (t->turn != s->turn || move.verb == CHOOSE))
        tell(o, t, "{1^'s} turn.\n", WHO(t->turn));
    if (t->phase == PH_OVER)
        tell_end(t, o);
}

/* ---- The table ---- */

/* A pile, which may be empty. */
static void list_pile(struct out *o, const uint8_t pile[KINDS])
{
    if (!tell_pile(o, shitenno_game.schema, pile))
        out_text(o, "no card");
}

static void out_lot(struct out *o, int title, const uint8_t cards[KINDS])
{
    out_format(o, "%s with ", shitenno_titles[title]);
    list_pile(o, cards);
}

static void board_year(const struct shitenno *s, struct out *o)
{
    bool over = s->phase == PH_OVER;
    out_style(o, STYLE_STRONG);
    out_format(o, "Double year %d of %d, %s", s->year, KOKU_CARDS / s->head.players,
               over                    ? "the game is over"
               : s->phase <= PH_CHOOSE ? "even"
                                       : "odd");
    out_style(o, STYLE_PLAIN);
    out_format(o, "   Troop deck %d, discards %d   Koku deck %d", s->deck.count,
               troops_in(s->discard), s->koku.count);
    if (game_ends(s) && !over)
        out_styled(o, STYLE_GOLD, "   the last year");
    out_char(o, '\n');
}

static void board_lots(const struct shitenno *s, struct out *o)
{
    bool two = s->phase == PH_CHOOSE;
    if (s->phase > PH_CHOOSE)
        return;
    out_text(o, two ? "Lot 1: " : "Lot: ");
    if (s->lot_title)
        out_lot(o, s->lot_title, s->lot);
    else
        list_pile(o, s->lot);
    out_text(o, two ? "\nLot 2: " : "\nLeft on the table: ");
    if (two)
        out_lot(o, s->offer_title, s->offer);
    else
        list_pile(o, s->offer);
    out_char(o, '\n');
    if (two)
        return;
    out_text(o, "Free titles:");
    for (int title = DAIMYO, listed = 0; title < TITLES; title++)
        if (title_free(s, title) && title != s->lot_title)
            out_format(o, "%s %s", listed++ ? "," : "", shitenno_titles[title]);
    out_char(o, '\n');
}

/* The four positions: the owner of the Kamon, or the points of a free one. */
static void board_positions(const struct shitenno *s, int province, struct out *o)
{
    for (int i = 0; i < POSITIONS; i++) {
        int kamon = s->kamon[province][i];
        if (!kamon) {
            out_style(o, i == free_position(s, province) ? STYLE_STRONG : STYLE_FAINT);
            out_format(o, " %3d", shitenno_provinces[province].points[i]);
        } else {
            bool golden = kamon_golden(kamon);
            out_style(o, golden                                ? STYLE_GOLD
                         : kamon_seat(kamon) == s->head.viewer ? STYLE_YOU
                                                               : STYLE_STRONG);
            out_format(o, "  %c%c", 'A' + kamon_seat(kamon), golden ? '+' : ' ');
        }
        out_style(o, STYLE_PLAIN);
    }
}

static void board_province(const struct shitenno *s, int province, struct out *o)
{
    const struct shitenno_stack *tiles = &s->tiles[province];
    struct price price = shitenno_price(s, province);
    out_format(o, "%s%-9s", s->target == province + 1 ? " > " : "   ",
               shitenno_provinces[province].title);
    board_positions(s, province, o);
    int lead = shitenno_majority(s, province);
    out_format(o, "   %c     ", lead == SEAT_NONE ? '-' : 'A' + lead);
    if (free_position(s, province) == POSITIONS) {
        out_styled(o, STYLE_FAINT, "full\n");
        return;
    }
    char text[64];
    struct out troops;
    out_init(&troops, text, sizeof text);
    out_format(&troops, "%d %s", price.number, shitenno_kinds[price.troop].title);
    if (price.others)
        out_format(&troops, " + %s", shitenno_kinds[price.other].title);
    out_format(o, "%-20s %2d Koku   ", text, price.koku);
    if (tiles->count)
        out_text(o, bonus_titles[tile_bonus(tiles->card[tiles->count - 1].kind)]);
    else
        out_styled(o, STYLE_FAINT, "no tile");
    out_char(o, '\n');
}

static void board_tiles(const struct shitenno *s, int seat, struct out *o)
{
    const uint8_t owned[BONUSES] = {s->exchange[seat], s->plus[seat], s->taking[seat]};
    for (int bonus = 0, listed = 0; bonus < BONUSES; bonus++)
        if (owned[bonus])
            out_format(o, "%s%s" NO_BREAK "x" NO_BREAK "%d",
                       listed++ ? ", " : "  tiles: ", bonus_titles[bonus], owned[bonus]);
}

static void board_title(const struct shitenno *s, int seat, struct out *o)
{
    bool used = s->used && s->title[seat] == TITLE_HATAMOTO;
    out_format(o, "  %s%s", shitenno_titles[s->title[seat]], used ? " (used)" : "");
    if (s->next[seat])
        out_format(o, ", then %s", shitenno_titles[s->next[seat]]);
}

/* The cards that the viewer knows in another hand, below the seat's line. */
static void board_hand(const struct shitenno *s, int seat, struct out *o)
{
    uint8_t pile[KINDS_MAX];
    hand_pile(s->hand[seat], KINDS, pile);
    if (s->head.viewer != seat)
        out_board_kinds(o, shitenno_game.schema, "in hand", pile);
}

/* After the end, the points include the final count. */
static void board_seat(const struct shitenno *s, int seat, struct out *o)
{
    int points = s->score[seat];
    if (s->phase == PH_OVER)
        points += shitenno_count(s, seat) + shitenno_majorities(s, seat);
    out_board_seat(o, s, seat, shitenno_actor(s) == seat);
    out_style(o, STYLE_GOLD);
    out_format(o, "%3d points", points);
    out_style(o, STYLE_PLAIN);
    board_title(s, seat, o);
    out_text(o, "  ");
    out_number(o, kamons_left(s, seat), "Kamon");
    board_tiles(s, seat, o);
    out_char(o, '\n');
    board_hand(s, seat, o);
}

void shitenno_board(const void *view, struct out *o)
{
    const struct shitenno *s = view;
    int viewer = s->head.viewer;
    board_year(s, o);
    out_text(o, "   province  positions         lead  price                          tile\n");
    for (int province = 0; province < PROVINCES; province++)
        board_province(s, province, o);
    for (int seat = 0; seat < s->head.players; seat++)
        board_seat(s, seat, o);
    board_lots(s, o);
    uint8_t pile[KINDS_MAX];
    if (viewer < s->head.players)
        hand_pile(s->hand[viewer], KINDS, pile);
    out_board_own(o, shitenno_game.schema, s, pile);
}
