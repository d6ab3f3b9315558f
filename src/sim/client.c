/* Clients. Each wakes up now and then and does something; and it answers what it is asked. */
#include "sim/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/game.h"
#include "match/grow.h"
#include "match/secret.h"
#include "sim/laws.h"
#include "sim/laws_chat.h"
#include "sim/laws_done.h"
#include "sim/laws_log.h"
#include "sim/message.h"
#include "sim/node.h"
#include "sim/queue.h"

enum {
    MESSAGE_BYTES = 1024,
    WAKE = 20 * SECOND,
    PATIENCE = 45 * SECOND, /* then it connects again */
    CALM_PATIENCE = 90 * SECOND,
    RETRY = 2 * SECOND,
    FLOOD = 100,        /* requests at once */
    FLOOD_BYTES = 6000, /* more than a request may have */
    DEAF = 25 * SECOND,
};

static bool is_calm(const struct sim *s)
{
    return s->now >= s->calm;
}

/* Shortly before the end everybody leaves. */
static bool is_leaving(const struct sim *s)
{
    return s->now >= s->end - 10 * MINUTE;
}

/* ---- Sending ---- */

static struct pending *pending_free(struct client *c)
{
    for (int i = 0; i < PENDING; i++)
        if (!c->pending[i].ref)
            return &c->pending[i];
    return NULL;
}

/* Sends a request; `rest` are its members after the type and the reference, each with a comma
 * before it. Does nothing if too many requests have no answer yet. */
static void ask(struct client *c, enum request_type type, const char *table, int id,
                const char *text, const char *rest)
{
    char buffer[MESSAGE_BYTES];
    struct out o;
    struct pending *p = pending_free(c);
    if (!c->link || !p)
        return;
    *p = (struct pending){.ref = ++c->ref, .sent = c->sim->now, .type = type, .id = id};
    snprintf(p->table, sizeof p->table, "%s", table);
    snprintf(p->text, sizeof p->text, "%s", text[0] ? text : rest);
    laws_asked(c->sim, p);
    out_init(&o, buffer, sizeof buffer);
    out_format(&o, "{\"type\":\"%s\",\"ref\":%lld", request_name(type), (long long)c->ref);
    if (table[0])
        out_format(&o, ",\"table\":\"%s\"", table);
    out_format(&o, "%s}", rest);
    link_send(c->link, &o);
}

static void ask_table(struct client *c, enum request_type type, const struct slot *slot,
                      const char *rest)
{
    ask(c, type, slot->table, slot->told, "", rest);
}

static void client_watch(struct client *c, const struct slot *slot)
{
    char rest[64];
    int since = slot->seen.sound ? slot->told : 0;
    snprintf(rest, sizeof rest, ",\"since\":%d", since);
    ask(c, REQ_WATCH, slot->table, since, "", rest);
}

/* Leaves the seat; without one, the client does not follow the table any more. */
static void client_quit(struct client *c, struct slot *slot)
{
    ask_table(c, REQ_LEAVE, slot, "");
    slot->since = 0;
}

/* ---- Tables that it follows ---- */

static struct slot *slot_find(struct client *c, const char *table)
{
    for (int i = 0; i < SLOTS; i++)
        if (strcmp(c->slot[i].table, table) == 0)
            return &c->slot[i];
    return NULL;
}

static struct slot *slot_take(struct client *c, const char *table)
{
    struct slot *slot = slot_find(c, table);
    if (!slot)
        slot = slot_find(c, "");
    if (slot && !slot->table[0]) {
        *slot = (struct slot){.seat = -1};
        snprintf(slot->table, sizeof slot->table, "%s", table);
    }
    return slot;
}

/* ---- Shares of the deal ---- */

/* Each client uses the same share at all tables. */
static void print_share(const struct client *c, bool sealed, struct out *o)
{
    char seed[32];
    uint8_t share[SECRET_BYTES], seal[SECRET_BYTES];
    snprintf(seed, sizeof seed, "client %d", c->index);
    secret_from_seed(seed, share);
    secret_commit(share, seal);
    secret_print(sealed ? seal : share, o);
}

/* Most requests for a seat have a seal. */
static void add_seal(const struct client *c, struct out *o)
{
    if (chance(c->sim, 1, 4))
        return;
    out_text(o, ",\"seal\":\"");
    print_share(c, true, o);
    out_text(o, "\"");
}

