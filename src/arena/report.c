/* The report: tables, and plots as SVG. A plot is 320 units wide, so that its text is readable on a
 * phone; wide screens show several plots side by side. Colour only repeats what a position, a
 * number or a sign already shows. */
#include "arena/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/report_style.h"
#include "arena/summary.h"
#include "arena/text.h"

enum {
    WIDTH = 320,
    ROW = 26,
    BARS_MAX = 40,
    TITLE_BYTES = 512,
    COMMAND_BYTES = 4 * ARENA_BOTS * BOT_NAME_BYTES + 1024,
};

/* The file, and what is written to it. */
struct page {
    FILE *file;
    const struct contest *contest;
    const struct tally *tally;
    const struct summary *summary;
};

/* ---- Text ---- */

static void print_text(const struct page *p, const char *text)
{
    for (; *text; text++)
        if (strchr("&<>\"'", *text))
            fprintf(p->file, "&#%d;", *text);
        else
            fputc(*text, p->file);
}

static void print(const struct page *p, const char *html)
{
    fputs(html, p->file);
}

/* With a typographic minus sign; a dash if x is not a number. */
static void out_real(struct out *o, double x, int places)
{
    const struct number n = decimal(x, places);
    out_text(o, !n.text[0] ? "\xe2\x80\x93" : n.text[0] == '-' ? "\xe2\x88\x92" : "");
    out_text(o, n.text + (n.text[0] == '-'));
}

/* '24.3 %' with a narrow no-break space. */
static void out_percent(struct out *o, double share)
{
    out_real(o, 100 * share, 1);
    out_text(o, "\xe2\x80\xaf%");
}

static void out_signed(struct out *o, double x, int places)
{
    out_text(o, x > 0 ? "+" : "");
    out_real(o, x, places);
}

static void report_print_real(const struct page *p, double x, int places)
{
    char text[64];
    struct out o;
    out_init(&o, text, sizeof text);
    out_real(&o, x, places);
    print(p, text);
}

static void print_percent(const struct page *p, double share)
{
    char text[64];
    struct out o;
    out_init(&o, text, sizeof text);
    out_percent(&o, share);
    print(p, text);
}

static void print_signed(const struct page *p, double x, int places)
{
    print(p, x > 0 ? "+" : "");
    report_print_real(p, x, places);
}

/* The bot's name for readers: 'level 3', or the name itself. */
static void out_bot(struct out *o, const struct contest *c, int bot)
{
    out_text(o, c->bot[bot].level ? "level " : "");
    out_text(o, c->bot[bot].name);
}

static void print_bot(const struct page *p, int bot)
{
    print(p, p->contest->bot[bot].level ? "level " : "");
    print_text(p, p->contest->bot[bot].name);
}

static double fair_share(const struct contest *c)
{
    return 1.0 / c->config.players;
}

/* ---- SVG ---- */

struct box {
    double x, y, width, height;
};

static void svg_open(const struct page *p, int width, int height, const char *label)
{
    fprintf(p->file, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", width, height);
    print_text(p, label);
    print(p, "\">\n");
}

static void svg_bar(const struct page *p, const char *look, struct box b, const char *title)
{
    fprintf(p->file, "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>",
            look, decimal(b.x, 1).text, decimal(b.y, 1).text, decimal(b.width, 2).text,
            decimal(b.height, 2).text);
    print_text(p, title);
    print(p, "</title></rect>\n");
}

/* From a corner of the box to the opposite one. */
static void svg_line(const struct page *p, const char *look, struct box b)
{
    fprintf(p->file, "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n", look,
            decimal(b.x, 1).text, decimal(b.y, 1).text, decimal(b.x + b.width, 1).text,
            decimal(b.y + b.height, 1).text);
}

static void svg_text(const struct page *p, const char *look, struct box at, const char *text)
{
    fprintf(p->file, "<text class=\"%s\" x=\"%s\" y=\"%s\">", look, decimal(at.x, 1).text,
            decimal(at.y, 1).text);
    print_text(p, text);
    print(p, "</text>\n");
}

/* A round distance between ticks, so that the range has at most `most` of them. */
static double tick_step(double range, int most)
{
    static const double round[] = {1, 2, 5};
    for (double power = 1; power < 1e15; power *= 10)
        for (int i = 0; i < 3; i++)
            if (range / (round[i] * power) <= most)
                return round[i] * power;
    return range;
}

/* ---- The head of the page ---- */

static void print_fact(const struct page *p, const char *name, const char *value)
{
    print(p, "<div><dt>");
    print_text(p, name);
    print(p, "</dt><dd>");
    print_text(p, value);
    print(p, "</dd></div>\n");
}

static void report_print_options(const struct page *p)
{
    const struct game *g = p->contest->game;
    for (int i = 0; i < g->options_count; i++)
        print_fact(p, g->options[i].name, g->options[i].values[p->contest->config.option[i]]);
}

static void print_facts(const struct page *p)
{
    const struct tally *t = p->tally;
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIu64, p->contest->seed);
    print(p, "<dl>\n");
    print_fact(p, "games", grouped(t->games).text);
    print_fact(p, "deals", grouped(t->deals).text);
    print_fact(p, "decisions per game", decimal(ratio(t->plies, t->games), 1).text);
    print_fact(p, "players", grouped(p->contest->config.players).text);
    report_print_options(p);
    print_fact(p, "seed", seed);
    print(p, "</dl>\n");
}

