/* Accounts: guests with a token, registered names with a password. The store judges names and
 * passwords; it keeps only the hashes of tokens and passwords.
 *
 * Tokens end and names change while sessions use them: a password is changed, another device logs
 * out, somebody registers the name that a guest has. The node that changes them and all that hear
 * of it do the same: each session concerned is checked, which means that its token is looked up
 * again. If the token is gone, the session ends; else it takes the name that its player has now.
 *
 * Guesses of passwords are limited for each name. A name has an allowance of some (allowance.h);
 * each login takes one, and gives it back if the password is right. A session that has a token of
 * the same player takes it from another allowance of the name: so nobody can keep a player from
 * changing devices, and a stolen token does not allow more guesses than that. An address has a
 * larger one of its own, for all names; and others for new guests, for registered names and for
 * logins, right or wrong, because each makes the server hash a password. */
#include "house/account.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/catalog.h"
#include "core/json_out.h"
#include "house/allowance.h"
#include "house/follow.h"
#include "house/hall_private.h"
#include "house/session.h"
#include "match/secret.h"

enum {
    FAILURES_MAX = 5,
    PASSWORD_LEAST = 8,
    GUESSES = 10,
    GUESS_MS = 30000,     /* after this time there is one more guess */
    ORIGIN_PASSWORDS = 8, /* passwords of one address that are hashed or wait for it */
    GUESTS_MS = 10000,    /* after this time an address may have one more new guest */
    NAMES_MS = 60000,     /* ... and register one more name */
    LOGINS_MS = 3000,     /* ... and log in once more */
};

static const uint64_t PLAYER_IDS = UINT64_C(1) << 52; /* every id is exact as a JavaScript number */

static_assert(PROTOCOL_VERSION == 1, "clause_version names this number");
static_assert(PLAYER_NAME_BYTES - 1 == 63, "clause_name names this number");
static_assert(PASSWORD_LEAST == 8, "clause_password names this number");
static_assert(SECRET_TEXT_BYTES - 1 == 128, "clause_password names this number");
static_assert(SESSIONS_MAX == 16, "clause_sessions names this number");

static const struct clause clause_again = {"again", SAY("You have already said hello.")};
static const struct clause clause_version = {"version",
                                             SAY("This server speaks version 1 of the protocol.")};
static const struct clause clause_token = {
    "token", SAY("This token is not valid. Say hello without a token to get a new one.")};
static const struct clause clause_name = {
    "name",
    SAY("A name must have 2 to 63 bytes. It cannot contain '#', invisible characters or "
        "two spaces in a row, cannot begin or end with a space, and cannot mix alphabets that "
        "are not written together.")};
static const struct clause clause_name_taken = {
    "name-taken", SAY("Another player has registered this name, or one that looks like it. "
                      "Choose another name.")};
static const struct clause clause_kept = {
    "kept", SAY("Your name is registered. To change it, register another name with a password.")};
static const struct clause clause_login = {"login", SAY("The name or the password is wrong.")};
static const struct clause clause_password = {"password",
                                              SAY("A password must have 8 to 128 bytes.")};
static const struct clause clause_sessions = {
    "sessions", SAY("You already have 16 connections. Close one of them first.")};

static const struct clause clause_guesses = {
    "guesses", SAY("Too many wrong passwords for this name, or from your address. "
                   "Wait half a minute, then try again.")};
static const struct clause clause_busy = {
    "busy", SAY("Too many players are logging in at the moment. Try again in a few seconds.")};
static const struct clause clause_guests = {
    "guests", SAY("Too many new guests come from your address. Log in, or try again in a minute.")};
static const struct clause clause_names = {
    "names", SAY("Too many names were registered from your address. Try again in a minute.")};
static const struct clause clause_logins = {
    "logins", SAY("Too many players have logged in from your address. Try again in a minute.")};
static const struct clause clause_banned = {"banned", SAY("You are banned from this server.")};
static const struct clause clause_session = {"session", SAY("There is no such session.")};

static_assert(GUESS_MS == 30000, "clause_guesses names this number");

/* ---- Sessions whose token or name may have changed ---- */

static void session_check(struct session *s);

static void forget_player(struct session *s)
{
    if (!s->player.id)
        return;
    LIST_REMOVE(s, bucket);
    s->player = (struct player){0};
}

