/* Jobs: what is asked of the store, and its answers. */
#ifndef TENKA_JOB_H
#define TENKA_JOB_H

#include <sys/queue.h>

#include "house/rating.h"
#include "house/request.h"

enum {
    DAY_MS = 24 * 3600000,
    PASSWORD_BYTES = 128,
    ROWS_MAX = 50,
    DEVICES_MAX = 50, /* tokens of a player */
    MUTES_MAX = 200,  /* players whom a player can mute */
    REPORTS_MAX = 10, /* of a player within a day */
    ORIGIN_DAYS = 2,  /* so long is remembered where a player has been */
    REPORT_BYTES = WORDS_BYTES,
    REASON_BYTES = 256, /* of a ban */
    BANNED_BYTES = 64,  /* who is banned, as text */
    DEVICE_ID_BYTES = 13,
    NEWS_BYTES = 24,
};

/* No service runs longer than this, in milliseconds: a stored time beyond it is an error. */
#define SERVICE_TIME_MAX (INT64_C(1) << 48)

enum job_type {
    JOB_OPEN,     /* a new table with its first events */
    JOB_APPEND,   /* adds events to a table; the first of them has number `seq` */
    JOB_TABLE,    /* reads a table by its id, with its events from number `seq` on */
    JOB_GUEST,    /* adds a new player with a token */
    JOB_ENTER,    /* finds the player of a token; a guest whose name somebody has registered in the
                     meantime gets another one; with a `time`, the token is used at this date;
                     reads the `people` whom the player has muted */
    JOB_LOGIN,    /* finds the player with this registered name and password; adds a token */
    JOB_KEEP,     /* registers a name with a password for the player of a token, and deletes all
                     their other tokens */
    JOB_CALL,     /* changes the name of a guest */
    JOB_FORGET,   /* deletes a token of a player */
    JOB_DEVICES,  /* reads the `devices` of a player: their tokens */
    JOB_END,      /* deletes the token of the player with this `device_id` */
    JOB_LOOKS,    /* finds out what the player's name looks like; changes nothing */
    JOB_RATINGS,  /* reads the `ratings` of a player */
    JOB_FINISHED, /* reads the `matches` that ended before `time`, of `player` or of all players;
                     those of unlisted tables only if the player asks for their `own` list */
    JOB_TIME,     /* saves the service's time; sets `time` to the latest one of any node. Saves
                     `dated`, too, if it is not 0, and what was saved is still `dated_before`; sets
                     it to what is saved now, 0: nothing */
    JOB_NAME,     /* finds a player by their registered name, with their password's hash; only the
                     server itself asks for this, and for the next one */
    JOB_TOKEN,    /* adds another token of a player, if this is still the hash of the password */
    JOB_MUTE,     /* mutes the player `other` for `player`, or with `own` unset, no more; reads
                     the muted ones into `people`. JOB_BAD: there are too many */
    JOB_MUTES,    /* reads the `people` whom the player has muted */
    JOB_REPORT,   /* stores the `report`. JOB_BAD: the player has reported too often */
    JOB_BAN,      /* bans `other`, or else the addresses `banned`, until `time`; 0: no more. Only
                     the operator asks for this, for JOB_RENAME and for JOB_DELETE */
    JOB_RENAME,   /* changes the name of any player */
    JOB_OPEN_TABLES, /* for the hall: reads the ids of all `tables` that are not over */
    JOB_BANS,        /* reads the `bans` of addresses; only the server itself asks for this */
    JOB_DELETE,      /* deletes what is stored about the player, except their moves */
    JOB_TIDY, /* deletes a few of the things that nobody needs any more, by the rules of `keep` at
                 the date `time`. It looks at the players after `player.id`, and sets that to the
                 last one; 0: there are no more. `count` is 0 if nothing is left to do */
    JOB_TYPES
};

/* For how many days things are kept after their last use; 0: for ever. */
struct keep {
    int guest_days;  /* a guest who has no seat, has opened no table that is not over, and has never
                        finished a match that is kept; with their tokens and ratings */
    int token_days;  /* a token that nobody has used to enter */
    int closed_days; /* a table that was closed before its match began */
    int unlisted_days; /* a finished match of an unlisted table */
    int listed_days;   /* a finished match of a listed table */
};

enum job_result {
    JOB_DONE,
    JOB_TAKEN,  /* the seq, the id or the name is taken */
    JOB_NONE,   /* there is no such table, player or token; the password is wrong */
    JOB_BANNED, /* the player is banned */
    JOB_BAD,    /* the name is not allowed */
    JOB_FAILED, /* the database failed; it is not known whether the job was done */
};

struct player {
    int64_t id;
    bool kept; /* the name is registered with a password */
    char name[PLAYER_NAME_BYTES];
    int64_t looks[LOOKS_MAX]; /* names that share a number can be taken for each other; 0: none */
};