static void print_command(const struct page *p)
{
    char text[COMMAND_BYTES];
    struct out o;
    struct contest played = *p->contest;
    played.deals = p->tally->deals;
    out_init(&o, text, sizeof text);
    contest_command(&played, &o);
    print(p, "<p class=\"note\">Every deal is played several times, with the seats rotated. This "
             "command plays the same games again:</p>\n<pre>");
    print_text(p, text);
    print(p, "</pre>\n");
}

/* Which bot won the most, and whether its lead over the next one is clear. */
static void print_lead(const struct page *p)
{
    bool clear = p->summary->clear;
    int best = p->summary->order[0];
    print(p, "<p class=\"lead\"><strong>");
    print_bot(p, best);
    print(p,
          clear ? "</strong> is clearly ahead: it won " : "</strong> is slightly ahead: it won ");
    print_percent(p, p->summary->bot[best].wins.value);
    print(p, " of its games, where a fair share is ");
    print_percent(p, fair_share(p->contest));
    print(p, clear ? ".</p>\n" : ". The difference from the next bot may be chance.</p>\n");
}

static void report_print_sprt(const struct page *p)
{
    static const char *const verdicts[] = {"no", "not decided yet", "yes"};
    const struct contest *c = p->contest;
    print(p, "<div class=\"box\"><p><strong>Sequential test: ");
    print(p, verdicts[p->summary->verdict + 1]);
    print(p, ".</strong> Is ");
    print_bot(p, 0);
    print(p, " stronger than ");
    print_bot(p, 1);
    print(p, " by ");
    print_signed(p, c->elo1, 1);
    print(p, " Elo rather than ");
    print_signed(p, c->elo0, 1);
    print(p, "? The log-likelihood ratio is ");
    report_print_real(p, p->summary->llr, 2);
    print(p, ". The answer is no at ");
    report_print_real(p, -LLR_BOUND, 2);
    print(p, ", yes at ");
    report_print_real(p, LLR_BOUND, 2);
    print(p, "; each is wrong in at most 5\xe2\x80\xaf% of tests.</p></div>\n");
}

static void print_troubles(const struct page *p)
{
    int64_t troubles = 0;
    for (int i = 0; i < p->contest->bots; i++)
        troubles += p->tally->bot[i].troubles;
    if (!troubles)
        return;
    print(p, "<div class=\"box bad\"><p><strong>! Some programs failed, and the bot greedy moved "
             "instead:</strong></p><ul>\n");
    for (int i = 0; i < p->contest->bots; i++)
        if (p->tally->bot[i].troubles) {
            print(p, "<li><strong>");
            print_bot(p, i);
            fprintf(p->file, "</strong>, %s times. The first failure: ",
                    grouped(p->tally->bot[i].troubles).text);
            print_text(p, p->tally->trouble[i]);
            print(p, "</li>\n");
        }
    print(p, "</ul></div>\n");
}

static void print_head(const struct page *p)
{
    const struct game *g = p->contest->game;
    print(p, "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
             "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, "
             "initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>");
    print_text(p, g->title);
    print(p, ": arena</title>\n<style>\n");
    print(p, (const char *)report_style[0].bytes);
    print(p, "</style>\n</head>\n<body>\n<main>\n<header><div class=\"seal\" aria-hidden=\"true\">"
             "\xe5\xa4\xa9</div>\n<h1>");
    print_text(p, g->title);
    fprintf(p->file, "</h1>\n<p class=\"kicker\">Arena: %d bots, %d players</p></header>\n",
            p->contest->bots, p->contest->config.players);
}

/* ---- Standings ---- */

/* The position of a share in a plot of this width. */
static double share_at(double share, double most, double width)
{
    return share < 0 ? 0 : share > most ? width : share / most * width;
}

