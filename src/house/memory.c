/* A store in memory: lists of tables and players, found through buckets. */
#include "house/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "match/grow.h"

enum { MEMORY_BUCKETS = 1 << 10 };

struct shelf { /* a table */
    LIST_ENTRY(shelf) bucket;
    char id[TABLE_ID_BYTES], settings[SETTINGS_BYTES];
    uint8_t secret[SECRET_BYTES];
    int64_t host, opened, over; /* `over` is 0 until then */
    int64_t origin;
    bool hasty; /* see finish */
    struct brief *events;
    int count, room;
    struct place place[SEATS_MAX];
    int places;
};

struct brief { /* an event */
    enum event_type type;
    int seat, number;
    int64_t player, time;
    char *text;
};

struct key { /* a token */
    char text[SECRET_TEXT_BYTES];
    char device[DEVICE_BYTES];
    int64_t created, used; /* a date; the day of the last use */
};

struct visit { /* where a player has been */
    int64_t origin, day;
};

struct person { /* a player */
    LIST_ENTRY(person) bucket;
    struct player player;
    int64_t created;
    char password[SECRET_TEXT_BYTES];
    struct key *keys;
    int key_count, key_room;
    struct visit *visits;
    int visit_count, visit_room;
    struct rated *rated;
    int rated_count, rated_room;
    int64_t muted[MUTES_MAX];
    int muted_count;
    int64_t reports[REPORTS_MAX]; /* when they have reported; a ring */
    int report_count;
    int64_t banned; /* until then */
};

struct bout { /* the rated matches of a pair of players within a day */
    int64_t players[2];
    int count;
};

struct memory {
    LIST_HEAD(shelves, shelf) tables[MEMORY_BUCKETS];
    LIST_HEAD(persons, person) players[MEMORY_BUCKETS];
    int64_t time, dated;
    int64_t day; /* of the bouts */
    struct bout *bouts;
    int bout_count, bout_room;
};

/* ---- Tables ---- */

static struct shelves *shelves_of(struct memory *m, const char *id)
{
    uint32_t hash = 0;
    for (; *id; id++)
        hash = 31 * hash + (uint8_t)*id;
    return &m->tables[hash % MEMORY_BUCKETS];
}

static struct shelf *shelf_find(struct memory *m, const char *id)
{
    struct shelf *t;
    LIST_FOREACH(t, shelves_of(m, id), bucket)
        if (strcmp(t->id, id) == 0)
            return t;
    return NULL;
}

static void shelf_free(struct shelf *t)
{
    LIST_REMOVE(t, bucket);
    for (int i = 0; i < t->count; i++)
        free(t->events[i].text);
    free(t->events);
    free(t);
}

static void add_brief(struct shelf *t, const struct event *e)
{
    t->events = grow(t->events, t->count, &t->room, sizeof *t->events);
    struct brief *b = &t->events[t->count++];
    *b = (struct brief){e->type, e->seat, e->number, e->player, e->time, strdup(e->text)};
    if (!b->text)
        abort();
}

static struct event event_of_brief(const struct brief *b)
{
    struct event e = {.type = b->type,
                      .seat = b->seat,
                      .number = b->number,
                      .player = b->player,
                      .time = b->time};
    snprintf(e.text, sizeof e.text, "%s", b->text);
    return e;
}

/* Copies the table into a job, with its events from number `seq` on. */
static void copy_shelf(const struct shelf *t, struct job *j)
{
    int first = j->seq > 1 ? j->seq - 1 : 0, room = 0;
    memcpy(j->table, t->id, sizeof j->table);
    memcpy(j->settings, t->settings, sizeof j->settings);
    memcpy(j->secret, t->secret, sizeof j->secret);
    j->host = t->host;
    j->time = t->opened;
    j->origin = t->over ? 0 : t->origin;
    for (j->count = 0; first + j->count < t->count; j->count++) {
        j->events = grow(j->events, j->count, &room, sizeof *j->events);
        j->events[j->count] = event_of_brief(&t->events[first + j->count]);
    }
}

/* ---- Players ---- */

static struct persons *persons_of(struct memory *m, int64_t id)
{
    return &m->players[(uint64_t)id % MEMORY_BUCKETS];
}

static struct person *person_find(struct memory *m, int64_t id)
{
    struct person *p;
    LIST_FOREACH(p, persons_of(m, id), bucket)
        if (p->player.id == id)
            return p;
    return NULL;
}

