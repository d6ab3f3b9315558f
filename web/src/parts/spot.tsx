// Things on the screen that moves can name (spots). A spot is a button if it can be chosen now. In
// a zone the arrow keys move from spot to spot, so that a player without a mouse can reach
// everything and read what it is.
import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { fits, type Spot as SpotParts } from "../choose";
import { effect } from "../rules";
import { choice, hinted, past, pick, sent } from "../table";
import { say } from "../words";

export interface SpotProps {
  part: SpotParts;
  /** Its name for a screen reader. */
  label: string;
  /** What it is, as a word of the notation; for its explanation. */
  term?: string;
  class?: string;
  /** Where it lies and what it is; for motion. */
  zone?: string;
  kind?: string | null;
  /** A click says why it cannot be chosen now. This is for the player's own cards. */
  tries?: boolean;
  children?: ComponentChildren;
}

export function Spot({ part, label, term, class: name, zone, kind, tries, children }: SpotProps) {
  const now = choice.value;
  const live = !past.value && !sent.value;
  const offered = live && now.offers(part);
  const chosen = live && now.chosen(part);
  const hint = now.left.some((move) => move.move === hinted.value && fits(part, move));
  const classes = [
    "spot",
    name ?? "",
    offered ? "offered" : "",
    chosen ? "chosen" : "",
    hint ? "hinted" : "",
  ];
  const said = [label, hint ? say("suggested by the hint") : ""].filter(Boolean).join(say(", "));
  const does = term ? effect(term) : "";
  const common = {
    class: classes.filter(Boolean).join(" "),
    "aria-label": said,
    "aria-description": does || undefined,
    "data-term": term,
    "data-zone": zone,
    "data-kind": kind ?? undefined,
    "data-spot": "",
  };
  if (!offered && !chosen && !tries)
    return (
      <span {...common} role="img" tabIndex={-1}>
        {children}
      </span>
    );
  return (
    <button
      {...common}
      type="button"
      aria-pressed={chosen ? "true" : undefined}
      aria-disabled={!offered && !chosen ? "true" : undefined}
      tabIndex={offered || chosen ? 0 : -1}
      onClick={() => pick(part)}
    >
      {children}
    </button>
  );
}

const KEYS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/** The arrow keys move from thing to thing in a list; the Tab key goes past the whole list. */
export function byArrows(
  event: TargetedKeyboardEvent<HTMLElement>,
  list: string,
  thing: string,
): void {
  const step = KEYS[event.key];
  const here = event.currentTarget.closest(list);
  const all = [...(here?.querySelectorAll<HTMLElement>(thing) ?? [])].filter(
    (one) => one.closest(list) === here,
  );
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (!step || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  const to = Number.isFinite(step)
    ? (at + step + all.length) % all.length
    : step < 0
      ? 0
      : all.length - 1;
  all[to]?.focus();
}

/** A named list of things on the table. */
export function Zone({
  label,
  class: name,
  zone,
  children,
}: {
  label: string;
  class?: string;
  zone?: string;
  children: ComponentChildren;
}) {
  const here = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // The Tab key can reach one of them, even if none can be chosen.
    const all = [...(here.current?.querySelectorAll<HTMLElement>("[data-spot]") ?? [])].filter(
      (one) => one.closest("[data-list]") === here.current,
    );
    if (all.length > 0 && !all.some((one) => one.tabIndex === 0))
      (all[0] as HTMLElement).tabIndex = 0;
  });
  return (
    <section
      ref={here}
      class={`zone ${name ?? ""}`}
      role="group"
      aria-label={label}
      data-list=""
      data-zone={zone}
      onKeyDown={(event) => byArrows(event, "[data-list]", "[data-spot]")}
    >
      {children}
    </section>
  );
}
