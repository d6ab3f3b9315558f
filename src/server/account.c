/* Accounts: guests with a token, registered names with a password. Only the hash of a token is
 * stored. Passwords are hashed in the pool, since that is slow on purpose. */
#include "server/account.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/catalog.h"
#include "core/json_out.h"
#include "server/hall_private.h"
#include "server/name.h"
#include "server/session.h"

enum { TOKEN_BYTES = 32, FAILURES_MAX = 5, PASSWORD_LEAST = 8 };

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
    "name", SAY("A name must have 2 to 63 bytes. It cannot contain '#', invisible characters or "
                "two spaces in a row, and cannot begin or end with a space.")};
static const struct clause clause_name_taken = {
    "name-taken", SAY("Another player has registered this name. Choose another name.")};
static const struct clause clause_kept = {
    "kept", SAY("Your name is registered. To change it, register another name with a password.")};
static const struct clause clause_login = {"login", SAY("The name or the password is wrong.")};
static const struct clause clause_password = {"password",
                                              SAY("A password must have 8 to 128 bytes.")};
static const struct clause clause_sessions = {
    "sessions", SAY("You already have 16 connections. Close one of them first.")};

/* Brings the name in the request into the form in which it is stored. Returns false if the name is
 * not allowed. */
static bool take_name(struct request *r)
{
    char name[PLAYER_NAME_BYTES];
    if (!name_parse(r->text, name))
        return false;
    memcpy(r->text, name, sizeof name);
    return true;
}

/* A task: to hash a password, or to compare it with a hash. */
struct password {
    struct task task;
    struct session *session; /* NULL: it has ended */
    char text[SECRET_TEXT_BYTES];
    char hash[PASSWORD_BYTES];
    struct player player; /* the owner of the hash */
    bool good;
};

