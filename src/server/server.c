/* The server: connections, limits, and the loop. It carries messages between clients and the hall,
 * and does not look into them.
 *
 * One thread runs the loop. A round of it (ev_run) reads from all connections and takes what the
 * store and the pool have done. Meanwhile the hall only marks the connections that have something
 * to send (link_ready); attend() serves these at the end of the round. So all changes of a table in
 * one round are sent together. */
#include "server/server.h"

#include <assert.h>
#include <errno.h>
#include <ev.h>
#include <inttypes.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "bots/clock.h"
#include "server/http.h"
#include "server/log.h"
#include "server/request.h"
#include "server/session.h"

enum {
    ADDRESS_BYTES = 48,
    ADDRESSES = 4096, /* buckets */
    PATH_BYTES = 256,
    RECORD_BYTES = 32,   /* the path of a record */
    CHUNK_BYTES = 16384, /* of a body */
    BURST_SECONDS = 10,
    ADDRESS_SHARE = 10, /* an address may send this many times the messages of a connection */
    CLOSE_MS = 5000,
    SWEEP_MS = 5000,
    ROUND_SESSIONS = 200,
    ROUND_US = 1000,
};

/* How often something may be done: a token bucket that grows with time, up to BURST_SECONDS. */
struct budget {
    double left;
    lws_usec_t counted;
};

/* All connections from one address. */
struct address {
    LIST_ENTRY(address) bucket;
    char name[ADDRESS_BYTES];
    int links;
    struct budget messages, connects;
};

/* A connection. */
struct link {
    struct lws *wsi;
    struct server *server;
    struct session *session; /* of a WebSocket */
    struct address *address;
    char *received; /* the first frames of a message, or a message that waits */
    size_t length;
    struct budget messages;
    lws_sorted_usec_list_t pause;
    int64_t heard;          /* when something came from the client last */
    LIST_ENTRY(link) peers; /* in server.links, or in server.askers for HTTP */
    LIST_ENTRY(link) due;   /* in server.due */
    bool resting;           /* the session takes no message now */
    bool waiting;           /* a whole message is in `received` and waits for the session */
    bool pausing, hanging_up, ping_due;
    bool listed;             /* is in server.due */
    struct answer_body body; /* of HTTP */
    size_t sent;
    char path[RECORD_BYTES]; /* of a record that must be read first; "": none */
    bool head;               /* the answer has no body */
    bool unsent;             /* the headers were not sent yet */
};

struct server {
    const struct server_options *options;
    struct ev_loop *loop;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct store *store;
    struct pool *pool;
    struct hall *hall;
    LIST_HEAD(addresses, address) address[ADDRESSES];
    LIST_HEAD(, link) links;  /* all WebSockets */
    LIST_HEAD(, link) due;    /* those to attend to at the end of the round */
    LIST_HEAD(, link) askers; /* HTTP requests for a record that must be read first */
    lws_sorted_usec_list_t timer;
    int64_t swept; /* when sweep() last ran */
    bool closing;
};

static volatile sig_atomic_t told_to_stop;
static struct lws_context *signalled; /* a signal wakes the loop of this context */

static void stop_loop(int signal)
{
    (void)signal;
    told_to_stop = 1;
    lws_cancel_service(signalled);
}

/* ---- Budgets and addresses ---- */

/* Takes one from the budget, which grows by `rate` per second. Returns false if none is left. Rate
 * 0 means no limit. */
static bool budget_take(struct budget *b, double rate)
{
    lws_usec_t now = lws_now_usecs();
    if (rate == 0)
        return true;
    b->left += (double)(now - b->counted) * rate / 1e6;
    if (b->left > BURST_SECONDS * rate)
        b->left = BURST_SECONDS * rate;
    b->counted = now;
    if (b->left < 1)
        return false;
    b->left--;
    return true;
}

static struct addresses *server_bucket_of(struct server *s, const char *name)
{
    return &s->address[text_hash(name) % ADDRESSES];
}

/* The address, which is added if it is new. It is remembered for a while after its last connection
 * has ended, so that coming back does not refill the budgets. */
