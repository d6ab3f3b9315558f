/* Shitenno in words: prompts, narration, the table in a terminal, and a beginner's judgement.
 * Everything here works on views. */
#include "games/shitenno.h"

#include "games/games.h"

static const char *title(int kind)
{
    return shitenno_kinds[kind].title;
}

static const char *province_title(int province)
{
    return shitenno_provinces[province].title;
}

static const char *const bonus_titles[BONUSES] = {"Exchange", "+1", "Card taking"};

/* 'an Exchange tile', '2 +1 tiles'. */
static void out_tiles(struct out *o, int number, int bonus)
{
    if (number == 1)
        out_format(o, "%s %s tile", bonus == BONUS_EXCHANGE ? "an" : "a", bonus_titles[bonus]);
    else
        out_format(o, "%d %s tiles", number, bonus_titles[bonus]);
}

/* A pile, which may be empty. */
static void list_pile(struct out *o, const uint8_t pile[KINDS])
{
    if (!out_pile(o, shitenno_game.schema, pile))
        out_text(o, "no card");
}

/* '2 Samurai and 1 Bushi, or 4 Koku' */
static void out_price(struct out *o, struct price price)
{
    out_format(o, "%d %s", price.number, title(price.troop));
    if (price.others)
        out_format(o, " and %d %s", price.others, title(price.other));
    out_format(o, ", or %d Koku", price.koku);
}

/* A lot: its title and its cards. */
static void out_lot(struct out *o, int lot_title, const uint8_t cards[KINDS])
{
    out_format(o, "%s with ", shitenno_titles[lot_title]);
    list_pile(o, cards);
}

/* ---- Prompts and moves ---- */

/* The payment that begins so, as a whole if only one does. */
static void describe_pay(const struct shitenno *s, struct move move, struct out *o)
{
    struct shitenno trial = *s;
    struct move moves[MOVES_MAX] = {move};
    uint8_t paid[KINDS] = {0};
    do
        shitenno_lay(&trial, moves[0].kind, moves[0].number[0]);
    while (!shitenno_paid_up(&trial) && shitenno_pays(&trial, moves) == 1);
    for (int kind = HATAMOTO; kind < TILES; kind++)
        paid[kind] = (uint8_t)shitenno_paid(&trial, kind);
    list_pile(o, paid);
    if (!shitenno_paid_up(&trial))
        out_text(o, ", and more");
}

static void describe_take(const struct shitenno *s, int province, struct out *o)
{
    const struct shitenno_stack *tiles = &s->tiles[province];
    int points = shitenno_provinces[province].points[free_position(s, province)];
    out_format(o, "%d points", points + title_points(s->title[s->turn]));
    if (tiles->count) {
        out_text(o, " and ");
        out_tiles(o, 1, tile_bonus(tiles->card[tiles->count - 1].kind));
    }
    out_text(o, " for ");
    out_price(o, shitenno_price(s, province));
}

void shitenno_describe(const void *view, struct move move, struct out *o)
{
    const struct shitenno *s = view;
    int place = move.number[0];
    switch ((enum verb_id)move.verb) {
    case ADD:
        out_text(o, "one more into the lot");
        break;
    case OFFER:
        out_lot(o, title_of(place), s->lot);
        break;
    case ACCEPT:
        out_lot(o, s->lot_title, s->lot);
        break;
    case REFUSE:
        out_text(o, "wait for another lot");
        break;
    case DIVIDE:
        out_format(o, "your lot as %s, all other cards as %s", shitenno_titles[title_of(place)],
                   shitenno_titles[title_of(move.number[1])]);
        break;
    case CHOOSE:
        out_lot(o, place == 1 ? s->lot_title : s->offer_title, place == 1 ? s->lot : s->offer);
        break;
    case TAKE:
        describe_take(s, place - PLACE_PROVINCE, o);
        break;
    case PAY:
        describe_pay(s, move, o);
        break;
    case WITHDRAW:
        out_text(o, "you cannot pay: take all back and end the turn");
        break;
    case DRAW:
        out_text(o, "use a Card taking tile for a Troop card");
        break;
    case GILD:
        out_format(o, "position %d of %s: it counts two for the majority", move.number[1],
                   province_title(place - PLACE_PROVINCE));
        break;
    case DECLINE:
        out_text(o, "turn none");
        break;
    case DONE:
        out_text(o, "end your turn");
        break;
    case VERBS:
        break;
    }
}

static void prompt_turn(const struct shitenno *s, struct out *o)
{
    int left = kamons_left(s, s->turn), more = TAKEOVERS - s->placed;
    out_text(o, "Your turn: ");
    if (!can_place(s))
        out_text(o, "draw with a Card taking tile, or end it.");
    else if (!shitenno_affordable(s))
        out_text(o, "you cannot pay for any province now.");
    else
        out_format(o, "take %s, or end it.",
                   more > 1 && left > 1 ? "up to two provinces" : "one more province");
}

