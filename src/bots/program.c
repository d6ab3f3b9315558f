/* A bot that is an external program: it gets one line of JSON and answers with one line
 * (docs/PROTOCOL.md).
 *
 * Nothing that the program does, or fails to do, stops the match. Each choice has a deadline. We
 * read while we write, so that there is no deadlock with a program that writes before it reads. A
 * program that fails is killed at once and started again for its next choice: otherwise its late
 * output would be taken for the answer to the next question. A program that fails PATIENCE times in
 * a row is not asked again in this match, because one that hangs would use up its whole time in
 * every ply. */
#include "bots/program.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot_reply.h"
#include "bots/child.h"
#include "bots/clock.h"
#include "game/message.h"

enum { PATIENCE = 3, QUOTE_BYTES = 80, BITE_BYTES = 4096 };

/* The last line of stderr that is not empty, cut to the length that is quoted. */
struct last {
    int used;
    bool ended;
    char text[QUOTE_BYTES];
};

struct program {
    const struct game *game;
    const char *command;
    int milliseconds;
    int failures; /* in a row */
    int id;       /* of the last question */
    struct child child;
    size_t length, sent; /* of the question */
    size_t heard;        /* of the answer */
    struct last last;
    char answer[BOT_REPLY_BYTES];
    char question[MESSAGE_BYTES];
};

struct program *program_new(const struct bot *bot, const struct game *g)
{
    struct program *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->game = g;
    p->command = bot_command(bot);
    p->milliseconds = bot->milliseconds;
    p->child.input = p->child.output = p->child.messages = -1;
    return p;
}

void program_free(struct program *p)
{
    if (!p)
        return;
    child_stop(&p->child, true);
    free(p);
}

void program_forget(struct program *p)
{
    p->failures = 0;
}

/* ---- Reading and writing ---- */

static bool would_wait(ssize_t done)
{
    return done < 0 && (errno == EAGAIN || errno == EINTR);
}

static void hear_last(struct last *last, const char *text, ssize_t length)
{
    for (const char *c = text; c < text + length; c++) {
        if (*c == '\n') {
            last->ended = true;
            continue;
        }
        if (last->ended)
            *last = (struct last){0};
        if (last->used < QUOTE_BYTES)
            last->text[last->used++] = *c;
    }
}

/* Reads a part of stderr; false if there is nothing to read at the moment. */
static bool hear_messages(struct program *p)
{
    char bite[BITE_BYTES];
    ssize_t length = p->child.messages < 0 ? 0 : read(p->child.messages, bite, sizeof bite);
    if (length > 0)
        hear_last(&p->last, bite, length);
    else if (!would_wait(length) && p->child.messages >= 0) {
        close(p->child.messages);
        p->child.messages = -1;
    }
    return length > 0;
}

/* Writes more of the question. A program that closes its stdin may still answer, so that is not a
 * failure yet. */
static void send_question(struct program *p)
{
    ssize_t length = child_write(&p->child, p->question + p->sent, p->length - p->sent);
    if (length > 0)
        p->sent += (size_t)length;
    else if (!would_wait(length)) {
        close(p->child.input);
        p->child.input = -1;
    }
}

/* Its stdout has ended: writes why. Also reads what it wrote to stderr last, for the quotation. */
static bool fail_silent(struct program *p, struct out *error)
{
    if (!child_ended(&p->child, error))
        out_text(error, "it closed its output");
    for (int bites = 0; bites < 16 && hear_messages(p); bites++)
        ;
    return false;
}

static bool hear_answer(struct program *p, struct out *error)
{
    ssize_t length = read(p->child.output, p->answer + p->heard, sizeof p->answer - p->heard);
    if (length > 0)
        p->heard += (size_t)length;
    return length > 0 || would_wait(length) || fail_silent(p, error);
}

/* ---- A choice ---- */

