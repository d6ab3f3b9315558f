// Explanations: whatever has data-term, data-clause or data-tip says what it is on hover, focus or long press.
import type { ComponentChildren } from "preact";
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { inlines } from "../markdown";
import { rules, term } from "../rules";
import { say } from "../words";

const HOVER = 350;
const PRESS = 450;

export const tip = signal<{ term?: string; clause?: string; text?: string; at: DOMRect } | undefined>(undefined);

function open(element: Element): void {
  const { term: word, clause, tip: text } = (element as HTMLElement).dataset;
  if ((word && term(word)) || (clause && rules.value?.clauses.has(clause)) || text)
    tip.value = { term: word, clause, text, at: element.getBoundingClientRect() };
}

function explained(event: Event): Element | null {
  return event.target instanceof Element ? event.target.closest("[data-term],[data-clause],[data-tip]") : null;
}

/** Listens on the whole page; returns how to stop. */
function listen(): () => void {
  let timer = 0;
  let pressed = false;
  const close = () => {
    window.clearTimeout(timer);
    tip.value = undefined;
  };
  const soon = (element: Element, after: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => open(element), after);
  };
  const on: [string, (event: Event) => void][] = [
    ["pointerover", (event) => {
      const element = explained(event);
      if ((event as PointerEvent).pointerType !== "mouse") return;
      if (element) soon(element, HOVER);
      else close();
    }],
    ["pointerdown", (event) => {
      const element = explained(event);
      close();
      pressed = false;
      if (element && (event as PointerEvent).pointerType !== "mouse")
        timer = window.setTimeout(() => {
          pressed = true;
          open(element);
        }, PRESS);
    }],
    ["pointerup", () => window.clearTimeout(timer)],
    ["pointercancel", () => window.clearTimeout(timer)],
    // A long press asks; it does not choose.
    ["click", (event) => {
      if (pressed) {
        event.preventDefault();
        event.stopPropagation();
      }
      pressed = false;
    }],
    ["contextmenu", (event) => pressed && event.preventDefault()],
    ["focusin", (event) => {
      const element = explained(event);
      if (element?.matches(":focus-visible")) soon(element, HOVER);
      else close();
    }],
    ["focusout", close],
    ["scroll", close],
    ["keydown", (event) => (event as KeyboardEvent).key === "Escape" && close()],
  ];
  for (const [type, call] of on) document.addEventListener(type, call, true);
  return () => {
    for (const [type, call] of on) document.removeEventListener(type, call, true);
  };
}

export function Inlines({ text, show = (words) => words }: { text: string; show?: (words: string) => ComponentChildren }) {
  return (
    <>
      {inlines(text).map((piece, i) =>
        piece.type === "strong" ? <strong key={i}>{show(piece.text)}</strong>
        : piece.type === "code" ? <code key={i}>{show(piece.text)}</code>
        : show(piece.text),
      )}
    </>
  );
}

export function Tips() {
  const here = useRef<HTMLDivElement>(null);
  useEffect(listen, []);
  const now = tip.value;
  useLayoutEffect(() => {
    const box = here.current;
    if (!box || !now) return;
    const { width, height } = box.getBoundingClientRect();
    const left = Math.max(8, Math.min(now.at.left + now.at.width / 2 - width / 2, innerWidth - width - 8));
    const above = now.at.top - height - 8;
    box.style.left = `${left}px`;
    box.style.top = `${above >= 8 ? above : Math.min(now.at.bottom + 8, innerHeight - height - 8)}px`;
  });
  if (!now) return null;
  const found = now.term ? term(now.term) : undefined;
  return (
    <section class="tip" aria-label={say("Explanation")} ref={here}>
      {found && (
        <>
          <p class="tip-title">{found.title}</p>
          <dl>
            {found.facts.filter(([, value]) => value && value !== "-").map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd><Inlines text={value} /></dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {now.clause && (
        <p>
          <strong>{now.clause}</strong> <Inlines text={rules.value?.clauses.get(now.clause) ?? ""} />
        </p>
      )}
      {now.text && <p>{now.text}</p>}
    </section>
  );
}
