/* What a match is played with: the number of players, and the options of the game. */
#ifndef TENKA_CONFIG_H
#define TENKA_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "core/out.h"
#include "core/scan.h"

struct game;

enum { OPTIONS_MAX = 4 };

/* A variant: one of several named values, the first of them the default. */
struct option {
    const char *name, *about;
    const char *const *values;        /* ends with NULL */
    uint8_t players_min, players_max; /* what all but the default need; 0: any number */
};

/* The values of an option that is off unless it is chosen. */
extern const char *const option_off_on[];

struct config {
    uint8_t players;
    uint8_t option[OPTIONS_MAX]; /* an index into the values of each option */
};

/* NULL, or the option whose value does not go with the number of players. */
const struct option *config_misfit(const struct game *g, const struct config *config);

/* Sets 'name=value', after the number of players; false, with the reason and what is allowed, if
 * there is no such thing. */
bool config_set(const struct game *g, struct config *config, struct slice setting,
                struct out *error);

/* The options with their values: 'coin-drain=off|on'. */
void options_list(const struct game *g, const char *separator, struct out *o);

#endif
