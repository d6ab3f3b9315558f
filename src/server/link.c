/* Connections of WebSocket: who may connect, how fast they are read, and what is sent.
 *
 * A round of the loop first reads from all connections. Meanwhile the hall only marks those that
 * have something to send (link_ready); links_attend serves these at the end of the round. So all
 * changes of a table in one round are sent together. */
#include "server/link.h"

#include <assert.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "bots/clock.h"
#include "match/grow.h"
#include "server/ban.h"
#include "server/log.h"
#include "server/peer.h"

enum {
    SWEEP_MS = 2000,     /* from one look at a connection to the next */
    SWEEP_PARTS = 20,    /* not at all of them at the same time */
    NOISE_BYTES = 32768, /* between two sweeps: a record of TLS that is read in parts, and more */
    NOISE_SHARE = 512,   /* and so many times the messages of a second */
    FRAME_BYTES = 64,    /* the head of a frame, and of the record of TLS around it */
    GO_ELSEWHERE = 1013, /* a code of WebSocket for which the library has no name */
};

/* ---- Calls from the hall ---- */

void link_ready(void *context)
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

void link_resume(void *context)
{
    struct link *l = context;
    l->resting = false;
    if (l->waiting)
        link_ready(l);
}

/* Sends what there is, and then the goodbye, which has a deadline, too. */
static void link_leave(struct link *l, int code)
{
    if (l->goodbye)
        return;
    l->goodbye = code;
    peer_step(l->server, l->wsi);
    link_ready(l);
}

void link_hang_up(void *context)
{
    struct link *l = context;
    link_leave(l,
               hall_stranded(l->server->hall) ? GO_ELSEWHERE : LWS_CLOSE_STATUS_POLICY_VIOLATION);
}

/* ---- Handshakes ---- */

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

/* Counts the connection. Returns false if there are too many of its address. */
static bool has_place(struct server *s, struct lws *wsi)
{
    if (!peer_ask(s, wsi))
        return false;
    struct address *a = peer_address(wsi);
    bool slow = budget_take(&a->connects, s->options->per_address);
    if (!slow && budget_take(&a->complaints, 1))
        log_line(LOG_INFO, "too-many-connections", "address=%s", a->name);
    return slow;
}

/* The status with which a WebSocket is refused; 0: it is not. */
static unsigned refusal_of(struct server *s, struct lws *wsi)
{
    char path[PATH_BYTES] = "";
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0)
        lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_HTTP_COLON_PATH);
    return strcmp(path, "/ws") != 0               ? HTTP_STATUS_NOT_FOUND
           : s->closing || hall_stranded(s->hall) ? HTTP_STATUS_SERVICE_UNAVAILABLE
           : !origin_allowed(s, wsi)              ? HTTP_STATUS_FORBIDDEN
           : !has_place(s, wsi)                   ? 429
                                                  : 0;
}

/* A connection that is closed without an answer would make a proxy believe that the server has
 * failed. */
bool link_may_connect(struct server *s, struct lws *wsi)
{
    unsigned status = refusal_of(s, wsi);
    if (status)
        lws_return_http_status(wsi, status, NULL);
    return !status;
}

/* Allows an upgrade to WebSocket, but not to HTTP/2, where reading cannot be paused. The argument
 * of the callback may already be freed (CVE-2025-11677, fixed in 4.3.5 but not in Debian 12), so
 * this reads the header instead. */
bool link_may_upgrade(struct server *s, struct lws *wsi)
{
    char to[16] = "";
    return !peer_refuse(s, wsi) && lws_hdr_copy(wsi, to, sizeof to, WSI_TOKEN_UPGRADE) > 0 &&
           strcasecmp(to, "websocket") == 0;
}

/* The bytes that have come on the connection, without those that nobody has read yet. */
static int64_t received_bytes(struct link *l)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    int fd = lws_get_socket_fd(l->wsi), unread = 0;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 || ioctl(fd, FIONREAD, &unread))
        return 0;
    return (int64_t)info.tcpi_bytes_received - unread;
}

