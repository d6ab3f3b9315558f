/* Records: writing, reading and replaying them. */
#include "match/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/secret.h"

enum { LINE_WIDTH = 78 };

static const char record_format[] = "tenka record 1", secret_format[] = "tenka secret 1";

/* ---- Writing ---- */

static void write_seals(const struct dealing *d, struct out *o)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (!d->seat[seat].sealed)
            continue;
        out_format(o, "seal %c: ", 'A' + seat);
        secret_print(d->seat[seat].seal, o);
        out_char(o, '\n');
    }
}

static void write_head(struct match *m, const char *format, struct out *o)
{
    const struct game *g = match_game(m);
    const struct config *config = match_config(m);
    uint8_t commitment[SECRET_BYTES];
    out_format(o, "%s\ngame: %s\nrules: %d\nplayers: %d\n", format, g->id, g->version,
               config->players);
    for (int i = 0; i < g->options_count; i++)
        out_format(o, "option: %s=%s\n", g->options[i].name,
                   g->options[i].values[config->option[i]]);
    for (int seat = 0; seat < config->players; seat++) {
        const struct sitter *sitter = match_sitter(m, seat);
        out_format(o, "seat %c: %s %s\n", 'A' + seat, sitter->human ? "human" : "bot",
                   sitter->name);
    }
    secret_commit(match_secret(m), commitment);
    out_text(o, "commitment: ");
    secret_print(commitment, o);
    out_char(o, '\n');
    write_seals(match_dealing(m), o);
}

/* Writes one entry of the list of moves. If the line is full, starts a new one with the number of
 * its first ply. */
static void write_entry(const char *text, int ply, size_t *line_start, struct out *o)
{
    bool full = o->used - *line_start + strlen(text) + 2 > LINE_WIDTH;
    if (*line_start == 0 || full) {
        if (*line_start)
            out_char(o, '\n');
        *line_start = o->used;
        out_format(o, "%4d. %s", ply, text);
    } else {
        out_format(o, ", %s", text);
    }
}

static void print_entry(const struct match *m, const struct entry *e, int ply, int viewer,
                        struct out *o)
{
    const struct game *g = match_game(m);
    if (e->type == ENTRY_UNDO)
        out_format(o, "undo %d", ply - e->ply);
    else if (e->type == ENTRY_RESIGN)
        out_format(o, "resign %c", 'A' + e->seat);
    else
        move_print(g->schema, game_veil(g, e->move, SEAT_NONE, viewer), o);
}

static void write_moves(struct match *m, int viewer, struct out *o)
{
    const struct entry *entries;
    int count = match_entries(m, &entries), ply = 0;
    size_t line_start = 0;
    out_text(o, "moves:\n");
    for (int i = 0; i < count; i++) {
        char text[64];
        struct out item;
        out_init(&item, text, sizeof text);
        print_entry(m, &entries[i], ply, viewer, &item);
        write_entry(text, ply + 1, &line_start, o);
        ply = entries[i].type == ENTRY_UNDO ? entries[i].ply
                                            : ply + (entries[i].type == ENTRY_MOVE);
    }
    if (line_start)
        out_char(o, '\n');
}

static void write_result(struct match *m, struct out *o)
{
    int points[SEATS_MAX], ranks[SEATS_MAX], players = match_config(m)->players;
    match_scores(m, points, ranks);
    out_text(o, "result:");
    for (int seat = 0; seat < players; seat++)
        out_format(o, "%s %c %d %d", seat ? "," : "", 'A' + seat, ranks[seat], points[seat]);
    out_char(o, '\n');
}

static void write_secret(struct match *m, struct out *o)
{
    out_text(o, "secret: ");
    secret_print(match_secret(m), o);
    out_char(o, '\n');
    for (int seat = 0; seat < SEATS_MAX; seat++)
        share_print(&match_dealing(m)->seat[seat], seat, o);
}

void record_write(struct match *m, struct out *o)
{
    write_head(m, record_format, o);
    write_moves(m, match_over(m) ? VIEW_ALL : VIEW_PUBLIC, o);
    if (match_over(m)) {
        write_result(m, o);
        write_secret(m, o);
    }
    out_text(o, "end\n");
}

void record_write_secret(struct match *m, struct out *o)
{
    write_head(m, secret_format, o);
    write_moves(m, VIEW_ALL, o);
    write_secret(m, o);
    out_text(o, "end\n");
}

/* ---- Reading ---- */

