/* cmocka, with the headers that must come before it. */
#ifndef TENKA_TEST_H
#define TENKA_TEST_H

/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#define CMOCKA_DISABLE_DEPRECATION_WARNINGS /* 2.0 has another name for assert_in_range */
#include <cmocka.h>
/* clang-format on */

#endif