static void password_hash(struct task *task)
{
    struct password *p = (struct password *)task;
    p->good = crypto_pwhash_str(p->hash, p->text, strlen(p->text),
                                crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* Without a hash it takes the same time, so that the time does not tell whether a name is
 * registered. */
static void password_verify(struct task *task)
{
    struct password *p = (struct password *)task;
    if (p->hash[0])
        p->good = crypto_pwhash_str_verify(p->hash, p->text, strlen(p->text)) == 0;
    else
        password_hash(task);
    p->good = p->good && p->player.id;
}

static void password_free(struct password *p)
{
    if (p->session)
        p->session->password = NULL;
    sodium_memzero(p, sizeof *p);
    free(p);
}

static void password_submit(struct session *s, void (*run)(struct task *),
                            void (*done)(struct task *), const struct player *player)
{
    struct password *p = calloc(1, sizeof *p);
    if (!p)
        abort();
    p->task = (struct task){.run = run, .done = done};
    p->session = s;
    memcpy(p->text, s->request.secret, sizeof p->text);
    if (player)
        p->player = *player;
    memcpy(p->hash, p->player.password, sizeof p->hash);
    s->password = p;
    pool_submit(s->hall->pool, &p->task);
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
    if (s->password)
        s->password->session = NULL;
}

/* From now on the session belongs to this player. A login may change the player of a session; then
 * the client must ask again for the tables that it follows. */
static void become_player(struct session *s, const struct player *p)
{
    while (s->watches)
        session_unfollow(s, s->watch[0]->live);
    forget_player(s);
    s->player = *p;
    sodium_memzero(s->player.password, sizeof s->player.password);
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

/* The player of a token was found, or a player or token was added. */
static void entered(struct job *j)
{
    struct session *s = session_of(j);
    if (!s)
        return;
    if (j->result == JOB_DONE && has_too_many(s->hall, j->player.id)) {
        session_settle(s, &clause_sessions);
    } else if (j->result == JOB_DONE) {
        become_player(s, &j->player);
        memcpy(s->token, j->token, sizeof s->token);
        s->notation |= s->request.yes;
        session_listen(s);
        welcome(s, j->fresh[0] ? j->fresh : NULL);
    } else {
        session_settle(s, j->result == JOB_TAKEN ? &clause_name_taken : &clause_token);
    }
    job_free(j);
}

static void hash_token(const char *token, uint8_t hash[HASH_BYTES])
{
    crypto_generichash(hash, HASH_BYTES, (const uint8_t *)token, strlen(token), NULL, 0);
}

/* Makes a new token for the player of the job. Only its hash is stored. */
static void account_add_token(struct job *j)
{
    uint8_t bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(j->fresh, sizeof j->fresh, bytes, sizeof bytes);
    hash_token(j->fresh, j->token);
    sodium_memzero(bytes, sizeof bytes);
}

const struct clause *account_hello(struct session *s)
{
    struct request *r = &s->request;
    if (s->player.id)
        return &clause_again;
    if (r->number != PROTOCOL_VERSION)
        return &clause_version;
    if (r->text[0] && !take_name(r))
        return &clause_name;
    struct job *j = job_new(r->secret[0] ? JOB_ENTER : JOB_GUEST, entered, s);
    if (r->secret[0]) {
        hash_token(r->secret, j->token);
    } else {
        j->player.id =
            (int64_t)(((uint64_t)randombytes_random() << 20 | randombytes_uniform(1 << 20)) + 1);
        if (r->text[0])
            memcpy(j->player.name, r->text, strlen(r->text) + 1);
        else
            snprintf(j->player.name, sizeof j->player.name, "Guest %u",
                     randombytes_uniform(9000) + 1000);
        j->time = world_time();
        account_add_token(j);
    }
    session_submit(s, j);
    return NULL;
}

static void named(struct job *j)
{
    struct session *s = session_of(j);
    if (!s)
        return;
    if (j->result == JOB_DONE) {
        struct out o = session_answer(s, "you");
        memcpy(s->player.name, j->player.name, sizeof s->player.name);
        s->player.kept = j->type == JOB_KEEP;
        wire_player(&s->player, &o);
        session_answered(s, &o);
    } else {
        session_settle(s, j->result == JOB_NONE ? &clause_kept : &clause_name_taken);
    }
    job_free(j);
}

/* A job about the session's player, with the name in the request. */
static struct job *name_job(struct session *s, enum job_type type, void (*done)(struct job *))
{
    struct job *j = job_new(type, done, s);
    j->player = s->player;
    snprintf(j->player.name, sizeof j->player.name, "%.*s", PLAYER_NAME_BYTES - 1, s->request.text);
    return j;
}

const struct clause *account_name(struct session *s)
{
    if (s->player.kept)
        return &clause_kept;
    if (!take_name(&s->request))
        return &clause_name;
    session_submit(s, name_job(s, JOB_CALL, named));
    return NULL;
}

static void hashed(struct task *task)
{
    struct password *p = (struct password *)task;
    struct session *s = p->session;
    if (s && p->good) {
        struct job *j = name_job(s, JOB_KEEP, named);
        memcpy(j->player.password, p->hash, sizeof p->hash);
        session_submit(s, j);
    } else if (s) {
        session_settle(s, &clause_store);
    }
    password_free(p);
}

const struct clause *account_keep(struct session *s)
{
    if (!take_name(&s->request))
        return &clause_name;
    if (strlen(s->request.secret) < PASSWORD_LEAST)
        return &clause_password;
    password_submit(s, password_hash, hashed, NULL);
    return NULL;
}

static void verified(struct task *task)
{
    struct password *p = (struct password *)task;
    struct session *s = p->session;
    if (s && p->good) {
        struct job *j = job_new(JOB_TOKEN, entered, s);
        j->player = p->player;
        account_add_token(j);
        session_submit(s, j);
    } else if (s) {
        if (++s->failures >= FAILURES_MAX)
            s->hall->carrier->hang_up(s->link);
        session_settle(s, &clause_login);
    }
    password_free(p);
}

static void found_name(struct job *j)
{
    struct session *s = session_of(j);
    if (!s)
        return;
    struct player nobody = {0};
    password_submit(s, password_verify, verified, j->result == JOB_DONE ? &j->player : &nobody);
    job_free(j);
}

const struct clause *account_login(struct session *s)
{
    session_submit(s, name_job(s, JOB_NAME, found_name));
    return NULL;
}

static void forgotten(struct job *j)
{
    struct session *s = session_of(j);
    if (!s)
        return;
    session_settle(s, NULL);
    s->hall->carrier->hang_up(s->link);
    job_free(j);
}

const struct clause *account_logout(struct session *s)
{
    struct job *j = job_new(JOB_FORGET, forgotten, s);
    memcpy(j->token, s->token, sizeof s->token);
    session_submit(s, j);
    return NULL;
}