/* The line must start with this word. */
static bool record_at(struct scan *s, const char *word)
{
    struct slice found = scan_word(s);
    return slice_is(found, word) ||
           scan_fail(s, found, "expected '%s', found '%.*s'", word, SLICE(found));
}

/* The next line must start with this word. */
static bool record_expect(struct scan *s, const char *word)
{
    if (!scan_line(s))
        return scan_fail(s, (struct slice){0}, "expected '%s', but the text ends here", word);
    return record_at(s, word);
}

static bool record_read_number(struct scan *s, const char *word, int most, int *number)
{
    if (!record_expect(s, word))
        return false;
    struct slice w = scan_word(s);
    if (!slice_number(w, most, number))
        return scan_fail(s, w, "expected a number up to %d, found '%.*s'", most, SLICE(w));
    return scan_line_end(s);
}

static bool record_read_game(struct record *r, struct scan *s)
{
    char wrong[512];
    struct out error;
    int version;
    if (!record_expect(s, "game:"))
        return false;
    struct slice id = scan_word(s);
    out_init(&error, wrong, sizeof wrong);
    r->game = game_parse(id, &error);
    if (!r->game)
        return scan_fail(s, id, "%s", wrong);
    if (!scan_line_end(s) || !record_read_number(s, "rules:", 1000000, &version))
        return false;
    if (version != r->game->version)
        return scan_fail(
            s, (struct slice){0},
            "the record needs version %d of the rules of %s, but this program has version %d",
            version, r->game->id, r->game->version);
    return true;
}

static bool read_players(struct record *r, struct scan *s)
{
    const struct schema *c = r->game->schema;
    int players;
    if (!record_read_number(s, "players:", SEATS_MAX, &players))
        return false;
    if (players < c->players_min || players > c->players_max)
        return scan_fail(s, (struct slice){0}, "%s is for %d to %d players, not %d", r->game->id,
                         c->players_min, c->players_max, players);
    r->config.players = (uint8_t)players;
    for (int i = 0; i < r->game->options_count; i++) {
        char text[256];
        struct out wrong;
        out_init(&wrong, text, sizeof text);
        if (!record_expect(s, "option:"))
            return false;
        struct slice setting = scan_word(s);
        if (!config_set(r->game, &r->config, setting, &wrong))
            return scan_fail(s, setting, "%s", text);
        if (!scan_line_end(s))
            return false;
    }
    return true;
}

/* Whether the name is free of control characters, of ASCII and of Unicode (U+0080 to U+009F). */
static bool name_printable(struct slice name)
{
    for (int i = 0; i < name.length; i++) {
        unsigned char c = (unsigned char)name.at[i];
        unsigned char next = i + 1 < name.length ? (unsigned char)name.at[i + 1] : 0;
        if (c < 0x20 || c == 0x7f || (c == 0xc2 && next < 0xa0))
            return false;
    }
    return true;
}

static bool record_read_sitter(struct record *r, struct scan *s, int seat)
{
    struct sitter *sitter = &r->sitter[seat];
    const char letter[] = {(char)('A' + seat), ':', '\0'};
    if (!record_expect(s, "seat") ||
        !(scan_accept(s, letter) ||
          scan_fail(s, scan_peek(s), "expected '%s', found '%.*s'", letter, SLICE(scan_peek(s)))))
        return false;
    struct slice who = scan_word(s), name = scan_rest(s);
    sitter->human = slice_is(who, "human");
    if (!sitter->human && !slice_is(who, "bot"))
        return scan_fail(s, who, "expected 'human' or 'bot', found '%.*s'", SLICE(who));
    if (name.length < 1 || name.length >= NAME_MAX_BYTES)
        return scan_fail(s, name, "expected a name of 1 to %d bytes", NAME_MAX_BYTES - 1);
    memcpy(sitter->name, name.at, (size_t)name.length);
    return name_printable(name) || scan_fail(s, name, "expected a name without control characters");
}

static bool read_secret(struct scan *s, uint8_t secret[SECRET_BYTES])
{
    struct slice w = scan_word(s);
    if (!secret_parse(w, secret))
        return scan_fail(s, w, "expected %d hexadecimal digits, found '%.*s'", 2 * SECRET_BYTES,
                         SLICE(w));
    return scan_line_end(s);
}

