/* A table: which game is played, who sits where, the match and its clocks. A table is the sum of
 * its events: the same events in the same order make the same table, on any node and after any
 * crash. It does no I/O, and the only times it knows are those of its events. */
#ifndef TENKA_TABLE_H
#define TENKA_TABLE_H

#include "house/pace.h"
#include "match/match.h"

enum {
    TABLE_ID_BYTES = 13,    /* 12 characters of 32 kinds, and a NUL */
    PLAYER_NAME_BYTES = 64, /* of a person */
    LOOKS_MAX = 3,          /* numbers that say what a name looks like */
    EVENT_TEXT_BYTES = 640,
    LINES_MAX = 600, /* of chat; spectators may fill half of them; all fit into one message */
    LINES_OF_SPECTATOR = 60,
    LINES_OF_PLAYER = LINES_MAX / 2,
    SITS_MAX = 20, /* times that a player may sit down at a table */
    SETTINGS_BYTES = 512,
    ABORT_PLIES = 3,
    REMOVED_MAX = 100, /* spectators whom the host can remove */
    UNDONE_MAX = 5000, /* plies that can be taken back at a table */
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
    EV_SIT,    /* a player takes the seat; number: a sum of SIT_AGREES and SIT_KEPT; text: their
                  name, and with a seal: tab, seal */
    EV_BOT,    /* a bot takes the seat; text: its name */
    EV_STAND,  /* the seat is free again, before the match */
    EV_MOVE,   /* text: the move in notation; player 0: a bot's move, or a forced one */
    EV_ASK,    /* the seat asks to go back to ply `number`; text 'all': all others must agree */
    EV_YES,    /* the seat agrees to go back */
    EV_NO,     /* the seat declines to go back */
    EV_RESIGN, /* the seat gives up; player 0: out of time */
    EV_AWAY,   /* a bot plays for the seat; player 0: out of time */
    EV_BACK,   /* the seat's player is back */
    EV_SHOW,   /* number 1: spectators may see the seat's cards; 0: they may not */
    EV_CHAT,   /* text: name, tab, words; SEAT_NONE: a spectator's; number 1: the name is kept */
    EV_NEXT,   /* after the match; text: the id of the table for the next match */
    EV_CLOSE,  /* the table closes before its match has begun */
    EV_REVEAL, /* the seat reveals its share of the deal; text: the share */
    EV_DEAL,   /* the match begins without the shares that were not revealed in time */
    EV_REMOVE, /* the host removes a spectator; text: the player's id */
    EV_ABORT,  /* the operator ends the match, without a result */
    EV_TYPES
};

enum {
    SIT_AGREES = 1, /* to a rated match */
    SIT_KEPT = 2,   /* the name is registered with a password */
};

struct event {
    enum event_type type;
    int seat;
    int number;
    int64_t player;   /* who did it; 0: the server */
    int64_t time;     /* the service's time */
    struct move move; /* of EV_MOVE: what the text says; table_judge reads it */
    char text[EVENT_TEXT_BYTES];
};

/* The type's name in the store. */
const char *event_name(enum event_type type);
bool event_type_parse(const char *name, enum event_type *type);

/* Whether they are the same event. */
bool event_same(const struct event *a, const struct event *b);

/* Whether such events are no part of the match, so that they may come after its end, too. */
bool event_aside(enum event_type type);

/* Whether a host may seat this bot: only levels and simple bots. Programs and searches with a
 * length of one's choice are not allowed on a server. */
bool bot_allowed(const char *name);

struct seat {
    enum { SEAT_FREE, SEAT_PERSON, SEAT_BOT } type;
    int64_t player;
    char name[PLAYER_NAME_BYTES]; /* of the person or of the bot */
    bool agrees;                  /* to a rated match */
    bool kept;                    /* the person's name was registered when they sat down */
    bool away;                    /* a bot plays for the person */
    bool late;                    /* because their time has run out */
    int lapses;                   /* how often it has */
    bool shown;                   /* spectators may see the cards */
    struct seat_share share;      /* of the deal */
};

/* How a move stopped a clock. If the move is taken back, so is what it gave. */
struct stop {
    int seat; /* SEAT_NONE: no clock was running */
    int64_t left, bonus;
};

struct sitter_count {
    int64_t player;
    int times;
};

struct line { /* of the chat */
    int seq, seat;
    int64_t player;
    bool kept; /* the name was registered */
    char *text;
};

