/* tenka bench server: puts load on the table server, over loopback. The server runs as a separate
 * process on one core. The clients use the public protocol; their players are greedy and read their
 * views in notation. */
#include "cli/bench_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/queue.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bots/bot.h"
#include "bots/mind.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/sheet.h"
#include "core/json_out.h"
#include "core/position.h"
#include "match/grow.h"
#include "server/server.h"

enum {
    TABLES = 2000,
    CALM = 5000, /* moves per second while the delay is measured */
    IN_BYTES = 1 << 18,
    OUT_BYTES = 1024,
    ID_LENGTH = 12, /* of a table's id */
    LATENCIES = 1 << 22,
    IDLE_CONNECTIONS = 10000,
    UNFINISHED_TABLES = 10000,
    UNFINISHED_MOVES = 10,
    WARM_UP = 60, /* seconds for all tables to begin, at most */
    SETTLE = 2,   /* seconds until the backlog of the start is gone */
};

/* ---- The server ---- */

struct served {
    pid_t pid;
    int port;
    char directory[64];
};

static void pin(int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static int free_port(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof a;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&a, sizeof a) ||
        getsockname(fd, (struct sockaddr *)&a, &length))
        return -1;
    close(fd);
    return ntohs(a.sin_port);
}

static int dial(int port)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                            .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    if (fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof a) == 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Whether it answers. It listens before it has read its tables, so a connection alone proves
 * nothing. */
static bool is_well(int port)
{
    static const char ask[] = "GET /healthz HTTP/1.0\r\n\r\n";
    char answer[64] = "";
    int fd = dial(port);
    if (fd < 0)
        return false;
    bool well = write(fd, ask, sizeof ask - 1) > 0 && read(fd, answer, sizeof answer - 1) > 0 &&
                strstr(answer, "200");
    close(fd);
    return well;
}

static void run_server(const struct served *s)
{
    char listen[32];
    snprintf(listen, sizeof listen, "127.0.0.1:%d", s->port);
    pin(0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0 || dup2(nowhere, STDERR_FILENO) < 0)
        _exit(127);
    execl("/proc/self/exe", "tenka", "serve", "--listen", listen, "--data", s->directory, "--rate",
          "0", "--per-address", "0", "--tables-per-player", "1000000", "--bot-ms", "0", NULL);
    _exit(127);
}

/* Returns the seconds until it answers; negative if it does not. */
static double server_start(struct served *s)
{
    double start = seconds();
    s->port = free_port();
    s->pid = fork();
    if (s->pid == 0)
        run_server(s);
    while (seconds() - start < 60) {
        if (is_well(s->port))
            return seconds() - start;
        if (waitpid(s->pid, NULL, WNOHANG) == s->pid)
            return -1;
        usleep(2000);
    }
    return -1;
}

static void server_stop(struct served *s, int signal)
{
    kill(s->pid, signal);
    waitpid(s->pid, NULL, 0);
}

static double server_megabytes(const struct served *s)
{
    char path[64], line[256];
    double kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", s->pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = strtod(line + 6, NULL);
    if (f)
        fclose(f);
    return kilobytes / 1024;
}

static double server_cpu(const struct served *s)
{
    struct timespec t;
    clockid_t clock;
    return clock_getcpuclockid(s->pid, &clock) == 0 && clock_gettime(clock, &t) == 0
               ? (double)t.tv_sec + (double)t.tv_nsec / 1e9
               : 0;
}

/* ---- Clients ---- */

struct client {
    int fd;
    struct pair *pair;
    bool upgraded, welcome;
    size_t used;
    char *in;
};

/* Two clients at a table. */
struct pair {
    struct client client[2];
    char table[ID_LENGTH + 1];
    char move[128]; /* what the actor will play */
    int actor, id;  /* whose move waits to be sent, or -1; the id of the view that it answers */
    int moves;      /* at this table */
    double sent;    /* when the last move was sent; 0: the other client has seen it */
    STAILQ_ENTRY(pair) next;
};

