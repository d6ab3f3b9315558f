/* Banned addresses: the list of the store, in memory. (Banned players are found by the store when
 * they come.) */
#ifndef TENKA_BAN_H
#define TENKA_BAN_H

#include <stdbool.h>

struct server;

/* Reads the list, now or if that is already being done, once more. Then connections from banned
 * addresses are closed. */
void bans_read(struct server *s);

/* Reads the list again if the store has failed before. Called every few seconds. */
void bans_retry(struct server *s);

/* Whether the address, as address_name writes it, is banned. */
bool bans_have(const struct server *s, const char *name);

void bans_clear(struct server *s);

#endif
