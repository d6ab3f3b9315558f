/* Linked lists, for a C library without <sys/queue.h>: those of its macros that tenka uses, with
 * the same meaning. LIST: any element can be removed. STAILQ: a queue. TAILQ: both. */
#ifndef TENKA_QUEUE_H
#define TENKA_QUEUE_H

#include <stddef.h>

/* `back` points to the pointer that points to this element. */
#define LIST_HEAD(name, type) \
    struct name { \
        struct type *first; \
    }
#define LIST_ENTRY(type) \
    struct { \
        struct type *after; \
        struct type **back; \
    }
#define LIST_FIRST(head) ((head)->first)
#define LIST_EMPTY(head) (!(head)->first)
#define LIST_NEXT(element, entry) ((element)->entry.after)
#define LIST_FOREACH(at, head, entry) \
    for ((at) = LIST_FIRST(head); (at); (at) = LIST_NEXT(at, entry))
#define LIST_INSERT_HEAD(head, element, entry) \
    do { \
        (element)->entry.after = (head)->first; \
        (element)->entry.back = &(head)->first; \
        if ((head)->first) \
            (head)->first->entry.back = &(element)->entry.after; \
        (head)->first = (element); \
    } while (0)
#define LIST_REMOVE(element, entry) \
    do { \
        if ((element)->entry.after) \
            (element)->entry.after->entry.back = (element)->entry.back; \
        *(element)->entry.back = (element)->entry.after; \
    } while (0)

/* `last` points to the pointer at which the next element is added. */
#define STAILQ_HEAD(name, type) \
    struct name { \
        struct type *first; \
        struct type **last; \
    }
#define STAILQ_ENTRY(type) \
    struct { \
        struct type *after; \
    }
#define STAILQ_FIRST(head) ((head)->first)
#define STAILQ_EMPTY(head) (!(head)->first)
#define STAILQ_INIT(head) \
    do { \
        (head)->first = NULL; \
        (head)->last = &(head)->first; \
    } while (0)
#define STAILQ_INSERT_TAIL(head, element, entry) \
    do { \
        (element)->entry.after = NULL; \
        *(head)->last = (element); \
        (head)->last = &(element)->entry.after; \
    } while (0)
#define STAILQ_REMOVE_HEAD(head, entry) \
    do { \
        (head)->first = (head)->first->entry.after; \
        if (!(head)->first) \
            (head)->last = &(head)->first; \
    } while (0)

#define TAILQ_HEAD(name, type) STAILQ_HEAD(name, type)
#define TAILQ_ENTRY(type) LIST_ENTRY(type)
#define TAILQ_FIRST(head) ((head)->first)
#define TAILQ_EMPTY(head) (!(head)->first)
#define TAILQ_FOREACH(at, head, entry) LIST_FOREACH(at, head, entry)
#define TAILQ_INIT(head) STAILQ_INIT(head)
#define TAILQ_INSERT_TAIL(head, element, entry) \
    do { \
        (element)->entry.after = NULL; \
        (element)->entry.back = (head)->last; \
        *(head)->last = (element); \
        (head)->last = &(element)->entry.after; \
    } while (0)
#define TAILQ_REMOVE(head, element, entry) \
    do { \
        if ((element)->entry.after) \
            (element)->entry.after->entry.back = (element)->entry.back; \
        else \
            (head)->last = (element)->entry.back; \
        *(element)->entry.back = (element)->entry.after; \
    } while (0)

#endif
