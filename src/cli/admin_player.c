/* tenka admin: what is stored about one player. */
#include "cli/admin_player.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/admin.h"
#include "cli/command.h"
#include "cli/file.h"
#include "core/json_out.h"

enum { EXPORT_BYTES = 1 << 26 };

/* ---- Counts ---- */

static const struct fact {
    const char *name, *select;
} facts[] = {
    {"devices", "SELECT count(*) FROM tokens WHERE player = $1"},
    {"finished matches", "SELECT count(*) FROM places WHERE player = $1"},
    {"ratings", "SELECT count(*) FROM ratings WHERE player = $1"},
    {"players muted", "SELECT count(*) FROM mutes WHERE player = $1"},
    {"muted by", "SELECT count(*) FROM mutes WHERE muted = $1"},
    {"reports by them", "SELECT count(*) FROM reports WHERE reporter = $1"},
    {"reports about them", "SELECT count(*) FROM reports WHERE player = $1"},
};

static const char open_seats[] =
    "SELECT DISTINCT tables.id FROM tables WHERE ending IS NULL AND (host = $1 OR id IN "
    "(SELECT id FROM events WHERE events.player = $1 AND type = 'sit') OR id IN "
    "(SELECT id FROM events WHERE events.player = $1 AND type = 'chat')) ORDER BY id";

/* Writes the open tables where the player has sat or said something, or is the host. */
static bool find_open(struct admin *a, int64_t player, struct out *o)
{
    if (!a->b.driver->run(a->b.db, open_seats, SQL(sql_int(player))))
        return false;
    while (a->b.driver->next(a->b.db))
        out_format(o, "%s%s", o->used ? ", " : "", a->b.driver->text(a->b.db, 0));
    return true;
}

static void print_ban(struct admin *a, const struct player *p)
{
    int64_t until = admin_number(a, "SELECT coalesce(max(until), 0) FROM bans WHERE player = $1",
                                 p->id);
    if (until <= admin_date())
        return;
    fputs(until == INT64_MAX ? "  banned               for ever" : "  banned               until ",
          a->out);
    if (until != INT64_MAX)
        admin_print_date(a->out, until);
    putc('\n', a->out);
}

int admin_player(struct admin *a, char **arguments)
{
    struct player p;
    char open[1024];
    struct out o;
    out_init(&o, open, sizeof open);
    if (!admin_find(a, arguments[0], &p) || !find_open(a, p.id, &o))
        return EXIT_WRONG;
    admin_print(a->out, p.name);
    fprintf(a->out, " #%" PRId64 "\n  name                 %s\n  since                ", p.id,
            p.kept ? "registered" : "of a guest");
    admin_print_date(a->out, admin_number(a, "SELECT created FROM players WHERE id = $1", p.id));
    fprintf(a->out, "\n  %-20s %s\n", "open tables", *open ? open : "none");
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        fprintf(a->out, "  %-20s %" PRId64 "\n", facts[i].name,
                admin_number(a, facts[i].select, p.id));
    print_ban(a, &p);
    return 0;
}

/* ---- Export ---- */

/* The columns of a list; after ':' the type: i (a number), t (text), r (a number with a fraction).
 */
static const struct list {
    const char *name, *columns, *select;
} lists[] = {
    {"player", "id:i name:t registered:i created:i",
     "SELECT id, name, CASE WHEN password IS NULL THEN 0 ELSE 1 END, created FROM players "
     "WHERE id = $1"},
    {"devices", "device:t created:i used_day:i",
     "SELECT device, created, used FROM tokens WHERE player = $1 ORDER BY used, created"},
    {"ratings", "game:t players:i rating:r deviation:r games:i day:i",
     "SELECT game, players, value, deviation, games, day FROM ratings WHERE player = $1 "
     "ORDER BY game, players"},
    {"matches", "table:t settings:t over:i seat:i name:t rank:i points:i",
     "SELECT tables.id, settings, over, seat, name, ranking, points FROM places JOIN tables ON "
     "tables.id = places.id WHERE player = $1 ORDER BY over, tables.id"},
    {"tables", "table:t settings:t opened:i origin:i",
     "SELECT id, settings, opened, nullif(origin, 0) FROM tables WHERE host = $1 "
     "ORDER BY opened, id"},
    {"events", "table:t number:i type:t seat:i value:i time:i text:t",
     "SELECT id, seq, type, seat, number, time, text FROM events WHERE player = $1 "
     "ORDER BY id, seq"},
    {"muted", "player:i name:t",
     "SELECT muted, name FROM mutes JOIN players ON id = muted WHERE player = $1 ORDER BY muted"},
    {"reports", "report:i time:i about:i table:t ply:i said:t text:t",
     "SELECT id, time, player, place, ply, said, text FROM reports WHERE reporter = $1 "
     "ORDER BY id"},
    {"reported", "report:i time:i table:t ply:i said:t",
     "SELECT id, time, place, ply, said FROM reports WHERE player = $1 ORDER BY id"},
    {"origins", "origin:i day:i", "SELECT origin, day FROM origins WHERE player = $1 ORDER BY day"},
    {"bouts", "day:i one:i other:i matches:i",
     "SELECT day, one, other, matches FROM bouts WHERE one = $1 OR other = $1 ORDER BY day"},
    {"bans", "since:i until:i reason:t", "SELECT since, until, reason FROM bans WHERE player = $1"},
};

