/* What the subcommands share. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

int usage_error(const struct command *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "tenka %s: ", c->name);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\nTry 'tenka %s --help'.\n", c->name);
    va_end(arguments);
    return EXIT_USAGE;
}

int wrong(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("tenka: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return EXIT_WRONG;
}

/* ---- Command lines ---- */

static const struct flag *flag_find(const struct flag *flags, const char *name)
{
    for (; flags->name; flags++)
        if (strcmp(flags->name, name) == 0)
            return flags;
    return NULL;
}

static bool flag_set(const struct command *c, const struct flag *f, const char *value)
{
    struct word w = {value, (int)strlen(value)};
    struct texts *list = f->value;
    int number;
    switch (f->type) {
    case FLAG_YES:
        *(bool *)f->value = true;
        return true;
    case FLAG_TEXT:
        *(const char **)f->value = value;
        return true;
    case FLAG_NUMBER:
        if (word_number(w, f->most, &number) && number >= f->least) {
            *(int *)f->value = number;
            return true;
        }
        usage_error(c, "--%s takes a number from %d to %d, not '%s'", f->name, f->least, f->most,
                    value);
        return false;
    case FLAG_LIST:
        if (list->count < LIST_MAX) {
            list->text[list->count++] = value;
            return true;
        }
        usage_error(c, "too many --%s", f->name);
        return false;
    }
    return false;
}

static void flag_unknown(const struct command *c, const struct flag *flags, const char *name)
{
    char list[512];
    struct out o;
    out_init(&o, list, sizeof list);
    for (; flags->name; flags++)
        out_format(&o, " --%s", flags->name);
    usage_error(c, "there is no option '%s'; there are:%s --help", name, list);
}

int flags_read(const struct command *c, const struct flag *flags, int count, char **arguments)
{
    int kept = 0;
    bool only_words = false;
    for (int i = 0; i < count; i++) {
        char *argument = arguments[i];
        if (only_words || argument[0] != '-' || argument[1] == '\0') {
            arguments[kept++] = argument;
            continue;
        }
        if (strcmp(argument, "--") == 0) {
            only_words = true;
            continue;
        }
        char *equals = strchr(argument, '=');
        if (equals)
            *equals = '\0';
        const struct flag *f = strncmp(argument, "--", 2) == 0 ? flag_find(flags, argument + 2)
                                                               : NULL;
        if (!f) {
            flag_unknown(c, flags, argument);
            return -1;
        }
        const char *value = f->type == FLAG_YES ? ""
                            : equals            ? equals + 1
                            : ++i < count       ? arguments[i]
                                                : NULL;
        if (!value || (equals && f->type == FLAG_YES)) {
            usage_error(c, value ? "--%s takes no value" : "--%s needs a value", f->name);
            return -1;
        }
        if (!flag_set(c, f, value))
            return -1;
    }
    return kept;
}

/* A copy of a text that lives as long as the program. */
static const char *keep(struct word w)
{
    struct kept {
        struct kept *next;
        char text[];
    };
    static struct kept *all;
    struct kept *k = malloc(sizeof *k + (size_t)w.length + 1);
    if (!k)
        abort();
    k->next = all;
    memcpy(k->text, w.at, (size_t)w.length);
    k->text[w.length] = '\0';
    all = k;
    return k->text;
}

/* One line of a file of options: the value in `w`, the flag's name known. */
static bool flag_set_word(const struct flag *f, struct scan *s, struct word w)
{
    int number;
    if (w.length == 0)
        return scan_fail(s, w, "expected a value for '%s'", f->name);
    switch (f->type) {
    case FLAG_YES:
        *(bool *)f->value = word_is(w, "yes");
        if (word_is(w, "yes") || word_is(w, "no"))
            return true;
        return scan_fail(s, w, "expected yes or no, not '%.*s'", WORD(w));
    case FLAG_NUMBER:
        if (!word_number(w, f->most, &number) || number < f->least)
            return scan_fail(s, w, "expected a number from %d to %d, not '%.*s'", f->least, f->most,
                             WORD(w));
        *(int *)f->value = number;
        return true;
    case FLAG_TEXT:
        *(const char **)f->value = keep(w);
        return true;
    case FLAG_LIST:
        break;
    }
    return scan_fail(s, w, "'%s' is for the command line only", f->name);
}

