// Finds out whether a page was sent something that its seat may not know. The table of fields says
// which zones have hidden cards, and who knows them.
import type { Card, Field, Message, Position } from "../src/protocol";
import { GAMES } from "./table";

const cardsOf = (zone: unknown): Card[] =>
  Array.isArray(zone) ? zone.flatMap(cardsOf) : [zone as Card];

/** The cards of a field that the seat does not know just because of where they lie. */
function unknownTo(seat: string, field: Field, view: Position): Card[] {
  const value = view[field.name];
  const own = field.known === "owner" && field.by.startsWith("seat");
  return cardsOf(
    own ? (value as unknown[]).filter((_, at) => at !== seat.charCodeAt(0) - 65) : value,
  );
}

/** Cards that were sent although the seat may not know them, and how many were hidden. A card that
 * some seats have come to know is marked with these seats, or with '*' for all. */
export function leaks(game: string, frames: string[]): { found: string[]; kept: number } {
  const hiding = GAMES.find(({ id }) => id === game)?.fields.filter((field) => field.known) ?? [];
  const found: string[] = [];
  let kept = 0;
  const secret = frames
    .map((text) => (JSON.parse(text) as { secret?: string }).secret)
    .find(Boolean);
  for (const text of frames) {
    const message = JSON.parse(text) as Message & {
      seat?: string;
      actor?: string;
      state?: string;
      view?: Position;
    };
    if (secret && text.includes(secret) && !(message.type === "table" && message.state === "over"))
      found.push("the secret");
    if (message.type !== "view" || !message.view || !message.seat) continue;
    const { seat, view, actor } = message;
    // In some games the actor may look into another hand.
    for (const field of hiding.filter((one) => !(one.looked_at && actor === seat)))
      for (const card of unknownTo(seat, field, view)) {
        if (card.kind === null) kept++;
        else if (!["*", seat].some((mark) => card.seen?.includes(mark)))
          found.push(`${field.name}: ${card.kind} in ${text.slice(0, 120)}`);
      }
  }
  return { found, kept };
}