void account_leave(struct session *s)
{
    forget_player(s);
}

/* The token is not valid any more: the session may do nothing, and hears of nothing. */
static void session_end(struct session *s)
{
    forget_player(s);
    session_leave_lobby(s);
    while (s->watches)
        session_unfollow(s, s->watch[0]->live);
    s->hall->world->hang_up(s->link);
}

/* Takes the name that the player has now. */
static void take_name(struct session *s, const struct player *p)
{
    bool same = strcmp(s->player.name, p->name) == 0 && s->player.kept == p->kept;
    s->player = *p;
    if (same)
        return;
    s->you_due = true;
    s->hall->world->ready(s->link);
}

void account_take_muted(struct session *s, struct job *j)
{
    free(s->muted);
    s->muted = j->people;
    j->people = NULL;
}

static void check_answered(struct session *s, struct job *j)
{
    bool current = s->player.id && strcmp(s->token, j->token) == 0;
    s->check = NULL;
    if (j->result == JOB_FAILED)
        s->unsure = s->hall->unsure = true;
    else if (current && j->result == JOB_DONE) {
        account_take_muted(s, j);
        take_name(s, &j->player);
    } else if (current)
        session_end(s);
    if (s->check_again)
        session_check(s);
}

static void checked(struct job *j)
{
    hall_answered(j->context, j);
    if (j->owner)
        check_answered(j->owner, j);
    job_free(j);
}

/* Asks the store whether the session's token is still valid, and what the player is called now. The
 * store notes the day and the address. */
static void session_check(struct session *s)
{
    s->check_again = s->check;
    s->unsure = false;
    if (!s->player.id || s->check)
        return;
    struct job *j = job_new(JOB_ENTER, checked, s);
    j->context = s->hall;
    j->time = hall_date(s->hall);
    j->origin = s->origin;
    memcpy(j->token, s->token, sizeof j->token);
    memcpy(j->device, s->device, sizeof j->device);
    s->day = j->time / DAY_MS;
    s->check = j;
    hall_ask(s->hall, j);
}

void account_act(struct session *s)
{
    if (s->day != hall_date(s->hall) / DAY_MS)
        session_check(s);
}

/* Something about the player has changed. */
void account_check(struct hall *h, int64_t player)
{
    struct session *s;
    h->account_news++;
    LIST_FOREACH(s, &h->players[player_bucket(player)], bucket)
        if (s->player.id == player)
            session_check(s);
}

static bool looks_like(const struct player *p, int64_t look)
{
    for (int i = 0; i < LOOKS_MAX; i++)
        if (look && p->looks[i] == look)
            return true;
    return false;
}

/* Somebody has registered a name with this look: guests may not have it any more. */
static void check_guests(struct hall *h, int64_t look)
{
    struct session *s;
    h->account_news++;
    LIST_FOREACH(s, &h->sessions, all)
        if (s->player.id && !s->player.kept && looks_like(&s->player, look))
            session_check(s);
}

/* The player has a new name, which nobody else may have if it is a registered one. */
static void player_renamed(struct hall *h, const struct player *p)
{
    account_check(h, p->id);
    for (int i = 0; p->kept && i < LOOKS_MAX; i++)
        check_guests(h, p->looks[i]);
}

void account_hear(struct hall *h, const char *news)
{
    struct session *s;
    if (news && *news == '@') {
        account_check(h, strtoll(news + 1, NULL, 10));
    } else if (news && *news == '=') {
        check_guests(h, strtoll(news + 1, NULL, 10));
    } else if (!news) {
        h->account_news++;
        LIST_FOREACH(s, &h->sessions, all)
            session_check(s);
    }
}

void account_tick(struct hall *h)
{
    struct session *s;
    if (!h->unsure)
        return;
    h->unsure = false;
    LIST_FOREACH(s, &h->sessions, all)
        if (s->unsure)
            session_check(s);
}

bool account_next(struct session *s, struct out *o)
{
    if (!s->you_due)
        return false;
    s->you_due = false;
    wire_begin(o, "you", -1);
    wire_player(&s->player, o);
    json_object_end(o);
    return true;
}

/* ---- Guesses of passwords ---- */

static const struct allowance guesses = {ALLOW_GUESSES, GUESSES, GUESS_MS};