/* Reveals the share, or forgets it, or sends something else. */
static void reveal(struct client *c, const struct slot *slot)
{
    char rest[128];
    struct out o;
    if (chance(c->sim, 1, 6))
        return;
    out_init(&o, rest, sizeof rest);
    out_text(&o, ",\"share\":\"");
    print_share(c, chance(c->sim, 1, 10), &o);
    out_text(&o, "\"");
    ask_table(c, REQ_REVEAL, slot, rest);
    if (chance(c->sim, 1, 10))
        ask_table(c, REQ_REVEAL, slot, rest);
}

/* ---- Connecting ---- */

static void client_connect(struct client *c)
{
    struct sim *s = c->sim;
    char rest[256];
    c->link = link_open(c, &s->node[below(s, NODES)]);
    c->greeted = false;
    memset(c->pending, 0, sizeof c->pending);
    if (c->token[0])
        snprintf(rest, sizeof rest, ",\"version\":1,\"token\":\"%s\"", c->token);
    else
        snprintf(rest, sizeof rest, ",\"version\":1,\"name\":\"Client %d\"", c->index);
    ask(c, REQ_HELLO, "", 0, "", rest);
}

static void client_leave(struct client *c, bool cut)
{
    if (!c->link)
        return;
    link_close(c->link, cut);
    c->link = NULL;
    c->greeted = false;
    memset(c->pending, 0, sizeof c->pending);
}

void client_lost(struct client *c, struct link *l)
{
    if (c->link == l) {
        c->link = NULL;
        c->greeted = false;
        memset(c->pending, 0, sizeof c->pending);
    }
}

/* ---- Moves ---- */

struct plan {
    struct client *client;
    char table[TABLE_ID_BYTES];
    int turn;
};

static void client_move(struct sim *s, void *what)
{
    struct plan *p = what;
    struct client *c = p->client;
    struct slot *slot = slot_find(c, p->table);
    char rest[128];
    if (slot && slot->turn == p->turn && c->greeted) {
        snprintf(rest, sizeof rest, ",\"id\":%d,\"move\":\"%s\"", slot->turn, slot->move);
        ask(c, REQ_MOVE, slot->table, slot->turn, slot->move, rest);
        if (chance(s, 1, 15)) /* a double click */
            ask(c, REQ_MOVE, slot->table, slot->turn, slot->move, rest);
    }
    free(p);
}

static void plan_move(struct client *c, const struct slot *slot, int64_t milliseconds)
{
    struct plan *p = allocate(sizeof *p);
    p->client = c;
    memcpy(p->table, slot->table, sizeof p->table);
    p->turn = slot->turn;
    later(c->sim, milliseconds, client_move, p);
}

/* ---- Hearing ---- */

static void ask_by_password(struct client *c, enum request_type type)
{
    char rest[96];
    snprintf(rest, sizeof rest, ",\"name\":\"Player %d\",\"password\":\"password %d\"", c->index,
             c->index);
    ask(c, type, "", 0, "", rest);
}

/* Some register a name, so that they can play rated matches. Now and then they do it again, which
 * ends their other tokens; or they log out, and come back as guests who log in. */
static void keep_name(struct client *c, bool kept)
{
    c->named |= kept;
    c->out &= !kept;
    if (c->index % 3)
        return;
    if (c->out)
        ask_by_password(c, REQ_LOGIN);
    else if (!kept || chance(c->sim, 1, 10))
        ask_by_password(c, REQ_KEEP);
}

static void log_out(struct client *c)
{
    if (!c->named || c->out)
        return;
    ask(c, REQ_LOGOUT, "", 0, "", "");
    c->out = true;
    c->token[0] = '\0';
}

/* When all is calm, nobody does: news of the lobby would make nodes send what they have forgotten
 * to send. */
static void look_at_lobby(struct client *c)
{
    ask(c, REQ_LOBBY, "", 0, "", is_calm(c->sim) ? ",\"on\":false" : ",\"on\":true");
    c->looking = !is_calm(c->sim);
}

