/* Matches on disk. */
#include "cli/match_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/file.h"
#include "match/record.h"
#include "match/secret.h"

/* The text of a record, for the caller to free. Running out of memory is fatal. */
static char *record_text(struct match *m, void (*write)(struct match *, struct out *))
{
    char *text = malloc(FILE_MAX_BYTES);
    struct out o;
    if (!text)
        abort();
    out_init(&o, text, FILE_MAX_BYTES);
    write(m, &o);
    return text;
}

/* ---- Reading ---- */

/* Reads and replays a record. NULL after printing an error (then record->moves.failed is set), and
 * NULL without an error if the record has no secret. */
static struct match *replay_file(const char *path, const char *text, int length,
                                 struct record *record)
{
    char error[PATH_BYTES + 1024];
    struct out o;
    struct scan scan;
    struct match *m = NULL;
    out_init(&o, error, sizeof error);
    scan_init(&scan, path, (struct slice){text, length}, &o);
    if (record_read(record, &scan) && record->has_secret)
        m = record_replay(record, record->secret);
    if (o.used > 0)
        wrong("%s", error);
    record->moves.failed = o.used > 0;
    return m;
}

/* An unfinished record must equal the beginning of the full record of the match, except for its
 * last line, 'end'. */
static bool tells_match(const char *path, const char *text, struct match *m)
{
    char *full = record_text(m, record_write);
    size_t length = strlen(text), tail = strlen("\nend\n"), same = 0;
    while (text[same] && text[same] == full[same])
        same++;
    free(full);
    if (same + tail >= length)
        return true;
    int line = 1, column = 1;
    for (size_t i = 0; i < same; i++) {
        column = text[i] == '\n' ? 1 : column + 1;
        line += text[i] == '\n';
    }
    wrong("%s:%d:%d: the record differs from the match in %s.secret", path, line, column, path);
    return false;
}

/* Exchanges the names of the bots between the match and `sitters`. If the program was killed
 * between writing the two files, the secret file may have newer names of bots than the record. That
 * is not an error, so the names of the record are used for the comparison. */
static void swap_bots(struct match *m, struct sitter sitters[])
{
    for (int seat = 0; seat < match_config(m)->players; seat++) {
        struct sitter *sitter = match_sitter(m, seat), old = *sitter;
        if (sitter->human || sitters[seat].human)
            continue;
        *sitter = sitters[seat];
        sitters[seat] = old;
    }
}

/* The full match of an unfinished record, from the secret file beside it. */
static struct match *secret_load(const char *record_path, const char *record_text,
                                 struct sitter sitters[])
{
    struct match_file k;
    struct record record;
    int length;
    if (!match_file_name(&k, record_path))
        return NULL;
    if (!match_file_has_secret(&k)) {
        wrong("%s: the match is not over, so its secret is not in the record; expected it in %s",
              record_path, k.secret);
        return NULL;
    }
    char *text = file_read(k.secret, &length);
    struct match *m = text ? replay_file(k.secret, text, length, &record) : NULL;
    free(text);
    if (!m)
        return NULL;
    swap_bots(m, sitters);
    bool good = tells_match(record_path, record_text, m);
    swap_bots(m, sitters);
    if (good)
        return m;
    match_free(m);
    return NULL;
}

struct match *match_file_load(const char *path)
{
    struct record record;
    int length;
    char *text = file_read(path, &length);
    if (!text)
        return NULL;
    struct match *m = replay_file(path, text, length, &record);
    if (!m && !record.moves.failed)
        m = secret_load(path, text, record.sitter);
    free(text);
    return m;
}

/* ---- Names ---- */

bool match_file_name(struct match_file *k, const char *record)
{
    size_t length = strlen(record);
    if (length == 0 || length + sizeof ".secret.XXXXXX" > PATH_BYTES) {
        wrong(length ? "the name of the record is too long" : "the name of the record is empty");
        return false;
    }
    snprintf(k->record, sizeof k->record, "%s", record);
    memcpy(k->secret, record, length);
    memcpy(k->secret + length, ".secret", sizeof ".secret");
    return true;
}

bool match_file_has_secret(const struct match_file *k)
{
    return access(k->secret, F_OK) == 0;
}

static bool make_directories(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool good = mkdir(path, 0755) == 0 || errno == EEXIST;
        if (!good)
            wrong("%s: %s", path, strerror(errno));
        *slash = '/';
        if (!good)
            return false;
    }
    return true;
}

bool match_file_choose(struct match_file *k, const struct match *m)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && *data;
    uint8_t commitment[SECRET_BYTES];
    char path[PATH_BYTES];
    struct out o;
    out_init(&o, path, sizeof path);
    secret_commit(match_secret(m), commitment);
    out_format(&o, "%s%s/tenka/%s-%02x%02x%02x",
               own    ? data
               : home ? home
                      : ".",
               own ? "" : "/.local/share", match_game(m)->id, commitment[0], commitment[1],
               commitment[2]);
    size_t base = o.used;
    for (int i = 1; !o.overflow && i < 10000; i++) {
        o.used = base;
        if (i > 1)
            out_format(&o, "-%d", i);
        out_text(&o, ".tenka");
        if (i == 1 && (!match_file_name(k, path) || !make_directories(path)))
            return false;
        if (access(path, F_OK) != 0)
            return match_file_name(k, path);
    }
    wrong("there is no free name for the record; choose one with --record");
    return false;
}

/* ---- Writing ---- */

static bool save_text(const char *path, struct match *m, enum file_flags flags)
{
    char *text = record_text(m, flags & FILE_SECRET ? record_write_secret : record_write);
    bool good = strlen(text) + 1 < FILE_MAX_BYTES;
    if (!good)
        wrong("%s: the record has become too long", path);
    good = good && file_write(path, text, flags);
    free(text);
    return good;
}

/* Until the match is over, first the secret file with everything, then the public record. After the
 * end the record has everything, and the secret file is removed. */
bool match_file_save(const struct match_file *k, struct match *m)
{
    if (!match_over(m))
        return save_text(k->secret, m, FILE_SECRET) && save_text(k->record, m, FILE_PLAIN);
    bool good = save_text(k->record, m, FILE_PLAIN);
    if (good)
        unlink(k->secret);
    return good;
}

/* Whether a file with this name exists that is not the secret file of a match. */
static bool in_the_way(const char *path)
{
    static const char format[] = "tenka secret";
    char start[sizeof format] = "";
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    size_t length = fread(start, 1, sizeof start - 1, f);
    fclose(f);
    if (length == 0 || strcmp(start, format) == 0)
        return false;
    wrong(
        "%s already exists and is not a secret of a match; move it away or choose another --record",
        path);
    return true;
}

/* The process that creates the record file owns the name. Only then is the secret file written. */
bool match_file_begin(const struct match_file *k, struct match *m, bool resumed)
{
    if (in_the_way(k->secret))
        return false;
    if (resumed)
        return match_file_save(k, m);
    if (!save_text(k->record, m, FILE_NEW))
        return false;
    if (save_text(k->secret, m, FILE_SECRET))
        return true;
    unlink(k->record);
    return false;
}