/* The largest share of wins in the plots, rounded up to a tenth. */
static double largest_share(const struct page *p, bool by_seat)
{
    double most = fair_share(p->contest);
    for (int i = 0; i < p->contest->bots; i++) {
        const struct standing *s = &p->tally->bot[i];
        double high = p->summary->bot[i].wins.high;
        if (!by_seat && isfinite(high))
            most = fmax(most, high);
        for (int k = 0; by_seat && k < p->contest->config.players; k++)
            most = fmax(most, ratio(s->seat_wins[k], s->seat_games[k] * WIN));
    }
    return fmin(1, ceil(most * 10) / 10);
}

static void print_interval(const struct page *p, const char *name, struct estimate e, double most)
{
    enum { SPACE = 160, MIDDLE = 12 };
    double low = share_at(isfinite(e.low) ? e.low : 0, most, SPACE - 8) + 4;
    double high = share_at(isfinite(e.high) ? e.high : most, most, SPACE - 8) + 4;
    double fair = share_at(fair_share(p->contest), most, SPACE - 8) + 4;
    svg_open(p, SPACE, 2 * MIDDLE, name);
    svg_line(p, "grid", (struct box){4, MIDDLE, SPACE - 8, 0});
    svg_line(p, "mark", (struct box){fair, 1, 0, 2 * MIDDLE - 2});
    svg_line(p, "whisker", (struct box){low, MIDDLE, high - low, 0});
    svg_line(p, "whisker", (struct box){low, MIDDLE - 4, 0, 8});
    svg_line(p, "whisker", (struct box){high, MIDDLE - 4, 0, 8});
    fprintf(p->file, "<circle class=\"dot\" cx=\"%s\" cy=\"%d\" r=\"4\"/></svg>",
            decimal(share_at(e.value, most, SPACE - 8) + 4, 1).text, MIDDLE);
}

static void print_wins(const struct page *p, int bot, double most)
{
    struct estimate e = p->summary->bot[bot].wins;
    char label[TITLE_BYTES];
    struct out o;
    out_init(&o, label, sizeof label);
    out_text(&o, "Wins ");
    out_percent(&o, e.value);
    out_text(&o, ", between ");
    out_percent(&o, e.low);
    out_text(&o, " and ");
    out_percent(&o, e.high);
    print(p, "<td>");
    print_percent(p, e.value);
    print(p, "<small>");
    report_print_real(p, 100 * e.low, 1);
    print(p, " to ");
    report_print_real(p, 100 * e.high, 1);
    print(p, "</small></td><td class=\"plots\">");
    print_interval(p, label, e, most);
    print(p, "</td>");
}

static void report_print_elo(const struct page *p, int bot)
{
    int last = p->contest->bots - 1;
    if (bot == last) {
        print(p, "<td>0<small>reference</small></td>");
        return;
    }
    struct estimate e = p->summary->bot[bot].elo;
    print(p, "<td>");
    print_signed(p, e.value, 0);
    print(p, "<small>");
    print_signed(p, e.low, 0);
    print(p, " to ");
    print_signed(p, e.high, 0);
    print(p, "</small></td>");
}

/* About three significant digits, from microseconds to minutes. */
static void print_milliseconds(const struct page *p, double ms)
{
    report_print_real(p, ms, ms < 0.1 ? 4 : ms < 1 ? 3 : ms < 10 ? 2 : ms < 100 ? 1 : 0);
}

static void report_print_standing(const struct page *p, int bot, bool best, double most)
{
    const struct standing *s = &p->tally->bot[bot];
    const struct summary_bot *b = &p->summary->bot[bot];
    print(p, "<tr><th scope=\"row\">");
    print_bot(p, bot);
    if (best)
        print(p, " <span class=\"cup\" title=\"most wins\">\xe2\x98\x85</span>");
    print(p, "</th>");
    print_wins(p, bot, most);
    report_print_elo(p, bot);
    print(p, "<td>");
    report_print_real(p, b->mean_rank, 2);
    print(p, "</td><td>");
    report_print_real(p, b->mean_score, 2);
    print(p, "</td><td>");
    print_milliseconds(p, b->ms_per_move);
    fprintf(p->file, "</td><td>%s</td></tr>\n", grouped(s->games).text);
}

/* A table that is too wide scrolls on its own. Its caption is hidden: it is for screen readers. */
static void table_open(const struct page *p, const char *name)
{
    fprintf(p->file,
            "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"%s\"><table>\n"
            "<caption class=\"hidden\">%s</caption>\n<thead><tr>",
            name, name);
}

