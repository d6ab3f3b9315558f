/* Messages about tables. */
#include "server/wire.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/position.h"
#include "game/message.h"
#include "match/secret.h"

enum { NARRATION_BYTES = 8192 };

void wire_begin(struct out *o, const char *type, int64_t ref)
{
    out_text(o, "{\"type\":");
    out_json_string(o, type);
    if (ref >= 0)
        wire_number(o, "ref", ref);
}

/* ',"key":'. */
static void wire_key(struct out *o, const char *key)
{
    out_char(o, ',');
    out_json_string(o, key);
    out_char(o, ':');
}

void wire_text(struct out *o, const char *key, const char *text)
{
    wire_key(o, key);
    out_json_string(o, text);
}

void wire_number(struct out *o, const char *key, int64_t number)
{
    wire_key(o, key);
    out_integer(o, number);
}

static void wire_flag(struct out *o, const char *key, bool yes)
{
    wire_key(o, key);
    out_text(o, yes ? "true" : "false");
}

/* ',"key":"B"'; nothing for no seat. */
static void wire_seat(struct out *o, const char *key, int seat)
{
    if (seat != SEAT_NONE)
        wire_text(o, key, (const char[]){(char)('A' + seat), '\0'});
}

/* ---- The table ---- */

static const char *state_of(const struct table *t)
{
    return t->closed ? "closed" : !t->match ? "waiting" : match_over(t->match) ? "over" : "playing";
}

static void wire_settings(const struct settings *s, struct out *o)
{
    const struct game *g = s->game;
    bool first = true;
    char clock[64];
    struct out text;
    wire_text(o, "game", g->id);
    out_format(o, ",\"players\":%d,\"options\":{", s->config.players);
    for (int i = 0; i < g->options_count; i++) {
        out_separator(o, "", &first);
        out_json_string(o, g->options[i].name);
        out_char(o, ':');
        out_json_string(o, g->options[i].values[s->config.option[i]]);
    }
    out_char(o, '}');
    out_init(&text, clock, sizeof clock);
    pace_print(&s->pace, &text);
    wire_text(o, "clock", clock);
    wire_flag(o, "listed", s->listed);
    wire_flag(o, "rated", s->rated);
    wire_flag(o, "watched", s->watched);
    wire_flag(o, "strict", s->strict);
}

static void wire_sitter(const struct table *t, int seat, struct out *o)
{
    const struct seat *s = &t->seat[seat];
    static const char *const types[] = {
        [SEAT_FREE] = "free", [SEAT_PERSON] = "player", [SEAT_BOT] = "bot"};
    out_format(o, "{\"seat\":\"%c\",\"is\":\"%s\"", 'A' + seat, types[s->type]);
    if (s->type != SEAT_FREE)
        wire_text(o, "name", s->name);
    if (s->type == SEAT_PERSON) {
        wire_number(o, "player", s->player);
        wire_flag(o, "rated", s->agrees);
        wire_flag(o, "away", s->away);
        wire_flag(o, "shown", s->shown);
        wire_flag(o, "resigned", t->match && match_resigned(t->match) & SEAT_BIT(seat));
    }
    out_char(o, '}');
}

static void wire_seats(const struct table *t, struct out *o)
{
    bool first = true;
    out_text(o, ",\"seats\":[");
    for (int seat = 0; seat < t->settings.config.players; seat++) {
        out_separator(o, "", &first);
        wire_sitter(t, seat, o);
    }
    out_char(o, ']');
}

static void wire_numbers(struct out *o, const char *key, const int numbers[], int count)
{
    bool first = true;
    wire_key(o, key);
    out_char(o, '[');
    for (int i = 0; i < count; i++) {
        out_separator(o, "", &first);
        out_integer(o, numbers[i]);
    }
    out_char(o, ']');
}

static void wire_secret(struct out *o, const char *key, const uint8_t secret[SECRET_BYTES])
{
    wire_key(o, key);
    out_char(o, '"');
    secret_print(secret, o);
    out_char(o, '"');
}

/* The commitment from the start; the secret itself after the end. */
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
    wire_secret(o, "secret", t->secret);
}

