/* tenka admin: what an operator does in the store of a server, while it runs. The server hears of
 * each change, from PostgreSQL at once, from SQLite within a second. */
#include "cli/admin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utf8proc.h>

#include "cli/admin_player.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/store_option.h"
#include "game/game.h"
#include "match/grow.h"
#include "server/address.h"

enum { PATIENCE_MS = 60000 };

/* ---- Shared by the subcommands ---- */

int64_t admin_date(void)
{
    return (int64_t)time(NULL) * 1000;
}

void admin_print_date(FILE *out, int64_t milliseconds)
{
    char text[32] = "?";
    time_t seconds = (time_t)(milliseconds / 1000);
    struct tm t;
    if (gmtime_r(&seconds, &t))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &t);
    fputs(text, out);
}

void admin_print(FILE *out, const char *text)
{
    const uint8_t *at = (const uint8_t *)text;
    utf8proc_ssize_t left = (utf8proc_ssize_t)strlen(text), taken;
    for (; left > 0; at += taken, left -= taken) {
        utf8proc_int32_t c;
        taken = utf8proc_iterate(at, left, &c);
        utf8proc_category_t kind = taken > 0 ? utf8proc_category(c) : UTF8PROC_CATEGORY_CC;
        bool odd = kind == UTF8PROC_CATEGORY_CC || kind == UTF8PROC_CATEGORY_CF ||
                   kind == UTF8PROC_CATEGORY_ZL || kind == UTF8PROC_CATEGORY_ZP;
        taken = taken > 0 ? taken : 1;
        if (odd)
            putc('?', out);
        else
            fwrite(at, 1, (size_t)taken, out);
    }
}

int64_t admin_number(struct admin *a, const char *statement, int64_t argument)
{
    int64_t number = -1;
    if (a->b.driver->run(a->b.db, statement, SQL(sql_int(argument))))
        while (a->b.driver->next(a->b.db))
            number = a->b.driver->integer(a->b.db, 0);
    return number;
}

enum job_result admin_perform(struct admin *a, struct job *j)
{
    return j->result = store_jobs_perform(&a->b, j);
}

/* Reads the name of the player with this number. */
static bool find_number(struct admin *a, int64_t id, struct player *p)
{
    static const char select[] = "SELECT id, name, password FROM players WHERE id = $1";
    bool found = false;
    if (a->b.driver->run(a->b.db, select, SQL(sql_int(id))))
        while (a->b.driver->next(a->b.db)) {
            *p = (struct player){.id = id, .kept = a->b.driver->text(a->b.db, 2)};
            snprintf(p->name, sizeof p->name, "%s", a->b.driver->text(a->b.db, 1));
            found = true;
        }
    return found;
}

/* Guests may share a name: then only the number can say who is meant. */
static bool find_guest(struct admin *a, const char *name, struct player *p)
{
    static const char select[] =
        "SELECT id FROM players WHERE name = $1 AND password IS NULL ORDER BY id LIMIT 5";
    int64_t ids[5];
    int count = 0;
    if (a->b.driver->run(a->b.db, select, SQL(sql_text(name))))
        while (a->b.driver->next(a->b.db) && count < 5)
            ids[count++] = a->b.driver->integer(a->b.db, 0);
    if (count == 1)
        return find_number(a, ids[0], p);
    if (count == 0)
        wrong("there is no player '%s'", name);
    else
        wrong("several guests are called '%s': name one by the number, like '#%" PRId64
              "' or '#%" PRId64 "'",
              name, ids[0], ids[1]);
    return false;
}

bool admin_find(struct admin *a, const char *text, struct player *p)
{
    const char *digits = text + (*text == '#');
    if (*digits && !digits[strspn(digits, "0123456789")]) {
        bool found = strlen(digits) < 19 && find_number(a, strtoll(digits, NULL, 10), p);
        if (!found)
            wrong("there is no player with the number %s", digits);
        return found;
    }
    if (strlen(text) >= PLAYER_NAME_BYTES) {
        wrong("there is no player '%s'", text);
        return false;
    }
    struct job *j = job_new(JOB_NAME, NULL, NULL);
    memcpy(j->player.name, text, strlen(text) + 1);
    bool found = admin_perform(a, j) == JOB_DONE;
    *p = j->player;
    job_free(j);
    return found || find_guest(a, text, p);
}

