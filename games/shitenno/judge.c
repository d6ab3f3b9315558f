/* Shitenno: why a move is refused, and what must be true in every state. This is written from the
 * clauses of rules.md and not from the moves that rules.c offers. The tests compare the two, and
 * their agreement is evidence that both are right. Payments are the exception: both use pay.c,
 * which payments_test.c checks. */
#include "shitenno.h"

#include "core/catalog.h"

/* ---- Refusals ---- */

static const struct clause
    s3_form = {"S3", SAY("You are forming a lot: add cards to it, then offer it with a title.")},
    s3_card = {"S3", SAY("That card is not on offer.")},
    s3_order = {"S3", SAY("Cards are added in the order of the table on the rules page, and that "
                          "one comes before a card that you have already added.")},
    s3_title = {"S3", SAY("Offer the lot with one of the titles that are still free.")},
    s3_answer = {"S3", SAY("A lot is offered to you: accept or refuse it.")},
    s4_divide = {"S4",
                 SAY("Only two players have no lot yet: add cards to the first lot, then divide.")},
    s4_titles = {"S4", SAY("Name two titles that are still free. The higher one comes first and "
                           "goes with lot 1.")},
    s4_choose = {"S4", SAY("You must choose lot 1 or lot 2.")},
    s7_turn = {"S7", SAY("Take a province, draw with a Card taking tile, or end your turn.")},
    s7_province = {"S7", SAY("That is not a province. Choose one of the eight provinces.")},
    s7_full = {"S7", SAY("There is no free position in that province. Choose another one.")},
    s7_two = {"S7", SAY("You have already placed two Kamons this year, and more are not allowed.")},
    s7_none = {"S7", SAY("You have no Kamon left to place.")},
    s8_pay = {"S8", SAY("First finish the payment for the province.")},
    s8_price = {"S8", SAY("You cannot pay for that province, neither in Troops nor in Koku. Choose "
                          "another province, or end your turn.")},
    s8_card = {"S8", SAY("You do not have that many of this card.")},
    s8_order = {"S8", SAY("Pay each kind of item only once, in this order: Hatamoto, Exchange, +1, "
                          "then cards in the order of the rules page.")},
    s8_useless = {"S8",
                  SAY("No allowed payment begins like this. A payment must cover the price, and "
                      "every item in it must be needed. Choose another item or number.")},
    s10_none = {"S10", SAY("You do not have that many Exchange tiles.")},
    s11_none = {"S11", SAY("You do not have that many +1 tiles.")},
    s12_none = {"S12", SAY("You have no Card taking tile.")},
    s12_cards = {"S12", SAY("There is no Troop card left to draw.")},
    s12_when = {"S12",
                SAY("You can use Card taking before, between and after takeovers, but not during "
                    "one, and as Sensei not after you have been asked about a Kamon.")},
    s15_gild = {"S15", SAY("Turn one of your Kamons to gold, or decline.")},
    s15_kamon = {"S15", SAY("You have no plain Kamon on that position. Choose one of your Kamons "
                            "that is not golden yet.")},
    s16_title = {
        "S16",
        SAY("Only the player with the title Hatamoto can use its power, in one takeover a year.")};

/* The title that a part of the move names, or TITLE_NONE. */
static int title_named(int place)
{
    return place >= PLACE_TITLE && place < PLACES ? place - PLACE_TITLE + DAIMYO : TITLE_NONE;
}

/* The province that a part of the move names, or -1. */
static int province_named(int place)
{
    return place >= PLACE_PROVINCE && place < PLACE_TITLE ? place - PLACE_PROVINCE : -1;
}

static bool free_named(const struct shitenno *s, int place)
{
    return title_named(place) != TITLE_NONE && title_free(s, title_named(place));
}

static const struct clause *judge_add(const struct shitenno *s, int kind)
{
    if (s->offer[kind] == 0)
        return &s3_card;
    for (int later = kind + 1; later < KINDS; later++)
        if (s->lot[later])
            return &s3_order;
    return NULL;
}

static const struct clause *judge_form(const struct shitenno *s, struct move move)
{
    if (move.verb == ADD)
        return judge_add(s, move.kind);
    if (move.verb != OFFER)
        return &s3_form;
    return free_named(s, move.number[0]) ? NULL : &s3_title;
}