static void person_free(struct person *p)
{
    LIST_REMOVE(p, bucket);
    free(p->keys);
    free(p->visits);
    free(p->rated);
    free(p);
}

/* The player who has registered the name. */
static struct person *keeper_of(struct memory *m, const char *name)
{
    for (int i = 0; i < MEMORY_BUCKETS; i++) {
        struct person *p;
        LIST_FOREACH(p, &m->players[i], bucket)
            if (p->player.kept && strcasecmp(p->player.name, name) == 0)
                return p;
    }
    return NULL;
}

/* The player with this token, and its index; NULL if there is none. */
static struct person *owner_of(struct memory *m, const char *token, int *index)
{
    for (int i = 0; i < MEMORY_BUCKETS; i++) {
        struct person *p;
        LIST_FOREACH(p, &m->players[i], bucket)
            for (*index = 0; *index < p->key_count; ++*index)
                if (strcmp(p->keys[*index].text, token) == 0)
                    return p;
    }
    return NULL;
}

static void drop_key(struct person *p, int index)
{
    p->key_count--;
    memmove(p->keys + index, p->keys + index + 1, (size_t)(p->key_count - index) * sizeof *p->keys);
}

/* The last one that was used comes last. */
static int compare_keys(const void *a, const void *b)
{
    const struct key *left = a, *right = b;
    if (left->used != right->used)
        return (left->used > right->used) - (left->used < right->used);
    return (left->created > right->created) - (left->created < right->created);
}

static void note_visit(struct person *p, const struct job *j)
{
    int i = 0;
    while (i < p->visit_count && p->visits[i].origin != j->origin)
        i++;
    if (!j->origin)
        return;
    if (i == p->visit_count) {
        p->visits = grow(p->visits, p->visit_count, &p->visit_room, sizeof *p->visits);
        p->visit_count++;
    }
    p->visits[i] = (struct visit){j->origin, j->time / DAY_MS};
}

static void add_key(struct person *p, const struct job *j)
{
    p->keys = grow(p->keys, p->key_count, &p->key_room, sizeof *p->keys);
    struct key *k = &p->keys[p->key_count++];
    *k = (struct key){.created = j->time, .used = j->time / DAY_MS};
    memcpy(k->text, j->token, sizeof k->text);
    memcpy(k->device, j->device, sizeof k->device);
    note_visit(p, j);
    qsort(p->keys, (size_t)p->key_count, sizeof *p->keys, compare_keys);
    if (p->key_count > DEVICES_MAX)
        drop_key(p, 0);
}

static struct rated *rated_find(struct person *p, const struct settings *s)
{
    for (int i = 0; i < p->rated_count; i++)
        if (p->rated[i].players == s->config.players && strcmp(p->rated[i].game, s->game->id) == 0)
            return &p->rated[i];
    p->rated = grow(p->rated, p->rated_count, &p->rated_room, sizeof *p->rated);
    struct rated *r = &p->rated[p->rated_count++];
    *r = (struct rated){.players = s->config.players, .rating = rating_new()};
    snprintf(r->game, sizeof r->game, "%s", s->game->id);
    return r;
}

/* ---- The end of a match ---- */

