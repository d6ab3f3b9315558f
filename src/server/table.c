/* Tables: which events are allowed (table_judge), and what they change (table_apply). Both use only
 * the table and the event, never the time of the machine or random numbers, because every node must
 * come to the same table. */
#include "server/table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/catalog.h"
#include "game/game.h"
#include "match/grow.h"

const char substitute_bot[] = "4";

/* ---- Settings ---- */

struct table_flag {
    const char *name;
    size_t offset;
};

static const struct table_flag flags[] = {
    {"listed", offsetof(struct settings, listed)},
    {"rated", offsetof(struct settings, rated)},
    {"watched", offsetof(struct settings, watched)},
    {"strict", offsetof(struct settings, strict)},
};

enum { FLAGS = sizeof flags / sizeof *flags };

void settings_print(const struct settings *s, struct out *o)
{
    const struct game *g = s->game;
    out_format(o, "%s players=%d", g->id, s->config.players);
    for (int i = 0; i < g->options_count; i++)
        out_format(o, " %s=%s", g->options[i].name, g->options[i].values[s->config.option[i]]);
    out_text(o, " clock=");
    pace_print(&s->pace, o);
    for (int i = 0; i < FLAGS; i++)
        out_format(o, " %s=%s", flags[i].name,
                   *(const bool *)((const char *)s + flags[i].offset) ? "yes" : "no");
}

/* The value behind 'name='; false if the word has another name. */
static bool table_value_of(struct slice w, const char *name, struct slice *value)
{
    struct slice found = slice_cut(&w, '=');
    *value = w;
    return w.at > found.at + found.length && slice_is(found, name);
}

static bool set_flag(struct settings *s, struct slice w, bool *known, struct out *error)
{
    struct slice value;
    for (int i = 0; i < FLAGS; i++)
        if (table_value_of(w, flags[i].name, &value)) {
            *known = true;
            *(bool *)((char *)s + flags[i].offset) = slice_is(value, "yes");
            if (slice_is(value, "yes") || slice_is(value, "no"))
                return true;
            out_format(error, "'%.*s': expected yes or no", SLICE(w));
            return false;
        }
    return true;
}

static bool set_players(struct settings *s, struct slice value, struct out *error)
{
    const struct schema *c = s->game->schema;
    int players;
    if (!slice_number(value, c->players_max, &players) || players < c->players_min) {
        out_format(error, "%s is for %d to %d players, not '%.*s'", s->game->title, c->players_min,
                   c->players_max, SLICE(value));
        return false;
    }
    s->config.players = (uint8_t)players;
    return true;
}

static bool set(struct settings *s, struct slice w, struct out *error)
{
    struct slice value;
    bool known = false;
    if (table_value_of(w, "players", &value))
        return set_players(s, value, error);
    if (table_value_of(w, "clock", &value))
        return pace_parse(value, &s->pace, error);
    if (!set_flag(s, w, &known, error))
        return false;
    return known || config_set(s->game, &s->config, w, error);
}

bool settings_parse(struct slice text, struct settings *s, struct out *error)
{
    struct scan scan;
    scan_init_line(&scan, NULL, text, error);
    struct slice w = scan_word(&scan);
    *s = (struct settings){.game = game_parse(w, error), .listed = true, .watched = true};
    if (!s->game)
        return false;
    s->config.players = s->game->schema->players_min;
    while ((w = scan_word(&scan)).length > 0)
        if (!set(s, w, error))
            return false;
    const struct option *misfit = config_misfit(s->game, &s->config);
    if (misfit)
        out_format(error, "%s cannot be used with %d players", misfit->name, s->config.players);
    return !misfit;
}

/* ---- Events ---- */

static const char *const names[EV_TYPES] = {
    [EV_SIT] = "sit",   [EV_BOT] = "bot",     [EV_STAND] = "stand", [EV_MOVE] = "move",
    [EV_ASK] = "ask",   [EV_YES] = "yes",     [EV_NO] = "no",       [EV_RESIGN] = "resign",
    [EV_AWAY] = "away", [EV_BACK] = "back",   [EV_SHOW] = "show",   [EV_CHAT] = "chat",
    [EV_NEXT] = "next", [EV_CLOSE] = "close",
};

const char *event_name(enum event_type type)
{
    return names[type];
}

