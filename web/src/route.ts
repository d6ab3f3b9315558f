// The address of the page that is shown, and how to go to another one.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export const path = signal(location.pathname + location.search);

window.addEventListener("popstate", () => (path.value = location.pathname + location.search));

/** The page's title in the tab; empty for the start page. */
export const pageTitle = signal("");

export function useTitle(title: string): void {
  useEffect(() => {
    pageTitle.value = title;
    return () => {
      pageTitle.value = "";
    };
  }, [title]);
}

/** Goes to another page. With `instead` it replaces the present one, so that Back does not lead
 * there. The focus moves to the top of the page, for players who use a keyboard or a screen
 * reader. */
export function go(to: string, instead = false): void {
  if (instead) history.replaceState(null, "", to);
  else if (to !== path.value) history.pushState(null, "", to);
  path.value = to;
  scrollTo(0, 0);
  document.getElementById("content")?.focus();
}

/** The part of the page that the address names after '#'. */
export function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return ""; // not UTF-8
  }
}

/** Links to pages of this site do not load the whole client again. */
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
  // The browser itself goes to a heading of the same page.
  if (to.pathname === location.pathname && to.search === location.search && to.hash) return;
  event.preventDefault();
  go(to.pathname + to.search + to.hash);
});
