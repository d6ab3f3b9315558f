/* Bans library calls that have a safer replacement here: text goes to the bounded writer (out.h).
 * The build includes this header in every source. */
#ifndef TENKA_BANNED_H
#define TENKA_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef sprintf /* macros of clang with _FORTIFY_SOURCE */
#undef vsprintf
#pragma GCC poison strcpy strncpy strcat strncat sprintf vsprintf gets strtok srand atoi
#define rand() rand_is_banned /* not poisoned: OpenSSL's headers have parameters of this name */

#endif