bool event_type_parse(const char *name, enum event_type *type)
{
    for (int i = 0; i < EV_TYPES; i++)
        if (strcmp(name, names[i]) == 0) {
            *type = (enum event_type)i;
            return true;
        }
    return false;
}

bool bot_allowed(const char *name)
{
    static const char *const allowed[] = {"random", "greedy", "bold", "careful"};
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strcmp(name, allowed[i]) == 0)
            return true;
    return strlen(name) == 1 && name[0] >= '1' && name[0] < '1' + LEVELS;
}

/* ---- Tables ---- */

bool table_id_good(const char *id)
{
    size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789");
    return length > 0 && length < TABLE_ID_BYTES && !id[length];
}

struct table *table_new(const char *id, const struct settings *settings, int64_t host,
                        const uint8_t secret[SECRET_BYTES])
{
    struct table *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    memcpy(t->id, id, strlen(id) + 1);
    t->settings = *settings;
    t->host = host;
    memcpy(t->secret, secret, SECRET_BYTES);
    t->back_to = -1;
    t->clocks.running = SEAT_NONE;
    return t;
}

void table_free(struct table *t)
{
    if (!t)
        return;
    for (int i = 0; i < t->lines; i++)
        free(t->line[i].text);
    free(t->line);
    free(t->ply);
    match_free(t->match);
    memset(t->secret, 0, sizeof t->secret);
    free(t);
}

int table_seat(const struct table *t, int64_t player)
{
    for (int seat = 0; seat < t->settings.config.players; seat++)
        if (t->seat[seat].type == SEAT_PERSON && t->seat[seat].player == player)
            return seat;
    return SEAT_NONE;
}

bool table_rated(const struct table *t)
{
    for (int seat = 0; seat < t->settings.config.players; seat++)
        if (t->seat[seat].type != SEAT_PERSON || !t->seat[seat].agrees)
            return false;
    return t->settings.rated;
}

bool table_over(const struct table *t)
{
    return t->closed || (t->match && match_over(t->match));
}

bool table_present(const struct table *t, int seat)
{
    return t->seat[seat].type == SEAT_PERSON && !t->seat[seat].away &&
           !(t->match && match_resigned(t->match) & SEAT_BIT(seat));
}

bool table_decides(const struct table *t, int seat)
{
    return table_present(t, seat) && match_actor(t->match) == seat && t->lost != t->turn;
}

const char *table_bot(const struct table *t)
{
    int actor = t->match ? match_actor(t->match) : SEAT_NONE;
    if (actor == SEAT_NONE || table_decides(t, actor))
        return NULL;
    return t->seat[actor].type == SEAT_BOT ? t->seat[actor].name : substitute_bot;
}

int64_t table_due(const struct table *t)
{
    int64_t month = 30 * 24 * (int64_t)3600000;
    return t->clocks.running == SEAT_NONE ? t->time + month : clocks_due(&t->clocks);
}

unsigned table_asked(const struct table *t)
{
    unsigned seats = 0;
    for (int seat = 0; seat < t->settings.config.players; seat++)
        if (t->seat[seat].type == SEAT_PERSON)
            seats |= SEAT_BIT(seat);
    return t->match ? seats & ~match_resigned(t->match) : 0;
}

/* Whether the seat may take its moves back without asking: nobody has learned anything since then,
 * and no other person has moved. */
static bool may_take_back(const struct table *t, int seat, int ply)
{
    if (ply < match_undo_limit(t->match))
        return false;
    for (int i = ply + 1; i <= match_ply(t->match); i++) {
        int mover;
        match_move(t->match, i, VIEW_PUBLIC, &mover);
        if (mover != seat && t->seat[mover].type == SEAT_PERSON)
            return false;
    }
    return true;
}

/* ---- Which events are allowed ---- */

static_assert(LEVELS == 6, "clause_bot names this number");

const struct clause clause_seat = {"seat", SAY("There is no such seat at this table.")};
static const struct clause clause_taken = {"taken", SAY("That seat is taken.")};
const struct clause clause_twice = {"twice", SAY("You already sit at this table.")};
static const struct clause clause_begun = {"begun", SAY("The match has already begun.")};
static const struct clause clause_early = {"early", SAY("The match has not begun yet.")};
static const struct clause clause_yours = {"yours", SAY("That seat is not yours.")};
static const struct clause clause_bot = {
    "bot", SAY("There is no such bot. The bots are 1 to 6, random, greedy, bold and careful.")};
