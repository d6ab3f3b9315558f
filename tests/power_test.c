/* When the machine loses power, the embedded store loses nothing that it has acknowledged.
 *
 * Killing a server shows less, because the system still writes what the process had written. So a
 * layer between SQLite and its files keeps, in memory, a disk for which only syncs count: it knows
 * what was synced, and every change since then. At a random step of the store's threads, the power
 * fails: what is on the disk then is all that was synced, and of each other change all, nothing, or
 * some sectors. The next round begins with this disk. The store must open, have every event, name
 * and time whose job was answered with JOB_DONE, and have no job in part.
 *
 * Shared memory (the index of SQLite's log) is not on the disk, so it is always lost. */
#include "parts.h"

#include <dirent.h>
#include <pthread.h>
#include <sqlite3.h>
#include <sys/queue.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/rng.h"
#include "server/store.h"

enum {
    ROUNDS = 200,
    FRESH = 5, /* every so many rounds, the disk is new */
    SECTOR = 512,
    STATES_MAX = 16,
};

static char directory[] = "/tmp/tenka_test_XXXXXX";

/* Protects everything that the store's threads share with the test. It is recursive because SQLite
 * syncs a directory within the sync of a file. */
static pthread_mutex_t lock;

/* ---- The disk ---- */

/* A change that is not synced. */
struct change {
    STAILQ_ENTRY(change) next;
    bool ends; /* the file ends `at`; otherwise `size` bytes are written there */
    size_t at, size;
    uint8_t bytes[];
};

STAILQ_HEAD(changes, change);

struct file {
    SLIST_ENTRY(file) next;
    uint8_t *bytes; /* as they were synced */
    size_t size, room;
    struct changes changes;
};

enum { BASE, LOG, JOURNAL, NAMES };

static const char *const names[NAMES] = {"store", "store-wal", "store-journal"};

/* A name may belong to different files, one after the other. NULL: to none. */
struct name {
    struct file *state[STATES_MAX]; /* the first one is synced */
    int states;
};

struct disk {
    struct name name[NAMES];
    SLIST_HEAD(, file) files;
};

static struct disk disk; /* of the store that runs */
static struct disk left; /* what a loss of power has left of it */
static bool lost;        /* the power has failed in this round */
static int steps_left;   /* until it does */
static struct rng fate;  /* what happens then */
static struct rng whim;  /* what the store is asked to do */

static struct file *file_new(struct disk *d)
{
    struct file *f = calloc(1, sizeof *f);
    if (!f)
        abort();
    STAILQ_INIT(&f->changes);
    SLIST_INSERT_HEAD(&d->files, f, next);
    return f;
}

static void file_forget_changes(struct file *f)
{
    while (!STAILQ_EMPTY(&f->changes)) {
        struct change *c = STAILQ_FIRST(&f->changes);
        STAILQ_REMOVE_HEAD(&f->changes, next);
        free(c);
    }
}

static void file_resize(struct file *f, size_t size)
{
    if (size > f->room) {
        f->room = 2 * size;
        f->bytes = realloc(f->bytes, f->room);
        if (!f->bytes)
            abort();
    }
    if (size > f->size)
        memset(f->bytes + f->size, 0, size - f->size);
    f->size = size;
}

static void file_put(struct file *f, size_t at, const uint8_t *bytes, size_t size)
{
    if (f->size < at + size)
        file_resize(f, at + size);
    memcpy(f->bytes + at, bytes, size);
}

static void file_sync(struct file *f)
{
    struct change *c;
    STAILQ_FOREACH(c, &f->changes, next) {
        if (c->ends)
            file_resize(f, c->at);
        else
            file_put(f, c->at, c->bytes, c->size);
    }
    file_forget_changes(f);
}

static void file_change(struct file *f, bool ends, size_t at, const void *bytes, size_t size)
{
    struct change *c = malloc(sizeof *c + size);
    if (!c)
        abort();
    *c = (struct change){.ends = ends, .at = at, .size = size};
    if (size)
        memcpy(c->bytes, bytes, size);
    STAILQ_INSERT_TAIL(&f->changes, c, next);
}

