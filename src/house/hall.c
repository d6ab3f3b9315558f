/* The hall: its time, what is due when, and the jobs on their way to the store.
 *
 * The service's time is what clocks measure. It must stand still while people could not play: while
 * no server runs, and while the store cannot save. So the hall saves its time in the store each
 * second, and whenever that succeeds it has a lease: its time may pass for LEASE_MS, counted from
 * when it asked, because an answer that comes late tells an old time. The lease ends at once if an
 * event cannot be stored. Then time stops, and goes on from there when it can be saved again. A
 * hall that begins goes on from the saved time. Nodes that share a store always take the latest
 * saved time.
 *
 * Somebody whose move was refused while time stood still must be able to make it again, however
 * little time was left. So for some seconds after time has gone on (RESUME_MS), no clock runs out.
 *
 * A hall whose time stands still may be behind other nodes, for instance if its process was stopped
 * for a while. So until it has saved its time again, it stores nothing: requests wait. If the store
 * has failed for a while, they are refused.
 *
 * The machine's date decides what the store deletes, so a date that is wrong for a moment could
 * delete all guests, and those who come in while it is wrong could be deleted when it is right
 * again. Therefore the store knows the date, too: as the service's time, to which the hall adds
 * what was last saved (`dated`). A date that is further away than DOUBT_MS is doubtful. Then the
 * later one of both is written, and the earlier one says what is old. That may be wrong: the
 * service may have been stopped for a year. So while the doubt lasts, what the store knows follows
 * the machine's date, slowly enough that the operator, who is told, can correct that.
 *
 * Some things happen without a request: bots move, clocks run out, unused tables close or leave
 * memory. The tables for which such a time is set are in a heap, and hall_tick handles those whose
 * time has come. */
#include "house/hall.h"

#include <stdlib.h>
#include <string.h>

#include "house/account.h"
#include "house/hall_private.h"
#include "house/live.h"
#include "house/session.h"
#include "house/workers.h"
#include "match/grow.h"

enum {
    SAVE_MS = 1000,
    SAVE_AGAIN_MS = 200, /* after a failure */
    LEASE_MS = 2500,
    STALL_MS = 1500, /* if hall_tick was not called for so long, the process was stopped */
    SICK_MS = 5000,  /* the service does not work if time could not be saved for so long */
    DOUBT_MS = 7 * DAY_MS,
    CATCH_UP = 24, /* a day within an hour */
    DATED_MS = 60000,
    TIDY_MS = 3600000,
    TIDY_FIRST_MS = 60000,
    TIDY_NEXT_MS = 500,
};

int64_t hall_time(const struct hall *h)
{
    return h->now + h->offset;
}

/* ---- The date ---- */

static int64_t machine_date(const struct hall *h)
{
    return h->world->date(h->world->context);
}

/* The date as the store knows it; if it does not, or there is no doubt, the machine's date. */
static int64_t known_date(const struct hall *h)
{
    int64_t date = machine_date(h), known = hall_time(h) + h->dated;
    bool doubtful = h->dated && (date > known + DOUBT_MS || date < known - DOUBT_MS);
    return doubtful ? known : date;
}

int64_t hall_date(const struct hall *h)
{
    int64_t date = machine_date(h), known = known_date(h);
    return date > known ? date : known;
}

/* What is old at this date can be deleted. */
static int64_t safe_date(const struct hall *h)
{
    int64_t date = machine_date(h), known = known_date(h);
    return date < known ? date : known;
}

/* What the store should know, if that is something else; 0 if not, or if the hall must ask first. A
 * new store believes the machine. */
static int64_t next_dated(const struct hall *h)
{
    int64_t gap = machine_date(h) - hall_time(h) - h->dated, step = CATCH_UP * SAVE_MS;
    if (h->dated ? gap < DATED_MS && gap > -DATED_MS : !h->undated)
        return 0;
    if (known_date(h) == machine_date(h))
        return h->dated + gap;
    return h->dated + (gap > 0 ? step : -step);
}

/* Takes what the store knows. */
static void take_dated(struct hall *h, int64_t dated)
{
    bool told = h->doubting;
    h->dated = dated;
    h->undated = !dated;
    int64_t days = (machine_date(h) - known_date(h)) / DAY_MS;
    h->doubting = days != 0;
    if (!h->doubting || told)
        return;
    char buffer[64];
    struct out text;
    out_init(&text, buffer, sizeof buffer);
    out_format(&text, "days=%lld", (long long)days);
    h->world->complain(h->world->context, "date-doubtful", buffer);
}

void hall_answered(struct hall *h, const struct job *j)
{
    h->on_their_way--;
    if (j->result != JOB_FAILED)
        return;
    h->counts.failures++;
    if (j->type != JOB_APPEND && j->type != JOB_OPEN && j->type != JOB_TIME)
        return;
    h->breaks++; /* time stops until it is saved again, which is tried soon */
    h->lease = h->now;
    h->save_at = h->now + SAVE_AGAIN_MS;
}

