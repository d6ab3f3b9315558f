/* What is answered to HTTP requests. */
#ifndef TENKA_HTTP_H
#define TENKA_HTTP_H

#include "server/hall.h"
#include "server/server.h"

struct answer_body {
    int status;          /* 0: it must be read first; ask again when the store has answered */
    const char *type;    /* of the content */
    const char *caching; /* a Cache-Control */
    char tag[20];        /* an ETag with its quotes; empty: none */
    bool compressed;     /* with gzip */
    const unsigned char *bytes;
    size_t length;
    unsigned char *owned; /* freed by whoever sends it; NULL: the bytes are constant */
};

/* What a client asks for, and what it understands. */
struct question {
    const char *path;
    const char *tag; /* of If-None-Match; "" */
    bool gzip;
    bool again; /* it was asked for before */
};

struct answer_body http_answer(struct hall *h, const struct question *q, bool closing);

#endif
