/* The `tenka` program: what its subcommands share. */
#ifndef TENKA_CLI_H
#define TENKA_CLI_H

#include "core/file.h"
#include "game/game.h"
#include "match/match.h"

/* Exit codes: something that was checked is wrong, or the command line is. */
enum { EXIT_WRONG = 1, EXIT_USAGE = 2 };

/* The longest path, and the largest file that is read or written. */
enum { PATH_BYTES = 4096, FILE_MAX_BYTES = 4 << 20 };

struct command {
    const char *name, *about;
    const char *help; /* usage line first */
    int (*run)(int count, char **arguments);
};

extern const struct command games_command, rules_command, play_command, replay_command,
    verify_command, scenario_command, perft_command, arena_command, bench_command, serve_command;

/* An option of a command line: --name VALUE, or --name alone for FLAG_YES. */
enum flag_type { FLAG_TEXT, FLAG_NUMBER, FLAG_YES, FLAG_LIST };
struct flag {
    const char *name;
    enum flag_type type;
    void *value;     /* const char **, int *, bool *, struct texts * */
    int least, most; /* for numbers */
};

enum { LIST_MAX = 16 };
struct texts {
    const char *text[LIST_MAX];
    int count;
};

/* Reads options out of the arguments and leaves the others, in order; returns their number, or -1
 * after printing what is wrong. `flags` ends with a NULL name. */
int flags_read(const struct command *c, const struct flag *flags, int count, char **arguments);

/* Reads options from a file, a line 'name = value' for each, '#' before what is no line; their
 * texts live as long as the program. False after printing what is wrong where. */
bool flags_read_file(const struct flag *flags, const char *path);

/* Prints 'tenka NAME: message' and where to find help, and returns EXIT_USAGE. */
int usage_error(const struct command *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints 'tenka: message' and returns EXIT_WRONG. */
int wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The game with this id; NULL after printing which there are. */
const struct game *game_argument(const struct command *c, const char *id);

/* A configuration from --players (0 for the default) and --option settings; false after printing
 * what is wrong. */
bool config_arguments(const struct command *c, const struct game *g, int players,
                      const struct texts *settings, struct config *config);

/* A whole file; NULL after printing why not. Freed by the caller. */
char *file_read(const char *path, int *length);

/* Writes the file so that it holds either the old or the new text whatever happens: for its owner
 * alone, or only if there is none yet. False after printing why not. */
enum file_flags { FILE_PLAIN = 0, FILE_SECRET = 1, FILE_NEW = 2 };
bool file_write(const char *path, const char *text, enum file_flags flags);

/* Progress on stderr, from the third second on, if it is a terminal. */
void progress(const char *what, double done);
void progress_wipe(void); /* before printing something else */
void progress_end(void);  /* what comes next is another matter */
double seconds(void);

/* Standard output in colour? */
bool use_colour(void);

/* The rules pages, 'GAME.md'; ends with a NULL name. And that of a game; NULL if there is none. */
extern const struct file rules_files[];
const char *rules_page(const char *id);

/* Prints what the page says about a clause, a card or a word; false if nothing. */
bool print_rules_about(const char *page, const char *what);

/* Prints Markdown for a terminal, through a pager if it is long. */
void print_markdown(struct word text);

/* Prints a row of a table, a line for each column. */
void print_table_row(struct word heading, struct word row);

/* Cuts the next cell off a table's row. */
struct word table_cell(struct word *row);

/* Prints a numbered list of the moves, with what they do, for the person whose view it is. */
void menu_print(const struct game *g, const void *view, const struct move moves[], int count,
                struct out *o);

/* Prints text, its long lines wrapped at the terminal's width, if standard output is one; NO_BREAK
 * is a blank at which they are not. */
void print_fitted(const char *text);

/* The terminal's size; 0 columns and 24 lines where there is none. */
int terminal_columns(void);
int terminal_lines(void);

/* How the program was called, for hints. */
extern const char *program;

/* A sitter in a sentence: 'level 2', 'greedy', 'you'. */
void out_sitter(struct out *o, const struct sitter *sitter);

/* The final table of a match that is over. */
void print_scores(struct match *m, struct out *o);

#endif