/* ---- Tables ---- */

/* The table of the job; NULL if it cannot be read. */
static struct table *replay(const struct job *j)
{
    char reason[256];
    struct out unread;
    struct settings settings;
    out_init(&unread, reason, sizeof reason);
    if (j->broken || !settings_parse(slice_of(j->settings), &settings, &unread))
        return NULL;
    struct table *t = table_new(j->table, &settings, j->host, j->secret);
    for (int i = 0; i < j->count; i++) {
        if (table_judge(t, &j->events[i])) {
            table_free(t);
            return NULL;
        }
        table_apply(t, &j->events[i]);
    }
    return t;
}

static void print_age(FILE *out, int64_t milliseconds)
{
    int64_t minutes = milliseconds / 60000;
    if (minutes < 120)
        fprintf(out, "%3d min ", (int)minutes);
    else if (minutes < 48 * 60)
        fprintf(out, "%3d h   ", (int)(minutes / 60));
    else
        fprintf(out, "%3d days", (int)(minutes / 1440));
}

static void print_sitters(FILE *out, const struct table *t)
{
    static const char *const marks[] = {"", "", " (bot)"};
    for (int seat = 0; seat < t->settings.config.players; seat++) {
        const struct seat *s = &t->seat[seat];
        fputs(seat ? ", " : "", out);
        admin_print(out, s->type == SEAT_FREE ? "free" : s->name);
        fputs(marks[s->type], out);
        if (s->type == SEAT_PERSON)
            fprintf(out, " #%" PRId64, s->player);
    }
}

static void print_table(const struct job *j, void *context)
{
    struct table *t = replay(j);
    FILE *out = context;
    fprintf(out, "%-12s  ", j->table);
    if (t) {
        fprintf(out, "%-9s  %-8s  ", t->settings.game->id, t->match ? "playing" : "waiting");
        print_age(out, admin_date() - j->time);
        fputs("  ", out);
        print_sitters(out, t);
    } else {
        fputs("cannot be read", out);
    }
    putc('\n', out);
    table_free(t);
}

static int list_tables(struct admin *a, char **arguments)
{
    (void)arguments;
    if (!store_jobs_restore(&a->b, print_table, a->out))
        return EXIT_WRONG;
    if (!ftell(a->out))
        fputs("no table is open\n", a->out);
    return 0;
}

/* Stores the event that ends the table, so that it has no result. */
static enum job_result end_table(struct admin *a, const struct table *t, struct event *e)
{
    struct job *j = job_new(JOB_APPEND, NULL, NULL);
    memcpy(j->table, t->id, sizeof j->table);
    j->seq = t->seq + 1;
    j->count = 1;
    j->time = admin_date();
    j->events = allocate(sizeof *e);
    j->finish = allocate(sizeof *j->finish);
    *j->events = *e;
    j->finish->settings = t->settings;
    enum job_result result = admin_perform(a, j);
    job_free(j);
    return result;
}

static int close_read(struct admin *a, const struct table *t)
{
    struct event e = {.type = t->match ? EV_ABORT : EV_CLOSE, .seat = SEAT_NONE};
    int64_t now = store_jobs_time(&a->b);
    e.time = now > t->time ? now : t->time;
    if (table_over(t))
        return wrong("the table '%s' is already over", t->id);
    const struct clause *against = table_judge(t, &e);
    if (against)
        return wrong("the table '%s' cannot be closed: %s", t->id, against->sentence);
    if (end_table(a, t, &e) != JOB_DONE)
        return wrong("the table '%s' has just changed, or the store has failed; try again", t->id);
    fputs(t->match ? "the match has ended without a result\n" : "the table is closed\n", a->out);
    return 0;
}

static int close_table(struct admin *a, char **arguments)
{
    if (!table_id_good(arguments[0]))
        return wrong("'%s' is not the id of a table", arguments[0]);
    struct job *j = job_new(JOB_TABLE, NULL, NULL);
    memcpy(j->table, arguments[0], strlen(arguments[0]) + 1);
    enum job_result result = admin_perform(a, j);
    struct table *t = result == JOB_DONE ? replay(j) : NULL;
    int code = t                    ? close_read(a, t)
               : result == JOB_DONE ? wrong("the table '%s' cannot be read", j->table)
               : result == JOB_NONE ? wrong("there is no table '%s'", j->table)
                                    : EXIT_WRONG;
    table_free(t);
    job_free(j);
    return code;
}