static struct address *address_find(struct server *s, const char *name)
{
    struct address *a;
    LIST_FOREACH(a, server_bucket_of(s, name), bucket)
        if (strcmp(a->name, name) == 0)
            return a;
    a = calloc(1, sizeof *a);
    if (!a)
        abort();
    snprintf(a->name, sizeof a->name, "%s", name);
    LIST_INSERT_HEAD(server_bucket_of(s, name), a, bucket);
    return a;
}

static void addresses_sweep(struct server *s)
{
    lws_usec_t since = lws_now_usecs() - BURST_SECONDS * 1000000;
    for (int i = 0; i < ADDRESSES; i++)
        for (struct address *a = LIST_FIRST(&s->address[i]), *next; a; a = next) {
            next = LIST_NEXT(a, bucket);
            if (a->links || a->connects.counted > since || a->messages.counted > since)
                continue;
            LIST_REMOVE(a, bucket);
            free(a);
        }
}

/* The client's address. Behind a proxy it is the last one in the header, which the proxy added. */
static void address_of(struct server *s, struct lws *wsi, char name[ADDRESS_BYTES])
{
    char list[256] = "";
    lws_get_peer_simple(wsi, name, ADDRESS_BYTES);
    if (!s->options->proxied ||
        lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) <= 0)
        return;
    const char *comma = strrchr(list, ','), *last = comma ? comma + 1 : list;
    snprintf(name, ADDRESS_BYTES, "%s", last + strspn(last, " "));
}

/* ---- Calls from the hall ---- */

/* Marks the connection: attend() serves it at the end of this round of the loop. */
static void link_ready(void *context)
{
    struct link *l = context;
    if (l->listed)
        return;
    l->listed = true;
    LIST_INSERT_HEAD(&l->server->due, l, due);
}

/* Stops reading from the connection while a message waits, or while the client must pause. */
static void set_flow(struct link *l)
{
    lws_rx_flow_control(l->wsi, !l->waiting && !l->pausing);
}

static void link_resume(void *context)
{
    struct link *l = context;
    l->resting = false;
    if (l->waiting)
        link_ready(l);
}

static void link_hang_up(void *context)
{
    struct link *l = context;
    l->hanging_up = true;
    link_ready(l);
}

static const struct carrier carrier = {link_ready, link_resume, link_hang_up};

/* ---- WebSocket ---- */

static bool origin_is(const char *origin, const char *allowed, size_t length)
{
    return strlen(origin) == length && strncmp(origin, allowed, length) == 0;
}

/* Refuses pages of other sites, so that they cannot act for a visitor. Programs that are not
 * browsers send no Origin. */
static bool origin_allowed(struct server *s, struct lws *wsi)
{
    char origin[256] = "", host[256] = "";
    int length = lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN);
    if (length == 0)
        return true;
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0)
        lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HTTP_COLON_AUTHORITY);
    const char *name = strstr(origin, "://");
    if (length > 0 && name && *host && strcmp(name + 3, host) == 0)
        return true;
    for (const char *o = s->options->origins; o && *o; o += strspn(o, " ")) {
        size_t word = strcspn(o, " ");
        if (origin_is(origin, o, word))
            return true;
        o += word;
    }
    return false;
}

static bool may_connect(struct server *s, struct lws *wsi)
{
    char path[PATH_BYTES] = "", name[ADDRESS_BYTES];
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0)
        lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_HTTP_COLON_PATH);
    if (strcmp(path, "/ws") != 0 || s->closing || !origin_allowed(s, wsi))
        return false;
    address_of(s, wsi, name);
    struct address *a = address_find(s, name);
    int most = s->options->per_address;
    bool few = (!most || a->links < most) && budget_take(&a->connects, most);
    if (!few)
        log_line(LOG_INFO, "too-many-connections", "address=%s", name);
    return few;
}

/* Allows an upgrade to WebSocket, but not to HTTP/2, where reading cannot be paused. The argument
 * of the callback may already be freed (CVE-2025-11677, fixed in 4.3.5 but not in Debian 12), so
 * this reads the header instead. */
