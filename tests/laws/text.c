/* Laws of texts: moves, positions, questions, messages and narration. */
#include "laws.h"

#include "core/position.h"
#include "game/languages.h"
#include "game/message.h"

/* ---- Text ---- */

static void law_move_text(const struct moment *m)
{
    char texts[MOVES_MAX][64], error[256];
    for (int i = 0; i < m->count; i++) {
        struct out o, wrong;
        struct scan scan;
        struct move back;
        out_init(&o, texts[i], sizeof texts[i]);
        move_print(m->schema, m->moves[i], &o);
        LAW(!o.overflow, "the text of a move has at most 63 bytes", "'%s' is cut", texts[i]);
        out_init(&wrong, error, sizeof error);
        scan_init_line(&scan, "move", slice_of(texts[i]), &wrong);
        LAW(move_parse(m->schema, &m->state->head, &scan, &back),
            "the text of a move can be parsed", "%s", error);
        LAW(move_equal(back, m->moves[i]), "the text of a move is parsed back to the same move",
            "'%s' is not", texts[i]);
        for (int k = 0; k < i; k++)
            LAW(strcmp(texts[i], texts[k]) != 0, "two moves never have the same text",
                "two have '%s'", texts[i]);
    }
}

static void law_position(const struct moment *m, const union state *state)
{
    char text[8192], error[512];
    union state back;
    struct out o, wrong;
    struct scan scan;
    struct position position;
    out_init(&o, text, sizeof text);
    state_print(m->schema, state, &o);
    out_init(&wrong, error, sizeof error);
    scan_init(&scan, "position", (struct slice){text, (int)o.used}, &wrong);
    position_init(&position, m->schema, &back);
    while (scan_line(&scan))
        LAW(position_line(&position, &scan), "a printed position can be parsed", "%s", error);
    LAW(position_end(&position, &scan), "a printed position can be parsed", "%s", error);
    LAW(state_equal(m->schema, state, &back), "a printed position is parsed back to the same state",
        "not this one:\n%s", text);
}

/* Alternates between Japanese with marks and English without: even the longest text must fit. */
void speak(const struct moment *m, struct out *o)
{
    o->marks = m->ply / 2 % 2;
    o->catalog = o->marks ? language_of_game(catalog_ja, m->game) : NULL;
}

/* The question and the description of each move must be one line. */
static void law_words(const struct moment *m)
{
    char text[1024];
    union state view;
    struct out o;
    if (m->actor == SEAT_NONE)
        return;
    state_view(m->schema, m->state, m->actor, &view);
    out_init(&o, text, sizeof text);
    speak(m, &o);
    m->game->prompt(&view, &o);
    LAW(o.used > 0 && !o.overflow && !strchr(text, '\n'), "a question is one line that fits",
        "'%s'", text);
    for (int i = 0; i < m->count; i++) {
        out_clear(&o);
        m->game->describe(&view, m->moves[i], &o);
        LAW(o.used > 0 && !o.overflow && !strchr(text, '\n'),
            "the description of a move is one line that fits", "'%s'", text);
    }
}

/* The message to the actor must be one line that fits. */
static void law_message(const struct moment *m)
{
    static char text[MESSAGE_BYTES];
    union state view;
    struct out o;
    if (m->actor == SEAT_NONE)
        return;
    state_view(m->schema, m->state, m->actor, &view);
    out_init(&o, text, sizeof text);
    message_view(m->game, &view, 1, &o);
    LAW(o.used < MESSAGE_BYTES / 4, "a message uses less than a quarter of MESSAGE_BYTES",
        "%d bytes", (int)o.used);
    LAW(strchr(text, '\n') == text + o.used - 1, "a message is exactly one line", "%s", text);
}

/* At the end, every viewer must be told who has won. */
static void law_result(const struct moment *m)
{
    union state over = *m->state;
    if (m->actor == SEAT_NONE || (apply_chosen(m, &over), m->game->actor(&over) != SEAT_NONE))
        return;
    for (int i = 0; i <= m->state->head.players; i++) {
        char text[16384];
        union state before, after;
        struct out o;
        int viewer = viewer_at(m, i);
        state_view(m->schema, m->state, viewer, &before);
        state_view(m->schema, &over, viewer, &after);
        out_init(&o, text, sizeof text);
        m->game->narrate(&before, game_veil(m->game, m->chosen, m->actor, viewer), &after, &o);
        LAW(strstr(text, " the game"), "the narration of the last ply tells who wins",
            "viewer %s is told: %s", viewer_name(viewer), text);
    }
}

void law_text(const struct moment *m)
{
    union state view;
    law_result(m);
    law_words(m);
    law_message(m);
    law_move_text(m);
    law_position(m, m->state);
    state_view(m->schema, m->state, (int)rng_below(m->dice, m->state->head.players), &view);
    law_position(m, &view);
    state_view(m->schema, m->state, VIEW_PUBLIC, &view);
    law_position(m, &view);
}
