/* A bot for tenka in C (docs/PROTOCOL.md). It prefers moves that bring points or target others.
 *   cc -o bot examples/bots/bot.c && tenka play zipang --bot run:./bot
 *   tenka arena zipang --bots greedy,run:./bot --games 100 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int worth(const char *move) /* quotes in texts are escaped, so strstr finds only keys */
{
    const char *text = strstr(move, "\"text\":\"") + 8, *seats = strstr(move, "\"seats\":");
    int points = 0, found = 0, target = seats && seats < text;
    sscanf(text, "%d points%n", &points, &found);
    return (found ? points * 10 : 0) + target * 20 + rand() % 10;
}

int main(void)
{
    for (char line[1 << 18]; fgets(line, sizeof line, stdin); fflush(stdout)) {
        char *id = strstr(line, "\"id\":"), *best = strstr(line, "\"move\":");
        for (char *move = best; move; move = strstr(move + 1, "\"move\":"))
            best = worth(move) > worth(best) ? move : best;
        id[strcspn(id, ",")] = best[strcspn(best, ",")] = '\0';
        printf("{\"type\":\"move\",%s,%s}\n", id, best);
    }
}
