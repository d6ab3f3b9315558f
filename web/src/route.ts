// Where the page is.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export const path = signal(location.pathname + location.search);

window.addEventListener("popstate", () => (path.value = location.pathname + location.search));

/** What the page is called in the tab; nothing for the start page. */
export const pageTitle = signal("");

export function useTitle(title: string): void {
  useEffect(() => {
    pageTitle.value = title;
    return () => {
      pageTitle.value = "";
    };
  }, [title]);
}

/** Goes to another page; `instead` of the one before, to which Back then does not lead. The focus
 * goes with it: who uses a keyboard or listens begins at its top. */
export function go(to: string, instead = false): void {
  if (instead) history.replaceState(null, "", to);
  else if (to !== path.value) history.pushState(null, "", to);
  path.value = to;
  scrollTo(0, 0);
  document.getElementById("content")?.focus();
}

/** The part of the page that the address names. */
export function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return ""; // no UTF-8
  }
}

/** Links within the page do not load it anew. */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (
    !link ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey
  )
    return;
  const to = new URL(link.href, location.href);
  if (to.origin !== location.origin || link.target || to.pathname.startsWith("/record/")) return;
  // To a heading of the same page the browser goes by itself.
  if (to.pathname === location.pathname && to.search === location.search && to.hash) return;
  event.preventDefault();
  go(to.pathname + to.search + to.hash);
});
