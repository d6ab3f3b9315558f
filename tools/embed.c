/* embed: turns files into a C table, so that they become part of the program. Usage: embed OUTPUT
 * HEADER TABLE NAME=FILE... The header must declare the table, 'extern const struct file TABLE[]'.
 */
#include <stdio.h>
#include <string.h>

static int embed(FILE *to, const char *path, int index)
{
    FILE *from = fopen(path, "rb");
    if (!from)
        return 0;
    fprintf(to, "static const unsigned char file_%d[] = {", index);
    for (int c = fgetc(from), n = 0; c != EOF; c = fgetc(from), n++)
        fprintf(to, "%s%d,", n % 20 ? "" : "\n", c);
    fputs("0};\n", to);
    return fclose(from) == 0;
}

int main(int argc, char **argv)
{
    FILE *to = argc > 3 ? fopen(argv[1], "wb") : NULL;
    if (!to)
        return 1;
    fprintf(to, "#include \"%s\"\n", argv[2]);
    for (int i = 4; i < argc; i++) {
        char *equals = strchr(argv[i], '=');
        if (!equals || !embed(to, equals + 1, i))
            return 1;
        *equals = '\0';
    }
    fprintf(to, "const struct file %s[] = {\n", argv[3]);
    for (int i = 4; i < argc; i++)
        fprintf(to, "    {\"%s\", file_%d, sizeof file_%d - 1},\n", argv[i], i, i);
    fputs("    {0},\n};\n", to);
    return fclose(to) == 0 ? 0 : 1;
}
