/* States, views and moves as JSON. */
#ifndef TENKA_CORE_JSON_H
#define TENKA_CORE_JSON_H

#include "core/move.h"
#include "core/out.h"
#include "core/schema.h"

/* The state or view as one JSON object. */
void state_json(const struct schema *c, const void *state, struct out *o);

/* The parts of the move as one JSON object, with the ids of its notation: verb, kind, seats,
 * numbers and places. Parts that the move does not have are omitted; a veiled kind is null. */
void move_json(const struct schema *c, struct move m, struct out *o);

#endif