static const struct clause clause_host = {"host",
                                          SAY("Only the player who opened the table can do this.")};
static const struct clause clause_closed = {"closed", SAY("The table is closed.")};
static const struct clause clause_rated = {"rated",
                                           SAY("In a rated match no move can be taken back.")};
static const struct clause clause_ply = {"ply",
                                         SAY("You can only go back to an earlier position.")};
static const struct clause clause_first = {"first", SAY("There is nothing to take back.")};
static const struct clause clause_asked = {"asked",
                                           SAY("There is no undo request that you can answer.")};
static const struct clause clause_away = {"away", SAY("You are not away. No bot plays for you.")};
static const struct clause clause_absent = {"away", SAY("A bot plays for you. Come back first.")};
static const struct clause clause_lost = {
    "away", SAY("A bot makes this move for you. You make the next one.")};
const struct clause clause_running = {"running", SAY("The match is not over yet.")};
static const struct clause clause_time = {"time", SAY("There is still time left.")};
static const struct clause clause_long = {"long", SAY("That text is empty or too long.")};
static const struct clause clause_gone = {"gone", SAY("You have given up.")};

static const struct clause *judge_join(const struct table *t, const struct event *e)
{
    if (t->match)
        return &clause_begun;
    if (e->type == EV_STAND)
        return t->seat[e->seat].type == SEAT_FREE ? &clause_seat
               : e->player && e->player != t->seat[e->seat].player && e->player != t->host
                   ? &clause_yours
                   : NULL;
    if (t->seat[e->seat].type != SEAT_FREE)
        return &clause_taken;
    if (e->type == EV_BOT)
        return e->player != t->host ? &clause_host : !bot_allowed(e->text) ? &clause_bot : NULL;
    return table_seat(t, e->player) == SEAT_NONE ? NULL : &clause_twice;
}

/* Only the seat's player, or the server, may act for a seat. */
static const struct clause *judge_owner(const struct table *t, const struct event *e)
{
    if (!t->match)
        return &clause_early;
    return e->player && t->seat[e->seat].player != e->player ? &clause_yours : NULL;
}

/* A player who is away or has given up decides nothing. */
static const struct clause *judge_presence(const struct table *t, const struct event *e)
{
    if (!e->player || table_present(t, e->seat))
        return NULL;
    return match_resigned(t->match) & SEAT_BIT(e->seat) ? &clause_gone : &clause_absent;
}

static bool table_read_move(const struct table *t, const struct event *e, struct move *move)
{
    struct head head = {.players = t->settings.config.players};
    struct slice text = {e->text, (int)strlen(e->text)};
    struct scan scan;
    char reason[256];
    struct out unread;
    out_init(&unread, reason, sizeof reason);
    scan_init_line(&scan, NULL, text, &unread);
    return move_parse(t->settings.game->schema, &head, &scan, move);
}

static const struct clause *judge_move(const struct table *t, const struct event *e)
{
    const struct clause *against = judge_presence(t, e);
    struct move move;
    union state view;
    if (against)
        return against;
    if (e->player && match_actor(t->match) == e->seat && !table_decides(t, e->seat))
        return &clause_lost;
    if (!table_read_move(t, e, &move))
        return &clause_form;
    if (match_over(t->match))
        return &clause_over;
    match_view(t->match, match_actor(t->match), &view);
    return game_judge(t->settings.game, &view, e->seat, move);
}

static const struct clause *judge_back(const struct table *t, const struct event *e)
{
    if (table_rated(t))
        return &clause_rated;
    if (match_over(t->match))
        return &clause_over;
    if (e->type == EV_ASK)
        return e->number < 0                      ? &clause_first
               : e->number >= match_ply(t->match) ? &clause_ply
                                                  : judge_presence(t, e);
    return t->back_to < 0 || t->consent & SEAT_BIT(e->seat) || !table_present(t, e->seat)
               ? &clause_asked
               : NULL;
}

static const struct clause *judge_leave(const struct table *t, const struct event *e)
{
    bool gone = match_resigned(t->match) & SEAT_BIT(e->seat);
    if (match_over(t->match))
        return &clause_over;
    if (gone || t->seat[e->seat].type != SEAT_PERSON)
        return &clause_gone;
    if (e->type == EV_BACK)
        return t->seat[e->seat].away ? NULL : &clause_away;
    if (!e->player && (e->seat != match_actor(t->match) || e->time < table_due(t)))
        return &clause_time;
    return e->type == EV_AWAY && t->seat[e->seat].away ? &clause_absent : NULL;
}

