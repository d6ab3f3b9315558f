// Sentences from the server, with marks for seats and terms: [B:you], [captain:Captain].
import type { ComponentChildren } from "preact";
import { isSeat, type Sitter } from "../protocol";
import { info } from "../table";
import { say, tell } from "../words";
import { Picture } from "./art";

/** The name of a bot begins with the letter of its seat. */
const botNames = (): Record<string, string> => ({
  A: say("Akane"),
  B: say("Botan"),
  C: say("Chiyo"),
  D: say("Daigo"),
  E: say("Eiji"),
  F: say("Fumi"),
});

/** Translates the name that the server gives to a guest; any other name is left as it is. */
export function playerName(name: string): string {
  const guest = /^Guest (\d+)$/.exec(name);
  return guest ? tell("Guest {1}", guest[1] ?? "") : name;
}

/** The name of the person or bot on a seat. */
export function sitterName(sitter: Sitter | undefined): string {
  if (!sitter || sitter.is === "free") return say("free seat");
  return (
    (sitter.is === "bot" ? botNames()[sitter.seat] : sitter.name && playerName(sitter.name)) ?? ""
  );
}

/** Behind a name: it is registered, so nobody else can have it. Guests can call themselves anything. */
export function Kept({ kept }: { kept?: boolean }) {
  if (!kept) return null;
  return (
    <span
      class="kept"
      role="img"
      aria-label={say("registered name")}
      title={say("registered name")}
    >
      ✓
    </span>
  );
}

/** "bot, level 2". */
export function botRemark(sitter: Sitter | undefined): string {
  if (sitter?.is !== "bot") return "";
  return /^\d$/.test(sitter.name ?? "") ? tell("bot, level {1}", sitter.name ?? "") : say("bot");
}

export function seatName(seat: string): string {
  return sitterName(info.value?.seats.find((one) => one.seat === seat));
}

export function Crest({ seat }: { seat: string }) {
  return <Picture id={`crest-${seat}`} class={`crest seat-${seat}`} />;
}

/** The words of a mark for a seat, with the seat's name instead of its letter. */
function named(seat: string, words: string): string {
  return words.startsWith(seat) ? seatName(seat) + words.slice(seat.length) : words;
}

export function Marked({ text }: { text: string }) {
  const pieces: ComponentChildren[] = [];
  let last = 0;
  for (const match of text.matchAll(/\[([^\]:]+):([^\]]*)\]/g)) {
    pieces.push(text.slice(last, match.index));
    const [id = "", words = ""] = match.slice(1);
    if (isSeat(id))
      pieces.push(
        <span class={`who seat-${id}`}>
          <Crest seat={id} />
          {named(id, words)}
        </span>,
      );
    else
      pieces.push(
        <span class="term" data-term={id}>
          {words}
        </span>,
      );
    last = match.index + match[0].length;
  }
  pieces.push(text.slice(last));
  return <>{pieces}</>;
}

/** The text without marks, for screen readers and titles. */
export function unmarked(text: string): string {
  return text.replace(/\[([^\]:]+):([^\]]*)\]/g, (_, id: string, words: string) =>
    isSeat(id) ? named(id, words) : words,
  );
}
