/* The laws of what is sent of a table: what everybody is told, views, replays, records; and no
 * secrets. */
#include "sim/laws_sent.h"

#include <string.h>

#include "core/json.h"
#include "core/json_out.h"
#include "core/notation.h"
#include "core/position.h"
#include "house/hall_private.h"
#include "house/live.h"
#include "match/record.h"
#include "match/secret.h"
#include "sim/laws.h"
#include "sim/laws_chat.h"
#include "sim/laws_done.h"
#include "sim/laws_list.h"
#include "sim/laws_log.h"
#include "sim/laws_time.h"
#include "sim/message.h"
#include "sim/queue.h"

/* ---- Who may see what ---- */

/* Whether the player may see the match as this viewer: as their own seat; without a seat as a
 * spectator, if there may be any, or as a seat that shows its cards. */
static bool may_watch(const struct table *t, int64_t player, int viewer)
{
    int seat = table_seat(t, player);
    if (!t->match || seat != SEAT_NONE)
        return t->match && viewer == seat;
    if (!t->settings.watched && !match_over(t->match))
        return false;
    return viewer == VIEW_PUBLIC ||
           (viewer >= 0 && viewer < t->settings.config.players && t->seat[viewer].shown);
}

/* The same for what anybody can ask for: players, too, as a spectator; after the match all, as
 * anybody. */
static bool may_look(const struct table *t, int64_t player, int viewer)
{
    bool seated = table_seat(t, player) != SEAT_NONE;
    return may_watch(t, player, viewer) ||
           (t->match &&
            (match_over(t->match) || (viewer == VIEW_PUBLIC && (seated || t->settings.watched))));
}

/* As whom the message shows the match; SEAT_NONE if it does not say so. */
static int viewer_of(const struct message *m)
{
    char letter[16];
    const struct head any = {.players = SEATS_MAX};
    int viewer = SEAT_NONE;
    message_text(m, "seat", letter, sizeof letter);
    return viewer_parse(slice_of(letter), &any, &viewer) ? viewer : SEAT_NONE;
}

/* ---- Views ---- */

static bool same(const struct json_value *v, const struct out *o)
{
    return v->at && slice_is(json_raw(v), o->text);
}

/* Whether the member is the letter of the seat; with SEAT_NONE, whether it is missing. */
static bool same_seat(const struct message *m, const char *key, int seat)
{
    char letter[4];
    struct json_value v = message_find(m, key);
    if (seat == SEAT_NONE)
        return !v.at;
    return message_text(m, key, letter, sizeof letter) && letter[0] == 'A' + seat && !letter[1];
}

static bool same_position(const struct message *m, const struct table *t, int viewer)
{
    static char text[OUT_BYTES];
    union state view;
    struct out o;
    struct json_value sent = message_find(m, "view");
    out_init(&o, text, sizeof text);
    match_view(t->match, viewer, &view);
    state_json(t->settings.game->schema, &view, &o);
    return same(&sent, &o);
}

static bool same_times(const struct message *m, const struct table *t, int64_t now)
{
    struct json_value clocks = message_find(m, "clocks"), v = json_first(&clocks);
    int64_t left;
    if (!t->settings.pace.each && !t->settings.pace.bank)
        return !clocks.at && same_seat(m, "running", SEAT_NONE);
    for (int seat = 0; seat < t->settings.config.players; seat++, json_next(&v))
        if (!v.at || !json_get_integer(&v, &left) || left != clocks_left(&t->clocks, seat, now))
            return false;
    return !v.at && same_seat(m, "running", t->clocks.running);
}

/* The moves are the legal ones. */
static bool same_moves(const struct json_value *sent, const struct table *t)
{
    struct move moves[MOVES_MAX];
    struct json_value v = json_first(sent);
    int count = match_legal(t->match, moves);
    for (int i = 0; i < count; i++, json_next(&v)) {
        char expected[64], text[64];
        struct out o;
        out_init(&o, expected, sizeof expected);
        move_print(t->settings.game->schema, moves[i], &o);
        if (!v.at || !part_text(&v, "move", text, sizeof text) || strcmp(text, expected) != 0)
            return false;
    }
    return !v.at;
}

