// Things on the screen that can be chosen: a button for what a legal move names, plain otherwise. In a zone the arrow keys go
// from thing to thing, so that everything can be reached and asked about without a mouse.
import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { fits, type Spot as SpotParts } from "../choose";
import { choice, hinted, past, pick, sent } from "../table";

export interface SpotProps {
  part: SpotParts;
  /** How it is called by a screen reader. */
  label: string;
  /** What it is, for an explanation: a word of the notation. */
  term?: string;
  class?: string;
  /** Where it lies and what it is, for motion. */
  zone?: string;
  kind?: string | null;
  /** Says why not when it is tried; what is mine does. */
  tries?: boolean;
  children?: ComponentChildren;
}

export function Spot({ part, label, term, class: name, zone, kind, tries, children }: SpotProps) {
  const now = choice.value;
  const live = !past.value && !sent.value;
  const offered = live && now.offers(part);
  const chosen = live && now.chosen(part);
  const hint = hinted.value !== undefined && now.left.some((move) => move.move === hinted.value && fits(part, move));
  const classes = ["spot", name ?? "", offered ? "offered" : "", chosen ? "chosen" : "", hint ? "hinted" : ""];
  const common = { class: classes.filter(Boolean).join(" "), "data-term": term, "data-zone": zone, "data-kind": kind ?? undefined, "data-spot": "" };
  if (!offered && !chosen && !tries)
    return (
      <span {...common} role="img" aria-label={label} tabIndex={-1}>
        {children}
      </span>
    );
  return (
    <button
      {...common}
      type="button"
      aria-label={label}
      aria-pressed={chosen ? "true" : undefined}
      aria-disabled={!offered && !chosen ? "true" : undefined}
      tabIndex={offered || chosen ? 0 : -1}
      onClick={() => pick(part)}
    >
      {children}
    </button>
  );
}

const KEYS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A named list of things on the table. */
export function Zone({ label, class: name, zone, children }: { label: string; class?: string; zone?: string; children: ComponentChildren }) {
  const here = useRef<HTMLElement>(null);
  const spots = () => [...(here.current?.querySelectorAll<HTMLElement>("[data-spot]") ?? [])].filter((one) => one.closest("[data-list]") === here.current);
  useLayoutEffect(() => {
    // One of them can be reached with the tabulator key, even if none can be chosen.
    const all = spots();
    if (all.length > 0 && !all.some((one) => one.tabIndex === 0)) (all[0] as HTMLElement).tabIndex = 0;
  });
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const step = KEYS[event.key];
    const all = spots();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[(at + step + all.length) % all.length]?.focus();
  };
  return (
    <section ref={here} class={`zone ${name ?? ""}`} aria-label={label} data-list="" data-zone={zone} onKeyDown={onKeyDown}>
      {children}
    </section>
  );
}