void link_begin(struct server *s, struct link *l, struct lws *wsi)
{
    *l = (struct link){.wsi = wsi, .server = s, .open = true};
    peer_rest(s, wsi);
    l->heard = clock_ms();
    l->noise = received_bytes(l);
    l->swept = l->heard;
    TAILQ_INSERT_TAIL(&s->links, l, sweep);
    l->session = session_new(s->hall, l, peer_origin(s, wsi));
    log_line(LOG_DEBUG, "connected", "address=%s", peer_address(wsi)->name);
}

/* What was received may hold a password or a token. */
static void drop_received(struct link *l)
{
    if (l->received)
        explicit_bzero(l->received, REQUEST_BYTES);
    free(l->received);
    l->received = NULL;
}

/* The session ends. */
static void leave_hall(struct link *l)
{
    if (l->pausing)
        TAILQ_REMOVE(&l->server->pausing, l, pause);
    if (l->listed)
        LIST_REMOVE(l, due);
    session_free(l->session);
    drop_received(l);
    l->session = NULL;
    l->pausing = l->waiting = l->listed = false;
}

void link_end(struct link *l)
{
    if (!l->open)
        return;
    if (l->session)
        leave_hall(l);
    TAILQ_REMOVE(&l->server->links, l, sweep);
    l->open = false;
}

/* Says goodbye, with the reason. Afterwards the client has until the deadline to answer; what else
 * it sends is ignored. The library could do this (lws_close_reason), but it sends the close frame
 * later, from the buffer into which it puts the pings that come in the meantime. */
static int say_goodbye(struct link *l, int code, const char *reason)
{
    unsigned char buffer[LWS_PRE + 127], *frame = buffer + LWS_PRE;
    size_t length = strlen(reason);
    assert(length <= 123);
    frame[0] = 0x88; /* a close frame, without a mask */
    frame[1] = (unsigned char)(length + 2);
    frame[2] = (unsigned char)(code >> 8);
    frame[3] = (unsigned char)code;
    memcpy(frame + 4, reason, length);
    leave_hall(l);
    peer_step(l->server, l->wsi);
    lws_rx_flow_control(l->wsi, 1);
    return lws_write(l->wsi, frame, length + 4, LWS_WRITE_HTTP) < 0 ? -1 : 0; /* as it is */
}

/* Reads more slowly from a client that sends more than its limit, or that of its address. A part of
 * a message counts like a message. */
static void count_frame(struct link *l, size_t length)
{
    int rate = l->server->options->rate;
    l->heard = clock_ms();
    l->taken += (int64_t)length + FRAME_BYTES;
    if (lws_remaining_packet_payload(l->wsi)) /* the library passes it on in pieces */
        return;
    if (budget_take(&l->messages, rate) &&
        budget_take(&peer_address(l->wsi)->messages, ADDRESS_SHARE * rate))
        return;
    if (!l->pausing)
        TAILQ_INSERT_TAIL(&l->server->pausing, l, pause);
    l->pausing = true;
    l->pauses = l->heard + 1000 / rate + 1;
    set_flow(l);
}

static void take_message(struct link *l, struct slice text)
{
    l->resting = true;
    if (session_receive(l->session, text))
        l->resting = false;
}

static void take_waiting(struct link *l)
{
    struct slice text = {l->received, (int)l->length};
    l->length = 0;
    l->waiting = false;
    take_message(l, text);
    drop_received(l);
    set_flow(l);
}

static void keep_waiting(struct link *l)
{
    l->waiting = true;
    set_flow(l);
}

void link_pong(struct link *l, size_t length)
{
    if (l->session)
        count_frame(l, length);
}

/* Takes a part of a message. A whole message goes to the session, or waits if the session is
 * busy; then nothing more is read, so that at most one message waits. */
