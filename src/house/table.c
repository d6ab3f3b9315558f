/* The rules of tables: for each type of event, who may cause it and when (judge), and what it
 * changes (apply). They use only the table and the event, never the time of the machine or random
 * numbers, because every node must come to the same table. */
#include "house/table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/catalog.h"
#include "game/game.h"
#include "house/seal.h"
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

/* ---- Tables ---- */

bool bot_allowed(const char *name)
{
    static const char *const allowed[] = {"random", "greedy", "bold", "careful"};
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strcmp(name, allowed[i]) == 0)
            return true;
    return strlen(name) == 1 && name[0] >= '1' && name[0] < '1' + LEVELS;
}

bool table_id_good(const char *id)
{
    size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789");
    return length > 0 && length < TABLE_ID_BYTES && !id[length];
}

struct table *table_new(const char *id, const struct settings *settings, int64_t host,
                        const uint8_t secret[SECRET_BYTES])
{
    struct table *t = allocate(sizeof *t);
    memcpy(t->id, id, strlen(id) + 1);
    t->settings = *settings;
    t->host = host;
    memcpy(t->secret, secret, SECRET_BYTES);
    t->back_to = -1;
    t->asked = -1;
    t->clocks.running = t->passed.seat = SEAT_NONE;
    return t;
}

void table_free(struct table *t)
{
    if (!t)
        return;
    for (int i = 0; i < t->lines; i++)
        free(t->line[i].text);
    free(t->line);
    free(t->removed);
    free(t->sat);
    free(t->ply);
    free(t->stop);
    match_free(t->match);
    explicit_bzero(t, sizeof *t);
    free(t);
}

int table_seat(const struct table *t, int64_t player)
{
    for (int seat = 0; seat < t->settings.config.players; seat++)
        if (t->seat[seat].type == SEAT_PERSON && t->seat[seat].player == player)
            return seat;
    return SEAT_NONE;
}