/* 'A:', the seat of a line that has begun with another word; a seat after `last`. */
static bool read_seat_after(struct scan *s, int last, int players, int *seat)
{
    struct slice w = scan_word(s);
    *seat = w.length == 2 && w.at[1] == ':' ? w.at[0] - 'A' : -1;
    return (*seat > last && *seat < players) ||
           scan_fail(s, w, "expected another seat and ':', like '%c:', found '%.*s'",
                     'A' + (last + 1 < players ? last + 1 : last), SLICE(w));
}

/* Reads the lines 'seal A: ...', if there are any, and goes to the line after them. */
static bool read_seals(struct record *r, struct scan *s)
{
    int seat = -1;
    bool line;
    while ((line = scan_line(s)) && scan_accept(s, "seal")) {
        if (!read_seat_after(s, seat, r->config.players, &seat) ||
            !read_secret(s, r->dealing.seat[seat].seal))
            return false;
        r->dealing.seat[seat].sealed = true;
    }
    return line || scan_fail(s, (struct slice){0}, "expected 'moves:', but the text ends here");
}

/* Reads the line 'share A: ...' of a seat that has given a seal. */
static bool read_share(struct record *r, struct scan *s, int seat)
{
    struct seat_share *share = &r->dealing.seat[seat];
    const char letter[] = {(char)('A' + seat), ':', '\0'};
    if (!share->sealed)
        return true;
    if (!record_expect(s, "share"))
        return false;
    r->shared[seat] = *s;
    if (!scan_accept(s, letter))
        return scan_fail(s, scan_peek(s), "expected '%s', found '%.*s'", letter,
                         SLICE(scan_peek(s)));
    if (scan_accept(s, "none"))
        return scan_line_end(s);
    share->revealed = true;
    return read_secret(s, share->share);
}

static bool read_shares(struct record *r, struct scan *s)
{
    for (int seat = 0; seat < r->config.players; seat++)
        if (!read_share(r, s, seat))
            return false;
    return true;
}

static bool starts_with_digit(struct slice w)
{
    return w.length > 0 && w.at[0] >= '0' && w.at[0] <= '9';
}

/* Skips the moves and reads what follows them. */
static bool read_tail(struct record *r, struct scan *s)
{
    r->moves = *s;
    bool line = scan_line(s);
    while (line && starts_with_digit(scan_peek(s)))
        line = scan_line(s);
    if (line && slice_is(scan_peek(s), "result:") && !r->is_private) {
        r->has_result = true;
        r->result = *s;
        line = scan_line(s);
    }
    if (r->has_result || r->is_private) {
        struct slice found = line ? scan_word(s) : (struct slice){0};
        if (!s->failed && !slice_is(found, "secret:"))
            scan_fail(s, found, "expected moves or 'secret:', found '%.*s'", SLICE(found));
        r->has_secret = !s->failed && read_secret(s, r->secret) && read_shares(r, s);
        line = r->has_secret && scan_line(s);
    }
    if (s->failed)
        return false;
    if (!line)
        return scan_fail(s, (struct slice){0},
                         "expected moves, 'result:' or 'end', but the text ends here");
    struct slice found = scan_word(s);
    if (!slice_is(found, "end"))
        return scan_fail(s, found, "expected moves, 'result:' or 'end', found '%.*s'",
                         SLICE(found));
    return scan_line_end(s) &&
           (!scan_line(s) || scan_fail(s, scan_peek(s), "expected nothing after 'end'"));
}

bool record_read(struct record *r, struct scan *s)
{
    *r = (struct record){0};
    struct slice first = scan_line(s) ? scan_rest(s) : (struct slice){0};
    r->is_private = slice_is(first, secret_format);
    if (!r->is_private && !slice_is(first, record_format))
        return scan_fail(s, (struct slice){s->text, 0}, "expected a record, which starts with '%s'",
                         record_format);
    if (!record_read_game(r, s) || !read_players(r, s))
        return false;
    for (int seat = 0; seat < r->config.players; seat++)
        if (!record_read_sitter(r, s, seat))
            return false;
    if (!record_expect(s, "commitment:") || !read_secret(s, r->commitment))
        return false;
    r->committed = *s;
    return read_seals(r, s) && record_at(s, "moves:") && scan_line_end(s) && read_tail(r, s);
}

/* ---- Replaying ---- */

static bool replay_undo(struct match *m, struct scan *s)
{
    struct slice w = scan_word(s);
    int plies;
    if (!slice_number(w, match_ply(m), &plies) || plies < 1)
        return scan_fail(s, w,
                         "expected how many plies to undo (%d were played so far), found '%.*s'",
                         match_ply(m), SLICE(w));
    return scan_line_end(s) &&
           (match_undo(m, match_ply(m) - plies, ~0u) ||
            scan_fail(s, w, "no undo is possible: the match is over, because seats gave up"));
}

