/* What happens when: a binary heap. */
#include "sim/queue.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "match/grow.h"

static bool comes_first(const struct happening *a, const struct happening *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

void later(struct sim *s, int64_t milliseconds, void (*run)(struct sim *s, void *what), void *what)
{
    struct queue *q = &s->queue;
    struct happening h = {s->now + milliseconds, q->order++, run, what};
    q->heap = grow(q->heap, q->count, &q->room, sizeof *q->heap);
    int at = q->count++;
    for (; at > 0 && comes_first(&h, &q->heap[(at - 1) / 2]); at = (at - 1) / 2)
        q->heap[at] = q->heap[(at - 1) / 2];
    q->heap[at] = h;
}

bool queue_take(struct queue *q, int64_t end, struct happening *next)
{
    if (!q->count || q->heap[0].time >= end)
        return false;
    *next = q->heap[0];
    struct happening last = q->heap[--q->count];
    int at = 0;
    for (int child; (child = 2 * at + 1) < q->count; at = child) {
        if (child + 1 < q->count && comes_first(&q->heap[child + 1], &q->heap[child]))
            child++;
        if (!comes_first(&q->heap[child], &last))
            break;
        q->heap[at] = q->heap[child];
    }
    q->heap[at] = last;
    return true;
}

void queue_free(struct queue *q)
{
    free(q->heap);
    *q = (struct queue){0};
}

int64_t below(struct sim *s, int64_t n)
{
    return (int64_t)rng_below(&s->rng, (uint32_t)n);
}

bool chance(struct sim *s, int hits, int of)
{
    return below(s, of) < hits;
}

int64_t about(struct sim *s, int64_t mean)
{
    double unit = ((double)rng_word(&s->rng) + 1) / 4294967296.0, times = -log(unit);
    return (int64_t)((double)mean * (times < 8 ? times : 8));
}

void breach(struct sim *s, const char *format, ...)
{
    struct out o;
    va_list arguments;
    if (s->failed)
        return;
    s->failed = true;
    out_init(&o, s->failure, sizeof s->failure);
    out_format(&o, "after %lld:%02lld:%02lld.%03lld: ", (long long)(s->now / HOUR),
               (long long)(s->now / MINUTE % 60), (long long)(s->now / SECOND % 60),
               (long long)(s->now % SECOND));
    va_start(arguments, format);
    out_format_list(&o, format, arguments);
    va_end(arguments);
}