static void disk_clear(struct disk *d)
{
    while (!SLIST_EMPTY(&d->files)) {
        struct file *f = SLIST_FIRST(&d->files);
        SLIST_REMOVE_HEAD(&d->files, next);
        file_forget_changes(f);
        free(f->bytes);
        free(f);
    }
    *d = (struct disk){0};
    for (struct name *n = d->name; n < d->name + NAMES; n++)
        n->states = 1;
}

static struct file *name_file(const struct name *n)
{
    return n->state[n->states - 1];
}

static void name_change(struct name *n, struct file *f)
{
    if (n->states == STATES_MAX)
        abort();
    n->state[n->states++] = f;
}

static void name_sync(struct name *n)
{
    n->state[0] = name_file(n);
    n->states = 1;
}

/* ---- The loss of power ---- */

enum { ALL, NOTHING, SOME, FATES };

/* Writes all sectors of the change, or some. What lies beside the change in a sector stays as it
 * is: SQLite relies on that, too (SQLITE_IOCAP_POWERSAFE_OVERWRITE). */
static void change_survive(struct file *f, const struct change *c, uint32_t how)
{
    if (c->ends && how != NOTHING)
        file_resize(f, c->at);
    for (size_t from = 0, size; how != NOTHING && from < c->size; from += size) {
        size = SECTOR - (c->at + from) % SECTOR;
        if (size > c->size - from)
            size = c->size - from;
        if (how == ALL || rng_below(&fate, 2))
            file_put(f, c->at + from, c->bytes + from, size);
    }
}

/* Changes may reach the disk in any order. Often all changes of a file share their fate, so that
 * one file is far ahead of another. */
static struct file *file_survive(const struct file *f)
{
    struct file *after = file_new(&left);
    uint32_t how = rng_below(&fate, FATES);
    const struct change *c;
    if (f->size)
        file_put(after, 0, f->bytes, f->size);
    STAILQ_FOREACH(c, &f->changes, next)
        change_survive(after, c, how == SOME ? rng_below(&fate, FATES) : how);
    return after;
}

static void promises_freeze(void);

static void lose_power(void)
{
    disk_clear(&left);
    for (int i = 0; i < NAMES; i++) {
        const struct name *n = &disk.name[i];
        const struct file *f = n->state[rng_below(&fate, (uint32_t)n->states)];
        left.name[i].state[0] = f ? file_survive(f) : NULL;
    }
    promises_freeze();
    lost = true;
}

/* Before everything that changes the disk. */
static void step(void)
{
    if (!lost && --steps_left <= 0)
        lose_power();
}

/* ---- The layer between SQLite and its files ---- */

struct handle {
    sqlite3_file base;
    sqlite3_file *real;
    struct file *file; /* NULL: a temporary file */
};

static sqlite3_vfs *below;

static sqlite3_file *real_of(sqlite3_file *f)
{
    return ((struct handle *)f)->real;
}

static int layer_close(sqlite3_file *f)
{
    return real_of(f)->pMethods->xClose(real_of(f));
}

static int layer_read(sqlite3_file *f, void *bytes, int size, sqlite3_int64 at)
{
    return real_of(f)->pMethods->xRead(real_of(f), bytes, size, at);
}

static int layer_write(sqlite3_file *f, const void *bytes, int size, sqlite3_int64 at)
{
    struct handle *h = (struct handle *)f;
    pthread_mutex_lock(&lock);
    step();
    int result = h->real->pMethods->xWrite(h->real, bytes, size, at);
    if (h->file)
        file_change(h->file, false, (size_t)at, bytes, (size_t)size);
    pthread_mutex_unlock(&lock);
    return result;
}

static int layer_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    struct handle *h = (struct handle *)f;
    pthread_mutex_lock(&lock);
    step();
    int result = h->real->pMethods->xTruncate(h->real, size);
    if (h->file)
        file_change(h->file, true, (size_t)size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

static int layer_sync(sqlite3_file *f, int flags)
{
    struct handle *h = (struct handle *)f;
    pthread_mutex_lock(&lock);
    step();
    int result = h->real->pMethods->xSync(h->real, flags);
    if (h->file && result == SQLITE_OK)
        file_sync(h->file);
    pthread_mutex_unlock(&lock);
    return result;
}

static int layer_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return real_of(f)->pMethods->xFileSize(real_of(f), size);
}

