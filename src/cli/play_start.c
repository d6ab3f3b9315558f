/* tenka play: starts a match from the command line or from a record. */
#include "cli/play_start.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/play.h"
#include "cli/play_bots.h"
#include "match/secret.h"

enum { RETOLD = 8 /* plies that are narrated again when a match is resumed */ };

struct play_request {
    int players, ply;
    const char *seat, *seed, *record, *resume;
    struct texts settings, bots;
};

static int opponents(const struct play *s)
{
    return match_config(s->match)->players - 1;
}

/* Seats the bots of --bot, or else those of the record, or else level 2. */
static int seat_bots(struct play *s, const struct play_request *r)
{
    static const struct texts level_2 = {.text = {"2"}, .count = 1};
    struct bot bots[SEATS_MAX];
    if (r->resume && r->bots.count == 0)
        return bots_sit_again(s, r->resume);
    int count = bots_read(match_game(s->match), r->bots.count ? &r->bots : &level_2, bots,
                          opponents(s));
    return count < 0 ? EXIT_USAGE : bots_sit(s, bots, count);
}

static int find_person(struct play *s, const char *file)
{
    int persons = 0;
    for (int i = 0; i < match_config(s->match)->players; i++)
        if (match_sitter(s->match, i)->human) {
            s->seat = i;
            persons++;
        }
    return persons == 1 ? 0
                        : wrong("%s: the record has %d human players; tenka play needs exactly one",
                                file, persons);
}

static int start_new(struct play *s, const struct play_request *r, const struct game *g)
{
    struct config config;
    struct slice seat = {r->seat, (int)strlen(r->seat)};
    struct head head;
    uint8_t secret[SECRET_BYTES];
    if (!config_arguments(&play_command, g, r->players, &r->settings, &config))
        return EXIT_USAGE;
    head = (struct head){.players = config.players};
    if (!viewer_parse(seat, &head, &s->seat) || s->seat >= SEATS_MAX)
        return usage_error(&play_command, "--seat takes a letter from A to %c, not '%s'",
                           'A' + head.players - 1, r->seat);
    if (r->seed)
        secret_from_seed(r->seed, secret);
    else
        secret_random(secret);
    s->match = match_new(g, &config, secret);
    if (!s->match)
        return wrong("there is not enough memory for a match");
    *match_sitter(s->match, s->seat) = (struct sitter){.human = true, .name = "you"};
    return seat_bots(s, r);
}

/* An unfinished match must not be branched: both matches have the same secret, and the end of one
 * would reveal it to the other. */
static int branch_off(struct play *s, const struct play_request *r)
{
    if (!match_over(s->match))
        return wrong("%s: the match is not over; --ply can start only from a finished match",
                     r->resume);
    if (r->ply >= match_ply(s->match))
        return wrong("%s: --ply takes a number from 0 to %d, not %d", r->resume,
                     match_ply(s->match) - 1, r->ply);
    struct match *branch = match_branch(s->match, r->ply);
    match_free(s->match);
    s->match = branch;
    return 0;
}

static int start_again(struct play *s, const struct play_request *r)
{
    struct match_file old;
    s->match = match_file_load(r->resume);
    if (!s->match || !match_file_name(&old, r->resume))
        return EXIT_WRONG;
    if (r->ply < 0 && match_over(s->match) && !match_file_has_secret(&old))
        return wrong("%s: the match is over; 'tenka replay' shows it, --ply N plays on from ply N",
                     r->resume);
    int code = r->ply >= 0 ? branch_off(s, r) : 0;
    s->told = match_ply(s->match) > RETOLD ? match_ply(s->match) - RETOLD : 0;
    s->seen = match_ply(s->match);
    code = code ? code : find_person(s, r->resume);
    return code ? code : seat_bots(s, r);
}

/* No existing file is overwritten, except a record that is resumed. */
static int name_record(struct play *s, const struct play_request *r)
{
    const char *path = r->record ? r->record : r->ply < 0 ? r->resume : NULL;
    s->resumed = path && path == r->resume;
    if (r->record && access(path, F_OK) == 0)
        return wrong("%s already exists; use --resume to continue it, or choose another name",
                     path);
    return (path ? match_file_name(&s->file, path) : match_file_choose(&s->file, s->match))
               ? 0
               : EXIT_WRONG;
}

static int start_begin(struct play *s, struct play_request *r, int count, char **arguments)
{
    bool new_match = r->players || r->seat || r->seed || r->settings.count;
    if (r->resume ? count != 0 : count != 1)
        return usage_error(&play_command,
                           r->resume ? "--resume takes no GAME, because the record names it"
                                     : "expected one GAME ('tenka games' lists them)");
    if (r->resume && new_match)
        return usage_error(&play_command,
                           "with --resume only --ply, --record and --bot are allowed");
    if (r->ply >= 0 && !r->resume)
        return usage_error(&play_command, "--ply needs --resume");
    r->seat = r->seat ? r->seat : "A";
    const struct game *g = r->resume ? NULL : game_argument(&play_command, arguments[0]);
    if (!r->resume && !g)
        return EXIT_USAGE;
    int code = g ? start_new(s, r, g) : start_again(s, r);
    return code ? code : name_record(s, r);
}

int session_begin(struct play *s, int count, char **arguments)
{
    struct play_request r = {.ply = -1};
    const struct flag flags[] = {{"players", FLAG_NUMBER, &r.players, 1, 99},
                                 {"option", FLAG_LIST, &r.settings, 0, 0},
                                 {"seat", FLAG_TEXT, &r.seat, 0, 0},
                                 {"seed", FLAG_TEXT, &r.seed, 0, 0},
                                 {"bot", FLAG_LIST, &r.bots, 0, 0},
                                 {"record", FLAG_TEXT, &r.record, 0, 0},
                                 {"resume", FLAG_TEXT, &r.resume, 0, 0},
                                 {"ply", FLAG_NUMBER, &r.ply, 0, 1 << 20},
                                 {0}};
    count = flags_read(&play_command, flags, count, arguments);
    return count < 0 ? EXIT_USAGE : start_begin(s, &r, count, arguments);
}
