/* Messages to clients about tables. */
#include "house/wire.h"

#include <stdio.h>
#include <string.h>

#include "core/catalog.h"
#include "core/json.h"
#include "core/json_out.h"
#include "core/position.h"
#include "game/message.h"
#include "house/seal.h"
#include "match/secret.h"

enum { NARRATION_BYTES = 8192 };

void wire_begin(struct out *o, const char *type, int64_t ref)
{
    json_object_begin(o);
    json_member_text(o, "type", type);
    if (ref >= 0)
        json_member_number(o, "ref", ref);
}

/* Writes the seat's letter; nothing for SEAT_NONE. */
static void wire_seat(struct out *o, const char *key, int seat)
{
    if (seat != SEAT_NONE)
        json_member_text(o, key, (const char[]){(char)('A' + seat), '\0'});
}

/* ---- The table ---- */

static const char *state_of(const struct table *t)
{
    return t->closed ? "closed" : !t->match ? "waiting" : match_over(t->match) ? "over" : "playing";
}

static void wire_settings(const struct settings *s, bool strict, struct out *o)
{
    const struct game *g = s->game;
    char clock[64];
    struct out text;
    json_member_text(o, "game", g->id);
    json_member_number(o, "players", s->config.players);
    json_member_object(o, "options");
    for (int i = 0; i < g->options_count; i++)
        json_member_text(o, g->options[i].name, g->options[i].values[s->config.option[i]]);
    json_object_end(o);
    out_init(&text, clock, sizeof clock);
    pace_print(&s->pace, &text);
    json_member_text(o, "clock", clock);
    json_member_flag(o, "listed", s->listed);
    json_member_flag(o, "rated", s->rated);
    json_member_flag(o, "watched", s->watched);
    json_member_flag(o, "strict", strict);
}

static void wire_secret(struct out *o, const char *key, const uint8_t secret[SECRET_BYTES])
{
    json_key(o, key);
    json_text_begin(o);
    secret_print(secret, o);
    json_text_end(o);
}

static void wire_sitter(const struct table *t, int seat, struct out *o)
{
    const struct seat *s = &t->seat[seat];
    static const char *const types[] = {
        [SEAT_FREE] = "free", [SEAT_PERSON] = "player", [SEAT_BOT] = "bot"};
    json_object_begin(o);
    wire_seat(o, "seat", seat);
    json_member_text(o, "is", types[s->type]);
    if (s->type != SEAT_FREE)
        json_member_text(o, "name", s->name);
    if (s->share.sealed)
        wire_secret(o, "seal", s->share.seal);
    if (s->type == SEAT_PERSON) {
        json_member_number(o, "player", s->player);
        json_member_flag(o, "kept", s->kept);
        json_member_flag(o, "rated", s->agrees);
        json_member_flag(o, "away", s->away);
        json_member_flag(o, "shown", s->shown);
        json_member_flag(o, "resigned", t->match && match_resigned(t->match) & SEAT_BIT(seat));
    }
    json_object_end(o);
}

static void wire_seats(const struct table *t, struct out *o)
{
    json_member_list(o, "seats");
    for (int seat = 0; seat < t->settings.config.players; seat++)
        wire_sitter(t, seat, o);
    json_list_end(o);
}

static void wire_numbers(struct out *o, const char *key, const int numbers[], int count)
{
    json_member_list(o, key);
    for (int i = 0; i < count; i++)
        json_number(o, numbers[i]);
    json_list_end(o);
}

static void wire_letters(struct out *o, const char *key, unsigned seats)
{
    json_key(o, key);
    json_text_begin(o);
    seats_print(seats, o);
    json_text_end(o);
}