static void report_print_column(const struct page *p, const char *name)
{
    print(p, "<th scope=\"col\">");
    print_text(p, name);
    print(p, "</th>");
}

static void table_close(const struct page *p)
{
    print(p, "</tbody></table></div></section>\n");
}

static void print_standings_columns(const struct page *p, double most)
{
    table_open(p, "Standings");
    report_print_column(p, "Bot");
    report_print_column(p, "Wins");
    print(p, "<th scope=\"col\" class=\"plots\">0 to ");
    report_print_real(p, 100 * most, 0);
    print(p, "\xe2\x80\xaf%, fair share dashed</th>");
    report_print_column(p, "Elo");
    report_print_column(p, "Mean rank");
    print(p, "<th scope=\"col\">Mean ");
    print_text(p, p->contest->game->unit);
    print(p, "</th>");
    report_print_column(p, "ms per move");
    report_print_column(p, "Games");
    print(p, "</tr></thead>\n<tbody>\n");
}

static void report_print_standings(const struct page *p)
{
    const int *order = p->summary->order;
    double most = largest_share(p, false);
    print(p, "<section><h2>Standings</h2>\n<p class=\"note\">Below a number is its 95\xe2\x80\xaf% "
             "interval. Several winners share a win. Elo is relative to ");
    print_bot(p, p->contest->bots - 1);
    print(p, ". Times are for decisions with more than one legal move.</p>\n");
    print_standings_columns(p, most);
    for (int i = 0; i < p->contest->bots; i++)
        report_print_standing(p, order[i], i == 0, most);
    table_close(p);
}

/* ---- Pairs ---- */

/* A number of games and the share of wins in them. */
struct luck {
    double times;
    struct estimate share;
};

/* The games of one deal resemble each other, so for the interval they count as one. */
static struct luck luck_of(const struct page *p, double times, double wins)
{
    double deal = contest_games_per_deal(p->contest);
    return (struct luck){times, share_of(wins / deal, times / deal)};
}

/* Whether the share differs clearly from the average: 1 if the interval lies above it, -1 if below.
 */
static int clearly(const struct luck *l, double average)
{
    return (l->share.low > average) - (l->share.high < average);
}

/* How often bot a was ranked before bot b. */
static struct luck pair_luck(const struct page *p, int a, int b)
{
    const struct tally *t = p->tally;
    int64_t before = 0, behind = 0;
    for (int i = 0; a != b && i < GROUPS; i++) {
        before += t->pair[i][a][b];
        behind += t->pair[i][b][a];
    }
    return luck_of(p, (double)(before + behind) / 2, (double)before / 2);
}

/* A share with a sign if it is clearly above or below the average. */
static void print_luck(const struct page *p, const struct luck *l, double average)
{
    static const char *const looks[] = {"down", "even", "up"};
    static const char *const signs[] = {"\xe2\x96\xbc ", "", "\xe2\x96\xb2 "};
    int sign = clearly(l, average) + 1;
    fprintf(p->file, "<span class=\"%s\">%s</span>", looks[sign], signs[sign]);
    if (l->times > 0)
        print_percent(p, l->share.value);
    else
        print(p, "<span class=\"even\">\xe2\x80\x93</span>");
}

static void print_pair_row(const struct page *p, int bot, const int order[])
{
    print(p, "<tr><th scope=\"row\">");
    print_bot(p, bot);
    print(p, "</th>");
    for (int i = 0; i < p->contest->bots; i++) {
        struct luck l = pair_luck(p, bot, order[i]);
        print(p, "<td>");
        print_luck(p, &l, 0.5);
        print(p, "</td>");
    }
    print(p, "</tr>\n");
}

static void report_print_pairs(const struct page *p)
{
    int bots = p->contest->bots;
    const int *order = p->summary->order;
    print(p, "<section><h2>Who beat whom</h2>\n<p class=\"note\">How often the bot of the row was "
             "ranked before the bot of the column, out of all games between them; an equal rank "
             "counts half. \xe2\x96\xb2 and \xe2\x96\xbc mark what is more than chance.</p>\n");
    table_open(p, "Who beat whom");
    report_print_column(p, "Bot");
    for (int i = 0; i < bots; i++) {
        print(p, "<th scope=\"col\">");
        print_bot(p, order[i]);
        print(p, "</th>");
    }
    print(p, "</tr></thead>\n<tbody>\n");
    for (int i = 0; i < bots; i++)
        print_pair_row(p, order[i], order);
    table_close(p);
}

/* ---- Seats ---- */

enum { SEAT_LEFT = 24, SEAT_SPACE = 230 };

