/* The lobby, and who has a stake in which table: two indexes of the tables in memory. */
#include "house/lobby.h"

#include "house/hall_private.h"

enum { LISTED_MAX = 5 /* tables of a player in the lobby */ };

/* ---- Stakes ---- */

static void stakes_clear(struct live *l)
{
    for (; l->stakes; l->stakes--)
        LIST_REMOVE(&l->stake[l->stakes - 1], bucket);
}

static void stake_add(struct live *l, int64_t player, bool host)
{
    struct stake *s = &l->stake[l->stakes++];
    *s = (struct stake){.player = player, .host = host, .live = l};
    LIST_INSERT_HEAD(&l->hall->stakes[player_bucket(player)], s, bucket);
}

/* The players who have something to do at the table: its host, and those who sit there. */
static void stakes_set(struct live *l)
{
    const struct table *t = l->table;
    stakes_clear(l);
    if (table_over(t))
        return;
    stake_add(l, t->host, true);
    if (l->origin)
        stake_add(l, l->origin, true);
    for (int seat = 0; seat < t->settings.config.players; seat++)
        if (t->seat[seat].type == SEAT_PERSON)
            stake_add(l, t->seat[seat].player, false);
}

/* ---- The lobby ---- */

static void unlist(struct live *l)
{
    if (!l->listed)
        return;
    LIST_REMOVE(l, lobby);
    l->listed = 0;
}

/* Whether the lobby shows as many tables of this host, or address, as it may. */
static bool is_crowded(const struct hall *h, int64_t host, int most)
{
    int count = 0;
    const struct stake *k;
    LIST_FOREACH(k, &h->stakes[player_bucket(host)], bucket)
        count += k->player == host && k->host && k->live->listed;
    return count >= most;
}

/* Whether the lobby shows the table if it is not over. Nobody can push the tables of others out of
 * the lobby with their own. */
static bool is_shown(const struct live *l)
{
    return l->table->settings.listed && !is_crowded(l->hall, l->table->host, LISTED_MAX) &&
           (!l->origin || !is_crowded(l->hall, l->origin, 2 * LISTED_MAX));
}

void lobby_update(struct live *l)
{
    struct hall *h = l->hall;
    bool was = l->listed;
    stakes_set(l);
    unlist(l);
    if (!was && (table_over(l->table) || !is_shown(l)))
        return;
    l->listed = ++h->listed;
    LIST_INSERT_HEAD(&h->lobby, l, lobby);
    struct session *s;
    LIST_FOREACH(s, &h->lobby_lookers, lobby_lookers)
        h->world->ready(s->link);
}

void lobby_forget(struct live *l)
{
    struct hall *h = l->hall;
    if (l->listed > h->forgotten)
        h->forgotten = l->listed;
    unlist(l);
    stakes_clear(l);
}
