/* words: turns catalogues, JSON files of "English": "other" with one pair on a line, into a C table
 * in the order of the English. Usage: words OUTPUT LANGUAGE FILE... JSON's escapes of quotes,
 * backslashes and newlines are those of C, so strings are taken over as they stand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS_MAX = 4096, LINE_BYTES = 4096 };

struct pair {
    char *english, *other;
};

/* Cuts the next string out of the line; NULL if there is none. */
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

/* The strings without their escapes are what is looked up. */
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

int main(int argc, char **argv)
{
    static struct pair pairs[PAIRS_MAX];
    char line[LINE_BYTES];
    int count = 0;
    FILE *to = argc > 3 ? fopen(argv[1], "wb") : NULL;
    if (!to)
        return 1;
    for (int i = 3; i < argc; i++) {
        FILE *from = fopen(argv[i], "rb");
        if (!from)
            return 1;
        for (int number = 1; fgets(line, sizeof line, from); number++) {
            char *rest = line;
            struct pair p = {.english = cut(&rest)};
            if (!p.english)
                continue;
            p.other = cut(&rest);
            if (!p.other || count == PAIRS_MAX) {
                fprintf(stderr, "%s:%d: expected \"English\": \"other\"\n", argv[i], number);
                return 1;
            }
            pairs[count++] = p;
        }
        fclose(from);
    }
    qsort(pairs, (size_t)count, sizeof *pairs, order);
    fprintf(to, "#include \"games/languages.h\"\nstatic const struct phrase phrases[] = {\n");
    for (int i = 0; i < count; i++)
        if (i == 0 || strcmp(pairs[i].english, pairs[i - 1].english) != 0)
            fprintf(to, "    {\"%s\", \"%s\"},\n", pairs[i].english, pairs[i].other);
    fprintf(
        to,
        "};\nconst struct words words_%s = {\"%s\", sizeof phrases / sizeof *phrases, phrases};\n",
        argv[2], argv[2]);
    return fclose(to) == 0 ? 0 : 1;
}