static int layer_lock(sqlite3_file *f, int how)
{
    return real_of(f)->pMethods->xLock(real_of(f), how);
}

static int layer_unlock(sqlite3_file *f, int how)
{
    return real_of(f)->pMethods->xUnlock(real_of(f), how);
}

static int layer_check_lock(sqlite3_file *f, int *locked)
{
    return real_of(f)->pMethods->xCheckReservedLock(real_of(f), locked);
}

static int layer_control(sqlite3_file *f, int what, void *argument)
{
    return real_of(f)->pMethods->xFileControl(real_of(f), what, argument);
}

static int layer_sector(sqlite3_file *f)
{
    return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static int layer_device(sqlite3_file *f)
{
    return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

static int layer_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **memory)
{
    return real_of(f)->pMethods->xShmMap(real_of(f), page, size, extend, memory);
}

static int layer_shm_lock(sqlite3_file *f, int offset, int count, int flags)
{
    return real_of(f)->pMethods->xShmLock(real_of(f), offset, count, flags);
}

static void layer_shm_barrier(sqlite3_file *f)
{
    real_of(f)->pMethods->xShmBarrier(real_of(f));
}

static int layer_shm_unmap(sqlite3_file *f, int discard)
{
    return real_of(f)->pMethods->xShmUnmap(real_of(f), discard);
}

/* Version 2 has no memory-mapped files, whose changes nobody would see. */
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = layer_close,
    .xRead = layer_read,
    .xWrite = layer_write,
    .xTruncate = layer_truncate,
    .xSync = layer_sync,
    .xFileSize = layer_size,
    .xLock = layer_lock,
    .xUnlock = layer_unlock,
    .xCheckReservedLock = layer_check_lock,
    .xFileControl = layer_control,
    .xSectorSize = layer_sector,
    .xDeviceCharacteristics = layer_device,
    .xShmMap = layer_shm_map,
    .xShmLock = layer_shm_lock,
    .xShmBarrier = layer_shm_barrier,
    .xShmUnmap = layer_shm_unmap,
};

/* NULL: a temporary file. */
static struct name *name_of(const char *path)
{
    const char *last = path ? strrchr(path, '/') : NULL;
    for (int i = 0; last && i < NAMES; i++)
        if (strcmp(last + 1, names[i]) == 0)
            return &disk.name[i];
    return NULL;
}

/* The file of that name, which is new if the disk does not have it. */
static struct file *disk_open(struct name *n)
{
    if (!name_file(n))
        name_change(n, file_new(&disk));
    return name_file(n);
}