static void write_column(struct admin *a, int column, char type, struct out *o)
{
    const struct sql_driver *d = a->b.driver;
    const char *text = d->text(a->b.db, column);
    if (!text)
        json_null(o);
    else if (type == 't')
        json_text(o, text);
    else if (type == 'r')
        json_format(o, "%.2f", d->real(a->b.db, column));
    else
        json_number(o, d->integer(a->b.db, column));
}

static void write_row(struct admin *a, const char *columns, struct out *o)
{
    int column = 0;
    json_object_begin(o);
    for (const char *at = columns; *at; at += strspn(at, " "), column++) {
        char name[32];
        size_t length = strcspn(at, ":");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        json_key(o, name);
        write_column(a, column, at[length + 1], o);
        at += length + 2;
    }
    json_object_end(o);
}

static bool write_list(struct admin *a, const struct list *l, int64_t player, struct out *o)
{
    if (!a->b.driver->run(a->b.db, l->select, SQL(sql_int(player))))
        return false;
    json_line(o, 1);
    json_member_list(o, l->name);
    while (a->b.driver->next(a->b.db)) {
        json_line(o, 2);
        write_row(a, l->columns, o);
    }
    json_list_end(o);
    return true;
}

static bool write_export(struct admin *a, int64_t player, struct out *o)
{
    bool good = true;
    json_object_begin(o);
    for (size_t i = 0; good && i < sizeof lists / sizeof *lists; i++)
        good = write_list(a, &lists[i], player, o);
    json_object_end(o);
    out_char(o, '\n');
    return good;
}

int admin_export(struct admin *a, char **arguments)
{
    struct player p;
    struct out o;
    int code = EXIT_WRONG;
    if (!admin_find(a, arguments[0], &p))
        return code;
    char *text = malloc(EXPORT_BYTES);
    if (!text)
        abort();
    out_init(&o, text, EXPORT_BYTES);
    if (write_export(a, p.id, &o)) {
        if (o.overflow)
            wrong("the data of #%" PRId64 " are more than %d MB", p.id, EXPORT_BYTES >> 20);
        else if (file_write(arguments[1], text, FILE_SECRET | FILE_NEW))
            code = 0;
    }
    free(text);
    if (!code)
        fprintf(a->out, "%s has the data of #%" PRId64 "\n", arguments[1], p.id);
    return code;
}

/* ---- Changes ---- */

/* A table in a server's memory would go on with the name. So its tables must be over first. */
int admin_delete(struct admin *a, char **arguments)
{
    struct player p;
    char open[1024];
    struct out o;
    out_init(&o, open, sizeof open);
    if (!admin_find(a, arguments[0], &p) || !find_open(a, p.id, &o))
        return EXIT_WRONG;
    if (*open)
        return wrong("#%" PRId64 " still has open tables: %s; close them first", p.id, open);
    struct job *j = job_new(JOB_DELETE, NULL, NULL);
    j->player = p;
    bool done = admin_perform(a, j) == JOB_DONE;
    job_free(j);
    if (done)
        fprintf(a->out, "the data of #%" PRId64 " are deleted\n", p.id);
    return done ? 0 : EXIT_WRONG;
}

int admin_rename(struct admin *a, char **arguments)
{
    struct job *j = job_new(JOB_RENAME, NULL, NULL);
    const char *name = arguments[1];
    int code = admin_find(a, arguments[0], &j->player) ? 0 : EXIT_WRONG;
    if (!code && strlen(name) >= PLAYER_NAME_BYTES)
        code = wrong("'%s' cannot be a name: it is too long", name);
    if (!code) {
        memcpy(j->player.name, name, strlen(name) + 1);
        enum job_result result = admin_perform(a, j);
        code = result == JOB_DONE    ? 0
               : result == JOB_BAD   ? wrong("'%s' cannot be a name", name)
               : result == JOB_TAKEN ? wrong("another player has registered '%s', or a name that "
                                             "looks like it",
                                             name)
                                     : EXIT_WRONG;
    }
    if (!code) {
        fprintf(a->out, "#%" PRId64 " is now called ", j->player.id);
        admin_print(a->out, j->player.name);
        putc('\n', a->out);
    }
    job_free(j);
    return code;
}
