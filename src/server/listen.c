/* Where the server listens, and the context of libwebsockets. */
#include "server/listen.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
    bool good = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
                bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 1) == 0;
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

/* No pings by the library: links_sweep looks after the connections. */
static const lws_retry_bo_t no_policy;

bool listen_begin(struct server *s, const struct lws_protocols *protocols, struct out *error)
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
    /* later than the deadlines of peers, which do not begin again with every byte */
    info.timeout_secs = (unsigned)o->http_ms / 1000 + 2;
    info.keepalive_timeout = o->http_ms / 1000 + 2;
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
