// Explanations: whatever has data-term, data-clause or data-tip says what it is on hover, focus or
// long press.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { inlines } from "../markdown";
import { place } from "../place";
import { rules, term, told } from "../rules";
import { position, present } from "../table";
import { say } from "../words";

const HOVER = 350;
const PRESS = 450;

const STILL = 6; // pixels that a resting pointer may tremble

export const tip = signal<
  { term?: string; clause?: string; text?: string; about: Element } | undefined
>(undefined);

function open(element: Element): void {
  const { term: word, clause, tip: text } = (element as HTMLElement).dataset;
  if ((word && term(word)) || (clause && rules.value?.clauses.has(clause)) || text)
    tip.value = { term: word, clause, text, about: element };
}

function explained(event: Event): Element | null {
  return event.target instanceof Element
    ? event.target.closest("[data-term],[data-clause],[data-tip]")
    : null;
}

/** Listens on the whole page; returns how to stop. */
function listen(): () => void {
  let timer = 0;
  let pressed = false;
  let about: Element | null = null; // what the pointer was moved to
  let rests: { x: number; y: number } | undefined; // where it rests since a click
  const close = () => {
    window.clearTimeout(timer);
    about = null;
    tip.value = undefined;
  };
  const soon = (element: Element, after: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => open(element), after);
  };
  const on: [string, (event: Event) => void][] = [
    // What comes under a resting pointer was not asked about.
    [
      "pointermove",
      (event) => {
        const { pointerType, clientX: x, clientY: y } = event as PointerEvent;
        if (pointerType !== "mouse" || (rests && Math.hypot(x - rests.x, y - rests.y) < STILL))
          return;
        rests = undefined;
        const element = explained(event);
        if (element === about) return;
        close();
        about = element;
        if (element) soon(element, HOVER);
      },
    ],
    [
      "pointerdown",
      (event) => {
        const element = explained(event);
        close();
        rests = { x: (event as PointerEvent).clientX, y: (event as PointerEvent).clientY };
        pressed = false;
        if (element && (event as PointerEvent).pointerType !== "mouse")
          timer = window.setTimeout(() => {
            pressed = true;
            open(element);
          }, PRESS);
      },
    ],
    ["pointerup", () => window.clearTimeout(timer)],
    ["pointercancel", () => window.clearTimeout(timer)],
    // A long press asks; it does not choose.
    [
      "click",
      (event) => {
        if (pressed) {
          event.preventDefault();
          event.stopPropagation();
        }
        pressed = false;
      },
    ],
    ["contextmenu", (event) => pressed && event.preventDefault()],
    [
      "focusin",
      (event) => {
        const element = explained(event);
        if (element?.matches(":focus-visible")) soon(element, HOVER);
        else close();
      },
    ],
    ["focusout", close],
    ["scroll", close],
    ["keydown", (event) => (event as KeyboardEvent).key === "Escape" && close()],
  ];
  for (const [type, call] of on) document.addEventListener(type, call, true);
  const forget = present.subscribe(close);
  return () => {
    forget();
    for (const [type, call] of on) document.removeEventListener(type, call, true);
  };
}

export function Inlines({
  text,
  show = (words) => words,
}: {
  text: string;
  show?: (words: string) => ComponentChildren;
}) {
  return (
    <>
      {inlines(text).map((piece, i) =>
        piece.type === "strong" ? (
          <strong key={i}>{show(piece.text)}</strong>
        ) : piece.type === "code" ? (
          <code key={i}>{show(piece.text)}</code>
        ) : (
          show(piece.text)
        ),
      )}
    </>
  );
}

/** What must be seen while an explanation is open: what can be chosen, what is asked, and the
 * neighbours of what it is about. */
function needed(about: Element): DOMRect[] {
  const zone = about.closest("[data-list]");
  return [
    ...document.querySelectorAll(".offered, .prompt, .dock .move"),
    ...(zone?.querySelectorAll("[data-spot]") ?? []),
  ].map((one) => one.getBoundingClientRect());
}

export function Tips() {
  const here = useRef<HTMLDivElement>(null);
  useEffect(listen, []);
  const now = tip.value;
  useLayoutEffect(() => {
    const box = here.current;
    if (!box || !now) return;
    const { left, top } = place(
      now.about.getBoundingClientRect(),
      box.getBoundingClientRect(),
      { width: innerWidth, height: innerHeight },
      needed(now.about),
    );
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  });
  if (!now) return null;
  const found = now.term ? term(now.term) : undefined;
  return (
    <section class="tip" aria-label={say("Explanation")} ref={here}>
      {found && (
        <>
          <p class="tip-title">{found.title}</p>
          <dl>
            {told(found, position.value?.players).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Inlines text={value} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {now.clause && (
        <p>
          <strong>{now.clause}</strong>{" "}
          <Inlines text={rules.value?.clauses.get(now.clause) ?? ""} />
        </p>
      )}
      {now.text && <p>{now.text}</p>}
    </section>
  );
}