void shitenno_prompt(const void *view, struct out *o)
{
    const struct shitenno *s = view;
    switch ((enum phase)s->phase) {
    case PH_FORM:
        out_text(o,
                 "You are the Tairo: add cards to a lot in the order listed, then offer it with a "
                 "title. If all refuse, it is yours.");
        break;
    case PH_OFFER:
        out_doing(o, s, tairo(s), "offer");
        out_text(o, " you this lot: ");
        out_lot(o, s->lot_title, s->lot);
        out_char(o, '.');
        break;
    case PH_DIVIDE:
        out_text(o, "You are the Tairo, and two lots are left: add cards to the first in the order "
                    "listed, then divide. All other cards are the second, with the lower title.");
        break;
    case PH_CHOOSE:
        out_doing(o, s, tairo(s), "divide");
        out_text(o, ": choose your lot.");
        break;
    case PH_TURN:
        prompt_turn(s, o);
        break;
    case PH_PAY:
        out_format(o, "How do you pay for %s: ", province_title(s->target - 1));
        out_price(o, shitenno_price(s, s->target - 1));
        out_char(o, '?');
        break;
    case PH_GILD:
        out_text(o, "You are the Sensei: turn one of your Kamons to gold?");
        break;
    case PH_OVER:
    case PHASES:
        out_text(o, "The game is over.");
        break;
    }
}

/* ---- Narration ---- */

static void tell_lot(const struct shitenno *t, int seat, int lot_title, const uint8_t cards[KINDS],
                     struct out *o)
{
    out_doing(o, t, seat, "take");
    out_char(o, ' ');
    out_lot(o, lot_title, cards);
    out_text(o, ".\n");
}

static void tell_answer(const struct shitenno *s, bool accepts, const struct shitenno *t,
                        struct out *o)
{
    if (accepts) {
        tell_lot(t, s->turn, s->lot_title, s->lot, o);
        return;
    }
    out_doing(o, t, s->turn, "refuse");
    out_text(o, ".\n");
    if (t->phase != PH_OFFER) {
        out_text(o, "All have refused. ");
        tell_lot(t, tairo(s), s->lot_title, s->lot, o);
    }
}

static void tell_choice(const struct shitenno *s, int number, const struct shitenno *t,
                        struct out *o)
{
    int first = number == 1 ? s->turn : tairo(s), second = number == 1 ? tairo(s) : s->turn;
    out_doing(o, t, s->turn, "choose");
    out_format(o, " lot %d.\n", number);
    tell_lot(t, first, s->lot_title, s->lot, o);
    tell_lot(t, second, s->offer_title, s->offer, o);
}

static void tell_payment(const struct shitenno *s, struct move move, const struct shitenno *t,
                         struct out *o)
{
    int province = s->target - 1, kind = move.kind, number = move.number[0];
    out_doing(o, t, s->turn, kind < SAMURAI ? "use" : "pay");
    out_char(o, ' ');
    if (kind == HATAMOTO)
        out_text(o, "the Hatamoto");
    else if (kind < SAMURAI)
        out_tiles(o, number, kind == EXCHANGE ? BONUS_EXCHANGE : BONUS_PLUS);
    else
        out_copies(o, number, title(kind));
    out_text(o, ".\n");
    if (t->target)
        return;
    out_doing(o, t, s->turn, "take");
    out_format(o, " %s for %d points", province_title(province),
               t->score[s->turn] - s->score[s->turn]);
    if (s->tiles[province].count) {
        int tile = s->tiles[province].card[s->tiles[province].count - 1].kind;
        out_text(o, t->head.viewer == s->turn ? " and win " : " and wins ");
        out_tiles(o, 1, tile_bonus(tile));
    }
    out_text(o, ".\n");
}

static void tell_draw(const struct shitenno *s, const struct shitenno *t, struct out *o)
{
    int seat = s->turn, drawn = KIND_NONE;
    for (int kind = SAMURAI; kind < KOKU1; kind++)
        if (t->hand[seat][kind].number > s->hand[seat][kind].number)
            drawn = kind;
    out_doing(o, t, seat, "draw");
    out_format(o, " %s with a Card taking tile.\n", drawn ? title(drawn) : "a Troop card");
}

