// Explanations: each element with data-term, data-clause or data-tip is explained on hover, focus
// or long press.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { inlines } from "../markdown";
import { rules, term, told } from "../rules";
import { position, present } from "../table";
import { tipPlace } from "../tip_place";
import { say } from "../words";

const HOVER = 350;
const PRESS = 450;

const STILL = 6; // pixels that a pointer may move and still count as resting

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

/** Opens and closes explanations on events of the page. */
class Asking {
  private timer = 0;
  private pressed = false;
  private about: Element | null = null; // the element under the pointer
  private rests: { x: number; y: number } | undefined; // where the pointer rests after a click

  close(): void {
    window.clearTimeout(this.timer);
    this.about = null;
    tip.value = undefined;
  }

  private soon(element: Element, after: number): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => open(element), after);
  }

  /** Ignores elements that come under a resting pointer: the player did not ask about them. */
  private move(event: PointerEvent): void {
    const { pointerType, clientX: x, clientY: y } = event;
    const { rests } = this;
    if (pointerType !== "mouse" || (rests && Math.hypot(x - rests.x, y - rests.y) < STILL)) return;
    this.rests = undefined;
    const element = explained(event);
    if (element === this.about) return;
    this.close();
    this.about = element;
    if (element) this.soon(element, HOVER);
  }

  private press(event: PointerEvent): void {
    const element = explained(event);
    this.close();
    this.rests = { x: event.clientX, y: event.clientY };
    this.pressed = false;
    if (element && event.pointerType !== "mouse")
      this.timer = window.setTimeout(() => {
        this.pressed = true;
        open(element);
      }, PRESS);
  }

  /** A long press opens an explanation, and does not choose. */
  private click(event: Event): void {
    if (this.pressed) {
      event.preventDefault();
      event.stopPropagation();
    }
    this.pressed = false;
  }

  private focus(event: Event): void {
    const element = explained(event);
    if (element?.matches(":focus-visible")) this.soon(element, HOVER);
    else this.close();
  }

  readonly on: [string, (event: Event) => void][] = [
    ["pointermove", (event) => this.move(event as PointerEvent)],
    ["pointerdown", (event) => this.press(event as PointerEvent)],
    ["pointerup", () => window.clearTimeout(this.timer)],
    ["pointercancel", () => window.clearTimeout(this.timer)],
    ["click", (event) => this.click(event)],
    ["contextmenu", (event) => this.pressed && event.preventDefault()],
    ["focusin", (event) => this.focus(event)],
    ["focusout", () => this.close()],
    ["scroll", () => this.close()],
    ["keydown", (event) => (event as KeyboardEvent).key === "Escape" && this.close()],
  ];
}

/** Listens on the whole page, until the returned function is called. */
function listen(): () => void {
  const asking = new Asking();
  for (const [type, call] of asking.on) document.addEventListener(type, call, true);
  const forget = present.subscribe(() => asking.close());
  return () => {
    forget();
    for (const [type, call] of asking.on) document.removeEventListener(type, call, true);
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

/** What must stay visible while an explanation is open: what can be chosen, the question, and the
 * neighbours of the explained element. */
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
    const { left, top } = tipPlace(
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
