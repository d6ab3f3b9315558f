/* Fuzzes the reader of scenarios with any text. */
#include "match/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char text[1 << 16];
    struct out report;
    struct scenarios all = {0};
    if (size > 20000)
        return 0;
    out_init(&report, text, sizeof text);
    scenario_run(&all, "scenario", (struct slice){(const char *)bytes, (int)size}, &report);
    if (all.passed + all.failed == 0 || (all.failed > 0 && report.used == 0))
        abort();
    return 0;
}