/* Counts a rated match of these two. Returns how many they have had before on this day. */
static int count_pair(struct memory *m, int64_t a, int64_t b, int64_t day)
{
    int64_t low = a < b ? a : b, high = a < b ? b : a;
    if (m->day != day)
        m->bout_count = 0;
    m->day = day;
    for (int i = 0; i < m->bout_count; i++)
        if (m->bouts[i].players[0] == low && m->bouts[i].players[1] == high)
            return m->bouts[i].count++;
    m->bouts = grow(m->bouts, m->bout_count, &m->bout_room, sizeof *m->bouts);
    m->bouts[m->bout_count++] = (struct bout){{low, high}, 1};
    return 0;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* As in SQL: see store_bouts.c. */
static int count_bout(struct memory *m, const struct person *a, const struct person *b, int64_t day)
{
    int most = count_pair(m, a->player.id, b->player.id, day);
    for (int i = 0; i < b->visit_count; i++)
        most = larger(most, count_pair(m, a->player.id, b->visits[i].origin, day));
    for (int i = 0; i < a->visit_count; i++) {
        most = larger(most, count_pair(m, b->player.id, a->visits[i].origin, day));
        for (int k = 0; k < b->visit_count; k++)
            if (a->visits[i].origin == b->visits[k].origin)
                most = larger(most, count_pair(m, a->visits[i].origin, a->visits[i].origin, day));
    }
    return most;
}

static void memory_rate(struct memory *m, const struct finish *f, int64_t day)
{
    struct rating ratings[SEATS_MAX];
    struct rated *rated[SEATS_MAX];
    struct person *person[SEATS_MAX];
    struct rated_match match = {.players = f->settings.config.players, .day = day};
    for (int seat = 0; seat < match.players; seat++) {
        person[seat] = person_find(m, f->place[seat].player);
        if (!person[seat])
            return;
        rated[seat] = rated_find(person[seat], &f->settings);
        ratings[seat] = rated[seat]->rating;
        match.ranks[seat] = f->place[seat].rank;
        for (int other = 0; other < seat; other++)
            match.before[seat][other] = match.before[other][seat] = count_bout(m, person[seat],
                                                                               person[other], day);
    }
    ratings_update(ratings, &match);
    for (int seat = 0; seat < match.players; seat++)
        rated[seat]->rating = ratings[seat];
}

static void memory_finish(struct memory *m, struct shelf *t, const struct job *j)
{
    const struct finish *f = j->finish;
    t->over = j->time;
    t->hasty = f->hasty;
    for (int seat = 0; seat < f->settings.config.players && f->place[seat].rank; seat++)
        t->place[t->places++] = f->place[seat];
    if (f->rated)
        memory_rate(m, f, j->time / DAY_MS);
}

/* ---- Jobs ---- */

static enum job_result append_to(struct memory *m, struct shelf *t, const struct job *j)
{
    if (j->seq <= t->count)
        return JOB_TAKEN;
    if (j->seq != t->count + 1)
        return JOB_FAILED;
    for (int i = 0; i < j->count; i++)
        add_brief(t, &j->events[i]);
    if (j->finish)
        memory_finish(m, t, j);
    return JOB_DONE;
}

static enum job_result memory_open(struct memory *m, struct job *j)
{
    if (shelf_find(m, j->table))
        return JOB_TAKEN;
    struct shelf *t = allocate(sizeof *t);
    memcpy(t->id, j->table, sizeof t->id);
    memcpy(t->settings, j->settings, sizeof t->settings);
    memcpy(t->secret, j->secret, sizeof t->secret);
    t->host = j->host;
    t->opened = j->time;
    t->origin = j->origin;
    LIST_INSERT_HEAD(shelves_of(m, t->id), t, bucket);
    return append_to(m, t, j);
}

static enum job_result memory_append(struct memory *m, struct job *j)
{
    struct shelf *t = shelf_find(m, j->table);
    return t ? append_to(m, t, j) : JOB_TAKEN; /* it was deleted */
}

static enum job_result memory_table(struct memory *m, struct job *j)
{
    const struct shelf *t = shelf_find(m, j->table);
    if (t)
        copy_shelf(t, j);
    return t ? JOB_DONE : JOB_NONE;
}

/* Here, names look the same if they differ only in the capitals of ASCII. */
static void find_looks(struct player *p)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (const char *c = p->name; *c; c++)
        hash = (hash ^ (uint64_t)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c)) * UINT64_C(1099511628211);
    memset(p->looks, 0, sizeof p->looks);
    p->looks[0] = (int64_t)(hash | 1);
}

/* A name is good here if it can stand in a record and a line of text. */
static enum job_result memory_judge_name(struct memory *m, struct job *j)
{
    const char *name = j->player.name;
    find_looks(&j->player);
    size_t length = strlen(name);
    const struct person *keeper = keeper_of(m, name);
    if (length < 2 || name[0] == ' ' || name[length - 1] == ' ' || strpbrk(name, "#\t\n"))
        return JOB_BAD;
    return keeper && keeper->player.id != j->player.id ? JOB_TAKEN : JOB_DONE;
}

static enum job_result memory_guest(struct memory *m, struct job *j)
{
    enum job_result result = memory_judge_name(m, j);
    if (result != JOB_DONE)
        return result;
    if (person_find(m, j->player.id))
        return JOB_TAKEN;
    struct person *p = allocate(sizeof *p);
    p->player = j->player;
    p->created = j->time;
    LIST_INSERT_HEAD(persons_of(m, p->player.id), p, bucket);
    add_key(p, j);
    return JOB_DONE;
}