static void tell_move(const struct shitenno *s, struct move move, const struct shitenno *t,
                      struct out *o)
{
    int place = move.number[0];
    switch ((enum verb_id)move.verb) {
    case ADD:
        out_doing(o, t, s->turn, "add");
        out_format(o, " %s to the lot.\n", title(move.kind));
        break;
    case OFFER:
        out_doing(o, t, s->turn, "offer");
        out_text(o, " this lot: ");
        out_lot(o, t->lot_title, t->lot);
        out_text(o, ".\n");
        break;
    case ACCEPT:
    case REFUSE:
        tell_answer(s, move.verb == ACCEPT, t, o);
        break;
    case DIVIDE:
        out_doing(o, t, s->turn, "divide");
        out_text(o, ": lot 1 is ");
        out_lot(o, t->lot_title, t->lot);
        out_text(o, "; lot 2 is ");
        out_lot(o, t->offer_title, t->offer);
        out_text(o, ".\n");
        break;
    case CHOOSE:
        tell_choice(s, place, t, o);
        break;
    case TAKE:
        out_doing(o, t, s->turn, "want");
        out_format(o, " %s.\n", province_title(place - PLACE_PROVINCE));
        break;
    case PAY:
        tell_payment(s, move, t, o);
        break;
    case WITHDRAW:
        out_doing(o, t, s->turn, "take");
        out_text(o, " the payment back.\n");
        break;
    case DRAW:
        tell_draw(s, t, o);
        break;
    case GILD:
        out_doing(o, t, s->turn, "turn");
        out_format(o, " a Kamon in %s to gold.\n", province_title(place - PLACE_PROVINCE));
        break;
    case DECLINE:
        out_doing(o, t, s->turn, "turn");
        out_text(o, " no Kamon to gold.\n");
        break;
    case DONE:
        out_doing(o, t, s->turn, "end");
        out_text(o, t->head.viewer == s->turn ? " your turn.\n" : " the turn.\n");
        break;
    case VERBS:
        break;
    }
}

/* A tile that has come to lie on top. */
static void tell_tiles(const struct shitenno *s, const struct shitenno *t, struct out *o)
{
    for (int province = 0; province < PROVINCES; province++) {
        const struct shitenno_stack *tiles = &t->tiles[province];
        if (tiles->count && tiles->count < s->tiles[province].count)
            out_format(o, "The next tile of %s is %s.\n", province_title(province),
                       title(tiles->card[tiles->count - 1].kind));
    }
}

/* More Troops came from the deck than lay there. */
static void tell_shuffle(const struct shitenno *s, struct move move, const struct shitenno *t,
                         struct out *o)
{
    int came = (t->year != s->year ? troops_in(t->offer) : 0) + (move.verb == DRAW);
    if (t->deck.count + came > s->deck.count)
        out_text(o, "The Troop discards were shuffled.\n");
}

static void tell_even_year(const struct shitenno *t, struct out *o)
{
    out_format(o, "Double year %d: on offer are ", t->year);
    list_pile(o, t->offer);
    out_text(o, ".\n");
}

static void tell_titles(const struct shitenno *t, struct out *o)
{
    out_text(o, "The new titles:");
    for (int title = DAIMYO, listed = 0; title < TITLES; title++) {
        int seat = seat_titled(t, title);
        if (seat == SEAT_NONE)
            continue;
        out_format(o, "%s %s ", listed++ ? "," : "", shitenno_titles[title]);
        out_seat(o, t, seat);
    }
    out_text(o, ".\n");
}

static void tell_end(const struct shitenno *t, struct out *o)
{
    int points[PLAYERS_MAX], ranks[PLAYERS_MAX];
    shitenno_scores(t, points, ranks);
    for (int province = 0; province < PROVINCES; province++) {
        int seat = shitenno_majority(t, province);
        if (seat == SEAT_NONE)
            continue;
        out_having(o, t, seat);
        out_format(o, " the majority in %s.\n", province_title(province));
    }
    for (int seat = 0; seat < t->head.players; seat++) {
        out_having(o, t, seat);
        out_format(
            o, " %d points: %d from takeovers, %d from majorities, %d from Koku and tiles.\n",
            points[seat], t->score[seat], shitenno_majorities(t, seat), shitenno_count(t, seat));
    }
    if (any_equal(t->head.players, points))
        out_text(o, "Of equal points the higher title is ahead.\n");
    out_winners(o, t, ranks);
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
        out_turn(o, t, t->turn);
    if (t->phase == PH_OVER)
        tell_end(t, o);
}

/* ---- The table ---- */

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

/* The four positions: whose Kamon, or the points that are to be had. */
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
    out_format(o, "%s%-9s", s->target == province + 1 ? " > " : "   ", province_title(province));
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
    out_format(&troops, "%d %s", price.number, title(price.troop));
    if (price.others)
        out_format(&troops, " + %s", title(price.other));
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

/* What the viewer knows of another hand, below the seat's line. */
static void board_hand(const struct shitenno *s, int seat, struct out *o)
{
    int cards = hand_size(s->hand[seat], KINDS), unknown = s->hand[seat][KIND_NONE].number;
    if (s->head.viewer == seat || cards == 0)
        return;
    out_text(o, "          in hand: ");
    if (out_hand(o, shitenno_game.schema, s->hand[seat]) && unknown)
        out_text(o, " and ");
    if (unknown)
        out_format(o, "%d unknown", unknown);
    out_char(o, '\n');
}

/* After the end with the final count. */
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
    if (viewer < s->head.players) {
        out_text(o, "Your hand: ");
        out_style(o, STYLE_SECRET);
        if (!out_hand(o, shitenno_game.schema, s->hand[viewer]))
            out_text(o, "empty");
        out_style(o, STYLE_PLAIN);
        out_char(o, '\n');
    }
}
