/* The server: the loop, and what ties the hall to it. It carries messages between clients and the
 * hall, and does not look into them.
 *
 * One thread runs the loop. A round of it (ev_run) reads from all connections and takes what the
 * store and the pool have done. links_attend serves those that have something to send at the end
 * of the round. */
#include "server/server.h"

#include <inttypes.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "bots/clock.h"
#include "server/answer.h"
#include "server/ban.h"
#include "server/link.h"
#include "server/listen.h"
#include "server/log.h"
#include "server/notify.h"
#include "server/peer.h"
#include "server/server_private.h"
#include "server/stop.h"
#include "server/store_jobs.h"

enum {
    CLOSE_MS = 5000,        /* for the jobs and messages on their way */
    GOODBYE_MS = 500,       /* for clients to answer the close frame */
    READ_BYTES = 512,       /* the library has a buffer of this size for each WebSocket */
    SEND_BYTES = OUT_BYTES, /* most that the library sends at a time; the default is READ_BYTES */
    ROUND_SESSIONS = 200,
    ROUND_US = 1000,
};

static struct lws_context *signalled; /* a signal wakes the loop of this context */

static void wake_loop(void)
{
    lws_cancel_service(signalled);
}

/* ---- Calls from the hall ---- */

static int64_t server_now(void *context)
{
    (void)context;
    return clock_ms();
}

