/* Any text as a file of scenarios. */
#include "match/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char text[1 << 16];
    struct out report;
    int passed = 0, failed = 0;
    if (size > 20000)
        return 0;
    out_init(&report, text, sizeof text);
    scenario_run("scenario", (struct word){(const char *)bytes, (int)size}, &report, &passed,
                 &failed);
    if (passed + failed == 0 || (failed > 0 && report.used == 0))
        abort();
    return 0;
}