static void hear_welcome(struct client *c, const struct message *m)
{
    struct json_value player = message_find(m, "player"), tables = message_find(m, "tables");
    int64_t id = part_number(&player, "id", 0);
    for (int i = 0; i < SLOTS && id != c->player; i++)
        c->slot[i].seen = (struct seen){0}; /* as another player it may know other things */
    c->player = id;
    char token[SECRET_TEXT_BYTES];
    if (message_text(m, "token", token, sizeof token)) /* only a new player gets one */
        memcpy(c->token, token, sizeof c->token);
    c->greeted = true;
    for (struct json_value t = json_first(&tables); t.at; json_next(&t)) {
        char table[TABLE_ID_BYTES];
        if (json_get_text(&t, table, sizeof table))
            slot_take(c, table);
    }
    for (int i = 0; i < SLOTS; i++) {
        c->slot[i].since = 0;
        if (c->slot[i].table[0])
            client_watch(c, &c->slot[i]);
    }
    look_at_lobby(c);
    keep_name(c, part_flag(&player, "kept"));
}

/* What the table says about the client's own seat. */
static void hear_seat(struct client *c, struct slot *slot, const struct message *m)
{
    char you[4] = "", letter[4], asked[8] = "", sealed[8] = "";
    struct json_value seats = message_find(m, "seats"), undo = message_find(m, "undo");
    slot->seat = message_text(m, "you", you, sizeof you) ? you[0] - 'A' : -1;
    slot->away = false;
    for (struct json_value v = json_first(&seats); v.at; json_next(&v))
        if (you[0] && part_text(&v, "seat", letter, sizeof letter) && letter[0] == you[0])
            slot->away = part_flag(&v, "away") && !part_flag(&v, "resigned");
    part_text(&undo, "asked", asked, sizeof asked);
    slot->asked = you[0] && strchr(asked, you[0]);
    if (message_text(m, "reveal", sealed, sizeof sealed) && you[0] && strchr(sealed, you[0]))
        reveal(c, slot);
}

static void hear_table(struct client *c, const struct message *m, const char *table)
{
    struct slot *slot = slot_find(c, table);
    char state[16] = "";
    if (!slot)
        return;
    message_text(m, "state", state, sizeof state);
    slot->told = (int)message_number(m, "id", slot->told);
    slot->waiting = strcmp(state, "waiting") == 0;
    slot->over = strcmp(state, "over") == 0 || strcmp(state, "closed") == 0;
    slot->ended |= strcmp(state, "closed") == 0;
    hear_seat(c, slot, m);
}

static void hear_chat(struct client *c, const struct message *m, const char *table)
{
    struct slot *slot = slot_find(c, table);
    if (slot)
        slot->told = (int)message_number(m, "id", slot->told);
}

static void hear_view(struct client *c, const struct message *m, const char *table)
{
    struct sim *s = c->sim;
    struct slot *slot = slot_find(c, table);
    struct json_value moves = message_find(m, "moves"), actor = message_find(m, "actor");
    int count = json_count(&moves), turn = (int)message_number(m, "id", 0);
    if (!slot)
        return;
    slot->ended |= !actor.at;
    slot->ply = (int)message_number(m, "ply", 0);
    slot->view = turn;
    if (count == 0) {
        slot->turn = 0;
        return;
    }
    if (slot->turn == turn)
        return; /* it already thinks about this one */
    int64_t choice = below(s, count);
    struct json_value v = json_first(&moves);
    for (; choice > 0; choice--)
        json_next(&v);
    slot->turn = turn;
    if (part_text(&v, "move", slot->move, sizeof slot->move))
        plan_move(c, slot, about(s, is_calm(s) ? SECOND : c->pace));
}

static void hear_lobby(struct client *c, const struct message *m)
{
    struct json_value tables = message_find(m, "tables");
    if (message_flag(m, "whole"))
        c->heards = 0;
    for (struct json_value t = json_first(&tables); t.at; json_next(&t)) {
        char state[16], table[TABLE_ID_BYTES];
        if (!part_text(&t, "state", state, sizeof state) ||
            !part_text(&t, "table", table, sizeof table))
            continue;
        memcpy(c->heard[c->heards % 8], table, sizeof table);
        c->heards += strcmp(state, "waiting") == 0 || c->manner == SPECTATOR;
    }
}