static bool flag_line(const struct flag *flags, struct scan *s)
{
    char name[32] = "", list[512];
    struct out names;
    struct word w = scan_word(s), rest = {0};
    const char *equals = memchr(w.at, '=', (size_t)w.length);
    if (equals && equals > w.at) { /* 'name=value' */
        const char *end = w.at + w.length;
        rest = scan_rest(s);
        rest = (struct word){equals + 1,
                             (int)((rest.length ? rest.at + rest.length : end) - (equals + 1))};
        w.length = (int)(equals - w.at);
    }
    snprintf(name, sizeof name, "%.*s", w.length, w.at);
    const struct flag *f = flag_find(flags, name);
    if (f && rest.at)
        return flag_set_word(f, s, rest);
    if (f && scan_accept(s, "="))
        return flag_set_word(f, s, scan_rest(s));
    if (f)
        return scan_fail(s, scan_peek(s), "expected '=' after '%s'", name);
    out_init(&names, list, sizeof list);
    for (; flags->name; flags++)
        out_format(&names, " %s", flags->name);
    return scan_fail(s, w, "there is no option '%.*s'; there are:%s", WORD(w), list);
}

bool flags_read_file(const struct flag *flags, const char *path)
{
    char message[1024];
    struct out error;
    struct scan s;
    int length;
    char *text = file_read(path, &length);
    if (!text)
        return false;
    out_init(&error, message, sizeof message);
    scan_init(&s, path, (struct word){text, length}, &error);
    while (scan_line(&s) && flag_line(flags, &s))
        continue;
    for (char *c = message; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) /* it may be no text at all */
            *c = '?';
    if (s.failed)
        wrong("%s", message);
    free(text);
    return !s.failed;
}

const struct game *game_argument(const struct command *c, const char *id)
{
    const struct game *g = game_find((struct word){id, (int)strlen(id)});
    if (!g) {
        char list[256];
        struct out o;
        out_init(&o, list, sizeof list);
        games_list(&o);
        usage_error(c, "there is no game '%s'; there are: %s", id, list);
    }
    return g;
}

bool config_arguments(const struct command *c, const struct game *g, int players,
                      const struct texts *settings, struct config *config)
{
    int least = g->schema->players_min, most = g->schema->players_max;
    *config = (struct config){.players = (uint8_t)(players ? players : most < 4 ? most : 4)};
    if (players && (players < least || players > most)) {
        usage_error(c, "%s is for %d to %d players, not %d", g->id, least, most, players);
        return false;
    }
    for (int i = 0; i < settings->count; i++) {
        char text[512];
        struct out o;
        out_init(&o, text, sizeof text);
        if (!config_set(g, config, (struct word){settings->text[i], (int)strlen(settings->text[i])},
                        &o)) {
            usage_error(c, "%s", text);
            return false;
        }
    }
    return true;
}

/* ---- Files ---- */

char *file_read(const char *path, int *length)
{
    FILE *f = fopen(path, "rb");
    char *text = malloc(FILE_MAX_BYTES + 1);
    if (!f || !text) {
        wrong("%s: %s", path, strerror(errno));
        free(text);
        if (f)
            fclose(f);
        return NULL;
    }
    size_t size = fread(text, 1, FILE_MAX_BYTES + 1, f);
    bool failed = ferror(f) != 0;
    fclose(f);
    if (failed || size > FILE_MAX_BYTES) {
        wrong(failed ? "%s: cannot be read" : "%s: too large to be a text of tenka", path);
        free(text);
        return NULL;
    }
    text[size] = '\0';
    *length = (int)size;
    return text;
}

static bool write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, text, length);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return fsync(fd) == 0;
}

/* What is in a directory is safe only when the directory is. */
static void sync_directory(const char *path)
{
    const char *slash = strrchr(path, '/');
    char directory[PATH_BYTES] = ".";
    if (slash)
        snprintf(directory, sizeof directory, "%.*s", (int)(slash - path) + 1, path);
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

static int open_fresh(const char *path, bool secret, char fresh[PATH_BYTES])
{
    for (int i = 0;; i++) {
        uint32_t number;
        if (getrandom(&number, sizeof number, 0) != sizeof number)
            return -1;
        snprintf(fresh, PATH_BYTES, "%s.%06x", path, number & 0xffffff);
        int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, secret ? 0600 : 0666);
        if (fd >= 0 || errno != EEXIST || i > 100)
            return fd;
    }
}

/* A device or a pipe must not be replaced by a file. */
static bool replaceable(const char *path)
{
    struct stat found;
    return stat(path, &found) != 0 || S_ISREG(found.st_mode);
}