/* ---- People ---- */

static enum job_result memory_mutes(struct memory *m, struct job *j)
{
    const struct person *p = person_find(m, j->player.id);
    free(j->people);
    j->people = p && p->muted_count ? people_new(p->muted_count) : NULL;
    for (int i = 0; j->people && i < p->muted_count; i++) {
        const struct person *muted = person_find(m, p->muted[i]);
        if (muted)
            j->people->player[j->people->count++] = muted->player;
    }
    return JOB_DONE;
}

static void unmute(struct person *p, int64_t muted)
{
    for (int i = 0; i < p->muted_count; i++)
        if (p->muted[i] == muted)
            p->muted[i--] = p->muted[--p->muted_count];
}

static enum job_result memory_mute(struct memory *m, struct job *j)
{
    struct person *p = person_find(m, j->player.id);
    if (!p || (j->own && !person_find(m, j->other)))
        return JOB_NONE;
    unmute(p, j->other);
    if (j->own && p->muted_count == MUTES_MAX)
        return JOB_BAD;
    if (j->own)
        p->muted[p->muted_count++] = j->other;
    return memory_mutes(m, j);
}

static enum job_result memory_report(struct memory *m, struct job *j)
{
    struct person *p = person_find(m, j->player.id);
    if (!p)
        return JOB_NONE;
    int64_t *oldest = &p->reports[p->report_count % REPORTS_MAX];
    if (p->report_count >= REPORTS_MAX && *oldest > j->time - DAY_MS)
        return JOB_BAD;
    *oldest = j->time;
    p->report_count++;
    return JOB_DONE;
}

/* Addresses cannot be banned here. */
static enum job_result memory_ban(struct memory *m, struct job *j)
{
    struct person *p = person_find(m, j->other);
    if (!p || (!j->time && !p->banned))
        return JOB_NONE;
    p->banned = j->time;
    return JOB_DONE;
}

/* As in SQL; without a time, until somebody ends the ban. */
static enum job_result memory_admit(struct memory *m, const struct person *p, struct job *j)
{
    return p->banned > j->time ? JOB_BANNED : memory_mutes(m, j);
}

static enum job_result memory_enter(struct memory *m, struct job *j)
{
    int index;
    struct person *p = owner_of(m, j->token, &index);
    if (!p)
        return JOB_NONE;
    j->player.id = p->player.id;
    if (memory_admit(m, p, j) != JOB_DONE)
        return JOB_BANNED;
    for (int i = 0; !p->player.kept && i < GUEST_NAMES && keeper_of(m, p->player.name); i++)
        guest_name(p->player.id, i, p->player.name);
    find_looks(&p->player);
    if (j->time) {
        if (p->keys[index].used < j->time / DAY_MS)
            p->keys[index].used = j->time / DAY_MS;
        memcpy(p->keys[index].device, j->device, sizeof j->device);
        note_visit(p, j);
        qsort(p->keys, (size_t)p->key_count, sizeof *p->keys, compare_keys);
    }
    j->player = p->player;
    return JOB_DONE;
}

static enum job_result memory_login(struct memory *m, struct job *j)
{
    struct person *p = keeper_of(m, j->player.name);
    if (!p || strcmp(p->password, j->password) != 0)
        return JOB_NONE;
    j->player = p->player;
    if (memory_admit(m, p, j) != JOB_DONE)
        return JOB_BANNED;
    add_key(p, j);
    return JOB_DONE;
}

/* Deletes all tokens of the player but this one. */
static void drop_others(struct person *p, const char *token)
{
    for (int i = p->key_count; i-- > 0;)
        if (strcmp(p->keys[i].text, token) != 0)
            drop_key(p, i);
}

/* Gives the player the name of the job; with a password, they keep it, and lose all other tokens.
 */
static enum job_result memory_name(struct memory *m, struct job *j)
{
    struct person *p = person_find(m, j->player.id);
    bool keep = j->type == JOB_KEEP;
    int index;
    if (keep && (!p || owner_of(m, j->token, &index) != p))
        return JOB_NONE;
    enum job_result result = memory_judge_name(m, j);
    if (result != JOB_DONE)
        return result;
    if (!p || (p->player.kept && !keep))
        return JOB_NONE;
    memcpy(p->player.name, j->player.name, sizeof p->player.name);
    memcpy(p->player.looks, j->player.looks, sizeof p->player.looks);
    p->player.kept = keep;
    if (keep) {
        memcpy(p->password, j->password, sizeof p->password);
        drop_others(p, j->token);
    }
    return JOB_DONE;
}

