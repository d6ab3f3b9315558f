/* The style sheet of reports. */
#ifndef TENKA_REPORT_STYLE_H
#define TENKA_REPORT_STYLE_H

/* Its lines, ending with NULL. */
extern const char *const report_style[];

#endif
