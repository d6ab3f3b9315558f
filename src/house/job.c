/* Jobs. */
#include "house/job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/sha256.h"
#include "match/grow.h"

struct job *job_new(enum job_type type, void (*done)(struct job *), void *owner)
{
    struct job *j = allocate(sizeof *j);
    j->type = type;
    j->done = done;
    j->owner = owner;
    return j;
}

void job_free(struct job *j)
{
    free(j->events);
    free(j->finish);
    free(j->ratings);
    free(j->matches);
    free(j->devices);
    free(j->tables);
    free(j->people);
    free(j->report);
    free(j->bans);
    explicit_bzero(j, sizeof *j);
    free(j);
}

int64_t day_ms(int64_t day)
{
    return day >= 0 && day <= SERVICE_TIME_MAX / DAY_MS ? day * DAY_MS : 0;
}

struct people *people_new(int most)
{
    struct people *p = allocate(sizeof *p + (size_t)most * sizeof *p->player);
    return p;
}

bool people_find(const struct people *p, int64_t player)
{
    for (int i = 0; i < p->count; i++)
        if (p->player[i].id == player)
            return true;
    return false;
}

void device_id_of(const char *token, char id[DEVICE_ID_BYTES])
{
    uint8_t hash[SHA256_BYTES];
    sha256((const uint8_t *)token, strlen(token), hash);
    for (int i = 0; i < DEVICE_ID_BYTES / 2; i++)
        snprintf(id + 2 * i, 3, "%02x", hash[i]);
}

void guest_name(int64_t player, int attempt, char name[PLAYER_NAME_BYTES])
{
    static const int64_t sizes[GUEST_NAMES] = {9000, 9000000, INT64_MAX};
    int64_t size = sizes[attempt];
    snprintf(name, PLAYER_NAME_BYTES, "Guest %" PRId64,
             player % size + (size < 9000001 ? size / 9 : 0));
}

void news_of_player(int64_t player, char news[NEWS_BYTES])
{
    snprintf(news, NEWS_BYTES, "@%" PRId64, player);
}

void news_of_look(int64_t look, char news[NEWS_BYTES])
{
    snprintf(news, NEWS_BYTES, "=%" PRId64, look);
}