static const struct clause *judge_divide(const struct shitenno *s, struct move move)
{
    int first = move.number[0], second = move.number[1];
    if (move.verb == ADD)
        return judge_add(s, move.kind);
    if (move.verb != DIVIDE)
        return &s4_divide;
    return free_named(s, first) && free_named(s, second) && first < second ? NULL : &s4_titles;
}

static const struct clause *judge_take(const struct shitenno *s, int place)
{
    int province = province_named(place);
    if (province < 0)
        return &s7_province;
    if (s->placed >= TAKEOVERS)
        return &s7_two;
    if (kamons_left(s, s->turn) == 0)
        return &s7_none;
    if (s->kamon[province][POSITIONS - 1])
        return &s7_full;
    return shitenno_affordable(s) >> province & 1 ? NULL : &s8_price;
}

static const struct clause *judge_turn(const struct shitenno *s, struct move move)
{
    if (move.verb == DONE)
        return NULL;
    if (move.verb == TAKE)
        return judge_take(s, move.number[0]);
    if (move.verb != DRAW)
        return &s7_turn;
    if (s->taking[s->turn] == 0)
        return &s12_none;
    return s->deck.count > 0 || troops_in(s->discard) > 0 ? NULL : &s12_cards;
}

/* The clause that refuses more items of a kind than the player has. */
static const struct clause *missing(int kind)
{
    return kind == HATAMOTO   ? &s16_title
           : kind == EXCHANGE ? &s10_none
           : kind == PLUS     ? &s11_none
                              : &s8_card;
}

static const struct clause *judge_pay(const struct shitenno *s, struct move move)
{
    struct move moves[MOVES_MAX];
    int count = shitenno_pays(s, moves);
    if (move.verb == WITHDRAW && count == 0)
        return NULL;
    if (move.verb != PAY)
        return move.verb == DRAW ? &s12_when : &s8_pay;
    if (move.kind >= TILES)
        return &s8_card;
    for (int kind = move.kind; kind < TILES; kind++)
        if (shitenno_paid(s, kind))
            return &s8_order;
    if (move.number[0] > shitenno_held(s, move.kind))
        return missing(move.kind);
    for (int i = 0; i < count; i++)
        if (move_equal(move, moves[i]))
            return NULL;
    return &s8_useless;
}

static const struct clause *judge_gild(const struct shitenno *s, struct move move)
{
    int province = province_named(move.number[0]), position = move.number[1] - 1;
    if (move.verb == DECLINE)
        return NULL;
    if (move.verb != GILD)
        return move.verb == DRAW ? &s12_when : &s15_gild;
    return province >= 0 && position >= 0 && position < POSITIONS &&
                   s->kamon[province][position] == s->turn + 1
               ? NULL
               : &s15_kamon;
}

const struct clause *shitenno_judge(const void *view, struct move move)
{
    const struct shitenno *s = view;
    switch ((enum phase)s->phase) {
    case PH_FORM:
        return judge_form(s, move);
    case PH_OFFER:
        return move.verb == ACCEPT || move.verb == REFUSE ? NULL : &s3_answer;
    case PH_DIVIDE:
        return judge_divide(s, move);
    case PH_CHOOSE:
        return move.verb == CHOOSE && (move.number[0] == 1 || move.number[0] == 2) ? NULL
                                                                                   : &s4_choose;
    case PH_TURN:
        return judge_turn(s, move);
    case PH_PAY:
        return judge_pay(s, move);
    case PH_GILD:
        return judge_gild(s, move);
    case PH_OVER:
    case PHASES:
        break;
    }
    return &clause_over;
}

/* ---- Invariants ---- */

static bool sharing(const struct shitenno *s)
{
    return s->phase <= PH_CHOOSE;
}