bool file_write(const char *path, const char *text, enum file_flags flags)
{
    char fresh[PATH_BYTES];
    if (!replaceable(path)) {
        wrong("%s is not a file", path);
        return false;
    }
    int fd = open_fresh(path, flags & FILE_SECRET, fresh);
    bool good = fd >= 0 && write_all(fd, text, strlen(text));
    if (good && flags & FILE_NEW)
        good = link(fresh, path) == 0;
    else if (good)
        good = rename(fresh, path) == 0;
    if (!good)
        wrong("%s: %s", path, strerror(errno));
    if (fd >= 0 && (!good || flags & FILE_NEW))
        unlink(fresh);
    if (fd >= 0)
        close(fd);
    if (good)
        sync_directory(path);
    return good;
}

/* ---- The terminal ---- */

double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double progress_start, progress_last;

void progress(const char *what, double done)
{
    double now = seconds();
    if (progress_start == 0)
        progress_start = now;
    if (now - progress_start < 2 || now - progress_last < 0.2 || !isatty(STDERR_FILENO))
        return;
    progress_last = now;
    double left = done > 0 ? (now - progress_start) * (1 - done) / done : 0;
    fprintf(stderr, "\r%s: %3.0f %%, about %.0f s left   ", what, 100 * done, left);
    fflush(stderr);
}

void progress_wipe(void)
{
    if (progress_last > 0)
        fprintf(stderr, "\r%*s\r", 60, "");
    progress_last = 0;
}

void progress_end(void)
{
    progress_wipe();
    progress_start = 0;
}

static struct winsize terminal_size(void)
{
    struct winsize size = {0};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        size = (struct winsize){0};
    return size;
}

int terminal_columns(void)
{
    return terminal_size().ws_col;
}

int terminal_lines(void)
{
    int lines = terminal_size().ws_row;
    return lines > 0 ? lines : 24;
}

/* The bytes of a colour code, which take no room on the screen. */
static size_t code_length(const char *text)
{
    return text[0] == '\033' ? strcspn(text, "m") + 1 : 0;
}

/* How much of the line fits; breaks at a blank if there is one. */
static size_t fitting(const char *line, size_t length, int width)
{
    size_t blank = 0;
    int column = 0;
    for (size_t i = 0; i < length;) {
        size_t code = code_length(line + i);
        if (code) {
            i += code;
            continue;
        }
        if (line[i] == ' ')
            blank = i;
        column += ((unsigned char)line[i] & 0xc0) != 0x80;
        if (column > width)
            return blank ? blank : i;
        i++;
    }
    return length;
}

static void print_part(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        putchar(text[i] == NO_BREAK[0] ? ' ' : text[i]);
}

void print_fitted(const char *text)
{
    int width = terminal_columns();
    while (*text) {
        size_t length = strcspn(text, "\n"), indent = strspn(text, " ");
        bool ends = text[length] == '\n';
        for (size_t part = width > 20 ? fitting(text, length, width) : length; part < length;
             part = fitting(text, length, width - (int)indent - 2)) {
            print_part(text, part);
            printf("\n%*s", (int)indent + 2, "");
            text += part + (text[part] == ' ');
            length -= part + (text[-1] == ' ');
        }
        print_part(text, length);
        fputs(ends ? "\n" : "", stdout);
        text += length + ends;
    }
}

bool use_colour(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && terminal &&
           strcmp(terminal, "dumb") != 0;
}

void out_sitter(struct out *o, const struct sitter *sitter)
{
    bool level = !sitter->human && strlen(sitter->name) == 1;
    out_format(o, "%s%s", level ? "level " : "", sitter->name);
}

void print_scores(struct match *m, struct out *o)
{
    out_styled(o, STYLE_STRONG, "The final ranking");
    out_char(o, '\n');
    int points[SEATS_MAX], ranks[SEATS_MAX], players = match_config(m)->players;
    match_scores(m, points, ranks);
    for (int rank = 1; rank <= players; rank++)
        for (int seat = 0; seat < players; seat++)
            if (ranks[seat] == rank) {
                char name[NAME_MAX_BYTES + 8];
                struct out n;
                out_init(&n, name, sizeof name);
                out_sitter(&n, match_sitter(m, seat));
                out_style(o, rank == 1 ? STYLE_GOLD : STYLE_PLAIN);
                out_format(o, "  %d.  %c %-12s %3d %s%s\n", rank, 'A' + seat, name, points[seat],
                           match_game(m)->unit,
                           match_resigned(m) & SEAT_BIT(seat) ? ", gave up" : "");
                out_style(o, STYLE_PLAIN);
            }
}
