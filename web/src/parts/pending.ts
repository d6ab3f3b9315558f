// One request at a time: a button does nothing while the answer to its last click is awaited.
import { useState } from "preact/hooks";

/** Whether a request waits for its answer, and a function that begins one. */
export function usePending(): [boolean, (begin: () => Promise<unknown>) => void] {
  const [pending, setPending] = useState(false);
  const run = (begin: () => Promise<unknown>) => {
    if (pending) return;
    setPending(true);
    void begin().finally(() => setPending(false));
  };
  return [pending, run];
}