static const char *check_titles(const struct shitenno *s)
{
    for (int seat = 0; seat < s->head.players; seat++) {
        if (s->title[seat] == TITLE_NONE || seat_titled(s, s->title[seat]) != seat)
            return "a player has no title, or two players have the same title";
        if (s->next[seat] && !sharing(s))
            return "a player has a title of the next year outside of the sharing";
        for (int other = 0; other < seat; other++)
            if (s->next[seat] && s->next[seat] == s->next[other])
                return "one Hierarchy tile is in two lots";
    }
    bool one = s->phase == PH_OFFER || s->phase == PH_CHOOSE, two = s->phase == PH_CHOOSE;
    if (one != (s->lot_title != 0) || two != (s->offer_title != 0))
        return "a lot on offer has no title, or a title on offer has no lot";
    if ((one && !title_free(s, s->lot_title)) || (two && !title_free(s, s->offer_title)))
        return "a title on offer is already taken";
    return two && s->lot_title >= s->offer_title ? "two lots are in the wrong order" : NULL;
}

static const char *check_sharing(const struct shitenno *s)
{
    int lotless = lotless_number(s), cards = pile_size(s->offer, KINDS) + pile_size(s->lot, KINDS);
    bool forms = s->phase == PH_FORM || s->phase == PH_DIVIDE;
    bool early = s->phase == PH_FORM || s->phase == PH_OFFER;
    if (!sharing(s))
        return cards ? "there are cards on offer outside of the sharing" : NULL;
    if (early ? lotless < 3 : lotless != 2)
        return "the phase does not fit the number of players without a lot";
    if (forms ? s->turn != tairo(s) : s->turn == tairo(s) || s->next[s->turn])
        return "the wrong player is asked in the sharing";
    return cards > 3 * s->head.players ? "there are too many cards on offer" : NULL;
}

static const char *check_province(const struct shitenno *s, int province)
{
    const struct shitenno_stack *tiles = &s->tiles[province];
    int placed = free_position(s, province);
    for (int i = 0; i < POSITIONS; i++) {
        if (i > placed && s->kamon[province][i])
            return "there is a Kamon behind a free position";
        if (s->kamon[province][i] && kamon_seat(s->kamon[province][i]) >= s->head.players)
            return "there is a Kamon of a seat that does not exist";
    }
    if (tiles->count != (placed < STACK ? STACK - placed : 0))
        return "the number of Bonus tiles does not fit the free positions";
    for (int i = 0; i < tiles->count; i++)
        if (tiles->card[i].seen != (i == tiles->count - 1 ? everybody(&s->head) : 0))
            return "not everybody has seen a top Bonus tile, or somebody has seen a lower one";
    return NULL;
}

/* Two for each year that is over, and two for this one if the seat has had its turn. */
static int kamons_most(const struct shitenno *s, int seat)
{
    bool past = s->phase == PH_OVER || s->title[seat] < s->title[s->turn];
    if (!sharing(s) && past)
        return TAKEOVERS * s->year;
    return TAKEOVERS * (s->year - 1) + (seat == s->turn ? s->placed : 0);
}

/* Each Kamon has given the points of its position, and at most two more. */
static const char *check_kamons(const struct shitenno *s)
{
    int points[PLAYERS_MAX] = {0}, golden = 0;
    for (int province = 0; province < PROVINCES; province++)
        for (int i = 0; i < POSITIONS && s->kamon[province][i]; i++) {
            points[kamon_seat(s->kamon[province][i])] += shitenno_provinces[province].points[i];
            golden += kamon_golden(s->kamon[province][i]);
        }
    /* this year's Sensei turns a Kamon at the end of the turn */
    bool later = sharing(s) || (s->phase != PH_OVER && s->title[s->turn] <= SENSEI);
    if (golden > s->year - later)
        return "there are more golden Kamons than years";
    for (int seat = 0; seat < s->head.players; seat++) {
        int left = kamons_left(s, seat);
        if (left < 0 || (left == 0 && sharing(s)))
            return "a player has placed more Kamons than possible, or has none left for a new year";
        if (kamons_placed(s, seat) > kamons_most(s, seat))
            return "a player has placed more than two Kamons a year";
        if (s->score[seat] < points[seat] ||
            s->score[seat] > points[seat] + 2 * kamons_placed(s, seat))
            return "the points do not fit the Kamons";
    }
    return NULL;
}