/* A request was refused: if the server could not do it, it is tried again. */
static void hear_refused(struct client *c, const struct message *m, const struct pending *p)
{
    char clause[32] = "";
    message_text(m, "clause", clause, sizeof clause);
    struct slot *slot = p->table[0] ? slot_find(c, p->table) : NULL;
    if (strcmp(clause, "table") == 0)
        laws_refused(c->sim, c, p->table);
    bool removed = p->type == REQ_WATCH && strcmp(clause, "removed") == 0;
    bool private = strcmp(clause, "private") == 0;
    if (slot && (removed || private || strcmp(clause, "table") == 0)) {
        if (private)
            ask_table(c, REQ_UNWATCH, slot, "");
        *slot = (struct slot){0};
        return;
    }
    if (slot && p->type == REQ_BACK && strcmp(clause, "away") == 0)
        client_watch(c, slot); /* who leaves a second time does not follow the table any more */
    bool later_better = strcmp(clause, "store") == 0 || strcmp(clause, "guests") == 0;
    if (later_better && slot && p->type == REQ_MOVE && slot->turn == p->id)
        plan_move(c, slot, RETRY + about(c->sim, RETRY));
    else if (later_better && (p->type == REQ_WATCH || p->type == REQ_HELLO))
        client_leave(c, false); /* and come back later */
    else if (strcmp(clause, "token") == 0)
        breach(c->sim, "the token of client %d is not valid any more", c->index);
}

static void hear_done(struct client *c, const struct pending *p)
{
    struct slot *slot = p->table[0] ? slot_find(c, p->table) : NULL;
    if (!slot)
        return;
    if (p->type == REQ_WATCH)
        slot->since = c->sim->now;
    bool whole = (p->type == REQ_WATCH && !p->id) || (p->type == REQ_JOIN && !slot->seen.any);
    if (whole && !slot->seen.sound) {
        slot->seen.sound = true;
        slot->told = 0; /* what it was told before does not count: now it is sent everything */
    }
}

static void hear_created(struct client *c, const char *table)
{
    struct slot *slot = slot_take(c, table);
    if (slot && !slot->seen.any)
        slot->seen.sound = true;
}

/* The host has removed the client from the table. */
static void hear_removed(struct client *c, const char *table)
{
    struct slot *slot = slot_find(c, table);
    if (slot)
        *slot = (struct slot){0};
}

static void hear_answer(struct client *c, const struct message *m, const char *type)
{
    int ref = (int)message_number(m, "ref", 0);
    for (int i = 0; ref && i < PENDING; i++) {
        struct pending *p = &c->pending[i], was = *p;
        if (p->ref != ref)
            continue;
        p->ref = 0;
        if (strcmp(type, "refused") == 0)
            hear_refused(c, m, &was);
        else
            hear_done(c, &was);
        return;
    }
    if (ref)
        breach(c->sim, "client %d gets an answer that it did not ask for, or a second one: %s",
               c->index, type);
}

void client_hear(struct client *c, struct link *l, const struct message *m)
{
    char type[16] = "", table[TABLE_ID_BYTES] = "";
    if (c->link != l)
        return;
    message_text(m, "type", type, sizeof type);
    message_text(m, "table", table, sizeof table);
    hear_answer(c, m, type);
    if (slot_find(c, table) && table[0])
        laws_heard(c, slot_find(c, table), m, type);
    if (strcmp(type, "welcome") == 0)
        hear_welcome(c, m);
    else if (strcmp(type, "created") == 0)
        hear_created(c, table);
    else if (strcmp(type, "chat") == 0)
        hear_chat(c, m, table);
    else if (strcmp(type, "table") == 0)
        hear_table(c, m, table);
    else if (strcmp(type, "view") == 0)
        hear_view(c, m, table);
    else if (strcmp(type, "removed") == 0)
        hear_removed(c, table);
    else if (strcmp(type, "lobby") == 0)
        hear_lobby(c, m);
}

/* ---- Doing ---- */

static void create(struct client *c)
{
    static const char *const clocks[] = {"none", "none", "8s", "60s", "5m+2s", "1m+0s", "1d"};
    static const char *const bots[] = {"random", "greedy", "1", "4"};
    struct sim *s = c->sim;
    char rest[512];
    struct out o;
    int count = 0;
    while (games[count])
        count++;
    const struct game *g = games[below(s, count)];
    int least = g->schema->players_min, most = g->schema->players_max;
    bool rated = c->index % 3 == 0 && chance(s, 2, 3);
    int players = rated ? least : least + (int)below(s, most - least + 1);
    out_init(&o, rest, sizeof rest);
    out_format(&o,
               ",\"game\":\"%s\",\"players\":%d,\"clock\":\"%s\",\"strict\":%s,\"watched\":%s,"
               "\"rated\":%s,\"listed\":%s,\"seats\":[\"you\"",
               g->id, players, clocks[below(s, 7)], chance(s, 1, 3) ? "true" : "false",
               chance(s, 4, 5) ? "true" : "false", rated ? "true" : "false",
               chance(s, 7, 8) ? "true" : "false");
    for (int seat = 1; seat < players; seat++)
        out_format(&o, ",\"%s\"", rated || chance(s, 1, 2) ? "free" : bots[below(s, 4)]);
    out_text(&o, "]");
    add_seal(c, &o);
    ask(c, REQ_CREATE, "", 0, "", rest);
}

