/* Memory: blocks, and arrays that grow. Running out of it is fatal. */
#ifndef TENKA_GROW_H
#define TENKA_GROW_H

#include <stdlib.h>

/* Zeroed memory, which the caller frees. */
static inline void *allocate(size_t size)
{
    void *block = calloc(1, size);
    if (!block)
        abort();
    return block;
}

/* Makes room for one more element in an array that grows by doubling: returns the array, which may
 * have moved. An array of large elements starts with room for one. */
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
