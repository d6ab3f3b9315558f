/* How often two players have met in rated matches within a day: further ones count less and less.
 *
 * One person may have many names. So it counts as well how often a player has met anybody who has
 * been at an address of the other one, and how often players have met who have both been at the
 * same address; the largest of these numbers is taken. Where a player has been is remembered for
 * some days even if the token is not (ORIGIN_DAYS). A 'bout' is counted for two ids, the lower one
 * first: of players, or of origins, which are negative. */
#include "server/store_bouts.h"

enum { ORIGINS_MAX = 32 /* of a player: the last ones */ };

struct origins {
    int count;
    int64_t all[ORIGINS_MAX];
};

bool store_note_origin(struct store_jobs *b, const struct job *j, int64_t day)
{
    static const char upsert[] =
        "INSERT INTO origins (player, origin, day) VALUES ($1, $2, $3) ON CONFLICT "
        "(player, origin) DO UPDATE SET day = excluded.day WHERE origins.day < excluded.day";
    return !j->origin ||
           b->driver->run(b->db, upsert,
                          SQL(sql_int(j->player.id), sql_int(j->origin), sql_int(day)));
}

static bool read_origins(struct store_jobs *b, int64_t player, struct origins *o)
{
    static const char select[] =
        "SELECT origin FROM origins WHERE player = $1 ORDER BY day DESC, origin LIMIT $2";
    o->count = 0;
    bool good = b->driver->run(b->db, select, SQL(sql_int(player), sql_int(ORIGINS_MAX)));
    while (good && b->driver->next(b->db))
        o->all[o->count++] = b->driver->integer(b->db, 0);
    return good;
}

/* Counts a bout of these two. Returns how many there were before; -1 after a failure. */
static int count_pair(struct store_jobs *b, int64_t one, int64_t other, int64_t day)
{
    static const char count[] =
        "INSERT INTO bouts (day, one, other, matches) VALUES ($1, $2, $3, 1) "
        "ON CONFLICT (day, one, other) DO UPDATE SET matches = bouts.matches + 1";
    static const char select[] =
        "SELECT matches - 1 FROM bouts WHERE day = $1 AND one = $2 AND other = $3";
    const struct sql_value pair[] = {sql_int(day), sql_int(one < other ? one : other),
                                     sql_int(one < other ? other : one)};
    int64_t before = -1;
    if (!b->driver->run(b->db, count, pair, 3) || !b->driver->run(b->db, select, pair, 3))
        return -1;
    while (b->driver->next(b->db))
        before = b->driver->integer(b->db, 0);
    return (int)before;
}

/* The same, and takes the result if it is larger than the one so far, or a failure. */
static void count_more(struct store_jobs *b, int64_t one, int64_t other, int64_t day, int *most)
{
    int before = *most < 0 ? -1 : count_pair(b, one, other, day);
    if (before < 0 || before > *most)
        *most = before;
}

static bool has_origin(const struct origins *o, int64_t origin)
{
    for (int i = 0; i < o->count; i++)
        if (o->all[i] == origin)
            return true;
    return false;
}

int store_count_bout(struct store_jobs *b, int64_t one, int64_t other, int64_t day)
{
    struct origins first, second;
    int most = 0;
    if (!read_origins(b, one, &first) || !read_origins(b, other, &second))
        return -1;
    count_more(b, one, other, day, &most);
    for (int i = 0; i < second.count; i++)
        count_more(b, one, second.all[i], day, &most);
    for (int i = 0; i < first.count; i++) {
        count_more(b, other, first.all[i], day, &most);
        if (has_origin(&second, first.all[i]))
            count_more(b, first.all[i], first.all[i], day, &most);
    }
    return most;
}
