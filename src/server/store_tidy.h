/* What the store deletes by itself. */
#ifndef TENKA_STORE_TIDY_H
#define TENKA_STORE_TIDY_H

#include "server/store_jobs.h"

/* JOB_TIDY: deletes a few of the things that nobody needs any more, see struct keep. */
enum job_result store_tidy(struct store_jobs *b, struct job *j);

/* The statements of it that must not read a whole table, one after the other; NULL after the last.
 * For tests. */
const char *store_tidy_statement(int index);

#endif