static bool may_upgrade(struct lws *wsi)
{
    char to[16] = "";
    return lws_hdr_copy(wsi, to, sizeof to, WSI_TOKEN_UPGRADE) > 0 &&
           strcasecmp(to, "websocket") == 0;
}

static void link_open(struct server *s, struct link *l, struct lws *wsi)
{
    char name[ADDRESS_BYTES];
    *l = (struct link){.wsi = wsi, .server = s};
    address_of(s, wsi, name);
    l->address = address_find(s, name);
    l->address->links++;
    l->heard = clock_ms();
    LIST_INSERT_HEAD(&s->links, l, peers);
    l->session = session_new(s->hall, l);
    log_line(LOG_DEBUG, "connected", "address=%s", name);
}

static void link_close(struct link *l)
{
    if (!l->session)
        return;
    lws_sul_cancel(&l->pause);
    LIST_REMOVE(l, peers);
    if (l->listed)
        LIST_REMOVE(l, due);
    session_free(l->session);
    l->address->links--;
    free(l->received);
    l->session = NULL;
    l->received = NULL;
}

static void pause_over(lws_sorted_usec_list_t *timer)
{
    struct link *l = lws_container_of(timer, struct link, pause);
    l->pausing = false;
    set_flow(l);
}

/* Reads more slowly from a client that sends more than its limit, or that of its address. */
static void count_message(struct link *l)
{
    int rate = l->server->options->rate;
    if (budget_take(&l->messages, rate) && budget_take(&l->address->messages, ADDRESS_SHARE * rate))
        return;
    l->pausing = true;
    lws_sul_schedule(l->server->context, 0, &l->pause, pause_over, 1000000 / rate + 1);
}

static int refuse_link(struct link *l, enum lws_close_status status, const char *reason)
{
    lws_close_reason(l->wsi, status, (unsigned char *)reason, strlen(reason));
    return -1;
}

static void take_message(struct link *l, struct slice text)
{
    count_message(l);
    l->resting = true;
    if (session_receive(l->session, text))
        l->resting = false;
    if (l->pausing)
        set_flow(l);
}

static void take_waiting(struct link *l)
{
    struct slice text = {l->received, (int)l->length};
    l->length = 0;
    l->waiting = false;
    take_message(l, text);
    set_flow(l);
}

static void keep_waiting(struct link *l)
{
    l->waiting = true;
    set_flow(l);
}

/* Takes a part of a message. A whole message goes to the session, or waits if the session is
 * busy; then nothing more is read, so that at most one message waits. */
static int link_receive(struct link *l, const char *bytes, size_t length)
{
    bool last = lws_is_final_fragment(l->wsi) && lws_remaining_packet_payload(l->wsi) == 0;
    if (lws_frame_is_binary(l->wsi))
        return refuse_link(l, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "a message must be text");
    if (l->length + length > REQUEST_BYTES || l->waiting)
        return refuse_link(l, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE,
                           "a message can have at most 4096 bytes");
    if (last && !l->length && !l->resting) {
        take_message(l, (struct slice){bytes, (int)length});
        return 0;
    }
    if (!l->received && !(l->received = malloc(REQUEST_BYTES)))
        abort();
    memcpy(l->received + l->length, bytes, length);
    l->length += length;
    if (last && l->resting)
        keep_waiting(l);
    else if (last)
        take_waiting(l);
    return 0;
}

static_assert(REQUEST_BYTES == 4096, "link_receive names this number");

static int link_send(struct link *l, unsigned char *message, const struct out *o)
{
    if (o->overflow) { /* half a message is worse than none */
        log_line(LOG_ERROR, "message-too-long", "bytes=%zu", o->used);
        return -1;
    }
    return lws_write(l->wsi, message, o->used, LWS_WRITE_TEXT) < (int)o->used ? -1 : 0;
}

/* Sends messages as long as the connection takes them. The library buffers at most the rest of one
 * message. */
