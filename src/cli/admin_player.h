/* Subcommands of `tenka admin` about one player. They return an exit code. */
#ifndef TENKA_ADMIN_PLAYER_H
#define TENKA_ADMIN_PLAYER_H

struct admin;

int admin_player(struct admin *a, char **arguments);
int admin_export(struct admin *a, char **arguments);
int admin_delete(struct admin *a, char **arguments);
int admin_rename(struct admin *a, char **arguments);

#endif
