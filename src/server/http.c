/* HTTP: the files of the browser client, health, metrics, records. */
#include "server/http.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/facts.h"
#include "game/languages.h"
#include "match/grow.h"
#include "match/record.h"

enum { TEXT_BYTES = 256 * 1024 };

static const struct file *file_find(const char *name, const char *ending)
{
    size_t length = strlen(name);
    for (const struct file *f = web_files; f->name; f++)
        if (strncmp(f->name, name, length) == 0 && strcmp(f->name + length, ending) == 0)
            return f;
    return NULL;
}

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".json", "application/json"},
        {".wasm", "application/wasm"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/markdown; charset=utf-8"},
        {".woff2", "font/woff2"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

static void set_tag(struct answer_body *a)
{
    uint8_t hash[crypto_generichash_BYTES_MIN];
    char hex[2 * sizeof hash + 1];
    crypto_generichash(hash, sizeof hash, a->bytes, a->length, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(a->tag, sizeof a->tag, "\"%.16s\"", hex);
}

static struct answer_body text_answer(int status, const char *text)
{
    struct answer_body a = {
        .status = status, .type = "text/plain; charset=utf-8", .caching = "no-store"};
    a.length = strlen(text);
    a.owned = allocate(a.length + 1);
    memcpy(a.owned, text, a.length + 1);
    a.bytes = a.owned;
    return a;
}

/* The hash in the name ('app-1A2B3C4D.js'); NULL if there is none. */
static const char *hash_of(const char *name)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    for (const char *c = strchr(name, '-'); c; c = strchr(c + 1, '-'))
        if (strspn(c + 1, digits) == 8 && c[9] == '.')
            return c + 1;
    return NULL;
}

/* A file with a hash in its name never changes, so browsers may keep it. For other files they must
 * ask each time. */
static struct answer_body file_answer(const char *name, const struct question *q)
{
    const struct file *plain = file_find(name, ""), *gz = q->gzip ? file_find(name, ".gz") : NULL;
    const struct file *f = gz ? gz : plain;
    if (!plain)
        return text_answer(404, "There is no such page.\n");
    struct answer_body a = {.status = 200,
                            .type = type_of(name),
                            .compressed = gz,
                            .bytes = f->bytes,
                            .length = f->length};
    const char *hash = hash_of(name);
    a.caching = hash ? "public, max-age=31536000, immutable" : "no-cache";
    if (hash) /* large files: their bytes are not hashed for each request */
        snprintf(a.tag, sizeof a.tag, "\"%.8s%s\"", hash, gz ? "-gz" : "");
    else
        set_tag(&a);
    if (strcmp(q->tag, a.tag) == 0) {
        a.status = 304;
        a.length = 0;
    }
    return a;
}

static struct answer_body metrics_answer(const struct hall *h)
{
    const struct hall_counts *c = hall_counts(h);
    const struct {
        const char *name, *type, *about;
        int64_t value;
    } rows[] = {
        {"tables", "gauge", "Tables in memory.", c->tables},
        {"sessions", "gauge", "Open WebSocket connections.", c->sessions},
        {"requests_total", "counter", "Messages from clients.", c->requests},
        {"refusals_total", "counter", "Messages that were refused.", c->refusals},
        {"events_total", "counter", "Events of tables that were stored.", c->events},
        {"conflicts_total", "counter", "Events refused because another node was faster.",
         c->conflicts},
        {"store_failures_total", "counter", "Jobs that the store could not do.", c->failures},
        {"bot_moves_total", "counter", "Moves made by bots.", c->bot_moves},
        {"timeouts_total", "counter", "Clocks that ran out.", c->timeouts},
    };
    char text[4096];
    struct out o;
    out_init(&o, text, sizeof text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        out_format(&o, "# HELP tenka_%s %s\n# TYPE tenka_%s %s\ntenka_%s %" PRId64 "\n",
                   rows[i].name, rows[i].about, rows[i].name, rows[i].type, rows[i].name,
                   rows[i].value);
    struct answer_body a = text_answer(200, text);
    a.type = "text/plain; version=0.0.4; charset=utf-8";
    return a;
}

static struct answer_body health_answer(const struct hall *h, bool closing)
{
    if (closing)
        return text_answer(503, "closing\n");
    return hall_healthy(h) ? text_answer(200, "ok\n") : text_answer(503, "the store fails\n");
}

static struct answer_body record_answer(struct hall *h, const char *id, bool again)
{
    static char text[TEXT_BYTES];
    struct match *m;
    struct out o;
    if (!hall_match(h, id, !again, &m))
        return (struct answer_body){0};
    if (!m)
        return text_answer(404, "There is no such match, or it does not allow spectators.\n");
    out_init(&o, text, sizeof text);
    record_write(m, &o);
    return o.overflow ? text_answer(500, "The record is too long to send.\n")
                      : text_answer(200, text);
}

static struct answer_body games_answer(const char *language)
{
    static char text[TEXT_BYTES];
    struct out o;
    out_init(&o, text, sizeof text);
    o.catalog = language_find(language);
    facts_of_games(games, &o);
    struct answer_body a = text_answer(200, text);
    a.type = "application/json";
    a.caching = "no-cache";
    return a;
}

/* Paths that the browser client handles: they all get its page. */
static bool is_page(const char *path)
{
    static const char *const pages[] = {"/t/", "/p/", "/rules/", "/guide/"};
    static const char *const single[] = {"/", "/lobby", "/new", "/rules"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (strncmp(path, pages[i], strlen(pages[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (strcmp(path, single[i]) == 0)
            return true;
    return false;
}

struct answer_body http_answer(struct hall *h, const struct question *q, bool closing)
{
    const char *path = q->path;
    if (strcmp(path, "/healthz") == 0)
        return health_answer(h, closing);
    if (strcmp(path, "/metrics") == 0)
        return metrics_answer(h);
    if (strcmp(path, "/games.json") == 0)
        return games_answer("en");
    if (strcmp(path, "/games-ja.json") == 0)
        return games_answer("ja");
    if (strncmp(path, "/record/", 8) == 0)
        return record_answer(h, path + 8, q->again);
    if (is_page(path))
        return file_answer("index.html", q);
    struct answer_body a = file_answer(path + 1, q);
    if (a.status == 404 && !strchr(path, '.')) { /* the client shows it in the reader's language */
        free(a.owned);
        a = file_answer("index.html", &(struct question){.tag = "", .gzip = q->gzip});
        a.status = 404;
    }
    return a;
}
