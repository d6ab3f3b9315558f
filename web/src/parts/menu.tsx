// A menu that a button opens. It closes with Escape, with a click elsewhere, and after a choice.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./art";

export function Menu({
  label,
  class: kind = "",
  children,
}: {
  label: string;
  class?: string;
  children: (close: () => void) => ComponentChildren;
}) {
  const here = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (here.current) here.current.open = false;
  };
  useEffect(() => {
    const point = (event: Event) => here.current?.contains(event.target as Node) || close();
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !here.current?.open) return;
      event.stopPropagation(); // or Escape would also take back a choice on the board
      close();
      here.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", point);
    document.addEventListener("keydown", press, true);
    return () => {
      document.removeEventListener("pointerdown", point);
      document.removeEventListener("keydown", press, true);
    };
  }, []);
  return (
    <details class={`menu ${kind}`} ref={here}>
      <summary aria-label={label}>
        <Icon name="menu" />
      </summary>
      <div class="menu-box">{children(close)}</div>
    </details>
  );
}
