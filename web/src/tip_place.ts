// Where an explanation is shown: next to what it explains, without covering what is needed now.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 8;

function shared(a: Box, b: Box): number {
  const x = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const y = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, x) * Math.max(0, y);
}

/** Above, below, left or right of `at`, within the window: the first place that covers the least of
 * `at` and `free`. */
export function tipPlace(
  at: Box,
  { width, height }: { width: number; height: number },
  window: { width: number; height: number },
  free: Box[],
): Box {
  const inside = (left: number, top: number): Box => ({
    left: Math.max(GAP, Math.min(left, window.width - width - GAP)),
    top: Math.max(GAP, Math.min(top, window.height - height - GAP)),
    width,
    height,
  });
  const [x, y] = [at.left + at.width / 2 - width / 2, at.top + at.height / 2 - height / 2];
  const places = [
    inside(x, at.top - height - GAP),
    inside(x, at.top + at.height + GAP),
    inside(at.left - width - GAP, y),
    inside(at.left + at.width + GAP, y),
  ];
  const covered = (box: Box) => [at, ...free].reduce((sum, one) => sum + shared(box, one), 0);
  return places.reduce((best, one) => (covered(one) < covered(best) ? one : best));
}
