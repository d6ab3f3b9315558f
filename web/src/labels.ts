// The settings of a table, in words.
import { say, tell } from "./words";

/** A time of the protocol in words: "90s", "3d". */
function lengthName(text: string): string {
  const number = Number.parseInt(text, 10);
  const unit = text.slice(-1);
  if (unit === "d") return tell("{1} day{1||s}", number);
  if (unit === "h") return tell("{1} h", number);
  return unit === "m" ? tell("{1} min.", number) : tell("{1} s", number);
}

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export const milliseconds = (text: string): number =>
  Number.parseInt(text, 10) * (UNITS[text.slice(-1)] ?? 0);

/** A clock of the protocol in words: "none", "90s", "10m+5s". */
export function clockName(clock: string): string {
  const [bank = "", bonus] = clock.split("+");
  if (clock === "none") return say("no clock");
  return bonus === undefined
    ? tell("{1} for each move", lengthName(bank))
    : tell("{1}, plus {2} for each move", lengthName(bank), lengthName(bonus));
}

/** The value of an option in words. */
export function valueName(value: string): string {
  return (
    (
      { on: say("on"), off: say("off"), random: say("random"), draft: say("draft") } as Record<
        string,
        string
      >
    )[value] ?? value
  );
}

export const levels = (): [string, string][] => [
  ["1", say("Bot 1: beginner")],
  ["2", say("Bot 2: easy")],
  ["3", say("Bot 3: fair")],
  ["4", say("Bot 4: good")],
  ["5", say("Bot 5: strong")],
  ["6", say("Bot 6: strongest")],
];

/** With a capital letter, for the beginning of a line. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
