/* The laws of chat: each line is stored, and for this client. */
#include "sim/laws_chat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house/hall_private.h"
#include "sim/laws.h"
#include "sim/queue.h"

/* ---- Who is muted ---- */

static struct mute *mute_of(struct client *c, int64_t other)
{
    for (int i = 0; i < c->mutes; i++)
        if (c->mute[i].other == other)
            return &c->mute[i];
    return NULL;
}

void laws_muting(struct client *c, int64_t other)
{
    struct mute *m = mute_of(c, other);
    if (!m && c->mutes < MUTED) {
        m = &c->mute[c->mutes++];
        m->other = other;
    }
    if (m)
        m->open++;
}

void mute_take(struct sim *s, const struct link *l, const struct pending *p)
{
    struct mute *m = mute_of(l->client, strtoll(p->text, NULL, 10));
    if (!m)
        return;
    m->open--;
    m->on = p->id;
    m->player = l->player;
    m->since = s->now;
    m->link = l;
}

/* Whether the connection certainly knows that its player has muted the other one: this was
 * acknowledged on it, or before it was welcomed. */
static bool has_muted(const struct link *l, int64_t other)
{
    const struct mute *m = mute_of(l->client, other);
    return m && m->on && !m->open && m->player == l->player &&
           (m->link == l || l->asked > m->since);
}

/* ---- Lines ---- */

static bool same_line(const struct json_value *sent, const struct line *line)
{
    char seat[4], name[PLAYER_NAME_BYTES], words[WORDS_BYTES], text[EVENT_TEXT_BYTES];
    const char letter[2] = {line->seat == SEAT_NONE ? '\0' : (char)('A' + line->seat), '\0'};
    part_text(sent, "seat", seat, sizeof seat);
    part_text(sent, "name", name, sizeof name);
    part_text(sent, "text", words, sizeof words);
    snprintf(text, sizeof text, "%s\t%s", name, words);
    return strcmp(seat, letter) == 0 && strcmp(text, line->text) == 0 &&
           part_number(sent, "player", 0) == line->player && part_flag(sent, "kept") == line->kept;
}

/* Spectators' lines reach players only after the match. */
static bool may_read(const struct link *l, const struct table *t, const struct line *line)
{
    bool seated = table_seat(t, l->player) != SEAT_NONE;
    return table_heard(t, seated) && (line->seat != SEAT_NONE || !seated || table_over(t)) &&
           !has_muted(l, line->player);
}

void chat_check(struct sim *s, const struct link *l, const struct table *t, const struct message *m)
{
    struct json_value lines = message_find(m, "lines");
    for (struct json_value v = json_first(&lines); v.at; json_next(&v)) {
        int id = (int)part_number(&v, "id", 0);
        const struct line *line = table_line(t, id);
        s->counts.lines++;
        if (!line || !same_line(&v, line) || !may_read(l, t, line))
            breach(s, "table %s: client %d is sent line %d of the chat, which is not for it", t->id,
                   l->client->index, id);
    }
}

/* ---- What a client has ---- */

static bool has_line(const struct seen *seen, int id)
{
    for (int i = seen->lines - 1; i >= 0; i--)
        if (seen->line[i] == id)
            return true;
    return false;
}

/* Whether the client must have the line when it is told that it knows all of the table up to its
 * last event. Lines of those whom it has ever muted may be missing. A spectator who had a seat was
 * not sent what others said meanwhile. */
static bool must_have(struct client *c, const struct table *t, const struct line *line)
{
    bool seated = table_seat(t, c->player) != SEAT_NONE;
    if (mute_of(c, line->player) || !table_heard(t, seated))
        return false;
    return line->seat != SEAT_NONE || !seated || table_over(t);
}

static void check_lines(struct client *c, const struct slot *slot, const struct table *t)
{
    for (int i = 0; i < t->lines; i++)
        if (must_have(c, t, &t->line[i]) && !has_line(&slot->seen, t->line[i].seq))
            breach(c->sim, "client %d was not sent line %d of table %s", c->index, t->line[i].seq,
                   slot->table);
}

void chat_take(struct client *c, struct slot *slot, const struct message *m)
{
    struct seen *seen = &slot->seen;
    const struct truth *t = truth_find(c->sim, slot->table);
    struct json_value lines = message_find(m, "lines");
    for (struct json_value v = json_first(&lines); v.at; json_next(&v)) {
        int id = (int)part_number(&v, "id", 0);
        if (!has_line(seen, id) && seen->lines < LINES_MAX)
            seen->line[seen->lines++] = id;
    }
    if (t && seen->sound && message_number(m, "id", 0) == t->table->seq)
        check_lines(c, slot, t->table);
}
