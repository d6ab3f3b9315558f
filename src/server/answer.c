/* HTTP on libwebsockets: reads requests, and sends the answers of http.c. */
#include "server/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/peer.h"

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

static int send_headers(struct lws *wsi, const struct answer_body *a)
{
    static unsigned char buffer[LWS_PRE + 2 * CHUNK_BYTES];
    static const char policy[] =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "worker-src 'self'; "
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

void answer_end(struct link *l)
{
    if (l->path[0]) {
        LIST_REMOVE(l, asking);
        l->path[0] = '\0';
    }
    free(l->body.owned);
    l->body = (struct answer_body){0};
}

/* The next request can come. */
static int answer_done(struct link *l)
{
    answer_end(l);
    peer_step(l->server, l->wsi);
    return lws_http_transaction_completed(l->wsi) ? -1 : 0;
}

/* Sends the headers, and the body when the connection is writable. */
static int answer_send(struct link *l)
{
    l->unsent = false;
    if (send_headers(l->wsi, &l->body))
        return -1;
    if (l->body.length > 0 && !l->head) {
        lws_callback_on_writable(l->wsi);
        return 0;
    }
    return answer_done(l);
}

/* Waits until the store has read the table of the record. */
static int answer_wait(struct link *l, const char *path)
{
    struct server *s = l->server;
    snprintf(l->path, sizeof l->path, "%s", path);
    LIST_INSERT_HEAD(&s->askers, l, asking);
    return 0;
}

void answers_retry(struct server *s)
{
    for (struct link *l = LIST_FIRST(&s->askers), *next; l; l = next) {
        next = LIST_NEXT(l, asking);
        struct question q = {.path = l->path, .tag = "", .again = true};
        struct answer_body body = http_answer(s->hall, &q, s->closing);
        if (body.status == 0)
            continue;
        answer_end(l);
        l->body = body;
        l->unsent = true;
        lws_callback_on_writable(l->wsi);
    }
}

/* Limits requests for records, since they may have to be read from the disk. */
static bool may_ask(struct server *s, struct lws *wsi, const char *path)
{
    return strncmp(path, "/record/", 8) != 0 ||
           budget_take(&peer_address(wsi)->messages, ADDRESS_SHARE * s->options->rate);
}

/* Whether the request has a body. If so, the library would take the transaction for completed
 * before the answer is sent, and drop the link without a callback. */
static bool has_body(struct lws *wsi)
{
    char length[32] = "";
    int copied = lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    return copied != 0 && strcmp(length, "0") != 0;
}

/* The argument of the library's callback may point to memory that is already free, so this reads
 * the header. Longer paths do not exist. */
static bool read_path(struct lws *wsi, char path[PATH_BYTES])
{
    return lws_hdr_copy(wsi, path, PATH_BYTES, WSI_TOKEN_GET_URI) > 0 ||
           lws_hdr_copy(wsi, path, PATH_BYTES, WSI_TOKEN_HEAD_URI) > 0;
}

int answer_begin(struct server *s, struct link *l, struct lws *wsi)
{
    char path[PATH_BYTES] = "", tag[64] = "";
    bool get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 ||
               lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_COLON_PATH) > 0;
    bool head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0; /* the same without the body */
    lws_hdr_copy(wsi, tag, sizeof tag, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    struct question q = {.path = path, .tag = tag, .gzip = accepts_gzip(wsi)};
    *l = (struct link){.wsi = wsi, .server = s, .head = head};
    peer_step(s, wsi);
    if (peer_refuse(s, wsi))
        return -1;
    int refused = !(get || head) || has_body(wsi)               ? HTTP_STATUS_METHOD_NOT_ALLOWED
                  : !read_path(wsi, path)                       ? HTTP_STATUS_REQ_URI_TOO_LONG
                  : !peer_ask(s, wsi) || !may_ask(s, wsi, path) ? 429
                                                                : 0;
    if (refused) {
        lws_return_http_status(wsi, (unsigned)refused, NULL);
        return -1;
    }
    l->body = http_answer(s->hall, &q, s->closing);
    return l->body.status ? answer_send(l) : answer_wait(l, path);
}

int answer_write(struct link *l)
{
    static unsigned char buffer[LWS_PRE + CHUNK_BYTES];
    size_t left = l->body.length - l->sent, size = left < CHUNK_BYTES ? left : CHUNK_BYTES;
    if (l->unsent)
        return answer_send(l);
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
    return answer_done(l);
}