void hall_ask(struct hall *h, struct job *j)
{
    h->on_their_way++;
    h->world->store(h->world->context, j);
}

uint32_t text_hash(const char *text)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 16777619u;
    return hash;
}

/* ---- What is due: a heap of tables, the earliest on top ---- */

static void heap_put(struct hall *h, int place, struct live *l)
{
    h->heap[place - 1] = l;
    l->place = place;
}

static void heap_up(struct hall *h, struct live *l)
{
    int place = l->place;
    for (; place > 1 && h->heap[place / 2 - 1]->due > l->due; place /= 2)
        heap_put(h, place, h->heap[place / 2 - 1]);
    heap_put(h, place, l);
}

static void heap_down(struct hall *h, struct live *l)
{
    int place = l->place;
    for (int child; (child = 2 * place) <= h->heap_count; place = child) {
        if (child < h->heap_count && h->heap[child]->due < h->heap[child - 1]->due)
            child++;
        if (h->heap[child - 1]->due >= l->due)
            break;
        heap_put(h, place, h->heap[child - 1]);
    }
    heap_put(h, place, l);
}

static void heap_remove(struct hall *h, struct live *l)
{
    if (!l->place)
        return;
    struct live *last = h->heap[--h->heap_count];
    int place = l->place;
    l->place = 0;
    if (last == l)
        return;
    heap_put(h, place, last);
    heap_up(h, last);
    heap_down(h, last);
}

void hall_schedule(struct live *l, int64_t due)
{
    struct hall *h = l->hall;
    l->due = due;
    if (due == INT64_MAX) {
        heap_remove(h, l);
        return;
    }
    if (!l->place) {
        h->heap = grow(h->heap, h->heap_count, &h->heap_room, sizeof *h->heap);
        heap_put(h, ++h->heap_count, l);
    }
    heap_up(h, l);
    heap_down(h, l);
}

void hall_begin(struct hall *h, int64_t time)
{
    h->now = h->kept = h->world->now(h->world->context);
    h->save_at = h->now + SAVE_MS;
    h->lease = h->now + LEASE_MS;
    h->offset = time - h->now;
    h->resumed = time;
    h->tidy_at = h->now + TIDY_FIRST_MS;
}

void hall_add(struct hall *h, const struct job *j)
{
    live_add(h, j);
}

/* ---- Time ---- */

void hall_advance(struct hall *h, int64_t time)
{
    if (time > hall_time(h) && time <= SERVICE_TIME_MAX)
        h->offset = time - h->now;
}

bool hall_healthy(const struct hall *h)
{
    return !h->closing && h->now - h->kept < SICK_MS;
}

bool hall_stranded(const struct hall *h)
{
    return h->world->shared && !h->closing && !hall_healthy(h);
}

/* Sends the clients to other nodes. Whoever waits for an answer gets it first: it comes soon. */
static void turn_away(struct hall *h)
{
    struct session *s;
    LIST_FOREACH(s, &h->sessions, all)
        if (!s->busy)
            h->world->hang_up(s->link);
}

bool hall_halt(struct hall *h, struct session *s)
{
    if (!hall_healthy(h))
        return false;
    s->halted = true;
    TAILQ_INSERT_TAIL(&h->halted, s, queue);
    return true;
}

/* Takes the machine's time. The service's time does not pass after the end of the lease, which a
 * process that was stopped loses. */
static void pass_time(struct hall *h)
{
    int64_t before = h->now, now = h->now = h->world->now(h->world->context);
    if (now - before > STALL_MS) {
        h->breaks++;
        h->asked += now - before;
        h->kept += now - before;
        h->lease = before;
    }
    int64_t last = before > h->lease ? before : h->lease;
    if (now > last)
        h->offset -= now - last;
    bool standing = now >= h->lease;
    if (h->standing && !standing)
        h->resumed = hall_time(h);
    h->standing = standing;
}

/* Tries the requests that have waited until time goes on, or have waited too long. */
static void try_halted(struct hall *h)
{
    if (h->standing && hall_healthy(h))
        return;
    for (struct session *s; (s = TAILQ_FIRST(&h->halted));) {
        TAILQ_REMOVE(&h->halted, s, queue);
        s->halted = false;
        session_perform(s);
    }
}

/* A time that was saved before a break gives no new lease: it is old. */
static void time_kept(struct job *j)
{
    struct hall *h = j->owner;
    h->saving = false;
    hall_answered(h, j);
    if (j->result == JOB_DONE) {
        hall_advance(h, j->time);
        take_dated(h, j->dated);
        h->kept = h->asked;
        if (j->seq == h->breaks)
            h->lease = h->asked + LEASE_MS;
    }
    job_free(j);
}

static void hall_keep_time(struct hall *h)
{
    struct job *j = job_new(JOB_TIME, time_kept, h);
    j->time = hall_time(h);
    j->dated = next_dated(h);
    j->dated_before = h->dated;
    j->seq = h->breaks;
    h->saving = true;
    h->asked = h->now;
    h->save_at = h->now + SAVE_MS;
    hall_ask(h, j);
}