/* The operator changes a name, registered or not. */
static enum job_result memory_rename(struct memory *m, struct job *j)
{
    struct person *p = person_find(m, j->player.id);
    if (!p)
        return JOB_NONE;
    enum job_result result = memory_judge_name(m, j);
    if (result != JOB_DONE)
        return result;
    j->player.kept = p->player.kept;
    p->player = j->player;
    return JOB_DONE;
}

/* The name in front of the first tab of the text is replaced; of chat, all of it. */
static void delete_text(struct brief *b)
{
    char text[EVENT_TEXT_BYTES];
    const char *rest = strchr(b->text, '\t');
    snprintf(text, sizeof text, "%s%s", DELETED_NAME,
             b->type == EV_CHAT ? "\t-"
             : rest             ? rest
                                : "");
    free(b->text);
    b->text = strdup(text);
    if (!b->text)
        abort();
    b->number &= b->type == EV_SIT ? SIT_AGREES : 0;
}

static void delete_from(struct shelf *t, int64_t player)
{
    for (int i = 0; i < t->count; i++)
        if (t->events[i].player == player &&
            (t->events[i].type == EV_SIT || t->events[i].type == EV_CHAT))
            delete_text(&t->events[i]);
    for (int i = 0; i < t->places; i++)
        if (t->place[i].player == player)
            snprintf(t->place[i].name, sizeof t->place[i].name, "%s", DELETED_NAME);
}

static enum job_result memory_delete(struct memory *m, struct job *j)
{
    struct person *p = person_find(m, j->player.id), *other;
    struct shelf *t;
    if (!p)
        return JOB_NONE;
    for (int i = 0; i < MEMORY_BUCKETS; i++) {
        LIST_FOREACH(t, &m->tables[i], bucket)
            delete_from(t, p->player.id);
        LIST_FOREACH(other, &m->players[i], bucket)
            unmute(other, p->player.id);
    }
    p->player = (struct player){.id = p->player.id};
    snprintf(p->player.name, sizeof p->player.name, "%s", DELETED_NAME);
    p->key_count = p->visit_count = p->rated_count = p->muted_count = p->report_count = 0;
    p->banned = 0;
    return JOB_DONE;
}

static enum job_result memory_forget(struct memory *m, struct job *j)
{
    int index;
    struct person *p = owner_of(m, j->token, &index);
    if (p)
        drop_key(p, index);
    return JOB_DONE;
}

static enum job_result memory_open_tables(struct memory *m, struct job *j)
{
    const struct shelf *t;
    int room = j->count = 0;
    for (int i = 0; i < MEMORY_BUCKETS; i++)
        LIST_FOREACH(t, &m->tables[i], bucket)
            if (!t->over) {
                j->tables = grow(j->tables, j->count, &room, sizeof *j->tables);
                memcpy(j->tables[j->count++], t->id, sizeof t->id);
            }
    return JOB_DONE;
}

static enum job_result memory_devices(struct memory *m, struct job *j)
{
    const struct person *p = person_find(m, j->player.id);
    int count = p ? p->key_count : 0;
    j->devices = allocate((size_t)(count + 1) * sizeof *j->devices);
    for (j->count = 0; j->count < count; j->count++) {
        const struct key *k = &p->keys[count - 1 - j->count];
        struct device *d = &j->devices[j->count];
        *d = (struct device){
            .created = k->created, .used = day_ms(k->used), .own = strcmp(k->text, j->token) == 0};
        device_id_of(k->text, d->id);
        memcpy(d->name, k->device, sizeof d->name);
    }
    return JOB_DONE;
}

static enum job_result memory_end(struct memory *m, struct job *j)
{
    struct person *p = person_find(m, j->player.id);
    for (int i = 0; p && i < p->key_count; i++) {
        char id[DEVICE_ID_BYTES];
        device_id_of(p->keys[i].text, id);
        if (strcmp(id, j->device_id) == 0) {
            drop_key(p, i);
            return JOB_DONE;
        }
    }
    return JOB_NONE;
}

static enum job_result memory_looks(struct memory *m, struct job *j)
{
    (void)m;
    find_looks(&j->player);
    return JOB_DONE;
}