/* Owned tiles have been taken from the board. */
static const char *check_tiles(const struct shitenno *s)
{
    int left[BONUSES] = {-s->pay_exchange, -s->pay_plus, 0}, won[PLAYERS_MAX] = {0};
    for (int province = 0; province < PROVINCES; province++)
        for (int i = 0; i < STACK && s->kamon[province][i]; i++)
            won[kamon_seat(s->kamon[province][i])]++;
    for (int tile = TILES; tile < KINDS; tile++)
        left[tile_bonus(tile)] += s->taken[tile];
    won[s->turn] -= s->pay_exchange + s->pay_plus;
    for (int seat = 0; seat < s->head.players; seat++) {
        left[BONUS_EXCHANGE] -= s->exchange[seat];
        left[BONUS_PLUS] -= s->plus[seat];
        left[BONUS_TAKING] -= s->taking[seat];
        if (s->exchange[seat] + s->plus[seat] + s->taking[seat] > won[seat])
            return "a player owns more Bonus tiles than they have won";
    }
    return left[BONUS_EXCHANGE] < 0 || left[BONUS_PLUS] < 0 || left[BONUS_TAKING] < 0
               ? "players own more Bonus tiles than were taken"
               : NULL;
}

static const char *check_cards(const struct shitenno *s)
{
    for (int i = 0; i < s->deck.count; i++)
        if (is_koku(s->deck.card[i].kind) || s->deck.card[i].seen)
            return "the Troop deck has a card that is not a Troop, or that is known";
    for (int i = 0; i < s->koku.count; i++)
        if (is_troop(s->koku.card[i].kind) || s->koku.card[i].seen)
            return "the Koku deck has a card that is not Koku, or that is known";
    for (int seat = 0; seat < s->head.players; seat++)
        for (int kind = KOKU1; kind <= KOKU3; kind++)
            if (s->hand[seat][kind].known != s->hand[seat][kind].number)
                return "not everybody has seen a Koku card";
    return s->koku.count != KOKU_CARDS - s->head.players * s->year
               ? "the Koku deck does not fit the year"
               : NULL;
}

static const char *check_payment(const struct shitenno *s)
{
    int items = pile_size(s->paid, KINDS) + s->pay_hatamoto + s->pay_exchange + s->pay_plus;
    if (s->phase != PH_PAY)
        return items || s->target ? "there is a payment outside of a takeover" : NULL;
    if (!s->target || !can_place(s) || free_position(s, s->target - 1) == POSITIONS)
        return "there is a payment, but its province cannot be taken";
    if (s->pay_hatamoto > 1 ||
        (s->pay_hatamoto && (s->used || s->title[s->turn] != TITLE_HATAMOTO)))
        return "the payment uses a Hatamoto that cannot be used";
    return shitenno_paid_up(s) ? "the payment is complete, but has not ended" : NULL;
}

static const char *check_phase(const struct shitenno *s)
{
    if (s->placed > (sharing(s) || s->phase == PH_OVER ? 0 : TAKEOVERS) ||
        s->placed > kamons_placed(s, s->turn))
        return "too many Kamons were placed this year";
    if (s->used > 1 ||
        (s->used && (s->title[s->turn] != TITLE_HATAMOTO || s->placed == 0 || sharing(s))))
        return "the Hatamoto was used, but nobody can have used it";
    if (s->phase == PH_TURN && !can_place(s) && !can_draw(s))
        return "the turn should be over";
    if (s->phase == PH_GILD && (s->title[s->turn] != SENSEI || !has_plain_kamon(s, s->turn)))
        return "a player who cannot turn a Kamon is asked to turn one";
    bool ends = s->koku.count == 0;
    for (int seat = 0; seat < s->head.players; seat++)
        ends |= kamons_left(s, seat) == 0;
    return s->phase == PH_OVER && !ends ? "the game ends too early" : NULL;
}

const char *shitenno_check(const void *state)
{
    static const char *(*const checks[])(const struct shitenno *) = {
        check_titles, check_sharing, check_kamons, check_tiles,
        check_cards,  check_payment, check_phase,
    };
    const struct shitenno *s = state;
    const char *wrong = NULL;
    if (s->turn >= s->head.players)
        return "a seat that does not exist has the turn";
    if (s->year < 1 || s->year > KOKU_CARDS / s->head.players)
        return "the year is impossible";
    for (int province = 0; province < PROVINCES && !wrong; province++)
        wrong = check_province(s, province);
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !wrong; i++)
        wrong = checks[i](s);
    return wrong;
}