/* ---- Bans ---- */

/* Reads whom to ban: addresses, or a player. */
static bool find_banned(struct admin *a, const char *text, struct job *j)
{
    struct address_range range;
    if (address_range_parse(text, &range)) {
        address_range_print(&range, j->banned);
        return true;
    }
    if (strchr(text, '/')) {
        wrong("'%s' is not a range of addresses: expected an address, '/' and a number of bits, at "
              "least 8 for IPv4 and 16 for IPv6",
              text);
        return false;
    }
    if (!admin_find(a, text, &j->player))
        return false;
    j->other = j->player.id;
    return true;
}

static void print_banned(FILE *out, const struct job *j)
{
    if (!j->other) {
        fputs(j->banned, out);
        return;
    }
    admin_print(out, j->player.name);
    fprintf(out, " #%" PRId64, j->other);
}

static int change_ban(struct admin *a, const char *whom, int64_t until)
{
    struct job *j = job_new(JOB_BAN, NULL, NULL);
    int code = find_banned(a, whom, j) ? 0 : EXIT_WRONG;
    j->time = until;
    snprintf(j->reason, sizeof j->reason, "%s", a->reason ? a->reason : "");
    enum job_result result = code ? JOB_FAILED : admin_perform(a, j);
    if (!code && result == JOB_NONE)
        code = wrong("'%s' is not banned", whom);
    if (!code && result != JOB_DONE)
        code = EXIT_WRONG;
    if (!code) {
        print_banned(a->out, j);
        fputs(until == INT64_MAX ? " is banned for ever"
              : until            ? " is banned until "
                                 : " is not banned any more",
              a->out);
        if (until && until != INT64_MAX)
            admin_print_date(a->out, until);
        putc('\n', a->out);
    }
    job_free(j);
    return code;
}

static int ban(struct admin *a, char **arguments)
{
    if (a->reason && strlen(a->reason) >= REASON_BYTES)
        return wrong("the reason is too long: expected at most %d bytes", REASON_BYTES - 1);
    return change_ban(a, arguments[0],
                      a->days ? admin_date() + a->days * (int64_t)DAY_MS : INT64_MAX);
}

static int unban(struct admin *a, char **arguments)
{
    return change_ban(a, arguments[0], 0);
}

static int list_bans(struct admin *a, char **arguments)
{
    static const char select[] =
        "SELECT who, until, since, reason, name FROM bans LEFT JOIN players ON id = player "
        "WHERE until > $1 ORDER BY since, who";
    const struct sql_driver *d = a->b.driver;
    int count = 0;
    (void)arguments;
    if (!d->run(a->b.db, select, SQL(sql_int(admin_date()))))
        return EXIT_WRONG;
    for (; d->next(a->b.db); count++) {
        int64_t until = d->integer(a->b.db, 1);
        const char *name = d->text(a->b.db, 4);
        fprintf(a->out, "%-22s  since ", d->text(a->b.db, 0));
        admin_print_date(a->out, d->integer(a->b.db, 2));
        fputs(until == INT64_MAX ? "  for ever" : "  until ", a->out);
        if (until != INT64_MAX)
            admin_print_date(a->out, until);
        fputs("  ", a->out);
        admin_print(a->out, name ? name : "");
        fputs(name && *d->text(a->b.db, 3) ? ": " : "", a->out);
        admin_print(a->out, d->text(a->b.db, 3));
        putc('\n', a->out);
    }
    if (!count)
        fputs("nobody is banned\n", a->out);
    return 0;
}

/* ---- Reports ---- */

static int finish_report(struct admin *a)
{
    static const char update[] = "UPDATE reports SET done = $1 WHERE id = $2 AND done IS NULL";
    if (!a->b.driver->run(a->b.db, update, SQL(sql_int(admin_date()), sql_int(a->done))))
        return EXIT_WRONG;
    if (!a->b.driver->changed(a->b.db))
        return wrong("there is no open report with the number %d", a->done);
    fprintf(a->out, "report %d is done\n", a->done);
    return 0;
}

