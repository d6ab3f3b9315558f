/* catalog: turns word catalogs into C tables, sorted by the English text. A catalog is a JSON file
 * with one pair "English": "other" on each line. Usage: catalog OUTPUT LANGUAGE COMMON... --
 * GAME_FILE... The common files become one table. Each game file becomes its own table, named by
 * its folder. JSON and C have the same escapes for quotes, backslashes and newlines, so strings are
 * copied unchanged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS_MAX = 4096, LINE_BYTES = 4096 };

struct pair {
    char *english, *other;
};

static struct pair pairs[PAIRS_MAX];
static int count, written; /* pairs read so far, and pairs already written to a table */

/* The next string of the line, with the line moved behind it; NULL if there is none. */
static char *cut(char **line)
{
    char *start = strchr(*line, '"');
    if (!start)
        return NULL;
    char *end = start + 1;
    while (*end && *end != '"')
        end += *end == '\\' && end[1] ? 2 : 1;
    if (*end == '\0')
        return NULL;
    *end = '\0';
    *line = end + 1;
    return strdup(start + 1);
}

/* Compares without the escapes, because the program looks up the unescaped strings. */
static int order(const void *a, const void *b)
{
    const char *x = ((const struct pair *)a)->english, *y = ((const struct pair *)b)->english;
    while (*x && *y) {
        x += *x == '\\';
        y += *y == '\\';
        if (*x != *y)
            break;
        x++, y++;
    }
    return (unsigned char)*x - (unsigned char)*y;
}

static void read_file(const char *path)
{
    char line[LINE_BYTES];
    FILE *from = fopen(path, "rb");
    if (!from) {
        perror(path);
        exit(1);
    }
    for (int number = 1; fgets(line, sizeof line, from); number++) {
        char *rest = line;
        struct pair p = {.english = cut(&rest)};
        if (!p.english)
            continue;
        p.other = cut(&rest);
        if (!p.other || count == PAIRS_MAX) {
            fprintf(stderr, "%s:%d: expected \"English\": \"other\"\n", path, number);
            exit(1);
        }
        pairs[count++] = p;
    }
    fclose(from);
}

/* Writes the pairs that were read since the last table as table number `table`. */
static void write_table(FILE *to, int table)
{
    qsort(pairs + written, (size_t)(count - written), sizeof *pairs, order);
    fprintf(to, "static const struct phrase phrases_%d[] = {\n", table);
    for (int i = written; i < count; i++)
        if (i == written || strcmp(pairs[i].english, pairs[i - 1].english) != 0)
            fprintf(to, "    {\"%s\", \"%s\"},\n", pairs[i].english, pairs[i].other);
    fputs("};\n", to);
    written = count;
}

static void write_row(FILE *to, const char *language, const char *game, int table)
{
    fprintf(to, "    {\"%s\", \"%s\", sizeof phrases_%d / sizeof *phrases_%d, phrases_%d, %s},\n",
            language, game, table, table, table, table ? "rows" : "0");
}

/* The name of the folder of the file; cuts the path after it. */
static const char *folder(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash)
        return path;
    *slash = '\0';
    return strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
}

int main(int argc, char **argv)
{
    FILE *to = argc > 3 ? fopen(argv[1], "wb") : NULL;
    if (!to)
        return 1;
    int at = 3, first;
    fputs("#include \"game/languages.h\"\n", to);
    for (; at < argc && strcmp(argv[at], "--") != 0; at++)
        read_file(argv[at]);
    write_table(to, 0);
    for (int i = first = at + 1; i < argc; i++) {
        read_file(argv[i]);
        write_table(to, i - at);
    }
    fputs("static const struct catalog rows[] = {\n", to);
    write_row(to, argv[2], "", 0);
    for (int i = first; i < argc; i++)
        write_row(to, argv[2], folder(argv[i]), i - at);
    fprintf(to, "    {0},\n};\nconst struct catalog *const catalog_%s = rows;\n", argv[2]);
    return fclose(to) == 0 ? 0 : 1;
}
