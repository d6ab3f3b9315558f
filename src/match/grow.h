/* Arrays that grow. */
#ifndef TENKA_GROW_H
#define TENKA_GROW_H

#include <stdlib.h>

/* Makes room for one more element in an array that grows by doubling: returns the array, which may
 * have moved. An array of large elements starts with room for one. Running out of memory is
 * fatal. */
static inline void *grow(void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : size < 256 ? 16 : 1;
    void *larger = realloc(array, (size_t)*room * size);
    if (!larger)
        abort();
    return larger;
}

#endif
