/* cmocka and what it needs before it. */
#ifndef TENKA_TEST_H
#define TENKA_TEST_H

/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#endif
