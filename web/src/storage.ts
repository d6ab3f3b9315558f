// What this device remembers. If the browser does not allow it to store anything, everything still
// works until the page is closed.
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

/** Stores the text under the name; undefined removes it. If it is not `lasting`, it is only stored
 * until the tab is closed. */
export function remember(name: string, text: string | undefined, lasting = true): void {
  if (text === undefined) here.delete(name);
  else here.set(name, text);
  try {
    if (text === undefined) storage(lasting)?.removeItem(name);
    else storage(lasting)?.setItem(name, text);
  } catch {
    // The storage is full or not allowed: then only this page knows the text.
  }
}
