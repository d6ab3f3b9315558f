// Scrolls things into view. On a small screen the dock covers the lower part of the board.

/** The part of the window that the dock does not cover. */
function free(): { top: number; bottom: number } {
  const dock = document.querySelector<HTMLElement>(".dock");
  const covered =
    dock && getComputedStyle(dock).position === "sticky"
      ? Math.max(0, innerHeight - dock.getBoundingClientRect().top)
      : 0;
  return { top: 0, bottom: Math.max(innerHeight * 0.2, innerHeight - covered) };
}

const MARGIN = 12;

/** Scrolls as little as needed to show all elements, or the first one if they do not all fit.
 * Elements in the dock are always visible. */
export function show(elements: Element[]): void {
  const boxes = elements
    .filter((one) => !one.closest(".dock"))
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.height > 0);
  const [first] = boxes;
  if (!first) return;
  const { top, bottom } = free();
  const all = {
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
  const want = all.bottom - all.top <= bottom - top - 2 * MARGIN ? all : first;
  const over = want.bottom + MARGIN - bottom;
  const under = top + MARGIN - want.top;
  if (over > 0) scrollBy({ top: Math.min(over, want.top - top - MARGIN), behavior: "instant" });
  else if (under > 0) scrollBy({ top: -under, behavior: "instant" });
  // The board may have its own scrollbar.
  for (const one of elements) if (one.closest(".board")) one.scrollIntoView({ block: "nearest" });
}