/* A player by name and number. */
static void print_who(struct admin *a, int name, int number)
{
    const char *text = a->b.driver->text(a->b.db, name);
    admin_print(a->out, text ? text : "?");
    fprintf(a->out, " #%" PRId64, a->b.driver->integer(a->b.db, number));
}

static void print_report(struct admin *a)
{
    const struct sql_driver *d = a->b.driver;
    fprintf(a->out, "%" PRId64 "  ", d->integer(a->b.db, 0));
    admin_print_date(a->out, d->integer(a->b.db, 1));
    fputs("  ", a->out);
    print_who(a, 8, 2);
    fputs(" about ", a->out);
    print_who(a, 9, 3);
    fprintf(a->out, ", table %s", d->text(a->b.db, 4));
    if (d->integer(a->b.db, 5) >= 0)
        fprintf(a->out, ", ply %d", (int)d->integer(a->b.db, 5));
    fputs(d->text(a->b.db, 10) ? " (done)\n" : "\n", a->out);
    if (*d->text(a->b.db, 6)) {
        fputs("    the line: ", a->out);
        admin_print(a->out, d->text(a->b.db, 6));
        putc('\n', a->out);
    }
    fputs("    the report: ", a->out);
    admin_print(a->out, d->text(a->b.db, 7));
    putc('\n', a->out);
}

static int reports(struct admin *a, char **arguments)
{
    static const char select[] =
        "SELECT reports.id, time, reporter, player, place, ply, said, text, one.name, other.name, "
        "done FROM reports LEFT JOIN players AS one ON one.id = reporter "
        "LEFT JOIN players AS other ON other.id = player "
        "WHERE done IS NULL OR 1 = CAST($1 AS INTEGER) ORDER BY reports.id";
    int count = 0;
    (void)arguments;
    if (a->done)
        return finish_report(a);
    if (!a->b.driver->run(a->b.db, select, SQL(sql_int(a->all))))
        return EXIT_WRONG;
    for (; a->b.driver->next(a->b.db); count++)
        print_report(a);
    if (!count)
        fputs("there are no reports\n", a->out);
    return 0;
}

/* ---- The command ---- */

static const struct subcommand {
    const char *name;
    const char *arguments; /* as the help names them */
    int count;
    bool writes;
    int (*run)(struct admin *a, char **arguments);
} subcommands[] = {
    {"tables", "", 0, false, list_tables},
    {"close", " TABLE", 1, true, close_table},
    {"ban", " ADDRESS|PLAYER", 1, true, ban},
    {"unban", " ADDRESS|PLAYER", 1, true, unban},
    {"bans", "", 0, false, list_bans},
    {"reports", "", 0, true, reports},
    {"player", " PLAYER", 1, false, admin_player},
    {"rename", " PLAYER NAME", 2, true, admin_rename},
    {"export", " PLAYER FILE", 2, false, admin_export},
    {"delete", " PLAYER", 1, true, admin_delete},
};

static const struct subcommand *subcommand_find(const char *name)
{
    for (size_t i = 0; i < sizeof subcommands / sizeof *subcommands; i++)
        if (strcmp(subcommands[i].name, name) == 0)
            return &subcommands[i];
    return NULL;
}

/* Opens the store. It must have the schema of this program. */
static bool admin_open(struct admin *a, const char *store, struct out *error)
{
    if (!store_jobs_open(&a->b, store, SQL_BESIDE, error))
        return false;
    a->b.driver->patience(a->b.db, PATIENCE_MS);
    int version = store_jobs_version(&a->b), newest = store_jobs_newest();
    if (version == newest)
        return true;
    out_format(error,
               "its schema has version %d, but this program needs version %d; use the program of "
               "the server%s",
               version, newest, version < newest ? ", or start a server with this one first" : "");
    return false;
}

/* Does it in one transaction: all of it or nothing. */
static int transact(struct admin *a, const struct subcommand *v, char **arguments)
{
    store_jobs_failure(&a->b);
    bool begun = store_jobs_execute(&a->b, v->writes ? a->b.driver->begin : a->b.driver->snapshot);
    int code = begun ? v->run(a, arguments) : EXIT_WRONG;
    const char *failure = store_jobs_failure(&a->b);
    if (!code && !failure && store_jobs_execute(&a->b, "COMMIT"))
        return 0;
    if (!failure)
        failure = store_jobs_failure(&a->b);
    store_jobs_execute(&a->b, "ROLLBACK");
    return failure ? wrong("nothing was changed: %s", failure) : EXIT_WRONG;
}