static void print_seat(const struct page *p, int bot, int seat, double most)
{
    const struct standing *s = &p->tally->bot[bot];
    double share = ratio(s->seat_wins[seat], s->seat_games[seat] * WIN), y = seat * ROW + 4;
    double width = isfinite(share) ? share_at(share, most, SEAT_SPACE) : 0;
    char name[2] = {(char)('A' + seat), '\0'}, text[64], title[TITLE_BYTES];
    struct out value, o;
    out_init(&value, text, sizeof text);
    out_init(&o, title, sizeof title);
    out_percent(&value, share);
    out_format(&o, "Seat %s: %s of %s games", name, text, grouped(s->seat_games[seat]).text);
    svg_text(p, "soft", (struct box){4, y + 14, 0, 0}, name);
    svg_bar(p, "bar", (struct box){SEAT_LEFT, y, width, ROW - 8}, title);
    svg_text(p, "end", (struct box){WIDTH - 4, y + 14, 0, 0}, text);
}

static void label_seats(const struct page *p, int bot, struct out *o)
{
    const struct standing *s = &p->tally->bot[bot];
    out_text(o, "Share of wins of ");
    out_bot(o, p->contest, bot);
    out_text(o, " by seat:");
    for (int k = 0; k < p->contest->config.players; k++) {
        out_format(o, " %c ", 'A' + k);
        out_percent(o, ratio(s->seat_wins[k], s->seat_games[k] * WIN));
    }
}

static void print_seats_of(const struct page *p, int bot, double most)
{
    int players = p->contest->config.players, bottom = players * ROW;
    double fair = SEAT_LEFT + share_at(fair_share(p->contest), most, SEAT_SPACE);
    char label[TITLE_BYTES + BOT_NAME_BYTES], text[64];
    struct out o, value;
    out_init(&o, label, sizeof label);
    out_init(&value, text, sizeof text);
    label_seats(p, bot, &o);
    out_text(&value, "fair share ");
    out_percent(&value, fair_share(p->contest));
    print(p, "<figure><figcaption><strong>");
    print_bot(p, bot);
    print(p, "</strong></figcaption>\n");
    svg_open(p, WIDTH, bottom + 24, label);
    for (int seat = 0; seat < players; seat++)
        print_seat(p, bot, seat, most);
    svg_line(p, "axis", (struct box){SEAT_LEFT, 0, 0, bottom});
    svg_line(p, "mark", (struct box){fair, 0, 0, bottom + 4});
    svg_text(p, "soft mid", (struct box){fmax(fair, 70), bottom + 18, 0, 0}, text);
    print(p, "</svg></figure>\n");
}

static void print_seats(const struct page *p)
{
    const int *order = p->summary->order;
    double most = largest_share(p, true);
    print(p, "<section><h2>Wins by seat</h2>\n<p class=\"note\">How much the seat at the table "
             "matters.</p>\n<div class=\"panels\">\n");
    for (int i = 0; i < p->contest->bots; i++)
        print_seats_of(p, order[i], most);
    print(p, "</div></section>\n");
}

/* ---- Histograms ---- */

/* Counts of games by a number (points or plies), in cells. The cells from `from` to before `to` are
 * shown. */
struct histogram {
    const int64_t *cells;
    int64_t games;
    int least, step;      /* the number of the first cell, and the distance between cells */
    int from, to, bundle; /* `bundle` is the number of cells in a bar */
    double most;          /* the share of the highest bar */
    double mean;
    const char *unit;
};

enum { HISTOGRAM_LEFT = 10, HISTOGRAM_SPACE = 300, HISTOGRAM_TOP = 18, HISTOGRAM_BOTTOM = 130 };

static void widen(const int64_t cells[], int count, struct histogram *h)
{
    for (int i = 0; i < count; i++)
        if (cells[i]) {
            h->from = i < h->from ? i : h->from;
            h->to = i + 1 > h->to ? i + 1 : h->to;
        }
    h->bundle = h->to > h->from ? (h->to - h->from + BARS_MAX - 1) / BARS_MAX : 1;
}

static int64_t bar_games(const struct histogram *h, int cell)
{
    int64_t sum = 0;
    for (int i = cell; i < cell + h->bundle && i < h->to; i++)
        sum += h->cells[i];
    return sum;
}

static double largest_bar(const struct histogram *h)
{
    double most = 0;
    for (int i = h->from; i < h->to; i += h->bundle)
        most = fmax(most, ratio(bar_games(h, i), h->games));
    return most;
}

