/* The laws of lists: the lobby, the matches of a player, who watches. They name only what the
 * client may know of. */
#include "sim/laws_list.h"

#include <string.h>

#include "house/hall_private.h"
#include "house/live.h"
#include "sim/laws.h"
#include "sim/queue.h"

/* Whether the player has ever sat at the table. */
static bool has_sat(const struct truth *t, int64_t player)
{
    for (int i = 0; i < t->table->seq; i++)
        if (t->deeds[i].type == EV_SIT && t->deeds[i].player == player)
            return true;
    return false;
}

/* The table that an element of a list names, or is; NULL if the store does not have it. */
static const struct truth *truth_named(const struct sim *s, const struct json_value *v)
{
    char id[TABLE_ID_BYTES];
    bool named = json_type(v) == JSON_OBJECT ? part_text(v, "table", id, sizeof id)
                                             : json_get_text(v, id, sizeof id);
    return named ? truth_find(s, id) : NULL;
}

/* ---- The lobby ---- */

/* Whether the summary is that of the table. A node that is still reading or storing may be behind.
 */
static bool fits_summary(const struct json_value *sent, const struct link *l, const struct truth *t)
{
    static char text[OUT_BYTES];
    const struct live *copy = live_known(l->node->hall, t->table->id);
    struct out o;
    if (!copy || copy->state != LIVE_FREE || copy->table->seq != t->table->seq)
        return true;
    out_init(&o, text, sizeof text);
    wire_summary(t->table, &o);
    return slice_is(json_raw(sent), text);
}

static void check_lobby(struct sim *s, const struct link *l, const struct message *m)
{
    struct json_value tables = message_find(m, "tables");
    for (struct json_value v = json_first(&tables); v.at && !s->failed; json_next(&v)) {
        const struct truth *t = truth_named(s, &v);
        if (!t || !t->table->settings.listed || !fits_summary(&v, l, t))
            breach(s, "client %d is sent a table in the lobby that is not listed, or not so: %.*s",
                   l->client->index, SLICE(json_raw(&v)));
    }
}

/* ---- Tables of a player ---- */

/* Tables where the client's player has sat; with `listed`, those that anybody may know of, too. */
static void check_tables(struct sim *s, const struct link *l, struct json_value tables, bool listed)
{
    for (struct json_value v = json_first(&tables); v.at && !s->failed; json_next(&v)) {
        const struct truth *t = truth_named(s, &v);
        if (!t || !(has_sat(t, l->player) ||
                    (listed && t->table->settings.listed && table_over(t->table))))
            breach(s, "client %d is told of a table that it may not know of: %.*s",
                   l->client->index, SLICE(json_raw(&v)));
    }
}

/* ---- Answers about a table ---- */

static void check_spectators(struct sim *s, const struct link *l, const struct table *t)
{
    if (t->host != l->player)
        breach(s, "table %s: client %d is told who watches, but is not the host", t->id,
               l->client->index);
}

static void check_removed(struct sim *s, const struct link *l, const struct table *t)
{
    if (!table_removed(t, l->player))
        breach(s, "table %s: client %d is told that it was removed, but it was not", t->id,
               l->client->index);
}

void list_check(struct sim *s, const struct link *l, const struct truth *t, const struct message *m,
                const char *type)
{
    if (strcmp(type, "lobby") == 0)
        check_lobby(s, l, m);
    else if (strcmp(type, "welcome") == 0)
        check_tables(s, l, message_find(m, "tables"), false);
    else if (strcmp(type, "finished") == 0)
        check_tables(s, l, message_find(m, "matches"), true);
    else if (strcmp(type, "created") == 0 && !t)
        breach(s, "client %d is told of a new table, which is not stored", l->client->index);
    else if (strcmp(type, "spectators") == 0 && t)
        check_spectators(s, l, t->table);
    else if (strcmp(type, "removed") == 0 && t)
        check_removed(s, l, t->table);
}