/* The beginning of the day with this number, in milliseconds since 1970; 0 if no date is so far. */
int64_t day_ms(int64_t day);

/* A device or program that has a token of the player. */
struct device {
    char id[DEVICE_ID_BYTES];
    char name[DEVICE_BYTES]; /* as it calls itself; "": not known */
    int64_t created, used;   /* dates in milliseconds; `used`: when the day began; 0: not known */
    bool own;                /* it is the one that asks */
};

/* Some players. */
struct people {
    int count;
    struct player player[];
};

/* Room for so many players. Aborts if there is no memory. */
struct people *people_new(int most);

bool people_find(const struct people *p, int64_t player);

/* What a player reports about another one at a table. */
struct report {
    int ply;                 /* -1: before the match */
    char said[REPORT_BYTES]; /* in the line of chat that is reported; "": none is */
    char text[REPORT_BYTES]; /* what the reporter says */
};

/* Banned addresses. */
struct ban {
    char who[BANNED_BYTES]; /* as address_range prints them */
    int64_t until;
};

/* A seat's place in the result of a match. */
struct place {
    int64_t player; /* 0: a bot */
    char name[NAME_MAX_BYTES];
    int rank, points;
    bool kept; /* the name is now the registered one of this player */
};

/* What is stored about a match that is over. */
struct finish {
    struct settings settings;
    bool rated;
    bool hasty; /* somebody gave up very early: the list of all matches does not have it */
    struct place place[SEATS_MAX];
};

struct rated {
    char game[16];
    int players;
    struct rating rating;
};

struct ended {
    char table[TABLE_ID_BYTES];
    char settings[SETTINGS_BYTES];
    int64_t time;
    int places;
    struct place place[SEATS_MAX];
};

struct job {
    enum job_type type;
    enum job_result result;
    void (*done)(struct job *job); /* in the loop */
    void *owner, *context;         /* for `done` */
    STAILQ_ENTRY(job) next;
    char table[TABLE_ID_BYTES];
    char settings[SETTINGS_BYTES];
    uint8_t secret[SECRET_BYTES];
    int64_t host;
    int64_t time;                /* in milliseconds since 1970; for JOB_TIME the service's time */
    int64_t dated, dated_before; /* the date less the service's time, see hall.c; of JOB_TIME */
    int seq;
    struct keep keep;     /* of JOB_TIDY */
    bool own;             /* the player asks about themselves */
    struct event *events; /* freed with the job */
    int count;
    int broken; /* of JOB_TABLE: the number of the first event that is missing or cannot be read,
                   after the `events`; 0: there is none */
    struct finish *finish; /* if the last event ends the match; freed with the job */
    struct player player;
    char token[SECRET_TEXT_BYTES];    /* only its hash is stored */
    char password[SECRET_TEXT_BYTES]; /* only its hash is stored */
    char hash[PASSWORD_BYTES];        /* of the password; only the server itself uses it */
    struct rated *ratings;            /* freed with the job; `count` of them */
    struct ended *matches;
    struct device *devices;
    char (*tables)[TABLE_ID_BYTES];
    struct people *people; /* of JOB_MUTE, JOB_MUTES, JOB_ENTER and JOB_LOGIN: the muted ones */
    struct report *report;
    struct ban *bans;
    int64_t other;             /* another player */
    char banned[BANNED_BYTES]; /* addresses, as address_range prints them */
    char reason[REASON_BYTES];
    char device[DEVICE_BYTES]; /* the name of the one that gets or uses the token */
    int64_t origin;            /* where it is, see session_new */
    char device_id[DEVICE_ID_BYTES];
};

/* A new job, zeroed. Aborts if there is no memory. */
struct job *job_new(enum job_type type, void (*done)(struct job *), void *owner);
void job_free(struct job *j);

/* The id of a device: it follows from its token, or from the hash of it, but does not tell it. */
void device_id_of(const char *token, char id[DEVICE_ID_BYTES]);

/* The server's name for a guest who has none, or whose own name is taken: 'Guest 1234', by their
 * id. A second or third attempt has more digits. */
void guest_name(int64_t player, int attempt, char name[PLAYER_NAME_BYTES]);

enum { GUEST_NAMES = 3 };

/* The name that stands for a player whose data were deleted. */
#define DELETED_NAME "Deleted player"

/* News for other nodes: banned addresses have changed. */
#define NEWS_OF_BANS "!"

/* News of players for other nodes: '@7' (the tokens or the name of player 7 have changed), '=9'
 * (somebody has registered a name that looks like number 9). */
void news_of_player(int64_t player, char news[NEWS_BYTES]);
void news_of_look(int64_t look, char news[NEWS_BYTES]);

#endif