static int link_write(struct link *l)
{
    static unsigned char buffer[LWS_PRE + OUT_BYTES];
    unsigned char *message = buffer + LWS_PRE;
    struct out o;
    out_init(&o, (char *)message, OUT_BYTES);
    for (; !lws_partial_buffered(l->wsi) && session_next(l->session, &o); out_clear(&o))
        if (link_send(l, message, &o) < 0)
            return -1;
    if (lws_partial_buffered(l->wsi)) {
        lws_callback_on_writable(l->wsi);
        return 0;
    }
    if (l->ping_due) {
        l->ping_due = false;
        message[0] = '?'; /* the library does not report a pong without a payload */
        return lws_write(l->wsi, message, 1, LWS_WRITE_PING) < 1 ? -1 : 0;
    }
    return 0;
}

/* The library calls this when the connection can take data: if it could not before, with TLS, and
 * to close it. */
static int link_writable(struct link *l)
{
    if (link_write(l) < 0)
        return -1;
    if (lws_partial_buffered(l->wsi))
        return 0;
    if (l->server->closing && !session_busy(l->session))
        return refuse_link(l, LWS_CLOSE_STATUS_GOINGAWAY, "the server is stopping");
    return l->hanging_up ? refuse_link(l, LWS_CLOSE_STATUS_POLICY_VIOLATION, "goodbye") : 0;
}

/* At the end of a round: takes the message that waited, and sends what there is. It does not ask
 * the library first whether the connection is writable, because that costs more than sending. */
static void link_attend(struct link *l)
{
    if (l->waiting && !l->resting)
        take_waiting(l);
    if (l->server->options->certificate || l->hanging_up || l->server->closing)
        lws_callback_on_writable(l->wsi);
    else if (link_write(l) < 0)
        lws_set_timeout(l->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

static void attend(struct server *s)
{
    for (struct link *l; (l = LIST_FIRST(&s->due));) {
        LIST_REMOVE(l, due);
        l->listed = false;
        link_attend(l);
    }
}

/* ---- HTTP ---- */

/* Whether an item of the list, like 'gzip;q=0.5', accepts gzip. */
static bool is_gzip(const char *item, size_t length)
{
    size_t name = strcspn(item, " ;,");
    if (name > length || name != 4 || strncasecmp(item, "gzip", 4) != 0)
        return false;
    const char *at = memchr(item, '=', length);
    for (; at && at < item + length; at++)
        if (*at >= '1' && *at <= '9')
            return true;
    return !at;
}

static bool accepts_gzip(struct lws *wsi)
{
    char list[256] = "";
    if (lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_HTTP_ACCEPT_ENCODING) <= 0)
        return false;
    for (const char *item = list; *item; item += strspn(item, " ,")) {
        size_t length = strcspn(item, ",");
        if (is_gzip(item, length))
            return true;
        item += length;
    }
    return false;
}

static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at)
{
    unsigned char *end = *at + CHUNK_BYTES; /* within the buffer, because all headers are short */
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at, end);
}

static int http_headers(struct lws *wsi, const struct answer_body *a)
{
    static unsigned char buffer[LWS_PRE + 2 * CHUNK_BYTES];
    static const char policy[] =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src "
        "'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    unsigned char *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    if (lws_add_http_common_headers(wsi, (unsigned)a->status, a->type, (lws_filepos_t)a->length,
                                    &at, end) ||
        add_header(wsi, "cache-control:", a->caching, &at) ||
        add_header(wsi, "content-security-policy:", policy, &at) ||
        add_header(wsi, "x-content-type-options:", "nosniff", &at) ||
        add_header(wsi, "referrer-policy:", "no-referrer", &at) ||
        add_header(wsi, "cross-origin-opener-policy:", "same-origin", &at) ||
        (a->tag[0] && add_header(wsi, "etag:", a->tag, &at)) ||
        add_header(wsi, "vary:", "accept-encoding", &at) ||
        (a->compressed && add_header(wsi, "content-encoding:", "gzip", &at)))
        return 1;
    return lws_finalize_write_http_header(wsi, start, &at, end);
}

static void http_end(struct link *l)
{
    if (l->path[0]) {
        LIST_REMOVE(l, peers);
        l->path[0] = '\0';
    }
    free(l->body.owned);
    l->body = (struct answer_body){0};
}

