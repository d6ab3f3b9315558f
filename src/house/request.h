/* Requests: what clients send, as docs/PROTOCOL.md describes it. Anybody may have written the text,
 * so nothing in it is trusted; it is read into a struct of fixed size. */
#ifndef TENKA_REQUEST_H
#define TENKA_REQUEST_H

#include "house/table.h"

enum {
    REQUEST_BYTES = 4096, /* of the longest message */
    SECRET_TEXT_BYTES = 129,
    DEVICE_BYTES = 65, /* of the name of a device */
    BOT_ID_BYTES = 16,
    LANGUAGE_BYTES = 16,
    SEED_BYTES = 64,
    WORDS_BYTES = 501, /* of a line of chat, with a NUL */
};

enum request_type {
    REQ_HELLO,
    REQ_NAME,
    REQ_KEEP,
    REQ_LOGIN,
    REQ_LOGOUT,
    REQ_SESSIONS,
    REQ_END,
    REQ_LOBBY,
    REQ_CREATE,
    REQ_WATCH,
    REQ_UNWATCH,
    REQ_JOIN,
    REQ_REVEAL,
    REQ_BOT,
    REQ_LEAVE,
    REQ_BACK,
    REQ_MOVE,
    REQ_UNDO,
    REQ_CONSENT,
    REQ_RESIGN,
    REQ_SHOW,
    REQ_CHAT,
    REQ_REMOVE,
    REQ_SPECTATORS,
    REQ_REPORT,
    REQ_MUTE,
    REQ_MUTES,
    REQ_AGAIN,
    REQ_RECORD,
    REQ_REPLAY,
    REQ_BRANCH,
    REQ_WHY,
    REQ_HINT,
    REQ_FINISHED,
    REQ_PLAYER,
    REQ_PING,
    REQ_TYPES
};

struct request {
    enum request_type type;
    int64_t ref; /* a number that the reply repeats; -1: none */
    char table[TABLE_ID_BYTES];
    int seat;                              /* -1 if none is named; VIEW_PUBLIC, VIEW_ALL */
    int number;                            /* an id, a ply, a version; -1 if there is none */
    int64_t player;                        /* 0 if none is named */
    int64_t before;                        /* a time */
    bool yes;                              /* the value of a flag */
    bool marks;                            /* the client wants texts with marks */
    char language[LANGUAGE_BYTES];         /* that the client wants */
    char text[WORDS_BYTES];                /* a move, a bot, a name, words */
    char secret[SECRET_TEXT_BYTES];        /* a token or a password */
    char device[DEVICE_BYTES];             /* the name of the client's device */
    struct settings settings;              /* of a new table */
    char digits[2 * SECRET_BYTES + 1];     /* a seal or a share; empty: none */
    char seed[SEED_BYTES];                 /* of its cards; empty: random */
    char sitters[SEATS_MAX][BOT_ID_BYTES]; /* 'you', 'free' or a bot's name */
};

/* The type's name in messages. */
const char *request_name(enum request_type type);

/* Reads a message. Returns false, with the reason, if it is not a valid request. Then only `ref`
 * and `type` can be used; `type` is REQ_TYPES if the type was not understood. */
bool request_parse(struct slice text, struct request *r, struct out *error);

#endif
