/* Banned addresses. */
#include "server/ban.h"

#include <stdlib.h>

#include "bots/clock.h"
#include "match/grow.h"
#include "server/link.h"
#include "server/peer.h"
#include "server/server_private.h"

enum { RETRY_MS = 1000 };

struct banned_range {
    struct address_range range;
    int64_t until;
};

/* Takes the list of the store. What cannot be read bans nobody. */
static void take_list(struct server *s, const struct job *j)
{
    free(s->bans.list);
    s->bans.count = 0;
    s->bans.list = allocate(((size_t)j->count + 1) * sizeof *s->bans.list);
    for (int i = 0; i < j->count; i++) {
        struct banned_range *b = &s->bans.list[s->bans.count];
        b->until = j->bans[i].until;
        s->bans.count += address_range_parse(j->bans[i].who, &b->range);
    }
}

static void close_banned(struct server *s)
{
    struct link *l;
    TAILQ_FOREACH(l, &s->links, sweep)
        if (l->session && bans_have(s, peer_address(l->wsi)->name))
            link_hang_up(l);
}

static void bans_known(struct job *j)
{
    struct server *s = j->owner;
    bool good = j->result == JOB_DONE, again = s->bans.again;
    s->bans.reading = s->bans.again = false;
    s->bans.failed = !good;
    if (good) {
        take_list(s, j);
        close_banned(s);
    }
    job_free(j);
    if (again)
        bans_read(s);
}

void bans_read(struct server *s)
{
    s->bans.again = s->bans.reading;
    if (s->bans.reading)
        return;
    s->bans.reading = true;
    store_submit(s->store, job_new(JOB_BANS, bans_known, s));
}

void bans_retry(struct server *s)
{
    int64_t now = clock_ms();
    if (!s->bans.failed || s->bans.reading || now - s->bans.tried < RETRY_MS)
        return;
    s->bans.tried = now;
    bans_read(s);
}

bool bans_have(const struct server *s, const char *name)
{
    int64_t now = s->bans.count ? s->world.date(s->world.context) : 0;
    for (int i = 0; i < s->bans.count; i++) {
        const struct banned_range *b = &s->bans.list[i];
        if (b->until > now && address_in(&b->range, name))
            return true;
    }
    return false;
}

void bans_clear(struct server *s)
{
    free(s->bans.list);
}