static int compare_rated(const void *a, const void *b)
{
    const struct rated *left = a, *right = b;
    int order = strcmp(left->game, right->game);
    return order ? order : left->players - right->players;
}

static enum job_result memory_ratings(struct memory *m, struct job *j)
{
    const struct person *p = person_find(m, j->player.id);
    if (!p)
        return JOB_NONE;
    j->player = p->player;
    j->ratings = allocate((size_t)(p->rated_count + 1) * sizeof *j->ratings);
    if (p->rated_count)
        memcpy(j->ratings, p->rated, (size_t)p->rated_count * sizeof *j->ratings);
    j->count = p->rated_count;
    qsort(j->ratings, (size_t)j->count, sizeof *j->ratings, compare_rated);
    return JOB_DONE;
}

/* Whether the match belongs into the list. */
static bool is_wanted(const struct shelf *t, const struct job *j)
{
    bool theirs = !j->player.id, listed = strstr(t->settings, "listed=yes");
    if (theirs && t->hasty)
        return false;
    for (int i = 0; i < t->places; i++)
        theirs |= t->place[i].player == j->player.id;
    return t->places && t->over < j->time && theirs && (listed || (j->player.id && j->own));
}

/* The last matches first. */
static int compare_ended(const void *a, const void *b)
{
    const struct ended *left = a, *right = b;
    return left->time != right->time ? (left->time < right->time) - (left->time > right->time)
                                     : strcmp(left->table, right->table);
}

/* Marks the places whose names are now the registered ones of their players. */
static void mark_kept(struct memory *m, struct ended *e)
{
    for (int i = 0; i < e->places; i++) {
        const struct person *p = person_find(m, e->place[i].player);
        e->place[i].kept = p && p->player.kept && strcmp(p->player.name, e->place[i].name) == 0;
    }
}

static enum job_result memory_finished(struct memory *m, struct job *j)
{
    int room = 0;
    for (int i = 0; i < MEMORY_BUCKETS; i++) {
        const struct shelf *t;
        LIST_FOREACH(t, &m->tables[i], bucket) {
            if (!is_wanted(t, j))
                continue;
            j->matches = grow(j->matches, j->count, &room, sizeof *j->matches);
            struct ended *e = &j->matches[j->count++];
            *e = (struct ended){.time = t->over, .places = t->places};
            memcpy(e->table, t->id, sizeof e->table);
            memcpy(e->settings, t->settings, sizeof e->settings);
            memcpy(e->place, t->place, sizeof e->place);
            mark_kept(m, e);
        }
    }
    if (j->count)
        qsort(j->matches, (size_t)j->count, sizeof *j->matches, compare_ended);
    if (j->count > ROWS_MAX)
        j->count = ROWS_MAX;
    return JOB_DONE;
}

static enum job_result memory_keep_time(struct memory *m, struct job *j)
{
    if (j->time > m->time)
        m->time = j->time;
    j->time = m->time;
    if (j->dated && m->dated == j->dated_before)
        m->dated = j->dated;
    j->dated = m->dated;
    return JOB_DONE;
}

/* ---- Retention ---- */

static int days_of(const struct shelf *t, const struct keep *keep)
{
    if (!t->places)
        return keep->closed_days;
    return strstr(t->settings, "listed=yes") ? keep->listed_days : keep->unlisted_days;
}

static bool shelf_is_old(const struct shelf *t, const struct job *j)
{
    int days = days_of(t, &j->keep);
    return t->over && days && t->over < j->time - days * (int64_t)DAY_MS;
}

/* Whether the player has a seat, has opened the table, or has finished a match there. */
static bool is_there(const struct shelf *t, int64_t player)
{
    bool there = !t->over && t->host == player;
    for (int i = 0; i < t->places; i++)
        there |= t->place[i].player == player;
    for (int i = 0; i < t->count && !t->over; i++)
        there |= t->events[i].type == EV_SIT && t->events[i].player == player;
    return there;
}

static bool person_is_old(struct memory *m, const struct person *p, const struct job *j)
{
    int64_t before = j->time - j->keep.guest_days * (int64_t)DAY_MS;
    if (!j->keep.guest_days || p->player.kept || p->created >= before)
        return false;
    for (int i = 0; i < p->key_count; i++)
        if (p->keys[i].used >= before / DAY_MS)
            return false;
    const struct shelf *t;
    for (int i = 0; i < MEMORY_BUCKETS; i++)
        LIST_FOREACH(t, &m->tables[i], bucket)
            if (is_there(t, p->player.id))
                return false;
    return true;
}

