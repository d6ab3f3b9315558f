/* Laws of texts: moves, positions, questions, messages and what is told. */
#include "laws.h"

#include "bots/bot.h"
#include "bots/mind.h"
#include "core/position.h"
#include "core/sample.h"
#include "game/game.h"
#include "game/languages.h"
#include "game/message.h"
#include "match/record.h"
#include "match/scenario.h"
#include "match/secret.h"

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
        LAW(!o.overflow, "texts of moves are short", "%s", texts[i]);
        out_init(&wrong, error, sizeof error);
        scan_init_line(&scan, "move", (struct slice){texts[i], (int)strlen(texts[i])}, &wrong);
        LAW(move_parse(m->schema, &m->state->head, &scan, &back), "texts of moves parse", "%s",
            error);
        LAW(move_equal(back, m->moves[i]), "texts of moves parse back", "%s", texts[i]);
        for (int k = 0; k < i; k++)
            LAW(strcmp(texts[i], texts[k]) != 0, "texts of moves are distinct", "%s", texts[i]);
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
        LAW(position_line(&position, &scan), "positions parse", "%s", error);
    LAW(position_end(&position, &scan), "positions parse", "%s", error);
    LAW(state_equal(m->schema, state, &back), "positions round-trip", "%s", text);
}

/* In Japanese and with marks, or in neither: what is longest must not be cut. */
void speak(const struct moment *m, struct out *o)
{
    o->marks = m->ply / 2 % 2;
    o->catalog = o->marks ? language_of_game(catalog_ja, m->game) : NULL;
}

/* One line of words for the question and for each move. */
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
    LAW(o.used > 0 && !o.overflow && !strchr(text, '\n'), "a question is a sentence", "%s", text);
    for (int i = 0; i < m->count; i++) {
        out_clear(&o);
        m->game->describe(&view, m->moves[i], &o);
        LAW(o.used > 0 && !o.overflow && !strchr(text, '\n'), "a move is described", "%s", text);
    }
}

/* Whoever is asked gets one line, for which there is room. */
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
    LAW(o.used < MESSAGE_BYTES / 4, "messages have ample room", "%d bytes", (int)o.used);
    LAW(strchr(text, '\n') == text + o.used - 1, "a message is a line", "%s", text);
}

/* Whoever looks on reads at the end who has won, and need not work it out. */
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
        LAW(strstr(text, " the game") || strstr(text, "game is won by"),
            "the last ply tells who wins", "viewer %d is told: %s", viewer, text);
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
