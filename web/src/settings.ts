// What was agreed on at a table, in words.
import { say, tell } from "./words";

/** "90s", "3d". */
function lengthName(text: string): string {
  const number = Number.parseInt(text, 10);
  const unit = text.slice(-1);
  if (unit === "d") return tell("{1} day{1||s}", number);
  if (unit === "h") return tell("{1} h", number);
  return unit === "m" ? tell("{1} min.", number) : tell("{1} s", number);
}

/** A clock of the protocol: "none", "90s", "10m+5s". */
export function clockName(clock: string): string {
  const [bank = "", bonus] = clock.split("+");
  if (clock === "none") return say("no clock");
  return bonus === undefined ? tell("{1} for each move", lengthName(bank)) : tell("{1}, and {2} a move", lengthName(bank), lengthName(bonus));
}

/** The value of an option. */
export function valueName(value: string): string {
  return ({ on: say("on"), off: say("off"), random: say("random"), draft: say("draft") } as Record<string, string>)[value] ?? value;
}