/* ---- Passwords that are hashed ---- */

/* Whether too many passwords wait, of all or of the session's address. It does not matter whether
 * those who have sent them are still connected. */
static bool is_crowded(const struct session *s)
{
    const struct hall *h = s->hall;
    int count = 0;
    for (int i = 0; i < h->passwords; i++)
        count += h->hashing[i] == s->origin;
    return h->passwords >= PASSWORDS_MAX || (s->origin && count >= ORIGIN_PASSWORDS);
}

/* A job with a password. Its `done` must call password_answered. */
static const struct clause *submit_password(struct session *s, struct job *j)
{
    j->origin = s->origin;
    s->hall->hashing[s->hall->passwords++] = s->origin;
    session_submit(s, j);
    return NULL;
}

static void password_hashed(struct hall *h, const struct job *j)
{
    int i = 0;
    while (h->hashing[i] != j->origin)
        i++;
    h->hashing[i] = h->hashing[--h->passwords];
}

/* Only a wrong password uses up a guess; it is given back if the store has failed, too. */
static void password_answered(const struct job *j)
{
    struct session *s = j->owner;
    if (j->type == JOB_LOGIN || j->type == JOB_KEEP)
        password_hashed(j->context, j);
    if (j->type != JOB_LOGIN || !s || !s->guess || j->result == JOB_NONE)
        return;
    allowance_refund(s, guesses, s->guess, 1);
    s->guess = 0;
}

/* ---- Hello, names and passwords ---- */

static void welcome(struct session *s, const char *token)
{
    struct out o = session_answer(s, "welcome");
    json_member_number(&o, "version", PROTOCOL_VERSION);
    wire_player(&s->player, &o);
    if (token)
        json_member_text(&o, "token", token);
    json_member_list(&o, "tables");
    const struct stake *k;
    LIST_FOREACH(k, &s->hall->stakes[player_bucket(s->player.id)], bucket)
        if (k->player == s->player.id && !k->host)
            json_text(&o, k->live->id);
    json_list_end(&o);
    session_answered(s, &o);
}

/* From now on the session belongs to this player. A login may change the player of a session; then
 * the client must ask again for the tables that it follows. */
static void become_player(struct session *s, const struct player *p)
{
    while (s->watches)
        session_unfollow(s, s->watch[0]->live);
    forget_player(s);
    s->player = *p;
    LIST_INSERT_HEAD(&s->hall->players[player_bucket(p->id)], s, bucket);
}

/* Whether the player has as many sessions as allowed. */
static bool has_too_many(const struct hall *h, int64_t player)
{
    int count = 0;
    const struct session *s;
    LIST_FOREACH(s, &h->players[player_bucket(player)], bucket)
        count += s->player.id == player;
    return count >= SESSIONS_MAX;
}

/* Answers that the store has refused the name. */
static void refuse_name(struct session *s, enum job_result result)
{
    session_settle(s, result == JOB_BAD ? &clause_name : &clause_name_taken);
}

/* The session belongs to the player of the job. */
static void session_enter(struct session *s, struct job *j)
{
    become_player(s, &j->player);
    account_take_muted(s, j);
    memcpy(s->token, j->token, sizeof s->token);
    memcpy(s->device, j->device, sizeof s->device);
    s->day = j->time / DAY_MS;
    s->notation |= s->request.yes;
    session_listen(s);
    welcome(s, j->type == JOB_ENTER ? NULL : j->token);
    if (j->type == JOB_LOGIN) /* it may have cost the player an old token */
        account_check(s->hall, s->player.id);
    else if (s->news != s->hall->account_news)
        session_check(s);
}

/* Counts a login that has failed. */
static const struct clause *login_failed(struct session *s, const struct clause *why)
{
    if (++s->failures >= FAILURES_MAX)
        s->hall->world->hang_up(s->link);
    return why;
}

/* The server has chosen the name of a guest, but somebody has registered it: tries another one.
 * Returns false if it has no more. */
static bool retry_guest(struct session *s, struct job *j)
{
    if (j->result != JOB_TAKEN || s->request.text[0] || ++j->seq >= GUEST_NAMES)
        return false;
    guest_name(j->player.id, j->seq, j->player.name);
    session_submit(s, j);
    return true;
}