static int64_t server_date(void *context)
{
    struct timespec t;
    (void)context;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void server_random(void *context, void *bytes, size_t count)
{
    (void)context;
    randombytes_buf(bytes, count);
}

static void server_store(void *context, struct job *job)
{
    struct server *s = context;
    if (job->type == JOB_KEEP || job->type == JOB_LOGIN)
        passwords_submit(s->passwords, job);
    else
        store_submit(s->store, job);
}

static void server_think(void *context, struct task *task)
{
    struct server *s = context;
    pool_submit(s->pool, task);
}

static void server_complain(void *context, const char *what, const char *text)
{
    (void)context;
    log_line(LOG_ERROR, what, "%s", text);
}

static void server_news(const char *table, void *context)
{
    struct server *s = context;
    if (!table || strcmp(table, NEWS_OF_BANS) == 0)
        bans_read(s);
    hall_news(s->hall, table);
}

/* ---- The loop ---- */

/* The timer only ends the wait of the loop. */
static void timer_due(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop, (void)timer, (void)events;
}

/* Sets the timer. It is one of libev, because those of the library may be late: an earlier timer
 * that is added there does not shorten the wait of the loop. */
static void plan(struct server *s, int64_t next)
{
    int64_t now = clock_ms();
    ev_now_update(s->loop); /* delays count from the time that the loop knows */
    ev_timer_stop(s->loop, &s->timer);
    ev_timer_set(&s->timer, next > now ? (double)(next - now) / 1000 : 0, 0);
    ev_timer_start(s->loop, &s->timer);
}

static int64_t earliest(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Tells systemd that all is well: the loop is here, and the store answers, even if only that it
 * cannot do a job. Returns when to come back. */
static int64_t watchdog(struct server *s)
{
    int64_t now = clock_ms(), every = notify_interval() / 2;
    if (every == 0)
        return INT64_MAX;
    s->answered |= hall_quiet(s->hall);
    if (now - s->watched >= every && s->answered) {
        notify_send("WATCHDOG=1");
        s->watched = now;
        s->answered = false;
    }
    return (now - s->watched >= every ? now : s->watched) + every;
}

/* Ends a round: does what is due, sends what there is, and plans the next round. Every message may
 * have changed what is due next. */
static void end_round(struct server *s)
{
    int64_t next;
    links_sweep(s);
    do {
        links_attend(s);
        next = hall_tick(s->hall);
    } while (!LIST_EMPTY(&s->due));
    next = earliest(next, links_resume(s));
    next = earliest(next, peers_sweep(s));
    plan(s, earliest(next, watchdog(s)));
}

/* The store or the pool has done something, or a signal came. */
static void woken(struct server *s)
{
    hall_tick(s->hall);
    s->answered |= store_deliver(s->store, server_news, s);
    passwords_deliver(s->passwords);
    pool_deliver(s->pool);
    answers_retry(s);
    if (stop_told && !s->closing) {
        s->closing = true;
        log_line(LOG_INFO, "closing", "%s", "");
        notify_send("STOPPING=1");
        hall_close(s->hall);
    }
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct link *l = user;
    struct server *s = wsi && lws_get_context(wsi) ? lws_context_user(lws_get_context(wsi)) : NULL;
    if (!s)
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    switch ((int)reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        return peer_begin(s, wsi) ? 0 : -1;
    case LWS_CALLBACK_WSI_DESTROY:
        peer_end(s, wsi);
        break;
    case LWS_CALLBACK_RAW_ADOPT: /* a CONNECT */
    case LWS_CALLBACK_RAW_RX:
        return -1;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return link_may_connect(s, wsi) ? 0 : 1;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return link_may_upgrade(s, wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        link_begin(s, l, wsi);
        break;
    case LWS_CALLBACK_RECEIVE_PONG:
        link_pong(l, length);
        break;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: /* or it is the answer to our goodbye */
        return l->session ? 0 : -1;
    case LWS_CALLBACK_RECEIVE:
        hall_tick(s->hall); /* first, what was due before this message */
        return link_receive(l, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return link_writable(l);
    case LWS_CALLBACK_CLOSED:
        link_end(l);
        break;
    case LWS_CALLBACK_HTTP:
        return answer_begin(s, l, wsi);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return answer_write(l);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (l)
            answer_end(l);
        break;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (s->hall)
            woken(s);
        break;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
    return 0;
}

static const struct lws_protocols protocols[] = {
    {"tenka", callback, sizeof(struct link), READ_BYTES, 0, NULL, SEND_BYTES},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static void wake(void *context)
{
    struct server *s = context;
    lws_cancel_service(s->context);
}

/* ---- Start and end ---- */

static void restored(const struct job *table, void *context)
{
    struct server *s = context;
    hall_add(s->hall, table);
}

static bool make_hall(struct server *s, struct out *error)
{
    const struct server_options *o = s->options;
    const struct hall_rules rules = {.bot_ms = o->bot_ms,
                                     .grace_ms = o->grace_ms,
                                     .waiting_hours = o->waiting_hours,
                                     .tables_max = o->tables_max,
                                     .guests_max = 2 * o->per_address,
                                     .lines_max = o->rate + o->rate / 2,
                                     .workers = o->threads,
                                     .idle_minutes = o->idle_minutes,
                                     .keep = o->keep};
    char reason[512];
    struct out inner;
    out_init(&inner, reason, sizeof reason);
    s->store = store_open(o->store, &inner);
    if (s->store) {
        s->pool = pool_new(o->threads, wake, s);
        s->passwords = passwords_new(s->store, wake, s);
        s->world = (struct world){.context = s,
                                  .now = server_now,
                                  .date = server_date,
                                  .random = server_random,
                                  .store = server_store,
                                  .think = server_think,
                                  .ready = link_ready,
                                  .resume = link_resume,
                                  .hang_up = link_hang_up,
                                  .complain = server_complain,
                                  .shared = store_shared(s->store)};
        s->hall = hall_new(&s->world, &rules);
        hall_begin(s->hall, store_time(s->store));
        s->salt = store_salt(s->store);
        if (store_restore(s->store, restored, s, &inner))
            return true;
    }
    out_format(error, "the store '%s' cannot be used: %s", store_shown(o->store), reason);
    return false;
}

static void log_start(const struct server *s)
{
    log_line(LOG_INFO, "listening", "url=%s://%s/ address=%s store=%s tables=%" PRId64,
             s->options->certificate ? "https" : "http", s->options->listen, s->options->listen,
             store_shown(s->options->store), hall_counts(s->hall)->tables);
    printf("tenka is running at %s://%s/ (press Ctrl-C to stop it)\n",
           s->options->certificate ? "https" : "http", s->options->listen);
    fflush(stdout);
}

/* With many connections it is expensive to find out which of them can be read. So then a round
 * takes a minimum time, and finds more that is ready. */
static void server_rest(const struct server *s, lws_usec_t since)
{
    int64_t sessions = hall_counts(s->hall)->sessions;
    lws_usec_t round = sessions < ROUND_SESSIONS ? 0 : ROUND_US, spent = lws_now_usecs() - since;
    if (spent < round)
        usleep((useconds_t)(round - spent));
}

static void serve(struct server *s)
{
    int64_t deadline = INT64_MAX;
    lws_usec_t since = 0;
    while (!s->closing || !hall_quiet(s->hall) || !TAILQ_EMPTY(&s->links)) {
        if (s->closing && deadline == INT64_MAX)
            deadline = clock_ms() + CLOSE_MS;
        else if (s->closing && hall_counts(s->hall)->sessions == 0)
            deadline = earliest(deadline, clock_ms() + GOODBYE_MS);
        server_rest(s, since);
        since = lws_now_usecs();
        if (clock_ms() > deadline)
            break;
        ev_run(s->loop, EVRUN_ONCE);
        end_round(s);
    }
}

static void dismantle(struct server *s)
{
    if (s->pool) /* first the threads, because they wake the loop */
        pool_free(s->pool);
    if (s->passwords)
        passwords_stop(s->passwords);
    if (s->store)
        store_stop(s->store);
    if (s->context)
        lws_context_destroy(s->context);
    if (s->store) /* after the sessions, because they point to their jobs */
        store_close(s->store);
    if (s->passwords)
        passwords_free(s->passwords);
    if (s->hall)
        hall_free(s->hall);
    addresses_clear(&s->addresses);
    bans_clear(s);
    ev_loop_destroy(s->loop);
}

void server_raise_limits(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

int server_run(const struct server_options *options, struct out *error)
{
    struct server s = {.options = options};
    lws_set_log_level(options->debug ? LLL_ERR | LLL_WARN : 0, NULL);
    log_set_level(options->debug ? LOG_DEBUG : LOG_INFO);
    if (sodium_init() < 0) {
        out_text(error, "libsodium cannot be set up: the system has no random numbers");
        return 1;
    }
    server_raise_limits();
    TAILQ_INIT(&s.pausing);
    TAILQ_INIT(&s.peers);
    TAILQ_INIT(&s.links);
    s.loop = ev_loop_new(EVBACKEND_EPOLL);
    if (!s.loop) {
        out_text(error, "libev cannot be set up; it needs epoll and enough memory");
        return 1;
    }
    bool good = listen_begin(&s, protocols, error) && make_hall(&s, error);
    if (good) {
        signalled = s.context;
        stop_begin(wake_loop);
        signal(SIGPIPE, SIG_IGN);
        store_start(s.store, wake, &s);
        bans_read(&s);
        log_start(&s);
        ev_timer_init(&s.timer, timer_due, 0, 0);
        notify_send("READY=1");
        end_round(&s);
        serve(&s);
        log_line(LOG_INFO, "closed", "%s", "");
    }
    dismantle(&s);
    return good ? 0 : 1;
}