/* Whether the player is asked for a move if the decision is theirs, and only then. */
static bool asks_rightly(const struct message *m, const struct table *t, int64_t player)
{
    int seat = table_seat(t, player), actor = match_actor(t->match);
    struct json_value moves = message_find(m, "moves"), prompt = message_find(m, "prompt");
    bool decides = seat != SEAT_NONE && seat == actor && !t->closed && !t->seat[seat].away &&
                   t->lost != t->turn && !(match_resigned(t->match) & SEAT_BIT(seat));
    return decides ? prompt.at && moves.at && same_moves(&moves, t) : !prompt.at && !moves.at;
}

/* A view is that of the viewer, as the match is in the node's copy. */
static void check_view(struct sim *s, const struct link *l, const struct table *t,
                       const struct message *m)
{
    int viewer = viewer_of(m), id = (int)message_number(m, "id", -1);
    s->counts.views++;
    if (!may_watch(t, l->player, viewer))
        breach(s, "table %s: client %d is sent a view that is not for it", t->id, l->client->index);
    else if (id != t->turn || message_number(m, "ply", -1) != match_ply(t->match) ||
             !same_seat(m, "actor", match_actor(t->match)) || !same_position(m, t, viewer) ||
             !log_fits(m, t, viewer))
        breach(s, "table %s: client %d is sent a view of event %d that is not the true one", t->id,
               l->client->index, id);
    else if (!same_times(m, t, hall_time(l->node->hall)))
        breach(s, "table %s: client %d is sent wrong clocks", t->id, l->client->index);
    else if (!asks_rightly(m, t, l->player))
        breach(s, "table %s: client %d is asked for a move that is not its own, or not asked",
               t->id, l->client->index);
}

/* The message does not say whose log it is: it must be that of a viewer whom the client may be. */
static void check_log(struct sim *s, const struct link *l, const struct table *t,
                      const struct message *m)
{
    bool found = false;
    for (int viewer = 0; viewer <= VIEW_PUBLIC && !found; viewer++)
        found = may_watch(t, l->player, viewer) && log_fits(m, t, viewer);
    if (!found)
        breach(s, "table %s: client %d is sent a log that is not the true one", t->id,
               l->client->index);
}

/* ---- Replays and records: they do not say after which event ---- */

/* Whether the client may have the message if the table is like this. */
typedef bool fits_fn(const struct message *m, const struct table *t, const struct link *l);

/* Whether it has fitted the table at any moment from event `since` on. */
static bool has_fitted(struct sim *s, const struct truth *t, int since, fits_fn *fits,
                       const struct message *m, const struct link *l)
{
    bool found = fits(m, t->table, l);
    for (int seq = t->table->seq - 1; seq >= since && seq > 0 && !found; seq--) {
        struct table *then = truth_at(s, t, seq);
        found = fits(m, then, l);
        table_free(then);
    }
    return found;
}

static bool fits_replay(const struct message *m, const struct table *t, const struct link *l)
{
    static char text[OUT_BYTES];
    union state view;
    struct out o;
    struct json_value sent = message_find(m, "view");
    int ply = (int)message_number(m, "ply", -1), viewer = viewer_of(m);
    out_init(&o, text, sizeof text);
    if (!may_look(t, l->player, viewer) || !match_view_at(t->match, ply, viewer, &view) ||
        message_number(m, "last", -1) != match_ply(t->match))
        return false;
    state_json(t->settings.game->schema, &view, &o);
    return same(&sent, &o) && log_fits(m, t, viewer);
}