/* Nothing is said to be done before it is. */
static int perform(struct admin *a, const struct subcommand *v, char **arguments)
{
    char *said = NULL;
    size_t length = 0;
    a->out = open_memstream(&said, &length);
    if (!a->out)
        abort();
    int code = transact(a, v, arguments);
    if (fclose(a->out) != 0)
        abort();
    if (!code)
        fwrite(said, 1, length, stdout);
    free(said);
    return code;
}

static int open_and_perform(struct admin *a, const char *store, const struct subcommand *v,
                            char **arguments)
{
    char reason[512];
    struct out error;
    out_init(&error, reason, sizeof reason);
    int code = admin_open(a, store, &error)
                   ? perform(a, v, arguments)
                   : wrong("the store '%s' cannot be used: %s", store_shown(store), reason);
    store_jobs_close(&a->b);
    return code;
}

static int admin_run(int count, char **arguments)
{
    struct admin a = {0};
    const char *store = NULL, *directory = NULL;
    char text[PATH_BYTES];
    const struct flag flags[] = {{"store", FLAG_TEXT, &store, 0, 0},
                                 {"data", FLAG_TEXT, &directory, 0, 0},
                                 {"days", FLAG_NUMBER, &a.days, 1, 36500},
                                 {"reason", FLAG_TEXT, &a.reason, 0, 0},
                                 {"all", FLAG_YES, &a.all, 0, 0},
                                 {"done", FLAG_NUMBER, &a.done, 1, INT32_MAX},
                                 {0}};
    count = flags_read(&admin_command, flags, count, arguments);
    if (count < 0)
        return EXIT_USAGE;
    const struct subcommand *v = count ? subcommand_find(arguments[0]) : NULL;
    if (!v)
        return usage_error(&admin_command,
                           count ? "there is no subcommand '%s'" : "expected a subcommand%s",
                           count ? arguments[0] : "");
    if (count != v->count + 1)
        return usage_error(&admin_command, "expected '%s%s'", v->name, v->arguments);
    if ((a.days || a.reason) && v->run != ban)
        return usage_error(&admin_command, "--days and --reason are only for 'ban'");
    if ((a.all || a.done) && v->run != reports)
        return usage_error(&admin_command, "--all and --done are only for 'reports'");
    if (store && directory)
        return usage_error(&admin_command, "expected --store or --data, found both");
    if (!store && !store_in(directory ? directory : DEFAULT_DATA, text))
        return EXIT_WRONG;
    return open_and_perform(&a, store ? store : text, v, arguments + 1);
}

const struct command admin_command = {
    .name = "admin",
    .about = "see and change what a server stores, while it runs",
    .help =
        "Usage: tenka admin [--store STORE | --data DIR] SUBCOMMAND\n\n"
        "  tables                   list the open tables\n"
        "  close TABLE              close a table; a match that has begun ends without a result\n"
        "  ban ADDRESS|PLAYER [--days N] [--reason TEXT]\n"
        "                           shut out a player, an address, or all addresses that begin\n"
        "                           like it: 192.0.2.0/24. With IPv6 this always means at least\n"
        "                           the first 64 bits. Connections are closed within seconds\n"
        "  unban ADDRESS|PLAYER     end a ban\n"
        "  bans                     list who is banned\n"
        "  reports [--all]          list what players have reported; with --all also what is\n"
        "                           done\n"
        "  reports --done NUMBER    mark a report as done\n"
        "  player PLAYER            print what is stored about a player\n"
        "  rename PLAYER NAME       give a player another name\n"
        "  export PLAYER FILE       write all data of a player into a new file, as JSON\n"
        "  delete PLAYER            delete the data of a player. Matches of others stay, with\n"
        "                           the name '" DELETED_NAME "' in them\n\n"
        "PLAYER is a registered name, the name of a guest if no other guest has it, or a number\n"
        "like '#7', which every list shows.\n\n"
        "  --store STORE            sqlite:FILE or postgres://..., as for 'tenka serve'\n"
        "  --data DIR               the directory of tenka.db (default " DEFAULT_DATA ")\n\n"
        "docs/OPERATIONS.md says more.\n",
    .run = admin_run,
};
