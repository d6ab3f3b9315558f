/* Calls the functions of src/wasm/page.h as stdin says, for the test that compares them with the
 * module: each line has a name, a number of the client or a time, and a text. Writes a line for
 * each call: what it returned, and the text if there is one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/page.h"

static void say(bool good)
{
    printf("%d %s\n", good, good ? page_text() : "");
}

/* A record has several lines; here they end with U+001F. */
static void check(void)
{
    for (char *c = page_text(); *c; c++)
        if (*c == '\x1f')
            *c = '\n';
    bool good = page_check();
    printf("%d %s\n", good, good ? "" : page_text());
}

static void call(const char *name, const char *first, const char *rest)
{
    int number = (int)strtol(first, NULL, 10);
    snprintf(page_text(), (size_t)page_room(), "%s", rest);
    if (strcmp(name, "open") == 0)
        page_open();
    else if (strcmp(name, "enter") == 0)
        printf("%d\n", page_enter());
    else if (strcmp(name, "leave") == 0)
        page_leave(number);
    else if (strcmp(name, "send") == 0)
        printf("%d\n", page_send(number));
    else if (strcmp(name, "next") == 0)
        say(page_next(number));
    else if (strcmp(name, "work") == 0)
        printf("%.0f\n", page_work(strtod(first, NULL)));
    else if (strcmp(name, "close") == 0)
        page_close();
    else if (strcmp(name, "check") == 0)
        check();
    else if (strcmp(name, "plies") == 0)
        printf("%d\n", page_plies());
    else if (strcmp(name, "view") == 0)
        say(page_view(number, (int)strtol(rest, NULL, 10)));
    else
        abort();
}

int main(void)
{
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *first = line + strcspn(line, " "), *rest;
        if (*first)
            *first++ = '\0';
        rest = first + strcspn(first, " ");
        if (*rest)
            *rest++ = '\0';
        call(line, first, rest);
    }
    return 0;
}