/* The answer including its newline; length 0 while the line is incomplete. */
static struct slice whole_line(const struct program *p)
{
    const char *newline = memchr(p->answer, '\n', p->heard);
    return (struct slice){p->answer, newline ? (int)(newline + 1 - p->answer) : 0};
}

static bool program_step(struct program *p, int wait_ms, struct out *error)
{
    struct pollfd fds[] = {
        {.fd = p->sent < p->length ? p->child.input : -1, .events = POLLOUT},
        {.fd = p->child.messages, .events = POLLIN},
        {.fd = p->child.output, .events = POLLIN},
    };
    if (poll(fds, 3, wait_ms) <= 0)
        return true;
    if (fds[0].revents)
        send_question(p);
    if (fds[1].revents)
        hear_messages(p);
    return !fds[2].revents || hear_answer(p, error);
}

/* Sends the question and reads until a whole line has arrived. */
static bool exchange(struct program *p, struct out *error)
{
    int64_t deadline = clock_ms() + p->milliseconds;
    while (!whole_line(p).length) {
        int64_t left = deadline - clock_ms();
        if (p->heard == sizeof p->answer) {
            out_format(error, "it wrote a line of more than %d bytes", BOT_REPLY_BYTES);
            return false;
        }
        if (left <= 0) {
            out_format(error, "it gave no answer in %d ms", p->milliseconds);
            return false;
        }
        if (!program_step(p, (int)left, error))
            return false;
    }
    return true;
}

static bool program_ask(struct program *p, const void *view, struct out *error)
{
    struct out question;
    p->last = (struct last){0};
    if (!p->child.pid) {
        p->heard = 0;
        if (!child_start(&p->child, p->command)) {
            out_format(error, "it could not be started (%s)", strerror(errno));
            return false;
        }
    }
    out_init(&question, p->question, sizeof p->question);
    message_view(p->game, view, ++p->id, &question);
    assert(!question.overflow);
    p->length = question.used;
    p->sent = 0;
    return exchange(p, error);
}

static bool understand(struct program *p, const void *view, struct move *move, struct out *error)
{
    struct bot_reply answer;
    if (!bot_reply_parse(whole_line(p), &answer, error))
        return false;
    if (answer.id != p->id) {
        out_format(error, "its answer has the id %d, but the question has the id %d", answer.id,
                   p->id);
        return false;
    }
    if (!bot_reply_move(&answer, p->game, view, move, error))
        return false;
    if (p->sent < p->length)
        out_text(error, "it answered before it had read the question");
    return p->sent == p->length;
}

/* Removes the answer. What follows it is the beginning of the next one. */
static void drop_line(struct program *p)
{
    size_t length = (size_t)whole_line(p).length;
    p->heard -= length;
    memmove(p->answer, p->answer + length, p->heard);
}

/* Quotes text that may contain anything, without control codes for the terminal. */
static void out_quote(struct out *o, const char *text, int length)
{
    bool more = length > QUOTE_BYTES;
    for (int i = 0; i < length && i < QUOTE_BYTES && text[i] != '\n'; i++)
        out_char(o, text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
    out_text(o, more ? "..." : "");
}

/* Quotes its answer, complete or not, or else its last line on stderr. */
static void quote_last(const struct program *p, struct out *error)
{
    int line = whole_line(p).length;
    out_text(error, p->heard || p->last.used ? "; its last line: " : "; it wrote nothing");
    if (p->heard)
        out_quote(error, p->answer, line ? line - 1 : (int)p->heard);
    else
        out_quote(error, p->last.text, p->last.used);
}

bool program_choose(struct program *p, const void *view, struct move *move, struct out *error)
{
    if (p->failures == PATIENCE) {
        out_format(error, "it failed %d times in a row and is not asked again", PATIENCE);
        return false;
    }
    if (program_ask(p, view, error) && understand(p, view, move, error)) {
        p->failures = 0;
        drop_line(p);
        return true;
    }
    p->failures++;
    quote_last(p, error);
    child_stop(&p->child, false);
    return false;
}