/* Joins or watches a table of the lobby. */
static void visit(struct client *c)
{
    int known = c->heards < 8 ? c->heards : 8;
    if (!known)
        return;
    const char *table = c->heard[below(c->sim, known)];
    struct slot *slot = slot_find(c, table) ? NULL : slot_take(c, table);
    if (!slot)
        return;
    if (c->manner != PLAYER) {
        client_watch(c, slot);
        return;
    }
    char rest[128];
    struct out o;
    out_init(&o, rest, sizeof rest);
    out_text(&o, chance(c->sim, 1, 2) ? ",\"rated\":true" : "");
    add_seal(c, &o);
    ask(c, REQ_JOIN, table, 0, "", rest);
}

/* Sends many requests that have long answers, and a large one, but takes no answer for a while. */
static void flood(struct client *c, const struct slot *slot)
{
    char text[FLOOD_BYTES];
    struct out o;
    out_init(&o, text, sizeof text);
    c->deaf = c->sim->now + DEAF;
    for (int i = 0; i < FLOOD && c->link; i++, out_clear(&o)) {
        out_format(&o, "{\"type\":\"%s\",\"table\":\"%s\",\"ply\":%d}",
                   request_name(i % 2 ? REQ_RECORD : REQ_REPLAY), slot->table, slot->ply);
        link_send(c->link, &o);
    }
    out_format(&o, "{\"type\":\"ping\",\"x\":\"%*s\"}", FLOOD_BYTES - 100, "");
    if (c->link)
        link_send(c->link, &o);
}

/* Says something that is not true, or not allowed. */
static void lie(struct client *c, struct slot *slot)
{
    static const char *const viewers[] = {"A", "B", "C", "spectator", "all"};
    struct sim *s = c->sim;
    char rest[128];
    switch (below(s, 8)) {
    case 0: /* another client's table, an old view */
        snprintf(rest, sizeof rest, ",\"id\":%d,\"move\":\"monk\"", (int)below(s, 300));
        ask(c, REQ_MOVE, slot->table, 0, "monk", rest);
        break;
    case 1: /* the match as somebody else sees it */
        snprintf(rest, sizeof rest, ",\"ply\":%d,\"seat\":\"%s\"", (int)below(s, slot->ply + 1),
                 viewers[below(s, 5)]);
        ask(c, REQ_REPLAY, slot->table, slot->told, "", rest);
        break;
    case 2:
        ask(c, REQ_JOIN, slot->table, 0, "", ",\"seat\":\"B\"");
        break;
    case 3:
        ask(c, REQ_CONSENT, slot->table, 0, "", ",\"yes\":true");
        break;
    case 4:
        ask(c, REQ_BOT, slot->table, 0, "", ",\"seat\":\"B\",\"bot\":\"6\"");
        break;
    case 5:
        snprintf(rest, sizeof rest, ",\"seat\":\"%s\"", viewers[below(s, 5)]);
        ask(c, REQ_WATCH, slot->table, 0, "", rest);
        break;
    case 6:
        if (chance(s, 1, 4))
            flood(c, slot);
        break;
    case 7: /* a move that may be good, but in somebody else's turn */
        snprintf(rest, sizeof rest, ",\"id\":%d,\"move\":\"%s\"", slot->view,
                 slot->move[0] ? slot->move : "pass");
        if (!slot->turn)
            ask(c, REQ_MOVE, slot->table, slot->view, slot->move, rest);
        break;
    }
}

/* The player of some other client; 0 if it has none. */
static int64_t draw_other(const struct client *c)
{
    return c->sim->client[below(c->sim, c->sim->clients)].player;
}

static void remove_other(struct client *c, const struct slot *slot)
{
    char rest[64];
    int64_t other = draw_other(c);
    snprintf(rest, sizeof rest, ",\"player\":%lld", (long long)other);
    if (other)
        ask(c, REQ_REMOVE, slot->table, 0, "", rest);
}