struct load {
    const struct game *game;
    int port, epoll, pairs;
    int quit_after; /* moves after which the clients leave a table; 0: they play it to the end */
    struct pair *pair;
    STAILQ_HEAD(, pair) ready; /* with a move to send */
    double rate;               /* moves per second; 0: as many as possible */
    struct mind *mind;
    struct rng rng;
    bool counting;
    int64_t moves, matches, tables, begun, refused;
    float *latency; /* milliseconds */
    int latencies;
};

static bool send_frame(struct client *c, const char *text)
{
    unsigned char frame[OUT_BYTES + 8];
    size_t length = strlen(text), head = length < 126 ? 2 : 4;
    frame[0] = 0x81;
    frame[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    frame[2] = (unsigned char)(length >> 8);
    frame[3] = (unsigned char)length;
    memset(frame + head, 0, 4); /* a mask of zeros is allowed */
    memcpy(frame + head + 4, text, length);
    return write(c->fd, frame, head + 4 + length) == (ssize_t)(head + 4 + length);
}

/* A message to the server; it begins with its type and, if there is one, its table. */
struct saying {
    struct out o;
    char text[OUT_BYTES];
};

static struct out *saying_begin(struct saying *s, const char *type, const char *table)
{
    out_init(&s->o, s->text, sizeof s->text);
    json_object_begin(&s->o);
    json_member_text(&s->o, "type", type);
    if (table)
        json_member_text(&s->o, "table", table);
    return &s->o;
}

static void saying_send(struct saying *s, struct client *c)
{
    json_object_end(&s->o);
    if (!send_frame(c, s->text))
        exit(wrong("cannot send to the server"));
}

/* The value of the first such key in a message; "" if there is none. The client trusts the server
 * and does not parse the rest of the message, because the load must cost less than the serving. */
static const char *load_value_of(const char *message, const char *key)
{
    char text[32];
    struct out o;
    out_init(&o, text, sizeof text);
    json_key(&o, key);
    const char *at = strstr(message, text);
    return at ? at + o.used : "";
}

/* The same for a string, without the opening quote; it ends with the closing one. */
static const char *text_of(const char *message, const char *key)
{
    const char *value = load_value_of(message, key);
    return *value == '"' ? value + 1 : "";
}

static bool load_text_is(const char *message, const char *key, const char *text)
{
    const char *found = text_of(message, key);
    size_t length = strlen(text);
    return strncmp(found, text, length) == 0 && found[length] == '"';
}

/* Whether the message is about the table at which the pair currently plays. */
static bool is_ours(const struct pair *p, const char *message)
{
    return p->table[0] && load_text_is(message, "table", p->table);
}

static void load_open_table(struct load *l, struct pair *p)
{
    p->moves = 0;
    p->sent = 0;
    p->table[0] = '\0';
    l->tables++;
    struct saying s;
    struct out *o = saying_begin(&s, "create", NULL);
    json_member_text(o, "game", l->game->id);
    json_member_number(o, "players", 2);
    json_member_flag(o, "listed", false);
    saying_send(&s, &p->client[0]);
}

static void load_join(struct pair *p)
{
    struct saying s;
    if (!p->table[0] || !p->client[1].welcome)
        return;
    saying_begin(&s, "join", p->table);
    saying_send(&s, &p->client[1]);
}

static void next_table(struct load *l, struct pair *p)
{
    struct saying s;
    for (int i = 0; i < 2; i++) {
        saying_begin(&s, "unwatch", p->table);
        saying_send(&s, &p->client[i]);
    }
    load_open_table(l, p);
}

/* The view in the message, which is notation in a JSON string. */
static bool read_view(const struct game *g, const char *message, union state *view)
{
    static char text[IN_BYTES];
    const char *from = text_of(message, "view");
    char reason[256], *to = text;
    struct out error;
    struct scan scan;
    struct position position;
    for (; *from && *from != '"'; from++) {
        if (*from == '\\')
            from++;
        *to++ = (char)(from[-1] == '\\' && *from == 'n' ? '\n' : *from);
    }
    out_init(&error, reason, sizeof reason);
    scan_init(&scan, NULL, (struct slice){text, (int)(to - text)}, &error);
    position_init(&position, g->schema, view);
    while (scan_line(&scan))
        if (!position_line(&position, &scan))
            return false;
    return true;
}

static void load_choose(struct load *l, struct pair *p, const char *message)
{
    union state view;
    struct out text;
    if (!read_view(l->game, message, &view))
        exit(wrong("cannot read a view from the server"));
    out_init(&text, p->move, sizeof p->move);
    move_print(l->game->schema, mind_choose(l->mind, &view, &l->rng), &text);
}

static void take_view(struct load *l, struct client *c, const char *message)
{
    struct pair *p = c->pair;
    bool acts = *load_value_of(message, "moves");
    if (p->sent > 0 && c != &p->client[p->actor]) {
        if (l->counting && l->latencies < LATENCIES)
            l->latency[l->latencies++] = (float)(1000 * (seconds() - p->sent));
        p->sent = 0;
    }
    if (!acts || !is_ours(p, message))
        return;
    p->actor = (int)(c - p->client);
    p->id = (int)strtol(load_value_of(message, "id"), NULL, 10);
    load_choose(l, p, message);
    STAILQ_INSERT_TAIL(&l->ready, p, next);
}

static void take(struct load *l, struct client *c, const char *message)
{
    struct pair *p = c->pair;
    if (load_text_is(message, "type", "view")) {
        take_view(l, c, message);
    } else if (load_text_is(message, "type", "welcome")) {
        c->welcome = true;
        if (c == &p->client[0])
            load_open_table(l, p);
        else if (c == &p->client[1])
            load_join(p);
    } else if (load_text_is(message, "type", "created")) {
        snprintf(p->table, sizeof p->table, "%.*s", ID_LENGTH, text_of(message, "table"));
        load_join(p);
    } else if (load_text_is(message, "type", "table")) {
        if (is_ours(p, message) && c == &p->client[0] && load_text_is(message, "state", "over")) {
            l->matches++;
            next_table(l, p);
        }
    } else if (load_text_is(message, "type", "refused") && l->refused++ == 0) {
        fprintf(stderr, "the server refused a message: %s\n", message);
    }
}

/* ---- The loop ---- */

static void upgrade(struct client *c)
{
    static const char request[] =
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    if (write(c->fd, request, sizeof request - 1) != sizeof request - 1)
        exit(wrong("cannot send to the server"));
}

static void say_hello(struct client *c)
{
    struct saying s;
    struct out *o = saying_begin(&s, "hello", NULL);
    json_member_number(o, "version", 1);
    json_member_flag(o, "notation", true);
    saying_send(&s, c);
}

/* Takes the frames that are complete. */
static void take_frames(struct load *l, struct client *c)
{
    size_t at = 0;
    if (!c->upgraded) {
        c->in[c->used] = '\0';
        const char *end = strstr(c->in, "\r\n\r\n");
        if (!end)
            return;
        at = (size_t)(end - c->in) + 4;
        c->upgraded = true;
        say_hello(c);
    }
    while (c->used - at >= 2) {
        const unsigned char *f = (unsigned char *)c->in + at;
        size_t length = f[1] & 0x7f, head = length == 126 ? 4 : length == 127 ? 10 : 2;
        if (c->used - at < head)
            break;
        if (length == 126)
            length = (size_t)f[2] << 8 | f[3];
        else if (length == 127)
            length = (size_t)f[6] << 24 | (size_t)f[7] << 16 | (size_t)f[8] << 8 | f[9];
        if (c->used - at < head + length)
            break;
        char *text = c->in + at + head, after = text[length];
        text[length] = '\0';
        if ((f[0] & 15) == 1)
            take(l, c, text);
        text[length] = after;
        at += head + length;
    }
    memmove(c->in, c->in + at, c->used - at);
    c->used -= at;
}

static void receive(struct load *l, struct client *c)
{
    ssize_t got = read(c->fd, c->in + c->used, IN_BYTES - c->used - 1);
    if (got <= 0)
        exit(wrong("the server closed a connection"));
    c->used += (size_t)got;
    take_frames(l, c);
}

static void send_first(struct load *l)
{
    struct pair *p = STAILQ_FIRST(&l->ready);
    STAILQ_REMOVE_HEAD(&l->ready, next);
    l->begun += p->moves++ == 0;
    p->sent = seconds();
    l->moves++;
    struct saying s;
    struct out *o = saying_begin(&s, "move", p->table);
    json_member_number(o, "id", p->id);
    json_member_text(o, "move", p->move);
    saying_send(&s, &p->client[p->actor]);
    if (l->quit_after && p->moves >= l->quit_after)
        next_table(l, p);
}

/* Plays until the time is up or the count is large enough. */
static void load_play(struct load *l, double limit, const int64_t *count_of, int64_t enough)
{
    double start = seconds(), now;
    int64_t sent = 0;
    while ((now = seconds()) - start < limit && *count_of < enough) {
        struct epoll_event events[256];
        /* do not sleep: waking this process would be work for the server's core */
        int count = epoll_wait(l->epoll, events, 256, 0);
        for (int i = 0; i < count; i++)
            receive(l, events[i].data.ptr);
        while (!STAILQ_EMPTY(&l->ready) &&
               (l->rate == 0 || (double)sent < (seconds() - start) * l->rate)) {
            send_first(l);
            sent++;
        }
        progress("load", (now - start) / limit);
    }
    progress_end();
}

static void load_open(struct load *l, int pairs)
{
    struct bot greedy;
    l->pairs = pairs;
    l->pair = allocate((size_t)pairs * sizeof *l->pair);
    l->latency = allocate(LATENCIES * sizeof *l->latency);
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    STAILQ_INIT(&l->ready);
    bot_parse(l->game, "greedy", &greedy, NULL);
    l->mind = mind_new(&greedy, l->game);
    rng_fast(&l->rng, 1);
    for (int i = 0; i < 2 * pairs; i++) {
        struct client *c = &l->pair[i / 2].client[i % 2];
        struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
        c->pair = &l->pair[i / 2];
        c->pair->actor = -1;
        c->in = allocate(IN_BYTES);
        c->fd = dial(l->port);
        if (c->fd < 0)
            exit(wrong("the server accepts no more connections"));
        upgrade(c);
        epoll_ctl(l->epoll, EPOLL_CTL_ADD, c->fd, &e);
    }
}

static void load_close(struct load *l)
{
    for (int i = 0; i < 2 * l->pairs; i++) {
        close(l->pair[i / 2].client[i % 2].fd);
        free(l->pair[i / 2].client[i % 2].in);
    }
    close(l->epoll);
    mind_free(l->mind);
    free(l->pair);
    free(l->latency);
}

/* ---- What is measured ---- */

static struct sheet sheet;
static const char *section; /* to which the last number belongs; NULL before the first number */

static void print_number(const struct bench_request *q, const char *what, const char *key,
                         double value)
{
    if (!q->json) {
        printf("%-10s %-14s %12.2f\n", what, key, value);
        fflush(stdout);
        return;
    }
    struct out *o = &sheet.o;
    if (!section)
        json_object_begin(o);
    if (!section || strcmp(section, what) != 0) {
        if (section) {
            json_object_end(o);
            json_line(o, 1);
        }
        json_member_object(o, what);
    }
    json_key(o, key);
    json_format(o, "%.3f", value);
    section = what;
    sheet_show(&sheet);
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double percentile(const struct load *l, double share)
{
    return l->latencies ? (double)l->latency[(int)(share * (l->latencies - 1))] : 0;
}

/* Counts moves that are durable and that the other player has seen. The delay is the time between
 * sending a move and seeing it on the other side. */
static void measure_moves(const struct bench_request *q, struct served *s, const char *what,
                          double rate)
{
    struct load l = {.game = q->game, .port = s->port, .rate = rate};
    load_open(&l, TABLES);
    load_play(&l, WARM_UP, &l.begun, TABLES);
    load_play(&l, SETTLE, &l.moves, INT64_MAX);
    l.counting = true;
    l.matches = 0;
    double start = seconds(), cpu = server_cpu(s);
    load_play(&l, q->seconds, &l.moves, INT64_MAX);
    double spent = seconds() - start, cores = (server_cpu(s) - cpu) / spent;
    double moves = (double)l.latencies / spent;
    qsort(l.latency, (size_t)l.latencies, sizeof *l.latency, by_value);
    print_number(q, what, "tables", TABLES);
    print_number(q, what, "moves_per_s", moves);
    print_number(q, what, "per_core", cores > 0 ? moves / cores : 0);
    print_number(q, what, "matches_per_s", (double)l.matches / spent);
    print_number(q, what, "p50_ms", percentile(&l, 0.5));
    print_number(q, what, "p99_ms", percentile(&l, 0.99));
    print_number(q, what, "server_cores", cores);
    print_number(q, what, "server_mb", server_megabytes(s));
    print_number(q, what, "refused", (double)l.refused);
    load_close(&l);
}

/* Connections that say hello and then nothing more. */
static void measure_idle(const struct bench_request *q, struct served *s)
{
    struct load l = {.game = q->game, .port = s->port};
    struct client *c = allocate(IDLE_CONNECTIONS * sizeof *c);
    struct pair lonely = {.actor = -1};
    int count = 0;
    char *in = allocate(IN_BYTES);
    double before = server_megabytes(s);
    for (; count < IDLE_CONNECTIONS; count++) {
        c[count] = (struct client){.fd = dial(s->port), .pair = &lonely, .in = in};
        if (c[count].fd < 0)
            break;
        upgrade(&c[count]);
        while (!c[count].welcome)
            receive(&l, &c[count]);
        progress("connections", (double)count / IDLE_CONNECTIONS);
    }
    progress_end();
    print_number(q, "idle", "connections", count);
    print_number(q, "idle", "server_mb", server_megabytes(s));
    print_number(q, "idle", "kb_each", 1024 * (server_megabytes(s) - before) / (count ? count : 1));
    for (int i = 0; i < count; i++)
        close(c[i].fd);
    free(c);
    free(in);
}

/* The server is killed with many tables in play, and started again. */
static void measure_restore(const struct bench_request *q, struct served *s)
{
    struct load l = {.game = q->game, .port = s->port, .quit_after = UNFINISHED_MOVES};
    load_open(&l, 100);
    load_play(&l, 600, &l.tables, UNFINISHED_TABLES);
    server_stop(s, SIGKILL);
    load_close(&l);
    double spent = server_start(s);
    print_number(q, "restore", "tables", (double)l.tables);
    print_number(q, "restore", "seconds", spent);
    print_number(q, "restore", "server_mb", server_megabytes(s));
}

static void remove_files(const struct served *s)
{
    static const char *const names[] = {"tenka.db", "tenka.db-wal", "tenka.db-shm"};
    char path[128];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", s->directory, names[i]);
        unlink(path);
    }
    rmdir(s->directory);
}

int bench_server(const struct bench_request *asked)
{
    struct bench_request q = *asked;
    struct served s = {.directory = "tenka-bench-XXXXXX"};
    if (q.players || q.settings.count)
        return usage_error(
            &bench_command,
            "'server' takes neither --players nor --option: its tables have two players");
    if (!q.game)
        q.game = games[0];
    sheet_init(&sheet);
    server_raise_limits();
    signal(SIGPIPE, SIG_IGN);
    if (!mkdtemp(s.directory))
        return wrong("cannot create a directory for the server's store here: %s", strerror(errno));
    if (server_start(&s) < 0) {
        remove_files(&s);
        return wrong("the server did not start");
    }
    pin(1);
    measure_moves(&q, &s, "moves", 0);
    measure_moves(&q, &s, "calm", CALM);
    measure_restore(&q, &s);
    server_stop(&s, SIGTERM);
    server_start(&s);
    measure_idle(&q, &s);
    server_stop(&s, SIGTERM);
    if (q.json)
        puts("}}");
    remove_files(&s);
    return 0;
}
