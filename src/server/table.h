/* A table: what is played at it, who sits where, the match and its clocks. A table is the sum of
 * its events: whoever applies the same events in the same order has the same table, on whatever
 * node and after whatever crash. It does no I/O and knows no time but that of its events. */
#ifndef TENKA_TABLE_H
#define TENKA_TABLE_H

#include "match/match.h"
#include "server/pace.h"

enum {
    TABLE_ID_BYTES = 13,    /* 12 characters of 32 kinds, and a NUL */
    PLAYER_NAME_BYTES = 64, /* of a person */
    EVENT_TEXT_BYTES = 640,
    LINES_MAX = 600, /* of the chat, half of them for spectators: they fit into one message */
    SETTINGS_BYTES = 512,
};

/* What a table is made for. As text: 'GAME players=3 OPTION=VALUE clock=10m+5s listed=no'. */
struct settings {
    const struct game *game;
    struct config config;
    struct pace pace;
    bool listed;  /* in the lobby, for anybody; otherwise who has the link may come */
    bool rated;   /* if all agree */
    bool watched; /* spectators may see what all can see */
    bool strict;  /* who runs out of time gives up; otherwise a bot plays until he is back */
};

void settings_print(const struct settings *s, struct out *o);
bool settings_parse(struct slice text, struct settings *s, struct out *error);

/* What happens at a table. */
enum event_type {
    EV_SIT,    /* a player takes the seat; number 1: he agrees to a rated match; text: his name */
    EV_BOT,    /* a bot takes the seat; text: its name */
    EV_STAND,  /* the seat is free again, before the match */
    EV_MOVE,   /* text: the move in notation; player 0: a bot's, or one that was forced */
    EV_ASK,    /* the seat asks to go back to ply `number` */
    EV_YES,    /* the seat agrees to that */
    EV_NO,     /* the seat does not */
    EV_RESIGN, /* the seat gives up; player 0: out of time */
    EV_AWAY,   /* a bot plays for the seat; player 0: out of time */
    EV_BACK,   /* its player is back */
    EV_SHOW,   /* number 1: spectators may see the seat's cards; 0: not any more */
    EV_CHAT,   /* text: name, tab, words; of a spectator if the seat is SEAT_NONE */
    EV_NEXT,   /* after the match; text: the table of the next one */
    EV_CLOSE,  /* nobody came */
    EV_TYPES
};

struct event {
    enum event_type type;
    int seat;
    int number;
    int64_t player; /* who did it; 0: the server */
    int64_t time;   /* of the service */
    char text[EVENT_TEXT_BYTES];
};

/* The word that stands for the type in the store. */
const char *event_name(enum event_type type);
bool event_type_parse(const char *name, enum event_type *type);

/* Whether anybody may seat this bot here: a level or a simple one, no program and no search of any
 * length. */
bool bot_allowed(const char *name);

struct seat {
    enum { SEAT_FREE, SEAT_PERSON, SEAT_BOT } type;
    int64_t player;
    char name[NAME_MAX_BYTES]; /* of the person or of the bot */
    bool agrees;               /* to a rated match */
    bool away;                 /* a bot plays for him */
    bool shown;                /* to spectators */
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
    int turn;      /* the last one that changed the ply; what a move answers to */
    int shown;     /* the last one that changed what somebody sees of the match */
    int changed;   /* the last one that changed who sits there, and the like */
    int64_t time;  /* of the last one */
    int64_t since; /* when what is to be decided became so, or somebody else's to decide */
    struct seat seat[SEATS_MAX];
    struct match *match; /* NULL until all seats are taken */
    struct clocks clocks;
    int lost;         /* the turn whose decision a bot makes, even if its player is back before */
    int back_to;      /* the ply that somebody asks to go back to; -1: nobody does */
    unsigned consent; /* the seats that agree to that */
    char next[TABLE_ID_BYTES];
    bool closed;
    int *ply; /* after each event: where somebody was who knows so many events */
    int ply_room;
    struct line *line;
    int lines, line_room;
};

/* Whether there may be a table of this name. */
bool table_id_good(const char *id);

/* An empty table without events; NULL if there is no memory. */
struct table *table_new(const char *id, const struct settings *settings, int64_t host,
                        const uint8_t secret[SECRET_BYTES]);
void table_free(struct table *t);

extern const struct clause clause_twice, clause_seat, clause_running;

/* The bot that plays for who is away, or not there any more. */
extern const char substitute_bot[];

/* What stands against the event, in the rules of the game or before them; NULL if nothing does. */
const struct clause *table_judge(const struct table *t, const struct event *e);

/* Applies an event that nothing stands against. */
void table_apply(struct table *t, const struct event *e);

/* The player's seat; SEAT_NONE if he has none. */
int table_seat(const struct table *t, int64_t player);

/* Whether the match counts, and whether it is over. */
bool table_rated(const struct table *t);
bool table_over(const struct table *t);

/* The name of the bot that acts next; NULL if a person does, or nobody. */
const char *table_bot(const struct table *t);

/* When the person who is to act has no time left. Without a clock that is after a month, so that
 * every match ends. */
int64_t table_due(const struct table *t);

/* Whether a person plays for the seat now, and whether he makes the decision that is due. */
bool table_present(const struct table *t, int seat);
bool table_decides(const struct table *t, int seat);

/* The earliest ply that somebody who knows so many events may not have seen as it is now. */
int table_since(const struct table *t, int seq);

/* The seats whose players must agree to go back, also who is away: otherwise the others could look
 * ahead in the meantime. */
unsigned table_asked(const struct table *t);

#endif
