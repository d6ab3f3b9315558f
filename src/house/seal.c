/* Shares of the deal at a table (match/dealing.c says what they are for).
 *
 *   sit A + seal, sit B + seal   all seats are taken: seal_asked. The `table` message asks all
 *                                seats with a seal to reveal their shares.
 *   reveal A, reveal B           with the last share the match begins;
 *   deal                         or DEAL_MS after the seats were taken: then without the shares
 *                                that are missing. This event is the server's.
 *
 * A seat can be left, and taken by somebody else with another seal, until the first share is
 * revealed. From then on nobody can leave: whoever came later could know this share, and choose
 * their own to suit it. It lasts a few seconds only.
 *
 * If no seat has a seal, the match begins at once, and is dealt from the secret alone. */
#include "house/seal.h"

#include <stdio.h>
#include <string.h>

#include "core/catalog.h"

enum { DEAL_MS = 10000 };

const struct clause clause_dealing = {"dealing",
                                      SAY("The cards are being dealt. You can leave in a moment.")};
static const struct clause clause_bad_seal = {
    "seal", SAY("A seal and a share have 64 hexadecimal digits, in lower case.")};
static const struct clause clause_no_seal = {"seal", SAY("You have given no seal.")};
static const struct clause clause_other_seal = {"seal",
                                                SAY("This share does not match your seal.")};
static const struct clause clause_opened = {"seal", SAY("You have already revealed your share.")};
static const struct clause clause_closed_seal = {
    "seal", SAY("Shares are revealed only when all seats are taken.")};

void seal_write(struct event *e, const char *name, const char *seal)
{
    bool sealed = seal && *seal;
    snprintf(e->text, sizeof e->text, "%s%s%s", name, sealed ? "\t" : "", sealed ? seal : "");
}

/* The text behind the name; "" if there is none. */
static const char *seal_text(const struct event *e)
{
    const char *tab = strchr(e->text, '\t');
    return e->type == EV_SIT && tab ? tab + 1 : "";
}

const struct clause *seal_judge(const struct event *e)
{
    uint8_t seal[SECRET_BYTES];
    const char *text = seal_text(e);
    return !*text || secret_parse(slice_of(text), seal) ? NULL : &clause_bad_seal;
}

void seal_take(struct seat_share *share, const struct event *e)
{
    share->sealed = secret_parse(slice_of(seal_text(e)), share->seal);
}

const struct clause *seal_judge_reveal(const struct table *t, const struct event *e)
{
    const struct seat_share *share = &t->seat[e->seat].share;
    uint8_t revealed[SECRET_BYTES];
    if (t->seat[e->seat].type != SEAT_PERSON || t->seat[e->seat].player != e->player)
        return &clause_yours;
    if (!share->sealed)
        return &clause_no_seal;
    if (!seal_asked(t))
        return &clause_closed_seal;
    if (share->revealed)
        return &clause_opened;
    if (!secret_parse(slice_of(e->text), revealed))
        return &clause_bad_seal;
    return seal_fits(share->seal, revealed) ? NULL : &clause_other_seal;
}

struct dealing seal_dealing(const struct table *t)
{
    struct dealing d = {0};
    memcpy(d.secret, t->secret, SECRET_BYTES);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        d.seat[seat] = t->seat[seat].share;
    return d;
}

bool seal_waits(const struct table *t)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (t->seat[seat].share.sealed && !t->seat[seat].share.revealed)
            return true;
    return false;
}

bool seal_revealed(const struct table *t)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (t->seat[seat].share.revealed)
            return true;
    return false;
}

bool seal_asked(const struct table *t)
{
    return !t->match && t->asked >= 0;
}

int64_t seal_due(const struct table *t)
{
    return t->asked + DEAL_MS;
}
