/* The laws of what is sent of a match: views, logs, replays, records, and no secrets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/json_out.h"
#include "core/position.h"
#include "game/message.h"
#include "house/hall_private.h"
#include "house/live.h"
#include "match/record.h"
#include "match/secret.h"
#include "sim/laws.h"
#include "sim/laws_private.h"
#include "sim/message.h"
#include "sim/queue.h"

/* ---- Messages ---- */

/* The view of the table in JSON. */
static void print_view(const struct table *t, int viewer, struct out *o)
{
    union state view;
    match_view(t->match, viewer, &view);
    state_json(t->settings.game->schema, &view, o);
}

static void print_log(const struct table *t, int viewer, int since, int last, struct out *o)
{
    struct onlooker who = {.viewer = viewer};
    wire_past(t, &who, since, last, o);
}

static bool same(const struct json_value *v, const struct out *o)
{
    return v->at && slice_is(json_raw(v), o->text);
}

/* The log of the message must be the true one. Both are compared as lists of plies. */
static bool same_log(const struct message *message, const struct table *t, int viewer)
{
    static char text[OUT_BYTES];
    struct json_value log = message_find(message, "log"), first = json_first(&log);
    int count = json_count(&log);
    if (!first.at)
        return true;
    int since = (int)part_number(&first, "ply", 0) - 1;
    struct out o;
    struct message wire;
    if (since < 0 || since + count > match_ply(t->match))
        return false;
    out_init(&o, text, sizeof text);
    print_log(t, viewer, since, since + count, &o);
    if (!message_read(&wire, (struct slice){text, (int)o.used}))
        return false;
    struct json_value expected = message_find(&wire, "log");
    struct slice a = json_raw(&log), b = json_raw(&expected);
    return a.length == b.length && memcmp(a.at, b.at, (size_t)a.length) == 0;
}

/* Whether the client may see the match as this viewer: as the seat that it has or that shows its
 * cards, or as a spectator, if there may be any; after the match as anybody. */
static bool may_see(const struct truth *t, const struct link *l, int viewer)
{
    int seat = table_seat(t->table, l->player);
    if (table_look(t->table, seat != SEAT_NONE))
        return false;
    return match_over(t->table->match) || viewer == VIEW_PUBLIC || viewer == seat ||
           (viewer >= 0 && viewer < SEATS_MAX && t->shown & SEAT_BIT(viewer));
}

/* As whom the message shows the match; SEAT_NONE, and a breach, if the client may not see it. */
static int check_viewer(struct sim *s, const struct link *l, const struct truth *t,
                        const struct message *message)
{
    char letter[16];
    const struct head any = {.players = SEATS_MAX};
    int viewer = SEAT_NONE;
    if (message_text(message, "seat", letter, sizeof letter) &&
        viewer_parse(slice_of(letter), &any, &viewer) && may_see(t, l, viewer))
        return viewer;
    breach(s, "table %s: client %d is shown the view of '%s'", t->table->id, l->client->index,
           letter);
    return SEAT_NONE;
}

/* A view is that of the viewer, after events that are all stored. */
static void check_view(struct sim *s, const struct link *l, const struct truth *t,
                       const struct message *message)
{
    static char text[OUT_BYTES];
    int viewer = check_viewer(s, l, t, message), id = (int)message_number(message, "id", -1);
    struct out o;
    s->counts.views++;
    if (s->failed)
        return;
    struct table *then = id == t->table->turn ? NULL : truth_at(s, t, id);
    const struct table *now = then ? then : t->table;
    struct json_value view = message_find(message, "view"), moves = message_find(message, "moves");
    out_init(&o, text, sizeof text);
    if (now->match && id <= t->table->seq)
        print_view(now, viewer, &o);
    int seat = table_seat(t->table, l->player), actor = now->match ? match_actor(now->match) : 0;
    if (actor == SEAT_NONE) /* somebody has given up since, and the node does not know it yet */
        actor = seat;
    if (!now->match || now->turn != id || !same(&view, &o) || !same_log(message, now, viewer))
        breach(s, "table %s: client %d is sent a view of event %d that is not the true one",
               t->table->id, l->client->index, id);
    else if (moves.at && (seat == SEAT_NONE || seat != viewer || actor != seat))
        breach(s, "table %s: client %d is asked for a move of another seat", t->table->id,
               l->client->index);
    table_free(then);
}

/* ---- Messages that show a match, but do not say after which event ---- */

/* Whether the message fits the table, for this viewer. */
typedef bool fits_fn(const struct message *message, const struct table *t, int viewer);

/* Whether it has fitted the table at any moment from event `since` on. */
static bool has_fitted(struct sim *s, const struct truth *t, int since, fits_fn *fits,
                       const struct message *message, int viewer)
{
    bool found = fits(message, t->table, viewer);
    for (int seq = t->table->seq - 1; seq >= since && seq > 0 && !found; seq--) {
        struct table *then = truth_at(s, t, seq);
        found = fits(message, then, viewer);
        table_free(then);
    }
    return found;
}

static bool fits_replay(const struct message *message, const struct table *t, int viewer)
{
    static char text[OUT_BYTES];
    union state view;
    struct out o;
    struct json_value sent = message_find(message, "view");
    int ply = (int)message_number(message, "ply", -1);
    out_init(&o, text, sizeof text);
    if (!t->match || !match_view_at(t->match, ply, viewer, &view))
        return false;
    state_json(t->settings.game->schema, &view, &o);
    return same(&sent, &o) && same_log(message, t, viewer);
}

