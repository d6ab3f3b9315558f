/* A table: which game is played, who sits where, the match and its clocks. A table is the sum of
 * its events: the same events in the same order make the same table, on any node and after any
 * crash. It does no I/O, and the only times it knows are those of its events. */
#ifndef TENKA_TABLE_H
#define TENKA_TABLE_H

#include "match/match.h"
#include "server/pace.h"

enum {
    TABLE_ID_BYTES = 13,    /* 12 characters of 32 kinds, and a NUL */
    PLAYER_NAME_BYTES = 64, /* of a person */
    EVENT_TEXT_BYTES = 640,
    LINES_MAX = 600, /* of chat; spectators may fill half of them; all fit into one message */
    SETTINGS_BYTES = 512,
};

/* What was agreed on when the table was opened. As text: 'GAME players=3 OPTION=VALUE
 * clock=10m+5s listed=no'. */
struct settings {
    const struct game *game;
    struct config config;
    struct pace pace;
    bool listed;  /* in the lobby, for anybody; otherwise for anybody who has the link */
    bool rated;   /* the match is rated if all players agree */
    bool watched; /* spectators may see what is public */
    bool strict;  /* a player without time gives up; otherwise a bot plays until they are back */
};

void settings_print(const struct settings *s, struct out *o);
bool settings_parse(struct slice text, struct settings *s, struct out *error);

/* What happens at a table. */
enum event_type {
    EV_SIT,    /* a player takes the seat; number 1: agrees to a rated match; text: their name */
    EV_BOT,    /* a bot takes the seat; text: its name */
    EV_STAND,  /* the seat is free again, before the match */
    EV_MOVE,   /* text: the move in notation; player 0: a bot's move, or a forced one */
    EV_ASK,    /* the seat asks to go back to ply `number` */
    EV_YES,    /* the seat agrees to go back */
    EV_NO,     /* the seat declines to go back */
    EV_RESIGN, /* the seat gives up; player 0: out of time */
    EV_AWAY,   /* a bot plays for the seat; player 0: out of time */
    EV_BACK,   /* the seat's player is back */
    EV_SHOW,   /* number 1: spectators may see the seat's cards; 0: they may not */
    EV_CHAT,   /* text: name, tab, words; SEAT_NONE: a spectator's */
    EV_NEXT,   /* after the match; text: the id of the table for the next match */
    EV_CLOSE,  /* the table closes before its match has begun */
    EV_TYPES
};

struct event {
    enum event_type type;
    int seat;
    int number;
    int64_t player; /* who did it; 0: the server */
    int64_t time;   /* the service's time */
    char text[EVENT_TEXT_BYTES];
};

/* The type's name in the store. */
const char *event_name(enum event_type type);
bool event_type_parse(const char *name, enum event_type *type);

/* Whether a host may seat this bot: only levels and simple bots. Programs and searches with a
 * length of one's choice are not allowed on a server. */
bool bot_allowed(const char *name);

struct seat {
    enum { SEAT_FREE, SEAT_PERSON, SEAT_BOT } type;
    int64_t player;
    char name[NAME_MAX_BYTES]; /* of the person or of the bot */
    bool agrees;               /* to a rated match */
    bool away;                 /* a bot plays for the person */
    bool shown;                /* spectators may see the cards */
};

struct line { /* of the chat */
    int seq, seat;
    char *text;
};

struct table {
    char id[TABLE_ID_BYTES];
    struct settings settings;
    uint8_t secret[SECRET_BYTES];
    int64_t host;  /* the player who opened it */
    int seq;       /* events so far */
    int turn;      /* the last event that changed the ply; a move names it */
    int shown;     /* the last event that changed what somebody sees of the match */
    int changed;   /* the last event that changed the rest: who sits where, the result, ... */
    int64_t time;  /* of the last event */
    int64_t since; /* when the current decision arose, or passed to a bot */
    struct seat seat[SEATS_MAX];
    struct match *match; /* NULL until all seats are taken */
    struct clocks clocks;
    int lost;         /* the turn whose decision a bot makes, even if the player is back by then */
    int back_to;      /* the ply that somebody asks to go back to; -1: nobody asks */
    unsigned consent; /* the seats that agree to go back */
    char next[TABLE_ID_BYTES];
    bool closed;
    int *ply; /* the ply after each event */
    int ply_room;
    struct line *line;
    int lines, line_room;
};

/* Whether a table may have this id. */
bool table_id_good(const char *id);

/* An empty table without events; NULL if there is no memory. */
struct table *table_new(const char *id, const struct settings *settings, int64_t host,
                        const uint8_t secret[SECRET_BYTES]);
void table_free(struct table *t);

extern const struct clause clause_twice, clause_seat, clause_running;

/* The bot that plays for a player who is away or has given up. */
extern const char substitute_bot[];

/* NULL if the event is allowed, else the clause that forbids it: one of the table, or of the rules
 * of the game. */
const struct clause *table_judge(const struct table *t, const struct event *e);

/* Applies an event that table_judge allows. */
void table_apply(struct table *t, const struct event *e);

/* The player's seat; SEAT_NONE if they have none. */
int table_seat(const struct table *t, int64_t player);

/* Whether the match changes ratings. */
bool table_rated(const struct table *t);

/* Whether the match is over, or the table was closed. */
bool table_over(const struct table *t);

/* The name of the bot that must move; NULL if a person must, or nobody. */
const char *table_bot(const struct table *t);

/* When the time of the person who must move runs out. Without a clock this is after a month, so
 * that every match ends. */
int64_t table_due(const struct table *t);

/* Whether a person plays for the seat at present: they are not away and have not given up. */
bool table_present(const struct table *t, int seat);

/* Whether the seat must move, and a person decides its move. */
bool table_decides(const struct table *t, int seat);

/* A client knows the first `seq` events: the ply up to which its log is still right. Later plies
 * are new, or were taken back and played differently. */
int table_since(const struct table *t, int seq);

/* The seats whose players must agree to go back. Players who are away must agree, too: otherwise
 * the others could use their absence to look ahead. */
unsigned table_asked(const struct table *t);

#endif
