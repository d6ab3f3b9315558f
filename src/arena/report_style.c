/* The looks of a report: paper and ink, light, dark and printed. */
#include "arena/report_style.h"

#include <stddef.h>

/* Line by line: a compiler need not take longer texts. */
const char *const report_style[] = {
    ":root{color-scheme:light dark;--paper:#f6f0e1;--sheet:#fbf7ec;--ink:#1f1b16;--line:#d8cbb0;"
    "--muted:#6f6553;--indigo:#264a73;--beni:#b3322c;--matcha:#5d7a3a;--gold:#b8862b;"
    "--wash:#264a7318}\n",
    "@media (prefers-color-scheme:dark){:root{--paper:#14161b;--sheet:#1b1e25;--ink:#e9e1cf;"
    "--line:#343844;--muted:#a89f8c;--indigo:#86aede;--beni:#e8837b;--matcha:#a3c278;"
    "--gold:#dcb25f;--wash:#86aede24}}\n",
    "@media print{:root{color-scheme:light;--paper:#fff;--sheet:#fff;--ink:#000;--line:#bbb;"
    "--muted:#555;--indigo:#264a73;--beni:#b3322c;--matcha:#5d7a3a;--gold:#8a6420;"
    "--wash:#264a7318}body{print-color-adjust:exact;-webkit-print-color-adjust:exact}"
    ".wide{overflow:visible}section{break-inside:auto}figure,tr{break-inside:avoid}}\n",
    "*{box-sizing:border-box}\n",
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"
    "-apple-system,'Segoe UI',sans-serif;font-variant-numeric:tabular-nums lining-nums}\n",
    "main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 4rem}\n",
    "h1,h2{font-family:'Shippori Mincho','Hiragino Mincho ProN','Yu Mincho',"
    "'Noto Serif CJK JP','Noto Serif JP',Georgia,serif;font-weight:600;line-height:1.2}\n",
    "h1{font-size:2.07rem;margin:0;overflow-wrap:anywhere}\n",
    "h2{font-size:1.44rem;margin:3rem 0 .25rem;padding-top:.75rem;border-top:1px solid "
    "var(--line)}\n",
    "header{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;align-items:center}\n",
    ".seal{grid-row:span 2;width:3.5rem;height:3.5rem;background:#b3322c;color:#f6f0e1;"
    "border-radius:.4rem;display:grid;place-items:center;font:600 2rem/1 'Shippori Mincho',"
    "'Noto Serif CJK JP',serif}\n",
    ".kicker{margin:0;color:var(--muted)}\n",
    ".lead{font-size:1.2rem;margin:1.25rem 0 1rem;max-width:44rem;overflow-wrap:anywhere}\n",
    ".note{color:var(--muted);margin:.25rem 0 1rem;max-width:44rem}\n",
    "dl{display:flex;flex-wrap:wrap;gap:.75rem 2.25rem;margin:1.25rem 0;padding:0}\n",
    "dt{color:var(--muted);font-size:.8125rem}dd{margin:0;font-weight:600;"
    "overflow-wrap:anywhere}\n",
    "pre{background:var(--sheet);border:1px solid var(--line);border-left:.25rem solid "
    "var(--indigo);border-radius:.25rem;padding:.6rem .8rem;margin:.25rem 0;font:.875rem/1.5 "
    "ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;user-select:all}\n",
    ".box{background:var(--sheet);border:1px solid var(--line);border-left:.25rem solid "
    "var(--gold);border-radius:.25rem;padding:.6rem .8rem;margin:1rem 0;max-width:60rem;"
    "overflow-wrap:anywhere}\n",
    ".box.bad{border-left-color:var(--beni)}.box p{margin:0}.box ul{margin:.25rem 0;"
    "padding-left:1.25rem}\n",
    ".wide{overflow-x:auto;position:relative;margin:0 -1rem;padding:0 1rem}\n",
    "table{border-collapse:collapse;min-width:min(100%,44rem)}\n",
    ".hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);"
    "white-space:nowrap}\n",
    "th,td{padding:.4rem .75rem;text-align:right;border-bottom:1px solid var(--line);"
    "vertical-align:top;white-space:nowrap}\n",
    "th:first-child,td:first-child{padding-left:0;text-align:left}\n",
    "thead th{font-size:.8125rem;font-weight:600;color:var(--muted);vertical-align:bottom;"
    "white-space:normal;overflow-wrap:anywhere;min-width:3.5rem;border-bottom:1px solid "
    "var(--ink)}\n",
    "tbody th{font-weight:600;white-space:normal;overflow-wrap:anywhere;min-width:6rem;"
    "max-width:16rem;position:sticky;left:-1rem;background:var(--paper);z-index:1}\n",
    "td small{display:block;color:var(--muted);font-size:.8125rem}\n",
    "td svg{display:block;width:10rem;height:1.5rem}\n",
    ".cup{color:var(--gold)}\n",
    ".up{color:var(--matcha)}.down{color:var(--beni)}.even{color:var(--muted)}\n",
    ".pair td{text-align:center}\n",
    ".panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));"
    "gap:1.5rem 2rem}\n",
    "figure{margin:0;max-width:32rem}figure svg{display:block;width:100%;height:auto}\n",
    "figcaption{margin-bottom:.35rem;overflow-wrap:anywhere}figcaption span{display:block;"
    "color:var(--muted);font-size:.875rem}\n",
    "svg text{font-size:13px;fill:var(--ink);font-family:inherit}svg .soft{fill:var(--muted)}\n",
    "svg .mid{text-anchor:middle}svg .end{text-anchor:end}\n",
    ".bar{fill:var(--indigo)}.gain{fill:var(--matcha)}.loss{fill:var(--beni)}"
    ".plain{fill:var(--muted)}\n",
    ".bar:hover,.gain:hover,.loss:hover,.plain:hover{opacity:.7}\n",
    ".axis{stroke:var(--ink);stroke-width:1}.grid{stroke:var(--line);stroke-width:1}\n",
    ".mark{stroke:var(--gold);stroke-width:2;stroke-dasharray:4 3}\n",
    ".whisker{stroke:var(--ink);stroke-width:1.5}.dot{fill:var(--indigo)}\n",
    "@media (max-width:40rem){h1{font-size:1.73rem}.plots{display:none}th,td{padding:.4rem .5rem}"
    "h2{margin-top:2.25rem}}\n",
    NULL,
};