static bool fits_log(const struct message *message, const struct table *t, int viewer)
{
    return t->match && same_log(message, t, viewer);
}

static bool fits_record(const struct message *message, const struct table *t, int viewer)
{
    static char text[OUT_BYTES], quoted[OUT_BYTES];
    struct out record, o;
    struct json_value sent = message_find(message, "record");
    (void)viewer;
    out_init(&record, text, sizeof text);
    out_init(&o, quoted, sizeof quoted);
    if (t->match)
        record_write(t->match, &record);
    json_text(&o, text);
    return same(&sent, &o);
}

static void check_replay(struct sim *s, const struct link *l, const struct truth *t,
                         const struct message *message, int since)
{
    int viewer = check_viewer(s, l, t, message);
    s->counts.views++;
    if (!s->failed && !has_fitted(s, t, since, fits_replay, message, viewer))
        breach(s, "table %s: client %d is sent a replay that is not the true one", t->table->id,
               l->client->index);
}

static void check_record(struct sim *s, const struct link *l, const struct truth *t,
                         const struct message *message, int since)
{
    if (!may_see(t, l, VIEW_PUBLIC) || !has_fitted(s, t, since, fits_record, message, VIEW_PUBLIC))
        breach(s, "table %s: client %d is sent a record that is not the true one", t->table->id,
               l->client->index);
}

/* The message does not say whose log it is: it must be that of a viewer whom the client may be. A
 * client with a seat is no other viewer. */
static void check_log(struct sim *s, const struct link *l, const struct truth *t,
                      const struct message *message)
{
    const struct live *copy = live_known(l->node->hall, t->table->id);
    int since = copy && copy->table ? copy->table->seq : 0, seat = table_seat(t->table, l->player);
    bool found = false;
    for (int viewer = 0; viewer <= VIEW_PUBLIC && !found; viewer++)
        found = (seat == SEAT_NONE || seat == viewer) && may_see(t, l, viewer) &&
                has_fitted(s, t, since, fits_log, message, viewer);
    if (!found)
        breach(s, "table %s: client %d is sent a log that is not the true one", t->table->id,
               l->client->index);
}

/* ---- Secrets ---- */

static bool tells(struct slice message, const uint8_t bytes[SECRET_BYTES])
{
    char hex[2 * SECRET_BYTES + 1];
    struct out o;
    out_init(&o, hex, sizeof hex);
    secret_print(bytes, &o);
    return memmem(message.at, (size_t)message.length, hex, o.used);
}

/* The secret, the shares that were added to it, and the key from which everything is dealt are told
 * only after the match. */
static void check_secret(struct sim *s, const struct truth *t, struct slice message)
{
    const struct table *table = t->table;
    if (table->match && match_over(table->match))
        return;
    bool told = tells(message, table->secret) ||
                (table->match && tells(message, match_key(table->match)));
    for (int seat = 0; seat < SEATS_MAX; seat++)
        told |= table->seat[seat].share.revealed && tells(message, table->seat[seat].share.share);
    if (told)
        breach(s, "table %s: its secret is sent before the end", table->id);
}

/* ---- All messages ---- */

/* The message may show something of the match. */
static void check_shown(struct sim *s, const struct link *l, const struct truth *t,
                        const struct message *m, const char *type)
{
    const struct pending *p = pending_find(l->client, message_number(m, "ref", 0));
    int asked = p ? p->id : 0;
    if (strcmp(type, "view") == 0)
        check_view(s, l, t, m);
    else if (strcmp(type, "chat") == 0)
        chat_check(s, l, t, m);
    else if (strcmp(type, "log") == 0)
        check_log(s, l, t, m);
    else if (strcmp(type, "replay") == 0)
        check_replay(s, l, t, m, asked);
    else if (strcmp(type, "record") == 0)
        check_record(s, l, t, m, asked);
}

void laws_sent(struct sim *s, struct link *l, const struct message *m)
{
    char type[16], id[TABLE_ID_BYTES];
    s->counts.messages++;
    if (!message_text(m, "type", type, sizeof type)) {
        breach(s, "a message is not JSON, or has no type: %.*s", SLICE(m->text));
        return;
    }
    const struct pending *p = pending_find(l->client, message_number(m, "ref", 0));
    if (strcmp(type, "welcome") == 0) {
        struct json_value player = message_find(m, "player");
        l->player = part_number(&player, "id", 0);
        l->asked = p ? p->sent : 0;
    }
    if (p && strcmp(type, "done") == 0 && p->type == REQ_MUTE)
        mute_take(s, l, p);
    else if (p && strcmp(type, "done") == 0)
        done_check(s, l, p);
    struct truth *t = message_text(m, "table", id, sizeof id) ? truth_find(s, id) : NULL;
    if (!t && strcmp(type, "created") == 0)
        breach(s, "client %d is told of the new table %s, which is not stored", l->client->index,
               id);
    if (!t)
        return;
    check_secret(s, t, m->text);
    copy_compare(s, l->node, live_known(l->node->hall, id), strcmp(type, "table") == 0);
    if (!s->failed)
        check_shown(s, l, t, m, type);
}