int table_free_seat(const struct table *t)
{
    for (int seat = 0; seat < t->settings.config.players; seat++)
        if (t->seat[seat].type == SEAT_FREE)
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

bool table_strict(const struct table *t)
{
    return t->settings.strict || (t->match && table_rated(t));
}

bool table_hasty(const struct table *t)
{
    return t->match && match_over(t->match) && match_resigned(t->match) &&
           match_ply(t->match) < ABORT_PLIES * t->settings.config.players;
}

bool table_aborted(const struct table *t)
{
    return table_hasty(t) && table_rated(t);
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
    return table_present(t, seat) && match_actor(t->match) == seat && t->lost != t->turn &&
           !t->closed;
}

const char *table_bot(const struct table *t)
{
    int actor = t->match && !t->closed ? match_actor(t->match) : SEAT_NONE;
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

/* ---- Clauses ---- */

static_assert(LEVELS == 6, "clause_bot names this number");

const struct clause clause_seat = {"seat", SAY("There is no such seat at this table.")};
static const struct clause clause_taken = {"taken", SAY("That seat is taken.")};
const struct clause clause_twice = {"twice", SAY("You already sit at this table.")};
static const struct clause clause_begun = {"begun", SAY("The match has already begun.")};
const struct clause clause_early = {"early", SAY("The match has not begun yet.")};
const struct clause clause_yours = {"yours", SAY("That seat is not yours.")};
static const struct clause clause_bot = {
    "bot", SAY("There is no such bot. The bots are 1 to 6, random, greedy, bold and careful.")};
const struct clause clause_host = {"host",
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
const struct clause clause_long = {"long", SAY("That text is empty or too long.")};
static const struct clause clause_gone = {"gone", SAY("You have given up.")};
const struct clause clause_private = {"private", SAY("This table does not allow spectators.")};
static const struct clause clause_quiet = {"quiet", SAY("The chat of this table is full.")};
static const struct clause clause_often = {"often",
                                           SAY("This has been done too often at this table.")};
static const struct clause clause_late = {"late",
                                          SAY("Too little time is left to take this back.")};
static const struct clause clause_alone = {"alone", SAY("There are no hints in a rated match.")};
static const struct clause clause_company = {
    "company", SAY("There are hints only in a match where all other players are bots.")};

const struct clause clause_guest = {
    "guest", SAY("Only players with a registered name can play rated matches.")};
const struct clause clause_removed = {"removed", SAY("The host has removed you from this table.")};
const struct clause clause_self = {"self", SAY("You cannot do this to yourself.")};
static const struct clause clause_sits = {
    "sits", SAY("Only spectators can be removed, not players who have a seat.")};

bool table_removed(const struct table *t, int64_t player)
{
    for (int i = 0; i < t->removals; i++)
        if (t->removed[i] == player)
            return true;
    return false;
}

/* A player who is away or has given up decides nothing. */
static const struct clause *judge_presence(const struct table *t, const struct event *e)
{
    if (!e->player || table_present(t, e->seat))
        return NULL;
    return match_resigned(t->match) & SEAT_BIT(e->seat) ? &clause_gone : &clause_absent;
}

/* ---- Sitting down and standing up, before the match ---- */

static const struct clause *judge_sit(const struct table *t, struct event *e)
{
    if (t->match)
        return &clause_begun;
    if (t->seat[e->seat].type != SEAT_FREE)
        return &clause_taken;
    if (table_removed(t, e->player))
        return &clause_removed;
    return table_seat(t, e->player) == SEAT_NONE ? seal_judge(e) : &clause_twice;
}

static const struct clause *judge_bot(const struct table *t, struct event *e)
{
    if (t->match)
        return &clause_begun;
    if (t->seat[e->seat].type != SEAT_FREE)
        return &clause_taken;
    return e->player != t->host ? &clause_host : !bot_allowed(e->text) ? &clause_bot : NULL;
}

/* How often the player has sat down; NULL: never. */
static struct sitter_count *sat_of(const struct table *t, int64_t player)
{
    for (int i = 0; i < t->sat_count; i++)
        if (t->sat[i].player == player)
            return &t->sat[i];
    return NULL;
}

static void count_sitter(struct table *t, int64_t player)
{
    struct sitter_count *sat = sat_of(t, player);
    if (!sat) {
        t->sat = grow(t->sat, t->sat_count, &t->sat_room, sizeof *t->sat);
        sat = &t->sat[t->sat_count++];
        *sat = (struct sitter_count){.player = player};
    }
    sat->times++;
}

static void table_begin(struct table *t)
{
    const struct config *config = &t->settings.config;
    const struct dealing dealing = seal_dealing(t);
    t->asked = -1;
    t->match = match_new_dealt(t->settings.game, config, &dealing);
    if (!t->match)
        abort();
    for (int seat = 0; seat < config->players; seat++) {
        struct sitter *sitter = match_sitter(t->match, seat);
        sitter->human = t->seat[seat].type == SEAT_PERSON;
        memcpy(sitter->name, t->seat[seat].name, sizeof t->seat[seat].name);
    }
    clocks_begin(&t->clocks, &t->settings.pace, config->players);
}

/* If all seats are taken, the match begins, or waits for shares of the deal. */
static void table_fill(struct table *t, const struct event *e)
{
    if (table_free_seat(t) != SEAT_NONE)
        return;
    if (seal_waits(t))
        t->asked = e->time;
    else
        table_begin(t);
}

static void take_seat(struct table *t, const struct event *e)
{
    struct seat *seat = &t->seat[e->seat];
    *seat = (struct seat){
        .type = e->type == EV_BOT ? SEAT_BOT : SEAT_PERSON,
        .player = e->type == EV_BOT ? 0 : e->player,
        .agrees = e->type == EV_SIT && e->number & SIT_AGREES,
        .kept = e->type == EV_SIT && e->number & SIT_KEPT,
    };
    snprintf(seat->name, sizeof seat->name, "%.*s", (int)strcspn(e->text, "\t"), e->text);
    seal_take(&seat->share, e);
    if (e->type == EV_SIT)
        count_sitter(t, e->player);
    table_fill(t, e);
}

/* Players leave their own seats; the host may free any seat. */
static const struct clause *judge_stand(const struct table *t, struct event *e)
{
    const struct seat *seat = &t->seat[e->seat];
    if (t->match)
        return &clause_begun;
    if (seat->type == SEAT_FREE)
        return &clause_seat;
    if (seal_revealed(t))
        return &clause_dealing;
    return e->player && e->player != seat->player && e->player != t->host ? &clause_yours : NULL;
}

static void leave_seat(struct table *t, const struct event *e)
{
    t->seat[e->seat] = (struct seat){0};
    t->asked = -1;
}

/* ---- Shares of the deal: see seal.c ---- */

static const struct clause *judge_reveal(const struct table *t, struct event *e)
{
    return t->match ? &clause_begun : seal_judge_reveal(t, e);
}

static void reveal_share(struct table *t, const struct event *e)
{
    struct seat_share *share = &t->seat[e->seat].share;
    secret_parse(slice_of(e->text), share->share);
    share->revealed = true;
    if (!seal_waits(t))
        table_begin(t);
}

static const struct clause *judge_deal(const struct table *t, struct event *e)
{
    if (t->match)
        return &clause_begun;
    return !seal_asked(t) || e->player || e->time < seal_due(t) ? &clause_time : NULL;
}

static void deal_anyway(struct table *t, const struct event *e)
{
    (void)e;
    table_begin(t);
}

static const struct clause *judge_close(const struct table *t, struct event *e)
{
    if (t->match)
        return &clause_begun;
    return e->player && e->player != t->host ? &clause_host : NULL;
}

static void close_table(struct table *t, const struct event *e)
{
    (void)e;
    t->closed = true;
}

/* What the operator does to a running match. */
static const struct clause *judge_abort(const struct table *t, struct event *e)
{
    if (!t->match)
        return &clause_early;
    return match_over(t->match) ? &clause_over : e->player ? &clause_host : NULL;
}

/* ---- Moves ---- */

static bool table_read_move(const struct table *t, struct event *e)
{
    struct head head = {.players = t->settings.config.players};
    struct scan scan;
    char reason[256];
    struct out unread;
    out_init(&unread, reason, sizeof reason);
    scan_init_line(&scan, NULL, slice_of(e->text), &unread);
    return move_parse(t->settings.game->schema, &head, &scan, &e->move);
}

static const struct clause *judge_move(const struct table *t, struct event *e)
{
    const struct clause *against = judge_presence(t, e);
    if (against)
        return against;
    if (e->player && match_actor(t->match) == e->seat && !table_decides(t, e->seat))
        return &clause_lost;
    return table_read_move(t, e) ? match_judge(t->match, e->seat, e->move) : &clause_form;
}

static void table_play(struct table *t, const struct event *e)
{
    match_apply(t->match, e->move);
    t->back_to = -1;
}

struct event table_moving(const struct table *t, struct move move)
{
    struct event e = {.type = EV_MOVE, .seat = match_actor(t->match), .move = move};
    struct out text;
    out_init(&text, e.text, sizeof e.text);
    move_print(t->settings.game->schema, move, &text);
    return e;
}

/* ---- Taking moves back ---- */

static const struct clause *judge_ask(const struct table *t, struct event *e)
{
    if (table_rated(t))
        return &clause_rated;
    if (match_over(t->match))
        return &clause_over;
    if (e->number < 0)
        return &clause_first;
    return e->number >= match_ply(t->match) ? &clause_ply : judge_presence(t, e);
}

static const struct clause *judge_consent(const struct table *t, struct event *e)
{
    if (table_rated(t))
        return &clause_rated;
    if (match_over(t->match))
        return &clause_over;
    return t->back_to < 0 || t->consent & SEAT_BIT(e->seat) || !table_present(t, e->seat)
               ? &clause_asked
               : NULL;
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

/* Goes back if all seats that must agree have agreed. */
static void go_back(struct table *t)
{
    if (table_asked(t) & ~t->consent)
        return;
    t->undone += match_ply(t->match) - t->back_to;
    match_undo(t->match, t->back_to, ~0u);
    t->back_to = -1;
}

static void ask_back(struct table *t, const struct event *e)
{
    t->back_to = e->number;
    t->asker = e->seat;
    t->consent = !e->text[0] && may_take_back(t, e->seat, e->number) ? ~0u : SEAT_BIT(e->seat);
    go_back(t);
}

void table_asking(const struct table *t, struct event *e)
{
    if (t->clocks.running != SEAT_NONE && t->clocks.running != e->seat)
        snprintf(e->text, sizeof e->text, "all");
}

static void agree_back(struct table *t, const struct event *e)
{
    t->consent |= SEAT_BIT(e->seat);
    go_back(t);
}

static void decline_back(struct table *t, const struct event *e)
{
    (void)e;
    t->back_to = -1;
}

/* ---- Leaving and coming back ---- */

/* Whether a person plays in a match that goes on. */
static const struct clause *judge_playing(const struct table *t, const struct event *e)
{
    if (match_over(t->match))
        return &clause_over;
    return t->seat[e->seat].type != SEAT_PERSON || match_resigned(t->match) & SEAT_BIT(e->seat)
               ? &clause_gone
               : NULL;
}

/* A player may always leave; the server makes them leave when their time has run out. */
static const struct clause *judge_leave(const struct table *t, struct event *e)
{
    const struct clause *against = judge_playing(t, e);
    if (against)
        return against;
    if (!e->player && (e->seat != match_actor(t->match) || e->time < table_due(t)))
        return &clause_time;
    return e->type == EV_AWAY && t->seat[e->seat].away ? &clause_absent : NULL;
}

static void give_up(struct table *t, const struct event *e)
{
    match_resign(t->match, e->seat);
    t->back_to = -1;
}

static void go_away(struct table *t, const struct event *e)
{
    struct seat *seat = &t->seat[e->seat];
    seat->away = true;
    seat->late = !e->player;
    seat->lapses += seat->late;
    if (match_actor(t->match) == e->seat)
        t->lost = t->turn; /* or the player could stop the clock by leaving for a moment */
    t->back_to = -1;
}

static const struct clause *judge_back(const struct table *t, struct event *e)
{
    const struct clause *against = judge_playing(t, e);
    if (against)
        return against;
    return t->seat[e->seat].away ? NULL : &clause_away;
}

/* A player whose time has run out gets a little more when they come back, to go on with: a tenth of
 * the bank, then half of that, and so on. A player who has just left gets nothing. */
static void come_back(struct table *t, const struct event *e)
{
    struct seat *seat = &t->seat[e->seat];
    int64_t more = 100 * (int64_t)t->settings.pace.bank;
    for (int lapses = 1; lapses < seat->lapses && more > 0; lapses++)
        more /= 2;
    if (seat->late && t->clocks.left[e->seat] < more)
        t->clocks.left[e->seat] = more;
    seat->away = seat->late = false;
}

struct event table_timeout(const struct table *t)
{
    return (struct event){.type = table_strict(t) ? EV_RESIGN : EV_AWAY,
                          .seat = match_actor(t->match)};
}

/* ---- Spectators, chat, hints ---- */

bool table_shut(const struct table *t, bool seated)
{
    return !seated && t->match && !t->settings.watched && !match_over(t->match);
}

const struct clause *table_look(const struct table *t, bool seated)
{
    if (!t->match)
        return &clause_early;
    return table_shut(t, seated) ? &clause_private : NULL;
}

bool table_heard(const struct table *t, bool seated)
{
    return seated || t->settings.watched;
}

static void show(struct table *t, const struct event *e)
{
    t->seat[e->seat].shown = e->number;
}

static const struct clause *judge_chat(const struct table *t, struct event *e)
{
    bool seated = e->seat != SEAT_NONE;
    if (seated && e->player && t->seat[e->seat].player != e->player)
        return &clause_yours;
    if (!seated && table_removed(t, e->player))
        return &clause_removed;
    if (!table_heard(t, seated))
        return &clause_private;
    if (t->lines >= (seated ? LINES_MAX : LINES_MAX / 2))
        return &clause_quiet;
    return e->text[0] ? NULL : &clause_long;
}

static void table_chat(struct table *t, const struct event *e)
{
    t->line = grow(t->line, t->lines, &t->line_room, sizeof *t->line);
    char *text = strdup(e->text);
    if (!text)
        abort();
    t->line[t->lines++] = (struct line){t->seq + 1, e->seat, e->player, e->number == 1, text};
}

const struct line *table_line(const struct table *t, int seq)
{
    for (int i = 0; i < t->lines; i++)
        if (t->line[i].seq == seq)
            return &t->line[i];
    return NULL;
}

/* The player whom the event removes; 0 if its text is not an id. */
static int64_t removed_by(const struct event *e)
{
    char *end;
    int64_t player = strtoll(e->text, &end, 10);
    return *end || player < 0 ? 0 : player;
}

static const struct clause *judge_remove(const struct table *t, struct event *e)
{
    int64_t player = removed_by(e);
    if (e->player != t->host)
        return &clause_host;
    if (!player)
        return &clause_long;
    if (player == t->host)
        return &clause_self;
    if (table_seat(t, player) != SEAT_NONE)
        return &clause_sits;
    return t->removals < REMOVED_MAX ? NULL : &clause_often;
}

static void remove_spectator(struct table *t, const struct event *e)
{
    int64_t player = removed_by(e);
    if (table_removed(t, player))
        return;
    t->removed = grow(t->removed, t->removals, &t->removal_room, sizeof *t->removed);
    t->removed[t->removals++] = player;
}

const struct clause *table_hint(const struct table *t, int seat)
{
    if (table_rated(t))
        return &clause_alone;
    if (t->closed)
        return &clause_closed;
    for (int other = 0; other < t->settings.config.players; other++)
        if (other != seat && t->seat[other].type == SEAT_PERSON)
            return &clause_company;
    return match_over(t->match)            ? &clause_over
           : match_actor(t->match) != seat ? &clause_turn
                                           : NULL;
}

/* ---- The next match ---- */

static const struct clause *judge_next(const struct table *t, struct event *e)
{
    if (!table_over(t))
        return &clause_running;
    if (e->player && table_seat(t, e->player) == SEAT_NONE)
        return &clause_yours;
    return t->next[0] || !e->text[0] || strlen(e->text) >= TABLE_ID_BYTES ? &clause_long : NULL;
}

static void set_next(struct table *t, const struct event *e)
{
    memcpy(t->next, e->text, strlen(e->text) + 1);
}

/* ---- What players may do only so often ---- */

/* With a time for each decision: what the seat has used since this ply, for what it has decided and
 * for what it is deciding `now`. Whoever asks to go back owes it for the next decision: otherwise
 * it could be had again and again. */
static int64_t used_since(const struct table *t, int seat, int ply, const struct stop *now)
{
    int64_t whole = 1000 * (int64_t)t->settings.pace.each;
    int64_t used = t->owed[seat] + (now->seat == seat ? whole - now->left : 0);
    for (int i = t->stops; i > ply; i--)
        used += t->stop[i - 1].seat == seat ? whole - t->stop[i - 1].left : 0;
    return used;
}

static int64_t bonus_since(const struct table *t, int seat, int ply)
{
    int64_t bonus = 0;
    for (int i = t->stops; i > ply; i--)
        bonus += t->stop[i - 1].seat == seat ? t->stop[i - 1].bonus : 0;
    return bonus;
}

/* Whether all have more time in their banks than they have to give back, and the asker has some. */
static bool has_bank_again(const struct table *t, int asker, int ply, int64_t time)
{
    for (int seat = 0; seat < t->settings.config.players; seat++) {
        int64_t bonus = bonus_since(t, seat, ply);
        if ((bonus || seat == asker) && clocks_left(&t->clocks, seat, time) <= bonus)
            return false;
    }
    return true;
}

/* Whether the asker would have time to decide again after going back to this ply. */
static bool has_time_again(const struct table *t, int asker, int ply, int64_t time)
{
    const struct pace *pace = &t->settings.pace;
    int running = t->clocks.running;
    struct stop now = t->passed;
    if (running != SEAT_NONE)
        now = (struct stop){.seat = running, .left = clocks_left(&t->clocks, running, time)};
    return pace->each   ? used_since(t, asker, ply, &now) < 1000 * (int64_t)pace->each
           : pace->bank ? has_bank_again(t, asker, ply, time)
                        : true;
}

static const struct clause *bound_sit(const struct table *t, const struct event *e)
{
    const struct sitter_count *sat = sat_of(t, e->player);
    if (e->number & SIT_AGREES && !(e->number & SIT_KEPT))
        return &clause_guest;
    return sat && sat->times >= SITS_MAX ? &clause_often : NULL;
}

static const struct clause *bound_ask(const struct table *t, const struct event *e)
{
    if (t->undone >= UNDONE_MAX)
        return &clause_often;
    return has_time_again(t, e->seat, e->number, e->time) ? NULL : &clause_late;
}

static const struct clause *bound_yes(const struct table *t, const struct event *e)
{
    return has_time_again(t, t->asker, t->back_to, e->time) ? NULL : &clause_late;
}

static const struct clause *bound_chat(const struct table *t, const struct event *e)
{
    int most = e->seat == SEAT_NONE ? LINES_OF_SPECTATOR : LINES_OF_PLAYER, count = 0;
    for (int i = 0; i < t->lines; i++)
        count += t->line[i].player == e->player;
    return count < most ? NULL : &clause_often;
}

/* ---- All events ---- */

static const struct rule {
    const char *name;
    const struct clause *(*judge)(const struct table *t, struct event *e); /* NULL: no condition */
    void (*apply)(struct table *t, const struct event *e);
    bool owned;    /* needs a match; only the seat's player or the server may do it */
    bool seatless; /* may come without a seat */
    bool shows;    /* changes what somebody sees of a match; moves do so, too */
    bool aside;    /* is no part of the match: the clocks do not notice it */
    int most;      /* how often players may do it for a seat; 0: see table_bound */
    const struct clause *(*bound)(const struct table *t, const struct event *e); /* a further one */
} rules[EV_TYPES] = {
    [EV_SIT] = {"sit", judge_sit, take_seat, .bound = bound_sit},
    [EV_BOT] = {"bot", judge_bot, take_seat, .most = 200},
    [EV_STAND] = {"stand", judge_stand, leave_seat, .most = 0},
    [EV_MOVE] = {"move", judge_move, table_play, .owned = true},
    [EV_ASK] = {"ask", judge_ask, ask_back, .owned = true, .most = 1000, .bound = bound_ask},
    [EV_YES] = {"yes", judge_consent, agree_back, .owned = true, .bound = bound_yes},
    [EV_NO] = {"no", judge_consent, decline_back, .owned = true},
    [EV_RESIGN] = {"resign", judge_leave, give_up, .owned = true, .shows = true},
    [EV_AWAY] = {"away", judge_leave, go_away, .owned = true, .shows = true, .most = 500},
    [EV_BACK] = {"back", judge_back, come_back, .owned = true, .shows = true},
    [EV_SHOW] = {"show", NULL, show, .owned = true, .shows = true, .most = 500},
    [EV_CHAT] = {"chat", judge_chat, table_chat, .seatless = true, .aside = true,
                 .bound = bound_chat},
    [EV_NEXT] = {"next", judge_next, set_next, .seatless = true, .aside = true},
    [EV_CLOSE] = {"close", judge_close, close_table, .seatless = true},
    [EV_REVEAL] = {"reveal", judge_reveal, reveal_share, .most = 1},
    [EV_DEAL] = {"deal", judge_deal, deal_anyway, .seatless = true},
    [EV_REMOVE] = {"remove", judge_remove, remove_spectator, .seatless = true, .aside = true},
    [EV_ABORT] = {"abort", judge_abort, close_table, .seatless = true},
};

const char *event_name(enum event_type type)
{
    return rules[type].name;
}

bool event_type_parse(const char *name, enum event_type *type)
{
    for (int i = 0; i < EV_TYPES; i++)
        if (strcmp(name, rules[i].name) == 0) {
            *type = (enum event_type)i;
            return true;
        }
    return false;
}

bool event_same(const struct event *a, const struct event *b)
{
    return a->type == b->type && a->seat == b->seat && a->number == b->number &&
           a->player == b->player && a->time == b->time && strcmp(a->text, b->text) == 0;
}

bool event_aside(enum event_type type)
{
    return rules[type].aside;
}

/* Only the seat's player, or the server, may act for a seat. */
static const struct clause *judge_owner(const struct table *t, const struct event *e)
{
    if (!t->match)
        return &clause_early;
    return e->player && t->seat[e->seat].player != e->player ? &clause_yours : NULL;
}

const struct clause *table_judge(const struct table *t, struct event *e)
{
    const struct rule *rule = &rules[e->type];
    bool seated = e->seat >= 0 && e->seat < t->settings.config.players;
    if (t->closed)
        return &clause_closed;
    if (!seated && !(rule->seatless && e->seat == SEAT_NONE))
        return &clause_seat;
    const struct clause *against = rule->owned ? judge_owner(t, e) : NULL;
    return against || !rule->judge ? against : rule->judge(t, e);
}

/* Moves and giving up are never bounded, so that every match can be finished; but without asking to
 * go back there are only so many moves. What undoes or answers another event (standing up, coming
 * back, hiding cards, agreeing, declining) is bounded by that. What strangers can do at a table is
 * bounded for each of them, so that none uses up what others need. */
const struct clause *table_bound(const struct table *t, const struct event *e)
{
    const struct rule *rule = &rules[e->type];
    bool undoes = e->type == EV_SHOW && !e->number && t->seat[e->seat].shown;
    const struct clause *against = rule->bound && e->player ? rule->bound(t, e) : NULL;
    if (against)
        return against;
    return rule->most && !undoes && e->player && t->done[e->seat][e->type] >= rule->most
               ? &clause_often
               : NULL;
}

/* A forced move takes no time. What its seat owed, it owes for its next decision, too. */
static void carry_owed(struct table *t, int seat)
{
    int64_t whole = 1000 * (int64_t)t->settings.pace.each;
    t->owed[seat] += whole - t->clocks.left[seat];
    t->clocks.left[seat] = whole;
}

/* Remembers how the clock was stopped by the move to this ply, or before it when the decision
 * passed to a bot. Adds the bonus for the decision; there is none for a forced move, or a bot's. */
static void stop_clock(struct table *t, const struct event *e, int ply)
{
    int seat = clocks_stop(&t->clocks, e->time);
    bool forced = e->type == EV_MOVE && !e->player;
    if (forced && seat != SEAT_NONE && t->settings.pace.each)
        carry_owed(t, seat);
    if (seat != SEAT_NONE)
        t->passed = (struct stop){.seat = seat, .left = t->clocks.left[seat]};
    if (e->type != EV_MOVE)
        return;
    struct stop stop = t->passed;
    if (e->player && seat == e->seat) {
        stop.bonus = 1000 * (int64_t)t->settings.pace.bonus;
        t->clocks.left[seat] += stop.bonus;
    }
    while (t->stops < ply) {
        t->stop = grow(t->stop, t->stops, &t->stop_room, sizeof *t->stop);
        t->stop[t->stops++] = (struct stop){.seat = SEAT_NONE};
    }
    t->stop[ply - 1] = stop;
}

/* Moves after this ply were taken back: so are their bonuses, and the asker owes the time. */
static void turn_back_clocks(struct table *t, int ply)
{
    if (t->stops <= ply)
        return;
    if (t->settings.pace.each)
        t->owed[t->asker] = used_since(t, t->asker, ply, &t->passed);
    for (int seat = 0; seat < t->settings.config.players; seat++) {
        int64_t left = t->clocks.left[seat] - bonus_since(t, seat, ply);
        t->clocks.left[seat] = left > 0 ? left : 0;
    }
    t->stops = ply;
}

/* The seat's new decision is shorter by what the seat owes. */
static void pay_owed(struct table *t, int seat)
{
    int64_t left = t->clocks.left[seat] - t->owed[seat];
    t->clocks.left[seat] = left > 0 ? left : 0;
    t->owed[seat] = 0;
}

/* Starts the clock for a new decision, or if the decision has passed to a bot or back. */
static void run_clock(struct table *t, const struct event *e)
{
    int next = match_actor(t->match), ply = match_ply(t->match);
    if (next != SEAT_NONE && !table_decides(t, next))
        next = SEAT_NONE;
    if (t->turn != t->seq && next == t->clocks.running)
        return;
    stop_clock(t, e, ply);
    turn_back_clocks(t, ply);
    clocks_start(&t->clocks, &t->settings.pace, next, e->time);
    if (next != SEAT_NONE)
        pay_owed(t, next);
    if (t->turn == t->seq)
        t->passed = (struct stop){.seat = SEAT_NONE};
}

void table_apply(struct table *t, const struct event *e)
{
    const struct rule *rule = &rules[e->type];
    int before = t->match ? match_ply(t->match) : -1, asked = t->back_to, lost = t->lost;
    rule->apply(t, e);
    int after = t->match ? match_ply(t->match) : -1;
    t->ply = grow(t->ply, t->seq, &t->ply_room, sizeof *t->ply);
    t->ply[t->seq++] = after;
    t->time = e->time;
    if (e->player || !t->visited)
        t->visited = e->time;
    if (e->player && rule->most)
        t->done[e->seat][e->type]++;
    if (after != before)
        t->turn = t->seq;
    if (after != before || t->lost != lost || e->type == EV_RESIGN)
        t->since = e->time;
    if (after != before || rule->shows)
        t->shown = t->seq;
    if ((e->type != EV_MOVE && e->type != EV_CHAT && e->type != EV_REMOVE) ||
        (e->type == EV_MOVE && (table_over(t) || asked >= 0)))
        t->changed = t->seq;
    if (t->match && !rule->aside)
        run_clock(t, e);
}

bool table_next(const struct table *t, struct event *e)
{
    struct move move;
    if (t->closed)
        return false;
    if (t->match) {
        bool forced = match_forced(t->match, &move);
        if (forced)
            *e = table_moving(t, move);
        return forced;
    }
    *e = (struct event){.type = EV_CLOSE, .seat = SEAT_NONE};
    for (int seat = 0; seat < t->settings.config.players; seat++)
        if (t->seat[seat].type == SEAT_PERSON)
            return false;
    return true;
}

int table_since(const struct table *t, int seq)
{
    int ply = t->match ? match_ply(t->match) : 0;
    for (int i = seq > 0 ? seq - 1 : 0; i < t->seq; i++)
        if (t->ply[i] < ply)
            ply = t->ply[i];
    return seq > 0 && ply > 0 ? ply : 0;
}
