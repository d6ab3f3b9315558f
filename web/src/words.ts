// English and Japanese. A message is known by its English; words/ja/web.json has the other.
import { signal } from "@preact/signals";
import { keep, kept } from "./keep";

export type Language = "en" | "ja";

function first(): Language {
  const chosen = kept("language");
  return chosen === "ja" || chosen === "en" ? chosen : navigator.language.startsWith("ja") ? "ja" : "en";
}

export const language = signal<Language>(first());
const catalogue = signal<Record<string, string>>({});

/** Loads the words of the language; a page is drawn when they are there. */
export async function speak(to: Language): Promise<void> {
  catalogue.value = to === "ja" ? (await import("../../words/ja/web.json")).default : {};
  language.value = to;
  document.documentElement.lang = to;
}

export function chooseLanguage(to: Language): Promise<void> {
  keep("language", to);
  return speak(to);
}

export function say(english: string): string {
  return catalogue.value[english] ?? english;
}

/** Fills {1}, {2}… in the message; {1|a|b} is a if the number is 1, else b. */
export function tell(english: string, ...fills: (string | number)[]): string {
  return say(english).replace(/\{(\d)(?:\|([^|}]*)\|([^}]*))?\}/g, (hole, digit: string, one?: string, more?: string) => {
    const fill = fills[Number(digit) - 1];
    if (one !== undefined) return fill === 1 ? one : (more ?? "");
    return fill === undefined ? hole : String(fill);
  });
}

/** Things in a row: "a, b and c". */
export function list(things: string[]): string {
  if (things.length < 2) return things.join("");
  return tell("{1} and {2}", things.slice(0, -1).join(say(", ")), things[things.length - 1] ?? "");
}
