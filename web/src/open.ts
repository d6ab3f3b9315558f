// Opening a new table: it is opened only once, even if the button is clicked several times.
import { computed, signal } from "@preact/signals";
import { ask } from "./link";
import { go, path } from "./route";

const asked = signal<string[]>([]);
/** Attributes for a button that opens a table: it is disabled while a table is being opened. */
export const opening = computed(() => ({
  disabled: asked.value.length > 0,
  "aria-busy": asked.value.length > 0,
}));

/** Opens a table (create, branch, again) and goes there, unless the player has gone to another page
 * in the meantime. */
export async function openTable(
  request: { type: string } & Record<string, unknown>,
  arrive: (table: string) => unknown = (table) => go(`/t/${table}`),
): Promise<void> {
  const key = JSON.stringify(request);
  if (asked.value.includes(key)) return;
  const from = path.value;
  asked.value = [...asked.value, key];
  try {
    const { table } = await ask(request);
    if (path.value === from) await arrive(String(table));
  } finally {
    asked.value = asked.value.filter((one) => one !== key);
  }
}