int link_receive(struct link *l, const char *bytes, size_t length)
{
    if (!l->session || l->goodbye)
        return 0;
    count_frame(l, length);
    bool last = lws_is_final_fragment(l->wsi) && lws_remaining_packet_payload(l->wsi) == 0;
    if (lws_frame_is_binary(l->wsi))
        return say_goodbye(l, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "a message must be text");
    if (l->length + length > REQUEST_BYTES || l->waiting)
        return say_goodbye(l, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE,
                           "a message can have at most 4096 bytes");
    if (last && !l->length && !l->resting) {
        take_message(l, (struct slice){bytes, (int)length});
        return 0;
    }
    if (!l->received)
        l->received = allocate(REQUEST_BYTES);
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

int link_writable(struct link *l)
{
    if (!l->session)
        return 0;
    if (link_write(l) < 0)
        return -1;
    if (lws_partial_buffered(l->wsi))
        return 0;
    if (l->server->closing && !session_busy(l->session))
        return say_goodbye(l, LWS_CLOSE_STATUS_GOINGAWAY, "the server is stopping");
    return l->goodbye ? say_goodbye(l, l->goodbye, "goodbye") : 0;
}

/* At the end of a round: takes the message that waited, and sends what there is. It does not ask
 * the library first whether the connection is writable, because that costs more than sending. */
static void link_attend(struct link *l)
{
    if (l->waiting && !l->resting && !l->goodbye)
        take_waiting(l);
    if (l->server->options->certificate || l->goodbye || l->server->closing)
        lws_callback_on_writable(l->wsi);
    else if (link_write(l) < 0)
        peer_drop(l->server, l->wsi);
}

/* Whether much has come since the last sweep that is not part of a message: the library answers
 * pings itself, and does not tell of them or of empty pongs. */
static bool is_noisy(struct link *l)
{
    int64_t noise = received_bytes(l) - l->taken, more = noise - l->noise;
    l->noise = noise;
    return l->server->options->rate && more > NOISE_BYTES + NOISE_SHARE * l->server->options->rate;
}

/* Ends a noisy or silent connection. */
static void link_sweep(struct link *l)
{
    int silent = l->server->options->silent_ms;
    bool noisy = is_noisy(l);
    int64_t quiet = l->session ? l->swept - l->heard : 0;
    if (noisy || quiet > 2 * (int64_t)silent) {
        log_line(LOG_DEBUG, noisy ? "noisy" : "silent", "address=%s", peer_address(l->wsi)->name);
        peer_drop(l->server, l->wsi);
    } else if (quiet > silent) {
        l->ping_due = true;
        link_ready(l);
    }
}

/* The library could look after silent clients with a timer for each connection, but its one sorted
 * list of timers is slow if there are many busy connections. */
void links_sweep(struct server *s)
{
    int64_t now = clock_ms();
    int silent = s->options->silent_ms, every = silent < SWEEP_MS ? silent : SWEEP_MS;
    if (now - s->swept <= every / SWEEP_PARTS)
        return;
    s->swept = now;
    addresses_sweep(&s->addresses);
    bans_retry(s);
    for (struct link *l; (l = TAILQ_FIRST(&s->links)) && now - l->swept > every;) {
        TAILQ_REMOVE(&s->links, l, sweep);
        TAILQ_INSERT_TAIL(&s->links, l, sweep);
        l->swept = now;
        link_sweep(l);
    }
}

int64_t links_resume(struct server *s)
{
    int64_t now = clock_ms();
    for (struct link *l; (l = TAILQ_FIRST(&s->pausing)) && l->pauses <= now;) {
        TAILQ_REMOVE(&s->pausing, l, pause);
        l->pausing = false;
        set_flow(l);
    }
    return TAILQ_EMPTY(&s->pausing) ? INT64_MAX : TAILQ_FIRST(&s->pausing)->pauses;
}

void links_attend(struct server *s)
{
    for (struct link *l; (l = LIST_FIRST(&s->due));) {
        LIST_REMOVE(l, due);
        l->listed = false;
        link_attend(l);
    }
}