static bool fits_record(const struct message *m, const struct table *t, const struct link *l)
{
    static char text[OUT_BYTES], quoted[OUT_BYTES];
    struct out record, o;
    struct json_value sent = message_find(m, "record");
    out_init(&record, text, sizeof text);
    out_init(&o, quoted, sizeof quoted);
    if (!may_look(t, l->player, VIEW_PUBLIC))
        return false;
    record_write(t->match, &record);
    json_text(&o, text);
    return same(&sent, &o);
}

static void check_asked(struct sim *s, const struct link *l, const struct truth *t,
                        const struct message *m, fits_fn *fits)
{
    const struct pending *p = pending_find(l->client, message_number(m, "ref", 0));
    s->counts.views += fits == fits_replay;
    if (!has_fitted(s, t, p ? p->id : 0, fits, m, l))
        breach(s, "table %s: client %d is sent a %s that is not the true one", t->table->id,
               l->client->index, fits == fits_replay ? "replay" : "record");
}

/* ---- The table itself ---- */

/* Whether what is known only after the match is missing before. */
static bool keeps_silent(const struct message *m, const struct table *t)
{
    bool over = t->match && match_over(t->match);
    return over == (message_find(m, "secret").at != NULL) &&
           over == (message_find(m, "points").at != NULL) &&
           over == (message_find(m, "ranks").at != NULL);
}

static void check_table(struct sim *s, const struct link *l, const struct table *t,
                        const struct message *m)
{
    static char text[OUT_BYTES];
    struct out o;
    int seat = table_seat(t, l->player), id = (int)message_number(m, "id", -1);
    const struct onlooker who = {.viewer = seat != SEAT_NONE ? seat : VIEW_PUBLIC,
                                 .seated = seat != SEAT_NONE};
    out_init(&o, text, sizeof text);
    wire_table(t, &who, id, &o);
    if (!slice_is(m->text, text) || !keeps_silent(m, t) || !same_seat(m, "you", seat) || id < 0 ||
        id > t->seq)
        breach(s, "table %s: client %d is told of it what is not true", t->id, l->client->index);
}

/* ---- Secrets ---- */

enum { DIGITS = 2 * SECRET_BYTES };

/* Whether the bytes are a secret of the table: what it is dealt from, or what follows from that. */
static bool is_secret(const struct table *t, const uint8_t bytes[SECRET_BYTES])
{
    bool found = memcmp(t->secret, bytes, SECRET_BYTES) == 0 ||
                 (t->match && memcmp(match_key(t->match), bytes, SECRET_BYTES) == 0);
    for (int seat = 0; seat < t->settings.config.players; seat++)
        found |= t->seat[seat].share.revealed &&
                 memcmp(t->seat[seat].share.share, bytes, SECRET_BYTES) == 0;
    return found;
}

/* Whether everybody may know it: a match that continues another one has the same key, and clients
 * use the same share again. */
static bool is_published(const struct sim *s, const uint8_t bytes[SECRET_BYTES])
{
    const struct truth *t;
    LIST_FOREACH(t, &s->truths, next)
        if (t->table->match && match_over(t->table->match) && is_secret(t->table, bytes))
            return true;
    return false;
}

/* No match's secrets are told before its end, whatever the message is about (`about`; or NULL). */
static void check_digits(struct sim *s, const struct truth *about, struct slice digits)
{
    uint8_t bytes[SECRET_BYTES];
    const struct truth *t;
    if (!secret_parse(digits, bytes))
        return;
    LIST_FOREACH(t, &s->truths, next)
        if (!(t->table->match && match_over(t->table->match)) && is_secret(t->table, bytes) &&
            (t == about || !is_published(s, bytes)))
            breach(s, "table %s: its secret is sent before the end", t->table->id);
}

static bool is_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* Looks at all words that are long enough for a secret. Such a word has a letter at one of the
 * places that are looked at. */
static void check_secrets(struct sim *s, const struct truth *about, struct slice text)
{
    for (int at = 0; at < text.length; at += DIGITS) {
        int begin = at, end = at;
        while (begin > 0 && at - begin < DIGITS && is_digit(text.at[begin - 1]))
            begin--;
        while (end < text.length && is_digit(text.at[end]))
            end++;
        for (int from = begin; from + DIGITS <= end; from++)
            check_digits(s, about, (struct slice){text.at + from, DIGITS});
    }
}

