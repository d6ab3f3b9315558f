/* The style sheet of reports: for light and dark screens and for print. */
#ifndef TENKA_REPORT_STYLE_H
#define TENKA_REPORT_STYLE_H

#include "core/file.h"

/* report.css, the only file in this table. */
extern const struct file report_style[];

#endif
