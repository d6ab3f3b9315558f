/* How a deal is agreed on.
 *
 * The server draws a secret S and publishes SHA-256(S), the commitment, before it deals. So it
 * cannot change its mind later. But it could draw many secrets beforehand and take one that it
 * likes: S alone proves only that the deal was not changed, not that it was random.
 *
 * Therefore each player's program draws a share E and publishes its SHA-256, the seal. When all
 * seats are taken, all shares are revealed to the server, and everything is dealt from S and the
 * shares together. After the match S and the shares are published, and everybody can check that
 * they fit the commitment and the seals, and that the deal follows from them.
 *
 * - The server is bound by its commitment before it knows a share. One honest share in the record
 *   makes all deals equally likely, whatever the server and all other players do together.
 * - A player who conspires with the server is bound by the seal before any share of the others is
 *   known. Without seals, the last one to send a share could choose it to suit S.
 *
 * Programs must not reveal a share before they have seen the commitment and the seals of all seats,
 * and must find the same ones in the record later: a seal that is made afterwards binds nobody.
 * That is why no seat can be left once a share has been revealed.
 *
 * What remains: a player who conspires with the server may refuse to reveal, which gives a choice
 * between two deals; and so may the server claim that a share came too late. The match is dealt
 * without this share then, and the record says so. A program whose share was taken ('done') must
 * not accept a record without it, and should tell its player if its own share is missing.
 *
 * The key is the SHA-256 of a text, so that it can be computed without this program:
 *
 *     tenka deal 1
 *     secret: 64 hexadecimal digits of S
 *     share A: 64 hexadecimal digits of E
 *     share B: none
 *
 * with a line for each seat that gave a seal ('none' if it revealed nothing), each ended by a
 * newline. */
#include "match/dealing.h"

#include <string.h>

#include "core/sha256.h"

bool dealing_sealed(const struct dealing *d)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (d->seat[seat].sealed)
            return true;
    return false;
}

bool dealing_waits(const struct dealing *d)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (d->seat[seat].sealed && !d->seat[seat].revealed)
            return true;
    return false;
}

bool seal_fits(const uint8_t seal[SECRET_BYTES], const uint8_t share[SECRET_BYTES])
{
    uint8_t digest[SECRET_BYTES];
    sha256(share, SECRET_BYTES, digest);
    return memcmp(digest, seal, SECRET_BYTES) == 0;
}

void share_print(const struct seat_share *s, int seat, struct out *o)
{
    if (!s->sealed)
        return;
    out_format(o, "share %c: ", 'A' + seat);
    if (s->revealed)
        secret_print(s->share, o);
    else
        out_text(o, "none");
    out_char(o, '\n');
}

void dealing_key(const struct dealing *d, uint8_t key[SECRET_BYTES])
{
    char text[(SEATS_MAX + 2) * (2 * SECRET_BYTES + 16)];
    struct out o;
    if (!dealing_sealed(d)) {
        memcpy(key, d->secret, SECRET_BYTES);
        return;
    }
    out_init(&o, text, sizeof text);
    out_text(&o, "tenka deal 1\nsecret: ");
    secret_print(d->secret, &o);
    out_char(&o, '\n');
    for (int seat = 0; seat < SEATS_MAX; seat++)
        share_print(&d->seat[seat], seat, &o);
    sha256(text, o.used, key);
    explicit_bzero(text, sizeof text);
}