/* ---- All messages ---- */

/* A message that is written from the node's copy when it is sent. */
typedef void told_fn(struct sim *s, const struct link *l, const struct table *t,
                     const struct message *m);

static told_fn *told_of(const char *type)
{
    static const struct {
        const char *type;
        told_fn *check;
    } told[] = {
        {"table", check_table}, {"view", check_view}, {"log", check_log}, {"chat", chat_check}};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (strcmp(told[i].type, type) == 0)
            return told[i].check;
    return NULL;
}

/* Compares the message with the table as it was after the events of the node's copy. Nobody is told
 * of a table from which they were removed. */
static void check_told(struct sim *s, const struct link *l, const struct truth *t,
                       const struct message *m, told_fn *check)
{
    const struct live *copy = live_known(l->node->hall, t->table->id);
    int seq = copy && copy->table ? copy->table->seq : 0;
    if (!seq || seq > t->table->seq) {
        breach(s, "table %s: client %d is told of events that are not stored", t->table->id,
               l->client->index);
        return;
    }
    struct table *then = seq == t->table->seq ? NULL : truth_at(s, t, seq);
    const struct table *now = then ? then : t->table;
    if (table_removed(now, l->player))
        breach(s, "table %s: client %d is told of it, but was removed", now->id, l->client->index);
    else
        check(s, l, now, m);
    table_free(then);
}

/* The message is about this table. */
static void check_about(struct sim *s, const struct link *l, const struct truth *t,
                        const struct message *m, const char *type)
{
    if (told_of(type))
        check_told(s, l, t, m, told_of(type));
    else if (strcmp(type, "replay") == 0)
        check_asked(s, l, t, m, fits_replay);
    else if (strcmp(type, "record") == 0)
        check_asked(s, l, t, m, fits_record);
    else
        list_check(s, l, t, m, type);
}

static void take_welcome(struct link *l, const struct message *m)
{
    const struct pending *p = pending_find(l->client, message_number(m, "ref", 0));
    struct json_value player = message_find(m, "player");
    l->player = part_number(&player, "id", 0);
    l->asked = p ? p->sent : 0;
}

/* The answer that a request was done. */
static void check_answer(struct sim *s, struct link *l, const struct message *m)
{
    const struct pending *p = pending_find(l->client, message_number(m, "ref", 0));
    if (p && p->type == REQ_MUTE)
        mute_take(s, l, p);
    else if (p)
        done_check(s, l, p);
}

static void check_refusal(struct sim *s, const struct link *l, struct truth *t,
                          const struct message *m)
{
    char clause[32];
    const struct pending *p = pending_find(l->client, message_number(m, "ref", 0));
    if (p && message_text(m, "clause", clause, sizeof clause) && strcmp(clause, "store") == 0)
        time_refused(s, l, t, p);
}

void laws_sent(struct sim *s, struct link *l, const struct message *m)
{
    char type[16], id[TABLE_ID_BYTES];
    s->counts.messages++;
    if (!message_text(m, "type", type, sizeof type)) {
        breach(s, "a message is not JSON, or has no type: %.*s", SLICE(m->text));
        return;
    }
    if (strcmp(type, "welcome") == 0)
        take_welcome(l, m);
    if (strcmp(type, "done") == 0)
        check_answer(s, l, m);
    struct truth *t = message_text(m, "table", id, sizeof id) ? truth_find(s, id) : NULL;
    check_secrets(s, t, m->text);
    if (!t) {
        list_check(s, l, NULL, m, type);
        return;
    }
    if (strcmp(type, "refused") == 0)
        check_refusal(s, l, t, m);
    copy_compare(s, l->node, live_known(l->node->hall, id), false);
    if (!s->failed)
        check_about(s, l, t, m, type);
}