/* The player was found by a token or a password, or a guest was added. */
static void entered(struct job *j)
{
    password_answered(j);
    struct session *s = session_of(j);
    if (!s || (j->type == JOB_GUEST && retry_guest(s, j)))
        return;
    if (j->result == JOB_DONE && has_too_many(s->hall, j->player.id))
        session_settle(s, &clause_sessions);
    else if (j->result == JOB_DONE)
        session_enter(s, j);
    else if (j->result == JOB_BANNED)
        session_settle(s, &clause_banned);
    else if (j->type == JOB_GUEST)
        refuse_name(s, j->result);
    else if (j->type == JOB_ENTER)
        session_settle(s, &clause_token);
    else
        session_settle(s, login_failed(s, &clause_login));
    job_free(j);
}

/* Makes a new token for the player of the job. */
static void account_add_token(const struct hall *h, struct job *j)
{
    uint8_t bytes[SECRET_BYTES];
    struct out o;
    h->world->random(h->world->context, bytes, sizeof bytes);
    out_init(&o, j->token, sizeof j->token);
    secret_print(bytes, &o);
    explicit_bzero(bytes, sizeof bytes);
}

/* A job about the session's player, with the name in the request. */
static struct job *name_job(struct session *s, enum job_type type, void (*done)(struct job *))
{
    struct job *j = job_new(type, done, s);
    j->player = s->player;
    snprintf(j->player.name, sizeof j->player.name, "%.*s", PLAYER_NAME_BYTES - 1, s->request.text);
    memcpy(j->password, s->request.secret, sizeof j->password);
    memcpy(j->token, s->token, sizeof j->token);
    return j;
}

/* Takes one from an allowance of the session's address. An address has fewer logins than guests,
 * and fewer names. */
static bool address_may(const struct session *s, enum allowance_kind kind)
{
    int most = s->hall->rules.guests_max;
    const struct allowance allowances[ALLOW_KINDS] = {
        [ALLOW_GUESTS] = {ALLOW_GUESTS, most, GUESTS_MS},
        [ALLOW_LOGINS] = {ALLOW_LOGINS, (most + 1) / 2, LOGINS_MS},
        [ALLOW_NAMES] = {ALLOW_NAMES, (most + 3) / 4, NAMES_MS}};
    return !s->origin || allowance_take(s->hall, allowances[kind], s->origin, 1);
}

/* A random number. */
static uint64_t draw(const struct hall *h)
{
    uint64_t number;
    h->world->random(h->world->context, &number, sizeof number);
    return number;
}

/* Whether a name fits into a job. The store judges the rest. */
static bool name_fits(const char *name)
{
    return strlen(name) < PLAYER_NAME_BYTES;
}

const struct clause *account_hello(struct session *s)
{
    const struct request *r = &s->request;
    if (s->player.id)
        return &clause_again;
    if (r->number != PROTOCOL_VERSION)
        return &clause_version;
    if (!name_fits(r->text))
        return &clause_name;
    if (!r->secret[0] && !address_may(s, ALLOW_GUESTS))
        return &clause_guests;
    struct job *j = job_new(r->secret[0] ? JOB_ENTER : JOB_GUEST, entered, s);
    j->time = hall_date(s->hall);
    memcpy(j->device, r->device, sizeof j->device);
    j->origin = s->origin;
    s->news = s->hall->account_news;
    if (r->secret[0]) {
        memcpy(j->token, r->secret, sizeof j->token);
    } else {
        j->player.id = (int64_t)(draw(s->hall) % PLAYER_IDS) + 1;
        if (r->text[0])
            memcpy(j->player.name, r->text, strlen(r->text) + 1);
        else
            guest_name(j->player.id, 0, j->player.name);
        account_add_token(s->hall, j);
    }
    session_submit(s, j);
    return NULL;
}

static void answer_named(struct session *s, const struct player *p)
{
    struct out o = session_answer(s, "you");
    s->player = *p;
    wire_player(&s->player, &o);
    session_answered(s, &o);
}

/* The player has another name, and if it was registered, no other tokens. If the store has failed,
 * it may be so. */
