/* Answers to HTTP requests. */
#ifndef TENKA_HTTP_H
#define TENKA_HTTP_H

#include "house/hall.h"
#include "server/server.h"

struct answer_body {
    int status;          /* 0: a table must be read first; ask again when the store has answered */
    const char *type;    /* of the content */
    const char *caching; /* the Cache-Control header */
    char tag[20];        /* an ETag with its quotes; empty: none */
    bool compressed;     /* with gzip */
    const unsigned char *bytes;
    size_t length;
    unsigned char *owned; /* the sender frees it; NULL: the bytes are constant */
};

/* An HTTP request. */
struct question {
    const char *path;
    const char *tag; /* of If-None-Match; "": none */
    bool gzip;       /* the client accepts it */
    bool again;      /* the same request was asked before */
};

struct answer_body http_answer(struct hall *h, const struct question *q, bool closing);

#endif
