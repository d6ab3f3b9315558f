/* The laws of what is acknowledged: it is in the store. */
#include "sim/laws_done.h"

#include <stdlib.h>
#include <string.h>

#include "house/hall_private.h"
#include "sim/laws.h"
#include "sim/queue.h"

const struct pending *pending_find(const struct client *c, int64_t ref)
{
    for (int i = 0; i < PENDING; i++)
        if (ref && c->pending[i].ref == ref)
            return &c->pending[i];
    return NULL;
}

void laws_asked(const struct sim *s, struct pending *p)
{
    const struct truth *t = truth_find(s, p->table);
    p->stored = t ? t->table->seq : 0;
}

/* Whether the request had a member that is true. */
static bool says_yes(const struct pending *p)
{
    return strstr(p->text, ":true");
}

/* Which event such a request stores; EV_TYPES: none. */
static enum event_type event_of(const struct pending *p)
{
    static const enum event_type types[REQ_TYPES] = {
        [REQ_MOVE] = EV_MOVE, [REQ_CHAT] = EV_CHAT,     [REQ_JOIN] = EV_SIT,
        [REQ_BOT] = EV_BOT,   [REQ_REVEAL] = EV_REVEAL, [REQ_RESIGN] = EV_RESIGN,
        [REQ_BACK] = EV_BACK, [REQ_UNDO] = EV_ASK,      [REQ_SHOW] = EV_SHOW};
    if (p->type == REQ_CONSENT)
        return says_yes(p) ? EV_YES : EV_NO;
    return types[p->type] || p->type == REQ_JOIN ? types[p->type] : EV_TYPES;
}

static bool is_deed(const struct pending *p, const struct deed *d)
{
    if (p->type == REQ_LEAVE)
        return d->type == EV_STAND || d->type == EV_RESIGN || d->type == EV_AWAY;
    return d->type == event_of(p) &&
           ((p->type != REQ_MOVE && p->type != REQ_CHAT) || d->text == text_hash(p->text)) &&
           (p->type != REQ_SHOW || d->number == says_yes(p));
}

/* Whether it need not be stored, because it is so already. */
static bool is_so(const struct truth *t, const struct link *l, const struct pending *p)
{
    int seat = table_seat(t->table, l->player);
    const char *other = strchr(p->text, ':');
    if (p->type == REQ_REMOVE)
        return other && table_removed(t->table, strtoll(other + 1, NULL, 10));
    return p->type == REQ_LEAVE && (seat == SEAT_NONE || table_over(t->table) ||
                                    (t->table->match && t->table->seat[seat].away));
}

void done_check(struct sim *s, const struct link *l, const struct pending *p)
{
    const struct truth *t = truth_find(s, p->table);
    if (event_of(p) == EV_TYPES && p->type != REQ_LEAVE && p->type != REQ_REMOVE)
        return;
    s->counts.acknowledged++;
    bool found = t && is_so(t, l, p);
    for (int i = p->stored; t && i < t->table->seq && !found; i++)
        found = t->deeds[i].player == l->player && is_deed(p, &t->deeds[i]);
    if (!found)
        breach(s, "table %s: %s '%s' of client %d is acknowledged, but not stored", p->table,
               request_name(p->type), p->text, l->client->index);
}
