/* Calls that have a safer sister here: text goes to a bounded writer (out.h). Included everywhere
 * by the build. */
#ifndef TENKA_BANNED_H
#define TENKA_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC poison strcpy strncpy strcat strncat sprintf vsprintf gets strtok srand atoi
#define rand() rand_is_banned /* not poisoned: OpenSSL's headers have parameters of this name */

#endif
