/* States, views and moves as JSON. */
#ifndef TENKA_CORE_JSON_H
#define TENKA_CORE_JSON_H

#include "core/move.h"
#include "core/out.h"
#include "core/schema.h"

/* The state or view as one JSON object. */
void state_json(const struct schema *c, const void *state, struct out *o);

/* The parts of the move as one JSON object, with the ids that its notation has: verb, kind, seats,
 * numbers and places. Parts that it does not have are left out; a veiled kind is null. */
void move_json(const struct schema *c, struct move m, struct out *o);

#endif
