/* The house inside a page. */
#include "wasm/page.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "house/alone.h"
#include "house/hall.h"
#include "house/session.h"
#include "match/record.h"
#include "match/secret.h"

enum { CLIENTS_MAX = 8, BOT_MS = 700, WAITING_HOURS = 24, IDLE_MINUTES = 1, TABLES_MAX = 20 };

struct client {
    struct session *session; /* NULL: this place is free */
    bool waits;              /* its last message has no answer yet, or it must take messages */
    bool closed;             /* the hall has hung up */
};

static struct page {
    struct alone alone;
    struct hall *hall;
    struct client client[CLIENTS_MAX];
    int64_t now;
    uint8_t secret[SECRET_BYTES];
    uint32_t drawn; /* how often random numbers were drawn */
} page;

static char text[OUT_BYTES];

/* ---- The world ---- */

static int64_t page_now(void *context)
{
    (void)context;
    return page.now;
}

static void page_random(void *context, void *bytes, size_t count)
{
    struct rng rng;
    (void)context;
    rng_chacha(&rng, page.secret, page.drawn++, RNG_RULES);
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)rng_below(&rng, 256);
}

static void client_ready(void *link)
{
    (void)link; /* page_next asks anyway */
}

static void client_resume(void *link)
{
    struct client *c = link;
    c->waits = false;
}

static void client_hang_up(void *link)
{
    struct client *c = link;
    c->closed = true;
}

static void page_complain(void *context, const char *what, const char *why)
{
    (void)context, (void)what, (void)why;
}

/* ---- The hall ---- */

char *page_text(void)
{
    return text;
}

int page_room(void)
{
    return (int)sizeof text;
}

void page_open(void)
{
    static const struct hall_rules rules = {.bot_ms = BOT_MS,
                                            .waiting_hours = WAITING_HOURS,
                                            .tables_max = TABLES_MAX,
                                            .workers = 1,
                                            .idle_minutes = IDLE_MINUTES};
    secret_from_seed(text, page.secret);
    page.alone.world = (struct world){.now = page_now,
                                      .date = page_now,
                                      .random = page_random,
                                      .ready = client_ready,
                                      .resume = client_resume,
                                      .hang_up = client_hang_up,
                                      .complain = page_complain};
    alone_begin(&page.alone);
    page.hall = hall_new(&page.alone.world, &rules);
    hall_begin(page.hall, memory_time(page.alone.memory));
}

int page_enter(void)
{
    for (int i = 0; i < CLIENTS_MAX; i++) {
        struct client *c = &page.client[i];
        if (c->session)
            continue;
        *c = (struct client){.session = session_new(page.hall, c, 0)};
        return i;
    }
    return -1;
}

static struct client *client_of(int number)
{
    bool good = number >= 0 && number < CLIENTS_MAX && page.client[number].session;
    return good ? &page.client[number] : NULL;
}

void page_leave(int client)
{
    struct client *c = client_of(client);
    if (!c)
        return;
    session_free(c->session);
    *c = (struct client){0};
}

bool page_send(int client)
{
    struct client *c = client_of(client);
    size_t length = strlen(text);
    if (!c || c->closed || c->waits || length > REQUEST_BYTES)
        return false;
    hall_tick(page.hall);
    c->waits = !session_receive(c->session, (struct slice){text, (int)length});
    return true;
}

bool page_next(int client)
{
    const struct client *c = client_of(client);
    struct out o;
    out_init(&o, text, sizeof text);
    return c && session_next(c->session, &o);
}

double page_work(double now)
{
    int64_t next;
    page.now = (int64_t)now;
    do
        next = hall_tick(page.hall);
    while (alone_work(&page.alone));
    return (double)next;
}

void page_close(void)
{
    for (int i = 0; i < CLIENTS_MAX; i++)
        page_leave(i);
    alone_end(&page.alone);
    hall_free(page.hall);
    page = (struct page){0};
}

/* ---- Records ---- */

static struct match *checked;

bool page_check(void)
{
    static char record[sizeof text];
    struct record r;
    struct scan scan;
    struct out error;
    match_free(checked);
    checked = NULL;
    memcpy(record, text, sizeof record);
    out_init(&error, text, sizeof text);
    scan_init(&scan, "record", slice_of(record), &error);
    if (record_read(&r, &scan) && r.has_secret && !r.is_private)
        checked = record_replay(&r, r.secret);
    else if (!scan.failed)
        out_text(&error, "record: the match is not over");
    return checked;
}

int page_plies(void)
{
    return checked ? match_ply(checked) : -1;
}

bool page_view(int ply, int seat)
{
    union state view;
    struct out o;
    out_init(&o, text, sizeof text);
    if (!checked || !match_view_at(checked, ply, seat, &view))
        return false;
    state_json(match_game(checked)->schema, &view, &o);
    return true;
}