/* Somebody asks to go back: who has agreed, and who is still asked. */
static void wire_undo(const struct table *t, struct out *o)
{
    if (t->back_to < 0)
        return;
    out_format(o, ",\"undo\":{\"ply\":%d,\"agreed\":\"", t->back_to);
    seats_print(table_asked(t) & t->consent, o);
    out_text(o, "\",\"asked\":\"");
    seats_print(table_asked(t) & ~t->consent, o);
    out_text(o, "\"}");
}

void wire_table(const struct table *t, const struct onlooker *who, int id, struct out *o)
{
    wire_begin(o, "table", -1);
    wire_text(o, "table", t->id);
    wire_number(o, "id", id);
    wire_text(o, "state", state_of(t));
    wire_seat(o, "you", who->seated ? who->viewer : SEAT_NONE);
    wire_number(o, "host", t->host);
    wire_settings(&t->settings, o);
    wire_seats(t, o);
    wire_flag(o, "counts", table_rated(t));
    wire_match(t, o);
    wire_undo(t, o);
    if (t->next[0])
        wire_text(o, "next", t->next);
    out_char(o, '}');
}

void wire_summary(const struct table *t, struct out *o)
{
    out_text(o, "{\"table\":");
    out_json_string(o, t->id);
    wire_text(o, "state", state_of(t));
    wire_settings(&t->settings, o);
    wire_seats(t, o);
    out_char(o, '}');
}

/* ---- The match ---- */

/* The lines of a text as a list of strings. */
static void wire_lines(struct out *o, const char *key, char *text)
{
    bool first = true;
    wire_key(o, key);
    out_char(o, '[');
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        bool more = *end;
        *end = '\0';
        out_separator(o, "", &first);
        out_json_string(o, line);
        end += more;
    }
    out_char(o, ']');
}

static void wire_ply(const struct table *t, int ply, int viewer, struct out *o)
{
    char buffer[NARRATION_BYTES];
    struct out text;
    int seat;
    struct move move = match_move(t->match, ply, viewer, &seat);
    out_init_piece(&text, buffer, sizeof buffer, o);
    move_print(t->settings.game->schema, move, &text);
    out_text(o, "{\"ply\":");
    out_integer(o, ply);
    wire_seat(o, "seat", seat);
    wire_text(o, "move", buffer);
    out_clear(&text);
    match_narrate(t->match, ply, viewer, &text);
    wire_lines(o, "text", buffer);
    out_char(o, '}');
}

static void wire_log(const struct table *t, int viewer, int since, int last, struct out *o)
{
    bool first = true;
    out_text(o, ",\"log\":[");
    for (int ply = since + 1; ply <= last; ply++) {
        out_separator(o, "", &first);
        wire_ply(t, ply, viewer, o);
    }
    out_char(o, ']');
}

static void wire_position(const struct game *g, const struct onlooker *who, const void *view,
                          struct out *o)
{
    char buffer[16 * 1024];
    struct out text;
    out_text(o, ",\"seat\":\"");
    viewer_print(who->viewer, o);
    out_text(o, "\",\"view\":");
    if (!who->notation) {
        state_json(g->schema, view, o);
        return;
    }
    out_init(&text, buffer, sizeof buffer);
    state_print(g->schema, view, &text);
    out_json_string(o, buffer);
}

static void wire_clocks(const struct table *t, int64_t now, struct out *o)
{
    bool first = true;
    if (!t->settings.pace.each && !t->settings.pace.bank)
        return;
    out_text(o, ",\"clocks\":[");
    for (int seat = 0; seat < t->settings.config.players; seat++) {
        out_separator(o, "", &first);
        out_integer(o, clocks_left(&t->clocks, seat, now));
    }
    out_char(o, ']');
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
    wire_text(o, "table", t->id);
    wire_number(o, "id", t->turn);
    wire_number(o, "ply", match_ply(t->match));
    wire_text(o, "game", g->id);
    wire_seat(o, "actor", actor);
    wire_position(g, who, &view, o);
    wire_log(t, who->viewer, since, match_ply(t->match), o);
    wire_clocks(t, now, o);
    if (who->seated && actor == who->viewer && table_decides(t, actor))
        message_question(g, &view, o);
    out_char(o, '}');
}

