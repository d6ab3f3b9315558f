// English and Japanese. The English text of a message is its key. words/ja/web.json has the
// Japanese; that of a game's board and guide is in the game's folder, in board.ja.json.
import { signal } from "@preact/signals";
import { recall, remember } from "./storage";

export type Language = "en" | "ja";

export interface Catalogue {
  common: Record<string, string>;
  games: Record<string, Record<string, string>>;
}

function first(): Language {
  const chosen = recall("language");
  return chosen === "ja" || chosen === "en"
    ? chosen
    : navigator.language.startsWith("ja")
      ? "ja"
      : "en";
}

export const language = signal<Language>(first());
const catalogue = signal<Catalogue>({ common: {}, games: {} });

/** The game that is shown: its own words take precedence over the common ones. */
export const gameAtHand = signal("");

/** Loads the words of the language. A page is drawn only when they are loaded. */
export async function speak(to: Language): Promise<void> {
  catalogue.value =
    to === "ja" ? (await import("tenka:words/ja")).default : { common: {}, games: {} };
  language.value = to;
  document.documentElement.lang = to;
}

export function chooseLanguage(to: Language): Promise<void> {
  remember("language", to);
  return speak(to);
}

export function say(english: string): string {
  const { common, games } = catalogue.value;
  return games[gameAtHand.value]?.[english] ?? common[english] ?? english;
}

/** Fills {1}, {2}… in the message; {1|a|b} is a if the number is 1, else b. */
export function tell(english: string, ...fills: (string | number)[]): string {
  return say(english).replace(
    /\{(\d)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (hole, digit: string, one?: string, more?: string) => {
      const fill = fills[Number(digit) - 1];
      if (one !== undefined) return fill === 1 ? one : (more ?? "");
      return fill === undefined ? hole : String(fill);
    },
  );
}

/** A list in words: "a, b and c". */
export function list(things: string[]): string {
  if (things.length < 2) return things.join("");
  return tell("{1} and {2}", things.slice(0, -1).join(say(", ")), things[things.length - 1] ?? "");
}
