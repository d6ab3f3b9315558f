// What this device remembers. Where it may not remember, as browsers can be told, everything works
// until the page is closed.
const here = new Map<string, string>();

function storage(lasting: boolean): Storage | undefined {
  try {
    return lasting ? localStorage : sessionStorage;
  } catch {
    return undefined;
  }
}

export function recall(name: string, lasting = true): string | undefined {
  try {
    return storage(lasting)?.getItem(name) ?? here.get(name);
  } catch {
    return here.get(name);
  }
}

/** Keeps the text under the name, or forgets it; what does not last is forgotten with the tab. */
export function remember(name: string, text: string | undefined, lasting = true): void {
  if (text === undefined) here.delete(name);
  else here.set(name, text);
  try {
    if (text === undefined) storage(lasting)?.removeItem(name);
    else storage(lasting)?.setItem(name, text);
  } catch {
    // It is full, or not allowed: then only this page knows.
  }
}
