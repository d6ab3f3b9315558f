/* The laws of the chat. */
#ifndef TENKA_SIM_LAWS_CHAT_H
#define TENKA_SIM_LAWS_CHAT_H

#include "sim/sim.h"

/* A client is about to mute this player, or to end that. */
void laws_muting(struct client *c, int64_t other);

/* A request to mute somebody is acknowledged. */
void mute_take(struct sim *s, const struct link *l, const struct pending *p);

/* Each line of the message is stored, and for this client, if the table is like this. */
void chat_check(struct sim *s, const struct link *l, const struct table *t,
                const struct message *m);

/* The client has got lines of chat, or was told that it has got all. */
void chat_take(struct client *c, struct slot *slot, const struct message *m);

#endif