/* Writes the commitment to the secret from the start, and the secret itself after the match. */
static void wire_match(const struct table *t, struct out *o)
{
    uint8_t commitment[SECRET_BYTES];
    int points[SEATS_MAX], ranks[SEATS_MAX], players = t->settings.config.players;
    secret_commit(t->secret, commitment);
    wire_secret(o, "commitment", commitment);
    if (!t->match || !match_over(t->match))
        return;
    match_scores(t->match, points, ranks);
    wire_numbers(o, "points", points, players);
    wire_numbers(o, "ranks", ranks, players);
    if (table_aborted(t))
        json_member_flag(o, "aborted", true);
    wire_secret(o, "secret", t->secret);
}

/* While the match waits for shares of the deal: the seats that are asked for theirs. */
static void wire_reveal(const struct table *t, struct out *o)
{
    unsigned seats = 0;
    for (int seat = 0; seat < t->settings.config.players; seat++)
        if (t->seat[seat].share.sealed && !t->seat[seat].share.revealed)
            seats |= SEAT_BIT(seat);
    if (seal_asked(t))
        wire_letters(o, "reveal", seats);
}

/* If a seat asks to go back: which seats have agreed, and which have not answered yet. */
static void wire_undo(const struct table *t, struct out *o)
{
    if (t->back_to < 0)
        return;
    json_member_object(o, "undo");
    json_member_number(o, "ply", t->back_to);
    wire_letters(o, "agreed", table_asked(t) & t->consent);
    wire_letters(o, "asked", table_asked(t) & ~t->consent);
    json_object_end(o);
}

void wire_table(const struct table *t, const struct onlooker *who, int id, struct out *o)
{
    wire_begin(o, "table", -1);
    json_member_text(o, "table", t->id);
    json_member_number(o, "id", id);
    json_member_text(o, "state", state_of(t));
    wire_seat(o, "you", who->seated ? who->viewer : SEAT_NONE);
    json_member_number(o, "host", t->host);
    wire_settings(&t->settings, table_strict(t), o);
    wire_seats(t, o);
    json_member_flag(o, "counts", table_rated(t));
    wire_match(t, o);
    wire_reveal(t, o);
    wire_undo(t, o);
    if (t->next[0])
        json_member_text(o, "next", t->next);
    json_object_end(o);
}

void wire_summary(const struct table *t, struct out *o)
{
    json_object_begin(o);
    json_member_text(o, "table", t->id);
    json_member_text(o, "state", state_of(t));
    wire_settings(&t->settings, table_strict(t), o);
    wire_seats(t, o);
    json_object_end(o);
}

/* ---- The match ---- */

/* Writes the lines of a text as a list of strings. */
static void wire_lines(struct out *o, const char *key, char *text)
{
    json_member_list(o, key);
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        bool more = *end;
        *end = '\0';
        json_text(o, line);
        end += more;
    }
    json_list_end(o);
}

static void wire_ply(const struct table *t, int ply, int viewer, struct out *o)
{
    char buffer[NARRATION_BYTES];
    struct out text;
    int seat;
    struct move move = match_move(t->match, ply, viewer, &seat);
    out_init_piece(&text, buffer, sizeof buffer, o);
    move_print(t->settings.game->schema, move, &text);
    json_object_begin(o);
    json_member_number(o, "ply", ply);
    wire_seat(o, "seat", seat);
    json_member_text(o, "move", buffer);
    out_clear(&text);
    match_narrate(t->match, ply, viewer, &text);
    wire_lines(o, "text", buffer);
    json_object_end(o);
}

static void wire_log(const struct table *t, int viewer, int since, int last, struct out *o)
{
    json_member_list(o, "log");
    for (int ply = since + 1; ply <= last; ply++)
        wire_ply(t, ply, viewer, o);
    json_list_end(o);
}

static void wire_position(const struct game *g, const struct onlooker *who, const void *view,
                          struct out *o)
{
    char buffer[16 * 1024];
    struct out text;
    json_key(o, "seat");
    json_text_begin(o);
    viewer_print(who->viewer, o);
    json_text_end(o);
    json_key(o, "view");
    if (!who->notation) {
        state_json(g->schema, view, o);
        return;
    }
    out_init(&text, buffer, sizeof buffer);
    state_print(g->schema, view, &text);
    json_text(o, buffer);
}