static const struct clause *judge_chat(const struct table *t, const struct event *e)
{
    if (e->seat != SEAT_NONE && e->player && t->seat[e->seat].player != e->player)
        return &clause_yours;
    return e->text[0] ? NULL : &clause_long;
}

static const struct clause *judge_next(const struct table *t, const struct event *e)
{
    if (!table_over(t))
        return &clause_running;
    if (e->player && table_seat(t, e->player) == SEAT_NONE)
        return &clause_yours;
    return t->next[0] || !e->text[0] || strlen(e->text) >= TABLE_ID_BYTES ? &clause_long : NULL;
}

static const struct clause *judge_close(const struct table *t, const struct event *e)
{
    if (t->match)
        return &clause_begun;
    return e->player && e->player != t->host ? &clause_host : NULL;
}

static const struct {
    const struct clause *(*judge)(const struct table *t, const struct event *e);
    bool owned;    /* needs a match; only the seat's player or the server may do it */
    bool seatless; /* may come without a seat */
} judges[EV_TYPES] = {
    [EV_SIT] = {.judge = judge_join},
    [EV_BOT] = {.judge = judge_join},
    [EV_STAND] = {.judge = judge_join},
    [EV_MOVE] = {.judge = judge_move, .owned = true},
    [EV_ASK] = {.judge = judge_back, .owned = true},
    [EV_YES] = {.judge = judge_back, .owned = true},
    [EV_NO] = {.judge = judge_back, .owned = true},
    [EV_RESIGN] = {.judge = judge_leave, .owned = true},
    [EV_AWAY] = {.judge = judge_leave, .owned = true},
    [EV_BACK] = {.judge = judge_leave, .owned = true},
    [EV_SHOW] = {.owned = true},
    [EV_CHAT] = {.judge = judge_chat, .seatless = true},
    [EV_NEXT] = {.judge = judge_next, .seatless = true},
    [EV_CLOSE] = {.judge = judge_close, .seatless = true},
};

const struct clause *table_judge(const struct table *t, const struct event *e)
{
    bool seated = e->seat >= 0 && e->seat < t->settings.config.players;
    if (t->closed)
        return &clause_closed;
    if (!seated && !(judges[e->type].seatless && e->seat == SEAT_NONE))
        return &clause_seat;
    const struct clause *against = judges[e->type].owned ? judge_owner(t, e) : NULL;
    if (against || !judges[e->type].judge)
        return against;
    return judges[e->type].judge(t, e);
}

/* ---- What events change ---- */

/* If all seats are taken, the match begins. */
static void table_begin(struct table *t)
{
    const struct config *config = &t->settings.config;
    for (int seat = 0; seat < config->players; seat++)
        if (t->seat[seat].type == SEAT_FREE)
            return;
    t->match = match_new(t->settings.game, config, t->secret);
    if (!t->match)
        abort();
    for (int seat = 0; seat < config->players; seat++) {
        struct sitter *sitter = match_sitter(t->match, seat);
        sitter->human = t->seat[seat].type == SEAT_PERSON;
        memcpy(sitter->name, t->seat[seat].name, sizeof sitter->name);
    }
    clocks_begin(&t->clocks, &t->settings.pace, config->players);
}

static void take_seat(struct table *t, const struct event *e)
{
    struct seat *seat = &t->seat[e->seat];
    *seat = (struct seat){
        .type = e->type == EV_BOT ? SEAT_BOT : SEAT_PERSON,
        .player = e->type == EV_BOT ? 0 : e->player,
        .agrees = e->type == EV_SIT && e->number,
    };
    snprintf(seat->name, sizeof seat->name, "%.*s", NAME_MAX_BYTES - 1, e->text);
    table_begin(t);
}

static void table_play(struct table *t, const struct event *e)
{
    struct move move;
    if (table_read_move(t, e, &move))
        match_play(t->match, e->seat, move);
    t->back_to = -1;
}

/* Goes back if all seats that must agree have agreed. */
static void go_back(struct table *t)
{
    if (table_asked(t) & ~t->consent)
        return;
    match_undo(t->match, t->back_to, ~0u);
    t->back_to = -1;
}

