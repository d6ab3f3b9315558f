// Cards move visibly from their old place to their new one. A view does not identify single cards,
// so this code compares the page before and after: a card that has left a zone is matched with one
// of the same kind that has come to another zone. An unknown card can match any kind.
import { signal } from "@preact/signals";

const TIME = 220;

interface Place {
  zone: string;
  kind: string;
  box: DOMRect;
  element: HTMLElement;
}

export const still = signal(matchMedia("(prefers-reduced-motion: reduce)").matches);
matchMedia("(prefers-reduced-motion: reduce)").addEventListener(
  "change",
  (event) => (still.value = event.matches),
);

/** The cards on the page, and the zones, which may be drawn without their single cards. */
export interface Snapshot {
  cards: Place[];
  zones: Map<string, DOMRect>;
  counts: Map<string, number>;
}

export function snapshot(): Snapshot {
  const cards: Place[] = [];
  const zones = new Map<string, DOMRect>();
  const counts = new Map<string, number>();
  for (const element of document.querySelectorAll<HTMLElement>("[data-zone]")) {
    const zone = element.dataset.zone ?? "";
    // Cards of a stack that is chosen as a whole are not spots, but they have a kind.
    if (element.hasAttribute("data-spot") || element.dataset.kind)
      cards.push({
        zone,
        kind: element.dataset.kind ?? "?",
        box: element.getBoundingClientRect(),
        element,
      });
    else zones.set(zone, element.getBoundingClientRect());
    if (element.dataset.count) counts.set(zone, Number(element.dataset.count));
  }
  return { cards, zones, counts };
}

/** Those of `these` that have no match of the same zone and kind in `those`. */
function unmatched(these: Place[], those: Place[]): Place[] {
  const left = new Map<string, number>();
  for (const one of those)
    left.set(`${one.zone} ${one.kind}`, (left.get(`${one.zone} ${one.kind}`) ?? 0) + 1);
  return these.filter((one) => {
    const key = `${one.zone} ${one.kind}`;
    const rest = left.get(key) ?? 0;
    left.set(key, rest - 1);
    return rest <= 0;
  });
}

/** Animates each card that is new in its zone, from the place where it came from. */
export function travel(before: Snapshot): void {
  if (still.value) return;
  const after = snapshot();
  const gone = unmatched(before.cards, after.cards);
  const come = unmatched(after.cards, before.cards);
  // Piles that are drawn as a whole and have fewer cards than before: a new card without a match
  // comes from there.
  const piles = [...before.zones.keys()].filter(
    (zone) => (before.counts.get(zone) ?? 0) > (after.counts.get(zone) ?? 0),
  );
  for (const card of come) {
    let at = gone.findIndex((one) => one.kind === card.kind && one.zone !== card.zone);
    if (at < 0)
      at = gone.findIndex(
        (one) => (one.kind === "?") !== (card.kind === "?") && one.zone !== card.zone,
      );
    const from = at >= 0 ? gone.splice(at, 1)[0]?.box : before.zones.get(piles[0] ?? "");
    if (from && from.width > 0) fly(card.element, from, card.box);
  }
}

function fly(element: HTMLElement, from: DOMRect, to: DOMRect): void {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  element.classList.add("flying");
  element
    .animate(
      [
        {
          transform: `translate(${x}px, ${y}px) scale(${Math.min(2, from.width / to.width || 1)})`,
        },
        { transform: "none" },
      ],
      { duration: TIME, easing: "ease-out" },
    )
    .finished.finally(() => element.classList.remove("flying"))
    .catch(() => undefined);
}