static void tidy_person(struct person *p, const struct job *j)
{
    int64_t day = j->time / DAY_MS;
    for (int i = 0; j->keep.token_days && i < p->key_count; i++)
        if (p->keys[i].used < day - j->keep.token_days)
            drop_key(p, i--);
    for (int i = 0; i < p->visit_count; i++)
        if (p->visits[i].day < day - ORIGIN_DAYS)
            p->visits[i--] = p->visits[--p->visit_count];
}

/* Everything at once. */
static enum job_result memory_tidy(struct memory *m, struct job *j)
{
    struct shelf *t, *more;
    struct person *p, *next;
    for (int i = 0; i < MEMORY_BUCKETS; i++)
        for (t = LIST_FIRST(&m->tables[i]); t; t = more) {
            more = LIST_NEXT(t, bucket);
            if (shelf_is_old(t, j))
                shelf_free(t);
        }
    for (int i = 0; i < MEMORY_BUCKETS; i++)
        for (p = LIST_FIRST(&m->players[i]); p; p = next) {
            next = LIST_NEXT(p, bucket);
            tidy_person(p, j);
            if (person_is_old(m, p, j))
                person_free(p);
        }
    j->count = 0;
    j->player.id = 0;
    return JOB_DONE;
}

void memory_perform(struct memory *m, struct job *j)
{
    static enum job_result (*const how[JOB_TYPES])(struct memory *, struct job *) = {
        [JOB_OPEN] = memory_open,
        [JOB_APPEND] = memory_append,
        [JOB_TABLE] = memory_table,
        [JOB_GUEST] = memory_guest,
        [JOB_ENTER] = memory_enter,
        [JOB_LOGIN] = memory_login,
        [JOB_KEEP] = memory_name,
        [JOB_CALL] = memory_name,
        [JOB_FORGET] = memory_forget,
        [JOB_RATINGS] = memory_ratings,
        [JOB_DEVICES] = memory_devices,
        [JOB_END] = memory_end,
        [JOB_LOOKS] = memory_looks,
        [JOB_FINISHED] = memory_finished,
        [JOB_TIME] = memory_keep_time,
        [JOB_TIDY] = memory_tidy,
        [JOB_MUTE] = memory_mute,
        [JOB_MUTES] = memory_mutes,
        [JOB_REPORT] = memory_report,
        [JOB_BAN] = memory_ban,
        [JOB_RENAME] = memory_rename,
        [JOB_DELETE] = memory_delete,
        [JOB_OPEN_TABLES] = memory_open_tables,
    };
    j->result = how[j->type] ? how[j->type](m, j) : JOB_FAILED;
}

/* ---- The store ---- */

struct memory *memory_new(void)
{
    return allocate(sizeof(struct memory));
}

void memory_free(struct memory *m)
{
    for (int i = 0; i < MEMORY_BUCKETS; i++) {
        while (!LIST_EMPTY(&m->tables[i]))
            /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): it takes the table out of the list */
            shelf_free(LIST_FIRST(&m->tables[i]));
        while (!LIST_EMPTY(&m->players[i]))
            /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
            person_free(LIST_FIRST(&m->players[i]));
    }
    free(m->bouts);
    free(m);
}

static int compare_shelves(const void *a, const void *b)
{
    const struct shelf *const *left = a, *const *right = b;
    return strcmp((*left)->id, (*right)->id);
}

void memory_restore(const struct memory *m, void (*found)(const struct job *table, void *context),
                    void *context)
{
    const struct shelf **open = NULL, *t;
    int count = 0, room = 0;
    for (int i = 0; i < MEMORY_BUCKETS; i++)
        LIST_FOREACH(t, &m->tables[i], bucket)
            if (!t->over) {
                open = grow(open, count, &room, sizeof *open);
                open[count++] = t;
            }
    if (count)
        qsort(open, (size_t)count, sizeof *open, compare_shelves);
    for (int i = 0; i < count; i++) {
        struct job *j = job_new(JOB_TABLE, NULL, NULL);
        copy_shelf(open[i], j);
        found(j, context);
        job_free(j);
    }
    free(open);
}

int64_t memory_time(const struct memory *m)
{
    return m->time;
}
