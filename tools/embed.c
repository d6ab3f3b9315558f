/* embed: turns rules pages into a C table, so that the program carries them. Usage: embed OUTPUT
 * PAGE.md... */
#include <stdio.h>
#include <string.h>

static int embed(FILE *to, const char *path, int index)
{
    FILE *from = fopen(path, "rb");
    if (!from)
        return 0;
    fprintf(to, "static const char page_%d[] = {", index);
    for (int c = fgetc(from), n = 0; c != EOF; c = fgetc(from), n++)
        fprintf(to, "%s%d,", n % 20 ? "" : "\n", (signed char)c);
    fputs("0};\n", to);
    return fclose(from) == 0;
}

static int name_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? (int)(dot - name) : (int)strlen(name);
}

int main(int argc, char **argv)
{
    FILE *to = argc > 1 ? fopen(argv[1], "wb") : NULL;
    if (!to)
        return 1;
    fputs("#include <string.h>\n#include \"cli/cli.h\"\n", to);
    for (int i = 2; i < argc; i++)
        if (!embed(to, argv[i], i))
            return 1;
    fputs("const char *rules_page(const char *id)\n{\n", to);
    for (int i = 2; i < argc; i++) {
        const char *slash = strrchr(argv[i], '/'), *name = slash ? slash + 1 : argv[i];
        fprintf(to, "    if (strcmp(id, \"%.*s\") == 0)\n        return page_%d;\n",
                name_length(name), name, i);
    }
    fputs("    return NULL;\n}\n", to);
    return fclose(to) == 0 ? 0 : 1;
}