static void named(struct job *j)
{
    struct hall *h = j->context;
    struct player player = j->player;
    enum job_result result = j->result;
    bool keep = player.kept = j->type == JOB_KEEP;
    password_answered(j);
    struct session *s = session_of(j);
    if (s && result == JOB_DONE && s->player.id)
        answer_named(s, &player);
    else if (s && (result == JOB_NONE || result == JOB_DONE))
        session_settle(s, keep ? &clause_token : &clause_kept);
    else if (s)
        refuse_name(s, result);
    if (s)
        job_free(j);
    if (result == JOB_DONE || result == JOB_FAILED)
        player_renamed(h, &player);
}

const struct clause *account_name(struct session *s)
{
    if (s->player.kept)
        return &clause_kept;
    if (!name_fits(s->request.text))
        return &clause_name;
    session_submit(s, name_job(s, JOB_CALL, named));
    return NULL;
}

const struct clause *account_keep(struct session *s)
{
    if (!name_fits(s->request.text))
        return &clause_name;
    if (strlen(s->request.secret) < PASSWORD_LEAST)
        return &clause_password;
    if (is_crowded(s))
        return &clause_busy;
    if (!address_may(s, ALLOW_NAMES))
        return &clause_names;
    return submit_password(s, name_job(s, JOB_KEEP, named));
}

/* NULL if a password may be hashed for the session, which takes a guess. */
static const struct clause *may_log_in(struct session *s)
{
    if (is_crowded(s))
        return &clause_busy;
    if (!allowance_charge(s, guesses, s->guess, 1))
        return login_failed(s, &clause_guesses);
    if (address_may(s, ALLOW_LOGINS))
        return NULL;
    allowance_refund(s, guesses, s->guess, 1);
    return &clause_logins;
}

/* It is known which allowance the guess must be taken from. */
static void login_weighed(struct job *j)
{
    struct session *s = session_of(j);
    if (!s)
        return;
    int64_t look = j->player.looks[0];
    bool own = s->player.kept && s->player.looks[0] == look;
    job_free(j);
    s->guess = own ? ~look : look;
    const struct clause *against = may_log_in(s);
    if (against) {
        session_settle(s, against);
        return;
    }
    j = name_job(s, JOB_LOGIN, entered);
    j->time = hall_date(s->hall);
    memcpy(j->device, s->request.device, sizeof j->device);
    account_add_token(s->hall, j);
    submit_password(s, j);
}

const struct clause *account_login(struct session *s)
{
    if (!name_fits(s->request.text))
        return &clause_login;
    session_submit(s, name_job(s, JOB_LOOKS, login_weighed));
    return NULL;
}

/* ---- The devices of a player ---- */

/* A job about the tokens of the session's player. */
static struct job *token_job(struct session *s, enum job_type type, void (*done)(struct job *))
{
    struct job *j = job_new(type, done, s);
    j->player = s->player;
    memcpy(j->token, s->token, sizeof j->token);
    return j;
}

static void forgotten(struct job *j)
{
    struct hall *h = j->context;
    int64_t player = j->player.id;
    struct session *s = session_of(j);
    if (s) {
        session_settle(s, NULL);
        h->world->hang_up(s->link);
        job_free(j);
    }
    account_check(h, player);
}

const struct clause *account_logout(struct session *s)
{
    session_submit(s, token_job(s, JOB_FORGET, forgotten));
    return NULL;
}

static void devices_listed(struct job *j)
{
    struct session *s = session_of(j);
    if (!s)
        return;
    struct out o = session_answer(s, "sessions");
    wire_devices(j, &o);
    session_answered(s, &o);
    job_free(j);
}

const struct clause *account_sessions(struct session *s)
{
    session_submit(s, token_job(s, JOB_DEVICES, devices_listed));
    return NULL;
}

static void device_ended(struct job *j)
{
    struct hall *h = j->context;
    int64_t player = j->player.id;
    struct session *s = session_of(j);
    if (s) {
        session_settle(s, j->result == JOB_DONE ? NULL : &clause_session);
        job_free(j);
    }
    account_check(h, player);
}

const struct clause *account_end(struct session *s)
{
    if (strlen(s->request.text) >= DEVICE_ID_BYTES)
        return &clause_session;
    struct job *j = token_job(s, JOB_END, device_ended);
    memcpy(j->device_id, s->request.text, strlen(s->request.text) + 1);
    session_submit(s, j);
    return NULL;
}
