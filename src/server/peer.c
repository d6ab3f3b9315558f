/* All connections: counted by address, and in a list in the order of their deadlines. All steps
 * take the same time at most, so a step that begins goes to the end of the list.
 *
 * The library keeps the pointer to a peer as 'opaque user data', from its first callback for a
 * connection (SERVER_NEW_CLIENT_INSTANTIATED) to the last one (WSI_DESTROY). */
#include "server/peer.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "bots/clock.h"
#include "match/grow.h"
#include "server/ban.h"
#include "server/log.h"

enum { FORWARDED_BYTES = 4096 /* more than the library accepts of all headers */ };

struct peer {
    struct lws *wsi;
    struct address *address; /* NULL: behind a proxy, and no request has come */
    int64_t since;           /* when the present step began */
    bool timed;              /* is in server.peers */
    TAILQ_ENTRY(peer) next;
};

static void leave_address(struct peer *p)
{
    if (p->address)
        p->address->connections--;
    p->address = NULL;
}

static bool enter_address(struct server *s, struct peer *p, const char *name)
{
    struct address *a = address_find(&s->addresses, name);
    int most = s->options->per_address;
    leave_address(p);
    if (most && a->connections >= most) {
        if (budget_take(&a->complaints, 1))
            log_line(LOG_INFO, "too-many-connections", "address=%s", name);
        return false;
    }
    a->connections++;
    p->address = a;
    return true;
}

bool peer_begin(struct server *s, struct lws *wsi)
{
    char text[ADDRESS_BYTES] = "", name[ADDRESS_BYTES];
    struct peer *p = allocate(sizeof *p);
    p->wsi = wsi;
    lws_get_peer_simple(wsi, text, sizeof text);
    address_name(text, name);
    if (!s->options->proxied && !enter_address(s, p, name)) {
        free(p);
        return false;
    }
    lws_set_opaque_user_data(wsi, p);
    peer_step(s, wsi);
    return true;
}

void peer_end(struct server *s, struct lws *wsi)
{
    struct peer *p = lws_get_opaque_user_data(wsi);
    if (!p) /* the socket that listens, or a connection that was refused */
        return;
    lws_set_opaque_user_data(wsi, NULL);
    if (p->timed)
        TAILQ_REMOVE(&s->peers, p, next);
    leave_address(p);
    free(p);
}

/* Finds the address of a request. The last address in the header is the one that the proxy added.
 * False if the header cannot be read: it must not hide who the client is. */
static bool find_name(const struct server *s, struct lws *wsi, char name[ADDRESS_BYTES])
{
    char list[FORWARDED_BYTES] = "", text[ADDRESS_BYTES] = "";
    int length = s->options->proxied
                     ? lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR)
                     : 0;
    if (length > 0) {
        const char *comma = strrchr(list, ','), *last = comma ? comma + 1 : list;
        snprintf(text, sizeof text, "%s", last + strspn(last, " "));
    } else {
        lws_get_peer_simple(wsi, text, sizeof text);
    }
    address_name(text, name);
    return length >= 0;
}

bool peer_ask(struct server *s, struct lws *wsi)
{
    char name[ADDRESS_BYTES];
    if (!s->options->proxied)
        return true;
    return find_name(s, wsi, name) && enter_address(s, lws_get_opaque_user_data(wsi), name);
}

bool peer_refuse(struct server *s, struct lws *wsi)
{
    char name[ADDRESS_BYTES];
    if (!s->bans.count)
        return false;
    if (find_name(s, wsi, name) && !bans_have(s, name))
        return false;
    log_line(LOG_DEBUG, "banned", "address=%s", name);
    lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, "This address is banned from this server.");
    return true;
}

void peer_rest(struct server *s, struct lws *wsi)
{
    struct peer *p = lws_get_opaque_user_data(wsi);
    if (p->timed)
        TAILQ_REMOVE(&s->peers, p, next);
    p->timed = false;
}

void peer_step(struct server *s, struct lws *wsi)
{
    struct peer *p = lws_get_opaque_user_data(wsi);
    peer_rest(s, wsi);
    p->since = clock_ms();
    p->timed = true;
    TAILQ_INSERT_TAIL(&s->peers, p, next);
}

struct address *peer_address(struct lws *wsi)
{
    struct peer *p = lws_get_opaque_user_data(wsi);
    return p->address;
}

int64_t peer_origin(const struct server *s, struct lws *wsi)
{
    const char *name = peer_address(wsi)->name;
    uint8_t key[crypto_shorthash_KEYBYTES] = {0};
    uint64_t hash;
    memcpy(key, &s->salt, sizeof s->salt);
    crypto_shorthash((uint8_t *)&hash, (const uint8_t *)name, strlen(name), key);
    return -1 - (int64_t)(hash >> 1);
}

/* The library ends the connection when it looks at its timers, so it is woken. It may set the timer
 * of a busy connection for something else, but then it soon comes to the end of the stream. */
void peer_drop(struct server *s, struct lws *wsi)
{
    shutdown(lws_get_socket_fd(wsi), SHUT_RDWR);
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    lws_cancel_service(s->context);
}

int64_t peers_sweep(struct server *s)
{
    int64_t now = clock_ms(), most = s->options->http_ms;
    struct peer *p;
    while ((p = TAILQ_FIRST(&s->peers)) && now - p->since >= most) {
        log_line(LOG_DEBUG, "too-slow", "address=%s", p->address ? p->address->name : "");
        peer_step(s, p->wsi); /* until the library has ended it */
        peer_drop(s, p->wsi);
    }
    return p ? p->since + most : INT64_MAX;
}
