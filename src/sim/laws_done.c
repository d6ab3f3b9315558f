/* The laws of what is acknowledged: it is in the store. */
#include "house/hall_private.h"
#include "sim/laws_private.h"
#include "sim/queue.h"

const struct pending *pending_find(const struct client *c, int64_t ref)
{
    for (int i = 0; i < PENDING; i++)
        if (ref && c->pending[i].ref == ref)
            return &c->pending[i];
    return NULL;
}

void done_check(struct sim *s, const struct link *l, const struct pending *p)
{
    static const enum event_type deeds[REQ_TYPES] = {[REQ_MOVE] = EV_MOVE,
                                                     [REQ_CHAT] = EV_CHAT,
                                                     [REQ_JOIN] = EV_SIT,
                                                     [REQ_REVEAL] = EV_REVEAL,
                                                     [REQ_RESIGN] = EV_RESIGN};
    const struct truth *t = truth_find(s, p->table);
    bool found = false;
    if (p->type != REQ_MOVE && p->type != REQ_CHAT && p->type != REQ_JOIN &&
        p->type != REQ_REVEAL && p->type != REQ_RESIGN)
        return;
    s->counts.acknowledged++;
    for (int i = p->id > 0 ? p->id : 0; t && i < t->table->seq && !found; i++) {
        const struct deed *d = &t->deeds[i];
        found = d->type == deeds[p->type] && d->player == l->player &&
                (p->type != REQ_MOVE || d->text == text_hash(p->text));
    }
    if (!found)
        breach(s, "table %s: %s '%s' of client %d is acknowledged, but not stored", p->table,
               request_name(p->type), p->text, l->client->index);
}