static void wire_clocks(const struct table *t, int64_t now, struct out *o)
{
    if (!t->settings.pace.each && !t->settings.pace.bank)
        return;
    json_member_list(o, "clocks");
    for (int seat = 0; seat < t->settings.config.players; seat++)
        json_number(o, clocks_left(&t->clocks, seat, now));
    json_list_end(o);
    wire_seat(o, "running", t->clocks.running);
}

void wire_view(const struct table *t, const struct onlooker *who, int since, int64_t now,
               struct out *o)
{
    const struct game *g = t->settings.game;
    union state view;
    int actor = match_actor(t->match);
    match_view(t->match, who->viewer, &view);
    wire_begin(o, "view", -1);
    json_member_text(o, "table", t->id);
    json_member_number(o, "id", t->turn);
    json_member_number(o, "ply", match_ply(t->match));
    json_member_text(o, "game", g->id);
    wire_seat(o, "actor", actor);
    wire_position(g, who, &view, o);
    wire_log(t, who->viewer, since, match_ply(t->match), o);
    wire_clocks(t, now, o);
    if (who->seated && actor == who->viewer && table_decides(t, actor))
        message_question(g, &view, o);
    json_object_end(o);
}

void wire_past(const struct table *t, const struct onlooker *who, int since, int last,
               struct out *o)
{
    wire_begin(o, "log", -1);
    json_member_text(o, "table", t->id);
    wire_log(t, who->viewer, since, last, o);
    json_object_end(o);
}

void wire_replay(const struct table *t, const struct onlooker *who, const struct request *r,
                 struct out *o)
{
    union state view;
    match_view_at(t->match, r->number, who->viewer, &view);
    wire_begin(o, "replay", r->ref);
    json_member_text(o, "table", t->id);
    json_member_number(o, "ply", r->number);
    json_member_number(o, "last", match_ply(t->match));
    json_member_text(o, "game", t->settings.game->id);
    wire_position(t->settings.game, who, &view, o);
    wire_log(t, who->viewer, r->number > 0 ? r->number - 1 : 0, r->number, o);
    json_object_end(o);
}

/* ---- Chat ---- */

bool wire_overhears(const struct table *t, const struct onlooker *who)
{
    return !who->seated || table_over(t);
}

/* Whether they may read the line and do not have it yet. */
static bool is_new(const struct table *t, const struct onlooker *who, int since, int overheard,
                   const struct line *l)
{
    if (who->muted && people_find(who->muted, l->player))
        return false;
    return l->seat != SEAT_NONE ? l->seq > since : l->seq > overheard && wire_overhears(t, who);
}

bool wire_has_chat(const struct table *t, const struct onlooker *who, int since, int overheard)
{
    int least = overheard < since ? overheard : since;
    for (int i = t->lines - 1; i >= 0 && t->line[i].seq > least; i--)
        if (is_new(t, who, since, overheard, &t->line[i]))
            return true;
    return false;
}

static void wire_line(const struct line *l, struct out *o)
{
    size_t length = strcspn(l->text, "\t");
    char name[PLAYER_NAME_BYTES];
    snprintf(name, sizeof name, "%.*s", (int)length, l->text);
    json_object_begin(o);
    json_member_number(o, "id", l->seq);
    wire_seat(o, "seat", l->seat);
    json_member_number(o, "player", l->player);
    json_member_text(o, "name", name);
    json_member_flag(o, "kept", l->kept);
    json_member_text(o, "text", l->text + length + (l->text[length] == '\t'));
    json_object_end(o);
}

void wire_chat(const struct table *t, const struct onlooker *who, int since, int overheard, int id,
               struct out *o)
{
    wire_begin(o, "chat", -1);
    json_member_text(o, "table", t->id);
    json_member_number(o, "id", id);
    json_member_list(o, "lines");
    for (int i = 0; i < t->lines; i++)
        if (is_new(t, who, since, overheard, &t->line[i]))
            wire_line(&t->line[i], o);
    json_list_end(o);
    json_object_end(o);
}