static void ask_back(struct table *t, const struct event *e)
{
    t->back_to = e->number;
    t->consent = may_take_back(t, e->seat, e->number) ? ~0u : SEAT_BIT(e->seat);
    go_back(t);
}

/* A player who comes back has at least a tenth of the bank left, to go on with. */
static void come_back(struct table *t, int seat)
{
    int64_t least = 100 * (int64_t)t->settings.pace.bank;
    t->seat[seat].away = false;
    if (t->clocks.left[seat] < least)
        t->clocks.left[seat] = least;
}

static void table_chat(struct table *t, const struct event *e)
{
    t->line = grow(t->line, t->lines, &t->line_room, sizeof *t->line);
    t->line[t->lines++] = (struct line){t->seq + 1, e->seat, strdup(e->text)};
}

static void change(struct table *t, const struct event *e)
{
    switch (e->type) {
    case EV_SIT:
    case EV_BOT:
        take_seat(t, e);
        break;
    case EV_STAND:
        t->seat[e->seat] = (struct seat){0};
        break;
    case EV_MOVE:
        table_play(t, e);
        break;
    case EV_ASK:
        ask_back(t, e);
        break;
    case EV_YES:
        t->consent |= SEAT_BIT(e->seat);
        go_back(t);
        break;
    case EV_NO:
        t->back_to = -1;
        break;
    case EV_RESIGN:
        match_resign(t->match, e->seat);
        t->back_to = -1;
        break;
    case EV_AWAY:
        t->seat[e->seat].away = true;
        if (match_actor(t->match) == e->seat)
            t->lost = t->turn; /* or the player could stop the clock by leaving for a moment */
        t->back_to = -1;
        break;
    case EV_BACK:
        come_back(t, e->seat);
        break;
    case EV_SHOW:
        t->seat[e->seat].shown = e->number;
        break;
    case EV_CHAT:
        table_chat(t, e);
        break;
    case EV_NEXT:
        memcpy(t->next, e->text, strlen(e->text) + 1);
        break;
    case EV_CLOSE:
        t->closed = true;
        break;
    case EV_TYPES:
        break;
    }
}

/* Whether the event changes what somebody sees of a match; except moves. */
static bool shows(enum event_type type)
{
    return type == EV_RESIGN || type == EV_AWAY || type == EV_BACK || type == EV_SHOW;
}

/* Starts the clock for a new decision, or if the decision has passed to a bot or back. */
static void run_clock(struct table *t, const struct event *e)
{
    int next = match_actor(t->match);
    if (next != SEAT_NONE && !table_decides(t, next))
        next = SEAT_NONE;
    if (t->turn != t->seq && next == t->clocks.running)
        return;
    int stopped = clocks_stop(&t->clocks, e->time);
    if (e->type == EV_MOVE && e->player && stopped == e->seat) /* no bonus for a forced move */
        t->clocks.left[stopped] += 1000 * (int64_t)t->settings.pace.bonus;
    clocks_start(&t->clocks, &t->settings.pace, next, e->time);
}

void table_apply(struct table *t, const struct event *e)
{
    int before = t->match ? match_ply(t->match) : -1, asked = t->back_to, lost = t->lost;
    change(t, e);
    int after = t->match ? match_ply(t->match) : -1;
    t->ply = grow(t->ply, t->seq, &t->ply_room, sizeof *t->ply);
    t->ply[t->seq++] = after;
    t->time = e->time;
    if (after != before)
        t->turn = t->seq;
    if (after != before || t->lost != lost || e->type == EV_RESIGN)
        t->since = e->time;
    if (after != before || shows(e->type))
        t->shown = t->seq;
    if ((e->type != EV_MOVE && e->type != EV_CHAT) ||
        (e->type == EV_MOVE && (table_over(t) || asked >= 0)))
        t->changed = t->seq;
    if (t->match && e->type != EV_CHAT && e->type != EV_NEXT)
        run_clock(t, e);
}

int table_since(const struct table *t, int seq)
{
    int ply = t->match ? match_ply(t->match) : 0;
    for (int i = seq > 0 ? seq - 1 : 0; i < t->seq; i++)
        if (t->ply[i] < ply)
            ply = t->ply[i];
    return seq > 0 && ply > 0 ? ply : 0;
}
