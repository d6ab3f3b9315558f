/* What the files of `tenka admin` share: see admin.c. */
#ifndef TENKA_ADMIN_H
#define TENKA_ADMIN_H

#include <stdio.h>

#include "server/store_jobs.h"

/* The store, what is printed once the transaction is committed, and the options of the command
 * line. */
struct admin {
    struct store_jobs b;
    FILE *out;
    const char *reason;
    int days, done;
    bool all;
};

/* Finds the player: '#7' or '7' is a number, anything else a name. Prints why there is none. */
bool admin_find(struct admin *a, const char *text, struct player *p);

/* Does the job. JOB_FAILED is left to the caller of the subcommand. Frees nothing. */
enum job_result admin_perform(struct admin *a, struct job *j);

/* The number of rows, or whatever else the statement asks for; -1 after a failure. */
int64_t admin_number(struct admin *a, const char *statement, int64_t argument);

/* The date, in milliseconds since 1970. */
int64_t admin_date(void);

/* Prints a date, or text of players without anything that could confuse a terminal. */
void admin_print_date(FILE *out, int64_t milliseconds);
void admin_print(FILE *out, const char *text);

#endif
