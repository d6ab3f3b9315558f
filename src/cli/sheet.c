/* The JSON of a benchmark. */
#include "cli/sheet.h"

#include <stdio.h>

void sheet_init(struct sheet *s)
{
    out_init(&s->o, s->text, sizeof s->text);
    s->shown = 0;
}

void sheet_show(struct sheet *s)
{
    fputs(s->text + s->shown, stdout);
    fflush(stdout);
    s->shown = s->o.used;
}