/* The position of a number in the plot. A bar begins at the number of its first cell. */
static double number_at(const struct histogram *h, double number)
{
    double bars = ceil((double)(h->to - h->from) / h->bundle) * h->bundle * h->step;
    return HISTOGRAM_LEFT + (number - h->least - h->from * h->step) / bars * HISTOGRAM_SPACE;
}

static void print_bar(const struct page *p, const struct histogram *h, int cell)
{
    int64_t sum = bar_games(h, cell);
    int first = h->least + cell * h->step, last = first + h->bundle * h->step - 1;
    double share = ratio(sum, h->games), left = number_at(h, first);
    double height = share / h->most * (HISTOGRAM_BOTTOM - HISTOGRAM_TOP);
    double width = number_at(h, last + 1) - left;
    char title[TITLE_BYTES];
    struct out o;
    if (!sum)
        return;
    out_init(&o, title, sizeof title);
    out_real(&o, first, 0);
    if (last > first) {
        out_text(&o, " to ");
        out_real(&o, last, 0);
    }
    out_format(&o, " %s: ", h->unit);
    out_percent(&o, share);
    out_format(&o, ", %s game%s", grouped(sum).text, sum == 1 ? "" : "s");
    svg_bar(p, "bar",
            (struct box){left, HISTOGRAM_BOTTOM - height, width > 3 ? width - 1 : width, height},
            title);
}

static void print_ticks(const struct page *p, const struct histogram *h)
{
    int first = h->least + h->from * h->step, last = h->least + h->to * h->step - 1;
    double step = tick_step(last - first, 8), half = h->step == 1 && h->bundle == 1 ? 0.5 : 0;
    svg_line(p, "axis", (struct box){HISTOGRAM_LEFT, HISTOGRAM_BOTTOM, HISTOGRAM_SPACE, 0});
    for (double x = ceil(first / step) * step; x <= last; x += step) {
        char text[64];
        struct out o;
        out_init(&o, text, sizeof text);
        out_real(&o, x, 0);
        svg_line(p, "axis", (struct box){number_at(h, x + half), HISTOGRAM_BOTTOM, 0, 4});
        svg_text(p, "soft mid", (struct box){number_at(h, x + half), HISTOGRAM_BOTTOM + 18, 0, 0},
                 text);
    }
}

static void print_histogram(const struct page *p, const struct histogram *h, const char *label)
{
    char text[64];
    struct out o;
    double half = h->step == 1 ? 0.5 : 0;
    out_init(&o, text, sizeof text);
    out_percent(&o, h->most);
    svg_open(p, WIDTH, HISTOGRAM_BOTTOM + 24, label);
    svg_line(p, "grid", (struct box){HISTOGRAM_LEFT, HISTOGRAM_TOP, HISTOGRAM_SPACE, 0});
    svg_text(p, "soft", (struct box){HISTOGRAM_LEFT, HISTOGRAM_TOP - 5, 0, 0}, text);
    for (int i = h->from; i < h->to; i += h->bundle)
        print_bar(p, h, i);
    print_ticks(p, h);
    if (isfinite(h->mean))
        svg_line(p, "mark",
                 (struct box){number_at(h, h->mean + half), HISTOGRAM_TOP, 0,
                              HISTOGRAM_BOTTOM - HISTOGRAM_TOP});
    print(p, "</svg>");
}

/* The smallest number that this share of the games does not exceed. */
static int quantile(const struct histogram *h, double share)
{
    int64_t sum = 0;
    for (int i = h->from; i < h->to; i++) {
        sum += h->cells[i];
        if (sum > 0 && (double)sum >= share * (double)h->games)
            return h->least + i * h->step;
    }
    return h->least;
}

static void out_spread(struct out *o, const struct histogram *h)
{
    out_text(o, "mean ");
    out_real(o, h->mean, 1);
    out_text(o, ", middle half from ");
    out_real(o, quantile(h, 0.25), 0);
    out_text(o, " to ");
    out_real(o, quantile(h, 0.75) + h->step - 1, 0);
}

static void print_spread(const struct page *p, const struct histogram *h, int bot)
{
    char name[BOT_NAME_BYTES + 16], label[TITLE_BYTES + BOT_NAME_BYTES], text[TITLE_BYTES];
    struct out o, full, spread;
    out_init(&o, name, sizeof name);
    out_init(&full, label, sizeof label);
    out_init(&spread, text, sizeof text);
    out_bot(&o, p->contest, bot);
    out_spread(&spread, h);
    out_format(&full, "Distribution of %s of %s: %s", h->unit, name, text);
    print(p, "<figure><figcaption><strong>");
    print_text(p, name);
    print(p, "</strong><span>");
    print_text(p, text);
    print(p, "</span></figcaption>\n");
    print_histogram(p, h, label);
    print(p, "</figure>\n");
}

