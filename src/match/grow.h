/* Arrays that grow. */
#ifndef TENKA_GROW_H
#define TENKA_GROW_H

#include <stdlib.h>

/* Room for one more in an array that grows by doubling; large things begin with one. Running out of
 * memory is fatal. */
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