static void mute_other(struct client *c)
{
    char rest[64], text[32];
    int64_t other = draw_other(c);
    bool on = chance(c->sim, 2, 3);
    snprintf(text, sizeof text, "%lld", (long long)other);
    snprintf(rest, sizeof rest, ",\"player\":%s,\"on\":%s", text, on ? "true" : "false");
    if (!other || !pending_free(c))
        return;
    laws_muting(c, other);
    ask(c, REQ_MUTE, "", on, text, rest);
}

/* No line is said twice. */
static void chat(struct client *c, const struct slot *slot)
{
    char text[48], rest[64];
    snprintf(text, sizeof text, "hello %d.%lld", c->index, (long long)c->ref);
    snprintf(rest, sizeof rest, ",\"text\":\"%s\"", text);
    ask(c, REQ_CHAT, slot->table, 0, text, rest);
}

/* Requests that need no more than a table, or nothing. */
static void ask_simply(struct client *c, struct slot *slot)
{
    static const struct {
        const char *rest;
        enum request_type type;
        bool general; /* not about a table */
    } all[] = {
        {"", REQ_CHAT, false},
        {"", REQ_UNDO, false},
        {"", REQ_LEAVE, false},
        {",\"on\":true", REQ_SHOW, false},
        {",\"on\":false", REQ_SHOW, false},
        {"", REQ_RECORD, false},
        {"", REQ_WATCH, false},
        {",\"seat\":\"A\",\"text\":\"rude\"", REQ_REPORT, false},
        {"", REQ_SPECTATORS, false},
        {"", REQ_FINISHED, true},
        {"", REQ_PING, true},
        {"", REQ_MUTES, true},
        {"", REQ_SESSIONS, true},
    };
    int64_t which = below(c->sim, sizeof all / sizeof *all);
    if (all[which].type == REQ_LEAVE)
        client_quit(c, slot);
    else if (all[which].type == REQ_CHAT)
        chat(c, slot);
    else if (all[which].general)
        ask(c, all[which].type, "", 0, "", all[which].rest);
    else
        ask_table(c, all[which].type, slot, all[which].rest);
}

/* Requests with a number. */
static void ask_with_number(struct client *c, const struct slot *slot)
{
    struct sim *s = c->sim;
    char rest[64];
    int ply = (int)below(s, slot->ply + 1);
    switch (below(s, 7)) {
    case 0:
        snprintf(rest, sizeof rest, ",\"ply\":%d", ply);
        ask_table(c, REQ_REPLAY, slot, rest);
        break;
    case 1:
        snprintf(rest, sizeof rest, ",\"player\":%lld", (long long)c->player);
        ask(c, REQ_PLAYER, "", 0, "", rest);
        break;
    case 2:
        snprintf(rest, sizeof rest, ",\"name\":\"Client %d\"", (int)below(s, 100));
        ask(c, REQ_NAME, "", 0, "", rest);
        break;
    case 3:
        snprintf(rest, sizeof rest, ",\"id\":%d,\"about\":\"hand\"", slot->turn);
        if (slot->seat >= 0 && slot->turn)
            ask_table(c, REQ_WHY, slot, rest);
        break;
    case 5:
        snprintf(rest, sizeof rest, ",\"id\":%d", slot->turn);
        if (slot->seat >= 0 && slot->turn)
            ask_table(c, REQ_HINT, slot, rest);
        break;
    case 4:
        snprintf(rest, sizeof rest, ",\"ply\":%d,\"seat\":\"A\"", ply);
        if (slot->over)
            ask_table(c, REQ_BRANCH, slot, rest);
        break;
    case 6:
        snprintf(rest, sizeof rest, ",\"player\":%lld", (long long)c->player);
        ask(c, REQ_FINISHED, "", 0, "", rest);
        break;
    }
}

/* Something that people do now and then at a table. */
static void fidget(struct client *c, struct slot *slot)
{
    struct sim *s = c->sim;
    switch (below(s, 22)) {
    case 0:
        if (chance(s, 1, 4))
            ask_table(c, REQ_RESIGN, slot, "");
        break;
    case 1:
        if (slot->waiting && slot->seat >= 0)
            ask_table(c, REQ_BOT, slot, ",\"seat\":\"B\",\"bot\":\"greedy\"");
        break;
    case 2:
        mute_other(c);
        break;
    case 3:
        remove_other(c, slot);
        break;
    case 4:
        if (chance(s, 1, 4))
            log_out(c);
        break;
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
        ask_with_number(c, slot);
        break;
    default:
        ask_simply(c, slot);
        break;
    }
}