/* All bots have the same horizontal scale, but each has its own height. */
static struct histogram spread_of(const struct page *p, const struct histogram *all, int bot)
{
    const struct standing *s = &p->tally->bot[bot];
    struct histogram h = *all;
    h.cells = s->spread;
    h.games = s->games;
    h.mean = p->summary->bot[bot].mean_score;
    h.most = largest_bar(&h);
    return h;
}

static void report_print_spreads(const struct page *p)
{
    struct histogram all = {
        .least = POINTS_LEAST, .step = 1, .from = POINTS_CELLS, .unit = p->contest->game->unit};
    int bots = p->contest->bots;
    const int *order = p->summary->order;
    for (int i = 0; i < bots; i++)
        widen(p->tally->bot[i].spread, POINTS_CELLS, &all);
    print(p, "<section><h2>Scores</h2>\n<p class=\"note\">How the ");
    print_text(p, all.unit);
    print(p, " of each bot are distributed. The percentage is the share of games in the highest "
             "bar; the dashed line is the mean.</p>\n<div class=\"panels\">\n");
    for (int i = 0; i < bots; i++) {
        struct histogram h = spread_of(p, &all, order[i]);
        print_spread(p, &h, order[i]);
    }
    print(p, "</div></section>\n");
}

static void print_lengths(const struct page *p)
{
    const struct tally *t = p->tally;
    struct histogram h = {.cells = t->length,
                          .games = t->games,
                          .step = LENGTH_STEP,
                          .from = LENGTH_CELLS,
                          .mean = ratio(t->plies, t->games),
                          .unit = "decisions"};
    char label[TITLE_BYTES], text[TITLE_BYTES];
    struct out o, spread;
    widen(t->length, LENGTH_CELLS, &h);
    h.most = largest_bar(&h);
    out_init(&o, label, sizeof label);
    out_init(&spread, text, sizeof text);
    out_spread(&spread, &h);
    out_format(&o, "Length of games in decisions: %s", text);
    print(p,
          "<section><h2>Length of a game</h2>\n<p class=\"note\">In decisions of all players, "
          "including forced ones. The dashed line is the mean.</p>\n<div class=\"panels\"><figure>"
          "<figcaption><span>");
    print_text(p, text);
    print(p, "</span></figcaption>\n");
    print_histogram(p, &h, label);
    print(p, "</figure></div></section>\n");
}

/* ---- Cards ---- */

struct card_row {
    int kind;
    struct luck held, played;
};

static int report_compare(double a, double b)
{
    return (a < b) - (a > b);
}

/* Cards that were played come first, ordered by their wins if played; then the others, ordered by
 * their wins if held. */
static int compare_rows(const void *a, const void *b)
{
    const struct card_row *x = a, *y = b;
    bool x_played = x->played.times > 0, y_played = y->played.times > 0;
    int order = y_played - x_played;
    if (!order && x_played)
        order = report_compare(x->played.share.value, y->played.share.value);
    if (!order)
        order = report_compare(x->held.share.value, y->held.share.value);
    return order ? order : x->kind - y->kind;
}

static int card_rows(const struct page *p, struct card_row rows[KINDS_MAX])
{
    int count = 0;
    for (int kind = 1; kind < p->contest->game->schema->kinds; kind++) {
        const struct card_tally *c = &p->tally->card[kind];
        struct luck held = luck_of(p, (double)c->held, (double)c->held_wins / WIN);
        struct luck played = luck_of(p, (double)c->played, (double)c->played_wins / WIN);
        if (c->held || c->played)
            rows[count++] = (struct card_row){kind, held, played};
    }
    qsort(rows, (size_t)count, sizeof *rows, compare_rows);
    return count;
}

static void print_card_luck(const struct page *p, const struct luck *l)
{
    double average = fair_share(p->contest);
    print(p, "<td>");
    print_luck(p, l, average);
    if (l->times > 0) {
        print(p, "<small>");
        print_signed(p, 100 * (l->share.value - average), 1);
        print(p, "</small>");
    }
    print(p, "</td>");
}

/* What the bar shows: the wins if played, or the wins if held for a card that was never played. */
static const struct luck *shown(const struct card_row *r)
{
    return r->played.times > 0 ? &r->played : &r->held;
}

