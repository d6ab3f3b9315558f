// One thing at a time: what was asked is not asked again while its answer is awaited.
import { useState } from "preact/hooks";

/** Whether something is under way, and how to begin it. */
export function usePending(): [boolean, (begin: () => Promise<unknown>) => void] {
  const [pending, setPending] = useState(false);
  const run = (begin: () => Promise<unknown>) => {
    if (pending) return;
    setPending(true);
    void begin().finally(() => setPending(false));
  };
  return [pending, run];
}