/* ---- Tidying up ---- */

static void tidied(struct job *j)
{
    struct hall *h = j->owner;
    bool more = j->result == JOB_DONE && j->count > 0;
    h->tidying = false;
    hall_answered(h, j);
    if (j->result == JOB_DONE)
        h->tidied = j->player.id;
    h->tidy_at = h->now + (more ? TIDY_NEXT_MS : TIDY_MS);
    job_free(j);
}

static bool keeps_all(const struct keep *k)
{
    return !k->guest_days && !k->token_days && !k->closed_days && !k->unlisted_days &&
           !k->listed_days;
}

/* Once an hour, and then in small steps until nothing is left to do. */
static void hall_tidy(struct hall *h)
{
    h->tidy_at = h->now + TIDY_MS;
    if (keeps_all(&h->rules.keep) || !h->dated)
        return;
    struct job *j = job_new(JOB_TIDY, tidied, h);
    j->time = safe_date(h);
    j->keep = h->rules.keep;
    j->player.id = h->tidied;
    h->tidying = true;
    hall_ask(h, j);
}

/* ---- Tables that another node has opened ---- */

static void tables_listed(struct job *j)
{
    struct hall *h = j->owner;
    h->listing = false;
    hall_answered(h, j);
    h->missing |= j->result != JOB_DONE;
    for (int i = 0; j->result == JOB_DONE && i < j->count; i++)
        if (table_id_good(j->tables[i]))
            live_find(h, j->tables[i]);
    job_free(j);
}

/* After news were missed: finds the open tables that this node does not know. They belong into the
 * lobby, and their clocks must run out. */
static void hall_list_tables(struct hall *h)
{
    h->missing = false;
    h->listing = true;
    hall_ask(h, job_new(JOB_OPEN_TABLES, tables_listed, h));
}

int64_t hall_tick(struct hall *h)
{
    pass_time(h);
    try_halted(h);
    if (!h->saving && h->now >= h->save_at) {
        hall_keep_time(h);
        account_tick(h);
        if (h->missing && !h->listing && !h->closing)
            hall_list_tables(h);
    }
    if (!h->tidying && !h->closing && h->now >= h->tidy_at)
        hall_tidy(h);
    if (hall_stranded(h))
        turn_away(h);
    if (h->standing || h->closing)
        return h->now + SAVE_MS / 10;
    while (h->heap_count && h->heap[0]->due <= hall_time(h))
        live_due(h->heap[0]);
    int64_t next = h->saving ? h->now + SAVE_MS : h->save_at;
    if (h->heap_count && h->heap[0]->due - h->offset < next)
        next = h->heap[0]->due - h->offset;
    return next;
}

/* ---- The hall ---- */

struct hall *hall_new(const struct world *world, const struct hall_rules *rules)
{
    struct hall *h = allocate(sizeof *h);
    h->world = world;
    h->rules = *rules;
    h->listed = 1;
    TAILQ_INIT(&h->halted);
    TAILQ_INIT(&h->owners);
    return h;
}

void hall_free(struct hall *h)
{
    for (int i = 0; i < BUCKETS; i++)
        while (!LIST_EMPTY(&h->bucket[i]))
            /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): live_free takes it out of the list */
            live_free(LIST_FIRST(&h->bucket[i]));
    workers_clear(h);
    live_forget_tempos(h);
    free(h->heap);
    free(h->unreadable);
    free(h);
}

void hall_news(struct hall *h, const char *news)
{
    if (!news || !table_id_good(news))
        account_hear(h, news);
    else if (live_known(h, news))
        live_news(live_known(h, news));
    else
        live_find(h, news); /* it may belong into the lobby */
    if (news)
        return;
    h->missing = h->world->shared;
    for (int i = 0; i < BUCKETS; i++)
        for (struct live *next, *l = LIST_FIRST(&h->bucket[i]); l; l = next) {
            next = LIST_NEXT(l, bucket);
            live_news(l);
        }
}

void hall_close(struct hall *h)
{
    h->closing = true;
    hall_keep_time(h);
    struct session *s;
    LIST_FOREACH(s, &h->sessions, all)
        h->world->ready(s->link);
}

bool hall_quiet(const struct hall *h)
{
    return h->on_their_way == 0;
}

bool hall_match(struct hall *h, const char *table, bool read, struct match **match)
{
    struct live *l = live_known(h, table);
    *match = NULL;
    if (!l && read && table_id_good(table))
        l = live_find(h, table);
    if (!l || l->state == LIVE_GONE)
        return true;
    if (live_occupied(l)) {
        live_refresh(l);
        return false;
    }
    if (l->table->match && !table_look(l->table, false))
        *match = l->table->match;
    return true;
}

const struct hall_counts *hall_counts(const struct hall *h)
{
    return &h->counts;
}