void wire_past(const struct table *t, const struct onlooker *who, int since, int last,
               struct out *o)
{
    wire_begin(o, "log", -1);
    wire_text(o, "table", t->id);
    wire_log(t, who->viewer, since, last, o);
    out_char(o, '}');
}

void wire_replay(const struct table *t, const struct onlooker *who, const struct request *r,
                 struct out *o)
{
    union state view;
    match_view_at(t->match, r->number, who->viewer, &view);
    wire_begin(o, "replay", r->ref);
    wire_text(o, "table", t->id);
    wire_number(o, "ply", r->number);
    wire_number(o, "last", match_ply(t->match));
    wire_text(o, "game", t->settings.game->id);
    wire_position(t->settings.game, who, &view, o);
    wire_log(t, who->viewer, r->number > 0 ? r->number - 1 : 0, r->number, o);
    out_char(o, '}');
}

/* ---- Chat ---- */

bool wire_overhears(const struct table *t, const struct onlooker *who)
{
    return !who->seated || table_over(t);
}

/* Whether he may read the line and has not yet. */
static bool is_new(const struct table *t, const struct onlooker *who, int since, int overheard,
                   const struct line *l)
{
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
    out_format(o, "{\"id\":%d", l->seq);
    wire_seat(o, "seat", l->seat);
    wire_text(o, "name", name);
    wire_text(o, "text", l->text + length + (l->text[length] == '\t'));
    out_char(o, '}');
}

void wire_chat(const struct table *t, const struct onlooker *who, int since, int overheard, int id,
               struct out *o)
{
    bool first = true;
    wire_begin(o, "chat", -1);
    wire_text(o, "table", t->id);
    out_format(o, ",\"id\":%d,\"lines\":[", id);
    for (int i = 0; i < t->lines; i++)
        if (is_new(t, who, since, overheard, &t->line[i])) {
            out_separator(o, "", &first);
            wire_line(&t->line[i], o);
        }
    out_text(o, "]}");
}

/* ---- Players and matches ---- */

void wire_player(const struct player *p, struct out *o)
{
    out_format(o, ",\"player\":{\"id\":%" PRId64, p->id);
    wire_text(o, "name", p->name);
    wire_flag(o, "kept", p->kept);
    out_char(o, '}');
}

void wire_ratings(const struct job *j, int64_t ref, struct out *o)
{
    bool first = true;
    wire_begin(o, "player", ref);
    wire_player(&j->player, o);
    out_text(o, ",\"ratings\":[");
    for (int i = 0; i < j->count; i++) {
        const struct rated *r = &j->ratings[i];
        out_separator(o, "{\"game\":", &first);
        out_json_string(o, r->game);
        out_format(o, ",\"players\":%d,\"rating\":%.0f,\"deviation\":%.0f,\"games\":%d}",
                   r->players, r->rating.value, r->rating.deviation, r->rating.games);
    }
    out_text(o, "]}");
}

static void wire_places(const struct ended *e, struct out *o)
{
    bool first = true;
    out_text(o, ",\"places\":[");
    for (int i = 0; i < e->places; i++) {
        const struct place *p = &e->place[i];
        out_separator(o, "{\"name\":", &first);
        out_json_string(o, p->name);
        if (p->player)
            wire_number(o, "player", p->player);
        out_format(o, ",\"rank\":%d,\"points\":%d}", p->rank, p->points);
    }
    out_char(o, ']');
}

void wire_finished(const struct job *j, int64_t ref, struct out *o)
{
    bool first = true;
    wire_begin(o, "finished", ref);
    out_text(o, ",\"matches\":[");
    for (int i = 0; i < j->count; i++) {
        const struct ended *e = &j->matches[i];
        struct word settings = {e->settings, (int)strlen(e->settings)};
        struct settings s;
        char buffer[256];
        struct out error;
        out_init(&error, buffer, sizeof buffer);
        if (!settings_parse(settings, &s, &error))
            continue;
        out_separator(o, "{\"table\":", &first);
        out_json_string(o, e->table);
        wire_number(o, "time", e->time);
        wire_settings(&s, o);
        wire_places(e, o);
        out_char(o, '}');
    }
    out_text(o, "]}");
}