/* Looks after a table: leaves it when it is over, comes back, answers. */
static void attend(struct client *c, struct slot *slot)
{
    struct sim *s = c->sim;
    if (is_calm(s) ? slot->over && slot->ended : slot->over && chance(s, 1, 2)) {
        if (!is_calm(s) && slot->seat >= 0 && chance(s, 1, 4))
            ask_table(c, REQ_AGAIN, slot, "");
        ask_table(c, REQ_UNWATCH, slot, "");
        *slot = (struct slot){0};
        return;
    }
    if (slot->away && (is_calm(s) || chance(s, 1, 2)))
        ask_table(c, REQ_BACK, slot, "");
    if (slot->asked)
        ask_table(c, REQ_CONSENT, slot, chance(s, 1, 2) ? ",\"yes\":true" : ",\"yes\":false");
    if (slot->waiting && slot->seat >= 0 && is_calm(s))
        client_quit(c, slot);
    else if (is_calm(s) && !slot->since)
        client_watch(c, slot);
    if (is_calm(s) && slot->turn)
        plan_move(c, slot, about(s, SECOND));
    if (!is_calm(s) && chance(s, 1, 6))
        fidget(c, slot);
    if (!is_calm(s) && c->manner == LIAR && chance(s, 1, 3))
        lie(c, slot);
}

static int slots_used(const struct client *c)
{
    int used = 0;
    for (int i = 0; i < SLOTS; i++)
        used += c->slot[i].table[0] != '\0';
    return used;
}

/* Whether a request has waited too long for its answer. */
static bool is_impatient(const struct client *c)
{
    for (int i = 0; i < PENDING; i++)
        if (c->pending[i].ref && c->sim->now - c->pending[i].sent > PATIENCE)
            return true;
    return false;
}

static void check_patience(const struct client *c)
{
    for (int i = 0; i < PENDING; i++)
        if (c->pending[i].ref && c->pending[i].sent > c->sim->calm + MINUTE &&
            c->sim->now - c->pending[i].sent > CALM_PATIENCE)
            breach(c->sim, "client %d has waited %d s for the answer to '%s' of table '%s'",
                   c->index, (int)((c->sim->now - c->pending[i].sent) / SECOND),
                   request_name(c->pending[i].type), c->pending[i].table);
}

static void act(struct client *c)
{
    struct sim *s = c->sim;
    if (is_calm(s) && c->looking)
        look_at_lobby(c);
    for (int i = 0; i < SLOTS; i++)
        if (c->slot[i].table[0])
            attend(c, &c->slot[i]);
    if (is_calm(s) || slots_used(c) >= SLOTS - 1 || chance(s, 1, 2))
        return;
    if (c->manner == PLAYER && chance(s, 1, 3))
        create(c);
    else
        visit(c);
}

static void client_wake(struct sim *s, void *what)
{
    struct client *c = what;
    if (s->ending)
        return;
    later(s, WAKE / 2 + about(s, WAKE / 2), client_wake, c);
    if (is_calm(s))
        laws_told(s, c);
    if (is_leaving(s)) {
        client_leave(c, false);
        return;
    }
    if (is_calm(s))
        check_patience(c);
    if (!c->link && (s->now >= c->away || is_calm(s)))
        client_connect(c);
    else if (c->link && is_impatient(c) && s->now < s->calm + MINUTE)
        client_leave(c, true);
    else if (c->greeted && is_calm(s) && !slots_used(c))
        client_leave(c, false); /* when it comes back, it is told where it has a seat */
    else if (c->greeted && !is_calm(s) && chance(s, 1, 40)) {
        client_leave(c, chance(s, 1, 2));
        c->away = s->now + about(s, chance(s, 1, 5) ? HOUR / 2 : MINUTE);
    } else if (c->greeted) {
        if (c->out && c->token[0]) /* the login has failed */
            ask_by_password(c, REQ_LOGIN);
        act(c);
    }
}

void client_begin(struct client *c)
{
    c->pace = about(c->sim, 10 * SECOND) + 500;
    later(c->sim, about(c->sim, WAKE), client_wake, c);
}
