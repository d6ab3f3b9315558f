/* What players do to each other, in SQL: muting, reporting, and what the operator does about it. */
#ifndef TENKA_STORE_PEOPLE_H
#define TENKA_STORE_PEOPLE_H

#include "server/store_jobs.h"

enum job_result store_mute(struct store_jobs *b, struct job *j);
enum job_result store_mutes(struct store_jobs *b, struct job *j);
enum job_result store_report(struct store_jobs *b, struct job *j);
enum job_result store_ban(struct store_jobs *b, struct job *j);
enum job_result store_bans(struct store_jobs *b, struct job *j);
enum job_result store_delete(struct store_jobs *b, struct job *j);

/* JOB_DONE, with the `people` whom the player of the job has muted; JOB_BANNED if they are banned
 * at the time of the job, or without one, now. */
enum job_result store_admit(struct store_jobs *b, struct job *j);

/* Tells other nodes that the tokens, the name or the mutes of the player have changed. */
bool store_tell_of_player(struct store_jobs *b, int64_t player);

#endif