static bool replay_resign(struct match *m, struct scan *s)
{
    struct slice w = scan_word(s);
    int seat = w.length == 1 ? w.at[0] - 'A' : -1;
    if (seat < 0 || seat >= match_config(m)->players || !match_resign(m, seat))
        return scan_fail(s, w, "expected a seat that can still give up, found '%.*s'", SLICE(w));
    return scan_line_end(s);
}

static bool replay_entry(struct match *m, struct scan *s)
{
    const struct game *g = match_game(m);
    struct head head = {.players = match_config(m)->players};
    struct move move;
    struct slice place = scan_peek(s);
    if (scan_accept(s, "undo"))
        return replay_undo(m, s);
    if (scan_accept(s, "resign"))
        return replay_resign(m, s);
    if (!move_parse(g->schema, &head, s, &move))
        return false;
    const struct clause *against = match_play(m, match_actor(m), move);
    return !against ||
           scan_fail(s, place, "the move is not legal: %s (%s)", against->sentence, against->id);
}

/* A line of moves: the number of its first ply, then entries separated by commas. */
static bool replay_line(struct match *m, struct scan *s)
{
    struct slice number = scan_word(s), digits = number;
    int ply;
    if (digits.length > 0 && digits.at[digits.length - 1] == '.')
        digits.length--;
    if (digits.length == number.length || !slice_number(digits, 1 << 20, &ply) ||
        ply != match_ply(m) + 1)
        return scan_fail(s, number, "expected '%d.', the number of the next ply, found '%.*s'",
                         match_ply(m) + 1, SLICE(number));
    struct scan item;
    while (scan_item(s, &item))
        if (!replay_entry(m, &item)) {
            s->failed = true;
            return false;
        }
    return true;
}

static bool check_result(struct record *r, struct match *m)
{
    struct scan *s = &r->result;
    int points[SEATS_MAX], ranks[SEATS_MAX];
    if (!match_over(m))
        return scan_fail(s, (struct slice){s->text, 0},
                         "there is a result, but the match is not over after the last move");
    match_scores(m, points, ranks);
    scan_word(s);
    for (int seat = 0; seat < r->config.players; seat++) {
        char expected[64];
        snprintf(expected, sizeof expected, "%c %d %d", 'A' + seat, ranks[seat], points[seat]);
        struct scan item;
        struct slice found = {0};
        if (!scan_item(s, &item) || !slice_is(found = scan_rest(&item), expected))
            return scan_fail(s, found, "expected '%s' in the result, found '%.*s'", expected,
                             SLICE(found));
    }
    return scan_line_end(s);
}

static bool replay_all(struct record *r, struct match *m)
{
    struct scan *s = &r->moves;
    while (scan_line(s) && starts_with_digit(scan_peek(s)))
        if (!replay_line(m, s))
            return false;
    if (r->has_result)
        return check_result(r, m);
    return r->is_private || !match_over(m) ||
           scan_fail(s, (struct slice){0}, "the match is over, but there is no 'result:'");
}

/* Each share must fit its seal. */
static bool check_shares(struct record *r)
{
    for (int seat = 0; seat < r->config.players; seat++) {
        const struct seat_share *share = &r->dealing.seat[seat];
        if (share->revealed && !seal_fits(share->seal, share->share))
            return scan_fail(&r->shared[seat], (struct slice){r->shared[seat].text, 0},
                             "the share of seat %c does not match its seal", 'A' + seat);
    }
    return true;
}

struct match *record_replay(struct record *r, const uint8_t secret[SECRET_BYTES])
{
    uint8_t commitment[SECRET_BYTES];
    secret_commit(secret, commitment);
    if (memcmp(commitment, r->commitment, SECRET_BYTES) != 0) {
        scan_fail(&r->committed, (struct slice){r->committed.text, 0},
                  "the secret does not match the commitment");
        return NULL;
    }
    if (!check_shares(r))
        return NULL;
    memcpy(r->dealing.secret, secret, SECRET_BYTES);
    struct match *m = match_new_dealt(r->game, &r->config, &r->dealing);
    if (!m)
        abort();
    for (int seat = 0; seat < r->config.players; seat++)
        *match_sitter(m, seat) = r->sitter[seat];
    if (replay_all(r, m))
        return m;
    match_free(m);
    return NULL;
}