struct table {
    char id[TABLE_ID_BYTES];
    struct settings settings;
    uint8_t secret[SECRET_BYTES];
    int64_t host;    /* the player who opened it */
    int seq;         /* events so far */
    int turn;        /* the last event that changed the ply; a move names it */
    int shown;       /* the last event that changed what somebody sees of the match */
    int changed;     /* the last event that changed the rest: who sits where, the result, ... */
    int64_t time;    /* of the last event */
    int64_t since;   /* when the current decision arose, or passed to a bot */
    int64_t visited; /* when a player has done something last */
    struct seat seat[SEATS_MAX];
    int64_t asked;       /* when the seats were asked to reveal their shares; -1: not asked */
    struct match *match; /* NULL until all seats are taken, and the shares revealed */
    struct clocks clocks;
    struct stop *stop; /* by ply, from 1: how the clock of the seat that moved was stopped */
    int stops, stop_room;
    struct stop passed;      /* how the clock was stopped in the decision that is not made yet */
    int64_t owed[SEATS_MAX]; /* time that the seat's next decision is shorter by */
    int undone;              /* plies that were taken back */
    int lost;         /* the turn whose decision a bot makes, even if the player is back by then */
    int back_to;      /* the ply that somebody asks to go back to; -1: nobody asks */
    int asker;        /* who has asked last */
    unsigned consent; /* the seats that agree to go back */
    char next[TABLE_ID_BYTES];
    bool closed;
    int done[SEATS_MAX][EV_TYPES]; /* how often players have caused bounded events */
    struct sitter_count *sat;      /* how often players have sat down */
    int sat_count, sat_room;
    int *ply; /* the ply after each event */
    int ply_room;
    struct line *line;
    int lines, line_room;
    int64_t *removed; /* spectators who may not follow the table */
    int removals, removal_room;
};

/* Whether a table may have this id. */
bool table_id_good(const char *id);

/* An empty table without events. */
struct table *table_new(const char *id, const struct settings *settings, int64_t host,
                        const uint8_t secret[SECRET_BYTES]);
void table_free(struct table *t);

/* The number of EV_SIT. */
static inline int sit_number(bool agrees, bool kept)
{
    return (agrees ? SIT_AGREES : 0) + (kept ? SIT_KEPT : 0);
}

extern const struct clause clause_yours, clause_twice, clause_seat, clause_running, clause_early,
    clause_private, clause_long, clause_host, clause_removed, clause_self, clause_guest;

/* The bot that plays for a player who is away or has given up. */
extern const char substitute_bot[];

/* NULL if the event is allowed, else the clause that forbids it: one of the table, or of the rules
 * of the game. Reads the move of the event's text. */
const struct clause *table_judge(const struct table *t, struct event *e);

/* NULL if players may do this once more at the table, else the clause that says that it was done
 * too often, that it is too late to go back, or that guests may not agree to a rated match; for an
 * event that table_judge allows. Only for new events: what is stored is stored. */
const struct clause *table_bound(const struct table *t, const struct event *e);

/* Completes a new EV_ASK. While another player's clock runs, all others must agree: that player is
 * thinking about a move, and the time that this has taken would be lost. */
void table_asking(const struct table *t, struct event *e);

/* Applies an event that table_judge allows. */
void table_apply(struct table *t, const struct event *e);

/* A move of the actor, as an event of the server. */
struct event table_moving(const struct table *t, struct move move);

/* What follows by itself after an event, if anything: a forced move, if everybody knows that it is
 * forced; or the end of a table whose match has not begun and where no person sits. */
bool table_next(const struct table *t, struct event *e);

/* What the server does when the time of the table has come (table_due): see there. */
struct event table_timeout(const struct table *t);

/* The player's seat; SEAT_NONE if they have none. */
int table_seat(const struct table *t, int64_t player);

/* Whether the match is rated: all players agree, and all are persons. */
bool table_rated(const struct table *t);

/* Whether a player who leaves or runs out of time gives up. Otherwise a bot plays for them until
 * they are back; in a rated match a bot plays only for those who gave up, if three or more play. */
bool table_strict(const struct table *t);

/* Whether the match is over because somebody gave up very early: after fewer than ABORT_PLIES plies
 * for each seat. */
bool table_hasty(const struct table *t);

/* Whether it does not count: so hasty an end of a rated match. */
bool table_aborted(const struct table *t);

/* Whether the match is over, or the table was closed. */
bool table_over(const struct table *t);

/* The name of the bot that must move; NULL if a person must, or nobody. */
const char *table_bot(const struct table *t);

/* When the time of the person who must move runs out. Without a clock this is after a month, so
 * that every match ends. Then the person gives up at a strict table, or else a bot plays on. */
int64_t table_due(const struct table *t);

/* Whether a person plays for the seat at present: they are not away and have not given up. */
bool table_present(const struct table *t, int seat);

/* Whether the seat must move, and a person decides its move. */
bool table_decides(const struct table *t, int seat);

/* The first free seat; SEAT_NONE if there is none. */
int table_free_seat(const struct table *t);

/* Whether somebody who has a seat or not may look at the match: NULL, or the clause that forbids
 * it. */
const struct clause *table_look(const struct table *t, bool seated);

/* Whether the match is hidden from them, because spectators are not allowed. */
bool table_shut(const struct table *t, bool seated);

/* Whether the host has removed this player. */
bool table_removed(const struct table *t, int64_t player);

/* The line of chat with this number; NULL if there is none. */
const struct line *table_line(const struct table *t, int seq);

/* Whether they may chat and read the chat. At a table without spectators the chat is only for the
 * players, also after the match. */
bool table_heard(const struct table *t, bool seated);

/* Whether the seat's player may ask for hints: only against bots, and not in a rated match. NULL,
 * or the clause that forbids it. */
const struct clause *table_hint(const struct table *t, int seat);

/* A client knows the first `seq` events: the ply up to which its log is still right. Later plies
 * are new, or were taken back and played differently. */
int table_since(const struct table *t, int seq);

/* The seats whose players must agree to go back. Players who are away must agree, too: otherwise
 * the others could use their absence to look ahead. */
unsigned table_asked(const struct table *t);

#endif