/* Sends the headers, and the body when the connection is writable. */
static int http_send(struct link *l)
{
    l->unsent = false;
    if (http_headers(l->wsi, &l->body))
        return -1;
    if (l->body.length > 0 && !l->head) {
        lws_callback_on_writable(l->wsi);
        return 0;
    }
    http_end(l);
    return lws_http_transaction_completed(l->wsi) ? -1 : 0;
}

/* Waits until the store has read the table of the record. */
static int http_wait(struct link *l, const char *path)
{
    struct server *s = l->server;
    snprintf(l->path, sizeof l->path, "%s", path);
    LIST_INSERT_HEAD(&s->askers, l, peers);
    return 0;
}

/* Answers the requests whose tables have been read. */
static void answer_askers(struct server *s)
{
    for (struct link *l = LIST_FIRST(&s->askers), *next; l; l = next) {
        next = LIST_NEXT(l, peers);
        struct question q = {.path = l->path, .tag = "", .again = true};
        struct answer_body body = http_answer(s->hall, &q, s->closing);
        if (body.status == 0)
            continue;
        http_end(l);
        l->body = body;
        l->unsent = true;
        lws_callback_on_writable(l->wsi);
    }
}

/* Limits requests for records, since they may have to be read from the disk. */
static bool may_ask(struct server *s, struct lws *wsi, const char *path)
{
    char name[ADDRESS_BYTES];
    if (strncmp(path, "/record/", 8) != 0)
        return true;
    address_of(s, wsi, name);
    return budget_take(&address_find(s, name)->messages, ADDRESS_SHARE * s->options->rate);
}

/* Whether the request has a body. If so, the library would take the transaction for completed
 * before the answer is sent, and drop the link without a callback. */
static bool has_body(struct lws *wsi)
{
    char length[32] = "";
    int copied = lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    return copied != 0 && strcmp(length, "0") != 0;
}

static int http_begin(struct server *s, struct link *l, struct lws *wsi, const char *path)
{
    char tag[64] = "";
    bool get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 ||
               lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_COLON_PATH) > 0;
    bool head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0; /* the same without the body */
    lws_hdr_copy(wsi, tag, sizeof tag, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    struct question q = {.path = path, .tag = tag, .gzip = accepts_gzip(wsi)};
    *l = (struct link){.wsi = wsi, .server = s, .head = head};
    bool good = (get || head) && !has_body(wsi);
    if (!good || !may_ask(s, wsi, path)) {
        lws_return_http_status(wsi, good ? 429 : HTTP_STATUS_METHOD_NOT_ALLOWED, NULL);
        return -1;
    }
    l->body = http_answer(s->hall, &q, s->closing);
    return l->body.status ? http_send(l) : http_wait(l, path);
}

static int http_write(struct link *l)
{
    static unsigned char buffer[LWS_PRE + CHUNK_BYTES];
    size_t left = l->body.length - l->sent, size = left < CHUNK_BYTES ? left : CHUNK_BYTES;
    if (l->unsent)
        return http_send(l);
    if (!l->body.bytes)
        return 0;
    memcpy(buffer + LWS_PRE, l->body.bytes + l->sent, size);
    if (lws_write(l->wsi, buffer + LWS_PRE, size,
                  size == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)size)
        return -1;
    l->sent += size;
    if (size < left) {
        lws_callback_on_writable(l->wsi);
        return 0;
    }
    http_end(l);
    return lws_http_transaction_completed(l->wsi) ? -1 : 0;
}

/* ---- The loop ---- */

/* Pings clients that have been silent, and drops those that do not answer. The library could do
 * this with a timer for each connection, but its one sorted list of timers is slow if there are
 * many busy connections. */
