/* The settings of a match: the number of players and the options of the game. */
#ifndef TENKA_CONFIG_H
#define TENKA_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "core/out.h"
#include "core/scan.h"

struct game;

enum { OPTIONS_MAX = 4 };

/* A variant of the rules: one of several named values. The first one is the default. */
struct option {
    const char *name, *about;
    const char *const *values;        /* ends with NULL */
    uint8_t players_min, players_max; /* what values other than the default need; 0: any number */
};

/* The values of an option that is off by default: 'off' and 'on'. */
extern const char *const option_off_on[];

struct config {
    uint8_t players;
    uint8_t option[OPTIONS_MAX]; /* for each option, an index into its values */
};

/* NULL, or an option whose value is not possible with this number of players. */
const struct option *config_misfit(const struct game *g, const struct config *config);

/* Sets an option from 'name=value'; the number of players must already be set. False, with the
 * reason and what is allowed, if there is no such option or value, or if the options do not fit the
 * number of players. */
bool config_set(const struct game *g, struct config *config, struct slice setting,
                struct out *error);

/* The options with their values: 'coin-drain=off|on'. */
void options_list(const struct game *g, const char *separator, struct out *o);

#endif