void wire_removed(const char *table, const struct clause *why, struct out *o)
{
    wire_begin(o, "removed", -1);
    json_member_text(o, "table", table);
    json_member_text(o, "clause", why->id);
    json_member_text(o, "text", catalog_find(o->catalog, why->sentence));
    json_object_end(o);
}

/* ---- Players and matches ---- */

static void wire_player_members(const struct player *p, struct out *o)
{
    json_member_number(o, "id", p->id);
    json_member_text(o, "name", p->name);
    json_member_flag(o, "kept", p->kept);
    json_object_end(o);
}

void wire_player(const struct player *p, struct out *o)
{
    json_member_object(o, "player");
    wire_player_members(p, o);
}

void wire_person(const struct player *p, struct out *o)
{
    json_object_begin(o);
    wire_player_members(p, o);
}

void wire_people(const struct people *people, struct out *o)
{
    json_member_list(o, "players");
    for (int i = 0; people && i < people->count; i++)
        wire_person(&people->player[i], o);
    json_list_end(o);
}

static void wire_device(const struct device *d, struct out *o)
{
    json_object_begin(o);
    json_member_text(o, "session", d->id);
    json_member_text(o, "device", d->name);
    if (d->created)
        json_member_number(o, "created", d->created);
    if (d->used)
        json_member_number(o, "used", d->used);
    json_member_flag(o, "own", d->own);
    json_object_end(o);
}

void wire_devices(const struct job *j, struct out *o)
{
    json_member_list(o, "sessions");
    for (int i = 0; i < j->count; i++)
        wire_device(&j->devices[i], o);
    json_list_end(o);
}

static void wire_rating(const struct rated *r, struct out *o)
{
    json_object_begin(o);
    json_member_text(o, "game", r->game);
    json_member_number(o, "players", r->players);
    json_key(o, "rating");
    json_format(o, "%.0f", r->rating.value);
    json_key(o, "deviation");
    json_format(o, "%.0f", r->rating.deviation);
    json_member_number(o, "games", r->rating.games);
    json_object_end(o);
}

void wire_ratings(const struct job *j, int64_t ref, struct out *o)
{
    wire_begin(o, "player", ref);
    wire_player(&j->player, o);
    json_member_list(o, "ratings");
    for (int i = 0; i < j->count; i++)
        wire_rating(&j->ratings[i], o);
    json_list_end(o);
    json_object_end(o);
}

static void wire_places(const struct ended *e, struct out *o)
{
    json_member_list(o, "places");
    for (int i = 0; i < e->places; i++) {
        const struct place *p = &e->place[i];
        json_object_begin(o);
        json_member_text(o, "name", p->name);
        if (p->player) {
            json_member_number(o, "player", p->player);
            json_member_flag(o, "kept", p->kept);
        }
        json_member_number(o, "rank", p->rank);
        json_member_number(o, "points", p->points);
        json_object_end(o);
    }
    json_list_end(o);
}

/* Writes nothing if the settings cannot be read any more, for example because an option was
 * removed. */
static void wire_ended(const struct ended *e, struct out *o)
{
    struct slice settings = {e->settings, (int)strlen(e->settings)};
    struct settings s;
    char buffer[256];
    struct out error;
    out_init(&error, buffer, sizeof buffer);
    if (!settings_parse(settings, &s, &error))
        return;
    json_object_begin(o);
    json_member_text(o, "table", e->table);
    json_member_number(o, "time", e->time);
    wire_settings(&s, s.strict, o);
    wire_places(e, o);
    json_object_end(o);
}

void wire_finished(const struct job *j, int64_t ref, struct out *o)
{
    wire_begin(o, "finished", ref);
    json_member_list(o, "matches");
    for (int i = 0; i < j->count; i++)
        wire_ended(&j->matches[i], o);
    json_list_end(o);
    json_object_end(o);
}
