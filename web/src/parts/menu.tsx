// A menu behind a button: it closes with Escape, with a click elsewhere, and after a choice.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./art";

export function Menu({ label, class: kind = "", children }: { label: string; class?: string; children: (close: () => void) => ComponentChildren }) {
  const here = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (here.current) here.current.open = false;
  };
  useEffect(() => {
    const point = (event: Event) => here.current?.contains(event.target as Node) || close();
    document.addEventListener("pointerdown", point);
    return () => document.removeEventListener("pointerdown", point);
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !here.current?.open) return;
    event.stopPropagation(); // what is chosen on the board stays chosen
    close();
    here.current.querySelector("summary")?.focus();
  };
  return (
    <details class={`menu ${kind}`} ref={here} onKeyDown={press}>
      <summary aria-label={label}><Icon name="menu" /></summary>
      <div class="menu-box">{children(close)}</div>
    </details>
  );
}