static int layer_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *opened, int flags, int *got)
{
    struct handle *h = (struct handle *)opened;
    struct name *n = name_of(path);
    (void)vfs;
    *h = (struct handle){.real = (sqlite3_file *)(h + 1)};
    pthread_mutex_lock(&lock);
    step();
    int result = below->xOpen(below, path, h->real, flags, got);
    if (result == SQLITE_OK) {
        h->base.pMethods = &methods;
        h->file = n ? disk_open(n) : NULL;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int layer_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    struct name *n = name_of(path);
    (void)vfs;
    pthread_mutex_lock(&lock);
    step();
    if (n && name_file(n))
        name_change(n, NULL);
    int result = below->xDelete(below, path, sync);
    pthread_mutex_unlock(&lock);
    return result;
}

/* SQLite and the store call this instead of the system's fsync. Nothing waits for a real disk, and
 * the test learns when a directory is synced, which SQLite does not tell to its layers. */
int fsync(int file)
{
    struct stat s;
    if (fstat(file, &s) != 0 || !S_ISDIR(s.st_mode))
        return 0;
    pthread_mutex_lock(&lock);
    step();
    for (int i = 0; i < NAMES; i++)
        name_sync(&disk.name[i]);
    pthread_mutex_unlock(&lock);
    return 0;
}

int fdatasync(int file)
{
    return fsync(file);
}

static sqlite3 *writer; /* the connection of the store that was opened first, which writes */

static int note_connection(sqlite3 *db, char **failure, const void *routines)
{
    (void)failure, (void)routines;
    if (!writer)
        writer = db;
    return SQLITE_OK;
}

static int put_layer(void **context)
{
    static sqlite3_vfs layer;
    pthread_mutexattr_t recursive;
    (void)context;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
    below = sqlite3_vfs_find(NULL);
    layer = *below;
    layer.zName = "power";
    layer.szOsFile = (int)sizeof(struct handle) + below->szOsFile;
    layer.xOpen = layer_open;
    layer.xDelete = layer_delete;
    if (sqlite3_vfs_register(&layer, 1) != SQLITE_OK ||
        sqlite3_auto_extension((void (*)(void))note_connection) != SQLITE_OK)
        return -1;
    return mkdtemp(directory) ? 0 : -1;
}

/* ---- What the store has promised ---- */

enum { TABLES = 8, EVENTS_MAX = 4000, BURST_MAX = 3 };

/* What was asked of the store, what it has acknowledged, or what is there. */
struct promises {
    int events[TABLES];
    int guests, keepers; /* players with the ids from 1 on; the keepers have registered names */
    int64_t time;
};

static struct promises asked, answered;
static struct promises kept;                 /* answered before the power failed */
static int round_of[TABLES][EVENTS_MAX + 1]; /* in which each event was asked for last */
static int number;                           /* of this round */
static int waiting;                          /* jobs that were not answered */
static enum job_type refused = JOB_TYPES;    /* a job with another result than JOB_DONE */
static pthread_cond_t heard = PTHREAD_COND_INITIALIZER;
static struct store *store;

static void promises_freeze(void)
{
    kept = answered;
}

static void note(struct promises *p, const struct job *j)
{
    if (j->type == JOB_OPEN || j->type == JOB_APPEND)
        p->events[j->table[0] - 'a'] = j->seq + j->count - 1;
    else if (j->type == JOB_GUEST)
        p->guests = (int)j->player.id;
    else if (j->type == JOB_KEEP)
        p->keepers = (int)j->player.id;
    else if (j->type == JOB_TIME)
        p->time = j->time;
}

/* A job with a context is a question of the test, which gets it back there. */
static void hear_answer(struct job *j)
{
    pthread_mutex_lock(&lock);
    waiting--;
    if (j->context) {
        *(struct job **)j->context = j;
    } else {
        if (j->result == JOB_DONE)
            note(&answered, j);
        else
            refused = j->type;
        job_free(j);
    }
    pthread_cond_signal(&heard);
    pthread_mutex_unlock(&lock);
}

static void hear_news(const char *text, void *context)
{
    (void)text, (void)context;
}

/* A loop would hear of the answers later. Here they count at once, in the store's thread, so that
 * an answer that comes too early is found. */
static void hear_at_once(void *context)
{
    (void)context;
    store_deliver(store, hear_news, NULL);
}

static void wait_for_answers(void)
{
    pthread_mutex_lock(&lock);
    while (waiting)
        pthread_cond_wait(&heard, &lock);
    pthread_mutex_unlock(&lock);
}

static void submit(struct job *j)
{
    pthread_mutex_lock(&lock);
    waiting++;
    note(&asked, j);
    pthread_mutex_unlock(&lock);
    store_submit(store, j);
}

/* ---- The work ---- */

static const char settings[] = "any game"; /* the store does not read them */

/* An event of that table. Its `number` is that of the last event of the same job. */
static struct event event_made(int table, int seq, int last)
{
    struct event e = event_at(EV_CHAT, table, 1000 * table + seq, round_of[table][seq]);
    int length = (131 * table + 57 * seq) % (EVENT_TEXT_BYTES - 1);
    e.number = last;
    memset(e.text, 'a' + (table + seq) % 26, (size_t)length);
    return e;
}

static struct job *writing(int table)
{
    int before = asked.events[table], count = 1 + (int)rng_below(&whim, BURST_MAX);
    struct job *j = job_new(before ? JOB_APPEND : JOB_OPEN, hear_answer, NULL);
    j->table[0] = (char)('a' + table);
    snprintf(j->settings, sizeof j->settings, "%s", settings);
    j->seq = before + 1;
    j->count = count;
    j->events = calloc((size_t)count, sizeof *j->events);
    if (!j->events || before + count > EVENTS_MAX)
        abort();
    for (int i = 0; i < count; i++) {
        round_of[table][before + 1 + i] = number;
        j->events[i] = event_made(table, before + 1 + i, before + count);
    }
    return j;
}

static struct job *about_player(enum job_type type, int id)
{
    struct job *j = job_new(type, hear_answer, NULL);
    j->player.id = id;
    snprintf(j->player.name, sizeof j->player.name, "%s %d",
             type == JOB_GUEST ? "Somebody" : "Keeper", id);
    snprintf(j->token, sizeof j->token, "token %d", id);
    snprintf(j->hash, sizeof j->hash, "hash %d", id);
    return j;
}

static struct job *registering(void)
{
    return asked.keepers < asked.guests ? about_player(JOB_KEEP, asked.keepers + 1)
                                        : about_player(JOB_GUEST, asked.guests + 1);
}

static struct job *keeping_time(void)
{
    struct job *j = job_new(JOB_TIME, hear_answer, NULL);
    j->time = asked.time + 1000;
    return j;
}

/* A reader keeps SQLite from copying all of its log back. */
static struct job *reading(int table)
{
    struct job *j = job_new(JOB_TABLE, hear_answer, NULL);
    j->table[0] = (char)('a' + table);
    j->seq = 2;
    return j;
}

static struct job *job_of_any_kind(void)
{
    int table = (int)rng_below(&whim, TABLES);
    switch (rng_below(&whim, 8)) {
    case 0:
        return registering();
    case 1:
        return keeping_time();
    case 2:
    case 3:
        return reading(table);
    default:
        return writing(table);
    }
}

static bool is_lost(void)
{
    pthread_mutex_lock(&lock);
    bool yes = lost;
    pthread_mutex_unlock(&lock);
    return yes;
}

static void work(int jobs)
{
    for (; jobs > 0 && !is_lost(); jobs--) {
        submit(job_of_any_kind());
        if (rng_below(&whim, 4) == 0)
            wait_for_answers();
    }
    wait_for_answers();
}

/* ---- What must be there ---- */

static struct promises found;

static void find_table(const struct job *j, void *context)
{
    int table = j->table[0] - 'a', last = 0;
    (void)context;
    assert_in_range(table, 0, TABLES - 1);
    assert_int_equal(j->broken, 0);
    assert_string_equal(j->settings, settings);
    found.events[table] = j->count;
    assert_true(j->count <= asked.events[table]);
    for (int i = 0; i < j->count; i++) {
        const struct event *e = &j->events[i];
        last = e->number;
        assert_in_range(last, i + 1, i + BURST_MAX);
        const struct event made = event_made(table, i + 1, last);
        assert_true(e->type == made.type && e->seat == made.seat);
        assert_true(e->player == made.player && e->time == made.time);
        assert_string_equal(e->text, made.text);
    }
    assert_int_equal(last, j->count); /* the last job is not there in part */
}

/* The player of the token, or of the name; 0: there is none. */
static int find_player(enum job_type type, int id)
{
    struct job *answer = NULL, *j = about_player(type, id);
    j->player.id = 0;
    j->context = &answer;
    submit(j);
    wait_for_answers();
    int player = answer->result == JOB_DONE ? (int)answer->player.id : 0;
    assert_true(answer->result == JOB_DONE || answer->result == JOB_NONE);
    job_free(answer);
    return player;
}

static int count_players(enum job_type type)
{
    int id = 1, player;
    while ((player = find_player(type, id))) {
        assert_int_equal(player, id);
        id++;
    }
    return id - 1;
}

static void assert_between(const char *what, int64_t is, int64_t least, int64_t most)
{
    if (is < least)
        fail_msg("round %d: %s: %d acknowledged, %d left", number, what, (int)least, (int)is);
    if (is > most)
        fail_msg("round %d: %s: %d asked for, but %d found", number, what, (int)most, (int)is);
}

/* SQLite finds nothing wrong with the file. */
static void assert_sound(void)
{
    sqlite3_stmt *s = NULL;
    assert_int_equal(sqlite3_prepare_v2(writer, "PRAGMA integrity_check", -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    if (strcmp((const char *)sqlite3_column_text(s, 0), "ok") != 0)
        fail_msg("round %d: %s", number, (const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
}

static void assert_kept(void)
{
    for (int i = 0; i < TABLES; i++)
        assert_between("events", found.events[i], answered.events[i], asked.events[i]);
    assert_between("guests", found.guests, answered.guests, asked.guests);
    assert_between("keepers", found.keepers, answered.keepers, asked.keepers);
    assert_between("time", found.time, answered.time, asked.time);
}

/* ---- Rounds ---- */

static void open_store(void)
{
    char address[64];
    snprintf(address, sizeof address, "sqlite:%s/%s", directory, names[BASE]);
    writer = NULL;
    store = store_open(address, listener());
    if (!store)
        fail_msg("round %d: %s", number, said);
    /* often: otherwise this happens only when the log is very long */
    sqlite3_wal_autocheckpoint(writer, 2 + (int)rng_below(&whim, 40));
}

static int64_t saved_time(void)
{
    sqlite3_stmt *s = NULL;
    assert_int_equal(
        sqlite3_prepare_v2(writer, "SELECT value FROM meta WHERE key = 'time'", -1, &s, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    int64_t time = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return time;
}

/* Opens the store, and compares all that is there with what was promised. From then on, it is
 * promised, too. */
static void begin(void)
{
    found = (struct promises){0};
    open_store();
    assert_sound();
    if (!store_restore(store, find_table, NULL, listener()))
        fail_msg("round %d: %s", number, said);
    found.time = saved_time();
    store_start(store, hear_at_once, NULL);
    found.guests = count_players(JOB_ENTER);
    found.keepers = count_players(JOB_NAME);
    assert_kept();
    pthread_mutex_lock(&lock);
    asked = answered = found;
    pthread_mutex_unlock(&lock);
}

static void end(void)
{
    store_close(store);
    store = NULL;
    if (refused != JOB_TYPES)
        fail_msg("round %d: a job of type %d was not done", number, (int)refused);
}

static void empty_directory(void)
{
    DIR *d = opendir(directory);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        unlinkat(dirfd(d), e->d_name, 0);
    closedir(d);
}

/* The machine starts again, with what is left. */
static void restart(void)
{
    char path[64];
    disk_clear(&disk);
    disk = left;
    left = (struct disk){0};
    empty_directory();
    for (int i = 0; i < NAMES; i++) {
        struct file *f = name_file(&disk.name[i]);
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        FILE *to = f ? fopen(path, "w") : NULL;
        assert_true(!f || (to && fwrite(f->bytes, 1, f->size, to) == f->size));
        assert_true(!f || fclose(to) == 0);
    }
    answered = kept;
    lost = false;
}

static void begin_anew(void)
{
    disk_clear(&left);
    kept = asked = (struct promises){0};
    restart();
}

/* The power fails while a new store is made (about 60 steps), while it works (about 300), or while
 * it is closed and opened again. */
static void power_fails(void **context)
{
    static const uint32_t steps_most[] = {65, 200, 900};
    (void)context;
    rng_fast(&fate, 1);
    rng_fast(&whim, 2);
    for (number = 0; number < ROUNDS; number++) {
        if (number % FRESH == 0)
            begin_anew();
        steps_left = 1 + (int)rng_below(&fate, steps_most[rng_below(&fate, 3)]);
        for (int sessions = 2; sessions > 0 && !lost; sessions--) {
            begin();
            work(60);
            end();
        }
        if (!lost)
            lose_power();
        restart();
    }
}

static int take_layer_off(void **context)
{
    (void)context;
    if (store)
        store_close(store);
    disk_clear(&disk);
    disk_clear(&left);
    empty_directory();
    return rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(power_fails)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("power", tests, put_layer, take_layer_off);
}
