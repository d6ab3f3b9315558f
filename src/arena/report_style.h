/* The style sheet of reports: paper and ink, light, dark and printed. */
#ifndef TENKA_REPORT_STYLE_H
#define TENKA_REPORT_STYLE_H

#include "core/file.h"

/* report.css, the only file of its table. */
extern const struct file report_style[];

#endif