static void sweep(struct server *s, int64_t now)
{
    int silent = s->options->silent_ms;
    if (now - s->swept < (silent < SWEEP_MS ? silent : SWEEP_MS))
        return;
    s->swept = now;
    addresses_sweep(s);
    struct link *l;
    LIST_FOREACH(l, &s->links, peers) {
        if (now - l->heard > 2 * silent)
            lws_set_timeout(l->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        else if (now - l->heard > silent) {
            l->ping_due = true;
            link_ready(l);
        }
    }
}

static void tick(struct server *s);

static void timer_due(lws_sorted_usec_list_t *timer)
{
    tick(lws_container_of(timer, struct server, timer));
}

static void tick(struct server *s)
{
    int64_t now = clock_ms(), next = hall_tick(s->hall, now);
    sweep(s, now);
    lws_sul_schedule(s->context, 0, &s->timer, timer_due, (next > now ? next - now : 0) * 1000 + 1);
}

/* The store or the pool has done something, or a signal came. */
static void woken(struct server *s)
{
    hall_tick(s->hall, clock_ms());
    hall_deliver(s->hall);
    answer_askers(s);
    tick(s);
    if (told_to_stop && !s->closing) {
        s->closing = true;
        log_line(LOG_INFO, "closing", "%s", "");
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
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return may_connect(s, wsi) ? 0 : 1;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return may_upgrade(wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        link_open(s, l, wsi);
        break;
    case LWS_CALLBACK_RECEIVE_PONG:
        l->heard = clock_ms();
        break;
    case LWS_CALLBACK_RECEIVE:
        l->heard = clock_ms();
        hall_tick(s->hall, l->heard); /* first, what was due before this message */
        return link_receive(l, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return link_writable(l);
    case LWS_CALLBACK_CLOSED:
        link_close(l);
        break;
    case LWS_CALLBACK_HTTP:
        return http_begin(s, l, wsi, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_write(l);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (l)
            http_end(l);
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
    {"tenka", callback, sizeof(struct link), REQUEST_BYTES, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static void wake(void *context)
{
    struct server *s = context;
    lws_cancel_service(s->context);
}

/* ---- Start and end ---- */

/* Reads 'ADDRESS:PORT'. The address may be in brackets. */
static bool read_listen(const char *listen, char address[ADDRESS_BYTES], int *port,
                        struct out *error)
{
    const char *colon = strrchr(listen, ':');
    size_t length = colon ? (size_t)(colon - listen) : 0;
    bool bracketed = length > 1 && listen[0] == '[' && listen[length - 1] == ']';
    struct slice digits = {colon ? colon + 1 : listen, colon ? (int)strlen(colon + 1) : 0};
    if (!colon || length == 0 || length >= ADDRESS_BYTES || !slice_number(digits, 65535, port) ||
        *port == 0) {
        out_format(error, "cannot listen at '%s'; expected ADDRESS:PORT, like 127.0.0.1:8600",
                   listen);
        return false;
    }
    snprintf(address, ADDRESS_BYTES, "%.*s", (int)length - 2 * bracketed, listen + bracketed);
    return true;
}

/* Whether the server can listen there. The library would not tell the reason if it cannot. */
static bool may_listen(const char *where, const char *address, int port, struct out *error)
{
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *a = NULL;
    char service[8];
    int one = 1;
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(address, service, &hints, &a)) {
        out_format(error,
                   "cannot listen at '%s'; expected a numeric address, like 127.0.0.1:8600 "
                   "or [::1]:8600",
                   where);
        return false;
    }
    int fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    bool good = fd >= 0 && bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 1) == 0;
    if (!good)
        out_format(error, "cannot listen at %s: %s", where, strerror(errno));
    freeaddrinfo(a);
    if (fd >= 0)
        close(fd);
    return good;
}

static bool may_read(const char *path, struct out *error)
{
    if (!path || access(path, R_OK) == 0)
        return true;
    out_format(error, "%s: %s", path, strerror(errno));
    return false;
}

/* No pings by the library: sweep() looks after the connections. */
static const lws_retry_bo_t no_policy;

static bool make_context(struct server *s, struct out *error)
{
    const struct server_options *o = s->options;
    char address[ADDRESS_BYTES];
    struct lws_context_creation_info info = {0};
    void *loops[] = {s->loop};
    if (!read_listen(o->listen, address, &info.port, error) ||
        !may_listen(o->listen, address, info.port, error) || !may_read(o->certificate, error) ||
        !may_read(o->key, error))
        return false;
    bool anywhere = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
    info.iface = anywhere ? NULL : address; /* given '::' itself, 4.3 listens for IPv6 only */
    info.protocols = protocols;
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_LIBEV |
                   LWS_SERVER_OPTION_DISABLE_IPV6 * !strchr(address, ':');
    if (o->certificate)
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info.foreign_loops = loops;
    info.user = s;
    info.gid = info.uid = (gid_t)-1;
    info.retry_and_idle_policy = &no_policy;
    info.timeout_secs = 10;
    info.keepalive_timeout = 30;
    info.server_string = "tenka";
    info.alpn = "http/1.1";
    info.ssl_cert_filepath = o->certificate;
    info.ssl_private_key_filepath = o->key;
    info.pt_serv_buf_size = CHUNK_BYTES;
    s->context = lws_create_context(&info);
    if (!s->context) {
        out_text(error, "libwebsockets cannot be set up; it needs enough memory, and its plugin "
                        "for libev (Debian: libwebsockets-evlib-ev)");
        return false;
    }
    signalled = s->context;
    s->vhost = lws_create_vhost(s->context, &info);
    if (s->vhost)
        return true;
    if (o->certificate)
        out_format(error,
                   "the certificate %s and the key %s cannot be used; expected two PEM files that "
                   "match, the key without a passphrase",
                   o->certificate, o->key);
    else
        out_format(error, "cannot listen at %s", o->listen);
    return false;
}

/* The store's address for messages and logs. That of a database server may contain a password, so
 * it is not shown. */
static const char *public_store(const char *store)
{
    return strncmp(store, "postgres", 8) == 0 ? "postgres://..." : store;
}

static bool make_hall(struct server *s, struct out *error)
{
    const struct server_options *o = s->options;
    const struct hall_rules rules = {o->bot_ms, o->grace_ms, o->waiting_hours, o->tables_max};
    char reason[512];
    struct out inner;
    out_init(&inner, reason, sizeof reason);
    s->store = store_open(o->store, &inner);
    if (s->store) {
        s->pool = pool_new(o->threads, wake, s);
        s->hall = hall_new(s->store, s->pool, &rules, &carrier);
        if (hall_restore(s->hall, clock_ms(), &inner))
            return true;
    }
    out_format(error, "the store '%s' cannot be used: %s", public_store(o->store), reason);
    return false;
}

static void log_start(const struct server *s)
{
    log_line(LOG_INFO, "listening", "url=%s://%s/ address=%s store=%s tables=%" PRId64,
             s->options->certificate ? "https" : "http", s->options->listen, s->options->listen,
             public_store(s->options->store), hall_counts(s->hall)->tables);
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
    while (!s->closing || !hall_quiet(s->hall) || hall_counts(s->hall)->sessions > 0) {
        if (s->closing && deadline == INT64_MAX)
            deadline = clock_ms() + CLOSE_MS;
        server_rest(s, since);
        since = lws_now_usecs();
        if (clock_ms() > deadline)
            break;
        ev_run(s->loop, EVRUN_ONCE);
        attend(s);
    }
}

static void dismantle(struct server *s)
{
    if (s->pool) /* first the threads, because they wake the loop */
        pool_free(s->pool);
    if (s->store)
        store_stop(s->store);
    if (s->context)
        lws_context_destroy(s->context);
    if (s->store) /* after the sessions, because they point to their jobs */
        store_close(s->store);
    if (s->hall)
        hall_free(s->hall);
    for (int i = 0; i < ADDRESSES; i++)
        for (struct address *a; (a = LIST_FIRST(&s->address[i]));) {
            LIST_REMOVE(a, bucket);
            free(a);
        }
    ev_loop_destroy(s->loop);
}

static void handle_signals(void)
{
    struct sigaction action = {.sa_handler = stop_loop};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
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
    s.loop = ev_loop_new(EVBACKEND_EPOLL);
    bool good = make_context(&s, error) && make_hall(&s, error);
    if (good) {
        handle_signals();
        store_start(s.store, wake, &s);
        log_start(&s);
        tick(&s);
        serve(&s);
        log_line(LOG_INFO, "closed", "%s", "");
    }
    dismantle(&s);
    return good ? 0 : 1;
}