static void label_luck(const struct page *p, const struct card_row *r, struct out *o)
{
    const struct luck *l = shown(r);
    out_format(o, "%s, %s: wins ", p->contest->game->schema->kind[r->kind].title,
               l == &r->played ? "played" : "held");
    out_percent(o, l->share.value);
    out_text(o, ", ");
    out_signed(o, 100 * (l->share.value - fair_share(p->contest)), 1);
    out_text(o, " compared to the average; 95 % interval ");
    out_percent(o, l->share.low);
    out_text(o, " to ");
    out_percent(o, l->share.high);
}

/* A bar from the average to the share of wins, with its interval. */
static void print_luck_bar(const struct page *p, const struct card_row *r, double most)
{
    enum { SPACE = 160, MIDDLE = 80 };
    const struct luck *l = shown(r);
    double average = fair_share(p->contest), scale = (MIDDLE - 2) / most;
    double shift = (l->share.value - average) * scale;
    double low = fmax(MIDDLE + (l->share.low - average) * scale, 1);
    double high = fmin(MIDDLE + (l->share.high - average) * scale, SPACE - 1);
    int sign = clearly(l, average);
    char label[TITLE_BYTES];
    struct out o;
    out_init(&o, label, sizeof label);
    label_luck(p, r, &o);
    svg_open(p, SPACE, 24, label);
    svg_bar(p,
            sign > 0   ? "gain"
            : sign < 0 ? "loss"
                       : "plain",
            (struct box){shift < 0 ? MIDDLE + shift : MIDDLE, 6, fabs(shift), 12}, label);
    svg_line(p, "whisker", (struct box){low, 12, high - low, 0});
    svg_line(p, "axis", (struct box){MIDDLE, 0, 0, 24});
    print(p, "</svg>");
}

static void print_card(const struct page *p, const struct card_row *r, double most)
{
    double hands = (double)p->tally->games * p->contest->config.players;
    print(p, "<tr><th scope=\"row\">");
    print_text(p, p->contest->game->schema->kind[r->kind].title);
    print(p, "</th>");
    print_card_luck(p, &r->played);
    print(p, "<td class=\"plots\">");
    print_luck_bar(p, r, most);
    print(p, "</td>");
    print_card_luck(p, &r->held);
    print(p, "<td>");
    print_percent(p, r->played.times / hands);
    print(p, "</td><td>");
    print_percent(p, r->held.times / hands);
    print(p, "</td></tr>\n");
}

/* The largest distance from the average that the bars can show. */
static double largest_shift(const struct page *p, const struct card_row rows[], int count)
{
    double most = 0.01;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(shown(&rows[i])->share.value - fair_share(p->contest)));
    return most * 1.1;
}

static void print_cards_columns(const struct page *p)
{
    table_open(p, "Cards");
    report_print_column(p, "Card");
    report_print_column(p, "Wins if played");
    print(p, "<th scope=\"col\" class=\"plots\">Compared to the average</th>");
    report_print_column(p, "Wins if held");
    report_print_column(p, "Played by");
    report_print_column(p, "Held by");
    print(p, "</tr></thead>\n<tbody>\n");
}

static void report_print_cards(const struct page *p)
{
    struct card_row rows[KINDS_MAX];
    int count = card_rows(p, rows);
    double most = largest_shift(p, rows, count);
    if (count == 0)
        return;
    print(p, "<section><h2>Cards</h2>\n<p class=\"note\">Over all bots and seats: the share of "
             "wins of those who played or held the card, and its distance from the average of ");
    print_percent(p, fair_share(p->contest));
    print(p, " in percentage points. \xe2\x96\xb2 and \xe2\x96\xbc mark what is more than "
             "chance. The card need not be the cause: a player who is ahead also gets more cards. "
             "The last two columns are the shares of all seats that played or held it.</p>\n");
    print_cards_columns(p);
    for (int i = 0; i < count; i++)
        print_card(p, &rows[i], most);
    table_close(p);
}

bool report_html(const struct contest *c, const struct tally *t, FILE *file)
{
    struct summary summary = contest_summary(c, t);
    const struct page p = {file, c, t, &summary};
    print_head(&p);
    if (t->games == 0)
        print(&p, "<p class=\"lead\">No game has been played yet.</p>\n");
    else
        print_lead(&p);
    print_facts(&p);
    if (c->sprt)
        report_print_sprt(&p);
    print_troubles(&p);
    print_command(&p);
    if (t->games > 0) {
        report_print_standings(&p);
        print_seats(&p);
        report_print_pairs(&p);
        report_print_spreads(&p);
        print_lengths(&p);
        report_print_cards(&p);
    }
    print(&p, "</main>\n</body>\n</html>\n");
    return fflush(file) == 0 && !ferror(file);
}
